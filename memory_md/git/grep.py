"""Where names may be defined: lines that git finds in tracked files and new ones not ignored."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from ..base.regex import regex
from .process import ask_git, run_git

_SECONDS: Final = 2.0
_MOST_NAMES: Final = 400
_LONGEST: Final = 500  # characters of a line before a name
# What stands before a name where it is defined: nothing or modifiers, a word that defines it, the
# receiver of a method in Go, or an object that it becomes a part of.
_BEFORE: Final = regex(
    r"\s*(?:(?:export|default|async|public|private|protected|static|readonly|abstract|get|set"
    r"|declare|override|pub(?:\(\w+\))?|unsafe|final|inline|this\.|(?:module\.)?exports\.)\s*)*[#*&@]?"
    r"|(?:.*[^\w.$])?(?:def|defp|class|func|function|fn|type|interface|struct|enum|trait|const|let"
    r"|var|val|static|mod|module|namespace|macro_rules!|sub|fun|proc|object|record|union|typedef"
    r"|define|protocol)[\s*]+[\w.]*|.*\bfunc\s*\([^)]*\)\s*|.*\.prototype\.|\s*(?:\w+,\s*)+"
)


def lines_with_definitions(
    root: Path, names: Collection[str], suffixes: Collection[str]
) -> dict[str, set[str]] | None:
    """Return the files, relative to `root`, with a line that may define each of the names.

    Only files whose names end in one of `suffixes` are looked at: data may be large.
    None where git gives no answer, or not in time.
    """
    asked = sorted({name for name in names if name.isidentifier()})[:_MOST_NAMES]
    if not asked:
        return {}
    text = _grep(root, asked, [f"*{suffix}" for suffix in sorted(suffixes)], "--no-line-number")
    if text is None:
        return None
    # A call, a string or an argument opens with another sign.
    word = re.compile(rf"(?<![^\0\s#*&@.,)])(?:{'|'.join(asked)})(?![\w$])")
    found: dict[str, set[str]] = {}
    for at in word.finditer(text):
        row = text.rfind("\n", 0, at.start()) + 1
        path, mark, _ = text[row : at.start()].partition("\0")
        line = row + len(path) + 1
        if not mark or at.start() - line > 2 * _LONGEST or path in found.get(at[0], ()):
            continue
        if _BEFORE.fullmatch(text, line, at.start()):
            found.setdefault(at[0], set()).add(path)
    return found


def files_with_words(root: Path, words: Collection[str], globs: Sequence[str]) -> list[str]:
    """Return the files, relative to `root`, that hold any of the words, in any case.

    Only those that a glob pattern of git names; none where git gives no answer in time.
    """
    asked = [re.escape(word) for word in sorted(words)[:_MOST_NAMES]]
    text = _grep(root, asked, globs, "-l", "-i") if asked else None
    return sorted(filter(None, (text or "").split("\0")))


def files_with_text(root: Path, text: str) -> list[str]:
    """Return the files, relative to `root`, that hold this very text; none without an answer."""
    how = ["-I", "-z", "-l", "-F", "--no-color", "--untracked"]
    done = run_git(root, ["grep", *how, "-e", text], seconds=_SECONDS)
    if done is None or done.returncode:
        return []
    return sorted(filter(None, done.stdout.decode("utf-8", "surrogateescape").split("\0")))


def _grep(root: Path, patterns: Sequence[str], globs: Sequence[str], *options: str) -> str | None:
    """Return what git finds in text files; None where it gives no answer, or not in time."""
    # In one pattern: git takes seconds for many, and for what a regular expression could narrow.
    found = ["-e", f"({'|'.join(patterns)})", "--", *globs]
    how = ["-I", "-z", "-E", "-w", "--no-color", "--untracked", *options]
    done = run_git(root, ["--no-literal-pathspecs", "grep", *how, *found], seconds=_SECONDS)
    if done is None or done.returncode > 1:  # 1 is that nothing was found
        return None
    return done.stdout.decode("utf-8", "surrogateescape")


def touched_lately(root: Path, paths: Collection[str]) -> list[str]:
    """Return the files not committed, and those of the last commits that touched one of `paths`.

    Where what was in one file went is most often among them.
    """
    new = ["ls-files", "-z", "-m", "-o", "--exclude-standard"]
    log = ["log", "-20", "--full-diff", "--relative", "--format=", "--name-only", "-z", "--"]
    texts = [ask_git(root, one, seconds=_SECONDS) or "" for one in (new, [*log, *sorted(paths)])]
    return [*dict.fromkeys(one.strip("\n") for text in texts for one in text.split("\0") if one)]
