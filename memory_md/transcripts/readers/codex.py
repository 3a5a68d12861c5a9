"""Codex's rollouts: JSON lines `{timestamp, type, payload}`, streamed.

What the model saw (`response_item`) and what the screen showed (`event_msg`) tell most things
twice, and newer versions a third time (`item_completed`); each is yielded once. Instructions,
reasoning, compacted history and messages between agents are passed over. The oldest versions wrote
bare items after a header of `id` and `instructions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.regex import regex
from ..disk.source import Content, Document, Records, read_records
from ..model.events import Edit, Event, Session, Warned
from ..reader import Reader
from ..text.injected import has_own_prompt
from ..text.messages import blocks
from .codex_results import changed_paths, parsed, result_of, running_session
from .speech import assistant_says, person_says
from .tools import Result, ToolCalls

_TYPES: Final = frozenset((
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
    "inter_agent_communication", "inter_agent_communication_metadata",
))  # fmt: skip
_CALLS: Final = ("function_call", "custom_tool_call", "tool_call")
_ANSWERS: Final = (
    "function_call_output", "custom_tool_call_output", "tool_result", "function_result",
    "local_shell_call_output",
)  # fmt: skip
_CWD: Final = regex(r"<cwd>([^<\n]+)</cwd>|^Current working directory: ([^\n]+)", re.MULTILINE)
_REQUEST: Final = regex(r"^#+ My request for Codex:?[ \t]*\n", re.MULTILINE)
_WRAPPED: Final = regex(r"<([a-z][\w-]{1,40})[ >]")


def recognises(content: Content) -> bool:
    """Whether the content is a rollout, told by its first records."""
    if isinstance(content, Records):
        if not content.sample:
            return content.begun.startswith(b'{"timestamp"')
        return any(map(_is_record, content.sample))
    if not isinstance(content, Document):
        return False
    records = content.value if isinstance(content.value, list) else [content.value]
    return any(_is_record(record) for record in records[:100])


def _is_record(record: object) -> bool:
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("payload"), dict):
        return str(record.get("type")) in _TYPES
    return record.get("record_type") == "state" or _is_header(record)


def _is_header(record: dict[str, Any]) -> bool:
    return {"id", "timestamp", "instructions"} <= record.keys() and "role" not in record


def events(content: Content) -> Iterator[Event]:
    """What the session says, in its order. Raises UnreadableError where no record is found."""
    if not recognises(content):
        raise UnreadableError(
            "is not a Codex rollout: no record of one is in it",
            where=content.path,
            hint="leave out --format and it is told from the content",
        )
    return _events(content)


def _events(content: Content) -> Iterator[Event]:
    rollout = _Rollout()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            happened = list(rollout.read(line, record))
            if happened or rollout.session.cwd:
                yield from rollout.session.told()
            yield from happened
    yield from rollout.session.told()


class _Session:
    """The rollout's id and directory, told once: before anything else, if they are known."""

    def __init__(self) -> None:
        self.cwd = ""
        self._id = ""
        self._line = 0
        self._told = False

    def met(self, line: int, payload: dict[str, Any]) -> None:
        name, cwd = payload.get("id"), payload.get("cwd")
        if not self._id and isinstance(name, str):
            self._id, self._line = name, line
        if not self.cwd and isinstance(cwd, str):
            self.cwd, self._line = cwd, self._line or line

    def told(self) -> Iterator[Event]:
        if not self._told and (self._id or self.cwd):
            self._told = True
            yield Session(self._line, self._id, self.cwd)


class _Once:
    """Lets each text through once, though several channels tell it."""

    def __init__(self) -> None:
        self._told: dict[int, dict[str, int]] = {}

    def is_new(self, channel: str, speaker: str, text: str) -> bool:
        counts = self._told.setdefault(hash((speaker, *text.split())), {})
        before = max(counts.values(), default=0)
        counts[channel] = counts.get(channel, 0) + 1
        return counts[channel] > before


