"""`mem init` tells git about the driver, and `mem doctor` says where that is missing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]


def git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, check=False).stdout.decode()


def found(quick: Quick) -> dict[str, str]:
    findings = quick("doctor", "--json").json["findings"]
    return {finding["code"]: finding["severity"] for finding in findings}


def test_no_git_leaves_the_config_alone(repo: Path, quick: Quick) -> None:
    before = (repo / ".git/config").read_bytes()
    assert quick("init", "--no-git").code == 0
    assert (repo / ".git/config").read_bytes() == before


def test_twice_is_once(repo: Path, quick: Quick) -> None:
    assert "merge.mem.driver" in quick("init").stdout
    before = tree_of(repo), (repo / ".git/config").read_bytes()
    assert "merge.mem.driver" not in quick("init").stdout
    assert (tree_of(repo), (repo / ".git/config").read_bytes()) == before


def test_git_is_told_to_call_us(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    driver = git("config", "--get", "merge.mem.driver")
    assert driver.startswith("mem merge-driver %O %A %B %P")
    names = ("learnings.md", ".mem/archive.md", "relationships.json", "ai/diary/index.md")
    answer = git("check-attr", "merge", "--", *names, ".mem/callgraph.json", "README.md")
    assert answer.count("merge: mem") == 5


def test_an_older_block_follows_the_configured_paths(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    (repo / ".gitattributes").open("a", encoding="utf-8").write("*.png binary\n")
    config = "paths: {learnings: 'notes/what we [learned].md'}\n"
    (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
    assert found(quick) == {"merge-attributes": "warning"}
    assert "updated .gitattributes" in quick("init").stdout
    assert found(quick) == {}
    answer = git("check-attr", "merge", "--", "notes/what we [learned].md")
    assert answer.endswith("merge: mem\n")
    assert (repo / ".gitattributes").read_text(encoding="utf-8").endswith("*.png binary\n")


def test_doctor_says_what_is_missing_once_git_has_the_files(repo: Path, quick: Quick) -> None:
    assert quick("learnings", "add", "One to remember").code == 0
    assert found(quick) == {}
    git("add", "-A")
    assert found(quick) == {"merge-attributes": "warning"}
    assert quick("init").code == 0
    assert found(quick) == {}
    git("config", "--remove-section", "merge.mem")
    # A build server checks with --ci in a fresh clone, which never has the driver.
    assert found(quick) == {"merge-driver": "info"}
    assert quick("doctor", "--ci").code == 0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("*.png binary", "*.png binary", id="open end"),
        pytest.param("*.png binary\n", "*.png binary\n", id="ended"),
        pytest.param("*.png binary\r\n", "*.png binary\r\n", id="CRLF"),
        pytest.param(
            "*.png binary\n# mem: begin\n/learnings.md merge=mem\n"
            "# mem: end, and the line end above the block\n",
            "*.png binary",
            id="a block of version 0.1",
        ),
    ],
)
def test_the_block_goes_as_it_came(repo: Path, quick: Quick, text: str, left: str) -> None:
    (repo / ".gitattributes").write_bytes(text.encode())
    assert quick("init").code == 0
    assert (repo / ".gitattributes").read_bytes().startswith(left.encode())
    assert quick("uninstall", "git").code == 0
    assert (repo / ".gitattributes").read_bytes() == left.encode()


def test_half_a_block_is_named_and_left_alone(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    half = "# mem: begin\n/learnings.md merge=mem\n"
    (repo / ".gitattributes").write_text(half, encoding="utf-8")
    assert found(quick) == {"merge-attributes": "warning"}
    refused = quick("init")
    assert refused.code == 1
    assert "do not belong together" in refused.stderr
    assert (repo / ".gitattributes").read_text(encoding="utf-8") == half
