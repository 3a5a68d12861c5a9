"""`mem import`: take over the notes that a team keeps already, and report the result of each line.

The files are only read. What a person keeps by hand (Markdown) counts as that person's statement:
confidence 1, without decay and eviction, as the same line would be in learnings.md. What another
tool recorded is evidence, with that tool's own confidence.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct, field
from msgspec.structs import replace

from ..base.errors import MemError, RefusedError
from ..base.identity import entry_id, short_id
from ..base.text import storable
from ..extract.actions.extract import extract_opened, take_each
from ..extract.model import Candidate, Extraction, Outcome, Source
from ..extract.rules.candidate_text import with_label_of_text
from ..files.reading import read_bytes
from ..markdown.marked_block import MARKDOWN, without_block
from ..memory.actions.workspace import Workspace
from ..memory.disk.repo import DryRun, Repo
from ..memory.model.entry import Entry
from ..memory.model.evidence import Evidence
from ..memory.rules.remember import Verdict
from ..memory.rules.scope import KEY, as_value, globs, scope_of
from ..safety.secrets.redact import redact
from ..transcripts.detect import Opened
from ..transcripts.model.events import Event, Stated
from .disk import notes_in, open_notes
from .model import NOTES, NotesFile, NotTaken

_PREFIX = "import:"


def importable(place: Workspace) -> tuple[str, ...]:
    """Return the notes under the root that hold a list item and that no import has read yet.

    What stands between our own markers is no note of theirs. A file that cannot be read is none.
    """
    repo = place.memory()
    layout = repo.layout
    entries = [placed.entry for placed in repo.snapshot().learnings.entries]
    read = {task for entry in entries for task in entry.tasks}
    return tuple(
        name
        for name in NOTES
        if _PREFIX + name not in read and _has_items(layout.root / name, layout.tree, name)
    )


def _has_items(path: Path, tree: Path, name: str) -> bool:
    with suppress(MemError):
        text = (read_bytes(path, tree, name=name) or b"").decode("utf-8", "replace")
        text = without_block(text, MARKDOWN, name)
        return any(line.lstrip().startswith(("- ", "* ", "1. ")) for line in text.split("\n"))
    return False


def import_notes(
    place: Workspace,
    paths: Sequence[str],
    *,
    stdin: BinaryIO,
    dry_run: bool = False,
    by_person: bool = True,
) -> tuple[Extraction, list[MemError]]:
    """Import each file ("-" is `stdin`), in a transaction of its own; then prune.

    A folder stands for the notes in it. What an agent imports is evidence at its first confidence,
    whoever keeps the file.
    What is left out is among the items, with action "skipped" and the reason. A file that fails
    does not undo the others: it is in the list of errors.
    """
    repo = place.memory()
    repo = DryRun.of(repo) if dry_run else repo

    run = _Run(place, repo, stdin, by_person=by_person)
    return take_each(place, repo, [file for path in paths for file in _files(repo, path)], run.take)


def _files(repo: Repo, path: str) -> list[str]:
    """Return the files that a path stands for: those of a folder, else itself."""
    try:
        is_folder = path != "-" and Path(path).is_dir()
    except (OSError, ValueError):
        return [path]  # opening it will say what is wrong
    if not is_folder:
        return [path]
    found = notes_in(Path(path), repo.layout.root)
    return [one for one in found if not _is_own(repo, one)] or [path]


def _is_own(repo: Repo, path: str) -> bool:
    """Whether a file is one of the memory's own."""
    own = (repo.layout.learnings, repo.layout.archive)
    with suppress(OSError, ValueError, RuntimeError):  # opening it will say what is wrong
        return Path(path).resolve() in {file.resolve() for file in own}
    return False


