"""`mem merge-driver`: git's three-way merge of one file of the memory.

Git gives three files of a moment and the path they are versions of; the result replaces the second.
Whatever goes wrong leaves that file as it is.
"""

import json
from pathlib import Path
from typing import Any

from ..base.errors import UnreadableError
from ..files.reading import read_bytes
from ..files.replacing import replace
from ..git.merging import merged_lines
from ..memory import edges
from ..memory.disk import decoded, encoded
from ..memory.splices import ARCHIVE, LEARNINGS
from .entries import merged_entries


def merge_file(folder: Path, base: str, ours: str, theirs: str, path: str) -> int:
    """Merge into the file `ours`, and return how many conflicts are marked in it.

    The names are relative to `folder`; `path` says which file of a memory it is. Raises MemError
    where nothing could be merged.
    """
    texts = [decoded(_version(folder / name)) or "" for name in (base, ours, theirs)]
    text, conflicts = merged(path, *texts)
    if text != texts[1]:
        file = folder / ours
        data, old = encoded(text) or b"", encoded(texts[1])
        replace(file, file.parent, data, expected=old, name=file.name)
    return conflicts


def _version(path: Path) -> bytes:
    if str(path) in {"/dev/null", "nul"}:
        return b""
    data = read_bytes(path, path.parent, name=path.name)
    if data is None:
        raise UnreadableError("is not there", where=path.name, hint="git calls this command itself")
    return data


def merged(path: str, base: str, ours: str, theirs: str) -> tuple[str, int]:
    """Return the merged text of a file of a memory, and how many conflicts are marked in it."""
    name = path.replace("\\", "/").rpartition("/")[2]
    if name.endswith(".json"):
        text = _merged_edges(name, base, ours, theirs)
        return merged_lines(base, ours, theirs) if text is None else (text, 0)
    if name == "index.md":
        return _merged_rows(base, ours, theirs)
    title = ARCHIVE if path.endswith(".mem/archive.md") else LEARNINGS
    return merged_entries(base, ours, theirs, title)


def _merged_rows(base: str, ours: str, theirs: str) -> tuple[str, int]:
    """Merge a diary's index: where both sides only added rows of the table, all of them stay."""
    text, conflicts = merged_lines(base, ours, theirs)
    if not conflicts:
        return text, 0
    known = set(base.split("\n"))
    new = [line for side in (ours, theirs) for line in side.split("\n") if line not in known]
    kept = all(known <= set(side.split("\n")) for side in (ours, theirs))
    if kept and all(line.startswith("|") for line in new):
        return merged_lines(base, ours, theirs, both=True)
    return text, conflicts


def _merged_edges(name: str, base: str, ours: str, theirs: str) -> str | None:
    """Return the edges of both sides without what either took out; None if one is no such file."""
    files = [edges.parse(text, name) for text in (base, ours, theirs)]
    if any(file.problems for file in files):
        return None
    known, left, right = ({_key(edge): edge for edge in file.edges} for file in files)
    found = {}
    for key in left | right:
        sides = [side[key] for side in (left, right) if key in side]
        changed = [edge for edge in sides if edge != known.get(key)]
        if changed or len(sides) == 2:  # else one side took it out
            found[key] = max(changed or sides, key=_age)
    merged_file = edges.EdgeFile(tuple(found.values()), files[1].wrapper)
    return edges.render(merged_file, ours)


def _key(edge: edges.Edge) -> tuple[str, ...]:
    return tuple(str(edge.get(part, "")) for part in ("type", "source", "target", "label"))


def _age(edge: edges.Edge) -> tuple[str, str]:
    value: dict[str, Any] = dict(edge)
    return str(value.get("createdAt", "")), json.dumps(value, sort_keys=True)
