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
from ..files.layout import make_local
from ..files.locking import lock
from ..files.reading import read_bytes
from ..files.replacing import delete, make_directory, replace
from ..git.merging import is_driver_set, set_driver, unset_driver
from ..git.process import ask_git
from ..markdown.marked_block import MARKDOWN, with_block, without_block
from ..memory.opening import Opened
from . import settings_text as texts
from .notes import USED, mark
from .table import AGENTS, Agent

AGENTS_MD, GIT, GIT_HISTORY = "agents-md", "git", "git-history"
NAMES: Final = (*AGENTS, AGENTS_MD, GIT, GIT_HISTORY)
_LOCK_SECONDS: Final = 10.0
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

    def signs(agent: Agent) -> tuple[str, ...]:
        return (agent.own,) if is_user else agent.signs

    names = [name for name, one in AGENTS.items() if any((root / s).exists() for s in signs(one))]
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

    def put(database: Database, agent: str) -> Iterator[Row]:
        if agent == GIT:
            yield _set_driver(opened, only_check=only_check)
            return
        for target in targets(opened, home, agent):
            yield _put(database, target, only_check=only_check)

    with _changing(opened) as database:
        if not only_check and not home:
            mark(database, USED)
        return _rows(database, names, put)


def uninstall(opened: Opened, home: Path | None, names: Sequence[str]) -> list[Row]:
    """Take our part out again; `action` is restored, removed, unchanged or refused."""

    def take(database: Database, agent: str) -> Iterator[Row]:
        if agent == GIT:
            is_done = unset_driver(opened.place.tree)
            yield _row(agent, ".git/config", "removed" if is_done else "unchanged")
            return
        for target in targets(opened, home, agent):
            yield _take(database, target)

    with _changing(opened) as database:
        return _rows(database, names, take)


def _rows(
    database: Database, names: Sequence[str], work: Callable[[Database, str], Iterator[Row]]
) -> list[Row]:
    rows: list[Row] = []
    for name in names:
        if name not in NAMES:
            raise UsageError(f"there is no agent {name!r}", hint=f"one of: {', '.join(NAMES)}")
        try:
            rows += work(database, name)
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
        put = partial(texts.with_hooks, agent=agent, where=shown, is_user=bool(home))
        take = partial(texts.without_hooks, where=shown)
        if agent == "opencode":
            text = texts.template("opencode.js")
            text = text.replace('"opencode"]', '"opencode", "--user"]') if home else text
            return [Target(agent, folder / name, tree, shown, lambda _: text, lambda _: None)]
        return [Target(agent, folder / name, tree, shown, put, take)]
    if home:
        raise UsageError(f"{agent} has no settings of a person", hint=f"mem install {agent}")
    if agent == GIT_HISTORY:
        return [_history(opened)]
    request = texts.template("closing_request.txt").strip().replace("\n", "\n  ")
    body = texts.template("agents.md")
    body += f"- {request}\n" if opened.settings.protocol else ""
    there = [name for name in ("AGENTS.md", "CLAUDE.md") if (place.root / name).is_file()]
    name = there[0] if there else "AGENTS.md"

    def block(text: str | None) -> str:
        return with_block(text or "", body, MARKDOWN, name)

    def rest(text: str) -> str | None:
        return without_block(text, MARKDOWN, name) or None

    return [Target(agent, place.root / name, place.tree, name, block, rest)]


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


def _set_driver(opened: Opened, *, only_check: bool) -> Row:
    if is_driver_set(opened.place.tree):
        return _row(GIT, ".git/config", "unchanged")
    if not only_check and not set_driver(opened.place.tree):
        raise NotFoundError("there is no git repository here", hint="git init")
    return _row(GIT, ".git/config", "missing" if only_check else "written")


@contextlib.contextmanager
def _changing(opened: Opened) -> Iterator[Database]:
    make_local(opened.place)
    with (
        lock(opened.place.lock, opened.place.local_tree, seconds=_LOCK_SECONDS),
        opened.database(write=True) as database,
    ):
        yield database


def _put(database: Database, target: Target, *, only_check: bool) -> Row:
    path = target.path
    old, text = _read(target)
    new = target.put(text).encode("utf-8", "surrogateescape")
    if new == old or only_check:
        return _row(target.agent, target.name, "unchanged" if new == old else "missing")
    rows = database.rows(
        "SELECT before, after, folders FROM installed WHERE path = ?", (str(path),)
    )
    before, after, folders = rows[0] if rows else (None, None, "[]")
    if old is None or old != after:
        before = _left(target, text)
        folders = json.dumps([str(one) for one in path.parents if not one.exists()])
    # Noted before it is done: what a crash leaves in between is taken out all the same.
    row = (str(path), before, new, folders)
    database.change("INSERT OR REPLACE INTO installed VALUES (?, ?, ?, ?)", row)
    make_directory(path.parent, target.tree, name=target.name)
    replace(path, target.tree, new, expected=old, name=target.name)
    if target.agent == GIT_HISTORY and old is None:
        path.chmod(path.stat().st_mode | 0o111)
    return _row(target.agent, target.name, "written")


def _record(database: Database, path: Path) -> tuple[bytes | None, bytes | None, str]:
    """Return the bytes before and after we came, and the folders that were made."""
    rows = database.rows("SELECT before, after, folders FROM installed WHERE path = ?", [str(path)])
    return rows[0] if rows else (None, None, "[]")


def _take(database: Database, target: Target) -> Row:
    path = target.path
    old, text = _read(target)
    before, after, folders = _record(database, path)
    is_same = old is not None and old == after
    new = before if is_same else _left(target, text)
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
    return data, None if data is None else data.decode("utf-8", "surrogateescape")


def _left(target: Target, text: str | None) -> bytes | None:
    """Return what is left without our part."""
    left = target.take(text) if text else text
    return None if left is None else left.encode("utf-8", "surrogateescape")


def _row(agent: str, path: str, action: str, message: str = "") -> Row:
    return {"agent": agent, "path": path, "action": action, "message": message}
