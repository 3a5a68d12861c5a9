"""A server on this machine that speaks Anthropic's Messages API, and misbehaves as it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Move = Callable[["Handler"], None]


@dataclass
class Script:
    """What the server does, one move a request, the last again and again; and what it got."""

    moves: list[Move]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    url: str = ""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        script = self.script
        script.requests.append(json.loads(body))
        script.headers.append({name.lower(): value for name, value in self.headers.items()})
        script.paths.append(self.path)
        move = script.moves[min(len(script.requests), len(script.moves)) - 1]
        move(self)

    def give(self, status: int, body: object, **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def says(text: str, stop: str = "end_turn") -> Move:
    """An answer of one block of text."""
    return lambda handler: handler.give(
        200,
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": handler.script.requests[-1]["model"],
            "content": [{"type": "text", "text": text}] if text else [],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 9, "output_tokens": 9},
        },
    )


def fails(status: int, message: str = "no", **headers: str) -> Move:
    error = {"type": "error", "error": {"type": "some_error", "message": message}}
    return lambda handler: handler.give(status, error, **headers)


def cuts(handler: Handler) -> None:
    """Promise more than is sent, and hang up."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"id": "msg_1", "content": [{"type": "te')
    handler.close_connection = True


def hangs(handler: Handler) -> None:
    handler.script.over.wait(20)
    handler.close_connection = True


def trickles(handler: Handler) -> None:
    """A byte now and then, so that no single read takes long."""
    handler.send_response(200)
    handler.send_header("content-length", "5000")
    handler.end_headers()
    while not handler.script.over.wait(0.05):
        try:
            handler.wfile.write(b" ")
        except OSError:
            break
    handler.close_connection = True


@contextmanager
def serving(*moves: Move) -> Iterator[Script]:
    """Such a server for the time of the block."""
    script = Script(list(moves))
    kind = type("Bound", (Handler,), {"script": script})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.daemon_threads = True
    server.block_on_close = False
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield script
    finally:
        script.over.set()
        server.shutdown()
        server.server_close()
