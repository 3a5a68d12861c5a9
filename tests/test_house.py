"""How the house is built: the order of rooms, their sizes, who may touch what, and the help."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from .conftest import ROOT, Mem

ORDER = [
    *("base", "markdown", "files", "git", "safety", "dedup", "memory", "merge", "transcripts"),
    *("sessions", "match", "llm", "callgraph", "extract", "diary", "graph", "recall", "imports"),
    *("review", "agents", "doctor"),
]
MOST_LINES = 20_500  # the aim is 20,000
LONGEST_MODULE = 450
# Who may do what reaches outside the process.
ONLY = {
    "sqlite3": {"files"},
    "subprocess": {"git", "llm", "agents", "cli"},
    "typer": {"cli"},
    "rich": {"cli"},
    "urllib.request": {"llm"},
    "socket": set(),
}


def modules() -> Iterator[tuple[str, Path, ast.Module]]:
    for top in ("memory_md", "cli"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).parts
            room = "cli" if top == "cli" else parts[1] if len(parts) > 2 else ""
            yield room, path, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(how many dots, name) of each import, wherever it stands but under TYPE_CHECKING."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def test_a_room_imports_only_rooms_above_it() -> None:
    faults = []
    for room, path, tree in modules():
        depth = len(path.relative_to(ROOT).parts) - 2
        for level, name in imported(tree):
            other = name.split(".")[0]
            are_rooms = level == depth and level and other in ORDER and room in ORDER
            if are_rooms and ORDER.index(other) > ORDER.index(room):
                faults.append(f"{path.relative_to(ROOT)} imports {other}")
    assert not faults


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {path.parent.name for path in (ROOT / "memory_md").glob("*/__init__.py")}
    assert rooms == set(ORDER)


def test_only_those_rooms_reach_outside_that_may() -> None:
    faults = [
        f"{path.relative_to(ROOT)} imports {name}"
        for room, path, tree in modules()
        for level, name in imported(tree)
        if not level and name in ONLY and room not in ONLY[name]
    ]
    assert not faults


def test_the_house_is_small(capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        path
        for top in ("memory_md", "cli", "templates")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and path.suffix in {".py", ".toml", ".txt", ".md", ".html", ".js"}
    ]
    sizes: dict[str, int] = {}
    for path in files:
        parts = path.relative_to(ROOT).parts
        room = parts[1] if parts[0] == "memory_md" and len(parts) > 2 else parts[0]
        lines = len(path.read_text(encoding="utf-8").splitlines())
        sizes[room] = sizes.get(room, 0) + lines
    with capsys.disabled():
        print("\n" + "  ".join(f"{room} {count}" for room, count in sorted(sizes.items())))
    assert sum(sizes.values()) <= MOST_LINES
    assert sum(path.stat().st_size for path in files) <= 955_000  # the aim is 900,000


def test_a_module_can_be_read_in_one_go() -> None:
    long = [
        str(path.relative_to(ROOT))
        for _, path, _ in modules()
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE
    ]
    assert not long


def test_the_product_stands_alone() -> None:
    # No path that leaves the repository or names a machine's folder, no number of a ticket.
    odd = re.compile(
        r"\.\./\w|(?<![\w.~])/(?:home|Users|root|mnt|opt)/\w|\b(?:issue|ticket) #?\d+\b"
    )
    faults = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for top in ("memory_md", "cli", "templates")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        for found in odd.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not faults


def commands() -> list[str]:
    from memory_md_cli.app import program

    return sorted(typer.main.get_command(program()).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", commands())
def test_the_help_of_a_command_is_a_sentence_and_an_example(mem: Mem, command: str) -> None:
    text = mem.ok(command, "--help").stdout
    assert len(text.splitlines()) <= 40
    assert re.search(r"^\s*Examples?:\s*$", text, re.MULTILINE)
    assert re.search(r"\$ .*\b(?:mem|git)\b", text)
