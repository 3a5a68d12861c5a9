"""How much a task of the diary matters to a spec: HIGH, MEDIUM or SKIP, with a score and reasons.

HIGH: it names an allowed file, or is the spec's own task. MEDIUM: that file is one that most tasks
name, or it names a file in the folder of an allowed one, a library of the manifests or a word that
is distinctive for the spec. What most tasks name tells nothing of one.
"""

import re
from collections.abc import Sequence
from typing import Final

from ..match.files import fit

SKIP: Final = "SKIP"
# Names of files and folders that most projects have, and of libraries that are ordinary words.
_GENERIC: Final = re.compile(
    r"index|main|mod|lib|init|tests?|spec|app|config|settings|page|layout|routes?|types|utils?"
    r"|helpers?|common|core|models?|schema|errors?|src|docs?|scripts|components|packages|api|files?"
    r"|changelog|readme|click|rich|requests|next|attrs|events|path|express|rest|black|.{0,2}"
)
_WORD: Final = re.compile(r"(?<![/.])`?[^\W_]+(?:[._-]+[^\W_]+)*`?(?!/)")
_PART: Final = re.compile(r"[^\W_]+")
_CODE: Final = re.compile(r"`[^`\s]+`")
_FILE: Final = re.compile(r"\.[a-z]{1,4}`?$")  # files are compared as such
_IDENTIFIER: Final = re.compile(r"[^\W\d]_\w|[a-z]\.[a-z]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|`.*-.*`")


class Judge:
    """Judges tasks against a spec; `texts` are those of all tasks, `name` is the spec's file."""

    def __init__(
        self,
        name: str,
        spec: str,
        allowed: Sequence[str],
        texts: Sequence[str],
        libraries: set[str],
    ) -> None:
        title = re.search("(?m)^# .*", spec)
        self.begins, self.allowed = f"{name}\n{title[0] if title else ''}".casefold(), allowed
        self.texts = [_plain(one) for one in texts]
        stems = [_plain(_name(path).partition(".")[0]) for path in allowed]
        named = {*stems, *(f" {stem.split(' ')[1]} " for stem in stems)}
        named |= {one for one in map(_plain, map(_name, libraries)) if one in _plain(spec)}
        named |= _names(spec, "\n".join([spec, *texts]))
        self.words = sorted(one for one in named if not _GENERIC.fullmatch(one.strip()))

    def judge(self, id_: str, text: str, paths: Sequence[str]) -> tuple[str, int, list[str]]:
        """Return the level, a score from 0 to 100, and the reasons."""
        named = {_name(path) for path in paths if "/" in path}
        paths = [path for path in paths if path not in named]  # no bare name of another
        fits = {path: found for path in paths if (found := self.allowed_file(path))}
        usual = [path for path in fits if self._is_common(_plain(_name(path)))]
        own = id_ and re.search(rf"(?m)^\W*{re.escape(id_.casefold())}(?![^\W_])", self.begins)
        reasons = ["is the spec's own task"] if own else []
        reasons += [f"names the allowed file {fits[path]}" for path in fits if path not in usual]
        if reasons:
            return "HIGH", min(70 + 5 * len(reasons), 100), reasons
        reasons = [f"names {path}, which most tasks name" for path in usual]
        reasons += [reason for path in paths if (reason := self._beside(path))]
        plain = _plain(text)
        words = [word for word in self.words if word in plain and not self._is_common(word)]
        reasons += [f"names {word.strip()}, as the spec does" for word in words]
        if reasons:
            return "MEDIUM", min(40 + 5 * len(reasons), 65), reasons
        return SKIP, 0, ["names no file, library or distinctive word of the spec"]

    def allowed_file(self, path: str) -> str:
        """Return the allowed file that a path means, "" for none."""
        for one in self.allowed:
            if fit(one, path) not in ("", "name"):
                return one
        named = {one for one in self.allowed if fit(path, one) == "name"}
        return named.pop() if len(named) == 1 and "/" not in path else ""

    def _is_common(self, plain: str) -> bool:
        """Return whether more tasks than a third, and than two, say these words."""
        return sum(plain in text for text in self.texts) > max(2, len(self.texts) / 3)

    def _beside(self, path: str) -> str:
        """Return how a path is near to an allowed one: in its folder."""
        folder = path.rpartition("/")[0]
        is_telling = folder and not _GENERIC.fullmatch(_name(folder))
        for one in self.allowed if is_telling else ():
            if f"/{one}".rpartition("/")[0].endswith(f"/{folder}"):
                return f"names {path}, near to {one}"
        return ""


def _names(spec: str, all_texts: str) -> set[str]:
    """Return the identifiers and names of a spec, plain.

    A name has a capital inside a sentence, and never stands in lower case.
    """
    found = set()
    lower = set(re.findall(r"(?<![\w`./-])[a-zа-я]\w+(?![\w`/-])", all_texts))
    for word in _WORD.finditer(spec):
        is_inside = re.search(r"[\w,;)`] $", spec[max(word.start() - 2, 0) : word.start()])
        is_name = is_inside and word[0].istitle() and word[0].casefold() not in lower
        is_name = is_name and len(word[0]) > 3
        if (is_name or _IDENTIFIER.search(word[0])) and not _FILE.search(word[0]):
            found.add(_plain(word[0].strip("`")))
        elif word[0][0] == word[0][-1] == "`" and len(word[0]) > 5:
            found.add(f" {word[0].casefold()} ")  # tells something where it is code for both
    return found


def _plain(text: str) -> str:
    """Return the words of a text in lower case, a blank before and behind each; code once more."""
    low = text.casefold()
    return f" {' '.join([*_PART.findall(low), *_CODE.findall(low)])} "


def _name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
