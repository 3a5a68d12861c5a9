"""What a person or an agent does with the diary: list its rows, add one, mark some as done."""

import contextlib
import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import MemError, NotFoundError, UsageError, nearest
from ...base.private import without_private
from ...base.text import one_line, storable
from ...files.tables import template
from ...memory.actions.workspace import Workspace, warnings_of
from ...safety.secrets.redact import redact
from ..disk.diary import DiaryFiles, NewFile
from ..model import DONE, PENDING, SUCCESS, TYPES, DiaryEntry
from ..rules.constraints import retry_form
from ..rules.row_files import file_name, files_of_row, is_named
from ..text import diary_index, entry_file
from ..text.diary_index import DiaryIndex, IndexRow, status_of

_MOST_CHARS: Final = 5000
_MOST_ID_CHARS: Final = 100


class DiaryListing(Struct, frozen=True):
    """Rows of the index at `path`, relative to the root; `warnings` name what was passed over.

    `changed` says that a row which was to be added is new.
    """

    entries: tuple[DiaryEntry, ...]
    path: str
    warnings: tuple[str, ...] = ()
    changed: bool = True


def list_entries(place: Workspace, *, status: str | None = None) -> DiaryListing:
    """The rows of the index, newest last; with `status` only those in that state."""
    repo = place.memory()
    diary = DiaryFiles(repo)
    index = diary_index.parse(diary.read() or "")
    wanted = None if status is None else status_of(status)
    rows = [row for row in index.rows if wanted is None or row.entry.status == wanted]
    return DiaryListing(_with_files(diary, rows), diary.index, warnings_of(repo))


def _with_files(diary: DiaryFiles, rows: Sequence[IndexRow]) -> tuple[DiaryEntry, ...]:
    names = diary.names() if rows else ()
    entries = []
    for row in rows:
        found = files_of_row(row.entry, row.link, names, diary.folder)
        file = found[0] if found else ""
        others = tuple(path for path in row.entry.files if not file.endswith(f"/{path}"))
        entries.append(replace(row.entry, file=file, files=others))
    return tuple(entries)


def new(
    place: Workspace,
    id_: str,
    *,
    kind: str,
    summary: str,
    files: Sequence[str] = (),
    day: str | None = None,
    why: str = "",
    instead: str = "",
) -> DiaryListing:
    """Write an entry's file and a row for it below the newest; gives that row.

    The row is pending, as it waits to be resolved; a success has nothing to resolve and is done.
    `why` it failed and what to do `instead` stand in the file. Where the same is pending already,
    whatever its date and its number of attempts, or a success of that day says the same, nothing
    is written, and that row is given. Raises UsageError for an ID that no file's name can hold.
    """
    repo = place.memory()
    diary = DiaryFiles(repo)
    secrets: list[str] = []
    type_ = _valid_text(kind, "the type", secrets, _MOST_ID_CHARS).casefold()
    entry = DiaryEntry(
        id=_valid_id(_valid_text(id_, "the ID", secrets, _MOST_ID_CHARS)),
        date=_day(day) if day else place.today.isoformat(),
        type=type_,
        status=DONE if type_ == SUCCESS else PENDING,
        summary=_valid_text(summary, "the summary", secrets, _MOST_CHARS),
        files=tuple(dict.fromkeys(_clean(_in_root(place, diary, path), secrets) for path in files)),
    )
    content = entry_file.render(
        template("diary_entry.md"),
        replace(entry, summary=_body(summary, secrets)),
        why=_body(why, secrets),
        instead=_body(instead, secrets),
    )
    addition = _Addition(diary, entry, content)
    added = diary.change(addition.compute)
    is_new = bool(addition.made)
    warnings = [f"a secret was left out ({kind}); if it was real, revoke it" for kind in secrets]
    warnings += _unknown_type(type_)
    if not is_new:
        hint = f"; write what is new into {added.file}" if added.file else ""
        warnings.append(f"this row of {added.id} is there already; nothing was added{hint}")
    return DiaryListing(
        (added,), diary.index, (*warnings_of(repo), *dict.fromkeys(warnings)), changed=is_new
    )


class _Addition(Struct):
    """A new entry, and the text of its file, on their way into the diary.

    `made` are the files that an earlier attempt has written, when somebody saved the index then.
    """

    diary: DiaryFiles
    entry: DiaryEntry
    content: str
    made: list[str] = field(default_factory=list)

    def compute(self, text: str) -> tuple[str, NewFile | None, DiaryEntry]:
        """The index with the row, the entry's file, and the entry with its place."""
        file_text = self.content.replace("\n", "\r\n" if "\r\n" in text else "\n")
        index = diary_index.parse(text)
        name = self._name(index, file_text)
        wanted = replace(self.entry, file=f"{self.diary.folder}/{name}")
        if not index.end:
            index = diary_index.parse(_with_table(text))
        after = diary_index.with_row(index, wanted, name)
        row = diary_index.parse(after).rows[-1].entry
        same = [old for old in index.rows if _is_again(row, old.entry)]
        if same and not self.made:
            return text, None, _with_files(self.diary, same)[-1]
        self.made[:] = [wanted.file]
        return after, (name, file_text), replace(wanted, line=row.line)

    def _name(self, index: DiaryIndex, file_text: str) -> str:
        """A name that is free, or that of the same file, which a crash left without its row."""
        entry = self.entry
        there = [one.rsplit("/", 1)[-1] for one in self.diary.names() if one not in self.made]
        name = file_name(entry.date, entry.id, entry.type, ["index.md"])
        has_row = (entry.id, entry.date) in {(row.entry.id, row.entry.date) for row in index.rows}
        if has_row or name not in there or not _says(self.diary, name, file_text):
            return file_name(entry.date, entry.id, entry.type, ["index.md", *there])
        return name


