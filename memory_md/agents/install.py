"""`mem install` and `mem uninstall`: our part in the settings of agents at the memory's root.

Every file is read and its new content worked out before any is written. What was installed, and
what had to be made for it (files, directories), is noted in `.mem/local/installed.json`: only that
is taken away again, and a hook that fires before `mem init` was run finds its memory by it.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from .known import (
    AGENTS,
    BLOCK,
    GIT,
    NAMES,
    PROGRAM,
    MarkdownBlock,
    Part,
    TomlHooks,
    WholeFile,
    hooks_of,
    items_of,
)
from .text.json_hooks import JsonHooks

_RECORD: Final = ".mem/local/installed.json"
_KEYS: Final = ("agents", "files", "directories")
_Record = dict[str, list[str]]


class SettingsChange(Struct, frozen=True):
    """A file, relative to the root, and what it holds before and after; None: it is not there.

    `missing` says what it lacks, in words, before the change.
    """

    agent: str
    name: str
    old: str | None
    new: str | None
    missing: tuple[str, ...] = ()


class Plan(Struct, frozen=True):
    """What is to be done, and what cannot be."""

    changes: tuple[SettingsChange, ...]
    errors: tuple[MemError, ...]
    git: bool = False


def found(place: Workspace, on_path: Callable[[str], object]) -> tuple[str, ...]:
    """Return the agents that the repository tells of; where it tells of none, those on the PATH.

    Instructions for agents count where no agent with hooks has settings. Raises NotFoundError.
    """
    root = place.memory().layout.root
    names = tuple(a.name for a in AGENTS if any((root / sign).exists() for sign in a.signs))
    if not names and any((root / name).exists() for name in ("AGENTS.md", "CLAUDE.md")):
        names = (BLOCK,)
    names = names or tuple(a.name for a in AGENTS if any(map(on_path, a.programs)))
    if not names:
        raise NotFoundError(
            "no agent was found: neither settings here nor a program on the PATH",
            hint=f"name what you use: mem install {' | '.join(NAMES)}",
        )
    return names


def plan(place: Workspace, agents: Sequence[str], *, take: bool = False) -> Plan:
    """Return what to write for these agents, or to remove. Raises MemError for a name."""
    for agent in agents:
        if agent not in NAMES:
            likely = nearest(agent, NAMES)
            meant = f". Did you mean {likely!r}?" if likely else ""
            raise UsageError(
                f"there is no agent {agent!r}{meant}", hint=f"one of: {', '.join(NAMES)}"
            )
    repo = place.memory()
    layout = repo.layout
    changes: list[SettingsChange] = []
    errors: list[MemError] = []
    for agent in dict.fromkeys(agents):
        for name, part in _parts(repo, agent, take=take):
            try:
                changes.append(_change(layout, agent, name, part, take=take))
            except MemError as error:
                errors.append(error)
    is_for_git = GIT in agents
    if is_for_git and not take and not (layout.tree / ".git").exists():
        is_for_git = False
        errors.append(NotFoundError("git: there is no git repository here", hint="git init"))
    return Plan(tuple(changes), tuple(errors), is_for_git)


def _parts(repo: Repo, agent: str, *, take: bool) -> Iterator[tuple[str, Part]]:
    """Yield the files of an agent that hold our part, or shall hold it."""
    layout = repo.layout
    if agent in ("claude-code", "gemini", "qwen"):
        yield f".{agent.partition('-')[0]}/settings.json", hooks_of(agent)
    elif agent == "cursor":
        yield ".cursor/hooks.json", hooks_of(agent)
    elif agent == "copilot":
        yield ".github/hooks/mem.json", hooks_of(agent)
    elif agent == "codex":
        inline = _has_inline_hooks(layout)
        if take or not inline:
            yield ".codex/hooks.json", hooks_of(agent)
        if take or inline:
            yield ".codex/config.toml", TomlHooks(items_of(agent))
    elif agent == "opencode":
        yield ".opencode/plugins/mem.js", WholeFile(template("opencode.js"))
    elif agent == BLOCK:
        for name in _instructions(layout, take=take):
            yield name, MarkdownBlock(_instruction_block(ask=take or repo.settings.protocol))


def _instruction_block(*, ask: bool) -> str:
    """Return what AGENTS.md is to say; `ask` for which lines of a last message are kept."""
    request = template(CLOSING_REQUEST).rstrip().replace("\n", "\n  ")
    return template("agents.md") + (f"- {request}\n" if ask else "")


def _has_inline_hooks(layout: Layout) -> bool:
    """Return whether Codex has its hooks in TOML: it wants them in one of two files only."""
    if (layout.root / ".codex" / "hooks.json").exists():
        return False
    with contextlib.suppress(MemError, UnicodeDecodeError):
        lines = (_read(layout, ".codex/config.toml") or "").split("\n")
        return any(line.startswith("[") and line.lstrip("[ ").startswith("hooks") for line in lines)
    return False


def _instructions(layout: Layout, *, take: bool) -> tuple[str, ...]:
    """AGENTS.md, which most agents read; CLAUDE.md where that is the one there is."""
    names = ("AGENTS.md", "CLAUDE.md")
    if take:
        return names
    there = [name for name in names if (layout.root / name).exists()]
    return (there[0] if there else names[0],)


def _change(layout: Layout, agent: str, name: str, part: Part, *, take: bool) -> SettingsChange:
    old = _read(layout, name)
    if take:
        new = old if old is None else part.take(old, name)
        if new is None and old is not None and not _may_delete(layout, name, part):
            new = ""
        return SettingsChange(agent, name, old, new)
    missing = part.lacks(old, name)
    renewed = missing or isinstance(part, JsonHooks | TomlHooks)  # the first version's commands
    return SettingsChange(agent, name, old, part.put(old, name) if renewed else old, missing)


def _may_delete(layout: Layout, name: str, part: Part) -> bool:
    """Return whether an empty file is deleted: one that existed before us stays."""
    record = _record(layout)
    is_block = isinstance(part, MarkdownBlock | TomlHooks)
    return record is None or name in record["files"] or not is_block


def _read(layout: Layout, name: str) -> str | None:
    data = read_bytes(layout.root / name, layout.tree, name=name)
    if data is None:
        return None
    if name.endswith(".md"):
        return data.decode("utf-8", "surrogateescape")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError("is not UTF-8", where=name) from None


def hook_findings(place: Workspace, on_path: Callable[[str], object]) -> tuple[Finding, ...]:
    """Return a finding for each settings file that has some of our hooks and lacks others.

    One more where hooks are there and `on_path` does not find `mem`. Files that cannot be read
    are skipped; what was never installed is no fault.
    """
    findings: list[Finding] = []
    installed: list[str] = []
    for agent in (name for name in NAMES if name != GIT):
        try:
            lacking = {change.name: change for change in plan(place, [agent]).changes}
            ours = plan(place, [agent], take=True).changes
        except MemError:
            continue
        for change in ours:
            wanted = lacking.get(change.name)
            if change.new == change.old:
                continue
            installed += [change.name] if agent != BLOCK else []
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
    place: Workspace, changes: Iterable[SettingsChange]
) -> tuple[tuple[SettingsChange, ...], list[MemError]]:
    """Carry the changes out; those made, and what went wrong with the others."""
    layout = place.memory().layout
    made: list[SettingsChange] = []
    errors: list[MemError] = []
    for change in changes:
        if change.new == change.old:
            continue
        try:
            if change.new is None:
                _delete(layout, change)
            else:
                _write(layout, change)
            made.append(change)
        except MemError as error:
            errors.append(error)
    _forget(layout, {change.agent for change in made if change.new is None or not change.missing})
    return tuple(made), errors


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")


def _write(layout: Layout, change: SettingsChange) -> None:
    path = layout.root / change.name
    new = _new_directories(layout, path)
    make_directory(path.parent, layout.tree, name=change.name)
    files = [change.name] if change.old is None else []
    # Noted before it is done, or what a crash leaves in between would stay when we are taken out.
    _note(layout, {"agents": [change.agent], "files": files, "directories": new})
    data = _bytes(change.new) or b""
    replace(path, layout.tree, data, expected=_bytes(change.old), name=change.name, is_locked=False)


def _new_directories(layout: Layout, path: Path) -> list[str]:
    """Return those above the file that are not there, outermost first, relative to the root."""
    above = [p for p in path.parents if p.is_relative_to(layout.root) and not p.exists()]
    return [p.relative_to(layout.root).as_posix() for p in reversed(above)]


def _delete(layout: Layout, change: SettingsChange) -> None:
    path = layout.root / change.name
    if read_bytes(path, layout.tree, name=change.name) != _bytes(change.old):
        raise MemError("was saved by somebody else meanwhile", where=change.name, hint="try again")
    try:
        path.unlink()
    except OSError as fault:
        raise MemError(
            f"cannot be deleted: {(fault.strerror or str(fault)).lower()}", where=change.name
        ) from None


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
    gone = set(agents)
    left = [name for name in reversed(record["directories"]) if not _taken_away(layout, name)]
    _save(
        layout,
        {
            "agents": [agent for agent in record["agents"] if agent not in gone],
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
