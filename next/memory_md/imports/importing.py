"""`mem import`: take over the notes that a team keeps by hand. Their files are only read."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, NotFoundError, RefusedError, UnreadableError
from ..markdown.front_matter import front_matter_end, read_front_matter
from ..markdown.marked_block import EXPORT, MARKDOWN, without_block
from ..memory.disk import paths_of
from ..memory.memory import Memory
from ..memory.model import APPROVED, Candidate
from ..memory.opening import Opened
from ..memory.writing import changing
from .notes import Note, notes_in
from .records import is_record, record_note

Result = dict[str, Any]
_MOST_BYTES: Final = 2 << 20
_NOTES: Final = re.compile(
    r"(?i)^(?:claude|claude\.local|agents|gemini|memory|learnings|lessons|copilot-instructions"
    r"|conventions)\.md$|\.mdc$|\.instructions\.md$|^\.(?:cursor|windsurf|cline)rules$"
)
_RULES: Final = re.compile(
    r"(?:^|/)(?:\.\w+/(?:rules|memory|instructions)|\.clinerules|rules|adrs?|decisions)/"
)
_SKIPPED: Final = ("node_modules", "vendor", "venv", "dist", "build", "__pycache__")
_AGENTS_FOLDERS: Final = (".claude", ".cursor", ".github", ".windsurf", ".clinerules", ".agents")
_GLOB_KEYS: Final = ("paths", "globs", "applyTo")
_BRACES: Final = re.compile(
    r"\A---\n(?:.*\n)*?(?:paths|globs|applyTo): (\{.*\}\S+)\n(?:.*\n)*?---\n"
)
_ALL_FILES: Final = ("**/*", "**", "*", "*.*")
_KINDS: Final = {"user": "identity", "feedback": "preference", "project": "project"}


def import_notes(opened: Opened, names: Sequence[str], *, dry_run: bool = False) -> Result:
    """Store the notes of files and folders; return what became of each line. Raises MemError.

    A file that cannot be read does not keep the others out: it is among the `faults`.
    """
    files, faults = list[tuple[str, str]](), list[str]()
    for path in (path for name in names for path in _files(opened, Path(name))):
        try:
            files.append((_task_name(opened, path), _text(opened, path)))
        except MemError as fault:
            faults.append(str(fault))

    def work(memory: Memory) -> list[Result]:
        return [item for name, text in files for item in _import(memory, name, text)]

    items = changing(opened, "import", work, dry_run=dry_run) if files else []
    counts = dict(Counter(item["action"] for item in items))
    return {"items": items, "counts": counts, "sources": [n for n, _ in files], "faults": faults}


def _files(opened: Opened, path: Path) -> Iterator[Path]:
    """Yield the file, or the notes in a folder: of the root only those known by name."""
    if not path.is_dir():
        yield path
        return
    is_root = path.resolve() == opened.place.root.resolve()
    own = {one.resolve() for one, _ in paths_of(opened.place).values()}
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(
            name
            for name in folders
            if name in _AGENTS_FOLDERS or not (name.startswith(".") or name in _SKIPPED)
        )
        for name in sorted(names):
            file = Path(folder, name)
            inside = file.relative_to(path).as_posix()
            is_known = _NOTES.search(name) or _RULES.search(inside)
            is_notes = is_known if is_root else True
            if is_notes and re.search(r"\.mdc?$|rules$", name) and file.resolve() not in own:
                yield file


def _task_name(opened: Opened, path: Path) -> str:
    """Return the path in the repository, else its last two parts."""
    real, root = path.resolve(), opened.place.root.resolve()
    inside = real.is_relative_to(root)
    return real.relative_to(root).as_posix() if inside else "/".join(real.parts[-2:])


def _text(opened: Opened, path: Path) -> str:
    if path.resolve() in {one.resolve() for one, _ in paths_of(opened.place).values()}:
        raise RefusedError("is this memory's own file", where=str(path), hint="see `mem list`")
    try:
        data = path.read_bytes() if path.is_file() else None
    except OSError as fault:
        raise UnreadableError(f"cannot be read: {fault.strerror}", where=str(path)) from None
    if data is None:
        raise NotFoundError("no such file", where=str(path), hint="name a file or a folder")
    if len(data) > _MOST_BYTES or b"\0" in data or data.lstrip()[:1] == b"{":
        hint = "import reads notes in Markdown; `mem extract` reads transcripts"
        raise UnreadableError("holds no notes", where=str(path), hint=hint)
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return without_block(without_block(text, MARKDOWN, str(path)), EXPORT, str(path))


def read_notes(name: str, text: str) -> tuple[list[Note], tuple[str, ...]]:
    """Return the notes of a file, and the globs of the files that they are about."""
    front, _ = read_front_matter(text)
    meta = front.get("metadata")
    type_ = front.get("type") or (meta.get("type") if isinstance(meta, dict) else "")
    body = "\n" * text.count("\n", 0, front_matter_end(text)) + text[front_matter_end(text) :]
    if is_record(name, text):
        return [record_note(text)], ()
    folder, _, file = name.rpartition("/")
    globs = tuple(one for key in _GLOB_KEYS for one in _globs(front.get(key)))
    globs = globs or tuple(_globs(found[1]) if (found := _BRACES.search(text)) else ())
    is_nested = re.match(r"(?i)(?:claude|agents|gemini)\.md$", file) and not folder.startswith(".")
    globs = globs or ((f"{folder}/**",) if folder and is_nested else ())
    return notes_in(body, _KINDS.get(str(type_), "")), globs


def _globs(value: object) -> list[str]:
    """Return the globs of a list, or of a text that commas part outside of braces."""
    if isinstance(value, str):
        value = re.split(r",\s*(?![^{}]*\})", value)
    found = [str(one).strip(" \"'") for one in value] if isinstance(value, list) else []
    return [] if set(found) & set(_ALL_FILES) else [one for one in found if one]


def _import(memory: Memory, name: str, text: str) -> Iterator[Result]:
    notes, globs = read_notes(name, text)
    task = f"import:{name}"
    for note in notes:
        item: Result = {"action": "skipped", "id": "", "kind": note.kind, "text": note.text}
        if note.reason:
            item |= {"reason": note.reason}
        else:
            candidate = Candidate(
                note.kind, note.text, paths=globs, task=task, who="tool", conf=APPROVED, source=name
            )
            outcome = memory.store(candidate)
            item |= {"action": outcome.action, "id": outcome.id}
            item |= {"reason": outcome.reason} if outcome.reason else {}
            item |= {"existing_id": outcome.other} if outcome.other else {}
        yield {**item, "source": {"path": name, "line": note.line}}
