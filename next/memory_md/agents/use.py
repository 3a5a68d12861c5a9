"""What a tool did, as the payload of a hook tells: the files it read or edited, what failed."""

import os

from .payload import text_of
from .table import FAILURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from .payload import Call

_PATHS = ("file_path", "filePath", "absolute_path", "path", "notebook_path", "target_file")
_READERS = frozenset(("cat", "head", "tail", "less", "nl", "bat", "sed"))
_PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")
_SETTLING = frozenset(
    ("askuserquestion", "askuser", "requestuserinput", "question", "exitplanmode", "planexit")
)
_EDITING = ("edit", "write", "replace", "patch", "create", "str_replace")
_MOST_PATHS = 8
_LONGEST_COMMAND = 10_000


class Use:
    """One use of a tool: `paths` are absolute, `error` is "" where it did not fail.

    `settles`: the person chose an answer or approved a plan.
    """

    __slots__ = ("command", "edits", "error", "paths", "settles")

    def __init__(self, call: "Call") -> None:
        payload = call.payload
        name = text_of(payload, "tool_name", "toolName")
        given = _object(payload.get("tool_input", payload.get("toolArgs")))
        folder = next(iter(call.folders), "")
        self.command = _command(given)[:_LONGEST_COMMAND]
        is_patch = "*** Begin Patch" in self.command
        self.edits = is_patch or any(word in name.lower() for word in _EDITING)
        self.settles = name.replace("_", "").lower() in _SETTLING
        found = [text_of(given, *_PATHS)]
        if is_patch:
            found += _patched(self.command)
            self.command = ""
        elif any(word in self.command for word in _READERS):
            found += _read_by(self.command)
        inside = [os.path.join(folder, os.path.expanduser(one)) for one in found if one]
        self.paths = [one for one in dict.fromkeys(inside) if os.path.isfile(one)][:_MOST_PATHS]
        self.error = ""
        if self.command and not self.settles:
            self.error = _error(payload, is_failure=call.moment == FAILURE)


def _object(value: "Any") -> "Mapping[str, Any]":
    if isinstance(value, str):
        import json

        try:
            value = json.loads(value)
        except ValueError:
            return {}
    return value if isinstance(value, dict) else {}


def _command(given: "Mapping[str, Any]") -> str:
    value = next((given[key] for key in ("command", "cmd", "input") if given.get(key)), "")
    if isinstance(value, list):
        value = value[-1] if len(value) == 3 and value[1] in ("-c", "-lc") else " ".join(value)
    return value if isinstance(value, str) else ""


def _patched(patch: str) -> "Iterator[str]":
    for line in patch.split("\n"):
        for mark in _PATCHED:
            if line.startswith(mark):
                yield line.removeprefix(mark).strip()


def _read_by(command: str) -> "Iterator[str]":
    """Yield what a shell command may read: `cat`, `head`, `sed -n` and their kin with files."""
    import shlex

    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    reader = ""
    try:
        for word in lexer:
            if set(word) <= set("();<>|&"):
                reader = ""
            elif not reader:
                reader = word if word in _READERS else "-"
            elif reader != "-" and not word.startswith("-"):
                yield word
    except ValueError:  # a quotation mark that is not closed
        return


def _error(payload: "Mapping[str, Any]", *, is_failure: bool) -> str:
    """Return what a command printed where it failed, "" where it did not."""
    value = payload.get("tool_response", payload.get("tool_result", payload.get("toolResult")))
    texts = list(_texts(value))
    text = "\n".join(texts)
    if is_failure:
        return text_of(payload, "error") or text or "failed"
    if not is_failed(value, text):
        return ""
    return text or "failed"


def is_failed(value: "Any", text: str) -> bool:
    """Return whether a result says that the command failed."""
    if isinstance(value, dict):
        code = value.get("exit_code", value.get("exitCode"))
        if isinstance(code, int):
            return code != 0
        if value.get("is_error") is True or value.get("isError") is True:
            return True
    if "xit" not in text:
        return False
    import re

    found = re.search(r"\bexit(?:ed with)?(?: code|_code)?[\"']?[: ]+(-?\d+)", text, re.IGNORECASE)
    return bool(found) and found[1] != "0" if found else False


def _texts(value: "Any", depth: int = 4) -> "Iterator[str]":
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, depth - 1)
