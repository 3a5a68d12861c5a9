"""What is never a learning, whatever words it uses.

Narration, plans, questions, guesses, instructions, status reports, and what has the form of a
learning and no content.
"""

import re
from typing import Final

from ...base.regex import regex
from ...base.sparse_regex import sparse_regex
from .cues import has_reason
from .word_table import groups

_FORMS: Final = {
    "words": r"\b(?:{})\b",
    "start": r"\b(?:{})",
    "opening": r"(?:{})\b",
    "word": r"(?:{})(?![\w'’])",
    "plain": "{}",
}


class _Guards(dict[str, re.Pattern[str]]):
    """The expressions of `noise.txt` by name, each compiled when it is first asked for."""

    def __missing__(self, wanted: str) -> re.Pattern[str]:
        found = {name: (form, lines) for (name, form), lines in groups("noise.txt")}
        form, lines = found[wanted]
        parts = (_FORMS[form].replace("{}", line) for line in lines)
        self[wanted] = sparse_regex(*parts, flags=re.IGNORECASE)
        return self[wanted]


GUARDS: Final = _Guards(
    you=sparse_regex(r"\byou(?:r|['’]\w+)?\b", flags=re.IGNORECASE),
    first=regex(r"\b(?:i|me|my|we|us|our)\b(?!/)", re.IGNORECASE),
    i=regex(r"\b(?:I|my|me)\b(?!/)"),
)


# What only somebody who was there can look up: the text around it, the change at hand, a place
# in code that has moved since.
_MOMENT: Final = regex(
    r"\bthis (?:PR|pull request|MR|commit|branch|session|conversation|chat|message|response|review"
    r"|diff|patch)\b|\b(?:see|as|mentioned|described|listed|shown|noted|discussed|stated)(?: \w+)?"
    r" (?:above|below|earlier)\b|\b(?:above|below|previous)[- ](?:mentioned|described|listed)\b"
    r"|\bcurrent (?:\w+ ){0,3}(?:at|on|in|from) lines? \d",
    re.IGNORECASE,
)
_POINTING: Final = regex(
    r"\b(?:this|these) (?:files?|functions?|methods?|class(?:es)?|modules?|tests?|lines?"
    r"|scripts?|components?|ones?)\b",
    re.IGNORECASE,
)
# One of these is in whatever the two above find; told in one glance.
_HINTS: Final = ("his ", "hese ", "bove", "elow", "arlier", "revious", "urrent ")
_NAMED: Final = regex(r"`[^`]+`|\w[./_]\w|\w\(\)|[a-z][A-Z]|[A-Z]{2}")


def is_of_the_moment(text: str) -> bool:
    """Whether the text points at something that stands elsewhere or is soon gone ("this PR")."""
    for word in _HINTS:
        if word in text:
            break
    else:
        return False
    if _MOMENT.search(text):
        return True
    found = _POINTING.search(text)
    return found is not None and _NAMED.search(text[: found.start()]) is None


_MACHINERY: Final = regex(
    r"\b(?:CI|builds?|tests?|checks?|hooks?|git|PR|push|branch|pipeline|job|run|agent|server)\b",
    re.IGNORECASE,
)


# The items of a numbered list, or the path of a file and what stood below it, on one line.
_RUN_ON: Final = regex(
    r"(?:^|[.,:;!?)。；：] ?)1[.)] ?(?=\D).+?(?<=[\s.;:。；])2[.)] ?(?=\D)"
    r"|(?<=[.:;!?)。；：] )\d{1,2}[.)] (?=[A-Z*`])"
    r"|^(?:[\w.-]+/)+[\w-]+\.\w{1,5} (?=[A-Z][a-z]+ |(?:[\w.-]+/)+[\w-]+\.\w{1,5} )"
)


def is_run_on(text: str) -> bool:
    """Whether the text was several lines: list items, or a file's name above a sentence."""
    return _RUN_ON.search(text) is not None


def is_none(text: str) -> bool:
    """Whether the text only says that there is nothing to say ("None - plan executed …")."""
    return GUARDS["none"].match(text) is not None


# "#14, #22 moved to the next sprint": a schedule.
_TICKETS: Final = regex(r"(?:#\d{1,6}[ ,;/&+]{1,3}(?:\w{1,3} )?){2}")


def is_noise(text: str) -> bool:
    """Whether a text is narration, a question, a plan or a status report, in any section."""
    bare = text.strip(" *_\"'“”")
    return (
        not bare
        or bare.endswith(("?", "？", ":", "：", "…", "..."))
        or bare[0] in "✅✔☑🎉🚀❓❌⏳📋🎯👍"
        or GUARDS["narration"].match(bare) is not None
        or GUARDS["none"].match(bare) is not None
        or GUARDS["status"].search(bare) is not None
        or is_of_the_moment(bare)
        or (bare[0] == "#" and _TICKETS.match(bare) is not None)
        or sum(map(str.isalpha, bare)) * 2 < len(bare.replace(" ", ""))
    )


