"""Keeps what was said in a session, finds it again, and forgets it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.errors import MemError
from ..base.regex import regex
from ..files import read_bytes, undo_log
from ..files.layout import SESSIONS, Layout
from ..memory.actions.workspace import Workspace, warnings_of
from ..memory.disk.local import forget_parsed
from ..memory.disk.repo import DryRun, Repo
from ..memory.rules.removed import purge_mark
from ..memory.text.archive import purge_marks
from .chunking import sentences
from .disk import database, forgotten, search
from .model import FoundSession, Kept, Passage, SessionMatches, SessionSummary

if TYPE_CHECKING:
    from ..memory.actions.entries import Listing
    from ..memory.actions.forget import ForgottenCounts
    from ..memory.model.entry import Entry
    from ..terms.search_query import Query
    from .collector import PassageCollector

_MB: Final = 1 << 20
_HASH: Final = regex(r"[0-9a-f]{7,40}")  # the beginning of a commit's
_BULLET: Final = " \t-–—>*•#"
_NO_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({})


# -- keeping -------------------------------------------------------------------------------------


def collector(repo: Repo) -> PassageCollector | None:
    """What collects the passages of a source for `remember`; None where nothing is kept."""
    if isinstance(repo, DryRun) or not repo.settings.sessions.keep:
        return None
    from .collector import PassageCollector

    return PassageCollector(str(repo.layout.root.resolve()))


def remember(
    place: Workspace,
    repo: Repo,
    heard: PassageCollector,
    *,
    session: str,
    task: str = "",
    path: str = "",
    weights: Mapping[str, float] = _NO_WEIGHTS,
) -> Kept:
    """Keep what was said in a source that has been read to its end.

    `path` is the source's, as the person gave it; `weights` say how much a passage settles, by the
    id of its message. It never fails: what goes wrong is a warning.
    """
    if is_forgotten(repo.layout, session, task, path=(place, path)):
        return Kept()
    name = source_name(place, repo, path)
    passages = heard.passages(session=session, task=task, source=name, weights=weights)
    return keep(repo, tuple(passages), now=place.instant, named=heard.named)


def keep(
    repo: Repo,
    passages: Sequence[Passage],
    *,
    now: str,
    named: Callable[[str], Iterable[str]] | None = None,
) -> Kept:
    """Keep passages, unless the settings say not to; `now` (ISO UTC) dates those without a time.

    `named` tells the files that a text names; known messages are not asked for theirs. It never
    fails: what goes wrong is a warning.
    """
    numbers = repo.settings.sessions
    if not numbers.keep or isinstance(repo, DryRun):
        return Kept()
    from .disk import keeping

    most = max(numbers.max_mb, 1) * _MB
    try:
        passages = _without_purged(repo, passages)
    except MemError as fault:
        return Kept(warnings=(f"what was said is not kept: {fault}",), failed=True)
    return keeping.keep(repo.layout, passages, now=now, most_bytes=most, named=named)


def _without_purged(repo: Repo, passages: Sequence[Passage]) -> Sequence[Passage]:
    """Leave out what says a purged text, as another source of the same words may. Raises MemError.

    Only hashes of those texts are known, so a line or sentence must say it and nothing else.
    """
    archive = read_bytes(repo.layout.archive, repo.layout.tree, name=repo.layout.paths.archive)
    marks = purge_marks((archive or b"").decode("utf-8", "replace"))
    if not marks:
        return passages
    return [one for one in passages if marks.isdisjoint(map(purge_mark, _wordings(one.text)))]


def _wordings(text: str) -> Iterator[str]:
    """Yield the lines and sentences of a text, also without a label before them."""
    for line in text.split("\n"):
        for one in dict.fromkeys((line, *sentences(line))):
            yield one.strip(_BULLET)
            yield one.partition(":")[2].strip(_BULLET)


def source_name(place: Workspace, repo: Repo, path: str) -> str:
    """A source's path from the root, or its bare name where it lies elsewhere."""
    if path in ("", "-"):
        return ""
    name = place.from_root(repo, path).replace("\\", "/")
    is_outside = name.startswith(("/", "~", "../")) or ":" in name[:3]
    return PurePath(name).name if is_outside else name


