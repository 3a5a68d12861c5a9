"""`mem compact`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..options import Model, Window, argument, option
from ..output import note, standard_input, warn
from ..progress import progress

if TYPE_CHECKING:
    from memory_md.recall.actions.compact import Compacted


_File = Annotated[
    str, argument("[FILE]", "Messages as JSON; else standard input.", show_default=False)
]
_Json = Annotated[bool, option("--json", "Print one JSON object: the report and the messages.")]


def compact(
    ctx: typer.Context,
    file: _File = "-",
    window: Window = None,
    model: Model = None,
    as_json: _Json = False,
) -> None:
    """Shorten a conversation that fills 80 % of its window or more.

    First it removes all messages but the first 2 and the last 6; a call of a tool and its result
    stay together. If that is not enough, it shortens the memory that `mem context` put in: facts
    about the user are removed, and preferences with a confidence of 0.8 or less; what is pinned
    stays. A conversation that fills less is printed unchanged, byte for byte. It reads messages of
    OpenAI and Anthropic, and prints them on standard output; a report goes to standard error.
    Give --window or --model.

    \b
    Examples:
      $ mem compact messages.json --window 200000 > shorter.json
      $ agent-messages | mem compact --model gpt-4o --json
    """
    from memory_md.recall.actions.compact import compact as run

    with progress("messages") as tell:
        result = run(
            ctx.obj.place, file, window=window, model=model, stdin=standard_input(), tell=tell
        )
    warn(result.warnings)
    if as_json:
        _write(result.json)
        return
    _write(result.text)
    note(_report(result))
    if result.full:
        note("that is still too much: what is left cannot be left out")


def _write(text: str) -> None:
    """Write to the standard output, byte for byte."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        binary.write(text.encode("utf-8"))


def _report(result: Compacted) -> str:
    used = f"{result.percent_used:g} % of {result.window:,}"
    if result.stage == "none":
        return f"nothing to do: {_tokens(result.tokens_before)}, {used}"
    done = [f"{result.trimmed:,} of {result.trimmed + result.left:,} messages left out"]
    if result.shortened:
        done.append("the memory made shorter")
    moved = f"{result.tokens_before:,} → {_tokens(result.tokens_after)}"
    return f"{result.stage}: {', '.join(done)}; {moved}, {used}"


def _tokens(count: int) -> str:
    return f"{count:,} tokens"
