"""`mem check` says what a change touches, and exits 1 where a line does what is forbidden."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran, built_once
from ..packaging.schema import faults

Quick = Callable[..., Ran]
CODE = (
    "import os\n\n\ndef load_all(path):\n    return os.listdir(path)\n\n\ndef other():\n    pass\n"
)


def git(*words: str) -> None:
    subprocess.run(["git", *words], check=True, capture_output=True)


@pytest.fixture
@built_once
def known(repo: Path, quick: Quick) -> Path:
    """A repository with code and three entries."""
    (repo / "src").mkdir()
    (repo / "src/a.py").write_text(CODE, encoding="utf-8")
    quick("init")
    for text in (
        "Gotcha: load_all() follows links",
        "Decision: src/b.py holds what is public",
        "Convention: Never use `requests`, it has no timeout",
    ):
        assert quick("learnings", "add", text).code == 0
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    return repo


def change(text: str, name: str = "src/a.py") -> None:
    Path(name).write_text(text, encoding="utf-8")


# -- must not fail -------------------------------------------------------------------------------

FINE = {
    "no change": CODE,
    "another function": CODE.replace("pass", "return 1"),
    "a comment": CODE.replace("    pass", "    # import requests\n    pass"),
    "a name like it": CODE.replace("import os\n", "import os\nimport requests_mock\n"),
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_a_change_that_is_about_nothing_known_passes(text: str, known: Path, quick: Quick) -> None:
    change(text)
    assert quick("check", "--json").json == {"version": 1, "touched": [], "broken": []}
    assert quick("check").code == 0


def test_what_was_there_before_is_not_flagged(known: Path, quick: Quick) -> None:
    change("import requests\n" + CODE)
    git("commit", "-aqm", "by hand")
    change(CODE.replace("import os\n", "import os\n\nimport requests\n"))
    assert quick("check").code == 0


def test_the_memory_and_documents_are_not_checked(known: Path, quick: Quick) -> None:
    change("import requests\n", "README.md")
    git("add", "README.md")
    quick("learnings", "add", "Decision: `requests` was tried")
    assert quick("check").code == 0


# -- must be told --------------------------------------------------------------------------------


def test_it_names_the_entries_that_a_change_is_about(known: Path, quick: Quick) -> None:
    change(CODE.replace("os.listdir(path)", "sorted(os.listdir(path))"))
    ran = quick("check")
    assert ran.code == 0
    (line,) = ran.stdout.splitlines()
    assert line.startswith("src/a.py:5: ")
    assert "load_all() follows links" in line
    change("x = 1\n", "src/b.py")
    git("add", "src/b.py")
    (found,) = quick("check", "--staged", "--json").json["touched"]
    assert (found["path"], found["line"]) == ("src/b.py", 1)
    git("commit", "-qam", "more")
    assert quick("check", "--json").json["touched"] == []
    both = quick("check", "--diff", "HEAD~1..HEAD", "--json").json["touched"]
    assert [one["path"] for one in both] == ["src/a.py", "src/b.py"]


def test_it_names_what_is_known_of_a_folder_and_not_that_a_file_was_changed_before(
    known: Path, quick: Quick
) -> None:
    quick("add", "Convention: Handlers in `src/api/` return a Result")
    quick("add", "Convention: Pages in `src/web/` have a title")
    quick("add", "Convention: Nothing in `src/` blocks")
    quick("add", "-c", "modified_files", "src/api/users.py")
    (known / "src/api").mkdir()
    change("x = 1\n", "src/api/users.py")
    git("add", "-A")
    told = quick("check", "--staged", "--json").json["touched"]
    assert [(one["path"], one["text"]) for one in told] == [
        ("src/api/users.py", "Convention: Handlers in `src/api/` return a Result")
    ]


def test_a_forbidden_line_fails_with_the_entry_and_its_evidence(known: Path, quick: Quick) -> None:
    change(CODE.replace("import os\n", "import os\nimport requests\n"))
    assert quick("check", "--staged").code == 0
    for options in ((), ("--diff", "HEAD")):
        ran = quick("check", *options)
        assert ran.code == 1
        for words in (
            "src/a.py:2: breaks ",
            "import requests",
            "Never use",
            "confirmed by a",
        ):
            assert words in ran.stdout
    git("add", "-A")
    (broken,) = quick("check", "--staged", "--json").json["broken"]
    assert (broken["path"], broken["line"], broken["added"]) == ("src/a.py", 2, "import requests")
    git("commit", "-qm", "more")
    assert quick("check").code == 0
    assert quick("check", "--diff", "HEAD~1..HEAD").code == 1
    quick("learnings", "remove", broken["id"])
    assert quick("check", "--diff", "HEAD~1..HEAD").code == 0


def test_before_the_first_commit_all_that_is_tracked_is_the_change(
    repo: Path, quick: Quick
) -> None:
    quick("init")
    quick("learnings", "add", "Convention: Never use `requests`, it has no timeout")
    (repo / "src").mkdir()
    assert quick("check", "--json").json["broken"] == []
    change("import requests\n")
    assert quick("check").code == 0
    git("add", "src/a.py")
    for options in ((), ("--staged",), ("--diff", "HEAD")):
        ran = quick("check", *options)
        assert (ran.code, ran.stdout.split(": ")[0]) == (1, "src/a.py:1"), options


def test_sarif_has_a_rule_and_a_place_for_each_finding(known: Path, quick: Quick) -> None:
    change(CODE.replace("import os\n", "import os\nimport requests\n").replace("(path)", "(root)"))
    ran = quick("check", "--format", "sarif")
    assert ran.code == 1
    assert faults(ran.json, "sarif-2.1.0") == []
    (run,) = ran.json["runs"]
    assert [one["level"] for one in run["results"]] == ["error", "note"]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert result["ruleId"] in ids
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "src/a.py"
        assert place["region"]["startLine"] >= 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--staged", "--diff", "HEAD"), 2),
        (("--diff", "--output=x"), 2),
        (("--diff", "nowhere..HEAD"), 1),
        (("--format", "xml"), 2),
    ],
)
def test_a_wrong_call_is_told(
    options: tuple[str, ...], code: int, known: Path, quick: Quick
) -> None:
    ran = quick("check", *options)
    assert ran.code == code
    assert ran.stderr.startswith("mem: ")
    assert not Path("x").exists()


def test_the_file_that_a_rule_gives_a_thing_may_use_it(known: Path, quick: Quick) -> None:
    rule = "Settings are read in `src/env.py`. Never use `os.environ`, import them from there"
    assert quick("add", "-c", "convention", rule).code == 0
    change("import os\n\nHOME = os.environ['HOME']\n", "src/env.py")
    git("add", "src/env.py")
    assert quick("check").code == 0
    change("import os\n\nHOME = os.environ['HOME']\n", "src/other.py")
    git("add", "src/other.py")
    assert quick("check").code == 1


# -- decisions of a public benchmark -------------------------------------------------------------

RIGHT = """TABLE = {".csv": "text/csv", ".js": "text/javascript"}