def notice(repo: Repo) -> str:
    """A line that says where sessions are kept and how to stop it; "" where they are not."""
    if not repo.settings.sessions.keep:
        return ""
    return f"sessions are kept on this machine, in {SESSIONS}; to stop: sessions: {{keep: false}}"


# -- searching ------------------------------------------------------------------------------------


def find(
    repo: Repo,
    query: str | Query,
    files: Iterable[str] = (),
    *,
    sessions: int = 8,
    passages: int = 6,
    commits: bool = False,
) -> SessionMatches:
    """The sessions that speak of the query or of these files, best first, with their passages.

    With `commits` the commits instead. It never fails: what goes wrong is a warning.
    """
    if not repo.settings.sessions.keep or not database.exists(repo.layout):
        return SessionMatches()
    from ..terms.search_query import read_query

    asked = read_query(query) if isinstance(query, str) else query
    wanted = search.session_query(asked.terms, asked.full, asked.answers, files)
    numbers = database.COMMITS if commits else database.SAID
    found = search.search(
        repo.layout, wanted, sessions=sessions, passages=passages, numbers=numbers
    )
    telling = dict(zip(asked.terms, asked.telling, strict=True))
    weights = {term: weight * telling[term] for term, weight in found.weights.items()}
    return replace(found, weights=weights)


def commits_with(repo: Repo, query: Query, files: Sequence[str], *, most: int) -> SessionMatches:
    """The commits that changed one of these files, in no order; see `search.commits_with`.

    It never fails: what goes wrong is a warning, which the search of what was said gives.
    """
    if not repo.settings.sessions.keep or not database.exists(repo.layout):
        return SessionMatches()
    wanted = search.session_query(query.terms, query.full, query.answers)
    with contextlib.suppress(MemError):
        found = search.commits_with(repo.layout, wanted, files, most=most)
        telling = dict(zip(query.terms, query.telling, strict=True))
        weights = {term: weight * telling[term] for term, weight in found.weights.items()}
        return replace(found, weights=weights)
    return SessionMatches()


def with_conversation(repo: Repo, found: FoundSession, *, most: int) -> FoundSession:
    """The session with all that was said in it, if these are no more passages."""
    with contextlib.suppress(MemError):  # the search said so already
        return replace(found, conversation=search.conversation(repo.layout, found, most=most))
    return found


def sessions_of(repo: Repo) -> list[dict[str, str | int]]:
    """The sessions that are kept, as JSON; none where they cannot be read."""
    from .disk import keeping

    with contextlib.suppress(MemError):
        names = ("session", "task", "source", "at", "passages")
        rows = keeping.known_sessions(repo.layout) if repo.settings.sessions.keep else ()
        return [dict(zip(names, row, strict=True)) for row in rows]
    return []


def session_named(repo: Repo, name: str) -> SessionSummary | None:
    """The newest session whose ID or task begins so, if one is kept."""
    if not name or not database.exists(repo.layout):
        return None
    with contextlib.suppress(MemError):
        return search.session_named(repo.layout, name)
    return None


def task_at(repo: Repo, moment: str) -> str:
    """The task of the session that was going on at that moment (ISO UTC); "" where none was."""
    if not moment or not database.exists(repo.layout):
        return ""
    with contextlib.suppress(MemError):
        return search.task_at(repo.layout, moment)
    return ""


# -- forgetting ----------------------------------------------------------------------------------


class Forgotten(Struct, frozen=True):
    """What left: `taken` from the memory, and how many passages. `erased` are all wordings."""

    taken: ForgottenCounts
    passages: int
    erased: tuple[Entry, ...] = ()
    warnings: tuple[str, ...] = ()


def is_forgotten(layout: Layout, *names: str, path: tuple[Workspace, str] | None = None) -> bool:
    """Whether one of these sessions or tasks, or the source at a path, is not to be read again."""
    return forgotten.is_forgotten(layout, *names, _full(*path) if path else "")


