"""What reading the files of a memory tells of its entries, beside what they say. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from ..model.entry import Entry
from .named_files import named_files


class Packed(Struct, frozen=True):
    """A packed index of what entries say, see `said_of`, and the place of each among them."""

    index: bytes
    places: Sequence[int]


class Details(Struct, frozen=True):
    """What is known of entries in their order, live ones first.

    `headings` are what they stand under and `named` the files that they name, all or none;
    `packed` are indexes of some of them.
    """

    headings: Sequence[str] = ()
    named: Sequence[Sequence[str]] = ()
    packed: Sequence[Packed] = ()

    def heading(self, place: int) -> str:
        """What the entry at that place stands under; empty where that is not known."""
        return self.headings[place] if self.headings else ""

    def files(self, entries: Sequence[Entry]) -> Sequence[Sequence[str]]:
        """The files that each of the entries names."""
        return self.named or [named_files(entry) for entry in entries]


def said_of(entry: Entry, heading: str) -> str:
    """What is searched for words: a line may not say itself what it is about."""
    return f"{entry.headline} {heading}"
