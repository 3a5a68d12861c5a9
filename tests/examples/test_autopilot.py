"""`examples/autopilot.sh` with the real `mem` and a stand-in for the agent."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ..cli.conftest import tree_of
from ..conftest import Mem
from ..source import ROOT

SCRIPT = ROOT / "examples" / "autopilot.sh"
BASH = shutil.which("bash") or ""

pytestmark = pytest.mark.skipif(not BASH or os.name == "nt", reason="it is a script for bash")

Ran = subprocess.CompletedProcess[str]
Autopilot = Callable[..., Ran]

# It notes that it was called, keeps the prompt it was given, and does what the spec's ID asks for.
AGENT = r"""
echo "$AUTOPILOT_ID" >>"$NOTES/calls"
case $AUTOPILOT_ID in
  TASK-9)
    cat >"$NOTES/TASK-9.prompt"
    cmp -s "$NOTES/TASK-9.prompt" "$AUTOPILOT_PROMPT" || exit 9
    echo 'Gotcha: the cookie has to be set before the redirect, or Safari drops it'
    [ ! -f "$NOTES/mended" ] || exit 0
    mkdir -p src/auth && echo 'def revoke(): ...' >src/auth/jwt.py
    git add src && git commit -qm 'an attempt'
    printf 'Gotcha: nothing is learned from standard error, for it is no answer\n' >&2
    printf '\033[31m--error: a | b, `c`, $(touch "$NOTES/pwned") and "d"\033[0m\r\n~~~~~~\n' >&2
    exit 3 ;;
  deaf) exit 0 ;;
  mute) rm gone/late.md && rmdir gone && exit 5 ;;
  slow)
    sleep 60 &
    echo $! $$ >"$NOTES/started"
    wait ;;
esac
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """What the agent wrote down, outside of the repository."""
    path = tmp_path / "notes"
    path.mkdir()
    (path / "agent.sh").write_text(AGENT, encoding="utf-8")
    return path


@pytest.fixture
def environment(notes: Path, mem_on_path: None) -> dict[str, str]:
    return {**os.environ, "NOTES": str(notes), "AGENT": 'bash "$NOTES/agent.sh"'}


