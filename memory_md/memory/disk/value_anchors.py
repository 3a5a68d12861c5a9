"""The values that entries state, noted as anchors where the code or a configuration gives them.

In the place of a hash such an anchor has its scheme and what the entry says: `value:5`,
`port:8080`, `version:3.11`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from ...git.grep import files_with_words
from ...symbols.values import MANIFESTS, ports_in, same_value, values_of
from ..model.entry import Anchor, Entry
from ..rules.named_files import named_files
from ..rules.named_symbols import last_part
from ..rules.stated_values import StatedValue, stated_values

SCHEMES: Final = ("value", "port", "version")
_MOST_PLACES: Final = 3  # of one value; what stands in more is no one thing
_MOST_FILES: Final = 200
_CONFIGURATION: Final = (
    *("*.json", "*.toml", "*.yaml", "*.yml", "*.ini", "*.cfg", "*.conf", "*.properties", "*.tf"),
    *("*.env*", "*Dockerfile*", "*Makefile", "*Procfile"),
    *(":(exclude)*-lock.*", ":(exclude)relationships.json", ":(exclude)*/relationships.json"),
)

_ASIDE: Final = frozenset(
    ("test", "tests", "__tests__", "testdata", "fixtures", "examples", "docs")
)

Reader = Callable[[str], str]


def value_anchors(
    root: Path, entries: Iterable[Entry], read: Reader, suffixes: Iterable[str]
) -> dict[str, list[Anchor]]:
    """Return the anchors of the values that entries state, by their IDs.

    `read` returns a file's text; `suffixes` are those of source files.
    """
    stated = {entry.id: (entry, found) for entry in entries if (found := stated_values(entry))}
    asked: dict[str, set[str]] = {scheme: set() for scheme in SCHEMES}
    for _, found in stated.values():
        for one in found:
            asked[one.scheme].add(last_part(one.name) if one.name else one.value)
    globs = [*(f"*{suffix}" for suffix in sorted(suffixes)), *_CONFIGURATION]
    both = asked["value"] | asked["port"]
    files = {
        "value": [path for path in files_with_words(root, both, globs) if not is_test(path)],
        "version": files_with_words(root, asked["version"], MANIFESTS),
    }
    return {
        id_: [anchor for one in found for anchor in _places(entry, one, files, read)]
        for id_, (entry, found) in stated.items()
    }


def _places(
    entry: Entry, stated: StatedValue, files: Mapping[str, Sequence[str]], read: Reader
) -> list[Anchor]:
    """Return where the value stands, or where the only name of the kind has another one."""
    scheme = stated.scheme
    paths = files["version" if scheme == "version" else "value"][:_MOST_FILES]
    beside = [path for path in paths for named in named_files(entry) if path.endswith(named)]
    same, other = [], []
    for path in beside or paths:
        for name, values in _found(stated, path, read(path)):
            fits = [value for value in values if same_value(scheme, stated.value, value)]
            anchor = Anchor(path, name, f"{scheme}:{stated.value}")
            if fits and (len(values) == 1 or scheme == "port"):
                same.append(anchor)
            elif len(values) == 1 and _comparable(stated.value, values[0]):
                other.append(anchor)
    if same or not stated.is_plain:
        return same if len(same) <= _MOST_PLACES else []
    return other if len(other) == 1 else []


def _found(stated: StatedValue, path: str, text: str) -> Iterable[tuple[str, list[str]]]:
    if stated.scheme == "port":
        by_name: dict[str, list[str]] = {}
        for name, port in ports_in(text):
            by_name.setdefault(name, []).append(port)
        return [*by_name.items()]
    name = last_part(stated.name) if stated.scheme == "value" else stated.name
    return [(name, values_of(stated.scheme, path, text, name))]


def value_now(anchor: Anchor, read: Reader) -> str:
    """Return what an anchor's file says now where that is another value, else ""."""
    scheme, _, stated = anchor.hash.partition(":")
    values = values_of(scheme, anchor.path, read(anchor.path), anchor.symbol)
    if any(same_value(scheme, stated, value) for value in values):
        return ""
    return values[0] if len(values) == 1 and _comparable(stated, values[0]) else ""


def _comparable(one: str, other: str) -> bool:
    """Return whether both are numbers, or neither is."""
    return one[:1].isdigit() == other[:1].isdigit()


def is_value(anchor: Anchor) -> bool:
    """Return whether an anchor notes a value, and not a definition."""
    return anchor.hash.partition(":")[0] in SCHEMES


def is_test(path: str) -> bool:
    """Return whether a file is of tests, examples or documents, which say what they like."""
    *folders, name = path.casefold().split("/")
    return not _ASIDE.isdisjoint(folders) or (
        name.startswith("test_") or "_test." in name or ".test." in name or ".spec." in name
    )
