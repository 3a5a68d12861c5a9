"""Bad input ends in one line that says what and where, one that says what to do, and a code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran, make_repo
from .conftest import left_over, tree_of

Quick = Callable[..., Ran]
GOTCHA = "Gotcha: the importer drops rows that hold a semicolon\n"
HANDOFF = json.dumps(
    {
        "decisions": [{"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"}],
        "files": [{"path": "src/jwt.ts", "reason": "makes tokens"}],
    }
)
LEARNINGS = "# Learnings\n\n- Always run make lint\n"


def told(ran: Ran, code: int, *words: str) -> None:
    """The run failed as it should: two lines at the end, and nothing that looks like a crash."""
    assert ran.code == code, ran
    assert "Traceback" not in ran.stderr
    assert "bug" not in ran.stderr
    lines = [line for line in ran.stderr.splitlines() if not line.startswith("mem: warning: ")]
    assert len(lines) == 2, ran.stderr
    assert lines[0].startswith("mem: ")
    assert lines[1].startswith("hint: ")
    assert len(lines[1]) > len("hint: ") + 5
    for word in words:
        assert word in ran.stderr, (word, ran.stderr)


# -- sources that cannot be read ---------------------------------------------------------------

BAD_SOURCES = {
    "missing": (None, "nosuch"),
    "directory": ("DIRECTORY", "directory"),
    "binary": (b"\x7fELF\x00\x01\x02\x00" * 40, "binary"),
    "UTF-16": ("\ufeffGotcha: x".encode("utf-16"), "UTF-16"),
    "mostly not UTF-8": (b"\xff\xfa\xfb\x80\x81" * 60, "UTF-8"),
    "truncated JSON": (b'{"decisions": [{"content": "Use JWT', "JSON"),
    "brackets in an object": (b'{"decisions": ' + b"[" * 100_000, "deep"),
    "JSON without any text": (b"[1, 2, 3]", ""),
}


@pytest.mark.parametrize("name", BAD_SOURCES)
@pytest.mark.parametrize("as_json", [False, True], ids=["plain", "json"])
def test_a_bad_source_is_told_and_changes_nothing(
    repo: Path, quick: Quick, tmp_path: Path, name: str, as_json: bool
) -> None:
    data, word = BAD_SOURCES[name]
    source = tmp_path / "nosuch.txt"
    if data == "DIRECTORY":
        source.mkdir()
    elif isinstance(data, bytes):
        source.write_bytes(data)
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    before = tree_of(repo)
    ran = quick("extract", source, *(["--json"] if as_json else []))
    told(ran, 1, str(source), word)
    assert ran.stdout == ""
    assert {**tree_of(repo), ".mem/.gitignore": b""} == {**before, ".mem/.gitignore": b""}


@pytest.mark.parametrize("data", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000])
def test_a_source_of_nothing_but_brackets_breaks_nothing(
    repo: Path, quick: Quick, data: bytes
) -> None:
    ran = quick("extract", input=data)
    assert ran.code == 1
    assert "nested too deeply" in ran.stderr
    assert "bug" not in ran.stderr
    assert not (repo / "learnings.md").exists()


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"], ids=["empty", "blank", "BOM"])
def test_nothing_in_a_source_is_no_error(repo: Path, quick: Quick, data: bytes) -> None:
    ran = quick("extract", "--json", input=data)
    assert ran.code == 0
    assert ran.json["items"] == []
    assert not (repo / "learnings.md").exists()


def test_some_bytes_that_are_not_utf8_cost_only_themselves(repo: Path, quick: Quick) -> None:
    ran = quick("extract", input=GOTCHA.encode() + b"\nsome caf\xe9 here\n" + b"words " * 50)
    assert ran.code == 0
    assert "importer drops rows" in (repo / "learnings.md").read_text(encoding="utf-8")
    assert "UTF-8" in ran.stderr


def test_one_bad_source_does_not_cost_the_others(repo: Path, quick: Quick, tmp_path: Path) -> None:
    good, other, bad = (tmp_path / name for name in ("good.txt", "other.txt", "bad.bin"))
    good.write_text(GOTCHA, encoding="utf-8")
    other.write_text("Gotcha: the exporter needs a trailing newline\n", encoding="utf-8")
    bad.write_bytes(b"\0\1\2" * 99)
    ran = quick("extract", "--json", good, bad, other)
    told(ran, 1, "bad.bin")
    assert [source["path"] for source in ran.json["sources"]] == [str(good), str(other)]
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert "semicolon" in text
    assert "trailing newline" in text


@pytest.mark.parametrize("place", ["source", "learnings.md"])
def test_five_megabytes_on_one_line_are_read_and_kept(
    repo: Path, quick: Quick, tmp_path: Path, place: str
) -> None:
    path = tmp_path / "source" if place == "source" else repo / "learnings.md"
    with path.open("wb") as file:
        file.write(b"- ")
        for _ in range(5):
            file.write(b"word and [another](x) `one` " * 37_449)
    if place == "source":
        ran = quick("extract", path)
        assert ran.code in (0, 1)
    else:
        size = path.stat().st_size
        ran = quick("learnings", "add", "A new entry")
        assert ran.code == 0, ran.stderr
        assert path.stat().st_size < size + 200
    assert "Traceback" not in ran.stderr


# -- memory files that are not what they should be ---------------------------------------------

WRITES = [
    pytest.param(("learnings", "add", "One more"), id="add"),
    pytest.param(("extract", "--session", "s"), id="extract"),
]
READS = [
    pytest.param(("learnings", "list"), id="list"),
    pytest.param(("context",), id="context"),
]


@pytest.mark.parametrize("args", [*WRITES, *READS])
@pytest.mark.parametrize("kind", ["directory", "fifo", "out", "git", "binary", "UTF-16"])
@pytest.mark.parametrize("name", ["learnings.md", ".mem/archive.md"])
def test_what_is_no_memory_file_is_refused(
    repo: Path, quick: Quick, tmp_path: Path, kind: str, name: str, args: tuple[str, ...]
) -> None:
    (repo / ".mem").mkdir()
    path = repo / name
    target = repo / ".git/config" if kind == "git" else tmp_path / "precious"
    if kind != "git":
        target.write_bytes(b"precious\n")
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind in ("out", "git"):
        path.symlink_to(target)
    else:
        path.write_bytes(b"a\0b" * 50 if kind == "binary" else "\ufeffx".encode("utf-16"))
    before, content = tree_of(repo), target.read_bytes()
    told(quick(*args, input=GOTCHA), 1, Path(name).name)
    after = tree_of(repo)
    after.pop(".mem/.gitignore", None)
    assert after == before
    assert target.read_bytes() == content


def test_a_link_inside_the_tree_is_followed_and_stays_one(repo: Path, quick: Quick) -> None:
    (repo / "docs").mkdir()
    (repo / "docs/memory.md").write_text(LEARNINGS, encoding="utf-8")
    (repo / "learnings.md").symlink_to("docs/memory.md")
    assert quick("learnings", "add", "One more").code == 0
    assert (repo / "learnings.md").is_symlink()
    assert "One more" in (repo / "docs/memory.md").read_text(encoding="utf-8")
    assert left_over(repo) == []


def test_a_dangling_link_inside_the_tree_is_given_its_file(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").symlink_to("docs/memory.md")
    assert quick("learnings", "list").code == 0
    assert quick("learnings", "add", "One more").code == 0
    assert "One more" in (repo / "docs/memory.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("flag", ["i", ""])
def test_a_file_that_may_not_be_written_is_told(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch, flag: str
) -> None:
    path = repo / "learnings.md"
    path.write_text(LEARNINGS, encoding="utf-8")
    if flag:
        if subprocess.run(["chattr", "+i", path], check=False, capture_output=True).returncode:
            pytest.skip("chattr needs root and a file system that knows it")
    elif os.geteuid() == 0:
        real = os.access
        monkeypatch.setattr(os, "access", lambda p, mode: mode != os.W_OK and real(p, mode))
    else:
        path.chmod(0o444)
    try:
        told(quick("learnings", "add", "One more"), 1, "learnings.md", "written")
    finally:
        if flag:
            subprocess.run(["chattr", "-i", path], check=True)
    assert path.read_text(encoding="utf-8") == LEARNINGS
    assert left_over(repo) == []


def test_a_file_in_place_of_the_folder_is_told_by_who_writes(repo: Path, quick: Quick) -> None:
    (repo / ".mem").write_text("of another tool", encoding="utf-8")
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    assert quick("learnings", "list").stdout.count("\n") == 1
    assert "make lint" in quick("context").stdout
    told(quick("learnings", "add", "One more"), 1, ".mem/local", "a file stands where")
    assert (repo / ".mem").read_text(encoding="utf-8") == "of another tool"


@pytest.mark.parametrize("name", ["events.jsonl", "tasks.jsonl", "sources"])
def test_what_may_be_lost_stands_in_nobodys_way(
    repo: Path, quick: Quick, tmp_path: Path, name: str
) -> None:
    precious = tmp_path / "precious"
    local = repo / ".mem/local"
    for make in (
        lambda path: os.mkfifo(path),
        lambda path: path.symlink_to(precious),
        lambda path: path.write_bytes(b"\xff\0{[" * 99),
        lambda path: None,
    ):
        local.mkdir(parents=True)
        precious.write_bytes(b"precious\n")
        make(local / name)
        ran = quick("extract", "--session", "s", input=GOTCHA)
        assert (ran.code, ran.stderr) == (0, "")
        assert precious.read_bytes() == b"precious\n"
        shutil.rmtree(local)
    assert (repo / "learnings.md").read_text(encoding="utf-8").count("semicolon") == 1


ODD = """# Learnings

