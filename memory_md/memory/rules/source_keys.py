"""What an earlier run has taken from a source already, and what is left of a candidate then.

A list of modified files is taken file by file: a session that goes on names all of them again.
"""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ...base.identity import entry_id, short_id
from ...extract.model import Candidate
from ..model.entry import Entry


def source_keys(candidate: Candidate) -> tuple[str, ...]:
    """What a later run knows this candidate by: each file of its own, else the entry's ID."""
    if candidate.kind == "modified_files":
        return tuple(map(_file_key, _files_in(candidate.text)))
    return (entry_id(candidate.kind, candidate.text),)


def not_taken(candidate: Candidate, taken: Collection[str]) -> Candidate | None:
    """What is left of a candidate when the keys of earlier runs are taken off, or None."""
    if candidate.kind != "modified_files":
        return None if taken and set(source_keys(candidate)) <= set(taken) else candidate
    paths = [path for path in _files_in(candidate.text) if _file_key(path) not in taken]
    return replace(candidate, text=", ".join(paths)) if paths else None


def files_of_task(entries: Iterable[Entry], task: str) -> set[str]:
    """The keys of the files that these entries name as modified in that task."""
    return {
        _file_key(path)
        for entry in entries
        if entry.kind == "modified_files" and task in entry.tasks
        for path in _files_in(entry.text)
    }


def _files_in(text: str) -> list[str]:
    return text.split(", ")


def _file_key(path: str) -> str:
    # A hash, as the keys are kept in a file: a purged text must not stand there.
    return short_id("file", path)
