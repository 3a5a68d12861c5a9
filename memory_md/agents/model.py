"""A change of a file that belongs to an agent or to git."""

from pathlib import Path

from msgspec import Struct


class SettingsChange(Struct, frozen=True):
    """A file, and what it holds before and after; None: it is not there.

    `name` is for people: relative to the root, or from a person's home on. `missing` says what it
    lacks, in words, before the change.
    """

    agent: str
    name: str
    path: Path
    old: str | None
    new: str | None
    missing: tuple[str, ...] = ()


def encode_text(text: str | None) -> bytes | None:
    """Return the bytes of a file of that text; None: it is not there."""
    return None if text is None else text.encode("utf-8", "surrogateescape")
