"""Architecture decision records as text: what one says, and the comment at the end of our own.

Read are MADR (front matter), Nygard's layout (adr-tools: `# 7. Title`, `Date:`, `## Status`),
log4brains (`- Status:` lines, `20260202-title.md`), bold lines (`**Status:** Accepted`), a table
row of either, and headings in other languages. A record that `mem` wrote ends with

    <!-- mem:ID text=… facts=… sha=… -->

`sha` is a hash of all that is above it, without line ends and trailing blanks: where it differs, a
person edited the file. Nothing fails on an odd file; what it does not say is empty.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import Final, Literal, cast

from msgspec import Struct, field

from ...base.identity import identity_form, short_id
from ...base.regex import regex
from ...base.text import one_line
from ...files.tables import table
from ...markdown.front_matter import read_front_matter
from ...markdown.lines import Line, conflict_lines, visible_lines
from ...markdown.table_rows import cells, is_delimiter
from ..model import DecisionRecord, Mark

_NAME: Final = regex(r"((?:adr|madr|decision|dr)[-_ ]?)?(\d{1,8})(?=[-_. ])", re.IGNORECASE)
_DATED: Final = regex(r"(adr[-_ ]?)?(\d{8}|\d{4}-\d{2}-\d{2})(?=[-_. ])", re.IGNORECASE)
_TEMPLATE: Final = regex(
    r"(?:(?:adr[-_ ]?)?\d+[-_. ])?(?:(?:m?adr|nygard|decision|record|long|short)[-_])*template"
    r"(?:[-_](?:minimal|bare|short|long|full|m?adr|nygard))*$",
    re.IGNORECASE,
)
_NOT_RECORDS: Final = frozenset((
    "readme", "index", "changelog", "contributing", "toc", "summary", "license", "agents",
    "claude", "overview",
))  # fmt: skip
_MARK: Final = regex(
    r"<!-- mem:([0-9a-z]{8})(?: text=([0-9a-z]{8,32}))? facts=([0-9a-z]{8}) sha=([0-9a-z]{8}) -->"
)
_LEAD: Final = regex(
    r"((?:M?ADR|Decision|DR)[-\s#]{0,3})?#?(\d{1,5})(\s?[.:)：]\s|\s[-–—]\s|\s(?=\S)|：)",
    re.IGNORECASE,
)
_LINK: Final = regex(r"\[[^\[\]]{0,300}\]\(<?([^()<>\s]{1,300})>?[^()]{0,100}\)")
_NUMBERED: Final = regex(
    r"[\s:*_\[\"'(]{0,6}(?:(?:M?ADR|#|decision|record)[-\s#]{0,3}(\d{1,5})\b"
    r"|(\d{1,5})(?=[ \t]{0,3}(?:[\].):,;*_]|$)))",
    re.IGNORECASE,
)
_CHOSEN: Final = regex(r'Chosen option: "(.{1,600})"(?:[.,]|$)')
_MOST_LINES: Final = 2_000
_MOST_CHARS: Final = 500


def is_record_name(name: str) -> bool:
    """Whether a Markdown file of that name may be a record: no template, and no index of them."""
    stem, extension = posixpath.splitext(name)
    if extension.casefold() not in (".md", ".markdown") or name.startswith((".", "_")):
        return False
    return stem.casefold() not in _NOT_RECORDS and not is_template_name(name)


def is_template_name(name: str) -> bool:
    """Whether a file of that name is the template for records."""
    stem, extension = posixpath.splitext(name)
    return extension.casefold() in (".md", ".markdown") and bool(_TEMPLATE.match(stem))


def read_record(path: str, text: str) -> DecisionRecord | None:
    """Read a file; None where neither its name nor its content is that of a record."""
    name = posixpath.basename(path)
    before, name_date = _name_date(name)
    prefix, digits, separator = (before, "", "") if name_date else _numbering(name)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    mark, edited = _mark(text)
    front = read_front_matter(text)
    lines = visible_lines(front.body if front else text)[:_MOST_LINES]
    facts = facts_of(lines)
    sections = tuple(line.text.casefold() for line in lines if line.level > 1)
    given = {name: front.string(name) if front else "" for name in ("status", "date", "title")}
    status = (given["status"] or facts.get("status", ""))[:_MOST_CHARS]
    known = any(part_of(section) == "decision" for section in sections) or "decision" in facts
    if not digits and not name_date and not (mark or status_of(status) or known):
        return None
    heading = _heading(lines) or given["title"]
    lead, title = _title(heading, digits)
    replaced = facts.get("replaced", "") or (status if _REPLACED.search(status) else "")
    return DecisionRecord(
        path=path,
        title=one_line(title) or _spoken(name),
        number=int(digits) if digits else None,
        digits=digits,
        prefix=prefix,
        separator=separator,
        dated=bool(name_date),
        status="superseded" if facts.get("replaced") else status_of(status),
        status_text=one_line(status),
        date=day_of(given["date"] or facts.get("date", "")) or name_date,
        replaced_by=_target(replaced),
        mark=mark,
        edited=edited,
        conflicted=bool(conflict_lines(text)),
        lead=lead,
        sections=sections,
        says=frozenset(form for form in _forms(title, lines) if form),
        text=text,
    )


def _name_date(name: str) -> tuple[str, str]:
    """Return (what is before it, the day YYYY-MM-DD) of a dated name; of another, nothing."""
    found = _DATED.match(name)
    with contextlib.suppress(ValueError):
        if found:
            return found[1] or "", date.fromisoformat(found[2]).isoformat()
    return "", ""


def _numbering(name: str) -> tuple[str, str, str]:
    """Return (what is before the number, its digits, what is after it) of a file's name."""
    found = _NAME.match(name)
    return (found[1] or "", found[2], name[found.end()]) if found else ("", "", "")


