"""How a named part of the code behaves where one would not expect it, and where it ends.

"`load` ignores its input" is worth knowing, "`load` reads the file" is what the code says. What
separates them is a word that no reader of the name would guess.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .domain import is_dense
from .place import Place, is_lasting
from .statements import holds

_CODE: Final = (  # capitals tell it from a word, whatever stands around it
    r"(?-i:`[^`]{2,80}`|[\w.]+\(\)|[a-z]+[A-Z]\w+|[A-Za-z]\w*_\w+|[A-Z][a-z]+[A-Z]\w*"
    r"|\w[\w/-]*\.[a-z]{1,4}\b)"
)
_PART: Final = regex(
    r"(?:the |our |each |every )?(?:(?:\w+ ){1,2}(?:in|of|for|behind) (?:the )?)?(?:\w+ )?"
    + _CODE
    + r"(?:['’]s)?(?: \([^()]{1,40}\))?(?: [a-z]+){0,3}? "
    r"(?:(?P<adverb>automatically|silently|implicitly|transparently|lazily|unconditionally|always"
    r"|never|secretly|quietly) [a-z]+s\b"
    r"|(?:also |just |simply )?(?P<verb>ignores|swallows|discards|clobbers|shadows|short-circuits"
    r"|mutates|coerces|assumes|bypasses|hard-?codes|overrides|overwrites|masks|falls back)\b)",
    re.IGNORECASE,
)
_LIMIT: Final = regex(
    r"(?P<subject>[^,;:?!]{3,70}) (?:is|are) (?:[A-Za-z.]+-only\b(?! (?:mode|flag|file|field))"
    r"|(?:only|not|no longer) (?:available|supported|maintained|allowed|accepted|published"
    r"|guaranteed|thread-safe|idempotent|atomic|reentrant|transactional|unique|stable)\b"
    r"|not (?:sufficient|enough|suitable|compatible|interchangeable|equivalent|meant|intended"
    r"|designed) (?:to|for|with|as)\b"
    r"|(?:unique|valid|set|used|loaded|read|checked|called|visible|enabled|required"
    r"|applied) only (?:per|for|in|on"
    r"|when|if|after|once|by|at|from|until)\b|unsupported\b|deprecated\b|limited to \d|capped at"
    r"|restricted to|mutually exclusive)",
    re.IGNORECASE,
)
_NAME: Final = regex(
    r"`|\b[A-Z][A-Za-z]*\d*(?: [A-Z][\w.]*)+|\b[A-Z]{2,}|[a-z][A-Z]|\w\.\w|_\w|/\w"
)
_UNABLE: Final = regex(
    r"(?P<subject>[^;:?!]{8,160}?) (?:that|which) (?:[A-Z]\w+|`[^`]+`)(?: \w+)? (?:cannot|can['’]t"
    r"|doesn['’]t|does not|won['’]t) \w+"
)
_CAPS: Final = regex(
    r"(?P<subject>[^,;:?!()—–]{2,60}?) (?:truncates|caps|limits|rejects|expires|throttles"
    r"|rate-limits"
    r"|times out|(?:allows|accepts|holds|keeps|retains|supports) (?:only|at most|up to"
    r"|a maximum of)|rounds"
    r"|drops|wipes|destroys|deletes|retains) (?!\()[^?]{0,80}?(?:\d|\bwithout\b|\bsilently\b)",
    re.IGNORECASE,
)
# What a tool of others asks for or forbids.
_DEMANDS: Final = regex(
    r"(?P<subject>[^,;:?!()—–`]{2,50}?) (?:refuses?|rejects?|forbids?|disallows?|prohibits?"
    r"|(?:blocks|strips)(?! (?:and|or|of|in|on|at|to|for|with|from|that|which|is|are|was|were"
    r"|can|must)\b)"
    r"|insists? on|(?:requires?|expects?|demands?|mandates?|wants)(?= (?:[^?]{2,60}? "
    r"(?:to be|to stand|to come|to have|before|preserved|even|exactly|in the same)\b"
    r"|(?:that|every|all|both|at least|exactly) "
    r"|an? (?:explicit|absolute|separate|trailing|leading|fully)\b)))"
    r" (?!\()[^?]{6,}",
    re.IGNORECASE,
)
_CANNOT: Final = regex(
    r"(?P<subject>[^,;:?!]{3,80}) (?:cannot|can['’]t|can not|must not|may not) be (?:safely "
    r"|easily )?"
    r"(?:re-?)?(?:used|shared|nested|mixed|combined|overridden|changed|serialized|cloned|undone"
    r"|reverted"
    r"|renamed|disabled|configured|extended|subclassed|mocked|cached|resized|reordered|awaited"
    r"|pickled"
    r"|called|modified|deleted|imported|set|passed|read|assumed|trusted|null|empty|negative)\b",
    re.IGNORECASE,
)
_DOES_NOT: Final = regex(
    r"(?P<subject>[^,;:?!]{3,80}) (?:doesn['’]t|does not|don['’]t|do not|never) (?:automatically "
    r"|actually )?(?:implement|invoke|trigger|re-?[a-z]{4,}|reset|cascade|fire|apply to|expand"
    r"|interpolate|know about|invalidate|refresh|reload|block|free|flush|commit|roll back|encrypt"
    r"|deduplicate|distinguish|round|sort|lock|notify|sync|update|copy)\b",
    re.IGNORECASE,
)
# What a sign says ("`exit 137` means that …"), what a lack leads to, what has to come first.
_MEANS: Final = regex(
    r"(?:(?:when|whenever|if|once) (?P<subject>[^?;]{6,120}?), (?:it|this|that)"
    r"|(?P<sign>[^?;,]{0,40}`[^`]+`(?:(?! (?:an?|the|any|other|no|by|as|simple|alternative|only"
    r"|main)\b)[^?;,]){0,60}?)) (?:usually |always |simply |just )?"
    r"means (?:that |(?=the |an? |no |there |it |every |all |only |nothing ))(?!you\b|we\b|i\b)"
    r"\S[^?]{14,}",
    re.IGNORECASE,
)
_LACKING: Final = regex(
    r"(?:without|with no) (?!more\b|any further|\w+ing\b|that\b|this\b|it\b)[^?;,]{3,80}, "
    r"(?P<main>[^?]{20,240})",
    re.IGNORECASE,
)
_BLOCKED: Final = regex(
    r"\b(?:blocks?|freezes?|hangs?|fails?|crash(?:es)?|leaks?|breaks?|silently|never|cannot|can['’]t"
    r"|loses?|drops?|stalls?|deadlocks?|nothing|no longer|returns (?:null|none|nothing)|races?"
    r"|times out|overwrites?|rejects?|ignores?|kill(?:s|ing)|starv(?:es|ing)|exhausts?|before"
    r"|twice|too (?:early|late)|forever|stale)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_ORDER: Final = regex(
    r"(?P<subject>[^,;:?!]{3,90}?) (?:must|has to|have to|needs? to) (?:always |also )?(?:be"
    r"(?: \w+ed(?: (?:or|and) \w+)?| called| set| run| put)?|come|go|run|stand|stay|sit|live"
    r"|appear) (?:first|last"
    r"|before|after|at the (?:very )?(?:top|start|beginning|end|bottom)|inside|outside|above|below"
    r"|within)\b",
    re.IGNORECASE,
)
_UNSUITED: Final = regex(
    r"\b(?:return\w*|represent\w*|report\w*|research\w*|remember|really|rely)\b", re.IGNORECASE
)
_ABOUT_NOW: Final = regex(
    r"(?:this|these|the (?:repo\w*|plan|task|PR|branch|environment|sandbox|file|page|user|site))\b",
    re.IGNORECASE,
)
_AVAILABLE_HERE: Final = regex(
    r"\b(?:available|installed|supported)\b[^.]{0,30}\b(?:here|environment|sandbox|shell|session"
    r"|machine|container|PATH|yet)\b",
    re.IGNORECASE,
)
_DEMANDING: Final = (
    "refuse", "reject", "forbid", "disallow", "blocks", "prohibit", "strips", "insist", "require",
    "expect", "demand", "mandate", "wants",
)  # fmt: skip
_NOT_AT_ALL: Final = regex(
    r"(?P<subject>[^;:?!]{3,80}?) (?:doesn['’]t|does not|don['’]t|do not|cannot|can['’]t|never"
    r"|has no"
    r"|have no) [^.;?]{3,100}? at all\b",
    re.IGNORECASE,
)
# Each with what is in whatever it finds, in lower case.
_LIMITS: Final = (
    (_LIMIT, (" is ", " are ")),
    (_CAPS, ("s ",)),
    (_CANNOT, (" be ",)),
    (_DOES_NOT, ("n't ", "n’t ", " not ", " never ")),
    (_UNABLE, (" that ", " which ")),
    (_DEMANDS, _DEMANDING),
    (_NOT_AT_ALL, (" at all",)),
)
# One capitalised word is a product, unless it is a plural ("Users").
_PROPER: Final = regex(
    r"[A-Z][A-Za-z]{2,}(?:[^sy\W\d_]|(?:gre|i|ar)s|ify|ity)$"
    r"|(?!(?:Task|Phase|Step|Plan|Part|Section|Wave|Option|Stage|Case|Issue|Story|Sprint|Day|Week"
    r"|Test|Line|Round|Level|Figure|Table|Chapter|Batch|Run|Item|Page|Rule) )[A-Z][A-Za-z]{2,}"
    r" v?\d[\d.]*$"
)
_HYPHENED: Final = regex(r"[A-Z][a-z0-9]*(?:-[a-z0-9]+){1,3}$")  # "Pre-commit", once it is opened
_NAMED: Final = regex(f"{TECH.pattern}|'[^' ][^']{{1,40}}'|\"[^\" ][^\"]{{1,40}}\"")
_PLACED: Final = (" must ", " has to ", " have to ", " needs to ", " need to ")
# One of these is in whatever is found here.
MECHANISM_CUES: Final = (
    "ly ", "always", "never", "not ", "n't ", "n’t ", "-only", "ignores", "llows ", "discards",
    "clobbers", "shadows", "circuits", "mutates", "coerces", "assumes", "bypasses", "codes ",
    "overr", "overw", "masks", "falls back", "upported", "deprecated", "imit", "apped ",
    "estricted", "exclusive", "longer ", "runcates", "caps ", "rejects", "expires", "throttles",
    "imes out", "ccepts ", "rounds ", "drops ", "wipes ", "eletes ", "destroys", "retains",
    "holds ", "keeps ", " means ", "ithout ", "must ",
    "needs to be ", "has to be ", "ith no ", *_DEMANDING,
)  # fmt: skip


def judge_mechanism(told: str, place: Place) -> Verdict | None:
    """Decide on one opened sentence without emphasis marks; None for a plain description."""
    found = _PART.match(told)
    if found is not None:
        # A list of features says "automatically" of everything.
        if place.item and (found["adverb"] or "").casefold() not in ("", "never", "silently"):
            return None
        return Verdict("gotcha", told, 0.4) if is_lasting(told) else None
    if told.startswith(("Without ", "With no ")) and (found := _LACKING.match(told)):
        held = told.replace("With no ", "Without ", 1)
        main = found["main"]
        grave = _BLOCKED.search(main) is not None and (TECH.search(told) or is_dense(told))
        return Verdict("gotcha", told, 0.4) if grave and is_lasting(held, technical=False) else None
    if " means " in told and (found := _MEANS.match(told)) and is_lasting(told, technical=False):
        return Verdict("learning", told, 0.4) if TECH.search(told) or is_dense(told) else None
    ordered = holds(told, _PLACED) and _ORDER.match(told)
    if ordered and _NAMED.search(ordered["subject"]) and is_lasting(told, technical=False):
        return Verdict("gotcha", told, 0.4)
    lowered = told.casefold()
    for pattern, cues in _LIMITS:
        found = pattern.match(told) if holds(lowered, cues) else None
        if found is not None and _fits(found, told):
            return Verdict("gotcha", told, 0.4)
    return None


def _fits(found: re.Match[str], told: str) -> bool:
    """A lasting limit of something named, not of what is at hand."""
    if _ABOUT_NOW.match(told) or _AVAILABLE_HERE.search(told) or _UNSUITED.search(found[0][-16:]):
        return False
    subject = found["subject"]
    named = (
        TECH.search(subject)
        or _NAME.search(subject[1:])
        or _PROPER.match(subject)
        or _HYPHENED.match(subject)
    )
    return named is not None and is_lasting(told, technical=False)
