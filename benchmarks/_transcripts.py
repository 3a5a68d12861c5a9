"""10 MB of a session of several kinds, no text in them twice, so that nothing kept flatters.

One is made of the example, which is short lines and much prose; others where the data have
sessions as JSON lines.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ._data import path_of
from ._lessons import lesson

SIZE: Final = 10_000_000
_ROOT: Final = Path(__file__).resolve().parents[1]
_LEAST: Final = 20_000  # bytes of a session that stands for a kind
_LAST_WORD: Final = re.compile(r"([^\W\d_]{5,})(?=[.!?。:]|\n|$)")
_FIXED: Final = frozenset(("type", "role", "name", "id", "call_id", "uuid", "message_id"))


def kinds() -> Iterator[tuple[str, Path]]:
    """The name of each kind, and a session of it."""
    yield "the example", _ROOT / "examples" / "session.jsonl"
    folder = path_of("transcripts")
    for path in sorted(folder.glob("*/*/*.jsonl")) if folder else ():
        if path.stat().st_size >= _LEAST:
            yield f"{path.parts[-3]}, {path.stem[:24]}", path


def write_varied(session: Path, target: Path) -> None:
    """The session again and again, each time in somewhat other words."""
    records = list(_records(session))
    size = turn = 0
    with target.open("w", encoding="utf-8") as out:
        while size < SIZE:
            for record in records:
                line = json.dumps(_varied(record, _letters(turn)), ensure_ascii=False)
                size += out.write(f"{line}\n")
            turn += 1


def write_dense(target: Path, *, answered: bool = False) -> None:
    """A session of prose in which no sentence repeats, and every fifth is worth a look.

    Twenty sentences are a message; `answered`: a person says one to each.
    """
    chance = random.Random(40)
    words = (
        *("module", "request", "response", "then", "the", "a", "server", "and", "row", "table"),
        *("looked", "at", "of", "its", "test", "queue", "new", "page", "opened", "read", "next"),
    )
    size = turn = 0
    with target.open("w", encoding="utf-8") as out:
        while size < SIZE:
            said = []
            for number in range(20):
                plain = " ".join(chance.choices(words, k=chance.randint(6, 16)))
                name = f"{_letters(turn)}{_letters(number)}"
                kept = lesson(chance).partition(": ")[2]
                said.append(kept if number % 5 == 0 else f"I {plain} in {name}")
            text = ". ".join(said)
            content = [{"type": "text", "text": f"{text}."}]
            message = {"role": "assistant", "content": content}
            record = {"type": "assistant", "sessionId": "dense", "uuid": f"{turn}"}
            size += out.write(json.dumps({**record, "message": message}) + "\n")
            if answered:
                answer = {"role": "user", "content": f"{lesson(chance).partition(': ')[2]}."}
                told = {"type": "user", "sessionId": "dense", "uuid": f"{turn}p"}
                size += out.write(json.dumps({**told, "message": answer}) + "\n")
            turn += 1


def _records(session: Path) -> Iterator[Any]:
    with session.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def _varied(value: Any, ending: str) -> Any:
    if isinstance(value, str):
        return _LAST_WORD.sub(lambda found: found[1] + ending, value)
    if isinstance(value, list):
        return [_varied(item, ending) for item in value]
    if isinstance(value, dict):
        return {k: v if k in _FIXED else _varied(v, ending) for k, v in value.items()}
    return value


def _letters(number: int) -> str:
    """A number as letters: words that end in digits would be names."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))
