"""`.mem/callgraph.json`, read as one snapshot and changed in one locked transaction.

Beside it `.mem/local/callgraph.json` holds the ledger of the tasks that this machine has seen. It
is never in git, even if the graph is (`callgraph.share`): a task lowers edges only in the clone
where it ran, and the merge of two branches adds up their changes. So each task counts once.
"""

import contextlib
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct, field
from msgspec.json import encode

from ... import files
from ...base.errors import MemError, UnreadableError
from ...files.layout import CALL_GRAPH, IGNORE, Layout
from ...files.local_folder import load_local
from ...files.replacing import retried
from ...git.tracked import tracked_files
from ...memory.disk import journal
from ...memory.disk.repo import Repo, in_style_of
from .. import text as call_edges
from ..model.graph import CallEdge, Ledger
from ..rules.healing import within_limits

_HIDDEN: Final = b"callgraph.json"  # the line of .mem/.gitignore
_LEDGER: Final = "callgraph.json"  # in the local folder
_MEND: Final = "correct it in an editor, take it from git, or delete it and scan again"
# Both are on the line of a call that no task has confirmed.
_UNSHOWN: Final = (b'"source": "ast"', b'"times_confirmed": 0,')
Result = TypeVar("Result")


class GraphSnapshot(Struct, frozen=True):
    """The graph and its ledger at one moment; `data` is None where there is no file."""

    edges: tuple[CallEdge, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    around: Mapping[str, Any] = field(default_factory=dict)
    data: bytes | None = None


class GraphChange(Struct, frozen=True):
    """What a transaction writes; None leaves a file alone. `events` go to the log.

    With `create` the file is made even where there is no edge to put into it.
    """

    edges: tuple[CallEdge, ...] | None = None
    ledger: Ledger | None = None
    events: tuple[Mapping[str, Any], ...] = ()
    create: bool = False


def exists(layout: Layout) -> bool:
    """Return whether there is a file; True if that is unknown, so that reading shows the error."""
    try:
        return (layout.root / CALL_GRAPH).exists()
    except OSError:
        return True


def load(layout: Layout) -> GraphSnapshot:
    """Read the graph; never waits for a lock. Raises UnreadableError or RefusedError."""
    data = files.read_settled(layout.root / CALL_GRAPH, layout.tree, name=CALL_GRAPH)
    parsed = _parsed(data)
    edges = tuple(call_edges.edge_of(edge) for edge in parsed.edges)
    ledger = load_local(layout, _LEDGER, Ledger) or Ledger()
    return GraphSnapshot(edges, ledger, parsed.around or {}, data)


def evidence_of(layout: Layout, paths: Collection[str], *, untold: bool = False) -> list[CallEdge]:
    """Return edges of these files' functions that tasks have shown, without reading all others.

    With `untold` also those that no task has shown. Raises UnreadableError or RefusedError.
    """
    data = files.read_bytes(layout.root / CALL_GRAPH, layout.tree, name=CALL_GRAPH) or b""
    # What the id of a function of such a file begins with, in either spelling of JSON.
    starts = [json.dumps(f"{path}::", ensure_ascii=a)[:-1] for path in paths for a in (True, False)]
    signs = [start.encode("utf-8", "surrogatepass") for start in starts]
    lines = [line.rstrip(b"\r,") for line in data.split(b"\n") if line.strip()][1:-1]
    shown = (line for line in lines if untold or not all(sign in line for sign in _UNSHOWN))
    if lines and all(line.startswith(b'{"caller": "') for line in lines):
        chosen = [line for line in shown if any(sign in line for sign in signs)]
        with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return [call_edges.edge_of(json.loads(line)) for line in chosen]
    return [call_edges.edge_of(edge) for edge in _parsed(data).edges]


def _parsed(data: bytes | None) -> call_edges.CallEdges:
    try:
        text = (data or b"").decode("utf-8")
    except UnicodeDecodeError as fault:
        line = (data or b"").count(b"\n", 0, fault.start) + 1
        where = f"{CALL_GRAPH}:{line}"
        raise UnreadableError("is not UTF-8", where=where, hint=_MEND) from None
    try:
        return call_edges.parse(text, CALL_GRAPH)
    except MemError as fault:
        fault.hint = fault.hint or _MEND
        raise


def transact(repo: Repo, compute: Callable[[GraphSnapshot], tuple[GraphChange, Result]]) -> Result:
    """Under the lock: compute a change from what the files say, write it, give its result.

    `compute` may run several times, so it must have no effects of its own. What is written is
    within the bounds of the settings and sorted.
    """
    path, tree = repo.layout.root / CALL_GRAPH, repo.layout.tree

    def work() -> Result:
        calls = load(repo.layout)
        change, result = compute(calls)
        _write(repo, calls, change)
        return result

    with repo.writing():
        files.sweep((path,), tree)
        return retried(work)


def _write(repo: Repo, calls: GraphSnapshot, change: GraphChange) -> None:
    layout = repo.layout
    if change.edges is not None and (change.edges or calls.data is not None or change.create):
        edges = within_limits(change.edges, repo.settings.limits)
        if edges != calls.edges or calls.data is None:
            around = {"version": 1, **calls.around}
            text = call_edges.render([call_edges.as_json(edge) for edge in edges], around)
            data = in_style_of(text, calls.data).encode()
            path = layout.root / CALL_GRAPH
            _hide(layout, is_shared=repo.settings.callgraph.share)  # before it is there to be added
            files.replace(path, layout.tree, data, expected=calls.data, name=CALL_GRAPH)
    if change.ledger is not None and change.ledger != calls.ledger:
        path = layout.local / _LEDGER
        old = files.read_bytes(path, layout.tree, name=_LEDGER)
        data = encode(change.ledger, order="deterministic")
        files.replace(path, layout.tree, data, expected=old, name=_LEDGER)
    journal.record(layout, change.events)


def _hide(layout: Layout, *, is_shared: bool) -> None:
    """Keep the graph out of git, unless it is shared or git has it already."""
    path = layout.root / IGNORE
    old = files.read_bytes(path, layout.tree, name=IGNORE) or b""
    lines = old.split(b"\n")
    is_hidden = _HIDDEN in lines
    if is_hidden == (not is_shared) or (not is_shared and tracked_files(layout.root, CALL_GRAPH)):
        return
    rest = [line for line in lines if line and line != _HIDDEN]
    new = b"\n".join([*rest, b""] if is_shared else [*rest, _HIDDEN, b""])
    files.replace(path, layout.tree, new, expected=old, name=IGNORE)
