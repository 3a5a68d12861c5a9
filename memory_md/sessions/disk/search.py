"""Search in earlier sessions: the sessions and passages that speak of what is asked.

BM25 (Robertson, Spärck Jones) over two kinds of documents: a session, in which a term counts once
for each of its passages, and a passage, in which it counts once. Terms that nearly all passages
have cost the most to look up and weigh nothing, so they are passed over where rarer ones are asked.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from ...base.errors import MemError
from ...files.layout import Layout
from ..model import FoundPassage, FoundSession, Passage, SessionMatches, SessionSummary
from . import database
from .index import files_of, path_queries, path_token, token_of

if TYPE_CHECKING:
    from sqlite3 import Connection

_K1: Final = 1.2
_B: Final = 0.75
_FILE: Final = 2.0  # what a file counts beside a word
_NAME: Final = 0.7  # the bare name of one
_MOST_WORDS: Final = 64  # of a query, those that weigh most
_MOST_POSTINGS: Final = 30_000  # that are looked at, 0.3 µs each
_FEW: Final = 100  # passages in which a missing word counts half
_RARE: Final = 1_000  # passages with a token, up to which each of them is looked at
_COMMON: Final = 0.25  # of all passages: a token that more have says nothing
_BY_PASSAGE: Final = 24  # best passages whose sessions are looked at, whatever the sessions weigh
_COUNTED: Final = 300  # passages with a token, up to which they are counted
_MATCH: Final = "FROM terms WHERE terms MATCH ? AND rowid BETWEEN ? AND ?"
_VALUES: Final = "id, message, turn, at, speaker, text, files, weight, tokens, line"
_MANY: Final = 5  # sessions from which on it tells something in how many of them a word stands
_SPARE: Final = 4  # sessions, or passages, that are looked at beyond those asked for


class SessionQuery(Struct, frozen=True):
    """What is looked for: the terms, what each weighs, and by token the terms that it answers.

    `terms` are as in the query; behind them, from `words` on, are files.
    """

    answers: Mapping[str, tuple[int, ...]]
    terms: tuple[str, ...]
    weights: tuple[float, ...]
    words: int


def session_query(
    terms: Sequence[str],
    weights: Sequence[float],
    answers: Mapping[str, tuple[int, ...]],
    files: Iterable[str] = (),
) -> SessionQuery:
    """A query: its terms and weights, by term of a text the numbers of those it answers, files."""
    found: dict[str, tuple[int, ...]] = {}
    for term, numbers in answers.items():
        token = token_of(term)
        found[token] = tuple(dict.fromkeys((*found.get(token, ()), *numbers)))
    names, counted = list(terms), list(weights)
    for path in dict.fromkeys(files):
        for weight, is_sure in ((_FILE, True), (_NAME, False)):
            own = [token for token, sure in path_queries(path).items() if sure is is_sure]
            for token in own:
                found[token] = (*found.get(token, ()), len(names))
            if own:
                names.append(path)
                counted.append(weight)
    return SessionQuery(found, tuple(names), tuple(counted), len(terms))


def search(
    layout: Layout,
    query: SessionQuery,
    *,
    sessions: int = 8,
    passages: int = 6,
    numbers: range = database.SAID,
) -> SessionMatches:
    """The best sessions and of each its best passages. It never fails: faults are warnings.

    `numbers` says whether those that were said or the commits are searched.
    """
    if not query.answers or not database.exists(layout):
        return SessionMatches()
    try:
        with database.reading(layout) as db:
            if db is None:
                return SessionMatches()
            search_ = _Search(db, query, numbers)
            best = tuple(search_.best(sessions, passages))
            return SessionMatches(best, spread=search_.spread, weights=search_.weights())
    except MemError as fault:
        return SessionMatches(warnings=(f"earlier sessions were not searched: {fault}",))


def commits_with(
    layout: Layout, query: SessionQuery, files: Sequence[str], *, most: int
) -> SessionMatches:
    """The commits that changed one of these files: the newest ones and those that say most of it.

    At most so many of either, in no order. Raises MemError.
    """
    own = " OR ".join(f'"{path_token(path)}"' for path in files)
    if not own:
        return SessionMatches()
    with database.reading(layout) as db:
        if db is None:
            return SessionMatches()
        span = (database.first_id(database.COMMITS[0]), database.last_id(database.COMMITS[-1]))
        found = db.execute(f"SELECT rowid {_MATCH} ORDER BY rowid DESC LIMIT {_RARE}", (own, *span))
        terms: dict[int, set[int]] = {id_: set() for (id_,) in found}
        if not terms:
            return SessionMatches()
        search_ = _Search(db, query, database.COMMITS)
        return SessionMatches(search_.among(terms, own, most), weights=search_.weights())


class _Search:
    """One search: what each token weighs, and where it stands."""

    def __init__(self, db: Connection, query: SessionQuery, numbers: range) -> None:
        self._db = db
        self._query = query
        totals = "SELECT count(*), sum(passages), sum(tokens) FROM sessions"
        own = f"{totals} WHERE number BETWEEN ? AND ?"
        self._sessions, self._passages, length = (
            n or 0 for n in db.execute(own, (numbers[0], numbers[-1])).fetchone()
        )
        self._all = db.execute(totals).fetchone()[1] or 1
        self._ids = (database.first_id(numbers[0]), database.last_id(numbers[-1]))
        self._length = length / max(self._sessions, 1) or 1.0
        self._short = length / max(self._passages, 1) or 1.0
        self._frequency = self._frequencies()
        self._rareness = self._weigh()
        self._asked_for = self._all_words()
        self.spread: dict[str, float] = {}

    def weights(self) -> dict[str, float]:
        """What each term of the query weighs among passages."""
        return dict(zip(self._query.terms[: self._query.words], self._rareness, strict=False))

    def best(self, sessions: int, passages: int) -> list[FoundSession]:
        """The sessions with their passages, best first."""
        whole, rows = self._look_up()
        weighed = {id_: self._sum(terms) for id_, terms in rows.items()}
        top = nlargest(sessions * 2, whole, key=whole.__getitem__)
        best = nlargest(_BY_PASSAGE, weighed, key=weighed.__getitem__)
        at_best: dict[int, float] = dict.fromkeys(top, 0.0)
        for id_ in reversed(best):
            at_best[database.session_number(id_)] = weighed[id_]
        likely = nlargest(
            sessions + _SPARE, at_best, key=lambda number: whole[number] + at_best[number]
        )
        inside: dict[int, dict[int, set[int]]] = {number: {} for number in likely}
        for id_, terms in rows.items():
            if (number := database.session_number(id_)) in inside:
                inside[number][id_] = terms
        for number, own in inside.items():
            self._look_into(number, own)
        found = [
            self._session(number, whole[number], inside[number], passages) for number in likely
        ]
        ranked = [one for one in found if one is not None]
        ranked.sort(key=lambda one: -one.score - one.passages[0].score)
        return ranked[:sessions]

    def among(self, rows: dict[int, set[int]], own: str, most: int) -> tuple[FoundSession, ...]:
        """Of these passages, which the query `own` finds, the newest and the best."""
        for token in self._tokens_to_look_up():
            asked = (f'({own}) AND "{token}"', *self._ids)
            for (id_,) in self._db.execute(f"SELECT rowid {_MATCH}", asked):
                if id_ in rows:
                    rows[id_].update(self._query.answers[token])
        newest = sorted(rows, reverse=True)[:most]
        best = nlargest(most, rows, key=lambda id_: self._sum(rows[id_]))
        chosen: dict[int, dict[int, set[int]]] = {}
        for id_ in (*newest, *best):
            chosen.setdefault(database.session_number(id_), {})[id_] = rows[id_]
        found = (self._session(number, 0.0, own_, most) for number, own_ in chosen.items())
        return tuple(one for one in found if one is not None)

    def _frequencies(self) -> dict[str, int]:
        """In how many passages each token stands; those that stand in none are left out.

        Where commits are kept beside what was said, of a common token that is an estimate.
        """
        known = {token.lower(): token for token in self._query.answers}  # as FTS5 folds ASCII
        marks = ",".join("?" * len(known))
        asked = f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})"
        found = {known[term]: int(count) for term, count in self._db.execute(asked, [*known])}
        if self._passages == self._all:
            return found
        part = self._passages / self._all
        counts = {
            token: self._count(token) if count <= _COUNTED else max(round(count * part), 1)
            for token, count in found.items()
        }
        return {token: count for token, count in counts.items() if count}

    def _count(self, token: str) -> int:
        (count,) = self._db.execute(
            f"SELECT count(*) {_MATCH}", (f'"{token}"', *self._ids)
        ).fetchone()
        return int(count)

    def _weigh(self) -> list[float]:
        """What each term weighs among passages; one that stands in none weighs the most."""
        counts: Counter[int] = Counter()
        for token, count in self._frequency.items():
            for number in self._query.answers[token]:
                counts[number] += count
        return [
            weight * _rareness(min(counts[number], self._passages), self._passages)
            for number, weight in enumerate(self._query.weights)
        ]

    def _look_up(self) -> tuple[dict[int, float], dict[int, set[int]]]:
        """A score for each session; by passage the terms it has, of those that are rare."""
        counts: list[Counter[int]] = [Counter() for _ in self._query.weights]
        rows: dict[int, set[int]] = {}
        self._common: list[str] = []
        chosen = self._tokens_to_look_up()
        for token in chosen:
            numbers = self._query.answers[token]
            if self._frequency[token] <= _RARE:
                found = self._db.execute(f"SELECT rowid {_MATCH}", (f'"{token}"', *self._ids))
                ids = [id_ for (id_,) in found]
                for id_ in ids:
                    rows.setdefault(id_, set()).update(numbers)
                own = Counter(map(database.session_number, ids))
            else:
                self._common.append(token)
                asked = f"SELECT rowid >> 20, count(*) {_MATCH} GROUP BY 1"
                own = Counter(dict(self._db.execute(asked, (f'"{token}"', *self._ids))))
            for number in numbers:
                counts[number].update(own)
        if self._sessions >= _MANY:
            passed = self._frequency.keys() - chosen  # the most common ones
            common = {number for token in passed for number in self._query.answers[token]}
            for number, term in enumerate(self._query.terms[: self._query.words]):
                part = len(counts[number]) / self._sessions
                self.spread[term] = 1.0 if number in common else part
        return self._scores(counts), rows

    def _tokens_to_look_up(self) -> list[str]:
        """The tokens that are looked up, the rarest first."""
        weight = {
            token: max(self._rareness[number] for number in self._query.answers[token])
            for token in self._frequency
        }
        tokens = sorted(self._frequency, key=lambda token: -weight[token])[:_MOST_WORDS]
        tokens.sort(key=self._frequency.__getitem__)
        found: list[str] = []
        postings = 0
        for token in tokens:
            count = self._frequency[token]
            postings += count
            is_common = count > max(_COMMON * self._passages, _RARE)
            if found and (is_common or postings > _MOST_POSTINGS):
                break
            found.append(token)
        return found

    def _scores(self, counts: Sequence[Counter[int]]) -> dict[int, float]:
        known = set().union(*counts)
        damp = {number: self._damp(number) for number in known}
        scores: dict[int, float] = defaultdict(float)
        for weight, own in zip(self._query.weights, counts, strict=True):
            rare = weight * _rareness(len(own), self._sessions)
            for number, count in own.items():
                scores[number] += rare * count * (_K1 + 1) / (count + damp[number])
        return dict(scores)

    def _damp(self, number: int) -> float:
        asked = "SELECT tokens FROM sessions WHERE number = ?"
        row = self._db.execute(asked, (number,)).fetchone()
        return _K1 * (1 - _B + _B * (row[0] if row else self._length) / self._length)

    def _look_into(self, number: int, rows: dict[int, set[int]]) -> None:
        """Add the common terms to the passages of one session."""
        span = (database.first_id(number), database.last_id(number))
        for token in self._common:
            for (id_,) in self._db.execute(f"SELECT rowid {_MATCH}", (f'"{token}"', *span)):
                rows.setdefault(id_, set()).update(self._query.answers[token])

    def _all_words(self) -> float:
        """What all that was asked weighs; a missing word says little where little is kept."""
        words = range(self._query.words or len(self._rareness))
        known = {number for token in self._frequency for number in self._query.answers[token]}
        missing = self._sum(number for number in words if number not in known)
        missing *= self._passages / (self._passages + _FEW)
        return self._sum(number for number in words if number in known) + missing or 1.0

    def _sum(self, terms: Iterable[int]) -> float:
        return sum([self._rareness[number] for number in terms])

    def _session(
        self, number: int, score: float, rows: Mapping[int, set[int]], most: int
    ) -> FoundSession | None:
        row = self._db.execute(
            "SELECT session, task, source, at FROM sessions WHERE number = ?", (number,)
        ).fetchone()
        best = nlargest(most, rows, key=lambda id_: self._sum(rows[id_])) if row else []
        marks = ",".join("?" * len(best))
        asked = f"SELECT {_VALUES} FROM passages WHERE id IN ({marks})"
        found = [
            self._found_passage(one, rows[one[0]], row) for one in self._db.execute(asked, best)
        ]
        passages = sorted(found, key=lambda one: -one.score)[:most]
        if not passages:
            return None
        session, task, source, at = map(str, row)
        return FoundSession(
            session, task, source, at, round(score, 4), tuple(passages), number=number
        )

    def _found_passage(
        self, row: tuple[Any, ...], terms: set[int], session: tuple[str, ...]
    ) -> FoundPassage:
        passage, length = _passage(row, session), row[8]
        weighed = self._sum(terms)
        damp = _K1 * (1 - _B + _B * length / self._short)
        words = self._query.words
        of_words = self._sum([number for number in terms if number < words or not words])
        return FoundPassage(
            passage,
            round(weighed * (_K1 + 1) / (1 + damp), 4),
            round(min(of_words / self._asked_for, 1.0), 4),
            tuple(self._query.terms[number] for number in sorted(terms) if number < words),
            any(number >= words for number in terms),
        )


def _passage(row: tuple[Any, ...], session: tuple[str, ...]) -> Passage:
    """The passage of a row of `_VALUES`, said in the session of this name, task and source."""
    _, message, turn, at, speaker, text, files, weight, _, line = row
    return Passage(
        session=session[0],
        speaker=speaker if speaker in ("person", "commit") else "agent",
        text=text,
        source=session[2],
        turn=turn,
        at=at,
        message=message,
        files=files_of(files),
        weight=weight,
        task=session[1],
        line=line,
    )


def _rareness(count: int, total: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def conversation(layout: Layout, found: FoundSession, *, most: int) -> tuple[Passage, ...]:
    """All passages of a session in their order, none where it has more. Raises MemError."""
    with database.reading(layout) as db:
        if db is None:
            return ()
        asked = "SELECT number FROM sessions WHERE session = ? AND passages <= ?"
        row = db.execute(asked, (found.session, most)).fetchone()
        if row is None:
            return ()
        span = (database.first_id(row[0]), database.last_id(row[0]))
        asked = f"SELECT {_VALUES} FROM passages WHERE id BETWEEN ? AND ? ORDER BY id"
        own = (found.session, found.task, found.source)
        return tuple(_passage(one, own) for one in db.execute(asked, span))


def session_named(layout: Layout, name: str) -> SessionSummary | None:
    """The newest session whose ID or task begins so. Raises MemError."""
    with database.reading(layout) as db:
        if db is None:
            return None
        row = db.execute(
            "SELECT session, task, source, at, passages FROM sessions"
            " WHERE substr(session, 1, :length) = :name OR substr(task, 1, :length) = :name"
            " ORDER BY session != :name, at DESC LIMIT 1",
            {"length": len(name), "name": name},
        ).fetchone()
    if row is None:
        return None
    session, task, source, at = (str(value or "") for value in row[:4])
    return SessionSummary(session, task, source, at, int(row[4] or 0))


def task_at(layout: Layout, moment: str) -> str:
    """The task of the session with passages before and after that moment. Raises MemError."""
    with database.reading(layout) as db:
        if db is None:
            return ""
        for number, task in db.execute(
            "SELECT number, task FROM sessions WHERE at >= ? AND number < ?",
            (moment, database.FIRST_COMMIT),
        ):
            span = (database.first_id(number), database.last_id(number))
            asked = "SELECT min(at) FROM passages WHERE id BETWEEN ? AND ? AND at != ''"
            (first,) = db.execute(asked, span).fetchone()
            if first and first <= moment:
                return str(task or "")
    return ""
