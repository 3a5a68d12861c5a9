"""`mem export`: entries as a marked block of AGENTS.md or a rules file, for agents without hooks.

Between the markers all is ours, and made anew; outside of them no byte changes. Left out is what a
context leaves out: harmful, stale, contradicted, unsure; the user's own memory is never read here.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from ...base.errors import RefusedError, UsageError
from ...base.identity import identity_form
from ...files import make_directory, read_bytes, replace
from ...markdown.marked_block import EXPORT, with_block, without_block
from ...memory.actions.file_status import existence_test, with_code
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk.repo import Repo
from ...memory.model.entry import FILE_LISTS, KINDS, Entry
from ...memory.rules.scope import scope_of
from ...memory.rules.withheld import withheld
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..rules.opposites import losers
from ..rules.score import order_of

_TITLE: Final = "## From the memory of earlier sessions"
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
        yield f"Only for {', '.join(f'`{glob}`' for glob in scope)}:"
        yield ""
        yield from lines
