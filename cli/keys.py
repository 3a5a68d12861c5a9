"""Single keys of a person at a terminal, without Enter."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_CONTROL_D = "\x04"
_WITHIN = frozenset(bytes((n,)) for n in b"[O;0123456789")  # a sequence that goes on


def are_typed() -> bool:
    """Return whether a person sits at a terminal, to type and to read."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def single_keys(*, whole_lines: bool = False) -> Iterator[None]:
    """Take each key at once, unechoed; with `whole_lines`, as before, for an editor in between."""
    if os.name == "nt":
        yield
        return
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now: list[Any] = [*before]
    flags = termios.ICANON | termios.ECHO
    now[3] = before[3] | flags if whole_lines else before[3] & ~flags
    termios.tcsetattr(terminal, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def read_key(known: str, *, others: bool = False) -> str:
    """Return the next of these keys, in lower case; "q" where the terminal is at its end.

    With `others` any key will do. Raises KeyboardInterrupt at Ctrl-C.
    """
    while True:
        key = _next().lower()
        if key in ("", _CONTROL_D):
            return "q"
        if key in known or others:
            return key


def _next() -> str:
    if os.name == "nt":
        import msvcrt

        return str(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]
    terminal = sys.stdin.fileno()
    key = os.read(terminal, 1)
    if key == b"\x1b":  # an arrow and the like: one key of several bytes, which is none of ours
        import select

        while select.select([terminal], [], [], 0.01)[0] and os.read(terminal, 1) in _WITHIN:
            pass
    return key.decode("ascii", "replace")
