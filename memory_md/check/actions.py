"""`mem check`: what a change touches of what is known, and what it breaks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from ..base.errors import NotFoundError, UsageError
from ..base.regex import regex
from ..diary.model import AllowedFile
from ..git.process import ask_git, run_git
from ..memory.actions.file_status import existence_test, with_code
from ..memory.actions.workspace import Workspace, warnings_of
from ..memory.disk.repo import Repo, Snapshot
from ..memory.model.entry import Entry
from ..memory.rules.named_files import named_files
from ..memory.rules.scope import is_in_scope, scope_of
from ..memory.rules.withheld import withheld
from ..memory.text.event_sentences import evidence_words as evidence_words
from ..recall.model.left_out_reasons import GONE
from ..recall.rules.named_folders import NamedFolders
from ..symbols.definitions import SourceSymbols
from .model import Broken, ChangedFile, Checked, Touched
from .rules import forbidden_by, homes_of, offences, words_of
from .sarif import to_sarif

_SECONDS: Final = 60.0
_DIFF: Final = (
    *("diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--relative", "-M", "-l400"),
    *("--src-prefix=a/", "--dst-prefix=b/", "--no-indent-heuristic", "-O/dev/null"),
)
_HUNK: Final = regex(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


def check(place: Workspace, *, staged: bool = False, named: str = "") -> Checked:
    """Check what is staged, a range of commits, or else all that is not committed.

    Raises NoMemoryError, UsageError for both or for what is no range, and NotFoundError where git
    knows no such commits.
    """
    repo = place.memory()
    if staged and named:
        raise UsageError("--staged and --diff exclude each other", hint="give one of them")
    snapshot = repo.snapshot()
    files = changed_files(repo, _words(staged, named))
    checked = checked_files(repo, snapshot, files, _version(staged, named))
    return replace(checked, warnings=warnings_of(repo, snapshot))


def _words(staged: bool, named: str) -> list[str]:
    if named.startswith("-") or any(char in named for char in "\0\n"):
        raise UsageError(f"{named!r} is not a range", hint="give one like main...HEAD or HEAD~3..")
    return ["--cached"] if staged else [named or "HEAD"]


def _version(staged: bool, named: str) -> str | None:
    """Return what git calls the files as they are after the change; None for the work tree."""
    if staged:
        return ""
    return (named.rpartition("..")[2] or "HEAD") if ".." in named else None


def changed_files(repo: Repo, words: Sequence[str]) -> list[ChangedFile]:
    """Return the files that a diff changes, all that git tracks before the first commit.

    Raises NotFoundError where git gives no diff.
    """
    done = run_git(repo.layout.root, [*_DIFF, *words, "--"], seconds=_SECONDS)
    if done and done.returncode and list(words) == ["HEAD"] and (empty := _empty_tree(repo)):
        done = run_git(repo.layout.root, [*_DIFF, empty, "--"], seconds=_SECONDS)
    if done is None or done.returncode:
        message = done.stderr.decode("utf-8", "replace").strip().split("\n")[0] if done else ""
        what = message.removeprefix("fatal: ") or "git gave no answer"
        raise NotFoundError(f"no change to check: {what}", hint="git log lists the commits")
    return [*files_of_diff(done.stdout.decode("utf-8", "replace"))]


def _empty_tree(repo: Repo) -> str:
    """Return what git calls a tree without files; "" where HEAD is a commit, or git is not here."""
    root = repo.layout.root
    done = run_git(root, ["rev-parse", "--verify", "--quiet", "HEAD"], seconds=_SECONDS)
    if done is None or not done.returncode:
        return ""
    tree = ask_git(root, ["hash-object", "-t", "tree", "--stdin"], seconds=_SECONDS, stdin=b"")
    return (tree or "").strip()


def files_of_diff(text: str) -> Iterator[ChangedFile]:
    """Yield the files of a diff without context."""
    for part in re.split(r"^diff --git ", text, flags=re.MULTILINE)[1:]:
        path, number = "", 0
        added: dict[int, str] = {}
        removed, spans = [], []
        for line in part.split("\n"):
            if found := _HUNK.match(line):
                number, count = int(found[2]), int(found[3] or 1)
                spans.append((max(number, 1), max(number + count - 1, 1)))
            elif not spans and line.startswith(("+++ ", "--- ")):
                name = line[4:].rstrip("\t").strip('"')
                path = name[2:] if name != "/dev/null" else path
            elif spans and line.startswith("+"):
                added[number] = line[1:]
                number += 1
            elif spans and line.startswith("-"):
                removed.append(line[1:])
        if path:
            yield ChangedFile(path, added, tuple(removed), tuple(spans))


def checked_files(
    repo: Repo, snapshot: Snapshot, files: Sequence[ChangedFile], version: str | None = None
) -> Checked:
    """Return what a change of these files touches and breaks; `version` as git calls the new files.

    Only what a context may show counts.
    """
    layout, own = repo.layout, {repo.layout.paths.learnings, repo.layout.paths.relationships}
    files = [file for file in files if file.path not in own and not file.path.startswith(".mem/")]
    live = with_code(layout, [placed.entry for placed in snapshot.learnings.entries], fresh=True)
    archived = [placed.entry for placed in snapshot.archive.entries]
    active = repo.settings.confidence.active
    withheld_at = withheld(live, archived, active=active, exists=existence_test(layout, live, ()))
    shown = [entry for place, entry in enumerate(live) if place not in withheld_at]
    lost = [live[place] for place, reason in withheld_at.items() if reason in GONE]
    change = _Change(repo, files, version)
    touched = [one for entry in (*shown, *lost) if (one := _touched(change, entry))]
    broken = [one for entry in shown for one in _broken(change, snapshot, entry)]
    order = sorted(touched, key=lambda one: (one.path, one.line, one.entry.id))
    return Checked(tuple(order), tuple(sorted(broken, key=lambda one: (one.path, one.line))))


class _Change(Struct, dict=True):
    """The changed files by path and by word, and what those define that were asked for."""

    repo: Repo
    files: Sequence[ChangedFile]
    version: str | None
    read: dict[str, SourceSymbols] = {}

    @cached_property
    def by_path(self) -> Mapping[str, ChangedFile]:
        """The files by their paths."""
        return {file.path: file for file in self.files}

    @cached_property
    def folders(self) -> NamedFolders:
        """The folders that the files lie in."""
        return NamedFolders(AllowedFile(file.path) for file in self.files)

    def symbols(self, path: str) -> SourceSymbols:
        """Return what a file defines after the change."""
        if path not in self.read:
            self.read[path] = SourceSymbols(path, self._data(path))
        return self.read[path]

    def files_with(self, name: str) -> Sequence[ChangedFile]:
        """Return the files whose lines, added or taken out, hold the longest word of a name."""
        words = words_of(name)
        if not words:
            return self.files
        return self._by_word.get(max(words, key=len), ())

    @cached_property
    def _by_word(self) -> Mapping[str, Sequence[ChangedFile]]:
        found: dict[str, list[ChangedFile]] = {}
        for file in self.files:
            for word in set(words_of("\n".join((*file.added.values(), *file.removed)))):
                found.setdefault(word, []).append(file)
        return found

    def _data(self, path: str) -> bytes:
        root = self.repo.layout.root
        if self.version is None:
            try:
                return (root / path).read_bytes()
            except OSError:
                return b""
        text = ask_git(root, ["show", f"{self.version}:./{path}"], seconds=_SECONDS)
        return (text or "").encode("utf-8", "surrogateescape")


def _broken(change: _Change, snapshot: Snapshot, entry: Entry) -> Iterator[Broken]:
    """Yield the lines that do what an entry forbids, where it holds."""
    forbidden = forbidden_by(entry)
    scope, homes = (scope_of(entry), homes_of(entry)) if forbidden else ("", ())
    for one in forbidden:
        about = [
            file
            for file in change.files_with(one.name)
            if file.path not in homes and (not scope or is_in_scope(file.path, scope))
        ]
        for file, number, line in offences(one, about):
            lines = snapshot.evidence.get(entry.id, ())
            yield Broken(entry, file.path, number, line.strip(), one.name, lines)


def _touched(change: _Change, entry: Entry) -> Touched | None:
    """Return where a change meets an entry: in code, a file or a folder that it names.

    That a file was changed before tells nobody anything.
    """
    if entry.kind == "modified_files":
        return None
    for anchor in entry.anchors:
        if anchor.path in change.by_path and (line := _meets(change, anchor.symbol, anchor.path)):
            return Touched(entry, anchor.path, line)
    if entry.anchors:
        return None
    for path in named_files(entry):
        if file := change.by_path.get(path):
            return Touched(entry, path, file.first)
    if folder := change.folders.named_in(entry):
        file = next(file for file in change.files if file.path.startswith(f"{folder}/"))
        return Touched(entry, file.path, file.first)
    return None


def _meets(change: _Change, symbol: str, path: str) -> int:
    """Return the first changed line of a definition, or where it was taken out; 0 for none."""
    file = change.by_path[path]
    found = change.symbols(path).named(symbol.rpartition(".")[2])
    if symbol not in found:
        return file.first
    for one in found[symbol]:
        for start, end in file.spans:
            if start <= one.last and end >= one.first:
                return max(start, one.first)
    return 0


def shapes(checked: Checked, *, sarif: bool = False) -> dict[str, Any]:
    """Return what was found as JSON: our own shape, or SARIF."""
    if sarif:
        return to_sarif(checked)
    return {
        "touched": [
            {"id": one.entry.id, "path": one.path, "line": one.line, "text": one.entry.headline}
            for one in checked.touched
        ],
        "broken": [
            {
                "id": one.entry.id,
                "path": one.path,
                "line": one.line,
                "added": one.added,
                "forbidden": one.forbidden,
                "text": one.entry.headline,
                "evidence": [to_builtins(line) for line in one.evidence],
            }
            for one in checked.broken
        ],
    }
