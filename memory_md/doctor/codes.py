"""The codes that `mem doctor` can give (`codes.toml`, and docs/doctor.md for people), as findings.

An error is something lost or not read, a warning something a person should look at, an info
something to know. A code has one severity wherever it is found.
"""

from tomllib import loads
from typing import Final

from msgspec import Struct

from ..base.errors import MemError
from ..files.tables import table
from .model import Finding, Severity


class Code(Struct, frozen=True):
    """What a code stands for; `mended` says what `--fix` does about it, "" for nothing.

    `hint` is what a person can do, where that is always the same.
    """

    name: str
    severity: Severity
    meaning: str
    mended: str = ""
    hint: str = ""


CODES: Final = {
    name: Code(name, **values) for name, values in loads(table(__package__, "codes.toml")).items()
}


def finding(
    code: str, path: str, line: int, message: str, hint: str = "", *, fixable: bool = False
) -> Finding:
    """Return a finding with the severity of its code, and its hint if no other is given."""
    known = CODES[code]
    return Finding(code, known.severity, path, line, message, hint or known.hint, fixable)


def from_error(code: str, fault: MemError, path: str) -> Finding:
    """Return the error of reading a file as a finding; `path` is used where it names none."""
    hint = fault.hint or "correct it in an editor, or take an older version from git"
    where, _, line = fault.where.rpartition(":")
    if line.isdigit():
        return finding(code, where, int(line), fault.message, hint)
    return finding(code, fault.where or path, 0, fault.message, hint)
