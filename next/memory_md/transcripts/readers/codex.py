"""Codex: rollouts, JSON lines `{timestamp, type, payload}`.

What the model saw (`response_item`) and what the screen showed (`event_msg`, and `item_completed`
in it) hold most texts and results twice; each counts once. A fork or a subagent may begin with a
copy of its parent's records, and `thread_rolled_back` takes back the last turns of the person.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result, printed, say_answer
from ..cleaning import is_template, person_text
from ..json_records import field, first_records, json_lines, parsed_json, string, texts_of, utc
from ..model import Builder, Session

_TYPES: Final = (
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
)  # fmt: skip
# Who speaks, by the channel and the type of what it holds; in an item its role says so.
_SPEAKERS: Final = {
    ("event_msg", "user_message"): "user", ("event_msg", "agent_message"): "assistant",
    ("completed", "UserMessage"): "user", ("completed", "AgentMessage"): "assistant",
}  # fmt: skip
_CALLS: Final = ("function_call", "custom_tool_call", "tool_call", "local_shell_call")
_OUTPUTS: Final = (
    "function_call_output", "custom_tool_call_output", "tool_result", "function_result",
    "local_shell_call_output",
)  # fmt: skip
_ENDS: Final = ("exec_command_end", "patch_apply_end", "CommandExecution", "FileChange")
_RUNNING: Final = re.compile(r"^Process running with session ID (\d{1,20})", re.MULTILINE)
_DENIED: Final = ("aborted by user", "rejected by user", "exec command rejected", "patch rejected")
_NO_TERMINAL: Final = ("codex_exec", "codex_sdk", "codex-sdk", "codex_mcp", "codex-mcp")
# A copy is written in one go, when the new session begins.
_COPY_TIME: Final = timedelta(seconds=2)


def recognise(text: str) -> bool:
    """Return whether a text begins with records of a rollout."""
    if records := first_records(text):
        return any(map(_is_record, records))
    # A first line that is longer than what is looked at: long instructions.
    return text.startswith('{"timestamp":') and '"session_meta"' in text[:400]


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError if no record is one of a rollout."""
    records, warnings = json_lines(text)
    if text.strip() and not (any(map(_is_record, records)) or recognise(text)):
        raise UnreadableError("is not a Codex rollout: no record of one is in it")
    return _Reader(warnings).read(records)


def _is_record(record: dict[str, Any]) -> bool:
    if isinstance(record.get("payload"), dict):
        return record.get("type") in _TYPES
    return {"id", "timestamp", "instructions"} <= record.keys() and "role" not in record


