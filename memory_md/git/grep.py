"""Where names may be defined: lines that git finds in tracked files and new ones not ignored."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from .process import ask_git, run_git

_SECONDS: Final = 2.0
_MOST_NAMES: Final = 400
_WORDS: Final = (
    *("def", "class", "func", "function", "fn", "type", "interface", "struct", "enum", "trait"),
    *("const", "let", "var", "val", "static", "mod", "module", "namespace", "macro_rules!", "sub"),
    *("fun", "proc", "object", "record", "union", "typedef", "define", "protocol", "defp"),
)
# What stands before a name at the beginning of a line that defines it.
_BEFORE: Final = "|".join(
    (
        *("export", "default", "async", "public", "private", "protected", "static", "readonly"),
        *("abstract", "get", "set", "declare", "override", "pub", "unsafe", "final", "inline"),
        *("exports[.]", "module[.]exports[.]", "this[.]"),
    )
)


def lines_with_definitions(root: Path, names: Collection[str]) -> dict[str, set[str]] | None:
    """Return the files, relative to `root`, with a line that may define each of the names.

    None where git gives no answer, or not in time.
    """
    asked = sorted({name for name in names if name.isidentifier()})[:_MOST_NAMES]
    if not asked:
        return {}
    one_of = "|".join(asked)
    end = "([^[:alnum:]_]|$)"
    patterns = (
        rf"(^|[^[:alnum:]_.$])({'|'.join(_WORDS)})[[:space:]*]+[[:alnum:]_.]*({one_of}){end}",
        rf"^[[:space:]]*(({_BEFORE})[[:space:]]*)*[#*&@]?({one_of}){end}",
        rf"func[[:space:]]*[(][^)]*[)][[:space:]]*({one_of}){end}",
        rf"[.]prototype[.]({one_of})[[:space:]]*=",
    )
    words = [word for pattern in patterns for word in ("-e", pattern)]
    options = ("-I", "-z", "-E", "--no-color", "--untracked", "--no-line-number")
    done = run_git(root, ["grep", *options, *words], seconds=_SECONDS)
    if done is None or done.returncode > 1:  # 1 is that nothing was found
        return None
    return _by_name(done.stdout.decode("utf-8", "surrogateescape"), asked)


def _by_name(text: str, names: Sequence[str]) -> dict[str, set[str]]:
    """Return the files by name, of lines `PATH NUL LINE`."""
    word = re.compile(rf"(?<![\w$])(?:{'|'.join(names)})(?![\w$])")
    found: dict[str, set[str]] = {}
    for row in text.split("\n"):
        path, mark, line = row.partition("\0")
        for name in word.findall(line[:2000]) if mark else ():
            found.setdefault(name, set()).add(path)
    return found


def touched_lately(root: Path, path: str, commits: int = 8) -> list[str]:
    """Return the files that the last commits of a file touched, and those not committed.

    Where what was in one file went is most often among them.
    """
    count = f"-{commits}"
    log = ["log", count, "--full-diff", "--relative", "--format=", "--name-only", "-z", "--", path]
    new = ["ls-files", "-z", "-m", "-o", "--exclude-standard"]
    texts = [ask_git(root, words, seconds=_SECONDS) or "" for words in (log, new)]
    return [*dict.fromkeys(one.strip("\n") for text in texts for one in text.split("\0") if one)]
