"""Code that an entry names: what holds is shown, what is gone is withheld, a change is marked."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.symbols.language import available

from ..conftest import Ran, built_once

Quick = Callable[..., Ran]
BODY = '''    """Read the settings."""
    # where they are
    with open(path, encoding="utf-8") as file:
        return dict(line.split("=", 1) for line in file)
'''
CODE = f"""LIMIT = 5


def load_settings(path):
{BODY}

class Store:
    def save_all(self, rows):
        for row in rows:
            self.connection.execute("insert into rows values (?)", row)
"""
OTHER = """import os


def remove_all(root):
    for name in os.listdir(root):
        os.unlink(name)
"""
GOTCHA = "Gotcha: load_settings reads the file again at every call"
OF_STORE = "Gotcha: `Store.save_all` does not commit"


def git(*words: str) -> None:
    subprocess.run(["git", *words], check=True, capture_output=True)


def commit() -> None:
    git("add", "-A")
    git("commit", "-q", "-m", "work")


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
@built_once
def code(repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with code and two entries of an agent about it."""
    write("src/store.py", CODE)
    write("src/other.py", OTHER)
    commit()
    monkeypatch.setenv("CLAUDECODE", "1")
    for text in (GOTCHA, OF_STORE):
        assert quick("learnings", "add", text).code == 0
    monkeypatch.delenv("CLAUDECODE")
    return repo


def shown(quick: Quick) -> str:
    return quick("context").stdout


def anchors() -> list[dict[str, str]]:
    lines = Path(".mem/evidence.jsonl").read_text(encoding="utf-8").splitlines()
    return [one for line in lines for one in json.loads(line).get("anchors", ())]


# -- must be shown, and not marked ---------------------------------------------------------------

