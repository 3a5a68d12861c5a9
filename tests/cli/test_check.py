"""`mem check`: what a change touches, breaks, shows and hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Mem, git

CODE = "import os\n\n\ndef load_all(path):\n    return os.listdir(path)\n"
NOTHING = {"touched": [], "broken": [], "appear": [], "vanish": []}


@pytest.fixture
def known(memory: Path, mem: Mem) -> Path:
    """A repository with code and entries about it."""
    Path("src/api").mkdir(parents=True)
    for name in ("a", "b", "old"):
        Path(f"src/{name}.py").write_text(CODE if name == "a" else "x = 1\n")
    for text in (
        "Gotcha: `load_all()` follows links",
        "Decision: src/old.py holds the old parser",
        "Convention: Handlers in `src/api/` return a Result",
        "Convention: Never use `requests`, it has no timeout",
    ):
        mem.ok("add", text)
    git("add", "-A")
    git("commit", "-qm", "first")
    return memory


def change(text: str, name: str = "src/b.py") -> None:
    Path(name).write_text(text)
    git("add", "-A")


# -- must not happen ------------------------------------------------------------------------------


def test_a_change_that_is_about_nothing_known_passes(known: Path, mem: Mem) -> None:
    change("import requests\n", "README.md")
    change("# import requests\nimport requests_mock\n")
    assert mem.ok("check", "--json").json == {"version": 1, **NOTHING}
    assert mem.ok("check").stdout == "nothing that is known\n"


def test_a_line_that_moved_or_was_there_before_breaks_nothing(known: Path, mem: Mem) -> None:
    change("import requests\nimport os\n")
    git("commit", "-qm", "by hand")
    change("import os\nimport requests\n")
    assert mem.ok("check").code == 0
    change("import requests  # for now\nimport os\n")
    assert mem.ok("check").code == 0


def test_an_entry_for_some_files_and_one_that_is_not_shown_break_nothing(
    known: Path, mem: Mem
) -> None:
    id_ = mem.ok("list", "requests", "--json").json["entries"][0]["id"]
    mem.ok("edit", id_, "--path", "web/**")
    change("import requests\n")
    assert mem.ok("check").code == 0


@pytest.mark.parametrize("args", [("--diff", "nowhere"), ("--diff", "-x"), ("--staged", "--diff")])
def test_what_is_no_change_is_an_error(known: Path, mem: Mem, args: tuple[str, ...]) -> None:
    ran = mem("check", *args, *(["HEAD"] if args[-1] == "--diff" else []))
    assert ran.code in (1, 2)
    assert "hint: " in ran.stderr


# -- must happen ----------------------------------------------------------------------------------


def test_a_forbidden_line_fails_with_the_entry(known: Path, mem: Mem) -> None:
    Path("src/b.py").write_text("x = 1\nimport requests\n")
    assert mem("check", "--staged").code == 0
    ran = mem("check")
    assert ran.code == 1
    first, second, *_ = ran.stdout.splitlines()
    assert first == "broken  src/b.py:2: import requests"
    assert second.endswith("Convention: Never use `requests`, it has no timeout")
    git("commit", "-qam", "second")
    assert mem.ok("check").stdout == "nothing that is known\n"
    (broken,) = mem("check", "--diff", "HEAD~1..HEAD", "--json").json["broken"]
    keys = ("path", "line", "added", "forbidden")
    assert [broken[key] for key in keys] == ["src/b.py", 2, "import requests", "requests"]


def test_it_names_the_entries_that_a_change_is_about(known: Path, mem: Mem) -> None:
    change(CODE.replace("load_all(path)", "load_all(path, sort=True)"), "src/a.py")
    change("x = 1\n", "src/api/users.py")
    touched = mem.ok("check", "--json").json["touched"]
    assert [(one["text"].split()[1], one["path"], one["line"]) for one in touched] == [
        ("`load_all()`", "src/a.py", 4),
        ("Handlers", "src/api/users.py", 1),
    ]


def test_it_says_which_lines_agents_will_see_and_no_longer_see(known: Path, mem: Mem) -> None:
    added = mem.ok("add", "Use `httpx`", "--json").json["id"]
    mem.ok("rm", mem.ok("list", "Handlers", "--json").json["entries"][0]["id"])
    git("rm", "-q", "src/old.py")
    ran = mem.ok("check", "--json").json
    assert [one["id"] for one in ran["appear"]] == [added]
    assert {(one["text"].split()[1], one["reason"]) for one in ran["vanish"]} == {
        ("src/old.py", "its files are gone"),
        ("Handlers", "taken out"),
    }
    git("add", "-A")
    git("commit", "-qm", "second")
    both = mem.ok("check", "--diff", "HEAD~1...HEAD", "--json").json
    assert (both["appear"], both["vanish"]) == (ran["appear"], ran["vanish"])


def test_before_the_first_commit_all_that_git_tracks_is_the_change(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Never use `eval`")
    Path("a.py").write_text("eval(x)\n")
    git("add", "a.py")
    assert mem("check").stdout.startswith("broken  a.py:1: eval(x)")
