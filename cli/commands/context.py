"""Commands that give agents what is remembered: context, compact."""

import os
import sys
from typing import Annotated, Any

import typer

from memory_md.base.errors import UnreadableError, UsageError

from .. import state
from ..options import Files, Json, User, Window
from ..output import emit, printable


def context(
    spec: Annotated[str, typer.Option(metavar="F", help="The spec of the task.")] = "",
    file: Files = None,
    query: Annotated[str, typer.Option(metavar="T", help="What the task is.")] = "",
    budget: Annotated[int | None, typer.Option(metavar="N", min=1, help="Tokens, at most.")] = None,
    window: Window = None,
    used: Annotated[int, typer.Option(metavar="U", min=0, help="Tokens of it in use.")] = 0,
    format_: Annotated[str, typer.Option("--format", metavar="md|json")] = "md",
    json: Annotated[bool, typer.Option("--json", help="As --format json.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why each line is there, on standard error.")
    ] = False,
    fence: Annotated[bool, typer.Option("--fence", help="Mark the block as data.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for closing lines as well.")] = False,
    user: User = False,
) -> None:
    """Print what an agent should know before a task, within a budget.

    $ mem context --file src/auth/jwt.ts --query "add OAuth login"
    """
    from memory_md.memory.opening import person_root
    from memory_md.recall.context import Task, window_budget
    from memory_md.recall.context import context as context_of
    from memory_md.recall.layers import layers_of

    if format_ not in {"md", "json"}:
        raise UsageError(f"no such format {format_!r}", hint="--format md, or --format json")
    if not user and state.find() is None:  # no agent shall stop for that
        return
    opened = state.opened(user=user)
    is_alone = bool(state.root_option or os.environ.get("MEM_ROOT"))
    layers = [] if user else layers_of(opened, person_root(), is_alone=is_alone)
    room = budget or (window_budget(window, used) if window else 0)
    task = Task(query, tuple(file or ()), spec)
    block = context_of(opened, task, budget=room, fence=fence, layers=layers)
    result, lines = block.as_json(), block.text.splitlines()
    if window:
        result["percent_used"] = round(100 * (used + block.tokens) / window, 1)
    if ask:
        from memory_md.agents.settings_text import template

        result["request"] = template("closing_request.txt")
        lines += result["request"].splitlines()
    emit(result, json or format_ == "json", lines)
    if explain:
        _explain(result)


def _explain(result: dict[str, Any]) -> None:
    print(f"{result['tokens']} of {result['budget']} tokens", file=sys.stderr)
    for line in result["lines"]:
        parts = ", ".join(f"{name} {part:.2f}" for name, part in line["parts"].items())
        print(
            f"{line['id']}\t{line['tokens']}\t{parts}\t{printable(line['text'])}", file=sys.stderr
        )
    for line in result["left_out"]:
        print(f"{line['id']}\tleft out: {printable(line['reason'])}", file=sys.stderr)


def compact(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Messages, as JSON.")] = "-",
    window: Window = None,
    json: Json = False,
) -> None:
    """Leave out of a conversation what its window cannot hold.

    $ mem compact messages.json --window 200000
    """
    from memory_md.recall.compaction import compact as compact_

    if window is None:
        raise UsageError("the window is not known", hint="say it with --window N")
    name = "standard input" if file == "-" else file
    try:
        text = state.input_bytes(file).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"cannot be read: {fault}", where=file) from None
    entries = []
    if state.find() is not None:
        with state.reading() as memory:
            entries = memory.listed()
    text, report = compact_(text, window, entries, name=name)
    if json:
        emit(report, True, [])
    else:
        sys.stdout.write(text)
        numbers = f"{report['tokens_before']} tokens before, {report['tokens_after']} after"
        used = f"{report['percent_used']} % of the window"
        line = f"{report['stage']}: {report['trimmed']} messages left out; {numbers}, {used}"
        print(line, file=sys.stderr)
