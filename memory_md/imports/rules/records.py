"""One lesson with fields (Problem, Rule, Why …) or a row of a table, put together as one text.

The rule or the lesson matters most; the title says what it is about, the reason why.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...extract.model import Candidate
from ...extract.rules.blocks import LEAD, TextBlock
from ...extract.rules.labelled import refined_issue
from ..model import Note, NotTaken
from .titles import Part, category_kind, names, part_named
from .worth import MOST, is_order, is_status, line_kind, rating, shortened, why_left

_FIELD: Final = regex(
    r"(?:\*\*|__)(?P<bold>[^*_`]{1,40}?)(?:[:：](?:\*\*|__)|(?:\*\*|__)[ ]?(?:[:：]|[—–]"
    r"|--?[ ]))[ ]*"
    r"|(?P<plain>[^\W\d][\w /'’&-]{1,30}?)[ ]?(?:[:：][ ]+|：|:$)"
)
_DATE: Final = r"\d{4}[-/.]\d\d?[-/.]\d\d?(?:[T ][\d:.+Z-]+)?"
_NUMBER: Final = regex(
    r"^(?:(?:#?\d{1,3}[.):]+|(?:[A-Z]{1,5}-?\d[\d-]*|#\d{1,4}|(?:lesson|rule|learning) #?\d{1,4})"
    r"(?:[.):]|[ ][—–:-]))[ ]+"
    rf"|\*?\*?\[?{_DATE}\]?\*?\*?[ ]*(?:[—–:|-]+[ ]*)?|[^\w`\[(\"'*<@$/.~#-]+)",
    re.IGNORECASE,
)
_BRACKET: Final = regex(r"^\[([^\]\[]{1,40})\](?!\()[ ]*:?[ ]*(?:[—–-][ ])?")
_TAIL: Final = regex(
    rf"[ ]*\((?:[a-z ]{{0,12}}\b)?{_DATE}[^()]{{0,60}}\)\W*$|[ ]+(?:#[\w-]{{2,30}}[ ]*)+$",
    re.IGNORECASE,
)
_ID: Final = regex(r"^[A-Z]{2,6}-\d{6,8}-[A-Z0-9]{1,5}$")
_BARE_TITLE: Final = regex(
    rf"(?:\[?date:?[ ]*)?{_DATE}\]?$|(?:session|day|week|sprint|phase|part|step|task|entry|lesson"
    r"|learning|case|note)[ ]?#?[\d.]*$",
    re.IGNORECASE,
)
_OBLIGES: Final = regex(
    r"rule|guideline|policy|regel|règle|regla|regra|regola|правил|zasada|规则|規則|ルール|규칙",
    re.IGNORECASE,
)
_ROOM: Final = 320


class LessonFields(Struct):
    """The fields of one lesson, as far as they are read; `line` is its first, 1-based."""

    title: str
    line: int
    kind: str
    first: str = ""
    obliges: bool = False  # its rule is called one
    parts: dict[Part, list[str]] = field(default_factory=dict)

    def put(self, part: Part, text: str, name: str = "") -> None:
        """Add to a field; `name` is how the field is called here."""
        self.first = self.first or name.casefold()
        self.obliges = self.obliges or (part == "rule" and _OBLIGES.search(name) is not None)
        if part or is_status(text):
            self.parts.setdefault(part, []).append(text)

    def begins_anew(self, name: str) -> bool:
        """Whether a field of that name opens the next record."""
        return self.first == name.casefold() and self.is_whole()

    def is_whole(self) -> bool:
        """Whether there is a lesson in it: a rule, a decision or a cure, of something."""
        parts = {part for part in self.parts if part}
        if parts & {"rule", "gist", "decision"}:
            return len(parts) > 1 or bool(subject(self.title))
        return len(parts & {"problem", "fix", "cause"}) > 1

    def said(self, part: Part, most: int = MOST) -> str:
        """Return the text of a field, on one line."""
        said = ""
        for text in filter(None, self.parts.get(part, [])):
            gap = " " if not said or said[-1] in ":.。：!?" else "; "
            said += gap + text
        return shortened(said, most)

    def note(self) -> Note:
        """Return the record as one note."""
        kind, text = self._worded()
        if "" in self.parts or any(
            is_status(word) for word in re.findall(r"\(([^()]*)\)", self.title)
        ):
            return NotTaken(self.line, text or self.title, "says that it no longer holds")
        reason = why_left(text, kind) if text else "only introduces what follows"
        if reason:
            return NotTaken(self.line, text or self.title, reason)
        sure = rating(self.said("rating", 40)) or 0.8
        return Candidate(kind, text, score=sure, confidence=sure, line=self.line)

    def _worded(self) -> tuple[str, str]:
        title, category = split_title(self.title)
        given = category_kind(category) or self.kind
        chosen = self.said("decision")
        if chosen and not (chosen.endswith(":") and self.said("rule")):
            text = joined(title, chosen)
            return "decision", _with_reason(text, self.said("reason", 200))
        for part in ("rule", "gist"):
            if self.said(part):
                return self._rule(part, title, given, sure=bool(category_kind(category)))
        trouble = joined(self.said("problem", 240) or title, self.said("cause", 200))
        if not self.said("problem") and not self.said("cause"):
            trouble = title
        if title and len(trouble.split()) < 5:
            trouble = joined(title, trouble)
        text = joined(trouble, self.said("fix", 260))
        kind = given if given in ("gotcha", "decision") else refined_issue(trouble)
        return kind, text

    def _rule(self, part: Part, title: str, given: str, *, sure: bool) -> tuple[str, str]:
        """Return the kind and text of a rule or lesson, with its subject and reason."""
        rule = self.said(part)
        gist = self.said("gist") if part == "rule" and not title else ""
        if gist and len(rule) + len(gist) < _ROOM:
            rule = joined(gist, rule)
        about = title or (self.said("problem", 160) if len(rule.split()) < 12 else "")
        text = joined(about, rule)
        if self.obliges and given in ("", "learning", "practice", "trouble"):
            return "convention", _with_reason(text, self.said("reason", 200))
        kind = given or ("convention" if is_order(rule) else "learning")
        return (kind if sure else line_kind(rule, kind, "learning")), _with_reason(
            text, self.said("reason", 200)
        )


def joined(first: str, second: str) -> str:
    """Return two parts of one thought; only the second where both are too long or alike."""
    first, second = first.rstrip(" .。;,:"), second.strip()
    if not first or not second:
        return first or second
    ours = set(first.casefold().split())
    if len(ours & set(second.casefold().split())) > 0.8 * len(ours):
        return second
    both = f"{first} — {second}"
    if len(both) <= MOST:
        return both
    room = MOST - len(first) - 3
    cut = shortened(second, room)
    return f"{first} — {cut}" if cut else second


def _with_reason(text: str, reason: str) -> str:
    """Return the text with its reason, where that is short."""
    if not reason or len(text) + len(reason) > _ROOM:
        return text
    return f"{text.rstrip(' .。;')}. Why: {reason}" if text else ""


def field_of(text: str) -> tuple[Part, str, str] | None:
    """Return (part of the record, label, rest) of a line with a label; None for no field."""
    found = _FIELD.match(text)
    if found is None:
        return None
    name = (found["bold"] or found["plain"]).strip()
    part = part_named(name)
    return None if part is None else (part, name, text[found.end() :].strip())


def split_title(title: str) -> tuple[str, str]:
    """Return a title and its category: "L-3: [api] Retries" gives ("Retries", "api")."""
    bare, category = undated(title), ""
    found = _BRACKET.match(bare)
    if found is not None:
        inside = found[1].strip()
        category = bare[found.end() :] if _ID.match(inside) else inside
        bare = "" if _ID.match(inside) else undated(bare[found.end() :])
    return ("" if _BARE_TITLE.match(bare) or len(bare) > 160 else bare), category.strip()


def undated(text: str) -> str:
    """Return a line without number, date or ornament before it and date or tags after it."""
    bare = " ".join(text.split())
    for _ in range(3):
        found = _NUMBER.match(bare)
        if found is None or not found[0]:
            break
        rest = bare[found.end() :]
        if not rest:
            break
        bare = rest
    return _TAIL.sub("", bare).strip()


def feedback_note(parts: Sequence[TextBlock]) -> Note | None:
    """Return a note of feedback as one: what the person wants, why, and how to apply it."""
    record, line = LessonFields("", 0, "preference"), 0
    part: Part = "rule"
    for block in parts:
        found = field_of(block.text)
        part = (found[0] if found else part_named(block.text)) or part
        if block.kind == "heading":
            part = part if block.level == LEAD else "rule"
        elif part in ("rule", "reason", "more"):
            line = line or block.line + 1
            record.put(part, found[2] if found else block.text)
    rule, reason = record.said("rule", 300), record.said("reason", 190)
    if not rule or why_left(rule, "preference"):
        return None
    text = f"{rule.rstrip(' .')}. Why: {reason}" if reason else rule
    return Candidate("preference", text, score=0.8, confidence=0.8, line=line)


_SECTION: Final = regex(r"^(?:§ ?)?\d{1,2}(?:\.\d{1,2}){1,3}\.?[ ]+")


def subject(title: str) -> str:
    """Return the words of a heading, where it names what its text is about."""
    return split_title(_SECTION.sub("", title, count=1))[0]


_WHEN: Final = regex(r"(?:when|before|after|if)\b", re.IGNORECASE)
_PROSE: Final = frozenset(
    ("practice", "trouble", "convention", "gotcha", "decision", "pattern", "preference", "learning")
)


def without_gaps(text: str) -> str:
    """Return the text without empty lines inside a table, which separate rows from their header."""
    lines = text.split("\n")
    for number in range(1, len(lines) - 1):
        if lines[number].strip():
            continue
        before, after = lines[number - 1].lstrip(), lines[number + 1].lstrip()
        below = lines[number + 2].lstrip() if number + 2 < len(lines) else ""
        same = before.count("|") == after.count("|")
        inside = before[:1] == after[:1] == "|" and same
        # A separator below says that another table begins.
        if inside and (not below or below.strip("|:- \t")):
            lines[number] = "|"
    return "\n".join(lines)


def row_note(block: TextBlock, title: str, kind: str, *, closed: bool) -> Note:
    """Return a row as a note: by the names of its columns, else by the kind of its heading."""
    line, row = block.line + 1, " | ".join(block.cells)[:MOST]
    if closed:
        return NotTaken(line, row, "is in a section of temporary notes", "temporary")
    if any(".md)" in cell for cell in block.cells[:2]):
        return NotTaken(line, row, "a list of files")
    record = LessonFields("", line, kind)
    for name, cell in zip(block.header, block.cells, strict=False):
        part = part_named(name)
        if part is not None and cell.strip(" -—–"):
            record.put(part, cell, name)
    if record.is_whole():
        return record.note()
    pairs = dict(zip(block.header, block.cells, strict=False))
    command = next((cell for name, cell in pairs.items() if name in names("column")["command"]), "")
    purpose = next((cell for name, cell in pairs.items() if name in names("column")["purpose"]), "")
    if command and purpose:
        return _made(f"{command} — {purpose}", "practice", line)
    first, second = (*block.cells, "", "")[:2]
    if kind in _PROSE and len(block.cells) <= 3 and len(second.split()) >= 4:
        about = f"{subject(title)}: " if len(first.split()) < 2 and subject(title) else ""
        named = [*block.header, "", ""][:2]
        if named[1] and named[1] not in names("column")["purpose"]:
            first, second = f"{named[0]}: {first}".lstrip(": "), f"{named[1]}: {second}"
        elif _WHEN.match(second):  # when to use what, and what then
            first = f"{named[0]} {first}".strip().capitalize()
            second = ": ".join(filter(None, (second, *block.cells[2:])))
        return _made(f"{about}{first} — {second}", kind, line)
    return NotTaken(line, row, "a table of something else")


def _made(full: str, kind: str, line: int) -> Note:
    text = shortened(full)
    reason = why_left(text, kind) if text else "too long for one entry"
    if reason:
        return NotTaken(line, full[:MOST], reason)
    return Candidate(line_kind(text, kind, "note"), text, score=0.8, confidence=0.8, line=line)
