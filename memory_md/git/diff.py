"""What commits changed, as git tells it: files with both their contents, renames followed.

`git diff-tree` and `git cat-file` are asked: they read no settings of the user's, run no filter and
no other program.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from ..base.errors import NotFoundError, UsageError
from .process import ask_git, run_git

_SECONDS: Final = 60.0
_REGULAR: Final = ("100644", "100755")
# Git compares every new file with every gone one; more than this many it leaves alone.
_RENAME_LIMIT: Final = "-l400"


class FileChange(Struct, frozen=True):
    """One file of a commit. A path or blob is empty where there was no such file."""

    old_path: str
    new_path: str
    old_blob: str
    new_blob: str


class Commit(Struct, frozen=True):
    """A commit and the files it changed, relative to the root and only those under it."""

    id: str
    files: tuple[FileChange, ...]


def commits_of(root: Path, named: str, *, most: int) -> list[str]:
    """The ids of a range's commits (`A..B`, `A..`) or of one commit, oldest first, no merges.

    Of more than `most` the newest. Raises UsageError for what is no range, NotFoundError for one
    that git does not know.
    """
    named = named.strip()
    if not named or named.startswith("-") or any(char in named for char in "\0\n"):
        raise UsageError(
            f"{named!r} is not a range of commits",
            hint="give one like HEAD~3.., main..topic or HEAD",
        )
    walk = ["rev-list", "--no-merges", "--reverse", "--topo-order", f"--max-count={most}"]
    single = [] if ".." in named else ["--no-walk"]
    done = run_git(root, [*walk, *single, named, "--"], seconds=_SECONDS)
    if done is None:
        raise NotFoundError("git gave no answer", hint="is git installed, and on the PATH?")
    if done.returncode:
        message = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise NotFoundError(
            f"git knows no commits {named!r} ({message.removeprefix('fatal: ')})",
            hint="run it inside the repository; `git log` lists the commits",
        )
    return done.stdout.decode("ascii", "replace").split()


def changes_of(root: Path, commits: Sequence[str]) -> Iterator[Commit]:
    """Yield what each commit changed against its parent, in their order, without merges."""
    if not commits:
        return
    options = ["-r", "-z", "--raw", "--find-renames", _RENAME_LIMIT, "--no-abbrev", "--root"]
    command = ["diff-tree", *options, "--no-ext-diff", "--relative", "--stdin"]
    stdin = "\n".join(commits).encode() + b"\n"
    fields = iter((ask_git(root, command, seconds=_SECONDS, stdin=stdin) or "").split("\0"))
    commit, files = "", list[FileChange]()
    for field in fields:
        if field.startswith(":"):
            files.append(_file(field, fields))
        elif field.strip():
            if commit:
                yield Commit(commit, tuple(files))
            commit, files = field.strip(), []
    if commit:
        yield Commit(commit, tuple(files))


def _file(field: str, rest: Iterator[str]) -> FileChange:
    """One `:mode mode blob blob STATUS` with the one or two paths behind it."""
    old_mode, new_mode, old, new, status = field[1:].split(" ")
    path = next(rest, "")
    return FileChange(
        path,
        next(rest, "") if status[0] == "R" else path,
        old if old_mode in _REGULAR else "",
        new if new_mode in _REGULAR else "",
    )


def contents(root: Path, blobs: Iterable[str], *, most_bytes: int) -> Mapping[str, bytes]:
    """Return the contents of blobs by ID, without missing, large or binary ones."""
    asked = sorted({blob for blob in blobs if blob.strip("0")})
    if not asked:
        return {}
    stdin = "\n".join(asked).encode() + b"\n"
    sizes = run_git(root, ["cat-file", "--batch-check"], seconds=_SECONDS, stdin=stdin)
    small = []
    for line in (sizes.stdout if sizes else b"").split(b"\n"):
        name, _, rest = line.partition(b" ")
        kind, _, size = rest.partition(b" ")
        if kind == b"blob" and size.isdigit() and int(size) <= most_bytes:
            small.append(name)
    if not small:
        return {}
    found = blobs_of(root, [name.decode("ascii") for name in small])
    return {name: body for name, body in found.items() if b"\0" not in body[:8000]}


def blobs_of(root: Path, ids: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of these blobs by ID, without missing ones."""
    stdin = "".join(f"{id_}\n" for id_ in ids).encode("ascii")
    done = run_git(root, ["cat-file", "--batch"], seconds=_SECONDS, stdin=stdin) if stdin else None
    left, found = done.stdout if done else b"", {}
    while left:
        head, _, left = left.partition(b"\n")
        fields = head.split(b" ")
        if len(fields) == 3 and fields[2].isdigit():  # otherwise it is missing
            size = int(fields[2])
            found[fields[0].decode("ascii", "replace")] = left[:size]
            left = left[size + 1 :]
    return found


_FORMAT: Final = "%x01%H%x02%aI%x02%B%x03"


class CommitMessage(Struct, frozen=True):
    """A commit's message; `authored` is ISO 8601 with its zone, `files` are seen from the root."""

    id: str
    authored: str
    text: str
    files: tuple[str, ...]

    @property
    def subject(self) -> str:
        """The first line."""
        return self.text.strip().split("\n", 1)[0].strip()

    @property
    def body(self) -> str:
        """What stands below the first line."""
        return self.text.strip().partition("\n")[2].strip()


def messages_of(root: Path, commits: Sequence[str]) -> Iterator[CommitMessage]:
    """Yield what these commits say, in their order."""
    if not commits:
        return
    # Renames are not looked for: that reads contents, which a partial clone does not have.
    options = ["--no-walk=unsorted", "--stdin", f"--format={_FORMAT}", "--name-only"]
    plain = [
        "--relative",
        "--no-renames",
        "--no-show-signature",
        "--no-ext-diff",
        "--no-color",
        "-z",
    ]
    stdin = "\n".join(commits).encode() + b"\n"
    log = ask_git(root, ["log", *options, *plain], seconds=_SECONDS, stdin=stdin) or ""
    for record in log.split("\x01")[1:]:
        head, _, rest = record.partition("\x03")
        id_, authored, text = head.split("\x02", 2)
        files = (name.strip("\n") for name in rest.split("\0"))
        yield CommitMessage(id_, authored, text, tuple(name for name in files if name))