def _heading(lines: Sequence[Line]) -> str:
    """Return the title; one below the first level only where it numbers the record."""
    first = next((line for line in lines if line.level), None)
    if first and first.level > 1 and (found := _LEAD.match(first.text)) and found[1]:
        return first.text
    return next((line.text for line in lines if line.level == 1), "")


def _title(heading: str, digits: str) -> tuple[str, str]:
    """Return (what is before the title, the title) of a heading; {} stands for the number."""
    found = _LEAD.match(heading)
    same = found is not None and (not digits or int(found[2]) == int(digits))
    # "12 factors" is a title; "ADR 12 factors" is not.
    if not found or not same or (found[3].isspace() and not found[1]):
        return "", heading.strip()
    lead = f"{found[1] or ''}{'{0}' if found[2] == digits else '{}'}{found[3]}"
    return lead, heading[found.end() :].strip()


def _spoken(name: str) -> str:
    prefix, digits, _ = _numbering(name)
    stem = posixpath.splitext(name)[0][len(prefix) + len(digits) :]
    return one_line(re.sub(r"[-_]+", " ", stem)) or name


def _target(text: str) -> str:
    """Return which record a status names as the later one: a link's target, else a number."""
    found = _REPLACED.search(text)
    if not found:
        return ""
    rest = text[found.end() :]
    link = _LINK.search(rest)
    if link:
        return link[1]
    number = _NUMBERED.match(rest)
    return (number[1] or number[2]) if number else ""


