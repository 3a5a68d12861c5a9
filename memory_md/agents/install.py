"""`mem install` and `mem uninstall`: our part in the settings of agents, of a clone or a person.

The bytes of a file before and after are kept in mem.db, so that it is restored byte for byte where
nobody changed it since; else only our part is taken out.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from ..base.errors import MemError, NotFoundError, RefusedError, UsageError
from ..files.database import Database
from ..files.locking import writing
from ..files.reading import read_bytes
from ..files.replacing import delete, make_directory, replace
from ..git.merging import is_driver_set, set_driver, unset_driver
from ..git.process import ask_git
from ..memory.disk import decoded, encoded
from ..memory.opening import Opened
from . import settings_text as texts
from .notes import USED, mark
from .table import AGENTS

AGENTS_MD, GIT, GIT_HISTORY = "agents-md", "git", "git-history"
NAMES: Final = (*AGENTS, AGENTS_MD, GIT, GIT_HISTORY)
Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """A file that holds our part, below `tree`; `name` is how it is shown.

    `put` takes its text, None where it is not there, and `take` returns None where nothing is left.
    """

    agent: str
    path: Path
    tree: Path
    name: str
    put: Callable[[str | None], str]
    take: Callable[[str], str | None]


def found(root: Path, programs: Sequence[str], *, is_user: bool) -> list[str]:
    """Return the agents that settings below `root` tell of, else those whose programs are there."""
    signs = {name: (one.own,) if is_user else one.signs for name, one in AGENTS.items()}
    names = [name for name, every in signs.items() if any((root / one).exists() for one in every)]
    names = names or [name for name, one in AGENTS.items() if set(one.programs) & set(programs)]
    if not names:
        message = "no agent was found: neither settings here nor a program on the PATH"
        raise NotFoundError(message, hint=f"name what you use: mem install {' | '.join(NAMES)}")
    return names


def install(
    opened: Opened, home: Path | None, names: Sequence[str], *, only_check: bool = False
) -> list[Row]:
    """Put our part into the settings of agents, those below `home` where it is said.

    Each row has the `agent`, a `path`, an `action` (written, unchanged, missing or refused) and a
    `message`. A check writes nothing.
    """
    with _changing(opened) as database:
        if not only_check and not home:
            mark(database, USED)
        put = partial(_put, database, only_check=only_check)
        driver = partial(_set_driver, opened.place.tree, only_check=only_check)
        return _rows(partial(targets, opened, home), names, put, driver)


def uninstall(opened: Opened, home: Path | None, names: Sequence[str]) -> list[Row]:
    """Take our part out again; `action` is restored, removed, unchanged or refused.

    It goes the way back, so that the folders that were made are empty in the end.
    """
    with _changing(opened) as database:
        driver, take = partial(_unset_driver, opened.place.tree), partial(_take, database)
        rows = _rows(lambda name: targets(opened, home, name)[::-1], names[::-1], take, driver)
        return rows[::-1]


def _rows(
    files: Callable[[str], Sequence[Target]],
    names: Sequence[str],
    work: Callable[[Target], Row],
    driver: Callable[[], Row],
) -> list[Row]:
    """Return what was done for each name; what cannot be done for one keeps none back."""
    rows: list[Row] = []
    for name in names:
        if name not in NAMES:
            raise UsageError(f"there is no agent {name!r}", hint=f"one of: {', '.join(NAMES)}")
        try:
            rows += [driver()] if name == GIT else map(work, files(name))
        except MemError as fault:
            rows.append(_row(name, fault.where, "refused", f"{fault.message}; {fault.hint}"))
    return rows


def targets(opened: Opened, home: Path | None, agent: str) -> list[Target]:
    """Return the files of an agent. Raises MemError."""
    place = opened.place
    if agent in AGENTS:
        known, folder, tree = AGENTS[agent], place.root, place.tree
        name = shown = known.file
        if home:
            folder = Path(os.environ.get(known.variable, "") or home / known.own)
            tree = home if folder.is_relative_to(home) else folder
            name = known.file.partition("/")[2]
            shown = str(folder / name)
        if agent == "opencode":
            own = texts.plugin(agent, is_user=bool(home))
            return [_whole_file(agent, folder / name, tree, shown, own)]
        put = partial(texts.with_hooks, agent=agent, where=shown, is_user=bool(home))
        take = partial(texts.without_hooks, where=shown)
        reflect = [
            _whole_file(agent, (home or place.root) / one, home or tree, one, texts.template(own))
            for one, own in known.reflect
        ]
        return [*reflect, Target(agent, folder / name, tree, shown, put, take)]
    if home:
        raise UsageError(f"{agent} has no settings of a person", hint=f"mem install {agent}")
    if agent == GIT_HISTORY:
        return [_history(opened)]
    names = [name for name in ("AGENTS.md", "CLAUDE.md") if (place.root / name).is_file()]
    ours = [one for one in names if texts.has_block((place.root / one).read_bytes())]
    name = (ours or names or ["AGENTS.md"])[0]
    put = partial(texts.with_instructions, where=name, ask=opened.settings.protocol)
    take = partial(texts.without_instructions, where=name)
    return [Target(agent, place.root / name, place.tree, name, put, take)]


def _whole_file(agent: str, path: Path, tree: Path, name: str, own: str) -> Target:
    put = partial(texts.with_whole_file, own=own, where=name)
    return Target(agent, path, tree, name, put, texts.without_whole_file)


def _history(opened: Opened) -> Target:
    """Return git's hook after a commit. Raises NotFoundError, RefusedError."""
    tree = opened.place.tree
    asked = ["rev-parse", "--git-path", "hooks", "--git-common-dir"]
    answer = (ask_git(tree, asked) or "").split("\n")
    if len(answer) < 2:
        raise NotFoundError("there is no git repository here", hint="git init")
    folder, common = (Path(os.path.normpath(tree / line)) for line in answer[:2])
    if not folder.is_relative_to(tree) and not folder.is_relative_to(common):
        message = f"core.hooksPath is {folder}, which serves other repositories too"
        raise RefusedError(message, hint="let its post-commit run: mem-md extract --git new")
    path = folder / "post-commit"
    put = partial(texts.with_history, where=str(path))
    take = partial(texts.without_history, where=str(path))
    return Target(GIT_HISTORY, path, folder.parent, str(path), put, take)


