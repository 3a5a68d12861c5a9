"""Claude Code: JSON lines, a record each; records of type user and assistant hold messages.

One answer of the model is spread over several records; results of tools come back in user records.
Records hang on each other by `parentUuid`: a prompt that does not lead to the last record was
rewound, and what hangs on it with it. Copies of another session's records open a fork's file.
"""

from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result, say_answer, say_prompt
from ..cleaning import exit_code, person_text
from ..json_records import HEAD, blocks, field, first_records, json_lines, string, utc
from ..model import Builder, Session

_ENVELOPE: Final = ("sessionId", "userType", "leafUuid", "isSnapshotUpdate", "parentUuid")
_NOT_RUN: Final = (
    "The user doesn't want to", "<tool_use_error>", "Permission to use", "PreToolUse:",
    "[Request interrupted",
)  # fmt: skip
_NO_MESSAGE: Final = ("isCompactSummary", "isApiErrorMessage")
_NOT_A_PERSON: Final = ("isVisibleInTranscriptOnly", "isSynthetic", "sourceToolUseID")
_TASKS: Final = ("isMeta", "isSidechain", "planContent")


def recognise(text: str) -> bool:
    """Return whether a text begins with records of a Claude Code session."""
    if records := first_records(text):
        return any(map(_is_record, records)) and not any(map(_is_qwen, records))
    # A first line that is longer than what is looked at: a large paste.
    return (
        text.startswith('{"') and '"parentUuid":' in text[:2000] and '"parts":' not in text[:HEAD]
    )


def _is_record(record: dict[str, Any]) -> bool:
    if record.get("type") in ("user", "assistant"):
        return isinstance(field(record, "message", "content"), (str, list))
    return isinstance(record.get("type"), str) and any(key in record for key in _ENVELOPE)


