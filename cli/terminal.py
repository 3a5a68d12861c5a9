"""What a person does on a terminal: decide with a key, change a text in their editor."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import typer

from memory_md.base.errors import MemError
from memory_md.memory.opening import Opened
from memory_md.memory.writing import changing
from memory_md.review import inbox

from .output import printable


def review_by_keys(opened: Opened, items: list[dict[str, Any]]) -> None:
    """Show each item and carry out what its key says; what is left waits on."""
    for number, item in enumerate(items, 1):
        lines = [f"{number} of {len(items)}: {item['text']}"]
        lines.append(f"  {item['kind']}; waits: {item['reason']}")
        lines += [f'  "{proof["quote"]}"' for proof in item["evidence"] if "quote" in proof]
        lines += [f"  {near['relation']}: {near['id']}" for near in item["near"]]
        print("", *map(printable, lines), sep="\n")
        key = _asked()
        if key == "q":
            return
        if key != "l":
            _carry_out(opened, item, key)


def _asked() -> str:
    while True:
        print("[k keep, e edit, d drop, l later, q quit] ", end="", flush=True)
        key = typer.getchar().lower()
        if key in set("kedlq"):
            print(key)
            return key
        print("?")


def _carry_out(opened: Opened, item: dict[str, Any], key: str) -> None:
    id_, text = item["id"], edited(item["text"]) if key == "e" else ""
    if key == "d":
        changing(opened, "review", lambda memory: inbox.reject(memory, id_, agent=""))
    else:
        changing(opened, "review", lambda memory: inbox.approve(memory, id_, agent="", text=text))


def edited(text: str) -> str:
    """Return what a person made of a text in `$VISUAL` or `$EDITOR`. Raises MemError."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="mem-") as folder:
        path = Path(folder, "entry.md")
        path.write_text(f"{text}\n", encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(command), str(path)], check=False)
        except (OSError, ValueError) as fault:
            message = f"the editor {command!r} cannot be started: {fault}"
            raise MemError(message, hint="set EDITOR to one that is installed") from None
        if done.returncode:
            raise MemError("the editor failed, so nothing changed", hint="try again")
        return " ".join(path.read_text(encoding="utf-8", errors="replace").split())
