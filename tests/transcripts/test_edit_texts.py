"""What a call to an editing tool replaced by what."""

from __future__ import annotations

import pytest

from memory_md.transcripts.readers.tools import edit_texts

from ..rows import check_rows

PATCH = """*** Begin Patch
*** Update File: a.py
@@ def f():
 x
-old
+new
@@
+more
*** Update File: b.py
+other
*** End Patch
"""
BLOCKS = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"


@check_rows(
    "arguments",
    [
        pytest.param(None, id="nothing"),
        pytest.param(7, id="a-number"),
        pytest.param({}, id="no-arguments"),
        pytest.param({"file_path": "a.py"}, id="a-path-alone"),
        pytest.param({"old_string": 1, "new_string": None}, id="no-texts"),
        pytest.param({"edits": ["x", 1]}, id="edits-that-are-none"),
        pytest.param({"content": "x" * 50_001}, id="very-long"),
        pytest.param({"diff": BLOCKS}, id="blocks-of-search-and-replace"),
    ],
)
def test_no_text_is_made_up(arguments: object) -> None:
    assert edit_texts(arguments, "a.py") == ()


@check_rows(
    ("arguments", "texts"),
    [
        pytest.param({"old_string": "a", "new_string": "b"}, [("a", "b")], id="edit"),
        pytest.param({"old_str": "a", "new_str": ""}, [("a", "")], id="taken-out"),
        pytest.param({"content": "whole"}, [("", "whole")], id="written-whole"),
        pytest.param(
            {"edits": [{"old_string": "a", "new_string": "b"}, {"oldText": 1, "new_string": "c"}]},
            [("a", "b"), ("", "c")],
            id="many",
        ),
        pytest.param({"edits": [{"oldText": "a", "newText": "b"}]}, [("a", "b")], id="pi"),
        pytest.param(PATCH, [("x\nold\n", "x\nnew\n"), ("", "more\n")], id="patch"),
        pytest.param({"input": PATCH}, [("x\nold\n", "x\nnew\n"), ("", "more\n")], id="in-input"),
        pytest.param(
            {"command": ["apply_patch", PATCH]},
            [("x\nold\n", "x\nnew\n"), ("", "more\n")],
            id="in-a-command",
        ),
        pytest.param(
            {"diff": "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n"},
            [("old\n", "new\n")],
            id="unified",
        ),
    ],
)
def test_the_texts_of_a_call(arguments: object, texts: list[tuple[str, str]]) -> None:
    assert list(edit_texts(arguments, "a.py")) == texts
