"""Whether a decision that was spoken in a chat, or told in a commit, reaches the next prompt.

Needs `sde/tasks.jsonl` and `sde/decoys.jsonl` of the data. Each task's chats (or commit) come after
the chats in which nothing was decided; then `mem context --query BUG --file MODULE --budget 500` is
asked. Coverage is the share of the decision's words (stems, without stop words and those of the bug
report) that the block holds; from 0.6 on a decision counts as told. Beside it in the same run: BM25
over the raw turns, and all that marker patterns find in them, newest first, both cut at the same
size; the memory of the decoys alone; and a teammate's clone, which has no `.mem/local`.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from memory_md.terms.ranking import rank
from memory_md.terms.search_query import function_words
from memory_md.terms.stemming import stem

from ._data import missing, path_of
from .extract import naive

Task = dict[str, Any]

TOLD: Final = 0.6
_CHARS: Final = 2000
_WRITTEN: Final = Path(__file__).parent / "labels" / "decisions_written.jsonl.xz"
_WORD: Final = re.compile(r"[^\W_]+")


def words(text: str) -> set[str]:
    """Return the stems of the text that say something."""
    return {stem(word) for word in _WORD.findall(text.lower()) if word not in function_words()}


def coverage(policy: str, bug: str, block: str) -> float:
    """Return the share (0 to 1) of the policy's own words that stand in the block."""
    own = words(policy) - words(bug)
    return len(own & words(block)) / len(own) if own else 1.0


class Repository:
    """A throwaway git repository with a memory, driven by the real command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str, **env: str) -> str:
        clean = {
            k: v for k, v in os.environ.items() if not k.startswith(("MEM_", "CLAUDE", "GIT_"))
        }
        done = subprocess.run(
            words, cwd=self.folder, capture_output=True, env={**clean, **env}, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{words[:3]}: {done.stderr.decode()[-400:]}")
        return done.stdout.decode()

    def mem(self, *words: str) -> str:
        return self.run(sys.executable, "-m", "cli", *words, PYTHONPATH=str(_HOME))

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        return self.run("git", *who, *words)

    def copy(self, folder: Path) -> Repository:
        shutil.copytree(self.folder, folder, symlinks=True)
        return Repository(folder)


_HOME: Final = Path(__file__).resolve().parents[1]


def with_decoys(folder: Path, decoys: Iterable[Task]) -> Repository:
    """Return a memory into which every chat without a decision was extracted."""
    folder.mkdir()
    made = Repository(folder)
    made.git("init", "-q")
    made.mem("init")
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "Set up")
    chats = folder.parent / "decoys"
    chats.mkdir()
    names = []
    for decoy in decoys:
        path = chats / f"{decoy['id']}.json"
        path.write_text(_messages(decoy["turns"]), encoding="utf-8")
        names.append(str(path))
    made.mem("extract", *names)
    return made


def _messages(turns: list[dict[str, str]]) -> str:
    return json.dumps([{"role": turn["role"], "content": turn["text"]} for turn in turns])


def learn(memory: Repository, task: Task, chats: Path) -> None:
    """Extract the task's own chats, oldest first, or its commit."""
    for number, turns in enumerate(task["conversations"]):
        path = chats / f"{task['task']}-{number}.json"
        path.write_text(_messages(turns), encoding="utf-8")
        memory.mem("extract", str(path))
    if task["commit_subject"]:
        module = memory.folder / task["module"]
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text("VALUE = 1\n", encoding="utf-8")
        memory.git("add", "-A")
        memory.git("commit", "-q", "-m", f"{task['commit_subject']}\n\n{task['commit_body']}")
        memory.mem("extract", "--git", "HEAD~1..HEAD")


def asked(memory: Repository, task: Task) -> str:
    """Return the block for the task's bug report."""
    query = ("--query", task["bug_report"], "--file", task["module"], "--budget", "500")
    return memory.mem("context", *query)


def raw(turns: list[str], task: Task) -> str:
    """Return the raw turns that BM25 ranks first for the bug report, cut at 2,000 characters."""
    scores = rank(f"{task['bug_report']} {task['module']}", turns)
    order = sorted(range(len(turns)), key=lambda place: -scores[place])
    return "\n".join(turns[place] for place in order)[:_CHARS]


