"""What `.gitattributes` says of our files: each pattern fits its path alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memory_md.git.merge import attribute_lines


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
    (repo / ".gitattributes").write_text(attribute_lines([path]), encoding="utf-8")
    asked = [path.removeprefix("./").replace("//", "/"), *others]
    done = subprocess.run(
        ["git", "check-attr", "-z", "merge", "--", *asked], capture_output=True, check=True
    )
    values = done.stdout.decode().split("\0")[2::3]
    assert values == ["mem", *["unspecified"] * len(others)]
