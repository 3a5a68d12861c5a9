"""OpenCode's `opencode export ID`: one JSON object `{info, messages: [{info, parts}]}`.

A call and its result are one part. Left out: reasoning, the summary of a compaction, parts that
OpenCode made itself (`synthetic`) or keeps from the model (`ignored`), what a revert took back,
and the messages of a fork that are older than the session. `opencode run` and subagents (with a
`parentID`) may not ask questions, and their prompts are tasks.
"""

from collections.abc import Iterator
from typing import Any

from ..json_records import field, objects, string, strings
from ..recorder import Recorder, Result


def is_record(record: dict[str, Any]) -> bool:
    """Return whether an object is an export of OpenCode."""
    is_one = field(record, "info", "projectID") or field(record, "info", "directory")
    return bool(is_one) and isinstance(record.get("messages"), list)


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of an export."""
    for export in filter(is_record, records):
        info = export["info"]
        session.id, session.cwd = string(info.get("id")), string(info.get("directory"))
        session.time(field(info, "time", "created"))
        session.is_child = bool(info.get("parentID"))
        rules = objects(info.get("permission"))
        is_unattended = {"permission": "question", "action": "deny"}.items()
        is_task = session.is_child or any(is_unattended <= rule.items() for rule in rules)
        for message, part in _parts(export):
            session.time(field(message, "time", "created"))
            _part(session, string(message.get("role")), part, is_task=is_task)


def _parts(export: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield (its message's info, part) of what counts, up to where a revert went back to."""
    created = field(export, "info", "time", "created")
    for message in objects(export["messages"]):
        info, parts = message.get("info"), objects(message.get("parts"))
        at, back_to = field(info, "time", "created"), field(export, "info", "revert", "messageID")
        if back_to and field(info, "id") == back_to:
            return
        # A fork's copies are older than the session.
        is_copy = all(isinstance(time, (int, float)) for time in (at, created)) and at < created
        if isinstance(info, dict) and info.get("summary") is not True and not is_copy:
            yield from ((info, part) for part in parts)


def _part(session: Recorder, role: str, part: dict[str, Any], *, is_task: bool) -> None:
    state, text = part.get("state"), string(part.get("text"))
    if part.get("synthetic") or part.get("ignored"):
        return
    if part.get("type") == "text" and role == "assistant":
        session.answer(text)
    elif part.get("type") == "text" and role == "user":
        session.prompt(text, is_task=is_task)
    elif part.get("type") == "tool" and field(state, "status") in ("completed", "error"):
        session.done(part.get("tool"), field(state, "input"), _result(part["state"]))


def _result(state: dict[str, Any]) -> Result:
    code, answers = (field(state, "metadata", key) for key in ("exit", "answers"))
    if not isinstance(code, int):
        code = 1 if state.get("status") == "error" else None
    picked = tuple(map(strings, answers)) if isinstance(answers, list) else ()
    printed = string(state.get("output")) or string(state.get("error"))
    return Result(printed, code, answers=picked)
