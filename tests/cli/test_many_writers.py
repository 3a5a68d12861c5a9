"""Any number of processes write at once, and nothing is lost or written twice.

`make torture-writers` lets them write for minutes, beside readers and an editor.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_md.memory.actions import edit as learn
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.repo import Change, Repo, Snapshot

from ..conftest import Mem, Ran, run_script
from .conftest import left_over

AllAtOnce = Callable[[int, str], None]

START = """
import datetime as dt, io, json, sys, time
from pathlib import Path
from memory_md.memory.actions import edit as learn
from memory_md.memory.actions import remove as forget
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions.workspace import Workspace
place = Workspace(Path.cwd(), dt.datetime(2026, 2, 2, 12, tzinfo=dt.UTC))
folder, count, writer = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
def take(said, session):
    result, errors = extract(place, ["-"], session=session, stdin=io.BytesIO(said.encode()))
    assert not errors, errors
    return result
(folder / f"ready-{writer}").touch()
while not all((folder / f"ready-{other}").exists() for other in range(count)):
    time.sleep(0.002)
"""
EXTRACTS = """
for n in range(6):
    said = f"Gotcha: the importer of table t{writer}x{n} drops rows silently"
    items = take(said, f"s{writer}-{n}").items
    assert [item.action for item in items] == ["inserted"], items
"""
MIXED = """
for n in range(6):
    take(f"Gotcha: the importer of table t{writer}x{n} drops rows silently", f"s{writer}-{n}")
    mine = learn.add(place, f"Person {writer} says {n}").entries[0].entry.id
    if n % 5 == 0:
        learn.pin(place, [mine])
        learn.unpin(place, [mine])
    if n % 2:
        forget.remove(place, [mine])
    payload = {"decisions": [{"id": f"d{writer}-{n}", "content": f"Use library {writer}-{n} here"}],
               "files": [{"path": f"src/{writer}/{n}.py", "reason": "it is used there"}]}
    take(json.dumps(payload), f"h{writer}-{n}")
