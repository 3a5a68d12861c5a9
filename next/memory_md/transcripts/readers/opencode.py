"""OpenCode's `opencode export ID`: one JSON object `{info, messages: [{info, parts}]}`.

A call and its result are one part. Left out: reasoning, the summary of a compaction, parts that
OpenCode made itself (`synthetic`) or keeps from the model (`ignored`), what a revert took back,
and the messages of a fork that are older than the session. `opencode run` and subagents (with a
`parentID`) may not ask questions, and their prompts are tasks.
"""

import re
from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result, say_prompt
from ..cleaning import without_injected
from ..json_records import HEAD, document, field, objects, string, utc
from ..model import Builder, Session

_OPENING: Final = re.compile(r'\A\s*\{\s*"info"\s*:\s*\{')
_WHAT: Final = "an OpenCode session"


def recognise(text: str) -> bool:
    """Whether the text begins as a session of this format."""
    head = text[:HEAD].removeprefix("\ufeff")
    return bool(_OPENING.match(head)) and ('"sessionID"' in head or '"projectID"' in head)


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where the text is none, or was cut off."""
    session = Builder("opencode")
    if not text.strip():
        return session.build()
    value = document(text, _WHAT)
    info = value.get("info")
    if not isinstance(info, dict) or not isinstance(value.get("messages"), list):
        raise UnreadableError(f"is not {_WHAT}: it has no info and messages")
    session.id, session.cwd = string(info.get("id")), string(info.get("directory"))
    session.at = utc(field(info, "time", "created"))
    session.is_child = bool(info.get("parentID"))
    is_task = session.is_child or _is_unattended(info)
    calls = Calls(session)
    for message in objects(value["messages"]):
        parts, goes_on = _before_revert(message, info)
        if not _is_left_out(message, info):
            for part in parts:
                _part(session, calls, message["info"], part, is_task=is_task)
        if not goes_on:
            break
    return session.build()


def _is_unattended(info: dict[str, Any]) -> bool:
    return any(
        rule.get("permission") == "question" and rule.get("action") == "deny"
        for rule in objects(info.get("permission"))
    )


def _is_left_out(message: dict[str, Any], info: dict[str, Any]) -> bool:
    """Whether a message is a compaction's summary, or a fork's copy of one from before it."""
    if not isinstance(message.get("info"), dict) or message["info"].get("summary") is True:
        return True
    said, created = field(message, "info", "time", "created"), field(info, "time", "created")
    return isinstance(said, (int, float)) and isinstance(created, (int, float)) and said < created


def _before_revert(
    message: dict[str, Any], info: dict[str, Any]
) -> tuple[list[dict[str, Any]], bool]:
    """Return a message's parts that were not taken back, and whether what follows was not."""
    parts = objects(message.get("parts"))
    reverted = field(info, "revert", "messageID")
    if not reverted or field(message, "info", "id") != reverted:
        return parts, True
    ids = [part.get("id") for part in parts]
    part = field(info, "revert", "partID")
    return parts[: ids.index(part)] if part in ids else [], False


def _part(
    session: Builder, calls: Calls, info: dict[str, Any], part: dict[str, Any], *, is_task: bool
) -> None:
    state = part.get("state")
    if part.get("synthetic") or part.get("ignored"):
        return
    if part.get("type") == "text":
        text, at = string(part.get("text")), utc(field(info, "time", "created"))
        if info.get("role") == "assistant":
            session.say("agent", without_injected(text), at)
        elif info.get("role") == "user":
            say_prompt(session, text, at, is_task=is_task)
    elif part.get("type") == "tool" and field(state, "status") in ("completed", "error"):
        calls.done(part.get("tool"), field(state, "input"), _result(field(part, "state")))


def _result(state: dict[str, Any]) -> Result:
    code = field(state, "metadata", "exit")
    answers = field(state, "metadata", "answers")
    failed = state.get("status") == "error"
    return Result(
        string(state.get("output")) or string(state.get("error")),
        code if isinstance(code, int) else None,
        True if failed else None,
        answers=tuple(
            tuple(map(string, answer)) if isinstance(answer, list) else ()
            for answer in (answers if isinstance(answers, list) else ())
        ),
    )
