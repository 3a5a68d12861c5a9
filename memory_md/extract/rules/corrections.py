"""What a person told the agent to do differently, and the rules that a person states.

Each sentence is weighed once: by its shape (see `rulings`), by a trained model (`chance`), and as a
correction ("no, …", "don't …"), which only counts after the agent has done something, for before
that it is the request itself. What the model finds likely waits. An order for the task at hand is
no rule, "don't …" without a reason and what bounds this one task wait, and what only points at
something ("no, the other one") says nothing to the next session.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...terms.search_query import content_terms
from ...transcripts.model.events import Said
from ..model import WAITS, Candidate
from .closing_lines import says_something, whole
from .cues import has_reason
from .labels import split_label
from .noise import GUARDS
from .passed_over import AT_HAND, NOT_LASTING, POINTS, TOO_LONG, PassedOver
from .rulings import (
    NO_WORK,
    SURE,
    Place,
    chance,
    holds_beyond,
    is_doubtful,
    is_for_once,
    names_subject,
    ruling,
    traits,
    word_count,
)
from .sentences import plain, sentences, without_quotes

_LIKELY: Final = 0.7
# Longer messages are pasted logs, reviews or specifications. Of those above the first length what
# is no sure rule waits only where the model finds it likely: a reader found 16 of 39 such useful.
_LONG: Final = 1200
_MOST_CHARS: Final = 4000
_MOST_WORDS: Final = 45
_MOST_LINES: Final = 3  # of a message that only corrects

# How likely a sentence is to hold for good, from which on it waits by itself, waits where there is
# room (also where a mark says that it is about the task at hand), and looks like a rule. However
# likely, that alone makes none sure: of turns drawn by lot one in 163 rules anything.
_LIKELY_CHANCE: Final = 0.5
_LEAST: Final = 0.2
_LEAST_BOUNDED: Final = 0.4
_LOOKS_LIKE: Final = 0.12
_LONGEST_QUESTION: Final = 300  # characters
_LONGEST_ANSWER: Final = 12  # words
_LEAST_ALIKE: Final = 2  # terms of two sentences, one of which corrects the other
# What an agent offers to do is no matter that an answer settles.
_OFFER: Final = regex(
    r"(?:(?:would|do) you (?:like|want)|(?:shall|can|may|could) (?:i|we)\b|should i\b|want me"
    r"|let me know|ready\b|anything else|(?:does|is) (?:that|this)|how does|sound|ok(?:ay)?\b"
    r"|any other|what would you)",
    re.IGNORECASE,
)
_LABELS: Final = frozenset(("decision", "convention", "preference", "project"))
_LEAST_LABELLED: Final = 4  # words

_SOFTENER: Final = regex(
    r"(?:(?:ok(?:ay)?|ah+|oh|hm+|well|sorry|hey|hi|hello|thanks|thank you|good|great|cool|also|and"
    r"|but|please|pls|yes|yeah|right|actually|btw|important"
    r"|no matter what|пожалуйста|bitte|por favor)\b[,.!: ]*)+",
    re.IGNORECASE,
)
_NO: Final = regex(
    r"(?:no+|nope|nah|wrong|stop|not (?:that|like that)|incorrect|not true"
    r"|that(?:['’]?s| is) (?:wrong|not (?:right|it|what i \w+))"
    r"|нет|неправильно|неверно|не так|nein|falsch|non|faux"
    r"|incorrecto|não|errado|sbagliato|hayır|yanlış|không|不对|不對|不是|不|错了?|いや|いいえ|違います|아니요?)(?:[,.!:;，。、！—–-]+|\s+-)\s*",
    re.IGNORECASE,
)
# "Correction: …": the label says that what stands behind it is so.
_CORRECTION: Final = regex(
    r"(?:(?:an?|one|small|minor|quick|important) ){0,2}(?:correction|korrektur|berichtigung"
    r"|rectification|corrección|correção|correzione|исправление|поправка|更正|订正|訂正|정정)"
    r"[ ]?[:：—–-]+\s*",
    re.IGNORECASE,
)
# Who does what, and what is to be done: nothing that is so.
_ASSIGNS: Final = regex(r"\b(?:you|your|yours|i|my|mine|me|please)\b|^let['’]?s\b", re.IGNORECASE)
# Behind an order it belongs to that.
_REMINDS: Final = regex(r"remember (?:not )?to\b", re.IGNORECASE)
_FORBIDDEN: Final = regex(
    r"(?:do not|don'?t|stop|avoid|no more|не надо|не нужно|перестань|keine?n?|nicht)\s+(?!"
    r"worry|forget|bother|mind|know|think|care|see|understand|believe|want to|you\b|we\b|i\b|yet\b"
    r"|be\b|push\b|stop\b|wait\b)\w",
    re.IGNORECASE,
)
# What to do in place of what was just forbidden.
_DO_INSTEAD: Final = regex(
    r"(?:(?:instead|rather|only|just|please)[, ]+){0,2}(?:use|prefer|keep to|stick to|go with|write"
    r"|call|put|take|stay with|используй(?:те)?|verwende|benutze|använd|usa|utilise)\b",
    re.IGNORECASE,
)
_TELLS: Final = regex(
    r"(?:use|prefer|avoid|keep|make sure|don'?t|do not|never|always|it (?:should|must)"
    r"|you (?:should|must)|используй|verwende|не)\b",
    re.IGNORECASE,
)
_VAGUE_END: Final = regex(
    r"\b(?:it|this|that|these|those|them|one|again|here|there|so|yet|now|anything|something"
    r"|это|так|сейчас)[.!]*$",
    re.IGNORECASE,
)
# "We never mock the database here": in this project.
_OUR_PLACE: Final = regex(
    r"^((?:we|always|never|do not|don['’]?t|all|every|only|no)\b.{8,200}) here(?=[.!]*$)",
    re.IGNORECASE,
)
_POINTING: Final = regex(
    r"(?:(?:don'?t|do not|never|always|stop|use|run|keep|put|make) )?(?:it|this|that|these|those"
    r"|them|the (?:other|same|first|second|last|previous|old|new) one)\b",
    re.IGNORECASE,
)
_REFERRING: Final = regex(
    r"\b(?:it(?! (?:when|if|is (?:important|better|best|not allowed|required))\b)|them|they"
    r"|those|these|ça|cela|elles?|celle-ci|celui-ci|eso|esto|ello|isso|isto)\b",
    re.IGNORECASE,
)
_CHATTY: Final = regex(
    r"(?:i (?=(?:really |always |only )*prefer\b)|let'?s |we should (?!be\b)"
    r"|you (?:should|must) |just |rather )",
    re.IGNORECASE,
)
_PLEASE: Final = regex(r",? (?:please|pls|thanks|thx|ok(?:ay)?)[.!]*$", re.IGNORECASE)
# Not behind the number of a list on one line ("two tasks: 1. the parser, 2. its tests").
_SENTENCE_END: Final = regex(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?:(?<! \d\.)[ \t]+|[ \t]+(?=[^\W\d_a-z]))|(?<=[。！？])"
)
_MAY_END: Final = regex(r"[.!?][ \t]|[。！？]")
_BULLETS: Final = " \t-–—>*•#"
_FLAG: Final = regex(r"\s*(?:-(?![IiAa]\b)\w\b|--\w)")  # "-n", "--json": no bullet
# What opens a correction as often as anything else.
_IN_FACT: Final = regex(
    r"\W*(?:(?:actually|in fact|eigentlich|en fait|en realidad|na verdade|in realtà|вообще-то"
    r"|aslında)\b|其实|其實|実は|사실)",
    re.IGNORECASE,
)
_HEDGE: Final = regex(
    r"\b(?:maybe|perhaps|i think|not sure|might|could we|what if|if you)\b", re.IGNORECASE
)
# The person says that it is to be kept.
_EXPLICIT: Final = regex(
    r"(?:(?:(?:please|also|and) )*(?:remember|keep in mind|bear in mind|note|take note"
    r"|don['’]t forget|do not forget|never forget)(?:(?: also)? that |: ?| - |, )"
    r"|i (?:already )?(?:told|asked) you (?=not to |to (?:leave|keep|use|avoid|ask|always|never"
    r"|stay|only|stop)\b)(?:to )?|i (?:already )?said[:,]? (?=(?:no|only|never|always|do not"
    r"|don['’]?t) )"
    r"|for (?:the record|(?:future )?reference)[,:] |(?:i(?:['’]ve"
    r"| have)? )?(?:already )?told you(?=[:,]| already| before| that| many| twice)(?: already"
    r"| before| that| many times| twice)*[,:]? (?:that )?|(?:as"
    r"|like) i(?:['’]ve)? (?:already )?(?:said|told you)(?: before| already)?[,:] "
    r"|(?:bitte )?(?:merk(?:e)? dir|denk(?:e)? daran|beachte)(?:,? dass |: ?)"
    r"|(?:по)?запомни(?:те)?(?:,? что |[:,] ?)|recuerda(?: que |: ?)|souviens-toi(?: que |: ?)"
    r"|rappelle-toi(?: que |: ?)|lembre-se(?: de)? que |ricorda(?:ti)?(?: che |: ?)"
    r"|(?:请)?记住[:：，,]?|(?:請)?記住[:：，,]?|覚えて(?:おいて)?[:：、]?)(?=\S)",
    re.IGNORECASE,
)
_NOTED: Final = regex(r"\W*note\b", re.IGNORECASE)
_NOT_TO: Final = regex(r"^not to ", re.IGNORECASE)
_FLEETING: Final = regex(
    r"\b(?:for now|right now|at the moment|today|tomorrow|tonight|yesterday|temporar\w+|in a"
    r" (?:minute|moment|bit)|this (?:PR|time|task|branch|week|sprint|one|commit|session|file"
    r"|function|change|bug|error|issue|page)|so far|later|soon|earlier|last (?:time|week|night)"
    r"|next (?:step|task|week)|just now|already (?:done|did|fixed|there))\b|\bwhen (?:i"
    r"|we) (?:were|was)\b",
    re.IGNORECASE,
)
# A prompt of a framework for agents (BMAD), sent by a command.
_TEMPLATE: Final = regex(r"^<[a-z][\w-]* CRITICAL=", re.MULTILINE)
# What a program printed, with addresses in quotes.
_PASTED: Final = regex(r"['\"]https?://|file:///")
_PERSON: Final = regex(
    r"(?:here(?:['’]s| is| are)|the user (?:asked|wants?|said)|i(?:['’]\w+)?|you(?:['’](?:re|ve"
    r"|ll))?|let['’]?s|can|could|would|will|he|she|they|it|this|that|these|those|when|how|what|why"
    r"|where|who|me|us|the (?:last|previous|other|first|second)|we (?:are|were|have|had|did|need"
    r"|want|got|saw|can|will|still|talked|discussed|agreed|fixed|tried|could|should (?:now|first"
    r"|also)))\b",
    re.IGNORECASE,
)
_YOU_RULE: Final = regex(r"you (?:should|must|may) (?:always|never|only|not)\b", re.IGNORECASE)
_ORDER: Final = regex(
    r"(?:please |first |then |now |also )?(?:add|fix|run|create|implement|build|write|make|update"
    r"|remove|delete|refactor|rename|open|show|check|look|test|install|start|finish|commit|push"
    r"|deploy|change|move|try|send|generate|set up)\b",
    re.IGNORECASE,
)


# How likely a sentence is to hold for good, its words, and its line.
Liked = tuple[float, str, int]


class CorrectionWatch:
    """Reads what the person says, knowing whether the agent has done anything yet."""

    def __init__(self, passed: PassedOver | None = None) -> None:
        self._agent_acted = False
        self._question = ""
        self._last_message = ""
        self.passed = passed or PassedOver()
        self.ruled: set[tuple[int, str]] = set()  # line and text, by the sentence's shape alone

    def asked(self, text: str) -> None:
        """Take what the agent said last; where it ends with a question, the person answers it."""
        self._question = ""
        self._last_message = text[-_MOST_CHARS:]
        last = plain(text[-_LONGEST_QUESTION:].rstrip().split("\n")[-1]).rstrip(_BULLETS)
        if not last.endswith(("?", "？")):
            return
        end = _SENTENCE_END.split(last)[-1].strip(_BULLETS)
        self._question = "" if _OFFER.match(end) else end

    def _answered(self, words: str, score: float, line: int) -> Candidate | None:
        """Return a short answer that says that it holds for good, behind what the agent had asked.

        Of any other a reader finds none useful (0 of 90).
        """
        question, self._question = self._question, ""
        if not question or score >= SURE or word_count(words) > _LONGEST_ANSWER or "?" in words:
            return None
        if not content_terms(words) & content_terms(question) or _ORDER.match(words):
            return None
        if not traits(words, Place(acted=True)) & {"lasts", "habit", "agreed", "preferred"}:
            return None
        return _stated("decision", f"{question} {_worded(words)}", SURE, line)

    def agent_acted(self) -> None:
        """The agent has said or done something."""
        self._agent_acted = True

    def said(self, event: Said) -> tuple[list[Candidate], list[Liked]]:
        """Return the preferences in one message of the person, and what else may wait."""
        found: list[Candidate] = []
        liked: list[Liked] = []
        if len(event.text) > _MOST_CHARS or _is_template(event.text):
            return found, liked
        if len(event.text) > _LONG:
            return self._said_at_length(event), liked
        joins = False
        lines = _lines(event.text)
        labelled = {line: one for line in lines if (one := _labelled(line, event.line))}
        found += labelled.values()
        lines = [line for line in lines if line not in labelled]
        for sentence, words, place in placed(lines, acted=self._agent_acted):
            if told := _asked_to_keep(words):
                words, joins = told, False
                if _stands_alone(words):
                    # "Note: …" is what programs print, too.
                    noted = _NOTED.match(sentence) and ruling(words, place).score < SURE
                    score = SURE if names_subject(words) and not noted else WAITS
                    found.append(_stated("preference", words, score, event.line))
                continue
            kind, score = self._judged(sentence, words, event.line, place, liked)
            if answer := self._answered(words, score, event.line):
                found.append(answer)
                joins = False
                continue
            score = min(score, WAITS) if place.index and _REMINDS.match(words) else score
            brief = not place.demanded and _ORDER.match(words) is None
            instead = joins and _FORBIDDEN.match(found[-1].text) and _DO_INSTEAD.match(words)
            if (score and joins and _REFERRING.search(words)) or (instead and self._tells(words)):
                # A prohibition that says what holds instead is more than one for the task at hand.
                text = f"{found[-1].text} {_worded(words)}"
                both = instead and brief and holds_beyond(text)
                surer = max(found[-1].score, score, _LIKELY if both else 0.0)
                found[-1] = replace(found[-1], text=text, score=surer)
                continue
            joins = bool(score) and _stands_alone(words)
            if joins:
                found.append(_stated(kind, words, score, event.line))
        return found, liked

    def _said_at_length(self, event: Said) -> list[Candidate]:
        """Return what one long message of the person rules, each sentence by itself.

        What a heading above it says ("Rules", "Constraints") makes nothing likelier.
        """
        found = []
        for sentence, words, place in placed(_lines(event.text), acted=self._agent_acted):
            kind, score = self._judged(sentence, words, event.line, place, [])
            if score < SURE:
                likely = chance(words, place) >= _LIKELY_CHANCE
                bounded = is_for_once(words) or is_doubtful(words)
                score = WAITS if likely and not bounded else 0.0
            if score and _stands_alone(words):
                found.append(_stated(kind, words, score, event.line))
        return found

    def _says_what_is_so(self, sentence: str, words: str, place: Place) -> bool:
        """Whether it says what holds in place of what the agent said, not only that it is wrong."""
        if not (place.acted and place.corrects and _is_lasting_fact(words)):
            return False
        is_labelled = _CORRECTION.match(plain(sentence).lstrip(_BULLETS)) is not None
        return is_labelled or self._contradicts_agent(words)

    def _contradicts_agent(self, words: str) -> bool:
        """Whether a sentence of the agent's last message says the contrary."""
        from ...dedup.index import relation  # few messages open with a no

        terms = content_terms(words)
        near = (
            one
            for row in self._last_message.split("\n")
            for one in sentences(plain(row).strip(_BULLETS))
            if len(terms & content_terms(one)) >= _LEAST_ALIKE
        )
        found = (relation("note", one, "note", words) for one in near)
        return any(one is not None and one.relation == "contradiction" for one in found)

    def _tells(self, words: str) -> bool:
        return _stands_alone(words) and not words.endswith("?") and not _HEDGE.search(words)

    def _judged(
        self, sentence: str, words: str, line: int, place: Place, liked: list[Liked]
    ) -> tuple[str, float]:
        """Return the kind and how sure it is; what looks like a rule and is none is passed over.

        What may wait where there is room is added to `liked`.
        """
        if NO_WORK.match(words):
            self.passed.note(words, line, AT_HAND)
            return "preference", 0.0
        contrary = not place.corrects and _is_contrary(sentence)
        shaped = replace(place, corrects=True) if contrary else place
        made = ruling(words, shaped)
        if self._says_what_is_so(sentence, words, shaped) and _stands_alone(words):
            return "convention", SURE
        kind, score = "preference", _score(words, place)
        if score < made.score:
            kind, score = made.kind, made.score
            self.ruled.add((line, _worded(words)))
        if not score:
            score, likely = self._by_chance(words, line, place, made.reason)
            liked += [(likely, words, line)] if likely else []
        elif (
            is_for_once(words)
            or not holds_beyond(words, corrects=place.corrects)
            or chance(words, place) < made.least
        ):
            score = WAITS
        if score and not _stands_alone(words):
            why = POINTS if word_count(words) <= _MOST_WORDS else TOO_LONG
            self.passed.note(words, line, why)
        return kind, score

    def _by_chance(self, words: str, line: int, place: Place, reason: str) -> tuple[float, float]:
        """Return how sure the model makes it of a sentence without the shape of a rule.

        Also how likely it is, where it may wait if there is room, else 0; the `reason` why it is no
        rule is noted.
        """
        likely = chance(words, place)
        if likely >= _LIKELY_CHANCE and _may_wait(words, place):
            return WAITS, 0.0
        least = _LEAST if reason in ("", NOT_LASTING) else _LEAST_BOUNDED
        if not reason and likely >= _LOOKS_LIKE and not is_doubtful(words, "past"):
            reason = NOT_LASTING
        if reason:
            self.passed.note(words, line, reason)
        return 0.0, likely if likely >= least and _stands_alone(words) else 0.0


