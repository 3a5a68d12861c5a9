"""A newer talk about a matter takes the place of the entry of an older one, and of nothing else."""

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.renewed_talks import renewing
from memory_md.memory.model.entry import Entry

_OLD = "`retry.py`: customers complain about the timeout. 3 attempts, 20 seconds apart."
_NEW = "`retry.py`: about the attempts after a timeout. 5 attempts now, 40 seconds apart."
_WITHOUT_FILE = (
    "about the attempts after a timeout. 5 attempts now, 40 seconds apart, no customers."
)
_OTHER = "`retry.py`: the log lines are too long. The class has the name `Retry`, ids are cut."
_ELSEWHERE = _OLD.replace("retry.py", "mailer.py")


def _renewed(
    text: str, *stored: str, task: str = "new", origin: str = "talk"
) -> tuple[list[str], list[str]]:
    """The texts of the candidates, and those of the entries that they replace."""
    entries = [
        Entry(str(place), "decision", one, tasks=("old",)) for place, one in enumerate(stored)
    ]
    candidate = Candidate("decision", text, origin="person" if origin == "person" else "talk")
    found, replaced = renewing([candidate], entries, [task])
    ids = [id_ for one in replaced.values() for id_ in one]
    return [one.text for one in found], [stored[int(id_)] for id_ in ids]


def test_a_newer_talk_about_the_matter_takes_the_place() -> None:
    assert _renewed(_NEW, _OLD, _OTHER) == ([_NEW], [_OLD])


def test_it_names_the_file_that_only_the_older_one_named() -> None:
    assert _renewed(_WITHOUT_FILE, _OLD) == ([f"`retry.py`: {_WITHOUT_FILE}"], [_OLD])


def test_a_talk_about_another_file_stays() -> None:
    assert _renewed(_NEW, _ELSEWHERE) == ([_NEW], [])


@pytest.mark.parametrize(
    "kept",
    [
        Entry("1", "decision", _OLD, manual=True),
        Entry("1", "decision", _OLD, pinned=True),
        Entry("1", "gotcha", _OLD),
        Entry("1", "decision", _OLD.removeprefix("`retry.py`: ")),
    ],
    ids=["a person's", "pinned", "of another kind", "that names no file"],
)
def test_what_need_not_be_of_a_talk_stays(kept: Entry) -> None:
    candidate = Candidate("decision", _NEW, origin="talk")
    assert renewing([candidate], [kept], ["new"]) == ([candidate], {})


def test_only_a_talk_takes_the_place() -> None:
    assert _renewed(_NEW, _OLD, origin="person") == ([_NEW], [])


def test_a_talk_that_goes_on_takes_the_place_of_what_was_read_of_it() -> None:
    more = f"{_OTHER} Helpers stay where they are."
    assert _renewed(more, _OTHER, task="old") == ([more], [_OTHER])


def test_what_is_stored_word_for_word_changes_nothing() -> None:
    assert _renewed(_NEW, _NEW, _OLD) == ([_NEW], [])
