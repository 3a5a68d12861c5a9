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
from ..markdown.blocks import Block, blocks
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
_PATTERNS: Final = {name: re.compile(f"(?i){words}") for name, words in _FIELDS.items()}
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


def parse(text: str) -> tuple[Lesson, list[Lesson]]:
    """Return what the headings and labels say, and a lesson for each row of findings."""
    said: dict[str, str] = {}
    findings: list[Lesson] = []
    section = label = ""
    section_level = label_level = 0
    for block in blocks(text):
        if block.kind == "heading":
            label, field = "", _field(block.text)
            if field or not section or block.level <= section_level:
                section, section_level = field, block.level
            else:  # a part of the section
                said[section] = f"{said.get(section, '')}; {block.text}"
        elif block.kind in ("item", "paragraph"):
            label = label if block.level > label_level else ""
            for number, line in enumerate(block.text.split("\n")):
                found = _LABEL.match(line)
                field = _field(found[2]) if found else ""
                if found and (field or found[1]):
                    label, label_level, line = field or "other", block.level, line[found.end() :]
                joint = " " if number and not found else "; "
                said[label or section] = f"{said.get(label or section, '')}{joint}{line.strip()}"
        elif block.kind == "table":
            findings += _findings(block)
    words = {
        name: re.sub(r"(?<=[.;:!?]); ", " ", one_line(part)).strip("; ")
        for name, part in said.items()
    }
    problem, error = words.get("problem", ""), words.get("error", "")
    why = words.get("why") or (error if problem else "")
    return Lesson(problem or error, why, words.get("instead", "")), findings


def _field(title: str) -> str:
    words = re.sub(r"[ \t]*[(\[].*", "", title).strip(" *_`#.:0123456789")
    return next((name for name, pattern in _PATTERNS.items() if pattern.fullmatch(words)), "")


def _findings(table: Block) -> Iterator[Lesson]:
    names: list[str] = []
    lines = table.text.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        cells = [one_line(cell.text) for cell in split_row(line, len(names))]
        if is_delimiter_row(below.strip()):
            names = [_field(cell) for cell in cells]
        row = dict(zip(names, cells, strict=False))
        if "files" in row and row.get("problem") and paths_in(row["files"]):
            where = row["files"].replace("`", "")
            yield Lesson(f"{where}: {row['problem']}", instead=row.get("instead", ""))
