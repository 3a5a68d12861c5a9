"""Codex's rollouts: JSON lines `{timestamp, type, payload}`, streamed.

What the model saw (`response_item`) and what the screen showed (`event_msg`) hold most things
twice, and newer versions a third time (`item_completed`); each is yielded once. Instructions,
reasoning, compacted history and messages between agents are skipped. The oldest versions wrote
bare items after a header of `id` and `instructions`. A tool's result is a text, JSON in a string,
or a header (`Exit code: 0`, `Wall time: …`, `Output:`) above the output.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, string
from ...base.regex import regex
from ..disk.source import Content, Records, first_records, read_records
from ..model.events import Edit, Event, Warned
from ..text.injected import has_own_prompt
from ..text.loose_json import parsed
from ..text.messages import blocks, plain_text
from .speech import FirstSession, Reader, assistant_says, person_says, stamped
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
_HEADER: Final = regex(
    r"(?:Exit code: |Chunk ID: |Wall time: |Process (?:exited|running) with|Original token count)"
)
_CODE: Final = regex(r"^(?:Exit code: |Process exited with code )(-?\d{1,10})", re.MULTILINE)
_RUNNING: Final = regex(r"^Process running with session ID (\d{1,20})", re.MULTILINE)
_DENIED: Final = (
    "aborted by user", "rejected by user", "exec command rejected", "patch rejected",
    "command rejected",
)  # fmt: skip
_WRAPPED: Final = regex(r"<([a-z][\w-]{1,40})[ >]")


def recognises(content: Content) -> bool:
    """Whether the first records are those of a rollout."""
    if isinstance(content, Records) and not content.sample:
        return content.begun.startswith(b'{"timestamp"')
    return any(map(_is_record, first_records(content)))


def _is_record(record: object) -> bool:
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("payload"), dict):
        return str(record.get("type")) in _TYPES
    return record.get("record_type") == "state" or _is_header(record)


def _is_header(record: dict[str, Any]) -> bool:
    return {"id", "timestamp", "instructions"} <= record.keys() and "role" not in record


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    rollout = _Rollout()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            read = rollout.read(line, record)
            happened = list(stamped(read, record, by_subagent=not rollout.by_person))
            if happened or rollout.session.cwd:
                yield from rollout.session.event()
            yield from happened
    yield from rollout.session.event()


class _Once:
    """Lets each text through once, though several channels repeat it."""

    def __init__(self) -> None:
        self._seen: dict[int, dict[str, int]] = {}

    def is_new(self, channel: str, speaker: str, text: str) -> bool:
        counts = self._seen.setdefault(hash((speaker, *text.split())), {})
        before = max(counts.values(), default=0)
        counts[channel] = counts.get(channel, 0) + 1
        return counts[channel] > before


class _Rollout:
    """The state while one rollout is read."""

    def __init__(self) -> None:
        self.session = FirstSession()
        self._once = _Once()
        self._calls = ToolCalls()
        self._asked: set[str] = set()
        self._running: dict[str, str] = {}
        self._same: dict[str, str] = {}
        self.by_person = True

    def read(self, line: int, record: dict[str, Any]) -> Iterator[Event]:
        kind, payload = record.get("type"), record.get("payload")
        if "payload" not in record:
            if _is_header(record):
                self.session.met(line, record.get("id"), record.get("cwd"))
            yield from self._item(line, record)
        elif not isinstance(payload, dict):
            return
        elif kind == "session_meta":
            self.session.met(line, payload.get("id"), payload.get("cwd"))
            origin = payload.get("source")
            if isinstance(origin, dict) and "subagent" in origin:
                self.by_person = False
        elif kind == "turn_context":
            self.session.met(line, None, payload.get("cwd"))
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
            self.session.met(line, None, (match[1] or match[2]).strip())
        typed = _REQUEST.split(text)[-1].strip()
        if (not self.by_person or _is_wrapped(typed)) and not has_own_prompt(typed):
            return
        if self._once.is_new(channel, "user", typed):
            yield from person_says(line, typed)

    def _call(self, line: int, item: dict[str, Any]) -> None:
        name = at(item, "function", "name") or item.get("name")
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
        result = _result(item.get("output", item.get("result")))
        running = _running_session(item.get("output"))
        if running and isinstance(call_id, str):
            self._running[running] = call_id
        else:
            yield from self._calls.answered(line, call_id, result)

    def _ended(self, line: int, end: dict[str, Any], call_id: object) -> Iterator[Event]:
        """Yield what a command did that has ended, if no answer has said so before."""
        if not isinstance(call_id, str) or not call_id:
            return
        if call_id not in self._asked:
            self._ask(line, "shell", {"command": end.get("command")}, call_id)
        output = next((end[key] for key in ("aggregated_output", "stdout") if end.get(key)), "")
        code = end.get("exit_code")
        error = code != 0 if isinstance(code, int) else end.get("status") == "failed"
        denied = end.get("status") == "declined"
        yield from self._calls.answered(line, call_id, Result(string(output), error, denied))

    def _patched(self, line: int, end: dict[str, Any], call_id: object) -> Iterator[Event]:
        done = end.get("success", end.get("status") == "completed") is True
        if isinstance(call_id, str) and call_id in self._asked:
            yield from self._calls.answered(line, call_id, Result("", error=not done))
        elif done:
            if isinstance(call_id, str):
                self._asked.add(call_id)
            for path in _changed_paths(end.get("changes")):
                yield Edit(line, path)


def _texts(content: object) -> Iterator[str]:
    for block in blocks(content):
        text = block.get("text")
        kind = str(block.get("type", "text")).casefold()
        if isinstance(text, str) and kind in ("text", "input_text", "output_text"):
            yield text


def _is_wrapped(text: str) -> bool:
    """Whether the text is one element from end to end, as harnesses insert them."""
    match = _WRAPPED.match(text)
    return match is not None and text.endswith(f"</{match[1]}>")


# -- results -----------------------------------------------------------------------------------


def _result(output: object) -> Result:
    """Return what a tool gave back, with its exit code taken out of the text."""
    text, code = _text_and_code(output)
    error = None if code is None else code != 0
    if error is None and text[:200].lstrip().startswith("apply_patch verification failed"):
        error = True
    return Result(text, error, denied=text[:100].lstrip().casefold().startswith(_DENIED))


def _running_session(output: object) -> str:
    """Return the session in which the command still runs, if the answer says so."""
    text = output if isinstance(output, str) else plain_text(output)
    match = _RUNNING.search(text[:400]) if _HEADER.match(text) else None
    return match[1] if match else ""


def _changed_paths(changes: object) -> Iterator[str]:
    """Yield the files that a patch wrote: `{path: {type: …}}` or `{path: {add | update: …}}`."""
    for path, change in changes.items() if isinstance(changes, dict) else ():
        fields = change if isinstance(change, dict) else {"type": change}
        if fields.get("type") != "delete" and "delete" not in fields:
            inner = fields.get("update", fields)
            yield string(at(inner, "move_path")) or path


def _text_and_code(output: object) -> tuple[str, int | None]:
    """Return the output of a tool and its exit code."""
    value = parsed(output) if isinstance(output, str) and output.startswith("{") else output
    if isinstance(value, dict) and (value is output or "output" in value or "metadata" in value):
        return _fields(value)
    return _below_header(output if isinstance(output, str) else plain_text(output))


def _fields(output: dict[str, Any]) -> tuple[str, int | None]:
    metadata = output.get("metadata")
    holder = metadata if isinstance(metadata, dict) else output
    code = next((holder[key] for key in ("exit_code", "exitCode") if key in holder), None)
    if code is None and isinstance(output.get("success"), bool):
        code = 0 if output["success"] else 1
    texts = (output.get(key) for key in ("output", "content", "stdout", "stderr"))
    text = "\n".join(plain_text(text) for text in texts if text)
    if code is None:
        return _below_header(text)
    return text, code if isinstance(code, int) else None


def _below_header(text: str) -> tuple[str, int | None]:
    """Return the text below the header, and the exit code in it."""
    if not _HEADER.match(text):
        return text, None
    head, mark, _ = text[:1000].partition("\nOutput:")
    match = _CODE.search(head)
    below = text[len(head) + len(mark) :].removeprefix("\n") if mark else text
    return below, int(match[1]) if match else None


READER: Final = Reader("codex", recognises, events, "a Codex rollout", grows=True)
