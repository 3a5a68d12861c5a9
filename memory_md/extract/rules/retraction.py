"""What a session takes back, and what goes with it: the one place that decides it.

An agent corrects itself ("Actually, the limit is 250") or turns a decision around ("we are not
using Redis after all"); anybody denies a cause ("it was not the TLS version"); a person refuses
what the agent has just claimed ("No, it's the proxy"). Only a claim of the same subject is taken
back. What merely sounds alike stays, and so does what a person ordered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.identity import entry_id, identity_form
from ...base.regex import regex
from ...base.text import storable
from ...memory.model.entry import Entry
from ..model import Candidate
from .cues import holds
from .noise import GUARDS
from .sentences import plain, sentences

BARE: Final = 0.0  # the score of a correction that is worth keeping only in place of a claim

_LOOK_BACK: Final = 100  # claims
_REMEMBERED: Final = 4096  # texts, or pairs of them
_LONGEST: Final = 1200  # characters; a longer line is pasted
_MOST_REFUSAL: Final = 600  # characters; whoever says more has other things to say than no
_SURE: Final = 0.7
_DIAGNOSES: Final = frozenset(("issue", "learning", "gotcha"))
_REFUSABLE: Final = _DIAGNOSES | {"decision"}
_CHOICES: Final = frozenset(
    ("decision", "architecture", "convention", "pattern", "dependency", "project")
)
_FINAL_KINDS: Final = frozenset(("fixed", "preference", "modified_files", "scope", "risk"))

# -- corrections: the same subject, said anew ------------------------------------------------------
_CORRECTION: Final = regex(
    r"(?:(?:wait|sorry|hm+),? ?)?(?:(?:but|no|oh),? )?(?:actually|correction|on second thought"
    r"|scratch that|update|i (?:was|am) (?:wrong|mistaken)(?: (?:about|earlier|before|there|when"
    r"|to)\b[^:.;,—]{0,60})?|i (?:misread|misspoke|mis-stated)\b[^:.;,—]{0,60}"
    r"|(?:that|this|my (?:earlier|previous|first|last) \w+) (?:was|is) (?:wrong|incorrect"
    r"|not (?:right|true|correct)))(?![\w'’])[,:!—.;]*[ ]*",
    re.IGNORECASE,
)
# How all that it matches begins: it is tried on every sentence, twice.
_OPENINGS: Final = frozenset(
    ("wa", "so", "hm", "bu", "no", "oh", "ac", "co", "on", "sc", "up", "i ", "th", "my")
)
_REVISES: Final = regex(
    r"\b(?:is|are|was|were|does|holds?|takes?|has|have) actually\b|\bactually [a-z]+s\b"
    r"|\b(?:turns|turned) out\b.{1,200}\bnot\b",
    re.IGNORECASE,
)
_HEAD: Final = 24  # characters; how far into a text its subject is looked for
_NUMBER: Final = regex(r"(?<![\w.])\d[\d.,]*(?:\b|(?=[a-zA-Z%]))")
_DENIED_NUMBER: Final = regex(r"\b(?:not|rather than|instead of|no longer)\s+`?(\d\w*(?:\.\d+)*)")
_NAME: Final = regex(
    r"`([^`]{1,80})`|\b(\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+\.[a-z]{1,5})\b"
)
_WORD: Final = regex(r"[^\W\d_]{3,}")
_EMPTY_WORDS: Final = regex(
    r"(?:the|and|not|for|but|with|that|this|are|was|were|has|had|have|doe|did|it|from|into|than"
    r"|then|when|which|only|also|rather|instead|actually|really|because|all|any|can|will|would"
    r"|there|out|over|per|still|now|one|two|gotcha|note)$"
)

# -- turns: it is not so after all, or no longer ---------------------------------------------------
# One of these is in whatever the two below find.
_TURN_HINTS: Final = (
    "fter all", " in the end", " up not ", "doch ", "finalement ", "al final ", "ny more", "nymore",
    "no longer", " against ", "ropped ", "bandoned ", "crapped ", "itched ", "больше не ", "ya no ",
    "nstead of ", "ather than ",
)  # fmt: skip
# It was never so: whatever was said is taken back …
_MISTAKEN: Final = regex(
    r"(?<!^)\bafter all\b|\bended up not \w+ing\b|(?:\bnot|n['’]t) \w+[^.;]{0,80} in the end\b"
    r"|\bdoch (?:nicht|kein\w*)\b|\bfinalement\b[^.;]{0,40} pas\b|\bal final no\b",
    re.IGNORECASE,
)
# … or it is so no more: then only a choice is, for what had been wrong is worth knowing still.
_CHANGED: Final = regex(
    r"\bany ?more\b|\bno longer\b|\b(?:decided|voted|opted|chose|went|ruled) against\b"
    r"|\bwe(?:['’]ve| have)?(?: now| since)? (?:dropped|abandoned|scrapped|ditched)\b"
    r"|\b(?:instead of|rather than)\b|\bбольше не\b|\bya no\b",
    re.IGNORECASE,
)
# A new clause, after which the denial tells what is done in its place …
_CLAUSE: Final = regex(r"[,;:(]| [—–-] | (?:because|since|so|and|but|weil|sondern|потому|porque) ")
_REASON: Final = regex(r"[;(]| [—–-] |,? (?:because|since|so that|as it|weil|porque) ")
# … unless it tells where the denial holds.
_LIMITED: Final = regex(
    r"\b(?:only|except|unless|when|if|while|until|nur|außer|wenn|кроме|только|если|sauf|si|solo)\b",
    re.IGNORECASE,
)
_NARROWS: Final = regex(
    r"\W*(?:in(?! fav)|on|for|at|under|during|with|inside|within|locally|there|mostly|bei|für|im"
    r"|auf|в|на|для|en|dans|pour|para)\b",
    re.IGNORECASE,
)
_DENIES: Final = regex(
    r"\b(?:no|not|never|without|nicht|nie|kein\w*|не|pas|jamais|nunca)\b|n['’]t\b", re.IGNORECASE
)
# How words begin that are no subject.
_PLAIN: Final = frozenset((
    "afte", "long", "more", "anym", "usin", "deci", "agai", "drop", "aban", "scra", "ditc",
    "ende", "goin", "with", "went", "inst", "rath", "than", "they", "that", "have", "been",
    "will", "this", "from", "does", "stil", "real", "actu", "vote", "opte", "chos", "rule",
    "agre", "keep", "into", "only", "also", "when", "just", "what", "were", "ther", "them",
    "nich", "doch", "mehr", "kein", "nutz", "verw", "боль", "испо",
))  # fmt: skip
_VERSION: Final = regex(r"(?<![\w.])\d+(?:\.\d+)*")
_LONG_WORD: Final = regex(r"[^\W_]{4,}")

# -- denials: a thing was not the cause --------------------------------------------
_THING: Final = r"(?P<thing>[^\s,;.!?:()—–][^,;!?:()—–]{1,60}?)"
_ENDS: Final = r"(?=[ ]?[,;!:()—–]|\.(?!\w)| - | (?:but|that|which|at|after) |\.?$)"
_CAUSE: Final = r"(?:cause|culprit|problem|issue|reason|bug)"
_LEADS: Final = (
    r"(?:(?:so|ok(?:ay)?|hm+|well|actually|no|but|and|turns out|it turns out|then|in fact)\b[,:]? "
    r"(?:that )?){0,2}"
)
_OF: Final = r"(?P<of>(?:(?:the|a|an|our|your|my|in|because of|caused by|due to|about) ){0,2})"
_NOT_THE_CAUSE: Final = (
    regex(
        rf"{_LEADS}(?:(?:it|that|this)|the (?:\w+ )?{_CAUSE})(?:(?: was|['’]s| is) not"
        r"|(?: was| is)n['’]t| (?:was|is) never| (?:has|had) nothing to do with) "
        rf"(?:actually |really |even )?{_OF}{_THING}{_ENDS}",
        re.IGNORECASE,
    ),
    regex(
        rf"{_LEADS}{_OF}{_THING} (?:(?:was|is) not|(?:was|is)n['’]t) (?:actually |really )?"
        rf"(?:the|our) (?:\w+ )?{_CAUSE}{_ENDS}",
        re.IGNORECASE,
    ),
    regex(
        rf"{_LEADS}(?!(?:if|whether|unless|when|maybe|perhaps|assuming|i|we|you)\b)[^.,;:!?]{{2,80}}?"
        r"(?: (?:do|does|did)(?: not|n['’]t) (?:actually |really )?(?:come|stem|result|arise) from"
        r"| (?:is|are|was|were)(?: not|n['’]t) (?:actually |really )?(?:caused by|because of"
        rf"|due to)) {_OF}{_THING}{_ENDS}",
        re.IGNORECASE,
    ),
)
_BLAMED: Final = regex(
    r"\b(?:caused? by|causes?|because(?: of)?|due to|(?:comes?|came|stem(?:s|med)?|result(?:s|ed)?)"
    r" from|culprit|problem|issue|reason|bug|fault)\b",
    re.IGNORECASE,
)
_NAMED: Final = regex(r"`|[A-Z]|[._/\d]|[ ]")
# One of these is in whatever the expressions above find.
_DENIAL_HINTS: Final = ("not ", "n't ", "n’t ", "nothing to do with")
# -- refusals: a person says no --------------------------------------------------------------------
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
    r"(?:(?:(?:that|this|it)(?:['’]s| is)|you(?:['’]re| are))(?: just| simply| totally"
    r"| plain)? (?:wrong|incorrect|false|mistaken|not (?:it|true|right|correct"
    r"|the (?:\w+ )?(?:cause|reason|issue|problem|bug|culprit)))|(?:that|this|it) (?:isn['’]t"
    r"|is not) (?:it|true|right|correct|the (?:\w+ )?(?:cause|reason|issue|problem|bug|culprit))"
    r"|(?:wrong|incorrect|false|not true|not quite|not correct|falsch|das stimmt nicht"
    r"|stimmt nicht|неправильно|неверно|это не так|c['’]est faux|faux|eso no es (?:así|cierto)"
    r"|incorrecto|errado|sbagliato|fel|źle|不对|不對|错了|違う)(?=[\s]*[,.!:;—–。，、！]| -"
    r"|$))(?:[,.!:;—–。，、！]+|\s+-|\s+(?=the |it)|$)\s*",
    re.IGNORECASE,
)
# What tells the agent to do something, or agrees after all, refutes nothing that it claimed.
_ORDERS: Final = regex(
    r"(?:please |just |then |now |but |let['’]?s |let me |you (?:can|should|must|may|need)\b"
    r"|i (?:want|need|would|['’]d|meant|mean|will|have|did|do|am)(?:n['’]t)?\b|i['’]|we (?:should"
    r"|must|can|need|want)\b)|(?:do|don['’]?t|go|stop|try|use|add|run|make|keep|put|open|show"
    r"|write|remove|delete|fix|change|move|rename|revert|undo|continue|proceed|leave|look|read"
    r"|check|start|create|build|commit|push|wait|thanks?|thank you|problem|worries|need|idea"
    r"|never ?mind|sorry|only|all good|(?:that|it|this)(?:['’]s| is| looks| was) (?:fine|ok(?:ay)?"
    r"|good|all|enough|perfect|great|right|correct|it)|rather|instead|explain|tell|give|skip"
    r"|ignore|forget|update|set|switch|call|replace|test|implement|refactor)\b",
    re.IGNORECASE,
)
_NORM: Final = regex(r"\b(?:should|must|needs? to|has to|have to|want)\b", re.IGNORECASE)
_REFUSED: Final = regex(
    r"(?:\bnot|\bisn['’]t|\binstead of|\brather than|\bnothing to do with|\bnicht|\bне|\bkein\w*)"
    r" (?:(?:the|a|an|in|because of|from|caused by|by|about|der|die|das) ){0,2}"
    r"(?P<thing>`[^`]{2,60}`|[^\s,;.!?`]+(?:[.:/][^\s,;.!?`]+)*)",
    re.IGNORECASE,
)
_CODE_NAME: Final = regex(r"`([^`]{2,60})`|(?<!\w)(\w+(?:[_:./]\w+)+|[a-z]+[A-Z]\w*)")
_OTHER_CAUSE: Final = regex(
    r"(?:the |it['’]?s |real |actual |root )*+(?:issue|problem|cause|reason|bug|culprit)\b",
    re.IGNORECASE,
)
_CONCEDES: Final = regex(
    r"(?:(?:ah+|oh|yes|hm+|ok(?:ay)?|indeed|thanks?|sorry"
    r"|apologies)\b[^.!?a-z]{0,6})*(?:you(?:['’]re| are) (?:absolutely |completely |totally "
    r"|quite |of course )?(?:right|correct)|i (?:was|am|stand) (?:wrong|mistaken|corrected"
    r"|incorrect)|i (?:misread|misunderstood|misdiagnosed|misjudged)|good (?:catch|point)"
    r"|fair (?:point|enough)|my (?:mistake|bad|apolog)|(?:i |my )?apolog|(?:i['’]m )?sorry"
    r"|thanks? (?:you )?for (?:the correction|correcting)|(?:du hast|sie haben"
    r"|da hast du) (?:völlig |absolut )?recht|(?:tienes|tiene) (?:toda la )?razón|(?:tu as"
    r"|vous avez) (?:tout à fait )?raison|(?:você )?tem razão|hai ragione|masz rację|(?:ты "
    r"|вы )?(?:абсолютно )?прав(?:ы|а)?\b|du har rätt|你说得对|你說得對|您说得对|おっしゃる(?:通り"
    r"|とおり)|맞습니다)(?P<more>[^.!?\n]{0,160})",
    re.IGNORECASE,
)
_BUT: Final = regex(r"\b(?:but|however|although|though|aber|pero|mais|но)\b", re.IGNORECASE)


class Claims(Struct):
    """What a session has claimed so far, and what it has taken back.

    `refuted` are claims as they were, on the line where they are taken back. `turn` is what the
    agent has claimed since the person spoke, `last` what its last message did, `asked` whether that
    ends in a question; `open` is what the agent takes back if it gives in. `part` is where in
    `found` the part begins that a heading parts from what stands before; -1 for no heading.
    """

    found: list[Candidate] = field(default_factory=list)
    refuted: list[Candidate] = field(default_factory=list)
    turn: list[Candidate] = field(default_factory=list)
    last: list[Candidate] = field(default_factory=list)
    open: list[Candidate] = field(default_factory=list)
    asked: bool = False
    part: int = -1

    def begin_passage(self) -> None:
        """A passage of the agent begins."""
        self.part = -1

    def begin_part(self) -> None:
        """A heading: what stands below may hold for something else."""
        self.part = len(self.found)

    def add(self, new: Candidate, *, openly: bool) -> Candidate | None:
        """Take in a claim, and take back what it corrects; None where it is nothing by itself.

        `openly`: it says that it corrects.
        """
        denied = frozenset(_DENIED_NUMBER.findall(new.text))
        turned = turns(new.text)
        gone: list[Candidate] = []
        if openly or denied or turned:
            gone = [old for old in self._before() if _corrects(new, old, openly, denied, turned)]
        if new.kind == "decision":
            gone += [old for old in self._before(max(self.part, 0)) if _flatly(old, new)]
        self._take_back(gone, new.line)
        if new.score == BARE:
            if not gone:
                return None
            surest = max(gone, key=lambda old: old.score)
            new = replace(new, kind=surest.kind, score=surest.score)
        self.found.append(new)
        return new

    def deny(self, text: str, line: int) -> None:
        """Take back the cause that a text denies by name, if it is the last one named."""
        for sentence in sentences(plain(text)):
            if not holds(sentence, _DENIAL_HINTS) or sentence.endswith("?"):
                continue
            for thing in _causes_denied(sentence):
                causes = (one for one in reversed(self._before()) if _is_cause(one))
                last = next(causes, None)
                if last is not None and _blames(last, thing):
                    self._take_back([last], line)

    def claimed(self, text: str, found: list[Candidate]) -> None:
        """The agent has said this text, and these claims in it."""
        self.asked = text.rstrip(" \n*_`").endswith(("?", "？"))
        self.last = [one for one in found if one.kind in _REFUSABLE]
        self.turn += self.last

    def forget(self, told: list[Candidate]) -> None:
        """Take these claims out, refuted by nobody."""
        self.found[:] = [one for one in self.found if one not in told]

    def answered(self, text: str, line: int) -> None:
        """The agent begins a message: take back what the person refused, if the agent gives in."""
        left, self.open = self.open, []
        found = _CONCEDES.match(text.lstrip(" *_#>\n")[:300]) if left else None
        if found is not None and not _BUT.search(found["more"]):
            self._take_back(left, line)

    def said(self, text: str, line: int) -> None:
        """The person speaks: take back what that refuses, denies or turns around."""
        self._take_back(self._refused(text), line)
        if not self.found or len(text) > _LONGEST:
            return
        for told in text.split("\n"):
            if denies(told):
                self.deny(told.lstrip(" -*>"), line)
            for sentence in sentences(plain(told)) if holds(told, _TURN_HINTS) else ():
                if not sentence.endswith(("?", ":")):
                    kinds = turns(sentence)
                    near = (one for one in self._before() if one.kind in kinds)
                    self._take_back([one for one in near if _opposed(one.text, sentence)], line)

    def _before(self, start: int = 0) -> list[Candidate]:
        return self.found[max(len(self.found) - _LOOK_BACK, start) :]

    def _take_back(self, gone: list[Candidate], line: int) -> None:
        """Move claims to the refuted, wherever the agent has said them."""
        if not gone:
            return
        said = {(one.kind, one.text) for one in gone}
        part = sum((one.kind, one.text) not in said for one in self.found[: max(self.part, 0)])
        self.found[:] = [one for one in self.found if (one.kind, one.text) not in said]
        self.part = part if self.part >= 0 else -1
        self.refuted += (replace(one, line=line) for one in gone)

    def _refused(self, text: str) -> list[Candidate]:
        turn, last, asked = self.turn, self.last, self.asked
        self.turn, self.last, self.open, self.asked = [], [], [], False
        refusal = _refusal(text) if turn else None
        if refusal is None:
            return []
        said, sure = refusal
        denied = {_bare(found["thing"]) for found in _REFUSED.finditer(said)}
        gone = [one for one in turn if _names_one(one, denied)]
        if (asked and not sure) or (said and _ORDERS.match(said)):
            return gone
        names = {_bare(a or b) for a, b in _CODE_NAME.findall(said)}
        gone += [one for one in turn if one not in gone and _is_about(one, said, names)]
        if not gone and (sure or _NORM.search(said) is None):
            self.open = [one for one in last if one.kind in _DIAGNOSES]
        return gone


# -- corrections -----------------------------------------------------------------------------------


def _correction(text: str) -> re.Match[str] | None:
    opening = text[:2]
    if opening.isascii() and opening.lower() not in _OPENINGS:
        return None
    return _CORRECTION.match(text)


def retracts(text: str) -> bool:
    """Whether the text only says that what follows corrects something ("I was wrong.")."""
    found = _correction(text)
    return found is not None and found.end() == len(text)


def split_correction(text: str) -> tuple[bool, str]:
    """Whether a sentence says that it corrects something, and the sentence without saying so."""
    found = _correction(text)
    if found is not None:
        return True, text[found.end() :]
    hints = "actually" in text or "turn" in text or "Turn" in text
    return hints and _REVISES.search(text) is not None, text


def stands_as_revision(text: str) -> bool:
    """Whether a correction says something by itself, be it nothing that would be kept alone."""
    return (
        text.count(" ") >= 3
        and not text.endswith(("?", ":"))
        and not any(GUARDS[name].match(text) for name in ("narration", "pronoun", "imperative"))
        and not any(GUARDS[name].search(text) for name in ("intent", "guess", "status", "you", "i"))
    )


@lru_cache(maxsize=512)
def _subject(text: str) -> tuple[str, frozenset[str], frozenset[str], frozenset[str]]:
    """What a text opens with (a name, its first two words), its words and its numbers.

    A number that it denies is not its own.
    """
    words = [_singular(word) for word in _WORD.findall(text.casefold())]
    kept = [word for word in words if not _EMPTY_WORDS.match(word)]
    name = _NAME.search(text[:_HEAD])
    named = (name[1] or name[2]).casefold().rstrip("()") if name else ""
    numbers = frozenset(_NUMBER.findall(text)) - frozenset(_DENIED_NUMBER.findall(text))
    return named, frozenset(kept[:2]), frozenset(kept), numbers


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def same_subject(old: str, new: str, *, share: float = 0.5) -> bool:
    """Whether both speak of one thing: the same at their head, and `share` of the words."""
    old_name, old_head, before, old_numbers = _subject(old)
    new_name, new_head, after, new_numbers = _subject(new)
    if old_name and new_name:
        if new_name not in old.casefold() and old_name not in new.casefold():
            return False
    elif not (new_head <= before or old_head <= after):
        return False
    shared = len(before & after)
    if shared < 2:
        numbers = bool(old_numbers and new_numbers and old_numbers != new_numbers)
        return bool(shared) and min(len(before), len(after)) == 1 and numbers
    return shared >= share * min(len(before), len(after))


def _corrects(
    new: Candidate,
    old: Candidate,
    openly: bool,
    denied: frozenset[str],
    turned: frozenset[str],
) -> bool:
    """Whether the new claim corrects the old one.

    One that does not say so must deny a number that the old one states; one that turns something
    around ("after all") takes back what it denies, and nothing else.
    """
    if old.kind in _FINAL_KINDS:
        return False
    if turned and old.kind in turned and _opposed(old.text, new.text):
        return True
    if not (openly and not turned) and denied.isdisjoint(_subject(old.text)[3]):
        return False
    return same_subject(old.text, new.text, share=0.6 if old.score >= _SURE else 0.5)


# -- turns and opposites ---------------------------------------------------------------------------


# An agent says its claims again and again, and each is held against all that were made before.
@lru_cache(maxsize=_REMEMBERED)
def turns(text: str) -> frozenset[str]:
    """The kinds of claims that the text may turn around ("after all", "no longer"); mostly none."""
    if not holds(text, _TURN_HINTS):
        return frozenset()
    if _MISTAKEN.search(text) is not None:
        return _CHOICES | _DIAGNOSES
    return _CHOICES if _CHANGED.search(text) is not None else frozenset()


@lru_cache(maxsize=_REMEMBERED)
def _opposed(old: str, new: str) -> bool:
    """Whether the later text denies the older one, or the claim before its reasons."""
    ends = _CLAUSE.search(new, 1)
    if not _share_words(old, new) or (ends is not None and _NARROWS.match(new, ends.end())):
        return False  # "(in tests)", ", at least on Windows"
    for said in dict.fromkeys((new, _first(new, _CLAUSE))):
        for claim in dict.fromkeys((old, _first(old, _REASON))):
            if _apart(claim, said):
                continue
            from ...dedup.index import relation  # few sessions turn anything around

            found = relation("note", claim, "note", said)
            if found is not None:
                return found.relation == "contradiction"
    return False


def _flatly(old: Candidate, new: Candidate) -> bool:
    """Whether one decision denies the very words of the other."""
    if old.kind != "decision" or not _share_words(old.text, new.text):
        return False
    denials = [_DENIES.search(one.text) is not None for one in (old, new)]
    return denials[0] is not denials[1] and _opposed(old.text, new.text)


def _apart(claim: str, said: str) -> bool:
    """Whether each names something that the other does not: the server, the client; 3.8, 3.11."""
    ours, theirs = _beginnings(claim), _beginnings(said)
    numbers, others = set(_VERSION.findall(claim)), set(_VERSION.findall(said))
    if numbers and others and numbers.isdisjoint(others):
        return True
    return bool(ours - theirs - _PLAIN and theirs - ours - _PLAIN)


@lru_cache(maxsize=_REMEMBERED)
def _first(text: str, end: re.Pattern[str]) -> str:
    """The text up to its first clause's end, if what follows does not limit it."""
    found = end.search(text, 1)
    if found is None or _LIMITED.search(text, found.start()):
        return text
    return text[: found.start()]


