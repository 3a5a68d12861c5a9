"""A project that exists only in a test, and the edges that are found in it."""

from __future__ import annotations

from collections.abc import Mapping

from memory_md.callgraph.readers.source_file import read
from memory_md.callgraph.rules.resolve import resolve_calls


def edges(files: Mapping[str, str], manifests: Mapping[str, str] | None = None) -> set[str]:
    """Each edge as "caller -> callee"; a file's functions are named without `path::` in `a.py`."""
    sources = [read(path, text.encode()) for path, text in files.items()]
    assert [source.fault for source in sources if source.fault] == []
    found = resolve_calls(sources, manifests or {})
    return {f"{_short(s.caller)} -> {_short(s.callee)}" for each in found for s in each.sites}


def _short(name: str) -> str:
    return name.removeprefix("a.py::").replace("<module>", "*")
