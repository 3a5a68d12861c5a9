"""A diagnosis as it is told in conversation ("I see the problem: …", "That's because …").

The words before promise it and say nothing themselves; what follows has to stand alone.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .domain import is_dense
from .facts import is_about_a_run
from .noise import GUARDS, is_passing, is_scene
from .place import Place
from .records import LINT
from .statements import BEHAVIOUR, EVENT, MAX_SENTENCE, holds, states_fact

_TROUBLE: Final = r"(?:issues?|problems?|bugs?|causes?|culprit|errors?|mistakes?|mismatch|reason)"
_REAL: Final = r"(?:real |actual |root |underlying |main |exact |core |key )?"
# What promises a diagnosis and ends in a colon or a dash.
_LEAD: Final = regex(
    r"(?:(?:ah|aha|okay|ok|perfect|great|good|excellent|yes|now|so|and|interesting)[,!. —–-]+)*"
    r"(?:(?:i|we)(?:['’]ve| have)?(?: can| now| finally| just| think i| think we){0,2}"
    r" (?:see|know|understand|found|identified|located|spotted|pinpointed|traced|figured out)"
    r" (?:exactly )?(?:the |a |an )?" + _REAL + _TROUBLE + r"\b[^.:!?—–]{0,40}"
    r"|(?:i|we)(?:['’]ve| have)?(?: can| now){0,2} (?:see|know|understand|found|figured out)"
    r" (?:exactly )?(?:what(?:['’]s| is| was)|why|where|how) [^.:!?—–]{3,60}"
    r"|(?:found|got) (?:it|the " + _REAL + _TROUBLE + r")\b[^.:!?—–]{0,30}"
    r"|(?:the |a )?" + _REAL + _TROUBLE + r" (?:(?:is|was) (?:now |pretty |very |quite )?(?:clear"
    r"|obvious|simple|evident|found|identified)|found|identified)\b[^.:!?—–]{0,20}"
    r"|(?:that|this|here)(?:['’]s| is| was) (?:exactly )?(?:the |what(?:['’]s| is) |why )"
    r"(?:\w+ ){0,2}?(?:" + _TROUBLE + r"|wrong|happening)\b[^.:!?—–]{0,30}"
    r"|there(?:['’]s| is| was) (?:also )?(?:a|an|another) (?:\w+ ){0,2}?(?:issue|problem|bug"
    r"|mismatch"
    r"|conflict|race|leak|regression) (?:in|with|between|on) (?:`[^`]{1,60}`"
    r"|[^.:!?—–`]){1,60}?"
    r"|why (?:it|this|that|the|`[^`]+`|@?[\w/.-]+) [^:?]{2,60})"
    r"(?:: ?|! | ?[—–] ?| -{1,2} )(?=\S)",
    re.IGNORECASE,
)
_BECAUSE: Final = regex(
    r"(?:so |and |but )?(?:this|that|it|they|these)(?:['’]s| is| was| are| were)?(?: only| just"
    r"| also| mostly)?(?P<fails> (?:happens?|happened|fails?|failed|occurs?|occurred|breaks?|broke"
    r"|crash(?:es|ed)|hangs?|hung|errors?|appears?|arises?|came|comes|goes wrong|went wrong)"
    r"(?: (?:here|only|there|now|(?:in|on|with|for) \S+))?)? because (?!of\b)(?P<why>\S.{24,})",
    re.IGNORECASE,
)
_LOCATED: Final = regex(
    r"(?:the |a )?" + _REAL + r"(?:bug|issue|problem|error|fault|defect|mistake|culprit) (?:is|was"
    r"|lies|lay|sits) (?:actually |really )?(?:in|inside|at|within|with) (?P<place>[^—–:;?]{2,80}?)"
    r"(?: ?[—–] ?| - |: |; |, (?:which|where|because|since|as) )[^?]{20,}",
    re.IGNORECASE,
)
# What was taken for granted, and how it is: the second half is what was learned.
_ASSUMED: Final = regex(
    r"(?:[^?]{3,160} (?:because|since|as|but) )?(?:i|we)(?: had| have|['’]d| initially| first"
    r"| wrongly| incorrectly| originally)? ?(?:assumed|thought|believed|expected|figured)(?: that)?"
    r" (?!about|of\b|through|it was (?:done|fixed))[^?]{8,200}?(?:, but|, whereas|, however,?"
    r"|;| but|—|–| -) (?P<truth>[^?]{12,240})$",
    re.IGNORECASE,
)
_TRUTH: Final = regex(
    r"\b(?:actually|in fact|in reality|really|only|instead|not|never|isn['’]t|aren['’]t"
    r"|doesn['’]t|don['’]t|wasn['’]t|turns? out)\b",
    re.IGNORECASE,
)
_TOLD: Final = regex(r"\b(?:i|me|my|you|your|let)\b", re.IGNORECASE)
_DOCUMENTED: Final = regex(
    r"(?:the |its |their )?(?:current |official |latest )?(?:[\w.+#-]+ ){0,3}?(?:docs"
    r"|documentation) (?:also |clearly |explicitly )?(?:says?|states?|confirms?|notes?|warns?"
    r"|explains?)(?: that)?:? (?=\S)",
    re.IGNORECASE,
)
# "Fixed X being read twice", as a list of changes says what was wrong.
_MENDED: Final = regex(
    r"(?:fixed|corrected|resolved|repaired) (?!by\b|in\b|with\b|it\b|this\b|that\b|up\b)"
    r"(?:an? |the )?(?P<fault>[^?]{4,200}? (?:caused by|due to|because|instead of|rather than"
    r"|(?:being|getting|was|were) \w+ twice)\b[^?]{0,240})$",
    re.IGNORECASE,
)
# "I traced it to a stale worker: …"
_TRACED: Final = regex(
    r"(?:i|we)(?:['’]ve| have)?(?: finally| now| just)? (?:traced|tracked|narrowed|pinned"
    r"|bisected) (?:this|it|that|the [^:?]{3,60}?)(?: back| down)? to (?P<cause>[^?]{24,})",
    re.IGNORECASE,
)
_NO_WAY: Final = regex(
    r"there(?:['’]s| is| are) (?:currently |simply |also )?(?P<lack>no (?:[\w-]+,? ){0,2}?(?:way"
    r"|API"
    r"|support|method|hook|flag|setting|mechanism|endpoint|equivalent|guarantee)s? (?:to|for|of|in"
    r"|that) [^?]{16,})",
    re.IGNORECASE,
)
# What a change is for: the fault that it takes away, and when that shows.
_TAKES_AWAY: Final = regex(
    r"(?:this|the) (?:PR|pull request|MR|commit|patch|change|fix) (?:also "
    r"|now )?(?P<does>(?:prevents?"
    r"|avoids?|fix(?:es)?|stops?|works? around|guards? against|corrects?|resolves?) [^?]{12,}?"
    r"(?: when| if| because| where| while| after| before| due to|, which|, so) [^?]{6,})",
    re.IGNORECASE,
)
_KNOWN: Final = regex(
    r"(?:and )?(?:this|that|it)(?:['’]s| is) an? (?:well-)?(?:known|documented|common|upstream"
    r"|long-?standing|old) (?:\w+ )?(?:issue|bug|limitation|problem|quirk|restriction|gotcha"
    r"|incompatibility|regression)\b",
    re.IGNORECASE,
)
_WORKS: Final = regex(
    r"why (?:(?:it|this|that)(?: \w+)? (?:works?|matters?)"
    r"|(?:this|that|the|our) (?:approach|option|choice|way|design|solution|plan|order|one))\b",
    re.IGNORECASE,
)
_FAILING: Final = regex(
    r"\b(?:fail\w*|errors?|crash\w*|wrong|stale|breaks?|broken|missing|hangs?|lost|never|not"
    r"|before|after)\b|n['’]t\b",
    re.IGNORECASE,
)
_NAMED: Final = regex(
    r"\b(?:issues?|problems?|bugs?|causes?|culprit|errors?|mistakes?|mismatch|wrong)\b",
    re.IGNORECASE,
)
_AMISS: Final = regex(
    r"\b(?:old|only|instead|twice|down|but|while|no|too|both|still|dead|empty|null|undefined"
    r"|drops?|strips?|ignores?|overwrites?|loses?|overrides?|assumes?|hard-?coded|unset|so)\b",
    re.IGNORECASE,
)
_QUOTED: Final = regex(r"\"[^\" ][^\"]{1,40}\"")
_SCORE: Final = 0.45
_ASIDE: Final = regex(r" ?\([^()]{0,200}\)")
# How what the patterns find begins, or what is in it; told in one glance, as most sentences
# have none.
_OPENINGS: Final = (
    "I ", "I'", "I’", "We ", "We'", "We’", "Found", "Got ", "The ", "That", "This", "Here", "Why ",
    "It ", "It'", "It’", "They ", "These ", "A ", "Root ", "Now", "So", "And", "But", "Ah", "Ok",
    "OK", "There", "Perfect", "Great", "Good", "Excellent", "Yes", "Interesting",
)  # fmt: skip
_MENDS: Final = ("Fixed ", "Corrected ", "Resolved ", "Repaired ", "fixed ", "corrected ")
_SETS_OFF: Final = (":", "! ", "—", "–", " - ")
_EARLY: Final = 110
_FAULTS: Final = ("bug", "issue", "problem", "error", "fault", "defect", "mistake", "culprit")
_FOLLOWED: Final = ("traced ", "tracked ", "narrowed ", "pinned ", "bisected ")
_TAKEN: Final = ("assumed", "thought", "believed", "expected", "figured")


def judge_announcement(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence without emphasis marks that promises a cause and tells it."""
    if place.weighing or text[-1] in "?:" or len(text) > MAX_SENTENCE:
        return None
    if place.item and text.startswith(_MENDS) and (found := _MENDED.match(text)):
        return _told("fixed", found["fault"]) if _is_fault(found["fault"]) else None
    if text.startswith(_OPENINGS) and (verdict := _announced(text)) is not None:
        return verdict
    if ("I " in text or "we " in text) and holds(text, _TAKEN) and (found := _ASSUMED.match(text)):
        return Verdict("learning", text, _SCORE) if _is_learned(found["truth"], text) else None
    if ("docs " in text or "ocumentation " in text) and (found := _DOCUMENTED.match(text)):
        rest = text[found.end() :]
        return _told("learning", rest) if TECH.search(rest) and _is_fact(rest) else None
    return None


