"""An architecture decision record as one note: its title, and what was decided. Pure.

What was rejected, replaced, or is only proposed gives nothing.
"""

import re
from typing import Final

from ..markdown.blocks import blocks
from ..markdown.front_matter import read_front_matter
from .notes import Note, cleaned, shortened

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
    title, heading, status, decided = "", "", "", list[str]()
    level = line = 0
    for block in blocks(text):
        found = _FIELD.match(block.text) if block.kind == "paragraph" else None
        if block.kind == "heading" and not title:
            title, line = cleaned(_NUMBERED.sub("", block.text)), block.line
            continue
        if block.kind == "heading":
            is_inside = bool(level) and block.level > level
            is_decision = bool(_DECIDED.search(block.text)) and not _NOT_DECIDED.search(block.text)
            level = block.level if is_decision and not is_inside else level if is_inside else 0
            heading = block.text
            level = 0 if is_inside and _NOT_DECIDED.search(block.text) else level
            continue
        if found:
            heading = found[1]
            level = 7 if _DECIDED.search(heading) else 0
        words = cleaned(found[2] if found else block.text)
        if _STATUS.match(heading) or _STATUS.match(words):
            status = status or words
        elif level and block.kind in ("paragraph", "item") and words and block.level == 0:
            decided.append(words)
    status = status or str(read_front_matter(text)[0].get("status", ""))
    if _DEAD.search(_STATUS.sub("", status)[:60]):
        return Note(line or 1, title, "decision", "is not accepted, or no longer holds")
    if not title or not decided:
        return Note(line or 1, title, "decision", "no decision")
    told = re.sub(r'(?i)^chosen (?:option|solution):?\s*"?([^"]*?)"?,', r"\1,", " ".join(decided))
    return Note(line, shortened(f"{title}: {told}"), "decision")