def forget(
    place: Workspace,
    *,
    session: str = "",
    source: str = "",
    purge: bool = False,
    dry_run: bool = False,
) -> Forgotten:
    """Take out what was said in a session, or in those read from a source, and what rests on it.

    Entries and edges that rest on it alone are archived; with `purge` all of it is erased. It is
    not read again. Raises MemError.
    """
    repo = place.memory()
    from ..memory.actions.forget import forget_tasks
    from .disk import keeping

    sessions, tasks = _reach(place, repo, session, source)
    where = DryRun.of(repo) if dry_run else repo
    passages = keeping.count(repo.layout, sessions)
    if not dry_run:
        with repo.writing():  # first, so that nothing brings it back meanwhile
            if purge:
                undo_log.erase_records(repo.layout, repo.command)
                forget_parsed(repo.layout)
            forgotten.note(repo.layout, (*sessions, *tasks, _full(place, source)))
        passages = keeping.forget(repo.layout, sessions, purge=purge)
    left, erased = forget_tasks(place, where, tasks, purge=purge)
    return Forgotten(left, passages, erased, warnings_of(repo))


def purge(place: Workspace, ids: Sequence[str]) -> tuple[Listing, tuple[Entry, ...]]:
    """Erase entries, and the passages that hold their texts, from every file of ours.

    Also returns all that was erased, an entry for each wording. The passages go first: an entry
    that is still there can be purged again. Raises MemError.
    """
    from ..memory.actions import remove
    from .disk import keeping

    repo = place.memory()
    if database.exists(repo.layout):
        snapshot = repo.snapshot()
        found = []
        for id_ in ids:
            with contextlib.suppress(MemError):  # which the other purge raises again
                found.append(remove.find_to_purge(repo, snapshot, id_).entry)
        if found:
            texts = [entry.text for entry in remove.wordings(repo, snapshot, found)]
            keeping.erase(repo.layout, texts)
    return remove.purge(place, ids)


def _reach(
    place: Workspace, repo: Repo, session: str, source: str
) -> tuple[Sequence[str], Sequence[str]]:
    """The sessions whose passages, and the tasks whose entries a person means.

    A task that other sources were read for as well does not rest on this one.
    """
    from .disk import keeping

    rows = (*keeping.known_sessions(repo.layout), *keeping.known_commits(repo.layout))
    if session:
        own = [row for row in rows if session in row[:2]]
        if not own and _HASH.fullmatch(session):  # as a quote names it
            own = [row for row in keeping.known_commits(repo.layout) if row[0].startswith(session)]
        names = dict.fromkeys((session, *(name for row in own for name in row[:2] if name)))
        return [*dict.fromkeys((session, *(row[0] for row in own)))], [*names]
    name = source_name(place, repo, source)
    here, elsewhere = _logged(place, repo, source)
    own = [row for row in rows if name and row[2] == name]
    sessions = [*(row[0] for row in own), *_sessions_of(place, source)]
    elsewhere |= {row[1] for row in rows if row not in own}
    tasks = dict.fromkeys((*sessions, *(row[1] for row in own), *here))
    rest = [task for task in tasks if task and task not in elsewhere]
    return [*dict.fromkeys(sessions)], rest


def _logged(place: Workspace, repo: Repo, source: str) -> tuple[set[str], set[str]]:
    """The tasks under which the log has events from that source, and from others."""
    from ..memory.disk import journal

    paths = {source, place.from_root(repo, source)}
    found: tuple[set[str], set[str]] = (set(), set())
    for event in journal.read(repo.layout).events:
        logged_source, task = event.get("source"), event.get("task")
        if isinstance(logged_source, Mapping) and isinstance(task, str):
            found[logged_source.get("path") not in paths].add(task)
    return found


def _sessions_of(place: Workspace, source: str) -> Iterable[str]:
    """The session that the source itself names, where it is still there."""
    from ..transcripts.detect import open_source
    from ..transcripts.model.events import Session

    path = place.cwd / source
    if not path.is_file():
        return
    with contextlib.suppress(MemError):
        for event in open_source(str(path)).events:
            if isinstance(event, Session) and event.id:
                yield event.id
                return


def _full(place: Workspace, path: str) -> str:
    """The absolute path of a source, by which it is known as forgotten; only its hash is kept."""
    if path in ("", "-"):
        return ""
    with contextlib.suppress(OSError, ValueError, RuntimeError):
        return str((place.cwd / path).resolve())
    return path
