"""What an agent loads by itself when a conversation begins, so that a hook need not repeat it.

Each agent has files of instructions in the work tree, from the working directory upwards, and among
the person's settings; rules for some files only are not loaded at the start. `@path` in a file of
Claude Code or Gemini CLI takes in another one, five deep at most. Nothing of them is shown.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from ...base.identity import identity_form
from ...base.regex import regex
from ...extract.rules.blocks import blocks
from ...extract.rules.labels import split_label
from ...extract.rules.sentences import sentences
from ...markdown.front_matter import read_front_matter
from ...recall.model.block import AgentFiles

_MOST_BYTES: Final = 256_000
_MOST_FILES: Final = 60
_DEEPEST: Final = 5
_IMPORT: Final = regex(r"(?<![\w`@/])@((?:~/|\.{0,2}/)?[\w.-][\w./ -]*?\.(?:md|mdc|txt))\b")
_CODE: Final = regex(r"`[^`\n]*`|^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


class _Files(Struct, frozen=True):
    """What one agent loads: names in each folder up to the top, the first of each group alone.

    `rules` are folders of rules in the work tree, `personal` paths in the home folder.
    """

    names: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()
    imports: bool = False


LOADED_FILES: Final = {
    "claude-code": _Files(
        (("CLAUDE.md",), (".claude/CLAUDE.md",), ("CLAUDE.local.md",)),
        (".claude/rules",),
        (".claude/CLAUDE.md", ".claude/rules"),
        imports=True,
    ),
    "codex": _Files((("AGENTS.override.md", "AGENTS.md"),), (), (".codex/AGENTS.md",)),
    "gemini": _Files((("GEMINI.md",),), (), (".gemini/GEMINI.md",), imports=True),
    "qwen": _Files((("QWEN.md",), ("AGENTS.md",)), (), (".qwen/QWEN.md",), imports=True),
    "cursor": _Files((("AGENTS.md",), (".cursorrules",)), (".cursor/rules",)),
    "copilot": _Files((("AGENTS.md",), (".github/copilot-instructions.md",))),
    "opencode": _Files((("AGENTS.md", "CLAUDE.md"),), (), (".config/opencode/AGENTS.md",)),
}


def loaded_by(agent: str, folder: Path, tree: Path) -> AgentFiles:
    """Return what the agent loads by itself when it starts in a folder of the work tree."""
    agent_files = LOADED_FILES.get(agent)
    if agent_files is None:
        return AgentFiles()
    found: dict[Path, str] = {}
    with contextlib.suppress(OSError, RuntimeError):
        home = Path.home()
        real = folder.resolve()
        for path in _paths(agent_files, real, tree, home):
            _read(path, (tree, home), found, _DEEPEST if agent_files.imports else 0)
    names = [path.relative_to(tree).as_posix() for path in found if path.is_relative_to(tree)]
    forms = [form for text in found.values() for form in _forms(text)]
    return AgentFiles(frozenset(names), tuple(forms))


def _paths(agent_files: _Files, folder: Path, tree: Path, home: Path) -> Iterator[Path]:
    above = [one for one in (folder, *folder.parents) if one.is_relative_to(tree)] or [folder]
    for one in above:
        for group in agent_files.names:
            there = (one / name for name in group)
            yield from [path for path in there if path.is_file()][:1]
        for name in agent_files.rules:
            yield from _rules(one / name)
    for name in agent_files.personal:
        yield from _rules(home / name) if (home / name).is_dir() else (home / name,)


def _rules(folder: Path) -> Iterator[Path]:
    return (path for end in ("*.md", "*.mdc") for path in sorted(folder.rglob(end)))


def _read(path: Path, within: tuple[Path, ...], found: dict[Path, str], depth: int) -> None:
    """Add the text of a file, and of those that it imports; only what lies `within`."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        real = path.resolve()
        is_ours = any(real.is_relative_to(folder) for folder in within)
        if real in found or not is_ours or not real.is_file() or len(found) >= _MOST_FILES:
            return
        with real.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
        if "rules" in real.parent.parts and not _is_always_loaded(text, real.suffix):
            return
        found[real] = text
        for name in _IMPORT.findall(_CODE.sub(" ", text)) if depth else ():
            _read(real.parent / Path(name).expanduser(), within, found, depth - 1)


def _is_always_loaded(text: str, suffix: str) -> bool:
    """Return whether a rule is for all files: Cursor's say so, those of others say otherwise."""
    front = read_front_matter(text)
    if suffix == ".mdc":
        return front is not None and front.string("alwaysApply").casefold() == "true"
    return front is None or front.get("paths", "globs") is None


def _forms(text: str) -> Iterator[str]:
    for block in blocks(text):
        words = " ".join(block.cells) if block.kind == "row" else block.text
        parts = (words, split_label(words).rest, *sentences(words))
        yield from filter(None, map(identity_form, dict.fromkeys(parts)))
