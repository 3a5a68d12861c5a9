"""The receipts of `mem context`, `.mem/local/receipts.jsonl`: a line a call, the last ones only.

No lock is taken, since a reader must never wait: a line is appended at once, and past 256 KB the
file becomes `receipts.1.jsonl` in place of the one before. All of it may be deleted.
"""

import contextlib
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from ... import files
from ...base.errors import ChangedMeanwhileError
from ...base.undecodable import UNDECODABLE
from ...files.layout import Layout
from ...files.local_folder import log_local, older, read_local
from ...recall.model.receipt import Receipt

_NAME: Final = "receipts.jsonl"
_FILES: Final = (older(_NAME), _NAME)
_MOST_BYTES: Final = 256_000
_TRIES: Final = 5


def leave(layout: Layout, receipt: Receipt) -> None:
    """Add a receipt; best effort, write errors are ignored."""
    log_local(layout, _NAME, _line_of(receipt), most=_MOST_BYTES)


def read(layout: Layout, id_: str = "") -> list[Receipt]:
    """All receipts, or those that tell of that entry or had no room to; oldest first."""
    found = []
    for name in _FILES:
        for line in read_local(layout, name).split(b"\n"):
            if id_.encode() in line or b'"untold"' in line:
                receipt = parsed(line)
                if receipt and (not id_ or receipt.untold or receipt.choice(id_)):
                    found.append(receipt)
    return found


def erase(layout: Layout, ids: Collection[str]) -> None:
    """Take these entries out of all receipts. The caller holds the lock; `mem context` does not.

    Raises MemError where the files can neither be changed nor deleted.
    """
    for path in (layout.local / name for name in _FILES):
        for _ in range(_TRIES):
            data = files.read_bytes(path, layout.tree, name=path.name)
            if data is None:
                break
            kept = b"".join(_without(line, ids) for line in data.split(b"\n"))
            if kept == data:
                break
            with contextlib.suppress(ChangedMeanwhileError):
                files.replace(path, layout.tree, kept, expected=data, name=path.name)
        else:
            files.resolve(path, layout.tree).unlink(missing_ok=True)


def _line_of(receipt: Receipt) -> bytes:
    """The receipt as one line, with the parts of each score rounded."""
    from msgspec.json import encode

    choices = []
    for each in receipt.choices:
        parts = {name: round(part, 4) for name, part in each.parts.items() if part}
        choices.append(replace(each, parts=parts))
    return encode(replace(receipt, choices=tuple(choices))) + b"\n"


def parsed(line: bytes) -> Receipt | None:
    """The receipt of one line, or None for what is none of ours."""
    from msgspec.json import decode

    with contextlib.suppress(*UNDECODABLE):
        return decode(line, type=Receipt)
    return None


def _without(line: bytes, ids: Collection[str]) -> bytes:
    """The line with its newline, without these entries; nothing of one that cannot be read."""
    receipt = parsed(line)
    if receipt is None:
        return b""
    if not any(id_.encode() in line for id_ in ids):
        return line + b"\n"
    kept = []
    for each in receipt.choices:
        if each.id not in ids:
            reason = ("an erased entry" if w in ids else w for w in each.reason.split())
            kept.append(replace(each, reason=" ".join(reason)))
    return _line_of(replace(receipt, choices=tuple(kept)))
