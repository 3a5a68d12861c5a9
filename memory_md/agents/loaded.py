"""What an agent loads by itself when it starts, so that a hook need not repeat it.

An agent reads its files of instructions in the work tree, from its folder upwards, and the person's
own; rules for some files only are not loaded at the start. "@path" in a file of some agents takes
in another one, five deep at most.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .table import AGENTS, Agent

_MOST_BYTES: Final = 256_000
_MOST_FILES: Final = 60
_DEEPEST: Final = 5
_IMPORT: Final = re.compile(r"(?<![\w`@/])@((?:~/|\.{0,2}/)?[\w.-][\w./-]*\.(?:md|mdc|txt))\b")
# In the front matter of a rule that is not loaded at the start.
_FOR_FILES: Final = re.compile(r"\A---\n(?:(?!---).*\n)*?(?:paths|globs): *\S")


def loaded_text(agent: str, folder: Path, tree: Path) -> str:
    """Return the texts that the agent loads when it starts in a folder of the work tree."""
    known = AGENTS[agent]
    found: dict[Path, str] = {}
    with contextlib.suppress(OSError, RuntimeError):
        home = Path.home()
        for path in _paths(known, folder.resolve(), tree, home):
            _read(path, (tree, home), found, _DEEPEST if known.imports else 0)
    return "\n\n".join(found.values())


def _paths(agent: Agent, folder: Path, tree: Path, home: Path) -> Iterator[Path]:
    above = [one for one in (folder, *folder.parents) if one.is_relative_to(tree)] or [folder]
    for one in above:
        for group in agent.names:
            yield from [one / name for name in group if (one / name).is_file()][:1]
        for name in agent.rules:
            yield from _rules(one / name)
    for name in agent.personal:
        yield from _rules(home / name) if (home / name).is_dir() else (home / name,)


def _rules(folder: Path) -> Iterator[Path]:
    return (path for end in ("*.md", "*.mdc") for path in sorted(folder.rglob(end)))


def _read(path: Path, within: tuple[Path, ...], found: dict[Path, str], depth: int) -> None:
    """Add the text of a file, and of those that it imports; only what lies `within`."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        real = path.resolve()
        is_inside = any(real.is_relative_to(folder) for folder in within)
        if real in found or not is_inside or not real.is_file() or len(found) >= _MOST_FILES:
            return
        with real.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
        is_for_all = "alwaysApply: true" in text or not _FOR_FILES.match(text)
        if "rules" in real.parent.parts and not is_for_all:
            return
        found[real] = text
        for name in _IMPORT.findall(text) if depth else ():
            _read(real.parent / Path(name).expanduser(), within, found, depth - 1)
