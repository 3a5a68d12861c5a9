"""Tool calls with their results, as several agents name them: what was edited, run, chosen, agreed.

A call counts once its result is there: one that was refused, failed to start or is still running
did nothing.
"""

import json
import re
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Final

from .cleaning import exit_code, first_error, is_template, person_text, without_injected
from .json_records import field, objects, parsed_json, string, texts_of, utc
from .model import Builder, Choice, Edit, Plan, Run

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


@dataclass(slots=True)
class Recorder(Builder):
    """Builds a session from prompts, answers and calls; a call waits for its result."""

    _waiting: dict[str, tuple[str, Any]] = dataclass_field(default_factory=dict)
    _plan: str = ""  # the plan file as last written: agents hand over its path only

    def time(self, value: object) -> None:
        """Note when what comes next was written; the first time is that of the session."""
        self.now = utc(value)
        self.at = self.at or self.now

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
            self.add(Plan, plan, approved=False, words=self._refused(result))

    def _refused(self, result: Result) -> str:
        """Add and return what the person said when they refused a call."""
        found = _WORDS.search(result.text)
        words = person_text(found[1]) if found else ""
        self.say("task" if self.is_child else "person", words)
        return words


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
