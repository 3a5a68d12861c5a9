"""What the turns of a conversation settle: recaps, confirmed proposals, and rules after a no.

A person refuses what the agent proposed and says what holds instead; the agent sums it up, or the
person confirms it. A recap stands for the turns it sums up. Of what a person says only what binds
beyond the task at hand counts. Nothing is settled where only one side speaks.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ...base.text import one_line
from ...terms.search_query import content_terms, shared_part
from ..model import WAITS, Candidate
from .candidate_text import MAX_CHARS
from .closing_lines import is_closing_row
from .noise import GUARDS, is_blank, is_of_the_moment
from .proposals import offers
from .refuted_claims import denied_cause
from .rulings import holds_beyond
from .sentence_marks import held
from .sentence_worth import Sentence, worth
from .sentences import plain, sentences, without_fences, without_quotes
from .word_table import lines_of

_SETTLED: Final = 0.9
_RULED: Final = 0.7
# Of a recap's words, how many the person must have used before it, by how the recap opens.
_LEAST_SHARED: Final = {"recap": 0.2, "acknowledged": 0.2, "": 0.5}
_LEAST_WORDS: Final = 3  # beside code and paths
_LEAST_TERMS: Final = 6  # a shorter answer only says yes
_MANY_TERMS: Final = 10  # so much is more than a yes, also without a word such as "never"
_LEAST_RULE: Final = 4
_LETTERS: Final = 0.6  # of a rule's characters
_LEAST_WORTH: Final = 0.2  # of a rule behind a no
_MOST_ROWS: Final = 12  # of a recap
_COVERED: Final = 0.5
_PART: Final = 0.8
_MENTIONED: Final = 0.3
_OPEN_FOR: Final = 3  # turns of the person
# How much a turn of a person settles, 0 to 1.
_REFUSES: Final = 0.5
_CONFIRMS: Final = 0.3
_RULES: Final = 0.4
_HEAD: Final = 400  # characters of a message in which it says that it amends something
_LOOK_BACK: Final = 60  # sentences of a person
_LONGEST: Final = 4000  # characters; whoever writes more has pasted it
_LONGEST_ANSWER: Final = 1000  # who acknowledges or proposes at more length reports and plans
_MARK: Final = r"(?P<mark>[ ]?[,.:;!—–，。：；！、-]+\s*|\s+[-—–]\s+|$|\s+)"
_LEAD_MARKS: Final = frozenset(":—–-：,.。，")
_DOING: Final = regex(
    r"(?:(?:so|and|also|then)[, ]+)?(?:i|we)(?:['’](?:ll|m|ve|re|d)| (?:will|am|are|have|need"
    r"|can|could|should|would|want|was|just|now))\b|let(?:['’]s| me)\b"
    r"|(?:now|next|then|first|done|here)\b|(?:ich|wir) (?:werde|habe)|je (?:vais|viens)"
    r"|voy a|he \w+ado|vou\b|я (?:сделаю|добавлю)|(?:我(?:会|將|将|来|來|已)|正在)",
    re.IGNORECASE,
)
# A fault that is told of, in a refusal.
_REPORTED: Final = regex(
    r"\b(?:but|and|now) (?:now )?it(?:['’]s| is| was| does| did)(?: not|n['’]t| still)\b"
    r"|\bused to \w+|\bstill (?:not|does|is|has)\b",
    re.IGNORECASE,
)
_CODE: Final = regex(r"`[^`]*`|\S*/\S*/\S*")
_SUPERSEDES: Final = regex(r"supersed\w+ [^:.]{2,80}:\s*", re.IGNORECASE)
# "Amended policy, superseding the no-free-units rule: …", said by a person.
_ANNOUNCES: Final = regex(
    rf"(?:[^:.\n]{{0,80}}{_SUPERSEDES.pattern}"
    r"|amended (?:\w+ ){0,2}(?:policy|rule|decision|agreement)[^:.\n]{0,80}:\s*)",
    re.IGNORECASE,
)
_LASTING: Final = regex(
    r"\b(?:always|never|must|from now on|immer|niemals?|nie|muss|ab jetzt|toujours|jamais|siempre"
    r"|nunca|sempre|mai|всегда|никогда|должн\w+|впредь|завжди|ніколи|zawsze|nigdy|vždy|nikdy)\b"
    r"|总是|必须|永远|從不|从不|必須|常に|必ず|絶対|항상|절대|반드시",
    re.IGNORECASE,
)
_MINE: Final = regex(r"\b(?:i|my|me|you|your)\b|\bi['’]", re.IGNORECASE)
# What is to be done now, or asked for once, is no rule.
_TASK: Final = regex(
    r"(?:please |can you |could you |now |then |also |and |so |let['’]?s |ok(?:ay)?,? ){0,3}"
    r"(?:run|add|fix|create|implement|build|write|update|remove|delete|refactor|rename|open|show|check|look|try|test"
    r"|install|start|finish|commit|push|deploy|move|send|generate|re-?render|regenerate|scaffold|explain"
    r"|tell|give|find|search|read|see|go(?! (?:with|for) )|continue|proceed|stage"
    r"|diff|merge|rerun|re-run"
    r"|do th(?:e|is|at) \w+)\b",
    re.IGNORECASE,
)
_NAMED: Final = regex(
    r"`[^`]+`|\b\w+[_/]\w+|\b\w+\.[a-z]{1,5}\b|\w\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*|\b[A-Z][a-z]+"
    r"[A-Z]|(?<=[a-z,] )[A-Z][a-z]{2,}|\d"
)

# What ties a rule to the one before it.
# "No, 6. And never …": a number that no sentence says the matter of.
_VALUE_ALONE: Final = regex(r"\A\d{1,6}[.!]\s+(?=[^\W\d_])")
_JOINS: Final = regex(
    r"(?i)^(?:(?:and|also|und|auch|et|aussi|y|además|e|и|также)\b(?: also\b)?,? +"
    r"|(?:另外|还有|以及)[,，]?)"
)
_ORDERS: Final = ("do not ", "don't ", "don’t ", "never ", "always ")


class _Openings(dict[str, re.Pattern[str]]):
    """The expressions of `turns.txt` by name, each compiled when it is first asked for."""

    def __missing__(self, name: str) -> re.Pattern[str]:
        source = rf"(?:{'|'.join(lines_of('turns.txt', name))})(?![^\W\d_'’-]){_MARK}"
        self[name] = re.compile(source, re.IGNORECASE)
        return self[name]


_OPENINGS: Final = _Openings()


def _says_norm(text: str) -> bool:
    """Whether a sentence has a word that rules say."""
    return bool(held("norm", text))


def _amends(text: str) -> bool:
    """Whether a text says that it amends something."""
    return bool(held("amendment", text))


def refuses(text: str) -> bool:
    """Return whether a person's turn opens by refusing what the agent did or proposed."""
    return bool(_OPENINGS["refusal"].match(plain(text.strip()[:_HEAD])))


