"""Settings: every fault is named at once; a repository can start no program."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.config import effective, parse_given
from memory_md.base.errors import UnreadableError
from memory_md.base.settings import Doc, Settings


def parse_config(text: str, where: str) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings of one file alone, and its faults."""
    given, faults = parse_given(text, where)
    return effective(given, given), faults


UNREADABLE = [
    ("a: [1\nb: 2", ":2"),
    ("diary:\n\tlast: 3", ":2"),
    ("a: &x [1]\nb: *x", ":2"),
    ("- &a [x]\n- &b [*a, *a]\n- [*b, *b]", ":2"),
    ("[" * 50_000, ":1"),
    ("diary: {last: 1" + "0" * 5000 + "}", ":1"),
    ("diary: {last: " + "1:" * 5000 + "1}", ":1"),
    ("a: 2026-99-99", ""),
    ("a: '" + "x" * 1_000_001 + "'", ""),
    ("--- a\n--- b", ":2"),
]


@pytest.mark.parametrize(("text", "line"), UNREADABLE, ids=[text[:20] for text, _ in UNREADABLE])
def test_what_is_no_yaml_or_not_safe_is_an_error(text: str, line: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_config(text, "config.yaml")
    assert caught.value.where.startswith("config.yaml" + line)


FAULTS = [
    ("- a", "not a mapping"),
    ("text", "not a mapping"),
    ("limit: {}", "limit: no such key (here are: paths,"),
    ("1: 2", "1: no such key"),
    ("dedupe: {}", "did you mean dedup?"),
    ("context: {budgets: 1}", "did you mean context.budget?"),
    ("context: 3", "context: must be a mapping"),
    ("context: {budget: many}", "context.budget: must be a whole number"),
    ("context: {budget: yes}", "context.budget: must be a whole number"),
    ("context: {budget: -1}", "context.budget: must be a whole number"),
    ("context: {budget: 1.5}", "context.budget: must be a whole number"),
    ("context: {budget: .inf}", "context.budget: must be a whole number"),
    ("context: {budget: .nan}", "context.budget: must be a whole number"),
    ("dedup: {threshold: 1.1}", "must be a number from 0 to 1"),
    ("dedup: {threshold: .nan}", "must be a number from 0 to 1"),
    ("protocol: maybe", "protocol: must be true or false"),
    ("evidence: {quotes: 1}", "evidence.quotes: must be true or false"),
    ("llm: {use: gpt}", "llm.use: must be off or claude or codex"),
    ("llm: {use: yes}", "llm.use: must be off or claude or codex"),
    ("llm: {use: [claude]}", "llm.use: must be off or claude or codex"),
    ("llm: {command: [1]}", "llm.command: must be a line or a list of texts"),
    ("llm: {command: []}", "llm.command: must be a line or a list of texts"),
    ('llm: {command: "a \'b"}', "llm.command: must be a line or a list"),
    ("llm: {model: 3}", "llm.model: must be a text"),
    ("paths: {learnings: 3}", "paths.learnings: must be a .md file"),
    ("paths: {learnings: ' '}", "paths.learnings: must be a .md file"),
    ("paths: {learnings: a.txt}", "must be a .md file under the root"),
    ("paths: {relationships: a.md}", "must be a .json file under the root"),
    ("paths: {learnings: /etc/x.md}", "must be a .md file under the root"),
    ("paths: {learnings: ~/x.md}", "must be a .md file under the root"),
    ("paths: {learnings: a/../../x.md}", "must be a .md file under the root"),
    ("paths: {learnings: 'a\\x.md'}", "must be a .md file under the root"),
    ("paths: {learnings: 'C:/x.md'}", "must be a .md file under the root"),
    ("paths: {learnings: .git/x.md}", "in no dot folder"),
    ("paths: {learnings: a/.b/x.md}", "in no dot folder"),
    ("paths: {learnings: .md}", "in no dot folder"),
    ("paths: {diary: .}", "paths.diary: must be a folder"),
    ('paths: {diary: "a\\0b"}', "paths.diary: must be a folder"),
    ("paths: {learnings: AI/diary/index.md}", "paths: two of them name the same file"),
    ("paths: {learnings: a.md, diary: ./a.md}", "paths: two of them name the same file"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS)
def test_a_fault_is_named_and_changes_nothing(text: str, fault: str) -> None:
    settings, faults = parse_config(text, "config.yaml")
    assert len(faults) == 1
    assert fault in faults[0]
    assert settings == Settings()


def test_all_faults_are_named_and_the_rest_is_read() -> None:
    text = "nope: 1\ncontext: {budget: x, bad: 1}\ndiary: {last: 7}\npaths: {diary: /a}\n"
    settings, faults = parse_config(text, "config.yaml")
    named = [fault.split(":")[0] for fault in faults]
    assert named == ["nope", "context.budget", "context.bad", "paths.diary"]
    assert settings.diary.last == 7


@pytest.mark.parametrize("text", ["", "# a\n\n  # b\n", "\ufeff", "context:\npaths: ~\n", "---\n"])
def test_nothing_said_is_the_defaults(text: str) -> None:
    assert parse_given(text, "config.yaml") == ({}, ())


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("\ufeffdiary: {last: 3}\r\n", "diary.last", 3),
        ("diary:\n  last: 3.0", "diary.last", 3),
        ("dedup: {threshold: 1}", "dedup.threshold", 1.0),
        ("llm: {use: off}", "llm.use", "off"),
        ("llm: {use: 'off'}", "llm.use", "off"),
        ("llm: {command: ollama run 'a b'}", "llm.command", ("ollama", "run", "a b")),
        ("llm: {command: [a, b c]}", "llm.command", ("a", "b c")),
        ("paths: {learnings: ./docs//notes.md}", "paths.learnings", "docs/notes.md"),
        ("paths: {diary: log/}", "paths.diary", "log"),
        ("protocol: false", "protocol", False),
    ],
)
def test_this_is_read(text: str, key: str, value: object) -> None:
    assert parse_given(text, "config.yaml") == ({key: value}, ())
    settings: Any = parse_config(text, "config.yaml")[0]
    for name in key.split("."):
        settings = getattr(settings, name)
    assert settings == value


