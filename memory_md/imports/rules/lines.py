"""Whether one line of a team's notes is worth keeping, and as what.

Such a file is kept by hand, so a line is taken unless something speaks against it: what is told
about the file itself, what was done once, links, lists of files, placeholders, orders to a model.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ...extract.rules.marker_words import words
from ...extract.rules.markers import marker_named, plain_label, section_of
from ...extract.rules.noise import is_none, is_report
from ...extract.rules.reasons import has_reason
from ...extract.rules.sentences import plain, sentences
from ...safety.instructions.detect import instructs_reader
from .decision_record import is_y_statement
from .patterns import (
    ABOUT_ITSELF,
    ASIDE,
    BETWEEN_PATHS,
    DID,
    DIRECTIVE,
    DONE_LABEL,
    ENDPOINT,
    FILE_ROW,
    GONE,
    IN_CJK,
    IN_PATH,
    LEGEND,
    LINK,
    NOTHING,
    OF_PATH,
    OPTION,
    ORDER,
    PASSING,
    PASSING_ABROAD,
    PLACEHOLDER,
    POINTER,
    PREFERS,
    RELATION,
    REPORTING,
    RULE,
    RUNS,
    STATE,
    TALK,
    TROUBLE,
    WHO,
)
from .words import CATEGORIES, CLOSED, FIELDS, FILLERS, HEADINGS, Part

MOST: Final = 500


@cache
def _headings() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((kind, words(table)) for kind, table in HEADINGS)


@cache
def _heading_words() -> frozenset[str]:
    return frozenset(word for _, names in _headings() for name in names for word in name.split())


@cache
def _fields() -> dict[str, Part]:
    return {name: part for part, table in FIELDS for name in words(table)}


@lru_cache(maxsize=1024)
def part_named(name: str) -> Part | None:
    """What the field of a record says of it, by its name in any language; None for no field."""
    bare = plain_label(name)
    if bare in _fields():
        return _fields()[bare]
    marker = marker_named(name)
    if marker is None or marker.role in ("title", "fact"):
        return None
    parts: dict[str, Part] = {
        "problem": "problem", "cause": "cause", "fix": "fix", "reason": "reason",
        "decision": "decision", "noise": "", "field": "",
    }  # fmt: skip
    return parts[marker.role]


@lru_cache(maxsize=1024)
def is_closed(title: str) -> bool:
    """Whether a heading says that nothing under it lasts."""
    name = plain_label(title)
    passes = PASSING.match(name) or PASSING_ABROAD.match(name)
    return name in CLOSED or passes is not None or GONE.search(title) is not None


def is_gone(text: str) -> bool:
    """Whether a title or a line says that it no longer holds."""
    return GONE.search(text) is not None


@lru_cache(maxsize=1024)
def kind_under(title: str) -> str:
    """The kind that a heading gives what stands under it; empty where it says nothing."""
    name = plain_label(title)
    parts = name.replace(".md", "").replace("/", " ").replace("&", " & ").split()
    if len(parts) > 6:
        return ""
    spans = {
        " ".join(parts[start:end])
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }
    for kind, names in _headings():
        if names & spans:
            return kind
    section = section_of(title)
    return section.kind if section is not None else ""


def category_kind(name: str) -> str:
    """The kind of another tool's type or category; empty for one that nobody knows."""
    return CATEGORIES.get(name.strip().casefold(), "")


def forbids_by_itself(text: str) -> bool:
    """Whether a line says on its own that something is not to be done."""
    return re.match(r"\W*(?:never|do not|don['’]t|avoid|no)\b", text, re.IGNORECASE) is not None


def kind_of(text: str, given: str, fallback: str) -> str:
    """The kind of a line: what its wording says, where heading and label (`given`) say little."""
    if PREFERS.match(text):
        return "preference"
    if is_y_statement(text):
        return "decision"
    if given == "practice":
        if ORDER.match(text) or RULE.search(text) or RUNS.search(text):
            return "convention"
        return "gotcha" if TROUBLE.search(text) else fallback.replace("note", "convention")
    if given in ("architecture", "dependency", "learning", "") and ORDER.match(text):
        return "convention" if given != "learning" else given
    if given in ("architecture", "") and TROUBLE.search(text):
        return "gotcha"
    return given or fallback


def word_count(text: str) -> int:
    """How many words a text has; two characters of a script without spaces count as one."""
    return len(text.split()) + len(IN_CJK.findall(text)) // 2


def is_order(text: str) -> bool:
    """Whether a line tells what to do, or what not."""
    return ORDER.match(text) is not None


def says_something(text: str) -> bool:
    """Whether a paragraph states a rule or a cause, and does not only describe."""
    return DIRECTIVE.search(text) is not None or has_reason(text) or "`" in text