def _is_qwen(record: dict[str, Any]) -> bool:
    return "systemPayload" in record or field(record, "message", "parts") is not None


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError if no record is one of Claude Code."""
    records, warnings = json_lines(text)
    if text.strip() and not (any(map(_is_record, records)) or recognise(text)):
        raise UnreadableError("is not a Claude Code session: no record of one is in it")
    session = Builder("claude-code", warnings=warnings)
    reader = _Reader(session)
    gone = _copied(records) | _rewound(records)
    seen: set[str] = set()
    for record in records:
        uuid = string(record.get("uuid"))
        session.cwd = session.cwd or string(record.get("cwd"))
        if record.get("type") in ("user", "assistant") and not session.id:
            session.id = string(record.get("sessionId")) or string(record.get("session_id"))
            session.at = utc(record.get("timestamp"))
            session.is_child = record.get("isSidechain") is True
        start = session.last + 1
        if uuid not in seen:
            reader.record(record)
        if uuid in gone:  # later numbers stay as they were before
            session.take_back(start)
        seen |= {uuid} - {""}
    return session.build()


# -- which records count -------------------------------------------------------------------------


def _copied(records: list[dict[str, Any]]) -> set[str]:
    """Return the uuids of the records of another session that a fork begins with."""
    copied = 0
    for place, record in enumerate(records, 1):
        first = record.get("requestSessionId")
        if "forkedFrom" in record or (first and first != record.get("sessionId")):
            copied = place
    return {string(record.get("uuid")) for record in records[:copied]} - {""}


def _rewound(records: list[dict[str, Any]]) -> set[str]:
    """Return the uuids of prompts that do not lead to the last record, and of what hangs on them.

    Other records beside the way are results of tools that were called at once.
    """
    parents: dict[str, str] = {}
    prompts: set[str] = set()
    at = root = ""
    for record in records:
        uuid = string(record.get("uuid"))
        if uuid and not record.get("isSidechain"):
            parent = record.get("parentUuid") or record.get("logicalParentUuid")
            parents[uuid] = string(parent)
            if _is_prompt(record):
                prompts.add(uuid)
            at = uuid if record.get("type") in ("user", "assistant") else at
    way: set[str] = set()
    while at in parents and at not in way:
        way.add(at)
        root, at = at, parents[at]
    trunks = set(parents.values())
    rewound: set[str] = set()
    for uuid, parent in parents.items():
        # Who goes back to the very first prompt makes a second root.
        is_fork = parent in parents or (not parent and root in prompts and uuid in trunks)
        if uuid not in way and (parent in rewound or (is_fork and uuid in prompts)):
            rewound.add(uuid)
    return rewound


def _is_prompt(record: dict[str, Any]) -> bool:
    return (
        record.get("type") == "user"
        and not record.get("isCompactSummary")
        and any(p.get("type") != "tool_result" for p in blocks(field(record, "message", "content")))
    )


# -- reading -------------------------------------------------------------------------------------


class _Reader:
    """Writes records into a session."""

    def __init__(self, session: Builder) -> None:
        self.session = session
        self.calls = Calls(session)

    def record(self, record: dict[str, Any]) -> None:
        kind, message = record.get("type"), record.get("message")
        if kind in ("tool_use", "tool_result"):  # the oldest versions
            self._part(record, record)
        elif kind == "attachment" and field(record, "attachment", "type") == "queued_command":
            queued = record["attachment"]  # typed while the agent worked
            if queued.get("commandMode", "prompt") == "prompt":
                self._prompt({**record, **queued}, blocks(queued.get("prompt")))
        elif kind in ("user", "assistant") and not any(map(record.get, _NO_MESSAGE)):
            if field(message, "model") == "<synthetic>":
                return
            parts = blocks(field(message, "content"))
            for part in parts:
                self._part(part, record)
            if kind == "user" and "toolUseResult" not in record:
                self._prompt(record, parts)

    def _part(self, part: dict[str, Any], record: dict[str, Any]) -> None:
        kind = part.get("type")
        if kind == "text" and record.get("type") == "assistant":
            say_answer(self.session, string(part.get("text")), utc(record.get("timestamp")))
        elif kind == "tool_use":
            self.calls.asked(part.get("name"), part.get("input"), part.get("id"))
        elif kind == "tool_result":
            self._result(part, record)

    def _prompt(self, record: dict[str, Any], parts: list[dict[str, Any]]) -> None:
        by = field(record, "origin", "kind")
        if by not in (None, "human", "user", "cli") or any(map(record.get, _NOT_A_PERSON)):
            return
        typed = (person_text(string(p.get("text"))) for p in parts if p.get("type") == "text")
        is_script = by is None and (
            string(record.get("entrypoint")).startswith("sdk")
            or record.get("promptSource") in ("sdk", "system")
        )
        is_task = is_script or any(map(record.get, _TASKS))
        text, at = "\n\n".join(filter(None, typed)), utc(record.get("timestamp"))
        say_prompt(self.session, text, at, is_task=is_task)

    def _result(self, part: dict[str, Any], record: dict[str, Any]) -> None:
        id_, beside = part.get("tool_use_id"), record.get("toolUseResult")
        text = "\n".join(
            string(p.get("text")) for p in blocks(part.get("content", part.get("output")))
        )
        has_failed = part.get("is_error") is True or text.startswith("<tool_use_error>")
        is_unknown = "[Request interrupted" in text[:60] or any(
            field(beside, key) for key in ("interrupted", "backgroundTaskId")
        )
        code = (exit_code(text[:100]) or 1) if has_failed else 0
        result = Result(
            text,
            None if is_unknown else code,
            None if is_unknown else has_failed,
            has_failed and (text.startswith(_NOT_RUN) or "toolDenialKind" in record),
            tuple(_answer(question, beside, text) for question in self.calls.questions(id_)),
            utc(record.get("timestamp")),
        )
        self.calls.answered(id_, result)


def _answer(question: dict[str, Any], beside: Any, text: str) -> tuple[str, ...]:
    """Return what was picked: beside the result, or in it as `"question"="answer", …`."""
    asked = string(question.get("question"))
    answer = field(beside, "answers", asked)
    if isinstance(answer, list):
        return tuple(map(string, answer))
    if not isinstance(answer, str):
        answer = text.partition(f'"{asked}"="')[2]
        ends = (answer.find(end) for end in ('", "', '". You can', '" selected', '" notes'))
        answer = answer[: min((end for end in ends if end >= 0), default=0)]
    return (answer,)
