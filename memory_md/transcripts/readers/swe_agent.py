"""SWE-agent's trajectories: one JSON object, its steps under `trajectory` or only in `history`.

A step is a thought, an action and the observation that answers it. Demonstrations, the task's
text and observations are skipped. The commands of its own editor are not shell commands.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from ...base.json_values import at, string
from ...base.regex import regex
from ..disk.source import Content, JsonDocument
from ..model.events import Edit, Event, Ran, Session
from ..text.loose_json import parsed
from ..text.messages import plain_text
from .speech import Reader, assistant_says
from .tools import Result, ToolCalls

_EDITS_OPEN: Final = ("edit", "insert", "append", "search_and_replace")
_EDITOR: Final = ("str_replace", "create", "insert")
_OWN: Final = frozenset((
    "open", "goto", "scroll_up", "scroll_down", "search_dir", "search_file", "find_file", "submit",
    "str_replace_editor", "create", "exit_cost", "exit_context", "exit_forfeit", "exit_error",
    "skip", "decompile", "disassemble", "debug_start", "debug_exec", "debug_step", "debug_stop",
    "connect_start", "connect_sendline", "connect_stop", "think", "view_image", "filemap",
))  # fmt: skip
_REFUSED: Final = regex(
    r"have NOT been applied|has introduced new syntax error|^Usage: |^No file open"
    r"|^(?:Error|ERROR)|No replacement was performed|Invalid `?(?:path|command)|not found in|"
    r"^Text not found|already exists|could not parse|^File .{0,400} not found",
    re.MULTILINE,
)
_OPEN_FILE: Final = regex(r"^\(Open file: ([^\n]{1,1000})\)", re.MULTILINE)
_DIRECTORY: Final = regex(r"^\(Current directory: ([^\n]{1,1000})\)", re.MULTILINE)
_NO_FILE: Final = ("", "n/a")


class _Step(Struct, frozen=True):
    line: int
    thought: str
    action: str
    observation: str
    open_file: str
    directory: str


def recognises(content: Content) -> bool:
    """Whether it is an object with steps, or with a history whose messages name their agent."""
    value = content.value if isinstance(content, JsonDocument) else None
    if not isinstance(value, dict):
        return False
    return any(map(_is_step, _items(value, "trajectory"))) or any(
        isinstance(item, dict) and "agent" in item and "role" in item
        for item in _items(value, "history")
    )


def _items(value: dict[str, Any], key: str) -> list[Any]:
    items = value.get(key)
    return items if isinstance(items, list) else []


def _is_step(item: object) -> bool:
    return isinstance(item, dict) and "action" in item and "observation" in item


def events(content: Content) -> Iterator[Event]:
    """Yield what the agent thought and did, in its order."""
    if not isinstance(content, JsonDocument):
        return
    yield from content.warnings
    steps = list(_steps(content))
    directory = next((step.directory for step in steps if step.directory), "")
    if directory:
        yield Session(1, "", directory)
    opened = ""
    for step in steps:
        yield from assistant_says(step.line, step.thought)
        yield from _acted(step, opened)
        opened = step.open_file or opened


def _steps(content: JsonDocument) -> Iterator[_Step]:
    if any(map(_is_step, _items(content.value, "trajectory"))):
        for index, item in enumerate(_items(content.value, "trajectory")):
            if _is_step(item):
                line = content.places.get(("trajectory", index), 1)
                seen = string(item.get("observation"))
                yield _step(line, item, seen, string(item.get("thought")))
        return
    history = _items(content.value, "history")
    for index, item in enumerate(history):
        if not isinstance(item, dict) or item.get("role") != "assistant" or item.get("is_demo"):
            continue
        after = history[index + 1] if index + 1 < len(history) else None
        answer = after if isinstance(after, dict) and after.get("role") in ("user", "tool") else {}
        thought = string(item.get("thought")) or plain_text(item.get("content"))
        line = content.places.get(("history", index), 1)
        yield _step(line, item, plain_text(answer.get("content")), thought)


def _step(line: int, item: dict[str, Any], observation: str, thought: str) -> _Step:
    state = parsed(item.get("state"))
    file, directory = string(at(state, "open_file")), string(at(state, "working_dir"))
    tail = observation[-3000:]
    file = file or next((match[1] for match in _OPEN_FILE.finditer(tail)), "")
    directory = directory or next((match[1] for match in _DIRECTORY.finditer(tail)), "")
    action = string(item.get("action")).strip()
    return _Step(line, thought, action, observation, "" if file in _NO_FILE else file, directory)


def _acted(step: _Step, opened: str) -> Iterator[Event]:
    words = step.action[:2000].split(None, 3)
    if not words:
        return
    name, refused = words[0], _REFUSED.search(step.observation[:2000])
    path = ""
    if name == "create" and len(words) > 1:
        path = words[1]
    elif name == "str_replace_editor" and len(words) > 2 and words[1] in _EDITOR:
        path = words[2]
    elif name in _EDITS_OPEN and not (name == "insert" and len(words) == 1):
        path = step.open_file or opened
    if path and not refused and step.observation.strip():
        yield Edit(step.line, path.strip("'\""))
    if name not in _OWN and name not in _EDITS_OPEN:
        calls = ToolCalls()
        calls.called(step.line, "bash", {"command": step.action}, "call")
        for event in calls.answered(step.line, "call", Result(step.observation)):
            if isinstance(event, Ran) or not refused:
                yield event


READER: Final = Reader("messages", recognises, events)