def is_task(text: str) -> bool:
    """Return whether a sentence of a person says what is to be done now."""
    return _TASK.match(text) is not None


class _Spoken(Struct, frozen=True):
    """A sentence, and where it was said."""

    text: str
    line: int
    message: str = ""

    @property
    def terms(self) -> frozenset[str]:
        """What it says, in the terms of a search; of most sentences nobody asks for them."""
        return content_terms(self.text)


class TurnWatch(Struct):
    """What one conversation has settled so far; feed it each turn in order."""

    proposal: list[_Spoken] = field(default_factory=list)
    offered: list[_Spoken] = field(default_factory=list)  # outright, in the agent's last turn
    heard: list[_Spoken] = field(default_factory=list)
    rules: list[Candidate] = field(default_factory=list)
    settled: list[Candidate] = field(default_factory=list)
    agent_spoke: bool = False
    worked: bool = False  # the agent has edited or run something since the person spoke
    refused: int = 0  # turns of the person for which a refusal stays open
    asks: bool = False  # the person's last turn is a question
    amends: bool = False
    weights: dict[str, float] = field(default_factory=dict)
    # Sentences of the person that rule by their shape alone (line and beginning), and those of
    # them that a recap has summed up since.
    ruled: set[tuple[int, str]] = field(default_factory=set)
    summed_up: set[tuple[int, str]] = field(default_factory=set)

    def person(self, text: str, line: int, message: str = "") -> None:
        """Take a turn of the person."""
        if len(text) > _LONGEST:
            return
        text = without_quotes(text).strip()
        amends = _amends(text[:_HEAD])
        self.amends = self.amends or amends
        refused, confirmed, spoken = self._answer(text, line)
        self.asks = text.endswith(("?", "？"))
        rules = any(_says_norm(one.text) for one in spoken)
        weight = (_REFUSES if refused else _CONFIRMS if confirmed else 0.0) + _RULES * rules
        # Who agrees and at once gives the next order goes on with the work, and who agrees after
        # work has seen what came of it.
        orders = any(is_task(one.text) for one in spoken)
        if not self.agent_spoke and not amends:  # nothing is refused yet: "No waivers" is a rule
            weight = 0.0 if orders else max(_RULES, _REFUSES * refused) * rules
        self._weigh(message, weight * (0.5 if self.asks else 1.0))
        if amends:
            self._amend(text, line)
        if confirmed and not refused and not orders and not self.worked:
            self._settle(self.proposal, amends=self.amends)
            self._accept(self.offered)
        worked, self.proposal, self.worked = self.worked, [], False
        self.offered = []
        self.heard = [*self.heard, *spoken][-_LOOK_BACK:]
        self.refused -= self.refused > 0
        if self.agent_spoke and refused and not self.asks:
            self.refused = _OPEN_FOR
            # Who refuses what was done, or orders what to do, bounds that, but for "always".
            bounds = (worked or orders) and not _LASTING.search(text)
            self.rules += () if bounds else _rules(spoken)

    def _amend(self, text: str, line: int) -> None:
        """Take what a person announces to hold instead of what held."""
        found = _ANNOUNCES.match(text)
        told = text[found.end() :].split("\n", 1)[0] if found else ""
        if told and not told.endswith("?") and len(content_terms(told)) >= _LEAST_WORDS:
            self.rules += [
                Candidate("decision", part, "", _SETTLED, line=line, amends=True, origin="person")
                for part in packed(list(sentences(told)))
            ]

    def _answer(self, text: str, line: int) -> tuple[bool, bool, list[_Spoken]]:
        """Whether it opens with a no, with a yes, and its sentences without these."""
        refused = _OPENINGS["refusal"].match(text)
        confirmed = _OPENINGS["confirmation"].match(text)
        if found := refused or confirmed:
            rest = text[found.end() :]
            bare = found["mark"].strip() or not rest or _TASK.match(rest)
            text = _VALUE_ALONE.sub("", rest, count=1) if bare else text
        spoken = [_Spoken(one, line) for row in text.split("\n") for one in sentences(row)]
        return refused is not None, confirmed is not None, spoken

    def agent(self, text: str, line: int, message: str = "") -> None:
        """Take a turn of the agent."""
        self.agent_spoke = True
        if not self.heard or len(text) > _LONGEST * 4:
            return
        body = without_fences(text).strip()
        proposed = [one for one in offers(body) if _says_of_what(one)]
        self.offered = [_Spoken(one, line, message) for one in proposed]
        laid_out = len(body) < len(text.strip())  # with code: a report, or what to run
        if not body or body.rstrip(" *_`").endswith(("?", "？")):
            self.proposal = []
            return
        opening, body = _opened(body)
        if _is_report(body) or (opening != "recap" and (self.asks or not self.refused or laid_out)):
            return
        if opening != "recap" and (self.worked or len(body) > _LONGEST_ANSWER):
            self.proposal = []
            return
        stated = [
            _Spoken(one, line, message)
            for row in body.split("\n")
            if not is_closing_row(row)
            for one in sentences(one_line(plain(row.strip(" -*#>"))))
            if _states(one, opening)
        ]
        heard = frozenset().union(*(one.terms for one in self.heard))
        told = [one for one in stated if shared_part(one.terms, heard) >= _LEAST_SHARED[opening]]
        if not opening:
            self.proposal = told
            return
        everything = frozenset().union(*(one.terms for one in stated))
        if opening == "recap" and shared_part(everything, heard) >= _LEAST_SHARED[opening]:
            told = stated
        terms = frozenset().union(*(one.terms for one in told))
        rules = any(_says_norm(one.text) for one in told)
        if opening == "recap" or rules or len(terms) >= _MANY_TERMS:
            repeats = opening == "recap" and shared_part(terms, heard) >= _LEAST_SHARED[""]
            self._settle(told, amends=self.amends or _amends(text), repeats=repeats)

    def _accept(self, offered: Sequence[_Spoken]) -> None:
        """Keep what the agent proposed outright, unless a recap has said it already."""
        for one in offered:
            if all(shared_part(one.terms, content_terms(s.text)) < _PART for s in self.settled):
                self.settled.append(
                    Candidate("decision", one.text, "", _SETTLED, line=one.line, origin="person")
                )
                self._weigh(one.message, 1.0)

    def _weigh(self, message: str, weight: float) -> None:
        if weight and message:
            self.weights[message] = max(round(weight, 2), self.weights.get(message, 0.0))

    def _settle(self, told: Sequence[_Spoken], *, amends: bool, repeats: bool = False) -> None:
        """Take for settled what was told; `repeats`: a recap in the person's own words."""
        while told and GUARDS["pronoun"].match(told[0].text):  # of what it is stands elsewhere
            told = told[1:]
        terms = frozenset().union(*(one.terms for one in told))
        if len(terms) < _LEAST_TERMS:
            return
        # What says no rule tells what was done about one ("The release-targeted PR is closed").
        if repeats or any(_says_norm(one.text) for one in told):
            self.summed_up |= {
                one for one in self.ruled if shared_part(content_terms(one[1]), terms) >= _MENTIONED
            }
        # A later recap of the same matter stands for the earlier one.
        self.settled = [
            one for one in self.settled if shared_part(content_terms(one.text), terms) < _COVERED
        ]
        line = told[0].line
        self.settled += [
            Candidate(
                "decision",
                part,
                "",
                _SETTLED,
                line=line,
                amends=amends,
                stated=repeats,
                origin="turn",
            )
            for part in packed([one.text for one in told])
        ]
        # And for what was ruled, as far as it speaks of it.
        self.rules = [
            one for one in self.rules if shared_part(content_terms(one.text), terms) < _MENTIONED
        ]
        self.proposal, self.refused = [], 0
        self._weigh(told[0].message, 1.0)

    def found(self, known: Sequence[Candidate] = ()) -> list[Candidate]:
        """Return the `known` candidates of the source and what was settled: each matter once.

        To be called once the conversation is over. What was settled stands for the parts of it
        that were found in other ways; where these say most of it, they stay alone.
        """
        settled = list(self.settled)
        kept = [
            one
            for one in known
            if not any(line == one.line and one.text.startswith(t) for line, t in self.summed_up)
        ]
        by_line: dict[int, list[tuple[Candidate, frozenset[str]]]] = {}
        for one in known:
            by_line.setdefault(one.line, []).append((one, content_terms(one.text)))
        for one in (*self.settled, *self.rules):
            terms = content_terms(one.text)
            same = by_line.get(one.line, ())
            if one in self.rules:
                parts = [other for other, its in same if shared_part(its, terms) >= _PART]
                kept = [other for other in kept if other not in parts]
                settled.append(replace(one, score=max(p.score for p in (one, *parts))))
            elif any(
                shared_part(terms, its) >= _COVERED and other.origin != "person"
                for other, its in same
            ):
                settled.remove(one)
        return [*kept, *settled]


