"""Read tasks: the groups of functions that changed together in each."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from ...base.path_match import ends_with_path, project_path
from ...git import diff as git_diff
from ...git.diff import FileChange
from ...memory.disk.repo import Repo
from ...symbols.language import supported
from ...transcripts.model.events import Edit, Event, Session
from ..disk.sources import SourceTree, list_files
from ..model.graph import MODULE, Function, TaskObservation, name_of, path_of
from ..readers.source_file import functions_in
from ..rules.changed import changed_functions, edited_lines, functions_at
from ..rules.healing import MOST_FUNCTIONS
from ..rules.names import Resolved, last_word, resolve

Progress = Callable[[int, int], None]
_AT_ONCE: Final = 50  # commits whose files are held in memory together
_MOST_COMMITS: Final = 2_000
_MOST_FILES: Final = 100
_MOST_BYTES: Final = 1_000_000
# Files that are searched for a name, and that may be read for one.
_MOST_SEARCHED: Final = 5_000
_MOST_NAMING: Final = 50


class HealTask(Struct, frozen=True):
    """One task: groups of functions that changed together, all of which exist."""

    id: str
    groups: tuple[tuple[str, ...], ...] = ()


class HealTasks(Struct, frozen=True):
    """Tasks, oldest first; `renames` leads from the paths that files had to those they have."""

    tasks: tuple[HealTask, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


class WorkTree:
    """The files of the work tree as they are now, each read once.

    One that cannot be read, or is no source code, has no functions.
    """

    def __init__(self, repo: Repo) -> None:
        self.root = repo.layout.root.resolve()
        self._tree = SourceTree(self.root)
        self._texts: dict[str, bytes] = {}
        self._functions: dict[str, tuple[Function, ...]] = {}

    def data(self, path: str) -> bytes:
        """Return what the file holds; nothing if it is too large."""
        if path not in self._texts:
            data = self._tree.read(path, _MOST_BYTES)[0] or b""
            self._texts[path] = data if len(data) <= _MOST_BYTES else b""
        return self._texts[path]

    def functions(self, path: str) -> tuple[Function, ...]:
        """Return the functions of the file."""
        if path not in self._functions:
            self._functions[path] = functions_in(path, self.data(path))
        return self._functions[path]

    def naming(self, words: Iterable[str]) -> list[str]:
        """Return the source files in which one of the words stands; a common word has none."""
        found: dict[str, None] = {}
        paths = list_files(self.root, supported)[:_MOST_SEARCHED]
        for word in dict.fromkeys(word.encode("utf-8", "replace") for word in words if word):
            having = [path for path in paths if word in self.data(path)]
            found |= dict.fromkeys(having if len(having) <= _MOST_NAMING else ())
        return list(found)

    def ids(self, paths: Iterable[str]) -> set[str]:
        """Return the ids of all functions in these files."""
        return {function.id for path in paths for function in self.functions(path)}


# -- observations -------------------------------------------------------------------------------


def of_observations(
    tree: WorkTree, graph: Collection[str], observations: Sequence[TaskObservation], task: str
) -> HealTasks:
    """Return one task from observations; names are looked up in the files that they touched."""
    groups, warnings = [], dict[str, None]()
    for observation in observations:
        found = _resolved(tree, graph, observation)
        groups.append(found.ids)
        warnings |= dict.fromkeys((*found.warnings, *_too_many(found.ids)))
    return HealTasks((HealTask(task, tuple(groups)),), warnings=tuple(warnings))


def _resolved(tree: WorkTree, graph: Collection[str], observation: TaskObservation) -> Resolved:
    """Look names up in the files that it touched or names; else in all files."""
    root = str(tree.root)
    known = {path_of(end) for end in graph}
    names = observation.functions_changed

    def files(paths: Iterable[str]) -> list[str]:
        inside = (project_path(path, cwd=root, root=root) for path in paths)
        return [path for named in inside if named for path in _paths(tree, named, known)]

    def functions(paths: Iterable[str]) -> dict[str, list[str]]:
        return {path: [f.name for f in tree.functions(path) if f.name != MODULE] for path in paths}

    touched = files(observation.files_touched)
    near = functions([*touched, *files(name.partition(":")[0] for name in names)])
    found = resolve(names, touched, near, graph)
    if found.unknown and (others := tree.naming(map(last_word, found.unknown))):
        found = resolve(names, touched, near | functions(others), graph)
    return found


def _paths(tree: WorkTree, named: str, known: Collection[str]) -> list[str]:
    """Return the file of that path, or those of the graph whose paths end so."""
    if tree.data(named):
        return [named]
    return [path for path in known if ends_with_path(path, named)]


def _too_many(ids: Collection[str]) -> list[str]:
    what = f"{len(ids)} functions changed at once: more than {MOST_FUNCTIONS} are not counted"
    return [what] if len(ids) > MOST_FUNCTIONS else []


# -- transcripts --------------------------------------------------------------------------------


def of_events(tree: WorkTree, events: Iterable[Event], task: str) -> HealTasks:
    """Return one task from the edits of a transcript, by where they are in the files now."""
    root, cwd = str(tree.root), ""
    ids: dict[str, None] = {}
    for event in events:
        if isinstance(event, Session):
            cwd = event.cwd or cwd
        if not isinstance(event, Edit) or not event.texts:
            continue
        path = project_path(event.path, cwd=cwd, root=root)
        if path and (functions := tree.functions(path)):
            text = tree.data(path).decode("utf-8", "replace")
            names = functions_at(functions, edited_lines(text, event.texts))
            ids |= dict.fromkeys(f"{path}::{name}" for name in names)
    return HealTasks((HealTask(task, (tuple(ids),)),), warnings=tuple(_too_many(ids)))


# -- commits ------------------------------------------------------------------------------------


def of_commits(tree: WorkTree, named: str, session: str | None, tell: Progress | None) -> HealTasks:
    """Return a task for each commit of a range; with a session the whole range is that one task.

    Raises UsageError or NotFoundError for what is no range of commits here.
    """
    root = tree.root
    commits = git_diff.commits_of(root, named, most=_MOST_COMMITS + 1)
    warnings = []
    if not commits:
        warnings.append(f"{named}: no commits there but merges, which say nothing")
    if len(commits) > _MOST_COMMITS:
        commits = commits[1:]
        warnings.append(f"only the newest {_MOST_COMMITS:,} commits were looked at")
    history = [commit.files for commit in git_diff.changes_of(root, commits)]
    groups = _in_turn(root, history, tell)
    large = sum(len(group) > MOST_FUNCTIONS for group in groups)
    if large:
        what = "1 commit changes" if large == 1 else f"{large} commits change"
        warnings.append(f"{what} more than {MOST_FUNCTIONS} functions, which says nothing")
    now: dict[str, str] = {}
    small: list[tuple[str, ...]] = []
    for files, group in zip(reversed(history), reversed(groups), strict=True):
        small.append(_existing(tree, group, now) if len(group) <= MOST_FUNCTIONS else ())
        for change in filter(_is_renamed, files):
            now[change.old_path] = now.pop(change.new_path, change.new_path)
    small.reverse()
    if session:
        whole = tuple(dict.fromkeys(id_ for group in small for id_ in group))
        together = [whole] if len(whole) <= MOST_FUNCTIONS else small
        return HealTasks((HealTask(session, tuple(together)),), now, tuple(warnings))
    tasks = [HealTask(id_[:12], (group,)) for id_, group in zip(commits, small, strict=True)]
    return HealTasks(tuple(tasks), now, tuple(warnings))


def _in_turn(
    root: Path, history: Sequence[Sequence[FileChange]], tell: Progress | None
) -> list[tuple[str, ...]]:
    """Return what each commit changed, with the contents of only a few in memory at once."""
    groups: list[tuple[str, ...]] = []
    for start in range(0, len(history), _AT_ONCE):
        groups += changed_in(root, history[start : start + _AT_ONCE])
        if tell:
            tell(len(groups), len(history))
    return groups


def _is_renamed(change: FileChange) -> bool:
    return bool(change.old_path and change.new_path and change.old_path != change.new_path)


def changed_in(root: Path, commits: Sequence[Sequence[FileChange]]) -> list[tuple[str, ...]]:
    """Return the ids of the functions that each commit changed, removed ones too."""
    looked_at = [
        [change for change in commit if supported(change.new_path or change.old_path)]
        for commit in commits
    ]
    looked_at = [commit if len(commit) <= _MOST_FILES else [] for commit in looked_at]
    blobs = git_diff.contents(
        root,
        (blob for commit in looked_at for c in commit for blob in (c.old_blob, c.new_blob)),
        most_bytes=_MOST_BYTES,
    )
    return [
        tuple(id_ for change in commit for id_ in _of_change(change, blobs)) for commit in looked_at
    ]


def _of_change(change: FileChange, blobs: Mapping[str, bytes]) -> list[str]:
    if any(blob.strip("0") and blob not in blobs for blob in (change.old_blob, change.new_blob)):
        return []  # binary or too large on one side: nothing to compare with
    old, new = blobs.get(change.old_blob, b""), blobs.get(change.new_blob, b"")
    path = change.new_path or change.old_path
    names = changed_functions(
        functions_in(change.old_path or path, old),
        old.decode("utf-8", "replace"),
        functions_in(path, new),
        new.decode("utf-8", "replace"),
    )
    return [f"{path}::{name}" for name in names]


def _existing(tree: WorkTree, group: Sequence[str], renames: Mapping[str, str]) -> tuple[str, ...]:
    """Return those of the group that are in the work tree now, under their names of now."""
    now = [f"{renames.get(path_of(id_), path_of(id_))}::{name_of(id_)}" for id_ in group]
    there = tree.ids({path_of(id_) for id_ in now})
    return tuple(id_ for id_ in now if id_ in there)
