"""The words of a diary's index: names of columns, and of states. Words only; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ..model.diary import DONE, PENDING

# Column by the name that its header has, in lower case.
COLUMNS: Final = {
    name: column
    for column, names in {
        "date": "date|day|when|дата|день|когда|datum|fecha|data|日期|日付|날짜",
        "id": "id|task|task id|spec|spec id|ticket|issue|key|ид|задача|тикет|aufgabe|tarea|任务"
        "|編號|タスク|작업",
        "type": "type|kind|тип|вид|typ|art|tipo|类型|類型|種別|종류|유형",
        "summary": "summary|title|description|what|problem|note|суть|описание|название|заголовок"
        "|кратко"
        "|проблема|zusammenfassung|titel|résumé|titre|resumen|título|resumo|摘要|概要|标题|要約"
        "|요약|제목",
        "debug": "debug|debug attempts|attempts|retries|отладка|попытки",
        "files": "files|files changed|changed files|файлы|dateien|fichiers|archivos|arquivos"
        "|文件列表|파일들",
        "status": "status|state|статус|состояние|zustand|estado|statut|état|stato|状态|狀態|状態"
        "|상태",
        "file": "file|link|entry|details|файл|ссылка|запись|datei|fichier|archivo|arquivo|lien"
        "|enlace"
        "|文件|链接|ファイル|リンク|파일|링크",
    }.items()
    for name in names.split("|")
}

# What else a summary may be called, where no column is called one.
SUMMARIES: Final = frozenset(
    ("action", "cause", "change", "complaint", "decision", "event", "finding", "incident", "item",
     "learning", "lesson", "notes", "observation", "root cause", "subject", "topic",
     "what happened", "решение", "событие", "причина", "урок", "entscheidung", "ereignis",
     "décision", "decisión", "decisão", "决定", "事件", "決定", "出来事", "결정")
)  # fmt: skip

# How a row says that it waits, and in the same language that it no longer does.
_PAIRS: Final = (
    ("pending", "done"), ("open", "closed"), ("todo", "done"), ("to do", "done"), ("new", "done"),
    ("unresolved", "resolved"), ("unprocessed", "processed"), ("not done", "done"),
    ("ожидает", "готово"), ("в ожидании", "готово"), ("ждёт", "готово"), ("ждет", "готово"),
    ("открыто", "закрыто"), ("открыта", "закрыта"), ("открыт", "закрыт"), ("новое", "готово"),
    ("не обработано", "обработано"), ("не сделано", "сделано"), ("не решено", "решено"),
    ("очікує", "готово"), ("offen", "erledigt"), ("ausstehend", "erledigt"),
    ("en attente", "terminé"), ("ouvert", "fermé"), ("pendiente", "hecho"), ("abierto", "cerrado"),
    ("pendente", "concluído"), ("aberto", "fechado"), ("in attesa", "fatto"), ("aperto", "chiuso"),
    ("待处理", "已完成"), ("未完成", "已完成"), ("待办", "已完成"), ("未着手", "完了"),
    ("未対応", "対応済み"), ("保留", "完了"), ("대기", "완료"), ("[ ]", "[x]"), ("⏳", "✅"),
    ("🟡", "🟢"), ("🔴", "🟢"), ("⬜", "✅"), ("🕒", "✅"), ("🚧", "✅"), ("❌", "✅"),
)  # fmt: skip
_DONE_TOO: Final = (
    "complete", "completed", "fixed", "finished", "merged", "handled", "решена", "решён",
    "исправлено", "выполнено", "завершено", "готова", "готов", "закрыто", "сделано", "behoben",
    "résolu", "resuelto", "resolvido", "完成", "解決", "해결", "✔", "✔️", "☑", "☑️", "✓",
)  # fmt: skip
_DONE_OF: Final = dict(_PAIRS)
PENDING_OF: Final = {done: pending for pending, done in reversed(_PAIRS)}
_STATES: Final = dict.fromkeys((word for word, _ in _PAIRS), PENDING) | dict.fromkeys(
    (*_DONE_TOO, *(done for _, done in _PAIRS)), DONE
)


def _pattern(words: list[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"(?<!\w){re.escape(w)}(?!\w)" if w[-1].isalpha() else re.escape(w) for w in ordered)
    return re.compile("|".join(parts), re.IGNORECASE)


_STATE: Final = _pattern(list(_STATES))


@cache
def _waiting() -> re.Pattern[str]:
    return _pattern(list(_DONE_OF))


def status_of(cell: str) -> str:
    """The normal form of a status: `pending`, `done`, or what the cell says in lower case.

    The first word that says either counts; words win over signs.
    """
    plain = re.sub(r"(?<!\w)[*_`~]+|[*_`~]+(?!\w)", "", cell[:200]).strip().casefold()
    found = [match[0].casefold() for match in _STATE.finditer(plain)]
    worded = [word for word in found if word[-1].isalpha()] or found
    return _STATES[worded[0]] if worded else " ".join(plain.split())


def may_be_pending(line: str) -> bool:
    """Whether any word or sign that can say so stands in a line; cheap, and often wrong."""
    low = line.casefold()
    return any(word in low for word in _DONE_OF)


def as_done(cell: str) -> str:
    """A pending status cell with the word and the sign that say so turned into their opposites."""
    left = {True, False}  # a word, a sign

    def turned(found: re.Match[str]) -> str:
        word = found[0]
        if word[-1].isalpha() not in left:
            return word
        left.discard(word[-1].isalpha())
        done = _DONE_OF[word.casefold()]
        if word.isupper() and len(word) > 1:
            return done.upper()
        return done[:1].upper() + done[1:] if word[:1].isupper() else done

    return _waiting().sub(turned, cell)


def columns_of(headers: Sequence[str]) -> tuple[str, ...]:
    """The column that each header of a table names, "" for one that is none of the index's."""
    names = [" ".join(re.sub(r"[*_`:№#]", " ", one[:60]).casefold().split()) for one in headers]
    columns = [COLUMNS.get(name, "") for name in names]
    if "summary" not in columns:
        other = next((at for at, name in enumerate(names) if name in SUMMARIES), -1)
        if other >= 0 and not columns[other]:
            columns[other] = "summary"
    return tuple(columns)