def _says_of_what(offer: str) -> bool:
    """Whether a proposal names a thing, or says so much that it can be understood alone."""
    return _NAMED.search(offer) is not None or len(content_terms(offer)) >= _LEAST_TERMS


def _rules(spoken: Sequence[_Spoken]) -> Iterator[Candidate]:
    """The sentences of a refusal that say what holds instead, and the reasons behind them."""
    held: list[str] = []
    for one in spoken:
        text = plain(one.text).strip()
        if text.endswith(("?", "？", ":")) or _TASK.match(text) or GUARDS["guess"].search(text):
            continue
        if denied_cause(text) or _REPORTED.search(text):  # of what happened, not of what shall be
            return
        if held or _says_norm(text):
            held.append(text)
    text = " ".join(held)
    if (
        sum(map(str.isalpha, text)) >= _LETTERS * len(text)  # no formula
        and len(content_terms(text)) >= _LEAST_RULE
        and _NAMED.search(text)
        and not is_of_the_moment(text)
        and not text.casefold().startswith(_ORDERS)  # which are corrections
        and worth(Sentence(text, "person")) >= _LEAST_WORTH
    ):
        sure = any(map(holds_beyond, (*held, text)))
        score = _RULED if sure else WAITS
        for rule in _each_rule(held):
            for part in packed(rule):
                yield Candidate("decision", part, "", score, line=spoken[0].line, origin="person")


