"""The text under each heading of a record that `mem` writes: only what the memory knows.

Every text that comes in is one line of clean Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ...base.regex import regex
from ..model import Decision, Link, Written
from .template import Bodies, Filling, Template
from .words import Part

_UNKNOWN: Final = "The problem behind this decision was not recorded."
_LATER: Final = "It takes the place of an earlier decision: {}."
_CLOSING: Final = regex(r"(?<= )(#+)$")


def filling_of(written: Written, template: Template) -> Filling:
    """Return what a record with that template says of a decision."""
    decision = written.decision
    numbered = template.lead.startswith("{")
    after = (
        f"superseded by {_linked(written.superseded_by, numbered)}" if written.superseded_by else ""
    )
    status = after or ("deprecated" if decision.deprecated else "accepted")
    before = [_linked(link, numbered) for link in written.supersedes]
    facts = [f"Confidence: {decision.confidence:.2f}"]
    if decision.deprecated:
        facts.append(f"Deprecated: {decision.deprecated}")
    replaced = [f"Supersedes {link}" for link in before]
    bodies: Bodies = {
        "context": _context(decision, before, template.bullet),
        "options": _bullets(_options(decision, written), template.bullet),
        "decision": _outcome(decision, template),
    }
    if "status" in template.parts:
        bodies["status"] = "\n\n".join([status[:1].upper() + status[1:], *replaced])
    elif "more" not in template.parts:
        facts += replaced
    else:
        facts = [*replaced, *facts]
    if decision.risks:
        bodies["consequences"] = _bullets(decision.risks, template.bullet)
    if "more" in template.parts:
        bodies["more"] = _bullets(facts, template.bullet)
    else:
        home: Part = "context" if "context" in template.parts else "decision"
        bodies[home] += "".join(f"\n\n{fact}" for fact in facts)
    return Filling(
        title=_CLOSING.sub(r"\\\1", decision.title),
        status=status,
        date=decision.date,
        number=written.number,
        digits=written.digits,
        bodies=bodies,
    )


def _context(decision: Decision, before: list[str], bullet: str) -> str:
    paragraphs = []
    if decision.files:
        files = (f"`{path}`{f' — {why}' if why else ''}" for path, why in decision.files)
        paragraphs += ["Files it concerns:", _bullets(files, bullet)]
    if before:
        paragraphs.insert(0, _LATER.format(", ".join(before)))
    return "\n\n".join(paragraphs or [_UNKNOWN])


def _options(decision: Decision, written: Written) -> Iterator[str]:
    yield decision.title
    if decision.alternative:
        yield decision.alternative
    for link in written.supersedes:
        yield f"{link.title} ({_linked(link, False)})"


def _outcome(decision: Decision, template: Template) -> str:
    """Return the whole decision, in MADR's words where the template has options."""
    if "options" not in template.parts:
        return _sentence(decision.text)
    whole = decision.title == decision.statement
    if whole and decision.reason:
        return f'Chosen option: "{decision.title}", because {_sentence(decision.reason)}'
    chosen = f'Chosen option: "{decision.title}".'
    return chosen if whole else f"{chosen}\n\n{_sentence(decision.text)}"


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?…。！？:;" else f"{text}."


def _bullets(lines: Iterable[str], bullet: str) -> str:
    return "\n".join(f"{bullet} {line}" for line in lines)


def _linked(link: Link, numbered: bool) -> str:
    """Return a Markdown link to another record, in the style of the records."""
    label = f"{link.number}. {link.title}" if numbered and link.number is not None else link.label
    label = label.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"[{label}]({link_target(link.target)})"


def link_target(path: str) -> str:
    """Return a path as a link's target: characters that would end it are written as %XX."""
    return re.sub(r"[\s()<>%\\\"]", lambda found: f"%{ord(found[0]):02X}", path)
