"""Tool calls with their results, as several agents name them: what was edited, run, chosen, agreed.

A call counts once its result is there: one that was refused, failed to start or is still running
did nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .cleaning import first_error, is_template, person_text, project_path
from .json_records import field, objects, string
from .model import Builder

_EDITORS: Final = frozenset((
    "write", "edit", "multiedit", "patch", "create", "replace", "strreplace", "editnotebook",
    "notebook_edit", "write_file", "edit_file", "create_file", "str_replace", "str_replace_editor",
    "apply_patch", "applypatch", "search_replace",
))  # fmt: skip
_SHELLS: Final = frozenset((
    "bash", "shell", "powershell", "run_shell_command", "run_terminal_cmd", "run_terminal_command",
))  # fmt: skip
_QUESTIONS: Final = frozenset(("ask_user", "ask_user_question", "question"))
_PLANS: Final = frozenset(("exit_plan_mode", "plan_exit"))
_PATHS: Final = ("file_path", "filePath", "path", "notebook_path", "target_notebook", "target_file")
_CONTENTS: Final = ("content", "contents", "file_text")
_OLD: Final = ("old_string", "oldString", "old_str")
_NEW: Final = ("new_string", "newString", "new_str")
_PATCHES: Final = ("patchText", "patch", "input")
_PATCHED: Final = re.compile(r"^\*\*\* (?:Update File|Add File|Move to): (.+)$", re.MULTILINE)
_PLAN_FILE: Final = re.compile(r"/plans/[^/]+\.md\Z|/session-state/[^/]+/plan\.md\Z")
_APPROVED: Final = ("Plan approved", "User approved")
_REJECTED: Final = ("Plan rejected", "Plan execution was not approved", "User cancelled")
_CODE: Final = re.compile(r"^Exit Code: (-?\d{1,10})", re.MULTILINE)
_OUTPUT: Final = re.compile(r"(?:^|\n)(?:Output|Stdout): ")
_TAIL: Final = re.compile(
    r"\n(?:Error: \(none\)|(?:Exit Code|Signal|Background PIDs|Process Group PGID): )"
)
_FEEDBACK: Final = re.compile(r"\bfeedback: (.+?)(?:\n\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Result:
    """What came back. `exit` and `failed` are None where it is not known.

    `answers` are what the person picked, a tuple for each question of the call.
    """

    text: str = ""
    exit: int | None = None
    failed: bool | None = None
    is_denied: bool = False
    answers: tuple[tuple[str, ...], ...] = ()


class Calls:
    """Writes calls into a session; those with an id wait for their result."""

    def __init__(self, session: Builder) -> None:
        self._session = session
        self._waiting: dict[str, tuple[str, Any]] = {}
        self._done: set[str] = set()
        self._plan = ""  # the plan file as last written: agents hand over its path only

    def asked(self, name: object, arguments: object, id_: object) -> None:
        """Remember a call until its result comes."""
        self._waiting[string(id_)] = (string(name), arguments)

    def questions(self, id_: object) -> list[dict[str, Any]]:
        """Return the questions of a call that waits."""
        return questions_in(self._waiting.get(string(id_), ("", None))[1])

    def answered(self, id_: object, result: Result) -> None:
        """Write what a call did, now that its result is there."""
        if call := self._waiting.pop(string(id_), None):
            self.done(*call, result)

    def is_new(self, id_: str) -> bool:
        """Whether a call was not asked about here before: some formats write calls again."""
        if id_ in self._done:
            return False
        self._done.add(id_)
        return True

    def done(self, name: object, arguments: object, result: Result) -> None:
        """Write what a call did."""
        kind = string(name).casefold().replace("-", "_")
        if kind in _PLANS:
            self._decide(arguments, result)
        elif result.is_denied:
            return
        elif kind in _SHELLS:
            self._run(arguments, result)
        elif kind in _EDITORS and not result.failed:
            self._edit(arguments)
        elif kind in _QUESTIONS:
            self._choose(arguments, result)

    def _run(self, arguments: object, result: Result) -> None:
        command = string(field(arguments, "command")).strip()
        code = result.exit
        if code is None and result.failed is not None:
            code = int(result.failed)
        if field(arguments, "is_background") is True:
            code = None
        if command:
            self._session.run(command, code, first_error(result.text) if code else "")

    def _edit(self, arguments: object) -> None:
        for path in _edited(arguments):
            is_plan = _PLAN_FILE.search(path.replace("\\", "/")) is not None
            if is_plan:
                old, new = _first(arguments, _OLD), _first(arguments, _NEW)
                written = _first(arguments, _CONTENTS)
                self._plan = self._plan.replace(old, new, 1) if old else written or self._plan
            path = project_path(path, self._session.cwd)
            # Agents keep their plans outside of the project.
            if not (is_plan and (path.startswith(("/", "~")) or path[1:2] == ":")):
                self._session.edit(path)

    def _choose(self, arguments: object, result: Result) -> None:
        for question, answer in zip(questions_in(arguments), result.answers, strict=False):
            options = labels(question)
            chosen = tuple(label for text in answer for label in _picked(text, options))
            if chosen:
                asked, header = (string(question.get(key)) for key in ("question", "header"))
                self._session.choose(asked, options, chosen, header)

    def _decide(self, arguments: object, result: Result) -> None:
        plan = _first(arguments, ("plan",)) or self._plan or _first(arguments, ("summary",))
        if result.text.startswith(_APPROVED):
            self._session.plan(plan, approved=True)
        elif result.is_denied or result.text.startswith(_REJECTED):
            found = _FEEDBACK.search(result.text)
            words = person_text(found[1]).strip() if found else ""
            self._session.plan(plan, approved=False, words=words)
            self._session.say("person", words)


def say_prompt(session: Builder, text: str, at: str, *, is_task: bool = False) -> None:
    """Add a prompt as a turn: the person's, unless it is known to be a task or reads like one."""
    typed = person_text(text)
    session.say("task" if is_task or is_template(typed) else "person", typed, at)


