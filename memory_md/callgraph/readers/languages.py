"""The readers by language: which files they can read, and what is in one."""

import functools
import posixpath
from typing import Final

from ..model.graph import Function
from ..model.source_code import SourceCode

# Increase it when a reader yields something else for the same file: caches are read anew.
VERSION: Final = "5"
LARGEST: Final = 1_000_000  # bytes; larger files are generated
EXTRA: Final = "memory-md[callgraph]"
_LANGUAGES: Final = {
    **dict.fromkeys((".py", ".pyi", ".pyw"), "python"),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "javascript"),
    **dict.fromkeys((".ts", ".tsx", ".mts", ".cts"), "typescript"),
    ".go": "go",
    ".rs": "rust",
}


def language_of(path: str) -> str:
    """Return the language of a file by its name; empty if there is no reader for it."""
    name = posixpath.basename(path).casefold()
    return "" if name.endswith(".min.js") else _LANGUAGES.get(posixpath.splitext(name)[1], "")


@functools.cache
def available(language: str) -> bool:
    """Return whether the language can be read here: all but Python need the extra."""
    if language == "python":
        return True
    from ..disk.grammars import grammar

    return bool(language) and grammar(language) is not None


def supported(path: str) -> bool:
    """Return whether the functions of a file can be read here."""
    return available(language_of(path))


def read(path: str, data: bytes) -> SourceCode:
    """Read a file that is `supported`; the result has a fault where it cannot be read."""
    language = language_of(path)
    if len(data) > LARGEST:
        return SourceCode(path, language, fault=(1, f"is larger than {LARGEST // 1_000_000} MB"))
    if language == "python":
        from .python import read_python

        return read_python(path, data)
    from .tags import read_tags

    return read_tags(path, language, data)


def functions_in(path: str, data: bytes) -> tuple[Function, ...]:
    """Return the functions of a file with their lines, the module itself first.

    Empty where the file cannot be read: it has errors, or its language needs the extra.
    """
    return tuple(read(path, data).functions) if supported(path) else ()
