"""Of two lines that say the contrary of one matter never both are shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]

CONTRARY = [
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("The request timeout is 30 s", "The request timeout is 60 s"),
    ("Prefer pnpm over npm", "Prefer npm over pnpm"),
    ("Commits are squashed before merging", "Commits are not squashed before merging"),
]
BESIDE = [
    ("Always run `make lint`", "Always run `make test`"),
    ("Use JWT tokens for sessions", "Use Redis for caching"),
    ("The api needs a lock", "The queue needs a lock"),
    ("Test on Linux before a release", "Test on Windows before a release"),
]


def shown(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.stderr
    return [line[2:] for line in ran.stdout.split("\n") if line.startswith("- ")]


def hold(root: Path, *lines: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    (root / "learnings.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_lines_that_say_different_things_are_both_shown(repo: Path, quick: Quick) -> None:
    for one, other in BESIDE:
        hold(repo, f"- {one}", f"- {other}")
        assert sorted(shown(quick("context"))) == sorted([one, other])


def test_of_two_words_of_a_person_the_newer_is_shown(repo: Path, quick: Quick) -> None:
    wrong = []
    for one, other in CONTRARY:
        hold(repo, f"- [2026-01-20] {other}", f"- [2026-01-10] {one}")
        wrong += [one] if shown(quick("context")) != [other] else []
        hold(repo, f"- {one}", f"- {other}")  # without days, what stands further down
        wrong += [other] if shown(quick("context")) != [other] else []
    assert not wrong


def test_of_two_layers_the_nearer_is_shown_whatever_it_weighs(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = CONTRARY[0]
    package = repo / "packages/api"
    hold(repo, f"- [2026-02-01] {new} <!-- mem:k3v9q2xa conf=0.9 seen=5 manual pin -->")
    hold(package, f"- [2026-01-01] Convention: {old} <!-- mem:p0d7w1bz conf=0.5 -->")
    assert shown(quick("context")) == [new]
    monkeypatch.chdir(package)
    assert shown(quick("context")) == [old]
    assert shown(quick("context", "--query", "which indentation do we use")) == [old]
    assert "contradicted by p0d7w1bz" in quick("context", "--explain").stderr


def test_a_quote_and_an_entry_never_say_both(repo: Path, quick: Quick) -> None:
    chat = (
        '[{"role": "user", "content": "Which port does the gateway listen on?"},'
        ' {"role": "assistant", "content": "Should the billing gateway listen on port 8080?"},'
        ' {"role": "user", "content": "No. The billing gateway must listen on port 9090,'
        ' never on another one."}]'
    )
    assert quick("extract", "--session", "s1", input=chat).code == 0
    hold(repo, "- [2026-02-01] The billing gateway must listen on port 7070")
    lines = shown(quick("context", "--query", "Which port does the billing gateway listen on?"))
    assert "The billing gateway must listen on port 7070" in lines
    assert not any("9090" in line for line in lines)
