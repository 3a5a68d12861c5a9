"""What a harness or `mem` itself put into a conversation, taken out of it: it is not evidence.

Grammar. A tagged part is `<tag …>…</tag>` with one of `TAGS`; an opening tag that is never closed
is prose about that tag. A section opens with one of `HEADINGS` (a line of its own) and ends before
the next heading of level 1 or 2 or the next code fence. What goes leaves its newlines behind, so
every other line keeps its number. Nothing is parsed beyond that, and nothing is ever added.
"""

from __future__ import annotations

import re
from typing import Final

TAGS: Final = (
    "system-reminder",
    "user-prompt-submit-hook",
    "session-start-hook",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "environment_context",
    "user_instructions",
)
HEADINGS: Final = (
    "## workspace learnings",
    "## known relationships",
    "## known issues (from diary)",
)

_OPENING: Final = re.compile(rf"<({'|'.join(TAGS)})(?: [^<>\n]{{0,200}})?>")
_HEADING: Final = re.compile(
    r"^##[ \t]+(?:workspace learnings|known relationships|known issues \(from diary\))[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_FENCES: Final = ("```", "~~~")


def strip_injected(text: str) -> str:
    """The text without tagged parts and sections that nobody in the conversation wrote.

    The number of lines stays the same. Takes time linear in the length of the text.
    """
    if _OPENING.search(text):
        text = _without_tags(text)
    if _HEADING.search(text):
        text = _without_sections(text)
    return text


def _without_tags(text: str) -> str:
    kept: list[str] = []
    never_closed: set[str] = set()
    start = 0
    for match in _OPENING.finditer(text):
        if match.start() < start or match[1] in never_closed:
            continue
        closing = f"</{match[1]}>"
        end = text.find(closing, match.end())
        if end < 0:
            never_closed.add(match[1])
            continue
        end += len(closing)
        kept.append(text[start : match.start()])
        kept.append("\n" * text.count("\n", match.start(), end))
        start = end
    kept.append(text[start:])
    return "".join(kept)


def _without_sections(text: str) -> str:
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith(("# ", "## ")) or line.lstrip(" ").startswith(_FENCES):
            inside = line.startswith("##") and _HEADING.match(line) is not None
        kept.append("" if inside else line)
    return "\n".join(kept)
