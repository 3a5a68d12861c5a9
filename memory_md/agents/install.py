"""`mem install` and `mem uninstall`: our part in the settings of agents, of a memory or a person.

Every file is read and its new content worked out before any is written. What was installed at a
memory's root, and which files and directories were made for it, is noted in
`.mem/local/installed.json`. Only that is removed again, and a hook that runs before `mem init`
finds its memory by this note. For a person's own settings there is no such note.
"""

import contextlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from ..base.errors import MemError, NotFoundError, UnreadableError, UsageError, nearest
from ..doctor.codes import finding
from ..doctor.model import Finding
from ..files import make_directory, read_bytes, replace, resolve
from ..files.layout import Layout
from ..files.local_folder import make_local_folder
from ..files.tables import CLOSING_REQUEST, template
from ..memory.actions.workspace import Workspace
from ..memory.disk.repo import Repo
from .git_hooks import hook_changes, write_hook
from .known import AGENTS, AGENTS_MD, GIT, GIT_HISTORY, NAMES, PROGRAM, Agent, hooks_of, items_of
from .model import SettingsChange, encode_text
from .text.json_hooks import JsonHooks
from .text.parts import MarkdownBlock, Part, WholeFile
from .text.toml_hooks import TomlHooks

_RECORD: Final = ".mem/local/installed.json"
_KEYS: Final = ("agents", "files", "directories")
_Record = dict[str, list[str]]


class Plan(Struct, frozen=True):
    """What is to be done, and what cannot be; `is_first` where no agent was installed before."""

    changes: tuple[SettingsChange, ...]
    errors: tuple[MemError, ...]
    git: bool = False
    is_first: bool = True


class _Where(Struct, frozen=True):
    """Whose settings: those at the root of a memory, or with none those of the person at `root`."""

    root: Path
    tree: Path
    memory: Layout | None = None

    def base(self, agent: Agent) -> str:
        """Return the folder of an agent's settings: relative to the root, or absolute."""
        if self.memory:
            return agent.folder
        if named := os.environ.get(agent.variable, ""):
            return named
        settings = os.environ.get("XDG_CONFIG_HOME", "")
        is_shared = agent.own.startswith(".config/") and settings
        return agent.own.replace(".config", settings, 1) if is_shared else agent.own

    def shown(self, name: str) -> str:
        """Return the name of a file for people."""
        return name if self.memory or Path(name).is_absolute() else f"~/{name}"


def _where(place: Workspace, *, own: bool) -> _Where:
    if not own:
        layout = place.memory().layout
        return _Where(layout.root, layout.tree, layout)
    try:
        home = Path.home()
    except RuntimeError:
        raise NotFoundError("no home folder is known", hint="set HOME") from None
    return _Where(home, Path(home.anchor))


def found(
    place: Workspace, on_path: Callable[[str], object], *, own: bool = False
) -> tuple[str, ...]:
    """Return the agents that the repository tells of; where it tells of none, those on the PATH.

    Instructions for agents count where no agent with hooks has settings. With `own` the person's
    home is looked at instead. Raises NotFoundError.
    """
    where = _where(place, own=own)
    root = where.root
    names = tuple(
        a.name
        for a in AGENTS
        if any((root / sign).exists() for sign in ((where.base(a),) if own else a.signs))
    )
    if not names and not own and any((root / n).exists() for n in ("AGENTS.md", "CLAUDE.md")):
        names = (AGENTS_MD,)
    names = names or tuple(a.name for a in AGENTS if any(map(on_path, a.programs)))
    if not names:
        raise NotFoundError(
            "no agent was found: neither settings here nor a program on the PATH",
            hint=f"name what you use: mem install {' | '.join(NAMES)}",
        )
    return names


def plan(
    place: Workspace, agents: Collection[str], *, take: bool = False, own: bool = False
) -> Plan:
    """Return what to write for these agents, or to remove; `own` is of the person's settings.

    Raises MemError for a name.
    """
    for agent in agents:
        if own and agent in (AGENTS_MD, GIT):
            raise UsageError(
                f"{agent} has no settings for a person",
                hint=f"mem {'un' * take}install {agent} is for a repository",
            )
        if agent not in NAMES:
            likely = nearest(agent, NAMES)
            guess = f". Did you mean {likely!r}?" if likely else ""
            raise UsageError(
                f"there is no agent {agent!r}{guess}", hint=f"one of: {', '.join(NAMES)}"
            )
    where = _where(place, own=own)
    changes: list[SettingsChange] = []
    errors: list[MemError] = []
    for agent in dict.fromkeys(agents):
        blocks = _blocks(place.memory(), take=take) if agent == AGENTS_MD else ()
        for name, part in blocks or _parts(where, agent, take=take):
            try:
                changes.append(_change(where, agent, name, part, take=take))
            except MemError as error:
                errors.append(error)
    is_for_git = GIT in agents
    if is_for_git and not take and not (where.tree / ".git").exists():
        is_for_git = False
        errors.append(NotFoundError("git: there is no git repository here", hint="git init"))
    if GIT_HISTORY in agents:
        try:
            changes += hook_changes(place, take=take)
        except MemError as error:
            errors.append(error)
    record = _record(where.memory) if where.memory else None
    is_first = not (record and record["agents"]) and set(agents) != {GIT_HISTORY}
    return Plan(tuple(changes), tuple(errors), is_for_git, is_first)


