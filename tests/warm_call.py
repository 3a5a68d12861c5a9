"""What stands for `mem` on a PATH: asks the warm process of `tests.warm` to run the call.

It starts without `site`, and imports little. Streams that are closed or a terminal, and
whatever else only a start of its own gives, get the installed script.
"""

from __future__ import annotations

import array
import marshal
import os
import signal
import socket
import sys
from typing import NoReturn


def main(place: str, script: str, start: dict[str, str], prefixes: tuple[str, ...]) -> NoReturn:
    """Be a call of `mem`, by the warm process that listens there if it can serve this one."""
    words = [script, *sys.argv[1:]]
    try:
        status = _asked(place, words) if _can_serve(start, prefixes) else None
    except OSError:
        status = None
    if status is None:
        os.execv(script, words)
    told = bytearray(os.read(status, 64))
    child = int(told.split()[0])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: os.kill(child, number))
    while chunk := os.read(status, 64):
        told += chunk
    code = int(told.split()[1])
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _can_serve(start: dict[str, str], prefixes: tuple[str, ...]) -> bool:
    here = {
        name: value
        for name, value in os.environ.items()
        if (name.startswith(prefixes) or name in start) and name != "PYTHONUNBUFFERED"
    }
    return here == start and not any(map(os.isatty, range(3)))


def _asked(place: str, words: list[str]) -> int:
    """Send the call and the standard streams; return what the child's status is read from."""
    for number in range(3):
        os.fstat(number)
    mask = os.umask(0o077)
    os.umask(mask)
    request = {"words": words, "folder": os.getcwd(), "umask": mask, "streams": True}  # noqa: PTH109
    data = marshal.dumps({**request, "environment": dict(os.environ)})
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.connect(place)
    read, write = os.pipe()
    rights = array.array("i", [0, 1, 2, write]).tobytes()
    ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
    server.sendmsg([len(data).to_bytes(4, "big")], ancillary)
    server.sendall(data)
    server.close()
    os.close(write)
    return read
