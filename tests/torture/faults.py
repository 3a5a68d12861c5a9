"""Every command that writes, with every one of its write steps gone wrong in every way.

`faults.NAME` is one command. After each: old or new content and no third, whatever was acknowledged
is there, an error in one line with a hint, no file left behind, and the next run mends all.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from memory_md.base.errors import MemError
from memory_md.files.layout import EVIDENCE, INBOX, LOCAL, Layout
from memory_md.memory.text import learnings
from memory_md.sessions.disk import keeping

from ._memory import COMMANDS, NOON, Command, make, named
from ._running import Ran, child, import_all, run
from ._shim import MODES, Shim

Tree = dict[str, bytes]
_OWN_INBOX = f"{LOCAL}/inbox.jsonl"
# Commands that change no file that is compared.
READS = {
    *("layers-context", "context", "context-spec", "search", "callgraph-decay", "page", "check"),
    *("doctor", "hook-start", "hook-prompt"),
}
_WHOLE = (EVIDENCE, INBOX, _OWN_INBOX)  # logs that are replaced and not added to


@dataclass(slots=True)
class Plan:
    """A command, the memory before it, and what comes of it undisturbed."""

    command: Command
    model: Path
    args: tuple[str, ...]
    steps: int
    before: Tree
    finals: list[Tree]
    sessions: tuple[dict[str, int], dict[str, int]]  # before it, and of its second run
    waits: list[str]  # what waits for a person in the end
    allowed: dict[str, set[bytes | None]] = field(default_factory=dict)
    alone: str = ""  # what is wrong undisturbed


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Break the commands of these names (all without names) for so many seconds."""
    os.environ["SOURCE_DATE_EPOCH"] = NOON
    os.environ.pop("MEM_ROOT", None)
    import_all()
    fast = Path("/dev/shm")
    base = Path(tempfile.mkdtemp(prefix="mem-faults-", dir=fast if fast.is_dir() else None))
    began = time.monotonic()
    try:
        commands = [command for command in COMMANDS if not names or command.name in names]
        plans = [planned(base, command) for command in commands]
        cases = [
            (plan, step, mode)
            for plan in plans
            for step in range(1, plan.steps + 1)
            for mode in MODES
        ]
        Random(seed).shuffle(cases)
        told = Counter(f"{plan.command.name}: {plan.alone}" for plan in plans if plan.alone)
        for fault in told:
            print(fault)
        done = 0
        for plan, step, mode in cases:
            if time.monotonic() - began > seconds:
                break
            done += 1
            for fault in broken(base / "case", plan, step, mode):
                key = f"{plan.command.name}: {fault}"
                told[key] += 1
                if told[key] == 1:
                    print(f"{plan.command.name}, {mode} at step {step}: {fault}", flush=True)
        print(
            f"faults: {done:,} of {len(cases):,} cases, {len(plans)} commands,"
            f" {time.monotonic() - began:.0f} s, {sum(told.values())} faults of {len(told)} kinds"
        )
        return int(bool(told))
    finally:
        os.chdir("/")
        shutil.rmtree(base, ignore_errors=True)


def tree_of(root: Path) -> Tree:
    """The files that a person or git sees, by their name, and what waits for a person."""
    found = {}
    for folder, folders, files in os.walk(root):
        at = os.path.relpath(folder, root)
        if at == "." and ".git" in folders:
            folders.remove(".git")
        if os.path.basename(at) == ".mem":
            folders[:] = [name for name in folders if name != "local"]
        for name in files:
            path = os.path.normpath(os.path.join(at, name))
            with open(os.path.join(root, path), "rb") as file:
                found[path] = file.read()
    inbox = root / _OWN_INBOX
    return {**found, _OWN_INBOX: inbox.read_bytes()} if inbox.exists() else found


def sessions_of(root: Path) -> dict[str, int]:
    """How many passages are kept of each session. Raises MemError where it is damaged."""
    rows = keeping.known_sessions(Layout(root, root))
    return {row[0]: int(row[4]) for row in rows}


def waits_in(root: Path) -> list[str]:
    """The IDs of what waits for a person: a line of what is decided may stay until the next one."""
    ran = run(root, ("review", "--list", "--json"))
    return [one["id"] for one in json.loads(ran.stdout or "{}").get("candidates", [])]


