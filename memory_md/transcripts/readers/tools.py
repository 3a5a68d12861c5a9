"""Tool calls and their results, as agents write them: which file was edited, what was run.

Each call is paired with its result and yields events only then, since a call that was refused or
interrupted did nothing. What surrounds calls in a transcript is left to the readers.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from ...base.json_values import at
from ...base.regex import regex
from ..model.events import Edit, Event, Ran, Replacement
from ..text.loose_json import parsed
from ..text.messages import plain_text

_EDITORS: Final = frozenset((
    "edit", "multiedit", "write", "notebookedit", "edit_file", "write_file", "create_file",
    "update_file", "replace", "str_replace", "str_replace_editor",
    "str_replace_based_edit_tool", "replace_in_file", "write_to_file", "search_replace",
    "insert", "insert_edit_into_file", "replace_string_in_file", "apply_diff", "apply_patch",
    "apply_edit", "applypatch", "edit_notebook", "text_editor", "file_write", "file_edit",
    "patch", "edit_file_v2", "search_replace_v2", "code_edit", "strreplace", "multistrreplace",
    "editnotebook", "copilot_createfile", "copilot_replacestring",
))  # fmt: skip
_SHELLS: Final = frozenset((
    "bash", "shell", "sh", "terminal", "run_command", "run_shell_command", "run_terminal_cmd",
    "run_in_terminal", "execute_command", "exec_command", "shell_command", "local_shell",
    "execute_bash", "run_bash", "exec", "cmd", "powershell", "run_terminal_command",
    "run_terminal_command_v2",
))  # fmt: skip
_PATH_KEYS: Final = (
    "file_path", "notebook_path", "path", "filepath", "filePath", "file", "filename",
    "target_file", "target_notebook", "relative_path", "AbsolutePath", "TargetFile",
    "relativeWorkspacePath",
)  # fmt: skip
_COMMAND_KEYS: Final = ("command", "cmd", "script", "CommandLine")
_PATCH_KEYS: Final = ("input", "patch", "patchText", "diff")
_LOOKING: Final = ("view", "undo_edit")
_PATCHED: Final = regex(r"^\*\*\* (?:Update File|Add File|Move to): ([^\n]{1,1024})$", re.MULTILINE)
# A script that does nothing but hand a patch over, in a heredoc or as an argument.
_PATCHES: Final = regex(
    r"(?:cd [^&;\n]{1,300}(?:&&|;)\s{0,9})?(?:apply_patch|applypatch)\s{1,9}['\"<*]"
)

_OLD: Final = ("old_string", "old_str", "old_text", "oldString", "oldText", "old_code", "search")
_NEW: Final = (
    "new_string", "new_str", "new_text", "newString", "newText", "new_code", "replace",
    "insert_text", "content", "file_text", "contents",
)  # fmt: skip
_LISTS: Final = ("edits", "replacements", "changes")
_FILE: Final = regex(r"\*\*\* (?:Update File|Add File|Delete File|Move to): (.{1,1024})")
# Longer ones are files written whole, by far; most pieces of one edit that are looked at.
_MOST_CHARS: Final = 50_000
_MOST_PIECES: Final = 100

# The start of a result that says that the tool did not run at all.
_NOT_RUN: Final = (
    "The user doesn't want to proceed",
    "The user doesn't want to take this action",
    "The user rejected",
    "User rejected",
    "[Request interrupted",
    "Request interrupted by user",
    "Permission to use",
    "Permission for this action has been denied",
    "Claude requested permissions",
    "This command requires approval",
    "This Bash command contains",
    "<tool_use_error>",
    "InputValidationError",
    "Cancelled: parallel tool call",
    "Command running in background",
    "Command was manually backgrounded",
    "PreToolUse:",
    "Error: PreToolUse:",
)
_FAILED_TEXT: Final = regex(
    r"(?:error|failed|failure|exception|traceback \(most|fatal|<tool_use_error>|could not|"
    r"cannot|unable to|no such file|no changes|permission denied)\b",
    re.IGNORECASE,
)
_EXIT_LINE: Final = regex(
    r"[\s(\[>*=-]*+(?:error: )?(?:(?:command|process|script|program|tests?)\s++)?"
    r"(?:(?:exited|finished|completed|failed|returned)\s++(?:with\s++)?)?"
    r"(?:exit(?:ed)?|return|status)?[\s_-]*+(?:code|status)?\s*+[:=]?\s*+"
    r"(-?\d{1,10})[\s)\].*=-]*+$",
    re.IGNORECASE,
)
_EXIT_WORD: Final = regex(r"exit|return[ _-]?code", re.IGNORECASE)
_EXIT_KEYS: Final = ("exit_code", "exitCode", "returncode", "return_code", "exit_status")
_KEEP: Final = 4_000
_MAX_PENDING: Final = 1_000


class Result(Struct, frozen=True):
    """What came back. `error` is None where the format has no such flag."""

    text: str
    error: bool | None = None
    denied: bool = False


def result_in(holder: Mapping[str, Any]) -> Result:
    """Return the result that a message or block of Anthropic's or OpenAI's shape holds."""
    flag = holder.get("is_error")
    return Result(plain_text(holder.get("content")), flag if isinstance(flag, bool) else None)


class _Call(Struct, frozen=True):
    line: int
    paths: tuple[str, ...]
    command: str
    texts: tuple[tuple[Replacement, ...], ...] = ()

    def edits(self, line: int) -> Iterator[Event]:
        for path, texts in zip(self.paths, self.texts, strict=True):
            yield Edit(line, path, texts)


class ToolCalls:
    """The calls that wait for their results."""

    def __init__(self) -> None:
        self._pending: dict[str, _Call] = {}
        self._unnamed = 0
        self.answers = 0

    def called(self, line: int, name: object, arguments: object, call_id: object) -> bool:
        """Remember a call if it edits files or runs a command; return whether it does.

        Results without an id belong to the calls without one, in their order.
        """
        if not isinstance(name, str):
            return False
        paths = edited_paths(name, arguments)
        command = _script(arguments)[: 2 * _KEEP] if is_shell(name) and not paths else ""
        if not paths and not command:
            return False
        if not isinstance(call_id, str) or not call_id:
            self._unnamed += 1
            call_id = f"\0{self._unnamed}"
        texts = tuple(edit_texts(arguments, path) for path in paths)
        self._pending[call_id] = _Call(line, paths, command, texts)
        if len(self._pending) > _MAX_PENDING:
            del self._pending[next(iter(self._pending))]
        return True

    def answered(self, line: int, call_id: object, result: Result) -> Iterator[Event]:
        """Yield what the call did, now that its result is there; nothing if it was refused."""
        self.answers += 1
        if not isinstance(call_id, str) or not call_id:
            call_id = next((key for key in self._pending if key.startswith("\0")), "")
        call = self._pending.pop(call_id, None)
        if call is None or result.denied or result.text.lstrip().startswith(_NOT_RUN):
            return
        if call.command:
            yield Ran(line, call.command, _failed(result), both_ends(result.text))
        elif not (result.error or (result.error is None and _says_error(result.text))):
            yield from call.edits(line)

    def unanswered_edits(self) -> Iterator[Event]:
        """Yield the edits of all calls, for a source that holds no results at all."""
        for call in self._pending.values():
            yield from call.edits(call.line)


def edited_paths(name: str, arguments: object) -> tuple[str, ...]:
    """Return the files that a call with these arguments writes; empty for any other tool."""
    if is_shell(name):
        script = _script(arguments)
        return _patched(script) if _PATCHES.match(script[:500]) else ()
    if not is_editor(name):
        return ()
    if isinstance(arguments, str):
        return _patched(arguments)
    if not isinstance(arguments, Mapping) or arguments.get("command") in _LOOKING:
        return ()
    for key in _PATH_KEYS:
        path = arguments.get(key)
        if isinstance(path, str) and path.strip():
            return (path.strip(),)
    for key in _PATCH_KEYS:
        patch = arguments.get(key)
        if isinstance(patch, str):
            return _patched(patch)
    return ()


def _patched(patch: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path.strip() for path in _PATCHED.findall(patch)))


def is_editor(name: str) -> bool:
    """Whether tools of this name write files."""
    return _plain(name) in _EDITORS


def is_shell(name: str) -> bool:
    """Whether tools of this name run commands."""
    return _plain(name) in _SHELLS


def _script(arguments: object) -> str:
    if not isinstance(arguments, Mapping) or arguments.get("run_in_background") is True:
        return ""
    for key in _COMMAND_KEYS:
        command = arguments.get(key)
        if isinstance(command, list) and command and all(isinstance(c, str) for c in command):
            wrapped = len(command) == 3 and command[1] in ("-c", "-lc", "-ic", "/c", "-Command")
            command = command[2] if wrapped else shlex.join(command)
        if isinstance(command, str) and command.strip():
            return command.strip()
    return ""


def both_ends(text: str) -> str:
    """Return the beginning and the end of a long text."""
    if len(text) <= 2 * _KEEP:
        return text
    return f"{text[:_KEEP]}\n…\n{text[-_KEEP:]}"


@lru_cache(maxsize=256)
def _plain(name: str) -> str:
    """Return the last part of `mcp__files__write_file` or `functions.shell`, normalised."""
    return re.split(r"__|[./:]", name[-100:])[-1].casefold().replace("-", "_")


def _failed(result: Result) -> bool:
    if result.error:
        return True
    code = exit_code(result.text)
    if code is not None:
        return code != 0
    return result.error is None and _says_error(result.text)


def _says_error(text: str) -> bool:
    return _FAILED_TEXT.match(text.lstrip()[:200]) is not None


def exit_code(text: str) -> int | None:
    """Return the exit code in a result's first or last line, or in its JSON; else None."""
    text = text.strip()
    if text.startswith("{") and len(text) < 1_000_000:
        code = _exit_field(text)
        if code is not None:
            return code
    for line in (text[:200].split("\n", 1)[0], text[-200:].rsplit("\n", 1)[-1]):
        line = " ".join(line.split())
        match = _EXIT_LINE.match(line) if _EXIT_WORD.search(line) else None
        if match:
            return int(match[1])
    return None


