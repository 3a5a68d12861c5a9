"""An entry's file: what failed, why, what to do instead, and which files it is about.

Headings and labels name what follows them (`## Why`, `- Resolution: …`, `**Files:** …`), in English
or Russian; a label holds for its line, what goes on below it, and the items under it. Each row of a
table with a column of files is a lesson of its own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..base.text import clip, one_line
from ..markdown.blocks import blocks
from ..markdown.paths import paths_in
from ..markdown.tables import is_delimiter_row, split_row

_FIELDS: Final = {
    "problem": r"problem|issue|what (?:happened|failed)|finding|i did|проблема|что случилось",
    "error": r"errors?|ошибк[аи]",
    "why": r"why(?: it failed)?|(?:root )?causes?|reason|почему|(?:корневая )?причин[аы]",
    "instead": r"(?:what to )?do instead|instead|what to do|(?:how to )?avoid(?: it)?|lessons?(?: "
    r"learned)?|resolution|prevention|fix|solution(?: applied)?|next time|remedy|suggested action"
    r"|rules?(?: for future)?|(?:что делать )?вместо(?: этого)?|как (?:надо|избежать)|урок|вывод"
    r"|впредь|в следующий раз|правило|решение|исправление",
    "files": r"files?(?: changed)?|file:line|файлы?",
    "other": r"date|type|status|project|context|attempts|category|applies to|дата|тип|статус",
}
_PATTERNS: Final = {name: re.compile(words, re.IGNORECASE) for name, words in _FIELDS.items()}
_LABEL: Final = re.compile(r"\s*(\*\*)?([^\W\d_][^:*_`|\n]{0,40}?)(?::(?:\*\*)?|\*\*:)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What failed, why, and what to do instead, each on one line, "" where it is not said."""

    what: str = ""
    why: str = ""
    instead: str = ""

    def line(self) -> str:
        """Return it as "what — why → instead", in at most 450 characters."""
        failed = " — ".join(filter(None, (clip(self.what, 140).rstrip("."), clip(self.why, 120))))
        return " → ".join(filter(None, (failed.rstrip("."), clip(self.instead, 180))))


@dataclass(frozen=True, slots=True)
class EntryFile:
    """What the headings and labels of a file say, the rows of its tables, all paths it names."""

    lesson: Lesson = Lesson()
    findings: tuple[Lesson, ...] = ()
    files: tuple[str, ...] = ()


def parse(text: str) -> EntryFile:
    """Read an entry's file. Never fails."""
    parts: dict[str, str] = {}
    for name, words in _parts(text):
        parts[name] = parts.get(name, "") + words
    said = {
        name: re.sub(r"(?<=[.;:!?]); ", " ", one_line(words)).strip("; ")
        for name, words in parts.items()
    }
    problem, error = said.get("problem", ""), said.get("error", "")
    why = said.get("why") or (error if problem else "")
    findings = [row for block in blocks(text) if block.kind == "table" for row in _rows(block.text)]
    lesson = Lesson(problem or error, why, said.get("instead", ""))
    return EntryFile(lesson, tuple(findings), tuple(paths_in(text)))


def _field(title: str) -> str:
    words = re.sub(r"[ \t]*[(\[].*", "", title).strip(" *_`#.:0123456789")
    return next((name for name, pattern in _PATTERNS.items() if pattern.fullmatch(words)), "")


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield (field, words) of each line under a heading or label; "; " before what begins."""
    section = label = ""
    section_level = label_level = 0
    for block in blocks(text):
        if block.kind == "heading":
            field = _field(block.text)
            if not field and block.level > section_level and section:
                yield section, f"; {block.text}"  # a part of the section
            else:
                section, section_level = field, block.level
            label = ""
        elif block.kind in ("item", "paragraph"):
            label = label if block.level > label_level else ""
            for number, line in enumerate(block.text.split("\n")):
                found = _LABEL.match(line)
                field = _field(found[2]) if found else ""
                if found and (field or found[1]):
                    label, label_level = field or "other", block.level
                    line = line[found.end() :]
                if name := label or section:
                    yield name, f"{' ' if number and not found else '; '}{line.strip()}"


def _rows(table: str) -> Iterator[Lesson]:
    """Yield a lesson for each row of a table that has a column of files."""
    names: list[str] = []
    lines = table.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        cells = [one_line(cell.text) for cell in split_row(line, len(names))]
        if is_delimiter_row(below.strip()):
            names = [_field(cell) for cell in cells]
        row = dict(zip(names, cells, strict=False))
        if "files" in row and row.get("problem") and paths_in(row["files"]):
            where = row["files"].replace("`", "")
            yield Lesson(f"{where}: {row['problem']}", instead=row.get("instead", ""))
