"""Lines that have the form of a learning and no content.

A template's blank ("Decision: <what was decided>"), what is not known yet, what somebody is about
to ask, and what could not be run where the agent works.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex

_LONGEST: Final = 200

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
_OPEN: Final = regex(
    r"(?:(?:the )?(?:root )?cause (?:(?:of|for|behind) [^:,.]{2,60}? )?)?(?:is |was )?"
    r"(?:still |as yet |currently |so far |yet )?"
    r"(?:not (?:yet |quite |really )?(?:fully )?(?:known|clear|determined|identified|found"
    r"|decided|sure|understood|established)|unknown|unclear|undetermined|undecided|tbd|t\.b\.d\."
    r"|to be (?:determined|decided|confirmed|defined|discussed|investigated|done|filled in)"
    r"|under investigation|(?:being )?investigat(?:ed|ing)|needs? (?:more |further )?investigation"
    r"|pending|none yet|nothing yet|noch (?:unklar|offen|unbekannt)|unbekannt|inconnue?"
    r"|desconocid[ao]"
    r"|неизвестн[оа]|пока (?:неизвестно|неясно)|不明|未知|待定|未定)"
    r"(?: yet| so far| at this (?:point|time)| for now)?"
    r"(?:[ ]?[,.;:!(—–]| -|$| (?:why|what|where|how|whether|if|but|yet)\b)",
    re.IGNORECASE,
)
_WHO: Final = (
    r"(?:(?:the |a |my |our )?(?:user|human|person|developer|maintainers?|owner|author|team"
    r"|reviewer"
    r"|client|customer|boss)|you|them|him|her)"
)
# "Ask the user for a name before …" is how a program works.
_PUT_OFF: Final = regex(
    r"to be (?:determined|decided|confirmed|discussed)\b"
    r"|(?:ask|wait for|check with|consult|confirm with|discuss (?:this |it )?with) "
    + _WHO
    + r"(?: first| again| about (?:it|this|that)| to (?:answer|decide|reply|respond))?[.!]*$",
    re.IGNORECASE,
)
_SPEAKS: Final = regex(
    r"(?:(?:i|we)(?:['’]ll| will| am going to|['’]m going to| need to| have to| should| must"
    r"|['’]d like to)(?: first| then| now)? (?:ask|wait|check|see|look|think|decide|discuss|revisit"
    r"|investigate|confirm|consult|clarify|get back|come back|let you know|continue|proceed)"
    r"|let me)\b",
    re.IGNORECASE,
)
# Said of the place where the agent works, not of the project.
_COULD_NOT: Final = regex(
    r"(?:(?:i|we)(?: have| was| were)?(?: also)? (?:could ?n[o'’]t|could not|(?:was"
    r"|were)(?:n['’]t| not)"
    r" able to|(?:was |were )?unable to|did(?:n['’]t| not)|have(?:n['’]t| not))|i (?:can['’]t"
    r"|cannot|"
    r"can not|am unable to|am not able to)|(?:was |were )?unable to)(?: actually| directly"
    r"| locally| fully)? (?:run|ran|execute|test|verify|verified|check|lint|reproduce|install"
    r"|compile|build|access|open|start|confirm|tested|be (?:run|tested|verified))\b",
    re.IGNORECASE,
)
_MADE_DO: Final = regex(
    r"(?:i |we )?(?:have |had to )?(?:used|ran|run|fell back (?:to|on)|skipped|tested|checked"
    r"|verified|searched|grepped) .{1,120}? (?:because|since|as) [^.;]{1,80}? "
    r"(?:(?:is|was|are|were)(?:n['’]t| not) (?:\w+ly )?(?:installed|on (?:the )?path"
    r"|in (?:the )?path)"
    r"|(?:(?:is|was|are|were)(?:n['’]t| not) (?:\w+ly )?available|(?:is|was) (?:missing"
    r"|unavailable))"
    r"(?= here| locally| in (?:this|the|my) \w+[.!]*$| on (?:this|my) ))"
    r"(?: (?:here|locally|(?:in|on) (?:this|the|my) \w+))?[.!]*$",
    re.IGNORECASE,
)


def is_blank(text: str) -> bool:
    """Whether a labelled text says nothing yet."""
    if len(text) > _LONGEST:
        return False
    return any(
        found.match(text) is not None
        for found in (_BRACKETS, _BLANK, _OPEN, _PUT_OFF, _COULD_NOT, _MADE_DO)
    ) or (_SPEAKS.match(text) is not None and "because" not in text)
