"""Front matter: `---`, YAML, `---` or `...`, at the very start of a document. Never rewritten."""

from __future__ import annotations

import re
from typing import Any, Final

from ..base.errors import UnreadableError
from ..base.text import lines_of
from ..base.yaml_text import parse_yaml

# `key: value` and `- value`, where the value is not quoted, nested or empty.
_PLAIN: Final = re.compile(r"(?m)^([ \t]*(?:- +)?[\w.-]+:[ \t]+|[ \t]*- +)([^\s\"'\[{|>#].*)$")


def front_matter_end(text: str) -> int:
    """Return the offset behind the front matter, 0 where there is none."""
    for number, (start, line) in enumerate(lines_of(text, int(text.startswith("\ufeff")))):
        mark = line.rstrip()
        if not number and mark != "---":
            break
        if number and mark in ("---", "..."):
            return start + len(line)
    return 0


def read_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the front matter of a document, and why it could not be read ("" if it could).

    Values are texts as they are written ("007", "2026-01-02"), lists and mappings. Where the YAML
    is wrong, as in `globs: **/*.py`, values on one line are read once more as if quoted. {}
    where there is none, where it is no mapping, and where it is not safe to read.
    """
    head = text[: front_matter_end(text)].removeprefix("\ufeff").replace("\r\n", "\n")
    inner = head.rstrip().rpartition("\n")[0].partition("\n")[2]
    found, fault = _parsed(inner)
    if fault:
        quoted = _PLAIN.sub(
            lambda m: f"{m[1]}'{m[2].rstrip().replace(chr(39), chr(39) * 2)}'", inner
        )
        found, again = _parsed(quoted)
        fault = fault if again else ""
    return found, fault


def _parsed(source: str) -> tuple[dict[str, Any], str]:
    try:
        found = parse_yaml(source, "", as_texts=True)
    except UnreadableError as error:
        return {}, error.message
    return (found, "") if isinstance(found, dict) else ({}, "" if found is None else "no mapping")
