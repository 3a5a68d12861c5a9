"""Why lines are in the block of `mem context` or not, for people."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final

from ...base.columns import clipped
from ..model import left_out_reasons as reasons
from ..model.block import FILES, Block, BlockLine, LeftOut, in_print_order

_LEAST_TEXT: Final = 30
_MOST_LEFT_OUT: Final = 10
_WORDS: Final = {
    reasons.STALE: "stale: the files that it names are gone",
    reasons.CODE_GONE: "stale: the code that it names is gone",
    reasons.COUNTED: f"it is no line of its own, its files only count for “{FILES}”",
    reasons.DUPLICATE: "another line says the same",
    reasons.OFF_TOPIC: "it has too little to do with the task (context.floor)",
    reasons.OUT_OF_SCOPE: "it is for tasks with other files (paths= in its comment)",
    reasons.SECTION_LIMIT: "its section is full of lines that go before it",
    reasons.EDGE_LIMIT: "there are newer relationships enough",
    reasons.BUDGET: "the budget of tokens was used up by lines that go before it",
    reasons.OVER_CHARS: "the limit of characters was reached by lines that go before it",
}


def reason_words(reason: str, active: float) -> str:
    """Return why a line is left out, in plain words; `active` is as in the settings."""
    if reason == reasons.LOW_CONFIDENCE:
        return f"its confidence is under {active:g}"
    if what := reasons.what_is_unsafe(reason):
        return f"held back: it {what}"
    if reasons.winner_in(reason):
        return f"{reason}, which is surer or, at a tie, newer"
    return _WORDS.get(reason, reason)


def explanation_lines(block: Block, *, active: float, width: int) -> Iterator[str]:
    """Yield lines of at most `width` columns: those of the block, and the nearest of the others.

    Each has its numbers, and why it is there or not.
    """
    shown = f"{len(block.lines)} line{'s' * (len(block.lines) != 1)} shown"
    used = f"{block.tokens} of {block.budget} tokens, {block.chars} characters"
    yield from _heading(f"{used}, {shown}, {len(block.left_out)} left out", width)
    for section, lines in in_print_order(block.lines).items():
        yield from _heading(f"shown under {section}:", width)
        for line in lines:
            yield _row(line, width)
    # Of those whose text was not even looked at, the numbers say nothing.
    nearest = sorted((left for left in block.left_out if left.text), key=lambda one: -one.score)
    by_reason: dict[str, list[str]] = {}
    for left in nearest[:_MOST_LEFT_OUT]:
        row = _row(left, width)
        by_reason.setdefault(left.reason, []).append(row)
    for reason, rows in by_reason.items():
        yield from _heading(f"left out, {reason_words(reason, active)}:", width)
        yield from rows
    rest = len(block.left_out) - min(len(nearest), _MOST_LEFT_OUT)
    if rest > 0:
        yield from _heading(f"and {rest} that are further off; --format json lists all", width)


def _heading(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 40), subsequent_indent="    ", break_on_hyphens=False)


def _row(one: BlockLine | LeftOut, width: int) -> str:
    """One line; where the text would have no room, the least parts of the score are left out."""
    name, parts = f"  {one.id or '-':<8}  ", {key: part for key, part in one.parts.items() if part}
    tokens = f", {one.tokens} tokens" if isinstance(one, BlockLine) else ""
    if isinstance(one, BlockLine) and one.exempt:
        tokens += ", for any task"
    while True:
        numbers = f"{_score(one.score, parts)}{tokens}"
        room = width - len(name) - len(numbers) - 2
        if not parts or room >= min(len(one.text), _LEAST_TEXT):
            return f"{name}{numbers}  {clipped(one.text, max(room, _LEAST_TEXT))}".rstrip()
        del parts[min(parts, key=lambda key: abs(parts[key]))]


def _score(score: float, parts: Mapping[str, float]) -> str:
    """Return a score and its parts that are not 0, "4.3 (class 2, confidence 0.8)"."""
    parts_text = ", ".join(f"{name} {_number(part)}" for name, part in parts.items() if part)
    return f"{_number(score)} ({parts_text})" if parts_text else _number(score)


def _number(value: float) -> str:
    """With two decimals at most: "4", "0.66"."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
