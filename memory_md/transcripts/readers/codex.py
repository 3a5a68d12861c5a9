"""Codex: rollouts, JSON lines `{timestamp, type, payload}`.

What was said and done stands in records `response_item`; records `event_msg` say the same again,
for the screen. A fork or a subagent may begin with a copy of its parent's records, and
`thread_rolled_back` takes back the last turns of the person.
"""

import re
from datetime import datetime, timedelta
from typing import Any, Final

from ..cleaning import person_text
from ..json_records import field, parsed_json, string, strings, texts_of, utc
from ..model import Plan
from ..recorder import Recorder, Result, printed

_TYPES: Final = (
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
)  # fmt: skip
_RUNNING: Final = re.compile(r"^Process running with session ID (\d{1,20})", re.MULTILINE)
_DENIED: Final = ("aborted by user", "rejected by user", "exec command rejected", "patch rejected")
_NO_TERMINAL: Final = ("codex_exec", "codex_sdk", "codex-sdk", "codex_mcp", "codex-mcp")


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is one of a rollout."""
    return record.get("type") in _TYPES and isinstance(record.get("payload"), dict)


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    reader = _Reader(session)
    for record in filter(is_record, records):
        kind, payload = record["type"], record["payload"]
        session.time(record.get("timestamp"))
        if kind == "session_meta":
            reader.begin(payload)
        elif session.now < reader.copies_until:
            continue
        elif kind == "response_item":
            reader.item(payload)
        elif kind == "event_msg":
            reader.event(payload)
        elif kind == "compacted":
            reader.compacted(string(payload.get("message")))


class _Reader:
    """Reads payloads one after the other."""

    def __init__(self, session: Recorder) -> None:
        self.session = session
        self.is_task = False
        self.copies_until = ""  # while a copy of the parent's records goes on
        self.running: dict[str, str] = {}  # the call that started what still runs
        self.prompts: list[int] = []
        self.proposed = ""
        self.answered = (0, "")

    def begin(self, meta: dict[str, Any]) -> None:
        """Take whose session it is; what follows a second header is a copy."""
        session, name = self.session, string(meta.get("id"))
        if session.id and name != session.id:
            if session.at:  # a copy is written in one go, when the new session begins
                until = datetime.fromisoformat(session.at) + timedelta(seconds=2)
                self.copies_until = utc(until.isoformat())
            return
        source, originator = meta.get("source"), string(meta.get("originator"))
        session.id, session.cwd = name, session.cwd or string(meta.get("cwd"))
        session.is_child = isinstance(source, dict) and "subagent" in source
        has_no_terminal = source in ("exec", "mcp") or originator.startswith(_NO_TERMINAL)
        self.is_task = session.is_child or has_no_terminal

    def event(self, event: dict[str, Any]) -> None:
        """Take back as many of the person's turns as an event says."""
        if event.get("type") == "thread_rolled_back":
            turns = event.get("num_turns")
            if isinstance(turns, int) and turns > 0 and self.prompts:
                self.session.take_back(self.prompts[max(len(self.prompts) - turns, 0)])
                del self.prompts[-turns:]

    def compacted(self, summary: str) -> None:
        """Take the last answer back where it is the summary of a compaction."""
        number, text = self.answered
        if text.strip() and text.strip() in summary:
            self.session.take_back(number)

    def item(self, item: dict[str, Any]) -> None:
        """Take a message, a call or what a call gave."""
        kind = string(item.get("type"))
        if kind == "message":
            texts = texts_of(item.get("content"))
            if item.get("role") == "user":
                self._person(texts)
            elif item.get("role") == "assistant":
                self._agent("\n".join(texts))
        elif kind.endswith("_call"):
            self._call(item)
        elif kind.endswith("_call_output"):
            self._output(item)

    def _person(self, texts: list[str]) -> None:
        text = "\n\n".join(filter(None, map(person_text, texts)))
        if not text:
            return
        self.prompts.append(self.session.last + 1)
        if self.proposed:
            self.session.add(Plan, self.proposed, text.startswith("Implement the plan"))
            self.proposed = ""
        self.session.prompt(text, is_task=self.is_task)

    def _agent(self, text: str) -> None:
        before, _, rest = text.partition("<proposed_plan>")
        plan, is_whole, after = rest.partition("</proposed_plan>")
        if is_whole:
            self.proposed = plan.strip()
            text = before + after
        self.answered = (self.session.last + 1, text)
        self.session.answer(text)

    def _call(self, item: dict[str, Any]) -> None:
        given = parsed_json(item.get("arguments", item.get("input", item.get("action"))))
        id_ = string(item.get("call_id"))
        if item.get("name") == "write_stdin":
            self.running[id_] = self.running.get(str(field(given, "session_id")), "")
        else:
            self.session.asked(item.get("name") or item["type"], given, id_)

    def _output(self, item: dict[str, Any]) -> None:
        id_ = string(item.get("call_id"))
        id_ = self.running.get(id_, id_)
        text, code = printed(item.get("output"))
        start = text[:200].lstrip().casefold()
        if code is None and (running := _RUNNING.search(string(item.get("output"))[:400])):
            self.running[running[1]] = id_
            return
        if start.startswith("apply_patch verification failed"):
            code = code or 1
        picked = tuple(_picked(text, asked) for asked in self.session.questions(id_))
        self.session.answered(id_, Result(text, code, start.startswith(_DENIED), picked))


def _picked(text: str, question: dict[str, Any]) -> tuple[str, ...]:
    """Return what was picked: `{answers: {question's id: {answers: [label, "user_note: …"]}}}`."""
    answers = field(parsed_json(text), "answers", string(question.get("id")), "answers")
    return tuple(answer.removeprefix("user_note: ") for answer in strings(answers))
