"""The documents name each format that is read, each file under .mem/local/, and each variable."""

from __future__ import annotations

import re
from pathlib import Path

from memory_md.files.local_folder import older
from memory_md.transcripts.detect import FORMAT_NAMES

from ..conftest import Quick
from ..source import ROOT, modules

TEXT = (ROOT / "docs/format.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples"


def first_cells(heading: str) -> set[str]:
    """What stands in backticks in the first cells of the first table below a heading."""
    table = TEXT.partition(f"\n## {heading}\n")[2].partition("\n|---")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.split("\n")[1:]]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_each_format_that_is_read_has_a_row() -> None:
    assert first_cells("What `mem extract` reads") == {*FORMAT_NAMES} - {"auto"}


def test_what_lies_under_mem_local_has_a_row(repo: Path, quick: Quick) -> None:
    for call in (
        ("init",),
        ("install", "claude-code"),
        ("extract", str(EXAMPLES / "session.jsonl")),
        ("extract", str(EXAMPLES / "handoff.json")),
        ("context",),
        ("callgraph", "scan"),
        ("page",),
        ("forget", "--source", str(EXAMPLES / "session.jsonl")),
        ("undo",),
        ("doctor",),
    ):
        assert quick(*call).code == 0, call
    found = {path.name for path in (repo / ".mem/local").iterdir()} - {".gitignore"}
    assert len(found) > 10
    rows = {name.rstrip("/") for name in first_cells(".mem/local/")}
    rows |= {older(name) for name in rows}
    assert found <= rows, f"docs/format.md tells nothing of {sorted(found - rows)}"


def test_each_variable_of_ours_is_told() -> None:
    """Those that begin with an underscore are between our own processes."""
    source = "\n".join(module.text for module in modules())
    found = {*re.findall(r"\"(MEM_[A-Z_]+)\"", source)}
    assert "MEM_ROOT" in found
    page = (ROOT / "docs/config.md").read_text(encoding="utf-8")
    assert [name for name in sorted(found) if f"`{name}`" not in page] == []