class _Rollout:
    """One rollout on its way through."""

    def __init__(self) -> None:
        self.session = _Session()
        self._once = _Once()
        self._calls = ToolCalls()
        self._asked: set[str] = set()
        self._running: dict[str, str] = {}
        self._same: dict[str, str] = {}
        self._by_person = True

    def read(self, line: int, record: dict[str, Any]) -> Iterator[Event]:
        kind, payload = record.get("type"), record.get("payload")
        if "payload" not in record:
            if _is_header(record):
                self.session.met(line, record)
            yield from self._item(line, record)
        elif not isinstance(payload, dict):
            return
        elif kind == "session_meta":
            self.session.met(line, payload)
            origin = payload.get("source")
            if isinstance(origin, dict) and "subagent" in origin:
                self._by_person = False
        elif kind == "turn_context":
            self.session.met(line, {"cwd": payload.get("cwd")})
        elif kind == "event_msg":
            yield from self._shown(line, payload)
        elif kind == "response_item":
            yield from self._item(line, payload)

    def _item(self, line: int, item: dict[str, Any]) -> Iterator[Event]:
        kind = item.get("type", "message" if "role" in item else None)
        if kind == "message":
            for text in _texts(item.get("content", item.get("message"))):
                yield from self._says(line, "item", item.get("role"), text)
        elif kind in _CALLS:
            self._call(line, item)
        elif kind == "local_shell_call":
            self._ask(line, "local_shell", item.get("action"), item.get("call_id"))
        elif kind in _ANSWERS:
            yield from self._answer(line, item)

    def _shown(self, line: int, shown: dict[str, Any]) -> Iterator[Event]:
        kind, item = shown.get("type"), shown.get("item")
        if kind == "user_message":
            yield from self._says(line, "screen", "user", shown.get("message"))
        elif kind == "agent_message":
            yield from self._says(line, "screen", "assistant", shown.get("message"))
        elif kind == "exec_command_end":
            yield from self._ended(line, shown, shown.get("call_id"))
        elif kind == "patch_apply_end":
            yield from self._patched(line, shown, shown.get("call_id"))
        elif kind == "item_completed" and isinstance(item, dict):
            yield from self._completed(line, item)

    def _completed(self, line: int, item: dict[str, Any]) -> Iterator[Event]:
        kind = item.get("type")
        if kind in ("UserMessage", "AgentMessage"):
            role = "user" if kind == "UserMessage" else "assistant"
            for text in _texts(item.get("content")):
                yield from self._says(line, "completed", role, text)
        elif kind == "CommandExecution":
            yield from self._ended(line, item, item.get("id"))
        elif kind == "FileChange":
            yield from self._patched(line, item, item.get("id"))

    def _says(self, line: int, channel: str, role: object, text: object) -> Iterator[Event]:
        if not isinstance(text, str) or role not in ("user", "assistant"):
            return
        if role == "assistant":
            if self._once.is_new(channel, "assistant", text):
                yield from assistant_says(line, text)
            return
        if not self.session.cwd and (match := _CWD.search(text)):
            self.session.met(line, {"cwd": (match[1] or match[2]).strip()})
        typed = _REQUEST.split(text)[-1].strip()
        if (not self._by_person or _is_wrapped(typed)) and not has_own_prompt(typed):
            return
        if self._once.is_new(channel, "user", typed):
            yield from person_says(line, typed)

    def _call(self, line: int, item: dict[str, Any]) -> None:
        function = item.get("function")
        name = function.get("name") if isinstance(function, dict) else item.get("name")
        arguments = parsed(item.get("arguments", item.get("input")))
        call_id = item.get("call_id")
        if name == "write_stdin" and isinstance(arguments, dict) and isinstance(call_id, str):
            if started := self._running.get(str(arguments.get("session_id"))):
                self._same[call_id] = started
        else:
            self._ask(line, name, arguments, call_id)

    def _ask(self, line: int, name: object, arguments: object, call_id: object) -> None:
        if self._calls.called(line, name, arguments, call_id) and isinstance(call_id, str):
            self._asked.add(call_id)

    def _answer(self, line: int, item: dict[str, Any]) -> Iterator[Event]:
        call_id = item.get("call_id")
        if isinstance(call_id, str):
            call_id = self._same.get(call_id, call_id)
        result = result_of(item.get("output", item.get("result")))
        running = running_session(item.get("output"))
        if running and isinstance(call_id, str):
            self._running[running] = call_id
        else:
            yield from self._calls.answered(line, call_id, result)

    def _ended(self, line: int, end: dict[str, Any], call_id: object) -> Iterator[Event]:
        """A command is over: the same end that an answer tells, or the only word of it."""
        if not isinstance(call_id, str) or not call_id:
            return
        if call_id not in self._asked:
            self._ask(line, "shell", {"command": end.get("command")}, call_id)
        output = next((end[key] for key in ("aggregated_output", "stdout") if end.get(key)), "")
        code = end.get("exit_code")
        text = output if isinstance(output, str) else ""
        error = code != 0 if isinstance(code, int) else end.get("status") == "failed"
        denied = end.get("status") == "declined"
        yield from self._calls.answered(line, call_id, Result(text, error, denied))

    def _patched(self, line: int, end: dict[str, Any], call_id: object) -> Iterator[Event]:
        done = end.get("success", end.get("status") == "completed") is True
        if isinstance(call_id, str) and call_id in self._asked:
            yield from self._calls.answered(line, call_id, Result("", error=not done))
        elif done:
            if isinstance(call_id, str):
                self._asked.add(call_id)
            for path in changed_paths(end.get("changes")):
                yield Edit(line, path)


def _texts(content: object) -> Iterator[str]:
    for block in blocks(content):
        text = block.get("text")
        kind = str(block.get("type", "text")).casefold()
        if isinstance(text, str) and kind in ("text", "input_text", "output_text"):
            yield text


def _is_wrapped(text: str) -> bool:
    """One element from end to end: put in by the harness, whatever its name is."""
    match = _WRAPPED.match(text)
    return match is not None and text.endswith(f"</{match[1]}>")


READER: Final = Reader("codex", recognises, events, grows=True)
