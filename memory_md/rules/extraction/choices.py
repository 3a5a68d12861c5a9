"""A direction taken in conversation, told apart from an option that is only laid out."""

from __future__ import annotations

import re
from typing import Final

from .diagnosis import TECH, Verdict
from .noise import guards
from .place import Place
from .reasons import WEIGHED
from .statements import holds

_BEST: Final = re.compile(
    r"(?P<subject>[A-Z`@][^,;:?!]{1,80}?) (?:seems? (?:like |to be )?|looks? like |is |are "
    r"|remains? )"
    r"(?:clearly |definitely |still |probably )?(?:the|our) (?:\w+ )?(?:best|right|better|clear"
    r"|clearest|obvious|natural"
    r"|safest|simplest|strongest|cleanest|winning|recommended|preferred) (?:overall )?(?:fit"
    r"|choice|option"
    r"|approach|match|pick|candidate|winner|way to go|bet|tool|library|framework|stack)\b",
)
_GO: Final = re.compile(
    r"(?:(?:so )?(?:let['’]s|we(?:['’]ll| will|['’]re| are)|i(?:['’]ll| will|['’]m"
    r"| am)) (?:going to )?)?"
    r"(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) on|standardi[sz](?:e|ing) on"
    r"|opting for) "
    r"(?P<choice>[^?]{3,})",
    re.IGNORECASE,
)
_LAYER: Final = re.compile(
    r"(?:build|write|use|put|keep|wrap|introduce|add|make|store|expose|treat|split"
    r"|run) [^?]{3,160}?"
    r"(?:\b(?:layer|wrapper|abstraction|adapter|fa[cç]ade|shim|proxy|gateway|interface"
    r"|boundary)\b[^?]{0,40}"
    r"\b(?:on top of|around|over|in front of|between|behind)\b|\binstead of\b|\brather than\b"
    r"|, not )",
    re.IGNORECASE,
)
# "Zustand instead of Redux — less boilerplate", as a list of choices says it.
_OVER: Final = re.compile(
    r"(?!\w+(?:ing|ed|ly) )[A-Z`@][^,;:?!—–]{1,60}? (?:instead of|over|rather than|not) "
    r"(?!the\b|a\b|an\b|all\b|it\b|this\b|\w+ing\b)[^,;:?!—–]{2,60}?"
    r"(?: ?[—–] ?| - | \(|, because |, since | because | since )[^?]{6,}",
)
_VERBAL: Final = re.compile(
    r"\b(?:is|are|was|were|will|should|would|could|can|may|might|has|have|do|does|did|fails?|try"
    r"|over (?:\d|time))\b",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(
    r"(?:this|that|it|option|approach|alternative|both|either|the (?:first|second|third|other|last"
    r"|former"
    r"|latter|simplest|best|easiest)|which|here|there|what|now|[A-D]\b)",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\?|\bif you\b|\bwould you\b|\blet me know\b|\byour call\b", re.IGNORECASE
)
_CUES: Final = (
    "nstead of ", " over ", "ather than ", " not ", " fit", "choice", "option", "approach",
    " match", " pick", "candidate", "winner", " to go", " bet", "go with", "going with", "stick",
    "ettling", "ettle on", "tandardi", "pting for", "he best ",
)  # fmt: skip
DIRECTION: Final = re.compile(
    r"\W*(?:the|our|chosen|final|agreed|selected|accepted) (?:\w+ )?(?:approach|architecture"
    r"|design|solution"
    r"|strategy|direction)\W*$",
    re.IGNORECASE,
)


def judge_choice(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence without emphasis marks; a choice still asked about is none."""
    direct = place.directed and place.item
    if not direct and not holds(text, _CUES):
        return None
    if place.weighing or len(text) > 300 or _OPEN.search(place.paragraph):
        return None
    text = text.rstrip(": ") if text.endswith(":") else text
    if place.item and len(text) > 20 and (found := _OVER.match(text)):
        bare = not _VERBAL.search(found[0][:60]) and guards()["imperative"].match(text) is None
        done = guards()["done"].match(text) is not None or guards()["you"].search(text)
        return Verdict("decision", text, 0.4) if bare and not done else None
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
