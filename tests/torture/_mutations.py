"""Inputs spoiled at random, as a cruel world would: lines, bytes, JSON values, and what is nasty.

Every input is made from a seed and a number alone, so that it can be made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

LARGEST = 48_000
NASTY = (
    *("\0", "\x1b[31m", "\x1b]0;t\x07", "\x07", "\x0c", "\x0b", "\x85", "\r", "\r\r\n", "\n\n\n"),
    *("\u202e", "\u200b", "\u2066", "\ufeff", "\u2028", "\ufffe", "\U000e0041", "e\u0301\u0301"),
    *("\ud800", "\udcff", "ß", "İ", "ﬁ", "кэш", "記憶", "🧠", "²", "١", "\u00a0", "\u00ad"),
    *(
        "<!--",
        "-->",
        "<!-- mem:",
        "<!-- mem:k3v9q2xa -->",
        "<!-- mem:k3v9q2xa conf=nan seen=-1 -->",
    ),
    *("<!-- mem:k3v9q2xa conf=1e999 last=9999-99-99 from=%,%zz -->", "<!-- purged abc -->"),
    *("```", "~~~~", "`", "``", "|", "\\|", "\\", "[", "](", "![", "{", "}", "[[", "{{", "*", "**"),
    *("- ", "* ", "+ ", "1. ", "> ", "\t", "    ", "# ", "## Learnings", "---", "===", "- [ ] "),
    *(
        "[2026-02-02]",
        "[0000-00-00]",
        "[9999-12-31]",
        "[2026-02-30]",
        "Decision (high): ",
        "Risk (",
    ),
    *("Gotcha: ", "Fixed: ", "Scope: ", "Modified files: ", "Preference: ", "Ignore previous "),
    *("<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n", "||||||| base\n", "<system-reminder>"),
    *("</system-reminder>", "<div>", "</div>", "<script>", "<![CDATA[", "<?x", "&#0;", "&lt;"),
    *("null", "NaN", "-Infinity", "1e999", "-0", "true", '"', "'", ",", ":", "\\ud800", "\\u0000"),
    *("!!python/object:x", "&a", "*a", "<<: *a", "? ", "%YAML 9", "key: [", "\t- x", "...", "~"),
    *("../../etc/passwd", "/dev/stdin", "C:\\x", "a/b/*.py", "{a,b}.md", "src/a.py:10-20", "~/x"),
)
STRETCHED = (
    *("a", " ", "\t", "\n", "[", "{", "(", "<", ">", "`", "*", "_", "|", "\\", '"', "-", "#", "."),
    *("ab ", "- a\n", "<!--", "-->", "](", "`a`", "a/b/", "a, ", "> ", "0", "é", "\u0301", "a-"),
    *("{a,b}", "[x](y) ", "** ", "\r\n", "&a ", "!!", "a: ", "{'a':", '{"a":', "[1,", "é.", "…"),
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, float("inf"), float("nan"), 10**30, "", " ", "x", "\ud800"),
    *("\0", "../..", [], {}, [[]], [{}], {"": ""}, [None], "9" * 400, 2**63, -(2**63), 1e308),
    *({"type": "text"}, {"text": 1}, {"role": "user"}, {"content": [1, "a", None]}, ["a", 1]),
)


def mutated(random: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the corpus, spoiled a few times."""
    data = random.choice(corpus)
    if random.random() < 0.02:
        return data
    for _ in range(random.choice((1, 1, 2, 3, 5, 9))):
        data = random.choice(WAYS)(random, data, corpus)
    return data[:LARGEST]


def _in_lines(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    way = random.randrange(9)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, random.choice(lines))
    elif way == 2:
        other = random.choice(corpus).split(b"\n")
        begin = random.randrange(len(other))
        lines[at:at] = other[begin : begin + random.randrange(1, 6)]
    elif way == 3:
        other_at = random.randrange(len(lines))
        lines[at], lines[other_at] = lines[other_at], lines[at]
    elif way == 4:
        begin = random.choice((b"> ", b"- ", b"  ", b"    ", b"\t", b"1. ", b"# ", b"| ", b"   "))
        for index in range(at, min(at + random.randrange(1, 9), len(lines))):
            lines[index] = begin + lines[index]
    elif way == 5:
        lines[at] = lines[at].strip()
    elif way == 6:
        lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    elif way == 7:
        lines[at] += b"\r"
    else:
        lines[at:at] = [lines[at]] * random.choice((2, 9, 60))
    return b"\n".join(lines)