def beside_agents(place: Workspace) -> tuple[str, ...]:
    """Return which of the block for any agent and git's hooks are installed here, in part or whole.

    What cannot be read is left out.
    """
    names = []
    for name in (AGENTS_MD, GIT_HISTORY):
        with contextlib.suppress(MemError):
            if any(one.new != one.old for one in plan(place, [name], take=True).changes):
                names.append(name)
    return tuple(names)


def _parts(where: _Where, agent: str, *, take: bool) -> Iterator[tuple[str, Part]]:
    """Yield the files of an agent that hold our part, or shall hold it."""
    for known in (one for one in AGENTS if one.name == agent):
        base = where.base(known)
        inline = agent == "codex" and _has_inline_hooks(where, base)
        if agent == "opencode":
            yield f"{base}/{known.file}", WholeFile(template("opencode.js"))
        elif take or not inline:
            yield f"{base}/{known.file}", hooks_of(agent)
        if agent == "codex" and (take or inline):
            yield f"{base}/config.toml", TomlHooks(items_of(agent))


def _blocks(repo: Repo, *, take: bool) -> Iterator[tuple[str, Part]]:
    block = MarkdownBlock(_instruction_block(ask=take or repo.settings.protocol))
    return ((name, block) for name in _instructions(repo.layout, take=take))


def _instruction_block(*, ask: bool) -> str:
    """Return what AGENTS.md is to say; `ask` for which lines of a last message are kept."""
    request = template(CLOSING_REQUEST).rstrip().replace("\n", "\n  ")
    return template("agents.md") + (f"- {request}\n" if ask else "")


def _has_inline_hooks(where: _Where, base: str) -> bool:
    """Return whether Codex has its hooks in TOML: it wants them in one of two files only."""
    if (where.root / base / "hooks.json").exists():
        return False
    with contextlib.suppress(MemError, UnicodeDecodeError):
        lines = (_read(where, f"{base}/config.toml") or "").split("\n")
        return any(line.startswith("[") and line.lstrip("[ ").startswith("hooks") for line in lines)
    return False


def _instructions(layout: Layout, *, take: bool) -> tuple[str, ...]:
    """AGENTS.md, which most agents read; CLAUDE.md where that is the one there is."""
    names = ("AGENTS.md", "CLAUDE.md")
    if take:
        return names
    there = [name for name in names if (layout.root / name).exists()]
    return (there[0] if there else names[0],)


def _change(where: _Where, agent: str, name: str, part: Part, *, take: bool) -> SettingsChange:
    old = _read(where, name)
    path, shown = where.root / name, where.shown(name)
    if take:
        new = old if old is None else part.take(old, shown)
        if new is None and old is not None and not _may_delete(where.memory, name, part):
            new = ""
        return SettingsChange(agent, shown, path, old, new)
    missing = part.lacks(old, shown)
    renewed = missing or isinstance(part, JsonHooks | TomlHooks)  # the first version's commands
    new = part.put(old, shown) if renewed else old
    return SettingsChange(agent, shown, path, old, new, missing)


def _may_delete(layout: Layout | None, name: str, part: Part) -> bool:
    """Return whether an empty file is deleted: one that existed before us stays."""
    record = _record(layout) if layout else None
    is_block = isinstance(part, MarkdownBlock | TomlHooks)
    return record is None or name in record["files"] or not is_block


def _read(where: _Where, name: str) -> str | None:
    data = read_bytes(where.root / name, where.tree, name=where.shown(name))
    if data is None:
        return None
    if name.endswith(".md"):
        return data.decode("utf-8", "surrogateescape")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError("is not UTF-8", where=where.shown(name)) from None


def hook_findings(place: Workspace, on_path: Callable[[str], object]) -> tuple[Finding, ...]:
    """Return a finding for each settings file that has some of our hooks and lacks others.

    One more where hooks are there and `on_path` does not find `mem`. Files that cannot be read
    are skipped; what was never installed is no fault.
    """
    findings: list[Finding] = []
    installed: list[str] = []
    for agent in (name for name in NAMES if name not in (GIT, GIT_HISTORY)):
        try:
            lacking = {change.name: change for change in plan(place, [agent]).changes}
            ours = plan(place, [agent], take=True).changes
        except MemError:
            continue
        for change in ours:
            wanted = lacking.get(change.name)
            if change.new == change.old:
                continue
            installed += [change.name] if agent != AGENTS_MD else []
            if wanted is not None and wanted.missing:
                message = (
                    f"lacks {', '.join(wanted.missing)}, so {agent} learns and reminds in part"
                )
                hint = f"mem install {agent}"
                findings.append(finding("hooks", change.name, 0, message, hint))
    if installed and not on_path(PROGRAM):
        message = "its hooks call mem-md, which is not on the PATH here, so they do nothing"
        hint = (
            "put mem-md on the PATH (uv tool install or pipx install), or mem uninstall the agent"
        )
        findings.append(finding("hooks-path", installed[0], 0, message, hint))
    return tuple(findings)