SAME = {
    "nothing": lambda: None,
    "comments and blank lines": lambda: write(
        "src/store.py", CODE.replace("    # where they are\n", "\n    # elsewhere\n\n")
    ),
    "another function": lambda: write("src/store.py", CODE + "\n\ndef more():\n    return 1\n"),
    "another constant": lambda: write("src/store.py", CODE.replace("LIMIT = 5", "LIMIT = 6")),
    "its place in the file": lambda: write("src/store.py", "import os\n\n\n" + CODE),
    "its depth": lambda: write(
        "src/store.py",
        "if True:\n" + "".join(f"    {line}" for line in CODE.splitlines(keepends=True)),
    ),
    "moved with git": lambda: git("mv", "src/store.py", "src/kept.py"),
    "moved without git": lambda: Path("src/store.py").rename("src/kept.py"),
    "moved to a file that was there": lambda: (
        write("src/other.py", OTHER + "\n\n" + CODE),
        write("src/store.py", "from .other import Store, load_settings\n"),
    ),
    "line ends": lambda: Path("src/store.py").write_bytes(CODE.replace("\n", "\r\n").encode()),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_only_moved_is_shown_as_before(
    change: Callable[[], object], code: Path, quick: Quick
) -> None:
    before = shown(quick)
    change()
    assert shown(quick) == before
    commit()
    assert shown(quick) == before
    assert GOTCHA.removeprefix("Gotcha: ") in before


def test_an_entry_that_forbids_a_name_holds_without_it(code: Path, quick: Quick) -> None:
    for text in ("Never call `remove_all`: it follows links", "Convention: avoid remove_all here"):
        assert quick("learnings", "add", text).code == 0
    write("src/other.py", "import os\n")
    assert shown(quick).count("remove_all") == 2


def test_what_a_person_wrote_is_only_marked(code: Path, quick: Quick) -> None:
    assert quick("learnings", "add", "load_settings must come first").code == 0
    write("src/store.py", "LIMIT = 5\n")
    assert "- load_settings must come first (code changed since)\n" in shown(quick)


NOT_NAMES = [
    "Gotcha: load the settings before anything else",
    "Gotcha: the store saves all rows at once",
    "Scope: src/store.py — load_settings and the store",
    "Gotcha: unknown_name() is not defined anywhere",
    "Gotcha: see https://example.org/load_settings",
]


def test_what_names_no_code_has_no_anchors(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("src/store.py", CODE)
    commit()
    monkeypatch.setenv("CLAUDECODE", "1")
    for text in NOT_NAMES:
        assert quick("learnings", "add", text).code == 0
    assert not anchors()


def test_a_name_of_many_places_is_no_anchor(repo: Path, quick: Quick) -> None:
    for name in "abcd":
        write(f"{name}.py", "def run_it():\n    pass\n")
    quick("learnings", "add", "run_it() must not raise")
    assert not anchors()


def test_anchors_lead_to_no_file_outside(code: Path, quick: Quick, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("def load_settings():\n    pass\n", encoding="utf-8")
    before = shown(quick)
    path = Path(".mem/evidence.jsonl")
    for place in ("../secret.py", str(tmp_path / "secret.py"), ".git/config", "src", "\0"):
        text = path.read_text(encoding="utf-8").replace('"src/store.py"', json.dumps(place))
        path.write_text(text, encoding="utf-8")
        assert quick("context").code == 0
        path.write_text(text.replace(json.dumps(place), '"src/store.py"'), encoding="utf-8")
    assert shown(quick) == before
    odd = path.read_text(encoding="utf-8").replace('"symbol":', '"name":')
    path.write_text(odd, encoding="utf-8")
    assert shown(quick) == before


# -- must be withheld, marked or followed --------------------------------------------------------


def test_an_entry_whose_code_is_gone_is_withheld_until_it_is_back(code: Path, quick: Quick) -> None:
    write("src/store.py", CODE.replace("load_settings", "settings").replace("dict(", "list("))
    assert "load_settings" not in shown(quick)
    assert "Store.save_all` does not commit\n" in shown(quick)
    commit()
    assert "load_settings" not in shown(quick)
    write("src/store.py", CODE)
    assert "load_settings" in shown(quick)


def test_changed_code_is_marked_until_somebody_confirms_the_entry(code: Path, quick: Quick) -> None:
    write("src/store.py", CODE.replace("dict(", "list("))
    assert f"- {GOTCHA.removeprefix('Gotcha: ')} (code changed since)\n" in shown(quick)
    (id_,) = [one["id"] for one in quick("learnings", "list", "--json").json["entries"][:1]]
    assert quick("learnings", "confirm", id_).code == 0
    assert "changed since" not in shown(quick)


RENAMED = {
    "in its file": lambda: write("src/store.py", CODE.replace("load_settings", "read_settings")),
    "in another file": lambda: (
        write("src/store.py", CODE.replace(f"def load_settings(path):\n{BODY}", "")),
        write("src/other.py", f"{OTHER}\n\ndef read_settings(path):\n{BODY}"),
    ),
}


@pytest.mark.parametrize("change", RENAMED.values(), ids=RENAMED)
def test_a_renamed_function_is_followed(
    change: Callable[[], object], code: Path, quick: Quick
) -> None:
    change()
    followed = "at every call (`load_settings` is now `read_settings`)\n"
    assert followed in shown(quick)
    commit()
    assert followed in shown(quick)


def test_doctor_show_list_and_why_tell_of_it(code: Path, quick: Quick) -> None:
    write("src/store.py", CODE.replace("save_all", "save").replace("dict(", "list("))
    found = [one for one in quick("doctor", "--json").json["findings"] if "code" in one["code"]]
    assert [one["code"] for one in found] == ["code-changed"] * 2
    assert "load_settings changed" in found[0]["message"]
    first, second = quick("learnings", "list", "--json").json["entries"]
    assert first["code"] == "load_settings changed"
    assert second["code"] == "Store.save_all is now Store.save in src/store.py"
    assert "load_settings changed" in quick("learnings", "show", first["id"]).stdout
    assert "its code: load_settings changed" in quick("why", first["id"]).stdout
    write("src/store.py", "LIMIT = 5\n")
    assert "stale: the code that it names is gone" in quick("why", first["id"]).stdout
    assert {one["code"] for one in quick("doctor", "--json").json["findings"]} >= {"code-gone"}
    assert quick("stats", "--json").json["entries"]["withheld"] == {"stale": 2}


def test_old_entries_get_their_anchors_from_doctor_fix(code: Path, quick: Quick) -> None:
    path = Path(".mem/evidence.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bare = [{key: value for key, value in one.items() if key != "anchors"} for one in lines]
    path.write_text("".join(json.dumps(one) + "\n" for one in bare), encoding="utf-8")
    listed = quick("learnings", "list", "--json").json
    assert quick("doctor", "--fix").code == 0
    assert {one["symbol"] for one in anchors()} == {"load_settings", "Store.save_all"}
    once = path.read_bytes()
    assert quick("doctor", "--fix").code == 0
    assert path.read_bytes() == once
    assert quick("learnings", "list", "--json").json == listed
    write("src/store.py", "LIMIT = 5\n")
    assert "load_settings" not in shown(quick)


# -- other languages -----------------------------------------------------------------------------

LANGUAGES = {
    "a.ts": "export async function loadAll(path: string) {\n  return fetch(path, { a: 1 });\n}\n",
    "a.go": "package a\n\nfunc loadAll(path string) error {\n\treturn open(path, 1, 2, 3)\n}\n",
    "a.rs": "pub fn loadAll(path: &str) -> u32 {\n    return open(path, 1, 2, 3);\n}\n",
    "a.js": "const loadAll = (path) => {\n  return fetch(path, { a: 1, b: 2, c: 3 });\n};\n",
    "a.rb": "def loadAll(path)\n  open(path)\nend\n",
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_other_languages_are_read(
    name: str, repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = name != "a.rb"
    if known and not available("go"):
        pytest.skip("the grammars are not installed")
    write(name, LANGUAGES[name])
    commit()
    monkeypatch.setenv("CLAUDECODE", "1")
    quick(
        "learnings", "add", "Gotcha: loadAll never closes the file" if known else "loadAll is hot"
    )
    before = shown(quick)
    write(name, LANGUAGES[name].replace("path", "where"))
    assert ("(code changed since)" in shown(quick)) is known
    write(name, LANGUAGES[name].replace("loadAll", "readEach"))
    assert ("`loadAll` is now `readEach`" in shown(quick)) is known
    if not known:
        assert "loadAll" not in shown(quick)
    write(name, LANGUAGES[name])
    assert shown(quick) == before


# -- values --------------------------------------------------------------------------------------

SETTINGS = "MAX_RETRIES = 5\nCACHE_TTL = 15 * 60\n"
STATED = {
    "MAX_RETRIES is 5": "(now 7 in conf.py)",
    "CACHE_TTL is 15 minutes": "(now 1200 in conf.py)",
    "The API listens on port 8080": "(now 9090 in Dockerfile)",
    "The page uses React 18": "(now 19.2.0 in package.json)",
    "MAX_RETRIES should be 5 for all clients": "",
    "Port 4000 is for the debugger": "",
}


def test_a_stated_value_is_marked_once_the_code_says_another(repo: Path, quick: Quick) -> None:
    write("conf.py", SETTINGS)
    write("Dockerfile", "FROM python:3.11-slim\nEXPOSE 8080\n")
    write("package.json", '{"dependencies": {"react": "^18.2.0"}}\n')
    commit()
    for text in STATED:
        assert quick("add", "-c", "gotcha", text).code == 0
    assert "(now" not in shown(quick)
    write("conf.py", "# the limits\n\n" + SETTINGS.replace("15 * 60", "900"))
    assert "(" not in shown(quick)
    write("conf.py", SETTINGS.replace("5\n", "7\n").replace("15 *", "20 *"))
    write("Dockerfile", "FROM python:3.12-slim\nEXPOSE 9090\n")
    write("package.json", '{"dependencies": {"react": "^19.2.0"}}\n')
    lines = shown(quick).splitlines()
    for text, mark in STATED.items():
        assert f"- {text} {mark}".rstrip() in lines
    told = quick("doctor").stdout
    assert "is marked: MAX_RETRIES is 7 in conf.py [code-changed]" in told


def test_a_value_that_never_stood_in_the_code_is_marked_at_once(repo: Path, quick: Quick) -> None:
    write("conf.py", SETTINGS)
    commit()
    assert quick("add", "MAX_RETRIES is 9").code == 0
    assert quick("add", "The API listens on port 8080, nothing says so").code == 0
    block = shown(quick)
    assert "- MAX_RETRIES is 9 (now 5 in conf.py)\n" in block
    assert "- The API listens on port 8080, nothing says so\n" in block
