"""Notes in other languages and in the shape of logs: first what is left out, then what is taken."""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.imports.rules.markdown_notes import read_notes

from ..rows import check_rows


def taken(text: str) -> list[str]:
    return [note.text for note in read_notes(text) if isinstance(note, Candidate)]


@check_rows(
    "title",
    [
        *("現在の状態", "直近の作業 (2026-02-01)", "次のタスク / 未解決", "当前进度", "下一步计划"),
        *("현재 상태", "다음 작업", "Текущее состояние", "Последние изменения", "Следующие задачи"),
        *("Aktueller Stand", "Offene Punkte", "État actuel", "Prochaines tâches"),
        *("Estado actual", "Próximas tareas", "Mudanças recentes", "Prossimi passi"),
    ],
)
def test_nothing_lasts_under_the_state_of_the_day(title: str) -> None:
    assert taken(f"# Harbour\n\n## {title}\n\n- Always keep the tide handlers thin\n") == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- `src/tide/` — 潮の計算", id="a folder, Japanese"),
    ],
)
def test_is_left_out(line: str) -> None:
    assert taken(f"# Harbour\n\n## Lessons\n\n{line}\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "# Port\n\n- a\n\n**À retenir :** le conteneur du port tourne en local, jamais seul.\n",
            "le conteneur du port tourne en local, jamais seul.",
            id="a takeaway",
        ),
        pytest.param(
            "# 学び\n\n- **港/桟橋**:\n  - 桟橋の一覧を港に集約し、下位には固有の手順を置く。\n",
            "港/桟橋: 桟橋の一覧を港に集約し、下位には固有の手順を置く。",
            id="a slash in Japanese words",
        ),
    ],
)
def test_is_taken(text: str, expected: str) -> None:
    assert taken(text) == [expected]
