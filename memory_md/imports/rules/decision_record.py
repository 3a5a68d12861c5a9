"""An architecture decision record as notes: what was decided, under its title, and its rules. Pure.

A record that was rejected, replaced, deprecated or only proposed gives nothing. Of the arguments,
options and consequences nothing is taken: they are not what holds.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...adr.model import DecisionRecord
from ...adr.text.record import facts_of, is_record_name, part_of, read_record
from ...base.regex import regex
from ...extract.model import Candidate
from ...extract.rules.blocks import TextBlock
from ...markdown.lines import visible_lines
from ..model import Note, NotTaken
from .records import joined, undated
from .worth import MOST, is_y_statement, line_kind, obliges, shortened, why_left, word_count

_FOLDERS: Final = regex(
    r"(?:^|/)(?:adrs?|decisions|adl|(?:architectur\w*|decision)-(?:decisions?|records?)[\w-]*)/",
    re.IGNORECASE,
)
_DEAD_FOLDER: Final = regex(
    r"(?:^|/)(?:superseded|rejected|deprecated|obsolete|archived?|retired)/[^/]*$", re.IGNORECASE
)
_OUTSIDE: Final = {
    "superseded": "says that it no longer holds",
    "deprecated": "says that it no longer holds",
    "rejected": "says that it no longer holds",
    "proposed": "is only proposed",
    "draft": "is only proposed",
}
_PARTS: Final = frozenset(("context", "status", "options", "consequences"))
_BESIDE: Final = _PARTS | {"date", "more"}
_ARGUMENTS: Final = regex(
    r"\b(?:pros|cons|drivers?|rationale|risks?|open|deferred|follow-?up|references?|todo|tests?"
    r"|migration|implementation|rollout|rollback|scope|goals?|non-goals?|positive|negative|neutral"
    r"|appendix|history|changelog|examples?|trade-?offs?|deciders|supersedes)\b",
    re.IGNORECASE,
)
_CHOSEN: Final = regex(r"^(?:we )?chose[n]? (?:the )?(?:option|solution)\W{1,4}", re.IGNORECASE)
_DECIDES: Final = regex(
    r"\b(?:decided?|chose|chosen|adopt\w*|we will|we use|using|selected|going forward|replace[sd]?"
    r"|instead of|over|not|only)\b",
    re.IGNORECASE,
)
_REPLACES: Final = regex(
    r"(?:\bsupersedes?\b|^\W{0,6}(?:status\W{1,6}\w+\W{1,4})?replaces\b)([^\n]*)", re.IGNORECASE
)
_IN_PART: Final = regex(r"\b(?:part|partial|sections?|some|only|except)", re.IGNORECASE)
_NAMED: Final = regex(
    r"\(<?(?:[^()\s]{0,100}/)?([^()/\s]{1,120}\.md)|(?:(?:ADR|DR|RFC|#)[-\s#]{0,3}|\b0|\[)0*(\d{1,5})\b",
    re.IGNORECASE,
)
_MOST_LINES: Final = 400
_NUMBERED: Final = regex(
    r"^(?:M?ADR|Decision|DR|RFC)?[-\s#]{0,3}(?:[A-Z]{1,5}-)?\d{1,5}\w?\s?(?:[.:)|：]|[—–-]\s)\s*",
    re.IGNORECASE,
)
_TOGETHER: Final = 420
_OPENING: Final = 200  # characters of a sentence that a list may go on
_MOST_RULES: Final = 4


def is_decision_record(parts: Sequence[TextBlock], path: str) -> bool:
    """Whether a text is one decision record: by its headings, else by its folder and name."""
    heads = [part_of(b.text) for b in parts if b.kind == "heading" and b.level == 2]
    if heads.count("decision") == 1 and not _PARTS.isdisjoint(heads):
        return True
    return is_in_records(path)


def is_in_records(path: str) -> bool:
    """Whether a path is that of a record in a folder of them."""
    return _FOLDERS.search(path) is not None and is_record_name(path.rpartition("/")[2])


def replaced_by(text: str) -> Iterator[str]:
    """Yield the names and numbers of the records that a record says it replaces as a whole."""
    for line in text.split("\n")[:_MOST_LINES]:
        found = _REPLACES.search(line[:400])
        if found is not None and not _IN_PART.search(line):
            for one in _NAMED.finditer(found[1]):
                yield (one[1] or one[2]).casefold()


def record_names(name: str) -> set[str]:
    """Return what other records may call a record: its file's name, and its number."""
    number = re.match(r"\D{0,10}?0*(\d{1,8})", name)
    return {name.casefold(), *((number[1],) if number else ())}


