from typing import Any

import pytest

from .session_parts import edited, lines, ran, reader_of, said

read, recognise = reader_of("cursor")

ENDED = {"type": "turn_ended", "status": "success"}


def turn(role: str, *blocks: Any) -> dict[str, Any]:
    held = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
    return {"role": role, "message": {"content": held}}


def tool(name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": arguments}


def query(text: str) -> str:
    return f"<user_query>\n{text}\n</user_query>"


@pytest.mark.parametrize(
    "text",
    [
        "<rules>Never use tabs.</rules>",
        "<attached_files>\nNever use tabs.\n</attached_files>",
        query("<system_reminder>Never use tabs.</system_reminder>"),
        "An unmarked text where others are marked.",
    ],
)
def test_nobody_said_this(text: str) -> None:
    assert said(read(lines(turn("user", text), turn("user", query("Yes."))))) == [
        ("person", "Yes.")
    ]


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (query("Fix it."), "Fix it."),
        (f"<rules>\n<user_query>\nA rule.\n</user_query>\n</rules>\n{query('Fix it.')}", "Fix it."),
        (query("Why is `<user_query>` there?"), "Why is `<user_query>` there?"),
        ("Written by an older version.", "Written by an older version."),
        ("<user_query>\nCut off", "Cut off"),
    ],
)
def test_what_was_typed(text: str, typed: str) -> None:
    assert said(read(lines(turn("user", text)))) == [("person", typed)]


def test_calls_count_once_the_conversation_goes_on() -> None:
    acts = turn(
        "assistant",
        "I fix it. [REDACTED]",
        tool("StrReplace", path="/p/a.py"),
        tool("Shell", command="make"),
        tool("Read", path="/p/b.py"),
    )
    for last, paths in ((ENDED, ["/p/a.py"]), ({**ENDED, "status": "aborted"}, [])):
        session = read(lines(turn("user", query("Go.")), acts, last, turn("user", query("Hm."))))
        assert edited(session) == paths
        assert ran(session) == [("make", None)] * len(paths)
        assert said(session)[1] == ("agent", "I fix it.")
    assert edited(read(lines(acts))) == []


def test_odd_records_are_skipped() -> None:
    odd: list[Any] = [7, {"role": "user"}, {"role": "user", "message": {"content": [None, {}]}}]
    assert said(read(lines(turn("user", query("Hi.")), *odd) + '{"role": "us')) == [
        ("person", "Hi.")
    ]
    assert recognise(lines(turn("user", query("Hi.")), turn("assistant", "Hello."), ENDED))
