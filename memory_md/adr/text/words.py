"""The words that decision records are written with, in the languages they are written in.

A heading or a key is recognised by a word in it: "Decision Outcome", "## 決定", "Statut :". Words
are in lower case, as `casefold` gives them.
"""

from __future__ import annotations

from typing import Final, Literal

from ...base.regex import regex

Part = Literal["status", "date", "context", "options", "decision", "consequences", "more"]

# The first row that has a word of a heading says what it is about: "Considered Options" before
# "Decision", since "Options for the decision" is about options.
_PARTS: Final[dict[Part, str]] = {
    "status": "status statut estado stato статус stan ステータス 状態 状态 狀態 상태 durum",
    "date": "date datum fecha дата 日付 日期 날짜 tarih",
    "options": "options alternatives optionen alternativen alternativas opciones opções opzioni"
    " варианты альтернативы 選択肢 候補 选项 選項 不採用 採用しなかった 却下 대안",
    "consequences": "consequences consequence impact implications konsequenzen folgen auswirkungen"
    " conséquences consecuencias consequências conseguenze последствия konsekwencje"
    " konsekvenser 影響 影响 結果 后果 後果 결과",
    "context": "context problem background motivation kontext hintergrund contexte contexto"
    " contesto контекст проблема tło 背景 文脈 コンテキスト 上下文 問題 问题 배경",
    "decision": "decision outcome resolution entscheidung décision decisión decisão decisione"
    " решение decyzja beslut beslissing 決定 决定 决策 採用 결정 karar",
    "more": "more information links notes references related weitere notizen verweise liens enlaces"
    " referencias ссылки заметки 参考 補足 关联 참고",
}
# A heading of several words with one of these is about something narrower than the part.
_NARROWER: Final = frozenset(
    ["drivers", "pros", "positive", "good", "approvers", "makers", "maker", "log"]
)
_STATUS_WORDS: Final = {
    "superseded": "superseded superceded replaced ersetzt remplac reemplaz substitu sostituit"
    " замен 置き換え 取代 廃止 ersatt",
    "deprecated": "deprecat obsolet retired veralt 非推奨 废弃 устар",
    "rejected": "reject declined withdrawn abgelehnt rejet rechaz rejeit rifiut отклон 却下 拒绝 否决",
    "accepted": "accept approved adopted implemented decided agreed angenommen akzept genehmigt"
    " aceptad aceit aprova accettat принят утвержд 承認 採用 採択 接受 采纳 godkän zaakcept",
    "proposed": "propos pending review vorgeschlagen propuest предлож 提案 提议 审查 föresla",
    "draft": "draft wip entwurf brouillon borrador rascunho bozza черновик 下書き 草稿 草案",
}
_WORD: Final = regex(r"[^\W\d_]+")
_MARKUP: Final = regex(r"<!--.*?-->|[*_`#:：]+")


def part_of(heading: str) -> Part | None:
    """What a heading or key is about, or None where it is about nothing that we know."""
    plain = _MARKUP.sub(" ", heading[:200]).casefold()
    words = set(_WORD.findall(plain))
    if words & _NARROWER and len(words) > 1:
        return None
    for part, names in _PARTS.items():
        if part in ("status", "date") and len(words) > 2:
            continue  # "Do not add a status" is about something else
        for name in names.split():
            # Scripts without spaces between words: the name is anywhere in the heading.
            if name in words or (not name.isascii() and ord(name[0]) > 0x2E7F and name in plain):
                return part
    return None


def status_of(text: str) -> str:
    """The status in one word, that which is said first; nothing where it is none that we know."""
    low = text[:500].casefold()
    found = [
        (low.find(beginning), status)
        for status, beginnings in _STATUS_WORDS.items()
        for beginning in beginnings.split()
        if beginning in low
    ]
    return min(found)[1] if found else ""
