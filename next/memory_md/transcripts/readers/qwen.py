"""Qwen Code's sessions: JSON lines `{uuid, parentUuid, sessionId, type, message: {role, parts}}`.

`type` is user, assistant, tool_result or system. A system record `rewind` takes back what came
after its parent. `forkedFrom` marks copies of another session. A run without a terminal is not
marked.
"""

from typing import Any, Final

from ..calls import Calls, Result, response_text, say_answer, say_prompt, shell_report
from ..json_records import field, first_records, objects, records_of, string, utc
from ..model import Builder, Session

_TYPES: Final = ("user", "assistant", "tool_result")
_HOOKS: Final = "<qwen:"
_ANSWERS: Final = "User has provided the following answers:"


def recognise(text: str) -> bool:
    """Whether the text begins as a session of this format."""
    return any(map(_is_record, first_records(_one_a_line(text))))


def _one_a_line(text: str) -> str:
    """Return the text with a line for each record: two processes may have written at once."""
    return text.replace('}{"uuid":', '}\n{"uuid":')


def _is_record(record: dict[str, Any]) -> bool:
    if "sessionId" not in record or "uuid" not in record:
        return False
    if record.get("type") == "system":
        return "systemPayload" in record
    return record.get("type") in _TYPES and isinstance(field(record, "message", "parts"), list)


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where nothing of one is in the text."""
    session = Builder("qwen")
    records = records_of(session, _one_a_line(text), _is_record, "a Qwen Code session")
    calls = Calls(session)
    ended: dict[str, int] = {}  # the last number when a record was read
    for record in filter(_is_record, records):
        session.id = session.id or string(record["sessionId"])
        session.cwd = session.cwd or string(record.get("cwd"))
        session.at = session.at or utc(record.get("timestamp"))
        if record.get("subtype") == "rewind":
            parent = record.get("parentUuid")
            # One that stands before a gap in the file takes back nothing that is known of.
            session.take_back(ended.get(string(parent), session.last if parent else 0) + 1)
        elif "forkedFrom" not in record:
            _record(session, calls, record)
        ended[string(record["uuid"])] = session.last
    return session.build()


def _record(session: Builder, calls: Calls, record: dict[str, Any]) -> None:
    at = utc(record.get("timestamp"))
    parts = objects(field(record, "message", "parts"))
    if record["type"] == "user":
        _prompt(session, record, parts, at)
    elif record["type"] == "assistant":
        say_answer(session, _text(parts), at)
        for part in parts:
            if call := part.get("functionCall"):
                calls.asked(field(call, "name"), field(call, "args"), field(call, "id"))
    elif record["type"] == "tool_result":
        for part in parts:
            id_ = field(part, "functionResponse", "id")
            calls.answered(id_, _result(part, record, calls.questions(id_)))


def _prompt(session: Builder, record: dict[str, Any], parts: list[dict[str, Any]], at: str) -> None:
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
    say_prompt(session, text, at, is_task=is_task)


def _text(parts: list[dict[str, Any]]) -> str:
    texts = (string(part.get("text")) for part in parts if not part.get("thought"))
    return "\n".join(text for text in texts if not text.lstrip().startswith(_HOOKS)).strip()


def _result(part: dict[str, Any], record: dict[str, Any], asked: list[dict[str, Any]]) -> Result:
    status = field(record, "toolCallResult", "status")
    display = field(record, "toolCallResult", "resultDisplay")
    output, code = shell_report(response_text(part))
    if isinstance(shown := field(display, "exitCode"), int):
        code = shown
    return Result(
        string(field(display, "output")) or output,
        code,
        status == "error" if status else None,
        status == "cancelled",
        tuple((_answer(output, string(question.get("header"))),) for question in asked),
    )


def _answer(text: str, header: str) -> str:
    """Return the answer to a question: `**header**: answer`."""
    is_given = text.startswith(_ANSWERS)
    return text.partition(f"\n**{header}**: ")[2].partition("\n**")[0] if is_given else ""