@lru_cache(maxsize=_REMEMBERED)
def _beginnings(text: str) -> frozenset[str]:
    """How the longer words of a text begin."""
    return frozenset(word[:4] for word in _LONG_WORD.findall(text.casefold()))


def _share_words(old: str, new: str) -> bool:
    words, others = _beginnings(old), _beginnings(new)
    return 2 * len(words & others) >= min(len(words), len(others))


# -- denials -----------------------------------------------------------------------------


def denies(text: str) -> bool:
    """Whether a text may deny a cause by name; a quick check."""
    return holds(text, _DENIAL_HINTS)


def _causes_denied(sentence: str) -> Iterator[str]:
    """The things that were not the cause, as a sentence or what stands behind its colon says."""
    for told in (sentence, *re.split(r"(?<=[;:—]) ", sentence)[1:]):
        for pattern in _NOT_THE_CAUSE:
            found = pattern.match(told)
            if found is not None:
                thing = found["thing"].strip("`*_ ")
                if len(thing) > 2 and (found["of"].strip() or _NAMED.search(found["thing"])):
                    yield thing


@lru_cache(maxsize=512)
def _blames_anything(text: str) -> bool:
    return _BLAMED.search(text) is not None


def _is_cause(claim: Candidate) -> bool:
    return claim.kind in _DIAGNOSES and _blames_anything(claim.text)


