"""OpenHands' trajectories: a list of events, or a row per task whose `history` is that list.

An event is an action (of the agent, or a message of the person) or an observation, which answers
the action before it or, in newer versions, the one that `cause` names. The task's text,
observations, the agent's bare `think` and the judge's explanations are no statements.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, string
from ...base.regex import regex
from ..disk.source import Content, first_records, read_records
from ..model.events import Edit, Event, Session, Warned
from .speech import Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls

_WORKSPACE: Final = regex(r"\bin (?:the )?(?:directory )?(/workspace(?:/[\w.-]+)?)")
_WRITES: Final = regex(
    r"\b(?:edit_file\w*|create_file|insert_content_at_line|append_file)\(\s{0,9}"
    r"(?:file_name\s{0,3}=\s{0,3})?['\"]([^'\"\n]{1,1000})['\"]"
)
_SKIPPED: Final = ("think", "recall", "system", "condensation", "change_agent_state", "null")


def recognises(content: Content) -> bool:
    """Whether rows with a history of events, or the events themselves, are in it."""
    items = first_records(content)
    found = 0
    for item in items:
        if isinstance(item, dict):
            history = item.get("history")
            if isinstance(history, list) and sum(map(_is_event, history)) * 2 > len(history):
                return True
            found += _is_event(item) and ("source" in item or "args" in item)
    return found * 2 > len(items)


def _is_event(item: object) -> bool:
    return (
        isinstance(item, dict)
        and (isinstance(item.get("action"), str) != isinstance(item.get("observation"), str))
        and "role" not in item
        and "trajectory" not in item
    )


def events(content: Content) -> Iterator[Event]:
    """Yield what the agent said and did, in its order."""
    task: _Task | None = None
    named = False
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            history = record.get("history")
            if not named:
                named = True
                yield Session(line, string(record.get("instance_id")), _directory(record))
            if isinstance(history, list):
                task = _Task()
                for item in filter(_is_event, history):
                    yield from stamped(task.met(line, item), item)
            elif _is_event(record):
                task = task or _Task()
                yield from stamped(task.met(line, record), record)


def _directory(row: dict[str, Any]) -> str:
    match = _WORKSPACE.search(string(row.get("instruction"))[:4000])
    return match[1].rstrip(".") if match else "/workspace"


class _Task:
    """One run of the agent: its open calls."""

    def __init__(self) -> None:
        self._calls = ToolCalls()
        self._code: dict[str, str] = {}
        self._last = ""
        self._count = 0

    def met(self, line: int, event: dict[str, Any]) -> Iterator[Event]:
        arguments, extras = event.get("args"), event.get("extras")
        fields = {**event, **(arguments if isinstance(arguments, dict) else {})}
        if isinstance(event.get("action"), str):
            yield from self._action(line, event, fields)
        else:
            fields |= extras if isinstance(extras, dict) else {}
            yield from self._observed(line, event, fields)

    def _action(self, line: int, event: dict[str, Any], fields: dict[str, Any]) -> Iterator[Event]:
        self._count += 1
        kind, source = event["action"], event.get("source")
        if kind in _SKIPPED:
            return
        if kind == "message":
            text = string(fields.get("content"))
            if source == "user":
                yield from person_says(line, text)
            elif source == "agent" or (source is None and fields.get("wait_for_response") is True):
                yield from assistant_says(line, text)
            return
        if source not in (None, "agent"):
            return
        thoughts = (string(fields.get(key)) for key in ("thought", "final_thought"))
        yield from assistant_says(line, next(filter(None, thoughts), ""))
        self._last = str(event.get("id", f"#{self._count}"))
        if kind == "run":
            self._calls.called(line, "bash", {"command": fields.get("command")}, self._last)
        elif kind in ("write", "edit"):
            looking = fields.get("command") == "view"
            self._calls.called(line, "read" if looking else "write", fields, self._last)
        elif kind == "run_ipython":
            self._code = {self._last: string(fields.get("code"))}

    def _observed(
        self, line: int, event: dict[str, Any], fields: dict[str, Any]
    ) -> Iterator[Event]:
        cause = event.get("cause")
        call_id = str(cause) if isinstance(cause, int) and cause >= 0 else self._last
        text = string(event.get("content"))
        code = fields.get("exit_code", at(fields, "metadata", "exit_code"))
        error = event.get("observation") == "error" or None
        if isinstance(code, int) and code >= 0:
            error = code != 0
        if written := self._code.pop(call_id, ""):
            if not error and ("[File" in text or "updated" in text):
                for path in dict.fromkeys(_WRITES.findall(written)):
                    yield Edit(line, path)
            return
        yield from self._calls.answered(line, call_id, Result(text, error))


READER: Final = Reader("messages", recognises, events)
