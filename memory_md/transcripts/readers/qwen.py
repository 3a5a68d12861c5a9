"""Qwen Code's sessions: JSON lines `{uuid, parentUuid, sessionId, type, message: {role, parts}}`.

`type` is user, assistant, tool_result or system. A system record `rewind` takes back what came
after its parent. `forkedFrom` marks copies of another session. A run without a terminal is not
marked.
"""

from typing import Any, Final

from ..json_records import field, objects, string
from ..recorder import Recorder, Result, response_text, shell_report

_HOOKS: Final = "<qwen:"
_ANSWERS: Final = "User has provided the following answers:"


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is one of a Qwen Code session."""
    is_one = "systemPayload" in record or isinstance(field(record, "message", "parts"), list)
    return is_one and "sessionId" in record and "uuid" in record


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    ended: dict[str, int] = {}  # the last number when a record was read
    for record in filter(is_record, records):
        session.id = session.id or string(record["sessionId"])
        session.cwd = session.cwd or string(record.get("cwd"))
        session.time(record.get("timestamp"))
        if record.get("subtype") == "rewind":
            parent = record.get("parentUuid")
            # One that stands before a gap in the file takes back nothing that is known of.
            session.take_back(ended.get(string(parent), session.last if parent else 0) + 1)
        elif "forkedFrom" not in record:
            _record(session, record)
        ended[string(record["uuid"])] = session.last


def _record(session: Recorder, record: dict[str, Any]) -> None:
    parts = objects(field(record, "message", "parts"))
    if record.get("type") == "user":
        _prompt(session, record, parts)
    elif record.get("type") == "assistant":
        session.answer(_text(parts))
    for call in filter(None, (part.get("functionCall") for part in parts)):
        session.asked(field(call, "name"), field(call, "args"), field(call, "id"))
    for part in parts if record.get("type") == "tool_result" else ():
        id_ = field(part, "functionResponse", "id")
        session.answered(id_, _result(part, record, session.questions(id_)))


def _prompt(session: Recorder, record: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    subtype = record.get("subtype")
    if subtype not in (None, "mid_turn_user_message", "agent_launch_prompt", "cron"):
        return
    if record.get("isSidechain") or record.get("agentId"):
        session.is_child = True
    typed = string(field(record, "systemPayload", "displayText"))
    is_task = (
        session.is_child
        or subtype in ("agent_launch_prompt", "cron")
        or record.get("provenance") not in (None, "real_user")
        or typed.startswith("/")
    )
    text = _text(parts) if is_task or not typed else typed
    session.prompt(text, is_task=is_task)


def _text(parts: list[dict[str, Any]]) -> str:
    texts = (string(part.get("text")) for part in parts if not part.get("thought"))
    return "\n".join(text for text in texts if not text.lstrip().startswith(_HOOKS)).strip()


def _result(part: dict[str, Any], record: dict[str, Any], asked: list[dict[str, Any]]) -> Result:
    status = field(record, "toolCallResult", "status")
    display = field(record, "toolCallResult", "resultDisplay")
    output, code = shell_report(response_text(part))
    if isinstance(shown := field(display, "exitCode"), int):
        code = shown
    elif code is None and status:
        code = int(status == "error")
    said = output if output.startswith(_ANSWERS) else ""  # `**header**: answer`, one a line
    headers = (string(question.get("header")) for question in asked)
    answers = (said.partition(f"\n**{one}**: ")[2].partition("\n**")[0] for one in headers)
    printed = string(field(display, "output")) or output
    return Result(printed, code, status == "cancelled", tuple((answer,) for answer in answers))
