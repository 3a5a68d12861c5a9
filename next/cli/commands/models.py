"""Commands for the model: models, reflect."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from memory_md.base.errors import UsageError
from memory_md.base.settings import Llm

from .. import state
from ..options import Json, Session
from ..output import emit, fields, printable

if TYPE_CHECKING:
    from memory_md.memory.opening import Opened
    from memory_md.transcripts.model import Session as Spoken

_STANDARD_INPUT: Final = (
    "its standard input, in an empty folder (FOLDER is another, private and removed afterwards)"
)


def models(
    verb: Annotated[str, typer.Argument(metavar="[use NAME | off | try]")] = "",
    name: Annotated[str, typer.Argument(hidden=True)] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """List the models that can judge a session, choose one, or switch it off.

    $ mem models use claude
    """
    from memory_md.llm import choose
    from memory_md.memory.opening import person_root

    settings = state.opened(user=True).settings.llm
    if not verb:
        found = choose.listed(settings)
        here = [one for one in found if one["installed"]]
        rows = [[one["name"], "chosen" if one["chosen"] else "", one["what"]] for one in here]
        emit({"models": found}, json, rows, ("Name", "", "What"))
    elif verb == "off":
        choose.choose(person_root(), "off")
        from ..overview import decline

        decline(state.opened(user=True), "models")
        emit({"use": "off"}, json, ["no model is asked any more"])
    elif verb == "try":
        answer = choose.tried(settings)
        emit({"answer": answer}, json, [answer])
    elif verb == "use" and name:
        _use(replace(settings, use=name, path=""), yes=yes, json=json)
    else:
        raise UsageError(f"mem models {verb}: no such thing", hint="mem models use NAME")


def _use(settings: Llm, *, yes: bool, json: bool) -> None:
    """Show what a choice means, ask once, try it, and note it."""
    from memory_md.llm import choose
    from memory_md.memory.opening import person_root

    state.refuse_agents("mem models use")
    said = choose.described(settings)
    lines = [
        f"{said['name']}: {said['what']}",
        f"command: {said['command']}" if "command" in said else f"model: {said['model']}",
        f"sent to: {said.get('address', _STANDARD_INPUT)}",
        "sent: at the end of a session the rules, the memory, the project's name, folders and the",
        "  first lines of README, what you and the agent said; no secrets, no private parts",
        "  (mem extract --llm --dry-run FILE prints it)",
        f"limits: {settings.per_day} requests a day, {settings.timeout} seconds each",
    ]
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("only a person chooses a model", hint="run it in a terminal, or --yes")
        print("\n".join(map(printable, lines)), file=sys.stderr)
        print("Try it, and use it from now on? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
            from ..overview import decline

            decline(state.opened(user=True), "models")
            return
    answer = choose.tried(settings)
    choose.choose(person_root(), settings.use, said.get("path", ""))
    result = {**said, "answer": answer}
    shown = lines if yes else []
    emit(result, json, [*shown, f"chosen; it answered: {answer}"])


def _running(opened: Opened, task: str) -> tuple[Spoken | None, str]:
    """Return the session that runs now, as hooks know it, and its task; else the task alone."""
    from memory_md.agents.notes import running_session
    from memory_md.extract.extract import Source, read_sources

    found = running_session(opened)
    if found is None or not Path(found[0]).is_file():
        return None, task
    path, format_, id_ = found
    reads, _, _ = read_sources([Source(path, Path(path).read_bytes(), format_)], "")
    return (reads[0].session, reads[0].session.id or id_) if reads else (None, task)


def reflect(
    answer: Annotated[
        str, typer.Option("--answer", metavar="FILE|-", help="What you concluded, as JSON.")
    ] = "",
    session: Session = "reflect",
    json: Json = False,
) -> None:
    """Print the rules and the page for the agent at work, or take its answer.

    $ mem reflect
    $ mem reflect --answer answer.json
    """
    from memory_md.llm import reflect as reflect_

    opened = state.opened()
    if not answer:
        text = reflect_.request(opened)
        emit({"request": text}, json, text.split("\n"))
        return
    given = state.input_bytes(answer).decode("utf-8", "replace")
    learned = reflect_.take_answer(opened, given, *_running(opened, session))
    rows = fields(learned.items, "action", "id", "text")
    rows += [["dropped", one["reason"], one["text"]] for one in learned.dropped]
    emit({"items": learned.items, "dropped": learned.dropped}, json, rows)
