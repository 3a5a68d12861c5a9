"""What one `mem context` weighed and chose. It holds IDs and numbers, no text of the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from .block import Block
from .left_out_reasons import COUNTED

# An entry is told of one by one; of more candidates than this only how many there were.
MOST_CHOICES: Final = 600


class Choice(Struct, frozen=True, omit_defaults=True):
    """What became of one entry: it was shown in `section`, or left out for a `reason`.

    `parts` are the numbers that its `score` was made from; `tokens` what its line took.
    """

    id: str
    score: float = 0.0
    parts: Mapping[str, float] = field(default_factory=dict)
    tokens: int = 0
    section: str = ""
    reason: str = ""

    @property
    def shown(self) -> bool:
        """Whether it was in the block."""
        return not self.reason


class Receipt(Struct, frozen=True, omit_defaults=True):
    """One call: its moment (ISO 8601, UTC), its limits, what it printed, and each choice.

    `others` counts, by reason ("shown" for those in the block), the lines that stand for no single
    entry; `untold` are the entries left out that found no place in the receipt. `session` is the
    agent's, where a hook called.
    """

    at: str
    budget: int
    tokens: int
    chars: int
    max_chars: int | None = None
    choices: tuple[Choice, ...] = field(default=(), name="entries")
    others: Mapping[str, int] = field(default_factory=dict)
    untold: int = 0
    session: str = ""

    @classmethod
    def of(
        cls,
        block: Block,
        *,
        at: str,
        max_chars: int | None,
        counted: Iterable[str] = (),
        most: int | None = MOST_CHOICES,
        session: str = "",
    ) -> Receipt:
        """Return the receipt for a block; entries of the `counted` IDs have no line."""
        choices = [
            Choice(line.id, line.score, line.parts, line.tokens, line.section)
            for line in block.lines
            if line.id
        ]
        left = [left for left in block.left_out if left.id]
        only = list(counted)
        room = len(left) + len(only) if most is None else max(most - len(choices), 0)
        choices += [Choice(o.id, o.score, o.parts, reason=o.reason) for o in left[:room]]
        choices += [Choice(id_, reason=COUNTED) for id_ in only[: max(room - len(left), 0)]]
        others = Counter(other.reason for other in block.left_out if not other.id)
        others["shown"] = sum(not line.id for line in block.lines)
        return cls(
            at=at,
            budget=block.budget,
            tokens=block.tokens,
            chars=block.chars,
            max_chars=max_chars,
            choices=tuple(choices),
            others={reason: count for reason, count in others.items() if count},
            untold=max(len(left) + len(only) - room, 0),
            session=session,
        )

    def choice(self, id_: str) -> Choice | None:
        """Return what became of the entry with that ID, or None where the receipt does not tell."""
        return next((choice for choice in self.choices if choice.id == id_), None)
