"""`mem search`: find words in the memory and in earlier sessions, or in any Markdown folder."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from os.path import relpath
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UsageError
from ...base.identity import identity_form
from ...base.regex import regex
from ...base.text import one_line
from ...diary.disk.diary import DiaryFiles
from ...diary.text import diary_index
from ...markdown.lines import heading_at, sections
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo, Snapshot
from ...memory.model.entry import REVIVABLE, Archived
from ...memory.model.relationship import Relationship
from ...memory.rules.removed import was_removed
from ...memory.rules.withheld import gave_way
from ...memory.text.learnings import Document
from ...safety.instructions.orders import instructs_reader, unsafe
from ...safety.printable_text import redacted, without_secrets
from ...sessions.model import Passage
from ...terms.ranking import WIDTH, Ranked, matches, search, snippet, word_offset
from ...terms.stemming import words
from ..disk.markdown_folder import read_folder
from .context import read_tolerantly

# What counts less than the same words in a live entry: it was taken out for a reason.
_ARCHIVED: Final = 0.8
_SPOKEN: Final = 0.8  # what the same words count that somebody said in a session
_SESSION: Final = "session"
_ID: Final = regex(r"[0-9a-z]{8}")
_NAME: Final = regex(r"[^\W\d_]{2,}|\d{4}-\d\d-\d\d")
_AROUND: Final = 4 * WIDTH  # characters, above and below, of which a few words are shown
_FURTHER: Final = 0.5  # of its best passage, what another of the same file must weigh to be told


class SearchResult(Struct, frozen=True):
    """One match: where it stands, what it is, and the words around the best place.

    `path` is relative to the root or to the folder that was searched; `line` counts from 1.
    `marks` are the places in `text` of words that were asked for; `held_back` says why no context
    shows it, `approved` that a person lets this clone show it though it looks harmful.
    """

    path: str
    line: int
    kind: str
    text: str
    score: float = 0.0
    id: str = ""
    heading: str = ""
    label: str = ""
    archived: Archived | None = None
    marks: tuple[tuple[int, int], ...] = ()
    approved: bool = False
    held_back: str = ""


class SearchResults(Struct, frozen=True):
    """Results, best first, and what was passed over."""

    results: tuple[SearchResult, ...]
    warnings: tuple[str, ...] = ()


class _Source(Struct, frozen=True):
    """A text to be searched, and the result that it gives.

    `document` is the text of its file. Where all of the file is searched, `whole`, the result is a
    place in it; `text` then has the file's name below it. `repeats` is the normal form of an entry
    that says all of it.
    """

    text: str
    result: SearchResult
    document: str
    whole: bool = False
    repeats: str = ""


def find(
    place: Workspace,
    query: str,
    *,
    folder: Path | None = None,
    limit: int = 10,
    archived: bool = False,
    tell: Callable[[int], None] | None = None,
) -> SearchResults:
    """Return what matches the query in the memory or, with `folder`, in its Markdown files.

    What a person removed, or a session took back, is only found with `archived`.
    The best match of each file comes first; where that gives fewer than `limit`, others follow.
    Raises UsageError for a query without words and for a folder that does not exist.
    """
    if not words(query):
        raise UsageError("the query has no words", hint='mem search "token refresh"')
    if folder is None:
        sources, warnings = _memory(place, query, limit, archived=archived)
    else:
        sources, warnings = _folder(place.cwd / folder, folder, tell)
    ranked = search(query, [source.text for source in sources], passages=limit if folder else 1)
    ranked = [replace(one, score=one.score * _worth(sources[one.place].result)) for one in ranked]
    ranked.sort(key=lambda one: -one.score)
    told = {identity_form(sources[one.place].result.text) for one in ranked} - {""}
    ranked = [one for one in ranked if sources[one.place].repeats not in told]
    top = _mix_sources(sources, ranked, limit)
    results = [_result(sources[one.place], one.passages[0][0], one.score, query) for one in top]
    if folder and len(results) < limit:
        results += _further(sources, top, query, results)
    shown = [replace(one, held_back=_held_back(one)) for one in results[:limit]]
    return SearchResults(tuple(shown), tuple(warnings))


def _held_back(result: SearchResult) -> str:
    """Return why no prompt has it: it gives orders to its reader, or would do harm."""
    note = result.archived.note if result.archived else ""
    judge = instructs_reader if result.approved else unsafe
    parts = (result.text, result.heading, result.label, result.id, result.path, note)
    whole = f"{result.heading} {result.label} {result.text}"
    return next(filter(None, map(judge, (*parts, whole))), "")


def _worth(result: SearchResult) -> float:
    if result.kind == _SESSION:
        return _SPOKEN
    return _ARCHIVED if result.archived else 1.0


def _mix_sources(sources: Sequence[_Source], ranked: Sequence[Ranked], limit: int) -> list[Ranked]:
    """The best ones; passages of sessions have half of the places, and what others leave."""
    spoken = [one for one in ranked if sources[one.place].result.kind == _SESSION]
    others = len(ranked) - len(spoken)
    out = {one.place for one in spoken[max(limit // 2, limit - others, 1) :]}
    return [one for one in ranked if one.place not in out][:limit]


def _further(
    sources: Sequence[_Source], top: Sequence[Ranked], query: str, before: Sequence[SearchResult]
) -> list[SearchResult]:
    """Return other places of the same files, each scored below the best ones."""
    least = top[-1].score if top else 0.0
    found = []
    for one in top:
        best = one.passages[0][1]
        for word, weight in one.passages[1:]:
            share = weight / best
            if share >= _FURTHER:
                found.append((least * share * one.score / top[0].score, one, word))
    found.sort(key=lambda item: -item[0])
    results = [_result(sources[one.place], word, score, query) for score, one, word in found]
    places = {(one.path, one.line): one for one in reversed((*before, *results))}
    return [one for one in results if places[one.path, one.line] is one]


def _result(source: _Source, word: int, score: float, query: str) -> SearchResult:
    result = source.result
    text = without_secrets(result.text)
    if source.whole:
        at = word_offset(source.text, word)
        at = at if at < len(source.document.rstrip()) else 0  # by its name
        result = replace(result, line=source.document.count("\n", 0, at) + 1)
        text = without_secrets(snippet(*_lines_around(source.document, at)))
    elif len(text) > 2 * WIDTH:
        found = matches(query, text)
        text = snippet(text, found[0][0] if found else 0, 2 * WIDTH)
    heading = result.heading or heading_at(_sections(source.document), result.line)
    marks = tuple(matches(query, text))
    return replace(
        result,
        text=text,
        score=round(score, 4),
        heading=without_secrets(heading),
        label=without_secrets(result.label),
        marks=marks,
    )


def _lines_around(document: str, at: int) -> tuple[str, int]:
    """Return the lines around a place without secrets, and the place in them.

    Secrets go first: a part of one would not be recognised.
    """
    begin = document.rfind("\n", 0, max(at - _AROUND, 0)) + 1
    word = max(document.rfind(" ", begin, at), document.rfind("\n", begin, at), begin - 1) + 1
    before = redacted(document[begin:word])
    return before + redacted(document[word : at + _AROUND]), len(before)


_sections = lru_cache(maxsize=16)(sections)


# -- where texts come from ---------------------------------------------------------------------


def _folder(
    folder: Path, named: Path, tell: Callable[[int], None] | None
) -> tuple[list[_Source], list[str]]:
    if not folder.is_dir():
        raise UsageError("is not a folder", where=str(named), hint="--in names a folder")
    found, notes = read_folder(folder, tell)
    return [_file(text, path, "section") for path, text in found.items()], notes


def _file(text: str, path: str, kind: str) -> _Source:
    """Return a file as a source; words and dates of its name are words of it, numbers are not."""
    name = " ".join(_NAME.findall(Path(path).stem))
    return _Source(f"{text.rstrip()}\n\n{name}", SearchResult(path, 1, kind, ""), text, whole=True)


def _memory(
    place: Workspace, query: str, limit: int, *, archived: bool
) -> tuple[list[_Source], list[str]]:
    repos = place.layers(place.find()) or (place.memory(),)
    sources: list[_Source] = []
    warnings: list[str] = []
    for repo in repos:
        snapshot, faults = read_tolerantly(repo)
        paths = repo.layout.paths
        warnings += faults
        hidden = frozenset[str]() if archived else _texts_to_hide(snapshot)
        found = [
            *_entries(snapshot.learnings, paths.learnings, hidden),
            *_entries(snapshot.archive, paths.archive, hidden),
            *_edges(snapshot.edges.edges, paths.relationships, snapshot.edges_data, hidden),
            *_diary(repo, warnings),
            *_sessions(repo, query, limit, warnings),
        ]
        known = {identity_form(one.text) for one in sources} if repo is not repos[0] else ()
        sources += [
            _of_layer(place, repos[0], repo, one)
            for one in found
            if not known or identity_form(one.text) not in known
        ]
    return sources, warnings


def _of_layer(place: Workspace, nearest: Repo, repo: Repo, source: _Source) -> _Source:
    """Return a source of another memory, its path as seen from the nearest one's root."""
    result = source.result
    if repo is nearest or result.kind == _SESSION:
        return source
    if place.layer_name(repo) == "your own":
        path = (repo.layout.root / result.path).as_posix()
    else:
        path = relpath(repo.layout.root.resolve() / result.path, nearest.layout.root.resolve())
    return replace(source, result=replace(result, path=path.replace("\\", "/")))