def content_type(name):
    # never text/plain: a browser shows that
    return TABLE.get(name.lower().rpartition(".")[2], "application/octet-stream")
"""
WRONG = {
    "the fallback": RIGHT.replace("application/octet-stream", "text/plain"),
    "the registry's type": RIGHT.replace('"text/csv"', '"application/vnd.ms-excel"'),
}


def test_what_a_chat_ruled_out_is_flagged_and_the_right_fix_is_not(
    repo: Path, quick: Quick, realdata: Path
) -> None:
    lines = (realdata / "sde" / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    task = next(one for line in lines if (one := json.loads(line))["task"] == "boltons-mimemap")
    turns = [turn for chat in task["conversations"] for turn in chat]
    said = "".join(f"{turn['role'].title()}: {turn['text']}\n\n" for turn in turns)
    (repo / "chat.md").write_text(said, encoding="utf-8")
    Path("mime.py").write_text("TABLE = {}\n", encoding="utf-8")
    quick("init")
    git("add", "mime.py")
    git("commit", "-q", "-m", "first")
    assert quick("extract", "chat.md").code == 0
    change(RIGHT, "mime.py")
    assert quick("check").code == 0
    for name, text in WRONG.items():
        change(text, "mime.py")
        done = quick("check")
        assert done.code == 1, name
        assert "mime.py:" in done.stdout


# -- a rule that names its place -------------------------------------------------------------------

PLACED = {
    "in front": "In `src/`, never use `print`.",
    "in front, bare": "in src/, never use print",
    "behind": "Never use `print` in `src/`.",
    "behind, bare": "Don't use print in src/ because the log is structured",
    "anywhere": "Never use `print` anywhere under `src/`.",
    "a glob": "Never use `print` in `src/**/*.py`.",
    "files in a folder": "Never use `print` in files under src/.",
    "of two": "Never use `print` in `lib/` and `src/`.",
    "a file": "In `src/a.py`, never use `print`.",
}


@pytest.mark.parametrize("rule", PLACED.values(), ids=PLACED)
def test_a_rule_with_a_place_is_broken_there_alone(rule: str, repo: Path, quick: Quick) -> None:
    for folder in ("src", "other"):
        (repo / folder).mkdir()
        (repo / folder / "a.py").write_text("x = 1\n", encoding="utf-8")
    quick("init")
    assert quick("learnings", "add", "-c", "convention", rule).code == 0
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    change("x = 1\nprint(x)\n", "other/a.py")
    assert quick("check", "--json").json["broken"] == []
    change("x = 1\nprint(x)\n", "src/a.py")
    broken = quick("check", "--json").json["broken"]
    assert [(one["path"], one["line"], one["forbidden"]) for one in broken] == [
        ("src/a.py", 2, "print")
    ]


@pytest.mark.parametrize("where", ["tests", "the request handlers", "React components"])
def test_a_rule_for_a_case_in_front_forbids_nothing(where: str, known: Path, quick: Quick) -> None:
    quick("learnings", "add", "-c", "convention", f"In {where}, never use `sleep`.")
    change(f"{CODE}\n\nsleep(1)\n")
    assert quick("check", "--json").json["broken"] == []
