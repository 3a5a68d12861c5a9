"""`mem export`: entries as a marked block of AGENTS.md or a rules file, for agents without hooks.

Between the markers all is ours, and made anew; outside of them no byte changes. Left out is what a
context leaves out: harmful, stale, contradicted, unsure; the user's own memory is never read here.
What is purged leaves the blocks at once.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from ...base.errors import MemError, RefusedError, UsageError
from ...base.identity import identity_form
from ...files import make_directory, read_bytes, replace
from ...git.grep import files_with_text
from ...imports.disk import notes_in
from ...markdown.marked_block import EXPORT, with_block, with_lines, without_block
from ...memory.actions.file_status import existence_test, with_code
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk.repo import Repo
from ...memory.model.entry import FILE_LISTS, KINDS, Entry
from ...memory.rules.scope import scope_of
from ...memory.rules.withheld import withheld
from ...memory.text.learnings import split_headline
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..rules.opposites import losers
from ..rules.score import order_of

_TITLE: Final = "## From the memory of earlier sessions"
_ONLY: Final = "Only for "
# Cursor loads a rules file by itself only where its front matter says so.
_NEW_RULES: Final = "---\nalwaysApply: true\n---\n"


class BlockExport(Struct, frozen=True):
    """The block of a file, "" for none, how many entries it holds, and whether it is new."""

    path: str
    text: str
    entries: int
    changed: bool
    warnings: tuple[str, ...] = ()


def export(
    place: Workspace, to: str, kinds: Collection[str] = (), *, only_show: bool = False
) -> BlockExport:
    """Write the block into the file `to`, seen from the working directory, or only make it.

    Where no entry is left, a block that is there goes. Raises MemError for a file that is not the
    repository's, UsageError for an unknown kind.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"there is no kind {kind!r}", hint=f"one of: {', '.join(KINDS)}")
    repo = place.memory()
    layout = repo.layout
    path = Path(os.path.normpath(place.cwd / to))
    own = (layout.learnings, layout.archive, layout.root / layout.paths.relationships)
    if path in own or layout.root / ".mem" in path.parents:
        raise RefusedError("is this memory's own file", where=to, hint="name another: AGENTS.md")
    shown = _shown(place, repo, kinds)
    body = "\n".join([_TITLE, "", *_lines(shown)]) if shown else ""
    data = read_bytes(path, layout.tree, name=to)
    old = (data or b"").decode("utf-8", "surrogateescape")
    start = old or (_NEW_RULES if path.suffix == ".mdc" else "")
    new = with_block(start, body, EXPORT, to) if body else without_block(old, EXPORT, to)
    if new != old and not only_show:
        make_directory(path.parent, layout.tree, name=to)
        raw = new.encode("utf-8", "surrogateescape")
        replace(path, layout.tree, raw, expected=data, name=to, is_locked=False)
    block = f"{EXPORT.begin}\n{body}\n{EXPORT.end}\n" if body else ""
    return BlockExport(to, block, len(shown), new != old, warnings_of(repo))


def _shown(place: Workspace, repo: Repo, kinds: Collection[str]) -> list[Entry]:
    """Return the entries that a context could show, the most important first, each text once."""
    snapshot = repo.snapshot()
    live = [*with_code(repo.layout, [placed.entry for placed in snapshot.learnings.entries])]
    archived = [placed.entry for placed in snapshot.archive.entries]
    exists = existence_test(repo.layout, live, ())
    withheld_at = withheld(live, archived, active=repo.settings.confidence.active, exists=exists)
    kept = [e for at, e in enumerate(live) if at not in withheld_at and e.kind not in FILE_LISTS]
    lost = losers(kept)
    kept = [entry for at, entry in enumerate(kept) if at not in lost]
    kept.sort(key=lambda entry: order_of(entry, None, place.today))
    once = {identity_form(e.text): e for e in reversed(kept) if not kinds or e.kind in kinds}
    return [entry for entry in kept if once.get(identity_form(entry.text)) is entry]


def _lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the bullets: first those for any file, then those of each scope under their globs."""
    groups: dict[tuple[str, ...], list[str]] = {(): []}
    for entry in entries:
        text = clean_line(redact(entry.headline)[0])
        groups.setdefault(scope_of(entry), []).append(f"- {text}")
    yield from groups.pop(())
    for scope, lines in groups.items():
        yield ""
        yield f"{_ONLY}{', '.join(f'`{glob}`' for glob in scope)}:"
        yield ""
        yield from lines


# -- after a purge -------------------------------------------------------------------------------


class ErasedLines(Struct, frozen=True):
    """The paths whose blocks held lines of a purged text, and of those that hold them still."""

    done: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def erase(place: Workspace, erased: Sequence[Entry], *, dry_run: bool = False) -> ErasedLines:
    """Take the lines that say what was purged out of every block; `erased` has each wording.

    Outside of the blocks no byte changes. A file that cannot be read as text with one block, or
    not be written, is returned as one that is left where it holds such a line.
    """
    repo = place.memory()
    layout = repo.layout
    forms = {form for entry in erased if entry.text for form in _forms(entry)}
    done, left = [], []
    for path in _blocks_in(layout.tree) if forms else ():
        name = Path(os.path.relpath(path, layout.root)).as_posix()
        try:
            data = read_bytes(path, layout.tree, name=name) or b""
        except MemError:
            continue
        old = data.decode("utf-8", "surrogateescape")
        if _without(old.split("\n"), forms) == old.split("\n"):
            continue
        try:
            new = with_lines(old, EXPORT, name, lambda lines: _without(lines, forms))
            if new == old:
                continue
            if not dry_run:
                raw = new.encode("utf-8", "surrogateescape")
                with repo.without_undo().writing():
                    replace(path, layout.tree, raw, expected=data, name=name)
            done.append(name)
        except MemError:
            left.append(name)
    return ErasedLines(tuple(done), tuple(left))


def _blocks_in(tree: Path) -> list[Path]:
    """Return the files that may hold a block: those git knows, and notes by name if it ignores."""
    named = [tree / path for path in files_with_text(tree, EXPORT.begin)]
    found = {path.resolve(): path for path in (*map(Path, notes_in(tree, tree)), *named)}
    return sorted(found.values())


def _forms(entry: Entry) -> Iterator[str]:
    """Yield what a line of a block that shows the entry, under any label, says."""
    for text in (entry.headline, entry.text):
        yield identity_form(split_headline(clean_line(redact(text)[0]))[3])
    yield identity_form(entry.text)


def _without(lines: Sequence[str], forms: Collection[str]) -> Sequence[str]:
    """Leave out the bullets that say one of the texts, and the head of a scope without others."""
    kept: list[str] = []
    is_bare = False  # whether bullets went, and none that stays was met below them
    for line in reversed(lines):
        if line.startswith("- ") and _says(line[2:], forms):
            is_bare = not (kept and kept[-1].startswith("- "))
        elif is_bare and line.startswith(_ONLY):
            is_bare = False
            while kept and not kept[-1].strip():
                kept.pop()
        else:
            is_bare = is_bare and not line.startswith("- ")
            kept.append(line)
    return kept[::-1]


def _says(words: str, forms: Collection[str]) -> bool:
    texts = words.strip(), split_headline(words.strip())[3]
    return any(identity_form(text) in forms for text in texts)
