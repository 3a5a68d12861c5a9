"""What commits did: files renamed, messages, functions that changed.

Git reads no settings for it that change what it prints: no order file, no signatures, no program
of others. Paths are relative to the folder that is asked about, and only those below it.
"""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ..base.errors import NotFoundError, UsageError
from .process import ask_git, run_git

_MOST_COMMITS: Final = 2000  # in which renames are looked for
_RENAME_SECONDS: Final = 5.0
_SECONDS: Final = 60.0
_PLAIN: Final = ("--no-color", "--no-ext-diff", "--no-textconv", "--relative", "-O/dev/null")
# `-n` of git log counts only what it prints, so the commits are listed first. An empty file is
# nobody's successor, and a commit that moves thousands is not compared pair by pair.
_RENAMES: Final = (
    *("diff-tree", "--stdin", "-r", "-z", "--no-commit-id", "--name-status"),
    *("-M", "--diff-filter=R", "--no-rename-empty", "-l500"),
)
_MARK: Final = b"\0//\0"  # no path in git is this one
_FORMAT: Final = "--format=%x00//%x00%H%x00%at%x00%B%x00"
# Without it git takes only lines that are not indented for the name of a function.
_DRIVER: Final = b"*.py diff=python\n"
_HUNK: Final = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)")


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that is no merge; `at` is when it was authored, ISO 8601 in UTC."""

    id: str
    at: str
    subject: str
    body: str
    files: tuple[str, ...]


def renames(tree: Path, seconds: float = _RENAME_SECONDS) -> dict[str, str]:
    """Return old path to newest path for the renames in the last commits of HEAD, without merges.

    Whether a path was made anew, and whether the newest one is still there, the caller looks.
    Empty where git gives no answer in time.
    """
    listed = ["rev-list", "--no-merges", f"--max-count={_MOST_COMMITS}", "HEAD", "--"]
    ids = (ask_git(tree, listed, seconds=seconds) or "").encode()
    command = [*_RENAMES, *_PLAIN]
    text = ask_git(tree, command, seconds=seconds, stdin=ids) if ids else None
    fields = (text or "").split("\0")  # status, old, new; the newest first
    found: dict[str, str] = {}
    for old, new in zip(fields[1::3], fields[2::3], strict=False):
        found.setdefault(old, found.get(new, new))
    return {old: new for old, new in found.items() if old != new}


def commits(tree: Path, revision_range: str, most: int) -> list[Commit]:
    """Return the commits of a range (`A..B`, `A..`) or one commit, oldest first, without merges.

    Of more than `most` the newest. Raises UsageError for what is no range, NotFoundError for one
    that git does not know.
    """
    named = _checked(revision_range)
    command = ["-c", "log.showRoot=true", "log", "--reverse", "--no-merges", f"--max-count={most}"]
    plain = ["--encoding=UTF-8", "--no-show-signature", "--no-renames", "--name-only", *_PLAIN]
    single = [] if ".." in named else ["--no-walk"]
    done = run_git(tree, [*command, *plain, "-z", _FORMAT, *single, named, "--"], seconds=_SECONDS)
    if done is None:
        raise NotFoundError("git gave no answer", hint="is git installed, and on the PATH?")
    if done.returncode:
        message = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise NotFoundError(
            f"git knows no commits {named!r} ({message.removeprefix('fatal: ')})",
            hint="run it inside the repository; `git log` lists the commits",
        )
    return [_commit(part) for part in done.stdout.split(_MARK)[1:]]


def _commit(printed: bytes) -> Commit:
    id_, at, text, *names = printed.split(b"\0")
    subject, _, body = text.decode("utf-8", "replace").strip().partition("\n")
    when = datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    files = (name.strip(b"\n").decode("utf-8", "surrogateescape") for name in names)
    return Commit(id_.decode(), when, subject.strip(), body.strip(), tuple(filter(None, files)))


def changed_functions(
    tree: Path, revision_range: str, *, to_work_tree: bool = False
) -> list[tuple[str, str]]:
    """Return (path, line that opens the function) for each function that a range or commit changed.

    `to_work_tree`: that changed since the commit, also where it is not committed yet.

    They are git's: of a hunk the nearest line above it that opens one. Each once, in git's order;
    none where git gives no answer. Raises UsageError for what is no range.
    """
    named = _checked(revision_range)
    verb = ["diff"] if ".." in named or to_work_tree else ["show", "--format="]
    words = ["-c", "core.quotePath=false", "-c", "core.attributesFile=/dev/stdin", *verb, "-U0"]
    named_so = ["--src-prefix=a/", "--dst-prefix=b/", "--no-renames", named, "--"]
    text = ask_git(tree, [*words, *_PLAIN, *named_so], seconds=_SECONDS, stdin=_DRIVER) or ""
    return list(dict.fromkeys(_hunks(iter(text.split("\n")))))


def _hunks(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    path = ""
    for line in lines:
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/").rstrip("\t") if line.startswith("+++ b/") else ""
            continue
        found = _HUNK.match(line)
        if not found:
            continue
        old, new, function = found.groups()
        for _ in range(int(old or 1) + int(new or 1)):
            next(lines, "")  # what was changed may look like a header
        if path and function:
            yield path, function.strip()


def _checked(named: str) -> str:
    if not re.fullmatch(r"[^-\s][^\0\n]*", named):
        hint = "give one like HEAD~3.., main..topic or HEAD"
        raise UsageError(f"{named!r} is not a range of commits", hint=hint)
    return named


def last_text_with(tree: Path, path: str, words: str) -> str:
    """Return the file as it was before the last commit of HEAD that took these words out of it.

    As it is in HEAD where they still stand there; "" where git knows none, or gives no answer.
    """
    now = ask_git(tree, ["show", f"HEAD:./{path}"]) or ""
    if words in now:
        return now
    command = ["log", "-1", "--format=%H", f"-S{words}", "HEAD", "--", path]
    commit = (ask_git(tree, command, seconds=_RENAME_SECONDS) or "").strip()
    return (ask_git(tree, ["show", f"{commit}^:./{path}"]) or "") if commit else ""


def deleted_files(tree: Path, paths: Sequence[str], *, seconds: float) -> list[str]:
    """Return those of the paths, none of which is there, that git tracks or once had."""
    if not paths:
        return []
    tracked = ask_git(tree, ["ls-files", "-z", "--", *paths], seconds=seconds) or ""
    command = ["log", "--diff-filter=D", "--no-renames", "--format=", "--name-only", "-z", *_PLAIN]
    deleted = ask_git(tree, [*command, "HEAD", "--", *paths], seconds=seconds) or ""
    known = {name.strip("\n") for name in (tracked + deleted).split("\0")}
    return [path for path in paths if path in known]


def lost_names(
    tree: Path, names: Sequence[str], *, aside: Sequence[str], seconds: float
) -> list[str]:
    """Return those of the names that no tracked file holds any more, but one of HEAD's past did.

    Files of `aside` do not count. Empty where git gives no answer in time.
    """
    if not names:
        return []
    end = time.monotonic() + seconds
    others = [".", *(f":(exclude){name}" for name in aside)]
    words = [word for name in names for word in ("-e", name)]
    grep = ["--no-literal-pathspecs", "grep", "-h", "-o", "-w", "-F", "-I", *words, "--", *others]
    done = run_git(tree, grep, seconds=seconds)
    if done is None or done.returncode > 1:
        return []
    there = set(done.stdout.decode("utf-8", "replace").split())
    found = []
    for name in (one for one in names if one not in there):
        left = end - time.monotonic()
        command = ["--no-literal-pathspecs", "log", "-1", "--format=%H", f"-S{name}", "HEAD", "--"]
        if left > 0 and ask_git(tree, [*command, *others], seconds=left):
            found.append(name)
    return found
