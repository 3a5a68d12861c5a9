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
_PARTS: Final = re.compile(r"(?i)^(?:context|status|consequences|considered options)\b")
_FIELD: Final = re.compile(r"^\*\*([^*\n]{2,40}?)[:：]?\*\*[:：]?\s*(.*)$", re.DOTALL)


def is_record(path: str, text: str) -> bool:
    """Return whether a document is one decision: by its folder and name, or by its headings."""
    titles = [one.text for one in blocks(text) if one.kind == "heading" and one.level == 2]
    has_parts = any(map(_PARTS.match, titles)) and any(map(_DECIDED.search, titles))
    return bool(_FOLDER.search(f"/{path}")) or (has_parts and len(titles) <= 12)


def record_note(text: str) -> Note:
    """Return the note of a decision record, with a reason where it is none."""
    title = heading = status = ""
    decided: list[str] = []
    level = line = 0  # level: of the heading of the decision that is read, 0 for none
    for block in blocks(text):
        found = _FIELD.match(block.text) if block.kind == "paragraph" else None
        if block.kind == "heading" and not title:
            title, line = cleaned(_NUMBERED.sub("", block.text)), block.line
        elif block.kind == "heading" or found:
            heading, depth = (found[1], 7) if found else (block.text, block.level)
            is_other = bool(_NOT_DECIDED.search(heading))
            is_inside = bool(level) and depth > level and not found
            starts = bool(_DECIDED.search(heading)) and not is_other
            level = 0 if is_other else level if is_inside else depth if starts else 0
        words = "" if block.kind == "heading" else cleaned(found[2] if found else block.text)
        if _STATUS.match(heading) or _STATUS.match(words):
            status = status or _STATUS.sub("", words)
        elif level and block.kind in ("paragraph", "item") and words and block.level == 0:
            decided.append(words)
    status = status or str(read_front_matter(text)[0].get("status", ""))
    reason = "is not accepted, or no longer holds" if _DEAD.search(status[:60]) else ""
    reason = reason or ("" if title and decided else "no decision")
    said = re.sub(r'(?i)^chosen (?:option|solution):?\s*"?([^"]*?)"?,', r"\1,", " ".join(decided))
    whole = title if reason else clip(f"{title}: {said}", LONGEST_TEXT)
    return Note(line or 1, whole, "decision", reason)