def _is_again(row: DiaryEntry, old: DiaryEntry) -> bool:
    """Whether a new row only says an old one again: retries of one task make one row."""
    still = old.status == PENDING or (old.status, old.date) == (row.status, row.date)
    return still and retry_form(old) == retry_form(row)


def _unknown_type(type_: str) -> list[str]:
    """What to tell of a type that is none of ours: it may be written wrong; others are welcome."""
    if type_ in TYPES:
        return []
    likely = nearest(type_.replace("-", "_").replace(" ", "_"), TYPES, 80)
    asked = f"was it to be {likely!r}?" if likely else f"known are {', '.join(TYPES)}"
    return [f"the type {type_[:40]!r} is kept as it is; {asked}"]


def _says(diary: DiaryFiles, name: str, text: str) -> bool:
    """Whether that file has that text: then a crash has left it, before its row was written."""
    with contextlib.suppress(MemError):
        return diary.entry(f"{diary.folder}/{name}") == text
    return False


def _with_table(text: str) -> str:
    """An index that has no table, with the template's at its end."""
    table = template("diary.md").partition("\n\n")[2]
    ends = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else ends if text.endswith("\n") else ends * 2
    return text + gap + table.replace("\n", ends)


def resolve(place: Workspace, ids: Sequence[str]) -> DiaryListing:
    """Set all pending rows of these IDs to done; gives the rows that were changed."""
    repo = place.memory()
    diary = DiaryFiles(repo)

    def compute(text: str) -> tuple[str, None, tuple[DiaryEntry, ...]]:
        index = diary_index.parse(text)
        rows = [row for id_ in dict.fromkeys(ids) for row in _rows_of(index, id_, diary.index)]
        pending = [row for row in rows if row.entry.status == PENDING]
        after = diary_index.resolve_rows(index, pending)
        lines = {row.entry.line for row in pending}
        done = [row for row in diary_index.parse(after).rows if row.entry.line in lines]
        return after, None, _with_files(diary, done)

    return DiaryListing(diary.change(compute), diary.index, warnings_of(repo))


def _rows_of(index: DiaryIndex, id_: str, path: str) -> list[IndexRow]:
    name = one_line(id_).casefold()
    rows = [row for row in index.rows if row.entry.id.casefold() == name]
    if not rows or not name:
        raise NotFoundError(
            f"no row has the ID {one_line(id_)[:60]!r}", where=path, hint="see mem diary list"
        )
    if all("status" not in row.cells for row in rows):
        raise MemError("has no Status column", where=path, hint="add one to its header")
    return rows


def _clean(text: str, secrets: list[str]) -> str:
    """The text as it can stand in a file of ours: on one line, without secrets."""
    words, kinds = redact(storable(text))
    secrets += kinds
    return words


def _body(text: str, secrets: list[str]) -> str:
    """A text of several lines as it can stand in a file of ours."""
    words, kinds = redact(without_private(text).strip())  # as a whole, for a key has many lines
    secrets += kinds
    return "\n".join(_clean(line, secrets) for line in words.split("\n"))


def _valid_text(text: str, what: str, secrets: list[str], most: int) -> str:
    words = _clean(text, secrets)
    if not words:
        raise UsageError(f"{what} is empty")
    if len(words) > most:
        raise UsageError(
            f"{what} has {len(words)} characters, at most {most}",
            hint="write the rest into the entry's file",
        )
    return words


def _valid_id(id_: str) -> str:
    """The ID, where the file that is named for it is found by it."""
    own = file_name("", id_, "", ())
    if not is_named(own, id_):
        fitting = own.removesuffix(".md").strip("-.")
        raise UsageError(
            f"no file's name can hold the ID {id_!r}, so its row would not lead to its file",
            hint=f"write it as {fitting}" if fitting else "use letters and digits, as in TASK-12",
        )
    return id_


def _day(text: str) -> str:
    with contextlib.suppress(ValueError):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text.strip()):
            return date.fromisoformat(text.strip()).isoformat()
    raise UsageError(f"{text[:30]!r} is not a date", hint="write it as 2026-02-28")


def _in_root(place: Workspace, diary: DiaryFiles, path: str) -> str:
    """A path as the root sees it, where it was named from a folder below."""
    root = diary.repo.layout.root
    with contextlib.suppress(OSError, ValueError):
        if (place.cwd / path).exists():
            return (place.cwd / path).absolute().relative_to(root).as_posix()
    return path.replace("\\", "/").removeprefix("./")