def _blames(claim: Candidate, thing: str) -> bool:
    """Whether the claim names the thing as the cause."""
    blamed = _BLAMED.search(claim.text)
    if blamed is None:
        return False
    if any(thing.casefold() == other.casefold() for other in _causes_denied(claim.text)):
        return False
    return _finder(thing).search(claim.text, blamed.end()) is not None


def _finder(thing: str) -> re.Pattern[str]:
    """What finds the thing in a text, whole and in any case."""
    return re.compile(rf"(?<!\w){re.escape(thing.strip('`*_ '))}(?!\w)", re.IGNORECASE)


# -- refusals --------------------------------------------------------------------------------------


def _refusal(text: str) -> tuple[str, bool] | None:
    """What follows the refusal a turn opens with, and whether that answers no question; or None."""
    if len(text) > _MOST_REFUSAL:
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


def _bare(name: str) -> str:
    return name.strip("`()'\"").casefold()


def _names_one(claim: Candidate, things: set[str]) -> bool:
    return any(len(thing) > 2 and _finder(thing).search(claim.text) for thing in things)


def _is_about(claim: Candidate, said: str, names: set[str]) -> bool:
    """Whether the person's statement is about what the claim is about."""
    text = claim.text.casefold()
    if any(name in text for name in names) or same_subject(claim.text, said):
        return True
    if _OTHER_CAUSE.match(said) is not None:
        return False  # another cause: what it is the cause of is not told
    return len(_long_words(said) & _long_words(text)) >= 2


