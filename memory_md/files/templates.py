"""The files that `mem` starts others from; they ship with the package."""

from __future__ import annotations

from importlib.resources import files


def template(name: str) -> bytes:
    """Return the content of a template; `name` is its file's name."""
    return (files("memory_md.templates") / name).read_bytes()
