"""Gemini CLI's sessions: one JSON object `{sessionId, projectHash, messages}`, or JSON lines.

Lines are a header of the object's other keys, messages `{id, type, content, toolCalls}`, `{$set}`
and `{$rewindTo: id}`. A message is written again when its calls, which hold their results, are
done. `$set.messages` is what the model sees after a compression or a resume: it repeats or sums up
what was said, but a rewind may name one of its messages.
"""

import re
from typing import Any, Final

from ..calls import Calls, Result, questions_in, response_text, say_answer, say_prompt, shell_report
from ..json_records import field, first_records, objects, parsed_json, records_of, string, utc
from ..model import Builder, Session

_KINDS: Final = ("user", "gemini", "info", "error", "warning")
_ENDED: Final = ("success", "error", "cancelled")
_DOCUMENT: Final = re.compile(r'\s*\{\s*"(?:sessionId|projectHash)"\s*:')
_CONTEXT: Final = re.compile(r"(?:<session_context>\s*)?This is the Gemini CLI\.")
_FOLDER: Final = re.compile(
    r"(?:irectories:(?:\*\*)?\n[ \t]{1,8}- |working in the directory: )([^\n]{1,1000})"
)
_HOOK: Final = "<hook_context>"


def recognise(text: str) -> bool:
    """Whether the text begins as a session of this format."""
    if _DOCUMENT.match(text) and '"sessionId"' in text[:1000] and '"projectHash"' in text[:1000]:
        return True
    return any(record.get("type") == "gemini" for record in filter(_is_own, first_records(text)))


def _is_message(record: dict[str, Any]) -> bool:
    return record.get("type") in _KINDS and "content" in record and "id" in record


def _is_head(record: dict[str, Any]) -> bool:
    return "sessionId" in record and ("projectHash" in record or "messages" in record)


def _is_own(record: dict[str, Any]) -> bool:
    return _is_head(record) or _is_message(record)


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where nothing of one is in the text."""
    session = Builder("gemini")
    calls = Calls(session)
    started: dict[str, int] = {}  # the number from which on a message's parts are
    for record in records_of(session, text, _is_own, "a Gemini CLI session"):
        if _is_head(record):
            session.id = session.id or string(record["sessionId"])
            session.at = session.at or utc(record.get("startTime"))
            session.is_child = session.is_child or record.get("kind") == "subagent"
        elif target := string(record.get("$rewindTo")):
            # One that is not there takes back all, as Gemini CLI reads it.
            session.take_back(started.get(target, 1))
        for copy in objects(field(record, "$set", "messages")):
            started.setdefault(string(copy.get("id")), session.last + 1)
            _note_folder(session, copy)
        for message in filter(_is_message, [record, *objects(record.get("messages"))]):
            is_new = string(message["id"]) not in started
            started.setdefault(string(message["id"]), session.last + 1)
            _message(session, calls, message, is_new=is_new)
    return session.build()


def _message(session: Builder, calls: Calls, message: dict[str, Any], *, is_new: bool) -> None:
    at = utc(message.get("timestamp"))
    if message["type"] == "user" and is_new:
        _note_folder(session, message)
        _prompt(session, message, at)
    elif message["type"] == "gemini":
        if is_new:
            say_answer(session, _text(message["content"]), at)
        for number, call in enumerate(objects(message.get("toolCalls"))):
            id_ = f"{message['id']} {call.get('id', number)}"
            if call.get("status") in _ENDED and not calls.knows(id_):
                calls.asked(call.get("name"), call.get("args"), id_)
                calls.answered(id_, _result(call))


def _note_folder(session: Builder, message: dict[str, Any]) -> None:
    """Take the folder from the context that Gemini CLI writes as a first prompt."""
    if not session.cwd and message.get("type") == "user":
        text = _text(message.get("content"))
        if _CONTEXT.match(text) and (found := _FOLDER.search(text)):
            session.cwd = found[1].strip()


def _prompt(session: Builder, message: dict[str, Any], at: str) -> None:
    text = _text(message.get("content"))
    typed = _text(message.get("displayContent"))
    is_task = session.is_child or typed.startswith("/")
    if text.startswith(_HOOK):
        # A terminal writes the context of the start as a message; without one it opens the prompt.
        text = text.partition("</hook_context>")[2].lstrip()
        is_task = True
    if typed and not is_task:
        text = typed
    if not _CONTEXT.match(text):
        say_prompt(session, text, at, is_task=is_task)


def _text(content: object) -> str:
    """Return the text of a message; what hooks add behind a prompt is a part of its own."""
    if isinstance(content, str):
        return content.strip()
    first, *others = [string(part.get("text")) for part in objects(content)] or [""]
    return "\n".join((first, *(part for part in others if not part.startswith(_HOOK)))).strip()


def _result(call: dict[str, Any]) -> Result:
    text = response_text(call.get("result"))
    asked = questions_in(call.get("args"))
    # `ask_user` answers with {"answers": {"0": "…"}}.
    answers = field(parsed_json(text), "answers") if asked else None
    output, code = shell_report(text)
    return Result(
        output,
        code,
        call.get("status") == "error",
        call.get("status") == "cancelled",
        tuple((string(field(answers, str(at))),) for at in range(len(asked))),
    )