def shortened(text: str, most: int = MOST) -> str:
    """One line of at most `most` characters without emphasis, ending where a sentence does."""
    whole = " ".join(plain(text).split())
    if len(whole) <= most:
        return whole
    kept, length = [], 0
    for sentence in sentences(whole):
        if length + len(sentence) > most:
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(kept)


def why_left(text: str, kind: str) -> str:
    """Why a line of such a file is not kept; empty where it is. `kind` is its heading's."""
    bare = text.strip(" *_\"'“”")
    if instructs_reader(text) or WHO.match(bare):
        return "speaks to a model, not about the project"
    if ABOUT_ITSELF.search(bare):
        return "is about the file itself"
    if GONE.search(bare):
        return "says that it no longer holds"
    if PLACEHOLDER.search(bare):
        return "a placeholder"
    if LINK.match(bare) or POINTER.match(bare) or RELATION.match(bare):
        return "a link"
    if bare.endswith((":", "：")) or not bare:
        return "only introduces what follows"
    asks = bare.endswith(("?", "？")) and re.search(r"[.;—] ", bare) is None
    if asks or TALK.match(bare):
        return "a question or talk"
    if is_none(bare) or NOTHING.match(bare):
        return "says that there is nothing"
    if STATE.search(bare):
        return "how things stood at the time"
    if _reports(bare, kind):
        return "reports what was done"
    if kind != "decision" and OPTION.match(bare):
        return "one of several options"
    return _too_little(bare, kind)


def _reports(bare: str, kind: str) -> bool:
    if DONE_LABEL.match(bare):
        return True
    if RULE.search(bare) or has_reason(bare):
        return False
    return DID.match(bare) is not None or (kind != "decision" and is_report(bare))


def is_reporting(title: str) -> bool:
    """Whether a heading tells of something done: of what is under it, only rules last."""
    return REPORTING.search(title) is not None


def is_rule(text: str) -> bool:
    """Whether a line obliges, forbids or gives a reason."""
    return RULE.search(text) is not None or has_reason(text) or ORDER.match(text) is not None


def is_general(title: str) -> bool:
    """Whether a heading says no more than what kind of things stand under it."""
    parts = plain_label(title).replace("/", " ").split()
    known = all(part in FILLERS or part in _heading_words() for part in parts)
    return known or (len(parts) == 1 and kind_under(title) != "")


def _too_little(bare: str, kind: str) -> str:
    row = FILE_ROW.match(bare)
    said = row["said"] if row is not None else ""
    if said and word_count(said) < 12 and not (DIRECTIVE.search(said) or has_reason(said)):
        return "a list of files"
    if LEGEND.match(bare):
        return "no sentence"
    if ENDPOINT.match(bare) or _is_only_paths(bare):
        return "a list of files"
    words_in = len(bare.split())
    if words_in < 3 and len(IN_CJK.findall(bare)) < 8:
        return "too short"
    vouched = kind in ("convention", "preference", "gotcha", "decision")
    if words_in < 4 and not (vouched or ORDER.match(bare) or "`" in bare or IN_CJK.search(bare)):
        return "too short"
    letters = sum(map(str.isalpha, bare))
    return "no sentence" if letters * 2 < len(bare.replace(" ", "")) else ""


def _is_only_paths(text: str) -> bool:
    """Whether each word is a path, after marks that are none."""
    begins = IN_PATH.search(text)
    parts = BETWEEN_PATHS.split(text[begins.start() :].rstrip(",;& `")) if begins else []
    return bool(parts) and all(map(_is_path, parts))


def _is_path(text: str) -> bool:
    closed = max(map(text.rfind, "{}[]()<>"))
    return (
        IN_PATH.fullmatch(text) is not None and OF_PATH.search(text, max(closed + 1, 1)) is not None
    )


def is_remark(text: str) -> bool:
    """Whether a line stands wholly in parentheses: a remark on the list, not one of it."""
    return ASIDE.fullmatch(text.strip(" *_")) is not None


def is_status(text: str) -> bool:
    """Whether a field says that the record no longer holds."""
    said = plain_label(text)
    return said.split(" ")[0] in {
        "obsolete", "superseded", "deprecated", "wont_fix", "rejected", "outdated", "invalid",
    }  # fmt: skip


def rating(text: str) -> float | None:
    """A record's own confidence, "9/10", "high" or "85%", as 0.5 to 0.9; None for no such."""
    said = text.strip(" *`").casefold()
    for name, value in (("high", 0.8), ("med", 0.6), ("low", 0.5)):
        if said.startswith(name):
            return value
    found = re.match(r"(\d{1,3}(?:\.\d{1,4})?)[ ]?(?:/[ ]?(\d{1,3})|(%))?", said)
    if found is None:
        return None
    whole = 100.0 if found[3] else float(found[2] or 1)
    value = float(found[1]) / whole if whole else 0
    return min(max(round(value, 2), 0.5), 0.9) if 0 < value <= 1 else None
