"""The files of a memory: read together, and written in an order in which no kill loses a line."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..base.errors import TooLargeError
from ..files.layout import Place
from ..files.reading import read_bytes, read_settled
from ..files.replacing import replace as replace_file
from .model import Problem

ARCHIVE_NAME: Final = ".mem/archive.md"
EVIDENCE_NAME: Final = ".mem/evidence.jsonl"


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


def write_files(place: Place, before: Files, after: Files, archive_with_both: str | None) -> None:
    """Write what changed; `archive_with_both` also holds what the archive is about to lose.

    What gains an entry is written before what loses it, and the evidence last: a process that is
    killed in between leaves an entry twice, or with less evidence, but never none. Raises
    ChangedMeanwhileError if somebody saved a file since it was read, MemError.
    """
    middle = replace(before, archive=archive_with_both or before.archive)
    for key, old, new in _steps(before, middle, after):
        path, name = paths_of(place)[key]
        data = encoded(new)
        if old != new and data is not None:
            replace_file(path, place.tree, data, expected=encoded(old), name=name)


def _steps(
    before: Files, middle: Files, after: Files
) -> Iterator[tuple[str, str | None, str | None]]:
    yield "archive", before.archive, middle.archive
    yield "learnings", before.learnings, after.learnings
    yield "archive", middle.archive, after.archive
    yield "relationships", before.relationships, after.relationships
    yield "evidence", before.evidence, after.evidence


def decoded(data: bytes | None) -> str | None:
    """Return bytes as text from which `encoded` makes the same bytes."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def encoded(text: str | None) -> bytes | None:
    """Return the bytes of a text."""
    return None if text is None else text.encode("utf-8", "surrogateescape")
