from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.dedup.removed import removed_form


@pytest.mark.parametrize(
    ("removed", "text"),
    [
        ("Never touch a.py", "Never touch b.py"),
        ("Retry 3 times", "Retry 5 times"),
        ("Pass 1 2 to the tool", "Pass 12 to the tool"),
        ("Use `-V` here", "Use `-v` here"),
        ("Commit the lockfile", "Do not commit the lockfile"),
        ("Use npm", "Use pnpm"),
        ("Use npm", ""),
        ("Remove the cache", "Remote the cache"),
    ],
)
def test_another_word_is_another_text(removed: str, text: str) -> None:
    assert removed_form(removed) != removed_form(text)


@pytest.mark.parametrize(
    "text",
    [
        "use pnpm in the web app",
        "USE PNPM IN THE WEB APP!",
        "Use  pnpm\tin the\nweb app.",
        "Use pnpm in the we\u200bb app",
        "Use pnpm in the w\u00adeb app",
        "Usе рnpm in the web app",  # Cyrillic letters
        "**Use** `pnpm` in the web app…",
        "\uff35\uff53\uff45 pnpm in the web app",
    ],
)
def test_case_spacing_and_disguise_do_not_make_another_text(text: str) -> None:
    assert removed_form("Use pnpm in the web app") == removed_form(text)


@given(st.text(max_size=80))
def test_the_form_of_a_form_is_itself(text: str) -> None:
    assert removed_form(removed_form(text)) == removed_form(text)


@given(st.text(max_size=80))
def test_a_text_is_the_same_in_capitals_with_spaces_around_it(text: str) -> None:
    assert removed_form(text) == removed_form(f" {text}  ")
