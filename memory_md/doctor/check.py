"""`mem check`: what a change touches of what is known, what it breaks, and what agents see then."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from ..base.errors import NotFoundError, UsageError
from ..files.database import Database
from ..git.process import ask_git, run_git
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..match.files import fit
from ..memory.disk import Files, paths_of
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.opening import Opened
from ..memory.shown import withheld
from .forbidden import forbidden_by, uses

Result = dict[str, Any]
_SECONDS: Final = 60.0
_DIFF: Final = (
    *("-c", "core.quotePath=false", "diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--relative", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", "-O/dev/null"),
)
_HUNK: Final = re.compile(r"@@ -\S+ \+(\d+)")
_FACTS: Final = frozenset({"modified_files", "scope", "fixed", "issue"})  # that forbid nothing
_IDENTIFIER: Final = re.compile(r"[\w.$]*(?:_|\.|\(\)|[a-z][A-Z])[\w.$()]*")


@dataclass(frozen=True, slots=True)
class Change:
    """What a change does to a file: lines that it adds, with their numbers, and takes out."""

    path: str
    added: tuple[tuple[int, str], ...]
    removed: tuple[str, ...]
    is_gone: bool = False


def check(opened: Opened, database: Database, *, staged: bool = False, span: str = "") -> Result:
    """Check all that is not committed, what is staged, or a range of commits.

    Raises UsageError for both or for what is no range, NotFoundError where git knows none.
    """
    if (staged and span) or span.startswith("-") or "\n" in span:
        hint = "mem check --staged, or mem check --diff main..HEAD"
        raise UsageError("give --staged, or one range of commits", hint=hint)
    root = opened.place.root
    empty = "" if opened.head else ask_git(root, ["hash-object", "-t", "tree", "--stdin"]) or ""
    asked = "--cached" if staged else span or empty.strip() or "HEAD"
    done = run_git(root, [*_DIFF, asked, "--"], seconds=_SECONDS)
    if done is None or done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().split("\n")[0] if done else ""
        message = words.removeprefix("fatal: ") or "git gave no answer"
        raise NotFoundError(f"no change to check: {message}", hint="`git log` lists the commits")
    changes = list(_changes(done.stdout.decode("utf-8", "replace"), opened))
    old, dots, new = span.partition("...") if "..." in span else span.partition("..")
    if dots == "...":
        old = (ask_git(root, ["merge-base", old or "HEAD", new or "HEAD"]) or old).strip()
    before = _memory(opened, database, f"{old or 'HEAD'}:")
    after = _memory(opened, database, ":" if staged else f"{new or 'HEAD'}:" if dots else None)
    was_hidden, hidden = withheld(before), {**withheld(after), **_without_files(after, changes)}
    shown = {entry.id: entry for entry in before.listed() if entry.id not in was_hidden}
    seen = {entry.id: entry for entry in after.listed() if entry.id not in hidden}
    moved = {line.strip() for one in changes for line in one.removed}
    return {
        "touched": [one for entry in seen.values() for one in [*_touched(entry, changes)][:1]],
        "broken": [one for entry in seen.values() for one in _broken(entry, changes, moved)],
        "appear": [_json(one) for one in seen.values() if one.id not in shown],
        "vanish": [
            {**_json(one), "reason": hidden.get(one.id, "taken out")}
            for one in shown.values()
            if one.id not in seen
        ],
    }


def _changes(diff: str, opened: Opened) -> Iterator[Change]:
    """Yield the files of a diff without context, but not the memory's own."""
    own = {name for _, name in paths_of(opened.place).values()}
    for part in re.split(r"(?m)^diff --git ", diff)[1:]:
        head, _, body = part.partition("\n@@ ")
        names = re.findall(r"(?m)^(?:---|\+\+\+) (?:[ab]/)?(.*?)\t?$", head)
        number, added, removed = 0, [], []
        for line in f"@@ {body}".split("\n"):
            if found := _HUNK.match(line):
                number = int(found[1])
            elif line.startswith("+"):
                added.append((number, line[1:]))
                number += 1
            elif line.startswith("-"):
                removed.append(line[1:])
        is_gone = names[1:] == ["/dev/null"]
        if names and not own.intersection(names) and not names[1].startswith(".mem/"):
            yield Change(names[0 if is_gone else 1], tuple(added), tuple(removed), is_gone)


def _memory(opened: Opened, database: Database, version: str | None) -> Memory:
    """Return the memory as it is in a commit or in the index; None for the work tree."""
    if version is None:
        return Memory.read(opened, database)
    root = opened.place.root

    def text(key: str) -> str | None:
        return ask_git(root, ["show", f"{version}./{paths_of(opened.place)[key][1]}"])

    texts = Files(text("learnings"), text("archive"), text("evidence"), text("relationships"))
    return Memory(opened, database, texts)


def _without_files(memory: Memory, changes: Sequence[Change]) -> dict[str, str]:
    """Return the entries of which the change deletes the last file that they name."""
    root, gone = memory.opened.place.root, {one.path for one in changes if one.is_gone}
    named = {entry.id: paths_in(entry.text) for entry in memory.entries.values() if gone}
    return {
        id_: "its files are gone"
        for id_, paths in named.items()
        if gone.intersection(paths) and not any((root / one).exists() for one in paths)
    }


def _json(entry: Entry) -> Result:
    return {"id": entry.id, "text": entry.headline}


def _touched(entry: Entry, changes: Sequence[Change]) -> Iterator[Result]:
    """Yield where a change meets an entry: a file that it is about, or a name in a code span."""
    paths = (*entry.paths, *paths_in(entry.text), *entry.standing.files)
    spans = [content for _, _, content in code_spans(entry.text)]
    named = [re.escape(one.removesuffix("()")) for one in spans if _IDENTIFIER.fullmatch(one)]
    names = re.compile(rf"(?<![\w.])(?:{'|'.join(named) or '(?!)'})(?!\w)")
    for one in changes if entry.kind != "modified_files" else ():
        lines = [*one.added, *((1, line) for line in one.removed)] or [(1, "")]
        is_about = _is_about(paths, one.path)
        for number, _ in [found for found in lines if is_about or names.search(found[1])][:1]:
            yield {**_json(entry), "path": one.path, "line": number}


def _broken(entry: Entry, changes: Sequence[Change], moved: set[str]) -> Iterator[Result]:
    """Yield the added lines that do what an entry forbids, not those that only moved."""
    rules = forbidden_by(entry.text) if entry.kind not in _FACTS else []
    about = [one for one in changes if not entry.paths or _is_about(entry.paths, one.path)]
    for rule, change in product(rules, about):
        path = change.path
        hits = [(at, line.strip()) for at, line in change.added if uses(rule, path, line)]
        was_there = len(hits) <= sum(uses(rule, path, line) for line in change.removed)
        for number, line in hits if not was_there else ():
            if line not in moved:
                where = {"path": path, "line": number, "added": line}
                yield {**_json(entry), **where, "forbidden": rule.name}


def _is_about(paths: Iterable[str], path: str) -> bool:
    return any(fit(one, path) for one in paths)