"""


# Room for all that is written, where eviction is not the point.
ROOMY = "eviction: {max_entries: 10000, max_bytes: 1000000}\n"


def configured(root: Path, config: str) -> None:
    (root / ".mem").mkdir()
    (root / ".mem/config.yaml").write_text(config, encoding="utf-8")


@pytest.fixture
def all_at_once(tmp_path: Path) -> AllAtOnce:
    """Runs `work` in that many processes, begun together once all have started."""
    folder = tmp_path / "writers"
    folder.mkdir()

    def run(count: int, work: str) -> None:
        script = folder / "writer.py"
        script.write_text(START + work, encoding="utf-8")

        def one(number: int) -> tuple[int, bytes]:
            done = run_script(script, str(folder), str(count), str(number))
            return done.returncode, done.stderr

        with ThreadPoolExecutor(count) as pool:
            assert list(pool.map(one, range(count))) == [(0, b"")] * count

    return run


def test_eight_writers_lose_and_double_nothing(repo: Path, all_at_once: AllAtOnce) -> None:
    configured(repo, ROOMY)
    all_at_once(8, EXTRACTS)
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    wanted = [f"table t{w}x{n} drops" for w in range(8) for n in range(6)]
    assert [what for what in wanted if text.count(what) != 1] == []
    snapshot = Repo.at(repo).snapshot()
    assert len(snapshot.learnings.entries) == 48
    assert snapshot.learnings.findings == ()
    assert left_over(repo) == []


def test_writers_of_every_sort_do_not_disturb_one_another(
    repo: Path, all_at_once: AllAtOnce
) -> None:
    configured(repo, ROOMY)
    all_at_once(4, MIXED)
    snapshot = Repo.at(repo).snapshot(with_edges=True)
    live = sorted(placed.entry.text for placed in snapshot.learnings.entries)
    gone = sorted(placed.entry.text for placed in snapshot.archive.entries)
    every = [(w, n) for w in range(4) for n in range(6)]
    assert gone == sorted(f"Person {w} says {n}" for w, n in every if n % 2)
    assert live == sorted(
        [f"the importer of table t{w}x{n} drops rows silently" for w, n in every]
        + [f"Person {w} says {n}" for w, n in every if not n % 2]
        + [f"Use library {w}-{n} here" for w, n in every]
        + [f"src/{w}/{n}.py — it is used there" for w, n in every]
    )
    assert sorted(e.source for e in snapshot.edges.edges) == sorted(f"d{w}-{n}" for w, n in every)
    assert snapshot.learnings.findings == snapshot.archive.findings == ()
    events = (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(event) for event in events)
    assert left_over(repo) == []


def test_what_writers_evict_is_in_the_archive_once(repo: Path, all_at_once: AllAtOnce) -> None:
    configured(repo, "eviction: {max_entries: 10, keep_entries: 8}\n")
    all_at_once(2, MIXED)
    snapshot = Repo.at(repo).snapshot(with_edges=True)
    live = [p.entry for p in snapshot.learnings.entries]
    gone = [p.entry for p in snapshot.archive.entries]
    texts = sorted(entry.text for entry in (*live, *gone))
    every = [(w, n) for w in range(2) for n in range(6)]
    assert texts == sorted(
        [f"the importer of table t{w}x{n} drops rows silently" for w, n in every]
        + [f"Person {w} says {n}" for w, n in every]
        + [f"Use library {w}-{n} here" for w, n in every]
        + [f"src/{w}/{n}.py — it is used there" for w, n in every]
    )
    texts = [e for e in live if not e.manual and e.kind != "scope"]
    assert 8 <= len(texts) <= 10
    reasons = {entry.archived.reason for entry in gone if entry.archived and not entry.manual}
    assert reasons == {"evicted"}
    assert snapshot.learnings.findings == snapshot.archive.findings == ()


def test_commands_begun_together_in_a_fresh_repository_all_succeed(repo: Path, mem: Mem) -> None:
    def one(number: int) -> Ran:
        said = f"Gotcha: the importer of table t{number} drops rows silently\n"
        return mem("extract", "--session", f"s{number}", input=said)

    with ThreadPoolExecutor(8) as pool:
        ran = list(pool.map(one, range(8)))
    assert [(r.code, r.stderr) for r in ran] == [(0, "")] * 8
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert [n for n in range(8) if text.count(f"table t{n} drops") != 1] == []
    assert left_over(repo) == []


def test_inits_begun_together_all_succeed(repo: Path, mem: Mem) -> None:
    with ThreadPoolExecutor(4) as pool:
        ran = list(pool.map(lambda _: mem("init"), range(4)))
    assert [r.code for r in ran] == [0] * 4
    text = (repo / ".gitattributes").read_text(encoding="utf-8")
    assert text.count("# mem: begin") == 1


# -- a person at an editor ---------------------------------------------------------------------

BEFORE = "# Learnings\n\n- What stood there before\n"
SAVED = "# Learnings\n\n- What stood there before\n- What the person adds\n"


def in_place(path: Path) -> None:
    path.write_text(SAVED, encoding="utf-8")


def by_rename(path: Path) -> None:
    path.with_suffix(".swp").write_text(SAVED, encoding="utf-8")
    path.with_suffix(".swp").replace(path)


def by_moving_away(path: Path) -> None:
    path.rename(path.with_suffix(".md~"))
    path.write_text(SAVED, encoding="utf-8")


def slowly(path: Path) -> None:
    """Empty the file, and write it 200 ms later."""
    opened = path.open("w", encoding="utf-8")

    def write() -> None:
        time.sleep(0.2)
        with opened:
            opened.write(SAVED)

    threading.Thread(target=write).start()


def place(root: Path) -> Workspace:
    return Workspace(root, datetime(2026, 2, 2, 12, tzinfo=UTC))


def add_while(
    repo: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Path], None]
) -> None:
    """Add an entry; `meanwhile` happens once between our read and our write."""
    path = repo / "learnings.md"
    path.write_text(BEFORE, encoding="utf-8")
    original = Repo.transact
    happened = []

    def transact(
        self: Repo, compute: Callable[[Snapshot], tuple[Change, Any]], **options: bool
    ) -> Any:
        def slowly_computed(snapshot: Snapshot) -> tuple[Change, Any]:
            computed = compute(snapshot)
            if not happened:
                happened.append(True)
                meanwhile(path)
            return computed

        return original(self, slowly_computed, **options)

    monkeypatch.setattr(Repo, "transact", transact)
    learn.add(place(repo), "What we add")


@pytest.mark.parametrize("save", [in_place, by_rename, by_moving_away, slowly])
def test_what_a_person_saves_meanwhile_stays_and_so_does_ours(
    repo: Path, monkeypatch: pytest.MonkeyPatch, save: Callable[[Path], None]
) -> None:
    add_while(repo, monkeypatch, save)
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert text.startswith(SAVED)
    assert text.count("What we add") == 1
    assert left_over(repo) == []


def test_a_file_that_is_deleted_meanwhile_is_begun_anew(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_while(repo, monkeypatch, Path.unlink)
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert "What we add" in text
    assert "before" not in text


def test_a_directory_that_takes_the_place_meanwhile_is_an_error(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory_md.base.errors import RefusedError

    def swap(path: Path) -> None:
        path.unlink()
        path.mkdir()

    with pytest.raises(RefusedError, match="is a directory"):
        add_while(repo, monkeypatch, swap)
    assert list((repo / "learnings.md").iterdir()) == []
    assert left_over(repo) == []