def _texts_to_hide(snapshot: Snapshot) -> frozenset[str]:
    """The texts, in their normal form, that left or gave way and that nothing else says."""
    archive = {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()}
    live = snapshot.learnings.by_id()
    hidden: set[str] = set()
    shown: set[str] = set()
    for placed in (*snapshot.learnings.entries, *snapshot.archive.entries):
        entry = placed.entry
        left = entry.archived
        out = left.reason not in REVIVABLE if left else was_removed(entry, archive.get(entry.id))
        out = out or (left is None and gave_way(entry, live))
        (hidden if out else shown).add(identity_form(entry.text))
    return frozenset(hidden - shown)


def _entries(document: Document, path: str, hidden: frozenset[str]) -> Iterator[_Source]:
    live = document.by_id()
    for placed in document.entries:
        entry = placed.entry
        if gave_way(entry, live) or (hidden and identity_form(entry.text) in hidden):
            continue
        text = f"{entry.date} {entry.headline}" if entry.date else entry.headline
        result = SearchResult(
            path,
            placed.line,
            entry.kind,
            entry.text,
            id=entry.id,
            label=entry.headline[: len(entry.headline) - len(entry.text)].rstrip(": "),
            archived=entry.archived,
            approved=entry.approved,
        )
        yield _Source(text, result, document.text)


