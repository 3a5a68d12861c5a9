"""Token counts: exact where the extra `memory-md[tokens]` is installed, else estimated.

Exact is the larger count of the two public GPT vocabularies, o200k_base and cl100k_base: of the
models that an agent may run on, some take more tokens for a text than the newer one. Both lie in
the wheel of bpe-openai, nothing is fetched.
"""

import importlib.machinery
import sys
from functools import cache
from typing import Any, Final

from ...base.token_estimate import Count, estimate_tokens

VOCABULARIES: Final = ("o200k_base", "cl100k_base")
_PACKAGE: Final = "bpe_openai"


@cache
def token_counter() -> Count:
    """Return what counts the tokens of a text here."""
    return exact_counter() or estimate_tokens


def exact_counter() -> Count | None:
    """Return the exact count, None where the extra is not installed or does not work."""
    counts = [count for name in VOCABULARIES if (count := vocabulary(name))]
    if len(counts) < len(VOCABULARIES):
        return None

    def exact(text: str) -> int:
        return max(count(text) for count in counts)

    return exact


def vocabulary(name: str) -> Count | None:
    """Return the count by one vocabulary of VOCABULARIES; None as for `exact_counter`."""
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
    if sys.modules.get(_PACKAGE, True) is None:  # as an import of it would be refused
        raise ImportError(_PACKAGE)
    package = importlib.machinery.PathFinder.find_spec(_PACKAGE)
    if package is None or package.submodule_search_locations is None:
        raise ImportError(_PACKAGE)
    found = importlib.machinery.PathFinder.find_spec(
        f"{_PACKAGE}._bindings", package.submodule_search_locations
    )
    if found is None or found.loader is None:
        raise ImportError(f"{_PACKAGE}._bindings")
    from importlib.util import module_from_spec

    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module
