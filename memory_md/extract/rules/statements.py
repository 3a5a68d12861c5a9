"""Which sentences of free prose state something worth keeping.

A cause, a contrast, a discovery, a choice that was weighed; GUARDS of `noise` come first.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from .diagnosis import DIAGNOSIS, TECH, Verdict, diagnosed
from .domain import is_dense
from .facts import fact_kind, is_about_a_run
from .noise import GUARDS, is_guess, is_of_the_moment, is_passing, is_plan, is_scene
from .reasons import CAUSAL, LOSS, RULE_WITH_REASON, WEIGHED
from .reversals import turns
from .revisions import BARE, split_correction, stands_as_revision
from .sentences import plain

MAX_SENTENCE: Final = 600


OPENING: Final = regex(
    r"(?:(?:so|also|however|but|and|thus|therefore|hence|unfortunately|interestingly|importantly"
    r"|notably|(?:in )?(?:reality|practice)"
    r"|after (?:some|a (?:bit|lot) of|more|further|much) \w+(?: \w+)?(?=[:,])"
    r"|in fact|on the other hand|as it turns out|specifically|ah|aha|found it)\b[,:!—]*[ ]+)+",
    re.IGNORECASE,
)
_DISCOVERY: Final = regex(
    r"(?:(?:i|we)(?:['’]ve)?(?: (?:have|just|also|then|now))? ?(?:learned|learnt|discovered"
    r"|realised|realized"
    r"|found out|found|figured out|established|noted)(?:,? that|:)|(?:it )?(?:turns"
    r"|turned) out(?:,? that|:|,)?"
    r"|(?:learned|learnt|discovered|realised|realized|found out|identified|determined|observed"
    r"|noticed|found)(?:,? that|:))[ ]+",
    re.IGNORECASE,
)
_NOTED: Final = regex(
    r"(?:(?:please |also |but )?(?:note|keep in mind|bear in mind|remember|be aware|be warned)"
    r"|(?:it(?:'s| is) )?(?:important to (?:note|know|remember)"
    r"|worth (?:noting|knowing|remembering))"
    r"|(?:one|another|an?|the (?:main|only|one)) (?:[\w-]+,? ){0,3}?(?:gotcha|caveat|catch|pitfall"
    r"|concern|limitation|downside|drawback|subtlety|quirk|thing to (?:note|know))(?: here)?"
    r"(?: is)?)(?:,? that|:)[ ]+"
    r"|(?:for (?:future )?reference|heads[- ]up(?: for [^:]{3,40})?)[,:][ ]+",
    re.IGNORECASE,
)
_TOLD_AT_LENGTH: Final = 60  # so much is not noted of a triviality
_LEARNED: Final = regex(r"learn|discovered|reali[sz]ed", re.IGNORECASE)
_CHOSE: Final = regex(
    r"(?:we(?:['’]re| are) (?:keeping|leaving|dropping|removing|reverting|skipping|pinning|using"
    r"|avoiding|switching|moving|replacing|disabling|deferring)"
    r"|(?:(?:i|we)(?:['’]ve| have)? )?(?:deliberately |intentionally |finally "
    r"|therefore )?(?:chose|decided"
    r"|picked"
    r"|opted|elected|agreed to|went with"
    r"|settled on|selected|kept|used|switched|replaced|avoided|rejected|dropped|moved|relaxed"
    r"|pinned"
    r"|preferred|stuck with|disabled|placed|treated|chosen|gone with|changed))\b",
    re.IGNORECASE,
)
_WE: Final = regex(r"(?:i|we)(?:['’]ve| have)? ", re.IGNORECASE)
# What did not happen, and ought to have.
_DID: Final = r"(?:\w+ed|ran|went|got|came|saw|left|made|took|sent|had|was|were)\b"
_NECESSITY: Final = regex(
    rf"\b(?:must(?: not| never| be| always)?|never(?! {_DID})|always|cannot|can't|needs? to|has to"
    r"|have to|do not|don't)\b",
    re.IGNORECASE,
)
BEHAVIOUR: Final = regex(
    r"\b(?:expects?|expected|returns?|requires?|needs?|accepts?|rejects?|ignores?|treats?|opens?"
    r"|only|does not"
    r"|doesn['’]t|do not|don['’]t|cannot|can['’]t|never|always|fails?|silently|defaults? to"
    r"|overwrites?|swallows?|raises?|throws?"
    r"|depends on|resolves?|wraps?|writes?|reads?|parses?|strips?|drops?|blocks?|isn['’]t"
    r"|aren['’]t|is not|are not"
    r"|uses?|retrieves?|gets?|gives?|loads?|merges?|serves?|calls?|converts?|creates?|checks?"
    r"|updates?|skips?|keeps?"
    r"|sets?|renders?|points?|puts?|exists?|calculates?|updating|passing|calling|using|reading"
    r"|writing|don['’]t"
    r"|sends?|sending|trying to|stores?|caches?|runs?|takes?|survives?|works?|compares?|counts?"
    r"|matches|splits?|copies|rounds?|listens?|inherits?|escapes?|encodes?|truncates?|includes?"
    r"|excludes?|contains?|holds?|starts?|stops?|closes?|deletes?|removes?|replaces?|appends?"
    r"|applies|handles?|allows?|waits?|retries|falls back|exposes?|hides?|imports?|exports?"
    r"|emits?|fires?|triggers?)\b"
)
_CONTRAST: Final = regex(
    r"\b(?:but|unless|UNLESS|instead|rather than|except|even (?:if|when|though)|silently|by default"
    r"|only (?:works?|accepts?|supports?|returns?|exists?|when|if|after|the|in|inside|for|on|at"
    r"|with|has|takes|a|an|by)\b|ONLY|however|NOT|NEVER|ALWAYS|no longer|regardless|although"
    r"|whereas)\b|, not\b|\(not\b|[—–-] not\b",
)
_CUE: Final = regex(
    r"\b(?:(?:i (?:can |now |finally )?(?:see|understand|found|know|have found|identified|located)"
    r"|found|there(?:'s| is)|that(?:'s| is|"
    r" explains)|identified|here(?:'s| is)) (?:exactly )?(?:what(?:'s| is| was) |why "
    r"|how )?(?:the |a )?(?:real |actual |main |root )?"
    r"(?:issues?|problems?|bugs?|cause|culprit|happening|wrong|going on)\b"
    r"|found it\b)[^.!:]{0,30}[.!:]?$",
    re.IGNORECASE,
)
# One of these is in whatever the pattern above finds.
_TROUBLES: Final = (
    "issue", "problem", "bug", "cause", "culprit", "happening", "wrong", "going on", "found it",
)  # fmt: skip
_SHOULD: Final = regex(r"\b(?:should|must|needs? to|has to) (?!be able|work\b)", re.IGNORECASE)
_PRESCRIBED: Final = regex(r", (?:not|never) |, rather than |\binstead of\b|\brather than\b")
_GENERAL: Final = regex(
    r"(?:when|whenever|if) you (?!want|need|like|prefer|have any|still|are|['’]|see"
    r"|would)[^,.]{4,120}, "
    r"(?:you get|you lose|it|the|[`\w]+\(?\)?`?) [^?]*(?:, not |\bnot\b|\binstead\b|\bonly\b"
    r"|\bsilently\b|\bfails?\b)",
    re.IGNORECASE,
)
# What a statement that says no name of itself must hold, in lower case; told in one glance.
_CUES: Final = (
    "because", "so that", "or else", "otherwise", "due to", "caused by", "as a result", "which ",
    ", causing", ", breaking", ", leading", ", making", ", resulting", ", so ", "but", "unless",
    "instead", "rather", "except", "even ", "silently", "by default", "only", "however", "not",
    "n't", "n’t", "never", "always", "no longer", "regardless", "although", "whereas", "avoid",
    "fail", "every ", "each ", " cause", "lead", "led to", "result", " when", " until ",
    "in favo", "over ", "since ", ", hence", ", thus", "herefor", "to prevent", "to keep", "—", "–",
)  # fmt: skip
_WAS: Final = regex(r"\b(?:was|were)(?:n['’]t)?\b")  # what happened for a reason went wrong
_FAILS: Final = regex(
    rf"\b(?:errors?|failures?|fails?|failed|failing|crash\w*|never {_DID})\b", re.IGNORECASE
)
# A cause or an effect that is told of trouble; "so that" tells of any code.
_TELLS_HARM: Final = regex(r"(?!so that|otherwise|or else)", re.IGNORECASE)
_TRYING: Final = regex(r"\b(?:is|are|was|were|keeps?) trying\b", re.IGNORECASE)
_WHEN_YOU: Final = regex(r"\b(?:when|whenever|once|after|each time) you\b", re.IGNORECASE)
_SET_TO: Final = (
    r"\b(?:is|are|was|were) (?:configured|set(?: up)?|pointed|pointing|bound|listening|running)\b"
)
_UNEQUAL: Final = regex(
    _SET_TO + r".{1,200}\b(?:but|while|whereas|yet)\b.{1,200}" + _SET_TO, re.IGNORECASE
)
_NORM: Final = regex(r"\b(?:should|must)\b", re.IGNORECASE)
FIELD: Final = regex(r"[A-Z(][\w /&'-]{0,40}: |\(|\W*\"")  # "Scope: …" in a report, an aside
EVENT: Final = regex(
    r"\b(?:passe[ds]|passes|worked(?<!never worked)|ran(?<!never ran)|printed|printing|shows?"
    r"|showed|showing|saw|echoed|let"
    r"|line \d+ is|we got|here)\b"
    r"|\blooking at\b",
    re.IGNORECASE,
)


def announces_cause(sentence: str) -> bool:
    """Whether the next sentence is to be the diagnosis ("Now I understand the issue!")."""
    return holds(sentence.lower(), _TROUBLES) and _CUE.search(sentence) is not None


def judge(sentence: str, *, announced: bool = False, revising: bool = False) -> Verdict | None:
    """Decide on one sentence of free prose; None for the great majority.

    `announced` says that the sentence before promised a diagnosis, `revising` that it took
    something back.
    """
    text = plain(sentence)
    if not 25 <= len(text) <= MAX_SENTENCE or text[0] in "✅✔☑🎉🚀❓❌⏳📋🎯":
        return None
    corrects, text = split_correction(text)
    corrects = corrects or revising
    if found := OPENING.match(text):
        text = text[found.end() :]
    verdict = _explicit(text) or _plain_statement(text)
    if verdict is not None and announced and verdict.kind in ("learning", "gotcha"):
        verdict = replace(verdict, kind="issue")
    if verdict is None and announced and not is_scene(text) and not EVENT.search(text):
        told = text.removesuffix(":") if " but " in text else text
        verdict = Verdict("issue", told, 0.4) if states_fact(told) else None
    if verdict is None and (corrects or turns(text)):
        found = _DISCOVERY.match(text)
        told = text[found.end() :] if found else text
        verdict = Verdict("", told, BARE) if stands_as_revision(told) else None
    if verdict is None:
        return None
    clean = verdict.text[:1].upper() + verdict.text[1:]
    return Verdict(verdict.kind, clean, verdict.score, corrects)


def _explicit(text: str) -> Verdict | None:
    """Sentences that say what they are: "It turns out that …", "The root cause was …"."""
    if found := _DISCOVERY.match(text):
        rest = text[found.end() :]
        if states_fact(rest, technical=_LEARNED.search(found[0]) is None):
            return Verdict("learning", rest, 0.6)
        return None
    if found := _NOTED.match(text):
        rest = text[found.end() :]
        lasting = BEHAVIOUR.search(rest) and not is_passing(rest) and not EVENT.search(rest)
        lasting = lasting and not is_about_a_run(rest)
        named = states_fact(rest, technical=len(rest) < _TOLD_AT_LENGTH)
        return Verdict("gotcha", rest, 0.5) if lasting and named else None
    if found := DIAGNOSIS.match(text):
        return diagnosed(text, found)
    if _CHOSE.match(text) and WEIGHED.search(text):
        asked = text.endswith(("?", ":"))
        if asked or GUARDS["you"].search(text) or GUARDS["status"].search(text):
            return None
        first = _WE.match(text)
        return Verdict("decision", text[first.end() :] if first else text, 0.5)
    return None


def states_fact(text: str, *, technical: bool = True) -> bool:
    """A proposition about something `technical`, told for good: no guess, no plan, no "you"."""
    return (
        len(text) >= 25
        and not text.endswith(("?", ":", "?)"))
        and GUARDS["narration"].match(text) is None
        and GUARDS["pronoun"].match(text) is None
        and (not technical or TECH.search(text) is not None)
        and not is_of_the_moment(text)
        and not any(GUARDS[name].search(text) for name in ("intent", "guess", "status"))
        and GUARDS["you"].search(_WHEN_YOU.sub("when", text)) is None
    )


def holds(lowered: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words is in the text."""
    for word in words:  # noqa: SIM110 - a generator is half as fast, and this is where time goes
        if word in lowered:
            return True
    return False


