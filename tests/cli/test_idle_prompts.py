"""A prompt that only goes on with the talk brings nothing, in any language; a task does."""

from __future__ import annotations

import json
from pathlib import Path

from ..conftest import Mem

MEMORY = """\
# Learnings

- Always run `make lint` before committing, and continue only when it passes
- Decision (high): Use JWT tokens for authentication
- Gotcha: The morning job takes the time zone of the server; it works only with TZ=UTC
- Gotcha: The first option of the plan page is undone by a reload
- Preference: Answer in short sentences
- Convention: 继续执行之前必须先运行测试
- Gotcha: Vor dem Weiter-Knopf wird gespeichert, alles andere ist klar
- Gotcha: сколько будет попыток, решает настройка retries
- Convention: Version 2 of the API adds 2 to each index
"""
IDLE = [
    *(
        "thanks",
        "go on",
        "ok",
        "yes please",
        "lgtm",
        "what is 2+2",
        "what's 2 + 2?",
        "good morning",
    ),
    *("one more time", "it works now, thanks", "what time is it", "do the first one", "👍", "1"),
    *("ok weiter", "mach weiter", "alles klar", "vielen dank", "was ist 2+2?"),
    *("merci beaucoup", "combien font 2+2 ?", "vas-y", "gracias", "sigue", "cuánto es 2+2"),
    *("继续", "请继续", "谢谢", "2+2等于几？", "続けてください", "계속해줘"),
    *("спасибо большое", "продолжай", "сколько будет 2+2", "grazie mille", "obrigado"),
]
TASKS = {
    "the morning job fails in winter": "time zone",
    "why is my choice on the plan page undone": "reload",
    "add a login with tokens": "JWT",
    "运行测试失败": "继续执行",
}


def test_an_idle_prompt_brings_nothing_and_a_task_what_it_is_about(repo: Path, mem: Mem) -> None:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")

    def told(number: int, prompt: str) -> str:
        payload = {
            "hook_event_name": "UserPromptSubmit",
            "session_id": f"s{number}",
            "cwd": str(repo),
            "prompt": prompt,
        }
        return mem("hook", "claude-code", input=json.dumps(payload)).stdout

    assert [prompt for number, prompt in enumerate(IDLE) if told(number, prompt)] == []
    missed = [
        prompt
        for number, (prompt, wanted) in enumerate(TASKS.items(), 100)
        if wanted not in json.dumps(json.loads(told(number, prompt)), ensure_ascii=False)
    ]
    assert missed == []
