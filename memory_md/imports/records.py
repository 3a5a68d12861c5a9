"""An architecture decision record as one note: its title, and what was decided. Pure.

What was rejected, replaced, or is only proposed gives nothing.
"""

import re
from typing import Final

from ..base.text import clip
from ..markdown.blocks import blocks
from ..markdown.front_matter import read_front_matter
from ..memory.model import LONGEST_TEXT
from .notes import Note, cleaned

_FOLDER: Final = re.compile(
    r"(?i)/(?:adrs?|decisions|decision-records|architecture-decisions)/(?:adr)?\W?\d[^/]*$"
)
_NUMBERED: Final = re.compile(r"(?i)^(?:adr|decision)?[-\s#]*\d+\s*[.:)—–-]?\s*")
_STATUS: Final = re.compile(r"(?i)^(?:status|statut|estado|статус|状态|ステータス|상태)\b")
_DEAD: Final = re.compile(
    r"(?i)\b(?:rejected|superseded|deprecated|obsolete|proposed|draft|declined|abandoned|abgelehnt"
    r"|ersetzt|rejeté|remplacé|rechazad|reemplazad|отклонен|заменен)|已废弃|已取代|却下|廃止|提案"
)
_DECIDED: Final = re.compile(
    r"(?i)^(?:the )?(?:decision|decided|solution|entscheidung|décision|decisión|decisão|решение)"
    r"|決定|决定|决策|採用|결정"
)
_NOT_DECIDED: Final = re.compile(
    r"(?i)\b(?:drivers?|makers?|consequences|rejected|alternatives|options)\b|なかった|不採用|却下|否决"
)
_FIELD: Final = re.compile(r"^\*\*([^*\n]{2,40}?)[:：]?\*\*[:：]?\s*(.*)$", re.DOTALL)


def is_record(path: str) -> bool:
    """Return whether a document is one decision, by its folder and name."""
    return bool(_FOLDER.search(f"/{path}"))


def record_note(text: str) -> Note:
    """Return the note of a decision record, with a reason where it is none."""
    title = heading = ""
    line = level = 0
    sections: dict[str, list[str]] = {}
    for block in blocks(text):
        field = _FIELD.match(block.text) if block.kind == "paragraph" else None
        if block.kind == "heading" and not title:
            title, line = cleaned(_NUMBERED.sub("", block.text)), block.line
        elif block.kind == "heading":  # one below that of the decision is a part of it
            is_part = block.level > level and _DECIDED.search(heading)
            if not is_part or _NOT_DECIDED.search(block.text):
                heading, level = block.text, block.level
        elif block.kind in ("paragraph", "item") and block.level == 0:
            heading, level = (field[1], 7) if field else (heading, level)
            words = cleaned(field[2] if field else block.text)
            sections.setdefault("status" if _STATUS.match(words) else heading, []).append(words)
    status = [words[0] for name, words in sections.items() if _STATUS.match(name)]
    status.append(str(read_front_matter(text)[0].get("status", "")))
    names = [one for one in sections if _DECIDED.search(one) and not _NOT_DECIDED.search(one)]
    decided = " ".join(words for name in names for words in sections[name] if words)
    said = re.sub(r'(?i)^chosen (?:option|solution):?\s*"?([^"]*?)"?,', r"\1,", decided)
    if _DEAD.search(status[0][:60]):
        return Note(line or 1, title, "decision", "is not accepted, or no longer holds")
    reason = "" if title and said else "no decision"
    return Note(line or 1, clip(f"{title}: {said}", LONGEST_TEXT), "decision", reason)
