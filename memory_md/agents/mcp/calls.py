"""What each tool of the MCP server does, and what it returns: text and JSON that give no orders.

Clients put one of the two before the model, many the JSON alone. So both are data on single lines,
and a text that addresses its reader as instructions stands in neither. A model names files of the
work tree and no others. What it states is evidence: nothing here makes an entry a person's, pins it
or reads another file.
"""

import contextlib
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import MemError, NotFoundError, RefusedError
from ...extract.actions.extract import extract
from ...extract.actions.stated import state
from ...extract.model import Extraction, Outcome
from ...files import resolve
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...memory.model.entry import REVIVABLE, headline
from ...recall.actions.context import block_output, context
from ...recall.actions.json_shapes import extraction_json, result_json, why_json
from ...recall.actions.search import SearchResult, find
from ...recall.actions.why import why
from ...recall.text.formats import to_dict
from ...safety.instructions.orders import unsafe
from ...safety.printable_text import without_secrets
from ...safety.sanitize import clean_line

_STDIN: Final = "-"  # the path of a source; at the beginning of a line it would be a list's mark
_EVENTS: Final = 20
_RECEIPTS: Final = 5

Given = Mapping[str, Any]


class McpSession(Struct):
    """One client, from its start to its end. `shown` are IDs of entries that it has seen."""

    token: str
    shown: set[str] = field(default_factory=set)

    def task(self, place: Workspace) -> str:
        """Return the task ID for what is learned now; a client that stays for days has several."""
        return f"mcp-{place.today:%y%m%d}-{self.token}"


class ToolResult(Struct, frozen=True):
    """The text, the JSON where there is one, whether it failed, and warnings for a person."""

    text: str
    data: Mapping[str, Any] | None = None
    is_error: bool = False
    warnings: tuple[str, ...] = ()


def failure(fault: MemError) -> ToolResult:
    """Return what is wrong and what to do, a line each."""
    lines = [f"mem: {harmless(str(fault))}"]
    if fault.hint:
        lines.append(f"hint: {harmless(fault.hint)}")
    return ToolResult("\n".join(lines), is_error=True)


def harmless(text: str) -> str:
    """Return the text as a line that opens nothing, or why it is held back."""
    reason = unsafe(text)
    return f"(held back: it {reason})" if reason else without_secrets(clean_line(text))


