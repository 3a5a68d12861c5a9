"""What a harness put in goes, with its lines counted; what a person wrote about it stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.formats.injected import strip_injected

KEPT = [
    pytest.param("Use `<system-reminder>` tags in the prompt.", id="a tag is spoken of"),
    pytest.param("a < b and c > d", id="comparison"),
    pytest.param("### Workspace Learnings\n- mine", id="another level"),
    pytest.param("The ## Workspace Learnings section", id="inside a line"),
    pytest.param("## Workspace Learnings of the team\n- mine", id="a longer heading"),
    pytest.param("<details>mine</details>", id="another tag"),
]


@pytest.mark.parametrize("text", KEPT)
def test_this_stays(text: str) -> None:
    assert strip_injected(text) == text


GONE = [
    pytest.param("a<system-reminder>x</system-reminder>b", "ab", id="tag"),
    pytest.param("<system-reminder>\nx\n</system-reminder>\nb", "\n\n\nb", id="tag over lines"),
    pytest.param("<user-prompt-submit-hook>x</user-prompt-submit-hook>", "", id="output of a hook"),
    pytest.param("## Workspace Learnings\n\n- x\n", "\n\n\n", id="to the end"),
    pytest.param(
        "a\n## Known Relationships\n### D\n- x\n## B\nb", "a\n\n\n\n## B\nb", id="section"
    ),
    pytest.param("## known issues (from diary)\n- x\n# T", "\n\n# T", id="case"),
    pytest.param("```\n## Workspace Learnings\n- x\n```\nb", "```\n\n\n```\nb", id="in a fence"),
    pytest.param(
        "## Workspace Learnings\n- x\n## Known Relationships\n- y\n## B", "\n\n\n\n## B", id="both"
    ),
]


@pytest.mark.parametrize(("text", "rest"), GONE)
def test_this_goes(text: str, rest: str) -> None:
    assert strip_injected(text) == rest


@given(
    st.lists(
        st.sampled_from(
            [
                "<system-reminder>",
                "</system-reminder>",
                "## Workspace Learnings",
                "# A",
                "x",
                "\n",
                "```",
            ]
        )
    )
)
def test_lines_keep_their_numbers_and_twice_is_once(parts: list[str]) -> None:
    text = "".join(parts)
    once = strip_injected(text)
    assert once.count("\n") == text.count("\n")
    assert strip_injected(once).count("\n") == once.count("\n")