def _each_rule(held: Sequence[str]) -> Iterator[list[str]]:
    """Part these sentences where a second rule begins: two statements are two entries."""
    rule: list[str] = []
    rules = False
    for text in held:
        own = _JOINS.sub("", text, count=1)
        is_rule = holds_beyond(own) and GUARDS["pronoun"].match(own) is None
        if rules and is_rule:
            yield rule
            rule = []
        rules |= is_rule
        rule.append(text if rule else own)
    yield rule


def _is_report(body: str) -> bool:
    """Whether a turn lays out what was done or found: headings, tables, many lines."""
    rows = [row for row in body.split("\n") if row.strip()]
    return len(rows) > _MOST_ROWS or any(row.lstrip().startswith(("#", "|")) for row in rows)


def _states(text: str, opening: str) -> bool:
    """Whether a sentence of an agent says how something is, not what it does or wants."""
    if text.endswith(("?", "？", ":", "：")) or is_blank(text):
        return False
    if len(content_terms(_CODE.sub(" ", text))) < _LEAST_WORDS:
        return False
    if _DOING.match(text):
        return False
    if opening != "recap" and (
        _MINE.search(text) or GUARDS["narration"].match(text) or GUARDS["guess"].search(text)
    ):
        return False
    if text.rstrip(".! ").endswith(" now"):  # "Cleaning up now."
        return False
    return GUARDS["status"].search(text) is None and " currently " not in text


