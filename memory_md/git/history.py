"""What happened to paths that the work tree lacks: whether git had them, and renamed them.

A rename is what git takes for one between a commit and its parents: a file that went while one of
at least half its content came, inside of the root. A rename nobody has staged is none yet.

Finding where a path went costs a walk of the history for the commits that took it away, limited to
that path, and a comparison of those commits alone.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import dropwhile, groupby, takewhile
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from ..base.path_match import is_below
from .process import ask_git

MOST_AT_ONCE: Final = 200  # paths
_MOST_NAMES: Final = 400  # those that they had in between among them
_MOST_STEPS: Final = 10  # of one path
_SECONDS: Final = 2.0
# Whatever the repository's configuration says: no colours, no order file, no signatures, no program
# of others; an empty file is nobody's successor, and a commit that moves thousands is not compared
# pair by pair (files that only moved are found all the same).
_PLAIN: Final = ("-z", "--relative", "--no-ext-diff", "--no-textconv")
_RENAMES: Final = ("--no-rename-empty", "-l500")
# What was made and removed. Without --full-history a branch whose file came and went before it was
# merged would be left out, and without -c what a merge itself removed.
_LOG: Final = (
    *("log", "--full-history", "-c", "--no-renames", "--diff-filter=AD", "--name-status"),
    *("--no-show-signature", "-O/dev/null", "--format=%x00%H", *_PLAIN),
)

Renames = Mapping[str, str]


class GitIndex(Struct, frozen=True):
    """What the index says: the paths it has, and what is staged: renames, and `""` for removed."""

    tracked: frozenset[str] = frozenset()
    staged: Renames = field(default_factory=dict)

    def name_of(self, path: str, ends: Mapping[str, str | None]) -> str | None:
        """Today's name of a path; itself if it was not renamed; None if git never had it.

        `ends` is what `ends` tells of the history.
        """
        if path in self.tracked:
            return path
        staged = self._moved(path)
        if staged is not None:
            return staged or path
        end = ends.get(path)
        return (self._moved(end) or end) if end else None

    def _moved(self, path: str) -> str | None:
        """Return where the staged changes put it, empty if they only remove it, None if neither."""
        inside = sum(is_below(old, path) for old in self.staged)
        moved = _moved(path, {old: new for old, new in self.staged.items() if new}, inside)
        return moved or ("" if inside or path in self.staged else None)


def deadline() -> float:
    """Until when all questions of one call of `mem` may take, as `time.monotonic()` counts."""
    return time.monotonic() + _SECONDS


def index_of(root: Path, commit: str, paths: Iterable[str], until: float) -> GitIndex | None:
    """What the index says of the paths (relative to `root`, `askable`), compared with a commit.

    The commit is empty before the first. None where git gives no answer.
    """
    asked = [*paths][:MOST_AT_ONCE]
    listed = _ask(root, ["ls-files", "-z", "--", *asked], until) if asked else []
    if listed is None:
        return None
    words = ["--cached", "-M", *_RENAMES, "--diff-filter=DR", "--name-status", *_PLAIN]
    staged = _ask(root, ["diff-index", *words, commit], until) if commit else []
    if staged is None:
        return None
    tracked = frozenset(asked) & {name for path in listed for name in _and_folders(path)}
    return GitIndex(tracked, {old: new for _, _, old, new in _changes(staged)})


def ends(
    root: Path, commit: str, paths: Iterable[str], until: float
) -> dict[str, str | None] | None:
    """The last name in the history of a commit of each path that it had once and has no more.

    That is the path itself where it was not renamed, and None for one that was never there. Paths
    are relative to `root`, `askable`, of files or folders. Nothing is said of any where the time is
    too short. None where git refuses: there is no git, no repository, or no such commit.
    """
    asked = [*paths][:MOST_AT_ONCE]
    history = _PathHistory(root, commit, until)
    history.names.update(dict.fromkeys(asked))
    last: dict[str, str | None] = {}
    for _ in range(_MOST_STEPS if asked else 0):
        if not history.read():
            return {} if time.monotonic() >= until else None
        last = {path: history.last_name(path) for path in asked}
        new = {name for name in last.values() if name and name not in history.names}
        if not new or len(history.names) + len(new) > _MOST_NAMES:
            break
        history.names.update(dict.fromkeys(sorted(new)))
    return last


def untouched(
    root: Path, since: str, commit: str, names: Iterable[str], until: float
) -> frozenset[str]:
    """Those of the names that no commit made or removed after `since` (an id), up to `commit`.

    None of them where `since` is no ancestor, or git gives no answer.
    """
    asked = [*names][:_MOST_NAMES]
    if not asked or since.strip("0123456789abcdef"):
        return frozenset()
    if _ask(root, ["merge-base", "--is-ancestor", since, commit], until) is None:
        return frozenset()
    log = _ask(root, [*_LOG, f"{since}..{commit}", "--", *asked], until)
    return frozenset(asked) - _events(log, {*asked}).keys() if log is not None else frozenset()


class _Event(Struct, frozen=True):
    """A commit that made or removed a name, or files in it where it is a folder."""

    place: int  # in the log; the newest commit has 0
    commit: str
    removed: int  # files
    is_end: bool  # nothing of that name was left


class _PathHistory(Struct):
    """What is known so far of some names, by name, the newest event first."""

    root: Path
    commit: str
    until: float
    names: dict[str, None] = field(default_factory=dict)
    events: dict[str, list[_Event]] = field(default_factory=dict)
    renames: dict[str, dict[str, str]] = field(default_factory=dict)  # by commit

    def read(self) -> bool:
        """Ask for all names again: only one log shows what came first."""
        log = _ask(self.root, [*_LOG, self.commit, "--", *self.names], self.until)
        if log is None:
            return False
        self.events = _events(log, self.names.keys())
        removals = [event for found in self.events.values() for event in found if event.is_end]
        new = dict.fromkeys(e.commit for e in removals if e.commit not in self.renames)
        return self._compare([*new])

    def last_name(self, path: str) -> str | None:
        """Return the last known name in the chain of renames; None for a path never seen."""
        if path not in self.events:
            return None
        name, since = path, -1
        while name in self.names:
            for event in _end_of(self.events.get(name, []), since):
                moved = _moved(name, self.renames.get(event.commit, {}), event.removed)
                if moved:
                    name, since = moved, event.place
                    break
            else:
                break
        return name

    def _compare(self, commits: Sequence[str]) -> bool:
        """Have git find the renames of these commits."""
        if not commits:
            return True
        words = ["diff-tree", "--stdin", "-m", "-r", "--diff-filter=R", "--name-status", *_PLAIN]
        lines = "".join(f"{commit}\n" for commit in commits).encode("ascii")
        changes = _ask(self.root, [*words, "-M", *_RENAMES], self.until, lines)
        if changes is None:
            # A partial clone may lack the content to compare; the same content has the same name.
            changes = _ask(self.root, [*words, "-M100%", *_RENAMES], self.until, lines)
        if changes is None:
            return False
        self.renames.update((commit, {}) for commit in commits)
        for commit, _, old, new in _changes(changes):
            self.renames.setdefault(commit, {}).setdefault(old, new)
        return True


def _end_of(events: Sequence[_Event], since: int) -> Sequence[_Event]:
    """Return the commits that ended a name for the last time, or for the first time after `since`.

    `since` is a place in the log, -1 for none. They are several where branches did so side by side;
    the newest comes first. What had ended before it was made anew was another file.
    """
    if since < 0:
        return _first_ends(events)
    newer = [event for event in reversed(events) if event.place < since]
    return _first_ends(newer)[::-1]


def _first_ends(events: Sequence[_Event]) -> list[_Event]:
    ended = dropwhile(lambda event: not event.is_end, events)
    return [*takewhile(lambda event: event.is_end, ended)]


def _moved(path: str, renames: Renames, removed: int) -> str:
    """Return where renames put a path, empty for nowhere.

    A folder went where at least half of the `removed` files in it went under their old names.
    """
    if path in renames:
        return renames[path]
    inside = [(old[len(path) :], new) for old, new in renames.items() if is_below(old, path)]
    targets = Counter(new[: -len(rest)] for rest, new in inside if new.endswith(rest))
    for target, count in targets.most_common(1):
        return target if count * 2 >= removed else ""
    return ""


def _events(log: Sequence[str], names: Set[str]) -> dict[str, list[_Event]]:
    """Return the events of each name, the newest first."""
    commits = groupby(_changes(log), key=lambda change: change[0])
    changed = [(commit, [*changes]) for commit, changes in commits]
    found: dict[str, list[_Event]] = {}
    there: dict[str, set[str]] = {}
    for place, (commit, changes) in reversed([*enumerate(changed)]):
        removed: Counter[str] = Counter()
        for _, status, path, _ in changes:
            for name in names & {*_and_folders(path)}:
                removed[name] += status[0] == "D"
                files = there.setdefault(name, set())
                files.discard(path) if status[0] == "D" else files.add(path)
        for name, count in removed.items():
            found.setdefault(name, []).append(_Event(place, commit, count, not there[name]))
    return {name: events[::-1] for name, events in found.items()}


def _changes(fields: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (commit, status, path, new path) of `--name-status -z`; the last is for renames."""
    commit, rest = "", iter(fields)
    for one in rest:
        field = one.strip("\n")
        if field[:1].isupper():  # a letter, or one for each parent of a merge
            path = next(rest, "")
            yield commit, field, path, next(rest, "") if field[0] == "R" else ""
        elif field:
            commit = field


def _and_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]


def _ask(
    root: Path, arguments: Sequence[str], until: float, stdin: bytes = b""
) -> list[str] | None:
    """Return the fields of what git prints with -z; None where it fails, or not in time."""
    left = until - time.monotonic()
    text = ask_git(root, arguments, seconds=left, stdin=stdin) if left > 0 else None
    return None if text is None else text.split("\0")
