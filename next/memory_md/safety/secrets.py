"""Secrets in a text: what has a provider's shape, and what the words beside it give away.

Three ways, each linear: shapes and contexts (rows of secrets.toml), assignments
(`db_password = "…"`, `--token …`, JSON, YAML, env), and sentences of any language ("the password
of the test server is …"). Hashes, IDs, paths, versions, names and placeholders stay.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

REDACTED: Final = "[REDACTED]"

Found = tuple[int, int, str]
_WINDOW: Final = 240  # characters looked at behind a word; 80 before it

_RUN: Final = re.compile(r"[!-~]{10,}")
_PART: Final = re.compile(r"[^-_./:%~+=]+")
_TURN: Final = re.compile(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_HUMP: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SIGN: Final = re.compile(r"[!#$%^&*?@~+=]")

_ASSIGNED: Final = re.compile(
    r"(?P<rest>[A-Za-z0-9_-]{0,40}+)"
    r"(?P<sep>\\?[\"'`*]{0,3}\]?[ \t]{0,3}(?:=>|:=|={1,2}|[:：])[ \t*]{0,4}|>(?=[^<>\s]{4,200}</)|[ ])"
    r"(?:[bru]?\\?(?P<quote>[\"'`])(?P<quoted>[^\"'`\n\\]{4,200}+)(?=\\?[\"'`])"
    r"|(?P<bare>[^\s\"'`,;)\]}<>|\\]{4,200}+))"
)
_FLAG: Final = re.compile(r"(?<![\w-])--?[\w-]{0,30}$")
_CJK: Final = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_TOKEN: Final = re.compile(rf"[^\s{_CJK}]+")
_CODE: Final = re.compile(r"[{}\[\]|<>\\=\"]|:(?!\S)")  # no sentence goes on behind these
_SENTENCE_END: Final = re.compile(r"[.!?;](?=\s|$)|[。！？；]")


def redact(text: str) -> str:
    """Return the text with `[REDACTED]` in place of each secret; twice changes nothing more."""
    kept: list[str] = []
    at = 0
    for start, end, _ in find_secrets(text):
        kept += text[at:start], REDACTED
        at = end
    return "".join((*kept, text[at:]))


def find_secrets(text: str) -> list[Found]:
    """Return (start, end, rule) of each secret, in order, apart from each other."""
    found: list[Found] = []
    for start, end, rule in sorted((*_shaped(text), *_announced(text))):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]), found[-1][2])
        else:
            found.append((start, end, rule))
    return found


@cache
def _table() -> dict[str, Any]:
    table = tomllib.loads(files(__package__).joinpath("secrets.toml").read_text("utf-8"))
    for rule, least, chars, prefixes in table["tokens"]:
        either = "|".join(map(re.escape, prefixes.split()))
        pattern = rf"(?<![0-9A-Za-z])(?:{either})[{chars}]{{{least},2000}}+"
        table["shapes"].append([rule, prefixes, pattern])
    return table


@cache
def _value(name: str) -> re.Pattern[str]:
    return re.compile(_table()["values"][name])


def _shaped(text: str) -> Iterator[Found]:
    low, runs = _lower(text), "\n".join(_RUN.findall(text))
    for kind, place in (("shapes", runs), ("contexts", low)):
        for rule, marks, pattern in _table()[kind] if place else ():
            if not any(mark in place for mark in marks.split()):
                continue
            for hit in re.finditer(pattern, text if kind == "shapes" else low):
                secret = hit[0] if kind == "shapes" else hit["secret"]
                filled = len(set(secret[-12:])) <= 2 or "xxxx" in secret.lower()
                if not (filled if kind == "shapes" else _is_stand_in(secret)):
                    yield *hit.span(0 if kind == "shapes" else "secret"), rule


@cache
def _words() -> frozenset[str]:
    return frozenset(_table()["values"]["words"].split())


def _lower(text: str) -> str:
    """Return the text in lower case with each character at its old place."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower()[:1] for c in text)


