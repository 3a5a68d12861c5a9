"""Read the tables of words, the weights of models and the templates that ship with the package."""

import importlib
import os
import sys
from functools import cache
from typing import Final

CLOSING_REQUEST: Final = "closing.md"  # which lines of an agent's last message are kept


def table(package: str, name: str) -> str:
    """Return the text of the file `name` in the folder of `package`, which is its `__name__`.

    `importlib.resources` would do the same, but costs more to import than all tables to read.
    """
    with open(_path(package, name), encoding="utf-8") as file:
        return file.read()


def weights(package: str, name: str) -> tuple[dict[str, float], bytes]:
    """Return the weights of a model: those of features with a name, and the rest as bytes.

    The file is one line of JSON and the bytes behind it, compressed (RFC 1950); `benchmarks`
    writes it when it trains.
    """
    from zlib import decompress  # many commands ask no model

    from msgspec.json import decode

    with open(_path(package, name), "rb") as file:
        named, _, rest = decompress(file.read()).partition(b"\n")
    return decode(named, type=dict[str, float]), rest


def table_size(package: str, name: str) -> int:
    """Return the size in bytes of a table, by which a change of it is noticed."""
    return os.path.getsize(_path(package, name))


def _path(package: str, name: str) -> str:
    return os.path.join(os.path.dirname(sys.modules[package].__file__ or ""), name)


@cache
def word_lists(package: str, name: str) -> dict[str, list[str]]:
    """Return the lines of each list in a table, by the name in brackets above them.

    What follows a `#` at the beginning of a line, or behind a name, is a comment. Each call gives
    the same lists, which nobody changes.
    """
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in table(package, name).split("\n"):
        if line.startswith("["):
            lines = found.setdefault(line[1 : line.index("]")], [])
        elif line.strip() and not line.startswith("#"):
            lines.append(line)
    return found


def template(name: str) -> str:
    """Return the text of a file of `templates/`."""
    package = importlib.import_module("memory_md.templates")
    return table(package.__name__, name)
