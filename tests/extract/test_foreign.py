"""Headings, labels and sentences in other languages mean what they mean in English."""

from __future__ import annotations

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    # narration and plans
    "german-plan": "Ich werde jetzt `pytest` ausführen, weil der Test sonst nicht läuft.",
    "german-let": "Lass mich `settings.py` prüfen, weil der Wert nicht stimmt.",
    "french-plan": "Je vais utiliser `grep` au lieu de `find` parce que c'est plus rapide.",
    "french-now": "Maintenant, `build` utilise le cache au lieu du réseau, ce qui est bien.",
    "spanish-plan": "Voy a cambiar `config.yml` porque la prueba no pasa.",
    "portuguese-plan": "Vou alterar o `worker` porque a fila está cheia.",
    "italian-plan": "Adesso `deploy.sh` usa il file nuovo invece di quello vecchio.",
    "russian-plan": "Сейчас я проверю `settings.py`, потому что тест падает.",
    "ukrainian-plan": "Зараз перевірю `settings.py`, тому що тест падає.",
    "polish-plan": "Teraz sprawdzę `settings.py`, ponieważ test nie przechodzi.",
    "chinese-plan": "我来检查一下 config.py，因为测试失败了。",
    "traditional-plan": "讓我檢查 config.py，因為測試失敗了。",
    "japanese-plan": "確認のため、`pytest`を実行します。",
    "korean-plan": "테스트가 실패하기 때문에 `config.py`를 먼저 확인하겠습니다.",
    # guesses, questions, what is said to the person
    "german-guess": "Wahrscheinlich ist `redis` voll, weil niemand alte Schlüssel löscht.",
    "french-you": "Vous pouvez lancer `make serve` au lieu de `npm start`, sinon rien ne change.",
    "russian-guess": "Возможно, `redis` переполнен, потому что ключи не удаляются.",
    "chinese-guess": "可能是因为 Redis 的连接数不够。",
    "chinese-question": "是不是因为 Redis 没有启动？",
    "japanese-guess": "おそらく`redis`が原因で、接続が切れるためです。",
    "japanese-request": "`redis`ではなく`valkey`を使ってください。",
    # status reports
    "german-status": "Der Build mit `uv` läuft erfolgreich, weil alle Tests grün sind.",
    "russian-status": "Всё готово: `uv sync` работает, потому что кэш очищен.",
    "chinese-status": "测试全部通过，因为 config.py 已经修改完成。",
    "german-test": "Der Test schlägt fehl, weil `config.yml` fehlt.",
    "spanish-build": "El build falla porque no existe `node_modules`.",
    "polish-test": "Test nie przechodzi, ponieważ brakuje `config.yml`.",
    "chinese-test": "测试失败是因为 `node_modules` 不存在。",
    "japanese-build": "ビルドが失敗したのは`node_modules`がないためです。",
    # nothing technical
    "german-talk": "Das Treffen wurde verschoben, weil der Raum besetzt war.",
    "chinese-talk": "会议推迟了，因为房间被占用了。",
    # sections and fields that say something else
    "german-rejected": "## Verworfene Alternativen\n\n- `redis`, weil es einen Server braucht\n",
    "french-rejected": "## Alternatives rejetées\n\n- `redis`, parce qu'il faut un serveur\n",
    "russian-rejected": "## Отклонённые альтернативы\n\n- `redis`, потому что нужен сервер\n",
    "japanese-rejected": "## 却下した案\n\n- `redis`を使う案は、運用が重いため見送り\n",
    "chinese-next": "## 下一步\n\n- 用 Redis 代替内存缓存，否则重启后会丢数据\n",
    "german-next": "Nächste Schritte:\n\n- `redis` leeren, sonst kommen alte Daten.\n",
    "korean-none": "## 결정 사항\n\n- 없음\n",
    "polish-date": "Data: 2031-04-05",
    "french-example": "**Exemple :** `redis` garde les clés, sinon rien ne marche.",
    "portuguese-result": "Resultado: todos os testes do `worker` estão verdes",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert read(text) == []


# The headings over a decision's record: context, decision, consequences.
RECORDS = {
    "English": ("Context", "Decision", "Consequences"),
    "German": ("Kontext", "Entscheidung", "Konsequenzen"),
    "French": ("Contexte", "Décision", "Conséquences"),
    "Spanish": ("Contexto", "Decisión", "Consecuencias"),
    "Portuguese": ("Contexto", "Decisão", "Consequências"),
    "Italian": ("Contesto", "Decisione", "Conseguenze"),
    "Russian": ("Контекст", "Решение", "Последствия"),
    "Ukrainian": ("Контекст", "Рішення", "Наслідки"),
    "Polish": ("Kontekst", "Decyzja", "Konsekwencje"),
    "simplified Chinese": ("背景", "决定", "后果"),
    "traditional Chinese": ("背景", "決策", "後果"),
    "Japanese": ("コンテキスト", "決定", "結果"),
    "Korean": ("맥락", "결정", "결과"),
}


