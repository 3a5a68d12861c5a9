"""The files of a memory: read together, and written in an order in which no kill loses a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..base.errors import TooLargeError
from ..files.layout import Place
from ..files.reading import read_bytes, read_settled
from ..files.replacing import delete, replace
from .model import Problem

ARCHIVE_NAME: Final = ".mem/archive.md"
EVIDENCE_NAME: Final = ".mem/evidence.jsonl"

# Texts before and after, by the keys of `Files`, or by names relative to the root.
Texts = dict[str, tuple[str | None, str | None]]


@dataclass(frozen=True, slots=True)
class Files:
    """The texts of a memory's files, None for one that is not there.

    Bytes that are not UTF-8 are lone surrogates in them, so that they are written back alike.
    `skipped` are files that are there, but too large to be read.
    """

    learnings: str | None = None
    archive: str | None = None
    evidence: str | None = None
    relationships: str | None = None
    skipped: tuple[Problem, ...] = ()


def paths_of(place: Place) -> dict[str, tuple[Path, str]]:
    """Return the path of each of `Files`, and its name for people."""
    return {
        "learnings": (place.learnings, place.names.learnings),
        "archive": (place.root / ARCHIVE_NAME, ARCHIVE_NAME),
        "evidence": (place.root / EVIDENCE_NAME, EVIDENCE_NAME),
        "relationships": (place.root / place.names.relationships, place.names.relationships),
    }


def read_files(place: Place) -> Files:
    """Read the files. Raises UnreadableError, RefusedError."""
    texts: dict[str, str | None] = {}
    skipped = []
    for key, (path, name) in paths_of(place).items():
        # `init` makes the evidence empty, and people save it in no editor: no need to wait.
        read = read_bytes if key == "evidence" else read_settled
        try:
            texts[key] = decoded(read(path, place.tree, name=name))
        except TooLargeError as fault:
            skipped.append(Problem("too-large", name, fault.message, fault.hint))
    return Files(**texts, skipped=tuple(skipped))


def read_text(place: Place, name: str) -> str | None:
    """Read a file beside the memory, as `Files` has it; `name` is relative to the root."""
    return decoded(read_settled(place.root / name, place.tree, name=name))


def write_texts(place: Place, steps: Iterable[tuple[str, tuple[str | None, str | None]]]) -> None:
    """Write files in this order; those are `Texts`, of which one may stand twice.

    Raises ChangedMeanwhileError if somebody saved a file since it was read, MemError.
    """
    paths = paths_of(place)
    for key, (before, after) in steps:
        path, name = paths.get(key, (place.root / key, key))
        old, new = encoded(before), encoded(after)
        if new is not None and new != old:
            replace(path, place.tree, new, expected=old, name=name)
        elif new is None and old is not None:
            delete(path, place.tree, expected=old, name=name)


def decoded(data: bytes | None) -> str | None:
    """Return bytes as text from which `encoded` makes the same bytes."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def encoded(text: str | None) -> bytes | None:
    """Return the bytes of a text."""
    return None if text is None else text.encode("utf-8", "surrogateescape")
