"""What of the things that later tasks needed reaches the agent: `--data FOLDER` holds the sets.

`lessons/`: of three repositories what a model kept of twelve sessions, which of it conveys which
need, and which later request needs what. A use counts where a line that conveys the need in full
stands in the block at the start (2,500 tokens) or in the one for the request (400 tokens); the
memory is that of the repository alone, or with 40 and 120 lines of the other two mixed in.
`sde/`: decisions that were taken in a chat or a commit, after 70 chats in which nothing was
decided; one is there where .6 of its own words stand in a block of 500 tokens for the bug report.
"""

import argparse
import json
import random
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from memory_md.extract.commits import read_commits
from memory_md.extract.extract import extract, read_sources
from memory_md.match.lines import LineIndex, query_words
from memory_md.memory.initializing import initialize
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate, Evidence
from memory_md.memory.opening import Opened, open_root
from memory_md.memory.writing import changing
from memory_md.recall.context import Task, context, matching

_START: Final = date(2026, 1, 5)
_KINDS: Final = {"fix": "fixed"}
_SHARE: Final = 0.6
IDLE: Final = (
    "ok|continue|thanks, looks good|yes|go ahead|do it|lgtm|perfect, next|please continue|try again"
    "|that works|great job|run it|proceed|sounds good|yes please do that|ok go on|nice, thank you!"
    "|hmm|no|wait|one moment|what do you think?|looks right to me|weiter|ja, mach das|继续"
    "|はい、お願いします|d'accord, continue|sí, sigue"
)