@cache
def _vocabulary() -> list[tuple[str, re.Pattern[str], str, re.Pattern[str]]]:
    """Return of each word what a text must hold, its expression, its kind and its "is"."""
    words: dict[str, tuple[str, re.Pattern[str], str, re.Pattern[str]]] = {}
    for row in _table()["words"].values():
        copulas = "|".join(sorted(map(re.escape, row["is"].split("|")), key=len, reverse=True))
        told = re.compile(
            rf"(?:[:=：＝]|[-=]>|→|(?<![a-zà-ž])(?:{copulas})(?: (?:now|still|just|jetzt|теперь))?)"
            r"[\s\"'`(«„“「*]*$",
            re.IGNORECASE,
        )
        for kind in ("password", "key", "login"):
            for word in row[kind].lower().split("|"):
                spaced = re.escape(word).replace(r"\ ", "[ _-]?")
                words[word] = max(word.split(), key=len), re.compile(spaced), kind, told
    return list(words.values())


def _announced(text: str) -> Iterator[Found]:
    low = _lower(text)
    hits = (
        (hit.start(), -hit.end(), kind, told)
        for mark, word, kind, told in _vocabulary()
        if mark in low
        for hit in word.finditer(low)
    )
    last = 0
    for start, minus_end, kind, told in sorted(hits, key=lambda hit: hit[:2]):
        end = -minus_end
        name = text[start:end]
        if start < last or not _is_word(text, start, end):
            continue
        last = end
        after = text[end : end + _WINDOW].partition("\n")[0]
        before = text[max(start - 80, 0) : start].rpartition("\n")[2]
        span = _assigned(kind, name, before, after) or _told(kind, told, name, after)
        if span is not None:
            yield end + span[0], end + span[1], kind
        elif kind == "password":
            yield from ((start - far, start - near, kind) for far, near in _before(before))


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether a short word stands alone ("pass", not "passenger"); long ones end names as well."""
    name = text[start:end]
    if len(name) > 5 or not name.isascii():
        return True
    if name.lower() == "pin" and name != "PIN":
        return False
    inside = start and text[start - 1].isalpha() and not (len(name) == 5 or name[0].isupper())
    return not inside and not (len(name) < 5 and re.match("[a-z]{2}", text[end : end + 2]))


def _assigned(kind: str, name: str, before: str, after: str) -> tuple[int, int] | None:
    found = _ASSIGNED.match(after)
    if found is None or kind == "login":
        return None
    rest, sep = found["rest"], found["sep"].strip(" \t\"'`*\\]")
    if rest and not (rest[0] in "_-" or rest[0].isdigit() or rest[0].isupper() or rest == "s"):
        return None
    if _value("about").match(rest.lstrip("_-")) or (not sep and not _FLAG.search(before)):
        return None
    group = "quoted" if found["quoted"] else "bare"
    value = found[group] if found["quoted"] else found[group].rstrip(".:?*")
    env = name.isupper() and found["sep"] == "="
    tight = group == "quoted" or env or sep in ("", "=", ">")
    if group == "bare" and (_value("identifier").match(value) or re.search(r"[(\[{]", value)):
        return None
    literal = env or (group == "quoted" and "=" in sep)
    if not _is_used(kind, name, value, tight=tight, literal=literal):
        return None
    return found.start(group), found.start(group) + len(value)


def _is_used(kind: str, name: str, value: str, *, tight: bool, literal: bool = False) -> bool:
    if name == "PIN":
        return value.isdigit() and 4 <= len(value) <= 8
    if kind == "key":
        return len(value) >= (8 if tight else 12) and not _is_stand_in(value) and _is_random(value)
    return _is_password(value, tight=tight, literal=literal)


def _told(kind: str, told: re.Pattern[str], name: str, after: str) -> tuple[int, int] | None:
    """Find in the rest of the sentence what is said to be the secret."""
    if name.lower() == "pwd":  # in sentences the working directory
        return None
    end = _SENTENCE_END.search(after)
    sentence = after[: end.start() + 1] if end else after
    for number, token in enumerate(_TOKEN.finditer(sentence)):
        gap = sentence[: token.start()]
        if number > 9 or _CODE.search(gap.rstrip(" :=\"'`«„“「")):
            return None
        lead = len(token[0]) - len(token[0].lstrip("\"'`(«„“「*:="))
        value = token[0][lead:].rstrip("\"'`)»”“’」*.,;:?、")
        if REDACTED[1:-1] in value:
            return None
        direct = bool(told.search(gap + token[0][:lead])) and kind != "login"
        beside = number == 0 and not gap.strip() and kind == "password" and gap != ""
        if (
            (direct and _is_used(kind, name, value, tight=False))
            or (beside and _is_made_up(name, value))
            or (kind != "key" and _is_strong(value))
        ):
            return token.start() + lead, token.start() + lead + len(value)
    return None


def _before(before: str) -> Iterable[tuple[int, int]]:
    """Yield how far before the word a strong password begins and ends, of the last five words."""
    for token in list(_TOKEN.finditer(before))[-5:]:
        if _is_strong(value := token[0].strip("\"'`()«»„“”*,;:")):
            start = token.start() + token[0].index(value)
            yield len(before) - start, len(before) - start - len(value)


def _is_stand_in(value: str) -> bool:
    return bool(_value("placeholder").search(value)) or value.lower().strip(".,:;!?") in _words()


def _is_password(value: str, *, tight: bool, literal: bool = False) -> bool:
    """Whether a person may have made it up; `tight`: set off by "=" or quotes; `literal`: words."""
    if len(value) < (4 if tight else 6) or _is_stand_in(value):
        return False
    digits, letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    if digits and not letters and not _SIGN.search(value):
        return tight and value.isdigit() and len(value) >= 6
    if (
        _value("name").match(value)
        or _value("hash").match(value)
        or (not tight and _value("identifier").match(value))
    ):
        return False
    if digits and letters:
        return True
    if tight and _SIGN.search(value):
        return True
    named = re.search(r"pass|secret|token|key|user|name|field|wor[td]", value, re.IGNORECASE)
    return literal and len(value) >= 8 and " " not in value and not named


def _is_made_up(name: str, value: str) -> bool:
    """Whether it is a password although only the word stands before it ("pass kiwi-42-x")."""
    plain = re.match(r"[a-z]+\d+$", value) and name.lower() == "pass"
    return sum(map(str.isdigit, value)) >= 2 and not plain and _is_password(value, tight=False)


def _is_strong(value: str) -> bool:
    """Whether it looks like a password without any word that says so."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return (
        len(value) >= 8
        and all(any(map(kind, value)) for kind in kinds)
        and bool(re.search(r"[!#$%^&*?]", value))
        and not re.search(r"[(){}\[\]<>/=\\|\"'`]|#\d+$|://", value)
        and _is_password(value, tight=False)
    )


def _is_random(value: str) -> bool:
    """Whether nobody would have named a thing so; hashes and UUIDs count."""
    if _value("hash").match(value):
        return len(value) >= 32
    if _value("name").match(value) or _value("identifier").match(value) or " " in value:
        return False
    return any(map(_is_noise, _PART.findall(value))) or (
        len(value) >= 8 and bool(_SIGN.search(value)) and any(map(str.isdigit, value))
    )


def _is_noise(part: str) -> bool:
    digits, letters = sum(map(str.isdigit, part)), sum(map(str.isalpha, part))
    if digits and letters:
        turns, length = len(_TURN.findall(part)), len(part)
        return (turns >= 3 and length >= 8) or (digits >= 5 and length >= 8) or length >= 20
    humps = _HUMP.findall(part) if part.isascii() and len(part) >= 16 else []
    return letters == len(part) and bool(humps) and len(part) < 3 * len(humps)
