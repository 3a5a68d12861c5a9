"""`mem why`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..output import entry_json, say, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.actions.why import Why
    from memory_md.model.receipt import Choice, Receipt


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("why")(why)


def why(
    ctx: typer.Context,
    id_: Annotated[str, typer.Argument(metavar="ID", help="The ID, or its beginning.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell where an entry came from, what moved it, and whether and when it was shown.

    What happened is known from this machine's log only; what that misses is said.

    \b
    Example:
      $ mem why k3v9
    """
    from memory_md.actions.why import why as run

    found = run(ctx.obj.place, id_)
    warn(found.warnings)
    if as_json:
        show_json(_as_json(found))
        return
    item = found.item
    show_line(item.entry.id, item.entry.headline)
    show_line("", f"{item.path}:{item.line}", len(item.entry.id))
    for heading, lines in found.story:
        if not lines:
            continue
        say("")
        say(heading)
        width = max(len(when) for when, _ in lines)
        for when, words in lines:
            show_line(f"  {when}" if width else "", words, width + 2 if width else 0)


def _as_json(found: Why) -> dict[str, Any]:
    now = found.now
    return {
        "entry": entry_json(found.item),
        "events": [dict(event) for event in found.events],
        "receipts": [_receipt(receipt, choice) for receipt, choice in found.receipts],
        "now": {"shown": now.shown, "section": now.section, "reason": now.reason},
        "log_begins_with_entry": found.begins,
    }


def _receipt(receipt: Receipt, choice: Choice | None) -> dict[str, Any]:
    """A call, and what became of the entry in it, where the receipt had room to tell."""
    value: dict[str, Any] = {"at": receipt.at, "budget": receipt.budget, "used": receipt.tokens}
    if choice is None:
        return {**value, "shown": False, "reason": "the receipt had no room to tell"}
    return {
        **value,
        "shown": choice.shown,
        "section": choice.section,
        "score": choice.score,
        "parts": dict(choice.parts),
        "tokens": choice.tokens,
        "reason": choice.reason,
    }