def main(argv: Sequence[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks told")
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args(argv).data
    with tempfile.TemporaryDirectory() as folder:
        needs(data / "lessons", Path(folder))
        decisions(data / "sde", Path(folder))


def memory_at(folder: Path) -> Opened:
    """Return a new memory in a git repository."""
    folder.mkdir()
    git(folder, "init", "-q")
    opened = on_day(folder, _START)
    initialize(opened.place, is_in_git=True)
    return opened


def on_day(folder: Path, day: date) -> Opened:
    """Return the memory of a folder as it is opened on a day."""
    return open_root(folder, f"{day.isoformat()}T12:00:00.000Z")


def git(folder: Path, *words: str) -> None:
    """Run git there."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def needs(data: Path, folder: Path) -> None:
    """Print the share of the uses that are told, of those stored."""
    names = [path.name for path in sorted(data.glob("r*")) if path.is_dir()]
    for more in (0, 40, 120):
        told, stored, tokens = 0, 0, list[int]()
        for name in names:
            opened, ids = filled(data, name, folder / f"{name}-{more}", more)
            start = context(opened, Task())
            tokens.append(start.tokens)
            for request, wanted in uses(data / name, ids):
                text = (data / name / "next" / f"{request:02}.txt").read_text(encoding="utf-8")
                block = matching(opened, text, without=start.ids, fence=False)
                tokens.append(block.tokens)
                shown = {*start.ids, *block.ids}
                told += sum(bool(full & shown) for full in wanted)
                stored += len(wanted)
        share = f"{told} of {stored} uses told, {told / stored:.3f}"
        print(f"needs, {more} others: {share} (blocks up to {max(tokens)} tokens)")
    prompts = IDLE.split("|")
    found = [text for text in prompts if matching(opened, text).lines]
    print(f"idle prompts that bring something: {len(found)} of {len(prompts)} {found}")


def filled(data: Path, name: str, folder: Path, more: int) -> tuple[Opened, dict[str, str]]:
    """Return a memory with the lessons of a repository and `more` of others, and their IDs."""
    chance = random.Random(7)
    folders = [one for one in sorted(data.glob("r*")) if one.is_dir() and one.name != name]
    others: list[dict[str, Any]] = []
    for pattern in ("answers/all.json", "answers/[0-9]*.json", "answers2/[0-9]*.json"):
        found = [
            one
            for other in folders
            for path in sorted(other.glob(pattern))
            for one in kept_in(path)
        ]
        others += chance.sample(found, len(found))
    others = list({one["text"]: one for one in others}.values())
    days: dict[int, list[tuple[dict[str, Any], bool]]] = {}
    for lesson, is_own in [
        *((one, True) for one in every(answers(data / name) / "all.json")),
        *((one, False) for one in others[:more]),
    ]:
        days.setdefault(int(lesson["id"][:2]), []).append((lesson, is_own))
    opened, ids = memory_at(folder), {}
    for session, group in sorted(days.items()):
        chance.shuffle(group)
        opened = on_day(folder, _START + timedelta(days=session))
        stored = changing(opened, "told", lambda memory, g=group, s=session: keep(memory, g, s))
        ids |= {
            lesson["id"]: id_ for (lesson, is_own), id_ in zip(group, stored, strict=True) if is_own
        }
    return opened, ids


def keep(memory: Memory, group: Sequence[tuple[dict[str, Any], bool]], session: int) -> list[str]:
    """Store lessons of a session, and that later ones confirmed them; return their IDs."""
    found = []
    for lesson, _ in group:
        said = "person" in lesson["basis"]
        candidate = Candidate(
            _KINDS.get(lesson["kind"], lesson["kind"]),
            lesson["text"],
            task=f"s{session}",
            who="person" if said else "agent",
            conf=0.7 if said else 0.5,
            when=tuple(lesson.get("when", ())),
            files=tuple(lesson.get("files", ())),
            symbols=tuple(lesson.get("symbols", ())),
            basis=lesson["basis"],
        )
        id_ = memory.store(candidate).id
        for later in lesson.get("confirmations", ()):
            day = _START + timedelta(days=later)
            at = f"{day.isoformat()}T12:00:00.000Z"
            memory.note(Evidence(id_, at, f"s{later}", "confirmed", "model"))
        found.append(id_)
    return found


def kept_in(path: Path) -> Any:
    """Return the lessons of an answer, or all that were live at the end."""
    value = every(path)
    return value if isinstance(value, list) else value["lessons"]


def every(path: Path) -> Any:
    """Return the JSON of a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def answers(folder: Path) -> Path:
    """Return the folder of the answers."""
    return folder / ("answers2" if (folder / "answers2").is_dir() else "answers")


def uses(folder: Path, ids: dict[str, str]) -> Iterator[tuple[int, list[set[str]]]]:
    """Yield each request with, for each need that is stored, the IDs that convey it in full."""
    told = every(folder / f"told-by-{answers(folder).name}.json")["needs"]
    for request in every(folder / "needs.json")["requests"]:
        wanted = [
            {ids[one] for one in told[need]["full"] if one in ids} for need in request["needs"]
        ]
        yield request["n"], [full for full in wanted if full]


def decisions(data: Path, folder: Path) -> None:
    """Print how many decisions a block of 500 tokens tells."""
    tasks, decoys = (
        [json.loads(line) for line in (data / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in ("tasks", "decoys")
    )
    told: dict[str, list[bool]] = {"chats": [], "commits": []}
    for number, task in enumerate(tasks):
        opened = memory_at(folder / f"task{number}")
        for decoy in decoys:
            learn(opened, decoy["id"], decoy["turns"])
        for chat, turns in enumerate(task["conversations"]):
            opened = on_day(opened.place.root, _START + timedelta(days=1 + chat))
            learn(opened, f"{task['task']}-{chat}", turns)
        if task["commit_subject"]:
            commit(opened, task)
        asked = Task(task["bug_report"], (task["module"],))
        block = context(opened, asked, budget=500)
        part = coverage(task["policy"], task["bug_report"], block.text)
        told["commits" if task["source"] == "history" else "chats"].append(part >= _SHARE)
    for kind, found in told.items():
        print(f"decisions in {kind}: {sum(found)} of {len(found)} told")


def learn(opened: Opened, name: str, turns: Sequence[dict[str, str]]) -> None:
    """Extract a chat."""
    messages = [{"role": turn["role"], "content": turn["text"]} for turn in turns]
    source = (f"{name}.json", json.dumps(messages).encode())
    extract(opened, read_sources([source], "")[0])


def commit(opened: Opened, task: dict[str, Any]) -> None:
    """Commit with the task's message, and extract it."""
    message = f"{task['commit_subject']}\n\n{task['commit_body']}"
    git(opened.place.root, "commit", "--allow-empty", "-qm", message)
    extract(opened, read_commits(opened, "HEAD"))


def coverage(policy: str, bug: str, block: str) -> float:
    """Return the share (0 to 1) of the policy's own words that stand in the block, by stems."""
    known = LineIndex([[bug], [block]]).hits(policy)
    own = [word for word in query_words(policy) if 0 not in known or word not in known[0].words]
    there = known[1].words if 1 in known else {}
    return sum(word in there for word in own) / len(own) if own else 1.0
