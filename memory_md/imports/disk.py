"""Opens a file of notes, and finds its format by its content; nothing is ever written.

What opens like JSON is a tool's export or JSON lines, all else is Markdown. JSON of another shape
is refused with a reason.
"""

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from msgspec.structs import replace

from ..adr.text.record import is_template_name
from ..base.errors import MemError, UnreadableError
from ..base.json_text import parse_json
from ..base.private import without_private
from ..base.regex import regex
from ..base.yaml_text import parse_yaml
from ..extract.model import Candidate
from ..files.named_file import read_words
from ..markdown.front_matter import read_front_matter, strings_in
from ..memory.rules.scope import globs, written_globs
from .json_exports import (
    export_notes,
    is_export_list,
    is_mulch,
    is_reflect_queue,
    lists_in,
    mulch_notes,
    reflect_notes,
)
from .model import FOR_PEOPLE, NotesFile, is_notes
from .rules.decision_record import is_in_records, record_names, replaced_by
from .rules.markdown_notes import read_notes

MOST_BYTES: Final = 8 << 20
_RULES: Final = frozenset((".claude", ".cursor", ".github", ".windsurf", ".clinerules", ".agents"))
_UNREAD: Final = (".", "node_modules", "vendor", "venv", "dist", "__pycache__")
_RULE_FILE: Final = regex(r"(?:^|/)(?:\.\w+/rules|\.clinerules)/")
_MOST_FILES: Final = 2_000
_MOST_RECORD: Final = 200_000
_HINT: Final = (
    "import reads Markdown notes, mulch JSONL, a claude-reflect queue and exports of cm or engram;"
    " mem extract reads transcripts"
)
_JSON: Final = regex(r"\s{0,100}(?:\{\s{0,20}[\"}]|\[\s{0,20}[\[{\]\"\d])")
_PLAYBOOK: Final = regex(r"^(?:schema_version|bullets):", re.MULTILINE)
_MEMORY_TYPE: Final = regex(
    r"\ufeff?---\n(?:[^\n]{0,400}\n){0,20}?[ ]{0,8}type: ?[\"']?(user|feedback|project|reference)\b"
)
_KIND_OF_TYPE: Final = {
    "user": "identity", "feedback": "preference", "project": "project", "reference": "note",
}  # fmt: skip


def open_notes(path: str, *, root: str, stdin: BinaryIO, name: str = "") -> NotesFile:
    """Read a file ("-" is standard input) of any known format; `root` is the memory's directory.

    `name` is its path in the repository, which tells what it is and what it is about.

    Raises as `named_file.read_words`, and UnreadableError for what is too large for notes, and for
    JSON of no known shape.
    """
    _check_size(path)
    text, warnings = read_words(path, stdin)
    text = without_private(text.replace("\r\n", "\n"), closed_only=True)
    notes = _notes(text, path, root, name or path)
    return replace(notes, warnings=(*warnings, *notes.warnings))


def _notes(text: str, path: str, root: str, name: str) -> NotesFile:
    if _JSON.match(text.removeprefix("\ufeff")):
        return _json_notes(text.removeprefix("\ufeff"), path, root)
    if len(_PLAYBOOK.findall(text[:20_000])) > 1:
        found = lists_in(parse_yaml(text, where=path))
        if found:
            return _export(parse_yaml(text, where=path), found, text)
    typed = _MEMORY_TYPE.match(text)
    kind = _KIND_OF_TYPE[typed[1]] if typed else ""
    is_old = is_in_records(name) and is_replaced(Path(path))
    notes = read_notes(text, kind=kind, path=name, about=_about(name), replaced=is_old)
    scope = _globs_of(text) or ((f"{folder}/**",) if (folder := _subtree(name)) else ())
    if scope:
        notes = tuple(replace(n, scope=scope) if isinstance(n, Candidate) else n for n in notes)
    return NotesFile("markdown", notes, vouched=True, scope=scope)


def _subtree(name: str) -> str:
    """Return the folder whose work a nested CLAUDE.md or AGENTS.md is for; "" for all of it."""
    folder, _, file = name.rpartition("/")
    hidden = any(part.startswith(".") for part in folder.split("/"))
    return "" if hidden or not is_notes(file) or Path(name).is_absolute() else folder


def _about(name: str) -> str:
    """Return what a file's lines are about: the folder of nested notes, the name of a rule."""
    file = name.rpartition("/")[2]
    if not _is_rule(name):
        return _subtree(name).rpartition("/")[2]
    return " ".join(re.split(r"[-_ ]+", re.sub(r"^[\d._-]+", "", file.partition(".")[0])))


