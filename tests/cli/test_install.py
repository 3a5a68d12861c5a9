"""`mem install` and `mem uninstall`: guests in other tools' settings."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_md.agents.hook.payload import EVENTS
from memory_md.agents.install import apply, plan
from memory_md.agents.known import hook_command
from memory_md.memory.actions.workspace import Workspace

from ..conftest import Quick, Ran

AGENTS = ("claude-code", "codex", "gemini", "qwen", "copilot", "cursor", "opencode", "agents-md")
FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
    "qwen": ".qwen/settings.json",
    "copilot": ".github/hooks/mem.json",
    "cursor": ".cursor/hooks.json",
    "opencode": ".opencode/plugins/mem.js",
    "agents-md": "AGENTS.md",
}
# No agent's program, whatever this machine has; git and mem itself are found.
BARE = {"PATH": ""}

CLAUDE = """{
  // ours alone
  "permissions": {"allow": ["Bash(make:*)"]},
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "notify-send done"}]} // loud
    ]
  },
  "model": "opus"
}"""
TOML = """# my codex
model = "gpt-5"   # the big one

[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "notify"
"""
MARKDOWN = "# Rules\r\n\r\n- Be kind\r\n- No trailing newline"


def run(root: Path, *agents: str, take: bool = False) -> list[str]:
    """Install or uninstall in this process; the files that changed."""
    place = Workspace(root, datetime(2026, 2, 2, tzinfo=UTC))
    planned = plan(place, agents, take=take)
    done, errors = apply(place, planned.changes)
    assert [*planned.errors, *errors] == []
    return [change.name for change in done]


def lacking(root: Path, *agents: str) -> list[str]:
    changes = plan(Workspace(root, datetime(2026, 2, 2, tzinfo=UTC)), agents).changes
    return [change.name for change in changes if change.missing]


@pytest.fixture(autouse=True)
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text("# Learnings\n", encoding="utf-8")
    return repo


def tree(root: Path) -> dict[str, bytes | None]:
    """Every file with its bytes, and every directory, but git's and our local one."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(root.rglob("*"))
        if not {".git", ".mem"}.intersection(path.relative_to(root).parts)
    }


