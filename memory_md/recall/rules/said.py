"""What a context says already: no line twice, no section too full, no more than could be shown."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from ...base.identity import identity_form
from ..model.block import DUPLICATE, BlockLine, LeftOut


class Said(Struct):
    """The lines so far, and the forms in which they must not be said again."""

    per_section: int
    enough: int | None
    lines: list[BlockLine] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    forms: set[str] = field(default_factory=set)
    filled: Counter[str] = field(default_factory=Counter)
    chars: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether more could not be shown anyway."""
        return self.enough is not None and self.chars >= self.enough

    def is_full(self, section: str) -> bool:
        """Whether a section has as many lines as it may without a task."""
        return self.filled[section] >= self.per_section

    def add(self, line: BlockLine, said: str) -> bool:
        """Take the line unless `said`, clean, has been said before; whether it was taken."""
        form = identity_form(said)
        if not form or form in self.forms:
            self.left_out.append(LeftOut.of(line, DUPLICATE))
            return False
        self.forms.add(form)
        self.filled[line.section] += 1
        self.lines.append(line)
        # One so long that it hardly fits is no reason to look at no others.
        if self.enough is None or len(line.text) <= self.enough // 3:
            self.chars += len(line.text)
        return True