def is_replaced(path: Path) -> bool:
    """Whether another record in the folder says that it replaces this one."""
    own = record_names(path.name)
    with suppress(OSError):
        for other in sorted(path.parent.iterdir())[:_MOST_FILES]:
            if other.suffix in (".md", ".markdown") and other.name != path.name:
                text = other.read_bytes()[:_MOST_RECORD].decode("utf-8", "replace")
                if not own.isdisjoint(replaced_by(text)):
                    return True
    return False


def notes_in(folder: Path, root: Path) -> list[str]:
    """Return the files of notes in a folder, of the root only those that are known by name.

    Folders of packages and hidden ones are left out, but for those of agents' rules.
    """
    is_root = folder.resolve() == root.resolve()
    found: list[str] = []
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(n for n in folders if n in _RULES or not n.startswith(_UNREAD))
        for name in sorted(names):
            path = Path(at, name)
            inside = path.relative_to(folder).as_posix()
            if _is_taken(inside if is_root else f"x/{inside}", anywhere=not is_root):
                found.append(str(path))
    return found[:_MOST_FILES]


def _is_taken(path: str, *, anywhere: bool) -> bool:
    name = path.rpartition("/")[2].casefold()
    if is_notes(name):
        return anywhere or name not in FOR_PEOPLE
    if not name.endswith((".md", ".mdc", ".markdown")) or is_template_name(name):
        return False
    return anywhere or _is_rule(path) or is_in_records(path)


def _is_rule(path: str) -> bool:
    return path.endswith((".mdc", ".instructions.md")) or _RULE_FILE.search(path) is not None


def _globs_of(text: str) -> tuple[str, ...]:
    """Return the globs that the front matter of a rule names; none where it always applies."""
    front = read_front_matter(text)
    named = front.get("paths", "globs", "applyTo") if front else None
    if front is None or named is None or front.string("alwaysApply").casefold() == "true":
        return ()
    return globs(written_globs(strings_in(named)))


def _check_size(path: str) -> None:
    try:
        size = 0 if path == "-" else Path(path).stat().st_size
    except (OSError, ValueError):
        return  # reading it will say what is wrong
    if size > MOST_BYTES:
        raise UnreadableError(
            f"is larger than {MOST_BYTES >> 20} MB", where=path, hint="take the part that matters"
        )


def _json_notes(text: str, path: str, root: str) -> NotesFile:
    try:
        value = parse_json(text, where=path, strict=False)
    except UnreadableError as fault:
        records, broken = _json_lines(text)
        if not is_mulch(records):
            raise _unknown(path) if records else fault from None
        count = "1 line is" if broken == 1 else f"{broken} lines are"
        warnings = (f"{path}: {count} no JSON and passed over",) if broken else ()
        return NotesFile("mulch", mulch_notes(records), warnings=warnings)
    if isinstance(value, dict) and is_mulch([(1, value)]):
        return NotesFile("mulch", mulch_notes([(1, value)]))
    if is_reflect_queue(value):
        return NotesFile("claude-reflect", reflect_notes(_placed(value, text), root))
    if value == []:
        return NotesFile("json", ())
    found = lists_in(value)
    if found:
        return _export(value, found, text)
    if is_export_list(value):
        return NotesFile("export", export_notes(_placed(value, text)))
    raise _unknown(path)


def _export(value: Mapping[str, Any], names: tuple[str, ...], text: str) -> NotesFile:
    items = [item for name in names for item in value[name]]
    return NotesFile("export", export_notes(_placed(items, text)))


def _unknown(path: str) -> MemError:
    return UnreadableError("is JSON in a form that import does not know", where=path, hint=_HINT)


def _json_lines(text: str) -> tuple[list[tuple[int, Any]], int]:
    """Return (line, value) of each line that is a JSON object, and how many are broken."""
    found: list[tuple[int, Any]] = []
    broken = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            broken += 1
            continue
        if isinstance(value, dict):
            found.append((number, value))
    return found, broken


def _placed(items: list[Any], text: str) -> list[tuple[int, Any]]:
    """Return each record with the line of its text, as far as that can be found."""
    placed, at, line = [], 0, 1
    for item in items:
        words = next((v for v in item.values() if isinstance(v, str) and len(v) > 11), "")
        inside = json.dumps(words, ensure_ascii=False)[1:-1].split("\\n")[0][:60]
        found = text.find(inside, at) if inside else -1
        if found >= 0:
            line += text.count("\n", at, found)
            at = found
        placed.append((line, item))
    return placed
