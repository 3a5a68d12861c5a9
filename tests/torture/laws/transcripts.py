"""Laws of what agents and models say: transcripts, notes, messages, answers."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import get_args

from msgspec.structs import asdict

from memory_md.base.settings import Extract
from memory_md.extract.model import Grade
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.imports.disk import open_notes
from memory_md.imports.model import NotTaken
from memory_md.llm.text import answer as model_answer
from memory_md.recall.text import injected_block
from memory_md.transcripts.detect import open_source
from memory_md.transcripts.text import injected, messages

_GRADES = get_args(Grade)


def transcript_law(format_name: str) -> Callable[[bytes], None]:
    def law(data: bytes) -> None:
        opened = open_source("-", format=format_name, stdin=io.BytesIO(data))
        reading = read_events(opened.events, root="/r", settings=Extract())
        for candidate in reading.candidates:
            candidate.text.encode("utf-8")
            assert candidate.text.strip()
            assert "\n" not in candidate.text
            if candidate.confidence not in _GRADES:
                assert 0 <= candidate.confidence <= 1
        for edge in reading.relationships:
            json.dumps(asdict(edge)).encode()
        for warning in reading.warnings:
            warning.encode("utf-8")

    return law


def notes_law(data: bytes) -> None:
    notes = open_notes("-", root="/r", stdin=io.BytesIO(data))
    for note in notes.notes:
        assert note.text.strip() or isinstance(note, NotTaken)
        str(note).encode("utf-8", "surrogatepass")


def messages_law(data: bytes) -> None:
    text = data.decode("utf-8", "replace")  # other bytes are refused before
    conversation = messages.parse(text, where="x.json")
    kept = list(range(len(conversation.messages)))
    whole = messages.parse(messages.cut(conversation, kept).text, where="x.json")
    assert whole.value == conversation.value
    for message in conversation.messages:
        messages.spoken(message)
        messages.tool_uses(message)
        messages.plain_text(message.get("content"))
    half = messages.cut(conversation, kept[::2])
    assert len(messages.parse(half.text, where="x.json").messages) == len(kept[::2])


def injected_law(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    assert len(injected.strip_injected(text)) <= len(text)
    injected.has_own_prompt(text)
    injected.shown_forms(text)
    assert len(injected_block.keep_lines(text, lambda _, said: [True] * len(said))) <= len(text)
    assert len(injected_block.keep_lines(text, lambda _, said: [False] * len(said))) <= len(text)


def answer_law(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        answer = model_answer.read_answer(text, Extract())
    except Exception as fault:
        if type(fault).__name__ != "ModelError":
            raise
        return
    json.dumps(asdict(answer), default=str, ensure_ascii=False).encode()
