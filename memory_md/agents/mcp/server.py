"""The MCP server on standard input and output; the one module that imports the SDK.

It is the SDK's low-level server, which hands over what a client sent and sends what it is given:
schemas, checks and errors are ours, and no model is built from signatures. Standard output belongs
to the protocol: the SDK keeps it for itself while it serves. Calls run in threads, those that may
write one at a time; a call that has begun is finished, also when its client cancels it or leaves.
What was asked before the input ends is answered: a script may write all its calls and close it.
"""

import contextlib
import json
import os
import secrets
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from msgspec.structs import replace

from ... import __version__
from ...base.errors import MemError
from ...files.scratch import write_report
from ...memory.actions.workspace import Workspace
from .calls import McpSession, ToolResult, failure, harmless
from .tools import INSTRUCTIONS, TOOLS, Tool

_READERS: Final = 4  # calls that only read, at once
_LAST_ANSWERS: Final = 60.0  # seconds for what is still owed when the input has ended

Context = ServerRequestContext[Any, Any]


def serve(place: Callable[[], Workspace], tell: Callable[[str], None]) -> None:
    """Serve one client until it closes our standard input.

    `place` gives where and when a call acts; `tell` takes a line for the person, off the wire.
    """
    # A thread that waits for input cannot be interrupted. What is written is whole at any moment.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    try:
        anyio.run(_Serving(place, tell).run)
    except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        pass  # the client has gone


class _Serving:
    """One run of the server."""

    def __init__(self, place: Callable[[], Workspace], tell: Callable[[str], None]) -> None:
        self.place = place
        self.tell = tell
        self.session = McpSession(secrets.token_hex(4))

    async def run(self) -> None:
        self.reading = anyio.CapacityLimiter(_READERS)
        self.writing = anyio.CapacityLimiter(1)
        server: Server[Any] = Server(
            "mem",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
        )
        # The SDK turns the descriptor away from the wire, but what `print` holds back would come
        # out when that ends.
        async with stdio_server() as (incoming, outgoing):
            with contextlib.redirect_stdout(sys.stderr):
                owed = _Owed()
                asked_in, asked = anyio.create_memory_object_stream[SessionMessage | Exception]()
                answered, answers = anyio.create_memory_object_stream[SessionMessage]()
                async with anyio.create_task_group() as relays:
                    relays.start_soon(owed.relay_requests, incoming, asked_in)
                    relays.start_soon(owed.relay_answers, answers, outgoing)
                    await server.run(asked, answered, server.create_initialization_options())

    async def list_tools(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_describe_tool(tool) for tool in TOOLS.values()])

    async def call_tool(
        self, _context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            known = ", ".join(TOOLS)
            raise MCPError(
                types.INVALID_PARAMS, f"no such tool: {params.name[:80]!r}; there are: {known}"
            )
        answer = await anyio.to_thread.run_sync(
            partial(self.answer, tool, params.arguments),
            limiter=self.reading if tool.only_reads else self.writing,
        )
        for warning in answer.warnings:
            self.tell(f"mem: warning: {' '.join(warning.split())}")
        return types.CallToolResult(
            content=[types.TextContent(text=answer.text)],
            structured_content=answer.data,
            is_error=answer.is_error,
        )

    def answer(self, tool: Tool, given: dict[str, Any] | None) -> ToolResult:
        """Return the result of the tool; an error is a result, too, so that the server goes on."""
        try:
            return tool.call(replace(self.place(), by_agent=True), self.session, given)
        except MemError as fault:
            return failure(fault)
        except Exception as fault:  # noqa: BLE001 - our bug must not end the session
            return self.bug(tool, fault)

    def bug(self, tool: Tool, fault: Exception) -> ToolResult:
        report = f"mem {__version__}, {tool.name}\n{traceback.format_exc()}"
        path = write_report(report)
        message = f"this is a bug in mem: {type(fault).__name__}: {str(fault)[:200]}"
        self.tell(f"mem: {tool.name}: {' '.join(message.split())}")
        hint = f"please report it with {path}" if path else "please report it"
        self.tell(f"hint: {hint}")
        return ToolResult(f"mem: {harmless(message)}\nhint: {hint}", is_error=True)


class _Owed:
    """The requests that came and have no answer yet."""

    def __init__(self) -> None:
        self.ids: set[types.RequestId] = set()
        self.paid = anyio.Event()

    async def relay_requests(self, stream: Any, to: Any) -> None:
        """Hand on what came, and the end of it only when all is answered.

        The SDK breaks off what it is still working on as soon as its input ends.
        """
        async with to:
            async for came in stream:
                told = _readable(came) if isinstance(came, ValueError) else came
                if isinstance(told, SessionMessage):
                    self.came(told.message)
                await to.send(told)
            await self.settled()

    async def relay_answers(self, stream: Any, to: Any) -> None:
        """Hand on what is sent, and note the answers."""
        async with to:
            async for sent in stream:
                await to.send(sent)
                if isinstance(sent.message, types.JSONRPCResponse | types.JSONRPCError):
                    self.forgive(sent.message.id)

    def came(self, message: types.JSONRPCMessage) -> None:
        if isinstance(message, types.JSONRPCRequest):
            self.ids.add(message.id)
        elif getattr(message, "method", "") == "notifications/cancelled":
            # What its client cancels gets no answer.
            params = getattr(message, "params", None) or {}
            self.forgive(params.get("requestId"))

    def forgive(self, id_: Any) -> None:
        with contextlib.suppress(TypeError):  # a client may name anything
            self.ids.discard(id_)
        self.paid.set()

    async def settled(self) -> None:
        """Wait until nothing is owed any more, though not for ever."""
        with anyio.move_on_after(_LAST_ANSWERS):
            while self.ids:
                self.paid = anyio.Event()
                await self.paid.wait()


def _readable(fault: ValueError) -> SessionMessage | ValueError:
    """Return a message that was refused for half a surrogate pair without it, all else as it is.

    A client that cuts a text in the middle of a sign would wait for its answer without end.
    """
    with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError, RecursionError):
        line = fault.errors()[0]["input"]  # type: ignore[attr-defined]
        if "\\ud" in line.lower():
            whole = json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8", "replace")
            message = types.jsonrpc_message_adapter.validate_json(whole, by_name=False)
            return SessionMessage(message)
    return fault


def _describe_tool(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input,
        output_schema=tool.output,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )
