"""A direction taken in conversation, told apart from an option that is only laid out."""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .domain import is_dense
from .noise import GUARDS
from .place import Place
from .reasons import WEIGHED
from .records import LINT
from .statements import holds

_BEST: Final = regex(
    r"(?P<subject>[A-Z`@][^,;:?!]{1,80}?) (?:seems? (?:like |to be )?|looks? like |is |are "
    r"|remains? )"
    r"(?:clearly |definitely |still |probably )?(?:the|our) (?:\w+ )?(?:best|right|better|clear"
    r"|clearest|obvious|natural"
    r"|safest|simplest|strongest|cleanest|winning|recommended|preferred) (?:overall )?(?:fit"
    r"|choice|option"
    r"|approach|match|pick|candidate|winner|way to go|bet|tool|library|framework|stack)\b",
)
_GO: Final = regex(
    r"(?:(?:so )?(?:let['’]s|we(?:['’]ll| will|['’]re| are)|i(?:['’]ll| will|['’]m"
    r"| am)) (?:going to )?)?"
    r"(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) on|standardi[sz](?:e|ing) on"
    r"|opting for) "
    r"(?P<choice>[^?]{3,})",
    re.IGNORECASE,
)
_LAYER: Final = regex(
    r"(?:build|write|use|put|keep|wrap|introduce|add|make|store|expose|treat|split"
    r"|run) [^?]{3,160}?"
    r"(?:\b(?:layer|wrapper|abstraction|adapter|fa[cç]ade|shim|proxy|gateway|interface"
    r"|boundary)\b[^?]{0,40}"
    r"\b(?:on top of|around|over|in front of|between|behind)\b|\binstead of\b|\brather than\b"
    r"|, not )",
    re.IGNORECASE,
)
# "Zustand instead of Redux — less boilerplate", as a list of choices says it.
_OVER: Final = regex(
    r"(?!\w+(?:ing|ed|ly) )[A-Z`@][^,;:?!—–]{1,60}? (?:instead of|over|rather than|not) "
    r"(?!the\b|a\b|an\b|all\b|it\b|this\b|\w+ing\b|\w+ed\b|set\b|found\b|sent\b)[^,;:?!—–]{2,60}?"
    r"(?: ?[—–] ?| - | \(|, because |, since | because | since )[^?]{6,}",
)
_VERBAL: Final = regex(
    r"\b(?:is|are|was|were|will|should|would|could|can|may|might|has|have|do|does|did|fails?|try"
    r"|over (?:\d|time))\b",
    re.IGNORECASE,
)
_VAGUE: Final = regex(
    r"(?:this|that|it|option|approach|alternative|both|either|the (?:first|second|third|other|last"
    r"|former"
    r"|latter|simplest|best|easiest)|which|here|there|what|now|[A-D]\b)",
    re.IGNORECASE,
)
# "Dev: keeps `auto` — the middleware needs that", as a report lists what was done and why.
_REASONED: Final = regex(
    r"(?:[A-Z`][^:—–?]{1,60}: )?(?:keeps?|kept|sets?|uses?|used|stays?|stayed|left|removed|dropped"
    r"|moved|switched|disabled|skipped|pinned|replaced|reverted|avoids?) [^—–?]{3,240} [—–] "
    r"(?P<reason>[^?]{15,300})$",
    re.IGNORECASE,
)
_REASON: Final = regex(
    r"\b(?:needs?|needed|requires?|required|depends?|relies|expects?|expected|cannot|never"
    r"|no longer|breaks?|broke|would \w+|only|because|otherwise|conflict\w*|duplicat\w+|fail\w*"
    r"|leak\w*|caused?|collid\w+|un(?:processed|reliable|supported|necessary|safe|stable))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
# Somebody who may decide did, for good: what is to be done next is no decision.
_RESOLVED: Final = regex(
    r"(?:(?:so|then|finally|eventually|in the end),? )?(?:we|they|(?:the|our) (?:\w+ )?(?:team"
    r"|maintainers?|owners?|authors?|group|project|user|client|customer|reviewers?|committee|board"
    r"|company))(?:['’]ve| have| has| had)? (?:(?:\w+ly|both|all|also|since) )?"
    r"(?:decided|elected|agreed|resolved|voted|chose|opted) (?:not to|against|to (?:not "
    r"|no longer )?"
    r"(?:use|adopt|keep|drop|remove|replace|support|move|switch|deprecate|migrate|store|split|merge"
    r"|require|allow|forbid|disable|enable|defer|postpone|pin|avoid|leave|ship|rename|rewrite"
    r"|abandon|stick|standardi[sz]e|treat|make|limit|skip|accept|inline|vendor|target|only))\b"
    r"[^?]{12,}",
    re.IGNORECASE,
)
_SETTLED: Final = regex(
    r"(?:(?:i|we)(?:['’]ve| have)? )?(?:finally |eventually |deliberately )?(?:went with|gone with"
    r"|opted for|settled on|decided on|standardi[sz]ed on|chose) (?!this|that|it\b|the (?:first"
    r"|second"
    r"|other|last)|one\b|to\b)[^?]{16,}",
    re.IGNORECASE,
)
_ACCEPTED: Final = regex(
    r"[^?]{15,}?[ (](?:acceptable|accepted|deliberate|conscious|worthwhile) (?:trade-?offs?"
    r"|compromises?|costs?|risks?|limitations?|price)\b",
    re.IGNORECASE,
)
_ON_PURPOSE: Final = regex(
    r"we (?:deliberately|intentionally|purposely|consciously) [^?]{12,}"
    r"|(?P<subject>[^,;:?!]{3,90}?) (?:is|are|was|were|stays?|stayed|(?:is |are |was "
    r"|were )?(?:left"
    r"|kept)|remains?|does|do|uses?|returns?|has|have)(?:n['’]t)? (?:therefore |also |both )?"
    r"(?:deliberately|intentionally|purposely|purposefully|consciously) [^?]{8,}",
    re.IGNORECASE,
)
_HENCEFORTH: Final = regex(
    r"(?:from now on|from here on|going forward|henceforth),? (?!i\b|you\b|let)(?P<rule>[^?]{20,})",
    re.IGNORECASE,
)
_BY_WHOM: Final = regex(r"(?:i|we)(?:['’]ve| have)? ", re.IGNORECASE)
_BY_DESIGN: Final = regex(r"[^?]{20,}?(?:[,(—–]| -) ?(?:by design|on purpose)\W*$", re.IGNORECASE)
_AGREED: Final = regex(
    r"(?:so )?we (?:should|must|need to|have to) (?!open|look|check|run|find|locate|search|read|see"
    r"|test|verify|investigate|examine|inspect|try|start|first|now)(?P<choice>[^?]{20,})",
    re.IGNORECASE,
)
_PARENTHESIS: Final = regex(r" ?\([^()]{0,200}\)")
_OPEN: Final = regex(r"\?|\bif you\b|\bwould you\b|\blet me know\b|\byour call\b", re.IGNORECASE)
_CUES: Final = (
    "nstead of ", " over ", "ather than ", " not ", " fit", "choice", "option", "approach",
    " match", " pick", "candidate", "winner", " to go", " bet", "go with", "going with", "stick",
    "ettling", "ettle on", "tandardi", "pting for", "he best ",
)  # fmt: skip
# One of these is in what was meant to be so, unless the person was granted to be right.
_MEANT: Final = (
    "ent with ", "one with ", "pted for ", "ettled on ", "ecided ", "lected ", "greed ", "esolved ",
    "oted ", "pted ", "hose ", "tandardi", "accept", "deliberate", "conscious", "worthwhile ",
    "ntentionally ", "purpose", "by design", "rom now on", "rom here on", "oing forward",
    "enceforth",
)  # fmt: skip
DIRECTION: Final = regex(
    r"\W*(?:the|our|chosen|final|agreed|selected|accepted) (?:\w+ )?(?:approach|architecture"
    r"|design|solution"
    r"|strategy|direction)\W*$",
    re.IGNORECASE,
)


def _is_open(paragraph: str) -> bool:
    """Whether the paragraph leaves the choice to the person."""
    if "?" in paragraph:
        return True
    return holds(paragraph.casefold(), ("you", "let me know")) and (
        _OPEN.search(paragraph) is not None
    )


def _reasoned(text: str, reason: str) -> Verdict | None:
    bare = _PARENTHESIS.sub("", text)
    told = _REASON.search(reason) and (TECH.search(bare) or is_dense(bare))
    spoken = any(GUARDS[name].search(bare) for name in ("you", "intent", "status", "guess"))
    if not told or spoken or LINT.search(bare):
        return None
    return Verdict("decision", bare if GUARDS["you"].search(text) else text, 0.4)


def _meant(text: str, place: Place) -> Verdict | None:
    """What a party resolved, what is accepted, what is so on purpose, what both agree on."""
    if not (place.agreed or holds(text, _MEANT)) or len(text) < 30 or GUARDS["you"].search(text):
        return None
    if place.agreed and (found := _AGREED.match(text)):
        weighed = WEIGHED.search(text) is not None and _is_named(text)
        return Verdict("decision", _begun(found["choice"]), 0.45) if weighed else None
    if text.endswith((":", "?")) or any(GUARDS[name].search(text) for name in ("guess", "status")):
        return None
    if _SETTLED.match(text):
        first = _BY_WHOM.match(text)
        told = text[first.end() :] if first else text
        return Verdict("decision", told, 0.45) if _is_named(text) else None
    if GUARDS["i"].search(text):
        return None
    if found := _HENCEFORTH.match(text):
        return Verdict("convention", _begun(found["rule"]), 0.5) if _is_named(text) else None
    if _RESOLVED.match(text):
        return Verdict("decision", text, 0.5)
    if GUARDS["pronoun"].match(text) or GUARDS["intent"].search(text):
        return None
    if _BY_DESIGN.match(text):
        return Verdict("gotcha", text, 0.4)
    taken = (_ACCEPTED.match(text) or _ON_PURPOSE.match(text)) and _is_named(text)
    return Verdict("decision", text, 0.45) if taken else None


def _is_named(text: str) -> bool:
    return TECH.search(text) is not None or is_dense(text)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def judge_choice(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence without emphasis marks; a choice still asked about is none."""
    reasoned = place.item and (" — " in text or " – " in text)
    if reasoned and not place.weighing and (found := _REASONED.match(text)):
        return None if len(text) > 400 else _reasoned(text, found["reason"])
    direct = place.directed and place.item
    told = direct or holds(text, _CUES)
    if not told and not place.agreed and not holds(text, _MEANT):
        return None
    if place.weighing or len(text) > 300 or _is_open(place.paragraph):
        return None
    text = text.rstrip(": ") if text.endswith(":") else text
    if (meant := _meant(text, place)) is not None or not told:
        return meant
    if place.item and len(text) > 20 and (found := _OVER.match(text)):
        bare = not _VERBAL.search(found[0][:60]) and GUARDS["imperative"].match(text) is None
        done = GUARDS["done"].match(text) is not None or GUARDS["you"].search(text)
        return Verdict("decision", text, 0.4) if bare and not done else None
    if direct and len(text) > 24 and (found := _LAYER.match(text)):
        return Verdict("decision", text, 0.45)
    ours = "the " in text or "our " in text
    if ours and (found := _BEST.match(text)) and not _VAGUE.match(found["subject"]):
        named = found["subject"].count(" ") < 8 and not GUARDS["you"].search(text)
        return Verdict("decision", text, 0.4) if named else None
    found = _GO.match(text)
    if found is None or _VAGUE.match(found["choice"]) or not WEIGHED.search(text):
        return None
    if TECH.search(text) is None and not re.search(r"\b[A-Z][a-z]+", found["choice"]):
        return None
    return Verdict("decision", f"Go with {found['choice']}", 0.4)