def marked(turns: list[str]) -> str:
    """Return what marker patterns find in the raw turns, newest first, cut at 2,000 characters."""
    found = dict.fromkeys(text for turn in reversed(turns) for _, text in naive(turn))
    return "\n".join(found)[:_CHARS]


def data() -> tuple[list[Task], list[Task]] | None:
    """Return the tasks, and the chats in which nothing was decided."""
    paths = [path_of(f"sde/{name}.jsonl") for name in ("tasks", "decoys")]
    tasks, decoys = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path else []
        for path in paths
    )
    return (tasks, decoys) if tasks else None


def written(lot: int) -> tuple[list[Task], list[Task]]:
    """Return the tasks and chats of a lot that was written for this by one who knew no rules.

    Lots 1 and 2 (28 and 24 tasks) were looked at while the rules for talks were made; lots 3 and 4
    (12 each) were measured before anybody read them, and then looked at.
    """
    rows = [json.loads(line) for line in lzma.decompress(_WRITTEN.read_bytes()).splitlines()]
    own = [row for row in rows if row["lot"] == lot]
    tasks, decoys = ([row for row in own if row["of"] == kind] for kind in ("tasks", "decoys"))
    return tasks, decoys


def main(*only: str) -> int:
    """One line a task, then the table. `only`: names of tasks to look at, with their blocks."""
    given = data()
    if given is None:
        print(f"decisions: {missing('sde')}")
        return 0
    tasks, decoys = given
    kept, rows = measure([t for t in tasks if not only or t["task"] in only], decoys, *only)
    print(f"decisions: {kept} entries from {len(decoys)} chats in which nothing was decided")
    for kind, of_kind in rows.items():
        for name in of_kind[0]:
            values = [row[name] for row in of_kind]
            told = sum(value >= TOLD for value in values)
            mean = sum(values) / len(values)
            print(
                f"{kind:>10} {name:>18}: told {told:2} of {len(values)}, mean coverage {mean:.2f}"
            )
    return 0


def measure(
    tasks: list[Task], decoys: list[Task], *only: str
) -> tuple[int, dict[str, list[dict[str, float]]]]:
    """Return how many entries the decoys left, and by kind the coverages of each task."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        base = with_decoys(folder / "base", decoys)
        kept = json.loads(base.mem("learnings", "list", "--json"))["entries"]
        if only:
            print(*(entry["text"] for entry in kept), sep="\n")
        noise = [turn["text"] for decoy in decoys for turn in decoy["turns"]]
        rows: dict[str, list[dict[str, float]]] = {}
        for task in tasks:
            row, block, own = _asked_in_turn(base.copy(folder / task["task"]), task, noise)
            rows.setdefault("commits" if task["source"] == "history" else "chats", []).append(row)
            figures = "  ".join(f"{name} {value:.2f}" for name, value in row.items())
            print(f"  {task['task']:32} entries {len(own) - len(kept):3}  {figures}")
            if only:
                print(*(e["text"] for e in own if e not in kept), "", block, sep="\n")
    return len(kept), rows


def _asked_in_turn(
    memory: Repository, task: Task, noise: list[str]
) -> tuple[dict[str, float], str, list[Task]]:
    """Return the coverages of a task, its block, and the entries of its memory."""
    without = asked(memory, task)
    learn(memory, task, memory.folder.parent)
    block = asked(memory, task)
    own = json.loads(memory.mem("learnings", "list", "--json"))["entries"]
    shutil.rmtree(memory.folder / ".mem" / "local")
    teammate = asked(memory, task)
    shutil.rmtree(memory.folder)
    turns = [t["text"] for chat in task["conversations"] for t in chat]
    turns += [f"{task['commit_subject']}\n{task['commit_body']}"] * bool(task["commit_subject"])
    blocks = {
        "mem": block,
        "teammate": teammate,
        "BM25 over turns": raw(noise + turns, task),
        "marker patterns": marked(noise + turns),
        "decoys alone": without,
    }
    row = {n: coverage(task["policy"], task["bug_report"], b) for n, b in blocks.items()}
    return row, block, own


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
