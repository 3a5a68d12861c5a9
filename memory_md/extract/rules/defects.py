"""What is wrong with the code, said without the word "issue": an unhandled case, a consequence.

Review findings and diagnoses in passing ("…, but the root cause was …").
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .domain import is_dense
from .noise import GUARDS
from .place import Place, is_lasting
from .statements import holds

_CLAUSE: Final = regex(
    r"[,;.—–-] ?(?:but|and|so|yet|because|since|as|while|whereas|—)? ?(?:the|its|our) (?:real "
    r"|actual |true |underlying "
    r"|deeper )?(?:root cause|(?:real|actual|true|underlying) (?:cause|problem|issue|bug|reason"
    r"|culprit)"
    r"|culprit) (?:was|is|turned out to be|lay in|lies in) \S",
    re.IGNORECASE,
)
_BUT_CAUSE: Final = regex(
    r"\b(?:but|and|because) the (?:root cause|real (?:cause|problem|issue)|actual (?:cause|problem"
    r"|issue)"
    r"|underlying (?:cause|problem|issue)|culprit) (?:was|is) \S",
    re.IGNORECASE,
)
_UNCARED: Final = regex(
    r"\b(?:(?:is|are|was|were|being|gets?) (?:not|never)|isn['’]t|aren['’]t|wasn['’]t|weren['’]t)"
    r" (?:being |properly |correctly |ever |\w+ly )?(?:caught|handled|validated|sanitized"
    r"|sanitised|escaped"
    r"|awaited|closed|released|freed|invalidated|propagated|cleared|honou?red|respected|enforced"
    r"|persisted"
    r"|flushed|forwarded|checked|recogni[sz]ed|cancelled|canceled|unsubscribed|decremented"
    r"|restored|rolled back|debounced|memoi[sz]ed|parameteri[sz]ed|bounded|thread-safe"
    r"|synchroni[sz]ed"
    r"|deduplicated|normali[sz]ed|reset|idempotent|atomic|reentrant)\b",
    re.IGNORECASE,
)
_WITHOUT: Final = regex(
    r"\b(?:with no|without|lacks?|has no|have no|skips|bypasses|misses|is missing)"
    r" (?:any |the |a |an |proper |\w+ )?(?:error handling|validation|timeout|rate limit\w*"
    r"|authentication"
    r"|authori[sz]ation|auth check|bounds? check\w*|null check|locking|lock|cleanup|retry|retries"
    r"|backoff"
    r"|escaping|sanitization|(?:unique |foreign key |check )?constraint|index|foreign key|expiry"
    r"|TTL|transaction|idempotency|pagination|limit|upper bound|guard)\b",
    re.IGNORECASE,
)
_LACKS: Final = (
    "with no", "without", "lack", "has no", "have no", "skips", "bypasses", "misses", "missing",
)  # fmt: skip
_OUGHT: Final = regex(
    r"(?P<subject>(?:[`'\"][^`'\"]{2,60}[`'\"]|[^\s,;:?!]+)(?: [^\s,;:?!]+){0,7}?) (?:should|must) "
    r"(?:not|never|only|no longer|also|always) (?:be (?:required|called|raised|included|treated|set"
    r"|mandatory|allowed|accepted|cached|rounded|escaped|encoded|stripped|quoted|counted|returned"
    r"|applied"
    r"|evaluated|triggered|serialized|compared|considered|used|modified|mutated|null|empty)\b"
    r"|depend on|raise|throw|return|fail|crash|require|include|mutate|modify|change|ignore|block"
    r"|accept)",
    re.IGNORECASE,
)
_WHEN: Final = regex(
    r"(?:when|whenever|if|once|unless|as soon as|every time|each time) "
    r"(?!you\b|we\b|i\b|this\b|it\b|that\b|they\b|so\b|not\b|needed|possible|there\b|done|all\b"
    r"|everything)"
    r"[^?;]{4,200}?, (?:the |a |an |its |any |every |then )?(?P<main>[^?]{20,400})$",
    re.IGNORECASE,
)
_WHEN_I: Final = regex(r"^(when|whenever|if|once|every time|each time) (?:i|we) ", re.IGNORECASE)
_BEING: Final = regex(r"\b(?:is|are) being (?=\w+(?:ed|en|t|n)\b)", re.IGNORECASE)
_CONSEQUENCE: Final = regex(
    r"\b(?:raises|throws|fails|crashes|hangs|leaks|returns (?:null|none|undefined|nothing|an empty"
    r"|stale|the old"
    r"|the wrong)|responds with|loses|drops|silently|never|cropped|truncated|overwrit\w+|stale"
    r"|twice|duplicat\w+"
    r"|no longer|rejects|rejected|ignored|is lost|are lost|is gone|stops|blocks|deadlocks"
    r"|times out|500|4\d\d"
    r"|rather than|instead of|wrong|breaks|ends up|skips|bypass\w*|falls back|still|shows? `"
    r"|becomes|exposes?|deletes?|kills?|collides?|clash\w*|nothing (?:else )?(?:can|will|is"
    r"|runs|happens)"
    r"|no (?:other|further|more) \w+ "
    r"(?:can|will|is|are))\b",
    re.IGNORECASE,
)
_STALLS: Final = regex(
    r"\b(?:nothing|no (?:other|further|more)|everything|blocks?|hangs?|freezes?|stalls?"
    r"|deadlocks?)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = regex(
    r"\b(?:fail\w*|errors?|raises|throws|crash\w*|lost|loses|drops|leak\w*|wrong|stale|breaks"
    r"|broken|hangs|500"
    r"|missing|invalid|rejected|exception|null|undefined|cropped|truncated)\b",
    re.IGNORECASE,
)
_ORDERS: Final = regex(
    r"(?:(?:and|then|just|simply|also|please|always|never|do not|don['’]t|we|you|i|it|this"
    r"|that) \w|[a-z]+ (?:it|them|this|that)\b)",
    re.IGNORECASE,
)
_FORGOT: Final = regex(r"\b(?:forgot|forgetting|neglected|failed) to \w{3,}", re.IGNORECASE)
_HEDGED: Final = regex(
    r"(?:[^,`]{0,60}, )?(?:it )?(?:looks like|seems(?: like)?|appears)(?: that)? (?=\w)",
    re.IGNORECASE,
)
_AMISS: Final = regex(
    r"\b(?:off|wrong|incorrect\w*|broken|missing|mistaken|reversed|inverted|swapped|too \w+|not \w+"
    r"|never \w+|negative|unbounded|stale|inconsistent)\b",
    re.IGNORECASE,
)
_INSTEAD_IT: Final = regex(
    r"Instead of [^,?]{3,120}, (?:it|they) (?:should|must|needs? to|ought to) [^?]{20,}",
    re.IGNORECASE,
)
_THIS_CHANGE: Final = regex(
    r"(?:this|the) (?:patch|commit|change|PR|fix) (?P<does>\w[^?]{15,300})", re.IGNORECASE
)
_NEED_TO: Final = regex(
    r"(?:so,? |therefore,? |thus,? |hence,? )?we (?:need|have|ought) to (?P<cure>(?:modify|change"
    r"|adjust|extend"
    r"|relax|tighten|wrap|exclude|include|guard|convert|normali[sz]e|escape|await|allow|round"
    r"|restrict|skip"
    r"|handle) [^?]{40,})$",
    re.IGNORECASE,
)
# One of these is in whatever is found here.
DEFECT_CUES: Final = (
    "cause", "real ", "actual ", "true ", "underlying", "culprit", "not ", "n't ", "n’t ", "never ",
    "forg", "hould ", "must ", "hen ", "If ", "henever", "Once ", "Unless", "without", "lack",
    ", so ", " or ", "has no",
    "have no", "happens", "occurs", "arises", "appears", "hrown", "raised", "trigger", "s from",
    "introduced", "came from", "dentally ", "stakenly ", "ertently ", "eously ",
    "tionally ",
)  # fmt: skip


_HAPPENS: Final = regex(
    r"(?:the|this) (?:\S+ ){0,3}?(?:\"[^\"]{3,80}\""
    r"|error|crash|bug|failure|exception|problem|issue|warning|hang"
    r"|leak|flicker"
    r"|deadlock|timeout|[45]\d\d) (?:only )?(?:happens|occurs|arises|appears|is (?:thrown|raised"
    r"|triggered)"
    r"|comes from|came from|stems from|originates|was introduced) (?:only )?(?:when|if|because"
    r"|after|as|in|from|by)?",
    re.IGNORECASE,
)
_NOT_BUT: Final = regex(
    r"(?:the )?(?:real |actual |root |underlying |main )?(?:cause|problem|issue|bug|bottleneck"
    r"|culprit|failure)"
    r"\b[^?]{0,60}? (?:is|was)(?: not|n['’]t) [^?]{3,160}?(?:[—–;,]|-{1,2} | but ) ?(?:it|but"
    r"|rather|they)\b",
    re.IGNORECASE,
)
_SO: Final = regex(
    r"(?P<fact>[^?]{12,240}?), so (?!that\b|far\b|i\b|we\b|you\b|let|this\b|now\b|please|feel"
    r"|it['’]s (?:safe|fine)|all\b|no need)"
    r"(?P<then>[^?]{10,240})$",
    re.IGNORECASE,
)
_CAME_TO: Final = regex(r"\b(?:was|were|did|didn['’]t|had|ran|went|got|became)\b", re.IGNORECASE)
_EFFECT: Final = regex(
    r"\b(?:not|never|no|cannot|must|loop\w*|twice|everyone|has to|have to|nothing|at once)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_OR: Final = regex(
    r"(?P<subject>[^,;:?!]{3,90}?) (?:must|needs? to|has to|have to) [^?;]{3,140}?,? or (?:else "
    r"|otherwise )?"
    r"(?:the |a |an |it |every )?(?:\S+ ){0,3}?\w+s (?!to\b)\S",
    re.IGNORECASE,
)
_ERRED: Final = regex(
    r"(?<!or )(?<!not )\b(?:accidentally|mistakenly|inadvertently|erroneously"
    r"|unintentionally) (?!or )\w",
    re.IGNORECASE,
)
_ASIDE: Final = regex(r" ?\([^()]{0,200}\)")


def remedy_of(sentence: str, before: str) -> str:
    """What a sentence says is to be done about the defect named before; mostly empty."""
    if "We " not in sentence[:14] and " we " not in sentence[:14]:
        return ""
    found = _NEED_TO.match(sentence)
    if found is None or TECH.search(before) is None or sentence.endswith(":"):
        return ""
    return found["cure"]


def judge_pair(sentence: str, before: str) -> Verdict | None:
    """The verdict on two sentences of which the second says what makes the first worth keeping.

    "X looks wrong. Instead of A, it should B", "This patch avoids X. Otherwise Y".
    """
    if sentence.startswith("Otherwise") and (changed := _THIS_CHANGE.match(before)):
        does = changed["does"]
        return Verdict("issue", f"{does[:1].upper()}{does[1:]} {sentence}", 0.4)
    if not sentence.startswith("Instead of ") or not _INSTEAD_IT.match(sentence):
        return None
    found = _HEDGED.match(before)
    told = before[found.end() :] if found else before
    if _AMISS.search(told) is None or any(
        GUARDS[name].search(told) for name in ("you", "i", "intent")
    ):
        return None
    if GUARDS["pronoun"].match(told) or sentence.endswith(("?", ":")):
        return None
    return Verdict("issue", f"{told[:1].upper()}{told[1:]} {sentence}", 0.4)


def judge_defect(told: str, place: Place) -> Verdict | None:
    """Decide on one opened sentence without emphasis marks; None where nothing is wrong."""
    if place.weighing:
        return None
    if caused := _cause(told):
        return caused
    if place.item and _FORGOT.search(told) and _is_lesson(told):
        return Verdict("learning", told, 0.4)
    held = _WHEN_I.sub(r"\1 one ", told) if " I " in told[:12] else told
    if found := _WHEN.match(held):
        return _conditional(told, held, found["main"])
    kind = _kind(told, place)
    technical = not is_dense(told)
    return Verdict(kind, told, 0.4) if kind and is_lasting(told, technical=technical) else None


def _cause(told: str) -> Verdict | None:
    """A cause named in passing, or denied in favour of another."""
    named = "cause" in told or "culprit" in told or "problem" in told or "issue" in told
    clause = named and (_CLAUSE.search(told) or _BUT_CAUSE.search(told))
    other = not clause and (_NOT_BUT.match(told) or (_HAPPENS.match(told) and TECH.search(told)))
    if not clause and not other:
        return None
    bare = _ASIDE.sub("", told)
    if any(GUARDS[name].search(bare) for name in ("you", "intent", "guess", "i", "status")):
        return None
    return Verdict("issue", told, 0.5 if clause else 0.45)


def _kind(told: str, place: Place) -> str:
    if ", so " in told and (found := _SO.match(told)) and _matters(found, place):
        gone = _TROUBLE.search(found["then"]) or _CAME_TO.search(found["then"])
        return "issue" if gone else "gotcha"
    if " or " in told and _OR.match(told):
        return "gotcha"
    if "ly " in told and TECH.search(told) and _ERRED.search(told):
        return "issue"
    denied = "not " in told or "n't " in told or "n’t " in told or "never " in told
    if (denied and _UNCARED.search(told)) or (
        holds(told.casefold(), _LACKS) and _WITHOUT.search(told)
    ):
        return "issue"
    return "issue" if ("hould " in told or "must " in told) and _OUGHT.match(told) else ""


def _matters(found: re.Match[str], place: Place) -> bool:
    """Whether what follows from a fact is more than the next step of a description."""
    then = found["then"]
    if _CONSEQUENCE.search(then) is not None:
        return True
    if TECH.search(found["fact"]) is None and not is_dense(found["fact"]):
        return False
    return "`" in then or (place.item and "`" in found["fact"]) or _EFFECT.search(then) is not None


def _is_lesson(told: str) -> bool:
    named = TECH.search(told) is not None
    return named and not any(GUARDS[name].search(told) for name in ("i", "you", "intent", "guess"))


def _conditional(told: str, held: str, main: str) -> Verdict | None:
    """The verdict on "When X, Y fails": what a case leads to, where the code is named.

    `held` is `told` as of anybody ("When one runs it").
    """
    held = _BEING.sub("is ", held)
    if GUARDS["imperative"].match(main) or _ORDERS.match(main):
        return None
    technical = " but " not in told or _TROUBLE.search(main) is None
    technical = technical and not (_STALLS.search(main) and is_dense(told))
    if _CONSEQUENCE.search(main) is None or not is_lasting(held, technical=technical):
        return None
    return Verdict("issue" if _TROUBLE.search(main) else "gotcha", told, 0.4)