def write(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


# -- who is served -----------------------------------------------------------------------------


def test_where_no_agent_is_found_it_says_so_and_writes_nothing(quick: Quick, repo: Path) -> None:
    before = tree(repo)
    ran = quick("install", env=BARE)
    assert (ran.code, ran.stdout) == (1, "")
    assert "mem install claude-code | codex" in ran.stderr
    assert tree(repo) == before


def test_only_agents_that_the_repository_tells_of_are_served(quick: Quick, repo: Path) -> None:
    (repo / ".cursor").mkdir()
    write(repo, "opencode.json", "{}")
    write(repo, "AGENTS.md", "# Rules\n")
    before = set(tree(repo))
    ran = quick("install")
    assert ran.code == 0, ran
    assert set(tree(repo)) - before == {
        ".cursor/hooks.json",
        ".opencode",
        ".opencode/plugins",
        ".opencode/plugins/mem.js",
    }
    assert (repo / "AGENTS.md").read_text(encoding="utf-8") == "# Rules\n"


def test_instructions_count_where_no_agent_has_settings(quick: Quick, repo: Path) -> None:
    write(repo, "CLAUDE.md", "# Rules\n")
    assert quick("install", env=BARE).stdout == "updated CLAUDE.md\n"


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_else_those_on_the_path_are_served(quick: Quick, repo: Path, tmp_path: Path) -> None:
    program = write(tmp_path, "bin/gemini", "#!/bin/sh\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    ran = quick("install", env={"PATH": str(program.parent)})
    assert ran.stdout == "created .gemini/settings.json\n"
    assert "mem-md is not on the PATH" in ran.stderr


def test_an_agent_that_nobody_knows_is_an_error_that_names_them(quick: Quick) -> None:
    ran = quick("install", "no-such-agent")
    assert ran.code == 2
    assert all(agent in ran.stderr for agent in AGENTS)


# -- in and out again --------------------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_it_goes_in_once_and_out_without_a_trace(agent: str, repo: Path) -> None:
    before = tree(repo)
    assert lacking(repo, agent) == [FILES[agent]]
    assert run(repo, agent) == [FILES[agent]]
    once = tree(repo)
    assert not run(repo, agent)
    assert tree(repo) == once
    assert not lacking(repo, agent)
    assert run(repo, agent, take=True) == [FILES[agent]]
    assert tree(repo) == before
    assert not (repo / ".mem").exists()
    assert not run(repo, agent, take=True)


def test_the_command_line_says_what_it_did(quick: Quick, repo: Path) -> None:
    write(repo, ".cursor/hooks.json", "{}")
    said = [quick(word, "claude-code", "cursor") for word in ("install", "install", "uninstall")]
    assert [ran.stdout.split() for ran in said] == [
        ["created", FILES["claude-code"], "updated", FILES["cursor"]],
        ["kept", FILES["claude-code"], "kept", FILES["cursor"]],
        ["deleted", FILES["claude-code"], "updated", FILES["cursor"]],
    ]
    assert quick("uninstall", "cursor").stderr == "nothing of ours was found\n"


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        pytest.param("claude-code", ".claude/settings.json", CLAUDE, id="comments"),
        pytest.param("claude-code", ".claude/settings.json", "{}", id="an empty object"),
        pytest.param(
            "gemini", ".gemini/settings.json", '\ufeff{\r\n\t"a": 1\r\n}', id="tabs, CRLF"
        ),
        pytest.param("cursor", ".cursor/hooks.json", '{"version": 1, "hooks": {}}', id="no hooks"),
        pytest.param("codex", ".codex/config.toml", TOML, id="TOML"),
        pytest.param("codex", ".codex/config.toml", TOML.rstrip("\n"), id="TOML without an end"),
        pytest.param("agents-md", "AGENTS.md", MARKDOWN, id="Markdown"),
        pytest.param("agents-md", "AGENTS.md", "", id="an empty file"),
        pytest.param("agents-md", "CLAUDE.md", "# Rules\n\n```\nopen", id="CLAUDE.md alone"),
    ],
)
def test_settings_come_back_byte_for_byte(agent: str, name: str, text: str, repo: Path) -> None:
    path = write(repo, name, text)
    before = tree(repo)
    assert run(repo, agent) == [name]
    assert path.read_bytes() != text.encode()
    assert not lacking(repo, agent)
    assert run(repo, agent, take=True) == [name]
    assert tree(repo) == before


def test_every_event_of_an_agent_gets_the_command(repo: Path) -> None:
    agents = ("claude-code", "codex", "gemini", "cursor")
    run(repo, *agents)
    for agent in agents:
        hooks = json.loads((repo / FILES[agent]).read_text(encoding="utf-8"))["hooks"]
        assert set(hooks) == set(EVENTS[agent])
        assert all(f"mem-md hook {agent} || true" in json.dumps(items) for items in hooks.values())


def test_codexs_hooks_go_where_its_hooks_are(repo: Path) -> None:
    path = write(repo, ".codex/config.toml", TOML)
    run(repo, "codex")
    assert not (repo / ".codex" / "hooks.json").exists()
    value = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [item["hooks"][0]["command"] for item in value["hooks"]["Stop"]] == [
        "notify",
        hook_command("codex", windows=False),
    ]


def test_what_a_person_changed_since_stays(repo: Path) -> None:
    path = write(repo, ".claude/settings.json", CLAUDE)
    run(repo, "claude-code", "agents-md")
    changed = path.read_text(encoding="utf-8").replace('"opus"', '"haiku"')
    path.write_text(changed, encoding="utf-8")
    rules = repo / "AGENTS.md"
    rules.write_text("# Mine\n\n" + rules.read_text(encoding="utf-8"), encoding="utf-8")
    run(repo, "claude-code", "agents-md", take=True)
    assert path.read_text(encoding="utf-8") == CLAUDE.replace('"opus"', '"haiku"')
    assert rules.read_text(encoding="utf-8") == "# Mine\n"


def test_a_directory_that_was_there_stays(repo: Path) -> None:
    (repo / ".claude").mkdir()
    before = tree(repo)
    run(repo, "claude-code", "gemini")
    write(repo, ".gemini/mine.txt", "mine")
    run(repo, "claude-code", "gemini", take=True)
    assert set(tree(repo)) == {*before, ".gemini", ".gemini/mine.txt"}


