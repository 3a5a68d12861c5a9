"""aider's chat history."""

from pathlib import Path

import pytest

from .session_parts import reader_of

read, recognise = reader_of("aider")

OPENING = "\n# aider chat started at 2026-03-04 10:00:00\n\n> /home/a/bin/aider  \n> Aider v1  \n"
MENDED = "#### mend it  \n\nMended.\n\n"


def said(text: str) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text.strip()) for turn in read(text).turns]


MARKED = [
    ("Config of several lines", "> Config File (x):\n  read: y\n\nPreference: never BAD.  \n", []),
    (
        "a commit with a body",
        f"{MENDED}> Applied edit to a.py  \n> Commit 1 fix\n\nDecision: BAD.  \n> Undo it?  \n",
        ["mend it", "Mended."],
    ),
    (
        "output of a command",
        "#### /run make  \n\n> FAILED\nDecision: BAD.\nGotcha: BAD.  \n> Add it? [Yes]: y  \n",
        [],
    ),
    (
        "an answer to aider's own test",
        f"{MENDED}> test failed  \n> Fix it? [Yes]: y  \n\nGotcha: keep this.\n",
        ["mend it", "Mended.", "Gotcha: keep this."],
    ),
    (
        "a plan that architect mode hands over as a prompt",
        f"#### /architect mend it  \n\n{MENDED}> Tokens  \n\n#### Mended.  \n\nTurned.\n",
        ["mend it", "Mended.", "Turned."],
    ),
    (
        "edits and reasoning",
        f"{MENDED}► **THINKING**\nBAD\n► **ANSWER**\n<<<<<<< SEARCH\nBAD\n>>>>>>> REPLACE\nBye\n",
        ["mend it", "Mended.\n\nBye"],
    ),
    (
        "a heading and a quotation of the assistant",
        "#### why?  \n\nSo:\n\n#### Always so\n\n> quoted\n\nEnd.\n",
        ["why?", "So:\n\n#### Always so\n\n> quoted\n\nEnd."],
    ),
]


@pytest.mark.parametrize(("text", "texts"), [row[1:] for row in MARKED], ids=[r[0] for r in MARKED])
def test_only_the_person_and_the_assistant_speak(text: str, texts: list[str]) -> None:
    assert [text for _, text in said(OPENING + text)] == texts


def test_the_prompt_of_a_script_is_a_task() -> None:
    opening = OPENING.replace("bin/aider", "bin/aider --yes-always --message never")
    assert said(f"{opening}\n#### never  \n\nNo.\n") == [("task", "never"), ("agent", "No.")]


def test_edits_and_commands_of_the_person_are_kept() -> None:
    session = read(f"{OPENING}#### /test make all  \n> Applied edit to src/a b.py  \n")
    assert [run.command for run in session.runs] == ["make all"]
    assert [edit.path for edit in session.edits] == ["src/a b.py"]
    assert (session.id, session.at) == ("aider-2026-03-04-10-00-00", "2026-03-04T10:00:00Z")


def test_real_histories_are_read(realdata: Path) -> None:
    counts = {}
    for path in sorted((realdata / "transcripts/aider").rglob("*.md")):
        session = read(path.read_text())
        persons = sum(turn.speaker == "person" for turn in session.turns)
        counts[path.parent.name] = persons, len(session.turns), len(session.edits)
    assert counts == {
        "AbdulAlkawasmeh+metadata-aider": (12, 24, 18),
        "AndrewJacop+doc_processor": (11, 29, 6),
    }
