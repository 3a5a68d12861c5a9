"""What git does for merges: our driver, in a `.gitattributes` and the clone's config; lines merged.

And what git knows of a merge: the three versions of a file.

A line of `.gitattributes` is a pattern, in which `*`, `?`, `[` and the backslash are escaped by a
backslash, and which stands in quotes, as a C string, where it holds white space or a quote.
"""

import contextlib
import posixpath
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from ..base.errors import UnreadableError
from ..base.regex import regex
from ..files import write_scratch
from .diff import blobs_of
from .process import ask_git, run_git

_SECONDS: Final = 60.0
_MOST_CONFLICTS: Final = 127
_STAGES: Final = ("1", "2", "3")  # base, ours and theirs, as git numbers them
_LAST_COMMITS: Final = 30
DRIVER: Final = "merge.mem.driver"
_NAME: Final = "merge.mem.name", "memory of coding agents (mem)"
_GLOB: Final = regex(r"([\\*?\[])")


def attribute_lines(paths: Iterable[str]) -> str:
    """Return the lines that give our driver to these paths, relative to the file's folder."""
    return "\n".join(f"{_pattern(path)} merge=mem" for path in paths)


def _pattern(path: str) -> str:
    """Return the path as a pattern that matches only it, relative to the file's folder."""
    pattern = _GLOB.sub(r"\\\1", "/" + posixpath.normpath(path))
    if not re.search(r'[\s"]', pattern):
        return pattern
    escaped = pattern.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# -- the driver, and lines ----------------------------------------------------------------------


def line_merge(base: str, ours: str, theirs: str, size: int) -> str:
    """Merge three texts by `git merge-file --diff3`, conflicts marked by so many signs.

    Raises UnreadableError where git is missing or fails: a text is binary, or a minute has passed.
    """
    labels = [word for name in ("ours", "base", "theirs") for word in ("-L", name)]
    words = ["merge-file", "-p", "--diff3", f"--marker-size={size}", *labels]
    paths: list[Path] = []
    try:
        data = (text.encode("utf-8", "surrogateescape") for text in (ours, base, theirs))
        paths.extend(write_scratch(one, ".merge") for one in data)
        done = run_git(paths[0].parent, [*words, *map(str, paths)], seconds=_SECONDS)
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                path.unlink()
    if done is None or not 0 <= done.returncode <= _MOST_CONFLICTS:
        raise UnreadableError("git could not merge the lines", hint="git merges no binary files")
    return done.stdout.decode("utf-8", "surrogateescape")


def merge_versions(root: Path, paths: Collection[str]) -> dict[str, tuple[str, str, str]]:
    """Return base, ours and theirs of those files, relative to `root`, that both sides changed.

    Of the merge that goes on, else of the newest one among the last commits of HEAD.
    """
    found = _unmerged(root, paths)
    heads = _heads(root)
    base = (ask_git(root, ["merge-base", *heads]) or "").strip() if heads else ""
    sides = [_blobs(root, commit, paths) for commit in (base, *heads) if base]
    for path in paths:
        ids = [side.get(path, "") for side in sides]
        if path not in found and len({*ids}) == len(_STAGES) and all(ids[1:]):
            found[path] = ids
    texts = blobs_of(root, {id_ for ids in found.values() for id_ in ids if id_})
    both = {
        path: [texts.get(id_, b"").decode("utf-8", "surrogateescape") for id_ in ids]
        for path, ids in found.items()
    }
    return {path: (three[0], three[1], three[2]) for path, three in both.items()}


def _unmerged(root: Path, paths: Collection[str]) -> dict[str, list[str]]:
    """Return the blobs of the files that the index holds in three versions."""
    stages: dict[str, dict[str, str]] = {}
    for row in (ask_git(root, ["ls-files", "-u", "-z", "--", *paths]) or "").split("\0"):
        fields, _, path = row.partition("\t")
        if path:
            _, id_, stage = fields.split(" ")
            stages.setdefault(path, {})[stage] = id_
    both = {path: ids for path, ids in stages.items() if {"2", "3"} <= ids.keys()}
    return {path: [ids.get(stage, "") for stage in _STAGES] for path, ids in both.items()}


def _heads(root: Path) -> list[str]:
    other = ask_git(root, ["rev-parse", "-q", "--verify", "MERGE_HEAD"])
    if other:
        return ["HEAD", other.strip()]
    commits = ask_git(root, ["log", f"-{_LAST_COMMITS}", "--format=%P"]) or ""
    parents = (line.split(" ") for line in commits.splitlines())
    return next((two for two in parents if len(two) == len(_STAGES) - 1), [])


def _blobs(root: Path, commit: str, paths: Collection[str]) -> dict[str, str]:
    rows = (ask_git(root, ["ls-tree", "-z", commit, "--", *paths]) or "").split("\0")
    pairs = (row.partition("\t") for row in rows if row)
    return {path: fields.split(" ")[2] for fields, _, path in pairs}


def configured_driver(tree: Path) -> str | None:
    """Return the command that this clone runs for `merge=mem`, None if there is none."""
    return (ask_git(tree, ["config", "--get", DRIVER]) or "").strip("\n") or None


def configure_driver(tree: Path, command: str) -> bool:
    """Make that the command of this clone; whether git took it."""
    pairs = (_NAME, (DRIVER, command))
    return None not in [ask_git(tree, ["config", "--local", *pair]) for pair in pairs]


def forget_driver(tree: Path) -> bool:
    """Take the driver out of the config of this clone; whether it was there."""
    return ask_git(tree, ["config", "--local", "--remove-section", "merge.mem"]) is not None
