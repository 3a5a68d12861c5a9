"""Cursor's transcripts: what nobody typed, what was perhaps not done, and then what was."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.llm.model import CLOSING, OPENING
from memory_md.transcripts.detect import open_source
from memory_md.transcripts.disk.tail import grown, is_message
from memory_md.transcripts.model.events import (
    Edit,
    Event,
    OwnCall,
    Prose,
    Ran,
    Said,
    Session,
    Warned,
)

from ..rows import check_rows
from .plain import plain

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"
ID = "0a1b2c3d-1111-4222-8333-0123456789ab"
GO = "<user_query>\nGo.\n</user_query>"
DONE = {"type": "turn_ended", "status": "success"}


def turn(role: str, *content: Any) -> dict[str, Any]:
    blocks = [{"type": "text", "text": c} if isinstance(c, str) else c for c in content]
    return {"role": role, "message": {"content": blocks}}


def use(name: str, given: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": fields if given is None else given}


def lines_of(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def told(*records: Any) -> list[Event]:
    """What is told of these records, which come after a first `GO`."""
    source = open_source("-", stdin=io.BytesIO(lines_of(turn("user", GO), *records)))
    assert source.format == "cursor"
    first, *events = source.events
    assert plain([first]) == [Said(1, "Go.")]
    return events


# -- what a person did not type ----------------------------------------------------------------

ALWAYS = "Always rhyme."
NOT_TYPED = [
    pytest.param(ALWAYS, id="no tags, where others have them"),
    pytest.param(f"<timestamp>{ALWAYS}</timestamp>", id="timestamp"),
    pytest.param(f"<attached_files>\n{ALWAYS}\n</attached_files>", id="attached files"),
    pytest.param(f"<system_reminder>\n{ALWAYS}\n</system_reminder>", id="reminder"),
    pytest.param(f"<system_notification>\n{ALWAYS}\n</system_notification>", id="notification"),
    pytest.param(f"<rules>\n<user_rule>{ALWAYS}</user_rule>\n</rules>", id="rules"),
    pytest.param(f'<of_tomorrow a="1">\n{ALWAYS}\n</of_tomorrow>', id="a tag of tomorrow"),
    pytest.param(f"<system_reminder>\n{ALWAYS}", id="never closed"),
    pytest.param(f"<user_query>\n{ALWAYS}", id="a query never closed"),
    pytest.param("<user_query>\n\n</user_query>", id="an empty query"),
    pytest.param(
        f"<attached_files>\n<user_query>\n{ALWAYS}\n</user_query>\n</attached_files>",
        id="a query in a file",
    ),
    pytest.param(
        f"<user_query><system_reminder>{ALWAYS}</system_reminder></user_query>",
        id="a reminder in the query",
    ),
    pytest.param(f"see <user_query>{ALWAYS}</user_query>", id="a query in prose"),
]


@check_rows("text", NOT_TYPED)
def test_nobody_typed_that(text: str) -> None:
    assert plain(told(turn("user", text))) == []


def test_the_one_who_starts_a_subagent_is_no_person(tmp_path: Path) -> None:
    folder = tmp_path / ID / "subagents"
    folder.mkdir(parents=True)
    file = folder / "5e6f7a8b-1111-4222-8333-0123456789ab.jsonl"
    file.write_bytes(lines_of(turn("user", GO), turn("assistant", "It leaks.")))
    assert plain(open_source(str(file)).events) == [Session(1, ID), Prose(2, "It leaks.")]


def test_a_prompt_of_ours_is_told_as_that_alone() -> None:
    prompt = f"<user_query>\n{OPENING}\nWe chose X.\n<user_query>\n{CLOSING}\n</user_query>"
    assert plain(told(turn("user", prompt))) == [OwnCall(2)]


TYPED = [
    pytest.param("<user_query>Hi.</user_query>", "Hi.", id="on one line"),
    pytest.param("<timestamp>Mon</timestamp> <user_query>Hi.</user_query>", "Hi.", id="behind"),
    pytest.param("<user_query>\r\nHi.\r\n</user_query>", "Hi.", id="Windows"),
    pytest.param(f"{GO}\n<system_reminder>\nNo.\n</system_reminder>", "Go.", id="before"),
    pytest.param(
        "<attached_files>\n</attached_files>\n<user_query>\nAlways rhyme.\n</user_query>\n"
        "</attached_files>\n<user_query>\nHi.\n</user_query>",
        "Hi.",
        id="a file that closes itself",
    ),
    pytest.param(
        "<attached_files>\n<user_query>\n</attached_files>\n<user_query>Hi.</user_query>",
        "Hi.",
        id="a file that opens a query",
    ),
    pytest.param(
        "<user_query>\nWhat is\n<user_query>\nHi\n</user_query>\nthere?\n</user_query>",
        "What is\n<user_query>\nHi\n</user_query>\nthere?",
        id="a query pasted",
    ),
    pytest.param(
        "<user_query>What is <user_query> here?</user_query>",
        "What is <user_query> here?",
        id="a lone opening tag",
    ),
    pytest.param(
        "<user_query>What is </user_query> here?</user_query>", "What is", id="a lone closing tag"
    ),
    pytest.param(
        "<user_query>\n<p>\nHi\n</p>\n</user_query>", "<p>\nHi\n</p>", id="markup of the person's"
    ),
    pytest.param(
        "<user_query>\n<cursor_commands>\nRhyme\n</cursor_commands>\n/rhyme\n</user_query>",
        "/rhyme",
        id="a command's text",
    ),
    pytest.param("<system_reminder>\n<user_query>Hi.</user_query>", "Hi.", id="behind a lone tag"),
]


@check_rows(("text", "typed"), TYPED)
def test_a_person_typed(text: str, typed: str) -> None:
    assert plain(told(turn("user", text))) == [Said(2, typed)]


@pytest.mark.parametrize("content", ["Fix it.", [{"type": "text", "text": "Fix it."}], ["Fix it."]])
def test_where_no_query_has_tags_a_text_without_any_was_typed(content: Any) -> None:
    data = lines_of({"role": "user", "message": {"content": content}}, turn("assistant", "Done."))
    source = open_source("-", stdin=io.BytesIO(data))
    assert plain(source.events) == [Said(1, "Fix it."), Prose(2, "Done.")]


def test_without_query_tags_what_stands_outside_of_all_tags_was_typed() -> None:
    text = "Fix it.\n<selection>\nx\n</selection>\nNow."
    data = lines_of(turn("user", text), turn("assistant", "Done."))
    said, _ = plain(open_source("-", stdin=io.BytesIO(data)).events)
    assert said == Said(1, "Fix it.\n\nNow.")


# -- what was perhaps not done -----------------------------------------------------------------

WRITE = use("Write", path="/m/a.c", contents="x")
MAKE = use("Shell", command="make", working_directory="/m")
NOT_DONE = [
    pytest.param([turn("assistant", "[REDACTED]")], id="a thought"),
    pytest.param([turn("assistant", "\n\n[REDACTED]\n[REDACTED] ")], id="two thoughts"),
    pytest.param(
        [turn("assistant", {"type": "thinking", "thinking": "We chose X."})], id="thinking"
    ),
    pytest.param([turn("assistant", WRITE)], id="the last that is known"),
    pytest.param([turn("assistant", WRITE), {**DONE, "status": "aborted"}], id="aborted"),
    pytest.param(
        [turn("assistant", WRITE), {**DONE, "status": "error", "error": "We chose X."}], id="error"
    ),
    pytest.param([turn("assistant", WRITE), {**DONE, "error": "x"}], id="success with an error"),
    pytest.param([turn("assistant", WRITE), {**DONE, "status": None}], id="no status"),
    pytest.param([turn("assistant", WRITE), {**DONE, "status": "x"}], id="a status of tomorrow"),
    pytest.param([turn("assistant", MAKE), DONE], id="a command, of which nothing is known"),
    pytest.param([turn("assistant", use("Read", path="/m/a.c")), DONE], id="read"),
    pytest.param([turn("assistant", use("Delete", path="/m/a.c")), DONE], id="deleted"),
    pytest.param([turn("assistant", use("Write")), DONE], id="no path"),
    pytest.param([turn("assistant", {"type": "tool_use"}), DONE], id="no name"),
    pytest.param([turn("assistant", use("Write", given="x")), DONE], id="input is text"),
    pytest.param([{"role": "assistant", "message": {"content": None}}, DONE], id="no content"),
    pytest.param([{"role": "assistant", "message": "We chose X."}], id="message is text"),
    pytest.param([{"role": "system", "message": {"content": "We chose X."}}], id="system"),
    pytest.param([{"type": "of_tomorrow", "message": {"content": "We chose X."}}], id="unknown"),
    pytest.param([turn("user", {"type": "tool_result", "content": "We chose X."})], id="result"),
    pytest.param([[1, "We chose X."]], id="a list"),
]


@check_rows("records", NOT_DONE)
def test_nothing_was_done(records: list[Any]) -> None:
    assert plain(told(*records)) == []


def test_a_result_that_is_there_after_all_is_heeded() -> None:
    def answered(call: dict[str, Any], **result: Any) -> list[Event]:
        result = {"type": "tool_result", "tool_use_id": "c", **result}
        return plain(told(turn("assistant", {**call, "id": "c"}), turn("user", result), DONE))

    assert answered(WRITE, content="failed", is_error=True) == []
    assert answered(WRITE, content="ok") == [Edit(3, "/m/a.c")]
    assert answered(MAKE, content="Exit code: 1\nno rule") == [
        Ran(3, "make", True, "Exit code: 1\nno rule")
    ]


PATCH = "*** Begin Patch\n*** Update File: a.c\n@@\n-x\n+y\n*** Add File: b.c\n+z\n*** End Patch"
EDITED = [
    pytest.param(WRITE, ["/m/a.c"], id="Write"),
    pytest.param(use("StrReplace", path="a.c", old_string="x", new_string="y"), ["a.c"], id="Str"),
    pytest.param(use("ApplyPatch", given=PATCH), ["a.c", "b.c"], id="ApplyPatch, text"),
    pytest.param(use("ApplyPatch", patch=PATCH), ["a.c", "b.c"], id="ApplyPatch, object"),
    pytest.param(use("EditNotebook", target_notebook="n.ipynb"), ["n.ipynb"], id="EditNotebook"),
    pytest.param(use("edit_file", target_file="a.c", code_edit="y"), ["a.c"], id="edit_file"),
    pytest.param(use("search_replace", file_path="a.c"), ["a.c"], id="search_replace"),
]


@check_rows(("call", "paths"), EDITED)
@check_rows("then", [DONE, turn("assistant", "[REDACTED]"), turn("user", "x")])
def test_what_the_conversation_went_on_from_was_edited(
    call: dict[str, Any], paths: list[str], then: dict[str, Any]
) -> None:
    assert plain(told(turn("assistant", call), then, turn("assistant", call))) == [
        Edit(2, path) for path in paths
    ]


def test_an_edit_tells_what_it_replaced() -> None:
    call = use("StrReplace", path="a.c", old_string="x", new_string="y")
    (edit,) = told(turn("assistant", call), DONE)
    assert isinstance(edit, Edit)
    assert edit.texts == (("x", "y"),)


def test_a_transcript_is_read_in_its_order() -> None:
    assert plain(open_source(str(CORPUS / "cursor.jsonl")).events) == [
        Said(1, "Mend the millstone."),
        Prose(2, "The stone is cracked."),
        Edit(4, "/home/ada/mill/stone.md"),
        Edit(9, "wheel.c"),
        Edit(9, "sieve.c"),
        Edit(9, "grain.ipynb"),
        Prose(11, "The wheel runs."),
        Said(13, "No, leave the wheel alone."),
        Edit(14, "/home/ada/mill/wheel.md"),
        Said(18, "Thanks."),
        Warned(10, "skipped a line that is not valid JSON"),
    ]


# -- which file is whose -----------------------------------------------------------------------

NOT_CURSORS = [
    pytest.param({"type": "assistant", "message": {"role": "assistant", "content": "x"}}, id="cc"),
    pytest.param({"role": "assistant", "content": "x"}, id="messages"),
    pytest.param({"role": "assistant", "content": "x", "message": {"content": "x"}}, id="both"),
    pytest.param({"role": "user", "sessionId": "s", "message": {"content": "x"}}, id="a session's"),
    pytest.param({"type": "message", "message": {"role": "user", "content": "x"}}, id="pi"),
    pytest.param({"role": "assistant", "message": {"parts": []}}, id="parts"),
    pytest.param({"role": "model", "message": {"content": "x"}}, id="another role"),
    pytest.param({"type": "turn_ended"}, id="an end without a status"),
]


@check_rows("record", NOT_CURSORS)
@check_rows("count", [1, 3])
def test_it_is_not_cursors(record: dict[str, Any], count: int) -> None:
    with pytest.raises(UnreadableError, match="Cursor") as caught:
        open_source("-", format="cursor", stdin=io.BytesIO(lines_of(*[record] * count)))
    assert caught.value.hint


def test_it_is_cursors_from_the_first_record_on() -> None:
    for data in (lines_of(turn("user", GO)), lines_of(turn("user", GO)).strip() + b'\n{"role":"'):
        source = open_source("-", stdin=io.BytesIO(data))
        assert (source.format, source.grows, plain(source.events)) == (
            "cursor",
            True,
            [Said(1, "Go.")],
        )
    assert open_source("-", stdin=io.BytesIO(lines_of(DONE))).format == "cursor"


@pytest.mark.parametrize(
    ("name", "session"), [(f"{ID}.jsonl", ID), ("notes.jsonl", ""), ("0a1b2c3d.jsonl", "")]
)
def test_the_conversation_is_named_by_its_file(name: str, session: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(lines_of(turn("user", GO), turn("assistant", "Hm.")))
    first, *_ = plain(open_source(str(tmp_path / name)).events)
    assert first == (Session(1, session) if session else Said(1, "Go."))


# -- how much it has grown ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "counts"),
    [
        pytest.param(turn("assistant", "[REDACTED]"), False, id="a thought"),
        pytest.param(turn("assistant", WRITE), False, id="a call"),
        pytest.param(DONE, False, id="a turn's end"),
        pytest.param(turn("user", "<timestamp>x</timestamp>"), False, id="only inserted"),
        pytest.param(turn("user", "<timestamp>x</timestamp>\n" + GO), True, id="a prompt"),
        pytest.param(turn("user", "<user_info>\nx\n</user_info>", GO), True, id="a second block"),
        pytest.param(turn("assistant", "Done.\n\n[REDACTED]", WRITE), True, id="an answer"),
    ],
)
def test_a_message_counts_once(record: dict[str, Any], counts: bool) -> None:
    assert is_message(record) == counts


def test_the_mark_of_a_turns_end_may_be_taken_away_again(tmp_path: Path) -> None:
    def compact(*records: Any) -> str:
        return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)

    path = tmp_path / "t.jsonl"
    first = [turn("user", GO), turn("assistant", "Done.")]
    path.write_text(compact(*first, DONE), encoding="utf-8")
    count, end = grown(str(path), 0, 9)
    assert (count, end) == (2, len(compact(*first)))
    for between in ((), (DONE,)):
        path.write_text(compact(*first, *between, *first, DONE), encoding="utf-8")
        assert grown(str(path), end, 9)[0] == 2