def test_a_hook_works_as_soon_as_it_is_installed(repo: Path) -> None:
    (repo / "learnings.md").unlink()
    run(repo, "claude-code")
    command = json.loads((repo / FILES["claude-code"]).read_text(encoding="utf-8"))["hooks"]
    words = ["sh", "-c", command["Stop"][0]["hooks"][0]["command"]]
    transcript = write(
        repo,
        "t.jsonl",
        "".join(
            json.dumps({"role": "assistant", "content": f"Gotcha: `f_{n}` never closes its file."})
            + "\n"
            for n in range(6)
        ),
    )
    given = {"hook_event_name": "Stop", "session_id": "s", "cwd": str(repo)}
    done = subprocess.run(
        words,
        input=json.dumps({**given, "transcript_path": str(transcript)}).encode(),
        check=True,
        capture_output=True,
    )
    assert done.stdout == b""
    assert "`f_5` never closes" in (repo / "learnings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini", "qwen", "copilot", "cursor"])
def test_a_hook_is_silent_where_mem_is_not_installed(agent: str, tmp_path: Path) -> None:
    foreign = tmp_path / "mem"
    foreign.write_text("#!/bin/sh\necho another program\n", encoding="utf-8")
    foreign.chmod(0o755)
    command = hook_command(agent, windows=False)
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=b"{}",
        check=True,
        capture_output=True,
        env={"PATH": str(tmp_path)},
    )
    assert (done.stdout, done.stderr) == (b"", b"")


def test_settings_of_the_first_version_are_known_as_ours(repo: Path) -> None:
    run(repo, "claude-code")
    path = repo / FILES["claude-code"]
    text = path.read_text(encoding="utf-8")
    old = text.replace(hook_command("claude-code", windows=False), "mem hook claude-code")
    path.write_text(old, encoding="utf-8")
    run(repo, "claude-code", take=True)
    assert not path.exists()
    path.parent.mkdir()
    path.write_text(old, encoding="utf-8")
    run(repo, "claude-code")
    assert path.read_text(encoding="utf-8") == text, "it was not silent for a colleague"


# -- a person's own settings -------------------------------------------------------------------


OWN = {
    "claude-code": ("CLAUDE_CONFIG_DIR", "settings.json"),
    "codex": ("CODEX_HOME", "hooks.json"),
    "gemini": ("", ".gemini/settings.json"),
    "qwen": ("QWEN_HOME", "settings.json"),
    "copilot": ("COPILOT_HOME", "hooks/mem.json"),
    "cursor": ("", ".cursor/hooks.json"),
    "opencode": ("XDG_CONFIG_HOME", "opencode/plugins/mem.js"),
}