def harmless_json(value: Any) -> Any:
    """Return a JSON value of which every text, keys included, is harmless."""
    if isinstance(value, str):
        return value if value == _STDIN else harmless(value)
    if isinstance(value, Mapping):
        return {harmless(str(key)): harmless_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [harmless_json(each) for each in value]
    return value


# -- the tools -----------------------------------------------------------------------------------


def mem_context(place: Workspace, session: McpSession, given: Given) -> ToolResult:
    """Return the block for a prompt; its JSON only where it is asked for.

    Clients put the JSON before the model in place of the text, and a budget is for all of it.
    """
    repo = place.find()
    if repo is None:
        return ToolResult("There is no memory here: nothing has been remembered yet.")
    wanted = {name: value for name, value in given.items() if name != "explain"}
    if "spec" in given:
        wanted["spec"] = str(_file_in(repo, place, given["spec"]))
    if "files" in given:
        wanted["files"] = [_name_in(repo, place, name) for name in given["files"]]
    block, warnings = context(place, **{**wanted, "fence": True})
    session.shown.update(line.id for line in block.lines if line.id)
    text = block_output(block, "md") or "The memory has nothing to say here.\n"
    return ToolResult(text, to_dict(block) if given.get("explain") else None, warnings=warnings)


def _file_in(repo: Repo, place: Workspace, name: str) -> Path:
    """Return the file of that name, relative to the root or the working directory."""
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
    """Return the name, where it is of something in the work tree, be it there or not."""
    if not any(_paths_in(repo, place, name)):
        raise RefusedError(
            "is not in the work tree",
            where=name[:200],
            hint="name it relative to the root of the repository",
        )
    return name


def _paths_in(repo: Repo, place: Workspace, name: str) -> Iterator[Path]:
    """Yield what a name may stand for in the work tree, links followed, outside of .git."""
    for folder in (repo.layout.root, place.cwd):
        with contextlib.suppress(RefusedError):
            yield resolve(folder / name, repo.layout.tree, name)


def mem_search(place: Workspace, session: McpSession, given: Given) -> ToolResult:
    """Results, best first; those that give orders to their reader are only counted."""
    found = find(place, given["query"], limit=given.get("limit", 10))
    kept = [result for result in found.results if not result.held_back]
    session.shown.update(result.id for result in kept if result.id and not result.archived)
    data: dict[str, Any] = {
        "version": 1,
        "results": [harmless_json(result_json(result)) for result in kept],
    }
    lines = [f"{number}. {_search_line(result)}" for number, result in enumerate(kept, 1)]
    if withheld := len(found.results) - len(kept):
        data["held_back"] = withheld
        lines.append(f"held back: {withheld}, since they give orders to their reader")
    return ToolResult("\n".join(lines) or "nothing found", data, warnings=found.warnings)


def _search_line(result: SearchResult) -> str:
    """Return a line: the ID, what it is, where it stands, and the text."""
    sort = result.label or result.kind
    if result.archived:
        sort += f", archived ({result.archived.reason} {result.archived.on})"
    about = [result.id, sort, f"{result.path}:{result.line}", result.heading]
    return f"[{' | '.join(clean_line(one) for one in about if one)}] {clean_line(result.text)}"


def mem_why(place: Workspace, session: McpSession, given: Given) -> ToolResult:
    """Return the story of one entry; of its events and receipts the last ones."""
    found = why(place, given["id"])
    left = found.item.entry.archived
    if left is not None and left.reason not in REVIVABLE:
        raise NotFoundError(
            f"{given['id']} was {left.reason}",
            hint="a person can see it: mem why ID, in a terminal",
        )
    found = replace(found, events=found.events[-_EVENTS:], receipts=found.receipts[-_RECEIPTS:])
    item = found.item
    shown = harmless(item.entry.headline)
    data = {"version": 1, **harmless_json(why_json(found))}
    if shown.startswith("(held back"):
        data["entry"] |= {"text": shown, "qualifier": ""}
    elif not item.entry.archived:
        session.shown.add(item.entry.id)
    lines = [f"{item.entry.id}  {shown}", f"{clean_line(item.path)}:{item.line}"]
    for heading, rows in found.story:
        if rows:
            lines += ["", heading]
            lines += [f"  {when}{'  ' if when else ''}{harmless(words)}" for when, words in rows]
    return ToolResult("\n".join(lines), data, warnings=found.warnings)


def mem_add(place: Workspace, session: McpSession, given: Given) -> ToolResult:
    """Return what became of the one fact."""
    result = state(
        place,
        given["text"],
        task=session.task(place),
        category=given.get("category"),
        qualifier=given.get("qualifier", ""),
        contradicts=given.get("contradicts", ""),
        shown=session.shown,
    )
    return _extraction_result(result)


def mem_extract(place: Workspace, session: McpSession, given: Given) -> ToolResult:
    """Return what became of each thing that the text says."""
    is_dry = given.get("dry_run", False)
    result, errors = extract(
        place,
        ["-"],
        session=given.get("session", session.task(place)),
        min_confidence=given.get("min_confidence"),
        dry_run=is_dry,
        stdin=io.BytesIO(given["text"].encode()),
    )
    if errors:
        raise errors[0]
    return _extraction_result(result, "dry run: nothing was kept" if is_dry else "")


def _extraction_result(result: Extraction, note: str = "") -> ToolResult:
    lines = [_outcome_line(item) for item in result.items] or ["nothing new worth keeping"]
    if left := len(result.evicted) + len(result.expired):
        lines.append(f"{left} of the least sure entries went into the archive")
    lines += [f"warning: {harmless(warning)}" for warning in result.warnings]
    if note:
        lines.append(note)
    data = {"version": 1, **harmless_json(extraction_json(result))}
    return ToolResult("\n".join(lines), data, warnings=result.warnings)


def _outcome_line(item: Outcome) -> str:
    text = harmless(headline(item.kind, item.qualifier, item.text))
    reason = f" ({harmless(item.reason)})" if item.reason else ""
    confidence = "" if item.action in {"skipped", "suppressed"} else f" {item.confidence:.2f}"
    return f"{item.action} {item.existing_id or item.id}{confidence}: {text}{reason}"