def _announced(text: str) -> Verdict | None:
    early = text[:_EARLY]
    if " to " in early and holds(early, _FOLLOWED) and (found := _TRACED.match(text)):
        return _told("issue", found["cause"]) if _is_fact(found["cause"]) else None
    if holds(early, _SETS_OFF) and (found := _LEAD.match(text)) and not _WORKS.match(text):
        rest = text[found.end() :]
        amiss = _NAMED.search(found[0]) or _FAILING.search(rest) or _AMISS.search(rest)
        spoken = GUARDS["you"].search(found[0]) is not None
        return _told("issue", rest) if amiss and not spoken and _is_fact(rest) else None
    if early.startswith(("This ", "The ")) and (found := _TAKES_AWAY.match(text)):
        does = found["does"]
        return _told("issue", does) if _is_fact(does) else None
    if early.startswith("There") and (found := _NO_WAY.match(text)):
        bare = found["lack"].replace("currently ", "")
        return _told("gotcha", text) if _is_fact(bare) else None
    if "because " in early and (found := _BECAUSE.match(text)):
        why = found["why"]
        kind = "issue" if found["fails"] or _FAILING.search(why) else "learning"
        telling = kind == "issue" or BEHAVIOUR.search(why)
        return _told(kind, why) if telling and _is_fact(why) else None
    if early.startswith(("The ", "A ")) and holds(early[:40], _FAULTS):
        located = _LOCATED.match(text)
        return Verdict("issue", text, _SCORE) if located and _is_located(located, text) else None
    return None


