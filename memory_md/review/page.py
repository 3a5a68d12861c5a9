"""`mem page`: all that a memory holds, as one HTML file to look at, without network.

The template has the style and the script; its content security policy allows those two, by their
hashes, and nothing else. The data stands in it as JSON, and the script writes it as text only.
"""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, RefusedError
from ..diary.index import list_rows
from ..files.database import Database
from ..files.layout import make_local
from ..files.reading import read_bytes
from ..files.replacing import replace
from ..memory.memory import Memory
from ..memory.opening import person_database
from ..memory.show import entry_json, evidence_json
from ..memory.shown import contradicted_pairs, withheld
from ..recall.stale import stale
from ..safety.private import clean
from ..safety.sanitize import without_invisible
from .inbox import waiting

Json = dict[str, Any]

PAGE_NAME: Final = ".mem/local/page.html"
# A file that begins otherwise is not replaced: it is somebody's.
_MARK: Final = b"<!doctype html>\n<!-- mem page -->\n"
_PLACE: Final = re.compile("@(DATA|POLICY)@")
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_UNSAFE: Final = re.compile("[<>&\x7f-\x9f\u2028\u2029]")
_EDGE_KEYS: Final = ("type", "source", "target", "label", "entry", "createdAt")
_MOST_CALLS: Final = 500


def write_page(memory: Memory, output: Path | None) -> Path:
    """Write the page to `output`, or into the folder of this machine; return where.

    Raises RefusedError for a file that is no such page, MemError if it cannot be written.
    """
    place = memory.opened.place
    if output is None:
        make_local(place)
        path, tree, name = place.local / "page.html", place.local_tree, PAGE_NAME
    else:
        path, name = output.absolute(), str(output)
        tree = path.parent
    before = read_bytes(path, tree, name=name)
    if before and output and not before.replace(b"\r\n", b"\n").startswith(_MARK):
        hint = "name another file, or delete this one"
        raise RefusedError("is no page of ours, so it is not replaced", where=name, hint=hint)
    data = render(page_data(memory)).encode("utf-8", "replace")
    replace(path, tree, data, expected=before, name=name)
    return path


def render(data: Json) -> str:
    """Return the HTML of a page; no character of the data can end the element it stands in."""
    template = files("memory_md.templates").joinpath("page.html").read_text(encoding="utf-8")
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    values = {
        "DATA": _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text),
        "POLICY": "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src {_hashes(_STYLE, template)}; script-src {_hashes(_SCRIPT, template)}",
    }
    return _PLACE.sub(lambda found: values[found[1]], template)


def _hashes(element: re.Pattern[str], template: str) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in element.findall(template))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def page_data(memory: Memory) -> Json:
    """Return what the page shows: texts without secrets and without what cannot be seen."""
    hidden = {**stale(memory), **withheld(memory)}
    archived = sorted(memory.archived_entries(), key=lambda one: one.standing.last, reverse=True)
    data = {
        "name": memory.opened.place.root.name,
        "at": memory.opened.now,
        "entries": [
            {**entry_json(memory, entry), "hidden": hidden.get(entry.id, "")}
            for entry in memory.listed()
        ],
        "removed": [entry_json(memory, entry) for entry in archived],
        "evidence": {
            id_: [evidence_json(line) for line in memory.evidence_of(id_)]
            for id_ in (*memory.entries, *(entry.id for entry in archived))
        },
        "waiting": waiting(memory),
        "pairs": [[one.id, other.id] for one, other in contradicted_pairs(memory)],
        "sessions": _rows(memory.database, "sessions", "task", "at", "format", "title", "bytes"),
        "edges": list(_edges(memory, hidden)),
        "diary": _diary(memory),
        "calls": _calls(memory),
    }
    shown: Json = _mapped(data, cache(lambda text: without_invisible(clean(text))))
    return shown


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with each text changed, without what is empty."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    if isinstance(value, dict):
        kept = {name: one for name, one in value.items() if one not in ("", [], None, False)}
        return {name: _mapped(one, change) for name, one in kept.items()}
    return value


def _rows(database: Database, table: str, *names: str) -> list[Json]:
    """Return the rows of a table, the newest first."""
    rows = database.rows(f"SELECT {', '.join(names)} FROM {table} ORDER BY at DESC, task")
    return [dict(zip(names, row, strict=True)) for row in rows]


def _edges(memory: Memory, hidden: dict[str, str]) -> Iterator[Json]:
    """Yield the edges of which the entry, where they follow one, is shown; the newest first."""
    for edge in reversed(memory.edges.edges):
        id_ = str(edge.get("entry", ""))
        if not id_ or (id_ in memory.entries and id_ not in hidden):
            yield {key: str(edge.get(key, "")) for key in _EDGE_KEYS}


def _diary(memory: Memory) -> list[Json]:
    """Return the rows of the diary, the newest first."""
    try:
        return list_rows(memory.opened)[::-1]
    except MemError:  # no plain file: doctor says so
        return []


def _calls(memory: Memory) -> list[Json]:
    """Return the calls of the person's model about sessions of this memory, the newest first."""
    tasks = {line.task for lines in memory.log.entries.values() for line in lines}
    tasks.update(row[0] for row in memory.database.rows("SELECT task FROM sessions"))
    with person_database(memory.opened.now) as database:
        calls = _rows(database, "model_calls", "at", "name", "task", "tokens")
    return [call for call in calls if call["task"] in tasks][:_MOST_CALLS]
