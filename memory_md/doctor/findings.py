"""What `mem doctor` finds: each finding with the place, what is wrong, and the repair."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any, Final

from ..base.errors import MemError
from ..files.layout import Place
from ..git.merging import is_driver_set
from ..git.process import ask_git
from ..git.work_tree import is_ignored, tracked_files
from ..memory.disk import ARCHIVE_NAME, EVIDENCE_NAME, paths_of
from ..memory.memory import Memory
from ..memory.model import ENDING_ACTS, Entry, Evidence
from ..memory.opening import CONFIG_NAME, Opened
from ..memory.shown import DEMANDS, TAKEN_BACK, contradicted_pairs, withheld
from ..recall.stale import stale
from ..safety.secrets import find_secrets
from .hooks import OLD, PROGRAM, lacking_hooks
from .repair import LOCAL_NAME, is_marked_for_merges, old_files

Finding = dict[str, Any]
_ERROR, _WARNING, _NOTE = "error", "warning", "note"
_ORDER: Final = {_ERROR: 0, _WARNING: 1, _NOTE: 2}


def examine(opened: Opened, home: Path, *, is_ci: bool = False) -> list[Finding]:
    """Return all findings, errors first; with `is_ci` only those about what git has."""
    found = list(_config(opened))
    try:
        with opened.database() as database:
            memory = Memory.read(opened, database)
            found += [*_unreadable(memory), *_entries(memory), *_evidence(memory)]
    except MemError as fault:  # no plain file, or nobody may read it
        found.append(_finding("unreadable-file", _ERROR, fault.where, fault.message, fault.hint))
    found += _repository(opened.place)
    if not is_ci:
        found += [*_clone(opened.place), *_hooks(opened, home)]
    return sorted(found, key=lambda one: (_ORDER[one["severity"]], one["path"], one["line"]))


def _finding(
    code: str, severity: str, where: str, message: str, hint: str, *, fixable: bool = False
) -> Finding:
    path, _, line = where.rpartition(":")
    path, line = (path, line) if line.isdecimal() else (where, "0")
    found: Finding = {"code": code, "severity": severity, "path": path, "line": int(line)}
    return {**found, "message": message, "hint": hint, "fixable": fixable}


def _config(opened: Opened) -> Iterator[Finding]:
    hint = "correct it in an editor; the default is in force"
    for fault in opened.faults:
        path, _, message = fault.partition(": ")
        if not path.endswith("config.yaml"):
            path, message = CONFIG_NAME, fault
        yield _finding("config", _ERROR, path, message, hint)


def _unreadable(memory: Memory) -> Iterator[Finding]:
    """Entries, edges and evidence that cannot be read; two texts with one ID; conflicts."""
    for one in memory.problems:
        hint, file = one.hint, one.where.partition(":")[0]
        if one.code == "conflict" and ask_git(memory.opened.place.root, ["ls-files", "-u", file]):
            hint = f"mem doctor --fix && git checkout -m -- {file} merges it with our driver"
        yield _finding(one.code, _ERROR, one.where, one.message, hint)


def _entries(memory: Memory) -> Iterator[Finding]:
    """What entries say: secrets, acts, what was taken out, what is gone, what is contradicted."""
    name = memory.opened.place.names.learnings
    for file, entries in ((name, memory.listed()), (ARCHIVE_NAME, memory.archived.values())):
        for entry in entries:
            if find_secrets(entry.text):
                hint = f"mem rm --purge {entry.id}, and change the secret: git's history has it"
                where = f"{file}:{entry.line}"
                yield _finding("secret", _ERROR, where, "the entry holds a secret", hint)
    for id_, reason in {**stale(memory), **withheld(memory)}.items():
        if found := _hidden(memory.entries[id_], reason):
            code, message, hint = found
            where = f"{name}:{memory.entries[id_].line}"
            yield _finding(code, _WARNING, where, f"{message}, so it is not shown", hint)
    for entry, other in contradicted_pairs(memory):
        hint = f"mem rm {entry.id} or mem rm {other.id}"
        message = f"contradicts line {other.line}: {other.text}"
        yield _finding("contradiction", _WARNING, f"{name}:{entry.line}", message, hint)


def _hidden(entry: Entry, reason: str) -> tuple[str, str, str] | None:
    """Return the code, the message and the repair for an entry that is not shown."""
    if reason.startswith(DEMANDS):
        hint = f"mem review --approve {entry.id} shows it in this clone; --reject takes it out"
        return "act", f"demands a harmful act ({reason.removeprefix(DEMANDS)})", hint
    if reason == TAKEN_BACK:
        hint = f"mem rm {entry.id}, or mem edit {entry.id} --confirm if it holds again"
        return "removed-text", "says what a person took out", hint
    if reason.startswith(("confidence", "contradicted")):
        return None  # nothing to repair, or a pair that is told below
    hint = f"mem edit {entry.id} names what took its place; mem rm {entry.id} takes it out"
    return "stale", reason, hint


def _evidence(memory: Memory) -> Iterator[Finding]:
    """Lines of evidence that claim what no file shows."""
    hint = "look in git who added the line; delete it if nobody can tell"
    for id_, lines in memory.log.entries.items():
        if claim := next(filter(None, (_claim(memory, id_, line) for line in lines)), ""):
            yield _finding("forged", _WARNING, EVIDENCE_NAME, f"{id_}: {claim}", hint)


def _claim(memory: Memory, id_: str, line: Evidence) -> str:
    """Return what is odd about a line, "" for nothing."""
    entry = memory.entries.get(id_)
    if line.at[:10] > memory.today:
        return f"a moment in the future ({line.at[:10]})"
    if line.act == "contradicted" and entry and not memory.opposes(line.by, entry):
        return f"contradicted by {line.by or 'nothing'}, which says nothing like it"
    if entry and line is memory.log.of(id_)[-1] and line.act in ENDING_ACTS:
        return f"{line.act}, but it stands in learnings.md and not in the archive"
    return ""


def _repository(place: Place) -> Iterator[Finding]:
    """What git has, and what it should have."""
    if not (place.tree / ".git").exists():
        return
    if tracked_files(place.root, LOCAL_NAME):
        message, hint = "git tracks it, so nothing in it is read", "git rm -r --cached .mem/local"
        yield _finding("local-tracked", _ERROR, LOCAL_NAME, message, hint)
    if tracked_files(place.root, place.names.learnings):
        if not tracked_files(place.root, EVIDENCE_NAME):
            message = "git does not have it, so other clones do not know why entries are believed"
            hint = f"git add {EVIDENCE_NAME}"
            if is_ignored(place.root, EVIDENCE_NAME):
                hint = f"take the line that ignores it out of .gitignore, then {hint}"
            yield _finding("evidence-untracked", _WARNING, EVIDENCE_NAME, message, hint)
        if not is_marked_for_merges(place):
            message = "names no merge driver of ours"
            yield _fixable("attributes", _WARNING, ".gitattributes", message)


def _clone(place: Place) -> Iterator[Finding]:
    """How this clone keeps the memory."""
    if old := old_files(place):
        yield _fixable("old-files", _NOTE, LOCAL_NAME, f"version 0.2 left {', '.join(old)}")
    if not (place.tree / ".git").exists():
        return
    if not is_driver_set(place.tree):
        yield _fixable("driver", _WARNING, ".git/config", "this clone lacks our merge driver")
    if not which(PROGRAM):
        message = f"{PROGRAM} is not on the PATH, so git merges without it, and hooks are silent"
        hint = f"add the folder of mem to the PATH, or link {PROGRAM} into one that is there"
        yield _finding("program", _WARNING, PROGRAM, message, hint)
    names = [name for path, name in paths_of(place).values() if path.exists()]
    status = ask_git(place.root, ["status", "--porcelain", "-z", "--", *names]) or ""
    if changed := [name for name in names if name in status]:
        hint = f"git add {' '.join(changed)} && git commit"
        message = f"{len(changed)} files of the memory are not committed"
        yield _finding("uncommitted", _NOTE, changed[0], message, hint)


def _hooks(opened: Opened, home: Path) -> Iterator[Finding]:
    for agent, path, state in lacking_hooks(opened, home):
        what = "hooks of another version" if state == OLD else "no hooks of ours"
        message = f"{agent} is used here, with {what}"
        hint = f"mem install {agent}{' --user' * Path(path).is_absolute()}"
        yield _finding("hooks", _WARNING if state == OLD else _NOTE, path, message, hint)


def _fixable(code: str, severity: str, where: str, message: str) -> Finding:
    return _finding(code, severity, where, message, "mem doctor --fix", fixable=True)
