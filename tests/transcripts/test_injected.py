"""What a harness put in goes, with its lines counted; what a person wrote about it stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.transcripts.text.injected import shown_forms, strip_injected

from ..rows import check_rows

KEPT = [
    pytest.param("Use `<system-reminder>` tags in the prompt.", id="a tag is spoken of"),
    pytest.param("a < b and c > d", id="comparison"),
    pytest.param("### Workspace Learnings\n- mine", id="another level"),
    pytest.param("The ## Workspace Learnings section", id="inside a line"),
    pytest.param("## Workspace Learnings of the team\n- mine", id="a longer heading"),
    pytest.param("<details>mine</details>", id="another tag"),
    pytest.param("<memory>mine</memory>", id="somebody's memory"),
    pytest.param('<memory size="1">mine</memory>', id="another memory"),
    pytest.param('<memory version="1"> is how it opens', id="a memory never closed"),
    pytest.param('{"version": 1, "text": "mine"}', id="another JSON"),
    pytest.param('{"version": 1, "entries": [{"id": 7}]}', id="JSON of other entries"),
    pytest.param("An entry ends in `<!-- mem:k3v9q2xa -->`.", id="a comment is spoken of"),
    pytest.param("- it ends in `<!-- mem:ID -->`", id="a comment without an ID"),
    pytest.param("abcdefgh\t7.50\tprice", id="another table"),
    pytest.param('The prompt opens with `<mem-extract version="1">`.', id="a prompt is spoken of"),
    pytest.param('[{"category": "books", "content": "x"}]', id="JSON of other categories"),
]


@check_rows("text", KEPT)
def test_this_stays(text: str) -> None:
    assert strip_injected(text) == text


JSON = json.dumps({"version": 1, "text": "## Workspace Learnings\n\n- x y", "lines": []}, indent=1)
PROMPT = '<mem-extract version="1">\nx\n</mem-extract>'
ANSWER = '[{"category": "gotcha", "content": "x ] y"}]'
GONE = [
    pytest.param(f"a\n{PROMPT}\nb", "a\n\n\n\nb", id="a prompt of ours"),
    pytest.param(f"a\n{PROMPT[:28]}", "a\n\n\n", id="a prompt that was cut"),
    pytest.param(f"a ```\n{ANSWER}\n``` b", "a ```\n\n``` b", id="an answer to it"),
    pytest.param(
        'a<memory version="1" tokens="9">\n<line>x</line>\n</memory>b', "a\n\nb", id="xml"
    ),
    pytest.param(f"a {JSON} b", "a " + "\n" * 4 + " b", id="json"),
    pytest.param(f"a\n{JSON[:60]}", "a\n" + "\n" * 2, id="json that was cut"),
    pytest.param("a\n- [2026-02-02] x <!-- mem:k3v9q2xa -->\nb", "a\n\nb", id="entry"),
    pytest.param("    3→- x <!-- mem:k3v9q2xa conf=0.8 -->", "", id="entry with a line number"),
    pytest.param("a\nk3v9q2xa\t0.50\tGotcha: x\nb", "a\n\nb", id="listing"),
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


@check_rows(("text", "rest"), GONE)
def test_this_goes(text: str, rest: str) -> None:
    assert strip_injected(text) == rest


SHOWN = [
    pytest.param("## Workspace Learnings\n\n- the {}", id="md"),
    pytest.param("  12→- [2026-02-02] Gotcha: the {} <!-- mem:k3v9q2xa -->", id="file"),
    pytest.param("k3v9q2xa\t0.50\tRisk (Security): the {}", id="listing"),
    pytest.param('<memory version="1"><line id="x">the {}</line></memory>', id="xml"),
    pytest.param(
        '{{"version": 1, "entries": [{{"id": "k3v9q2xa", "text": "the {}"}}]}}', id="json"
    ),
]


@pytest.mark.parametrize("text", SHOWN)
def test_a_shown_line_is_known_again_without_its_label(text: str) -> None:
    assert "the importer drops rows" in shown_forms(text.format("importer drops rows"))


@pytest.mark.parametrize("text", ["- the importer drops rows", "## Learnings\n- the importer is"])
def test_what_is_no_memory_shows_nothing(text: str) -> None:
    assert shown_forms(text) == frozenset()


HOSTILE = {
    "json": '{"version": 1, "text": "## Workspace Learnings' * 20_000,
    "nested": '{"version": 1, "entries": [{"id": "k3v9q2xa", "x": ' * 20_000,
    "memory": '<memory version="1">' * 50_000,
    "comments": "- <!-- mem:" * 90_000,
    "bullets": "> " * 500_000 + "<!-- mem:k3v9q2xa -->",
    "blanks": "- x" + " \t" * 400_000 + "y <!-- mem:k3v9q2xa -->",
    "tabs": "k3v9q2xa\t0.50\t" * 70_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_lines_of_hostile_text_keep_their_numbers(text: str) -> None:
    assert strip_injected(text).count("\n") == text.count("\n")
    shown_forms(text)


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


def test_what_follows_a_block_without_a_heading_is_kept() -> None:
    block = "## Workspace Learnings\n\n### Gotchas & Fixes\n- the kiln cools slowly\n"
    said = f"{block}\nI am done.\n\nGotcha: the parser drops the last line.\n"
    left = strip_injected(said)
    assert "kiln" not in left
    assert "I am done.\n\nGotcha: the parser drops the last line.\n" in left
    assert left.count("\n") == said.count("\n")