def placed(lines: Iterable[str], *, acted: bool) -> Iterator[tuple[str, str, Place]]:
    """Yield the sentences of a person's lines: whole, without the opening, and where each stands.

    `acted`: the agent has done something before.
    """
    lines = [line for line in lines if line.strip()]
    parts = (_SENTENCE_END.split(line) if _MAY_END.search(line) else [line] for line in lines)
    told = [one for line in parts for one in line if one.strip()]
    demanded, refused_before = len(lines) > _MOST_LINES, False
    for index, sentence in enumerate(told):
        bare = plain(sentence).rstrip(_BULLETS)
        words, refused = _opened(bare.lstrip(None if _FLAG.match(bare) else _BULLETS))
        yield sentence, words, Place(acted, refused or refused_before, demanded, index, len(told))
        demanded = demanded or _ORDER.match(words) is not None
        refused_before = refused and not words  # "No." says it of the next sentence


def _score(words: str, place: Place) -> float:
    """How sure it is that the sentence corrects the agent; 0 if it does not."""
    tells = place.corrects and _TELLS.match(words) is not None
    if not (place.acted and (tells or _FORBIDDEN.match(words))):
        return 0.0
    if words.endswith("?") or _HEDGE.search(words):
        return 0.0
    if tells:
        return SURE
    # Without a reason it bounds the task at hand.
    return WAITS if place.demanded or not has_reason(words) else _LIKELY


