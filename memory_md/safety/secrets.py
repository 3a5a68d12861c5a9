"""Secrets in a text: what has a provider's shape, and what the words beside it give away.

Three ways, each linear: shapes and contexts (rows of secrets.toml), assignments
(`db_password = "…"`, `--token …`, JSON, YAML, env), and sentences of any language ("the password
of the test server is …"). Hashes, IDs, paths, versions, names and placeholders stay.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

REDACTED: Final = "[REDACTED]"

Span = tuple[int, int]
_WINDOW: Final = 240  # characters looked at behind a word; 80 before it

_RUN: Final = re.compile(r"[!-~]{16,}")  # no shape is shorter
_PART: Final = re.compile(r"[^-_./:%~+=]+")
_TURN: Final = re.compile(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_HUMP: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SIGN: Final = re.compile(r"[!#$%^&*?@~+=]")

_FLAG: Final = re.compile(r"(?<![\w-])--?[\w-]{0,30}$")
_CJK: Final = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_TOKEN: Final = re.compile(rf"[^\s{_CJK}]+")
_CODE: Final = re.compile(r"[{}\[\]|<>\\=\"]|:(?!\S)")  # no sentence goes on behind these
_CHANGED: Final = re.compile(r"\b(?:chang|re-?set|set|updat|rotat)[a-z]{0,5} (?:\S{1,20} ){0,3}$")
_ENDING: Final = re.compile(r"^[a-zà-ӿ]{1,4}(?![^\s:])")  # of the word, in its case
_SENTENCE_END: Final = re.compile(r"[.!?;](?=\s|$)|[。！？；]")


def redact(text: str) -> str:
    """Return the text with `[REDACTED]` in place of each secret; twice changes nothing more."""
    kept: list[str] = []
    at = 0
    for start, end in find_secrets(text):
        kept += text[at:start], REDACTED
        at = end
    return "".join((*kept, text[at:]))


def find_secrets(text: str) -> list[Span]:
    """Return (start, end) of each secret, in order, apart from each other."""
    found: list[Span] = []
    words = "\n".join(set(text.split()))  # most stand often, and are looked at once
    for start, end in sorted((*_shaped(text, words), *_announced(text, words))):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


@cache
def _table() -> dict[str, Any]:
    table = tomllib.loads(files(__package__).joinpath("secrets.toml").read_text("utf-8"))
    for whose, least, chars, prefixes in table["tokens"]:
        either = "|".join(map(re.escape, prefixes.split()))
        pattern = rf"(?<![0-9A-Za-z])(?:{either})[{chars}]{{{least},2000}}+"
        table.setdefault("runs", []).append([whose, prefixes, pattern])
    table["values"]["words"] = frozenset(table["values"]["words"].split())
    return table


@cache
def _value(name: str) -> re.Pattern[str]:
    return re.compile(_table()["values"][name])


def _shaped(text: str, words: str) -> Iterator[Span]:
    low, runs, small = _lower(text), "\n".join(_RUN.findall(words)), _lower(words)
    for kind, place in (("runs", runs), ("shapes", runs), ("blocks", words), ("contexts", small)):
        for _, marks, pattern in _table()[kind] if place else ():
            if not any(mark in place for mark in marks.split()):
                continue
            if kind in ("runs", "shapes") and not re.search(pattern, runs):  # a fraction of it
                continue
            is_whole = kind != "contexts"
            for hit in re.finditer(pattern, text if is_whole else low):
                secret = hit[0] if is_whole else hit["secret"]
                filled = len(set(secret[-12:])) <= 2 or "xxxx" in secret.lower()
                if not (filled if is_whole else _is_stand_in(secret)):
                    yield hit.span(0 if is_whole else "secret")


def _lower(text: str) -> str:
    """Return the text in lower case with each character at its old place."""
    return text.replace("İ", "i").lower()


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


def _announced(text: str, words: str) -> Iterator[Span]:
    low, words = _lower(text), _lower(words)
    is_ascii = text.isascii()
    hits = (
        (hit.start(), -hit.end(), kind, told)
        for mark, word, kind, told in _vocabulary()
        if (not is_ascii or mark.isascii()) and mark in words
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
        if _CHANGED.search(before):  # "changed the password to …"
            after = re.sub("^ to ", " is ", after)
        span = _assigned(kind, name, before, after) or _told(kind, told, name, after)
        if span is not None:
            yield end + span[0], end + span[1]
        elif kind == "password":
            # "qa@example.org with Sommer24! as the password": in the last five words.
            for token in list(re.finditer(r"[^\s\"'`()«»„“”,;:]+", before))[-5:]:
                if _is_strong(token[0]):
                    at = start - len(before)
                    yield at + token.start(), at + token.end()


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether a short word stands alone ("pass", not "passenger"); long ones end names as well."""
    name = text[start:end]
    if len(name) > 5 or not name.isascii():
        return True
    if name.lower() == "pin" and name != "PIN":
        return False
    inside = start and text[start - 1].isalpha() and not (len(name) == 5 or name[0].isupper())
    return not inside and not (len(name) < 5 and re.match("[a-z]{2}", text[end : end + 2]))