@pytest.fixture
def autopilot(repo: Path, environment: dict[str, str]) -> Autopilot:
    def run(*args: str, **env: str) -> Ran:
        return subprocess.run(
            [BASH, str(SCRIPT), *args],
            env={**environment, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    return run


def spec(name: str, text: str = "Say hello.\n") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def table(ran: Ran) -> list[str]:
    """The lines of the summary: all that is said after the last empty line."""
    return f"\n{ran.stdout}".rsplit("\n\n", 1)[-1].splitlines()


def called(notes: Path) -> list[str]:
    path = notes / "calls"
    return path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")  # in a container nobody may be there to collect the dead
    return not (
        stat.exists() and stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] == "Z"
    )


def until(true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it took too long")


# -- what must not run ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "env", "said"),
    [
        pytest.param("", {}, "no spec was named", id="nothing named"),
        pytest.param("a.md nope.md", {}, "nope.md: there is no such spec", id="no such spec"),
        pytest.param("empty", {}, "there is no spec in empty", id="folder without specs"),
        pytest.param("--faster a.md", {}, "no option --faster", id="unknown option"),
        pytest.param("--list", {}, "--list wants a file", id="list without a file"),
        pytest.param("--list nope", {}, "--list wants a file", id="list that is not there"),
        pytest.param("a.md b/a.md", {}, "this queue has a a already", id="two specs of one name"),
        pytest.param("a.md", {"LIMIT": "1h"}, "LIMIT are whole numbers", id="limit"),
        pytest.param("a.md", {"BUDGET": "-1"}, "BUDGET and", id="budget"),
        pytest.param("a.md", {"PATH": "/nowhere"}, "mem is not on the PATH", id="no mem"),
        pytest.param("a.md", {"GIT_DIR": "/nowhere"}, "this is no git repository", id="no git"),
    ],
)
def test_what_cannot_be_run_is_said_before_anything_runs(
    args: str, env: dict[str, str], said: str, autopilot: Autopilot, repo: Path, notes: Path
) -> None:
    spec("a.md")
    spec("b/a.md")
    spec("empty/README.md")
    before = tree_of(repo, local=True)
    ran = autopilot(*args.split(), **env)
    assert (ran.returncode, ran.stdout) == (2, "")
    first, hint = ran.stderr.splitlines()
    assert first.startswith("autopilot: ")
    assert said in first
    assert hint.startswith("hint: ")
    assert called(notes) == []
    assert tree_of(repo, local=True) == before
    assert not (repo / ".git/autopilot").exists()


def test_a_dry_run_names_the_queue_and_writes_nothing(
    autopilot: Autopilot, repo: Path, notes: Path
) -> None:
    spec("specs/README.md")
    spec("specs/b.md")
    spec("specs/A b.md")
    spec("features/001-login/spec.md")
    (repo / "queue.txt").write_text("features/001-login/spec.md\n\nspecs", encoding="utf-8")
    before = tree_of(repo, local=True)
    ran = autopilot("--dry-run", "--list", "queue.txt")
    assert (ran.returncode, ran.stderr) == (0, "")
    first, *others = table(ran)
    assert first == "to run   001-login  (features/001-login/spec.md)"
    assert sorted(others) == ["to run   A-b  (specs/A b.md)", "to run   b  (specs/b.md)"]
    assert called(notes) == []
    assert tree_of(repo, local=True) == before
    assert not (repo / ".git/autopilot").exists()


def test_an_agent_that_is_not_there_stops_the_queue_and_is_no_fault_of_a_spec(
    autopilot: Autopilot, repo: Path
) -> None:
    spec("a.md")
    spec("b.md")
    ran = autopilot("a.md", "b.md", AGENT="no-such-agent -p")
    assert ran.returncode == 2
    assert table(ran) == [
        "stopped  a  (exit 127: a command could not be started)",
        "not run  b  (b.md)",
    ]
    assert not (repo / "ai").exists()
    assert not (repo / "learnings.md").exists()


# -- a queue -------------------------------------------------------------------------------------


def test_a_queue_from_a_failure_to_all_done(
    autopilot: Autopilot, mem: Mem, repo: Path, notes: Path
) -> None:
    shutil.copy(ROOT / "examples" / "spec.md", "TASK-9.md")
    spec("my specs/Grüße an alle.md")
    mem("learnings", "add", "Run the tests in a container", "-c", "convention", "--pin")
    subprocess.run(["git", "commit", "-qm", "start", "--allow-empty"], check=True)
    queue = ("./TASK-9.md", "my specs")

    first = autopilot(*queue)
    why = 'exit 3: --error: a | b, `c`, $(touch "$NOTES/pwned") and "d"'
    assert first.returncode == 1
    assert table(first)[0] == f"failed   TASK-9  ({why})"
    assert table(first)[1].startswith("done     Grüße-an-alle  (")
    assert not (notes / "pwned").exists()
    (row,) = mem("diary", "list", "--json").json["entries"]
    said = (row["id"], row["type"], row["status"], row["summary"])
    assert said == ("TASK-9", "problem", "pending", why)
    prompt = (notes / "TASK-9.prompt").read_text(encoding="utf-8")
    assert prompt.index("Run the tests in a container") < prompt.index("Revoke tokens on logout")
    assert "Known Issues" not in prompt

    (notes / "mended").touch()
    second = autopilot(*queue)
    assert second.returncode == 0
    assert table(second)[0].startswith("done     TASK-9  (")
    assert table(second)[1] == "skipped  Grüße-an-alle  (done before; see --again)"
    prompt = (notes / "TASK-9.prompt").read_text(encoding="utf-8")
    assert "## Known Issues (from diary)\n- TASK-9 (2026-02-02, HIGH): exit 3: --error" in prompt
    assert "| pending |" not in (repo / "ai/diary/index.md").read_text(encoding="utf-8")

    assert autopilot(*queue).returncode == 0
    assert called(notes) == ["TASK-9", "Grüße-an-alle", "TASK-9"]
    entries = mem("learnings", "list", "--json").json["entries"]
    learned = [(entry["text"], entry["from"]) for entry in entries if not entry["manual"]]
    cookie = "the cookie has to be set before the redirect, or Safari drops it"
    assert learned == [(cookie, ["TASK-9"])]

    check = "echo 'FAILED test_a.py::test_b - assert 1 == 2'; echo '== 1 failed in 0.1s =='; exit 1"
    again = autopilot("--again", "TASK-9.md", AGENT="echo 'No error is left.'", CHECK=check)
    assert again.returncode == 1
    assert table(again) == ["failed   TASK-9  (exit 1: FAILED test_a.py::test_b - assert 1 == 2)"]
    assert table(autopilot("--dry-run", "TASK-9.md")) == ["to run   TASK-9  (TASK-9.md)"]


def test_neither_a_deaf_agent_nor_a_broken_config_holds_up_the_queue(
    autopilot: Autopilot, repo: Path, notes: Path
) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("diary: [", encoding="utf-8")
    spec("deaf.md", "word " * 60_000)  # more than a pipe holds
    spec("mute.md")
    spec("gone/late.md")
    ran = autopilot("mute.md", "gone", "deaf.md")
    assert ran.returncode == 1
    mute, gone, deaf = table(ran)
    assert deaf.startswith("done     deaf  (")
    assert gone == "gone     gone/late.md  (an earlier task moved or deleted it)"
    assert mute == "failed   mute  (exit 5: it printed nothing)"
    for said in ("going on without a context", "the diary has no row of it"):
        assert f"autopilot: {said}\n" in ran.stderr
    assert not (repo / "ai").exists()


def test_over_its_time_an_agent_is_ended_with_all_it_started(
    autopilot: Autopilot, repo: Path, notes: Path
) -> None:
    spec("slow.md")
    spec("other.md")
    ran = autopilot("--stop", "slow.md", "other.md", LIMIT="1")
    assert ran.returncode == 1
    assert table(ran) == [
        "failed   slow  (over 1 s; exit 143: it printed nothing)",
        "not run  other  (other.md)",
    ]
    pids = [int(word) for word in (notes / "started").read_text(encoding="utf-8").split()]
    until(lambda: not any(map(alive, pids)))
    assert "over 1 s; exit 143" in (repo / "ai/diary/index.md").read_text(encoding="utf-8")


def test_an_interrupted_queue_lets_go_and_can_be_called_again(
    autopilot: Autopilot, environment: dict[str, str], repo: Path, notes: Path
) -> None:
    spec("slow.md")
    command = [BASH, str(SCRIPT), "slow.md"]
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        command, env=environment, stdout=pipe, stderr=pipe, start_new_session=True
    )
    started = notes / "started"
    until(lambda: started.exists() and len(started.read_text(encoding="utf-8").split()) == 2)
    second = autopilot("slow.md")
    assert (second.returncode, second.stdout) == (2, "")
    assert f"process {running.pid} is at work" in second.stderr

    os.killpg(running.pid, signal.SIGINT)  # as a terminal does at ctrl-C
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"the same command goes on with slow" in told
    pids = [int(word) for word in started.read_text(encoding="utf-8").split()]
    until(lambda: not any(map(alive, pids)))
    assert not (repo / "ai").exists(), "an interruption is no failure"

    (repo / ".git/autopilot.lock").write_text("999999999\n", encoding="utf-8")  # of one long dead
    assert autopilot("slow.md", AGENT="true").returncode == 0
    assert not (repo / ".git/autopilot.lock").exists()


