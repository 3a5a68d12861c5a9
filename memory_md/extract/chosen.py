"""What a person chose when the agent asked, and the plans that they approved."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..base.text import clip, one_line
from ..memory.model import APPROVED
from ..transcripts.model import Choice, Plan, Session
from .found import Found, said_by_person
from .labelled import labelled_lines

_LONGEST_MATTER: Final = 160
_MOST_PLAN_LINES: Final = 8
# What agents write behind the option that they would take themselves.
_ADVISED: Final = re.compile(
    r"\s*[(（\[](?:recommended|suggested|default|推奨|推荐|empfohlen|recommandé|recomendad[oa]"
    r"|рекомендуется)[)）\]]\s*$",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(r"(?:[?？]|(?:っけ|ですか|か。?))\s*$")
# Answers that decide nothing about the project.
_NO_ANSWER: Final = re.compile(
    r"(?:other|skip|cancel|none|not sure|i don'?t know|you (?:decide|choose)|let me .*"
    r"|type something.*|その他|わからない|其他|不知道)\.?$",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"(?:[-*+]|\d{1,2}[.)])?\s*(?:\*\*)?(?P<text>(?:we(?:'ll| will| have decided to| decided to"
    r"| use)|wir (?:nehmen|verwenden|werden)|nous (?:allons|utiliserons))\b.{8,500})",
    re.IGNORECASE,
)


def chosen_answers(session: Session) -> Iterator[Found]:
    """Yield a decision for each question that the person answered with something."""
    for choice in session.choices:
        chosen = _options(choice.chosen)
        if not chosen or any(map(_QUESTION.search, chosen)):
            continue
        others = [one for one in _options(choice.options) if one not in chosen]
        over = f" (over {', '.join(others)})" if others else ""
        quote = one_line(f"{choice.question} → {', '.join(choice.chosen)}")
        text = f"{_matter(choice)}: {', '.join(chosen)}{over}"
        yield Found(said_by_person("decision", text, choice.number, quote))


def _options(options: tuple[str, ...]) -> list[str]:
    """Return the options that decide something, without advice."""
    plain = [_ADVISED.sub("", one_line(option)) for option in options]
    return [one for one in plain if one and not _NO_ANSWER.match(one)]


def _matter(choice: Choice) -> str:
    """Return what was asked about: the question without its mark, or its header if it is long."""
    question = one_line(choice.question).rstrip("?？ ")
    if choice.header and (not question or len(question) > _LONGEST_MATTER):
        return one_line(choice.header)
    return clip(question, _LONGEST_MATTER)


def approved_plans(session: Session) -> Iterator[Found]:
    """Yield the decisions of plans that the person approved: labelled lines and "we will …"."""
    for plan in session.plans:
        if plan.approved:
            yield from list(_decisions(plan))[:_MOST_PLAN_LINES]


def _decisions(plan: Plan) -> Iterator[Found]:
    labelled = labelled_lines(plan.text)
    for one in labelled:
        yield _planned(plan, one.kind, one.qualifier, one.text, one.quote)
    for line in plan.text.split("\n"):
        found = _DECIDED.match(line.strip())
        text = found["text"].replace("**", "").strip() if found else ""
        if text and not _QUESTION.search(line) and not any(text in one.text for one in labelled):
            yield _planned(plan, "decision", "", text, line.strip())


def _planned(plan: Plan, kind: str, qualifier: str, text: str, quote: str) -> Found:
    said = said_by_person(kind, text, plan.number, quote, qualifier)
    return Found(replace(said, act="approved", conf=APPROVED, basis="person_agreed"))