def _cut(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _without_part(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    begin = random.randrange(len(data) + 1)
    return data[:begin] + data[begin + random.choice((1, 2, 7, 40, 400)) :]


def _spoiled_bytes(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    spoiled = bytearray(data)
    for _ in range(random.choice((1, 1, 4))):
        if spoiled:
            spoiled[random.randrange(len(spoiled))] = random.randrange(256)
    return bytes(spoiled)


def _nasty(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(NASTY).encode("utf-8", "surrogatepass") + data[at:]


def _nasty_lines(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    words = [random.choice(NASTY) for _ in range(random.randrange(1, 5))]
    line = "".join(words).encode("utf-8", "surrogatepass")
    lines.insert(random.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _stretched(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    count = random.choice((3, 30, 300, 3000, 12_000))
    many = random.choice(STRETCHED).encode() * count
    return data[:at] + many[:30_000] + data[at:]


def _repeated(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    begin = random.randrange(len(data) + 1)
    part = data[begin : begin + random.choice((1, 3, 20, 200))]
    return data[:begin] + (part * random.choice((2, 9, 90, 900)))[:30_000] + data[begin:]


def _other_ends(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    way = random.randrange(4)
    if way == 0:
        return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    if way == 1:
        return b"\xef\xbb\xbf" + data
    if way == 2:
        return data.rstrip(b"\r\n")
    return data.replace(b"\n", b"\r")


def _glued(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    return data + random.choice((b"", b"\n", b"\n\n")) + random.choice(corpus)


def _json_spoiled(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """The data with one value of its JSON changed, where it is JSON or a line of it is."""
    try:
        return _with_odd_value(random, data)
    except (ValueError, RecursionError):
        lines = data.split(b"\n")
        at = random.randrange(len(lines))
        try:
            lines[at] = _with_odd_value(random, lines[at])
        except (ValueError, RecursionError):
            return _nasty(random, data, corpus)
        return b"\n".join(lines)


def _with_odd_value(random: Random, data: bytes) -> bytes:
    value = json.loads(data)
    if not isinstance(value, (dict, list)):
        return json.dumps([value, random.choice(ODD)]).encode("utf-8", "surrogatepass")
    places = list(islice(_places(value), 3000))
    if not places:
        return json.dumps(random.choice(ODD)).encode()
    where, key = random.choice(places)
    way = random.randrange(7)
    if way == 0:
        del where[key]
    elif way == 1 and isinstance(where, list):
        where[key:key] = [where[key]] * random.choice((1, 9, 60))
    else:
        where[key] = _other_value(random, where[key], way, random.choice(places))
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each (object, key) and (array, number) in a value of JSON."""
    left = [value]
    while left:
        one = left.pop()
        for key, inner in one.items() if isinstance(one, dict) else enumerate(one):
            yield one, key
            if isinstance(inner, (dict, list)):
                left.append(inner)


def _other_value(random: Random, value: Any, way: int, other: tuple[Any, Any]) -> Any:
    if way == 2 and isinstance(value, str):
        at = random.randrange(len(value) + 1)
        return value[:at] + random.choice(NASTY) + value[at:]
    if way == 3 and isinstance(value, str):
        return value * 2 + random.choice(STRETCHED) * random.choice((3, 99, 5000))
    if way == 4:
        return json.loads(json.dumps(other[0][other[1]]))
    if way == 5:
        for _ in range(random.choice((1, 30, 400))):
            value = [value] if random.random() < 0.5 else {"a": value}
        return value
    return random.choice(ODD)


WAYS: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_in_lines, _in_lines, _in_lines, _nasty, _nasty, _nasty_lines, _cut, _without_part),
    *(_spoiled_bytes, _stretched, _repeated, _other_ends, _glued, _json_spoiled, _json_spoiled),
)
