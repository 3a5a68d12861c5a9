"""`mem search`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..options import AsJson, Own, argument, option
from ..output import note, on_terminal, say, say_fields, show_json, show_marked, warn
from ..progress import progress

if TYPE_CHECKING:
    from memory_md.recall.actions.search import SearchResult

_MOST: Final = 10


_Folder = Annotated[str | None, option("--in DIR", "A folder of Markdown files, not the memory.")]
_Limit = Annotated[
    int | None, option("--limit N", "The number of results; 10, or what fits the screen.", min=1)
]


def search(
    ctx: typer.Context,
    query: Annotated[list[str], argument("QUERY...", "Words, or a question.")],
    folder: _Folder = None,
    limit: _Limit = None,
    archived: Annotated[bool, option("--archived", "Also what was removed.")] = False,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """Find words in the memory and in earlier sessions.

    It looks into entries, archive, edges, diary and what was said on this machine, of the nearest
    memory, those above it and your own. What was removed is only found with --archived. A text that
    no context shows, because it gives orders to its reader or would do harm, is marked. There are
    no operators, and a match need not contain all words. Of a folder it shows the best match of
    each file first. In a pipe it prints a line for each match: file and line, kind, ID, heading and
    text, separated by tabs.

    \b
    Examples:
      $ mem search token refresh
      $ mem search "why do we not use localStorage?" --limit 3
      $ mem search --in docs "how are releases made"
    """
    from memory_md.recall.actions.json_shapes import result_json
    from memory_md.recall.actions.search import find

    with progress("files") as tell:
        found = find(
            ctx.obj.on(is_own=own),
            " ".join(query),
            folder=Path(folder) if folder is not None else None,
            limit=limit or _default_limit(as_json),
            archived=archived,
            tell=tell,
        )
    warn(found.warnings)
    if as_json:
        show_json({"results": [result_json(result) for result in found.results]})
        return
    for number, result in enumerate(found.results):
        where = f"{Path(folder or '', result.path).as_posix()}:{result.line}"
        if on_terminal():
            if number:
                say("")
            _show(result, where)
        else:
            fields = (where, _kind(result), result.id, result.heading, result.text)
            say_fields(" ".join(field.split()) for field in fields)
    if not found.results:
        note("nothing found")


def _default_limit(as_json: bool) -> int:
    """Ten; on a terminal as many as it has room for, five lines each."""
    if as_json or not on_terminal():
        return _MOST
    import shutil

    return min(_MOST, max(3, (shutil.get_terminal_size().lines - 2) // 5))


def _show(result: SearchResult, where: str) -> None:
    parts = [result.id, result.label or ("" if result.kind == "section" else result.kind)]
    if result.archived:
        parts.append(f"{result.archived.reason} {result.archived.on}")
    if result.held_back:
        parts.append(f"held back: it {result.held_back}")
    parts.append(result.heading)
    show_marked(where, "  ".join(one for one in parts if one), result.text, result.marks)


def _kind(result: SearchResult) -> str:
    marks = [result.archived.reason] if result.archived else []
    marks += [f"held back: it {result.held_back}"] if result.held_back else []
    return f"{result.kind} ({'; '.join(marks)})" if marks else result.kind
