"""An entry's file: what failed, why, what to do instead.

Headings and labels name what follows them (`## Why`, `- Resolution: …`, `**Files:** …`), in English
or Russian; a label holds for its line, what goes on below it, and the items under it.
"""

import re
from typing import Final

from ..base.text import clip, one_line
from ..markdown.blocks import blocks

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
_LABEL: Final = re.compile(r"\s*(\*\*)?([^\W\d_][^:*_`|\n]{0,40}?)(?::(?:\*\*)?|\*\*:)(?=\s|$)")


def lesson(text: str, summary: str) -> str:
    """Return what a task teaches in at most 450 characters: "what failed — why → instead"."""
    said = dict.fromkeys(["", *_FIELDS], "")
    section = label = ""
    section_level = label_level = 0
    for block in blocks(text):
        if block.kind == "heading":
            label, field = "", _field(block.text)
            if field or not section or block.level <= section_level:
                section, section_level = field, block.level
            else:  # a part of the section
                said[section] += f"; {block.text}"
        elif block.kind in ("item", "paragraph"):
            label = label if block.level > label_level else ""
            for number, line in enumerate(block.text.split("\n")):
                found = _LABEL.match(line)
                field = _field(found[2]) if found else ""
                if found and (field or found[1]):
                    label, label_level, line = field or "other", block.level, line[found.end() :]
                joint = " " if number and not found else "; "
                said[label or section] += f"{joint}{line.strip()}"
    for name, part in said.items():
        said[name] = re.sub(r"(?<=[.;:!?]); ", " ", one_line(part)).strip("; ")
    why = said["why"] or said["error"] or said["problem"]
    why = "" if why == summary else why
    failed = " — ".join(filter(None, (clip(summary, 140).rstrip("."), clip(why, 120))))
    return " → ".join(filter(None, (failed.rstrip("."), clip(said["instead"], 180))))


def _field(title: str) -> str:
    words = re.sub(r"[ \t]*[(\[].*", "", title).strip(" *_`#.:0123456789")
    return next((name for name, one in _FIELDS.items() if re.fullmatch(f"(?i){one}", words)), "")
