"""claude-reflect: `learnings-queue.json`, what a person said that looked like a correction.

Grammar: a list of `{"type": explicit|auto|guardrail|positive, "message", "timestamp", "project",
"patterns", "confidence", "sentiment": correction|positive, "decay_days"}`. `message` is the whole
prompt; newer versions add `extracted_learning`. One queue serves all projects of a person, so what
was said in another project is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from posixpath import basename
from typing import Any, Final

from ...base.regex import regex
from ..model import LeftOut, Note
from .records import Record, confidence_of, note, text_of

_REMEMBER: Final = regex(r"^.{0,40}?\bremember:[ ]*", re.IGNORECASE)
_OPENING: Final = regex(
    r"^(?:no|nope|actually|stop|wait|i told you|i said|i meant)\b[,.!: ]*", re.IGNORECASE
)
_LONGEST: Final = 500


def recognises(value: Any) -> bool:
    """Whether a JSON value is such a queue."""
    items = value if isinstance(value, list) else []
    return bool(items) and all(
        isinstance(item, dict)
        and isinstance(item.get("message"), str)
        and ("sentiment" in item or "patterns" in item or "decay_days" in item)
        for item in items
    )


def notes(items: Sequence[tuple[int, Record]], root: str) -> tuple[Note, ...]:
    """Each prompt as a preference; `root` is where the memory is, to tell other projects."""
    return tuple(_note(line, item, root) for line, item in items)


def _note(line: int, item: Record, root: str) -> Note:
    said = text_of(item, "extracted_learning", "message")
    if item.get("sentiment") == "positive" or item.get("type") == "positive":
        return LeftOut(line, said[:_LONGEST], "praise, not a rule")
    project = text_of(item, "project")
    if project and not _is_of(project, root):
        return LeftOut(line, said[:_LONGEST], f"was said in another project, {project}")
    if said.startswith("<") or len(said) > _LONGEST:
        return LeftOut(line, said[:_LONGEST], "a whole prompt, not a rule")
    text = _OPENING.sub("", _REMEMBER.sub("", said, 1), 1)
    text = text[:1].upper() + text[1:]
    return note("preference", text, line, confidence_of(item.get("confidence")))


def _is_of(project: str, root: str) -> bool:
    """Whether a directory is the memory's, one in it, or a checkout of the same name elsewhere."""
    ours, theirs = (path.replace("\\", "/").rstrip("/") for path in (root, project))
    return f"{theirs}/".startswith(f"{ours}/") or basename(ours) == basename(theirs)
