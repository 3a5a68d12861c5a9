"""Random histories of two branches, merged in every way that teams merge: always the same memory.

Each branch lives on by the real command line. Then the merge driver, and a union of lines or a
hosting site's merge that `mem doctor --fix` mends, must give the same entries, archive, evidence
and edges. `histories.2000` is so many histories.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from benchmarks._lessons import lesson
from memory_md.base.errors import MemError
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.text import evidence, relationships
from memory_md.memory.text.archive import purge_marks
from memory_md.memory.text.learnings import parse
from memory_md.merge.actions.mend import mend

from ._oracle import TRACKED, foreign
from ._running import Ran, import_all, run

Files = dict[str, bytes]
NOON = 1_770_033_600
_DAY = 86_400
_SMALL = "eviction: {max_entries: 9, keep_entries: 6}\n"
_HAND_MADE = "# Learnings\n\nKept by hand.\n\n- Always run `make lint` before a commit\n"
_WAYS: dict[str, tuple[str, ...]] = {
    "union": (),
    "markers": (),
    "committed markers": (),
    "markers with the base": ("-c", "merge.conflictStyle=diff3"),
}
_SHOWN = 3


@dataclass(slots=True)
class Branch:
    """A branch's work tree, what it may change, and the time there."""

    root: Path
    random: Random
    name: str
    seconds: int = NOON
    number: int = 0
    said: list[str] = field(default_factory=list)

    def mem(self, *args: str, stdin: str = "") -> Ran:
        """Run a command, which may refuse."""
        self.seconds += self.random.choice((1, 61, 3_600, _DAY))
        os.environ["SOURCE_DATE_EPOCH"] = str(self.seconds)
        ran = run(self.root, args, stdin)
        assert ran.code in (0, 1, 2), f"{args}: exit {ran.code}: {ran.stderr}"
        return ran

    def task(self) -> str:
        """The name of a new task."""
        self.number += 1
        return f"{self.name}{self.number}-{self.random.randrange(10**9):09}"

    def one(self, *flags: str) -> dict[str, str] | None:
        """An entry that this branch, and not the other, may give other words."""
        found = json.loads(self.mem("learnings", "list", "--json", *flags).stdout)["entries"]
        mine = [e for e in found if (ord(e["id"][0]) % 2 == 0) == (self.name == "o")]
        return self.random.choice(mine) if mine else None

    def learns(self) -> None:
        """A session says a few things, some of them said before."""
        random = self.random
        new = [lesson(random) for _ in range(random.choice((1, 1, 2, 3)))]
        old = random.sample(self.said, min(len(self.said), random.randrange(3)))
        self.said += new
        text = "\n\n".join(f"{line}." for line in [*new, *old])
        self.mem("extract", "--session", self.task(), "--format", "text", stdin=text)

    def says_otherwise(self) -> None:
        """A session contradicts something."""
        turned = [line.replace("Call `", "Never call `", 1) for line in self.said]
        turned = [new for new, old in zip(turned, self.said, strict=True) if new != old]
        if turned:
            text = f"{self.random.choice(turned)}."
            self.mem("extract", "--session", self.task(), "--format", "text", stdin=text)

    def hands_over(self) -> None:
        """A handoff, with its edges."""
        random = self.random
        paths = random.sample(("src/a.py", "src/b.py", "lib/c.py", "jobs/d.py"), 2)
        payload = {
            "decisions": [{"id": "d1", "content": lesson(random), "confidence": "high"}],
            "files": [{"path": path, "reason": "it is the heart of it"} for path in paths],
            "risks": [{"category": "Data", "mitigation": f"Back up {lesson(random)}"}],
        }
        self.mem("extract", "--session", self.task(), stdin=json.dumps(payload))

    def adds(self) -> None:
        """A person's entry."""
        flags = ("--pin",) if self.random.random() < 0.2 else ()
        self.mem("learnings", "add", *flags, "--", lesson(self.random))

    def edits(self) -> None:
        """A person gives an entry other words."""
        if entry := self.one():
            self.mem("learnings", "edit", entry["id"], "--", lesson(self.random).partition(": ")[2])

    def marks(self) -> None:
        """A person confirms, doubts or pins an entry."""
        if entry := self.one():
            how = self.random.choice(("confirm", "reset", "pin", "unpin"))
            self.mem("learnings", how, entry["id"])

    def removes(self) -> None:
        """A person takes an entry out."""
        if entry := self.one():
            self.mem("learnings", "remove", entry["id"])

    def restores(self) -> None:
        """A person brings an entry back."""
        if entry := self.one("--archived"):
            self.mem("learnings", "restore", entry["id"])

    def joins(self) -> None:
        """A person makes one entry of two."""
        one, other = self.one(), self.one()
        if one and other and one["id"] != other["id"]:
            self.mem("learnings", "merge", one["id"], other["id"])

    def prunes(self) -> None:
        """What is too much or too old leaves."""
        self.mem("prune")

    def undoes(self) -> None:
        """The last command is taken back."""
        self.mem("undo")

    def reviews(self) -> None:
        """A person approves or rejects what waits."""
        waits = json.loads(self.mem("review", "--list", "--json").stdout)["candidates"]
        if waits:
            how = self.random.choice(("--approve", "--reject"))
            self.mem("review", how, self.random.choice(waits)["id"])

    def hints(self) -> None:
        """A session says what has to wait in the inbox."""
        text = f"It seems that {lesson(self.random).partition(': ')[2]}."
        self.mem("extract", "--session", self.task(), "--format", "text", stdin=text)

    def purges(self) -> None:
        """A text is erased."""
        if entry := self.one():
            self.mem("learnings", "remove", "--purge", entry["id"])

    def deletes_a_line(self) -> None:
        """A person deletes an entry in an editor."""
        path = self.root / TRACKED[0]
        if (entry := self.one()) and "line" in entry:
            lines = path.read_bytes().split(b"\n")
            del lines[int(entry["line"]) - 1]
            path.write_bytes(b"\n".join(lines))


