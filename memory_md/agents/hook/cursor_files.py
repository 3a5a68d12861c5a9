"""Where Cursor keeps the transcript of a conversation that its payload names without a path.

Its command line says nothing but the conversation's id. The file is
`~/.cursor/projects/SLUG/agent-transcripts/ID/ID.jsonl`, or `ID.jsonl` there. SLUG is the
workspace's path, with hyphens for all other characters than letters and digits. Versions differ in
how many hyphens they write and in the case of a drive's letter, and a long slug is cut and ends in
a hash. So slugs are compared, not made. Nothing outside of that folder is ever named. It runs at
the end of turns: it imports nothing.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PROJECTS = os.path.join("~", ".cursor", "projects")
_TRANSCRIPTS = "agent-transcripts"
_LONGEST_ID = 64
_SHORTEST_CUT = 40  # characters of a slug that must agree where the rest was cut
_HASH = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")


def find_transcript(conversation: str, folders: Iterable[str]) -> str:
    """Return the newest transcript of the conversation for these folders; else ""."""
    if not _is_id(conversation):
        return ""
    projects = os.path.expanduser(_PROJECTS)
    wanted = {slug for slug in map(_slug, folders) if slug}
    try:
        names = os.listdir(projects) if wanted else []
    except OSError:
        return ""
    file = f"{conversation}.jsonl"
    found: list[tuple[float, str]] = []
    for name in names:
        if any(_is_same(_slug(name), slug) for slug in wanted):
            folder = os.path.join(projects, name, _TRANSCRIPTS)
            paths = (os.path.join(folder, conversation, file), os.path.join(folder, file))
            found += [(_time_written(path), path) for path in paths if _is_inside(path, projects)]
    return max(found)[1] if found else ""


def _is_id(text: str) -> bool:
    """Return whether it can be a file's name and no way to another folder."""
    plain = text.replace("-", "").replace("_", "")
    return len(text) <= _LONGEST_ID and plain.isascii() and plain.isalnum()


def _slug(path: str) -> str:
    """Return the path's ASCII letters and digits in lower case, joined by hyphens."""
    kept = (char if char.isascii() and char.isalnum() else " " for char in path.casefold())
    return "-".join("".join(kept).split())


def _is_same(slug: str, wanted: str) -> bool:
    if slug == wanted:
        return True
    start, _, end = slug.rpartition("-")
    is_cut = len(start) >= _SHORTEST_CUT and len(end) >= 6 and _HASH.issuperset(end)
    return is_cut and wanted.startswith(start)


def _is_inside(path: str, folder: str) -> bool:
    """Return whether it is a file there, and no link leads out of the folder."""
    inside = os.path.join(os.path.realpath(folder), "")
    return os.path.isfile(path) and os.path.realpath(path).startswith(inside)


def _time_written(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        return 0.0
