"""What is known of entries beside their text: their heading, their files, their edges. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ...base.identity import identity_form
from ..model.entry import Entry
from .named_files import named_files

# The kinds that edges stand for, as they name them.
STANDS_FOR: Final = {"decision": "decision", "architecture": "decision", "risk": "risk"}


class Packed(Struct, frozen=True):
    """A packed index of what entries say, see `searched_text`, and the place of each among them."""

    index: bytes
    places: Sequence[int]


class Details(Struct, frozen=True):
    """What is known of entries in their order, live ones first.

    `headings` are what they stand under, `named` the files that they name and `forms` what edges
    call them, see `edge_form`, all or none; `packed` are indexes of some of them.
    """

    headings: Sequence[str] = ()
    named: Sequence[Sequence[str]] = ()
    forms: Sequence[str] = ()
    packed: Sequence[Packed] = ()

    def heading(self, place: int) -> str:
        """What the entry at that place stands under; empty where that is not known."""
        return self.headings[place] if self.headings else ""

    def form(self, place: int) -> str:
        """What edges call the entry at that place; empty where that is not known, too."""
        return self.forms[place] if self.forms else ""

    def files(self, entries: Sequence[Entry]) -> Sequence[Sequence[str]]:
        """The files that each of the entries names."""
        return self.named or [named_files(entry) for entry in entries]


def edge_form(entry: Entry) -> str:
    """What an edge calls an entry that it can stand for; empty for all others."""
    return identity_form(entry.text) if entry.kind in STANDS_FOR else ""


def searched_text(entry: Entry, heading: str) -> str:
    """Return the text that is searched: the heading may name what the line is about."""
    return f"{entry.headline} {heading}"
