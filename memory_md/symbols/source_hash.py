"""A hash of a definition's lines that comments, blank lines and indentation do not change.

Nor does the definition's own name, so one that was renamed keeps its hash. The name of the scheme
stands before it, `py1:` or that of the language: only like schemes can be compared.
"""

import re
from collections.abc import Sequence
from posixpath import commonprefix
from typing import Final

from ..base.identity import sha256
from ..base.regex import regex
from .language import LARGEST
from .model import Definition

NAME_ONLY: Final = "name"  # in the place of a hash, where no reader knows what the lines are
_SCHEMES: Final = {"python": "py1", "go": "go1", "rust": "rs1"}
# Of Python: a string is matched before what looks like a comment in it.
STRING_OR_COMMENT: Final = regex(
    r"""("{3}(?s:.*?)"{3}|'{3}(?s:.*?)'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\#[^\n]*"""
)
_OTHERS: Final = regex(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*(?s:.*?)\*/"""
)


def hash_of(language: str, lines: Sequence[str], same: Sequence[Definition]) -> str:
    """Return the hash of what is defined under one name, however often."""
    own = same[0].name.rpartition(".")[2]
    plain: dict[tuple[int, int], str] = {}  # many definitions on one line are read once
    parts: list[tuple[int, int]] = []
    for one in same:
        part = (one.first, one.last)
        parts.append(part)
        if part not in plain:
            plain[part] = _plain(language, lines[one.first - 1 : one.last])
        # Only definitions on one line, as generated files have, hold more than the file does.
        if len(parts) * len(plain[part]) > LARGEST:
            break
    nameless = {part: _without(own, text) for part, text in plain.items()}
    text = "\n".join(nameless[part] for part in parts)
    digest = sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    return f"{_SCHEMES.get(language, 'js1')}:{digest}"


def _without(name: str, text: str) -> str:
    """Return the text with a `_` wherever a name stands as a word."""

    def blanked(found: re.Match[str]) -> str:
        beside = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 1]
        return name if any(one.isalnum() or one in "_$" for one in beside) else "_"

    return re.sub(re.escape(name), blanked, text)


def without_comments(language: str, text: str) -> str:
    """Return source code without comments; those of Python alone leave each line in its place."""
    if language == "python":
        return STRING_OR_COMMENT.sub(_kept, text) if "#" in text else text
    return _OTHERS.sub(_kept, text) if "//" in text or "/*" in text else text


def _plain(language: str, lines: Sequence[str]) -> str:
    text = without_comments(language, "\n".join(lines))
    kept = [*filter(None, map(str.rstrip, text.split("\n")))]
    text = "\n".join(kept)
    margin = kept[0][: -len(kept[0].lstrip(" \t"))] if kept else ""
    if text.count(f"\n{margin}") < len(kept) - 1:
        margin = commonprefix([line[: -len(line.lstrip(" \t"))] for line in kept])
    return text.replace(f"\n{margin}", "\n")[len(margin) :]


def _kept(found: re.Match[str]) -> str:
    return found[1] or ""
