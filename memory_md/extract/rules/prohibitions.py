"""Orders and bans that a project's own documents give, in any language.

"Nunca X: Y", "禁止…": they open with the ban, name something of the code, and say why or what
to do in its place.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from ...base.text import CJK
from .diagnosis import Verdict
from .noise import GUARDS, is_noise
from .place import Place
from .reasons import RULE_WITH_REASON

_BANS: Final = regex(
    r"(?:PAS (?:de|d['’])|pas (?:de |d['’])(?=`|\w+ \w)|ne (?:pas|jamais) \w|ne \w+ (?:pas"
    r"|jamais) |jamais (?:de |d['’])?|toujours \w+er\b|interdi\w+ "
    r"|keine?[nmrs]? |niemals |nie |nicht \w|immer |verboten|nunca |jam[aá]s |siempre \w+[aei]r\b"
    r"|no (?:\w+[aei]r(?:lo|la|se)?|use[ns]?) "
    r"|prohibido |não \w+[aei]r |sempre \w+[aei]r |proibido |evit[ae]r? |mai |non \w+[aei]re "
    r"|vietato |sempre \w+[aei]re "
    r"|никогда |не \w+(?:ть|ти|йте|й)(?:ся|сь)? |нельзя |запрещено |всегда |ніколи |не можна "
    r"|заборонено |завжди "
    r"|nigdy |nie wolno |nie \w+(?:ać|ić|yć|eć|uj|aj|ij) |zawsze |zabronione |aldrig |nikdy "
    r"|nooit )",
    re.IGNORECASE,
)
_BANS_GLUED: Final = regex(
    r"(?:禁止|严禁|嚴禁|不要|切勿|勿|绝不|絕不|绝对不|必须|必須"
    r"|务必|務必|一定要|不得|不能|不可|永远不|永遠不|始终|絶対に|必ず|절대|반드시|항상)"
)
_ENDS: Final = regex(
    r"(?:しない|するな|使わない|禁止|べきではない|してはいけない"
    r"|してはならない|すること|しないこと|하지 (?:않는다|말 것|마세요|말아야)|금지)[。.]?$"
)
_ENGLISH: Final = regex(
    r"(?:no |never |do not |don['’]t |avoid |always |only )(?P<what>[^—–:;.]{6,160}?)(?: ?[—–]"
    r"| --?|[:;])[ ]"
    r"(?:(?:use|prefer|instead|always|keep|call|go through|it|they|because|otherwise|or)\b"
    r"|`[^`]+` )[^?]{8,}",
    re.IGNORECASE,
)
# A ban that names a piece of code needs no reason to be one.
_STRICT: Final = regex(
    r"(?:never|do not|don['’]t|must not|always) (?!forget|worry|hesitate|need\b|have\b|be\b"
    r"|know\b)\w+ [^?]{0,60}?`[^`]+`",
    re.IGNORECASE,
)
_ENGLISH_BAN: Final = regex(
    r"(?:no |never |do not |don['’]t |avoid |always |only |NOT )", re.IGNORECASE
)
_REASON: Final = regex(r"[—–;:：，,。]|->|→|\. |\(|（| - ")
# What belongs to every such occasion ("Before every deploy: run the smoke test").
_OCCASION: Final = regex(
    r"(?:before|after|upon|on) (?:every|each|any) [^,:;?.]{3,60}[,:] (?P<order>[^?]{12,})",
    re.IGNORECASE,
)
# Whom or what a rule is for, before the rule.
_TOPIC: Final = regex(
    r"[A-Z][\w`./ -]{2,40}: (?=never |always |do not |don['’]t |no |avoid |only )"
)
_ENGLISH_WORDS: Final = regex(r"\b(?:the|are|and|with|could|this|that|from)\b")
_CODE: Final = regex(
    r"`[^`]+`|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b\w+\(\)|\b[A-Z]{2,}\b|\b[\w-]+\.(?:[a-z]{1,4})\b(?!\w)"
    r"|[\w-]+/[\w-]+|--\w+"
)
_CJK: Final = regex(f"[{CJK}]")
_PERSON: Final = regex(
    r"\b(?:vous|votre|tu|ton|Sie|Ihre?|du|usted|tú|você|вы|вам|ваш\w*|proszę)\b|您|你|请|請|ください|주세요",
    re.IGNORECASE,
)


def opens_with_ban(text: str) -> bool:
    """Whether the first words forbid or order something."""
    return (
        _ENGLISH_BAN.match(text) is not None
        or _BANS.match(text) is not None
        or _BANS_GLUED.match(text) is not None
    )


def _is_rule(text: str) -> bool:
    """Whether an order is one for good, and not a step of a plan."""
    told = GUARDS["you"].search(text) or GUARDS["i"].search(text) or GUARDS["status"].search(text)
    return told is None and not is_noise(text)


def judge_prohibition(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence that opens a list item or a paragraph of rules."""
    if not 20 <= len(text) <= 500 or text[-1] in "?？:：":
        return None
    if place.item and ": " in text[:44] and (topic := _TOPIC.match(text)) is not None:
        rule = text[topic.end() :]
        ruled = judge_prohibition(rule, place) is not None or RULE_WITH_REASON.match(rule)
        return Verdict("convention", text, 0.45) if ruled and _is_rule(text) else None
    if " e" in text[:12] or " a" in text[:12]:
        found = _OCCASION.match(text)
        if found is not None and GUARDS["imperative"].match(found["order"]):
            return Verdict("convention", text, 0.45) if _is_rule(text) else None
    if text[0] in "NnDdAaO" and (_ENGLISH.match(text) or _STRICT.match(text)):
        named = place.item and _CODE.search(text) and not GUARDS["you"].search(text)
        plan = GUARDS["status"].search(text) or is_noise(text)
        return Verdict("convention", text, 0.45) if named and not plan else None
    if text.isascii():
        if not (place.item and _BANS.match(text)) or _ENGLISH_WORDS.search(text):
            return None
    elif _CJK.search(text):
        banned = _BANS_GLUED.match(text) or (_ENDS.search(text) and _CODE.search(text))
        if not banned or _CODE.search(text) is None or _PERSON.search(text):
            return None
        return Verdict("convention", text, 0.45)
    elif not _BANS.match(text):
        return None
    if _CODE.search(text) is None or _REASON.search(text) is None or _PERSON.search(text):
        return None
    return None if is_noise(text) else Verdict("convention", text, 0.45)
