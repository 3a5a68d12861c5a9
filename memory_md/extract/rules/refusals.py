"""What the person refuted, or the speaker took back at once: it must not be remembered.

A turn that opens with a no and then says how it is takes back what the agent claimed just before
it of that subject; where the agent then gives in, all that its last message made out as a cause.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ..model import Candidate
from .revisions import same_subject
from .sentences import sentences
from .statements import holds

CLAIMS: Final = frozenset({"issue", "learning", "gotcha", "decision"})
_DIAGNOSES: Final = frozenset({"issue", "learning", "gotcha"})
# Whoever says more has other things to say than no.
_MOST_CHARS: Final = 600

_OPENS: Final = regex(
    r"(?:(?:hm+|well|sorry|wait|hey|ok(?:ay)?|but|oh|actually|ah+)[,.! …]+)*", re.IGNORECASE
)
# What may be the answer to a question as well …
_NO: Final = regex(
    r"(?:no+|nope|nah|no no|nein|нет|non|não|nej|nee|nie)(?:[,.!:;—–]+|\s+-)\s*"
    r"|(?:no+|nope|nah) (?=(?:that|it|this)(?:['’]s| is| isn)|the |you(?:['’]re| are) wrong)"
    r"|不是?[,。、!：，！]|いいえ[、。]|違います[、。]?|아니(?:요|에요)?[,. ]",
    re.IGNORECASE,
)
# … and what cannot.
_WRONG: Final = regex(
    r"(?:(?:(?:that|this|it)(?:['’]s| is)|you(?:['’]re| are))(?: just| simply| totally| plain)? "
    r"(?:wrong|incorrect|false|mistaken|not (?:it|true|right|correct|the (?:\w+ )?(?:cause|reason"
    r"|issue|problem|bug|culprit)))"
    r"|(?:that|this|it) (?:isn['’]t|is not) (?:it|true|right|correct|the (?:\w+ )?(?:cause|reason"
    r"|issue|problem|bug|culprit))"
    r"|(?:wrong|incorrect|false|not true|not quite|not correct|falsch|das stimmt nicht|stimmt nicht"
    r"|неправильно|неверно|это не так|c['’]est faux|faux|eso no es (?:así|cierto)|incorrecto|errado"
    r"|sbagliato|fel|źle|不对|不對|错了|違う)(?=[\s]*[,.!:;—–。，、！]| -|$))"
    r"(?:[,.!:;—–。，、！]+|\s+-|\s+(?=the |it)|$)\s*",
    re.IGNORECASE,
)
# What tells the agent to do something, or agrees after all, refutes nothing that it claimed.
_ORDERS: Final = regex(
    r"(?:please |just |then |now |but |let['’]?s |let me |you (?:can|should|must|may|need)\b"
    r"|i (?:want"
    r"|need|would|['’]d|meant|mean|will|have|did|do|am)(?:n['’]t)?\b|i['’]"
    r"|we (?:should|must|can|need|want)\b)"
    r"|(?:do|don['’]?t|go|stop|try|use|add|run|make|keep|put|open|show|write|remove|delete|fix"
    r"|change|move|rename|revert|undo|continue|proceed|leave|look|read|check|start|create|build"
    r"|commit|push|wait|thanks?|thank you|problem|worries|need|idea|never ?mind|sorry|only|all good"
    r"|(?:that|it|this)(?:['’]s| is| looks| was) (?:fine|ok(?:ay)?|good|all|enough|perfect|great"
    r"|right|correct|it)|rather|instead|explain|tell|give|skip|ignore|forget|update|set|switch"
    r"|call|replace|test|implement|refactor)\b",
    re.IGNORECASE,
)
_NORM: Final = regex(r"\b(?:should|must|needs? to|has to|have to|want)\b", re.IGNORECASE)
_DENIED: Final = regex(
    r"(?:\bnot|\bisn['’]t|\binstead of|\brather than|\bnothing to do with|\bnicht|\bне|\bkein\w*)"
    r" (?:(?:the|a|an|in|because of|from|caused by|by|about|der|die|das) ){0,2}"
    r"(?P<thing>`[^`]{2,60}`|[^\s,;.!?`]+(?:[.:/][^\s,;.!?`]+)*)",
    re.IGNORECASE,
)
_NAME: Final = regex(r"`([^`]{2,60})`|(?<!\w)(\w+(?:[_:./]\w+)+|[a-z]+[A-Z]\w*)")
_WORD: Final = regex(r"[^\W\d_]{4,}")
_CAUSE: Final = regex(
    r"(?:the |it['’]?s |real |actual |root )*+(?:issue|problem|cause|reason|bug|culprit)\b",
    re.IGNORECASE,
)
_PLAIN: Final = frozenset(
    ("that", "this", "with", "from", "issue", "problem", "cause", "because", "when", "then", "just")
)
_CONCEDES: Final = regex(
    r"(?:(?:ah+|oh|yes|hm+|ok(?:ay)?|indeed|thanks?|sorry|apologies)\b[^.!?a-z]{0,6})*"
    r"(?:you(?:['’]re| are) (?:absolutely |completely |totally |quite |of course )?(?:right"
    r"|correct)"
    r"|i (?:was|am|stand) (?:wrong|mistaken|corrected|incorrect)|i (?:misread|misunderstood"
    r"|misdiagnosed|misjudged)|good (?:catch|point)|fair (?:point|enough)|my (?:mistake|bad|apolog)"
    r"|(?:i |my )?apolog|(?:i['’]m )?sorry|thanks? (?:you )?for (?:the correction|correcting)"
    r"|(?:du hast|sie haben|da hast du) (?:völlig |absolut )?recht|(?:tienes|tiene) (?:toda la )?"
    r"razón|(?:tu as|vous avez) (?:tout à fait )?raison|(?:você )?tem razão|hai ragione|masz rację"
    r"|(?:ты |вы )?(?:абсолютно )?прав(?:ы|а)?\b|du har rätt|你说得对|你說得對|您说得对"
    r"|おっしゃる(?:通り"
    r"|とおり)|맞습니다)(?P<more>[^.!?\n]{0,160})",
    re.IGNORECASE,
)
_BUT: Final = regex(r"\b(?:but|however|although|though|aber|pero|mais|но)\b", re.IGNORECASE)
# The speaker drops what it has just said …
_DROPS: Final = regex(
    r"(?:(?:wait|actually|no|hm+|oh|ok(?:ay)?|sorry|well)[,.! …—–-]+)*"
    r"(?:scrap|scratch|strike|forget|never ?mind|ignore|disregard|cancel) "
    r"(?:that|this|the (?:last|previous|above)(?: \w+)?)(?:[.!,:;—–-]+\s*|$)",
    re.IGNORECASE,
)
# … or decides anew: then the next words are a label.
_RETHINKS: Final = regex(
    r"(?:wait[,.! …—–-]+)?(?:actually,? no|no,? wait|on (?:second|further|reflection)"
    r"(?: thoughts?| reflection)?|i changed my mind|changed my mind|correction)[.!,:;—–-]+\s*",
    re.IGNORECASE,
)
# One of these is in whatever the two above find.
_HINTS: Final = (
    "scrap ", "scratch ", "strike ", "forget th", "never mind th", "nevermind th", "ignore th",
    "disregard th", "cancel th", "actually", "on second th", "on further", "on reflection",
    "changed my mind", "correction", "no, wait", "no wait",
)  # fmt: skip
_LABELLED: Final = regex(r"[*_]{0,2}[A-Z][\w -]{2,30}(?: ?:|[*_]{1,2} ?:)")


class RefusalWatch(Struct):
    """What the agent has claimed since the person spoke, and what the person's no leaves open."""

    turn: list[Candidate] = field(default_factory=list)
    last: list[Candidate] = field(default_factory=list)  # of its last message
    asked: bool = False  # its last message ends in a question
    open: list[Candidate] = field(default_factory=list)

    def claimed(self, text: str, found: list[Candidate]) -> None:
        """The agent said this, and so many candidates were found in it."""
        self.asked = text.rstrip(" \n*_`").endswith(("?", "？"))
        self.last = [one for one in found if one.kind in CLAIMS]
        self.turn += self.last

    def refuted(self, text: str) -> list[Candidate]:
        """What the person's words take back at once."""
        turn, last, asked = self.turn, self.last, self.asked
        self.turn, self.last, self.open, self.asked = [], [], [], False
        refusal = _statement(text) if turn else None
        if refusal is None:
            return []
        said, sure = refusal
        denied = {_plain(found["thing"]) for found in _DENIED.finditer(said)}
        gone = [one for one in turn if _denies(one, denied)]
        if (asked and not sure) or (said and _ORDERS.match(said)):
            return gone
        names = {_plain(a or b) for a, b in _NAME.findall(said)}
        gone += [one for one in turn if one not in gone and _is_of(one, said, names)]
        if not gone and (sure or _NORM.search(said) is None):
            self.open = [one for one in last if one.kind in _DIAGNOSES]
        return gone

    def conceded(self, text: str) -> list[Candidate]:
        """What the agent's next words take back, if they give in."""
        left, self.open = self.open, []
        found = _CONCEDES.match(text.lstrip(" *_#>\n")[:300]) if left else None
        return left if found is not None and not _BUT.search(found["more"]) else []


