"""Which files a spec allows to be changed: its "Allowed Files".

Grammar: the keys `files_modified:` and `allowed_files:` of YAML front matter, lists of paths or of
mappings with a `path`; then sections. A section opens with a heading, a bold line or label, or the
label of a list item or table row that says "Allowed Files" (`spec_words`); it ends with the next
heading of its level, or, where no heading opened it, with the next thing that is no list. In it,
list items, table rows, fenced lines and lines that begin with a path give files (`path_list`); what
stands under FORBIDDEN, "do not modify", "read-only" or a note does not, nor do prose and
struck-out text. `new` comes from the title above, a verb or the comment beside. Linear; pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.regex import regex
from ...base.yaml_text import Located
from ...markdown.file_paths import as_paths, has_wildcard
from ...markdown.front_matter import FrontMatter, read_front_matter
from ...markdown.lines import Line, list_item, visible_lines
from ...markdown.path_list import (
    MOST_CHARS,
    PathList,
    fenced_lists,
    plain,
    read_anywhere,
    read_labelled,
    read_list,
)
from ...markdown.table_rows import cells, is_delimiter, is_row
from ..model import AllowedFile
from . import spec_words as words
from .spec_words import normal_title, opens_section, says

_KEYS: Final = ("files-modified", "allowed-files", "files-allowed")
_MOST_DEPTH: Final = 4  # of lists and mappings in front matter
_MOST_CELLS: Final = 40  # of a row
_FEW: Final = 2  # paths that a sentence may begin with; more are a list, whatever follows
# The levels of sections that no heading opened: they end sooner.
_BY_LABEL: Final = 7
_BY_ITEM: Final = 8

_BOLD: Final = regex(r"[ \t]*(\*\*|__)(?=\S)(.{1,300}?)\1[ \t]*[:：]?[ \t]*(.*)")
_LABEL: Final = regex(r"[ \t]*([^:：`|]{1,200})(?::(?=[ \t]|$)|：)[ \t]*(.*)$")
_CELL_PARTS: Final = regex(r"(?<=[.;])[ \t]+(?=\*\*)")
_SEVERAL: Final = regex(r"[^\W_][-_.][^\W_]|[a-z][A-Z]")
# Words in parentheses that belong to the label: "(modify or create):".
_QUALIFIED: Final = regex(r"\([^()`.]{0,200}\)[ \t]*(?:[:：][ \t]*|$)")


def allowed_files(text: str) -> tuple[AllowedFile, ...]:
    """Return the files that a spec allows to be changed, in its order, each once."""
    text = text.removeprefix("\ufeff")
    found: dict[str, AllowedFile] = {}
    front = read_front_matter(text)
    if front:
        for path in _front_matter_paths(front):
            found.setdefault(path, AllowedFile(path, has_wildcard(path)))
        text = front.body
    for file in _SpecReader(visible_lines(text)).run():
        old = found.get(file.path)
        if old is None or (file.new and not old.new):
            found[file.path] = file
    # A bare name of several words speaks of a listed file; one of a word may be in the root too.
    named = {path.rsplit("/", 1)[-1] for path in found if "/" in path}
    again = {name for name in named & found.keys() if _SEVERAL.search(name.rsplit(".", 1)[0])}
    return tuple(file for path, file in found.items() if path not in again)


def _front_matter_paths(front: FrontMatter) -> Iterator[str]:
    for key, value in front.values.items():
        if re.sub(r"[_ ]", "-", key.casefold()) in _KEYS:
            # A list in brackets that is no YAML is one text, for what stands in it: [`a.py`, b.py].
            broken = front.fault and isinstance(value.value, str) and value.value[:1] == "["
            items = re.split(r"[\[\],]", str(value.value)) if broken else _strings(value, 0)
            for item in items:
                yield from read_list(plain(item)[:MOST_CHARS]).paths or as_paths(item, quoted=True)


def _strings(node: Located, depth: int) -> Iterator[str]:
    value = node.value
    if isinstance(value, str):
        yield value
    elif depth < _MOST_DEPTH:
        items = value
        if isinstance(value, Mapping):
            named = [value[key] for key in ("path", "file", "name") if key in value]
            items = named or list(value.values())
        for item in items:
            yield from _strings(item, depth + 1)  # type: ignore[arg-type]


class _Item(Struct):
    """An open list item: how deep, whether what it holds is left out, and what it names."""

    indent: int
    text: str = ""
    shut: bool = False
    folder: str = ""
    named: bool = False
    new: bool = False
    at: int = -1  # where a folder that only groups others stands among the results


class _SpecReader:
    """One pass over the lines of a spec."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.found: list[AllowedFile | None] = []
        self.level = 0  # of the open section, 0 outside
        self.mode = "allowed"  # or "new", "shut"
        self.muted = 0  # level of the sub-heading that shut
        self.listed = False
        self.in_prose = False
        self.items: list[_Item] = []
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
        self.mode, self.muted = ("new" if says("new", title) else "allowed"), 0

    def _close(self) -> None:
        self.level, self.muted, self.items, self.columns = 0, 0, [], None

    def _heading(self, level: int, text: str, *, first: bool) -> None:
        title = normal_title(text)
        self.columns, self.in_prose = None, False
        whole = first and level == 1 and self.titled
        if opens_section(title, whole=whole) and not words.is_ban_of_these(title):
            self._open(level, title)
        elif not self.level or self.level >= _BY_LABEL:
            self._close()
        elif level <= self.level:
            if level == self.level and says("next list", title):
                self._open(level, title)
            else:
                self._close()
        elif not self.muted or level <= self.muted:
            shut = words.is_forbidding(title) or says("aside", title)
            self.muted = level if shut else 0
            self.mode = "shut" if shut else "new" if says("new", title) else "allowed"
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
        item = list_item(text)
        if item:
            self.in_prose = False
            self._item(item.indent, item.text[:MOST_CHARS])
        elif self.items and text[:1] in " \t" and self.level:
            self._continued(text.strip()[:MOST_CHARS])
        else:
            self._paragraph(text.strip()[:MOST_CHARS])

    def _paragraph(self, text: str) -> None:
        self.items = []
        label, rest = _labelled(text)
        if label and self._labels(label, rest, _BY_LABEL):
            return
        if not self.level:
            return
        phrase = normal_title(text)
        bans = self._bans(
            phrase, says("ban", phrase) and words.is_forbidding(phrase)
        ) or self._bans_below(phrase)
        if bans or says("reading", phrase):
            self.mode = "shut"
        elif self.level >= _BY_LABEL and self.listed:
            self._close()
        elif self.mode != "shut" and not self.listed and not self.in_prose:
            listing = read_list(plain(text))
            if len(listing.paths) > _FEW or (listing.paths and listing.alone):
                self._emit(listing)
                return
        self.in_prose = True

    def _bans(self, phrase: str, forbids: bool) -> bool:
        """Whether a line shuts what follows; "nothing else" above the list shuts nothing."""
        return forbids and (self.listed or not says("others", phrase))

    def _bans_below(self, phrase: str) -> bool:
        """Whether a sentence behind a list forbids what the next list or fence names."""
        if not self.listed or self.level >= _BY_LABEL or not words.is_forbidding(phrase):
            return False
        below = next((line for line in self.lines[self.at + 1 :] if line.text.strip()), None)
        return below is not None and (below.fenced > 0 or list_item(below.text) is not None)

    def _labels(self, label: str, rest: str, level: int) -> bool:
        """Take a line that says what follows it; whether it is one."""
        title = normal_title(label)
        if opens_section(title, whole=level > _BY_LABEL or not label.endswith("*")):
            if words.is_forbidding(title):
                return False
            self._open(level, title)
            self._inline(rest)
            return True
        if not self.level:
            return False
        phrase = title if rest else normal_title(label.rstrip("*"))
        bans = self._bans(phrase, words.is_forbidding(phrase)) or says("reading", phrase)
        if bans or says("aside", phrase) or says("headroom", phrase):
            self.mode = "shut"
        elif says("change", phrase) or says("new", phrase):
            self.mode = "new" if says("new", phrase) and not says("as well", phrase) else "allowed"
            self._inline(rest)
        elif self.level >= _BY_LABEL:
            self._close()
        elif self.mode != "shut" and not (self.listed and rest):
            self._inline(rest)  # behind a list another label speaks of its files
        return True

    def _inline(self, rest: str) -> None:
        if not rest:
            return
        if not words.is_nothing(rest):
            self._emit(read_labelled(rest))
        if self.level >= _BY_LABEL and not rest.endswith((",", ":", ";")):
            self._close()

    # -- list items --------------------------------------------------------------------------------

    def _item(self, indent: int, text: str) -> None:
        while self.items and self.items[-1].indent >= indent:
            self.items.pop()
        if self.level == _BY_ITEM and indent <= self.opener:
            self._close()
        label, rest = _labelled(text)
        if not self.level:
            if label and opens_section(normal_title(label), whole=True):
                self.opener = indent
                self._labels(label, rest, _BY_ITEM)
            return
        above = self.items[-1] if self.items else None
        own = _Item(indent, text, shut=self.mode == "shut" or bool(above and above.shut))
        self.items.append(own)
        self.listed = True
        plain_text = plain(text)
        if own.shut or not plain_text or words.is_nothing(plain_text):
            own.shut = True
            return
        own.new = bool(above and above.new)
        beneath = above is not None and above.named
        listing = read_list(plain_text, verbs=not beneath)
        if not listing.paths and not beneath:
            listing = _behind_label(own, label, rest) if label else PathList()
            listing = listing if listing.paths or own.shut else read_anywhere(plain_text)
        if beneath and above and not above.folder:
            listing = listing.only(lambda path: "/" in path)  # notes on the file above
        self._emit_item(own, above, listing)

    def _emit_item(self, own: _Item, above: _Item | None, listing: PathList) -> None:
        if own.shut or not listing.paths:
            return
        if above and above.folder:
            listing = _below(above.folder, listing)
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
        was_open, goes_on = _is_open(item.text), item.text.endswith((":", ",", "+"))
        item.text = f"{item.text} {text}" if was_open else text
        goes_on = goes_on or (was_open and not _is_open(item.text))
        listing = read_list(plain(item.text)) if goes_on else PathList()
        if not listing.paths and (not item.named or text.startswith("`")):
            goes_on, listing = False, read_list(plain(text), verbs=False)
        if listing.paths and (goes_on or listing.alone):
            item.named = True
            self._emit(listing)

    def _emit(self, listing: PathList) -> None:
        if self.mode == "shut" or words.is_kept(listing.comment):
            return
        new = self.mode == "new" or listing.made or words.is_made(listing.comment)
        for path, aside in zip(listing.paths, listing.asides, strict=True):
            if not words.is_kept(aside):
                made = new or words.is_made(aside) or words.is_made(f"({aside})")
                self.found.append(AllowedFile(path, has_wildcard(path), made))

    # -- tables and fences -------------------------------------------------------------------------

    def _row(self, text: str, after: str) -> None:
        if self.columns is None and is_delimiter(after):
            self.columns = [cell.text for cell in cells(text)]
            return
        row = [cell.text for cell in cells(text, len(self.columns or ()))[:_MOST_CELLS]]
        if not self.level:
            for listing in _outer_lists(self.columns or (), row):
                self._emit(listing)
            return
        header = self.columns = self.columns or []
        if self.mode != "shut" and not _is_refused_row(header, row):
            self.listed = True
            for listing in _row_lists(header, row):
                self._emit(listing)

    def _fenced(self) -> None:
        if self.level and self.mode != "shut":
            self.listed = True
            for listing in fenced_lists(self.fence):
                self._emit(listing)
        self.fence = []