def _edges(
    edges: Sequence[Relationship], path: str, data: bytes | None, hidden: frozenset[str]
) -> Iterator[_Source]:
    lines = iter(_edge_lines(data or b""))
    for edge in edges:
        line = next(lines, 1)
        if hidden and not hidden.isdisjoint(map(identity_form, edge.texts)):
            continue
        ends = f"{edge.source} → {edge.target}"
        text = f"{edge.label}: {ends}" if edge.label else ends
        if edge.label and _ID.fullmatch(edge.source):  # an entry's, which tells nobody anything
            text = f"{edge.label} → {edge.target}"
        says_all = edge.label and edge.target in edge.label
        result = SearchResult(path, line, "relationship", text)
        yield _Source(text, result, "", repeats=identity_form(edge.label) if says_all else "")


def _sessions(repo: Repo, query: str, limit: int, warnings: list[str]) -> Iterator[_Source]:
    """The passages of earlier sessions, and the commits, that speak most of the query."""
    from ...sessions.actions import find

    said = find(repo, query, sessions=limit, passages=3)
    warnings += said.warnings
    commits = find(repo, query, sessions=limit, passages=1, commits=True)
    for session in (*said.sessions, *commits.sessions):
        for one in session.passages:
            yield _passage(one.passage)


def _passage(passage: Passage) -> _Source:
    text = one_line(passage.text)
    where = passage.source or passage.task or passage.session
    about = ", ".join(filter(None, [passage.at[:10], passage.speaker]))
    result = SearchResult(
        where, passage.line, _SESSION, text, id=passage.session, heading=about, label=_SESSION
    )
    return _Source(text, result, "")


def _edge_lines(data: bytes) -> list[int]:
    """Return the line of each edge, as long as each has its keys on lines of their own."""
    lines = data.decode("utf-8", "replace").split("\n")
    return [number for number, line in enumerate(lines, 1) if line.lstrip().startswith('"source":')]


def _diary(repo: Repo, warnings: list[str]) -> Iterator[_Source]:
    diary = DiaryFiles(repo)
    try:
        text = diary.read() or ""
        names = diary.names()
    except MemError as fault:
        warnings.append(str(fault))
        return
    for row in diary_index.parse(text).rows:
        entry = row.entry
        words_ = " ".join((entry.date, entry.id, entry.type, entry.summary, *entry.files))
        result = SearchResult(diary.index, entry.line, "diary", entry.summary, id=entry.id)
        yield _Source(words_, result, text)
    for name in names:
        try:
            own = diary.entry(name)
        except MemError as fault:
            warnings.append(str(fault))
            continue
        if own:
            yield _file(own, name, "diary")