def _statement(text: str) -> tuple[str, bool] | None:
    """What follows the refusal a turn opens with, and whether that answers no question; or None."""
    if len(text) > _MOST_CHARS:
        return None
    words = text.strip().split("\n\n", 1)[0]
    opening = _OPENS.match(words)
    words = words[opening.end() :] if opening else words
    refuses = sure = False
    for _ in range(3):
        if (wrong := _WRONG.match(words)) is not None:
            words, refuses, sure = words[wrong.end() :], True, True
        elif (no := _NO.match(words)) is not None:
            words, refuses = words[no.end() :], True
        else:
            break
    if not refuses or words.rstrip().endswith("?") or not (words or sure):
        return None
    return words, sure


def _plain(name: str) -> str:
    return name.strip("`()'\"").casefold()


def _denies(claim: Candidate, denied: set[str]) -> bool:
    text = claim.text.casefold()
    return any(
        len(thing) > 2 and re.search(rf"(?<!\w){re.escape(thing)}(?!\w)", text) for thing in denied
    )


def _is_of(claim: Candidate, said: str, names: set[str]) -> bool:
    """Whether the person's statement is about what the claim is about."""
    text = claim.text.casefold()
    if any(name in text for name in names) or same_subject(claim.text, said):
        return True
    if _CAUSE.match(said) is not None:
        return False  # another cause: what it is the cause of is not told
    shared = _words(said) & _words(text)
    return len(shared) >= 2


def _words(text: str) -> set[str]:
    """The longer words by how they begin: "closes" and "closed" are one."""
    return {word[:5] for word in _WORD.findall(text.casefold()) if word not in _PLAIN}


def dropped(text: str) -> tuple[str, bool] | None:
    """A block without what it takes back itself, and whether it takes back the block above it.

    None if it takes back nothing.
    """
    lowered = text.lower()
    if not holds(lowered, _HINTS):
        return None
    if (found := _DROPS.match(text)) is not None:
        return text[found.end() :], True
    found = _RETHINKS.match(text)
    if found is not None and _LABELLED.match(text, found.end()) is not None:
        return text[found.end() :], True
    told = list(sentences(text))
    for at, sentence in enumerate(told):
        if at and (found := _DROPS.match(sentence)) is not None and found.end() == len(sentence):
            return " ".join((*told[: at - 1], *told[at + 1 :])), False
    return None