@given(st.text(max_size=40))
def test_any_text_is_settings_or_unreadable(text: str) -> None:
    try:
        settings, _ = parse_config(text, "config.yaml")
    except UnreadableError:
        return
    assert isinstance(settings, Settings)


def test_a_repository_cannot_start_a_program_or_switch_on() -> None:
    hostile = {"llm.use": "command", "llm.command": ("evil",), "llm.per_day": 999}
    assert effective({}, hostile).llm == Settings().llm
    assert effective({"llm.use": "claude"}, hostile).llm.command == ()
    assert effective({"llm.use": "claude"}, hostile).llm.use == "claude"
    assert not effective({"sessions.keep": False}, {"sessions.keep": True}).sessions.keep


def test_a_repository_can_switch_off() -> None:
    user = {"llm.use": "claude", "sessions.keep": True}
    settings = effective(user, {"llm.use": "off", "sessions.keep": False})
    assert (settings.llm.use, settings.sessions.keep) == ("off", False)


@pytest.mark.parametrize(
    ("key", "said", "counts"),
    [
        ("context.budget", 6001, 6000),
        ("context.budget", 100, 100),
        ("dedup.threshold", 0.1, 0.8),
        ("dedup.threshold", 0.95, 0.95),
        ("diary.last", 50, 50),
    ],
)
def test_a_repository_counts_within_bounds_and_the_user_wins(
    key: str, said: float, counts: float
) -> None:
    group, name = key.split(".")
    assert getattr(getattr(effective({}, {key: said}), group), name) == counts
    assert getattr(getattr(effective({key: said}, {key: counts}), group), name) == said


def test_paths_come_from_the_repository_alone() -> None:
    settings = effective({"paths.diary": "mine"}, {"paths.learnings": "docs/notes.md"})
    assert (settings.paths.learnings, settings.paths.diary) == ("docs/notes.md", "ai/diary")


def test_every_setting_says_what_it_means() -> None:
    def check(group: type) -> None:
        hints = get_type_hints(group, include_extras=True)
        for one in fields(group):
            if is_dataclass(hints[one.name]):
                check(hints[one.name])
            else:
                assert [type(note) for note in hints[one.name].__metadata__] == [Doc], one.name

    check(Settings)
