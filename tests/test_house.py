"""How the tests are built, what a name may mean, and that every command says how it is used.

Rules about the product's rooms are in `test_architecture.py`. As there, each rule is a function
from modules to faults, and a table of bad snippets proves that it can fail.
"""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .conftest import Ran
from .rows import check_rows
from .source import ROOT, Module, modules, modules_of_tests, snippet
from .test_architecture import ROOMS, Fault, Rule

# -- the tests ---------------------------------------------------------------------------------

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}
OURS = ("tests", "benchmarks", "docs")
# Where a test needs what is private, with the reason.
PRIVATE = {
    ("os", "_exit"): "the only way for a forked child to leave",
}
# Tests that compare a quick way with the thorough way, both of which are private to a module.
BOTH_WAYS = {
    "tests.extract.test_quick_checks": "the first letters of an expression and the expression",
    "tests.files.test_lock": "the lock that asks again and again, where the system has no other",
    "tests.memory.test_learnings": "the reader of plain lines and the reader of any line",
    "tests.recall.test_budget": "the exact count, where its library is there",
}


def no_test_measures_seconds(tests: list[Module]) -> Iterator[Fault]:
    """Whether work grows too fast is for tests/torture, how fast it is for benchmarks."""
    clocks = CLOCKS | {f"{name}_ns" for name in CLOCKS}
    for module in tests:
        if module.parts[:2] == ("tests", "torture"):
            continue
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                names = {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "time":
                names = {node.attr}
            elif isinstance(node, ast.Import):
                names = {alias.name for alias in node.names if alias.name == "timeit"}
            else:
                continue
            for name in names & {*clocks, "timeit"}:
                yield f"{module.path}:{node.lineno}: {name} measures seconds"


def no_test_uses_what_is_private(tests: list[Module]) -> Iterator[Fault]:
    """A name with an underscore is private to its module, in our code and in a library's."""
    for module in filter(lambda module: module.name not in BOTH_WAYS, tests):
        names: dict[str, str] = {}  # each imported name and what it is
        for node in module.nodes:
            found = _imported(node)
            names.update({name: whole for whole, name in found})
            for whole, _ in found:
                if _is_private(whole):
                    yield f"{module.path}:{getattr(node, 'lineno', 0)}: {whole} is private"
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                whole = f"{names.get(node.value.id, 'tests')}.{node.attr}"
                if _is_private(whole):
                    yield f"{module.path}:{node.lineno}: {whole} is private"


def _imported(node: ast.AST) -> list[tuple[str, str]]:
    """What an absolute import brings: (the whole name, the name it has here)."""
    if isinstance(node, ast.Import):
        return [(alias.name, alias.asname or alias.name) for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [(f"{node.module}.{alias.name}", alias.asname or alias.name) for alias in node.names]
    return []


def _is_private(whole: str) -> bool:
    *above, last = whole.split(".")
    if above[:1] == ["__future__"] or whole.split(".")[0] in OURS:
        return False
    if (".".join(above), last) in PRIVATE:
        return False
    return any(part.startswith("_") and not part.startswith("__") for part in (*above, last))


def every_room_has_tests(tests: list[Module]) -> Iterator[Fault]:
    """A room's tests are in the folder of its name."""
    folders = {m.parts[1] for m in tests if len(m.parts) == 3 and m.parts[2].startswith("test_")}
    for room in (*ROOMS, "cli"):
        if room not in folders:
            yield f"tests/{room}/: there is no test of memory_md/{room}"


# -- names -------------------------------------------------------------------------------------

ROLES = {"model", "actions", "disk", "text", "rules", "words"}
# A part that several rooms have, each its own: a module of that name says which by its room.
PARTS = {"entry", "index", "reading", "history", "process", "tokens", "tools"}
# A class's name that means two things, and why.
TWICE = {
    "Document": "a parsed learnings.md; a transcript that is one JSON document",
    "Verdict": "whether two texts say the same; what becomes of a candidate",
}


def class_names_mean_one_thing(source: list[Module]) -> Iterator[Fault]:
    """A class that is private to its module may be called what it is there."""
    found = defaultdict(list)
    for module in source:
        for node in module.nodes:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module.path)
    for name, places in sorted(found.items()):
        if len(places) > 1 and name not in TWICE:
            yield f"class {name}: {', '.join(places)}"


def module_names_mean_one_thing(source: list[Module]) -> Iterator[Fault]:
    """A role, a part, the noun of a room and the word of a command may name several modules.

    Within one room, the roles of one noun may have its name.
    """
    commands = {m.parts[-1] for m in source if m.name.startswith("cli.commands.")}
    may = {*ROLES, *PARTS, *ROOMS, *commands}
    found = defaultdict(list)
    for module in source:
        if not module.is_package and module.parts[-1] not in may:
            found[module.parts[-1]].append(module.path)
    for name, places in sorted(found.items()):
        rooms = {tuple(place.split("/")[:2]) for place in places}
        if len(rooms) > 1:
            yield f"module {name}: {', '.join(places)}"


# -- the rules can fail ------------------------------------------------------------------------

BAD: list[tuple[Rule, str, str]] = [
    (no_test_measures_seconds, "tests.dedup.a", "import time\nstart = time.process_time()"),
    (no_test_measures_seconds, "tests.dedup.a", "from time import perf_counter"),
    (no_test_measures_seconds, "tests.dedup.a", "import timeit"),
    (no_test_measures_seconds, "tests.conftest", "time.monotonic_ns()"),
    (no_test_uses_what_is_private, "tests.dedup.a", "from memory_md.dedup.stems import _stem"),
    (
        no_test_uses_what_is_private,
        "tests.dedup.a",
        "from memory_md.dedup import a as b\nb._PAIRS[3]",
    ),
    (no_test_uses_what_is_private, "tests.dedup.a", "import memory_md._x as y"),
    (no_test_uses_what_is_private, "tests.dedup.a", "from re import _parser"),
    (no_test_uses_what_is_private, "tests.dedup.a", "import re\nre._compiler.compile('a')"),
    (no_test_uses_what_is_private, "tests.torture.a", "import _thread"),
    (every_room_has_tests, "tests.dedup.test_a", ""),
    (class_names_mean_one_thing, "memory_md.dedup.a", "class A: ...\nclass A: ..."),
]
GOOD: list[tuple[Rule, str, str]] = [
    (no_test_measures_seconds, "tests.dedup.a", "time.sleep(0.1); run(timeout=5); entry.time()"),
    (no_test_measures_seconds, "tests.torture.a", "time.process_time()"),
    (no_test_uses_what_is_private, "tests.dedup.a", "from __future__ import annotations"),
    (no_test_uses_what_is_private, "tests.dedup.a", "from ..conftest import _own\nself._x = a._x"),
    (
        no_test_uses_what_is_private,
        "tests.dedup.a",
        "from benchmarks._memories import a\nos._exit(1)",
    ),
    (no_test_uses_what_is_private, "tests.dedup.a", "from memory_md import __version__"),
    (class_names_mean_one_thing, "memory_md.dedup.a", "class A: ...\nclass _B: ...\nclass _B: ..."),
]


def case(row: tuple[Rule, str, str]) -> str:
    return f"{row[0].__name__}: {row[1]}: {row[2]}"


@check_rows("row", BAD, ids=case)
def test_a_rule_notices(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert list(rule([snippet(name, text)]))


@pytest.mark.parametrize("row", GOOD, ids=case)
def test_a_rule_lets_pass(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert not list(rule([snippet(name, text)]))


def test_a_module_of_two_meanings_is_noticed() -> None:
    def faults(*names: str) -> list[Fault]:
        return list(module_names_mean_one_thing([snippet(name, "") for name in names]))

    assert faults("memory_md.dedup.places", "memory_md.diary.rules.places")
    assert not faults("memory_md.dedup.model", "memory_md.diary.model")
    assert not faults("memory_md.memory.rules.diary", "memory_md.diary.text.diary")
    assert not faults("memory_md.memory.actions.prune", "cli.commands.prune")


def test_a_room_with_tests_is_let_pass() -> None:
    every = [snippet(f"tests.{room}.test_a", "") for room in (*ROOMS, "cli")]
    assert not list(every_room_has_tests(every))
    assert list(every_room_has_tests(every[1:]))


# -- the rules hold ----------------------------------------------------------------------------


@check_rows(
    "rule",
    [no_test_measures_seconds, no_test_uses_what_is_private, every_room_has_tests],
    ids=lambda rule: rule.__name__,
)
def test_the_tests_keep_the_rule(rule: Rule) -> None:
    tests = modules_of_tests()
    assert len(tests) > 100, "the tests were not found"
    assert not list(rule(tests))


@check_rows(
    "rule",
    [class_names_mean_one_thing, module_names_mean_one_thing],
    ids=lambda rule: rule.__name__,
)
def test_a_name_means_one_thing(rule: Rule) -> None:
    assert not list(rule(modules()))


def test_complexity_is_limited() -> None:
    """By ruff, which `make lint` calls; no other limit on how long a function or a module is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lint = project["tool"]["ruff"]["lint"]
    assert "C901" in lint["select"]
    assert lint["mccabe"]["max-complexity"] <= 10
    assert "C901" not in str(lint.get("per-file-ignores", ""))


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
def test_every_command_is_documented(quick: Callable[..., Ran]) -> None:
    from typer.main import get_command

    app = importlib.import_module("memory_md_cli.main").program()
    found = list(commands(get_command(app)))
    assert len(found) >= 5, "the commands were not found"
    faults = []
    for words, _ in found:
        page = quick(*words, "--help")
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
