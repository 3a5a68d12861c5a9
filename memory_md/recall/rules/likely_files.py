"""Which files a task that is told in words will probably change. Pure.

Those that the sessions most like it changed, if the request has a word of their path: of such lines
readers who had the request found 59 of 76 useful, of those without a word 23 of 46. What a request
then changes of them, and beside it of the most frequent files: `python -m benchmarks files`.
"""

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ...memory.model.entry import REVIVABLE, Entry
from ...memory.rules.details import Details
from ...terms.search_query import content_terms

# Of 430 sessions of 15 repositories 57 are told 92 files with .8, of which they changed .61; with
# .7 87 are told 150, and .50.
_LEAST: Final = 0.75
_NAMED: Final = 0.3  # what it counts that the request has each word of a file's name
_LEAST_TIMES: Final = 2
_MOST: Final = 4
_MOST_SHARED: Final = 0.5  # of all paths: a word that more have (`src`) names none of them
# Notes, data and settings change along with everything: of 12 such lines 4 were useful.
_BESIDE: Final = frozenset((".md", ".mdx", ".txt", ".rst", ".json", ".lock", ".toml"))


class Edited(Struct, frozen=True):
    """The files that one task changed, and the names that it has."""

    paths: Sequence[str]
    tasks: Sequence[str]


class LikelyFile(Struct, frozen=True):
    """A file, how many tasks changed it, and what speaks for it, 0 to 1 each.

    `vote` is the part of the sessions like the request that changed it, by their scores; `named`
    the part of its name's words that the request has.
    """

    path: str
    times: int
    vote: float
    named: float

    @property
    def chance(self) -> float:
        """What both say together, 0 to 1."""
        return min(self.vote + _NAMED * self.named, 1.0)


def changed_files(
    entries: Sequence[Entry], details: Details, active: float, renamed: Mapping[str, str]
) -> list[Edited]:
    """Return what each task changed, as far as it is known and nobody took it out.

    `entries` are those that the `details` are of, `active` is the least confidence, 0 to 1, and
    `renamed` gives the new names of paths.
    """
    places = [
        place
        for place, one in enumerate(entries)
        if one.kind == "modified_files"
        and one.confidence >= active
        and (one.archived is None or one.archived.reason in REVIVABLE)
    ]
    chosen = [entries[place] for place in places]
    named = [details.named[place] for place in places] if details.named else details.files(chosen)
    return [
        Edited([renamed.get(path, path) for path in paths], entry.tasks)
        for entry, paths in zip(chosen, named, strict=True)
    ]


def likely_files(
    history: Sequence[Edited], found: Mapping[str, float], words: str
) -> list[LikelyFile]:
    """Return the files that the task will probably change, the likeliest first.

    `found` are the scores of the sessions that speak of it, by their tasks.
    """
    return most_likely(weighed_files(history, found, words))


def most_likely(files: Iterable[LikelyFile]) -> list[LikelyFile]:
    """Return those that are likely enough to be told, the likeliest first."""
    likely = [one for one in files if one.chance >= _LEAST]
    return sorted(likely, key=lambda one: -one.chance)[:_MOST]


def weighed_files(
    history: Sequence[Edited], found: Mapping[str, float], words: str
) -> Iterator[LikelyFile]:
    """Yield the files, changed twice or more, of whose path the request has a word.

    A file that it names is not news.
    """
    times: Counter[str] = Counter()
    votes: Counter[str] = Counter()
    for one in history:
        times.update(dict.fromkeys(one.paths, len(one.tasks) or 1))
        if score := sum(found.get(task, 0.0) for task in one.tasks):
            votes.update(dict.fromkeys(one.paths, score))
    total = sum(found.get(task, 0.0) for one in history for task in one.tasks)
    text, asked = words.casefold(), content_terms(words)
    low = [path.casefold() for path in times]
    for path, vote in votes.items():
        stem, ending = posixpath.splitext(posixpath.basename(path))
        if times[path] < _LEAST_TIMES or vote + _NAMED * total < _LEAST * total:
            continue
        if ending in _BESIDE or f"{stem}{ending}".casefold() in text:
            continue
        shared = asked & content_terms(posixpath.splitext(path)[0])
        if any(sum(term in one for one in low) <= _MOST_SHARED * len(low) for term in shared):
            names = content_terms(stem)
            named = len(names & asked) / len(names) if names else 0.0
            yield LikelyFile(path, times[path], vote / total, named)