def _set_driver(tree: Path, *, only_check: bool) -> Row:
    if is_driver_set(tree):
        return _row(GIT, ".git/config", "unchanged")
    if not only_check and not set_driver(tree):
        raise NotFoundError("there is no git repository here", hint="git init")
    return _row(GIT, ".git/config", "missing" if only_check else "written")


def _unset_driver(tree: Path) -> Row:
    return _row(GIT, ".git/config", "removed" if unset_driver(tree) else "unchanged")


@contextlib.contextmanager
def _changing(opened: Opened) -> Iterator[Database]:
    with writing(opened.place), opened.database(write=True) as database:
        yield database


def _put(database: Database, target: Target, *, only_check: bool) -> Row:
    path = target.path
    old, text = _read(target)
    new = encoded(target.put(text))
    if new == old or only_check:
        return _row(target.agent, target.name, "unchanged" if new == old else "missing")
    before, after, folders = _record(database, path)
    if old is None or old != after:
        before = encoded(target.take(text) if text else text)
        folders = json.dumps([str(one) for one in path.parents if not one.exists()])
    # Noted before it is done: what a crash leaves in between is taken out all the same.
    row = (str(path), before, new, folders)
    database.change("INSERT OR REPLACE INTO installed VALUES (?, ?, ?, ?)", row)
    make_directory(path.parent, target.tree, name=target.name)
    replace(path, target.tree, new or b"", expected=old, name=target.name)
    if target.agent == GIT_HISTORY and old is None:
        path.chmod(path.stat().st_mode | 0o111)
    asks = "Codex asks at its next start whether it may run them" * (target.agent == "codex")
    return _row(target.agent, target.name, "written", asks)


def _record(database: Database, path: Path) -> tuple[bytes | None, bytes | None, str]:
    """Return the bytes before and after we came, and the folders that were made."""
    rows = database.rows("SELECT before, after, folders FROM installed WHERE path = ?", [str(path)])
    return rows[0] if rows else (None, None, "[]")


def _take(database: Database, target: Target) -> Row:
    path = target.path
    old, text = _read(target)
    before, after, folders = _record(database, path)
    is_same = old is not None and old == after
    new = before if is_same else encoded(target.take(text) if text else text)
    new = before if new is None and old is not None else new
    if new == old:
        return _row(target.agent, target.name, "unchanged")
    if new is None:
        delete(path, target.tree, expected=old or b"", name=target.name)
        for folder in json.loads(folders):
            with contextlib.suppress(OSError):
                Path(folder).rmdir()  # only an empty one goes
    else:
        replace(path, target.tree, new, expected=old, name=target.name)
    database.change("DELETE FROM installed WHERE path = ?", (str(path),))
    return _row(target.agent, target.name, "restored" if is_same else "removed")


def _read(target: Target) -> tuple[bytes | None, str | None]:
    data = read_bytes(target.path, target.tree, name=target.name)
    return data, decoded(data)


def _row(agent: str, path: str, action: str, message: str = "") -> Row:
    return {"agent": agent, "path": path, "action": action, "message": message}
