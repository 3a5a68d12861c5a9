"""On which lines of a file secrets stand; the secrets themselves are never given away. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .redact import redact

# What spans lines: a private key, of which no line by itself looks like a secret.
_ARMOUR: Final = "-----BEGIN "


def secret_lines(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(line from 1, kinds of secrets) for each line that holds one; a key's is its first."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if _ARMOUR in line:
            # As long as any key is, and no more, so that a file of keys takes linear time.
            line = "\n".join(lines[number - 1 : number + 120])[:16_384]
            line = line[: line.find(_ARMOUR, line.find(_ARMOUR) + 1)] if _two(line) else line
        kinds = redact(line)[1]
        if kinds:
            yield number, kinds


def _two(text: str) -> bool:
    return text.count(_ARMOUR) > 1
