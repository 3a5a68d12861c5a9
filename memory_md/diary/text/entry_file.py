"""An entry's file: what failed, why, what to do instead, and which files it is about.

Grammar: headings and labels (`- Error: …`, `**Why:** …`, `Files: …`) name what follows; a value
goes on over indented lines and list items. A heading with a date begins a lesson of its own (a
list of corrections); each row of a table with a column of files is one as well (findings). Front
matter names the same by its keys. Code is left out, but not in a list of files. The template of a
new file is filled in here. Pure.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ...base.regex import regex
from ...base.text import one_line
from ...files.tables import word_lists
from ...markdown.file_paths import paths_in
from ...markdown.front_matter import FrontMatter, read_front_matter, strings_in
from ...markdown.lines import Line, list_item, visible_lines
from ...markdown.path_list import fenced_lists, plain, read_list
from ...markdown.table_rows import cells, is_delimiter, is_row
from ..model import DiaryEntry, EntryFile, Lesson
from .spec_words import normal_title, says

_LABEL: Final = regex(
    r"([ \t]*)(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?(\*\*|__)?(?:[^\w\s*`|<>(\[\"'#~:-]{1,3}[ \t]+)?"
    r"([^\W\d_][^:：*_`|\n]{0,40}?)"
    r"(?:(?:\*\*|__)[ \t]*[:：]|[:：](?:\*\*|__)?)(?:[ \t]+(.*)|$)"
)
_DATED: Final = regex(r"\D{0,20}(\d{4}-\d\d-\d\d)\b")
_ASIDE: Final = regex(r"[ \t]*[(\[（].*")
_NUMBER: Final = regex(r"\d+(?:\.\d+)*[.):]?[ \t]+")
_MOST_CHARS: Final = 4000


@cache
def _fields() -> dict[str, re.Pattern[str]]:
    groups = word_lists(__package__ or "", "entry_words.txt")
    return {name: re.compile("|".join(words)) for name, words in groups.items()}


def field_of(title: str) -> str | None:
    """What a heading or label names; "" is nothing of use, None a title unknown to us."""
    fields = _fields()
    words = _ASIDE.sub("", normal_title(title))
    # "The fix", "Solution applied" and "Prevention steps" are a fix, a solution and a prevention.
    core = fields["around"].sub("", words)
    for name, pattern in fields.items():
        if name != "around" and (pattern.fullmatch(words) or pattern.fullmatch(core)):
            return "" if name == "other" else name
    return None


def parse(text: str) -> EntryFile:
    """Read an entry's file; one without any known part has a title and mentions at least."""
    text = text.removeprefix("\ufeff")
    front = read_front_matter(text)
    reader = _EntryReader(visible_lines(front.body if front else text))
    if front:
        reader.read_front_matter(front)
    return reader.run(text)


