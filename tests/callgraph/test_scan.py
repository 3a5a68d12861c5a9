"""A scan of a project: what is read, what is read again, and what it leaves alone."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_md.base.errors import NotFoundError, RefusedError
from memory_md.callgraph.actions.scan import Scanned, scan
from memory_md.callgraph.disk import graph as callgraph
from memory_md.callgraph.model.graph import OBSERVED, STATIC, CallEdge
from memory_md.callgraph.readers import source_file
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.repo import Repo
from memory_md.symbols import language
from memory_md.symbols.disk import grammars

Scan = Callable[..., Scanned]
FILES = {
    "p/__init__.py": "",
    "p/a.py": "from .b import g\ndef f():\n    g()\n",
    "p/b.py": "def g():\n    h()\ndef h(): pass\n",
}
EDGES = {"p/a.py::f -> p/b.py::g", "p/b.py::g -> p/b.py::h"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".mem").mkdir()
    for name, text in FILES.items():
        write(tmp_path, name, text)
    return tmp_path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the files that are parsed."""
    paths: list[str] = []
    real = source_file.read

    def noted(path: str, data: bytes) -> object:
        paths.append(path)
        return real(path, data)

    monkeypatch.setattr(source_file, "read", noted)
    return paths


def write(root: Path, name: str, text: str | bytes) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def run(root: Path, *paths: str) -> Scanned:
    return scan(Workspace(root, datetime(2026, 2, 2, tzinfo=UTC)), paths)


def edges(root: Path) -> set[str]:
    found = callgraph.load(Repo.at(root).layout).edges
    return {f"{edge.caller} -> {edge.callee}" for edge in found}


def test_no_source_makes_no_edge_and_no_fault(tmp_path: Path) -> None:
    (tmp_path / ".mem").mkdir()
    assert run(tmp_path) == Scanned()


@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a work tree"])
def test_only_the_projects_own_files_are_read(project: Path, git: bool) -> None:
    for folder in (".venv", "node_modules/x", "build"):
        write(project, f"{folder}/c.py", "def f(): f()\n")
    write(project, "v1/pyvenv.cfg", "home = /usr/bin\n")
    write(project, "v1/lib/c.py", "def f(): f()\n")
    if git:
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        write(project, ".gitignore", ".venv/\nnode_modules/\nbuild/\n")
    assert run(project).files == len(FILES)
    assert edges(project) == EDGES


def test_links_are_not_followed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    far = tmp_path_factory.mktemp("far")
    write(far, "secret.py", "def f(): f()\n")
    (project / "p" / "link.py").symlink_to(far / "secret.py")
    (project / "far").symlink_to(far, target_is_directory=True)
    os.mkfifo(project / "p" / "fifo.py")
    done = run(project)
    assert edges(project) == EDGES
    assert done.files == len(FILES)
    with pytest.raises(RefusedError):
        run(project, "far")


def test_a_file_that_cannot_be_read_is_named_and_keeps_its_edges(project: Path) -> None:
    run(project)
    write(project, "p/b.py", "def g():\n    h(\n")
    done = run(project)
    assert [(u.path, u.line) for u in done.unreadable] == [("p/b.py", 2)]
    assert "p/b.py::g -> p/b.py::h" in edges(project)
    assert [u.path for u in run(project).unreadable] == ["p/b.py"]


def test_a_file_that_takes_too_long_is_named_and_the_others_are_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tree_sitter_go", reason="needs memory-md[callgraph]")
    monkeypatch.setattr(grammars, "_SECONDS_A_BYTE", 0)
    write(project, "a.go", "package a\nfunc f() { g() }\nfunc g() {}\n")
    write(project, "slow.go", "<!-- " * 25_000)
    scanned = run(project)
    assert [(one.path, one.why) for one in scanned.unreadable] == [
        ("slow.go", "takes too long to parse")
    ]
    assert edges(project) == {*EDGES, "a.go::f -> a.go::g"}


def test_a_path_that_is_not_there_is_told(project: Path) -> None:
    with pytest.raises(NotFoundError):
        run(project, "p/c.py")


