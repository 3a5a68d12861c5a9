"""Laws of what reads a whole memory: the page, a context of several layers, and the check.

Each of its files is the same spoiled text, of which each reader takes what it can.
"""

from __future__ import annotations

import json
import re

from msgspec.structs import replace

from memory_md.check.actions import checked_files, files_of_diff, shapes
from memory_md.files.layout import EVIDENCE, PAGE
from memory_md.recall.actions.context import context
from memory_md.review.actions.page import page_of, write_page

from .._places import place

FILES = (
    *("learnings.md", "relationships.json", ".mem/archive.md", EVIDENCE, "ai/diary/index.md"),
    *(".mem/local/events.jsonl", ".mem/local/receipts.jsonl", ".mem/local/inbox.jsonl"),
)
OWN = "The kettle of the night shift listens on port 4711"
_DATA = re.compile(r'<script[^>]* type="application/json">(.*?)</script>', re.DOTALL)


def page_law(data: bytes) -> None:
    """Nothing in the data ends its element, and each part of it is JSON that a browser can read."""
    here = place(dict.fromkeys(FILES, data))
    held = page_of(here, here.memory())[0]
    write_page(here)
    text = (here.cwd / PAGE).read_text(encoding="utf-8")
    assert text.count("<script") == text.count("</script") == 3
    value, evidence = (
        json.loads(part, parse_constant=_no_constant) for part in _DATA.findall(text)
    )
    assert value["entries"] == held["entries"]
    assert isinstance(evidence, dict)


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def layers_law(data: bytes) -> None:
    """What a package knows is shown, whatever the memories above it hold."""
    own = {"p/learnings.md": f"# Learnings\n\n- Decision: {OWN}\n".encode()}
    here = replace(place({**dict.fromkeys(FILES, data), **own}, below="p"), root=None)
    for asked in (OWN, None):
        block, _ = context(replace(here, layered=True), budget=800, query=asked)
        assert block.tokens <= 800
        assert not asked or any(OWN in line.text for line in block.lines)


def check_law(data: bytes) -> None:
    """What is told of a change are lines that it adds, in our shape and in SARIF."""
    here = place(dict.fromkeys(FILES, data))
    repo = here.memory()
    text = data.decode("utf-8", "replace")
    added = "".join(f"+{line}\n" for line in text.split("\n"))
    change = f"diff --git a/src/app.py b/src/app.py\n+++ b/src/app.py\n@@ -0,0 +1 @@\n{added}{text}"
    files = [*files_of_diff(change)]
    checked = checked_files(repo, repo.snapshot(), files)
    lines = {(file.path, n): line for file in files for n, line in file.added.items()}
    for one in checked.broken:
        assert lines[one.path, one.line].strip() == one.added
    for sarif in (False, True):
        json.dumps(shapes(checked, sarif=sarif), allow_nan=False).encode("utf-8")
