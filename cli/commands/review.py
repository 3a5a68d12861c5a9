"""`mem review`: the inbox."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..calling_agent import refuse_agents
from ..options import AsJson, argument, option
from ..output import note, on_terminal, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.review.model import Case, Reviewed


def review(
    ctx: typer.Context,
    ids: Annotated[list[str] | None, argument("[ID]...", "IDs, or their beginnings.")] = None,
    list_: Annotated[
        bool, option("--list", "List what waits; the default without a terminal.")
    ] = False,
    approve: Annotated[bool, option("--approve", "Make entries of these.")] = False,
    reject: Annotated[
        bool, option("--reject", "Reject these; they are not learned again.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Decide about what waits in the inbox.

    `mem extract` is not sure of these candidates. No agent is shown them. They become entries when
    a second task says the same, and are deleted after 60 days of use (`inbox.days`). What you
    reject is not learned again. If you took something back in a session and it is unclear which
    entry you meant, or the entry is a person's, you are asked here: approving removes that entry.
    An agent cannot call this command.

    What is most likely worth keeping comes first. On a terminal it shows each candidate with its
    evidence, and you answer with one key: keep, edit in $EDITOR, drop, later, the same answer for
    all of its session, undo the last key, quit. Elsewhere it lists what waits.

    \b
    Examples:
      $ mem review
      $ mem review --list
      $ mem review --approve k3v9 p0d7
      $ mem review --reject 1x8r
    """
    from memory_md.base.errors import UsageError
    from memory_md.review.actions import waiting as actions

    refuse_agents("mem review")
    if approve + reject + list_ > 1:
        raise UsageError(
            "--list, --approve and --reject exclude each other", hint="call it once for each"
        )
    if bool(ids) is not (approve or reject):
        raise UsageError(
            "say what to do with them" if ids else "no ID",
            hint="mem review --approve ID, or --reject ID; `mem review --list` shows the IDs",
        )
    if sys.stdin.isatty() and on_terminal() and not (ids or list_ or as_json):
        from ..review_keys import OneByOne

        OneByOne(ctx.obj).run()
        return
    place = ctx.obj.place
    if approve:
        done = actions.approve(place, ids or ())
    elif reject:
        done = actions.reject(place, ids or ())
    else:
        done = actions.list_waiting(place)
    _show(done, as_json=as_json, listing=not (approve or reject))


def _show(done: Reviewed, *, as_json: bool, listing: bool) -> None:
    warn(done.warnings)
    if as_json:
        value: dict[str, Any] = {"candidates": [case.json for case in done.waiting]}
        if not listing:
            value |= {
                "approved": [one.id for one in done.approved],
                "rejected": [one.id for one in done.rejected],
            }
        show_json(value)
        return
    for word, those in (("approved", done.approved), ("rejected", done.rejected)):
        for one in those:
            show_line(f"{word} {one.id}", one.headline)
    for case in done.waiting if listing else ():
        show_line(case.pending.id, f"{case.pending.headline}  [{_why(case)}]")
    if listing and not done.waiting:
        note("nothing waits for review")


def _why(case: Case) -> str:
    """Why it waits, what the memory says about it, and where it was said, in words."""
    from ..review_keys import RELATION, place_of

    one = case.pending
    known = (f"{RELATION[near.relation]} {near.id}" for near in case.near)
    where = " ".join(filter(None, (one.at[:10], one.task and f"task {one.task}", place_of(one))))
    return "; ".join(filter(None, (one.reason.partition(";")[0], *known, where)))