def planned(base: Path, command: Command) -> Plan:
    """Carry the command out undisturbed, twice, and note what it writes on its way."""
    model, scratch = base / f"model-{command.name}", base / "scratch"
    scratch.mkdir(exist_ok=True)
    ids = make(model, command)
    args = named(command.args, ids)
    before = tree_of(model)
    finals: list[Tree] = []
    steps = 0
    alone = ""
    states: list[Tree] = [before]
    root = base / "case"
    shutil.copytree(model, root)
    run(root, ("context",))
    if command.args[0] != "hook":
        run(root, args, command.stdin)  # what is compiled now, no child has to compile
        shutil.rmtree(root)
        shutil.copytree(model, root)
    notes = base / "notes"
    for turn in range(2):
        code, said, errors = child(root, args, command.stdin, scratch, lambda: _watch(root, notes))
        if code not in (0, 1) or (turn == 0 and code and not command.name.startswith("doctor")):
            alone = f"alone: exit {code}: {errors or said}"
        if turn == 0:
            steps = int((notes / "steps").read_text()) if (notes / "steps").exists() else 0
            states += [tree_of(path) for path in sorted(notes.glob("state*"))]
        shutil.rmtree(notes, ignore_errors=True)
        finals.append(tree_of(root))
    sessions = sessions_of(model), sessions_of(root)
    waits = waits_in(root)
    shutil.rmtree(root)
    if (
        not alone
        and command.name not in READS
        and (before, sessions[0]) == (finals[0], sessions[1])
    ):
        alone = "alone: it changes nothing"
    allowed: dict[str, set[bytes | None]] = {}
    for name in {name for tree in (*states, *finals) for name in tree}:
        allowed[name] = {tree.get(name) for tree in (*states, *finals)}
    return Plan(command, model, args, steps, before, finals, sessions, waits, allowed, alone)


def _watch(root: Path, notes: Path) -> None:
    """In the child: keep each state that the files go through, and the number of steps."""
    notes.mkdir()
    count = 0

    def replaced(path: str) -> None:
        nonlocal count
        count += 1
        state = notes / f"state{count:03}"
        for name, data in tree_of(root).items():
            if name.endswith("mem-tmp"):
                continue
            target = state / name
            Path.mkdir(target.parent, parents=True, exist_ok=True)
            target.write_bytes(data)

    shim = Shim(replaced=None)
    silent = False

    def guarded(path: str) -> None:
        nonlocal silent
        if not silent:
            silent, held = True, shim.count
            replaced(path)
            silent, shim.count = False, held

    shim.replaced = guarded
    shim.install()
    leave = os._exit

    def left(code: int) -> None:
        held = shim.count
        (notes / "steps").write_text(str(held))
        leave(code)

    os._exit = left  # type: ignore[assignment]


def broken(root: Path, plan: Plan, step: int, mode: str) -> Iterator[str]:
    """What is wrong after that step went wrong in that way: nothing, that is."""
    shutil.copytree(plan.model, root)
    scratch = root.with_name("scratch")
    temporary = scratch / "tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()

    def prepare() -> None:
        tempfile.tempdir = str(temporary)
        Shim(step, mode).install()

    command = plan.command
    code, _, errors = child(root, plan.args, command.stdin, scratch, prepare)
    yield from _told_well(command, code, errors)
    if code >= 0:
        left = [name for name in _names(root) if "mem-tmp" in name]
        if mode not in ("erofs", "eacces", "eio"):
            yield from (f"a temporary file is left: {Path(name).name}" for name in left)
            yield from (f"a scratch file is left: {p.suffix}" for p in temporary.iterdir())
    yield from _kept(root, plan)
    yield from _still_said(root, plan)
    # -- the next run mends all
    again = (
        run(root, plan.args, command.stdin)
        if command.args[0] != "hook"
        else _hooked(root, plan, scratch)
    )
    if again.code not in (0, 1):
        yield f"the next run: exit {again.code}: {again.stderr[:200]}"
    left = [name for name in _names(root) if "mem-tmp" in name]
    yield from (f"a temporary file stays for good: {Path(name).name}" for name in left)
    after = tree_of(root)
    if (waits := waits_in(root)) != plan.waits:
        yield f"done again, {waits} wait, not {plan.waits}"
    if _but_inbox(after) not in map(_but_inbox, plan.finals):
        yield from _difference(after, plan)
    if (said := sessions_of(root)) != plan.sessions[1]:
        yield f"done again, sessions are {said}, not {plan.sessions[1]}"
    shutil.rmtree(root)


