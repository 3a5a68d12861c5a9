"""Whether a text is an architecture decision record, and what of it lasts: what was decided.

A record has, on its second level, a heading "Decision" and one of those that go with it (context,
status, consequences). Under these nothing is a rule to keep; and of a record that was rejected or
replaced nothing is. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...base.regex import regex
from ...extract.rules.block import Block
from ...extract.rules.marker_words import words
from ...extract.rules.markers import plain_label

_DECISION: Final = words(
    """
    decision|decision outcome|entscheidung|entscheid|décision|decisión|decisão|decisione|решение
    рішення|decyzja|beslut|beslissing|karar|决策|决定|決定|決策|결정
    """
)
_BESIDE: Final = words(
    """
    context|context and problem statement|problem statement|status|consequences|decision drivers
    considered options|pros and cons of the options|kontext|konsequenzen|folgen|alternativen
    contexte|statut|conséquences|contexto|estado|consecuencias|consequências|contesto|stato
    conseguenze|контекст|статус|последствия|наслідки|kontekst|konsekwencje|sammanhang|konsekvenser
    背景|状态|後果|后果|コンテキスト|ステータス|結果|影響|影响|배경|상태|결과
    """
)
_STATUS: Final = words("status|statut|estado|stato|статус|状态|狀態|ステータス|状態|상태|durum")
_DEAD: Final = regex(
    r"\W{0,6}(?:super[sc]ed|deprecat|reject|obsolet|withdrawn|replaced|declined|ersetzt|abgelehnt"
    r"|veraltet|überholt|rechazad|reemplazad|substitu[ií]d|rejeitad|remplac|rejet|abandonn|sostituit"
    r"|rifiutat|замен[её]н|отклон|устар|已?(?:废弃|取代|拒绝|否决)|廃止|却下|置き換え|폐기|거부)",
    re.IGNORECASE,
)
_KEY: Final = regex(r"[\W_]{0,8}([^\W\d_]{2,10})[*_ ]{0,4}[:：][*_ ]{0,4}(\S.{0,200})")


def is_record(found: Sequence[Block]) -> bool:
    """Whether the headings of a text are those of one decision record."""
    titles = [plain_label(block.text) for block in found if _is_section(block)]
    decided = sum(title in _DECISION for title in titles)
    return decided == 1 and any(title in _BESIDE for title in titles)


def is_beside(title: str) -> bool:
    """Whether a heading of a record is about another matter than what was decided."""
    return plain_label(title) in _BESIDE


def is_dead(found: Sequence[Block]) -> bool:
    """Whether a record says that its decision does not hold: rejected, replaced, deprecated."""
    under = ""
    for block in found:
        if block.kind == "heading":
            under = plain_label(block.text)
            continue
        said = _state_in(block)
        if under in _STATUS and block.kind != "row":
            said = said or block.text
            under = ""
        if said:
            return "|" not in said and _DEAD.match(said) is not None
    return False


def is_y_statement(text: str) -> bool:
    """Whether a sentence tells a decision in Zimmermann's form: context, concern, option, ends."""
    low = text[:600].casefold().lstrip(' *_>"')
    return low.startswith("in the context of") and ("we decided" in low or "we chose" in low)


def _state_in(block: Block) -> str:
    """What a line or a row says after the word for status; nothing where it does not."""
    if block.kind == "row":
        named = [*zip(block.header, block.cells, strict=False), block.cells[:2]]
        pairs = [pair for pair in named if len(pair) == 2]
        return next((value for name, value in pairs if plain_label(name) in _STATUS), "")
    key = _KEY.match(block.text)
    return key[2] if key and key[1].casefold() in _STATUS else ""


def _is_section(block: Block) -> bool:
    return block.kind == "heading" and block.level == 2