def _opened(body: str) -> tuple[str, str]:
    """How a turn opens ("recap", "acknowledged" or ""), and the rest of it."""
    found = _OPENINGS["recap"].match(body)
    if found is not None and found["mark"].strip()[:1] in _LEAD_MARKS:
        return "recap", _SUPERSEDES.sub("", body[found.end() :], count=1)
    found = _OPENINGS["acknowledged"].match(body)
    if found is None or not found["mark"].strip():
        return "", body
    rest = body[found.end() :]
    again = _opened(rest)
    return again if again[0] == "recap" else ("acknowledged", rest)


def packed(texts: Sequence[str]) -> Iterator[str]:
    """Whole sentences together, as long as an entry may be; longer ones parted at semicolons."""
    held = ""
    for text in _parted(texts):
        joined = f"{held} {text}" if held else text
        if len(joined) <= MAX_CHARS:
            held = joined
            continue
        if held:
            yield _first_upper(held)
        held = text
    if held:
        yield _first_upper(held)


def _parted(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        if len(text) <= MAX_CHARS:
            yield text
            continue
        held = ""
        for clause in re.split(r"(?<=[;；])\s*", text):
            if held and len(held) + len(clause) >= MAX_CHARS:
                yield held
                held = clause
            else:
                held = f"{held} {clause}".strip()
        yield held


def _first_upper(text: str) -> str:
    """Begin with a capital, unless the text begins with a name of code."""
    first = text.split(" ", 1)[0]
    return text if _NAMED.search(first) else text[:1].upper() + text[1:]