_STEPS: tuple[tuple[int, Callable[[Branch], None]], ...] = (
    (30, Branch.learns),
    (6, Branch.says_otherwise),
    (8, Branch.hands_over),
    (8, Branch.adds),
    (8, Branch.edits),
    (10, Branch.marks),
    (8, Branch.removes),
    (5, Branch.restores),
    (3, Branch.joins),
    (4, Branch.prunes),
    (3, Branch.undoes),
    (3, Branch.reviews),
    (4, Branch.hints),
    (2, Branch.purges),
    (4, Branch.deletes_a_line),
)


def live(branch: Branch, steps: int) -> None:
    """Let so many random things happen."""
    weights, chosen = zip(*_STEPS, strict=True)
    for step in branch.random.choices(chosen, weights, k=steps):
        step(branch)


def files_of(root: Path) -> Files:
    """What the files of the memory hold."""
    return {name: (root / name).read_bytes() if (root / name).exists() else b"" for name in TRACKED}


def put(root: Path, files: Files) -> None:
    """A memory of these files, and no other."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if data:
            path.write_bytes(data)


def history(folder: Path, random: Random) -> tuple[Files, Files, Files]:
    """Base, ours and theirs."""
    shutil.rmtree(folder, ignore_errors=True)
    base = Branch(folder / "base", random, "b")
    put(base.root, {".mem/config.yaml": _SMALL.encode() if random.random() < 0.3 else b""})
    if random.random() < 0.5:
        put(base.root, {TRACKED[0]: _HAND_MADE.encode(), ".mem/x": b""})
    base.said += [lesson(random) for _ in range(random.choice((2, 6, 12)))]
    text = "\n\n".join(f"{line}." for line in base.said)
    base.mem("extract", "--session", "b0", "--format", "text", stdin=text)
    live(base, random.randrange(5))
    sides = []
    for name in "ot":
        side = Branch(folder / name, random, name, base.seconds, 0, [*base.said])
        shutil.rmtree(side.root, ignore_errors=True)
        shutil.copytree(base.root, side.root)
        live(side, random.choice((1, 2, 3, 5)))
        sides.append(files_of(side.root))
    return files_of(base.root), sides[0], sides[1]


def driven(root: Path, three: tuple[Files, Files, Files]) -> int:
    """Merge with our driver into `root`; how many conflicts it leaves."""
    put(root, three[1])
    (root / ".mem").mkdir(exist_ok=True)
    conflicts = 0
    for name in TRACKED:
        base, ours, theirs = (side[name] for side in three)
        if theirs in (ours, base):
            continue
        if ours == base or (base and not (ours and theirs)):  # git asks no driver
            put(root, {name: theirs if ours == base else ours or theirs})
            continue
        for at, data in (("a", base), ("b", ours), ("c", theirs)):
            (root / at).write_bytes(data)
        conflicts += run(root, ("merge-driver", "a", "b", "c", name)).code
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes((root / "b").read_bytes())
    return conflicts


def committed(root: Path, three: tuple[Files, Files, Files]) -> None:
    """A repository with the branches `ours` and `theirs`."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    git(root, "init", "-q", "-b", "base")
    for branch, files in zip(("base", "ours", "theirs"), three, strict=True):
        if branch != "base":
            git(root, "checkout", "-q", "-b", branch, "base")
        put(root, files)
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", branch)