def response_text(result: object) -> str:
    """Return the text of Google's `functionResponse` in a part or in a list of parts."""
    parts = result if isinstance(result, list) else [result]
    responses = [field(part, "functionResponse", "response") for part in parts]
    texts = [string(field(held, key)) for held in responses for key in ("output", "error")]
    return "\n".join(filter(None, texts))


def shell_report(text: str) -> tuple[str, int | None]:
    """Return (output, exit code) of `Command: … Output: … Exit Code: …`; other text as it is."""
    codes = _CODE.findall(text[-2000:])
    if start := _OUTPUT.search(text):
        text = text[start.end() :]
        end = _TAIL.search(text, max(0, len(text) - 2000))
        text = text[: end.start()] if end else text
    return text, int(codes[-1]) if codes else None


def questions_in(arguments: object) -> list[dict[str, Any]]:
    """Return the questions of a call: a list of them, or the one that the call is."""
    if isinstance(field(arguments, "question"), str) and isinstance(arguments, dict):
        return [arguments]
    return objects(field(arguments, "questions"))


def labels(question: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the labels of a question's options."""
    options = question.get("options") or question.get("choices")
    found = (
        string(option) or string(field(option, "label"))
        for option in (options if isinstance(options, list) else ())
    )
    return tuple(filter(None, found))


def _picked(answer: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels that an answer joins with commas, and what the person wrote beside them."""
    answer = answer.strip()
    if not answer or answer in options:
        return (answer,) if answer else ()
    rest = f", {answer}, "
    picked = []
    for label in sorted(options, key=len, reverse=True):
        if f", {label}, " in rest:
            picked.append(label)
            rest = rest.replace(f", {label}, ", ", ", 1)
    picked.sort(key=options.index)
    written = rest.strip(", ")
    return (*picked, written) if written else tuple(picked)


def _edited(arguments: object) -> tuple[str, ...]:
    """Return the files that an editor was called for; looking at a file is no edit."""
    if field(arguments, "command") in ("view", "undo_edit"):
        return ()
    if path := _first(arguments, _PATHS):
        return (path,)
    patch = arguments if isinstance(arguments, str) else _first(arguments, _PATCHES)
    return tuple(dict.fromkeys(path.strip() for path in _PATCHED.findall(patch)))


def _first(arguments: object, keys: tuple[str, ...]) -> str:
    return next((text for key in keys if (text := string(field(arguments, key)).strip())), "")
