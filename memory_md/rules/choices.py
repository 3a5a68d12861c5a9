"""A direction taken in conversation, told apart from an option that is only laid out."""

from __future__ import annotations

import re
from typing import Final

from .diagnosis import TECH, Verdict
from .noise import WEIGHED, guards
from .place import Place

_BEST: Final = re.compile(
    r"(?P<subject>[A-Z`@][^,;:?!]{1,80}?) (?:seems? (?:like |to be )?|looks? like |is |are |remains? )"
    r"(?:clearly |definitely |still |probably )?(?:the|our) (?:\w+ )?(?:best|right|better|clear|clearest|obvious|natural"
    r"|safest|simplest|strongest|cleanest|winning|recommended|preferred) (?:overall )?(?:fit|choice|option"
    r"|approach|match|pick|candidate|winner|way to go|bet|tool|library|framework|stack)\b",
)
_GO: Final = re.compile(
    r"(?:(?:so )?(?:let['’]s|we(?:['’]ll| will|['’]re| are)|i(?:['’]ll| will|['’]m| am)) (?:going to )?)?"
    r"(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) on|standardi[sz](?:e|ing) on|opting for) "
    r"(?P<choice>[^?]{3,})",
    re.IGNORECASE,
)
_LAYER: Final = re.compile(
    r"(?:build|write|use|put|keep|wrap|introduce|add|make|store|expose|treat|split|run) [^?]{3,160}?"
    r"(?:\b(?:layer|wrapper|abstraction|adapter|fa[cç]ade|shim|proxy|gateway|interface|boundary)\b[^?]{0,40}"
    r"\b(?:on top of|around|over|in front of|between|behind)\b|\binstead of\b|\brather than\b|, not )",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(
    r"(?:this|that|it|option|approach|alternative|both|either|the (?:first|second|third|other|last|former"
    r"|latter|simplest|best|easiest)|which|here|there|what|now|[A-D]\b)",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\?|\bif you\b|\bwould you\b|\blet me know\b|\byour call\b", re.IGNORECASE
)
DIRECTION: Final = re.compile(
    r"\W*(?:the|our|chosen|final|agreed|selected|accepted) (?:\w+ )?(?:approach|architecture|design|solution"
    r"|strategy|direction)\W*$",
    re.IGNORECASE,
)


def judge_choice(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence without emphasis marks; a choice still asked about is none."""
    direct = place.directed and place.item
    if not direct and " the " not in text and " our " not in text and not _says_go(text):
        return None
    if place.weighing or _OPEN.search(place.paragraph) or len(text) > 300:
        return None
    text = text.rstrip(": ") if text.endswith(":") else text
    if direct and len(text) > 24 and (found := _LAYER.match(text)):
        return Verdict("decision", text, 0.45)
    if (found := _BEST.match(text)) and not _VAGUE.match(found["subject"]):
        named = found["subject"].count(" ") < 8 and not guards()["you"].search(text)
        return Verdict("decision", text, 0.4) if named else None
    found = _GO.match(text)
    if found is None or _VAGUE.match(found["choice"]) or not WEIGHED.search(text):
        return None
    if TECH.search(text) is None and not re.search(r"\b[A-Z][a-z]+", found["choice"]):
        return None
    return Verdict("decision", f"Go with {found['choice']}", 0.4)


def _says_go(text: str) -> bool:
    return (
        " with " in text
        or "ettl" in text
        or "tick" in text
        or "tandardi" in text
        or "pting" in text
    )