def apply(
    place: Workspace, changes: Iterable[SettingsChange], *, own: bool = False
) -> tuple[tuple[SettingsChange, ...], list[MemError]]:
    """Carry the changes out; those made, and what went wrong with the others."""
    where = _where(place, own=own)
    made: list[SettingsChange] = []
    errors: list[MemError] = []
    for change in changes:
        if change.new == change.old:
            continue
        try:
            if change.agent == GIT_HISTORY:
                write_hook(place.memory().layout, change)
            elif change.new is None:
                _delete(where, change)
            else:
                _write(where, change)
            made.append(change)
        except MemError as error:
            errors.append(error)
    if where.memory:
        removed = {change.agent for change in made if change.new is None or not change.missing}
        _forget(where.memory, removed)
    return tuple(made), errors


def _write(where: _Where, change: SettingsChange) -> None:
    path = change.path
    new = _new_directories(where.root, path)
    make_directory(path.parent, where.tree, name=change.name)
    files = [change.name] if change.old is None else []
    if where.memory:
        # Noted before it is done, or what a crash leaves in between would stay when we are taken
        # out.
        _note(where.memory, {"agents": [change.agent], "files": files, "directories": new})
    data = encode_text(change.new) or b""
    replace(
        path, where.tree, data, expected=encode_text(change.old), name=change.name, is_locked=False
    )


def _new_directories(root: Path, path: Path) -> list[str]:
    """Return those above the file that are not there, outermost first, relative to the root."""
    above = [p for p in path.parents if p.is_relative_to(root) and not p.exists()]
    return [p.relative_to(root).as_posix() for p in reversed(above)]


def _delete(where: _Where, change: SettingsChange) -> None:
    path = change.path
    if read_bytes(path, where.tree, name=change.name) != encode_text(change.old):
        raise MemError("somebody else saved it meanwhile", where=change.name, hint="try again")
    try:
        path.unlink()
    except OSError as fault:
        raise MemError(
            f"cannot be deleted: {(fault.strerror or str(fault)).lower()}", where=change.name
        ) from None
    if not where.memory:
        with contextlib.suppress(OSError):
            path.parent.rmdir()  # only an empty one goes


def _record(layout: Layout) -> _Record | None:
    with contextlib.suppress(MemError, ValueError, RecursionError, KeyError, TypeError):
        value = json.loads(read_bytes(layout.root / _RECORD, layout.tree, name=_RECORD) or b"")
        return {key: [str(name) for name in value[key]] for key in _KEYS}
    return None


def _note(layout: Layout, more: _Record) -> None:
    record = _record(layout) or {key: [] for key in _KEYS}
    _save(layout, {key: [*dict.fromkeys([*record[key], *more[key]])] for key in _KEYS})


def _forget(layout: Layout, agents: Iterable[str]) -> None:
    """Take these agents out of the record, and the directories away that were made for them."""
    record = _record(layout)
    if record is None:
        return
    removed = set(agents)
    left = [name for name in reversed(record["directories"]) if not _taken_away(layout, name)]
    _save(
        layout,
        {
            "agents": [agent for agent in record["agents"] if agent not in removed],
            "files": [name for name in record["files"] if (layout.root / name).exists()],
            "directories": left[::-1],
        },
    )


def _taken_away(layout: Layout, name: str) -> bool:
    """Return whether a directory of ours is gone; one that others use by now stays, and is theirs.

    The record may have come with the repository, and name what is none of ours.
    """
    folder = layout.root / name
    try:
        if resolve(folder, layout.tree, name) != layout.root.resolve() / name:
            return True
        with contextlib.suppress(OSError):
            folder.rmdir()
        return not folder.exists() or not any(folder.iterdir())
    except (MemError, OSError, ValueError):
        return True


def _save(layout: Layout, record: _Record) -> None:
    """Write the record; with nothing left in it, it goes, and `.mem` if nothing else is there."""
    path = layout.root / _RECORD
    with contextlib.suppress(MemError, OSError):
        if any(record.values()):
            make_local_folder(layout)
            old = read_bytes(path, layout.tree, name=_RECORD)
            data = json.dumps(record, indent=1).encode() + b"\n"
            replace(path, layout.tree, data, expected=old, name=_RECORD, is_locked=False)
            return
        path.unlink(missing_ok=True)
        hidden = layout.local / ".gitignore"
        ours = layout.local.parent
        if [*layout.local.iterdir()] == [hidden] and [*ours.iterdir()] == [layout.local]:
            hidden.unlink()
            layout.local.rmdir()
            ours.rmdir()
