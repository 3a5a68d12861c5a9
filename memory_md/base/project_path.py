"""Paths as agents name them in a session, made relative to the root of the memory."""

from __future__ import annotations

from typing import Final

from .regex import regex

_DRIVE: Final = regex(r"[A-Za-z]:/")
_OWN_FILES: Final = frozenset({"learnings.md", "relationships.json"})


def project_path(path: str, *, cwd: str = "", root: str = "") -> str | None:
    """The path relative to the root or the session's directory; None if it is not the project's.

    Slashes go forward; scratch files, an agent's own folders and the memory's files are no work.
    """
    path, cwd, root = _slashes(path), _slashes(cwd).rstrip("/"), _slashes(root).rstrip("/")
    if not path or "\n" in path:
        return None
    absolute = path.startswith("/") or _DRIVE.match(path) is not None
    if absolute:
        base = next((base for base in (root, cwd) if base and _under(path, base)), None)
        if base is None:
            return None
        path = path[len(base) + 1 :]
    elif path.startswith("~"):
        return None
    elif root and cwd != root and _under(cwd, root):
        path = f"{cwd[len(root) + 1 :]}/{path}"
    path = _normal(path)
    if not path or path.startswith("../"):
        return None
    parts = path.split("/")
    if parts[-1] in _OWN_FILES or parts[0] in {".mem", ".git"}:
        return None
    return path


def _slashes(path: str) -> str:
    path = path.strip()
    return path if "/" in path and not _DRIVE.match(path) else path.replace("\\", "/")


def _under(path: str, base: str) -> bool:
    if _DRIVE.match(path):
        return path.casefold().startswith(base.casefold() + "/")
    return path.startswith(base + "/")


def _normal(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