# -- labels and rows ------------------------------------------------------------------------------


def _labelled(text: str) -> tuple[str, str]:
    """(label, what follows); a "*" ends a label in bold. Both empty where there is none.

    A path is no label, though a colon or a line number follow it.
    """
    bold = _BOLD.match(text)
    if bold and not as_paths(bold[2], quoted=False):
        return f"{bold[2].strip()}*", _unqualified(bold[3])
    label = _LABEL.match(text)
    if label and not read_list(label[1]).paths:
        return label[1].strip(), _unqualified(label[2])
    return "", ""


def _is_open(text: str) -> bool:
    """Whether words in parentheses go on in the next line."""
    return text.count("(") > text.count(")") and len(text) < MOST_CHARS


def _unqualified(rest: str) -> str:
    found = _QUALIFIED.match(rest.strip())
    return rest.strip()[found.end() :] if found else rest.strip()


def _behind_label(item: _Item, label: str, rest: str) -> PathList:
    """The paths behind an item's label; what the label says goes for the items below too."""
    title = normal_title(label)
    item.shut = words.is_forbidding(title) or says("headroom", title)
    new = says("new", title)
    item.new = item.new or (new and not rest)
    return replace(read_list(plain(rest)), made=new)


def _below(folder: str, listing: PathList) -> PathList:
    """The paths as seen from the root, where they stand under an item that names their folder."""
    root = folder.split("/", 1)[0]
    joined = [path if path.split("/", 1)[0] == root else folder + path for path in listing.paths]
    return replace(listing, paths=tuple(joined))


