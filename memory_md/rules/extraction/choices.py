"""A direction taken in conversation, told apart from an option that is only laid out."""

from __future__ import annotations

import re
from typing import Final

from ...regex import regex
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
_PARENTHESIS: Final = regex(r" ?\([^()]{0,200}\)")
_OPEN: Final = regex(r"\?|\bif you\b|\bwould you\b|\blet me know\b|\byour call\b", re.IGNORECASE)
_CUES: Final = (
    "nstead of ", " over ", "ather than ", " not ", " fit", "choice", "option", "approach",
    " match", " pick", "candidate", "winner", " to go", " bet", "go with", "going with", "stick",
    "ettling", "ettle on", "tandardi", "pting for", "he best ",
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


def judge_choice(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence without emphasis marks; a choice still asked about is none."""
    reasoned = place.item and (" — " in text or " – " in text)
    if reasoned and not place.weighing and (found := _REASONED.match(text)):
        return None if len(text) > 400 else _reasoned(text, found["reason"])
    direct = place.directed and place.item
    if not direct and not holds(text, _CUES):
        return None
    if place.weighing or len(text) > 300 or _is_open(place.paragraph):
        return None
    text = text.rstrip(": ") if text.endswith(":") else text
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
