"""Front matter: `---`, YAML, `---` or `...`, at the very start of a document. Never rewritten."""

from __future__ import annotations

import re
from typing import Any, Final

from ..base.text import lines_of

_MOST_CHARS: Final = 16_384
_MOST_BRACKETS: Final = 500  # the time for open ones is quadratic
# `key: value` and `- value`, where the value is not quoted, nested or empty.
_PLAIN: Final = re.compile(r"(?m)^([ \t]*(?:- +)?[\w.-]+:[ \t]+|[ \t]*- +)([^\s\"'\[{|>#].*)$")


def front_matter_end(text: str) -> int:
    """Return the offset behind the front matter, 0 where there is none."""
    for number, (start, line) in enumerate(lines_of(text, int(text.startswith("\ufeff")))):
        is_mark = line.rstrip() in ("---", "...")
        if number == 0 and line.rstrip() != "---":
            break
        if number and is_mark:
            return start + len(line)
    return 0


def read_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the front matter of a document, and why it could not be read ("" if it could).

    Values are texts as they are written ("007", "2026-01-02"), lists and mappings. Where the YAML
    is wrong, as in `globs: **/*.py`, values on one line are read once more as if quoted. {}
    where there is none, where it is no mapping, and where it holds aliases, nests too deep or is
    over 16 KB.
    """
    head = text[: front_matter_end(text)].removeprefix("\ufeff").replace("\r\n", "\n")
    inner = head.rstrip().rpartition("\n")[0].partition("\n")[2]
    if not inner.strip():
        return {}, ""
    if len(inner) > _MOST_CHARS or inner.count("[") + inner.count("{") > _MOST_BRACKETS:
        return {}, "front matter that is too long to be read"
    found, fault = _parsed(inner)
    if fault:
        quoted = _PLAIN.sub(
            lambda m: f"{m[1]}'{m[2].rstrip().replace(chr(39), chr(39) * 2)}'", inner
        )
        found, again = _parsed(quoted)
        fault = fault if again else ""
    return found, fault


def _parsed(source: str) -> tuple[dict[str, Any], str]:
    import yaml
    from frontmatter.default_handlers import YAMLHandler

    try:
        if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(source)):
            return {}, "aliases are not read"  # a few lines of those unfold to gigabytes
        found = YAMLHandler().load(source, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        return {}, " ".join(str(error).split())
    except (RecursionError, ValueError, TypeError):
        return {}, "nested too deep"
    return (found, "") if isinstance(found, dict) else ({}, "no mapping")
