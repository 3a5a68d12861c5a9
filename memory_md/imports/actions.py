"""`mem import`: take over the notes that a team keeps already, and report the result of each line.

The files are only read. What a person keeps by hand (Markdown) counts as that person's statement:
confidence 1, without decay and eviction, as the same line would be in learnings.md. What another
tool recorded is evidence, with that tool's own confidence.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from ..base.errors import MemError, RefusedError
from ..base.identity import entry_id, short_id
from ..base.text import storable
from ..extract.actions.extract import extract_opened, take_each
from ..extract.model import Candidate, Extraction, Outcome, Source
from ..files.reading import read_bytes
from ..markdown.marked_block import MARKDOWN, without_block
from ..memory.actions.workspace import Workspace
from ..memory.disk.repo import DryRun, Repo
from ..memory.model.evidence import Evidence
from ..memory.rules.remember import Verdict
from ..safety.secrets.redact import redact
from ..transcripts.detect import Opened
from ..transcripts.model.events import Event, Stated
from .disk import open_notes
from .model import NotesFile, NotTaken

_PREFIX = "import:"
# Where teams keep notes for agents, from the root on.
_NOTES = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    "MEMORY.md",
    "LESSONS.md",
    ".cursorrules",
    ".windsurfrules",
    ".github/copilot-instructions.md",
)


def is_notes(name: str) -> bool:
    """Return whether a file of that name is what a team notes, no record of a session."""
    known = {Path(one).name.lower() for one in (*_NOTES, "README.md", "CONTRIBUTING.md")}
    return Path(name).name.lower() in known


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
        for name in _NOTES
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

    What an agent imports is evidence at its first confidence, whoever keeps the file.
    What is left out is among the items, with action "skipped" and the reason. A file that fails
    does not undo the others: it is in the list of errors.
    """
    repo = place.memory()
    repo = DryRun.of(repo) if dry_run else repo

    def take(path: str) -> Extraction:
        return _import_one(place, repo, path, stdin, by_person=by_person)

    return take_each(place, repo, paths, take)


def _import_one(
    place: Workspace, repo: Repo, path: str, stdin: BinaryIO, *, by_person: bool
) -> Extraction:
    place.check_link(repo, path)
    _refuse_own(repo, path)
    notes = open_notes(path, root=str(repo.layout.root.resolve()), stdin=stdin)
    task = _PREFIX + _name(repo, path)
    opened = Opened(path, notes.format, _events(notes), short_id(task))
    settle = _vouched if notes.vouched and by_person else lambda verdict: verdict
    result = extract_opened(place, repo, opened, task, settle=settle)
    left = tuple(_skipped(note, path) for note in notes.notes if isinstance(note, NotTaken))
    items = sorted((*result.items, *left), key=lambda item: item.source.line)
    return replace(result, items=tuple(items), warnings=(*result.warnings, *notes.warnings))


def _refuse_own(repo: Repo, path: str) -> None:
    """Raise RefusedError for the memory's own files."""
    if path == "-":
        return
    try:
        own = Path(path).resolve() in {
            file.resolve() for file in (repo.layout.learnings, repo.layout.archive)
        }
    except (OSError, ValueError, RuntimeError):
        return  # opening it will say what is wrong
    if own:
        raise RefusedError(
            "is this memory's own file",
            where=path,
            hint="its list items are entries already: mem learnings list",
        )


def _name(repo: Repo, path: str) -> str:
    """Return the path in the repository, else its last two parts, as the origin of entries."""
    if path == "-":
        return "stdin"
    real, root = Path(path).resolve(), repo.layout.root.resolve()
    inside = real.is_relative_to(root)
    return real.relative_to(root).as_posix() if inside else "/".join(real.parts[-2:])


def _events(notes: NotesFile) -> Iterator[Event]:
    return (Stated(note.line, note) for note in notes.notes if isinstance(note, Candidate))


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