def _is_refused_row(header: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a column that answers yes or no says no; `header` and `row` are texts of cells."""
    return any(
        says("allowed column", normal_title(name)) and words.is_refused(cell)
        for name, cell in zip(header, row, strict=False)
    )


def _row_lists(header: Sequence[str], row: Sequence[str]) -> Iterator[PathList]:
    """The paths in the columns that are for files; without such a column, in the first with any."""
    named = [index for index, name in enumerate(header) if says("file column", normal_title(name))]
    for index in [i for i in named if i < len(row)] or range(len(row)):
        others = [cell for cell in row if cell is not row[index]]
        kept = any(words.is_kept(cell, cell=True) for cell in others)
        lists = [] if kept else list(_cell_lists(row, index))
        yield from lists
        if (kept or lists) and not named:
            return


def _outer_lists(header: Sequence[str], row: Sequence[str]) -> Iterator[PathList]:
    """The paths of a row outside any section: in or beside a cell that is titled as one."""
    if len(row) > 1 and opens_section(normal_title(row[0]), whole=True):
        for part in _CELL_PARTS.split(row[1][:MOST_CHARS]):
            label, rest = _labelled(part)
            if label and words.is_forbidding(normal_title(label)):
                return
            yield read_list(plain(rest or part))
        return
    for name, cell in zip(header, row, strict=False):
        if _heads_allowed_files(name):
            yield read_list(plain(cell[:MOST_CHARS]))


@lru_cache(maxsize=64)
def _heads_allowed_files(header: str) -> bool:
    title = normal_title(header)
    return opens_section(title, whole=True) and not words.is_forbidding(title)


def _cell_lists(row: Sequence[str], index: int) -> Iterator[PathList]:
    beside = row[index + 1] if index + 1 < len(row) else ""
    for part in row[index].split("\n"):
        listing = read_list(plain(part[:MOST_CHARS]))
        if listing.paths:
            yield replace(listing, made=listing.made or words.is_made(beside))
