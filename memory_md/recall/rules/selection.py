"""Which candidate lines go into the block: by importance, whole or not at all, within two limits.

The order of the lines given is their importance. It knows no entries and no files.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.token_estimate import Count
from ..model.block import ISSUES, SECTIONS, Block, BlockLine, LeftOut, section_heading
from ..model.left_out_reasons import BUDGET, OVER_CHARS
from ..text.formats import block_text

# So many lines in a row that did not fit, and the block is full: of thousands few are counted.
_MISSES: Final = 100
# Used less than this, one of the least lines may give way to one that was too long.
_WELL_USED: Final = 0.88
_SWAPS: Final = 6
_SWAP_TRIALS: Final = 40
# How often the part of the limits that leaves room for tags is halved to find it.
_HALVINGS: Final = 7
# Counted apart, pieces come to more than together: by this part of a piece and this many tokens.
_LESS: Final = 6
_LESS_TOKENS: Final = 2


def fill_block(
    lines: Sequence[BlockLine],
    left_out: Sequence[LeftOut],
    *,
    budget: int,
    max_chars: int | None,
    count: Count,
) -> Block:
    """Return the block of the most important lines whose whole text is within both limits.

    `lines` are most important first. `budget` is in the tokens that `count` counts, `max_chars`
    in characters; both are of the printed text with headings and final newline. A line too long
    for the room is passed over for the next that fits; it goes to `left_out`.
    """
    filling = _Filling(lines, budget, max_chars, count)
    filling.fill()
    filling.shorten()
    filling.top_up()
    text = filling.text()
    passed = [LeftOut.of(lines[at], filling.reasons[at]) for at in sorted(filling.reasons)]
    return Block(
        text=text,
        tokens=count(text),
        chars=len(text),
        budget=budget,
        lines=tuple(
            replace(lines[at], tokens=count(f"- {lines[at].text}\n")) for at in filling.taken
        ),
        left_out=(*left_out, *passed),
    )


def fit_to_budget(
    lines: Sequence[BlockLine],
    left_out: Sequence[LeftOut],
    *,
    budget: int,
    max_chars: int | None,
    count: Count,
    printed: Callable[[Block], str],
) -> Block:
    """Return the block whose text as `printed` is within both limits, whatever tags that adds.

    It is `fill_block` within the largest part of the limits that leaves room for them.
    """
    chars = math.inf if max_chars is None else max_chars

    def within(share: float) -> tuple[Block, bool]:
        block = fill_block(
            lines,
            left_out,
            budget=int(budget * share),
            max_chars=None if max_chars is None else int(max_chars * share),
            count=count,
        )
        block = replace(block, budget=budget)
        text = printed(block)
        return block, count(text) <= budget and len(text) <= chars

    whole, fits = within(1.0)
    if fits:
        return whole
    best, _ = within(0.0)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        block, fits = within(middle)
        if fits:
            best, low = block, middle
        else:
            high = middle
    return best


def _used(text: str, budget: int, max_chars: int | None, count: Count) -> float:
    """Return the part of the nearer limit that a text takes; over 1 it breaks it."""
    if not text:
        return 0.0
    chars = 0.0 if max_chars is None else len(text) / max(max_chars, 1)
    return max(chars, count(text) / max(budget, 1))


class _Filling(Struct):
    """The places of the lines that are taken, in order, and why each of the others is not.

    `tokens` and `chars` are of the text, headings included. While it is not `exact`, `tokens` is
    the sum of the pieces, which come to more when they are counted apart.
    """

    lines: Sequence[BlockLine]
    budget: int
    max_chars: int | None
    count: Count
    taken: list[int] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    sections: set[str] = field(default_factory=set)
    tokens: int = 0
    chars: int = 0
    exact: bool = True

    def text(self, places: Iterable[int] | None = None) -> str:
        """Return the text of what is taken, or of the lines at these places."""
        return block_text([self.lines[at] for at in (self.taken if places is None else places)])

    def fill(self) -> None:
        """Take each line for which there is room."""
        misses = 0
        for at in range(len(self.lines)):
            reason = self._offer(at) if misses < _MISSES else BUDGET
            misses = misses + 1 if reason else 0
            if reason:
                self.reasons[at] = reason

    def _offer(self, at: int) -> str:
        """Take the line if it fits; otherwise return which limit it would break."""
        line = self.lines[at]
        piece = f"{self._opening(line.section)}- {line.text}\n"
        chars = self.chars + len(piece)
        if self.max_chars is not None and chars > self.max_chars:
            return OVER_CHARS
        own = self.count(piece)
        if self.tokens + own > self.budget and not self.exact:
            self.tokens, self.exact = self.count(self.text()), True
        tokens, exact = self.tokens + own, False
        if 0 < tokens - self.budget <= own // _LESS + _LESS_TOKENS:
            tokens, exact = self.count(self.text([*self.taken, at])), True
        if tokens > self.budget:
            return BUDGET
        self.taken.append(at)
        self.sections.add(line.section)
        self.tokens, self.chars, self.exact = tokens, chars, exact
        return ""

    def _opening(self, section: str) -> str:
        """Return the headings that a line of this section would be the first to need."""
        if section in self.sections:
            return ""
        group = SECTIONS[section]
        is_new = bool(group) and group not in {SECTIONS[other] for other in self.sections}
        above = "\n\n".join(group) + "\n\n" if is_new else ""
        between = "\n" if self.taken else ""
        return f"{between}{above}{section_heading(section)}\n"

    def shorten(self) -> None:
        """Give up the least lines while the whole, counted as one, breaks a limit."""
        while _used(self.text(), self.budget, self.max_chars, self.count) > 1:
            self.reasons[self.taken.pop()] = BUDGET

    def top_up(self) -> None:
        """Where much room is left, let one of the last lines give way to others."""
        if not self.taken or not self.reasons or self._share(self.taken) >= _WELL_USED:
            return
        ordinary = (at for at in self.taken if not _comes_first(self.lines[at]))
        for dropped in sorted(ordinary, reverse=True)[:_SWAPS]:
            kept = [at for at in self.taken if at != dropped]
            for at in sorted(self.reasons)[:_SWAP_TRIALS]:
                if self._share([*kept, at]) <= 1:
                    kept.append(at)
            if self._share(kept) >= _WELL_USED:
                self.reasons[dropped] = next(iter(self.reasons.values()))
                for at in kept:
                    self.reasons.pop(at, None)
                self.taken = sorted(kept)
                return

    def _share(self, places: Iterable[int]) -> float:
        return _used(self.text(places), self.budget, self.max_chars, self.count)


def _comes_first(line: BlockLine) -> bool:
    """Return whether a line stays in any case: pinned, of the diary, or of the task."""
    stays = ("pinned", "files", "words")
    return line.section == ISSUES or any(line.parts.get(part) for part in stays)
