"""Gemini CLI's sessions: one JSON object `{sessionId, projectHash, messages}`, or JSON lines.

Lines are a header of the object's other keys, messages `{id, type, content, toolCalls}`, `{$set}`
and `{$rewindTo: id}`. A message is written again when its calls, which hold their results, are
done. `$set.messages` is what the model sees after a compression or a resume: it repeats or sums up
what was said, but a rewind may name one of its messages.
"""

import re
from typing import Any, Final

from ..json_records import blocks, field, objects, parsed_json, string, strings
from ..recorder import Recorder, Result, questions_in, response_text, shell_report

_KINDS: Final = ("user", "gemini", "info", "error", "warning")
_ENDED: Final = ("success", "error", "cancelled")
_CONTEXT: Final = re.compile(r"(?:<session_context>\s*)?This is the Gemini CLI\.")
_FOLDER: Final = re.compile(
    r"(?:irectories:(?:\*\*)?\n[ \t]{1,8}- |working in the directory: )([^\n]{1,1000})"
)


def _is_message(record: dict[str, Any]) -> bool:
    return record.get("type") in _KINDS and "content" in record and "id" in record


def _is_head(record: dict[str, Any]) -> bool:
    return "sessionId" in record and ("projectHash" in record or "messages" in record)


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is one of a Gemini CLI session."""
    return _is_head(record) or _is_message(record)


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    started: dict[str, int] = {}  # the number from which on a message's parts are; calls as well
    for record in records:
        if _is_head(record):
            session.id = session.id or string(record["sessionId"])
            session.time(record.get("startTime"))
            session.is_child = session.is_child or record.get("kind") == "subagent"
        elif target := string(record.get("$rewindTo")):
            # One that is not there takes back all, as Gemini CLI reads it.
            session.take_back(started.get(target, 1))
        for copy in objects(field(record, "$set", "messages")):
            started.setdefault(string(copy.get("id")), session.last + 1)
            _note_folder(session, copy)
        for message in filter(_is_message, [record, *objects(record.get("messages"))]):
            session.time(message.get("timestamp"))
            _message(session, message, started)


def _message(session: Recorder, message: dict[str, Any], started: dict[str, int]) -> None:
    is_new = string(message["id"]) not in started
    started.setdefault(string(message["id"]), session.last + 1)
    if message["type"] == "user" and is_new:
        _note_folder(session, message)
        _prompt(session, message)
    elif message["type"] == "gemini":
        if is_new:
            session.answer(_text(message["content"]))
        for number, call in enumerate(objects(message.get("toolCalls"))):
            id_ = f"{message['id']} {call.get('id', number)}"
            if call.get("status") in _ENDED and id_ not in started:
                started[id_] = session.last + 1
                session.done(call.get("name"), call.get("args"), _result(call))


def _note_folder(session: Recorder, message: dict[str, Any]) -> None:
    """Take the folder from the context that Gemini CLI writes as a first prompt."""
    if not session.cwd and message.get("type") == "user":
        text = _text(message.get("content"))
        if _CONTEXT.match(text) and (found := _FOLDER.search(text)):
            session.cwd = found[1].strip()


def _prompt(session: Recorder, message: dict[str, Any]) -> None:
    text, typed = _text(message.get("content")), _text(message.get("displayContent"))
    # A terminal writes what a hook adds at the start as a message; without one it opens the prompt.
    is_task = session.is_child or typed.startswith("/") or text.startswith("<hook_context>")
    if not _CONTEXT.match(text):
        session.prompt(text if is_task or not typed else typed, is_task=is_task)


def _text(content: object) -> str:
    return "\n".join(string(part.get("text")) for part in blocks(content)).strip()


def _result(call: dict[str, Any]) -> Result:
    text = response_text(call.get("result"))
    asked = questions_in(call.get("args"))
    # `ask_user` answers with {"answers": {"0": "…"}}.
    answers = field(parsed_json(text), "answers") if asked else None
    output, code = shell_report(text)
    return Result(
        output,
        int(call.get("status") == "error") if code is None else code,
        call.get("status") == "cancelled",
        tuple(strings(field(answers, str(at))) for at in range(len(asked))),
    )