@pytest.mark.parametrize("agent", OWN)
def test_a_persons_own_settings_get_the_hooks_and_come_back(
    agent: str, quick: Quick, repo: Path, tmp_path: Path
) -> None:
    variable, name = OWN[agent]
    home = tmp_path / "home"
    home.mkdir()
    base = home / "elsewhere" if variable else home
    env = {"HOME": str(home), "USERPROFILE": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
    env |= {variable: str(base)} if variable else {}
    before = tree(repo)

    def call(*words: str) -> Ran:
        return quick(*words, env=env)

    assert call("install", "--user", agent, "--check").code == 1
    shown = call("install", "--user", agent, "--print")
    assert "mem-md" in shown.stdout
    assert tree(home) == {}
    ran = call("install", "--user", agent)
    assert ran.stdout.split()[0] == "created"
    assert ran.stdout.strip().endswith(name)
    text = (base / name).read_text(encoding="utf-8")
    assert "mem-md" in text
    assert call("install", "--user", agent).stdout.split()[0] == "kept"
    assert call("install", "--user", agent, "--check").code == 0
    assert call("uninstall", "--user", agent).stdout.split()[0] == "deleted"
    assert not (base / name).exists()
    other = '{"model": "x"} // mine\n' if name.endswith("settings.json") else ""
    if other:
        write(base, name, other)
        assert call("install", "--user", agent).stdout.split()[0] == "updated"
        assert call("uninstall", "--user", agent).stdout.split()[0] == "updated"
        assert (base / name).read_text(encoding="utf-8") == other
    assert tree(repo) == before, "a person's settings are none of the repository"


def test_own_settings_need_no_memory_and_instructions_are_none(
    quick: Quick, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    env = {"HOME": str(home), "USERPROFILE": str(home), **BARE}
    nowhere = quick("install", "--user", env=env, cwd=home)
    assert (nowhere.code, list(home.iterdir())) == (1, [])
    (home / ".gemini").mkdir()
    ran = quick("install", "--user", env=env, cwd=home)
    assert ran.stdout == "created ~/.gemini/settings.json\n"
    assert "mem hook --test gemini" in ran.stderr
    assert not (home / ".mem").exists(), "the home folder would count as a memory"
    for agent in ("agents-md", "git"):
        ran = quick("install", "--user", agent, env=env, cwd=home)
        assert ran.code == 2
        assert "no settings for a person" in ran.stderr


# -- what is only looked at --------------------------------------------------------------------


def test_print_shows_it_and_writes_nothing(quick: Quick, repo: Path) -> None:
    before = tree(repo)
    ran = quick("install", *AGENTS, "--print")
    assert ran.code == 0
    assert [name for name in FILES.values() if f"+++ {name}\n" not in ran.stdout] == []
    assert "mem-md hook gemini || true" in ran.stdout
    assert tree(repo) == before
    assert not (repo / ".mem").exists()


def test_check_says_where_nothing_is_missing(quick: Quick, repo: Path) -> None:
    quick("install", "claude-code", "git")
    ran = quick("install", "--check", "claude-code", "git")
    assert (ran.code, ran.stdout) == (0, "")
    assert ran.stderr == "nothing is missing in\n  .claude/settings.json\n  git\n"


def test_check_names_what_is_missing(quick: Quick, repo: Path) -> None:
    path = write(repo, ".claude/settings.json", "{}")
    run(repo, "claude-code")
    value = json.loads(path.read_text(encoding="utf-8"))
    del value["hooks"]["Stop"]
    path.write_text(json.dumps(value), encoding="utf-8")
    ran = quick("install", "--check")
    assert (ran.code, ran.stdout) == (1, "missing .claude/settings.json: Stop\n")
    assert quick("install", "claude-code", "--check", "--print").code == 2


# -- what is left alone ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        pytest.param("claude-code", ".claude/settings.json", '{"a": 1', id="broken JSON"),
        pytest.param("claude-code", ".claude/settings.json", "", id="an empty file"),
        pytest.param("claude-code", ".claude/settings.json", '{"hooks": 3}', id="another shape"),
        pytest.param("cursor", ".cursor/hooks.json", '{"hooks": {"stop": {}}}', id="no list"),
        pytest.param("codex", ".codex/config.toml", "[[hooks.Stop]]\na = \n", id="broken TOML"),
        pytest.param("codex", ".codex/config.toml", "[hooks]\nStop = []\n", id="an inline array"),
        pytest.param("codex", ".codex/config.toml", "[[hooks]]\na = 1\n", id="no table"),
        pytest.param("codex", ".codex/config.toml", "[hooks]\nStop = 5\n", id="a number"),
        pytest.param("agents-md", "AGENTS.md", "<!-- mem: begin -->\n", id="half a block"),
        pytest.param("opencode", ".opencode/plugins/mem.js", "// mine\n", id="another's file"),
    ],
)
def test_what_cannot_be_read_is_left_alone(agent: str, name: str, text: str, repo: Path) -> None:
    write(repo, name, text)
    for take in (False, True):
        planned = plan(Workspace(repo, datetime(2026, 2, 2, tzinfo=UTC)), [agent], take=take)
        assert [change.name for change in planned.changes if change.new != change.old] == []
        if not (take and name.endswith(".toml")):  # it holds no block of ours to take out
            assert str(planned.errors[0]).startswith(name)


def test_what_a_person_wrote_into_our_block_is_not_replaced(
    quick: Callable[..., Ran], repo: Path
) -> None:
    text = "[hooks]\n# mem: begin\n[[mine]]\n# mem: end\n"
    path = write(repo, ".codex/config.toml", text)
    ran = quick("install", "codex")
    assert ran.code == 1
    assert "something else than our hooks stands between" in ran.stderr
    assert path.read_text(encoding="utf-8") == text