def _assigned(kind: str, name: str, before: str, after: str) -> Span | None:
    found = _value("assigned").match(after)
    if found is None or kind == "login":
        return None
    rest, sep = found["rest"], found["sep"].strip(" \t\"'`*\\]")
    group = "quoted" if found["quoted"] else "bare"
    value = found[group].rstrip(".:?*" if group == "bare" else "")
    if rest and not (rest[0] in "_-" or rest[0].isdigit() or rest[0].isupper() or rest == "s"):
        return None
    if _value("about").match(rest.lstrip("_-")) or (not sep and not _FLAG.search(before)):
        return None
    env = name.isupper() and found["sep"] == "="
    tight = group == "quoted" or env or sep in ("", "=", ">")
    if group == "bare" and not env and _value("identifier").match(value):
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


def _told(kind: str, told: re.Pattern[str], name: str, after: str) -> Span | None:
    """Find in the rest of the sentence what is said to be the secret."""
    if name.lower() == "pwd":  # in sentences the working directory
        return None
    end = _SENTENCE_END.search(after)
    sentence = after[: end.start() + 1] if end else after
    sentence = _ENDING.sub(lambda found: " " * len(found[0]), sentence)
    for number, token in enumerate(_TOKEN.finditer(sentence)):
        gap = sentence[: token.start()]
        if number > 9 or _CODE.search(gap.rstrip(" :=\"'`«„“「")):
            return None
        lead = len(token[0]) - len(token[0].lstrip("\"'`(«„“「*:="))
        value = token[0][lead:].rstrip("\"'`)»”“’」*.,;:?、")
        if REDACTED[1:-1] in value or re.search(r"[\"\\{}<>|]", value):
            return None
        if kind != "login" and told.search(gap + token[0][:lead]):
            is_secret = _is_used(kind, name, value, tight=False)
        else:
            # Only the word stands before it: "password kiwi-42-x", but "pass node18 to the build".
            plain = name.lower() == "pass" and re.match(r"[a-z]+\d+$", value)
            beside = kind == "password" and gap != "" and not gap.strip() and not plain
            is_secret = (
                beside and sum(map(str.isdigit, value)) >= 2 and _is_password(value, tight=False)
            )
        if is_secret or (kind != "key" and _is_strong(value)):
            return token.start() + lead, token.start() + lead + len(value)
    return None


def _is_stand_in(value: str) -> bool:
    if _value("placeholder").search(value):
        return True
    return value.lower().strip(".,:;!?") in _table()["values"]["words"]


def _is_password(value: str, *, tight: bool, literal: bool = False) -> bool:
    """Whether a person may have made it up; `tight`: set off by "=" or quotes; `literal`: words."""
    if len(value) < (4 if tight else 6) or " " in value or _is_stand_in(value):
        return False
    digits, letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    signs = bool(_SIGN.search(value))
    if digits and not letters and not signs:
        return tight and value.isdigit() and len(value) >= 6
    names = ("name",) if tight else ("name", "identifier", "hash")
    if any(_value(name).match(value) for name in names):
        return False
    if (digits and letters) or (tight and signs):
        return True
    return literal and len(value) >= 8 and not _value("named").search(value)


def _is_strong(value: str) -> bool:
    """Whether it looks like a password without any word that says so."""
    return bool(_value("strong").match(value)) and _is_password(value, tight=False)


def _is_random(value: str) -> bool:
    """Whether nobody would have named a thing so; hashes and UUIDs count."""
    if _value("hash").match(value):
        return len(value) >= 32
    if _value("name").match(value) or _value("identifier").match(value) or " " in value:
        return False
    marked = len(value) >= 8 and bool(_SIGN.search(value)) and any(map(str.isdigit, value))
    joined = re.sub("[^0-9A-Za-z]", "", value)  # of a key in groups, "ab12-cd34-ef56"
    grouped = len(_TURN.findall(joined)) >= 8
    return marked or grouped or any(map(_is_noise, _PART.findall(value)))


def _is_noise(part: str) -> bool:
    digits, letters = sum(map(str.isdigit, part)), sum(map(str.isalpha, part))
    if digits and letters:
        turns, length = len(_TURN.findall(part)), len(part)
        mixed = length >= 16 and not part.islower() and not part.isupper()
        return length >= 20 or mixed or (length >= 8 and (turns >= 3 or digits >= 5))
    humps = _HUMP.findall(part) if part.isascii() and len(part) >= 16 else []
    return letters == len(part) and bool(humps) and len(part) < 3 * len(humps)
