"""CONTRIBUTING names rooms and functions; both exist, and the rooms stand in their order."""

from __future__ import annotations

import ast
import re

from tests.source import ROOT
from tests.test_architecture import ROOMS

from ..rows import check_rows

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. `([\w/]+\.py):(\w+)`", re.MULTILINE)
PATH = re.compile(r"`((?:memory_md|cli|tests)/[\w/.]+)`")
PATH = re.compile(r"`((?:memory_md|cli|tests)/[\w/.]+)`")
STEPS = STEP.findall(TEXT)


def test_the_rooms_stand_in_the_order_that_imports_follow() -> None:
    table = TEXT.partition("## The rooms")[2].partition("## The way")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert tuple(named) == ROOMS


def test_both_ways_are_short() -> None:
    first, second = TEXT.split("## The way")[1:]
    assert 10 < len(STEP.findall(first)) <= 25
    assert 10 < len(STEP.findall(second)) <= 15


@check_rows(("path", "name"), STEPS)
def test_a_step_is_a_function_of_its_file(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


NAMED = {path for path in PATH.findall(TEXT) if not re.search("NAME|SUBJECT", path)}


@check_rows("path", sorted(NAMED))
def test_a_named_path_exists(path: str) -> None:
    assert (ROOT / path).exists()
