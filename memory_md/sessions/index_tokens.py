"""The tokens by which the index finds a passage: its terms, and the paths of its files.

A token is ASCII letters and digits in lower case, the signs in `SIGNS`, and whatever is not ASCII.
`=src/auth/jwt.py` is a path as it was named, `~auth/jwt.py` and `~jwt.py` are its ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from ..base.identity import short_id
from ..terms.stemming import word_terms, words

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
    "決済APIは二重請求を防ぐ。 재시도 횟수는 세 번 naïve façade"
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
