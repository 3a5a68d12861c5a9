"""Many processes write one memory at once, and none of their lines is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ..conftest import Mem

FAULTY = Path(__file__).with_name("faulty.py")
WRITERS, LINES = 8, 50


def test_of_the_lines_of_many_writers_none_is_lost(memory: Path, mem: Mem) -> None:
    words = [sys.executable, str(FAULTY), "writers", str(memory), str(WRITERS), str(LINES)]
    done = subprocess.run(words, capture_output=True, check=True, text=True, timeout=300)
    assert json.loads(done.stdout)["codes"] == [0] * WRITERS, done.stderr
    ran = mem.ok("list", "--json")
    assert ran.stderr == ""
    texts = [entry["text"] for entry in ran.json["entries"]]
    assert sorted(texts) == sorted(
        f"Read w{writer}/n{line}.py first" for writer in range(WRITERS) for line in range(LINES)
    )
    evidence = (memory / ".mem/evidence.jsonl").read_text().splitlines()
    assert len({json.loads(line)["id"] for line in evidence}) == WRITERS * LINES
    assert list(memory.rglob("*.mem-tmp")) == []