def _went_wrong(text: str, cause: re.Match[str] | None) -> bool:
    """Whether the past is told for its cause; what "breaks" something still does."""
    told = cause is not None and cause[0].startswith(("because", "due to", "caused by", ", "))
    return told and cause is not None and _WAS.search(text, 0, cause.start()) is not None


def _tells_harm(text: str) -> bool:
    """Whether a cause or an effect is told in plain words of software."""
    if TECH.search(text) is not None or not is_dense(text):
        return False
    cause = CAUSAL.search(text)
    harm = cause is not None and _TELLS_HARM.match(cause[0]) is not None
    return harm and states_fact(text, technical=False)


def _plain_statement(text: str) -> Verdict | None:
    lost = ", " in text and "ing " in text and LOSS.search(text) is not None
    if not lost and not holds(text.lower(), _CUES):
        return None
    if _GENERAL.match(text) and (", not " in text or TECH.search(text)):
        if is_plan(text) or is_guess(text):
            return None
        return Verdict("gotcha", text, 0.4)
    if GUARDS["narration"].match(text) or GUARDS["done"].match(text) or FIELD.match(text):
        return None
    if not (states_fact(text) or _tells_harm(text)) or EVENT.search(text):
        return None
    if GUARDS["i"].search(text) or is_passing(text):
        return None
    if _PRESCRIBED.search(text) and _SHOULD.search(text) and not GUARDS["first"].search(text):
        return Verdict("decision", text, 0.4)
    if RULE_WITH_REASON.match(text):
        return Verdict("convention", text, 0.45)
    imperative = GUARDS["imperative"].match(text) is not None
    cause = CAUSAL.search(text)
    causal = cause is not None
    if _NECESSITY.search(text) and (causal or (WEIGHED.search(text) and not imperative)):
        return Verdict("convention" if imperative else "gotcha", text, 0.5)
    if imperative:
        return None
    if causal and not GUARDS["first"].search(text):
        failed = lost or _FAILS.search(text) or _went_wrong(text, cause)
        return Verdict("issue" if failed else "learning", text, 0.45)
    if not GUARDS["first"].search(text) and (kind := fact_kind(text)):
        return Verdict(kind, text, 0.4)
    contrast = _CONTRAST.search(text)
    if _UNEQUAL.search(text):
        return None  # one of the two is about to be changed
    if contrast is None or BEHAVIOUR.search(text) is None or _NORM.search(text):
        return None
    if GUARDS["first"].search(text) and ", not" not in text and " but " not in text:
        return None
    if _CHOSE.match(text):
        return Verdict("decision", text, 0.4)
    return Verdict("issue" if _TRYING.search(text) else "gotcha", text, 0.4)
