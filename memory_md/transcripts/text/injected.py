"""Takes out of a text what a harness or `mem` itself inserted: it is not evidence.

Grammar. A tagged part is `<tag …>…</tag>` with one of `TAGS`, or `<memory version="N" …>` as `mem
context` writes it; an opening tag without a closing one is prose about that tag. A section opens
with one of our headings (a line of its own) and goes on while its lines are of our form: bullets,
`###` headings, blank lines and the sentence under the heading. An entry is a bullet that ends in a
comment of ours, a listing a line `ID<tab>0.50<tab>text`; JSON of ours is an object that opens with
`version` and a `text` that is our block, or `entries` with IDs. A prompt of ours for a model begins
with `OPENING` at the start of a line and ends with `CLOSING` (or with the text, where it was cut);
the answer is a JSON array whose first object begins as the prompt asks. What `mem` tells agents of
their closing lines, and in AGENTS.md, is known sentence by sentence, however its lines are broken.
Newlines are kept, so every other line keeps its number. All is linear in the length of the text.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from typing import Any, Final

from ...base.identity import identity_form
from ...base.json_values import at, objects
from ...base.regex import regex
from ...base.text import holds_sign
from ...files.tables import CLOSING_REQUEST, template
from ...llm.model import CATEGORIES, CLOSING, OPENING
from .loose_json import parsed

TAGS: Final = (
    "system-reminder", "user-prompt-submit-hook", "session-start-hook", "command-name",
    "command-message", "command-args", "command-contents", "local-command-stdout",
    "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr",
    "mem-context", "task-notification", "environment_context", "user_instructions",
)  # fmt: skip
_OPENING: Final = regex(
    rf"<({'|'.join(TAGS)})(?: [^<>\n]{{0,200}})?>|<(memory) version=\"[^<>\n]{{0,200}}>"
)
_HEADING: Final = regex(
    r"^##[ \t]+(?:workspace learnings|known relationships|known issues \(from diary\))[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_OURS: Final = ("- ", "### ", "Patterns observed from previous sessions in this workspace")
_COMMENT: Final = regex(r"(?<![ \t])[ \t]*<!-- mem:[0-9a-z]{8}\b[^\n]*$")
_LISTED: Final = regex(r"^[ \t]{0,8}[0-9a-z]{8}\t[01]\.\d\d\t([^\n]*)$", re.MULTILINE)
_BULLET: Final = regex(r"^[ \t>│|\d→:]{0,20}[-*+][ \t]+(?:\[\d{4}-\d\d-\d\d\][ \t]+)?")
_LABEL: Final = regex(r"[A-Z][a-z]+(?: [a-z]+)?(?: \([^()\n]{1,80}\))?:[ \t]+")
_JSON: Final = regex(
    r'\{\s{0,20}"version": ?\d+,\s{0,20}"(?:text": ?"## Workspace Learnings'
    r'|entries": ?\[\s{0,20}\{\s{0,20}"id": ?"[0-9a-z]{8}")'
    rf'|\[\s{{0,20}}\{{\s{{0,20}}"category": ?"(?:{"|".join(CATEGORIES)})",\s{{0,20}}"content": ?"'
)
_LINE: Final = regex(r"<line [^<>\n]{0,200}>([^<>\n]*)</line>")
_ENTRY_SIGNS: Final = ("<!-- mem:", "\t0.", "\t1.")
_JSON_SIGNS: Final = ('"version"', '"category"')
_SIGNS: Final = ("## ", "<!-- mem:", "<memory version=", '"version"', "\t0.", "\t1.")
# Of each text that tells agents about `mem`, a word that few other texts have.
_TOLD: Final = ("`Preference:`,", "`learnings.md`")
_LEAST: Final = 16  # shorter lines say too little to be recognised


def strip_injected(text: str) -> str:
    """Return the text without what was inserted; the other lines keep their numbers."""
    if OPENING in text:
        text = _without(text, _prompts(text))
    if "<" in text and _OPENING.search(text):
        text = _without(text, _tagged(text))
    if holds_sign(text, _JSON_SIGNS):
        text = _without(text, _json(text))
    if holds_sign(text, _TOLD):
        text = _without(text, (found.span() for found in _instructions().finditer(text)))
    if "##" in text and _HEADING.search(text):
        text = _without_sections(text)
    if holds_sign(text, _ENTRY_SIGNS):
        text = "\n".join("" if _is_entry(line) else line for line in text.split("\n"))
    return text


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text without these spans, of which only the newlines are left."""
    kept: list[str] = []
    at = 0
    for start, end in spans:
        kept += (text[at:start], "\n" * text.count("\n", start, end))
        at = end
    return "".join((*kept, text[at:]))


