"""Which words of a running text are paths of files, and without which marks."""

from __future__ import annotations

import pytest

from memory_md.markdown.file_paths import paths_in

from ..rows import check_rows

PATHS = [
    pytest.param("No file at all, and/or none.", [], id="no path"),
    pytest.param("Never ** in src", [], id="stars alone"),
    pytest.param("Globs **/gate.c and src/** stay.", ["**/gate.c", "src/**"], id="globs"),
    pytest.param("See **src/gate.c**: it sticks.", ["src/gate.c"], id="bold"),
    pytest.param("**src/gate.c:** it sticks", ["src/gate.c"], id="bold with its colon"),
    pytest.param("(`src/gate.c`: it sticks)", ["src/gate.c"], id="a code span and a colon"),
]


@check_rows(("text", "paths"), PATHS)
def test_the_paths_in_a_text(text: str, paths: list[str]) -> None:
    assert [*paths_in(text)] == paths
