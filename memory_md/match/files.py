"""How a path that somebody named fits a file: equal, the end of it, a glob, a folder, its name."""

from typing import Literal

from ..base.globs import path_matches

Fit = Literal["equal", "suffix", "glob", "folder", "name", ""]


def fit(named: str, path: str) -> Fit:
    """Return how `named` fits the path of a file; paths are relative to the root.

        equal    src/auth.py, ./src/auth.py
        suffix   auth/jwt.py for src/auth/jwt.py, and the other way: whole parts, two at least
        glob     src/**/*.py, *.py, {a,b}.md
        folder   src/auth/, src/auth for all that lies below
        name     auth.py for src/auth.py

    A name fits any file of that name: the caller looks whether it is the only one.
    """
    named, path = _plain(named), _plain(path)
    if not named or not path:
        return ""
    if named.rstrip("/") == path.rstrip("/"):
        return "equal"
    if any(sign in named for sign in "*?[{"):
        return "glob" if path_matches(path, named) else ""
    if named.endswith("/") or path.startswith(f"{named}/"):
        is_below = f"/{named.rstrip('/')}/" in f"/{path}"
        return "folder" if "/" in named and is_below else ""
    longer, shorter = (path, named) if len(path) > len(named) else (named, path)
    if not longer.endswith(f"/{shorter}"):
        return ""
    return "suffix" if "/" in shorter else "name"


def _plain(path: str) -> str:
    path = path.replace("\\", "/").strip()
    while path.startswith("./"):
        path = path[2:]
    return path
