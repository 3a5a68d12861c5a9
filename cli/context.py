"""`mem context` itself, and how a plain call of it is read without Typer.

Whatever is not plain (help, an option nobody knows, a number that is none) is left to Typer, which
says what is wrong. `commands.context` declares the same options for it.
"""

from __future__ import annotations

import sys

from .output import note, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .state import State

# The options that take a text, a whole number of at least so much, and nothing.
TEXTS = {
    "--spec": "spec",
    "--query": "query",
    "--model": "model",
    "--format": "format_name",
}
NUMBERS = {
    "--budget": ("budget", 0),
    "--max-chars": ("max_chars", 0),
    "--window": ("window", 1),
    "--used": ("used", 0),
}
FLAGS = {"--explain": "explain"}
REPEATED = {"--file": "file"}


def plain_call(words: Sequence[str]) -> dict[str, Any] | None:
    """What `print_block` is given for these words behind `context`; None leaves them to Typer."""
    asked: dict[str, Any] = {}
    left = list(reversed(words))
    while left:
        option, is_one_word, value = left.pop().partition("=")
        if option in FLAGS and not is_one_word:
            asked[FLAGS[option]] = True
            continue
        if not is_one_word:
            if not left or left[-1].startswith("-"):
                return None
            value = left.pop()
        if option in TEXTS:
            asked[TEXTS[option]] = value
        elif option in REPEATED:
            asked.setdefault(REPEATED[option], []).append(value)
        elif option in NUMBERS and value.isascii() and value.isdecimal() and len(value) < 10:
            name, least = NUMBERS[option]
            asked[name] = int(value)
            if asked[name] < least:
                return None
        else:
            return None
    return asked


def print_block(
    state: State,
    *,
    spec: str | None = None,
    file: Sequence[str] | None = None,
    query: str | None = None,
    budget: int | None = None,
    max_chars: int | None = None,
    window: int | None = None,
    model: str | None = None,
    used: int = 0,
    format_name: str = "md",
    explain: bool = False,
) -> None:
    """Print the block of these options; with `explain`, on the standard error, why it is so."""
    from memory_md.base.errors import UsageError
    from memory_md.recall.actions.context import context, explanation, written

    if format_name not in {"md", "json", "xml"}:
        raise UsageError(f"there is no format {format_name!r}", hint="one of: md, json, xml")
    block, told = context(
        state.place,
        budget=budget,
        max_chars=max_chars,
        window=window,
        model=model,
        used=used,
        format_name=format_name,
        spec=spec,
        files=file or (),
        query=query,
        complete=explain,
    )
    warn(told)
    print(written(block, format_name), end="")
    if explain:
        for line in explanation(state.place, block, _width()):
            note(line)


def _width() -> int:
    """Columns of the terminal that the explanation is for; 100 where it is for a file."""
    if not sys.stderr.isatty():
        return 100
    import shutil

    return shutil.get_terminal_size().columns