def _exit_field(text: str) -> int | None:
    value = parsed(text)
    for fields in (value, at(value, "metadata")):
        for key in _EXIT_KEYS:
            code = at(fields, key)
            if isinstance(code, int) and not isinstance(code, bool):
                return code
    return None


# -- the texts that a call replaces: pairs of (before, after); a whole file has nothing before -----


def edit_texts(arguments: object, path: str) -> tuple[Replacement, ...]:
    """Return what the call replaced in that file; empty where the arguments do not say."""
    found: Iterable[Replacement] = ()
    if isinstance(arguments, str):
        found = _hunks(arguments, path)
    elif isinstance(arguments, Mapping):
        found = _named(arguments, path)
    pieces = [piece for piece in found if any(piece) and sum(map(len, piece)) <= _MOST_CHARS]
    return tuple(pieces[:_MOST_PIECES])


def _named(arguments: Mapping[str, Any], path: str) -> list[Replacement]:
    for name in _LISTS:
        if isinstance(arguments.get(name), list):
            return [_pair(item) for item in arguments[name] if isinstance(item, Mapping)]
    pair = _pair(arguments)
    if any(pair):
        return [pair]
    for name in (*_PATCH_KEYS, "command", "cmd"):
        patch = arguments.get(name)
        if isinstance(patch, list):
            patch = "\n".join(part for part in patch if isinstance(part, str))
        if isinstance(patch, str):
            return list(_hunks(patch, path))
    return []


def _pair(arguments: Mapping[str, Any]) -> Replacement:
    old, new = (
        next((arguments[name] for name in names if isinstance(arguments.get(name), str)), "")
        for names in (_OLD, _NEW)
    )
    return old, new


def _hunks(patch: str, path: str) -> Iterator[Replacement]:
    """Yield the hunks of a patch that are about the file, each as its two sides."""
    if len(patch) > 10 * _MOST_CHARS:
        return
    old: list[str] = []
    new: list[str] = []
    ours = "*** " not in patch
    for line in patch.split("\n"):
        named = _FILE.match(line)
        if named or line.startswith(("@@", "--- ", "+++ ", "*** ")):
            if old or new:
                yield "".join(old), "".join(new)
                old, new = [], []
            if named:
                ours = named[1].strip() == path
        elif ours:
            if line[:1] in (" ", "-"):
                old.append(line[1:] + "\n")
            if line[:1] in (" ", "+"):
                new.append(line[1:] + "\n")
    if old or new:
        yield "".join(old), "".join(new)
