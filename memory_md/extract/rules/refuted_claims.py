"""What a session takes back: the one place that decides it.

An agent corrects itself ("Actually, the limit is 250") or decides the opposite; anybody denies a
cause ("it was not the TLS version"); a person refuses what the agent has just claimed ("No, it's
the proxy"). Only a claim of the same subject is taken back, and never an order of a person.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.identity import entry_id, identity_form
from ...base.regex import regex
from ...base.sparse_regex import hints_of, sparse_regex, without_edges
from ...base.text import storable
from ...memory.model.entry import Entry
from ..model import Candidate
from .cues import holds
from .noise import GUARDS
from .passed_over import PassedOver
from .sentences import plain, sentences

BARE: Final = 0.0  # the score of a correction that is worth keeping only in place of a claim

_LOOK_BACK: Final = 100  # claims
_LONGEST: Final = 1200  # characters; a longer line is pasted
_MOST_REFUSAL: Final = 600  # characters; whoever writes more has other things to say than no
_SURE: Final = 0.7
_DIAGNOSES: Final = frozenset(("issue", "learning", "gotcha"))
_REFUSABLE: Final = _DIAGNOSES | {"decision"}
_FINAL_KINDS: Final = frozenset(("fixed", "preference", "modified_files", "scope", "risk"))

# -- corrections: the same subject, said anew ------------------------------------------------------
CORRECTION: Final = regex(
    r"(?:(?:wait|sorry|hm+),? ?)?(?:(?:but|no|oh),? )?(?:actually|correction|on second thought"
    r"|i (?:was|am) (?:wrong|mistaken)(?: (?:about|earlier|before)\b[^:.;,—]{0,60})?"
    r"|(?:that|this) (?:was|is) (?:wrong|incorrect|not (?:right|true|correct)))"
    r"(?![\w'’])[,:!—.;]*[ ]*",
    re.IGNORECASE,
)
_REVISES: Final = sparse_regex(
    r"\b(?:is|are|was|were|does|holds?|takes?|has|have) actually\b|\bactually [a-z]+s\b",
    r"\bturns out\b.{1,200}\bnot\b",
    r"\bturned out\b.{1,200}\bnot\b",
    flags=re.IGNORECASE,
)
_HEAD: Final = 24  # characters; how far into a text its subject is looked for
_NUMBER: Final = regex(r"(?<![\w.])\d[\d.,]*(?:\b|(?=[a-zA-Z%]))")
_DENIED_NUMBER: Final = regex(r"\b(?:not|rather than|instead of|no longer)\s+`?(\d\w*(?:\.\d+)*)")
_NAME: Final = regex(
    r"`([^`]{1,80})`|\b(\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+\.[a-z]{1,5})\b"
)
_WORD: Final = regex(r"[^\W\d_]{3,}")
_FIGURE: Final = regex(r"\w*\d\w*")
_LONG_WORD: Final = regex(r"[^\W_]{4,}")
_EMPTY_WORDS: Final = regex(
    r"(?:the|and|not|for|but|with|that|this|are|was|were|has|had|have|doe|did|it|from|into|than"
    r"|then|when|which|only|also|rather|instead|actually|really|because|all|any|can|will|would"
    r"|there|out|over|per|still|now|one|two|gotcha|note)$"
)
_DENIES: Final = regex(
    r"\b(?:no|not|never|without|nicht|nie|kein\w*|не|pas|jamais|nunca)\b|n['’]t\b", re.IGNORECASE
)

# -- denials: a thing was not the cause ------------------------------------------------------------
_CAUSE: Final = r"(?:cause|culprit|problem|issue|reason|bug)"
_LEADS: Final = r"(?:(?:so|ok(?:ay)?|hm+|well|actually|no|but|turns out|it turns out)\b[,:]? ){0,2}"
_OF: Final = r"(?P<of>(?:(?:the|a|an|our|your|in|because of|caused by|due to|about) ){0,2})"
_THING: Final = r"(?P<thing>[^\s,;.!?:()—–][^,;!?:()—–]{1,60}?)"
_ENDS: Final = r"(?=[ ]?[,;!:()—–]|\.(?!\w)| - | (?:but|that|which|at|after) |\.?$)"
_NOT_THE_CAUSE: Final = (
    regex(
        rf"{_LEADS}(?:(?:it|that|this)|the (?:\w+ )?{_CAUSE})(?:(?: was|['’]s| is) not"
        rf"|(?: was| is)n['’]t| (?:has|had) nothing to do with) {_OF}{_THING}{_ENDS}",
        re.IGNORECASE,
    ),
    regex(
        rf"{_LEADS}{_OF}{_THING} (?:(?:was|is) not|(?:was|is)n['’]t) the (?:\w+ )?{_CAUSE}{_ENDS}",
        re.IGNORECASE,
    ),
)
_BLAMED: Final = regex(
    r"\b(?:caused? by|causes?|because(?: of)?|due to|(?:comes?|came|results?) from|culprit|problem"
    r"|issue|reason|bug)\b",
    re.IGNORECASE,
)
_NAMED: Final = regex(r"`|[A-Z]|[._/\d]|[ ]")

# -- refusals: a person says no --------------------------------------------------------------------
_OPENS: Final = regex(r"(?:(?:hm+|well|sorry|wait|but|oh|actually)[,.! …]+)*", re.IGNORECASE)
# What may be the answer to a question as well …
_NO: Final = regex(
    r"(?:no+|nope|nah|nein|нет|non|não|nej)(?:[,.!:;—–]+|\s+-)\s*"
    r"|(?:no+|nope|nah) (?=(?:that|it|this)(?:['’]s| is| isn)|the |you(?:['’]re| are) wrong)"
    r"|不是?[,。、!：，！]|いいえ[、。]",
    re.IGNORECASE,
)
# … and what cannot.
_IT: Final = r"(?:it|true|right|correct|the (?:\w+ )?(?:cause|reason|issue|problem|bug|culprit))"
_WRONG: Final = regex(
    rf"(?:(?:(?:that|this|it)(?:['’]s| is)|you(?:['’]re| are)) (?:wrong|incorrect"
    rf"|mistaken|not {_IT})|(?:that|this|it) (?:isn['’]t|is not) {_IT}"
    r"|(?:wrong|incorrect|false|not true|not quite|falsch|неправильно|неверно|c['’]est faux|不对"
    r"|不對|違う)(?=[\s]*[,.!:;—–。，、！]| -|$))(?:[,.!:;—–。，、！]+|\s+-|\s+(?=the |it)|$)\s*",
    re.IGNORECASE,
)
# What tells the agent to do something, or agrees after all, refutes nothing that it claimed.
_ORDERS: Final = regex(
    r"(?:please |just |then |now |but |let['’]?s |you (?:can|should|must|may|need)\b"
    r"|i (?:want|need|would|['’]d|meant|mean|will|have|did|do|am)(?:n['’]t)?\b|i['’]|we (?:should"
    r"|must|can|need|want)\b)|(?:do|don['’]?t|go|stop|try|use|add|run|make|keep|put|open|show"
    r"|write|remove|delete|fix|change|move|rename|revert|continue|leave|look|read|check|start"
    r"|create|build|wait|thanks?|problem|worries|need|idea|never ?mind|sorry|only|all good"
    r"|(?:that|it|this)(?:['’]s| is| looks) (?:fine|ok(?:ay)?|good|all|right|correct|it)|rather"
    r"|instead|explain|tell|skip|ignore|update|set|switch|replace|test|implement)\b",
    re.IGNORECASE,
)
_NORM: Final = regex(r"\b(?:should|must|needs? to|has to|have to|want)\b", re.IGNORECASE)
_REFUSED: Final = regex(
    r"(?:\bnot|\bisn['’]t|\binstead of|\brather than|\bnothing to do with|\bnicht|\bне)"
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
    r"(?:(?:ah+|oh|yes|ok(?:ay)?|indeed|sorry|apologies)\b[^.!?a-z]{0,6})*"
    r"(?:you(?:['’]re| are) (?:absolutely |completely )?(?:right|correct)|i (?:was|stand) (?:wrong"
    r"|mistaken|corrected)|good (?:catch|point)|my (?:mistake|bad)|(?:i |my )?apolog"
    r"|(?:i['’]m )?sorry|thanks? (?:you )?for (?:the correction|correcting)"
    r"|(?:du hast|sie haben) recht|tienes razón|(?:tu as|vous avez) raison|вы правы|ты прав"
    r"|你说得对|您说得对|おっしゃる(?:通り|とおり))(?P<more>[^.!?\n]{0,160})",
    re.IGNORECASE,
)
_BUT: Final = regex(r"\b(?:but|however|although|though|aber|pero|mais|но)\b", re.IGNORECASE)


class Claims(Struct):
    """What a session has claimed so far, and what it has taken back.

    `refuted` are claims as they were, on the line where they are taken back. `turn` is what the
    agent has claimed since the person spoke, `last` what its last message did, `asked` whether that
    ends in a question; `open` is what the agent takes back if it gives in. `part` is what was
    claimed below the last heading of the passage; None before the first. `passed` is what was
    looked at and not taken.
    """

    found: list[Candidate] = field(default_factory=list)
    refuted: list[Candidate] = field(default_factory=list)
    turn: list[Candidate] = field(default_factory=list)
    last: list[Candidate] = field(default_factory=list)
    open: list[Candidate] = field(default_factory=list)
    asked: bool = False
    part: list[Candidate] | None = None
    passed: PassedOver = field(default_factory=PassedOver)

    def add(self, new: Candidate, *, openly: bool) -> Candidate | None:
        """Take in a claim, and take back what it corrects; None where it is nothing by itself.

        `openly`: it says that it corrects.
        """
        denied = frozenset(_DENIED_NUMBER.findall(new.text))
        gone: list[Candidate] = []
        if openly or denied:
            gone = [old for old in self._before() if _corrects(new, old, openly, denied)]
        if new.kind == "decision":
            near = self._before() if self.part is None else self.part
            gone += [old for old in near if _is_opposite(old, new)]
        self._take_back(gone, new.line)
        if new.score == BARE:
            if not gone:
                return None
            surest = max(gone, key=lambda old: old.score)
            new = replace(new, kind=surest.kind, score=surest.score)
        self.found.append(new)
        if self.part is not None:
            self.part.append(new)
        return new

    def deny(self, text: str, line: int) -> None:
        """Take back the cause that a text denies by name, if it is the last one named."""
        if not any(claim.kind in _DIAGNOSES for claim in self._before()):
            return
        for sentence in sentences(plain(text)):
            thing = "" if sentence.endswith("?") else denied_cause(sentence)
            if not thing:
                continue
            for claim in reversed(self._before()):
                blamed = _BLAMED.search(claim.text) if claim.kind in _DIAGNOSES else None
                if blamed is not None:
                    if _finder(thing).search(claim.text, blamed.end()) is not None:
                        self._take_back([claim], line)
                    break

    def claimed(self, text: str, found: list[Candidate]) -> None:
        """Take note of a text of the agent, and of the claims in it."""
        self.asked = text.rstrip(" \n*_`").endswith(("?", "？"))
        self.last = [one for one in found if one.kind in _REFUSABLE]
        self.turn += self.last

    def forget(self, told: list[Candidate]) -> None:
        """Take these claims out, refuted by nobody."""
        self.found[:] = [one for one in self.found if one not in told]

    def answered(self, text: str, line: int) -> None:
        """Take back what the person refused, if the agent gives in at the start of a message."""
        left, self.open = self.open, []
        found = _CONCEDES.match(text.lstrip(" *_#>\n")[:300]) if left else None
        if found is not None and not _BUT.search(found["more"]):
            self._take_back(left, line)

    def said(self, text: str, line: int) -> None:
        """Take back what a message of the person refuses or denies."""
        self._take_back(self._refused(text), line)
        if self.found and len(text) <= _LONGEST:
            for told in filter(denies, text.split("\n")):
                self.deny(told.lstrip(" -*>"), line)

    def _before(self) -> list[Candidate]:
        return self.found[-_LOOK_BACK:]

    def _take_back(self, gone: list[Candidate], line: int) -> None:
        """Move claims to the refuted, wherever the agent has said them."""
        if not gone:
            return
        said = {(one.kind, one.text) for one in gone}
        self.found[:] = [one for one in self.found if (one.kind, one.text) not in said]
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


def retracts(text: str) -> bool:
    """Whether the text only says that what follows corrects something ("I was wrong.")."""
    return CORRECTION.fullmatch(text) is not None


def split_correction(text: str) -> tuple[bool, str]:
    """Whether a sentence says that it corrects something, and the sentence without saying so."""
    found = CORRECTION.match(text)
    if found is not None:
        return True, text[found.end() :]
    return revises(text), text


def revises(text: str) -> bool:
    """Whether a text says within that it corrects something ("is actually …")."""
    return _REVISES.search(text) is not None


def correction(sentence: str) -> str:
    """What a sentence says that it corrects something by, as it stands after; "" for any other."""
    openly, said = split_correction(plain(sentence).strip())
    return said if openly else ""


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


def _corrects(new: Candidate, old: Candidate, openly: bool, denied: frozenset[str]) -> bool:
    """Whether the new claim corrects the old one.

    One that does not say so must deny a number that the old one states.
    """
    if old.kind in _FINAL_KINDS:
        return False
    if not openly and denied.isdisjoint(_subject(old.text)[3]):
        return False
    return same_subject(old.text, new.text, share=0.6 if old.score >= _SURE else 0.5)


def _is_opposite(old: Candidate, new: Candidate) -> bool:
    """Whether one decision denies the very words of the other, of the same things."""
    if old.kind != "decision" or not _share_words(old.text, new.text):
        return False
    if _holds_denial(old.text) is _holds_denial(new.text):
        return False
    figures, others = (frozenset(_FIGURE.findall(one.text)) for one in (old, new))
    if figures - others and others - figures:
        return False  # "no retries on 4xx", "three retries on 5xx"
    from ...dedup.index import relation  # few sessions decide the opposite

    found = relation("note", old.text, "note", new.text)
    return found is not None and found.relation == "contradiction"


@lru_cache(maxsize=1024)
def _holds_denial(text: str) -> bool:
    return _DENIES.search(text) is not None


def _share_words(old: str, new: str) -> bool:
    """Whether all longer words of one are in the other, by how they begin."""
    words, others = _beginnings(old), _beginnings(new)
    return words <= others or others <= words


@lru_cache(maxsize=1024)
def _beginnings(text: str) -> frozenset[str]:
    return frozenset(word[:4] for word in _LONG_WORD.findall(text.casefold()))


# -- denials ---------------------------------------------------------------------------------------


def denies(text: str) -> bool:
    """Whether a text may deny a cause by name; a quick check."""
    return holds(text, _DENIALS) and holds(text, _denial_hints())


_DENIALS: Final = ("not", "n't", "n’t")  # one of them is in each of the hints


@cache
def _denial_hints() -> tuple[str, ...]:
    """One of these is in whatever denies a cause."""
    found = [without_edges(hints_of(one.pattern, one.flags)) for one in _NOT_THE_CAUSE]
    return tuple({hint for hints in found for hint in hints}) if all(found) else ("",)


def denied_cause(sentence: str) -> str:
    """What was not the cause, as a sentence says; empty for nothing."""
    for pattern in _NOT_THE_CAUSE if denies(sentence) else ():
        found = pattern.match(sentence)
        if found is not None:
            thing = found["thing"].strip("`*_ ")
            if len(thing) > 2 and (found["of"].strip() or _NAMED.search(found["thing"])):
                return thing
    return ""


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


def restated(candidates: Iterable[Candidate], refuted: Iterable[Candidate]) -> frozenset[str]:
    """IDs of what was taken back, and then said again."""
    return frozenset(map(said_id, refuted)) & frozenset(map(said_id, candidates))


def withdrawn(
    live: Mapping[str, Entry],
    refuted: Iterable[Candidate],
    *,
    said_again: Collection[str],
    tasks: Collection[str],
) -> dict[str, Candidate]:
    """What of these live entries the tasks take back, by ID, with what they had claimed.

    `said_again` are IDs of what was taken back and then said again.
    """
    found = {}
    for claim in refuted:
        id_ = said_id(claim)
        entry = live.get(id_)
        if entry and id_ not in said_again and _is_of(entry, claim, tasks):
            found[id_] = claim
    return found


def _is_of(entry: Entry, claim: Candidate, tasks: Collection[str]) -> bool:
    """Whether one of these alone said so, in these words, and no person had a hand in it."""
    alone = entry.seen == 1 and len(entry.tasks) == 1 and entry.tasks[0] in tasks
    if entry.manual or entry.pinned or not alone:
        return False
    same = identity_form(entry.text) == identity_form(storable(claim.text))
    return same and entry.kind == claim.kind
