"""The tools that tell what the memory holds: `mem_context`, `mem_search`, `mem_why`.

A model names files of the work tree and no others.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from ...base.errors import NotFoundError, RefusedError
from ...files import resolve
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...recall.actions.context import context as chosen
from ...recall.actions.context import written
from ...recall.actions.search import SearchResult, find
from ...recall.actions.shapes import result_json, why_json
from ...recall.actions.why import why as history
from ...recall.text.formats import to_dict
from ...safety.instructions.detect import instructs_reader
from ...safety.sanitize import clean_line
from .answer import Answer, harmless, harmless_json

_EVENTS: Final = 20
_RECEIPTS: Final = 5

Given = Mapping[str, Any]


def context(place: Workspace, shown: set[str], given: Given) -> Answer:
    """The block for a prompt; its JSON only where it is asked for.

    Clients put the JSON before the model in place of the text, and a budget is for all of it.
    """
    repo = place.find()
    if repo is None:
        return Answer("There is no memory here: nothing has been remembered yet.")
    wanted = {name: given[name] for name in ("query", "budget", "max_chars") if name in given}
    if "spec" in given:
        wanted["spec"] = str(_file_in(repo, place, given["spec"]))
    if "files" in given:
        wanted["files"] = [_name_in(repo, place, name) for name in given["files"]]
    block, warnings = chosen(place, **wanted)
    shown.update(line.id for line in block.lines if line.id)
    text = written(block, "md") or "The memory has nothing to say here.\n"
    return Answer(text, to_dict(block) if given.get("explain") else None, warnings=warnings)


def _file_in(repo: Repo, place: Workspace, name: str) -> Path:
    """The file of the work tree with that name, relative to the root or the working directory."""
    for path in _paths_in(repo, place, name):
        with contextlib.suppress(OSError):  # a name that no file can have
            if path.is_file():
                return path
    raise NotFoundError(
        "there is no such file in the work tree",
        where=name[:200],
        hint="name it relative to the root of the repository",
    )


def _name_in(repo: Repo, place: Workspace, name: str) -> str:
    """The name, where it is of something in the work tree, be it there or not."""
    if not any(_paths_in(repo, place, name)):
        raise RefusedError(
            "is not in the work tree",
            where=name[:200],
            hint="name it relative to the root of the repository",
        )
    return name


def _paths_in(repo: Repo, place: Workspace, name: str) -> Iterator[Path]:
    """What a name may stand for in the work tree, links followed, outside of .git."""
    for folder in (repo.layout.root, place.cwd):
        with contextlib.suppress(RefusedError):
            yield resolve(folder / name, repo.layout.tree, name)


def search(place: Workspace, shown: set[str], given: Given) -> Answer:
    """Results, best first; those that give orders to their reader are only counted."""
    found = find(place, given["query"], limit=given.get("limit", 10))
    kept = [result for result in found.results if not _orders(result)]
    shown.update(result.id for result in kept if result.id and not result.archived)
    data: dict[str, Any] = {
        "version": 1,
        "results": [harmless_json(result_json(result)) for result in kept],
    }
    lines = [f"{number}. {_told(result)}" for number, result in enumerate(kept, 1)]
    if held := len(found.results) - len(kept):
        data["held_back"] = held
        lines.append(f"held back: {held}, since they give orders to their reader")
    return Answer("\n".join(lines) or "nothing found", data, warnings=found.warnings)


def _orders(result: SearchResult) -> bool:
    note = result.archived.note if result.archived else ""
    parts = (result.text, result.heading, result.label, result.id, result.path, note)
    return any(map(instructs_reader, parts)) or bool(
        instructs_reader(f"{result.heading} {result.label} {result.text}")
    )


def _told(result: SearchResult) -> str:
    """A line: the ID, what it is, where it stands, and the text."""
    sort = result.label or result.kind
    if result.archived:
        sort += f", archived ({result.archived.reason} {result.archived.on})"
    about = [result.id, sort, f"{result.path}:{result.line}", result.heading]
    return f"[{' | '.join(clean_line(one) for one in about if one)}] {clean_line(result.text)}"


def why(place: Workspace, shown: set[str], given: Given) -> Answer:
    """The story of one entry; of its events and receipts the last ones."""
    found = history(place, given["id"])
    found = replace(found, events=found.events[-_EVENTS:], receipts=found.receipts[-_RECEIPTS:])
    item = found.item
    said = harmless(item.entry.headline)
    data = {"version": 1, **harmless_json(why_json(found))}
    if said.startswith("(held back"):
        data["entry"] |= {"text": said, "qualifier": ""}
    elif not item.entry.archived:
        shown.add(item.entry.id)
    lines = [f"{item.entry.id}  {said}", f"{clean_line(item.path)}:{item.line}"]
    for heading, told in found.story:
        if told:
            lines += ["", heading, *_indented(told)]
    return Answer("\n".join(lines), data, warnings=found.warnings)


def _indented(told: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for when, words in told:
        day = f"{when}  " if when else ""
        yield f"  {day}{harmless(words)}"