def merged_by_git(root: Path, way: str, *flags: str) -> bool:
    """Merge as git does without our driver; whether all of it was clean."""
    git(root, "checkout", "-q", "-f", "-B", "merged", "ours")
    git(root, "clean", "-q", "-x", "-d", "-f")
    attributes = "* merge=union\n" if way == "union" else ""
    (root / ".git" / "info" / "attributes").write_text(attributes, encoding="utf-8")
    clean = not git(root, *flags, "merge", "-q", "--no-edit", "theirs", codes=(0, 1)).returncode
    if way == "committed markers":
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", "settled nothing")
    return clean


def git(
    root: Path, *args: str, codes: tuple[int, ...] = (0,)
) -> subprocess.CompletedProcess[bytes]:
    """Ask git, as somebody, without any configuration but the repository's."""
    who = {
        f"GIT_{one}_{what}": "m" for one in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    off = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    env = {**os.environ, **who, **off}
    done = subprocess.run(["git", *args], cwd=root, env=env, capture_output=True, check=False)
    assert done.returncode in codes, done.stderr.decode()
    return done


def mended(root: Path) -> None:
    """Mend a memory as `mem doctor --fix` does."""
    place = Workspace(root, datetime.fromtimestamp(NOON, UTC), str(root))
    mend(place, place.memory())


# -- whether two memories are the same -----------------------------------------------------------


def memory_of(files: Files) -> dict[str, Counter[str]]:
    """What a memory says, whatever the order of its lines."""
    lines = evidence.parse(files[TRACKED[3]])
    edges = relationships.parse(files[TRACKED[2]].decode(), TRACKED[2])
    learnings, archive = (parse(files[name].decode(), name) for name in TRACKED[:2])
    return {
        "entries": Counter(repr(placed.entry) for placed in learnings.entries),
        "archive": Counter(repr(placed.entry) for placed in archive.entries),
        "marks": Counter(purge_marks(archive.text)),
        "lines of the person": Counter(foreign(files[TRACKED[0]])),
        "evidence": Counter(
            raw.decode() for raw in b"\n".join(lines.entries.values()).split(b"\n")
        ),
        "unreadable evidence": Counter(raw.decode() for _, raw in lines.unreadable),
        "edges": Counter(map(repr, edges.edges)),
        "findings": Counter(map(repr, (*learnings.findings, *archive.findings))),
    }


def differences(wanted: dict[str, Counter[str]], found: dict[str, Counter[str]]) -> Iterator[str]:
    """What the second memory says otherwise."""
    for name, value in wanted.items():
        if value != found[name]:
            yield f"{name}: lost {[*(value - found[name])]}, more {[*(found[name] - value)]}"


def faults(folder: Path, random: Random, counts: Counter[str]) -> Iterator[str]:
    """Live one history, and say where a way to merge gives another memory than the driver."""
    three = history(folder, random)
    one, other = folder / "merged", folder / "git"
    conflicts = driven(one, three)
    counts["conflicts of the driver"] += bool(conflicts)
    if conflicts:  # a person has to decide
        return
    by_driver = files_of(one)
    mended(one)  # what one branch removed and the other learned is not shown, and leaves now
    counts["driver: nothing to mend"] += files_of(one) == by_driver
    by_driver = files_of(one)
    wanted = memory_of(by_driver)
    committed(other, three)
    for way, flags in _WAYS.items():
        counts[f"{way}: clean"] += merged_by_git(other, way, *flags)
        mended(other)
        after = files_of(other)
        counts[f"{way}: byte for byte"] += after == by_driver
        try:
            yield from (f"{way}: {f}" for f in differences(wanted, memory_of(after)))
        except MemError as fault:
            yield f"{way}: {fault}"


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Live so many histories as named, or for so many seconds."""
    import_all()
    fast = Path("/dev/shm")
    base = Path(tempfile.mkdtemp(prefix="mem-merges-", dir=fast if fast.is_dir() else None))
    began, done = time.monotonic(), 0
    counts, told = Counter[str](), Counter[str]()
    most = int(names[0]) if names else 0
    try:
        while done < most if most else time.monotonic() - began < seconds:
            for fault in faults(base, Random(f"{seed} {done}"), counts):
                kind = ": ".join(fault.split(": ")[:2])
                told[kind] += 1
                if told[kind] <= _SHOWN:
                    print(f"history {done}: {fault[:1500]}", flush=True)
            done += 1
    finally:
        os.chdir("/")
        shutil.rmtree(base, ignore_errors=True)
    for name, count in sorted((counts + told).items()):
        print(f"  {name}: {count}")
    print(
        f"histories: {done:,}, {time.monotonic() - began:.0f} s,"
        f" {sum(told.values())} faults of {len(told)} kinds"
    )
    return int(bool(told))
