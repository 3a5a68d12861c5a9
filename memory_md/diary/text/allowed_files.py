"""The sections of a spec that say which files may be changed, and the files they name.

Grammar: a section opens with a heading, a bold line or label, or the label of a list item or table
row that says "Allowed Files" (`words`); it ends with the next heading of its level, or, where
no heading opened it, with the next thing that is no list. In it, list items, table rows, fenced
lines and lines that begin with a path give files (`path_list`); what stands under FORBIDDEN, "do
not modify", "read-only" or a note does not, nor do prose and struck-out text. `new` comes from the
title above, a verb or the comment beside. Linear; pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...markdown.file_paths import is_glob
from ...markdown.lines import Line
from ...markdown.path_list import (
    MOST_CHARS,
    PathList,
    fenced_lists,
    plain,
    read_anywhere,
    read_list,
)
from ...markdown.tables import cells, is_delimiter, is_row
from ..model.spec import AllowedFile
from . import spec_words as words
from .spec.items import Item, behind_label, below
from .spec.labels import labelled
from .spec.rows import is_refused_row, outer_lists, row_lists
from .spec.titles import opens_section

_ITEM: Final = regex(r"([ \t]*)(?:[-*+•]|\d{1,9}[.)])[ \t]+(.*)")
_MOST_CELLS: Final = 40  # of a row
# The levels of sections that no heading opened: they end sooner.
_BY_LABEL: Final = 7
_BY_ITEM: Final = 8


def section_files(lines: list[Line]) -> Iterator[AllowedFile]:
    """The files that the sections of a document name, in order; one may come twice."""
    return _Reader(lines).run()


class _Reader:
    """One pass over the lines of a spec."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.found: list[AllowedFile | None] = []
        self.level = 0  # of the open section, 0 outside
        self.mode = "allowed"  # or "new", "shut"
        self.muted = 0  # level of the sub-heading that shut
        self.listed = False
        self.in_prose = False
        self.items: list[Item] = []
        self.opener = 0  # indent of the item that opened the section
        self.columns: list[str] | None = None
        self.fence: list[str] = []  # the lines of the open one
        self.at = 0  # the index of the line that is read
        self.titled = sum(1 for line in lines if line.level) > 1

    def run(self) -> Iterator[AllowedFile]:
        for index, line in enumerate(self.lines):
            self.at = index
            after = self.lines[index + 1].text if index + 1 < len(self.lines) else ""
            if line.fenced:
                self.fence.append(line.text)
                if index + 1 == len(self.lines) or self.lines[index + 1].fenced != line.fenced:
                    self._fenced()
            elif line.level:
                self._heading(line.level, line.text, first=not index)
            else:
                self._line(line.text, after)
        return (file for file in self.found if file)

    # -- where a section is ------------------------------------------------------------------------

    def _open(self, level: int, title: str) -> None:
        if not self.level or level < _BY_LABEL:
            self.level, self.listed, self.items = level, False, []
        self.mode, self.muted = ("new" if words.is_new(title) else "allowed"), 0

    def _close(self) -> None:
        self.level, self.muted, self.items, self.columns = 0, 0, [], None

    def _heading(self, level: int, text: str, *, first: bool) -> None:
        title = words.spoken(text)
        self.columns, self.in_prose = None, False
        whole = first and level == 1 and self.titled
        if opens_section(title, whole=whole) and not words.is_ban_of_these(title):
            self._open(level, title)
        elif not self.level or self.level >= _BY_LABEL:
            self._close()
        elif level <= self.level:
            if level == self.level and words.goes_on(title):
                self._open(level, title)
            else:
                self._close()
        elif not self.muted or level <= self.muted:
            shut = words.is_forbidding(title) or words.is_aside(title)
            self.muted = level if shut else 0
            self.mode = "shut" if shut else "new" if words.is_new(title) else "allowed"
            self.items = []

    # -- one line ----------------------------------------------------------------------------------

    def _line(self, text: str, after: str) -> None:
        if not text.strip():
            self.in_prose = False
            self.columns = None
            return
        text = text.lstrip("> ") if text.lstrip().startswith(">") else text
        if is_row(text) or (self.columns is not None and "|" in text):
            self._row(text, after)
            return
        self.columns = None
        item = _ITEM.match(text)
        if item:
            self.in_prose = False
            self._item(len(item[1].expandtabs(4)), item[2][:MOST_CHARS])
        elif self.items and text[:1] in " \t" and self.level:
            self._continued(text.strip()[:MOST_CHARS])
        else:
            self._paragraph(text.strip()[:MOST_CHARS])

    def _paragraph(self, text: str) -> None:
        self.items = []
        label, rest = labelled(text)
        if label and self._labels(label, rest, _BY_LABEL):
            return
        if not self.level:
            return
        said = words.spoken(text)
        bans = self._bans(said, words.is_ban(said)) or self._bans_below(said)
        if bans or words.only_reads(said):
            self.mode = "shut"
        elif self.level >= _BY_LABEL and self.listed:
            self._close()
        elif self.mode != "shut" and not self.listed and not self.in_prose:
            listing = read_list(plain(text))
            if listing.paths and listing.alone:
                self._emit(listing)
                return
        self.in_prose = True

    def _bans(self, said: str, forbids: bool) -> bool:
        """Whether a line shuts what follows; "nothing else" above the list shuts nothing."""
        return forbids and (self.listed or not words.is_others(said))

    def _bans_below(self, said: str) -> bool:
        """Whether a sentence behind a list forbids what the next list or fence names."""
        if not self.listed or self.level >= _BY_LABEL or not words.is_forbidding(said):
            return False
        below = next((line for line in self.lines[self.at + 1 :] if line.text.strip()), None)
        return below is not None and (below.fenced > 0 or _ITEM.match(below.text) is not None)

    def _labels(self, label: str, rest: str, level: int) -> bool:
        """Take a line that says what follows it; whether it is one."""
        title = words.spoken(label)
        if opens_section(title, whole=level > _BY_LABEL or not label.endswith("*")):
            if words.is_forbidding(title):
                return False
            self._open(level, title)
            self._inline(rest)
            return True
        if not self.level:
            return False
        said = title if rest else words.spoken(label.rstrip("*"))
        bans = self._bans(said, words.is_forbidding(said)) or words.only_reads(said)
        if bans or words.is_aside(said):
            self.mode = "shut"
        elif words.is_change(said) or words.is_new(said):
            self.mode = "new" if words.is_new(said) and not words.is_mixed(said) else "allowed"
            self._inline(rest)
        elif self.level >= _BY_LABEL:
            self._close()
        elif self.mode != "shut":
            self._inline(rest)
        return True

    def _inline(self, rest: str) -> None:
        if not rest:
            return
        if not words.is_nothing(rest):
            self._emit(read_list(plain(rest)))
        if self.level >= _BY_LABEL and not rest.endswith((",", ":", ";")):
            self._close()

    # -- list items --------------------------------------------------------------------------------

    def _item(self, indent: int, text: str) -> None:
        while self.items and self.items[-1].indent >= indent:
            self.items.pop()
        if self.level == _BY_ITEM and indent <= self.opener:
            self._close()
        label, rest = labelled(text)
        if not self.level:
            if label and opens_section(words.spoken(label), whole=True):
                self.opener = indent
                self._labels(label, rest, _BY_ITEM)
            return
        above = self.items[-1] if self.items else None
        own = Item(indent, shut=self.mode == "shut" or bool(above and above.shut))
        self.items.append(own)
        self.listed = True
        words_said = plain(text)
        if own.shut or not words_said or words.is_nothing(words_said):
            own.shut = True
            return
        own.new = bool(above and above.new)
        beneath = above is not None and above.named
        listing = read_list(words_said, verbs=not beneath)
        if not listing.paths and not beneath:
            listing = behind_label(own, label, rest) if label else PathList()
            listing = listing if listing.paths or own.shut else read_anywhere(words_said)
        if beneath and above and not above.folder:
            listing = listing.only(lambda path: "/" in path)
        self._emit_item(own, above, listing)

    def _emit_item(self, own: Item, above: Item | None, listing: PathList) -> None:
        if own.shut or not listing.paths:
            return
        if words.is_kept(listing.comment):
            own.shut = True
            return
        if above and above.folder:
            listing = below(above.folder, listing)
            if above.at >= 0:
                self.found[above.at] = None
        own.named = True
        listing = replace(listing, made=listing.made or own.new)
        if len(listing.paths) == 1 and listing.paths[0].endswith("/"):
            own.folder, own.at = listing.paths[0], len(self.found)
        self._emit(listing)

    def _continued(self, text: str) -> None:
        """A further line of an item: more of its list, where the list plainly goes on."""
        item = self.items[-1]
        if item.shut or self.mode == "shut":
            return
        if not item.named or text.startswith("`"):
            listing = read_list(plain(text), verbs=False)
            if listing.paths and listing.alone:
                item.named = True
                self._emit(listing)

    def _emit(self, listing: PathList) -> None:
        if self.mode == "shut" or words.is_kept(listing.comment):
            return
        new = self.mode == "new" or listing.made or words.is_made(listing.comment)
        for path, aside in zip(listing.paths, listing.asides, strict=True):
            if not words.is_kept(aside):
                made = new or words.is_made(aside) or words.is_made(f"({aside})")
                self.found.append(AllowedFile(path, is_glob(path), made))

    # -- tables and fences -------------------------------------------------------------------------

    def _row(self, text: str, after: str) -> None:
        if is_delimiter(text):
            return
        if self.columns is None and is_delimiter(after):
            self.columns = [cell.text for cell in cells(text)]
            return
        row = [cell.text for cell in cells(text, len(self.columns or ()))[:_MOST_CELLS]]
        if not self.level:
            for listing in outer_lists(self.columns or (), row):
                self._emit(listing)
            return
        header = self.columns = self.columns or []
        if self.mode != "shut" and not is_refused_row(header, row):
            self.listed = True
            for listing in row_lists(header, row):
                self._emit(listing)

    def _fenced(self) -> None:
        if self.level and self.mode != "shut":
            self.listed = True
            for listing in fenced_lists(self.fence):
                self._emit(listing)
        self.fence = []
