"""`mem context` for a spec, for files, for a query, and a prompt's through the hook."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import Entry

from ..conftest import Mem, Ran
from ..merge.histories import first_format_line

Quick = Callable[..., Ran]

DAY = date(2026, 2, 1)
ENTRIES = {
    "a": ("gotcha", "The importer drops rows whose `currency` is lower case", 0.5),
    "b": ("gotcha", "`src/auth/jwt.py` caches keys for an hour", 0.5),
    "c": ("decision", "Store refresh tokens in cookies", 0.8),
    "d": ("convention", "Dates are stored as UTC", 0.95),
    "e": ("preference", "Answer in one sentence", 0.95),
}
LETTERS = {entry_id(kind, text): letter for letter, (kind, text, _) in ENTRIES.items()} | {"": "-"}
MEMORY = "# Learnings\n\n" + "".join(
    f"- {first_format_line(Entry(entry_id(kind, text), kind, text, '', DAY, confidence))}\n"
    for kind, text, confidence in ENTRIES.values()
)


@pytest.fixture
def memory(repo: Path) -> Path:
    for name in ("src/auth/jwt.py", "src/auth/cookie.py", "src/web/login.py"):
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    edge = {
        "type": "decision_file",
        "source": "d1",
        "target": "src/web/login.py",
        "label": "Store refresh tokens in cookies",
        "sessionId": "t1",
        "createdAt": "2026-02-01T00:00:00Z",
    }
    (repo / "relationships.json").write_text(json.dumps([edge]), encoding="utf-8")
    return repo


def order(ran: Ran) -> list[str]:
    """The letters of the lines by what they weigh."""
    assert ran.code == 0, ran.stderr
    lines: list[dict[str, Any]] = sorted(ran.json["lines"], key=lambda line: -line["score"])
    for line in lines:
        assert line["score"] == pytest.approx(sum(line["parts"].values()), abs=1e-3)
    return [LETTERS[line["id"]] for line in lines]


def test_without_a_task_class_and_confidence_decide(memory: Path, quick: Quick) -> None:
    assert "".join(order(quick("context", "--format", "json"))) == "dcabe-"


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        pytest.param(["--query", "thanks, go on"], "", id="a query that asks for nothing"),
        pytest.param(["--query", "what is 2+2"], "", id="a query of numbers"),
        pytest.param(["--query", "Add OAuth login"], "ce", id="a query that nothing answers"),
        pytest.param(["--file", "src/auth/jwt.py"], "be", id="a file that an entry names"),
        pytest.param(["--file", "./src/auth/jwt.py"], "be", id="with a dot"),
        pytest.param(["--file", "src/web/login.py"], "c-e", id="a file that an edge names"),
        pytest.param(["--query", "importing currencies"], "ae", id="a query"),
        pytest.param(["--query", "why is src/auth/jwt.py slow"], "be", id="a query with a file"),
        pytest.param(
            ["--query", "importing currencies", "--file", "src/auth/jwt.py"], "bae", id="both"
        ),
        pytest.param(["--query", " "], "dcabe-", id="a query without words"),
        pytest.param(["--spec", "missing.md"], "dcabe-", id="a spec that is not there"),
    ],
)
def test_only_what_has_to_do_with_the_task_is_shown_and_preferences(
    memory: Path, quick: Quick, options: list[str], lines: str
) -> None:
    assert "".join(order(quick("context", "--format", "json", *options))) == lines


def test_where_nothing_is_about_the_task_the_surest_is_shown_and_that_is_said(
    memory: Path, quick: Quick
) -> None:
    ran = quick("context", "--query", "Add OAuth login")
    assert "Store refresh tokens in cookies" in ran.stdout
    assert "nothing in the memory is clearly about this task" in ran.stderr


def test_what_two_tasks_said_is_not_among_the_surest(repo: Path, quick: Quick) -> None:
    said = (
        "Decision: The mailer retries three times, because the relay is slow.\n\n"
        "Preference: Use `client_v2.py` for all calls of the relay, never the old client.\n"
    )
    assert quick("extract", "--session", "s1", input=said).code == 0
    assert "mailer" in quick("context").stdout
    assert quick("context", "--query", "Add OAuth login").stdout == ""
    assert "client_v2.py" not in quick("context", "--query", "mailer retries").stdout
    assert "client_v2.py" in quick("context", "--query", "which client calls the relay").stdout
    assert quick("extract", "--session", "s2", input=said).code == 0
    assert quick("context", "--query", "Add OAuth login").stdout == ""
    assert quick("extract", "--session", "s3", input=said).code == 0
    assert "mailer" in quick("context", "--query", "Add OAuth login").stdout


def test_the_floor_is_a_setting(memory: Path, quick: Quick) -> None:
    (memory / ".mem").mkdir()
    (memory / ".mem/config.yaml").write_text("context: {floor: 0}\n", encoding="utf-8")
    found = order(quick("context", "--format", "json", "--query", "importing currencies"))
    assert "".join(sorted(found)) == "-abcde"


def test_a_file_is_named_as_seen_from_the_working_directory(
    memory: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(memory / "src/auth")
    for name in ("jwt.py", "../auth/jwt.py", str(memory / "src/auth/jwt.py"), "src/auth/jwt.py"):
        assert order(quick("context", "--format", "json", "--file", name))[0] == "b", name


def test_a_spec_ranks_by_its_allowed_files_and_its_words(memory: Path, quick: Quick) -> None:
    (memory / "spec.md").write_text(
        "# Import of currencies\n\n## Allowed Files\n\n- `src/web/login.py`\n\n"
        "## Out of scope\n\nDates and UTC\n",
        encoding="utf-8",
    )
    found = order(quick("context", "--format", "json", "--spec", "spec.md"))
    assert (found[0], set(found[:3])) == ("c", {"c", "a", "-"})


def test_what_holds_for_a_function_is_told_to_who_works_on_its_file(
    memory: Path, quick: Quick
) -> None:
    (memory / "src/money.py").write_text(
        "def round_amount(x):\n    return round(x, 2)\n\n\nclass Book:\n    def post(self): ...\n",
        encoding="utf-8",
    )
    spec = memory / "spec.md"
    spec.write_text("# Cents\n\n## Allowed Files\n\n- src/money.py\n", encoding="utf-8")
    quick("learnings", "add", "round_amount rounds half to even")
    with (memory / "learnings.md").open("a", encoding="utf-8") as file:
        file.write("- `Book.post` is called once\n- `Book.close` is called never\n")
    for options in (["--spec", "spec.md"], ["--file", "src/money.py"]):
        told = quick("context", *options).stdout
        assert "round_amount" in told, options
        assert "`Book.post`" in told, options
        assert "Book.close" not in told, options
    assert "round_amount" not in quick("context", "--file", "src/auth/cookie.py").stdout


def test_what_tasks_left_behind_of_a_certain_thing_is_no_preference_for_all(
    memory: Path, quick: Quick
) -> None:
    for text in ("Use the queue, not batching", "Don't push to their fork", "Use bun, not node"):
        line = first_format_line(
            Entry(entry_id("preference", text), "preference", text, "", DAY, 0.6)
        )
        with (memory / "learnings.md").open("a", encoding="utf-8") as file:
            file.write(f"- {line}\n")
    told = quick("context", "--query", "importing currencies").stdout
    assert "Use bun" in told
    assert "queue" not in told
    assert "fork" not in told


def test_a_preference_that_one_task_told_once_is_not_what_is_surest(
    memory: Path, quick: Quick
) -> None:
    text = "Use bun, not node"
    line = first_format_line(Entry(entry_id("preference", text), "preference", text, "", DAY, 0.5))
    with (memory / "learnings.md").open("a", encoding="utf-8") as file:
        file.write(f"- {line}\n")
    assert "bun" in quick("context").stdout
    for query in ("bun instead of node", "importing currencies"):
        assert "bun" in quick("context", "--query", query).stdout, query
    assert "bun" not in quick("context", "--query", "Add OAuth login").stdout


def test_a_rule_is_told_to_who_can_break_it(memory: Path, quick: Quick) -> None:
    rules = ("Always run the linter before a release", "Never release from a branch")
    text = MEMORY + "".join(f"- {rule}\n" for rule in rules)
    (memory / "learnings.md").write_text(text, encoding="utf-8")
    for query, told in (("release 2.0", True), ("importing currencies", False)):
        shown = quick("context", "--query", query).stdout
        assert [rule in shown for rule in rules] == [told, told], query


def test_for_a_task_that_they_do_not_speak_of_no_more_than_three_wishes_are_told(
    memory: Path, quick: Quick
) -> None:
    named = ["tabs", "short", "lines", "few", "words", "green", "tests", "early", "exits"]
    wishes = "".join(f"- Preference: Wish for {name}\n" for name in named)
    (memory / "learnings.md").write_text(MEMORY + wishes, encoding="utf-8")
    assert quick("context", "--query", "importing currencies").stdout.count("Wish") <= 3
    assert "Wish" not in quick("context", "--query", "thanks, go on").stdout
    assert quick("context").stdout.count("Wish") == len(named)


LONG = "Design documents contain diagrams, trade-offs, rejected variants, rollout phases and goals."


@pytest.mark.parametrize("way", ["extracted", "added", "bare", "confirmed", "edited", "imported"])
def test_a_long_wish_is_for_any_task_where_a_person_vouches_for_it(
    repo: Path, quick: Quick, way: str
) -> None:
    text = LONG
    if way == "added":
        quick("add", "-c", "preference", LONG)
    elif way == "bare":
        (repo / "learnings.md").write_text(f"- Preference: {LONG}\n", encoding="utf-8")
    elif way == "imported":
        text = f"I prefer that design {LONG.partition(' ')[2]}"
        (repo / "notes.md").write_text(f"# Notes\n\n- {text}\n", encoding="utf-8")
        quick("import", "notes.md")
    else:
        quick("extract", "--session", "s1", input=f"Preference: {LONG}\n")
        (id_,) = (e["id"] for e in quick("list", "--json").json["entries"])
        if way == "confirmed":
            quick("learnings", "confirm", id_)
        elif way == "edited":
            text = LONG.replace("goals", "measures")
            quick("edit", id_, text)
    assert text in quick("context").stdout
    assert (text in quick("context", "--query", "Add OAuth login").stdout) == (way != "extracted")


def test_a_missing_spec_is_a_warning_and_no_line_is_lost(memory: Path, quick: Quick) -> None:
    ran = quick("context", "--spec", "missing.md")
    assert ran.code == 0
    assert "UTC" in ran.stdout
    assert ran.stderr == "mem: warning: missing.md: there is no such file\n"


def test_an_entry_is_near_to_files_that_import_its_own_or_that_it_imports(
    memory: Path, quick: Quick
) -> None:
    for path, text in {
        "src/shop/__init__.py": "",
        "src/shop/tax.py": "",
        "app/main.py": "from shop.tax import rate\n",
        "web/pay.ts": "import { sum } from '../kit/sum'\n",
        "kit/sum.ts": "",
        "kit/other.ts": "",
    }.items():
        (memory / path).parent.mkdir(parents=True, exist_ok=True)
        (memory / path).write_text(text, encoding="utf-8")
    (memory / "learnings.md").write_text(
        "- Gotcha: `src/shop/tax.py` rounds half to even\n"
        "- Gotcha: `web/pay.ts` runs twice in strict mode\n",
        encoding="utf-8",
    )

    def told(*files: str) -> str:
        asked = [word for file in files for word in ("--file", file)]
        return quick("context", *asked).stdout

    assert "half to even" in told("app/main.py")  # it imports it
    assert "strict mode" in told("kit/sum.ts")  # it is imported by it
    assert "strict mode" not in told("kit/other.ts", "app/main.py")
    (memory / "app/main.py").write_text("from shop import other\n", encoding="utf-8")
    assert "half to even" not in told("app/main.py")


def test_the_diary_speaks_up_for_a_file_too(memory: Path, quick: Quick) -> None:
    assert quick(
        "diary", "new", "BUG-7", "--type", "problem", "--summary", "Keys went stale",
        "--file", "src/auth/jwt.py",
    ).code == 0  # fmt: skip
    ran = quick("context", "--file", "src/auth/jwt.py")
    assert "## Known Issues (from diary)\n- BUG-7 (2026-02-02, HIGH): Keys went stale" in ran.stdout
    assert "BUG-7" not in quick("context", "--file", "src/web/other.py").stdout


def test_what_has_to_do_with_the_task_stays_from_the_budget_on_that_it_fits_in(
    memory: Path, quick: Quick
) -> None:
    asked = ("context", "--query", "importing currencies", "--budget")
    is_told = ["currency" in quick(*asked, str(budget)).stdout for budget in range(20, 70)]
    assert is_told == sorted(is_told)
    assert is_told[-1]


def test_a_renamed_file_is_the_file_it_was(memory: Path, quick: Quick) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=memory, check=True, capture_output=True)

    (memory / "src/auth/jwt.py").write_text("def verify():\n    return 1\n" * 9, encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "one")
    git("mv", "src/auth/jwt.py", "src/web/keys.py")
    git("commit", "-qm", "two")
    assert order(quick("context", "--format", "json", "--file", "src/web/keys.py"))[0] == "b"


def test_the_parts_are_told_to_people_too(memory: Path, quick: Quick) -> None:
    ran = quick("context", "--query", "importing currencies", "--explain")
    assert "(words 6, confidence 0.5, recency 0." in ran.stderr


# -- prompts ---------------------------------------------------------------------------------------


def test_a_prompt_brings_what_it_is_about_and_nothing_else_that_was_passed_over(
    memory: Path, mem: Mem
) -> None:
    config = memory / ".mem/config.yaml"
    config.parent.mkdir()
    config.write_text("context: {budget: 80, edges: 0}\n", encoding="utf-8")

    def ask(event: str, prompt: str = "") -> str:
        given = {"hook_event_name": event, "session_id": "s1", "cwd": str(memory)}
        ran = mem("hook", "claude-code", input=json.dumps({**given, "prompt": prompt}))
        assert ran.code == 0
        return ran.stdout

    assert "UTC" in ask("SessionStart")
    assert ask("UserPromptSubmit", "thanks, go on") == ""
    told = ask("UserPromptSubmit", "the import of a currency fails")
    assert "currency" in told
    assert "keys for an hour" not in told
    assert "UTC" not in told
    assert ask("UserPromptSubmit", "the import of a currency fails") == ""
