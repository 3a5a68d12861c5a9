"""Whatever kills `mem`, and whenever: files parse, and what was acknowledged is there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..conftest import Mem, run_script
from .conftest import left_over

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills and forks")
COMMANDS = ("extract", "add", "remove", "restore", "merge", "purge", "prune", "session", "undo")
DRIVER = Path(__file__).with_name("crash_driver.py")

WRITER = """
import datetime as dt, io, sys
from pathlib import Path
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions.workspace import Workspace
place = Workspace(Path(sys.argv[1]), dt.datetime(2026, 2, 2, 12, tzinfo=dt.UTC), sys.argv[1])
for number in range(100000):
    text = f"Gotcha: the importer of table t{sys.argv[2]}x{number} drops rows silently"
    result, errors = extract(place, ["-"], session=f"s{number}", stdin=io.BytesIO(text.encode()))
    assert not errors
    print(f"t{sys.argv[2]}x{number} drops", flush=True)
"""


@pytest.mark.parametrize("how", ["kill", "fail"])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_step_is_one_at_which_something_is_lost(tmp_path: Path, command: str, how: str) -> None:
    """Each 28th step, from another one on for each command; `make torture-crashes` tries all."""
    done = run_script(DRIVER, str(tmp_path), command, how, "28")
    *faults, steps = done.stdout.decode().splitlines() or ["0"]
    assert (done.returncode, done.stderr) == (0, b"")
    assert faults == []
    assert int(steps) > 15, "the steps were not met"


def test_what_was_acknowledged_survives_a_kill_at_any_moment(repo: Path, mem: Mem) -> None:
    chance = random.Random(7)
    acknowledged: list[str] = []
    (repo / ".mem").mkdir()
    caps = "eviction: {max_entries: 10000, max_bytes: 1000000}\n"  # eviction is not the point here
    (repo / ".mem/config.yaml").write_text(caps, encoding="utf-8")
    for round_ in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(repo), str(round_)], stdout=subprocess.PIPE
        )
        assert writer.stdout
        acknowledged.append(writer.stdout.readline().decode().strip())
        time.sleep(chance.random() / 5)
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.communicate()[0].decode().split("\n")[:-1]
    ran = mem("learnings", "add", "what comes after")
    assert (ran.code, ran.stderr) == (0, "")
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert [what for what in acknowledged if text.count(what) != 1] == []
    assert mem("doctor").code == 0
    assert left_over(repo) == []
