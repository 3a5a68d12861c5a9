"""The index of the passages: the tokens by which it finds one, and its table in the database.

A token is ASCII letters and digits in lower case, the signs in `SIGNS`, and whatever is not ASCII.
`=src/auth/jwt.py` is a path as it was named, `~auth/jwt.py` and `~jwt.py` are its ends. The table
holds no texts, so what is taken out of it must be given again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec import DecodeError
from msgspec.json import decode

from ...base.identity import short_id
from ...terms.stemming import word_terms, words

if TYPE_CHECKING:
    from sqlite3 import Connection

SIGNS: Final = ".+#_-=~/%@"
_OTHERS: Final = {
    code: "_" for code in range(128) if not (chr(code).isalnum() or chr(code) in SIGNS)
}
_MOST_FILES: Final = 40  # of one passage
_LONGEST_PATH: Final = 240
_DEEPEST: Final = 8  # folders that the ends of a path are made of
_SAMPLE: Final = (
    "We decided that HTTPServer's getUserByEmail retries 3 times on 2026-03-01, v1.2.10; not doing "
    "so loses users' tokens in user_service.py, C++ and pre-commit. Мы использовали токены. "
    "決済APIは二重請求を防ぐ。 재시도 횟수는 세 번 naïve façade Mahnungen, canaux"
)


@lru_cache(maxsize=65_536)
def _tokens_of(word: str) -> tuple[str, ...]:
    return tuple(map(token_of, word_terms(word)))


def tokens(text: str, files: Sequence[str]) -> list[str]:
    """Each token once."""
    found = dict.fromkeys(chain.from_iterable(map(_tokens_of, dict.fromkeys(words(text)))))
    for path in files[:_MOST_FILES]:
        found.update(dict.fromkeys(_path_tokens(path)))
    return list(found)


def token_of(term: str) -> str:
    """The token of a term."""
    return term if term.isalnum() else term.translate(_OTHERS)


def path_token(path: str) -> str:
    """The token of a path as it was named."""
    return f"={token_of(path)[-_LONGEST_PATH:]}"


def _path_tokens(path: str) -> list[str]:
    plain = token_of(path)[-_LONGEST_PATH:]
    return [path_token(path), *(f"~{end}" for end in _ends(plain))]


def _ends(path: str) -> Iterator[str]:
    parts = path.split("/")
    for first in range(max(1, len(parts) - _DEEPEST), len(parts)):
        yield "/".join(parts[first:])


def path_queries(path: str) -> Mapping[str, bool]:
    """The tokens that speak for a path, and whether each of them means this very file.

    A bare name may be that of any file of the name.
    """
    plain = token_of(path)[-_LONGEST_PATH:]
    found = {f"={plain}": True, f"~{plain}": True}
    found |= {f"={end}": "/" in end for end in _ends(plain)}
    return found


def scheme() -> str:
    """A name for the way that tokens are made; it changes when the same text gives others."""
    return short_id(*tokens(_SAMPLE, ("src/auth/jwt.py",)))


# -- the table -------------------------------------------------------------------------------------


def body_of(text: str, files: Sequence[str]) -> tuple[str, int]:
    """What the index is given for a passage, and how many tokens that is."""
    found = tokens(text, files)
    return " ".join(found), len(found)


def files_of(stored: str) -> tuple[str, ...]:
    """The paths of a passage as its row holds them."""
    if not stored:
        return ()
    with contextlib.suppress(DecodeError):
        return decode(stored, type=tuple[str, ...])
    import json  # it alone reads half a character

    return tuple(json.loads(stored))


def add(db: Connection, rows: Iterable[tuple[int, str]]) -> None:
    """Index passages: (id, body)."""
    db.executemany("INSERT INTO terms (rowid, body) VALUES (?, ?)", rows)


def take_out(db: Connection, rows: Iterable[tuple[int, str, str]]) -> None:
    """Take passages out of the index: (id, text, files as stored)."""
    db.executemany(
        "INSERT INTO terms (terms, rowid, body) VALUES ('delete', ?, ?)",
        ((id_, body_of(text, files_of(files))[0]) for id_, text, files in rows),
    )


def optimise(db: Connection) -> None:
    """Make one piece of the index, in which nothing is left of what was taken out."""
    db.execute("INSERT INTO terms (terms) VALUES ('optimize')")


def rebuild(db: Connection) -> None:
    """Index all passages anew, since their tokens are made otherwise now."""
    db.execute("INSERT INTO terms (terms) VALUES ('delete-all')")
    # A damaged file may hold a number where its column says text.
    asked = "SELECT id, CAST(text AS TEXT), CAST(files AS TEXT) FROM passages ORDER BY id"
    rows = db.execute(asked).fetchall()
    counts = []
    for id_, text, files in rows:
        body, count = body_of(text, files_of(files))
        add(db, [(id_, body)])
        counts.append((count, id_))
    db.executemany("UPDATE passages SET tokens = ? WHERE id = ?", counts)
    db.execute(
        "UPDATE sessions SET tokens = (SELECT coalesce(sum(tokens), 0) FROM passages "
        "WHERE id >> 20 = number)"
    )
