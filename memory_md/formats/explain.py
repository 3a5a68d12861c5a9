"""Why lines are in the block of `mem context` or not, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..model import block as reasons
from ..model.block import Block, in_print_order
from ..text import clip

_LEAST_TEXT: Final = 30
_WORDS: Final = {
    reasons.STALE: "stale: the files that it names are gone",
    reasons.COUNTED: f"it is no line of its own, its files only count for “{reasons.FILES}”",
    reasons.DUPLICATE: "another line says the same",
    reasons.SECTION_LIMIT: "its section is full of lines that go before it",
    reasons.EDGE_LIMIT: "there are newer relationships enough",
    reasons.BUDGET: "the budget of tokens was used up by lines that go before it",
    reasons.OVER_CHARS: "the limit of characters was reached by lines that go before it",
}


def reason_words(reason: str, active: float) -> str:
    """A reason why a line is left out, as a person would say it; `active` as in the settings."""
    if reason == reasons.LOW_CONFIDENCE:
        return f"its confidence is under {active:g}"
    if reason.startswith("instructions: "):
        said = reason.removeprefix("instructions: ")
        return f"held back, since it addresses its reader as instructions: it {said}"
    if reason.startswith("contradicted by "):
        return f"{reason}, which is surer or, at a tie, newer"
    return _WORDS.get(reason, reason)


def explained(block: Block, *, active: float, width: int) -> Iterator[str]:
    """Lines of at most `width` columns or a little more: each candidate, why, and its numbers."""
    yield (
        f"{block.tokens} of {block.budget} tokens, {block.chars} characters, "
        f"{len(block.lines)} lines shown, {len(block.left_out)} left out"
    )
    for section, lines in in_print_order(block.lines).items():
        yield f"shown under {section}:"
        for line in lines:
            numbers = f"{_score(line.score, line.parts)}, {line.tokens} tokens"
            yield _row(line.id, numbers, line.text, width)
    by_reason: dict[str, list[str]] = {}
    for left in block.left_out:
        row = _row(left.id, _score(left.score, left.parts), left.text, width)
        by_reason.setdefault(left.reason, []).append(row)
    for reason, rows in by_reason.items():
        yield f"left out, {reason_words(reason, active)}:"
        yield from rows


def _row(id_: str, numbers: str, text: str, width: int) -> str:
    lead = f"  {id_ or '-':<8}  {numbers}  "
    return f"{lead}{clip(text, max(width - len(lead), _LEAST_TEXT))}".rstrip()


def _score(score: float, parts: Mapping[str, float]) -> str:
    """A score and its parts, "4.3 (class 2, confidence 0.8)"; what counts nothing is left out."""
    said = ", ".join(f"{name} {part:.4g}" for name, part in parts.items() if part)
    return f"{score:.4g} ({said})" if said else f"{score:.4g}"
