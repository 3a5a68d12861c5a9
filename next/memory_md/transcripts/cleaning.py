"""Takes out of a session's texts what nobody said, and finds what a command's output says.

Harnesses put context, reminders, results of hooks and echoes of commands into the roles of persons
and agents; `mem` puts its own block there. What is left is what somebody wrote. Work on a text is
linear, and cheap where the text holds no sign of such parts.
"""

import json
import re
from typing import Any, Final

from ..base.text import ANSI, clip, one_line

# Elements that harnesses put into messages; the person's words stand beside them.
_TAGS: Final = (
    "system-reminder|system_reminder|system_instruction|system-instruction|user-prompt-submit-hook"
    "|session-start-hook|hook_context|local-command-[a-z]+|command-[a-z]+|bash-[a-z]+"
    "|task-notification|teammate-message|mem-[a-z]+|environment_context|user_instructions"
    "|environment_details|INSTRUCTIONS|turn_aborted|user_shell_command|user_action"
    "|subagent_notification|recommended_plugins|permissions_instructions|skill|ide_[a-z_]+"
    "|session_context|persisted-output|attached_files|additional_data"
)
_TAGGED: Final = re.compile(rf"(?<!`)<({_TAGS})(?: [^<>\n]{{0,300}})?>")
_WHOLE: Final = re.compile(r"<([A-Za-z][\w-]{1,40})[ >]")
_HEADING: Final = re.compile(
    r"^##[ \t]+(?:workspace learnings|known relationships|known issues \(from diary\)"
    r"|from earlier sessions)[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_OURS: Final = ("- ", "### ", "Patterns observed from previous sessions in this workspace")
# A message that opens like this was written by a harness in the person's name.
_NOT_TYPED: Final = (
    "# AGENTS.md instructions",
    "Another language model started to solve this problem",
    "Base directory for this skill:",
    "Caveat: The messages below",
    "Operation stopped by hook",
    "PostToolUse:",
    "PreToolUse:",
    "SessionStart hook",
    "SessionStart:",
    "Stop hook feedback",
    "This session is being continued from a previous conversation",
    "UserPromptSubmit hook",
    "Warning: apply_patch was requested via",
    "[Request interrupted",
    "[SYSTEM NOTIFICATION",
)
# The whole of a person's message here is a plan or an order that a harness carries over.
_TEMPLATES: Final = (
    "A previous agent produced the plan below",
    "Continue from where you left off",
    "Implement the following plan:",
    "Implement the plan as specified",
    "Review the code changes against the base branch",
    "Review the code changes introduced by commit",
    "Review the current code changes (staged",
)
_REQUEST: Final = re.compile(r"^#+ My request for Codex:?[ \t]*\n", re.MULTILINE)
_PLACEHOLDER: Final = re.compile(
    r"\[Image #\d+\]|\[Image: [^\]\n]{0,500}\]"
    r"|\[(?:Pasted text|\.\.\.Truncated text) #\d+[^\]\n]{0,60}\]|</?image(?: [^<>\n]{0,200})?>"
)
# `@src/order.py:` in front of a sentence; in the middle of one the name is part of it.
_MENTION: Final = re.compile(
    r'@(?:"[^"\n]{1,200}"|(?:\./|~?/)?[\w./+-]*(?:\.[A-Za-z]\w{0,7}|/))[:,]?\s+'
)


def without_injected(text: str) -> str:
    """Return the text without the elements and blocks that harnesses and `mem` put into it."""
    if "<" in text and _TAGGED.search(text):
        text = _without_elements(text)
    if "##" in text and _HEADING.search(text):
        text = _without_sections(text)
    return text.strip()


def person_text(text: str) -> str:
    """Return what a person typed of a message in the person's role, "" where that is nothing.

    Placeholders (`[Image #1]`, pasted text, `@file` in front) go, the words around them stay.
    """
    text = text.strip()
    if text.startswith("#") and (request := _REQUEST.search(text)):
        text = text[request.end() :]
    text = without_injected(text)
    if text.startswith(_NOT_TYPED) or _is_element(text):
        return ""
    if "[" in text or "<" in text:
        text = _PLACEHOLDER.sub("", text).strip()
    while text.startswith("@") and (mention := _MENTION.match(text + "\n")):
        text = text[mention.end() :].strip()
    return text


def is_template(text: str) -> bool:
    """Whether a message in the person's role is an order of the harness: a task, no person's."""
    return text.startswith(_TEMPLATES) or text.rstrip() == "Implement the plan."


def _is_element(text: str) -> bool:
    opening = _WHOLE.match(text)
    return (
        opening is not None
        and opening[1] != "private"
        and text.endswith(f"</{opening[1]}>")
        and text.count(f"</{opening[1]}>") == 1
    )


def _without_elements(text: str) -> str:
    """Drop the elements; one of ours that is never closed was cut off, another is prose."""
    kept: list[str] = []
    unclosed: set[str] = set()
    at = 0
    for opening in _TAGGED.finditer(text):
        if opening.start() < at:
            continue
        closing = f"</{opening[1]}>"
        end = -1 if opening[1] in unclosed else text.find(closing, opening.end())
        if end < 0 and not opening[1].startswith("mem-"):
            unclosed.add(opening[1])
            continue
        kept.append(text[at : opening.start()])
        at = len(text) if end < 0 else end + len(closing)
    return "".join((*kept, text[at:]))


def _without_sections(text: str) -> str:
    """Drop a block of ours: a heading and, below it, lines that have our form."""
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith("## "):
            inside = _HEADING.match(line) is not None
        elif inside and line.strip() and not line.startswith(_OURS):
            inside = False
        if not inside:
            kept.append(line)
    return "\n".join(kept)


# -- the output of commands ----------------------------------------------------------------------

_LOOKED_AT: Final = 20_000
_ERROR: Final = re.compile(
    r"(?<![\w-])(?:[A-Za-z_][\w.]*(?:Error|Exception)(?=:|$|\()"
    r"|(?:fatal|panic|[Ee]rror|FATAL|PANIC)(?:\[\w+\]| \w+\d+)?:(?=\s*\S)|ERROR\b|npm ERR!"
    r"|command not found|No such file or directory|[Pp]ermission denied)"
)
_FAILED: Final = re.compile(
    r"\b(?:FAIL(?:ED|URE)?|fail(?:ed|ure|s)?|[Cc]annot|[Cc]ould not|not found|refused|denied"
    r"|undefined|unknown|invalid|[Ee]rrors?|conflict|CONFLICT)\b(?![)(\]=])"
)
_HARMLESS: Final = re.compile(r"\b(?:0|no) (?:errors?|fail(?:ed|ures?))\b", re.IGNORECASE)
_EXIT: Final = re.compile(
    r"^\s*(?:Error: )?(?:Exit code:? |Process exited with code |exit status )(-?\d{1,10})\b",
    re.MULTILINE | re.IGNORECASE,
)


def first_error(output: str) -> str:
    """Return the first line of a command's output that names an error, at most 200 characters.

    A line that names its kind (`KeyError: …`, `error: …`) goes before one that only says "failed".
    """
    if len(output) > 2 * _LOOKED_AT:
        output = f"{output[:_LOOKED_AT]}\n{output[-_LOOKED_AT:]}"
    weak = ""
    for raw in output.split("\n"):
        line = ANSI.sub("", raw[:400]) if "\x1b" in raw else raw[:400]
        if _ERROR.search(line) and not _HARMLESS.search(line):
            return clip(one_line(line), 200)
        # "error:" alone says less than the line below it.
        if " " not in weak.strip() and _FAILED.search(line) and not _HARMLESS.search(line):
            weak = line
    return clip(one_line(weak), 200)


def exit_code(text: str) -> int | None:
    """Return the exit code that a result says in its first lines or at its end, else None."""
    found = _EXIT.search(text[:400]) or _EXIT.search(text[-200:] if len(text) > 400 else "")
    return int(found[1]) if found else None


# -- JSON lines ----------------------------------------------------------------------------------


def json_lines(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the objects of a text of JSON lines, and a warning if some lines are none.

    A last line that breaks off is normal while its agent writes. Halves of a character become "?".
    """
    records: list[dict[str, Any]] = []
    unreadable = 0
    lines = text.removeprefix("\ufeff").split("\n")
    last = lines.pop()
    for line in lines:
        if line and not line.isspace():
            if (record := _parsed(line)) is not None:
                records.append(record)
            else:
                unreadable += 1
    if last and (record := _parsed(last)) is not None:
        records.append(record)
    return records, [f"{unreadable} lines are no JSON objects"] if unreadable else []


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
        if "\\ud" in line or "\\uD" in line:
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def parsed_json(text: object) -> Any:
    """Return what a string of JSON holds, and any other value as it is."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def project_path(path: str, cwd: str) -> str:
    """Return a path relative to the session's folder where it is inside, with forward slashes."""
    path, cwd = path.strip().replace("\\", "/"), cwd.replace("\\", "/").rstrip("/")
    if cwd and path.startswith(f"{cwd}/"):
        return path[len(cwd) + 1 :]
    return path.removeprefix("./")