# -- the line that says why ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def last_words() -> Callable[[bytes], str]:
    body = SCRIPT.read_text(encoding="utf-8")
    function = body[body.index("last_words() {") :].partition("\n}\n")[0] + "\n}\n"

    def run(log: bytes) -> str:
        program = function + "last_words /dev/stdin"
        done = subprocess.run([BASH, "-ceu", program], input=log, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace").removesuffix("\n")

    return run


@pytest.mark.parametrize(
    ("log", "words"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("\n~~~~\n}\n42\n", "", id="no words"),
        pytest.param("Traceback:\n  x\nKeyError: 'a'\n", "KeyError: 'a'", id="traceback"),
        pytest.param("Error: no key\nbye\n\n", "Error: no key", id="an error before the end"),
        pytest.param("one\ntwo\n", "two", id="no word of an error"),
        pytest.param(
            "E: x is wrong\nmake: *** [Makefile:2: t] Error 1\n", "E: x is wrong", id="make"
        ),
        pytest.param("make: *** No rule for x\n", "make: *** No rule for x", id="make alone"),
        pytest.param("10%\r90%\rfailed at 90%\r", "failed at 90%", id="progress"),
        pytest.param(
            "\x1b[1;31mfatal\x1b[0m: \x07no\x00\n", "fatal: no", id="colours and controls"
        ),
        pytest.param("всё сломалось\n----\n", "всё сломалось", id="another script"),
        pytest.param("error: old\n" + "line\n" * 30, "line", id="long before the end"),
    ],
)
def test_the_last_words_of_a_log(log: str, words: str, last_words: Callable[[bytes], str]) -> None:
    assert last_words(log.encode()) == words
