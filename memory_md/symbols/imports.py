"""The files of a project that a source file imports, as far as its import lines tell. Pure.

Python by packages and relative dots; JavaScript and TypeScript by relative paths, and by `@/` and
`~/` for the root or its `src`. Nothing is installed or run; other languages are not read.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Final

from ..base.regex import regex
from .language import language_of

_MOST: Final = 200  # imports of one file
_PYTHON: Final = regex(
    r"^[ \t]*(?:from[ \t]+([\w.]*)[ \t]+import[ \t]+(\([^)]{0,2000}\)|[^\n#]+)"
    r"|import[ \t]+([\w., \t]+))",
    re.MULTILINE,
)
_SCRIPT: Final = regex(
    r"""(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)["']((?:\.{1,2}|@|~)/[^"'\n]{0,200})["']"""
)
_SUFFIXES: Final = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_COMPILED: Final = (".js", ".jsx", ".mjs", ".cjs")  # TypeScript names the file that it becomes


def can_import(path: str) -> bool:
    """Return whether the imports of a file with that name are read."""
    return language_of(path) in ("python", "javascript", "typescript")


def imported(path: str, text: str, exists: Callable[[str], bool]) -> set[str]:
    """Return the files that one imports; paths relative to the root, as those that `exists` knows.

    Of a name there may be several files: a package and the module in it that has the name.
    """
    tries = _python(path, text) if language_of(path) == "python" else _script(path, text)
    return {
        next(filter(exists, some), "") for _, some in zip(range(_MOST), tries, strict=False)
    } - {"", path}


def _python(path: str, text: str) -> Iterator[list[str]]:
    """Yield for each import the files that it may mean, the likeliest first."""
    folders = _above(posixpath.dirname(path))
    for module, names, plain in _PYTHON.findall(text):
        for name in plain.split(","):
            if word := name.split(" as ")[0].strip():
                yield _modules([*folders, "src", "lib"], word)
        dots = len(module) - len(module.lstrip("."))
        if not module or dots > len(folders):
            continue
        bases = folders[dots - 1 : dots] if dots else [*folders, "src", "lib"]
        own = module.lstrip(".")
        for name in names.strip("() \t").split(","):
            if word := name.split(" as ")[0].strip():
                yield _modules(bases, f"{own}.{word}".lstrip("."))
        if own or dots:
            yield _modules(bases, own)


def _above(folder: str) -> list[str]:
    """Return a folder and those above it, up to the root."""
    found = [folder]
    while folder:
        folder = posixpath.dirname(folder)
        found.append(folder)
    return found


def _modules(bases: list[str], name: str) -> list[str]:
    found = []
    for base in bases:
        stem = posixpath.join(base, *name.split(".")) if name else base
        found += [f"{stem}.py"] * bool(name) + [posixpath.join(stem, "__init__.py")]
    return found


def _script(path: str, text: str) -> Iterator[list[str]]:
    for written in _SCRIPT.findall(text):
        name = written
        bases = [posixpath.dirname(path)]
        if name[0] in "@~":
            bases, name = ["src", ""], name[2:]
        found = []
        for base in bases:
            place = posixpath.normpath(posixpath.join(base, name))
            stem, suffix = posixpath.splitext(place)
            found.append(place)
            found += [stem + other for other in _SUFFIXES if suffix in _COMPILED]
            found += [place + other for other in _SUFFIXES]
            found += [posixpath.join(place, "index" + other) for other in _SUFFIXES]
        yield [one for one in found if posixpath.splitext(one)[1]]