class _Run(Struct):
    """One import: each file in turn, and what the others say."""

    place: Workspace
    repo: Repo
    stdin: BinaryIO
    by_person: bool
    said: dict[str, frozenset[str]] = field(default_factory=dict)  # IDs by the name of the file

    def take(self, path: str) -> Extraction:
        """Import one file."""
        self.place.check_link(self.repo, path)
        if path != "-" and _is_own(self.repo, path):
            raise RefusedError(
                "is this memory's own file",
                where=path,
                hint="its list items are entries already: mem learnings list",
            )
        notes = self.notes(path)
        task = _PREFIX + _name(self.repo, path)
        opened = Opened(path, notes.format, _events(notes), short_id(task))

        def settle(verdict: Verdict) -> Verdict:
            verdict = self.beside_notes(_with_scope(verdict, notes.scope))
            return _vouched(verdict) if notes.vouched and self.by_person else verdict

        result = extract_opened(self.place, self.repo, opened, task, settle=settle)
        return _with_left_out(result, notes, path)

    def notes(self, path: str) -> NotesFile:
        """Return the notes of a file."""
        root = self.repo.layout.root.resolve()
        name = _inside(self.repo, path)
        return open_notes(path, root=str(root), stdin=self.stdin, name=name)

    def beside_notes(self, verdict: Verdict) -> Verdict:
        """Return a contradiction as a new entry where the team's notes say both today.

        What a team keeps side by side holds side by side: its lines differ in what they are about.
        """
        old = verdict.disputed
        if verdict.outcome.action != "contradicted" or old is None or not self.is_noted(old):
            return verdict
        outcome = replace(verdict.outcome, action="inserted", reason="", existing_id="")
        lines = tuple(line for line in verdict.evidence if line.id == outcome.id)
        return replace(verdict, outcome=outcome, other=None, disputed=None, also=(), evidence=lines)

    def is_noted(self, entry: Entry) -> bool:
        """Whether a file that an entry was imported from still says it."""
        for task in entry.tasks:
            name = task.removeprefix(_PREFIX)
            if name == task or name == "stdin":
                continue
            if name not in self.said:
                self.said[name] = frozenset()
                with suppress(MemError):
                    notes = self.notes(str(self.repo.layout.root / name)).notes
                    told = (with_label_of_text(n) for n in notes if isinstance(n, Candidate))
                    said = (entry_id(one.kind, one.text) for one in told)
                    self.said[name] = frozenset(said)
            if entry.id in self.said[name]:
                return True
        return False


def _with_left_out(result: Extraction, notes: NotesFile, path: str) -> Extraction:
    left = tuple(_skipped(note, path) for note in notes.notes if isinstance(note, NotTaken))
    items = sorted((*result.items, *left), key=lambda item: item.source.line)
    return replace(result, items=tuple(items), warnings=(*result.warnings, *notes.warnings))


def _name(repo: Repo, path: str) -> str:
    """Return the path in the repository, else its last two parts, as the origin of entries."""
    if path == "-":
        return "stdin"
    return _inside(repo, path) or "/".join(Path(os.path.realpath(path)).parts[-2:])


def _inside(repo: Repo, path: str) -> str:
    """Return the path in the repository; "" for a file outside."""
    real, root = Path(os.path.realpath(path)), repo.layout.root.resolve()  # a loop raises nothing
    return real.relative_to(root).as_posix() if real.is_relative_to(root) else ""


def _events(notes: NotesFile) -> Iterator[Event]:
    return (Stated(note.line, note) for note in notes.notes if isinstance(note, Candidate))


def _with_scope(verdict: Verdict, scope: tuple[str, ...]) -> Verdict:
    """Return an entry that several files of notes hold with the scopes of all of them."""
    entry, before = verdict.entry, verdict.replaced
    if entry is None or before is None or not all(t.startswith(_PREFIX) for t in before.tasks):
        return verdict
    old = scope_of(entry)
    both = globs((*old, *scope)) if old and scope else ()
    extra = tuple(pair for pair in entry.extra if pair[0] != KEY)
    extra += ((KEY, as_value(both)),) if both else ()
    return verdict if extra == entry.extra else replace(verdict, entry=replace(entry, extra=extra))


def _vouched(verdict: Verdict) -> Verdict:
    """Confirm an entry that has the words of a person's own file.

    An entry that says the same in other words is only seen again.
    """
    entry = verdict.entry
    if entry is None or entry.id != verdict.outcome.id:
        return verdict
    return replace(
        verdict,
        entry=replace(entry, confidence=1.0, manual=True),
        outcome=replace(verdict.outcome, confidence=1.0),
        evidence=tuple(_confirmed(line, entry.id) for line in verdict.evidence),
    )


def _confirmed(line: Evidence, id_: str) -> Evidence:
    if line.id != id_ or line.act != "said":
        return line
    return replace(line, act="confirmed", who="person", conf=None)


def _skipped(note: NotTaken, path: str) -> Outcome:
    text = redact(storable(note.text))[0]
    return Outcome(
        action="skipped",
        id=entry_id("note", text),
        kind="note",
        text=text,
        confidence=0.0,
        source=Source(path, note.line),
        reason=note.reason,
        code=note.code,
    )
