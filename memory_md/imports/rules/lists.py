"""The bullets and paragraphs under one heading of a team's notes, each as one note.

A bullet includes the short ones under it, and its heading where it is not clear without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ...extract.model import Candidate
from ...extract.rules.blocks import TextBlock
from ...extract.rules.labels import split_label
from ...memory.text.learnings import split_headline
from ..model import Note, NotTaken
from .records import field_of, subject, undated
from .titles import FORBIDS, category_kind, changes_meaning, is_general, kind_under
from .worth import (
    MOST,
    forbids_by_itself,
    is_order,
    is_rule,
    is_y_statement,
    line_kind,
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
_COMMON: Final = frozenset(
    ("the", "and", "for", "with", "from", "thi", "that", "when", "into", "your", "must", "should",
     "only", "not", "are", "all", "any", "use", "using", "you", "before", "after", "each", "every",
     "new", "via", "per", "never", "always")
)  # fmt: skip
# A line that begins so leans on the one before it, and needs its heading at least.
_GOES_ON: Final = regex(
    r"(?:this|that|it|they|these|those|both|also|then|otherwise|however|such|instead|additionally"
    r"|furthermore|therefore|thus|so|but|and|or|only then|after (?:this|that)|use (?:when|for|it)"
    r"|same|if (?:both|neither|so|not)|run(?= ?:)|does(?:n't)?|calls|exposes|provides|sends|accepts"
    r"|reads|writes|wraps|validates|generates|owns|delegates|triggers|fetches|renders|surface as"
    r"|covers|maps (?:to|from)|lives)\b(?! (?:repo|repositor|project|codebase|app|file"
    r"|documents?|package|monorepo|workspace|service|module|folder|directory|library)\w*\b)",
    re.IGNORECASE,
)
_POINTS: Final = regex(
    r"(?:[^\s.]+ ){1,4}(?:this|these|those|it|them)\b"
    r"(?! (?:repo|project|codebase|app|file|is|means))",
    re.IGNORECASE,
)
_IN_ORDER: Final = regex(
    r"\b(?:order|hierarchy|precedence|priorit(?:y|ies)|sequence|ranking|steps?)\b", re.IGNORECASE
)
_BOLD: Final = regex(r"(?:\*\*|__)([^*_]{3,90}?)(?:\*\*|__)")
_CLAUSE: Final = regex(r"[.;](?=\s|$)|[:：]\s|\s[—–-]{1,2}\s|\s\(")
_RULES: Final = frozenset(
    ("convention", "gotcha", "decision", "learning", "preference", "pattern", "trouble")
)
_FEW: Final = 9
_SOME: Final = 20
_ORDERED: Final = 14
_TOGETHER: Final = 320
_DOES: Final = frozenset({"❌", "🚫", "⛔"})


class Under(Struct, frozen=True):
    """The heading of a list, the kind that it gives, and what else it says.

    `about` is what its lines are about where they do not tell; `of_file` the kind of all notes of
    the file; `intro` says that it is the introduction of the project.
    """

    title: str
    about: str
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


def bullets_of(parts: Sequence[TextBlock], lines: Sequence[str]) -> list[Item]:
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


def list_notes(bullets: Sequence[Item], under: Under) -> Iterator[Note]:
    """Yield the notes of a list."""
    title = under.title
    numbered = [bullet for bullet in bullets if bullet.numbered]
    if len(numbered) > 1 and _IN_ORDER.search(title):
        yield _steps(under.about or title, numbered)
        bullets = [bullet for bullet in bullets if not bullet.numbered]
    elif len(numbered) > 2 and (_HOW_TO.match(title) or _are_steps(numbered, under)):
        yield _steps(title if _HOW_TO.match(title) else under.about, numbered)
        bullets = [bullet for bullet in bullets if not bullet.numbered]
    fragments = [bullet for bullet in bullets if _is_fragment(bullet)]
    if len(fragments) > 2 and len(fragments) == sum(bullet.is_item for bullet in bullets):
        whole = "; ".join(shortened(one.text).rstrip(" .;") for one in fragments)
        if under.about and not is_general(under.about) and len(whole) <= _TOGETHER:
            yield _note(_alone(fragments[0], f"{under.about}: {whole}"), under)
            bullets = [bullet for bullet in bullets if not bullet.is_item]
    first = True
    for bullet in bullets:
        opens = first or bullet.is_item
        if _GOES_ON.match(bullet.text) and not opens:
            yield NotTaken(bullet.line, bullet.text[:MOST], "leans on the lines before it")
            continue
        first = False
        yield from _notes_of(bullet, under)


def _are_steps(items: Sequence[Item], under: Under) -> bool:
    """Whether numbered items are one procedure: short orders under a heading that names it."""
    if not under.about or is_general(under.about) or kind_under(under.title) in _RULES:
        return False
    texts = [shortened(item.text, 4_000) for item in items]
    return all(word_count(text) < 15 for text in texts) and not any(item.under for item in items)


def _is_fragment(bullet: Item) -> bool:
    """Whether an item is a few words that only its heading makes a statement."""
    text = shortened(bullet.text, 4_000)
    if not bullet.is_item or bullet.under or bullet.numbered or ":" in text or "`" in text:
        return False
    return word_count(text) < 8 and not (is_order(text) or says_something(text))


def _notes_of(bullet: Item, under: Under) -> Iterator[Note]:
    text = bullet.text
    bare = shortened(text, 4_000).rstrip(" :：")
    if not bullet.under:
        yield _note(bullet, under)
        return
    opens = text.rstrip("*_ ").endswith((":", "：")) or word_count(bare) < 5
    numbered = len(bullet.under) > 2 and all(child.numbered for child in bullet.under)
    if opens and numbered and (_HOW_TO.match(bare) or _IN_ORDER.search(bare)):
        yield _steps(bare, bullet.under)
        return
    together = _together(bullet, bare)
    if together and len(together) <= _TOGETHER:
        yield _note(_alone(bullet, together), under)
        return
    if not opens:
        yield _note(_alone(bullet, text), under)
        under = replace(under, about=_gist_of(text) or under.about, intro=False)
    elif len(bare) <= 90:
        prohibits = re.search(FORBIDS, bare, re.IGNORECASE) is not None
        given = kind_under(bare) or under.kind
        about = _lead_of(bare, under.about)
        under = Under(bare, about, given, under.of_file, prohibits, False, under.reports)
    is_lost = opens and len(bare) > 90  # what the items are about is too long to stand before each
    for child in bullet.under:
        if (
            is_lost
            and not child.under
            and not is_order(child.text)
            and word_count(child.text) < _SOME
        ):
            yield NotTaken(child.line, child.text[:MOST], "leans on the lines before it")
            continue
        yield from _notes_of(child, under)


def _lead_of(lead: str, above: str) -> str:
    """Return what the items under a lead are about; with its heading where it says little."""
    if is_general(lead) and not changes_meaning(lead):
        return above or lead
    if changes_meaning(lead) and above and len(above) + len(lead) < 86:
        return f"{above}: {lead}"
    short = above and not is_general(above) and (len(lead.split()) < 4 or _GOES_ON.match(lead))
    return f"{above}: {lead}" if short and len(above) + len(lead) < 80 else lead


def _gist_of(text: str) -> str:
    """Return what the items under a whole sentence are about: its bold lead or first clause."""
    bold = _BOLD.match(undated(text))
    gist = bold[1] if bold is not None else _CLAUSE.split(shortened(text, 4_000), maxsplit=1)[0]
    gist = shortened(gist.strip(" .:"))
    return gist if len(gist) <= 80 else ""


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
    steps_text = "; ".join(
        f"{number}) {shortened(step.text, 4_000).rstrip(' .;:')}"
        for number, step in enumerate(steps, 1)
    )
    text = f"{subject(title).rstrip(' :')}: {steps_text}"
    if len(text) > MOST:
        return NotTaken(steps[0].line, text[:MOST], "steps, too long for one entry")
    return Candidate("convention", text, score=0.8, confidence=0.8, line=steps[0].line)


def _note(bullet: Item, under: Under) -> Note:
    text, given = _read(bullet.text, under.kind)
    _, own, qualifier, rest = split_headline(text)
    if qualifier:  # "Risk (Security): …", as an entry has it
        text, given = rest, own
    prefix = _context(text, under)
    whole = f"{prefix}{text}"
    short = _shortest(whole, bullet.text)
    reason = why_left(short, given) if short else "too long for one entry"
    if not reason and prefix and not (under.forbids and is_order(text)):
        reason = why_left(text, given)
    lost = under.forbids and not (prefix or forbids_by_itself(text))
    if not reason and (lost or (not prefix and _GOES_ON.match(text))):
        reason = "leans on the lines before it"
    if not reason and under.reports and not is_rule(text):
        reason = "reports what was done"
    if not reason and not _is_statement(bullet, short, given, under):
        reason = "describes the project"
    if reason:
        return NotTaken(bullet.line, whole[:MOST], reason)
    made = own if qualifier else line_kind(text, given, under.of_file)
    return Candidate(made, short, qualifier, score=0.8, confidence=0.8, line=bullet.line)


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
        link_kind = _LINK_KIND.search(link["to"])
        rest = text[link.end() :]
        ours = set(link["title"].casefold().split())
        covered = len(ours & set(rest.casefold().split())) > 0.6 * len(ours)
        whole = rest if covered else f"{link['title']} — {rest}"
        return whole, (_OF_LINK[link_kind[1]] if link_kind else kind)
    label = split_label(text)
    if (
        label.marker is not None
        and label.marker.role == "fact"
        and label.rest
        and not split_headline(text)[2]
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
    if under.forbids and not under.intro:
        about = under.about or subject(under.title).rstrip(" :.")
        about = about if re.search(FORBIDS, about, re.IGNORECASE) else subject(under.title)
        short = about and len(about) <= 90 and not text.startswith("Do not: ")
        return f"{about}: " if short and not forbids_by_itself(text) else ""
    about = under.about
    if not about or len(about) > 90 or under.intro or _needs_none(text, about):
        return ""
    return f"{about}: "


def _needs_none(text: str, about: str) -> bool:
    """Whether a line can be understood without its heading."""
    if field_of(text) is not None or text.startswith("Do not: "):
        return field_of(text) is None and is_general(about)
    count, orders = word_count(text), is_order(text)
    if is_general(about) and (count >= _FEW or orders or kind_under(about) != "practice"):
        return True
    if _GOES_ON.match(text) or _POINTS.match(text):
        return False
    names = _words_of(about)
    if names and 3 * len(names & _words_of(text)) >= 2 * len(names) and not text.startswith("`"):
        return True
    if _DEPENDENT.match(text) and not orders:
        return False
    return count >= (_ORDERED if orders else _SOME)


def _words_of(text: str) -> set[str]:
    """Return the words of a text that say what it is about, without a plural's ending."""
    return {word.casefold().rstrip("s") for word in _WORD.findall(text)} - _COMMON


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