def _long_words(text: str) -> set[str]:
    """The longer words by how they begin: "closes" and "closed" are one."""
    empty = ("that", "this", "with", "from", "issue", "problem", "cause", "because", "when", "then")
    words = _LONG_WORD.findall(text.casefold())
    return {word[:5] for word in words if word not in empty and not word.isdigit()}


# -- what an earlier run of the session has stored -------------------------------------------------


def said_id(candidate: Candidate) -> str:
    """The ID that an entry of this candidate has."""
    return entry_id(candidate.kind, storable(candidate.text))


def upheld(candidates: Iterable[Candidate], refuted: Iterable[Candidate]) -> frozenset[str]:
    """IDs of what was taken back, and then said again."""
    return frozenset(map(said_id, refuted)) & frozenset(map(said_id, candidates))


def withdrawn(
    live: Mapping[str, Entry],
    refuted: Iterable[Candidate],
    *,
    said_again: Collection[str],
    task: str,
) -> dict[str, Candidate]:
    """What of these live entries the task takes back, by ID, with what it had claimed.

    `said_again` are IDs of what was taken back and then said again.
    """
    found = {}
    for claim in refuted:
        id_ = said_id(claim)
        entry = live.get(id_)
        if entry and id_ not in said_again and _is_of(entry, claim, task):
            found[id_] = claim
    return found


def _is_of(entry: Entry, claim: Candidate, task: str) -> bool:
    """Whether this task alone said so, in these words, and no person had a hand in it."""
    if entry.manual or entry.pinned or entry.seen != 1 or entry.tasks != (task,):
        return False
    same = identity_form(entry.text) == identity_form(storable(claim.text))
    return same and entry.kind == claim.kind
