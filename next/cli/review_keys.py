"""`mem review` on a terminal: one thing at a time, decided with a key."""

import os
import sys
from typing import Any, Final

from memory_md.memory.memory import Memory
from memory_md.memory.opening import Opened
from memory_md.memory.writing import changing
from memory_md.review import inbox

from .editor import edited
from .output import printable

_KEYS: Final = "k keep, e edit, d drop, l later, q quit"


def review_by_keys(opened: Opened, items: list[dict[str, Any]]) -> None:
    """Show each item and carry out what its key says; what is left waits on."""
    for number, item in enumerate(items, 1):
        print(f"\n{number} of {len(items)}: {printable(item['text'])}")
        print(f"  {printable(item['kind'])}; waits: {printable(item['reason'])}")
        for proof in item["evidence"]:
            if "quote" in proof:
                print(f'  "{printable(proof["quote"])}"')
        for near in item["near"]:
            print(f"  {near['relation']}: {near['id']}")
        key = _asked()
        if key == "q":
            return
        _carry_out(opened, item, key)


def _asked() -> str:
    while True:
        key = _key(f"[{_KEYS}] ").lower()
        if key in {"\x03", "\x04"}:
            raise KeyboardInterrupt
        if key in "kedlq" and key:
            print(key)
            return key
        print("?")


def _carry_out(opened: Opened, item: dict[str, Any], key: str) -> None:
    def keep(memory: Memory, text: str = "") -> list[dict[str, Any]]:
        return inbox.approve(memory, [item["id"]], agent="", text=text)

    if key == "k":
        changing(opened, "review", keep)
    elif key == "e":
        text = " ".join(edited(f"{item['text']}\n").split())
        changing(opened, "review", lambda memory: keep(memory, text))
    elif key == "d":
        changing(opened, "review", lambda memory: inbox.reject(memory, [item["id"]], agent=""))


def _key(prompt: str) -> str:
    """Return one key from the terminal, without waiting for the end of a line."""
    if sys.platform == "win32":
        import msvcrt

        print(prompt, end="", flush=True)
        return msvcrt.getwch()
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # what was typed ahead stays
        print(prompt, end="", flush=True)
        return os.read(descriptor, 1).decode("ascii", "replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
