"""Sentences in which an agent proposes outright what shall hold: "I propose to …", "Should we …?".

Whoever answers "exactly" or "yes, do that" has decided it. What is only a step of the task at hand
("Should we run the tests?") proposes nothing that lasts. Whether the rest can be understood
alone is for the caller to say.
"""

import re
from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from ...base.sparse_regex import MayBegin
from ...base.text import CJK_CHAR
from ...terms.search_query import content_terms
from .noise import GUARDS, is_of_the_moment
from .sentences import BEFORE_SENTENCE, plain, sentences

_LONGEST: Final = 600  # characters; who writes more plans the work
_LEAST_TERMS: Final = 4
_MOST: Final = 2  # of one turn; more are a plan
_OFFER: Final = regex(
    r"(?:(?:so|then|in that case|ok(?:ay)?)[,:]? )?(?:"
    r"i(?:['’]d| would)? (?:propose|suggest|recommend)(?: that (?:we|you)| we| you| to)?"
    r"|(?:(?:my|the) )?(?:proposal|suggestion|recommendation)(?: is(?: (?:to|that we))?|:)"
    r"|(?:mein )?vorschlag:|ich (?:schlage vor|würde vorschlagen),"
    r"|je (?:propose|suggère) (?:de|d['’])|(?:(?:yo )?propongo|sugiero|(?:eu )?proponho|sugiro"
    r"|propongo di|proponuję|предлагаю|предложение:|пропоную)"
    r"|i(?:['’]d| would)|(?:should|shall) (?:we|i)|we (?:should|could)|let(?:['’]s| us)) (?=[\w`])"
    r"|(?:我)?(?:建议|建議|提议|提議)[:：，,]?(?=\w)",
    re.IGNORECASE,
)
# An offer that says of a thing how it shall be: "I propose that the sender retries five times".
_DECLARES: Final = regex(r"\W*(?:\S+ ){0,5}?(?:propos|suggest|recommend)", re.IGNORECASE)
_CLAUSE: Final = regex(
    r"(?:that )?(?!(?:i|you|it|this|that|they|we|there)\b|(?:the |all )?(?:tests?|builds?|ci|pr"
    r"|branch|next|first|following|rest|changes?|plan)\b)(?:[\w`./-]+,? ){1,5}?"
    r"(?:is|are|must|should|shall|never|always|only|(?:keep|store|retrie|use|write|round|return"
    r"|reject|accept|allow|require|default|support|limit|cap|serve|cache|log|hash|sign|validate"
    r"|expose|split|ignore|set|get|go|live|stay|run|send|read|hold|carrie|take|name|encode)e?s?)"
    r" (?=\S)",
    re.IGNORECASE,
)
_may_offer: Final = MayBegin(_OFFER, behind=BEFORE_SENTENCE)
# What lasts: verbs of how a thing is made, kept or named. "Add", "fix" and "run" are steps.
_LASTING: Final = regex(
    r"(?:always|never|only|not|use|store|keep|treat|round|put|name|call|represent|encode|format"
    r"|return|reject|accept|allow|require|default|prefer|stick|stay|go with|support|limit|cap"
    r"|write|serve|cache|log|hash|key|sign|validate|expose|model|split|ignore|be|retry|set"
    r"|(?:us|stor|cach|ignor|nam|encod|expos|validat|requir|serv|sign|writ|keep|treat|round|call"
    r"|format|return|reject|accept|allow|limit|hash|log|retry)ing"
    r"|stocker|garder|conserver|utiliser|arrondir|limiter|nommer|toujours|ne"
    r"|guardar|almacenar|usar|mantener|limitar|redondear|nombrar|siempre|armazenar|manter|sempre"
    r"|salvare|usare|tenere|conservare|arrotondare|przechowywać|używać|zapisywać|zawsze"
    r"|хранить|использовать|сохранять|округлять|держать|называть|ограничить|всегда|не"
    r"|зберігати|використовувати|завжди)\b"
    r"|.*\bzu (?:speichern|verwenden|nutzen|benutzen|behalten|runden|nennen|begrenzen)\W*$"
    r"|(?:把|将|將|使用|用|采用|採用|存储|保留|限制|始终|總是)",
    re.IGNORECASE,
)
_TAIL: Final = regex(
    r"[,;]? (?:right|ok(?:ay)?|agreed|correct|yes|no|do you agree)\?$", re.IGNORECASE
)


def offers(text: str) -> Iterator[str]:
    """Yield what a turn of an agent proposes, each as a statement, in its own words."""
    if len(text) > _LONGEST:
        return
    found = []
    for row in text.split("\n"):
        row = plain(row.strip(" -*#>")).strip()
        for said in sentences(row) if _may_offer.in_parts(row) else ():
            offer = _OFFER.match(said)
            if offer and (what := _statement(said[offer.end() :].lstrip(), offer[0])):
                found.append(what)
    if len(found) <= _MOST:
        yield from found


def _statement(what: str, offer: str) -> str:
    what = _TAIL.sub("", what).rstrip(" ?.!。？！")
    what = what.removeprefix("that ") + ("。" if CJK_CHAR.match(what) else ".")
    clause = _CLAUSE.match(what) if _DECLARES.match(offer) else None
    if (
        not (_LASTING.match(what) or clause)
        or GUARDS["guess"].search(what)
        or is_of_the_moment(what)
    ):
        return ""
    if len(content_terms(what)) < _LEAST_TERMS:
        return ""
    return what[:1].upper() + what[1:]