@check_rows("names", RECORDS.values(), ids=RECORDS.keys())
def test_of_a_decision_record_only_the_decision_is_one(names: tuple[str, str, str]) -> None:
    context, decision, consequences = names
    text = (
        f"# 4. Redis\n\n## {context}\n\n- A: `api` × 2\n\n## {decision}\n\nRedis holds the sessions"
        f" of all nodes.\n\n## {consequences}\n\n- Redis: monitoring, backups\n"
    )
    assert [(found.kind, found.text) for found in read(text)] == [
        ("decision", "Redis holds the sessions of all nodes.")
    ]


LESSONS = {
    "German": ("## Erkenntnisse", "learning"),
    "French": ("## Leçons apprises", "learning"),
    "Spanish": ("## Lecciones aprendidas", "learning"),
    "Portuguese": ("## Lições aprendidas", "learning"),
    "Italian": ("## Lezioni apprese", "learning"),
    "Russian": ("## Извлечённые уроки", "learning"),
    "Ukrainian": ("## Здобуті уроки", "learning"),
    "Polish": ("## Wyciągnięte wnioski", "learning"),
    "simplified Chinese": ("## 经验教训", "learning"),
    "traditional Chinese": ("## 經驗教訓", "learning"),
    "Japanese": ("## 今回の学び", "learning"),
    "Korean": ("## 배운 점", "learning"),
    "German decisions": ("## Getroffene Entscheidungen", "decision"),
    "French decisions": ("## Décisions prises", "decision"),
    "Spanish decisions": ("## Decisiones clave", "decision"),
    "Japanese decisions": ("## 主な決定", "decision"),
    "Italian traps": ("## Insidie", "gotcha"),
    "Polish traps": ("## Pułapki", "gotcha"),
    "traditional Chinese traps": ("## 注意事項", "gotcha"),
    "Korean traps": ("## 주의사항", "gotcha"),
    "Ukrainian causes": ("## Причини", "issue"),
    "Japanese troubles": ("## 発生した問題", "issue"),
    "Portuguese rules": ("## Regras", "convention"),
    "Korean patterns": ("## 패턴", "pattern"),
    "French preferences": ("## Préférences", "preference"),
    "Russian risks": ("## Риски", "risk"),
}


@check_rows(("heading", "kind"), LESSONS.values(), ids=LESSONS.keys())
def test_a_heading_says_what_stands_under_it(heading: str, kind: str) -> None:
    found = read(f"{heading}\n\n- Owners of files stay as they are in `tar`\n")
    assert [one.kind for one in found] == [kind]


def test_a_line_above_a_list_may_name_it_too() -> None:
    text = (
        "Принятые решения:\n\n- хранить даты в UTC\n\nДальше всё обычно.\n\n- одна строка в конце\n"
    )
    assert [(found.kind, found.line) for found in read(text)] == [("decision", 3)]


LABELS = {
    "German": ("**Risiko:** Sitzungen überleben einen neuen Schlüssel", "risk"),
    "French": ("**Décision :** garder les dates en UTC", "decision"),
    "French, narrow space": ("Piège\u202f: `tar` garde les droits des fichiers", "gotcha"),
    "Spanish": ("Causa raíz: el `worker` lee la cola dos veces", "issue"),
    "Portuguese": ("- **Lição:** o `worker` lê a fila duas vezes", "learning"),
    "Italian": ("Convenzione: le date sono sempre in UTC", "convention"),
    "Russian": ("Грабли: `tar` сохраняет владельцев файлов", "gotcha"),
    "Ukrainian": ("**Рішення:** зберігати дати в UTC", "decision"),
    "Polish": ("Przyczyna: `worker` czyta kolejkę dwa razy", "issue"),
    "simplified Chinese": ("偏好：提交信息一律使用英文书写", "preference"),
    "traditional Chinese": ("**根本原因：** 快取鍵沒有包含租戶編號", "issue"),
    "Japanese": ("落とし穴：`tar`はファイルの所有者を保持する", "gotcha"),
    "Korean": ("주의: `tar`는 파일 소유자를 그대로 보존한다", "gotcha"),
}


@check_rows(("text", "kind"), LABELS.values(), ids=LABELS.keys())
def test_a_label_says_what_its_text_is(text: str, kind: str) -> None:
    assert [found.kind for found in read(text)] == [kind]