def _may_wait(words: str, place: Place) -> bool:
    """Whether a sentence that has no shape of a rule waits where the model finds it likely."""
    bounded = place.demanded and _FORBIDDEN.match(words) is not None
    return place.acted and not (bounded or is_for_once(words) or is_doubtful(words))


def _is_contrary(sentence: str) -> bool:
    """Whether a sentence opens as one that says what holds in truth ("Actually, …")."""
    return _IN_FACT.match(sentence) is not None


def _is_lasting_fact(words: str) -> bool:
    """Whether a sentence says how something is, beyond the task, and of what."""
    return (
        _is_lasting_rule(words)
        and not (_ORDER.match(words) or _TELLS.match(words) or _PERSON.match(words))
        and not (_ASSIGNS.search(words) or is_doubtful(words) or is_for_once(words))
        and names_subject(words)
    )


def _is_template(text: str) -> bool:
    return "CRITICAL=" in text and _TEMPLATE.search(text) is not None


def _lines(text: str) -> list[str]:
    lines = without_quotes(text).split("\n")
    return [line for line in lines if "://" not in line or not _PASTED.search(line)]


def _opened(words: str) -> tuple[str, bool]:
    """The sentence without its opening, and whether that was a no."""
    refuses = False
    for _ in range(3):
        no = _NO.match(words) or _CORRECTION.match(words)
        softener = _SOFTENER.match(words)
        if no:
            words, refuses = words[no.end() :], True
        elif softener and softener.end() < len(words):
            words = words[softener.end() :]
        else:
            break
    return words, refuses