def record_notes(
    parts: Sequence[TextBlock], text: str, path: str, *, replaced: bool = False
) -> tuple[Note, ...]:
    """Return the notes of a decision record; `replaced` says that another one replaces it."""
    record = read_record(path or "record.md", text)
    body = [block for block in parts if block.kind != "heading"]
    why = "says that it no longer holds" if replaced or _DEAD_FOLDER.search(path) else ""
    why = why or (_OUTSIDE.get(record.status, "") if record else "")
    if why:
        return tuple(NotTaken(block.line + 1, block.text[:MOST], why) for block in body)
    title = _NUMBERED.sub("", shortened(record.title if record else "").rstrip(" .:"), count=1)
    return tuple(_notes(parts, body, title, record, facts_of(visible_lines(text))))


def _notes(
    parts: Sequence[TextBlock],
    body: Sequence[TextBlock],
    title: str,
    record: DecisionRecord | None,
    facts: dict[str, str],
) -> Iterator[Note]:
    inside = _decided(parts)
    gist, taken = _gist(inside)
    if not inside:
        gist, taken = _elsewhere(body, facts.get("decision", ""))
    gist = _CHOSEN.sub("", gist).replace('"', "", 2) if _CHOSEN.match(gist) else gist
    line = taken[0].line if taken else (parts[0].line if parts else 0)
    statement = joined(title, shortened(gist, _TOGETHER)) if gist else title
    says = word_count(title) > 2 and (_DECIDES.search(title) or obliges(title))
    alone = gist or (says and record is not None and record.status == "accepted")
    reason = why_left(statement, "decision") if statement and alone else "a title only"
    if reason and (statement or taken):
        yield NotTaken(line + 1, statement[:MOST], reason)
    elif not reason:
        yield Candidate("decision", statement, score=0.8, confidence=0.8, line=line + 1)
    rules = 0
    for block in body:
        if block in taken:
            continue
        note = _rule(block, title) if block in inside and rules < _MOST_RULES else None
        rules += note is not None
        yield note or NotTaken(block.line + 1, block.text[:MOST], "a detail of a decision record")


def _decided(parts: Sequence[TextBlock]) -> list[TextBlock]:
    """Return the blocks under the heading of the decision, without arguments and consequences."""
    found: list[TextBlock] = []
    level, beside = 0, 0
    for block in parts:
        if block.kind != "heading":
            if level and not beside and block.kind != "row":
                found.append(block)
            continue
        decides = part_of(block.text) == "decision" and block.level > 1
        if level and block.level > level:
            if not beside or block.level <= beside:
                beside = block.level if is_beside(block.text) else 0
            continue
        level = 0
        if decides and not found and not _ARGUMENTS.search(block.text):
            level, beside = block.level, 0
    return found


def is_beside(title: str) -> bool:
    """Whether a heading of a record is about another matter than what was decided."""
    return part_of(title) in _BESIDE or _ARGUMENTS.search(title) is not None


def _gist(inside: Sequence[TextBlock]) -> tuple[str, list[TextBlock]]:
    """Return what was decided, and the blocks that say it: the first, with the list it opens."""
    if not inside:
        return "", []
    first = inside[0]
    gist, taken = shortened(first.text, 4_000), [first]
    opens = gist.endswith((":", "：")) or re.search(r"\bbecause$", gist) is not None
    if not opens and first.kind != "item" and len(gist) > _OPENING:
        return gist, taken
    for block in inside[1:]:
        more = shortened(block.text, 4_000).rstrip(" .;")
        if block.kind != "item" or len(gist) + len(more) > _TOGETHER:
            break
        begins = len(taken) == 1 and first.kind != "item"
        gap = "; " if not begins else " " if gist[-1] in ":：" else ": "
        gist = f"{gist.rstrip('.')}{gap}{more}"
        taken.append(block)
    return ("", []) if len(taken) == 1 and opens else (gist, taken)


def _elsewhere(body: Sequence[TextBlock], decision: str) -> tuple[str, list[TextBlock]]:
    """Return what was decided where no heading says it: a key, a Y-statement, a sentence."""
    if decision:
        return decision, [block for block in body if decision[:60] in block.text][:1]
    for says in (is_y_statement, lambda text: _DECIDES.search(text) is not None):
        for block in body:
            if block.kind != "row" and says(block.text) and not block.text.endswith(":"):
                return shortened(block.text, 4_000), [block]
    return "", []


def _rule(block: TextBlock, title: str) -> Note | None:
    text = shortened(undated(block.text), MOST - len(title) - 3)
    if word_count(text) < 5 or not obliges(text) or text[0].islower():
        return None
    if why_left(text, "decision"):
        return None
    kind = line_kind(text, "", "decision")
    return Candidate(kind, joined(title, text), score=0.8, confidence=0.8, line=block.line + 1)
