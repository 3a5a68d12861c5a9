"""A plain call of `mem context` needs no Typer, and is read as Typer would read it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_md_cli import plain_context as plain
from memory_md_cli.entry import root_of
from memory_md_cli.main import program
from typer.main import get_command

from memory_md.agents.mcp.tools import TOOLS
from memory_md.recall.model.context_options import CONTEXT_OPTIONS

from ..rows import check_rows

_COMMAND: Any = get_command(program(["context"])).commands["context"]  # type: ignore[attr-defined]
_OPTIONS = {option.name: option for option in _COMMAND.params}

LEFT_TO_TYPER = {
    "help": ["--help"],
    "help, short": ["-h"],
    "help after all": ["--budget", "3", "--help"],
    "an unknown option": ["--bugdet", "300"],
    "a word too many": ["300"],
    "no value": ["--budget"],
    "an option for a value": ["--query", "--explain"],
    "a value for a flag": ["--explain=yes"],
    "no number": ["--budget", "many"],
    "a number below zero": ["--budget=-1"],
    "a window of nothing": ["--window", "0"],
    "a number in other digits": ["--budget", "３００"],
    "a number of many digits": ["--budget", "1" * 5000],
    "an end of the options": ["--"],
}


@check_rows("words", LEFT_TO_TYPER.values(), ids=LEFT_TO_TYPER)
def test_what_is_not_plain_is_left_to_typer(words: list[str]) -> None:
    assert plain.plain_call(words) is None


_WORDS = [option.word for option in CONTEXT_OPTIONS]
_words = st.one_of(
    st.sampled_from(["--bugdet", "--", "-h", "x", "", "12", "-1", "a=b", "--root", *_WORDS]),
    st.tuples(
        st.sampled_from(_WORDS),
        st.sampled_from(["", "7", "0", "a b", "-", "--explain", "a=b", "007", "1_0", " 7", "+7"]),
    ).map("=".join),
)


@given(st.lists(_words, max_size=5))
def test_what_is_plain_is_read_as_typer_reads_it(words: list[str]) -> None:
    asked = plain.plain_call(words)
    if asked is None:
        return
    read = _COMMAND.make_context("context", list(words)).params
    default = {name: option.default for name, option in _OPTIONS.items()}
    assert {**default, **asked, "files": asked.get("files") or None} == {
        **read,
        "files": list(read["files"] or ()) or None,
    }


def test_typer_has_every_option_as_it_is_declared() -> None:
    assert {option.opts[0]: name for name, option in _OPTIONS.items()} == {
        option.word: option.name for option in CONTEXT_OPTIONS
    }
    least = {name: getattr(option.type, "min", None) for name, option in _OPTIONS.items()}
    assert least == {option.name: option.least for option in CONTEXT_OPTIONS}


def test_a_tool_of_mcp_takes_what_the_options_say() -> None:
    arguments = {each.name: each for each in TOOLS["mem_context"].arguments}
    offered = {option.name: option for option in CONTEXT_OPTIONS if option.tool}
    assert arguments.keys() == offered.keys()
    for name, argument in arguments.items():
        option = offered[name]
        assert (argument.type, argument.description) == (option.type, option.tool)


@pytest.mark.parametrize(
    ("words", "root", "left"),
    [
        (["context"], None, ["context"]),
        (["--root", "a", "context"], "a", ["context"]),
        (["--root=a", "--root=b=c", "context"], "b=c", ["context"]),
        (["--root"], None, ["--root"]),
        (["--rooted", "a", "context"], None, ["--rooted", "a", "context"]),
        (["context", "--root", "a"], None, ["context", "--root", "a"]),
    ],
)
def test_the_root_stands_before_the_command(
    words: list[str], root: str | None, left: list[str]
) -> None:
    assert root_of(words) == (root, left)


def test_a_plain_call_imports_neither_typer_nor_what_no_task_needs(tmp_path: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); from memory_md_cli.entry import carry_out;"
        "carry_out(['context', '--query', 'x', '--budget=300']);"
        "print({'typer', 'rich', 'argparse', 'json', 'rapidfuzz', 'urllib.parse', 'uuid'}"
        " & set(sys.modules) - before)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True
    )
    assert ran.stdout.endswith(b"set()\n")
