"""`mem mcp`: the memory as five tools for any agent that speaks MCP, on the SDK's `MCPServer`.

The caller is an agent: what it adds or approves is an agent's evidence, and it removes nothing.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from ..base.errors import MemError, NotFoundError
from ..memory import changes, show
from ..memory.memory import Memory
from ..memory.model import FIRST, Candidate
from ..memory.opening import Opened, person_root
from ..memory.writing import changing
from ..recall.context import Task, context
from ..recall.layers import layers_of
from ..review import inbox
from ..safety.sanitize import without_invisible
from ..sessions.search import search

_CALLER = "MCP"
Result = dict[str, Any]


class Tools:
    """The tools; `opened` opens the memory as it is at each call."""

    def __init__(self, opened: Callable[[], Opened]) -> None:
        self._opened = opened

    def mem_context(self, query: str = "", files: list[str] | None = None, budget: int = 0) -> str:
        """What to know before a task: `query` says what it is, `files` which it will touch."""
        opened = self._opened()
        task, layers = Task(query, tuple(files or ())), layers_of(opened, person_root())
        return context(opened, task, budget=budget, fence=True, layers=layers).text

    def mem_search(self, query: str, limit: int = 10) -> Result:
        """Search entries, the archive, relationships and what was said in sessions."""
        return self._read(lambda memory: {"results": search(memory, query, max(limit, 1))})

    def mem_add(self, text: str, category: str = "", paths: list[str] | None = None) -> Result:
        """Remember one line that stands alone; `category` is decision, gotcha, convention, …."""
        kind = changes.kind_named(category) if category else "note"
        candidate = Candidate(kind, text, paths=tuple(paths or ()), who="agent", conf=FIRST)
        return changing(self._opened(), "mcp add", lambda memory: changes.add(memory, candidate))

    def mem_review(
        self, approve: list[str] | None = None, reject: list[str] | None = None
    ) -> Result:
        """List what waits for a decision; with IDs, keep or drop it."""
        if not approve and not reject:
            return self._read(lambda memory: {"candidates": inbox.waiting(memory)})

        def decide(memory: Memory) -> Result:
            kept = [inbox.approve(memory, id_, agent=_CALLER) for id_ in approve or []]
            dropped = [inbox.reject(memory, id_, agent=_CALLER) for id_ in reject or []]
            return {"decided": kept + dropped}

        return changing(self._opened(), "mcp review", decide)

    def mem_show(self, id: str) -> Result:  # noqa: A002 - what an agent fills in
        """Show an entry, the words that it rests on, and what moved it."""
        return self._read(lambda memory: show.show_entry(memory, id))

    def _read(self, work: Callable[[Memory], Result]) -> Result:
        opened = self._opened()
        with opened.database() as database:
            return work(Memory.read(opened, database))


def answering(tool: Callable[..., Any]) -> Callable[..., str]:
    """Return a tool that answers in text without invisible characters, and says what is wrong."""

    @wraps(tool)
    def called(*args: Any, **named: Any) -> str:
        try:
            value = tool(*args, **named)
        except MemError as fault:
            value = {"error": str(fault), "hint": fault.hint}
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return "\n".join(map(without_invisible, text.split("\n")))

    called.__annotations__ = {**tool.__annotations__, "return": str}
    return called


def serve(opened: Callable[[], Opened]) -> None:
    """Serve until standard input ends. Raises NotFoundError where the SDK is not installed."""
    try:
        from mcp.server import MCPServer
    except ImportError:
        hint = "pip install 'memory-md[mcp]'"
        raise NotFoundError("the MCP SDK is not installed", hint=hint) from None
    server = MCPServer("mem", instructions="What earlier sessions learned about this repository.")
    tools = Tools(opened)
    for name in ("mem_context", "mem_search", "mem_add", "mem_review", "mem_show"):
        server.add_tool(answering(getattr(tools, name)), structured_output=False)
    server.run("stdio")
