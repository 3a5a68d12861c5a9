"""Writes passages into the database, each once, and takes passages out of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError
from ...base.identity import identity_form, sha256
from ...files.layout import Layout
from ...terms.search_query import function_words
from ..chunking import chunks, sentences
from ..model import Kept, Passage
from . import database, index

if TYPE_CHECKING:
    from sqlite3 import Connection

_NUMBER: Final = "SELECT number FROM sessions WHERE session = ?"
_MOST_FILES: Final = 20  # of one passage
_AT_ONCE: Final = 1000  # messages in one transaction
_ROOM: Final = 0.9  # of the bound, which old sessions are dropped down to
_TRIES: Final = 4  # to come down to it
_LEAST_TOKENS: Final = 4  # of a text that a passage holds in other words' order, too
_MOST_ASKED: Final = 60  # tokens of a text that is looked for


class _Row(Struct, frozen=True):
    """A passage as it is about to be written; `body` is what the index gets of it."""

    passage: Passage
    key: bytes
    content: bytes
    text: str
    body: str
    tokens: int


def keep(
    layout: Layout,
    passages: Sequence[Passage],
    *,
    now: str,
    most_bytes: int,
    named: Callable[[str], Iterable[str]] | None = None,
) -> Kept:
    """Write those that are not known yet; the oldest sessions go where there is no room.

    A message is known by its session and id, or by its speaker and text, whatever the session:
    forks and copies add nothing. `now` dates what has no time; `named` tells the files that a text
    names. It never fails: faults are warnings.
    """
    spoken = [passage for passage in passages if passage.session and passage.text.strip()]
    if not spoken:
        return Kept()

    def work(db: Connection) -> tuple[int, int]:
        added = dropped = 0
        for start in range(0, len(spoken), _AT_ONCE):
            batch = spoken[start : start + _AT_ONCE]
            rows, heavier = _unknown(db, batch, named), _heavier(db, batch)
            if rows or heavier:
                with database.transaction(db):
                    db.executemany(_WEIGH, heavier)
                    added += _insert(db, rows, now)
            if rows:
                dropped += _make_room(db, most_bytes)
        return added, dropped

    try:
        (added, dropped), warnings = database.write(layout, work)
    except MemError as fault:
        return Kept(warnings=(f"what was said is not kept: {fault}",), failed=True)
    return Kept(added, dropped, warnings)


def forget(layout: Layout, sessions: Collection[str], *, purge: bool = False) -> int:
    """Take out all passages of these sessions; how many. With `purge` no byte of them stays.

    Raises MemError.
    """

    def work(db: Connection) -> int:
        with database.transaction(db):
            ids = _ids_of(db, sessions)
            _take_out(db, ids)
        if purge:
            _vacuum(db)
        return len(ids)

    return database.update(layout, work)[0] or 0


def erase(layout: Layout, texts: Sequence[str]) -> int:
    """Erase the passages that hold one of these texts, so that no byte of them stays; how many.

    Raises MemError.
    """

    def work(db: Connection) -> int:
        with database.transaction(db):
            ids = _holding(db, texts)
            _take_out(db, ids)
        _vacuum(db)
        return len(ids)

    return database.update(layout, work)[0] or 0


def count(layout: Layout, sessions: Collection[str]) -> int:
    """How many passages these sessions have. Raises MemError."""
    with database.reading(layout) as db:
        return len(_ids_of(db, sessions)) if db else 0


def known_sessions(layout: Layout) -> tuple[tuple[str, str, str, str, int], ...]:
    """All sessions: (name, task, source, time of the newest passage, passages). Raises MemError."""
    return _known(layout, database.SAID)


def known_commits(layout: Layout) -> tuple[tuple[str, str, str, str, int], ...]:
    """All commits whose messages are kept, as `known_sessions`. Raises MemError."""
    return _known(layout, database.COMMITS)


def _known(layout: Layout, numbers: range) -> tuple[tuple[str, str, str, str, int], ...]:
    asked = "SELECT session, task, source, at, passages FROM sessions WHERE number BETWEEN ? AND ?"
    with database.reading(layout) as db:
        return tuple(db.execute(asked, (numbers[0], numbers[-1]))) if db else ()


# -- adding --------------------------------------------------------------------------------------


def _unknown(
    db: Connection,
    passages: Iterable[Passage],
    named: Callable[[str], Iterable[str]] | None,
) -> list[_Row]:
    """The rows of messages that are not there yet; secrets, long code and private parts are not."""
    rows = []
    seen: set[bytes] = set()
    for passage in passages:
        message = passage.message or f"{passage.speaker}\n{passage.text}"
        key = _hash(passage.session, message, "0")
        if key in seen or db.execute("SELECT 1 FROM passages WHERE key = ?", (key,)).fetchone():
            continue
        seen.add(key)
        content = _content(passage, passage.text)
        if db.execute("SELECT 1 FROM passages WHERE content = ?", (content,)).fetchone():
            continue
        if named:
            files = tuple(dict.fromkeys((*named(passage.text), *passage.files)))
            passage = replace(passage, files=files[:_MOST_FILES])
        for part, text in enumerate(chunks(passage.text)):
            key = _hash(passage.session, message, str(part))
            body, size = index.body_of(text, passage.files)
            if size:
                rows.append(_Row(passage, key, _content(passage, text), text, body, size))
    return rows


# What a message settles may show only later, when the other side answers.
_WEIGH: Final = (
    "UPDATE passages SET weight = max(weight, ?) WHERE id BETWEEN ? AND ? AND message = ?"
)


def _heavier(db: Connection, passages: Iterable[Passage]) -> list[tuple[float, int, int, str]]:
    """What is given to `_WEIGH` for the messages that settle more than is known."""
    known: dict[str, tuple[int, dict[str, float]]] = {}
    found = []
    for passage in passages:
        if not passage.weight:
            continue
        if passage.session not in known:
            known[passage.session] = _weights(db, passage.session)
        number, weights = known[passage.session]
        if passage.weight > weights.get(passage.message, passage.weight):
            span = (database.first_id(number), database.last_id(number))
            found.append((passage.weight, *span, passage.message))
    return found


def _weights(db: Connection, session: str) -> tuple[int, dict[str, float]]:
    """The number of a session, and the weights of its messages."""
    row = db.execute(_NUMBER, (_plain(session),)).fetchone()
    if row is None:
        return 0, {}
    asked = "SELECT message, min(weight) FROM passages WHERE id BETWEEN ? AND ? GROUP BY message"
    span = (database.first_id(row[0]), database.last_id(row[0]))
    return int(row[0]), dict(db.execute(asked, span).fetchall())


def _insert(db: Connection, rows: Sequence[_Row], now: str) -> int:
    """Write those that are not known; how many."""
    places: dict[str, int] = {}
    newest: dict[int, str] = {}  # time by session
    bodies = []
    for row in rows:
        passage = row.passage
        if passage.session not in places:
            places[passage.session] = _next_id(db, passage)
        id_ = places[passage.session]
        number = database.session_number(id_)
        if id_ >= database.last_id(number):
            continue
        files = json.dumps(passage.files) if passage.files else ""
        values = (id_, row.key, row.content, _plain(passage.message), passage.turn, passage.at)
        more = (passage.speaker, row.text, _plain(files), passage.weight, row.tokens, passage.line)
        done = db.execute(
            "INSERT OR IGNORE INTO passages VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", (*values, *more)
        )
        if done.rowcount:
            places[passage.session] += 1
            newest[number] = max(newest.get(number, ""), passage.at or now)
            bodies.append((id_, row.body))
    index.add(db, bodies)
    at_of = [(at, number) for number, at in newest.items()]
    db.executemany("UPDATE sessions SET at = max(at, ?) WHERE number = ?", at_of)
    _count_again(db, newest)
    return len(bodies)


def _next_id(db: Connection, passage: Passage) -> int:
    """The id for the next passage of a session, which is made where there is none."""
    values = (_plain(passage.session), _plain(passage.task), _plain(passage.source))
    numbers = database.COMMITS if passage.speaker == "commit" else database.SAID
    asked = "SELECT max(number) FROM sessions WHERE number BETWEEN ? AND ?"
    (newest,) = db.execute(asked, (numbers[0], numbers[-1])).fetchone()
    db.execute(
        "INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, '', 0, 0, 0)",
        (numbers[0] if newest is None else newest + 1, *values),
    )
    (number,) = db.execute(_NUMBER, values[:1]).fetchone()
    span = (database.first_id(number), database.last_id(number))
    (newest,) = db.execute("SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?", span).fetchone()
    return database.first_id(number) if newest is None else int(newest) + 1


def _count_again(db: Connection, sessions: Iterable[int]) -> None:
    """Count what these sessions hold, by their numbers; those that hold nothing go."""
    spans = [(database.first_id(one), database.last_id(one), one) for one in sessions]
    db.executemany(
        "UPDATE sessions SET (passages, tokens, bytes) = (SELECT count(*), sum(tokens), "
        "sum(length(text)) FROM passages WHERE id BETWEEN ? AND ?) WHERE number = ?",
        spans,
    )
    db.execute("DELETE FROM sessions WHERE passages = 0")


def _content(passage: Passage, text: str) -> bytes:
    return _hash(passage.speaker, " ".join(text.split()))


def _hash(*parts: str) -> bytes:
    digest: bytes = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()
    return digest[:10]


def _plain(text: str) -> str:
    """The text as SQLite can hold it."""
    return text.encode("utf-8", "replace").decode("utf-8")


# -- taking out ----------------------------------------------------------------------------------


def _make_room(db: Connection, most_bytes: int) -> int:
    """Drop the oldest sessions until the file is as small as it must be; how many passages."""
    dropped = 0
    for _ in range(_TRIES):
        used = _used(db)
        if used <= most_bytes:
            break
        with database.transaction(db):
            dropped += _drop_oldest(db, 1 - most_bytes * _ROOM / used)
            index.optimise(db)
    if dropped or _free(db):
        # It gives back a page a step, and `execute` makes one step of what has no columns.
        db.executescript("PRAGMA incremental_vacuum")
        database.shrink_log(db)
    return dropped


def _drop_oldest(db: Connection, share: float) -> int:
    """Take out at least that share of all texts, of the newest session what is oldest in it."""
    sessions = db.execute("SELECT number, bytes FROM sessions ORDER BY at, number").fetchall()
    left = share * sum(size for _, size in sessions)
    ids: list[int] = []
    for number, size in sessions[:-1]:
        if left <= 0:
            break
        ids += _ids_in(db, number)
        left -= size
    if left > 0 and sessions:
        newest, size = sessions[-1]
        own = _ids_in(db, newest)
        ids += own[: 1 + int(len(own) * min(left / max(size, 1), 1))]
    _take_out(db, ids)
    return len(ids)


def _used(db: Connection) -> int:
    pages = int(db.execute("PRAGMA page_count").fetchone()[0])
    return (pages - _free(db)) * int(db.execute("PRAGMA page_size").fetchone()[0])


def _free(db: Connection) -> int:
    return int(db.execute("PRAGMA freelist_count").fetchone()[0])


def _vacuum(db: Connection) -> None:
    """Write the file anew, without anything that was taken out."""
    with database.transaction(db):
        index.optimise(db)
    db.execute("VACUUM")
    if not database.shrink_log(db):
        raise database.busy()


def _ids_of(db: Connection, sessions: Iterable[str]) -> list[int]:
    """The ids of all passages of these sessions, in order."""
    found = (db.execute(_NUMBER, (_plain(one),)).fetchone() for one in dict.fromkeys(sessions))
    return [id_ for (number,) in filter(None, found) for id_ in _ids_in(db, number)]


def _ids_in(db: Connection, number: int) -> list[int]:
    span = (database.first_id(number), database.last_id(number))
    found = db.execute("SELECT id FROM passages WHERE id BETWEEN ? AND ? ORDER BY id", span)
    return [id_ for (id_,) in found]


def _take_out(db: Connection, ids: Sequence[int]) -> None:
    """Delete these passages, and the sessions that have none left."""
    asked = "SELECT id, text, files FROM passages WHERE id = ?"
    index.take_out(db, (db.execute(asked, (id_,)).fetchone() for id_ in ids))
    db.executemany("DELETE FROM passages WHERE id = ?", ((id_,) for id_ in ids))
    _count_again(db, set(map(database.session_number, ids)))


def _holding(db: Connection, texts: Iterable[str]) -> list[int]:
    """The passages that hold one of the texts, or a sentence of it."""
    found: dict[int, None] = {}
    for text in texts:
        for part in dict.fromkeys((text, *sentences(text))):
            asked = [token for token in index.tokens(part, ()) if token not in function_words()]
            if not asked or (part != text and len(asked) < _LEAST_TOKENS):
                continue
            query = " AND ".join(f'"{token}"' for token in asked[:_MOST_ASKED])
            rows = db.execute("SELECT rowid FROM terms WHERE terms MATCH ?", (query,)).fetchall()
            form = identity_form(part)
            for (id_,) in rows:
                if len(asked) >= _LEAST_TOKENS or form in identity_form(_text(db, id_)):
                    found[id_] = None
    return list(found)


def _text(db: Connection, id_: int) -> str:
    row = db.execute("SELECT text FROM passages WHERE id = ?", (id_,)).fetchone()
    return str(row[0]) if row else ""
