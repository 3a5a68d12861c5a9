"""What a tool did, as the payload of a hook tells: the files it read or edited, what failed."""

import os
from binascii import crc32

from .payload import text_of
from .table import FAILURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .payload import Call

_PATHS = ("file_path", "filePath", "absolute_path", "path", "notebook_path", "target_file")
_READERS = frozenset(("cat", "head", "tail", "less", "nl", "bat", "sed"))
_PATCH = "*** Begin Patch"
_PATCHED = ("*** Update File: ", "*** Add File: ")
_SETTLING = ("askuserquestion", "askuser", "requestuserinput", "question", "exitplanmode")
_EDITING = ("edit", "write", "replace", "patch", "create")
_MOST_PATHS = 8
_LONGEST = 10_000  # characters of a command


class Use:
    """One use of a tool: `paths` are absolute, `error` is "" where it did not fail.

    `command` is a digest of what was run, which may hold a secret, "" where nothing was.
    `settles`: the person chose an answer or approved a plan.
    """

    __slots__ = ("command", "edits", "error", "paths", "settles")

    def __init__(self, call: "Call") -> None:
        payload = call.payload
        name = text_of(payload, "tool_name").lower()
        given = payload.get("tool_input")
        given = given if isinstance(given, dict) else {"command": given}
        command = text_of(given, "command", "cmd")[:_LONGEST]
        found = [text_of(given, *_PATHS)]
        is_patch = command.startswith(_PATCH)
        reads = any(word in command for word in _READERS)
        if is_patch or reads:
            found += _patched(command) if is_patch else _read_by(command)
        is_run = bool(command) and not is_patch
        self.command = f"{crc32(command.encode('utf-8', 'replace')):08x}" if is_run else ""
        self.edits = is_patch or any(word in name for word in _EDITING)
        self.settles = name.replace("_", "") in _SETTLING
        folder = next(iter(call.folders), "")
        inside = [os.path.join(folder, os.path.expanduser(one)) for one in found if one]
        self.paths = [one for one in dict.fromkeys(inside) if os.path.isfile(one)][:_MOST_PATHS]
        result = payload.get("tool_response", payload.get("tool_result"))
        self.error = ""
        if call.moment == FAILURE:
            self.error = text_of(payload, "error") or "failed"
        elif self.command:
            # Codex does not say how a command ended.
            self.error = _error(result, is_known=call.agent != "codex" or bool(self.paths))


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
    program = ""
    try:
        for word in lexer:
            if set(word) <= set("();<>|&"):
                program = ""
            elif not program:
                program = word
            elif program in _READERS and not word.startswith("-"):
                yield word
    except ValueError:  # a quotation mark that is not closed
        return


def _error(result: "Any", *, is_known: bool) -> str:
    """Return what a command printed where it failed, "" where it did not."""
    fields = result if isinstance(result, dict) else {"output": result}
    text = "\n".join(one for one in fields.values() if isinstance(one, str))
    code = fields.get("exit_code", fields.get("exitCode"))
    if not isinstance(code, int) and "xit" in text:
        import re

        said = re.findall(r"\bexit(?:ed with)?(?: code|_code)?:? +(-?\d+)", text, re.IGNORECASE)
        code = int(said[-1]) if said else None
    if code is None and not is_known and ("rror" in text or "FAIL" in text.upper()):
        from ..transcripts.cleaning import first_error

        code = int(bool(first_error(text)))
    return (text or "failed") if code else ""
