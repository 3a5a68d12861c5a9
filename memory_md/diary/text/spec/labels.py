"""The label that a line of a spec begins with: bold words, or words with a colon."""

from __future__ import annotations

from typing import Final

from ....base.regex import regex
from ....markdown.file_paths import as_paths

_BOLD: Final = regex(r"[ \t]*(\*\*|__)(?=\S)(.{1,300}?)\1[ \t]*[:：]?[ \t]*(.*)")
_LABEL: Final = regex(r"[ \t]*([^:：`|]{1,200})(?::(?=[ \t]|$)|：)[ \t]*(.*)$")
# Words in parentheses that belong to the label: "(modify or create):".
_QUALIFIED: Final = regex(r"\([^()`.]{0,200}\)[ \t]*(?:[:：][ \t]*|$)")


def labelled(text: str) -> tuple[str, str]:
    """(label, what follows); a "*" ends a label in bold. Both empty where there is none.

    A path is no label, though a colon or a line number follow it.
    """
    bold = _BOLD.match(text)
    if bold and not as_paths(bold[2], quoted=False):
        return f"{bold[2].strip()}*", _unqualified(bold[3])
    label = _LABEL.match(text)
    if label and not as_paths(label[1], quoted=False):
        return label[1].strip(), _unqualified(label[2])
    return "", ""


def _unqualified(rest: str) -> str:
    found = _QUALIFIED.match(rest.strip())
    return rest.strip()[found.end() :] if found else rest.strip()
