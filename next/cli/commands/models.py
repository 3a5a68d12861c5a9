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
from ..output import emit, emit_rows, printable
from .entries import Json

if TYPE_CHECKING:
    from memory_md.memory.opening import Opened
    from memory_md.transcripts.model import Session

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

    \b
    Example:
      $ mem models use claude
    """
    from memory_md.llm import choose
    from memory_md.memory.opening import person_root

    settings = state.opened(user=True).settings.llm
    if not verb:
        found = choose.listed(settings)
        rows = [
            [one["name"], "chosen" if one["chosen"] else "", one["what"]]
            for one in found
            if one["installed"]
        ]
        emit_rows({"models": found}, as_json=json, columns=("Name", "", "What"), rows=rows)
    elif verb == "off":
        choose.choose(person_root(), "off")
        from ..advice import decline

        decline(state.opened(user=True), "models")
        emit({"use": "off"}, as_json=json, lines=lambda: ["no model is asked any more"])
    elif verb == "try":
        answer = choose.tried(settings)
        emit({"answer": answer}, as_json=json, lines=lambda: [answer])
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
            from ..advice import decline

            decline(state.opened(user=True), "models")
            return
    answer = choose.tried(settings)
    choose.choose(person_root(), settings.use, said.get("path", ""))
    result = {**said, "answer": answer}
    shown = lines if yes else []
    emit(result, as_json=json, lines=lambda: [*shown, f"chosen; it answered: {answer}"])


def _running(opened: Opened, task: str) -> tuple[Session | None, str]:
    """Return the session that runs now, as hooks know it, and its task; else the task alone."""
    from memory_md.agents.running import running_session
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
    session: Annotated[str, typer.Option(metavar="ID", help="The name of the task.")] = "reflect",
    json: Json = False,
) -> None:
    """Print the rules and the page for the agent at work, or take its answer.

    \b
    Examples:
      $ mem reflect
      $ mem reflect --answer answer.json
    """
    from memory_md.llm import reflect as reflect_

    opened = state.opened()
    if not answer:
        text = reflect_.request(opened)
        emit({"request": text}, as_json=json, lines=lambda: text.split("\n"))
        return
    given = sys.stdin.read() if answer == "-" else Path(answer).read_text(encoding="utf-8")
    learned = reflect_.take_answer(opened, given, *_running(opened, session))
    result = {"items": learned.items, "dropped": learned.dropped}
    emit(
        result,
        as_json=json,
        lines=lambda: [
            *(f"{one['action']}\t{one['id']}\t{one['text']}" for one in learned.items),
            *(f"dropped\t{one['reason']}\t{one['text']}" for one in learned.dropped),
        ],
    )
