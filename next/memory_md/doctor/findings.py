"""What `mem doctor` finds: each finding with the place, what is wrong, and the repair."""

import os
from collections.abc import Iterator
from typing import Any, Final

from ..files.layout import Place
from ..git.merging import is_driver_set, set_driver
from ..git.names import is_ignored, tracked_files
from ..git.process import ask_git
from ..memory.approvals import withheld_act
from ..memory.disk import EVIDENCE_NAME, paths_of
from ..memory.initializing import initialize
from ..memory.memory import Memory
from ..memory.model import ENDING_ACTS, Evidence
from ..memory.shown import contradicted_pairs, withheld
from ..safety.secrets import find_secrets

Finding = dict[str, Any]
_ERROR, _WARNING, _NOTE = "error", "warning", "note"
_MOST_BYTES: Final = 20_000_000
_LONGEST_LINE: Final = 65_536
# Files that earlier versions kept on this machine.
_OLD_FILES: Final = (
    *("events.jsonl", "events.1.jsonl", "receipts.jsonl", "receipts.1.jsonl", "seals.jsonl"),
    *("inbox.jsonl", "sessions.db", "hooks.log", "hooks.1.log"),
)


def findings(memory: Memory, *, is_ci: bool = False) -> list[Finding]:
    """Return all findings, errors first; with `is_ci` only those about what git has."""
    found = [
        *_unreadable(memory),
        *_texts(memory),
        *_evidence(memory),
        *_sizes(memory.opened.place),
    ]
    if not is_ci:
        found += [*_config(memory), *_clone(memory)]
    order = {_ERROR: 0, _WARNING: 1, _NOTE: 2}
    return sorted(found, key=lambda one: (order[one["severity"]], one["path"], one["line"]))


def _finding(
    code: str, severity: str, where: str, message: str, hint: str, *, fixable: bool = False
) -> Finding:
    path, _, line = where.rpartition(":")
    if not line.isdecimal():
        path, line = where, "0"
    return {
        "code": code,
        "severity": severity,
        "path": path,
        "line": int(line),
        "message": message,
        "hint": hint,
        "fixable": fixable,
    }


def _unreadable(memory: Memory) -> Iterator[Finding]:
    """Entries, edges and evidence that cannot be read; two texts with one ID; conflicts."""
    redo = ""
    if any(one.code == "conflict" for one in memory.problems):
        unmerged = ask_git(memory.opened.place.tree, ["ls-files", "-u"])
        redo = "git checkout -m -- FILE merges it again with our driver" if unmerged else ""
    for one in memory.problems:
        hint = redo if redo and one.code == "conflict" else one.hint
        yield _finding(one.code, _ERROR, one.where, one.message, hint)


def _texts(memory: Memory) -> Iterator[Finding]:
    """What entries say: secrets, removed texts, acts, contradictions."""
    name = memory.opened.place.names.learnings
    hidden = withheld(memory)
    for entry in memory.listed():
        where = f"{name}:{entry.line}"
        if find_secrets(entry.text):
            hint = f"mem rm --purge {entry.id}, and change the secret: git's history has it"
            yield _finding("secret", _ERROR, where, "the entry holds a secret", hint)
        if hidden.get(entry.id) == "a person took it out":
            hint = f"mem rm {entry.id}, or mem edit {entry.id} --confirm if it holds again"
            message = "says what a person took out, so it is not shown"
            yield _finding("removed-text", _WARNING, where, message, hint)
        if act := withheld_act(memory.database, entry):
            hint = f"mem review --approve {entry.id} shows it in this clone; --reject takes it out"
            message = f"demands a harmful act ({act}), so it is not shown"
            yield _finding("act", _WARNING, where, message, hint)
    for entry, other in contradicted_pairs(memory):
        hint = f"mem rm {entry.id} or mem rm {other.id}"
        message = f"contradicts line {other.line}: {other.text}"
        yield _finding("contradiction", _WARNING, f"{name}:{entry.line}", message, hint)


def _evidence(memory: Memory) -> Iterator[Finding]:
    """Lines of evidence that claim what no file shows."""
    hint = "look in git who added the line; delete it if nobody can tell"
    for id_, lines in memory.log.entries.items():
        for line in lines:
            if claim := _claim(memory, id_, line):
                yield _finding("forged", _WARNING, EVIDENCE_NAME, f"{id_}: {claim}", hint)
                break


def _claim(memory: Memory, id_: str, line: Evidence) -> str:
    """Return what is odd about a line, "" for nothing."""
    entry = memory.entries.get(id_)
    if line.at[:10] > memory.today:
        return f"a moment in the future ({line.at[:10]})"
    if line.act == "contradicted" and entry and not memory.opposes(line.by, entry):
        return f"contradicted by {line.by or 'nothing'}, which says nothing like it"
    last = memory.log.of(id_)[-1]
    if entry and line is last and line.act in ENDING_ACTS:
        return f"{line.act}, but it stands in learnings.md and not in the archive"
    return ""


def _sizes(place: Place) -> Iterator[Finding]:
    for path, name in paths_of(place).values():
        try:
            size = path.stat().st_size
        except OSError:
            continue
        if size > _MOST_BYTES:
            hint = "take out what is not needed"
            yield _finding("too-large", _ERROR, name, "is over 20 MB, so it is not read", hint)


def _config(memory: Memory) -> Iterator[Finding]:
    for fault in memory.opened.faults:
        hint = "correct it in an editor; the default is in force"
        yield _finding("config", _ERROR, ".mem/config.yaml", fault, hint)


def _clone(memory: Memory) -> Iterator[Finding]:
    """How this clone keeps the memory in git."""
    place = memory.opened.place
    old = [name for name in _OLD_FILES if (place.local / name).exists()]
    if old:
        message = f"{len(old)} files of an earlier version, which nothing reads"
        yield _finding("old-files", _NOTE, ".mem/local", message, "mem doctor --fix", fixable=True)
    if not (place.tree / ".git").exists():
        return
    if not is_driver_set(place.tree):
        message = "this clone does not merge with our driver"
        yield _finding("driver", _WARNING, ".git/config", message, "mem doctor --fix", fixable=True)
    if tracked_files(place.root, ".mem/local"):
        hint = "git rm -r --cached .mem/local"
        message = "git tracks it, so nothing in it is read"
        yield _finding("local-tracked", _ERROR, ".mem/local", message, hint)
    if is_ignored(place.root, EVIDENCE_NAME):
        hint = "take the line out of .gitignore, or list it with a leading !"
        message = "git ignores it, so other clones do not know why entries are believed"
        yield _finding("evidence-ignored", _WARNING, EVIDENCE_NAME, message, hint)
    names = [name for _, name in paths_of(place).values()]
    status = ask_git(place.root, ["status", "--porcelain", "-z", "--", *names]) or ""
    if changed := [row[3:] for row in status.split("\0") if row]:
        hint = "git add " + " ".join(names) + " && git commit"
        message = f"{len(changed)} files of the memory are not committed"
        yield _finding("uncommitted", _NOTE, os.path.relpath(changed[0]), message, hint)


def fix(memory: Memory) -> list[str]:
    """Repair what is fixable, and return what was done."""
    place = memory.opened.place
    done = []
    for name in _OLD_FILES:
        if (place.local / name).is_file():
            (place.local / name).unlink()
            done.append(f"deleted .mem/local/{name}")
    if (place.tree / ".git").exists() and not is_driver_set(place.tree) and set_driver(place.tree):
        initialize(place, is_in_git=True)
        done.append("this clone merges with our driver now")
    return done
