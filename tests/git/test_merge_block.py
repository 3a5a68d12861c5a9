"""Our block in `.gitattributes`: each pattern fits its path alone, and nothing else moves."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memory_md.git.merge import has_block, with_block, without_block

PLAIN = "# mem: begin\n/learnings.md merge=mem\n# mem: end\n"
GLUED = PLAIN.replace("end", "end, and the line end above the block")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", PLAIN, id="empty"),
        pytest.param("*.png binary", f"*.png binary\n{GLUED}", id="open end"),
        pytest.param(f"a b\n{GLUED}", f"a b\n{GLUED}", id="open end, there"),
        pytest.param(f"a b\n{PLAIN}c d\n", f"a b\n{PLAIN}c d\n", id="there"),
        pytest.param(
            "a b\n# mem: begin\n/old.md merge=mem\n# mem: end\nc d",
            f"a b\n{PLAIN}c d",
            id="another path",
        ),
        pytest.param("# mem: begin\nx\n", f"# mem: begin\nx\n{PLAIN}", id="never ended"),
        pytest.param("a b\r\n", "a b\r\n" + PLAIN.replace("\n", "\r\n"), id="CRLF"),
    ],
)
def test_the_block_is_put_in_and_the_rest_stays(text: str, expected: str) -> None:
    found = with_block(text, ["learnings.md"])
    assert found == expected
    assert has_block(found)
    assert with_block(found, ["learnings.md"]) == found


@pytest.mark.parametrize("text", ["", "a b", "a b\n", "a b\r\nc d", "a b\r\n", "a\r"])
def test_out_gives_back_what_was_before_in(text: str) -> None:
    assert without_block(with_block(text, ["learnings.md", "a b.md"])) == text


def test_what_was_added_below_keeps_its_line() -> None:
    assert without_block(with_block("a b", ["x.md"]) + "c d\n") == "a b\nc d\n"


@pytest.mark.parametrize(
    ("path", "others"),
    [
        pytest.param("learnings.md", ["x/learnings.md"], id="only at the root"),
        pytest.param("./ai//x.md", [], id="not in its shortest form"),
        pytest.param("a b.md", ["ab.md"], id="a space"),
        pytest.param("what?.md", ["whats.md"], id="a question mark"),
        pytest.param("[x] *.md", ["x y.md", "[x] y.md"], id="globs and a space"),
        pytest.param("[x].md", ["x.md"], id="a set"),
        pytest.param('"q".md', ["q.md"], id="quotes"),
        pytest.param("!x.md", ["x.md"], id="a negation"),
        pytest.param("#x.md", ["x.md"], id="a comment"),
        pytest.param("ключ.md", ["k.md"], id="Cyrillic"),
        pytest.param("back\\slash.md", ["backslash.md"], id="a backslash"),
    ],
)
def test_git_applies_it_to_that_path_alone(repo: Path, path: str, others: list[str]) -> None:
    (repo / ".gitattributes").write_text(with_block("", [path]), encoding="utf-8")
    asked = [path.removeprefix("./").replace("//", "/"), *others]
    done = subprocess.run(
        ["git", "check-attr", "-z", "merge", "--", *asked], capture_output=True, check=True
    )
    values = done.stdout.decode().split("\0")[2::3]
    assert values == ["mem", *["unspecified"] * len(others)]