def test_the_others_are_served_where_one_cannot_be_read(quick: Quick, repo: Path) -> None:
    path = write(repo, ".claude/settings.json", "{")
    ran = quick("install", "claude-code", "gemini")
    assert (ran.code, ran.stdout) == (1, "created .gemini/settings.json\n")
    assert "mem: .claude/settings.json:1: not valid JSON" in ran.stderr
    assert path.read_bytes() == b"{"


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_out_of_the_repository_is_not_followed(repo: Path, tmp_path: Path) -> None:
    target = write(tmp_path, "settings.json", "{}")
    (repo / ".claude").mkdir()
    (repo / ".claude" / "settings.json").symlink_to(target)
    planned = plan(Workspace(repo, datetime(2026, 2, 2, tzinfo=UTC)), ["claude-code"])
    assert "leads out of the work tree" in str(planned.errors[0])
    assert target.read_text(encoding="utf-8") == "{}"


def test_without_a_repository_it_says_so(quick: Quick, tmp_path: Path) -> None:
    assert quick("install", "claude-code", cwd=tmp_path).code == 2


def test_the_merge_driver_needs_a_git_repository(quick: Quick, tmp_path: Path) -> None:
    bare = write(tmp_path, "bare/learnings.md", "# Learnings\n").parent
    for args in (("git",), ("git", "--check"), ("git", "--print")):
        ran = quick("install", *args, cwd=bare)
        assert (ran.code, ran.stdout) == (1, "")
        assert "no git repository" in ran.stderr
    assert [path.name for path in bare.iterdir()] == ["learnings.md"]


def test_it_says_that_codex_waits_until_its_hooks_are_trusted(
    quick: Quick, repo: Path, tmp_path: Path
) -> None:
    """What Codex 0.169.0 writes when a person has chosen 'Trust all and continue'."""
    home = tmp_path / "codex"
    events = ("session_start", "user_prompt_submit", "stop", "pre_compact", "session_end")
    events += ("subagent_start", "subagent_stop")

    def trusting(*names: str) -> bool:
        held = (f'[hooks.state."{repo}/.codex/hooks.json:{name}:0:0"]\n' for name in names)
        write(home, "config.toml", "".join(f'{line}trusted_hash = "sha256:5f"\n' for line in held))
        said = [quick(*word, "codex", env={"CODEX_HOME": str(home)}) for word in words]
        assert [ran.code for ran in said] == [0] * len(words)
        told = {"Trust all and continue" in ran.stderr for ran in said}
        assert len(told) == 1
        return told.pop()

    words = [("install",)]
    assert trusting(*events), "they are new"
    words = [("install",), ("install", "--check")]
    assert not trusting(*events)
    assert trusting(*events[1:])
    assert trusting()
    assert "trust" not in quick("install", "claude-code").stderr


def test_git_is_served_as_by_init(quick: Quick, repo: Path) -> None:
    assert "created .gitattributes" in quick("install", "git").stdout
    assert quick("install", "git", "--check").code == 0
    assert "deleted .gitattributes" in quick("uninstall", "git").stdout
    assert not (repo / ".gitattributes").exists()
    assert not (repo / ".mem").exists()
    assert quick("install", "git", "--check").code == 1


def test_init_names_every_agent_that_it_sees_and_install_what_each_needs(
    quick: Quick, repo: Path
) -> None:
    for folder in (".claude", ".qwen", ".github/hooks"):
        (repo / folder).mkdir(parents=True)
    assert "mem install: let claude-code, qwen, copilot remember" in quick("init").stderr
    told = quick("install").stderr
    assert "once this folder is trusted (copilot -p: --trust-folder)" in told
    for agent in ("claude-code", "qwen", "copilot"):
        assert f"mem hook --test {agent}\n" in told
    assert "mem install" not in quick("init").stderr


def test_where_sessions_are_kept_is_told_with_the_first_agent_alone(
    quick: Quick, repo: Path
) -> None:
    told = [quick("install", agent).stderr.count("sessions are kept") for agent in AGENTS[:3]]
    assert told == [1, 0, 0]


def test_a_check_without_names_sees_what_serves_no_agent_by_name(quick: Quick, repo: Path) -> None:
    assert quick("install", "claude-code", "agents-md", "git-history").code == 0
    ran = quick("install", "--check")
    assert ran.code == 0
    for name in (".claude/settings.json", "AGENTS.md", "post-commit", "post-merge"):
        assert name in ran.stderr
    block = repo / "AGENTS.md"
    cut = block.read_text(encoding="utf-8").replace("mem context", "nothing")
    block.write_text(cut, encoding="utf-8")
    ran = quick("install", "--check")
    assert (ran.code, ran.stdout.startswith("missing AGENTS.md: ")) == (1, True)
