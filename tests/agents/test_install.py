"""What `mem install` and `mem uninstall` do to files that belong to others."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.agents.install import NAMES
from memory_md.agents.settings_text import with_hooks, without_hooks
from memory_md.agents.table import AGENTS

from ..conftest import Mem, git

SETTINGS = {name: one.file for name, one in AGENTS.items() if name != "opencode"}
OWN = '{"permissions": {"deny": ["Read(./.env)"]},  "cleanupPeriodDays":30}'
OTHERS_HOOK = '{\n\t"hooks": {"Stop": [{"hooks":[{"type": "command", "command": "true"}]}]}\n}\n'


def tree(root: Path) -> dict[str, bytes]:
    skipped = {".git", ".mem"}
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not skipped & set(path.relative_to(root).parts)
    }


@pytest.mark.parametrize("agent", [name for name in NAMES if name not in {"git", "git-history"}])
def test_what_was_not_there_is_gone_again(memory: Path, mem: Mem, agent: str) -> None:
    before = tree(memory)
    assert mem.ok("install", agent).stdout.startswith("written")
    assert tree(memory) != before
    assert mem.ok("install", agent).stdout.startswith("unchanged")
    mem.ok("uninstall", agent)
    assert tree(memory) == before
    assert not any((memory / one.file).parent.exists() for one in AGENTS.values())


@pytest.mark.parametrize("text", [OWN, OTHERS_HOOK, "{}", "", '{"a": 1}\r\n', '\ufeff{"a":1}'])
@pytest.mark.parametrize("agent", ["claude-code", "cursor"])
def test_a_file_is_restored_byte_for_byte(memory: Path, mem: Mem, agent: str, text: str) -> None:
    path = memory / SETTINGS[agent]
    path.parent.mkdir()
    path.write_bytes(text.encode())
    mem.ok("install", agent)
    assert "mem-md hook" in path.read_text()
    mem.ok("uninstall", agent)
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("agent", SETTINGS)
def test_of_a_file_that_somebody_changed_since_only_ours_goes(
    memory: Path, mem: Mem, agent: str
) -> None:
    path = memory / SETTINGS[agent]
    path.parent.mkdir(parents=True)
    path.write_text(OTHERS_HOOK)
    mem.ok("install", agent)
    value = json.loads(path.read_text())
    path.write_text(json.dumps({**value, "mine": 1}))
    mem.ok("uninstall", agent)
    left = json.loads(path.read_text())
    assert left.pop("mine") == 1
    left.pop("version", None)
    assert left == json.loads(OTHERS_HOOK)


@pytest.mark.parametrize(
    "text",
    ['{ // mine\n "a": 1 }', '{"a": 1, "a": 2}', "[]", '{"hooks": 3}', '{"hooks": {"Stop": 1}}'],
)
def test_what_is_no_plain_json_stays_and_says_what_to_paste(
    memory: Path, mem: Mem, text: str
) -> None:
    path = memory / SETTINGS["claude-code"]
    path.parent.mkdir()
    path.write_text(text)
    ran = mem("install", "claude-code")
    assert ran.code == 1
    assert '"SessionStart"' in ran.stdout
    assert path.read_text() == text


def test_one_that_is_refused_keeps_no_other_from_being_installed(memory: Path, mem: Mem) -> None:
    (memory / ".claude").mkdir()
    (memory / ".claude/settings.json").write_text("// mine")
    ran = mem("install", "claude-code", "codex", "--json")
    actions = {one["agent"]: one["action"] for one in ran.json["results"]}
    assert actions == {"claude-code": "refused", "codex": "written"}


@pytest.mark.parametrize("names", [("AGENTS.md", "CLAUDE.md"), ("CLAUDE.md", "AGENTS.md")])
def test_instructions_that_are_a_link_are_restored(
    memory: Path, mem: Mem, names: tuple[str, str]
) -> None:
    real, link = (memory / name for name in names)
    real.write_text("# Rules\n\n- Never push to main")
    link.symlink_to(real.name)
    mem.ok("install", "agents-md")
    assert "mem context" in link.read_text()
    mem.ok("uninstall", "agents-md")
    assert real.read_text() == "# Rules\n\n- Never push to main"
    assert link.is_symlink()


def test_where_mem_is_missing_a_hook_reads_its_input_and_says_nothing(
    memory: Path, mem: Mem
) -> None:
    mem.ok("install", "codex")
    hooks = json.loads((memory / SETTINGS["codex"]).read_text())["hooks"]
    command = hooks["Stop"][0]["hooks"][0]["command"]
    env = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, shell=True, input=b"x" * 2_000_000, capture_output=True, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_hook_of_each_moment_stands_in_the_settings(memory: Path, mem: Mem) -> None:
    shown = mem.ok("install", "--print", *SETTINGS).json["hooks"]
    assert {name: set(one) for name, one in shown.items()} == {
        name: set(AGENTS[name].events) for name in SETTINGS
    }
    assert not (memory / ".claude").exists()


def test_check_says_what_is_missing(memory: Path, mem: Mem) -> None:
    assert mem("install", "codex", "--check").code == 1
    mem.ok("install", "codex")
    assert mem.ok("install", "codex", "--check").stdout.startswith("unchanged")


def test_without_a_name_those_are_installed_whose_settings_are_there(
    memory: Path, mem: Mem
) -> None:
    (memory / ".gemini").mkdir()
    (memory / "CLAUDE.md").write_text("# Rules\n")
    ran = mem.ok("install", "--json")
    results = ran.json["results"]
    assert list(dict.fromkeys(one["agent"] for one in results)) == ["claude-code", "gemini"]
    assert mem("uninstall").stdout.count("restored") == len(results)


def test_a_skill_of_that_name_that_is_somebody_elses_stays(memory: Path, mem: Mem) -> None:
    skill = memory / ".claude/skills/mem-reflect/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("# Mine\n")
    assert mem("install", "claude-code").code == 1
    mem("uninstall", "claude-code")
    assert skill.read_text() == "# Mine\n"


def test_an_unknown_agent_is_a_usage_error(memory: Path, mem: Mem) -> None:
    assert mem("install", "emacs").code == 2


def test_the_persons_own_settings_hold_hooks_for_all_clones(
    repo: Path, mem: Mem, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    env = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
    mem.ok("install", "--user", "claude-code", "opencode", env=env)
    assert "mem-md hook claude-code --user" in (home / ".claude/settings.json").read_text()
    assert '"--user"' in (home / ".config/opencode/plugins/mem.js").read_text()
    assert mem("install", "--user", "agents-md", env=env).code == 1
    mem.ok("uninstall", "--user", env=env)
    assert not (home / ".claude").exists()


@pytest.mark.parametrize("text", [None, "#!/bin/sh\necho hi\n", "#!/usr/bin/env bash\nexit 0"])
def test_git_history_reads_new_messages_after_a_commit(
    memory: Path, mem: Mem, text: str | None
) -> None:
    path = memory / ".git/hooks/post-commit"
    if text:
        path.write_text(text)
        path.chmod(0o755)
    mem.ok("install", "git-history")
    assert os.access(path, os.X_OK)
    assert path.read_text().split("\n")[2].startswith("if command -v mem-md")
    mem.ok("uninstall", "git-history")
    assert (path.read_text() if path.exists() else None) == text


def test_git_history_leaves_what_is_no_shell_script_and_hooks_of_all_repositories(
    memory: Path, mem: Mem, tmp_path: Path
) -> None:
    path = memory / ".git/hooks/post-commit"
    path.write_text("#!/usr/bin/python3\n")
    assert mem("install", "git-history").code == 1
    git("config", "core.hooksPath", str(tmp_path / "all"), cwd=memory)
    assert "other repositories" in mem("install", "git-history").stdout
    assert path.read_text() == "#!/usr/bin/python3\n"


def test_the_merge_driver_is_set_and_unset(memory: Path, mem: Mem) -> None:
    mem.ok("uninstall", "git")
    assert mem("install", "git", "--check").code == 1
    mem.ok("install", "git")
    assert mem.ok("install", "git", "--check").stdout.startswith("unchanged")


def test_settings_that_somebody_formatted_stay_so(memory: Path, mem: Mem) -> None:
    mem.ok("install", "codex")
    path = memory / SETTINGS["codex"]
    path.write_text(json.dumps(json.loads(path.read_text())))
    assert mem.ok("install", "codex").stdout.startswith("unchanged")


def test_a_plugin_of_somebody_else_stays(memory: Path, mem: Mem) -> None:
    path = memory / AGENTS["opencode"].file
    path.parent.mkdir(parents=True)
    path.write_text("// mine\n")
    assert mem("install", "opencode").code == 1
    mem.ok("uninstall", "opencode")
    assert path.read_text() == "// mine\n"


def test_the_block_is_taken_out_of_the_file_that_has_it(memory: Path, mem: Mem) -> None:
    (memory / "CLAUDE.md").write_text("# Rules\n")
    mem.ok("install", "agents-md")
    (memory / "AGENTS.md").write_text("# Others\n")
    mem.ok("uninstall", "agents-md")
    assert (memory / "CLAUDE.md").read_text() == "# Rules\n"


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
_HOOKS = st.dictionaries(
    st.sampled_from(["Stop", "PreToolUse"]), st.lists(_VALUES, min_size=1, max_size=2), max_size=2
)


@given(
    st.dictionaries(st.text(max_size=5), _VALUES, max_size=3),
    _HOOKS,
    st.sampled_from([None, 2, "\t"]),
)
def test_of_any_settings_only_ours_comes_and_goes(value, hooks, indent) -> None:  # type: ignore[no-untyped-def]
    value = {**value, "hooks": hooks} if hooks else {k: v for k, v in value.items() if k != "hooks"}
    text = json.dumps(value, indent=indent)
    put = with_hooks(text, "claude-code", "settings.json", is_user=False)
    assert with_hooks(put, "claude-code", "settings.json", is_user=False) == put
    assert without_hooks(text, "settings.json") == text
    assert json.loads(without_hooks(put, "settings.json") or "{}") == value
