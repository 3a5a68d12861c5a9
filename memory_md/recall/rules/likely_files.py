"""Which files a task that is told in words will probably change. Pure.

Those that the sessions most like it changed, if the request has a word of their path: of such lines
readers who had the request found 59 of 76 useful, of those without a word 23 of 46; of the lines of
34 other repositories two readers found 33 and 23 of 55 useful. The weights are those of a logistic
regression (`python -m benchmarks files --fit`) over 813 sessions of 29 repositories, each with the
sessions before it as the memory. With each repository left out in turn, and requests that name a
file or report an error asked as well, 97 of these are told 155 files, and change .62 of them; of
the three most frequent files .21 (`python -m benchmarks files`).
"""

import math
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...memory.model.entry import REVIVABLE, Entry
from ...memory.rules.details import Details
from ...memory.rules.named_files import named_paths
from ...terms.search_query import content_terms
from ..model.block import Likeness

_VOTE: Final = 2.0
_NEAREST: Final = 2.6
_KNOWN: Final = 2.8
_OFTEN: Final = 2.1
_NAMED: Final = 0.6
_BIAS: Final = -6.4
_LEAST: Final = 0.4
_LEAST_TIMES: Final = 2
_MOST: Final = 4
_MOST_SHARED: Final = 0.5  # of all paths: a word that more have (`src`) names none of them
# Who reports an error, or names a file, has said where the work lies: of 54 other files that were
# told for such requests two readers called 17 and 15 useful, of 55 for others 33 and 23.
_ERROR: Final = regex(r"(?i)error\b|exception\b|traceback\b|\bfailed to\b|\bnot found\b")
# Notes, data and settings change along with everything: of 12 such lines 4 were useful.
_BESIDE: Final = frozenset((".md", ".mdx", ".txt", ".rst", ".json", ".lock", ".toml"))


class Edited(Struct, frozen=True):
    """The files that one task changed, and the names that it has."""

    paths: Sequence[str]
    tasks: Sequence[str]


class LikelyFile(Struct, frozen=True):
    """A file, how many tasks changed it, and what speaks for it, 0 to 1 each.

    `vote` is the part of the sessions like the request that changed it, by their scores, those that
    changed little before all; `nearest` the score of the best of them beside the best of all, and
    `known` the largest part of the request that a session has; `often` is the part of all sessions
    that changed it, and `named` the part of its name's words that the request has.
    """

    path: str
    times: int
    vote: float
    nearest: float
    known: float
    often: float
    named: float

    @property
    def chance(self) -> float:
        """How likely the task is to change it, 0 to 1."""
        value = _BIAS + _VOTE * self.vote + _NEAREST * self.nearest + _KNOWN * self.known
        return 1 / (1 + math.exp(-value - _OFTEN * self.often - _NAMED * self.named))


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
    history: Sequence[Edited], found: Mapping[str, Likeness], words: str
) -> list[LikelyFile]:
    """Return the files that the task will probably change, the likeliest first.

    `found` are the sessions that speak of it, by their tasks.
    """
    return most_likely(weighed_files(history, found, words))


def most_likely(files: Iterable[LikelyFile]) -> list[LikelyFile]:
    """Return those that are likely enough to be told, the likeliest first."""
    likely = [one for one in files if one.chance >= _LEAST]
    return sorted(likely, key=lambda one: -one.chance)[:_MOST]


def weighed_files(
    history: Sequence[Edited], found: Mapping[str, Likeness], words: str
) -> Iterator[LikelyFile]:
    """Yield the files, changed twice or more, of whose path the request has a word.

    There are none where it reports an error or names a file.
    """
    if _ERROR.search(words) or any(named_paths(words)):
        return
    known = max((one.share for one in found.values()), default=0.0)
    best = max((one.score for one in found.values()), default=0.0) or 1.0
    times: Counter[str] = Counter()
    votes: dict[str, float] = {}
    nearest: dict[str, float] = {}
    total = 0.0
    for one in history:
        paths = dict.fromkeys(one.paths)
        times.update(dict.fromkeys(paths, len(one.tasks) or 1))
        scores = [found[task].score for task in one.tasks if task in found]
        weight = sum(scores) / math.sqrt(len(paths) or 1)
        total += weight
        for path in paths if scores else ():
            votes[path] = votes.get(path, 0.0) + weight
            nearest[path] = max(nearest.get(path, 0.0), max(scores) / best)
    asked = _Request(words, times)
    for path, vote in votes.items():
        if times[path] >= _LEAST_TIMES and (named := asked.names(path)) is not None:
            often = times[path] / len(history)
            yield LikelyFile(
                path, times[path], vote / (total or 1.0), nearest[path], known, often, named
            )


class _Request:
    """The words of a request, beside the paths that are known."""

    def __init__(self, words: str, paths: Iterable[str]) -> None:
        self._text = words.casefold()
        self._terms = content_terms(words)
        self._paths = [path.casefold() for path in paths]

    def names(self, path: str) -> float | None:
        """Return the part of the name's words that it has; None where it has no word of the path.

        None, too, for a file that it names without an ending (a Makefile), or that changes along
        with everything.
        """
        stem, ending = posixpath.splitext(posixpath.basename(path))
        if ending in _BESIDE or f"{stem}{ending}".casefold() in self._text:
            return None
        shared = self._terms & content_terms(posixpath.splitext(path)[0])
        if not any(self._is_telling(term) for term in shared):
            return None
        names = content_terms(stem)
        return len(names & self._terms) / len(names) if names else 0.0

    def _is_telling(self, term: str) -> bool:
        return sum(term in path for path in self._paths) <= _MOST_SHARED * len(self._paths)
