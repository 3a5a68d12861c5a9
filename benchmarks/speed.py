"""How fast `mem` is, in multiples of something every machine can measure beside it."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime
from itertools import cycle
from pathlib import Path
from typing import Final

from memory_md.base.identity import entry_id
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions import edit
from memory_md.memory.actions.entries import list_entries
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.model.entry import Entry

from ._installed import installed
from ._large import SPEC, write_memory
from ._sessions import write_sessions
from ._transcripts import kinds, write_dense, write_varied
from ._written import write_entries

RUNS = 9
APPENDS = 30
WRITERS = 8
ENTRIES = 600
# What to look at where a bound is missed.
IMPORTS = "`python -X importtime -m memory_md_cli …` shows what is imported, and should be later"
KEPT = "what was read is kept in .mem/local; see that a second call uses it"
PROFILE = "`python -m cProfile -s tottime -m memory_md_cli …` shows where the time goes"
STREAM = "somewhere more than one line is held at once"
LOCK = "see what is done while the lock is held that could be done before"
GROWTH = "`make torture-growth` and `make torture-expressions` name what is not linear"


def main() -> int:
    """Print a row a figure, with its bound; 1, and hints, if one is missed."""
    hints = []
    noisy = is_noisy()
    print(f"{'what':<64} {'ratio':>7} {'bound':>7}")
    for name, measure, bound, hint in FIGURES:
        bound = bound * 2.5 / 1.5 if noisy and measure is hook else bound
        ratio = measure()
        missed = ratio > bound
        hints += [f"{name}: {hint}"] if missed else []
        print(f"{name:<64} {ratio:7.2f} {bound:7.1f}{'  missed' if missed else ''}")
    print("mem extract of 10 MB by kind, no text in it twice")
    for ratio, name in by_kind():
        print(f"  {name:<62} {ratio:7.2f}")
    if noisy:
        print("This machine has other work, or an empty Python is not always as fast.")
    for line in hints:
        print(f"hint: {line}")
    return 1 if hints else 0


def is_noisy() -> bool:
    """Whether there is other work, or an empty Python takes now this long and now that."""
    python = installed()[0]

    def empty() -> None:
        subprocess.run([python, "-c", "pass"], check=True)

    empty()
    times = sorted(_wall(empty) for _ in range(20))
    return times[15] > 1.25 * times[5] or os.getloadavg()[0] > (os.cpu_count() or 1)


def _wall(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _paired(one: Callable[[], object], other: Callable[[], object], runs: int = RUNS) -> float:
    """The median of the ratios of runs made in turn, after one of each that does not count."""
    one(), other()
    return statistics.median(_wall(one) / _wall(other) for _ in range(runs))


def _memory(folder: str, count: int, lines: int = 3) -> None:
    """A memory of so many entries, with room for more: nothing is evicted."""
    config = Path(folder, ".mem", "config.yaml")
    config.parent.mkdir()
    config.write_text("eviction: {max_entries: 9999, max_bytes: 9999999}\n", encoding="utf-8")
    today = date(2026, 2, 2)
    texts = [
        f"The `handler_{i}` of service {i % 7} retries {i} times, because it may be cold"
        for i in range(count)
    ]
    entries = [Entry(entry_id("gotcha", t), "gotcha", t, date=today, last=today) for t in texts]
    write_entries(Path(folder), entries, lines=lines)


def context() -> float:
    """The whole process, against an interpreter that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, 150)
        environment = {**os.environ, "MEM_ROOT": folder}
        python, mem = installed()

        def ours() -> None:
            subprocess.run([mem, "context"], env=environment, check=True, capture_output=True)

        return _paired(ours, lambda: subprocess.run([python, "-c", "pass"], check=True))


def sessions() -> float:
    """The whole process, with as much of earlier sessions as is kept at most."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, 150)
        question = write_sessions(Path(folder), 50)
        environment = {**os.environ, "MEM_ROOT": folder}
        python, mem = installed()
        command = [mem, "context", "--query", question]

        def ours() -> None:
            subprocess.run(command, env=environment, check=True, capture_output=True)

        return _paired(ours, lambda: subprocess.run([python, "-c", "pass"], check=True))


def spec() -> float:
    """The whole process for a spec with front matter, against an interpreter that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, 150)
        matter = "---\ntitle: Retry the handler\nfiles:\n  - src/handler_7.py\n---\n"
        Path(folder, SPEC).write_text(f"{matter}\n# Retry\n\nCold.\n", encoding="utf-8")
        python, mem = installed()

        def ours() -> None:
            command = [mem, "--root", ".", "context", "--spec", SPEC]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)

        return _paired(ours, lambda: subprocess.run([python, "-c", "pass"], check=True))


