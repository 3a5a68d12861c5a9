"""What a person says to be so, where the agent said otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .test_taking_back import Quick, chat

AGENT = "A The upload limit is 10 MB, so I wrote that into the documents."


def kept(quick: Quick, text: str, agent: str = AGENT) -> list[str]:
    said = chat("s1", "U Write the documents of uploads.", agent, f"U {text}", "A Changed.")
    items = json.loads(quick("extract", "--json", input=said).stdout)["items"]
    return [f"{one['kind']}: {one['text']}" for one in items if one["action"] == "inserted"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Correction: add a test for the upload limit.", id="order"),
        pytest.param("Correction: I meant the other file of the uploads.", id="what was meant"),
        pytest.param("Correction: the upload limit is your task, not his.", id="who does it"),
        pytest.param("Correction: is the upload limit 50 MB?", id="question"),
        pytest.param("Correction: maybe the upload limit is 50 MB.", id="guess"),
        pytest.param("Correction: for this task the upload limit is 50 MB.", id="this task"),
        pytest.param("Correction: it is 50 MB.", id="names nothing"),
        pytest.param("The upload limit of the page looks odd.", id="no correction"),
        pytest.param("No, the upload page is empty.", id="a fault"),
        pytest.param("No, the login button is blue.", id="a no to nothing that was said"),
    ],
)
def test_is_no_correction_to_keep(repo: Path, quick: Quick, text: str) -> None:
    assert kept(quick, text) == []


@pytest.mark.parametrize(
    "opening",
    ["Correction: ", "Small correction: ", "No, ", "Actually, ", "Wrong: ", "That is wrong. "],
)
def test_a_correction_is_kept(repo: Path, quick: Quick, opening: str) -> None:
    text = f"{opening}the upload limit is 50 MB."
    assert kept(quick, text) == ["convention: The upload limit is 50 MB."]


def test_a_correction_says_what_to_use(repo: Path, quick: Quick) -> None:
    text = "Correction: use `pnpm`, not npm."
    assert kept(quick, text) == ["preference: Use `pnpm`, not npm."]


def test_only_the_correction_of_a_label_stays(repo: Path, quick: Quick) -> None:
    agent = "A Gotcha: the upload limit is 10 MB."
    text = "Correction: the upload limit is 50 MB."
    assert kept(quick, text, agent) == ["convention: The upload limit is 50 MB."]
