"""Where in a passage its candidates were said."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from ..model import Candidate

_LOOK_BACK: Final = 100  # candidates
_TELLING: Final = 40  # characters by which one is found again


class Placed:
    """Where in a text its candidates were said; each is looked for once."""

    def __init__(self, said: list[Candidate], text: str) -> None:
        told: list[tuple[int, int, Candidate]] = []
        start = 0
        for number, one in enumerate(said):
            mark = one.text[1:_TELLING]
            at = text.find(mark, start)
            at = text.find(mark) if at < 0 else at
            if at >= 0:
                start = at
                told.append((at + len(one.text), number, one))
        told.sort(key=lambda each: each[:2])
        self._ends = [end for end, _, _ in told]
        self._told = [one for _, _, one in told]
        self._kept: set[int] | None = None

    def before(self, place: int) -> list[Candidate]:
        """The last of those that stand wholly before that place, in their order."""
        end = bisect_right(self._ends, place)
        near = self._told[max(end - _LOOK_BACK, 0) : end]
        return near if self._kept is None else [one for one in near if id(one) in self._kept]

    def keep(self, said: list[Candidate]) -> None:
        """Forget those that are no longer among the candidates."""
        self._kept = set(map(id, said))
