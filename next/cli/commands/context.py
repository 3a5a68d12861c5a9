"""Commands that give agents what is remembered: context."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..output import emit, printable
from .entries import User


def context(
    spec: Annotated[str, typer.Option(metavar="F", help="The spec of the task.")] = "",
    file: Annotated[
        list[str] | None, typer.Option(metavar="P", help="A file of the task; repeatable.")
    ] = None,
    query: Annotated[str, typer.Option(metavar="T", help="What the task is.")] = "",
    budget: Annotated[int | None, typer.Option(metavar="N", min=1, help="Tokens, at most.")] = None,
    window: Annotated[
        int | None, typer.Option(metavar="W", min=1, help="Tokens of the context window.")
    ] = None,
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

    \b
    Examples:
      $ mem context
      $ mem context --file src/auth/jwt.ts --query "add OAuth login"
    """
    from memory_md.memory.opening import person_root
    from memory_md.recall.context import Task, window_budget
    from memory_md.recall.context import context as context_of
    from memory_md.recall.layers import layers_of

    if format_ not in {"md", "json"}:
        raise UsageError(f"no such format {format_!r}", hint="--format md, or --format json")
    if user or state.find() is not None:
        opened = state.opened(user=user)
        is_alone = bool(state.root_option or os.environ.get("MEM_ROOT"))
        layers = [] if user else layers_of(opened, person_root(), is_alone=is_alone)
        room = budget or (window_budget(window, used) if window else 0)
        task = Task(query, tuple(file or ()), spec)
        block = context_of(opened, task, budget=room, fence=fence, layers=layers)
        result = block.as_json()
        if window:
            result["percent_used"] = round(100 * (used + block.tokens) / window, 1)
        emit(result, as_json=json or format_ == "json", lines=block.text.splitlines)
        if explain:
            _explain(result)
    if ask and state.find() is not None:
        from importlib.resources import files

        request = files("memory_md.templates").joinpath("closing_request.txt")
        print(request.read_text(encoding="utf-8"), end="")


def _explain(result: dict[str, Any]) -> None:
    print(f"{result['tokens']} of {result['budget']} tokens", file=sys.stderr)
    for line in result["lines"]:
        parts = ", ".join(f"{name} {part:.2f}" for name, part in line["parts"].items())
        print(
            f"{line['id']}\t{line['tokens']}\t{parts}\t{printable(line['text'])}", file=sys.stderr
        )
    for line in result["left_out"]:
        print(f"{line['id']}\tleft out: {printable(line['reason'])}", file=sys.stderr)
