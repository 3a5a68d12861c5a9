"""Expressions that are compiled when they are first used."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import memory_md
from memory_md.base.regex import Regex, regex


def test_nothing_is_compiled_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = re.compile
    monkeypatch.setattr(re, "compile", lambda p, flags=0: (compiled.append(p), real(p, flags))[1])
    words = regex(r"\w+")
    assert compiled == []
    assert words.findall("a b") == ["a", "b"]
    assert words.match("a") and words.search("a") and words.sub("", "a") == ""  # noqa: PT018
    assert compiled == [r"\w+"]


def test_it_is_what_re_compile_gives() -> None:
    ours, theirs = (make(r"(?P<a>a+)(,)?", re.IGNORECASE) for make in (regex, re.compile))
    assert ours.groupindex == theirs.groupindex
    assert (ours.pattern, ours.flags) == (theirs.pattern, theirs.flags)
    for text in ("", "AA,b", "xaa,a"):
        assert ours.split(text) == theirs.split(text)
        assert ours.subn("-", text, count=1) == theirs.subn("-", text, count=1)
        assert [m.span() for m in ours.finditer(text)] == [m.span() for m in theirs.finditer(text)]
        for method in ("match", "search", "fullmatch"):
            one, other = (getattr(made, method)(text, 0) for made in (ours, theirs))
            assert (one and one.groups()) == (other and other.groups())


def test_a_fault_shows_at_the_first_use() -> None:
    broken = regex("(")
    with pytest.raises(re.error):
        broken.match("")


def _all() -> Iterator[tuple[str, Regex]]:
    """Every expression that stands in a module, alone or in a collection, with its name."""
    for found in pkgutil.walk_packages(memory_md.__path__, "memory_md."):
        if ".mcp" in found.name:
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            for part in _parts(value):
                yield f"{found.name}.{name}", part


def _parts(value: object) -> Iterator[Regex]:
    if isinstance(value, Regex):
        yield value
    elif isinstance(value, dict):
        yield from (part for inner in value.values() for part in _parts(inner))
    elif isinstance(value, tuple | list | frozenset):
        yield from (part for inner in value for part in _parts(inner))


def test_every_expression_can_be_compiled() -> None:
    named = list(_all())
    assert len(named) > 400, "they were not found"
    for name, expression in named:
        try:
            re.compile(expression._source, expression._flags)
        except re.error as fault:
            pytest.fail(f"{name}: {fault}")
