"""`mem import`: take over the notes that a team keeps by hand. Their files are only read."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, NotFoundError, RefusedError, UnreadableError
from ..files.reading import read_bytes
from ..markdown.front_matter import front_matter_end, read_front_matter
from ..markdown.marked_block import EXPORT, MARKDOWN, without_block
from ..memory.disk import paths_of
from ..memory.memory import Memory
from ..memory.model import APPROVED, Candidate, Outcome
from ..memory.opening import Opened
from ..memory.writing import changing
from ..transcripts.sources import decode_source
from .notes import Note, notes_in
from .records import is_record, record_note

Result = dict[str, Any]
_NOTES: Final = re.compile(
    r"(?i)(?:^|/)(?:(?:claude|claude\.local|agents|gemini|memory|learnings|lessons|conventions"
    r"|copilot-instructions)\.md|[^/]*\.mdc|[^/]*\.instructions\.md|\.(?:cursor|windsurf|cline)rules)$"
    r"|(?:^|/)(?:\.\w+/(?:rules|memory)|\.clinerules|rules|adrs?|decisions)/[^/]*$"
)
_SKIPPED: Final = re.compile(
    r"\.(?!claude|cursor|github|windsurf|cline|agents)|(?:node_modules|vendor|venv|dist|build)$"
)
_ALL_FILES: Final = frozenset(("**/*", "**", "*", "*.*"))


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
    is_root = path.resolve() == opened.place.root.resolve()
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not _SKIPPED.match(name))
        for file in (Path(folder, name) for name in sorted(names)):
            is_known = _NOTES.search(file.relative_to(path).as_posix())
            if (is_known or (not is_root and file.suffix == ".md")) and not _is_own(opened, file):
                yield file


def _is_own(opened: Opened, path: Path) -> bool:
    return path.resolve() in {one.resolve() for one, _ in paths_of(opened.place).values()}


def _task_name(opened: Opened, path: Path) -> str:
    """Return the path in the repository, else its last two parts."""
    real, root = path.resolve(), opened.place.root.resolve()
    is_inside = real.is_relative_to(root)
    return real.relative_to(root).as_posix() if is_inside else "/".join(real.parts[-2:])


def _text(opened: Opened, path: Path) -> str:
    if _is_own(opened, path):
        raise RefusedError("is this memory's own file", where=str(path), hint="see `mem list`")
    data = read_bytes(path.resolve(), path.resolve().parent, name=str(path))
    if data is None:
        raise NotFoundError("there is no such file", where=str(path), hint="name a file of notes")
    text, _ = decode_source(data, str(path))
    if text.lstrip().startswith("{"):
        hint = "import reads notes in Markdown; `mem extract` reads transcripts"
        raise UnreadableError("is no file of notes", where=str(path), hint=hint)
    return without_block(without_block(text, MARKDOWN, str(path)), EXPORT, str(path))


def read_notes(name: str, text: str) -> tuple[list[Note], tuple[str, ...]]:
    """Return the notes of a file, and the globs of the files that they are about."""
    if is_record(name):
        return [record_note(text)], ()
    front, end = read_front_matter(text)[0], front_matter_end(text)
    globs = [one for key in ("paths", "globs", "applyTo") for one in _globs(front.get(key))]
    folder, _, file = name.rpartition("/")
    if folder and folder[0] != "." and re.match(r"(?i)(?:claude|agents|gemini)\.md$", file):
        globs = globs or [f"{folder}/**"]
    body = "\n" * text.count("\n", 0, end) + text[end:]  # lines keep their numbers
    return notes_in(body), tuple(globs)


def _globs(value: object) -> list[str]:
    """Return the globs of a list, or of a text that commas part outside of braces."""
    if isinstance(value, str):
        value = re.split(r",\s*(?![^{}]*\})", value)
    found = [str(one).strip(" \"'") for one in value] if isinstance(value, list) else []
    return [] if _ALL_FILES.intersection(found) else [one for one in found if one]


def _import(memory: Memory, name: str, text: str) -> Iterator[Result]:
    notes, globs = read_notes(name, text)
    task = f"import:{name}"
    # What a team writes side by side holds side by side.
    beside = {id_ for id_, one in memory.entries.items() if task in one.standing.tasks}
    for note in notes:
        outcome = Outcome("skipped", "", note.reason)
        if not note.reason:
            new = Candidate(note.kind, note.text, note.qualifier, globs, task=task, source=name)
            outcome = memory.store(replace(new, who="tool", conf=APPROVED), beside=beside)
            beside.add(outcome.id)
        item: Result = {"action": outcome.action, "id": outcome.id, "kind": note.kind}
        item |= {"text": note.text, "source": {"path": name, "line": note.line}}
        item |= {"reason": outcome.reason} if outcome.reason else {}
        yield item | ({"existing_id": outcome.other} if outcome.other else {})