class _Reader:
    """Reads records one after the other."""

    def __init__(self, warnings: list[str]) -> None:
        self.session = Builder("codex", warnings=warnings)
        self.at = self.began = ""
        self.is_task = False
        self.copies_until = datetime.min  # while a copy of the parent's records goes on
        self.calls = Calls(self.session)
        self.running: dict[str, str] = {}  # the call that started what still runs
        self.said: dict[tuple[str, str], dict[str, int]] = {}
        self.prompts: list[int] = []
        self.proposed = ""
        self.answered = (0, "")

    def read(self, records: list[dict[str, Any]]) -> Session:
        for record in records:
            kind, payload = record.get("type"), record.get("payload")
            self.at = string(record.get("timestamp"))
            if not isinstance(payload, dict):
                payload = record  # the oldest versions wrote bare items below a bare header
                kind = "session_meta" if _is_record(record) else "response_item"
            if kind == "session_meta":
                self._begin(payload)
            elif _time(self.at) < self.copies_until:
                continue
            elif kind in ("response_item", "event_msg"):
                self._entry(kind, payload)
            elif kind == "compacted":
                self._compacted(string(payload.get("message")))
        return self.session.build()

    # -- whose session it is

    def _begin(self, meta: dict[str, Any]) -> None:
        session, name = self.session, string(meta.get("id"))
        if session.id and name != session.id:
            self.copies_until = _time(self.began) + _COPY_TIME
            return
        source, originator = meta.get("source"), string(meta.get("originator"))
        self.began = self.began or self.at
        session.id, session.cwd = name, session.cwd or string(meta.get("cwd"))
        session.at = session.at or utc(meta.get("timestamp")) or utc(self.at)
        session.is_child = isinstance(source, dict) and "subagent" in source
        self.is_task = (
            session.is_child or source in ("exec", "mcp") or originator.startswith(_NO_TERMINAL)
        )

    # -- what was said

    def _entry(self, channel: str, entry: dict[str, Any]) -> None:
        kind = entry.get("type") or "message"
        speaker = entry.get("role") if kind == "message" else _SPEAKERS.get((channel, str(kind)))
        texts = texts_of(entry.get("content", entry.get("message")))
        if speaker == "user":
            self._person(channel, texts)
        elif speaker == "assistant":
            self._agent(channel, "\n".join(texts))
        elif kind in _CALLS:
            self._call(entry)
        elif kind in _OUTPUTS:
            self._output(entry)
        elif kind in _ENDS:
            self._ended(entry)
        elif kind == "item_completed" and isinstance(entry.get("item"), dict):
            self._entry("completed", entry["item"])
        elif kind == "task_started":
            by = field(entry, "turn_attribution", "turn_trigger")
            if by in ("user", "exec") and not self.session.is_child:
                self.is_task = by == "exec"
        elif kind == "thread_rolled_back":
            self._roll_back(entry.get("num_turns"))

    def _roll_back(self, turns: object) -> None:
        if isinstance(turns, int) and turns > 0 and self.prompts:
            self.session.take_back(self.prompts[max(len(self.prompts) - turns, 0)])
            del self.prompts[-turns:]

    def _compacted(self, summary: str) -> None:
        """Take the last answer back where it is the summary of a compaction."""
        number, text = self.answered
        if text.strip() and text.strip() in summary:
            self.session.take_back(number)

    def _is_new(self, channel: str, speaker: str, text: str) -> bool:
        counts = self.said.setdefault((speaker, " ".join(text.split())), {})
        before = max(counts.values(), default=0)
        counts[channel] = counts.get(channel, 0) + 1
        return counts[channel] > before

    def _person(self, channel: str, texts: list[str]) -> None:
        text = "\n\n".join(filter(None, map(person_text, texts)))
        if not text or not self._is_new(channel, "user", text):
            return
        self.prompts.append(self.session.last + 1)
        if self.proposed:
            approved = text.startswith("Implement the plan")
            self.session.plan(self.proposed, approved=approved, words="" if approved else text)
            self.proposed = ""
        is_task = self.is_task or is_template(text)
        self.session.say("task" if is_task else "person", text, utc(self.at))

    def _agent(self, channel: str, text: str) -> None:
        if not self._is_new(channel, "assistant", text):
            return
        before, _, rest = text.partition("<proposed_plan>")
        plan, is_whole, after = rest.partition("</proposed_plan>")
        if is_whole:
            self.proposed = plan.strip()
            text = before + after
        self.answered = (self.session.last + 1, text)
        say_answer(self.session, text, utc(self.at))

    # -- tools

    def _call(self, item: dict[str, Any]) -> None:
        name = string(item.get("name")) or string(field(item, "function", "name"))
        given = parsed_json(item.get("arguments", item.get("input", item.get("action"))))
        id_ = string(item.get("call_id"))
        if name == "write_stdin":
            self.running[id_] = self.running.get(str(field(given, "session_id")), "")
        else:
            self.calls.asked(name or item["type"], given, id_)

    def _output(self, item: dict[str, Any]) -> None:
        id_ = string(item.get("call_id"))
        id_ = self.running.get(id_, id_)
        text, code = printed(item.get("output", item.get("result")))
        start = text[:200].lstrip()
        if code is None and (running := _RUNNING.search(string(item.get("output"))[:400])):
            self.running[running[1]] = id_
            return
        has_failed = bool(code) or start.startswith("apply_patch verification failed") or None
        is_denied = start.casefold().startswith(_DENIED)
        picked = tuple(_picked(text, asked) for asked in self.calls.questions(id_))
        self.calls.answered(id_, Result(text, code, has_failed, is_denied, picked))

    def _ended(self, end: dict[str, Any]) -> None:
        """Take an event that says how a command or a patch ended, if no output has said it."""
        id_ = string(end.get("call_id", end.get("id")))
        changes, code = end.get("changes"), end.get("exit_code")
        if not self.calls.knows(id_):
            patch = "".join(map("*** Update File: {}\n".format, _changed(changes)))
            self.calls.asked("apply_patch" if patch else "shell", patch or end, id_)
        text = string(end.get("aggregated_output")) or string(end.get("stderr"))
        if not isinstance(code, int):
            code = None
        has_failed = not end.get("success", code == 0 or end.get("status") == "completed")
        self.calls.answered(id_, Result(text, code, has_failed, end.get("status") == "declined"))


def _time(stamp: str) -> datetime:
    try:
        return datetime.fromisoformat(stamp).replace(tzinfo=None)
    except ValueError:
        return datetime.min


def _changed(changes: Any) -> Iterator[str]:
    for path, change in changes.items() if isinstance(changes, dict) else ():
        fields = change if isinstance(change, dict) else {}
        if fields.get("type") != "delete" and "delete" not in fields:
            yield string(field(fields.get("update", fields), "move_path")) or path


def _picked(text: str, question: dict[str, Any]) -> tuple[str, ...]:
    """Return what was picked: `{answers: {question's id: {answers: [label, "user_note: …"]}}}`."""
    answer = field(parsed_json(text), "answers", string(question.get("id")), "answers")
    texts = answer if isinstance(answer, list) else []
    return tuple(string(text).removeprefix("user_note: ") for text in texts)
