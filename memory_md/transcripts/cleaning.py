"""Takes out of a session's texts what nobody said, and finds what a command's output says.

Harnesses put context, reminders, results of hooks and echoes of commands into the roles of persons
and agents; `mem` puts its own block there. What is left is what somebody wrote. Work on a text is
linear, and cheap where the text holds no sign of such parts.
"""

import re
from typing import Final

from ..base.text import ANSI, clip, one_line
from ..safety.private import without_private
from ..safety.secrets import redact

# Elements that harnesses put into messages; the person's words stand beside them.
_TAGS: Final = (
    "system-reminder|system_reminder|system_instruction|system-instruction|user-prompt-submit-hook"
    "|session-start-hook|hook_context|local-command-[a-z]+|command-[a-z]+|bash-[a-z]+"
    "|task-notification|teammate-message|mem-[a-z]+|environment_context|user_instructions"
    "|environment_details|INSTRUCTIONS|turn_aborted|user_shell_command|user_action"
    "|subagent_notification|recommended_plugins|permissions_instructions|skill|ide_[a-z_]+"
    "|session_context|persisted-output|attached_files|additional_data"
)
_ATTRIBUTES: Final = r"(?: [^<>\n]{0,300})?"
_TAGGED: Final = re.compile(rf"(?<!`)<({_TAGS}){_ATTRIBUTES}>")
_WHOLE: Final = re.compile(r"<(?!private\b)([A-Za-z][\w-]{1,40})[ >]")
# A block of ours: a heading and, below it, lines that have our form.
_BLOCK: Final = re.compile(
    r"^##[ \t]+(?:workspace learnings|known relationships|known issues \(from diary\)"
    r"|from earlier sessions)[ \t\r]*$"
    r"(?:\n(?:[ \t\r]*|(?:- |### |Patterns observed from previous sessions in this).*)$)*\n?",
    re.IGNORECASE | re.MULTILINE,
)
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
# Gemini CLI and Qwen Code put files that were mentioned behind the words.
_REFERENCED: Final = "--- Content from referenced files ---"
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
    names = [found[1] for found in _TAGGED.finditer(text)] if "<" in text else []
    for name in dict.fromkeys(names):
        text = _without_element(text, name)
    return (_BLOCK.sub("", text) if "##" in text else text).strip()


def person_text(text: str) -> str:
    """Return what a person typed of a message in the person's role, "" where that is nothing.

    Placeholders (`[Image #1]`, pasted text, `@file` in front) go, the words around them stay.
    """
    text = text.partition(_REFERENCED)[0].strip()
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
    closing = f"</{opening[1]}>" if opening else ""
    return bool(closing) and text.find(closing) == len(text) - len(closing)


def _without_element(text: str, name: str) -> str:
    """Drop the elements of a name; one of ours that is never closed was cut off."""
    opening = rf"(?<!`)<{name}{_ATTRIBUTES}>"
    head, closing, tail = text.rpartition(f"</{name}>")
    head = re.sub(rf"{opening}.*?</{name}>", "", head + closing, flags=re.DOTALL)
    if name.startswith("mem-"):
        tail = re.split(opening, tail, maxsplit=1)[0]
    return head + tail


# -- the output of commands ----------------------------------------------------------------------

_LOOKED_AT: Final = 500  # lines at each end
_ERROR: Final = re.compile(
    r"(?<![\w-])(?:[A-Za-z_][\w.]*(?:Error|Exception)(?=:|$|\()"
    r"|(?:fatal|panic|[Ee]rror|FATAL|PANIC)(?:\[\w+\]| \w+\d+)?:(?=\s*\S)|ERROR\b|npm ERR!"
    r"|command not found|No such file or directory|[Pp]ermission denied)"
)
_FAILED: Final = re.compile(
    r"\b(?:FAIL(?:ED|URE)?|fail(?:ed|ure|s)?|[Cc]annot|[Cc]ould not|not found|refused|denied"
    r"|undefined|unknown|invalid|[Ee]rrors?|conflict|CONFLICT)\b(?![)(\]=])"
)
_SAYS_NOTHING: Final = re.compile(
    r"\b(?:0|no) (?:errors?|fail(?:ed|ures?))\b|^\s*errors?:?\s*$", re.IGNORECASE
)
_EXIT: Final = re.compile(
    r"^\s*(?:Error: )?(?:Exit code:? |Process exited with code |exit status )(-?\d{1,10})\b",
    re.MULTILINE | re.IGNORECASE,
)


def first_error(output: str) -> str:
    """Return the first line of a command's output that names an error, at most 200 characters.

    A line that names its kind (`KeyError: …`, `error: …`) goes before one that only says "failed".
    Private parts and secrets are taken out while the line is whole.
    """
    lines = without_private(output).split("\n")
    heads = [
        (line, ANSI.sub("", line[:400]))
        for line in lines[:_LOOKED_AT] + lines[_LOOKED_AT:][-_LOOKED_AT:]
    ]
    for sign in (_ERROR, _FAILED):
        for line, head in heads:
            if sign.search(head) and not _SAYS_NOTHING.search(head):
                return clip(redact(one_line(line)), 200)
    return ""


def exit_code(text: str) -> int | None:
    """Return the exit code that a result says in its first lines or at its end, else None."""
    found = _EXIT.search(text[:400]) or _EXIT.search(text[-200:] if len(text) > 400 else "")
    return int(found[1]) if found else None
