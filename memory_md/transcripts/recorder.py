"""Writes a session: what was said, and tool calls with their results, as several agents name them.

A call counts once its result is there: one that was refused, failed to start or is still running
did nothing.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from .cleaning import exit_code, first_error, is_template, person_text, without_injected
from .json_records import field, objects, parsed_json, string, texts_of, utc
from .model import Choice, Edit, Handoff, Plan, Run, Session, Speaker, Turn

P = ParamSpec("P")
T = TypeVar("T")

# What a tool does, by its name in lower case without `_`, `-` and `.`.
_TOOLS: Final = {
    "edit": (
        "write edit multiedit patch create replace strreplace editnotebook notebookedit writefile"
        " editfile createfile strreplaceeditor applypatch searchreplace"
    ),
    "run": (
        "bash sh shell powershell terminal exec runshellcommand runterminalcmd runterminalcommand"
        " runcommand runinterminal executecommand executebash execcommand shellcommand localshell"
        " localshellcall containerexec unifiedexec"
    ),
    "choice": "askuser askuserquestion question requestuserinput",
    "plan": "exitplanmode planexit",
}
_KINDS: Final = {name: kind for kind, names in _TOOLS.items() for name in names.split()}
_PATHS: Final = ("file_path", "filePath", "path", "notebook_path", "target_notebook", "target_file")
_CONTENTS: Final = ("content", "contents", "file_text")
_OLD: Final = ("old_string", "oldString", "old_str")
_NEW: Final = ("new_string", "newString", "new_str")
_PATCHES: Final = ("patchText", "patch", "input")
_PATCH: Final = "*** Begin Patch"
_PATCHED: Final = re.compile(r"^\*\*\* (?:Update File|Add File|Move to): (.+)$", re.MULTILINE)
_WRAPPED: Final = ("-c", "-lc", "-ic", "/c", "-Command")
_PLAN_FILE: Final = re.compile(r"/plans/[^/]+\.md\Z|/session-state/[^/]+/plan\.md\Z")
_APPROVED: Final = ("Plan approved", "User approved", "User has approved")
_REJECTED: Final = ("Plan rejected", "Plan execution was not approved", "User cancelled")
_CODE: Final = re.compile(r"^Exit Code: (-?\d{1,10})", re.MULTILINE)
_PRINTED: Final = ("output", "content", "stdout", "stderr", "text")
_BODY: Final = re.compile(r"^(?:Output|Final output):\n", re.MULTILINE)
_REPORT: Final = re.compile(
    r"(?:^|\n)(?:Output|Stdout): (.*?)(?:\n(?:Error: \(none\)"
    r"|(?:Exit Code|Signal|Background PIDs|Process Group PGID): )|\Z)",
    re.DOTALL,
)
# What the person said with a rejection, as Gemini CLI, Copilot and Claude Code report it.
_WORDS: Final = re.compile(
    r"(?:\A(?:Plan|User)\b[^\n]{0,80}\bfeedback: |the user said:\n)(.+?)"
    r"(?:\n\n(?:Note: The user's next|The plan is)|\Z)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Result:
    """What came back; `exit` is 1 for a call that failed without a code, None if it is not known.

    `answers` are what the person picked, a tuple for each question of the call.
    """

    text: str = ""
    exit: int | None = None
    is_denied: bool = False
    answers: tuple[tuple[str, ...], ...] = ()


class Recorder:
    """Numbers what a reader meets, in order; `build` makes the session of it."""

    def __init__(self, format: str, id: str = "", cwd: str = "") -> None:  # noqa: A002
        self.format, self.id, self.cwd = format, id, cwd
        self.at = self.now = ""  # the first time, and that of what is read at the moment
        self.is_child = False  # whether it is a subagent's
        self.warnings: list[str] = []
        self.last = 0  # the number that was given last
        self._found: list[Any] = []
        self._waiting: dict[str, tuple[str, Any]] = {}  # calls without a result, by their ID
        self._plan = ""  # the plan file as last written: agents hand over its path only

    def add(
        self, make: Callable[Concatenate[int, P], object], *args: P.args, **more: P.kwargs
    ) -> None:
        """Add a turn, an edit, a run …, with the next number."""
        self.last += 1
        self._found.append(make(self.last, *args, **more))

    def take_back(self, number: int) -> None:
        """Drop all from this number on: it was rewound. Its numbers are not given again."""
        while self._found and self._found[-1].number >= number:
            self._found.pop()

    def build(self) -> Session:
        """Return the session."""

        def those(kind: type[T]) -> tuple[T, ...]:
            return tuple(one for one in self._found if isinstance(one, kind))

        return Session(
            self.format, self.id, self.cwd, self.at, those(Turn), those(Edit), those(Run),
            those(Choice), those(Plan), those(Handoff), tuple(self.warnings),
        )  # fmt: skip

    def time(self, value: object) -> None:
        """Note when what comes next was written."""
        self.now = utc(value)
        self.at = self.at or self.now

    def say(self, speaker: Speaker, text: str) -> None:
        """Add a turn; one without words is none."""
        if text.strip():
            self.add(Turn, speaker, text, self.now)

    def prompt(self, text: str, *, is_task: bool = False) -> None:
        """Add a prompt: the person's, unless it is known to be a task or reads like one."""
        typed = person_text(text)
        self.say("task" if is_task or is_template(typed) else "person", typed)

    def answer(self, text: str) -> None:
        """Add what the agent said."""
        self.say("agent", without_injected(text))

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

    def done(self, name: object, arguments: object, result: Result) -> None:
        """Write what a call did."""
        kind = _KINDS.get(re.sub(r"[-_.]", "", string(name).casefold()), "")
        command = _command(arguments) if kind == "run" else ""
        if kind == "plan":
            self._decide(arguments, result)
        elif result.is_denied:
            self._refused(result)
        elif kind == "edit" or _PATCH in command:
            if not result.exit:
                self._edit(command or arguments)
        elif command:
            code = None if field(arguments, "is_background") is True else result.exit
            self.add(Run, command, code, first_error(result.text) if code else "")
        elif kind == "choice":
            self._choose(arguments, result)

    def relative(self, path: str) -> str:
        """Return a path relative to the folder where it is inside, with forward slashes."""
        path, cwd = (text.strip().replace("\\", "/") for text in (path, self.cwd))
        path = path.removeprefix(f"{cwd.rstrip('/')}/") if cwd else path
        return path.removeprefix("./")

    def _edit(self, arguments: object) -> None:
        for path in map(self.relative, _edited(arguments)):
            if _PLAN_FILE.search(path):
                old, new = _first(arguments, _OLD), _first(arguments, _NEW)
                written = _first(arguments, _CONTENTS)
                self._plan = self._plan.replace(old, new, 1) if old else written or self._plan
                if path.startswith(("/", "~")) or path[1:2] == ":":
                    continue  # agents keep their plans outside of the project
            self.add(Edit, path)

    def _choose(self, arguments: object, result: Result) -> None:
        for question, answer in zip(questions_in(arguments), result.answers, strict=False):
            options = _labels(question)
            chosen = tuple(label for text in answer for label in _picked(text.strip(), options))
            if chosen:
                asked, header = (string(question.get(key)) for key in ("question", "header"))
                self.add(Choice, asked, options, chosen, header)

    def _decide(self, arguments: object, result: Result) -> None:
        carried = result.text.partition("## Approved Plan")[2].partition("\n")[2].strip()
        plan = carried or _first(arguments, ("plan",)) or self._plan
        plan = plan or _first(arguments, ("summary",))
        if result.text.startswith(_APPROVED):
            self.add(Plan, plan, approved=True)
        elif result.is_denied or result.text.startswith(_REJECTED):
            self.add(Plan, plan, approved=False)
            self._refused(result)

    def _refused(self, result: Result) -> None:
        """Add what the person said when they refused a call."""
        if found := _WORDS.search(result.text):
            self.say("task" if self.is_child else "person", person_text(found[1]))