def test_all_edges_are_found(project: Path) -> None:
    done = run(project)
    assert edges(project) == EDGES
    assert (done.files, done.unchanged, done.added) == (3, 0, 2)
    assert (done.calls, done.resolved, done.outside) == (2, 2, 0)
    assert done.edges == {"python": 2}


def test_only_what_changed_is_read_again(project: Path, read: list[str]) -> None:
    run(project)
    before = (project / ".mem/callgraph.json").stat()
    read.clear()
    done = run(project)
    assert (read, done.unchanged, done.removed, done.added) == ([], 3, 0, 0)
    assert (project / ".mem/callgraph.json").stat().st_mtime_ns == before.st_mtime_ns
    write(project, "p/b.py", FILES["p/b.py"] + "h()\n")
    done = run(project)
    assert (read, done.unchanged, done.added) == (["p/b.py"], 2, 1)


def test_a_change_moves_the_edges_of_files_that_did_not(project: Path) -> None:
    run(project)
    write(project, "p/b.py", "from .c import g\n")
    write(project, "p/c.py", "def g(): pass\n")
    run(project)
    assert edges(project) == {"p/a.py::f -> p/c.py::g"}


@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a work tree"])
def test_a_deleted_file_takes_its_edges_along(project: Path, git: bool) -> None:
    if git:
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        subprocess.run(["git", "add", "p"], cwd=project, check=True)
    run(project)
    (project / "p/b.py").unlink()
    run(project)
    assert edges(project) == set()


def test_a_named_path_replaces_only_its_own_edges(project: Path) -> None:
    done = run(project, "p/a.py")
    assert done.files == 1
    assert edges(project) == {"p/a.py::f -> p/b.py::g"}
    write(project, "p/a.py", "")
    run(project, "p/b.py")
    assert edges(project) == EDGES


def test_observed_edges_stay_and_so_do_confirmations(project: Path) -> None:
    run(project)
    repo = Repo.at(project)
    seen = CallEdge("p/a.py::f", "p/b.py::h", OBSERVED, 0.6)
    static = CallEdge("p/a.py::f", "p/b.py::g", STATIC, 1.0, times_confirmed=2, last_task="t")
    callgraph.transact(repo, lambda _: (callgraph.GraphChange(edges=(seen, static)), None))
    run(project)
    found = callgraph.load(repo.layout).edges
    assert seen in found
    assert static in found


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: b"\xff\0" * 99, id="binary"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut off"),
        pytest.param(lambda data: data.replace(b'"n"', b'"zz"'), id="expressions of its own"),
        pytest.param(
            lambda data: data.replace(b'"d",1', b'"d",99'), id="scopes that are not there"
        ),
        pytest.param(lambda data: data.replace(b'"module"', b'"x"'), id="kinds of its own"),
    ],
)
def test_a_spoilt_cache_is_thrown_away(project: Path, spoil: Callable[[bytes], bytes]) -> None:
    run(project)
    kept = project / ".mem/local/sources.json"
    before = kept.read_bytes()
    kept.write_bytes(spoil(before))
    assert kept.read_bytes() != before
    (project / ".mem/callgraph.json").unlink()
    run(project)
    assert edges(project) == EDGES


def test_a_cache_that_cannot_be_written_does_no_harm(project: Path) -> None:
    (project / ".mem/local/sources.json").mkdir(parents=True)
    run(project)
    run(project)
    assert edges(project) == EDGES


def test_progress_is_told_to_the_end(project: Path) -> None:
    told: list[tuple[int, int]] = []
    place = Workspace(project, datetime(2026, 2, 2, tzinfo=UTC))
    scan(place, (), tell=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (6, 6)


def test_what_needs_the_extra_is_skipped_and_keeps_its_edges(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tree_sitter")
    write(project, "b.go", "package b\nfunc f() { g() }\nfunc g() {}\n")
    assert run(project).edges == {"go": 1, "python": 2}
    monkeypatch.setattr(language, "available", lambda language: language == "python")
    done = run(project)
    assert done.skipped == {"go": 1}
    assert done.install.endswith('install "memory-md[callgraph]"')
    assert "b.go::f -> b.go::g" in edges(project)
