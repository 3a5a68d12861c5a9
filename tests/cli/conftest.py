"""What tests of commands look at: the files of a repository, before and after."""

from __future__ import annotations

from pathlib import Path

Tree = dict[str, bytes | str]


def tree_of(root: Path, *, local: bool = False) -> Tree:
    """Every file under a root with its bytes (links: where they lead), without `.git`.

    What lies in `.mem/local` is left out unless `local`.
    """
    found: Tree = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith(".git/") or (name.startswith(".mem/local") and not local):
            continue
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def left_over(root: Path) -> list[str]:
    """Temporary files that somebody forgot."""
    return [path.name for path in root.rglob("*") if "mem-tmp" in path.name]
