"""How Codex writes down what a tool gave back: JSON in a string, or a header above the output."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.regex import regex
from ..text.messages import plain_text
from .tools import Result

_HEADER: Final = regex(
    r"(?:Exit code: |Chunk ID: |Wall time: |Process (?:exited|running) with|Original token count)"
)
_CODE: Final = regex(r"^(?:Exit code: |Process exited with code )(-?\d{1,10})", re.MULTILINE)
_RUNNING: Final = regex(r"^Process running with session ID (\d{1,20})", re.MULTILINE)
_DENIED: Final = (
    "aborted by user", "rejected by user", "exec command rejected", "patch rejected",
    "command rejected",
)  # fmt: skip
_MAX_JSON: Final = 4_000_000


def parsed(arguments: object) -> object:
    """Arguments come as JSON in a string, as an object, or (a patch) as bare text."""
    if not isinstance(arguments, str) or not arguments.lstrip().startswith(("{", "[")):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def result_of(output: object) -> Result:
    """What a tool gave back, its exit code told apart from its text."""
    text, code = _told(output)
    error = None if code is None else code != 0
    if error is None and text[:200].lstrip().startswith("apply_patch verification failed"):
        error = True
    return Result(text, error, denied=text[:100].lstrip().casefold().startswith(_DENIED))


def running_session(output: object) -> str:
    """The session in which the command still runs, where the answer says that it does."""
    text = output if isinstance(output, str) else plain_text(output)
    match = _RUNNING.search(text[:400]) if _HEADER.match(text) else None
    return match[1] if match else ""


def changed_paths(changes: object) -> Iterator[str]:
    """The files that a patch wrote, by `{path: {type: …}}` or `{path: {add | update: …}}`."""
    for path, change in changes.items() if isinstance(changes, dict) else ():
        kind = change.get("type") if isinstance(change, dict) else change
        if kind == "delete" or (isinstance(change, dict) and "delete" in change):
            continue
        yield _moved_to(change) or path


def _moved_to(change: object) -> str:
    inner = change.get("update", change) if isinstance(change, dict) else None
    moved = inner.get("move_path") if isinstance(inner, dict) else None
    return moved if isinstance(moved, str) else ""


def _told(output: object) -> tuple[str, int | None]:
    if isinstance(output, str) and output.startswith("{") and len(output) <= _MAX_JSON:
        output = _object(output)
    if isinstance(output, dict):
        return _fields(output)
    return _headed(output if isinstance(output, str) else plain_text(output))


def _object(text: str) -> object:
    """The object that a JSON text holds if it is a result; any other text is output as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    known = isinstance(value, dict) and ("output" in value or "metadata" in value)
    return value if known else text


def _fields(output: dict[str, Any]) -> tuple[str, int | None]:
    metadata = output.get("metadata")
    holder = metadata if isinstance(metadata, dict) else output
    code = next((holder[key] for key in ("exit_code", "exitCode") if key in holder), None)
    if code is None and isinstance(output.get("success"), bool):
        code = 0 if output["success"] else 1
    texts = (output.get(key) for key in ("output", "content", "stdout", "stderr"))
    text = "\n".join(plain_text(text) for text in texts if text)
    if code is None:
        return _headed(text)
    return text, code if isinstance(code, int) else None


def _headed(text: str) -> tuple[str, int | None]:
    """The text below a header such as `Exit code: 0`, `Wall time: …`, `Output:`, and the code."""
    if not _HEADER.match(text):
        return text, None
    head, mark, _ = text[:1000].partition("\nOutput:")
    match = _CODE.search(head)
    below = text[len(head) + len(mark) :].removeprefix("\n") if mark else text
    return below, int(match[1]) if match else None
