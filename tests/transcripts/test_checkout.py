"""Where the project lay when a session that does not say so was recorded."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from memory_md.transcripts.checkout import with_checkout
from memory_md.transcripts.model.events import Edit, Event, Session

from ..rows import check_rows

HERE = {"src/gate.c", "src/weir.c", "README.md"}


def read(*events: Event) -> list[Event]:
    return list(with_checkout(iter(events), HERE.__contains__, "/srv/sluice"))


def edits(paths: Iterable[str]) -> list[Event]:
    return [Edit(line, path) for line, path in enumerate(paths, 1)]


UNKNOWN = [
    pytest.param(["src/gate.c"], id="a relative path"),
    pytest.param(["/home/ada/sluice/src/lock.c"], id="a file that is not here"),
    pytest.param(["/home/ada/other/README.md"], id="a name alone may be another project's"),
    pytest.param(["/srv/sluice/src/lock.c", "/home/ada/src/gate.c"], id="it was recorded here"),
    pytest.param(["/home/ada/mysrc/gate.c"], id="the end of a folder's name"),
]
KNOWN = [
    pytest.param(["/home/ada/sluice/src/gate.c"], "/home/ada/sluice", id="a file of the project"),
    pytest.param(["C:\\ada\\sluice\\src\\gate.c"], "C:/ada/sluice", id="another system"),
    pytest.param(["/tmp/x.c", "/home/ada/src/gate.c"], "/home/ada", id="the second edit tells it"),
]


@check_rows("paths", UNKNOWN)
def test_a_directory_is_not_guessed(paths: list[str]) -> None:
    assert read(*edits(paths)) == edits(paths)


@check_rows(("paths", "base"), KNOWN)
def test_the_first_edit_of_a_file_that_is_here_tells_the_directory(
    paths: list[str], base: str
) -> None:
    *before, last = edits(paths)
    assert read(*before, last, last) == [*before, Session(last.line, cwd=base), last, last]


def test_what_the_source_says_itself_holds() -> None:
    events = [Session(1, "s", "/srv/a"), Edit(2, "/home/ada/sluice/src/gate.c")]
    assert read(*events) == events
