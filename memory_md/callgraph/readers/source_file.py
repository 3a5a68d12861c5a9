"""The reader of a source file, by its language. Which languages there are: symbols/language.py."""

from typing import Final

from ...symbols.language import LARGEST, language_of, supported
from ..model.graph import Function
from ..model.source_code import SourceCode

# Increase it when a reader yields something else for the same file: caches are read anew.
VERSION: Final = "5"


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
