"""`mem install git-history`: git's hooks that let commit messages be read as they come.

A block of ours stands below the first line of `post-commit` and `post-merge`, where git looks for
hooks: `core.hooksPath`, for husky 9 the folder above its own. All else in the file is kept, and a
file that we made goes with our block. The block starts a program that nobody waits for.
"""

import os
import stat
from pathlib import Path
from typing import Final

from ..base.errors import MemError, NotFoundError, RefusedError
from ..base.regex import regex
from ..files import make_directory, read_bytes, replace
from ..files.layout import Layout
from ..git.head import head_of
from ..git.process import ask_git
from ..markdown.marked_block import HASH
from ..memory.actions.workspace import Workspace
from ..memory.disk.local import note_read_commit, read_commit
from .known import GIT_HISTORY
from .model import SettingsChange, encode_text

HOOK_NAMES: Final = ("post-commit", "post-merge")
_COMMAND: Final = "mem-md extract --git new >/dev/null 2>&1 </dev/null"
_BLOCK: Final = (
    f"{HASH.begin}\nif command -v mem-md >/dev/null 2>&1; then ( {_COMMAND} & ); fi\n{HASH.end}\n"
)
_OURS: Final = regex(rf"{HASH.begin}\n(?:(?!{HASH.end}).*\n){{0,9}}{HASH.end}\n?")
_SHEBANG: Final = "#!/bin/sh\n"
_SHELL: Final = regex(r"#!.*\b(?:sh|bash|dash|zsh|ksh)\b")


def hook_changes(place: Workspace, *, take: bool = False) -> list[SettingsChange]:
    """Return the files as they are and are to be; with `take` without our block.

    Raises MemError where there is no repository, and where one of them cannot hold the block.
    """
    folder = _folder(place)
    changes = []
    for path in (folder / name for name in HOOK_NAMES):
        old, new = _texts(path, take=take)
        missing = ("what reads new commits",) if new != old and not take else ()
        changes.append(SettingsChange(GIT_HISTORY, str(path), path, old, new, missing))
    return changes


def write_hook(layout: Layout, change: SettingsChange) -> None:
    """Write or delete one; what is new counts from the commit of the first time on."""
    if change.new is None:
        change.path.unlink(missing_ok=True)
        return
    head = head_of(layout.tree) if layout.local.parent.exists() else None
    if head and head.commit and not read_commit(layout):
        note_read_commit(layout, head.commit)
    path, folder = change.path, change.path.parent
    make_directory(folder, folder.parent, name=folder.name)
    old, data = encode_text(change.old), encode_text(change.new) or b""
    replace(path, folder, data, expected=old, name=path.name, is_locked=False)
    if change.old is None:
        path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


def _folder(place: Workspace) -> Path:
    """Return the folder of this repository's hooks. Raises MemError for one of all repositories."""
    layout = place.memory().layout
    answer = (ask_git(layout.root, ["rev-parse", "--git-path", "hooks"]) or "").rstrip("\n")
    if not answer:
        raise NotFoundError("git-history: there is no git repository here", hint="git init")
    folder = Path(os.path.normpath(layout.root / answer))
    if folder.name == "_" and folder.parent.name == ".husky":
        folder = folder.parent  # husky writes its own anew, which call these
    common = (ask_git(layout.root, ["rev-parse", "--git-common-dir"]) or ".git").rstrip("\n")
    owned = (layout.tree.resolve(), Path(layout.root, common).resolve())
    if not any(folder.resolve().is_relative_to(own) for own in owned):
        raise RefusedError(
            f"core.hooksPath is {folder}, which serves other repositories too",
            hint=f"add to post-commit and post-merge there: {_COMMAND} &",
        )
    return folder


def _texts(path: Path, *, take: bool) -> tuple[str | None, str | None]:
    """Return what a hook's file holds and is to hold; None: it is not there."""
    data = read_bytes(path, path.parent, name=path.name) if path.parent.is_dir() else None
    old = None if data is None else data.decode("utf-8", "surrogateescape")
    rest = _OURS.sub("", old or "")
    if take:
        # The first line alone is what we began the file with.
        mine = old is not None and rest in ("", _SHEBANG) and rest != old
        return old, None if mine else old if old is None else rest
    head, _, body = rest.partition("\n")
    if not rest:
        return old, _SHEBANG + _BLOCK
    husky = path.parent.name == ".husky"
    if not _SHELL.match(head) and not husky:
        raise MemError(
            f"{path.name} is not a shell script, so `mem` cannot add its line",
            where=str(path),
            hint=f"let it start: {_COMMAND}",
        )
    if not husky and os.name != "nt" and not os.access(path, os.X_OK):
        raise MemError(
            "is not executable, so git does not run it", where=str(path), hint=f"chmod +x {path}"
        )
    if not head.startswith("#!"):
        return old, _BLOCK + rest
    return old, f"{head}\n{_BLOCK}{body}"
