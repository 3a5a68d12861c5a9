"""The house stays small, and every command says how it is used."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import Mem
from .source import ROOT, Module, modules, snippet

MODULE_LINES = 400
FUNCTION_LINES = 60


def long_modules(module: Module) -> Iterator[str]:
    lines = module.text.count("\n") + (not module.text.endswith("\n"))
    if lines > MODULE_LINES:
        yield f"{module.path}: {lines} lines, at most {MODULE_LINES}"


def long_functions(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                where = f"{module.path}:{node.lineno}"
                yield f"{where}: {node.name} has {lines} lines, at most {FUNCTION_LINES}"


def test_a_long_module_is_noticed() -> None:
    assert list(long_modules(snippet("cli.a", "x = 1\n" * 401)))
    assert list(long_modules(snippet("cli.a", "x = 1\n" * 400 + "x = 1")))
    assert not list(long_modules(snippet("cli.a", "x = 1\n" * 400)))


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("def f():\n", id="function"),
        pytest.param("async def f():\n", id="coroutine"),
        pytest.param("class A:\n  def f(self):\n", id="method"),
        pytest.param("def g():\n def f():\n", id="function in a function"),
    ],
)
def test_a_long_function_is_noticed(head: str) -> None:
    assert list(long_functions(snippet("cli.a", head + "    x = 1\n" * 60)))
    assert not list(long_functions(snippet("cli.a", head + "    x = 1\n" * 58)))


def test_modules_are_short() -> None:
    assert [fault for module in modules() for fault in long_modules(module)] == []


def test_functions_are_short() -> None:
    assert [fault for module in modules() for fault in long_functions(module)] == []


# -- the command line --------------------------------------------------------------------------


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (words, command) for each command that does something, nested ones included."""
    children = getattr(group, "commands", None)
    if children is None:
        yield path, group
        return
    for name, child in children.items():
        yield from commands(child, (*path, name))


def undocumented(words: tuple[str, ...], page: str) -> str:
    """What the help page of `mem WORDS` lacks; empty if it lacks nothing.

    A page has a sentence under its usage line, and the word "Example" above a line that calls
    the command by its full name.
    """
    usage, _, rest = page.partition("\n\n") if "\n\n" in page else (page, "", page)
    if not re.search(r"[A-Za-z]{2,} [a-z]", rest):
        return f"{usage.strip()}: says nothing"
    _, found, example = rest.partition("Example")
    call = r"\bmem\b[^\n]*?\b" + r"\s+".join(map(re.escape, words)) + r"\b"
    if not found or not re.search(call, example):
        return f"mem {' '.join(words)}: the help shows no example"
    return ""


def test_a_help_page_without_an_example_is_noticed() -> None:
    usage = " Usage: mem prune [OPTIONS]\n\n"
    assert undocumented(("prune",), usage)
    assert undocumented(("prune",), usage + " Take entries out.\n")
    assert undocumented(("prune",), usage + " Take entries out.\n\n Example:\n   mem stats\n")
    assert not undocumented(("prune",), usage + " Take entries out.\n\n Example: mem prune\n")


def test_a_nested_command_is_found() -> None:
    class Command:
        pass

    class Group:
        def __init__(self, **children: Any) -> None:
            self.commands = children

    found = [words for words, _ in commands(Group(stats=Command(), graph=Group(query=Command())))]
    assert found == [("stats",), ("graph", "query")]


# Typer below 0.26 imports names from click that click is going to drop.
@pytest.mark.filterwarnings("ignore:.*removed in Click 9:DeprecationWarning")
def test_every_command_is_documented(mem: Mem) -> None:
    from typer.main import get_command

    app = importlib.import_module("memory_md_cli.main").program()
    found = list(commands(get_command(app)))
    assert len(found) >= 5, "the commands were not found"
    faults = []
    for words, _ in found:
        page = mem(*words, "--help")
        assert page.code == 0, page
        faults.append(undocumented(words, page.stdout))
    assert [fault for fault in faults if fault] == []


def test_the_wheel_holds_every_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["tool"]["setuptools"]["packages"]
    folders = {"memory_md.templates"}
    for top, name in (("memory_md", "memory_md"), ("cli", "memory_md_cli")):
        for init in (ROOT / top).rglob("__init__.py"):
            folders.add(".".join((name, *init.parent.relative_to(ROOT / top).parts)))
    assert set(named) == folders
