"""What is printed for a model or as an answer: a line in which no secret stands.

A person may have typed one into a file; it stays there, and only what is shown is without it. To
look for secrets costs a few milliseconds once, so a line without any sign of one is not looked at.
"""

from collections.abc import Mapping
from typing import Any, Final

from ..base.regex import regex
from .sanitize import clean_line

# Every secret with a shape of its own has a long run of signs: with a digit, in both cases, or of
# letters without a break. Names of files and of functions in snake case are none of these.
_RUN: Final = regex(r"[\w+/=%~.$:{}-]{12,}")
_TOKEN: Final = regex(r"[0-9]|[A-Za-z]{16}")
_PIECE: Final = regex(r"[\w%+=~-]{20,}")
# A part of a path that is words and small numbers: `src/cache/header_251.py`, `v2/api_3.ts:17`.
_PART: Final = regex(r"(?:[a-z]{1,15}+(?![a-z])[._-]?+|\d{1,4}+(?![a-z\d])[._-]?+)*+(?::\d{1,5})?+")
# The others stand beside what gives them away: a name and a sign, a flag, a sentence, an address.
_NAMES: Final = (
    "pass", "pw", "kennwort", "contraseña", "senha", "wachtwoord", "пароль", "密码", "パスワード",
    "secret", "token", "key", "credential", "creds", "auth", "jwt", "pat", "dsn", "bearer", "sess",
    "sid", "csrf", "xsrf", "remember",
)  # fmt: skip
_SIGNS: Final = (":", "=", ">", "：")
_SET: Final = regex(rf"(?:{'|'.join(_NAMES)})[^\s=:：>]{{0,40}}[ \t]{{0,3}}[=:：>]")
_FLAG: Final = regex(r"(?<!\w)-[\w-]{0,40}(?:pass|token|secret|key|user|auth)|\s-[aup]")
_SAID: Final = regex(
    r"(?:\b(?:is|was|are|equals|to)\b|=)|password[ \t]\S|requirepass|->|→"
    r"|pass\w{0,10} (?:for|of|to|on|in|\()[^:\n]{1,80}: "
)
_ADDRESS: Final = regex(r"://[^\s/]{1,300}@")
_PLAIN: Final = ("thin:", "private key", "private-lines")


def without_secrets(text: str) -> str:
    """The text with `[redacted: KIND]` for each secret; where there is one, as a clean line."""
    shown = redacted(text)
    return text if shown == text else clean_line(shown)


def redacted(text: str) -> str:
    """The text, of any number of lines, with `[redacted: KIND]` for each secret."""
    if not may_hold_secret(text):
        return text
    from .secrets.redact import redact

    return redact(text)[0]


def redacted_json(value: Any) -> Any:
    """A JSON value with every text in it, keys included, `redacted`."""
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted(str(key)): redacted_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [redacted_json(each) for each in value]
    return value


def may_hold_secret(text: str) -> bool:
    """Whether it is worth looking for a secret; False only where there is none. Linear."""
    if any(map(_is_like_token, _RUN.findall(text))):
        return True
    low = text.casefold()
    return (
        (_has(text, _SIGNS) and _has(low, _NAMES) and _SET.search(low) is not None)
        or ("-" in text and _FLAG.search(low) is not None)
        or (("pass" in low or "pwd" in low) and _SAID.search(low) is not None)
        or ("://" in text and _ADDRESS.search(text) is not None)
        or _has(low, _PLAIN)
    )


def _has(text: str, marks: tuple[str, ...]) -> bool:
    return any(map(text.__contains__, marks))


def _is_like_token(run: str) -> bool:
    if "/" in run and "." in run and all(map(_PART.fullmatch, run.split("/"))):
        return False
    if _TOKEN.search(run):
        return True
    return len(run) >= 20 and any(not (p.islower() or p.isupper()) for p in _PIECE.findall(run))