def response_text(result: object) -> str:
    """Return the text of Google's `functionResponse` in a part or in a list of parts."""
    parts = result if isinstance(result, list) else [result]
    responses = [field(part, "functionResponse", "response") for part in parts]
    texts = [string(field(held, key)) for held in responses for key in ("output", "error")]
    return "\n".join(filter(None, texts))


def printed(output: object) -> tuple[str, int | None]:
    """Return what a tool printed, and its exit code: JSON, JSON in a string, or below a header."""
    fields = parsed_json(output) if string(output).startswith("{") else output
    if isinstance(fields, dict) and "answers" not in fields:
        held = fields["metadata"] if isinstance(fields.get("metadata"), dict) else fields
        code = held.get("exit_code", held.get("exitCode"))
        output = "\n".join(string(fields.get(key)) for key in _PRINTED if key in fields)
        if isinstance(code, int):
            return output, code
    text = json.dumps(output) if isinstance(output, dict) else "\n".join(texts_of(output))
    body = _BODY.search(text[:1000])
    return (text[body.end() :] if body else text), exit_code(text[: body.start()] if body else text)


def shell_report(text: str) -> tuple[str, int | None]:
    """Return (output, exit code) of `Command: … Output: … Exit Code: …`; other text as it is."""
    report, codes = _REPORT.search(text), _CODE.findall(text[-2000:])
    return report[1] if report else text, int(codes[-1]) if codes else None


def questions_in(arguments: object) -> list[dict[str, Any]]:
    """Return the questions of a call: a list of them, or the one that the call is."""
    if isinstance(field(arguments, "question"), str):
        return objects([arguments])
    return objects(field(arguments, "questions"))


def _labels(question: dict[str, Any]) -> tuple[str, ...]:
    options = question.get("options") or question.get("choices")
    listed = options if isinstance(options, list) else ()
    found = (string(option) or string(field(option, "label")) for option in listed)
    return tuple(filter(None, found))


def _picked(answer: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels that an answer joins with commas, and what the person wrote beside them."""
    if answer in options:
        return (answer,)
    rest = f", {answer}, "
    picked = [label for label in options if f", {label}, " in rest]
    for label in picked:
        rest = rest.replace(f", {label}, ", ", ", 1)
    return tuple(filter(None, (*picked, rest.strip(", "))))


def _command(arguments: object) -> str:
    """Return the command of a call: a line, or a list of words, often `bash -lc LINE`."""
    command = field(arguments, "command") or field(arguments, "cmd") or arguments
    if isinstance(command, list):
        is_wrapped = len(command) == 3 and command[1] in _WRAPPED
        command = command[2] if is_wrapped else " ".join(map(str, command))
    return string(command).strip()


def _edited(arguments: object) -> tuple[str, ...]:
    """Return the files that an editor was called for; looking at a file is no edit."""
    if field(arguments, "command") in ("view", "undo_edit"):
        return ()
    if path := _first(arguments, _PATHS):
        return (path,)
    patch = string(arguments) or _first(arguments, _PATCHES)
    return tuple(dict.fromkeys(path.strip() for path in _PATCHED.findall(patch)))


def _first(arguments: object, keys: tuple[str, ...]) -> str:
    return next((text for key in keys if (text := string(field(arguments, key)).strip())), "")