def changed() -> float:
    """In process: ten entries pinned, or unpinned, against the listing of all."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, 10_000, lines=12)
        place = _place(folder)
        ids = [item.entry.id for item in list_entries(place).entries][::1_000]
        turns = cycle((edit.pin, edit.unpin))
        return _paired(lambda: next(turns)(place, ids), lambda: list_entries(place))


def large() -> float:
    """The whole process for a spec, with 500 edges and 1,000 diary rows, against a small memory."""
    return _large(fresh=False)


def large_at_first() -> float:
    """As `large`, but nothing is kept from one call to the next."""
    return _large(fresh=True)


def _large(*, fresh: bool) -> float:
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as big:
        write_memory(Path(small), entries=150, lines=3, edges=10, rows=20)
        write_memory(Path(big), entries=10_000, lines=12, edges=500, rows=1_000)

        def run(folder: str) -> None:
            if fresh:
                shutil.rmtree(Path(folder, ".mem", "local"), ignore_errors=True)
            command = [installed()[1], "--root", ".", "context", "--spec", SPEC]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)

        return _paired(lambda: run(big), lambda: run(small))


def hook() -> float:
    """The whole process at the end of a turn after which too little was said to learn from."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, 150)
        path = Path(folder, "session.jsonl")
        said = json.dumps({"type": "user", "message": {"role": "user", "content": "go on"}})
        path.write_text(f"{said}\n" * 4, encoding="utf-8")
        payload = {"hook_event_name": "Stop", "session_id": "s", "cwd": folder}
        given = json.dumps({**payload, "transcript_path": str(path)}).encode()
        python, mem = installed()
        command = [mem, "hook", "claude-code"]

        def ours() -> None:
            subprocess.run(command, input=given, check=True, capture_output=True)

        return _paired(ours, lambda: subprocess.run([python, "-c", "pass"], check=True))