def _labelled(line: str, number: int) -> Candidate | None:
    """What a person says behind a label of their own ("Convention: …"), whole."""
    label = split_label(line.strip(" -*•"))
    marker = label.marker
    if marker is None or marker.kind not in _LABELS or not label.name[:1].isupper():
        return None
    text = whole(label.rest)
    if marker.role == "reason" or len(text.split()) < _LEAST_LABELLED or not says_something(text):
        return None
    return Candidate(marker.kind, text, score=SURE, line=number)


@lru_cache(maxsize=256)
def _stands_alone(words: str) -> bool:
    """Whether the sentence says what is meant without the conversation around it."""
    words = _OUR_PLACE.sub(r"\1", words)
    count = word_count(words)
    refers = _REFERRING.search(words)
    if refers and words.count(" ", 0, refers.start()) < 4:
        return False
    if not 2 <= count <= _MOST_WORDS or _POINTING.match(words):
        return False
    return not (count < 8 and _VAGUE_END.search(words))


def _stated(kind: str, words: str, score: float, line: int) -> Candidate:
    return Candidate(kind, _worded(words), score=score, line=line, origin="person")


def _worded(words: str) -> str:
    opening = _CHATTY.match(words)  # further on the same words mean something: "rather than"
    words = _PLEASE.sub("", words[opening.end() :] if opening else words)
    return words[:1].upper() + words[1:]


def _asked_to_keep(words: str) -> str:
    """What the person wants remembered ("Note: …", "I told you: …"); mostly empty."""
    found = _EXPLICIT.match(words)
    if found is None:
        return ""
    rest = _NOT_TO.sub("do not ", words[found.end() :])
    if _PERSON.match(rest) and not _YOU_RULE.match(rest):
        return ""
    return "" if _ORDER.match(rest) or not _is_lasting_rule(rest) else rest


def _is_lasting_rule(words: str) -> bool:
    """Nothing of the moment, no question, no guess."""
    return (
        not words.endswith(("?", ":", "…"))
        and _FLEETING.search(words) is None
        and GUARDS["guess"].search(words) is None
        and GUARDS["passing"].search(words) is None
    )
