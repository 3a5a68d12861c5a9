"""What a context is for, and what each entry and edge has to do with that. Pure.

Files first: an entry that names a file of the task or code in it, one that an edge ties to such a
file, one that names a file beside it or the folder that holds it, one learned in a task that
changed it. Then words: what an entry shares with the query or the spec, in proportion to the entry
that shares most.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, Final

from ...base.identity import identity_form
from ...diary.model import AllowedFile
from ...diary.rules.path_relation import near, place_words, same, stem_words, telling_words
from ...graph.rules.edge_lines import edge_names
from ...memory.model.entry import FILE_LISTS, Entry
from ...memory.model.relationship import Relationship
from ...memory.rules.details import STANDS_FOR, Details, searched_text
from ...memory.rules.named_files import named_paths
from ...memory.rules.scope import is_in_scope, scope_of
from ...terms.ranking import Ranked, search
from ...terms.search_query import asks_for_something
from ...terms.term_index import Indexed, unpacked
from ..model.block import NO_MATCH, Focus, TaskMatch
from .named_folders import NamedFolders

_NAMED: Final = 1.0  # it names a file of the task
_TIED: Final = 0.75  # an edge ties it to one
_NEAR: Final = 0.4  # it names one of nearly that name, or one beside it
_LEARNED: Final = 0.25  # it was learned in a task that changed one
_BEST_PART: Final = 0.6  # of the words of the best text, which leave no doubt
# A short request is answered where one text is as clear as this; then what is as clear beside it
# leaves no doubt if it says as much of what the best one says. On questions about curated notes
# that nobody tuned on a trained gate of 13 features found no more with as many lines.
_ANSWERED: Final = 0.66
_AS_CLEAR: Final = 0.57
_NEARLY_BEST: Final = 0.68
_SHORT: Final = 300  # characters
_FEW_FILES: Final = 6  # a prompt that names more, as a list of changes does, is about none of them
_LITTLE: Final = 0.4
_BRIEF: Final = 2  # files: a session that changed no more has hardly spoken of anything else
_NOTHING_ELSE: Final = Details()
_MOST_CHARS: Final = 20_000  # of what is asked: a spec says in its first pages what it is about


def focus_on(*, files: Iterable[AllowedFile] = (), words: Iterable[str] = ()) -> Focus | None:
    """Return the focus on these, None where both are empty.

    Where no files are given, those that the words name are the files of the task.
    """
    text = "\n".join(part for part in words if part.strip())[:_MOST_CHARS]
    named = {file.path: file for file in files if file.path}
    given, telling = bool(named), 1.0
    if not given:
        named = {path: AllowedFile(path) for path in named_paths(text)}
        telling = min(_FEW_FILES / max(len(named), 1), 1.0)
    files = tuple(named.values())
    return Focus(files, text, telling=telling, given=given) if named or text else None


class TaskMatches:
    """What each entry and edge has to do with a focus."""

    def __init__(
        self,
        focus: Focus,
        entries: Sequence[Entry],
        edges: Sequence[Relationship],
        renamed: Mapping[str, str],
        least: float,
        details: Details = _NOTHING_ELSE,
    ) -> None:
        """`renamed` gives the new names of paths; `details` are of the entries, in their order.

        Entries of less than the `least` confidence match nothing; they are not shown.
        """
        self._focus = focus
        self._entries = entries
        self._edges = edges
        self._details = details
        self._renamed = renamed
        self._least = least
        self._near = _NearFiles(focus.files)
        self._files: dict[str, float] = {}
        self._named: Sequence[float] = ()
        self._ties: set[tuple[str, str]] = set()
        self._tasks: set[str] = set(focus.tasks)
        self._brief: set[str] = set()
        if focus.files:
            for edge in edges:
                self._tie(edge)
            named = details.files(entries)
            every = dict.fromkeys(chain.from_iterable(named))
            close = {path: self.of_path(path) for path in self._perhaps_close(every)}
            far = close.keys().isdisjoint
            folders = NamedFolders(focus.files)
            self._named = [
                (_NEAR if folders.named_in(entry) else 0.0)
                if far(paths)
                else max([close.get(path, 0.0) for path in paths])
                for entry, paths in zip(entries, named, strict=True)
            ]
            for entry, paths, files_ in zip(entries, named, self._named, strict=True):
                if entry.kind in FILE_LISTS and files_ >= _NAMED:
                    self._tasks.update(entry.tasks)
                    self._brief.update(entry.tasks if len(paths) <= _BRIEF else ())
        self._words = _by_words(focus, _SearchedTexts(entries, edges, details, least))
        clearest = max((clarity for *_, clarity in self._words.values()), default=0.0)
        # Whether a short request has a clear answer; in a long one much is shared by chance.
        is_answered = clearest >= _ANSWERED and len(focus.words) <= _SHORT
        self._clearest = clearest if is_answered else 0.0

    def of_entry(self, place: int) -> TaskMatch:
        """Return what the entry at that place has to do with it."""
        entry = self._entries[place]
        if entry.confidence < self._least:
            return NO_MATCH
        files = self._named[place] if self._named else 0.0
        if files < _NAMED:
            files = self._more_files(place, entry, files)
        if not files:
            return self._match(place, files) if place in self._words else NO_MATCH
        is_brief = bool(self._brief) and not self._brief.isdisjoint(entry.tasks)
        return self._match(place, files, is_brief=is_brief)

    def in_scope(self, entry: Entry) -> bool:
        """Return whether the entry is for any task, or for one with such files."""
        scope = scope_of(entry) if entry.extra else ()
        return not scope or any(
            is_in_scope(file.path, scope) or any(same(glob, [file]) for glob in scope)
            for file in self._focus.files
        )

    def of_edge(self, place: int) -> TaskMatch:
        """Return what the edge at that place has to do with it."""
        path = self._edges[place].path
        return self._match(len(self._entries) + place, self.of_path(path) if path else 0.0)

    def of_path(self, path: str) -> float:
        """Return how near a path is to the files of the task, 0 to 1."""
        path = self._renamed.get(path, path)
        found = self._files.get(path)
        if found is None:
            found = _closeness(path, self._near.among(path))
            if found < _NEAR and path in self._focus.neighbours:
                found = _NEAR
            self._files[path] = found
        return found

    def _perhaps_close(self, paths: Collection[str]) -> Iterator[str]:
        """Yield those of the paths that could be near to the files of the task, few of many."""
        known = self._focus.neighbours | self._renamed.keys()
        low = "\n".join(paths).replace("\\", "/").casefold().split("\n")
        if len(low) != len(paths):
            yield from paths
            return
        near_by = self._near.perhaps(low)
        for place, path in enumerate(paths):
            if place in near_by or path in known:
                yield path

    def _match(self, place: int, files: float, *, is_brief: bool = False) -> TaskMatch:
        words, share, clarity = self._words.get(place, (0.0, 0.0, 0.0))
        if not files and not words:
            return NO_MATCH
        by_words = min(clarity, words / _BEST_PART)
        if self._clearest:
            as_clear = clarity / (self._clearest * _AS_CLEAR)
            by_words = max(by_words, min(as_clear, share / _NEARLY_BEST, 1.0))
        if not files:
            by_files = 0.0
        elif not self._focus.words:
            by_files = files / _LEARNED
        elif files > _LEARNED or is_brief:
            by_files = files * self._focus.telling / _TIED
        else:  # one session speaks of much
            by_files = files * _LITTLE
        return TaskMatch(files, words, min(by_words + by_files, 1.0))

    def _more_files(self, place: int, entry: Entry, named: float) -> float:
        """Return what the entry has to do with the files, which it does not name outright."""
        if entry.id in self._focus.rules:
            return _NAMED
        if entry.extra and scope_of(entry):
            return _TIED  # in_scope is asked first
        if self._ties and entry.kind in STANDS_FOR and self._is_tied(place):
            return _TIED
        if named < _LEARNED and self._tasks and not self._tasks.isdisjoint(entry.tasks):
            return _LEARNED
        return named

    def _is_tied(self, place: int) -> bool:
        names = edge_names(self._entries[place], self._details.form(place))
        return not self._ties.isdisjoint(names)

    def _tie(self, edge: Relationship) -> None:
        if edge.path and self.of_path(edge.path) >= _NAMED:
            for kind in set(edge.type.split("_")) - {"file"}:
                self._ties.update((kind, form) for form in map(identity_form, edge.texts) if form)


class _SearchedTexts(Sequence[str]):
    """What is searched for words, first of entries, then of edges; most of it may be indexed."""

    def __init__(
        self,
        entries: Sequence[Entry],
        edges: Sequence[Relationship],
        details: Details,
        least: float,
    ) -> None:
        self._entries = entries
        self._edges = edges
        self._details = details
        self._hidden = {
            place
            for place, entry in enumerate(entries)
            if entry.confidence < least or entry.kind in FILE_LISTS
        }

    def __len__(self) -> int:
        return len(self._entries) + len(self._edges)

    def __getitem__(self, place: Any) -> Any:
        if place >= len(self._entries):
            return " ".join(self._edges[place - len(self._entries)].texts)
        if place in self._hidden:
            return ""
        return searched_text(self._entries[place], self._details.heading(place))

    def indexed(self) -> list[Indexed]:
        """Return the indexes of them that there are."""
        unpacked_ = [(unpacked(packed.index), packed.places) for packed in self._details.packed]
        return [
            Indexed(index, places, self._hidden)
            for index, places in unpacked_
            if index and len(index.lengths) == len(places)
        ]


def _by_words(focus: Focus, texts: _SearchedTexts) -> dict[int, tuple[float, float, float]]:
    """Return what each text shares with what is asked, by its place, three times 0 to 1.

    By what is clear of it, by all of it, each in proportion to the best; how clear that is.
    """
    query = _query(focus)
    found: Sequence[Ranked] = ()
    if asks_for_something(query):
        found = search(query, texts, passages=0, indexed=texts.indexed(), spread=focus.spread)
    most = max((one.score * one.clarity for one in found), default=0.0) or 1.0
    best = found[0].score if found else 1.0
    return {
        one.place: (one.score * one.clarity / most, one.score / best, one.clarity) for one in found
    }


def _query(focus: Focus) -> str:
    """Return what is looked for by words; what a file is called and lies in says it, too."""
    paths = [file.path for file in focus.files]
    return "\n".join((focus.words, *sorted(telling_words(paths) | place_words(paths))))


def _closeness(path: str, files: Sequence[AllowedFile]) -> float:
    if not files:
        return 0.0
    if same(path, files):
        return _NAMED
    miss = near(path, files)
    return _NEAR * miss.weight if miss else 0.0


class _NearFiles:
    """A cheap filter for the files that a path could be, or be near: mostly there are none."""

    def __init__(self, files: Sequence[AllowedFile]) -> None:
        self._files = files
        low = [file.path.replace("\\", "/").casefold() for file in files]
        self._wide = [
            (file, _literal(path))
            for file, path in zip(files, low, strict=True)
            if file.glob or "." not in path.split("/")[-1]
        ]
        parted = [path.rpartition("/") for path in low]
        self._names = {name for _, _, name in parted}
        self._folders = {folders.rsplit("/", 1)[-1] for folders, _, _ in parted}
        self._stems = {word for name in self._names for word in stem_words(name)[:1]}
        self._stem = re.compile("|".join(map(re.escape, self._stems)) or r"(?!)")
        literals = {literal for _, literal in self._wide}
        self._hints = {"*", *self._names, *self._folders, *self._stems, *literals}

    def perhaps(self, paths: Sequence[str]) -> set[int]:
        """Return the places of paths, in folded case, of which `among` tells some; few others too.

        All are searched at once: that takes a tenth of the time.
        """
        if "" in self._hints:
            return set(range(len(paths)))
        found = {place for place, path in enumerate(paths) if not path or path.endswith("/")}
        text, ends = "\n".join(paths), list(accumulate([len(path) + 1 for path in paths]))
        for hint in self._hints:
            at = text.find(hint)
            while at >= 0:
                place = bisect_right(ends, at)
                found.add(place)
                at = text.find(hint, ends[place])
        return found

    def among(self, path: str) -> Sequence[AllowedFile]:
        """Return all files where one has its name, stem or folder; else only globs and folders."""
        low = path.replace("\\", "/").casefold()
        folders, _, name = low.rpartition("/")
        if (
            "*" not in low
            and name
            and name not in self._names
            and folders.rsplit("/", 1)[-1] not in self._folders
            and not (self._stem.search(name) and self._stems.issuperset(stem_words(name)[:1]))
        ):
            return [file for file, literal in self._wide if literal in low]
        return self._files


def _literal(path: str) -> str:
    """Return the longest part of a glob or folder without signs: every match contains it."""
    if "{" in path:
        return ""
    return max(re.split(r"[*?\[\]]+", path), key=len).strip("./")
