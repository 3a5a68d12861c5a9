"""CONTRIBUTING names rooms, functions and files that exist, and functions in the order of calls."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import FrameType

import pytest

from tests.source import ROOT
from tests.test_architecture import ROOMS

from ..conftest import Quick
from ..rows import check_rows

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. `([\w/]+\.py):([\w.]+)`", re.MULTILINE)
PATH = re.compile(r"`((?:memory_md|cli|tests|benchmarks|templates)/[\w/.-]+)`")
CODE = re.compile(r"`([^`]+)`")
STEPS = STEP.findall(TEXT)
WAYS = [STEP.findall(way.partition("\n## Where")[0]) for way in TEXT.split("## The way")[1:]]
TABLE = TEXT.partition("## Where to change what")[2].partition("\nFolders in rooms")[0]
ROWS = [tuple(row.strip("| ").split(" | ")) for row in TABLE.splitlines() if row.startswith("| ")]


def test_the_rooms_stand_in_the_order_that_imports_follow() -> None:
    table = TEXT.partition("## The rooms")[2].partition("## The way")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert tuple(named) == ROOMS


def test_both_ways_are_short() -> None:
    first, second = WAYS
    assert 10 < len(first) <= 25
    assert 10 < len(second) <= 15


def has_function(tree: ast.AST, name: str) -> bool:
    """Whether a module defines that function; "Claims.add" is a method of a class."""
    *classes, last = name.split(".")
    for each in classes:
        found = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == each]
        if not found:
            return False
        tree = found[0]
    body = getattr(tree, "body", [])
    return any(isinstance(node, ast.FunctionDef) and node.name == last for node in body)


@check_rows(("path", "name"), STEPS)
def test_a_step_is_a_function_of_its_file(path: str, name: str) -> None:
    assert has_function(ast.parse((ROOT / path).read_text(encoding="utf-8")), name)


@check_rows("name", ["missing", "Claims.missing", "Missing.add", "add", "Claims", "Claims.add.x"])
def test_a_name_that_is_not_there_is_noticed(name: str) -> None:
    source = "class Claims:\n    def add(self): ...\ndef known(): ..."
    assert has_function(ast.parse(source), "Claims.add")
    assert has_function(ast.parse(source), "known")
    assert not has_function(ast.parse(source), name)


NAMED = {path for path in PATH.findall(TEXT) if not re.search("NAME|SUBJECT", path)}


@check_rows("path", sorted(NAMED))
def test_a_named_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


@check_rows("row", ROWS[1:])
def test_a_row_names_whole_paths(row: tuple[str, ...]) -> None:
    assert len(row) == 2
    for code in CODE.findall(row[1]):
        path, _, name = code.partition(":")
        is_path = "/" in path or path.endswith((".py", ".txt", ".toml", ".md"))
        assert not is_path or (ROOT / path).exists(), f"{code}: no such file"
        if name:
            text = (ROOT / path).read_text(encoding="utf-8")
            assert re.search(rf"\b{name}\b", text), f"{code}: no such name"


def test_the_rows_stand_in_the_order_of_the_rooms() -> None:
    order = ("templates", *ROOMS, "benchmarks", "cli")
    first = [CODE.findall(row[1])[0].removeprefix("memory_md/").split("/")[0] for row in ROWS[1:]]
    assert first == sorted(first, key=order.index)


def test_each_room_has_a_row() -> None:
    named = {CODE.findall(row[1])[0].removeprefix("memory_md/").split("/")[0] for row in ROWS[1:]}
    assert [room for room in ROOMS if room not in named] == []


# -- the order of the calls ------------------------------------------------------------------------


def calls_of(run: Callable[[], object], steps: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return which of these functions are called, each time, in the order of the calls."""
    wanted, calls = {*steps}, list[tuple[str, str]]()
    names = {name for _, name in wanted}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or frame.f_code.co_qualname not in names:  # nearly always
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            step = (path.relative_to(ROOT).as_posix(), frame.f_code.co_qualname)
            if step in wanted:
                calls.append(step)

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


def out_of_order(
    steps: Sequence[tuple[str, str]], calls: Sequence[tuple[str, str]]
) -> tuple[str, str] | None:
    """Return the first step that is not called after the one before it; None for a right order."""
    rest = iter(calls)
    return next((step for step in steps if step not in rest), None)


def test_steps_in_another_order_are_noticed() -> None:
    one, two, three = ("a.py", "one"), ("a.py", "two"), ("a.py", "three")
    assert out_of_order([one, two], [one, three, two]) is None
    assert out_of_order([one, two], [two, one]) == two
    assert out_of_order([one, three], [one, two]) == three


SESSION = """\
{"type":"user","message":{"content":"Mend src/auth/jwt.py"},"sessionId":"s1","uuid":"a"}
{"type":"assistant","message":{"content":[{"type":"text","text":
"Gotcha: the clock of the tests in src/auth/jwt.py is that of UTC"}]},"sessionId":"s1","uuid":"b"}
""".replace('"text":\n', '"text":')
ENTRY = "- [2026-02-02] Gotcha: The key in src/auth/jwt.py is read once, by process {}\n"


@pytest.mark.parametrize("way", [0, 1], ids=["to learnings.md", "to a prompt"])
def test_the_steps_are_called_in_this_order(repo: Path, quick: Quick, way: int) -> None:
    (repo / "src/auth").mkdir(parents=True)
    (repo / "src/auth/jwt.py").touch()
    (repo / "learnings.md").write_text("# Learnings\n\n" + ENTRY.format(way), encoding="utf-8")
    (repo / "session.jsonl").write_text(SESSION, encoding="utf-8")
    words = [["extract", "session.jsonl"], ["context", "--file", "src/auth/jwt.py"]][way]
    steps = WAYS[way]
    assert out_of_order(steps, calls_of(lambda: quick(*words), steps)) is None
