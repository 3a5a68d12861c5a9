"""`mem models`, `mem extract --llm` and `mem reflect` with a program that plays the model."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem
from .test_extract import claude, texts

LESSON = {
    "kind": "gotcha",
    "text": "Gift cards are valid for three years in every country.",
    "basis": "person_said",
    "quotes": [{"turn": 1, "text": "Gift cards last three years"}],
}
SESSION = claude(("user", "Gift cards last three years, so mind that"), ("assistant", "Ok."))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("MEM_USER_ROOT", str(folder))
    return folder


def model(own: Path, code: str, more: str = "") -> None:
    """Let a Python program be the model."""
    program = own / "model.py"
    program.write_text(code)
    command = json.dumps([sys.executable, str(program)])
    (own / "config.yaml").write_text(f"llm:\n  use: command\n  command: {command}\n{more}")


def answering(value: Any) -> str:
    return f"import sys; sys.stdin.read(); print({json.dumps(json.dumps(value))})"


# -- what must not happen -------------------------------------------------------------------------


def test_a_repository_can_start_no_program(memory: Path, mem: Mem, own: Path) -> None:
    ran = memory / "ran"
    command = json.dumps(["touch", str(ran)])
    (memory / ".mem/config.yaml").write_text(f"llm:\n  use: command\n  command: {command}\n")
    assert mem("extract", "--llm", input=SESSION).code == 2
    assert not ran.exists()


def test_a_dry_run_shows_what_would_be_sent_and_sends_nothing(
    memory: Path, mem: Mem, own: Path
) -> None:
    model(own, f"open({str(own / 'ran')!r}, 'w')")
    text = mem.ok("extract", "--llm", "--dry-run", input=SESSION).stdout
    assert "| [1] PERSON: Gift cards last three years" in text
    assert not (own / "ran").exists()


BAD = [
    "import sys; sys.exit(3)",
    "print('I cannot do that.')",
    "import sys; print(sys.stdin.read())",
    answering({"lessons": [{**LESSON, "quotes": [{"turn": 1, "text": "they never end"}]}]}),
]


@pytest.mark.parametrize("code", BAD)
def test_a_bad_model_costs_a_warning_and_stores_nothing(
    memory: Path, mem: Mem, own: Path, code: str
) -> None:
    model(own, code)
    mem.ok("extract", "--llm", input=SESSION)
    assert texts(mem) == []


def test_a_person_asks_so_often_a_day_in_all_repositories_together(
    memory: Path, mem: Mem, own: Path, tmp_path: Path
) -> None:
    model(own, f"open({str(own / 'calls')!r}, 'a').write('x')", "  per_day: 3\n")
    other = tmp_path / "other"
    other.mkdir()
    mem.ok("init", "--no-git", cwd=other)
    for number in range(10):
        said = claude(("user", f"Gift cards {number}"), session=f"s{number}")
        ran = mem.ok("extract", "--llm", input=said, cwd=other if number % 2 else memory)
    assert (own / "calls").read_text() == "xxx"
    assert "asked 3 times today" in ran.stderr


def test_a_hundred_session_ends_are_twenty_requests(memory: Path, mem: Mem, own: Path) -> None:
    model(own, f"open({str(own / 'calls')!r}, 'a').write('x')")
    for number in range(100):
        said = claude(("user", f"Gift cards {number}"), session=f"s{number}")
        mem.ok("extract", "--llm", input=said)
    assert (own / "calls").read_text() == "x" * 20


def test_a_model_sees_little_of_the_environment(
    memory: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    seen = own / "seen"
    model(
        own,
        f"import json, os; seen = [os.getcwd(), os.listdir(), dict(os.environ)];"
        f"json.dump(seen, open({str(seen)!r}, 'w'))",
    )
    mem.ok("extract", "--llm", input=SESSION)
    folder, files, environment = json.loads(seen.read_text())
    assert "AWS_SECRET_ACCESS_KEY" not in environment
    assert environment["MEM_INSIDE"] == "1"
    assert not Path(folder).is_relative_to(memory)
    assert files == []
    assert Path(folder).stat().st_mode & 0o077 == 0


def test_an_agent_chooses_no_model(memory: Path, mem: Mem, own: Path) -> None:
    assert mem("models", "use", "claude", "--yes", env={"CLAUDECODE": "1"}).code == 1


# -- what is done ---------------------------------------------------------------------------------


def test_a_lesson_with_a_true_quote_is_stored(memory: Path, mem: Mem, own: Path) -> None:
    model(own, answering({"lessons": [LESSON]}))
    result = mem.ok("extract", "--llm", "--json", input=SESSION).json
    assert result["llm"]["used"] == 1
    (entry,) = mem.ok("list", "--json").json["entries"]
    assert (entry["text"], entry["confidence"], entry["who"]) == (LESSON["text"], 0.7, "person")


def test_turns_that_were_judged_are_not_sent_again(memory: Path, mem: Mem, own: Path) -> None:
    model(own, answering({"lessons": [LESSON]}))
    mem.ok("extract", "--llm", input=SESSION)
    again = mem.ok("extract", "--llm", "--json", input=SESSION).json
    assert again["llm"]["used"] == 0


def test_a_choice_is_tried_and_noted_in_the_persons_config_alone(
    memory: Path, mem: Mem, own: Path
) -> None:
    model(own, answering({"lessons": []}), "# mine\ncontext:\n  budget: 900\n")
    mem.ok("models", "off")
    text = (own / "config.yaml").read_text()
    assert 'use: "off"' in text
    assert "# mine\ncontext:\n  budget: 900\n" in text
    mem.ok("models", "use", "command", "--yes")
    assert 'use: "command"' in (own / "config.yaml").read_text()
    chosen = [one["name"] for one in mem.ok("models", "--json").json["models"] if one["chosen"]]
    assert chosen == ["command"]
    assert not (memory / ".mem/config.yaml").exists()


def test_the_agent_at_work_is_asked_without_the_dialogue(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Dates are stored in UTC")
    text = mem.ok("reflect").stdout
    assert "Dates are stored in UTC" in text
    assert "mem-md reflect --answer" in text


def test_of_an_answer_without_a_transcript_nobody_is_quoted(memory: Path, mem: Mem) -> None:
    answer = json.dumps({"lessons": [LESSON]})
    mem.ok("reflect", "--answer", "-", input=answer)
    (entry,) = mem.ok("list", "--json").json["entries"]
    assert (entry["confidence"], entry["who"]) == (0.5, "agent")
    (line,) = mem.ok("show", entry["id"], "--json").json["evidence"]
    assert (line["basis"], "quote" in line) == ("observed", False)
