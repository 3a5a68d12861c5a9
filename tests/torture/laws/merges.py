"""The law of a merge: nobody loses a line."""

from __future__ import annotations

from memory_md.base.errors import BugError, MemError
from memory_md.base.settings import Settings
from memory_md.memory.disk.repo import decode

BLANK = " \t\r\f\v\ufeff"


def merge_law(data: bytes) -> None:
    """Three texts out of one: the lines that only one of them has are marked by how they end."""
    from memory_md.merge.text.merge_files import file_kind, merge_texts

    text = decode(data, "learnings.md")
    sides = [[], [], []]  # type: list[list[str]]
    for number, line in enumerate(text.split("\n")):
        chance = (number * 2654435761 + len(line) * 40503) >> 7 & 15
        for index, side in enumerate(sides):
            if chance < 10 or chance - 10 == index or chance - 13 in (index, index + 1):
                side.append(line)
    base, ours, theirs = ("\n".join(side) for side in sides)
    settings = Settings()
    for path in ("learnings.md", "relationships.json", "ai/diary/index.md", "x.jsonl", "x.txt"):
        kind = file_kind(path, settings.paths, (base, ours, theirs))
        try:
            merged = merge_texts(kind, (base, ours, theirs), settings, _hunk_merge)
        except BugError:
            raise
        except MemError:
            continue
        if kind in ("edges", "calls"):
            continue
        said = {line.strip(BLANK) for line in merged.text.split("\n")}
        known = set(base.split("\n"))
        for line in (*ours.split("\n"), *theirs.split("\n")):
            if line not in known and "mem:" not in line and kind != "diary":
                assert line.strip(BLANK) in said | {""}, f"lost {line!r}"


def _hunk_merge(base: str, ours: str, theirs: str, size: int) -> str:
    """What `git merge-file` could say of three texts: all of it is one conflict."""
    parts = [part + "\n" * bool(part and not part.endswith("\n")) for part in (ours, base, theirs)]
    return (
        f"{'<' * size} ours\n{parts[0]}{'|' * size} base\n{parts[1]}{'=' * size}\n"
        f"{parts[2]}{'>' * size} theirs\n"
    )
