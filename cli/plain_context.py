"""`mem context` itself, and how a plain call of it is read without Typer.

Whatever is not plain (help, an unknown option, a number that is none) is left to Typer, which says
what is wrong.
"""

from __future__ import annotations

import sys

from memory_md.recall.model.context_options import CONTEXT_OPTIONS, FORMATS

from .output import note, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .state import State

_BY_WORD = {option.word: option for option in CONTEXT_OPTIONS}


def plain_call(words: Sequence[str]) -> dict[str, Any] | None:
    """Return the options that these words behind `context` give; None leaves them to Typer."""
    given: dict[str, Any] = {}
    left = list(reversed(words))
    while left:
        word, is_one_word, value = left.pop().partition("=")
        option = _BY_WORD.get(word)
        if option is None:
            return None
        if option.type == "boolean":
            if is_one_word:
                return None
            given[option.name] = True
            continue
        if not is_one_word:
            if not left or left[-1].startswith("-"):
                return None
            value = left.pop()
        if option.type == "array":
            given.setdefault(option.name, []).append(value)
        elif option.type == "string":
            given[option.name] = value
        elif _is_number(value, option.least or 0):
            given[option.name] = int(value)
        else:
            return None
    return given


def _is_number(text: str, least: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least


def print_context(
    state: State,
    *,
    format_name: str = "md",
    explain: bool = False,
    is_own: bool = False,
    layers: bool = False,
    no_layers: bool = False,
    **given: Any,
) -> None:
    """Print the block for these options; with `explain`, on standard error, why it is so."""
    from memory_md.base.errors import UsageError
    from memory_md.recall.actions.context import block_output, context, explanation

    if format_name not in FORMATS:
        raise UsageError(
            f"there is no format {format_name!r}", hint=f"one of: {', '.join(FORMATS)}"
        )
    if layers and no_layers:
        raise UsageError("--layers and --no-layers exclude each other", hint="give one of them")
    place = state.on(is_own=is_own, layered=not no_layers if layers or no_layers else None)
    given["files"] = given.get("files") or ()
    block, warnings = context(place, format_name=format_name, complete=explain, **given)
    warn(warnings)
    print(block_output(block, format_name), end="")
    if explain:
        for line in explanation(place, block, _width()):
            note(line)


def _width() -> int:
    """Return the columns of the terminal; 100 where the explanation goes into a file."""
    if not sys.stderr.isatty():
        return 100
    import shutil

    return shutil.get_terminal_size().columns
