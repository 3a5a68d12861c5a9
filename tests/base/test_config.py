"""Settings: every fault is named at once, and leaves the default in force."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docs.generate.settings import keys
from memory_md.base.config import parse
from memory_md.base.errors import UnreadableError
from memory_md.base.settings import Paths, Settings

from ..rows import check_rows

UNREADABLE = [
    pytest.param("a: [1\nb: 2", "", id="bracket left open"),
    pytest.param("limits:\n\tpins: 3", ":2", id="tab"),
    pytest.param("a: &x [1]\nb: *x", ":2", id="alias"),
    pytest.param("- &a [x]\n- &b [*a, *a]\n- [*b, *b]", ":2", id="bomb"),
    pytest.param("[" * 50_000, ":1", id="depth"),
    pytest.param("limits: {pins: 1" + "0" * 5000 + "}", ":1", id="a number of 5,000 digits"),
]


@pytest.mark.parametrize(("text", "line"), UNREADABLE)
def test_what_is_no_yaml_is_an_error(text: str, line: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse(text, "config.yaml")
    assert caught.value.where.startswith("config.yaml" + line)


FAULTS = [
    pytest.param("- a", "not a mapping", id="list"),
    pytest.param("text", "not a mapping", id="text"),
    pytest.param("limit: {}", "limit: no such key (here are: paths,", id="unknown group"),
    pytest.param("1: 2", "1: no such key", id="a number as key"),
    pytest.param("limits: {pin: 1}", "limits.pin: no such key (here are: pins,", id="unknown key"),
    pytest.param("limits: 3", "limits: must be a mapping", id="a number for a group"),
    pytest.param("limits: [pins]", "limits: must be a mapping", id="a list for a group"),
    pytest.param("limits: {pins: many}", "limits.pins: must be a number", id="text for a number"),
    pytest.param("limits: {pins: yes}", "limits.pins: must be a number", id="truth for a number"),
    pytest.param("limits: {pins: [1]}", "limits.pins: must be a number", id="list for a number"),
    pytest.param("limits: {pins: -1}", "limits.pins: must be a whole", id="negative"),
    pytest.param("limits: {pins: 1.5}", "limits.pins: must be a whole", id="fraction"),
    pytest.param("limits: {pins: .inf}", "limits.pins: must be a whole", id="infinite count"),
    pytest.param("limits: {pins: .nan}", "limits.pins: must be a whole", id="no number"),
    pytest.param("limits: {pins: 1" + "0" * 100 + "}", "limits.pins: must be a whole", id="huge"),
    pytest.param("confidence: {boost: 1.1}", "boost: must be a number from 0 to 1", id="over 1"),
    pytest.param("confidence: {boost: .nan}", "boost: must be a number from 0 to 1", id="nan"),
    pytest.param("confidence: {boost: -.inf}", "boost: must be a number from", id="minus infinity"),
    pytest.param("confidence: {boost: 1e400}", "boost: must be", id="an exponent too large"),
    pytest.param("context: {share: 2}", "context.share: must be a number from", id="share"),
    pytest.param(
        "paths: {learnings: 3}", "paths.learnings: must be a text", id="number for a path"
    ),
    pytest.param("paths: {learnings: ' '}", "paths.learnings: must be a text", id="empty path"),
    pytest.param(
        "paths: {learnings: /etc/x}", "paths.learnings: must be a file under", id="absolute"
    ),
    pytest.param("paths: {learnings: ~/x}", "paths.learnings: must be a file under", id="home"),
    pytest.param("paths: {learnings: a/../../x}", "must be a file under", id="upwards"),
    pytest.param(
        "paths: {learnings: 'a\\..\\..\\x'}", "must be a file under", id="upwards, Windows"
    ),
    pytest.param("paths: {learnings: 'C:\\x'}", "must be a file under", id="drive"),
    pytest.param("paths: {learnings: '\\x'}", "must be a file under", id="root, Windows"),
    pytest.param("paths: {learnings: ./}", "must be a file under", id="the root itself"),
    pytest.param("paths: {learnings: .git/x}", "must be a file under", id="git's"),
    pytest.param("paths: {diary: a/GIT~1/x}", "must be a file under", id="git's, short"),
    pytest.param("paths: {learnings: '.git. ./x'}", "must be a file under", id="git's, dots"),
    pytest.param("paths: {archive: '.git::$DATA/x'}", "must be a file under", id="git's, a stream"),
    pytest.param(
        "paths: {archive: ./.mem//Local/events.jsonl}", "must be a file under", id="disposable"
    ),
    pytest.param("paths: {learnings: .mem/.gitignore}", "must be a file under", id="ignored"),
    pytest.param('paths: {learnings: "a\\0b"}', "must be a file under", id="NUL"),
    pytest.param("paths: {learnings: A.md, archive: a.md}", "paths: two of them", id="same file"),
    pytest.param("paths: {archive: learnings.md}", "paths: two of them", id="same as a default"),
    pytest.param("dedupe: {}", "dedupe: no such key", id="a near miss"),
    pytest.param("dedupe: {}", "did you mean dedup?", id="what was meant"),
    pytest.param("limits: {pin: 1}", "did you mean limits.pins?", id="what was meant in a group"),
    pytest.param("models: {x: 0}", "models.x: must be more than 0", id="a window of nothing"),
    pytest.param(
        "eviction: {keep_entries: 500}",
        "eviction.keep_entries: is 500, but eviction.max_entries is only 150",
        id="keeps more than there may be",
    ),
    pytest.param(
        "context: {min_budget: 300, max_budget: 200}",
        "context.min_budget: is 300, but context.max_budget is only 200",
        id="least over most",
    ),
    pytest.param("extract: {min_chars: 700}", "extract.min_chars: is 700", id="nothing fits"),
    pytest.param("confidence: {floor: 0.97}", "confidence.floor: is 0.97", id="floor over ceiling"),
]


@check_rows(("text", "fault"), FAULTS)
def test_a_fault_is_named_and_changes_nothing(text: str, fault: str) -> None:
    settings, faults = parse(text, "config.yaml")
    assert len(faults) == 1
    assert fault in faults[0]
    assert settings == Settings()


def test_all_faults_are_named_and_the_rest_is_read() -> None:
    text = "nope: 1\nlimits: {pins: x, edges: 7, bad: 1}\npaths: {archive: /a, diary: d}\n"
    settings, faults = parse(text, "config.yaml")
    assert [fault.split(":")[0] for fault in faults] == [
        "nope",
        "paths.archive",
        "limits.bad",
        "limits.pins",
    ]
    assert settings.limits == replace(Settings().limits, edges=7)
    assert settings.paths == Paths(diary="d")


READ = [
    pytest.param("", Settings(), id="empty"),
    pytest.param("# a\n\n  # b\n", Settings(), id="comments"),
    pytest.param("\ufeff", Settings(), id="BOM alone"),
    pytest.param("limits:\npaths: ~\n", Settings(), id="empty groups"),
    pytest.param("limits: {pins: }", Settings(), id="empty value"),
    pytest.param("\ufefflimits: {pins: 3}\r\n", None, id="BOM and CRLF"),
    pytest.param("limits: {pins: 3.0}", None, id="a whole number with a point"),
]


@pytest.mark.parametrize(("text", "settings"), READ)
def test_this_is_read(text: str, settings: Settings | None) -> None:
    base = Settings()
    wanted = settings or replace(base, limits=replace(base.limits, pins=3))
    assert parse(text, "config.yaml") == (wanted, ())


def test_a_most_that_is_set_low_takes_its_least_along() -> None:
    settings, faults = parse("eviction: {max_entries: 50}\ncontext: {max_budget: 90}", "c.yaml")
    assert faults == ()
    assert (settings.eviction.max_entries, settings.eviction.keep_entries) == (50, 50)
    assert (settings.context.max_budget, settings.context.min_budget) == (90, 90)


def test_the_keys_that_there_are_stand_in_the_first_fault_alone() -> None:
    _, faults = parse("one: 1\ntwo: 2\n" + "k" * 500 + ": 3", "config.yaml")
    assert ["here are" in fault for fault in faults] == [True, False, False]
    assert max(map(len, faults[1:])) < 100, "a long key is not shown in whole"


def test_numbers_have_the_type_of_their_default() -> None:
    settings, _ = parse("limits: {pins: 3.0}\nconfidence: {boost: 1}", "config.yaml")
    assert isinstance(settings.limits.pins, int)
    assert isinstance(settings.confidence.boost, float)


@pytest.mark.parametrize("text", ["", "# only a comment\n", "\ufeff\n \n"])
def test_an_empty_file_does_not_cost_the_import_of_yaml(text: str) -> None:
    code = (
        "import sys; from memory_md.base.config import parse; "
        f"parse({text!r}, 'c'); sys.exit('yaml' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_key_is_documented_and_can_be_set_to_its_default() -> None:
    assert all(meaning for _, _, meaning in keys())
    known = [row for row in keys() if row[0] != "models"]
    groups: dict[str, list[str]] = {}
    for key, default, _ in known:
        group, _, name = key.rpartition(".")
        said = json.dumps(dict(default)) if isinstance(default, Mapping) else default
        groups.setdefault(group, []).append(f"{'  ' * bool(group)}{name}: {said}\n")
    alone = "".join(groups.pop("", ()))
    text = alone + "".join(f"{group}:\n{''.join(rows)}" for group, rows in groups.items())
    assert parse(text, "config.yaml") == (Settings(), ())


def test_models_are_added_to_those_that_are_known() -> None:
    settings, faults = parse("models: {local-7b: 32768, gpt-4o: -1, odd: many}", "config.yaml")
    assert settings.models["local-7b"] == 32_768
    assert settings.models["gpt-4o"] == Settings().models["gpt-4o"]
    assert [fault.split(":")[0] for fault in faults] == ["models.gpt-4o", "models.odd"]


def test_a_key_is_read_by_its_former_name() -> None:
    settings, faults = parse("limits: {tasks: 7}", "config.yaml")
    assert settings.limits.evidence_lines == 7
    assert faults == ()
    settings, faults = parse("limits: {tasks: many}", "config.yaml")
    assert settings == Settings()
    assert faults[0].startswith("limits.evidence_lines: must be a number")


NUMBERS = [key for key, _, _ in keys() if "." in key]


@given(st.dictionaries(st.sampled_from(NUMBERS), st.floats() | st.integers()))
def test_any_numbers_are_taken_or_named(values: dict[str, float]) -> None:
    groups: dict[str, dict[str, float]] = {}
    for key, value in values.items():
        group, name = key.split(".")
        groups.setdefault(group, {})[name] = value
    text = json.dumps(groups).replace("-Infinity", "-.inf").replace("Infinity", ".inf")
    settings, faults = parse(text.replace("NaN", ".nan"), "config.yaml")
    for key, value in values.items():
        group, name = key.split(".")
        taken = getattr(getattr(settings, group), name) == value
        assert taken or any(fault.startswith(key + ":") for fault in faults)
