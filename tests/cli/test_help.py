"""Every help page reads like a page of a manual: it fits, shows how, and names what it takes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from memory_md_cli.main import COMMANDS, program

from memory_md.agents.hook.payload import EVENTS
from memory_md.agents.known import NAMES as AGENT_NAMES
from memory_md.transcripts.detect import FORMAT_NAMES

from ..conftest import Ran

Quick = Callable[..., Ran]
_OPTION = re.compile(r"^  (?:-\w, )?--[\w-]+ ([A-Z]\w*)", re.MULTILINE)


def pages() -> Iterator[tuple[str, ...]]:
    """The program, its groups and their commands, by their words."""
    from typer.main import get_command

    def below(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield words
        for name, child in getattr(command, "commands", {}).items():
            yield from below(child, (*words, name))

    return below(get_command(program()), ())


PAGES = list(pages())


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_a_page_fits_and_shows_two_ways_to_call_it(quick: Quick, words: tuple[str, ...]) -> None:
    page = quick(*words, "--help").stdout
    assert max(map(len, page.splitlines())) <= 80
    examples = page.partition("Example")[2]
    shown = [line for line in examples.splitlines() if line.startswith("    $ ")]
    assert len(shown) >= 2
    assert all("mem" in line or "agent" in line for line in shown)


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_what_an_option_takes_has_one_name_a_page(quick: Quick, words: tuple[str, ...]) -> None:
    page = quick(*words, "--help").stdout
    letters = [name for name in _OPTION.findall(page) if len(name) == 1 and name not in "XN"]
    assert letters == [], "say what it is: FILE, TEXT, TOKENS"
    assert [name for name, count in Counter(_OPTION.findall(page)).items() if count > 3] == []


@pytest.mark.parametrize(
    ("words", "names"),
    [
        pytest.param(("install",), AGENT_NAMES, id="install"),
        pytest.param(("hook",), tuple(EVENTS), id="hook"),
        pytest.param(("extract",), FORMAT_NAMES, id="extract"),
    ],
)
def test_a_page_names_each_agent_and_format(
    quick: Quick, words: tuple[str, ...], names: tuple[str, ...]
) -> None:
    page = quick(*words, "--help").stdout
    assert [name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", page)] == []


def test_git_calls_its_driver_with_four_words(quick: Quick) -> None:
    page = quick("merge-driver", "--help").stdout
    assert page.startswith("Usage: mem merge-driver [OPTIONS] BASE OURS THEIRS PATH\n")
    assert quick("merge-driver", "one").code == 129


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (("contxt",), "'context'"),
        (("learnings", "lst"), "'list'"),
        (("diary", "reslve", "A"), "'resolve'"),
        (("extract", "--sesion", "x"), "--session"),
        (("context", "--budgt", "3"), "no such option '--budgt'. Did you mean '--budget'?"),
        (("context", "--json"), "hint: it is --format json"),
        (("install", "cluade-code"), "Did you mean 'claude-code'?"),
        (("learnings", "list", "--kind", "decison"), "did you mean decision?"),
        (("learnings", "add", "two", "words"), "words that belong together need quotes"),
        (("graph", "query", "--targt", "x"), "--target"),
        (("add", "- use tabs"), 'then the text: mem add -- "TEXT"'),
        (("add", "--no-verify is forbidden", "-c", "convention"), 'mem add -- "TEXT"'),
        (("search", "-n is unsafe"), 'mem search -- "TEXT"'),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_slip_of_the_finger_is_answered_with_the_right_word(
    repo: Path, quick: Quick, wrong: tuple[str, ...], right: str
) -> None:
    (repo / "learnings.md").touch()
    ran = quick(*wrong)
    assert (ran.code, ran.stdout) == (2, "")
    assert right in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("hint: ")


def test_the_program_lists_each_command_that_a_person_calls_once_in_groups(quick: Quick) -> None:
    listed = quick("--help").stdout.partition("Every day:\n")[2].splitlines()
    names = [line.split()[0] for line in listed if line.startswith("  ")]
    assert sorted(names) == sorted(set(COMMANDS) - {"hook", "merge-driver"})
    titles = [line for line in listed if line and not line.startswith(" ")]
    assert titles == ["Look:", "Files:", "Agents:", "Plumbing:"]


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_no_line_of_a_list_of_commands_is_cut_off(quick: Quick, words: tuple[str, ...]) -> None:
    lists = quick(*words, "--help").stdout.partition("Commands:\n" if words else "Every day:\n")[2]
    assert "..." not in lists
