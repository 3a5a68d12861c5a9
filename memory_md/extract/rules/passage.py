"""A passage of prose while it is read: the headings above, and what waits for the text to come."""

from __future__ import annotations

from msgspec import Struct, field

from ..model import Candidate
from .block import LEAD
from .markers import Marker, Section
from .records import Record


class Passage(Struct):
    """Where in the text we are.

    `sections` are the open headings: level, what it says of the text under it (None: nothing), and
    whether it only weighs a possibility.
    """

    sections: list[tuple[int, Section | None, bool]] = field(default_factory=list)
    marker: Marker | None = None  # a label on a line of its own, still waiting for its text
    record: Record | None = None
    title: str = ""
    title_line: int = 0
    untold: bool = False  # what the title is about comes next
    choice: bool = False  # the next paragraph is the one choice of its section
    fields_line: int = -9  # the last line of a report's head ("Date: …")
    weak: Candidate | None = None  # may turn out to be a field of such a head
    items_seen: bool = False
    details: bool = False  # the list that follows only spells out a cure or a reason
    steps: bool = False  # the list tells what was done, one thing an item
    corrected: bool = False  # a person's correction was told of: its rule is a preference
    parent_level: int = -1
    parent: Candidate | None = None

    def section(self) -> Section:
        """What the nearest heading that says anything says of the text here."""
        for _, section, _ in reversed(self.sections):
            if section is not None:
                weighed = section.kind == "issue" and self.is_weighing()
                return Section(closed=True) if weighed else section
        return Section()

    def is_weighing(self) -> bool:
        """Whether this is one of several possibilities."""
        for _, _, weighs in self.sections:  # noqa: SIM110 - a generator is half as fast
            if weighs:
                return True
        return False

    def is_told_above(self, level: int) -> bool:
        """Whether a higher heading says already what stands here."""
        return any(above < level and told and told.kind for above, told, _ in self.sections)

    def is_free(self) -> bool:
        """Whether what stands here has to speak for itself."""
        section = self.section()
        return not section.kind and not section.closed

    def enter(self, level: int, section: Section | None, *, weighs: bool = False) -> None:
        """Open a heading, and close those that it ends."""
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, section, weighs))
        self.items_seen = False
        self.parent_level, self.parent = -1, None

    def close(self) -> None:
        """The one thing this section is about is told; the rest of it explains."""
        level, _, weighs = self.sections[-1]
        self.sections[-1] = (level, Section(closed=True), weighs)

    def leave_lead(self) -> None:
        """A paragraph after the list under a bold line is no longer under that line."""
        if self.items_seen and self.sections and self.sections[-1][0] == LEAD:
            self.sections.pop()
            self.items_seen = False