- One that is fine <!-- mem:aaaaaaaa manual -->
- Malformed <!-- mem:short -->
- Twice <!-- mem:bbbbbbbb manual -->
- Twice <!-- mem:bbbbbbbb manual -->
<<<<<<< ours
- Between markers <!-- mem:cccccccc manual -->
=======
- Between other markers <!-- mem:dddddddd manual -->
>>>>>>> theirs
- The last
"""


def test_what_cannot_be_read_is_named_and_never_rewritten(repo: Path, quick: Quick) -> None:
    path = repo / "learnings.md"
    path.write_text(ODD, encoding="utf-8")
    ran = quick("learnings", "list")
    assert ran.code == 0
    assert "One that is fine" in ran.stdout
    assert "The last" in ran.stdout
    for line in (4, 6, 7):
        assert f"mem: warning: learnings.md:{line}: " in ran.stderr
    for args in (
        ("learnings", "add", "One more"),
        ("learnings", "pin", "aaaa"),
        ("extract", "--session", "s"),
    ):
        ran = quick(*args, input=GOTCHA)
        assert ran.code == 0, ran
        assert "mem: warning: learnings.md:4: " in ran.stderr
    text = path.read_text(encoding="utf-8")
    for line in ODD.splitlines()[3:]:
        assert line in text
    assert ODD[ODD.index("<<<<") : ODD.index(">>>>")] in text
    told(quick("learnings", "remove", "cccc"), 1, "learnings.md:8", "conflict")
    told(quick("learnings", "remove", "bbbb"), 2, "lines 5, 6")
    doctor = quick("doctor", "--json")
    assert doctor.code == 1
    assert {f["line"] for f in doctor.json["findings"]} >= {4, 6, 7}


# -- relationships.json ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param(b'[{"type": "decision_file",', ":1: ", id="truncated"),
        pytest.param(b'[\n{"a": 1,}\n]', ":2: ", id="comma"),
        pytest.param(b"\xff\xfe\x00", "UTF-8", id="not UTF-8"),
        pytest.param(b"[" * 100_000, "deep", id="brackets"),
        pytest.param(b'{"nodes": [], "edges": []}', "another tool", id="another tool"),
        pytest.param(b'[{"from": "a", "to": "b"}]', "another tool", id="other edges"),
        pytest.param(b'"text"', "another tool", id="a text"),
    ],
)
def test_edges_that_cannot_be_read_are_not_touched(
    repo: Path, quick: Quick, content: bytes, word: str
) -> None:
    (repo / "relationships.json").write_bytes(content)
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    told(quick("extract", input=HANDOFF), 1, "relationships.json", word, "paths.relationships")
    assert "another tool" not in word or "paths.relationships" in quick("context").stderr
    assert (repo / "relationships.json").read_bytes() == content
    # A source is one transaction: with its edges refused, its entries wait for the second try.
    assert (repo / "learnings.md").read_text(encoding="utf-8") == LEARNINGS
    assert quick("extract", input=GOTCHA).code == 0, "a source without edges does not need them"
    assert "make lint" in quick("context").stdout
    (repo / ".mem/config.yaml").write_text("paths: {relationships: .mem/e.json}", encoding="utf-8")
    assert quick("extract", input=HANDOFF).code == 0
    assert (repo / "relationships.json").read_bytes() == content


# -- config ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "config",
    [
        pytest.param("paths: [unclosed", id="unclosed"),
        pytest.param("a: b: c", id="colons"),
        pytest.param("\t- x", id="tab"),
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param("a: &a [x]\nb: *a\n", id="alias"),
    ],
)
@pytest.mark.parametrize("args", [("learnings", "list"), ("context",), ("extract",)])
def test_a_config_that_is_no_yaml_is_an_error(
    repo: Path, quick: Quick, config: str, args: tuple[str, ...]
) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
    told(quick(*args, input=GOTCHA), 1, ".mem/config.yaml")


def test_all_faults_of_a_config_are_told_and_the_defaults_hold(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    config = "nonsense: 1\npaths: {learnings: ../out.md}\nlimits: {pins: many}\n"
    (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
    ran = quick("learnings", "add", "One more")
    assert ran.code == 0
    for key in ("nonsense", "paths.learnings", "limits.pins"):
        assert ran.stderr.count(f".mem/config.yaml: {key}") == 1
    assert (repo / "learnings.md").exists()
    assert not (repo.parent / "out.md").exists()
    doctor = quick("doctor", "--json")
    assert doctor.code == 1
    assert len([f for f in doctor.json["findings"] if f["code"] == "config"]) == 3


# -- places ------------------------------------------------------------------------------------


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory without git and without a memory."""
    path = tmp_path / "nowhere"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


