"""OpenCode's `opencode export ID`: one JSON object `{info, messages: [{info, parts}]}`.

A call and its result are one part. Left out: reasoning, the summary of a compaction, parts that
OpenCode made itself (`synthetic`) or keeps from the model (`ignored`), what a revert took back,
and the messages of a fork that are older than the session. `opencode run` and subagents (with a
`parentID`) may not ask questions, and their prompts are tasks.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from ..calls import Calls, Result, say_answer, say_prompt
from ..json_records import HEAD, field, objects, records_of, string, utc
from ..model import Builder, Session

_OPENING: Final = re.compile(r'\ufeff?\s*\{\s*"info"\s*:\s*\{')


def recognise(text: str) -> bool:
    """Whether the text begins as a session of this format."""
    head = text[:HEAD]
    return bool(_OPENING.match(head)) and ('"sessionID"' in head or '"projectID"' in head)


def _is_export(value: dict[str, Any]) -> bool:
    return isinstance(value.get("info"), dict) and isinstance(value.get("messages"), list)


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where the text is none, or was cut off."""
    session = Builder("opencode")
    calls = Calls(session)
    for export in records_of(session, text, _is_export, "an OpenCode session"):
        info = export["info"]
        session.id, session.cwd = string(info.get("id")), string(info.get("directory"))
        session.at = utc(field(info, "time", "created"))
        session.is_child = bool(info.get("parentID"))
        rules = objects(info.get("permission"))
        is_unattended = {"permission": "question", "action": "deny"}.items()
        is_task = session.is_child or any(is_unattended <= rule.items() for rule in rules)
        for message, part in _parts(export):
            _part(session, calls, message, part, is_task=is_task)
    return session.build()


def _parts(export: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield (its message's info, part) of what counts, up to where a revert went back to."""
    created = field(export, "info", "time", "created")
    for message in objects(export["messages"]):
        info, parts = message.get("info"), objects(message.get("parts"))
        at, back_to = field(info, "time", "created"), field(export, "info", "revert", "messageID")
        is_reverted = bool(back_to) and field(info, "id") == back_to
        if is_reverted:
            ids = [part.get("id") for part in parts]
            part_id = field(export, "info", "revert", "partID")
            parts = parts[: ids.index(part_id)] if part_id in ids else []
        # A fork's copies are older than the session.
        is_copy = all(isinstance(time, (int, float)) for time in (at, created)) and at < created
        if isinstance(info, dict) and info.get("summary") is not True and not is_copy:
            yield from ((info, part) for part in parts)
        if is_reverted:
            return


def _part(
    session: Builder, calls: Calls, info: dict[str, Any], part: dict[str, Any], *, is_task: bool
) -> None:
    state = part.get("state")
    if part.get("synthetic") or part.get("ignored"):
        return
    if part.get("type") == "text":
        text, at = string(part.get("text")), utc(field(info, "time", "created"))
        if info.get("role") == "assistant":
            say_answer(session, text, at)
        elif info.get("role") == "user":
            say_prompt(session, text, at, is_task=is_task)
    elif part.get("type") == "tool" and field(state, "status") in ("completed", "error"):
        calls.done(part.get("tool"), field(state, "input"), _result(part["state"]))


def _result(state: dict[str, Any]) -> Result:
    code, answers = (field(state, "metadata", key) for key in ("exit", "answers"))
    return Result(
        string(state.get("output")) or string(state.get("error")),
        code if isinstance(code, int) else None,
        True if state.get("status") == "error" else None,
        answers=tuple(
            tuple(map(string, answer)) if isinstance(answer, list) else ()
            for answer in (answers if isinstance(answers, list) else ())
        ),
    )
