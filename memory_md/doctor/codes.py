"""Every code that `mem doctor` can give, how bad it is and what it means; docs/doctor.md says so.

An error is something lost or not read, a warning something a person should look at, an info
something to know. A code has one severity wherever it is found.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ..base.errors import MemError
from ..doctor.model import Finding, Severity


class Code(Struct, frozen=True):
    """What a code stands for; `mended` says what `--fix` does about it, "" for nothing."""

    name: str
    severity: Severity
    meaning: str
    mended: str = ""


CODES: Final = {
    code.name: code
    for code in (
        # learnings.md and the archive
        Code(
            "malformed-entry",
            "error",
            "An entry's comment cannot be read, or its text is not UTF-8, so it is not used.",
        ),
        Code(
            "duplicate-id",
            "error",
            "Two entries have one ID, so no command can tell which is meant.",
            "where both say the same words, they become one",
        ),
        Code(
            "conflict",
            "error",
            "Merge conflict markers; entries of both sides are read, and none is changed.",
            "where the rules of the merge driver settle all of it",
        ),
        Code(
            "unreadable",
            "error",
            "A file is not a plain file, leads out of the work tree, or may not be read.",
        ),
        Code(
            "secret",
            "error",
            "A key, a token, a password or a connection string is stored; it is never printed.",
        ),
        Code(
            "zombie",
            "warning",
            "An entry that was removed is here again, as a merge without the driver leaves it.",
            "it is taken out again",
        ),
        Code(
            "purged",
            "warning",
            "A text that was purged is here again, as a merge with an older branch leaves it.",
            "it is erased again, unless a person may have written it",
        ),
        Code(
            "held-back",
            "warning",
            "A text addresses its reader with orders, so it is not shown in a context.",
        ),
        Code(
            "pins",
            "warning",
            "More entries are pinned than may be, as a merge can leave it.",
        ),
        Code(
            "not-utf8",
            "warning",
            "A line holds bytes that are not UTF-8; they are kept, but cannot be shown or found.",
        ),
        Code(
            "missing",
            "warning",
            "The learnings.md that git has was deleted here, so nothing is known.",
        ),
        Code("contradicted", "info", "Two entries contradict each other, and both are sure."),
        Code("said-twice", "info", "Two entries say the same."),
        Code(
            "stale",
            "info",
            "The files that an entry names have all gone, so it is not shown in a context.",
        ),
        Code(
            "over-cap",
            "info",
            "There are more extracted entries than the caps allow; the next extract evicts some.",
        ),
        # relationships.json and the call graph
        Code(
            "relationships",
            "error",
            "The edges are no valid JSON, or another tool's, so none is read and none is written.",
            "where the conflict in them can be settled",
        ),
        Code(
            "malformed-edge",
            "error",
            "One of our edges lacks a type, a source or a target, so none of the file is read.",
        ),
        Code(
            "callgraph",
            "error",
            "The call graph's file cannot be read, so what changes together is not known.",
        ),
        Code("edge-cap", "info", "There are more edges than the caps allow; the oldest will go."),
        # the diary
        Code(
            "diary-link",
            "warning",
            "A row or an entry of the diary leads to a file that is not there.",
        ),
        Code(
            "diary-index", "warning", "The diary's index has rows, but no header that names them."
        ),
        Code("diary-row", "info", "A row has no ID, no status or no date, so it is hard to find."),
        Code("diary-orphan", "info", "No row of the index leads to this entry of the diary."),
        # decision records
        Code("adr-folder", "warning", "The folder of the decision records cannot be used."),
        Code("adr-unread", "warning", "A decision record cannot be read."),
        Code("adr-conflict", "error", "A decision record holds merge conflict markers."),
        Code("adr-number", "warning", "Two decision records of one folder have the same number."),
        Code("adr-entry", "warning", "Two decision records stand for the same entry."),
        Code("adr-link", "warning", "The record that is said to supersede this one is not there."),
        Code("adr-purged", "error", "A decision record still says what was purged."),
        # around them
        Code("config", "error", "A key of the config is unknown or ill-typed; its default holds."),
        Code(
            "merge-attributes",
            "warning",
            "git does not know that the memory's files are ours to merge.",
            "our block follows the configured paths; a first one is made by mem init",
        ),
        Code(
            "merge-driver",
            "info",
            "This clone has no merge driver, so two branches that both learn will conflict.",
            "the driver is set in the config of this clone",
        ),
        Code(
            "ignore",
            "warning",
            "git would take the lock, the logs and the caches of .mem/local.",
            "a missing .mem/.gitignore is made",
        ),
        Code(
            "local-tracked", "warning", "git has files of .mem/local, which belong to no one else."
        ),
        Code(
            "unwritable", "warning", "A file or a folder cannot be written, so nothing is learned."
        ),
        Code("log", "info", "Lines of the event log or the receipts cannot be read."),
        Code(
            "secret-in-log", "warning", "A log under .mem/local, which git has not, holds a secret."
        ),
        Code("hooks", "warning", "An agent's hooks are there only in part."),
        Code(
            "hooks-path",
            "info",
            "Agents' hooks are installed, but `mem` is not on the PATH, so they do nothing here.",
        ),
    )
}


def finding(
    code: str, path: str, line: int, message: str, hint: str, *, fixable: bool = False
) -> Finding:
    """A finding with the severity of its code."""
    return Finding(code, CODES[code].severity, path, line, message, hint, fixable)


def from_error(code: str, fault: MemError, path: str) -> Finding:
    """An error that reading a file raised, as a finding; `path` is used where it names none."""
    hint = fault.hint or "correct it in an editor, or take an older version from git"
    where, _, line = fault.where.rpartition(":")
    if line.isdigit():
        return finding(code, where, int(line), fault.message, hint)
    return finding(code, fault.where or path, 0, fault.message, hint)