def is_report(text: str) -> bool:
    """Whether the text reports a thing done ("Added …") without saying why."""
    return GUARDS["done"].match(text) is not None and not has_reason(text)


def is_bare_order(text: str) -> bool:
    """Whether a few words only tell what to do ("Create a table."), of anything and for nothing."""
    few = text.count(" ") < 8 and ":" not in text and "`" not in text
    return few and GUARDS["imperative"].match(text) is not None and not has_reason(text)


def is_scene(text: str) -> bool:
    """Told of the speaker, or of the machinery at this moment ("CI is checking out …")."""
    return GUARDS["i"].search(text) is not None or _MACHINERY.match(text) is not None


def is_plan(text: str) -> bool:
    """Whether the text says what somebody is about to do."""
    return GUARDS["intent"].search(text) is not None


def is_guess(text: str) -> bool:
    """Whether the text only supposes ("might", "probably")."""
    return GUARDS["guess"].search(text) is not None


def is_passing(text: str) -> bool:
    """True for the moment only; "the client parses X, but the server sends Y" is how code is."""
    found = GUARDS["passing"].search(text)
    if found is None:
        return False
    running = found[0].endswith("ing") and _MACHINERY.search(text[: found.start()]) is None
    return not (running and ", but " in text)


_LONGEST_BLANK: Final = 200

_BRACKETS: Final = regex(
    r"(?:<[^<>]{1,120}>|\[(?!redacted\b|x\]| \])[^\[\]]{1,120}\]|\{{1,2}[^{}]{1,120}\}{1,2}|_{3,}"
    r"|\.{3}|…)[.:]?$",
    re.IGNORECASE,
)
_BLANK: Final = regex(
    r"(?:(?:describe|explain|insert|fill in|write|state|list|enter|add|put|summari[sz]e|your)"
    r" (?:\S+ ){1,8}(?:goes )?here|lorem ipsum\b.{0,150}|(?:short|brief|one[- ](?:line|sentence))"
    r" (?:description|summary|explanation|statement)(?: of .{1,60})?"
    r"|(?:what|why|how|who|when|which)(?:[ ,/](?:and|or|was|were|is|the|you|we|it|to|went|decided"
    r"|chosen|learned|learnt|happened|changed|matters?|why|what|how|wrong|worked|failed|did|made"
    r"|option|choice|goes|here))+)[.!…]*$",
    re.IGNORECASE,
)
_NOT_KNOWN: Final = regex(
    r"(?:(?:the )?(?:root )?cause (?:(?:of|for|behind) [^:,.]{2,60}? )?)?(?:is |was )?(?:still "
    r"|as yet |currently |so far |yet )?(?:not (?:yet |quite |really )?(?:fully )?(?:known|clear"
    r"|determined|identified|found|decided|sure|understood|established)|unknown|unclear"
    r"|undetermined|undecided|tbd|t\.b\.d\.|to be (?:determined|decided|confirmed|defined"
    r"|discussed|investigated|done|filled in)|under investigation|(?:being )?investigat(?:ed|ing)"
    r"|needs? (?:more |further )?investigation|pending|none yet|nothing yet|noch (?:unklar|offen"
    r"|unbekannt)|unbekannt|inconnue?|desconocid[ao]|неизвестн[оа]|пока (?:неизвестно|неясно)|不明"
    r"|未知|待定|未定)(?: yet| so far| at this (?:point|time)| for now)?(?:[ ]?[,.;:!(—–]| -|$"
    r"| (?:why|what|where|how|whether|if|but|yet)\b)",
    re.IGNORECASE,
)
# Said of the place where the agent works, not of the project.
_COULD_NOT: Final = regex(
    r"(?:(?:i|we) (?:could ?n[o'’]t|could not|(?:was|were) unable to|(?:did|have)(?: not|n['’]t))"
    r"|i (?:can['’]t|cannot)|(?:was |were )?unable to)(?: \w+ly)? (?:run|execute|test(?:ed)?|verify"
    r"|verified|check|lint|reproduce|install|compile|build|access|open|start|confirm)\b",
    re.IGNORECASE,
)


def is_blank(text: str) -> bool:
    """Whether a labelled text says nothing yet."""
    return is_unfilled(text) or (len(text) <= _LONGEST_BLANK and _COULD_NOT.match(text) is not None)


def is_unfilled(text: str) -> bool:
    """Whether a text only holds the place of one that is yet to come ("<why>", "TBD")."""
    if len(text) > _LONGEST_BLANK:
        return False
    return any(found.match(text) is not None for found in (_BRACKETS, _BLANK, _NOT_KNOWN))
