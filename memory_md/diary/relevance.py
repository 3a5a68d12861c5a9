"""Which tasks of the diary matter to a spec, and what they teach: `relevant`."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, NotFoundError
from ..files.reading import read_bytes
from ..git.process import ask_git
from ..markdown.paths import paths_in
from ..memory.opening import Opened
from .allowed import allowed_files
from .entry_file import lesson
from .index import PENDING, SUCCESS, Diary, Row
from .levels import SKIP, Judge

_MANIFEST: Final = re.compile(
    r"(?:.*/)?(?:requirements[^/]*\.txt|package\.json|(?:pyproject|Cargo)\.toml|go\.mod)"
)
_MOST_MANIFESTS: Final = 200  # manifests
# A line of requirements or of go.mod: github.com/nats-io/nats.go is nats.
_LINE: Final = re.compile(
    r"(?m)^[ \t]*(?:require[ \t]+)?(?:[\w.-]+/)*?([A-Za-z][\w.-]*?)(?:\.go|\.v\d+)?(?:/v\d+)?"
    r"[ \t]*(?=$|[\[<>=~!;@#,\r]|v\d)"
)
_MOST_CONSTRAINTS: Final = 3  # of one task
_MOST_REASONS: Final = 5


def relevant(opened: Opened, spec_path: str) -> dict[str, Any]:
    """Return the last tasks with a pending row, judged against a spec, as SPEC's JSON has it.

    The newest is last. `spec_path` is seen from the working directory, else from the root. Raises
    NotFoundError where there is no such file, MemError.
    """
    spec = _spec(opened, spec_path)
    allowed = allowed_files(spec)
    diary = Diary.read(opened)
    groups = _tasks(diary.index.rows)
    last = [rows for rows in groups if any(row.status == PENDING for row in rows)]
    last = last[max(len(last) - opened.settings.diary.last, 0) :]
    entries = []
    if last:
        texts = ["\n".join(f"{row.summary}\n{row.listed}" for row in rows) for rows in groups]
        for at, rows in enumerate(last, len(groups) - len(last)):
            names = dict.fromkeys(map(diary.file_of, rows))
            texts[at] = "\n".join([texts[at], *map(diary.text_of, names)])
        paths = [file["path"] for file in allowed]
        libraries = library_names(opened.place.root)
        judge = Judge(Path(spec_path).name, spec, paths, texts, libraries)
        judged = zip(last, texts[-len(last) :], strict=True)
        entries = [_entry(diary, judge, rows, text) for rows, text in judged]
    return {"spec": spec_path, "allowed_files": allowed, "entries": entries}


def _tasks(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of each ID, oldest first; the ID with the newest pending row last."""
    groups: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.status == PENDING):
        groups[row.id.casefold()] = [*groups.pop(row.id.casefold(), []), row]
    return [sorted(group, key=lambda row: row.span) for group in groups.values()]


def _spec(opened: Opened, spec_path: str) -> str:
    for path in (Path.cwd() / spec_path, opened.place.root / spec_path):
        if path.is_file():
            tree = opened.place.tree
            tree = tree if path.is_relative_to(tree) else path.parent
            data = read_bytes(path, tree, name=spec_path) or b""
            return data.decode("utf-8-sig", "replace")
    raise NotFoundError("there is no such file", where=spec_path, hint="--spec names a spec")


def _entry(diary: Diary, judge: Judge, rows: Sequence[Row], text: str) -> dict[str, Any]:
    """Return a task, judged.

    A later success hides no failure, and what is resolved is not shown.
    """
    pending = [row for row in reversed(rows) if row.status == PENDING]
    failed = [row for row in pending if row.type not in SUCCESS]
    row = (failed or pending)[0]
    own = {diary.file_of(row).rpartition("/")[2] for row in rows}
    files = [path for path in paths_in(text) if path.rpartition("/")[2] not in own]
    level, score, reasons = judge.judge(row.id, text, files)
    return {
        **diary.json(row),
        "files": files,
        "level": level,
        "score": score,
        "reasons": reasons[:_MOST_REASONS],
        "constraints": [] if level == SKIP else _constraints(diary, judge, failed),
    }


def _constraints(diary: Diary, judge: Judge, failed: Sequence[Row]) -> list[str]:
    """Return a line for each of the failures, those that name allowed files first."""
    found: dict[str, bool] = {}
    texts = {name: diary.text_of(name) for name in map(diary.file_of, failed)}
    for row in failed:
        lead = f"{row.id} ({row.date})" if row.date else row.id
        # A file speaks for the newest row.
        line = lesson(texts.pop(diary.file_of(row), ""), row.summary)
        found.setdefault(f"{lead}: {line}", any(map(judge.allowed_file, paths_in(line))))
    return sorted(found, key=lambda line: not found[line])[:_MOST_CONSTRAINTS]


def library_names(root: Path) -> set[str]:
    """Return the names of the libraries; of a manifest that cannot be read none."""
    import tomllib

    listed = ask_git(root, ["ls-files", "-zco", "--exclude-standard"]) or ""
    manifests = [name for name in listed.split("\0") if _MANIFEST.fullmatch(name)]
    readers = {".json": json.loads, ".toml": tomllib.loads}
    found: set[str] = set()
    for name in manifests[:_MOST_MANIFESTS]:
        try:
            text = (read_bytes(root / name, root, name=name) or b"").decode("utf-8", "replace")
            read = readers.get(Path(name).suffix)
            found.update(_keys(read(text), inside=False) if read else _LINE.findall(text))
        except (MemError, ValueError, RecursionError):
            continue
    return found


def _keys(value: Any, *, inside: bool) -> Iterator[str]:
    """Yield the names in tables and lists that a key says are dependencies."""
    if isinstance(value, list) and inside:
        yield from _LINE.findall("\n".join(map(str, value)))
    for key, one in value.items() if isinstance(value, dict) else ():
        if inside and not isinstance(one, list):
            yield key
        else:
            yield from _keys(one, inside=inside or "dependenc" in key.casefold())