def _is_located(found: re.Match[str], text: str) -> bool:
    told = not any(GUARDS[name].search(text) for name in ("you", "intent", "guess", "i"))
    named = TECH.search(found["place"]) or BEHAVIOUR.search(text, found.end("place"))
    return told and named is not None and TECH.search(text) is not None


def _is_learned(truth: str, text: str) -> bool:
    """Whether what was taken for granted is put right, about something of the code."""
    if _TRUTH.search(truth) is None or _TOLD.search(truth):
        return False
    return "actually" in truth or TECH.search(text) is not None or is_dense(text)


def _is_fact(text: str) -> bool:
    """Whether the rest tells how something of the code is, by itself."""
    bare = _ASIDE.sub("", text)
    return (
        (TECH.search(text) is not None or is_dense(text))
        and states_fact(bare, technical=False)
        and not is_scene(bare)
        and not is_about_a_run(bare)
        and EVENT.search(bare) is None
        and GUARDS["imperative"].match(bare) is None
        and GUARDS["done"].match(bare) is None
    )


def known_trouble(sentence: str, before: str) -> Verdict | None:
    """The verdict on "X rejects Y. This is a known bug of Z.": the second vouches for the first."""
    if not sentence.startswith(("This", "That", "It", "And")) or _KNOWN.match(sentence) is None:
        return None
    if TECH.search(before) is None or before.endswith(("?", ":")):
        return None
    if (
        is_passing(before)
        or GUARDS["narration"].match(before)
        or any(GUARDS[name].search(before) for name in ("you", "intent", "i", "status"))
    ):
        return None
    return Verdict("gotcha", f"{before} {sentence}", _SCORE)


def _is_fault(fault: str) -> bool:
    told = not any(GUARDS[name].search(fault) for name in ("you", "intent", "i", "guess"))
    named = TECH.search(fault) is not None or is_dense(fault) or _QUOTED.search(fault) is not None
    return told and named and LINT.search(fault) is None


def _told(kind: str, text: str) -> Verdict:
    begun = text[:1].upper() + text[1:] if text.split(" ", 1)[0].isalpha() else text
    return Verdict(kind, begun, _SCORE)
