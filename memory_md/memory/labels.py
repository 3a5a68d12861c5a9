"""The labels of entries, with their names in other languages: a table of wording."""

import re
from typing import Final

from .model import KINDS

# One row a kind and language group; any case. At most 60 rows.
_NAMES: Final = {
    "decision": "entscheidung décision decisión decisão decisione решение 决定 決定 결정",
    "scope": "geltungsbereich portée alcance escopo ambito область 范围 範囲 범위",
    "risk": "risiko risque riesgo risco rischio риск 风险 リスク 위험",
    "modified_files": "geänderte dateien|fichiers modifiés|archivos modificados",
    "fixed": "behoben corrigé corregido corrigido risolto исправлено 已修复 修正 수정",
    "issue": "problème problema проблема 问题 問題 문제",
    "learning": "erkenntnis leçon lección lição lezione урок 教训 教訓 교훈",
    "architecture": "architektur arquitectura arquitetura architettura архитектура 架构 設計 구조",
    "convention": "konvention règle convención convenção convenzione соглашение 约定 規約 규칙",
    "gotcha": "stolperstein piège trampa armadilha trappola ловушка 陷阱 注意 주의",
    "dependency": "abhängigkeit dépendance dependencia dipendenza зависимость 依赖 依存 의존성",
    "pattern": "muster patrón padrão паттерн 模式 パターン 패턴",
    "preference": "vorliebe préférence preferencia preferência предпочтение 偏好 好み 선호",
    "procedure": "ablauf procédure procedimiento procedura процедура 步骤 手順 절차",
    "fact": "fakt fait hecho fato fatto факт 事实 事実 사실",
    "project": "projekt projet proyecto projeto progetto проект 项目 プロジェクト 프로젝트",
    "identity": "identität identité identidad identidade identità личность 身份 身元 신원",
}


def _kinds_by_name() -> dict[str, str]:
    names = {label.casefold(): kind for kind, label in KINDS.items() if label}
    for kind, row in _NAMES.items():
        for name in row.split("|") if "|" in row else row.split():
            names.setdefault(name, kind)
    return names


KIND_BY_NAME: Final = _kinds_by_name()
_ANY: Final = "|".join(sorted(map(re.escape, KIND_BY_NAME), key=len, reverse=True))
# **Decision**: text, **Decision (high):** text, **Decision** (high): text, and without emphasis.
_LABEL: Final = re.compile(
    rf"(?P<bold>\*\*|__)?(?P<label>{_ANY})(?P<a>\*\*|__)?(?:[ \t]*\((?P<q>[^()]{{1,80}})\))?"
    r"(?P<b>\*\*|__)?[ \t]?[:：](?P<c>\*\*|__)?(?:[ \t]+|(?<=：)|$)",
    re.IGNORECASE,
)


def split_label(words: str) -> tuple[str, str, str]:
    """Return (kind, qualifier, text) of "Label (qualifier): text"; a note where there is no label.

    The label may be bold; an unknown one is text.
    """
    found = _LABEL.match(words)
    if not found or not words[found.end() :]:
        return "note", "", words
    closing = [mark for mark in found.group("a", "b", "c") if mark]
    if closing != ([found["bold"]] if found["bold"] else []):
        return "note", "", words
    return KIND_BY_NAME[found["label"].casefold()], (found["q"] or "").strip(), words[found.end() :]