def _transcript(folder: str) -> Path:
    """10 MB of a session in a memory without entries."""
    path = Path(folder, "session.jsonl")
    example = Path(__file__).parent.parent / "examples" / "session.jsonl"
    text = example.read_text(encoding="utf-8")
    path.write_text(text * (10_000_000 // len(text) + 1), encoding="utf-8")
    Path(folder, "learnings.md").write_text("# Learnings\n\n", encoding="utf-8")
    return path


def by_kind() -> list[tuple[float, str]]:
    """Return the ratios of other kinds of transcripts, the worst first; they have no bound."""
    ratios = [(dense(answered=True, runs=1), "dense prose, each message answered by a person")]
    for name, session in kinds():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "session.jsonl")
            write_varied(session, path)
            Path(folder, "learnings.md").write_text("# Learnings\n\n", encoding="utf-8")
            ratios.append((_extracted(path, runs=3), name))
    return sorted(ratios, reverse=True)


def dense(*, answered: bool = False, runs: int = 3) -> float:
    """As `transcript`, for prose in which no sentence repeats and every fifth is worth a look."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        write_dense(path, answered=answered)
        Path(folder, "learnings.md").write_text("# Learnings\n\n", encoding="utf-8")
        return _extracted(path, runs)


# Linux hands the ru_maxrss of a parent on to its child, but not the mark in /proc.
_MOST_MEMORY: Final = """
import pathlib, re, resource, runpy, sys
try:
    runpy.run_module("memory_md_cli", run_name="__main__", alter_sys=True)
except SystemExit:
    pass
status = pathlib.Path("/proc/self/status")
own = re.search(r"VmHWM:\\s*(\\d+)", status.read_text()) if status.exists() else None
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
unit = 1 if sys.platform == "darwin" else 1024
print(int(own[1]) * 1024 if own else most * unit, file=sys.stderr)
"""


def memory_of_transcript() -> float:
    """The most memory that the whole process holds at once, against what it may."""
    with tempfile.TemporaryDirectory() as folder:
        path = _transcript(folder)
        with path.open("rb") as lines:
            longest = max(map(len, lines))
        command = [
            sys.executable,
            "-c",
            _MOST_MEMORY,
            "--root",
            folder,
            "extract",
            str(path),
            "--dry-run",
        ]
        ran = subprocess.run(command, check=True, capture_output=True)
        return int(ran.stderr.split()[-1]) / (100_000_000 + 2 * longest)


def transcript() -> float:
    """In process, reading included, against Python's reading of the same lines as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        return _extracted(_transcript(folder))


def _extracted(path: Path, runs: int = RUNS) -> float:
    def theirs() -> None:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                json.loads(line)

    def ours() -> None:
        extract(_place(str(path.parent)), [str(path)], dry_run=True)

    return _paired(ours, theirs, runs)


def _place(folder: str) -> Workspace:
    return Workspace(Path(folder), datetime(2026, 2, 2, 12, tzinfo=UTC), folder)


def _append(folder: str, writer: int) -> float:
    """The seconds that one append takes, on average over many."""
    source = Path(folder, f"source-{writer}.md")
    start = time.perf_counter()
    for number in range(APPENDS):
        text = f"Gotcha: writer {writer} found at step {number} that `x_{writer}_{number}` is None."
        source.write_text(text, encoding="utf-8")
        extract(_place(folder), [str(source)])
    return (time.perf_counter() - start) / APPENDS


def writers() -> float:
    """Seconds of all writers by the number of appends: with eight at once, and with one."""
    with tempfile.TemporaryDirectory() as folder:
        _memory(folder, ENTRIES)
        alone = statistics.median(_append(folder, number) for number in (101, 102, 103))
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(WRITERS) as pool,
    ):
        _memory(folder, ENTRIES - APPENDS * WRITERS)
        list(pool.map(_append, [folder] * WRITERS, range(200, 200 + WRITERS)))
        start = time.perf_counter()
        list(pool.map(_append, [folder] * WRITERS, range(WRITERS)))
        together = (time.perf_counter() - start) / (APPENDS * WRITERS)
        kept = Path(folder, "learnings.md").read_text(encoding="utf-8").count("Gotcha: writer")
        if kept != 2 * APPENDS * WRITERS:
            raise AssertionError(f"{kept} of {2 * APPENDS * WRITERS} entries are there")
    return together / alone


def hostile() -> float:
    """Ten times the input takes ten times the time: what is over that is not linear."""

    def run(size: int) -> Callable[[], object]:
        path = Path(folder, f"{size}.md")
        path.write_text("because " + "[" * size + " " * size + "must not ", encoding="utf-8")
        return lambda: extract(_place(folder), [str(path)], dry_run=True)

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "learnings.md").write_text("# Learnings\n\n", encoding="utf-8")
        return _paired(run(500_000), run(50_000)) / 10


FIGURES: Final[tuple[tuple[str, Callable[[], float], float, str], ...]] = (
    ("mem hook with nothing to do / python -c pass", hook, 1.5, IMPORTS),
    ("mem context, 150 entries / python -c pass", context, 6.0, IMPORTS),
    ("mem context --query, 50 MB of sessions / python -c pass", sessions, 9.0, IMPORTS),
    ("mem context --spec, front matter / python -c pass", spec, 10.0, IMPORTS),
    ("mem context --spec, 10,000 entries / 150 entries", large, 2.5, KEPT),
    ("the same without a cache, 10,000 entries / 150 entries", large_at_first, 5.0, PROFILE),
    ("change of 10 entries among 10,000 / list of all of them", changed, 6.0, PROFILE),
    ("mem extract, 10 MB transcript / json.loads of its lines", transcript, 10.0, PROFILE),
    ("mem extract, 10 MB of prose without repeats / json.loads of its lines", dense, 40.0, PROFILE),
    (
        "peak memory of mem extract / 100 MB + 2 longest lines",
        memory_of_transcript,
        1.0,
        STREAM,
    ),
    ("one append while 8 processes write / while one writes", writers, 2.0, LOCK),
    ("a line of 1 MB / ten times the time of a line of 100 KB", hostile, 2.0, GROWTH),
)
