"""Claude Code: JSON lines, a record each; records of type user and assistant hold messages.

One answer of the model is spread over several records; results of tools come back in user records.
Records hang on each other by `parentUuid`: a prompt that does not lead to the last record was
rewound, and what hangs on it with it. Copies of another session's records open a fork's file.
"""

from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result
from ..cleaning import exit_code, is_template, json_lines, person_text, without_injected
from ..json_records import HEAD, field, first_records, objects, string, utc
from ..model import Builder, Session, Speaker

_ENVELOPE: Final = ("isSidechain", "userType", "leafUuid", "isSnapshotUpdate", "parentUuid")
# How the tools are called elsewhere; other agents know the rest by the same names.
_NAMES: Final = {"AskUserQuestion": "ask_user", "NotebookEdit": "edit"}
_NOT_RUN: Final = (
    "The user doesn't want to", "<tool_use_error>", "Permission to use", "PreToolUse:",
    "[Request interrupted",
)  # fmt: skip
_NOT_A_PERSON: Final = ("isVisibleInTranscriptOnly", "isSynthetic", "sourceToolUseID")
_TASKS: Final = ("isMeta", "isSidechain", "planContent")


def recognise(text: str) -> bool:
    """Return whether a text begins with records of a Claude Code session."""
    records = first_records(text)
    if records:
        is_qwen = any(field(record, "message", "parts") is not None for record in records)
        return not is_qwen and any(map(_is_record, records))
    # A first line that is longer than what is looked at: a large paste.
    return (
        text.startswith('{"') and '"parentUuid":' in text[:2000] and '"parts":' not in text[:HEAD]
    )


def _is_record(record: dict[str, Any]) -> bool:
    kind, message = record.get("type"), record.get("message")
    if kind in ("user", "assistant") and isinstance(message, dict):
        return isinstance(message.get("content"), (str, list))
    return isinstance(kind, str) and (
        kind == "file-history-snapshot"
        or any(key in record for key in _ENVELOPE)
        or ("-" in kind and "sessionId" in record)
    )


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError if no record is one of Claude Code."""
    records, warnings = json_lines(text)
    if text.strip() and not (any(map(_is_record, records)) or recognise(text)):
        raise UnreadableError("is not a Claude Code session: no record of one is in it")
    session = Builder("claude-code", warnings=warnings)
    for record in records:
        session.cwd = session.cwd or string(record.get("cwd"))
        if record.get("type") in ("user", "assistant") and not session.id:
            session.id = string(record.get("sessionId")) or string(record.get("session_id"))
            session.at = utc(record.get("timestamp"))
            session.is_child = record.get("isSidechain") is True
    reader = _Reader(session)
    gone = _copied(records) | _rewound(records)
    seen: set[str] = set()
    for record in records:
        uuid = string(record.get("uuid"))
        if uuid in seen:
            continue
        if uuid:
            seen.add(uuid)
        start = session.last + 1
        reader.record(record)
        if uuid in gone:  # later numbers stay as they were before
            session.take_back(start)
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
        and any(block.get("type") != "tool_result" for block in _blocks(record.get("message")))
    )


# -- reading -------------------------------------------------------------------------------------


class _Reader:
    """Writes records into a session; `plans` are the plans that wait for the person."""

    def __init__(self, session: Builder) -> None:
        self.session = session
        self.calls = Calls(session)
        self.plans: dict[str, Any] = {}

    def record(self, record: dict[str, Any]) -> None:
        kind, message = record.get("type"), record.get("message")
        if kind in ("tool_use", "tool_result"):  # the oldest versions
            self._block(record, record)
        elif kind == "attachment" and field(record, "attachment", "type") == "queued_command":
            queued = record["attachment"]  # typed while the agent worked
            if queued.get("commandMode", "prompt") == "prompt":
                self._prompt({**record, **queued}, queued.get("prompt"))
        elif kind in ("user", "assistant") and not record.get("isCompactSummary"):
            if record.get("isApiErrorMessage") or field(message, "model") == "<synthetic>":
                return
            for block in _blocks(message):
                self._block(block, record)
            if kind == "user" and "toolUseResult" not in record:
                self._prompt(record, message)

    def _block(self, block: dict[str, Any], record: dict[str, Any]) -> None:
        kind, name = block.get("type"), string(block.get("name"))
        if kind == "text" and record.get("type") == "assistant":
            self._say("agent", without_injected(string(block.get("text"))), record)
        elif kind == "tool_use" and name == "ExitPlanMode":
            self.plans[string(block.get("id"))] = field(block, "input", "plan")
        elif kind == "tool_use":
            self.calls.asked(_NAMES.get(name, name), block.get("input"), block.get("id"))
        elif kind == "tool_result":
            self._result(block, record)

    def _say(self, speaker: Speaker, text: str, record: dict[str, Any]) -> None:
        self.session.say(speaker, text, utc(record.get("timestamp")))

    def _prompt(self, record: dict[str, Any], message: Any) -> None:
        by = field(record, "origin", "kind")
        if by not in (None, "human", "user", "cli") or any(map(record.get, _NOT_A_PERSON)):
            return
        typed = (block.get("text") for block in _blocks(message) if block.get("type") == "text")
        text = "\n\n".join(filter(None, (person_text(string(text)) for text in typed)))
        is_script = by is None and (
            string(record.get("entrypoint")).startswith("sdk")
            or record.get("promptSource") in ("sdk", "system")
        )
        is_task = is_script or is_template(text) or any(map(record.get, _TASKS))
        self._say("task" if is_task else "person", text, record)

    def _result(self, block: dict[str, Any], record: dict[str, Any]) -> None:
        id_, beside = string(block.get("tool_use_id")), record.get("toolUseResult")
        parts = _blocks(block.get("content", block.get("output")))
        text = "\n".join(string(part.get("text")) for part in parts)
        has_failed = block.get("is_error") is True or text.startswith("<tool_use_error>")
        said = ""
        if has_failed:
            words = text.partition("the user said:\n")[2].partition("\n\nNote: The user's next")[0]
            said = person_text(words)
            self._say("task" if record.get("isSidechain") else "person", said, record)
        if id_ in self.plans:
            given = self.plans.pop(id_)
            carried = text.partition("## Approved Plan")[2].partition("\n")[2]
            plan = carried or string(field(beside, "plan")) or string(given)
            if plan.strip():
                self.session.plan(plan.strip(), approved=not has_failed, words=said)
            return
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
        )
        self.calls.answered(id_, result)


def _blocks(message: Any) -> list[dict[str, Any]]:
    content = message.get("content") if isinstance(message, dict) else message
    return [{"type": "text", "text": content}] if isinstance(content, str) else objects(content)


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
