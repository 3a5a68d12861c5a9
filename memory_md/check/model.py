"""A change to be checked, and what was found in it."""

from collections.abc import Mapping

from msgspec import Struct, field

from ..memory.model.entry import Entry
from ..memory.model.evidence import Evidence


class ChangedFile(Struct, frozen=True):
    """A file of a change: the lines that it adds, by their number from 1, and those it takes out.

    `first` is the first line of the new file that it changes; `spans` are the lines that it does.
    """

    path: str
    added: Mapping[int, str] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def first(self) -> int:
        """The first line that it changes, 1 where nothing is left of it."""
        return min((start for start, _ in self.spans), default=1)


class Touched(Struct, frozen=True):
    """An entry, and the place in the change that it is about."""

    entry: Entry
    path: str
    line: int


class Broken(Struct, frozen=True):
    """An entry that forbids what a line adds, what it forbids, and why the entry is believed."""

    entry: Entry
    path: str
    line: int
    added: str
    forbidden: str
    evidence: tuple[Evidence, ...] = ()


class Checked(Struct, frozen=True):
    """All that was found in a change."""

    touched: tuple[Touched, ...] = ()
    broken: tuple[Broken, ...] = ()
    warnings: tuple[str, ...] = ()
