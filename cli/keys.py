"""Single keys of a person at a terminal, without Enter."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_CONTROL_C, _CONTROL_D, _CONTROL_Z = "\x03", "\x04", "\x1a"
_FUNCTION_KEYS = ("\x00", "\xe0")  # what Windows sends before the key's own character
_WITHIN = frozenset(bytes((n,)) for n in b"[O;0123456789")  # a sequence that goes on


def are_typed() -> bool:
    """Return whether a person sits at a terminal, to type and to read."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def single_keys(*, whole_lines: bool = False) -> Iterator[None]:
    """Take each key at once, unechoed; with `whole_lines`, as before, for an editor in between."""
    if sys.platform == "win32":
        yield
    else:
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
    if sys.platform == "win32":
        import msvcrt

        char = msvcrt.getwch()
        while char in _FUNCTION_KEYS:  # an arrow and the like, of two characters, is none of ours
            msvcrt.getwch()
            char = msvcrt.getwch()
        if char == _CONTROL_C:
            raise KeyboardInterrupt
        key = _CONTROL_D if char == _CONTROL_Z else char
    else:
        terminal = sys.stdin.fileno()
        byte = os.read(terminal, 1)
        if byte == b"\x1b":  # an arrow and the like: one key of several bytes, none of ours
            import select

            while select.select([terminal], [], [], 0.01)[0] and os.read(terminal, 1) in _WITHIN:
                pass
        key = byte.decode("ascii", "replace")
    return key
