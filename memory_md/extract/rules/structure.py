"""What stands under a heading, behind a label or in a table that says what it is.

The structure vouches for it; the text only has to be no noise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ..model import Candidate
from .block import Block
from .foreign import weighs
from .markers import Label, Marker, Section, marker_named, split_label
from .noise import (
    GUARDS,
    is_bare_order,
    is_guess,
    is_noise,
    is_none,
    is_passing,
    is_plan,
    is_praise,
    is_report,
    is_scene,
)
from .reasons import has_reason
from .records import BRACKETED, LINT, Record, cleaned, joined, made_of, refined_issue, with_title
from .sentences import sentences

BOLD_START: Final = regex(r"(?:\*\*|__)([^*]{2,160}?)(?:\*\*|__)[ \t]*(?:[:：—–.-][ \t]*)?")
_ONLY_REFERENCE: Final = regex(r"[`\[]?[\w./()\]\[-]+`?(?:[ ]*\([^)]*\))?$")
_ONLY_LINK: Final = regex(r"\[[^\]]*\]\([^)]*\)\W*")
_PLACE: Final = regex(r"^existing\b|\.[a-z]{1,5}:\d", re.IGNORECASE)  # "as at db.py:167"
_YOU: Final = regex(r"\byou(?:r|['’]\w+)?\b", re.IGNORECASE)
_FAILURE: Final = regex(
    r"\b(?:fails?|failed|errors?|crash\w*|broken|breaks|bug|unable|could not|not available"
    r"|unavailable|unreachable|malformed|corrupt\w*|hangs?)\b",
    re.IGNORECASE,
)
_WEIGHED_FACT: Final = regex(r"\b(?:instead of|rather than|in favou?r of)\b|\(not ", re.IGNORECASE)
# Kinds whose labels are also the fields of a report's head ("Project: Billing").
FIELD_LIKE: Final = frozenset({"project", "identity", "architecture", "dependency"})
_SAYS: Final = regex(
    r"\b(?:is|are|was|must|should|shall|never|always|only|not|no|has|have|uses?|runs?|needs?"
    r"|requires?|supports?|targets?|lives?|follows?|builds?|deploys?|ships?|stores?|keeps?|depends?"
    r"|pinned|works?|talks?|speaks?|calls?|serves?|stays?|owns?|prefers?|goes|lies)\b"
    r"|[^\x00-\u024f]{6}",
    re.IGNORECASE,
)
# "Fixed: the header" says that something was done; a learning says what was wrong.
_WRONG: Final = regex(
    r"\b(?:not|never|no longer|wrong\w*|incorrect\w*|race|leak\w*|deadlock\w*|overflow\w*|loops?"
    r"|twice"
    r"|crash\w*|corrupt\w*|injection|bypass\w*|off[- ]by[- ]one|doubl\w+|duplicat\w+|stale|lost"
    r"|los(?:es|ing)"
    r"|mismatch\w*|null|undefined|infinite|silently|without|despite|instead|fails?|failed|failing"
    r"|broke"
    r"|breaks?|broken|hangs?|when|after|if|only|\w+n['’]t|(?<!^)(?!used|based|related"
    r"|shared)\w{3,}ed)\b"
    r"|[^\x00-\u024f]{4}",
    re.IGNORECASE,
)
_FAULT: Final = regex(
    r"\b(?:was|were|had|did|no longer)\b|\b(?:was|were|did|had)n['’]t\b",
    re.IGNORECASE,
)
_LINKED: Final = regex(r"\(\[|\(#\d|\]\(http")  # "… ([#12](…))": a line of release notes
_REMINDER: Final = regex(
    r"(?:make sure|be sure|ensure|don['’]t forget|do not forget|remember to|please)\b",
    re.IGNORECASE,
)
_SCOPE: Final = regex(
    r"`?(?P<path>[\w.@~*{}\[\],-]*[./][\w./@~*{}\[\],-]*)`?[ \t]?(?:[—–]|--?|:)[ \t]"
    r"(?P<reason>\S.{9,})"
)
_RESOLVED: Final = regex(
    r"(?:we|i)(?:['’]ll| will|['’]ve decided to| have decided to| decided to| are going to"
    r"| have chosen to| chose to)[ ]+(?:also )?(?=\w)",
    re.IGNORECASE,
)
_GENERIC: Final = regex(
    r"(?:details?|description|summary|overview|background|explanation|suggested (?:action|fix)"
    r"|actions?|what happened|what we did|impact|introduction|notes?|metadata|examples?|timeline"
    r"|technical|process|general|other|misc\w*|(?:\d{4}-\d\d-\d\d|session|day|week|sprint|phase"
    r"|part|step|task)"
    r"[ ]?[\w-]{0,20})$",
    re.IGNORECASE,
)
_OWN_LABEL: Final = regex(r"[^\W\d_][\w ]{1,24}: ")
_TICKED: Final = regex(r"[✅✔☑🎉]\W{0,3}\w*\W*$")  # "… - ✅ FIXED": a row of a checklist
_LOG_LINE: Final = 160
_SURE: Final = 0.7
_SHORT: Final = 240
_UNLIKE: Final = regex(r"\bbut (?:not|NOT|only|never|the|no)\b|, so \S")


def labelled_fact(marker: Marker, label: Label, block: Block, section: Section) -> Candidate | None:
    """What a label like "Gotcha:" introduces."""
    text = _scope(label.rest) if marker.kind == "scope" else cleaned(label.rest)
    if is_noise(text) or text.casefold().startswith(
        ("you can", "you may", "you should", "you might", "might ", "may ", "could ")
    ):
        return None
    if marker.score < 0.7 and (section.closed or _YOU.search(text)):
        return None
    if marker.kind in FIELD_LIKE and not _says_something(text):
        return None
    if _ONLY_LINK.fullmatch(text) or (marker.kind == "pattern" and _PLACE.search(text)):
        return None
    if marker.kind == "fixed" and not _tells_what_was_wrong(text):
        return None
    if marker.kind == "learning" and is_praise(text):
        return None
    if marker.score < 0.7 and _REMINDER.match(text) and not has_reason(text):
        return None
    made = made_of(marker.kind, text, marker.score, block.line_of(label.rest), least=3)
    return made and replace(made, qualifier=label.qualifier)


def _scope(rest: str) -> str:
    """A path and what it is for, as one remembers it; empty for any other use of the word."""
    found = _SCOPE.match(cleaned(rest))
    return f"{found['path']} — {found['reason']}" if found else ""


def _says_something(text: str) -> bool:
    """Whether the text is more than a name or a value."""
    return len(text.split()) > 5 or has_reason(text) or _SAYS.search(text) is not None


def _tells_what_was_wrong(text: str) -> bool:
    wrong = _WRONG.search(text) is not None or has_reason(text)
    return wrong and not (LINT.search(text) or is_report(text))


def is_commit(label: Label) -> bool:
    """Whether the label is that of a commit message ("fix: typo in the help")."""
    return not label.emphasised and label.name.isascii() and label.name.islower()


def is_log(label: Label) -> bool:
    """Whether the line may be what a program printed ("Error: no such file")."""
    plain = not label.emphasised and label.name.casefold() == "error"
    return plain and len(label.rest) < _LOG_LINE and not label.rest.endswith(".")


def title_only(text: str) -> str:
    """The title, where a bold lead is all there is."""
    lead = BOLD_START.match(text)
    whole = lead is not None and lead.end() == len(text)
    return BRACKETED.sub("", lead[1]).strip(" :") if lead is not None and whole else ""


def names_its_subject(title: str) -> bool:
    """Whether a heading says what its text is about ("3. Cache keys"), not what part it is."""
    bare = BRACKETED.sub("", title)
    return (
        _GENERIC.match(bare) is None
        and marker_named(title) is None
        and (bare != title or " " in bare or len(bare) > 20 or not bare.isascii())
    )


def titled(title: str, line: int, text: str, section: Section) -> Candidate | None:
    """A title and the paragraph under it: the sentence that carries it, or all of a short one."""
    whole = cleaned(text)
    if split_label(text).name or _OWN_LABEL.match(whole):
        return None  # the first of several fields
    told = [sentence for sentence in sentences(whole) if not is_noise(sentence)][:4]
    if not told or is_noise(title) or is_none(whole) or _ONLY_REFERENCE.fullmatch(whole):
        return None
    if LINT.search(whole) or (section.kind != "decision" and is_report(told[0])):
        return None
    weighty = [sentence for sentence in told if is_weighty(sentence)]
    if not weighty and section.score < _SURE:
        return None
    if section.kind in ("issue", "learning") and _YOU.search(whole):
        return None
    short = len(whole) <= _SHORT and len(told) <= 2
    body = " ".join(told) if short else (weighty or told)[0]
    return made_of(section.kind, joined(title, body), section.score, line)


def listed(block: Block, text: str, section: Section, *, chosen: bool = False) -> Candidate | None:
    """A bullet or paragraph under a heading that says what it is; `chosen`: it is the choice."""
    lead = BOLD_START.match(text)
    if lead is not None:
        text = with_title(lead, text[lead.end() :])
        if lead.end() == len(lead.string) and len(text.split()) < 6:
            return None  # a title whose text is said elsewhere, if at all
    if is_none(text) or _ONLY_REFERENCE.fullmatch(text):
        return None
    if block.kind == "paragraph" and text.endswith((":", "：")):
        text = " ".join(list(sentences(text))[:-1])  # what leads to the list below says nothing
    text = cleaned(text)
    if section.cured and not _is_cured(text):
        return None
    if section.kind == "decision" and (found := _RESOLVED.match(text)):
        text = text[found.end() :][:1].upper() + text[found.end() + 1 :]
    if is_noise(text) or LINT.search(text) or (section.kind != "decision" and is_report(text)):
        return None
    if _TICKED.search(text):
        return None
    if section.kind in ("issue", "learning") and _YOU.search(text):
        return None  # said to the person, of the moment
    if section.score <= 0.55 and (is_guess(text) or is_scene(text)):
        return None
    if section.score <= 0.5 and is_passing(text):
        return None
    if block.kind == "paragraph" and not (is_weighty(text) or (chosen and not is_plan(text))):
        return None
    if section.kind == "learning" and (is_bare_order(text) or is_praise(text)):
        return None
    kind = _refined(section, text)
    return made_of(kind, text, section.score, block.line_of(text))


def _is_cured(text: str) -> bool:
    """Whether an item under "Bug fixes" tells what was wrong, and not only what was done."""
    bare = GUARDS["imperative"].match(text) is None and GUARDS["done"].match(text) is None
    told = _FAULT.search(text) is not None and not LINT.search(text)
    return bare and told and _LINKED.search(text) is None


def is_weighty(text: str) -> bool:
    """Whether the text gives a reason, a failure or a contrast, in any language."""
    return bool(has_reason(text) or _FAILURE.search(text) or _UNLIKE.search(text) or weighs(text))


def _refined(section: Section, text: str) -> str:
    """Notes hold anything: what a line weighs or what fails in it says more than its heading."""
    kind = section.kind
    if kind == "learning" and section.score < _SURE and _WEIGHED_FACT.search(text):
        return "decision"
    if kind == "learning" and section.score < _SURE and _FAILURE.search(text):
        return "issue"
    return refined_issue(text) if kind == "issue" and section.met else kind


def table_row(block: Block, section: Section) -> Iterator[Candidate | None]:
    """A row of a table whose columns are a decision and its reason, or a problem and its cause."""
    if section.closed:
        return
    record = Record(0.6)
    roles = [marker_named(name) for name in block.header]
    for marker, cell in zip(roles, block.cells, strict=False):
        if marker is None or marker.role not in ("problem", "cause", "fix", "decision", "reason"):
            continue
        if cell.strip(" -—–"):
            record.put(marker.role, cleaned(cell), block.line)
    known = {marker.role for marker in roles if marker is not None}
    if known >= {"decision", "reason"} or (known & {"problem"} and known & {"cause", "fix"}):
        yield record.candidate()
