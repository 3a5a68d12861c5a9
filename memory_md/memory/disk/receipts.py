"""The receipts of `mem context`, `.mem/local/receipts.jsonl`: a line a call, the last ones only.

No lock is taken, since a reader must never wait: a line is appended at once, and past 256 KB the
file becomes `receipts.1.jsonl` in place of the one before. All of it may be deleted.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ...base.errors import ChangedMeanwhileError, MemError
from ...base.json_text import parse_json
from ...files import append_line, read_bytes, replace, resolve
from ...files.layout import Layout
from ...files.local_folder import make_local_folder
from ...recall.model.receipt import Choice, Receipt

_MOST_BYTES: Final = 256_000
_TRIES: Final = 5


def leave(layout: Layout, receipt: Receipt) -> None:
    """Add a receipt; best effort, write errors are ignored."""
    line = json.dumps(_as_json(receipt), ensure_ascii=False, separators=(",", ":"))
    older, newer = _files(layout)
    with contextlib.suppress(OSError, MemError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        append_line(newer, layout.tree, f"{line}\n".encode("utf-8", "replace"))
        # Two that come here at once both rename; the second finds no file, and that is no harm.
        if newer.stat().st_size > _MOST_BYTES:
            newer.replace(older)


def read(layout: Layout, id_: str) -> list[Receipt]:
    """The receipts that tell of the entry with that ID, or had no room to; oldest first."""
    found = []
    for path in _files(layout):
        for line in _lines(layout, path):
            if id_.encode() in line or b'"untold"' in line:
                receipt = _parsed(line)
                if receipt and (receipt.untold or receipt.choice(id_)):
                    found.append(receipt)
    return found


def erase(layout: Layout, ids: Collection[str]) -> None:
    """Take these entries out of all receipts. The caller holds the lock; `mem context` does not.

    Raises MemError where the files can neither be changed nor deleted.
    """
    for path in _files(layout):
        for _ in range(_TRIES):
            data = read_bytes(path, layout.tree, name=path.name)
            if data is None:
                break
            kept = b"".join(_without(line, ids) for line in data.split(b"\n"))
            if kept == data:
                break
            with contextlib.suppress(ChangedMeanwhileError):
                replace(path, layout.tree, kept, expected=data, name=path.name)
        else:
            resolve(path, layout.tree).unlink(missing_ok=True)


def _files(layout: Layout) -> tuple[Path, Path]:
    return layout.local / "receipts.1.jsonl", layout.local / "receipts.jsonl"


def _lines(layout: Layout, path: Path) -> Iterator[bytes]:
    with contextlib.suppress(MemError):
        yield from (read_bytes(path, layout.tree, name=path.name) or b"").split(b"\n")


def _as_json(receipt: Receipt) -> dict[str, Any]:
    value: dict[str, Any] = {
        "at": receipt.at,
        "budget": receipt.budget,
        "tokens": receipt.tokens,
        "chars": receipt.chars,
    }
    if receipt.max_chars is not None:
        value["max_chars"] = receipt.max_chars
    value["entries"] = [_choice_json(choice) for choice in receipt.choices]
    if receipt.others:
        value["others"] = dict(receipt.others)
    if receipt.untold:
        value["untold"] = receipt.untold
    return value


def _choice_json(choice: Choice) -> dict[str, Any]:
    parts = {name: round(part, 4) for name, part in choice.parts.items() if part}
    value = {
        "id": choice.id,
        "score": choice.score,
        "parts": parts,
        "tokens": choice.tokens,
        "section": choice.section,
        "reason": choice.reason,
    }
    return {key: said for key, said in value.items() if said or key == "id"}


def _parsed(line: bytes) -> Receipt | None:
    """The receipt of one line, or None for what is none of ours."""
    with contextlib.suppress(MemError, UnicodeDecodeError, TypeError, ValueError, KeyError):
        value = parse_json(line.decode("utf-8"), where="receipts.jsonl")
        return Receipt(
            at=_text(value["at"]),
            budget=int(value["budget"]),
            tokens=int(value["tokens"]),
            chars=int(value["chars"]),
            max_chars=int(value["max_chars"]) if "max_chars" in value else None,
            choices=tuple(_choice(each) for each in value["entries"]),
            others={_text(k): int(v) for k, v in dict(value.get("others", {})).items()},
            untold=int(value.get("untold", 0)),
        )
    return None


def _choice(value: Mapping[str, Any]) -> Choice:
    return Choice(
        id=_text(value["id"]),
        score=float(value.get("score", 0)),
        parts={_text(name): float(part) for name, part in dict(value.get("parts", {})).items()},
        tokens=int(value.get("tokens", 0)),
        section=_text(value.get("section", "")),
        reason=_text(value.get("reason", "")),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _without(line: bytes, ids: Collection[str]) -> bytes:
    """The line with its newline, without these entries; nothing of one that cannot be read."""
    if not line.strip():
        return b""
    receipt = _parsed(line)
    if receipt is None:
        return b""
    if not any(id_.encode() in line for id_ in ids):
        return line + b"\n"
    value = _as_json(receipt)
    value["entries"] = [_unnamed(each, ids) for each in value["entries"] if each["id"] not in ids]
    return f"{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def _unnamed(value: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """A choice whose reason names none of these entries."""
    reason = " ".join("an erased entry" if w in ids else w for w in value.get("reason", "").split())
    return {**value, "reason": reason} if reason else dict(value)
