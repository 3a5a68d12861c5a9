"""The bullets and paragraphs under one heading of a team's notes, each as one note.

A bullet includes the short ones under it, and its heading where it is not clear without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...extract.model import Candidate
from ...extract.rules.blocks import Block
from ...extract.rules.labels import split_label
from ..model import Note, NotTaken
from .records import field_of, subject, undated
from .titles import FORBIDS, category_kind, is_general, is_reporting, kind_under
from .worth import (
    MOST,
    forbids_by_itself,
    is_order,
    is_rule,
    is_y_statement,
    kind_of,
    says_something,
    shortened,
    why_left,
    word_count,
)

_BRACKET: Final = regex(r"^\[([A-Za-z][\w /-]{1,30})\][ ]+(?=\S)")
_LINKED: Final = regex(
    r"^\[(?P<title>[^\]]{3,200})\]\((?P<to>[^()\s]{1,200})\)[ ]*(?:[—–:-]+[ ]*)?"
)
_LINK_KIND: Final = regex(r"(?:^|/)(user|feedback|project|reference)[_-]")
_OF_LINK: Final = {
    "user": "identity",
    "feedback": "preference",
    "project": "project",
    "reference": "note",
}
_LEAD: Final = regex(r"^(?:\*\*|__)(.{12,400}?)(?:\*\*|__)")
_COMMENT: Final = regex(r"<!--.{0,400}?-->")
_DEPENDENT: Final = regex(
    r"(?:only|requires?|uses?|needs?|without|with|or|and|also|both|this|that|it|they|these|see|runs?"
    r"|returns?|stores?|handles?|contains?|has|is|are|supports?|not|default\w*|same|affected|use|fix"
    r"|to|on|in|at|for|from)\b",
    re.IGNORECASE,
)
_HOW_TO: Final = regex(
    r"(?:to |how to |adding |creating |steps\b|when |before |after |flow\b)", re.IGNORECASE
)
_NUMBERED: Final = regex(r"[ \t]*\d{1,3}[.)][ \t]")
_OPENS: Final = regex(r"(?:[:：]|:\*\*|[ ](?:because|weil|porque|parce que|потому что))$")
_WORD: Final = regex(r"[^\W\d_]{3,}|[\w.]+_[\w.]+")
_FEW: Final = 9
_SOME: Final = 14
_TOGETHER: Final = 320
_DOES: Final = frozenset({"❌", "🚫", "⛔"})


class Under(Struct, frozen=True):
    """The heading of a list, the kind that it gives, and what else it says."""

    title: str
    kind: str
    of_file: str
    forbids: bool
    intro: bool
    reports: bool


class Item(Struct):
    """An item or a paragraph with the items under it; `line` is 1-based."""

    text: str
    line: int
    is_item: bool
    numbered: bool = False
    under: list[Item] = field(default_factory=list)


def bullets_of(parts: Sequence[Block], lines: Sequence[str]) -> list[Item]:
    """Return the blocks as a tree, by their indentation."""
    top: list[Item] = []
    open_: list[tuple[int, Item]] = []
    for block in parts:
        made = Item(
            _COMMENT.sub("", block.text).strip(),
            block.line + 1,
            block.kind == "item",
            _NUMBERED.match(lines[block.line]) is not None,
        )
        if block.kind != "item":
            top.append(made)
            open_ = []
            continue
        while open_ and open_[-1][0] >= block.level:
            open_.pop()
        (open_[-1][1].under if open_ else top).append(made)
        open_.append((block.level, made))
    return _introduced(top)


def _introduced(top: list[Item]) -> list[Item]:
    """Put items under a paragraph before them that ends in a colon or in "because"."""
    found: list[Item] = []
    intro: Item | None = None
    for bullet in top:
        if bullet.is_item and intro is not None:
            intro.under.append(bullet)
            continue
        intro = bullet if not bullet.is_item and _OPENS.search(bullet.text) else None
        found.append(bullet)
    return found


def list_notes(
    bullets: Sequence[Item], title: str, kind: str, of_file: str, *, forbids: bool, intro: bool
) -> Iterator[Note]:
    """Yield the notes of a list; `title` is its heading, `kind` and `of_file` the kinds given.

    `intro` says that it is the introduction of the project.
    """
    under = Under(title, kind, of_file or "note", forbids, intro, is_reporting(title))
    numbered = [bullet for bullet in bullets if bullet.numbered]
    if len(numbered) > 2 and _HOW_TO.match(title):
        yield _steps(title, numbered)
        bullets = [bullet for bullet in bullets if not bullet.numbered]
    for bullet in bullets:
        yield from _notes_of(bullet, under)


def _notes_of(bullet: Item, under: Under) -> Iterator[Note]:
    text = bullet.text
    bare = shortened(text, 4_000).rstrip(" :：")
    if not bullet.under:
        yield _note(bullet, under)
        return
    opens = text.rstrip("*_ ").endswith((":", "：")) or word_count(bare) < 5
    numbered = len(bullet.under) > 2 and all(child.numbered for child in bullet.under)
    if opens and numbered and _HOW_TO.match(bare):
        yield _steps(bare, bullet.under)
        return
    together = _together(bullet, bare)
    if together and len(together) <= _TOGETHER:
        yield _note(_alone(bullet, together), under)
        return
    if not opens:
        yield _note(_alone(bullet, text), under)
    elif len(bare) <= 90:
        prohibits = re.search(FORBIDS, bare, re.IGNORECASE) is not None
        given = kind_under(bare) or under.kind
        under = Under(bare, given, under.of_file, prohibits, False, under.reports)
    for child in bullet.under:
        yield from _notes_of(child, under)


def _alone(bullet: Item, text: str) -> Item:
    return Item(text, bullet.line, bullet.is_item, bullet.numbered)


def _together(bullet: Item, bare: str) -> str:
    """Return a bullet with the few words of each under it, where these are parts of one thing."""
    if any(child.under for child in bullet.under) or (
        not bullet.is_item and len(bare.split()) > 12
    ):
        return ""
    parts = [shortened(child.text, 4_000).rstrip(" .;") for child in bullet.under]
    rules = sum(is_order(part) for part in parts)
    if len(parts) > 1 and (rules > 1 or any(len(part.split()) > 12 for part in parts)):
        return ""
    return f"{bare.rstrip('.')}: {'; '.join(parts)}"


def _steps(title: str, steps: Sequence[Item]) -> Note:
    said = "; ".join(
        f"{number}) {shortened(step.text, 4_000).rstrip(' .;:')}"
        for number, step in enumerate(steps, 1)
    )
    text = f"{subject(title).rstrip(' :')}: {said}"
    if len(text) > MOST:
        return NotTaken(steps[0].line, text[:MOST], "steps, too long for one entry")
    return Candidate("convention", text, score=0.8, confidence=0.8, line=steps[0].line)


def _note(bullet: Item, under: Under) -> Note:
    text, given = _read(bullet.text, under.kind)
    prefix = "" if text.startswith("Do not: ") else _context(text, under)
    whole = f"{prefix}{text}"
    short = _shortest(whole, bullet.text)
    reason = why_left(short, given) if short else "too long for one entry"
    if not reason and prefix and not under.forbids:
        reason = why_left(text, given)
    if not reason and under.reports and not is_rule(text):
        reason = "reports what was done"
    if not reason and not _is_statement(bullet, short, given, under):
        reason = "describes the project"
    if reason:
        return NotTaken(bullet.line, whole[:MOST], reason)
    made = kind_of(text, given, under.of_file)
    return Candidate(made, short, score=0.8, confidence=0.8, line=bullet.line)


def _read(text: str, kind: str) -> tuple[str, str]:
    """Return a line without date, category, label and link, and the kind that these give."""
    text = undated(text) if text[:1] not in _DOES else f"Do not: {text[1:].strip()}"
    found = _BRACKET.match(text)
    if found is not None:
        own = category_kind(found[1])
        rest = undated(text[found.end() :])
        return (rest, own) if own else (f"{found[1]}: {rest}", kind)
    link = _LINKED.match(text)
    if link is not None and len(text) > link.end() + 8:
        said = _LINK_KIND.search(link["to"])
        rest = text[link.end() :]
        ours = set(link["title"].casefold().split())
        covered = len(ours & set(rest.casefold().split())) > 0.6 * len(ours)
        whole = rest if covered else f"{link['title']} — {rest}"
        return whole, (_OF_LINK[said[1]] if said else kind)
    label = split_label(text)
    if (
        label.marker is not None
        and label.marker.role == "fact"
        and label.rest
        and label.marker.kind != "scope"
    ):
        return label.rest, label.marker.kind
    return text, kind


def _shortest(whole: str, raw: str) -> str:
    """Return the text, or of one that is too long the sentence in bold that it opens with."""
    if len(whole) <= MOST:
        return shortened(whole)
    lead = _LEAD.match(undated(raw))
    if lead is not None and len(lead[1].split()) > 5:
        return shortened(lead[1])
    return shortened(whole)


def _context(text: str, under: Under) -> str:
    """Return what a line needs before it to be understood: its heading, or nothing."""
    about = subject(under.title).rstrip(" :.")
    if not about or len(about) > 90 or under.intro:
        return ""
    if under.forbids:
        return "" if forbids_by_itself(text) else f"{about}: "
    count = word_count(text)
    if field_of(text) is not None:
        return f"{about}: "
    if (is_order(text) and count > 4) or count >= _SOME:
        return ""
    if is_general(about) and (count >= _FEW or is_order(text) or kind_under(about) != "practice"):
        return ""
    if _DEPENDENT.match(text):
        return f"{about}: "
    shared = set(map(str.casefold, _WORD.findall(about))) & set(
        map(str.casefold, _WORD.findall(text))
    )
    return "" if shared else f"{about}: "


def _is_statement(bullet: Item, text: str, kind: str, under: Under) -> bool:
    """Whether a line says something to act on, where its place is no sign of that."""
    if under.intro and not bullet.is_item:
        return is_order(text) or is_y_statement(text)
    if bullet.is_item:
        return not under.intro or kind != "" or says_something(text)
    found = field_of(bullet.text)
    if is_y_statement(bullet.text) or (found is not None and found[0] in ("rule", "gist")):
        return True
    return says_something(text) or kind not in ("architecture", "")
