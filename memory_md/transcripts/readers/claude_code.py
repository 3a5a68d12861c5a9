"""Claude Code: JSON lines, a record each; records of type user and assistant hold messages.

One answer of the model is spread over several records; results of tools come back in user records.
Records hang on each other by `parentUuid`: a prompt that does not lead to the last record was
rewound, and what hangs on it with it. Copies of another session's records open a fork's file.
"""

from typing import Any, Final

from ..cleaning import exit_code, person_text
from ..json_records import blocks, field, string, strings, texts_of
from ..recorder import Recorder, Result

_ENVELOPE: Final = ("sessionId", "leafUuid", "isSnapshotUpdate")
_NOT_RUN: Final = (
    "The user doesn't want to", "<tool_use_error>", "Permission to use", "PreToolUse:",
    "[Request interrupted",
)  # fmt: skip
_QUEUED: Final = {"type": "queued_command", "commandMode": "prompt"}  # typed while it worked
_NO_MESSAGE: Final = ("isCompactSummary", "isApiErrorMessage")
_NOT_A_PERSON: Final = ("isVisibleInTranscriptOnly", "isSynthetic", "sourceToolUseID")
_TASKS: Final = ("isMeta", "isSidechain", "planContent")


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is one of a Claude Code session."""
    if record.get("type") in ("user", "assistant"):
        return isinstance(field(record, "message", "content"), (str, list))
    return isinstance(record.get("type"), str) and any(key in record for key in _ENVELOPE)


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    copied, rewound = _copied(records), _rewound(records)
    seen: set[str] = set()
    for place, record in enumerate(records):
        uuid, start = string(record.get("uuid")), session.last + 1
        is_message = record.get("type") in ("user", "assistant")
        session.cwd = session.cwd or string(record.get("cwd"))
        if is_message and not session.id:
            session.id = string(record.get("sessionId")) or string(record.get("session_id"))
            session.is_child = record.get("isSidechain") is True
        if uuid not in seen:
            _record(session, record)
        if place < copied or uuid in rewound:  # later numbers stay as they were before
            session.take_back(start)
        seen |= {uuid} - {""}


# -- which records count -------------------------------------------------------------------------


def _copied(records: list[dict[str, Any]]) -> int:
    """Return how many records of another session a fork begins with."""
    places = [
        place
        for place, record in enumerate(records, 1)
        if "forkedFrom" in record
        or record.get("requestSessionId") not in (None, "", record.get("sessionId"))
    ]
    return max(places, default=0)


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
    parts = blocks(field(record, "message", "content"))
    is_typed = record.get("type") == "user" and not record.get("isCompactSummary")
    return is_typed and any(part.get("type") != "tool_result" for part in parts)


# -- reading -------------------------------------------------------------------------------------


def _record(session: Recorder, record: dict[str, Any]) -> None:
    kind, queued = record.get("type"), record.get("attachment")
    if kind == "attachment" and isinstance(queued, dict) and _QUEUED.items() <= queued.items():
        session.time(record.get("timestamp"))
        _prompt(session, {**record, **queued}, blocks(queued.get("prompt")))
    if kind not in ("user", "assistant") or field(record, "message", "model") == "<synthetic>":
        return
    session.time(record.get("timestamp"))
    if any(map(record.get, _NO_MESSAGE)):
        return
    parts = blocks(field(record, "message", "content"))
    for part in parts:
        if part.get("type") == "tool_use":
            session.asked(part.get("name"), part.get("input"), part.get("id"))
        elif part.get("type") == "tool_result":
            session.answered(part.get("tool_use_id"), _result(session, part, record))
        elif part.get("type") == "text" and kind == "assistant":
            session.answer(string(part.get("text")))
    if kind == "user" and "toolUseResult" not in record:
        _prompt(session, record, parts)


def _prompt(session: Recorder, record: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    by = field(record, "origin", "kind")
    if by not in (None, "human", "user", "cli") or any(map(record.get, _NOT_A_PERSON)):
        return
    typed = (person_text(string(p.get("text"))) for p in parts if p.get("type") == "text")
    is_script = by is None and (
        string(record.get("entrypoint")).startswith("sdk")
        or record.get("promptSource") in ("sdk", "system")
    )
    is_task = is_script or any(map(record.get, _TASKS))
    session.prompt("\n\n".join(filter(None, typed)), is_task=is_task)


def _result(session: Recorder, part: dict[str, Any], record: dict[str, Any]) -> Result:
    beside, text = record.get("toolUseResult"), "\n".join(texts_of(part.get("content")))
    has_failed = part.get("is_error") is True or text.startswith("<tool_use_error>")
    is_unknown = "[Request interrupted" in text[:60] or any(
        field(beside, key) for key in ("interrupted", "backgroundTaskId")
    )
    code = (exit_code(text[:100]) or 1) if has_failed else 0
    is_denied = has_failed and (text.startswith(_NOT_RUN) or "toolDenialKind" in record)
    answers = (
        strings(field(beside, "answers", string(question.get("question"))))
        for question in session.questions(part.get("tool_use_id"))
    )
    return Result(text, None if is_unknown else code, is_denied, tuple(answers))