def has_own_prompt(text: str) -> bool:
    """Whether a prompt of ours for a model begins in a text."""
    return _own_prompt(text, 0) >= 0


def _own_prompt(text: str, start: int) -> int:
    """Return where the next prompt of ours begins, at the start of a line; -1 if there is none."""
    while (start := text.find(OPENING, start)) > 0 and text[start - 1] != "\n":
        start += len(OPENING)
    return start


@cache
def _instructions() -> re.Pattern[str]:
    """Match a sentence of what `mem` tells agents, which may be broken into lines and quoted."""
    shown = f"{template(CLOSING_REQUEST)}\n{template('agents.md')}"
    sentences = (part.split() for part in re.split(r"\n\n|\n- |(?<=\.)\s", shown))
    return re.compile(
        "|".join(r"[\s>]+".join(map(re.escape, words)) for words in sentences if words)
    )


def _prompts(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while (start := _own_prompt(text, at)) >= 0:
        end = text.find(CLOSING, start)
        at = len(text) if end < 0 else end + len(CLOSING)
        yield start, at


def shown_forms(text: str) -> frozenset[str]:
    """Return the normal forms of all lines of a memory that a text shows, in any form `mem` writes.

    With and without their labels; what is too short to be recognised is left out.
    """
    if not holds_sign(text, _SIGNS):
        return frozenset()
    forms = {
        identity_form(part) for line in _shown(text) for part in (line, _LABEL.sub("", line, 1))
    }
    return frozenset(form for form in forms if len(form) >= _LEAST)


def _shown(text: str) -> Iterator[str]:
    if '"version"' in text:
        for start, end in _json(text):
            yield from _json_lines(parsed(text[start:end]))
    if "<memory version=" in text:
        yield from (unescape(found[1]) for found in _LINE.finditer(text))
    yield from (found[1] for found in _LISTED.finditer(text))
    inside = False
    for line in text.split("\n"):
        inside = _goes_on(line, inside)
        if (inside or "<!-- mem:" in line) and (bullet := _BULLET.match(line)):
            yield _COMMENT.sub("", line[bullet.end() :])


def _json_lines(value: Any) -> Iterator[str]:
    for key in ("lines", "entries"):
        for item in objects(at(value, key)):
            if isinstance(item.get("text"), str):
                yield item["text"]


def _json(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of JSON of ours; what was cut by a limit goes to the end of the text."""
    at = 0
    decoder = json.JSONDecoder()
    for found in _JSON.finditer(text):
        if found.start() < at:
            continue
        try:
            at = decoder.raw_decode(text, found.start())[1]
        except (ValueError, RecursionError):
            at = len(text)
        yield found.start(), at


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    never_closed: set[str] = set()
    at = 0
    for match in _OPENING.finditer(text):
        name = match[1] or match[2]
        if match.start() < at or name in never_closed:
            continue
        end = text.find(f"</{name}>", match.end())
        if end < 0:
            never_closed.add(name)
            continue
        at = end + len(name) + 3
        yield match.start(), at


def _without_sections(text: str) -> str:
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        inside = _goes_on(line, inside)
        kept.append("" if inside else line)
    return "\n".join(kept)


def _goes_on(line: str, inside: bool) -> bool:
    """Whether a line is part of a section of ours; `inside` is whether the one before is."""
    if line.startswith("## "):
        return _HEADING.match(line) is not None
    return inside and (not line.strip() or line.startswith(_OURS))


def _is_entry(line: str) -> bool:
    if "\t" in line and _LISTED.match(line):
        return True
    return "<!-- mem:" in line and _BULLET.match(line) is not None and bool(_COMMENT.search(line))