@pytest.mark.parametrize(
    "args",
    [("extract",), ("extract", "--dry-run"), ("learnings", "add", "x y z"), ("learnings", "list")],
)
def test_without_a_memory_and_git_it_is_told(
    nowhere: Path, quick: Quick, args: tuple[str, ...]
) -> None:
    told(quick(*args, input=GOTCHA), 2, "mem init")
    assert list(nowhere.iterdir()) == []


def test_without_a_memory_the_context_is_empty(nowhere: Path, quick: Quick) -> None:
    ran = quick("context")
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")
    assert list(nowhere.iterdir()) == []


def test_a_root_that_is_not_there_does_not_fail_a_context(repo: Path, quick: Quick) -> None:
    ran = quick("--root", "nosuch/dir", "context")
    assert (ran.code, ran.stdout) == (0, "")
    assert "nosuch/dir" in ran.stderr


@pytest.mark.parametrize("args", [("learnings", "list"), ("extract",), ("init",)])
def test_a_root_that_is_not_there_is_told(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    told(quick("--root", "nosuch/dir", *args), 2, "nosuch/dir")
    told(quick("--root", "~nobody-of-that-name", *args), 2, "nobody-of-that-name")
    monkeypatch.setenv("MEM_ROOT", "not/there")
    told(quick(*args), 2, "not/there")
    assert sorted(p.name for p in repo.iterdir()) == [".git"]


def test_a_working_directory_that_is_gone_is_told(
    tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    told(quick("learnings", "list"), 1, "working directory")


def test_a_root_that_is_a_link_is_the_directory_it_leads_to(
    tmp_path: Path, quick: Quick, repo: Path
) -> None:
    real = make_repo(tmp_path / "elsewhere")
    (repo / "link").symlink_to(real)
    assert quick("--root", "link", "learnings", "add", "One more").code == 0
    assert (real / "learnings.md").exists()


def test_the_memory_may_lie_in_a_directory_of_the_repository(repo: Path, quick: Quick) -> None:
    (repo / "app" / "src").mkdir(parents=True)
    (repo / "app" / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    os.chdir(repo / "app" / "src")
    assert quick("learnings", "add", "One more").code == 0
    assert "One more" in (repo / "app/learnings.md").read_text(encoding="utf-8")
    assert not (repo / "learnings.md").exists()


# -- streams -----------------------------------------------------------------------------------


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    script = Path(sys.executable).with_name("mem")
    return subprocess.run(
        ["bash", "-c", f'mem() {{ {script} "$@"; }}; {command}'],
        capture_output=True,
        check=False,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell of this kind")
@pytest.mark.parametrize(
    ("command", "stdout", "stderr"),
    [
        pytest.param("mem learnings list | head -1 | cut -c 10-; echo ${PIPESTATUS[0]}",
                     "1.00\tkäse 0\n0\n", "", id="head"),
        pytest.param("mem learnings list | true; echo ${PIPESTATUS[0]}", "0\n", "", id="no reader"),
        pytest.param("mem learnings list >&-; echo $?", "0\n", "", id="stdout closed"),
        pytest.param("mem nosuch 2>&-; echo $?", "2\n", "", id="stderr closed"),
        pytest.param("mem extract <&-; echo $?", "0\n", "nothing new", id="stdin closed"),
        pytest.param("mem learnings list <&- >&- 2>&-; echo $?", "0\n", "", id="all closed"),
        pytest.param("mem learnings list >/dev/full; echo $?", "1\n", "no space left", id="full"),
        pytest.param("LC_ALL=C PYTHONIOENCODING=cp1252 mem learnings list | head -1 | cut -c 15-",
                     "käse 0\n", "", id="cp1252"),
        pytest.param("unset HOME USERPROFILE; mem --version | cut -c -3", "mem\n", "",
                     id="no home"),
    ],
)  # fmt: skip
def test_streams_that_are_closed_full_or_of_another_code_page(
    repo: Path, command: str, stdout: str, stderr: str
) -> None:
    lines = "".join(f"- käse {number}\n" for number in range(3000))
    (repo / "learnings.md").write_text(lines, encoding="utf-8")
    ran = shell(command)
    assert ran.stdout == stdout
    assert "Traceback" not in ran.stderr
    assert "bug" not in ran.stderr
    assert stderr in ran.stderr
    assert bool(stderr) == bool(ran.stderr)


def test_an_interrupt_is_130_and_leaves_nothing(repo: Path) -> None:
    import signal

    script = Path(sys.executable).with_name("mem")
    process = subprocess.Popen(
        [script, "extract"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    process.stdin.write(b"more than a pipe holds\n" * 10_000)
    process.stdin.flush()  # done when most of it has been read, and it waits for more
    process.send_signal(signal.SIGINT)
    _, told_ = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in told_
    assert not (repo / "learnings.md").exists()


# -- arguments ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(("nosuch",), id="no such command"),
        pytest.param(("learnings", "nosuch"), id="no such subcommand"),
        pytest.param(("context", "--budget", "many"), id="no number"),
        pytest.param(("context", "--format", "pdf"), id="no such format"),
        pytest.param(("extract", "--format", "pdf"), id="no such source format"),
        pytest.param(("extract", "--min-confidence", "2"), id="out of range"),
        pytest.param(("learnings", "add"), id="nothing to add"),
        pytest.param(("learnings", "add", "-c", "nonsense", "x"), id="no such kind"),
        pytest.param(("learnings", "add", " \n\t "), id="blank text"),
        pytest.param(("learnings", "list", "--kind", "nonsense"), id="no such kind listed"),
        pytest.param(("learnings", "show", ""), id="empty ID"),
        pytest.param(("learnings", "show", "../x"), id="no ID"),
        pytest.param(("learnings", "edit", "aaaa"), id="no text and no terminal"),
        pytest.param(("learnings", "remove"), id="no IDs"),
    ],
)
def test_a_wrong_call_exits_2(repo: Path, quick: Quick, args: tuple[str, ...]) -> None:
    told(quick(*args), 2)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        pytest.param(
            ("show",), "mem learnings show, mem graph show and mem callgraph show", id="groups"
        ),
        pytest.param(
            ("confirm", "x"), "there is mem learnings confirm", id="rather than what is near"
        ),
        pytest.param(("help",), "there is mem --help", id="help"),
        pytest.param(("version",), "there is mem --version", id="version"),
        pytest.param(("contxt",), "mean 'context'?", id="a typo"),
        pytest.param(("learnings", "scan"), "see mem learnings --help", id="in a group"),
        pytest.param(("graph", "query", "--source"), "see mem graph query --help", id="no value"),
        pytest.param(
            ("--root", ".", "search", "--limit"), "see mem search --help", id="behind root"
        ),
        pytest.param(("learnings", "add", ""), "see mem learnings add --help", id="no text"),
        pytest.param(("context", "--budget", "x"), "is not a whole number", id="whole number"),
        pytest.param(
            ("learnings", "list", "--min-confidence", "x"), "is not a number", id="number"
        ),
        pytest.param(
            ("learnings", "restore", "zzzz"), "mem learnings list --archived", id="archive"
        ),
    ],
)
def test_the_hint_leads_to_what_was_meant(
    repo: Path, quick: Quick, args: tuple[str, ...], words: str
) -> None:
    ran = quick(*args)
    told(ran, 1 if "restore" in args else 2, words)
    assert "range" not in ran.stderr


def test_the_groups_that_are_searched_are_those_there_are() -> None:
    from cli.main import program
    from cli.wrong_call import GROUPS

    assert {group.name for group in program().registered_groups} == set(GROUPS)


def test_a_text_longer_than_an_entry_may_be_is_refused(repo: Path, quick: Quick) -> None:
    told(quick("learnings", "add", "x" * 100_000), 1, "100000")
    assert quick("learnings", "list", "--search", "x" * 100_000).code == 0
    told(quick("extract", "x" * 10_000), 1)


@pytest.mark.parametrize(
    "text",
    [
        "two\nlines\r\nand three",
        "an \x1b[31mansi\x1b[0m colour and a \x07 bell",
        "a comment <!-- mem:aaaaaaaa conf=1 --> inside",
        "the end --> of a comment",
        "`code` and ``` fences ```",
        "# not a heading",
        "- [ ] not a task",
        "[only](a-link.md)",
        "<details>",
        "\u202eturned round\u202c",
        "\ufeffa mark",
    ],
)
def test_whatever_is_added_is_one_entry_and_goes_again_without_a_trace(
    repo: Path, quick: Quick, text: str
) -> None:
    path = repo / "learnings.md"
    path.write_text(LEARNINGS, encoding="utf-8")
    ran = quick("learnings", "add", "--json", text)
    if ran.code:
        told(ran, ran.code)
        assert path.read_text(encoding="utf-8") == LEARNINGS
        return
    (entry,) = ran.json["entries"]
    assert len(quick("learnings", "list", "--json").json["entries"]) == 2
    assert path.read_text(encoding="utf-8").count("\n") == LEARNINGS.count("\n") + 1
    shown = quick("learnings", "list").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert quick("learnings", "remove", entry["id"]).code == 0
    assert path.read_text(encoding="utf-8") == LEARNINGS