def _forms(title: str, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the normal forms of the title and of each line about what was decided."""
    yield form_of(title)
    level = 0
    for line in lines:
        if line.level:
            inside = 0 < level < line.level
            if not inside:
                level = line.level if part_of(line.text) == "decision" else 0
            continue
        bare = _BULLET.sub("", line.text.strip(), count=1)
        key = _KEY.match(bare)
        if key and part_of(key[1]) == "decision":
            bare = key[2].strip("*_ ")
        elif not level or line.fenced:
            continue
        chosen = _CHOSEN.match(bare)
        yield form_of(bare)
        if chosen:
            yield form_of(chosen[1])


def form_of(text: str) -> str:
    """Return the form in which two titles are compared, without case."""
    return identity_form(text).casefold()


# -- the comment at the end --------------------------------------------------------------------


def _mark(text: str) -> tuple[Mark | None, bool]:
    """Return our comment, the last of several, and whether the file was edited since."""
    marks = list(_MARK.finditer(text))
    if not marks:
        return None, True
    found = marks[-1]
    mark = Mark(found[1], found[2] or "", found[3], found[4])
    return mark, _content(text[: found.start()] + text[found.end() :]) != mark.content


def _content(text: str) -> str:
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    return short_id("adr", "\n".join(lines).strip("\n"))


def with_mark(text: str, mark: Mark) -> str:
    """Return the text of a record with our comment at its end; `mark.content` is made here."""
    text_field = f" text={mark.text}" if mark.text else ""
    comment = f"<!-- mem:{mark.id}{text_field} facts={mark.facts} sha={_content(text)} -->"
    return f"{text.rstrip()}\n\n{comment}\n"


# -- what the lines say of status and day ---------------------------------------------------------

# They may be a key (`Status: Accepted`, bold or a bullet, several on a line divided by `|`), the
# section of a heading, the rows of a table, boxes of which one is ticked, or choices of which one
# is bold. The first one counts.

_BULLET: Final = regex(r"(?:[-*+]|\d{1,3}[.)])[ \t]+")
_KEY: Final = regex(
    r"(?:[-*+>] {1,3})?(?:\*\*|__)?([^\W\d_][^:：*_|]{0,30}?)"
    r"(?:(?:\*\*|__) ?[:：]|[:：](?:\*\*|__)?)(.*)$"
)
_REPLACED: Final = regex(r"(?:super[sc]ed|replac)\w{0,4}\s+(?:by|with)\b", re.IGNORECASE)
_BOX: Final = regex(r"\[([ xX✓✔])\][ \t]+")
_BOLD: Final = regex(r"(?:\*\*|__)([^*_|]{1,100})(?:\*\*|__)")
_PARTED: Final = regex(r"[ \t](?:[|·•]|—)[ \t]")
_SYMBOL: Final = regex(r"^[^\w\s\[\](){}<>*_|:`\"'#+>.,;=~-]{1,4}[ \t]+")
_MOST_CELLS: Final = 20
_ISO: Final = regex(r"\d{4}-\d{2}-\d{2}")
_YEAR_FIRST: Final = regex(r"(\d{4})[/.年][ ]?(\d{1,2})[/.月][ ]?(\d{1,2})")
_YEAR_LAST: Final = regex(r"(\d{1,2})\.[ ]?(\d{1,2})\.[ ]?(\d{4})")


def facts_of(lines: Sequence[Line]) -> dict[str, str]:
    """Return what the lines say of status, date, decision and what replaced it, the first each."""
    reader = _Reader()
    for line, after in zip(lines, [*lines, Line(0, "")][1:], strict=True):
        if not line.fenced:
            reader.read(line, after.text)
    return reader.found


class _Reader(Struct):
    """One pass over the lines."""

    found: dict[str, str] = field(default_factory=dict)
    section: Part | None = None
    header: list[str] = field(default_factory=list)

    def read(self, line: Line, after: str) -> None:
        """Take what a line says."""
        text = line.text.strip()
        if line.level:
            self.section = part_of(text) if line.level > 1 else None
        elif not text:
            self.header = []
        elif text[0] == "|":
            self._row(text, after)
        else:
            self._line(text)

    def _row(self, text: str, after: str) -> None:
        if is_delimiter(text):
            return
        row = [cell.text for cell in cells(text)][:_MOST_CELLS]
        if is_delimiter(after):
            self.header = row
        named = [*zip(self.header, row, strict=False)] if row != self.header else []
        if len(row) == 2:
            named.append((row[0], row[1]))
        for name, value in named:
            part = part_of(name)
            if part in ("status", "date") and part_of(value) is None:
                self._put(part, value)

    def _line(self, text: str) -> None:
        if self.section in ("status", "date"):
            bullet = _BULLET.match(text)
            chosen = _ticked(text[bullet.end() :] if bullet else text)
            if chosen:
                self._put(self.section, chosen)
        several = self.section is None and text.count(":") > 1 and len(text) < 400
        for piece in [text, *(_PARTED.split(text)[1:] if several else ())]:
            found = _KEY.match(_SYMBOL.sub("", piece, count=1))
            part = part_of(found[1]) if found else None
            outside = self.section is None or text[0] == "*"
            if found and part in ("status", "date", "decision") and outside:
                self.found.setdefault(part, found[2].strip().strip("*_").strip())

    def _put(self, part: str, text: str) -> None:
        bare = text.strip("*_ ")
        self.found.setdefault(part, bare)
        if part == "status" and _REPLACED.match(bare):
            self.found.setdefault("replaced", bare)


def _ticked(text: str) -> str:
    """Return which of several states is chosen: an empty box gives none, bold text gives one."""
    box = _BOX.match(text)
    if box:
        return text[box.end() :] if box[1] != " " else ""
    bold = _BOLD.search(text) if text.count("|") > 1 else None
    return bold[1] if bold and status_of(bold[1]) else text


def day_of(text: str) -> str:
    """Return the day of a date as YYYY-MM-DD where it is plain; else as it is written."""
    found = _ISO.search(text)
    if found:
        return found[0]
    first, last = _YEAR_FIRST.search(text), _YEAR_LAST.search(text)
    numbers = [*first.groups()] if first else [*last.groups()][::-1] if last else []
    with contextlib.suppress(ValueError):
        if numbers:
            return date(*map(int, numbers)).isoformat()
    return one_line(text)[:40] if text[:1].isalnum() else ""


# -- the words of headings, keys and states (words.txt) -------------------------------------------

Part = Literal["status", "date", "context", "options", "decision", "consequences", "more"]

_WORD: Final = regex(r"[^\W\d_]+")
_MARKUP: Final = regex(r"<!--.*?-->|[*_`#:：]+")


@cache
def _rows(kind: str) -> list[tuple[str, list[str]]]:
    rows = (line.partition(" = ") for line in table(__package__, "words.txt").split("\n"))
    found = ((left.partition(" "), right) for left, _, right in rows)
    return [(name, right.split()) for (first, _, name), right in found if first == kind]


def part_of(heading: str) -> Part | None:
    """Return what a heading or key is about, or None where it is about nothing that we know."""
    plain = _MARKUP.sub(" ", heading[:200]).casefold()
    words = set(_WORD.findall(plain))
    if len(words) > 1 and not words.isdisjoint(_rows("narrower")[0][1]):
        return None
    for part, names in _rows("part"):
        if part in ("status", "date") and len(words) > 2:
            continue  # "Do not add a status" is about something else
        for name in names:
            # Scripts without spaces between words: the name is anywhere in the heading.
            if name in words or (ord(name[0]) > 0x2E7F and name in plain):
                return cast("Part", part)
    return None


def status_of(text: str) -> str:
    """Return the first status that a text names, in one word; empty where it names none."""
    low = text[:500].casefold()
    found = [
        (low.find(beginning), status)
        for status, beginnings in _rows("status")
        for beginning in beginnings
        if beginning in low
    ]
    return min(found)[1] if found else ""
