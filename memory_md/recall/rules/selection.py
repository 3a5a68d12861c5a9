"""Which candidate lines go into the block: by importance, whole or not at all, within two limits.

The order of the lines given is their importance. It knows no entries and no files.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ..model.block import (
    BUDGET,
    ISSUES,
    OVER_CHARS,
    SECTIONS,
    Block,
    BlockLine,
    LeftOut,
    section_heading,
)
from ..text.formats import block_text

# A line whose tokens would need this many times the characters of the densest line so far is
# passed over uncounted, so that thousands of lines are not counted once the block is full.
_DENSER: Final = 1.5
# Counted apart, pieces come to more than together: by this part of a piece and this many tokens.
_LESS: Final = 6
_LESS_TOKENS: Final = 2
# Lines that might fit after all are measured with the whole, this often at most.
_TRIALS: Final = 100

# Used less than this, one of the least lines may give way to one that was too long.
_WELL_USED: Final = 0.88
_SWAPS: Final = 6
_SWAP_TRIALS: Final = 40
# How finely the room is divided where tags take some of it.
_PARTS: Final = 64
_NEAR: Final = 10

Count = Callable[[str], int]


class _Filling(Struct):
    """The lines taken so far; `tokens` and `chars` are of their text, headings included.

    While it is not `exact`, `tokens` is the sum of what the pieces were counted to.
    """

    budget: int
    max_chars: int | None
    count: Count
    taken: list[int] = field(default_factory=list)
    groups: set[tuple[str, ...]] = field(default_factory=set)
    sections: set[str] = field(default_factory=set)
    tokens: int = 0
    chars: int = 0
    trials: int = _TRIALS
    exact: bool = True
    chars_per_token: float = 4.0

    def opening(self, section: str) -> str:
        """Return the headings that a line of this section would be the first to need."""
        if section in self.sections:
            return ""
        group = SECTIONS[section]
        above = "" if not group or group in self.groups else "\n\n".join(group) + "\n\n"
        between = "\n" if self.taken else ""
        return f"{between}{above}{section_heading(section)}\n"

    def take(self, index: int, section: str, tokens: int, chars: int, *, exact: bool) -> None:
        self.exact = exact
        self.taken.append(index)
        self.sections.add(section)
        self.groups.add(SECTIONS[section])
        self.tokens = tokens
        self.chars = chars


def build_block(
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
    filling = _Filling(budget, max_chars, count)
    reasons: dict[int, str] = {}
    for index, line in enumerate(lines):
        reason = _offer(filling, lines, index, line)
        if reason:
            reasons[index] = reason
    text = _topped_up(filling, lines, reasons, _within_limits(filling, lines, reasons))
    kept = [lines[index] for index in filling.taken]
    passed = [LeftOut.of(lines[index], reasons[index]) for index in sorted(reasons)]
    return Block(
        text=text,
        tokens=count(text) if text else 0,
        chars=len(text),
        budget=budget,
        lines=tuple(replace(line, tokens=count(f"- {line.text}\n")) for line in kept),
        left_out=(*left_out, *passed),
    )


def fitted(
    lines: Sequence[BlockLine],
    left_out: Sequence[LeftOut],
    *,
    budget: int,
    max_chars: int | None,
    count: Count,
    printed: Callable[[Block], str],
) -> Block:
    """Return the block whose text as `printed` is within both limits, whatever tags that adds.

    It is `build_block` within the largest part of the limits that leaves room for them.
    """

    def within(part: int) -> Block:
        room = budget * part // _PARTS
        chars = None if max_chars is None else max_chars * part // _PARTS
        block = build_block(lines, left_out, budget=room, max_chars=chars, count=count)
        return replace(block, budget=budget)

    def fits(block: Block) -> bool:
        text = printed(block)
        return count(text) <= budget and (max_chars is None or len(text) <= max_chars)

    whole = within(_PARTS)
    return whole if fits(whole) else _largest(within, fits)


def _largest(within: Callable[[int], Block], fits: Callable[[Block], bool]) -> Block:
    """Return the block within the largest part of the limits that fits, found by halving."""
    best = within(0)
    low, high = 0, _PARTS
    while high - low > 1:
        middle = (low + high) // 2
        block = within(middle)
        if fits(block):
            best, low = block, middle
        else:
            high = middle
    for part in range(low + 2, min(low + _NEAR, _PARTS)):  # less may be chosen where there is more
        block = within(part)
        if block.tokens > best.tokens and fits(block):
            best = block
    return best


def _offer(filling: _Filling, lines: Sequence[BlockLine], index: int, line: BlockLine) -> str:
    """Take the line if it fits; otherwise say which limit it would break."""
    opening = filling.opening(line.section)
    piece = f"{opening}- {line.text}\n"
    chars = filling.chars + len(piece)
    if filling.max_chars is not None and chars > filling.max_chars:
        return OVER_CHARS
    if filling.exact:
        room = filling.budget - filling.tokens
        if len(piece) > _DENSER * filling.chars_per_token * (room + _LESS_TOKENS):
            return BUDGET
    own = filling.count(piece)
    filling.chars_per_token = max(filling.chars_per_token, len(piece) / max(1, own))
    if filling.tokens + own <= filling.budget:
        filling.take(index, line.section, filling.tokens + own, chars, exact=False)
        return ""
    if not filling.exact:
        filling.tokens = filling.count(_text(lines, filling.taken))
        filling.exact = True
    least = own - own // _LESS - _LESS_TOKENS
    if filling.trials <= 0 or filling.tokens + least > filling.budget:
        return BUDGET
    filling.trials -= 1
    tokens = filling.count(_text(lines, [*filling.taken, index]))
    if tokens > filling.budget:
        return BUDGET
    filling.take(index, line.section, tokens, chars, exact=True)
    return ""


def _within_limits(filling: _Filling, lines: Sequence[BlockLine], reasons: dict[int, str]) -> str:
    """Return the text of what was taken; pieces may come to more together, then the least go."""
    while filling.taken:
        text = _text(lines, filling.taken)
        if filling.count(text) > filling.budget:
            reasons[filling.taken.pop()] = BUDGET
        elif filling.max_chars is not None and len(text) > filling.max_chars:
            reasons[filling.taken.pop()] = OVER_CHARS
        else:
            return text
    return ""


def _topped_up(
    filling: _Filling, lines: Sequence[BlockLine], reasons: dict[int, str], text: str
) -> str:
    """Return the text; where much room is left, one of the last lines may give way to others."""
    if not text or not reasons or _share(filling, text) >= _WELL_USED:
        return text
    ordinary = (index for index in filling.taken if not _comes_first(lines[index]))
    for dropped in sorted(ordinary, reverse=True)[:_SWAPS]:
        kept = [index for index in filling.taken if index != dropped]
        other = ""
        for index in sorted(reasons)[:_SWAP_TRIALS]:
            longer = _text(lines, [*kept, index])
            if _share(filling, longer) <= 1:
                kept.append(index)
                other = longer
        if other and _share(filling, other) >= _WELL_USED:
            why = next(iter(reasons.values()))
            for index in kept:
                reasons.pop(index, None)
            reasons[dropped] = why
            filling.taken = sorted(kept)
            return _text(lines, filling.taken)
    return text


def _comes_first(line: BlockLine) -> bool:
    """Return whether a line stays in any case: pinned, of the diary, or of the task."""
    stays = ("pinned", "files", "words")
    return line.section == ISSUES or any(line.parts.get(part) for part in stays)


def _share(filling: _Filling, text: str) -> float:
    """Return the part of the nearer limit that a text takes; over 1 it breaks it."""
    chars = len(text) / max(filling.max_chars, 1) if filling.max_chars is not None else 0.0
    return max(chars, filling.count(text) / max(filling.budget, 1))


def _text(lines: Sequence[BlockLine], indexes: Iterable[int]) -> str:
    return block_text([lines[index] for index in indexes])