class _EntryReader:
    """One pass over the lines; `field` is what they tell of at the moment."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.lessons: list[Lesson] = []
        self.findings: list[Lesson] = []  # rows of tables since the last lesson
        self.fields: dict[str, list[str]] = {}
        self.day = ""
        self.files: dict[str, None] = {}
        self.section = self.field = ""
        self.section_level = 0
        self.indent = -1  # of the label that is open, -1 outside
        self.columns: list[str] | None = None
        self.fence: list[str] = []
        self.title = self.category = ""

    def read_front_matter(self, front: FrontMatter) -> None:
        """Take the keys that name what headings and labels name, and the title."""
        self.title = front.string("title")
        dated = _DATED.match(front.string("date"))
        self.day = dated[1] if dated else ""
        for key, node in front.values.items():
            name = field_of(key)
            for text in strings_in(node) if name else ():
                self._add(name or "", f"- {text}")

    def run(self, text: str) -> EntryFile:
        for line, after in zip(self.lines, [*self.lines[1:], Line(0, "")], strict=False):
            if line.fenced:
                self.fence.append(line.text)
                if after.fenced != line.fenced:
                    self._fenced()
            elif line.level:
                self._heading(line)
            elif is_row(line.text):
                self._row(line.text, after.text)
            else:
                self._line(line.text)
                self.columns = None
        self._end()
        mentions = tuple(path for path in paths_in(text) if path not in self.files)
        return EntryFile(
            self.title, self.category, tuple(self.lessons), tuple(self.files), mentions
        )

    # -- blocks ------------------------------------------------------------------------------------

    def _heading(self, line: Line) -> None:
        self.indent, self.columns = -1, None
        dated = _DATED.match(line.text)
        name = field_of(line.text)
        if line.level == 1 and not self.title:
            self.title = line.text
            return
        if dated and name is None:
            self._end()
            self.day = dated[1]
            self.section, self.section_level = "", line.level
        elif name is None and self.section and line.level > self.section_level:
            # A part of the section: its title says what it is about.
            if self.section != "files":
                number = _NUMBER.match(line.text)
                self._add(self.section, line.text[number.end() if number else 0 :] + ";")
            self.field = ""
            return
        else:
            self.section, self.section_level = name or "", line.level
        self.field = self.section

    def _row(self, text: str, after: str) -> None:
        if is_delimiter(text):
            return
        if is_delimiter(after):
            self.columns = [cell.text for cell in cells(text)]
            return
        header = self.columns or []
        place = next(
            (i for i, name in enumerate(header) if says("file column", normal_title(name))), -1
        )
        row = [cell.text for cell in cells(text, len(header))]
        paths = tuple(paths_in(row[place][:_MOST_CHARS])) if 0 <= place < len(row) else ()
        self.files |= dict.fromkeys(paths)
        named = {field_of(name): cell for name, cell in zip(header, row, strict=False)}
        what = named.get("problem") or named.get("error") or ""
        instead = named.get("rule") or named.get("fix") or ""
        if paths:  # the first cells beside them say it, whatever their columns are called
            others = [cell for index, cell in enumerate(row) if index != place]
            what = what or next(iter(others), "")
            instead = instead or (others[1] if others[0:1] == [what] and len(others) > 1 else "")
        if what and (paths or instead) and not what.isdigit():
            why = one_line(named.get("why", ""))
            lesson = Lesson(one_line(what), why, one_line(instead), paths, self.day)
            self.findings.append(lesson)

    def _fenced(self) -> None:
        if self.field == "files":
            for listing in fenced_lists(self.fence):
                self.files |= dict.fromkeys(listing.paths)
        self.fence = []

    # -- lines -------------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        if not text.strip():
            return
        text = text[:_MOST_CHARS]
        depth = len(text) - len(text.lstrip())
        label = _LABEL.match(text)
        name = field_of(label[3]) if label else None
        if label and (name is not None or (label[2] and depth <= max(self.indent, 0))):
            self.field, self.indent = name or "", len(label[1])
            text = label[4] or ""
        elif self.indent >= 0 and depth <= self.indent and list_item(text):
            self.field, self.indent = self.section, -1
        if self.field and text.strip():
            self._add(self.field, text)

    def _add(self, name: str, text: str) -> None:
        item = list_item(text)
        words = one_line(item.text if item else text)
        if name == "files":
            listing = read_list(plain(words))
            alone = item and listing.paths and self.section == "files"
            found = listing.paths if alone else paths_in(words)
            self.files |= dict.fromkeys(found)
        elif words.strip(" -—*_=#"):
            parts = self.fields.setdefault(name, [])
            if item and parts and parts[-1][-1] not in ".;:!?。":
                parts[-1] += ";"
            parts.append(words)

    def _end(self) -> None:
        """Make a lesson of what was gathered since the last."""
        words = {name: one_line(" ".join(parts)).rstrip(";") for name, parts in self.fields.items()}
        what = words.get("problem") or words.get("did") or words.get("error") or ""
        why = words.get("why") or (words.get("error", "") if words.get("problem") else "")
        instead = words.get("rule") or words.get("fix") or ""
        if what or instead:
            self.lessons.append(Lesson(what, why, instead, date=self.day))
        self.lessons += self.findings
        self.category = self.category or words.get("category", "")[:200]
        self.fields, self.findings = {}, []


def render(template: str, entry: DiaryEntry, *, why: str = "", instead: str = "") -> str:
    """A new entry's file: the template with the words of the entry in its places."""
    summary = one_line(entry.summary)
    words = {
        "id": entry.id,
        "date": entry.date,
        "type": entry.type,
        "summary": summary,
        "problem": entry.summary.strip(),
        "why": why,
        "instead": instead,
        "files": ", ".join(f"`{path}`" for path in entry.files),
    }
    filled = re.sub(r"\{(\w+)\}", lambda found: words.get(found[1], found[0]), template)
    return "\n".join(line.rstrip() for line in filled.split("\n"))
