"""The values that a file gives to names: constants, settings, ports, versions. Pure.

Read from lines as they are written in nearly every language and configuration, not from a syntax
tree: `MAX_RETRIES = 5`, `"port": 8080`, `PORT || 3000`, `EXPOSE 80`, `pydantic>=2.5`.
"""

import math
import re
from collections.abc import Iterator
from typing import Final

from ..base.regex import regex

# Files that say which version of something is used, as git's glob patterns.
MANIFESTS: Final = (
    *("*package.json", "*pyproject.toml", "*requirements*.txt", "*setup.cfg", "*Cargo.toml"),
    *("*go.mod", "*Gemfile", "*composer.json", "*Dockerfile*", "*.nvmrc", "*.python-version"),
    *("*.tool-versions", "*docker-compose*.y*ml", "*compose.y*ml", "*build.gradle*", "*Pipfile"),
)
_NUMBER: Final = r"-?\d[\d_]*(?:\.\d+)?(?:\s*\*\s*\d[\d_]*)*"
_IS_NUMBER: Final = regex(_NUMBER)
_LITERAL: Final = rf"(\"[^\"\n]{{0,80}}\"|'[^'\n]{{0,80}}'|{_NUMBER}|(?i:true|false)\b)"
# What may follow a literal: not the rest of a larger expression.
_END: Final = r"(?:(?:[uif]\d\d|[uUlLfF])\b)?(?=\s*(?:$|[,;)}\]#]|//|/\*|\b(?:as|if|or)\b))"
_MODIFIERS: Final = (
    r"[\t ]*(?:[-*][\t ]+)?(?:(?:#define|ENV|[a-z]+)[\t ]+|self\.|this\.){0,4}[\"']?"
)
_LONGEST: Final = 400  # characters of a line; a longer one was made by a program
_TYPE: Final = r"(?:[\t ]*:[^=\n:]{1,40}(?==)|[\t ]+\w+(?=[\t ]*=))?"
_COMMENT: Final = regex(r"(?m)^[\t ]*(?:#(?!define\b)|//|/?\*[\t /*]|--[\t ]|;|<!--)[^\n]*")
_PORT: Final = regex(
    r"(?<![\w-])([\w-]{0,40}?(?:port|listen|expose)(?!ed|s\b)[\w-]{0,20})[\"'\])]*[\t ]*"
    r"(?:[=:(,]|\|\||\?\?|[\t ])[\t ]*(?:\w+\()?[\"']?(\d{2,5})\b(?![.\w-])",
    re.IGNORECASE,
)
_VERSION: Final = r"(\d+(?:\.\d+){0,3})"
# What a version is called in files that are about nothing else, or by another name.
_ALSO: Final = {"python": ("requires-python", "python_requires"), "node": ("nodejs",)}
_ALONE: Final = {"python": ".python-version", "node": ".nvmrc"}

# What a unit may be counted in: "30 seconds" may stand in the code as 30 or as 30000.
_UNITS: Final = {
    "ms": (1, 1e-3),
    "s": (1, 1e3),
    "m": (1, 60, 60e3),
    "h": (1, 60, 3600, 3600e3),
    "d": (1, 24, 1440, 86400, 86400e3),
    "kb": (1, 1e3, 1024),
    "mb": (1, 1e3, 1024, 1e6, 1 << 20),
    "gb": (1, 1e3, 1024, 1e6, 1 << 20, 1e9, 1 << 30),
    "%": (1, 1e-2),
}
_WITH_UNIT: Final = regex(r"(-?\d+(?:\.\d+)?) ?(%|[a-z]+)?")


def values_of(scheme: str, path: str, text: str, name: str) -> list[str]:
    """Return the values, plain, that a file gives a name, each once, in their order.

    `scheme` tells what the name is: `value` of a constant or setting, `port` of what holds a
    port, `version` of what a manifest asks for.
    """
    if scheme == "port":
        found = [port for key, port in ports_in(text) if key == name]
    else:
        found = [*(_versions(path, text, name) if scheme == "version" else _assigned(text, name))]
    return list(dict.fromkeys(found))


def ports_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield what holds a port and the port, wherever a text says one."""
    for found in _PORT.finditer(_plain_lines(text)):
        yield found[1], found[2]


def _assigned(text: str, name: str) -> Iterator[str]:
    """Yield what is assigned where the name stands first in its line, else anywhere."""
    text = _plain_lines("\n".join(line for line in text.split("\n") if name in line))
    bare = re.escape(name)
    to = rf"[\"'\])]*{_TYPE}[\t ]*(?::=|=>|=|:|\|\||\?\?)[\t ]*{_LITERAL}{_END}"
    first = re.findall(rf"(?m)^{_MODIFIERS}(?:\w+\.)*{bare}(?:{to}|[\t ]+{_LITERAL}{_END})", text)
    asked = rf"[\"']{bare}[\"']\)?,[\t ]*{_LITERAL}"
    found = first or re.findall(rf"(?m)(?<![\w$-]){bare}{to}|{asked}", text)
    for one in found:
        yield plain(next(filter(None, one), ""))


def _versions(path: str, text: str, name: str) -> Iterator[str]:
    if path.endswith(_ALONE.get(name, "\0")):
        yield from re.findall(rf"^v?{_VERSION}", text)
    text = _plain_lines(text)
    names = "|".join(map(re.escape, (name, *_ALSO.get(name, ()))))
    yield from re.findall(
        rf"(?im)(?<![\w-])(?:{names})(?:\[[\w,-]*\])?[\"']?[\t ]*[:=@]?[\t ]*"
        rf"(?:\{{[^}}\n]*?version\s*=\s*)?[\"']?[\^~<>=!v \t]*{_VERSION}(?![\w*])",
        text,
    )


def _plain_lines(text: str) -> str:
    """Return the text without comments and long lines, which would take long to look through."""
    return _COMMENT.sub("", "\n".join(x for x in text.split("\n") if len(x) <= _LONGEST))


def plain(literal: str) -> str:
    """Return a literal without quotes, a product worked out, `5_000` and `5.0` as plain numbers."""
    text = literal.strip("\"'`")
    if not _IS_NUMBER.fullmatch(text):
        return text.casefold() if text.casefold() in ("true", "false") else text
    number = math.prod(float(part.replace("_", "")) for part in text.split("*"))
    return f"{number:.12g}"


def same_value(scheme: str, stated: str, found: str) -> bool:
    """Return whether a stated value ("30 s", "3.11") is the one that was found."""
    if scheme == "version":
        wanted, given = ([int(n) for n in one.strip("+").split(".")] for one in (stated, found))
        if stated.endswith("+"):
            return given >= wanted[: len(given)]
        return all(one == other for one, other in zip(wanted, given, strict=False))
    number = _WITH_UNIT.fullmatch(stated)
    value = _WITH_UNIT.fullmatch(found.casefold())
    if not number or not value:
        return stated == found
    scales = _UNITS.get(_unit(number[2]), (1,)) if number[2] != value[2] else (1,)
    return any(math.isclose(float(number[1]) * scale, float(value[1])) for scale in scales)


def _unit(word: str | None) -> str:
    short = (word or "").rstrip("s") or (word or "")
    return short if short in ("ms", "kb", "mb", "gb", "%") or word == "ms" else short[:1]