def _but_inbox(tree: Tree) -> Tree:
    return {name: data for name, data in tree.items() if name not in (INBOX, _OWN_INBOX)}


def _still_said(root: Path, plan: Plan) -> Iterator[str]:
    """What was said before is still kept, unless the command takes it out."""
    try:
        said = sessions_of(root)
    except MemError as fault:
        yield f"the sessions: {fault}"
        return
    for name, passages in plan.sessions[0].items():
        left = min(passages, plan.sessions[1].get(name, 0))
        if said.get(name, 0) < left:
            yield f"lost: {passages - said.get(name, 0)} passages of {name}"


def _hooked(root: Path, plan: Plan, scratch: Path) -> Ran:
    return Ran(*child(root, plan.args, plan.command.stdin, scratch, lambda: None))


def _names(root: Path) -> list[str]:
    return [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names]


def _told_well(command: Command, code: int, errors: str) -> Iterator[str]:
    if "Traceback" in errors:
        yield f"a traceback: {errors.strip().splitlines()[-1]}"
    if command.args[0] == "hook":
        if code > 0:
            yield f"exit {code}"
        return
    if command.args[0] == "merge-driver":
        if code not in (0, 1, 129) and code >= 0:
            yield f"exit {code}: {errors[:200]}"
        return
    if code > 1:
        yield f"exit {code}: {errors[:200]}"
    lines = [line for line in errors.splitlines() if not line.startswith("mem: warning: ")]
    told = [line for line in lines if line.startswith("mem: ")]
    hints = [line for line in lines if line.startswith("hint: ")]
    if code == 1 and not command.name.startswith("doctor") and not (told and hints):
        yield f"exit 1 without a line and a hint: {errors[:200]!r}"
    for line in errors.splitlines():
        if re.search(r"\bNone\b|: $|(?i:errno)|mem-tmp", line):
            yield f"an odd message: {line[:160]}"


def _kept(root: Path, plan: Plan) -> Iterator[str]:
    """Old or new content, all that was acknowledged, and files that parse."""
    now = tree_of(root)
    for name in sorted(now.keys() | plan.before.keys()):
        if "mem-tmp" in name:
            continue
        data = now.get(name)
        if data not in plan.allowed.get(name, {None}):
            if name.endswith(".jsonl") and name not in _WHOLE and data is not None:
                continue
            what = "is gone" if data is None else f"is neither old nor new: {data[-120:]!r}"
            yield f"{name} {what}"
    yield from _texts(plan, now)
    for name, data in now.items():
        if (
            name.endswith(".json")
            and not name.startswith((".claude", ".gemini", ".cursor", ".qwen"))
            and data
        ):
            try:
                json.loads(data)
            except ValueError:
                yield f"{name} does not parse"


def _texts(plan: Plan, now: Tree) -> Iterator[str]:
    kept = {*_entries(now)}
    for text in _entries(plan.before):
        if text not in kept and not any(word in text for word in plan.command.erases):
            yield f"lost: {text}"


def _entries(tree: Tree) -> Iterator[str]:
    for name in ("learnings.md", ".mem/archive.md"):
        text = tree.get(name, b"").decode("utf-8", "surrogateescape")
        yield from (placed.entry.text for placed in learnings.parse(text, name).entries)


def _difference(after: Tree, plan: Plan) -> Iterator[str]:
    for name in sorted({*after, *plan.finals[0], *plan.finals[1]} - {INBOX, _OWN_INBOX}):
        wanted = {tree.get(name) for tree in plan.finals}
        if after.get(name) not in wanted:
            data = after.get(name)
            was = plan.finals[0].get(name)
            yield (
                f"done again, {name} is otherwise: {(data or b'-')[-160:]!r}"
                f", not {(was or b'-')[-160:]!r}"
            )
