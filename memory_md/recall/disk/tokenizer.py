"""Token counts: exact where the extra `memory-md[tokens]` is installed, else estimated.

Exact is the larger count of the two public GPT vocabularies, o200k_base and cl100k_base: of the
models that an agent may run on, some take more tokens for a text than the newer one. Both lie in
the wheel of bpe-openai, nothing is fetched.

To load the vocabularies takes ten times as long as all else that a context needs, and most of a
hundred megabytes. So what a line of a block was counted to is kept under `.mem/local/`.
"""

import contextlib
import importlib.machinery
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec.json import encode

from ...base.identity import short_id
from ...base.regex import regex
from ...base.token_estimate import Count, estimate_tokens
from ...files.layout import Layout
from ...files.local_folder import keep_local, load_local
from ...memory.disk.local import PARSED

_KEPT: Final = f"{PARSED}/tokens.json"
_MOST_KEPT: Final = 4_000  # lines; the oldest make room
# No token goes on beyond the end of a line, but that a slash may follow it.
_LINE: Final = regex(r"(?:[^\n]*\n+(?=/))*(?:[^\n]*\n+|[^\n]+)")
VOCABULARIES: Final = ("o200k_base", "cl100k_base")
_PACKAGE: Final = "bpe_openai"


@contextlib.contextmanager
def kept_counter(layout: Layout) -> Iterator[Count]:
    """Yield what counts the tokens of a text; exact counts are kept in that memory."""
    if _extension_spec() is None:
        yield estimate_tokens
        return
    counts = _KeptCounts(layout)
    yield counts
    counts.keep()


class _KeptCounts:
    """Counts line by line, each by both vocabularies; they are loaded for the first new line."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._new: dict[str, tuple[int, int]] = {}
        self._counts: list[Count] = []
        self._known = load_local(layout, _KEPT, dict[str, tuple[int, int]]) or {}

    def __call__(self, text: str) -> int:
        """Return the larger count of the vocabularies; the estimate where they do not work."""
        first = second = 0
        for line in _LINE.findall(text):
            key = short_id(line)
            found = self._known.get(key) or self._new.get(key) or self._counted(line)
            if found is None:
                return estimate_tokens(text)
            self._new[key] = found
            first, second = first + found[0], second + found[1]
        return max(first, second)

    def _counted(self, line: str) -> tuple[int, int] | None:
        self._counts = self._counts or [one for one in map(vocabulary, VOCABULARIES) if one]
        if len(self._counts) < len(VOCABULARIES):
            return None
        return self._counts[0](line), self._counts[1](line)

    def keep(self) -> None:
        """Keep the counts for the next call; where they cannot be written, do without."""
        folder = self._layout.local / PARSED
        if self._new.keys() - self._known.keys() and folder.is_dir():
            # What was asked for now goes last, since the first make room.
            kept = {key: one for key, one in self._known.items() if key not in self._new}
            newest = [*kept.items(), *self._new.items()][-_MOST_KEPT:]
            keep_local(self._layout, _KEPT, encode(dict(newest)))


def vocabulary(name: str) -> Count | None:
    """Return the count by one vocabulary of VOCABULARIES; None where it does not work."""
    try:
        tokenizer = _extension().tokenizer_for_encoding(name)
        if tokenizer.count("") != 0:
            return None
    except (ImportError, AttributeError, OSError, ValueError, RuntimeError):
        return None

    def count(text: str) -> int:
        return int(tokenizer.count(text.encode("utf-8", "replace").decode("utf-8")))

    return count


@cache
def _extension() -> Any:
    """Return the compiled half of the package alone: the other takes half a second to import."""
    found = _extension_spec()
    if found is None or found.loader is None:
        raise ImportError(f"{_PACKAGE}._bindings")
    from importlib.util import module_from_spec

    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def _extension_spec() -> importlib.machinery.ModuleSpec | None:
    if sys.modules.get(_PACKAGE, True) is None:  # as an import of it would be refused
        return None
    package = importlib.machinery.PathFinder.find_spec(_PACKAGE)
    if package is None or package.submodule_search_locations is None:
        return None
    name = f"{_PACKAGE}._bindings"
    return importlib.machinery.PathFinder.find_spec(name, package.submodule_search_locations)
