"""The language of a source file, by its name, and whether it can be read here."""

import functools
import posixpath
from typing import Final

LARGEST: Final = 1_000_000  # bytes; larger files are generated
_LANGUAGES: Final = {
    **dict.fromkeys((".py", ".pyi", ".pyw"), "python"),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "javascript"),
    **dict.fromkeys((".ts", ".tsx", ".mts", ".cts"), "typescript"),
    ".go": "go",
    ".rs": "rust",
}


SUFFIXES: Final = frozenset(_LANGUAGES)


def language_of(path: str) -> str:
    """Return the language of a file by its name; empty if there is no reader for it."""
    name = posixpath.basename(path).casefold()
    return "" if name.endswith(".min.js") else _LANGUAGES.get(posixpath.splitext(name)[1], "")


@functools.cache
def available(language: str) -> bool:
    """Return whether the language can be read here: all but Python need the extra."""
    if language == "python":
        return True
    from .disk.grammars import grammar

    return bool(language) and grammar(language) is not None


def supported(path: str) -> bool:
    """Return whether the functions of a file can be read here."""
    return available(language_of(path))
