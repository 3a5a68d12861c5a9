"""How much a task of the diary matters to a spec: HIGH, MEDIUM or SKIP, with a score and reasons.

HIGH: it names an allowed file, or is the spec's own task. MEDIUM: that file is one that most work
touches, or it names a file beside an allowed one, a library of the manifests or a word that is
distinctive for the spec. What most tasks name tells nothing of one.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ..match.files import best_fit

SKIP: Final = "SKIP"
_KEPT_UP: Final = re.compile(
    r"(?i:change[-_]?log|changes|history|readme|todo|package|pyproject|cargo|go|requirements"
    r"|[\w-]*lock|dependencies)(?:\.[\w.]+)?|.*\.(?:lock|sum)"
)
# Names of files and folders that most projects have, and of libraries that are ordinary words.
_GENERIC: Final = re.compile(
    r"index|main|mod|lib|init|tests?|spec|app|config|settings|page|layout|routes?|types|utils?"
    r"|helpers?|common|core|models?|schema|errors?|src|docs?|scripts|components|packages|api|files?"
    r"|version|click|rich|requests|next|attrs|events|path|express|rest|black|.{1,2}"
)
_WORD: Final = re.compile(r"(?<![/.])`?[^\W_]+(?:[._-]+[^\W_]+)*`?(?!/)")
_FILE: Final = re.compile(r"\.[a-z]{1,4}`?$")  # files are compared as such
_CODE: Final = re.compile(r"`([^`\s]+)`|(?<=[а-яё] )([a-z]\w{3,})")  # or a foreign word
_PART: Final = re.compile(r"[^\W_]+")
_IDENTIFIER: Final = re.compile(r"[^\W\d]_\w|[a-z]\.[a-z]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|`.*-.*`")
_FORBIDS: Final = re.compile(
    r"(?i)[\W_]*(?:forbidden|(?:do|must|may) not|out of scope|запрещ|нельзя)"
)


class Judge:
    """Judges tasks against a spec; `texts` are those of all tasks, `name` is the spec's file."""

    def __init__(
        self,
        name: str,
        text: str,
        allowed: Sequence[str],
        texts: Sequence[str],
        libraries: Iterable[str],
    ) -> None:
        lines = [line for line in text.split("\n") if not _FORBIDS.match(line)]
        title = next((line for line in lines if line.startswith("# ")), "")
        self.begins, self.allowed = f"{name}\n{title}".casefold(), allowed
        self.texts = [_plain(one) for one in texts]
        lower = set(re.findall(r"(?<![\w`./-])[a-zа-я]\w+(?![\w`/-])", "\n".join([text, *texts])))
        named, plain = _names(lines, allowed, lower), _plain("\n".join(lines))
        named |= {one for one in map(_plain, map(_name, libraries)) if one in plain}
        self.words = {one for one in named if not _GENERIC.fullmatch(one.strip())}

    def judge(self, id_: str, text: str, paths: Sequence[str]) -> tuple[str, int, list[str]]:
        """Return the level, a score from 0 to 100, and the reasons."""
        named = {path.rpartition("/")[2] for path in paths if "/" in path}
        paths = [path for path in paths if path not in named]  # no bare name of another
        fits = {path: found for path in paths if (found := self.allowed_file(path))}
        usual = {path for path in fits if self._is_usual(_name(path))}
        own = id_ and re.search(rf"(?m)^\W*{re.escape(id_.casefold())}(?![^\W_])", self.begins)
        reasons = ["is the spec's own task"] if own else []
        reasons += [f"names the allowed file {fits[path]}" for path in fits if path not in usual]
        if reasons:
            return "HIGH", min(70 + 5 * len(reasons), 100), reasons
        reasons = [f"names {path}, which most work touches" for path in sorted(usual)]
        reasons += [reason for path in paths if (reason := self._beside(path))]
        plain = _plain(text)
        words = [word for word in sorted(self.words) if word in plain and not self._is_common(word)]
        reasons += [f"names {word.strip()}, as the spec does" for word in words]
        if reasons:
            return "MEDIUM", min(40 + 5 * len(reasons), 65), reasons
        return SKIP, 0, ["names no file, library or distinctive word of the spec"]

    def allowed_file(self, path: str) -> str:
        """Return the allowed file that a path means, "" for none."""
        how, found = best_fit(path, self.allowed)
        if found and how != "folder" and not (how == "name" and "/" in path):
            return found
        wide = [one for one in self.allowed if "*" in one or one.endswith("/")]
        return next((one for one in wide if best_fit(one, [path])[0]), "")

    def _is_usual(self, name: str) -> bool:
        """Return whether a file changes beside any work, where the spec allows others as well."""
        names = [name, *map(_name, self.allowed)]
        is_kept_up = _KEPT_UP.fullmatch(name) and not all(map(_KEPT_UP.fullmatch, names))
        return bool(is_kept_up) or self._is_common(_plain(name))

    def _is_common(self, plain: str) -> bool:
        """Return whether more tasks than a third, and than two, say these words."""
        return sum(plain in text for text in self.texts) > max(2, len(self.texts) / 3)

    def _beside(self, path: str) -> str:
        """Return how a path is near to an allowed one: of its name, or in its folder."""
        folder, name = path.rpartition("/")[0], _name(path)
        is_telling = folder and not _GENERIC.fullmatch(_name(folder))
        is_telling = is_telling and not self._is_common(_plain(folder))
        for one in self.allowed if not _KEPT_UP.fullmatch(name) else ():
            is_same = name == _name(one) and not _GENERIC.fullmatch(name.partition(".")[0])
            if is_same or (is_telling and f"/{one}".rpartition("/")[0].endswith(f"/{folder}")):
                return f"names {path}, near to {one}"
        return ""


def _names(lines: Sequence[str], paths: Sequence[str], lower: set[str]) -> set[str]:
    """Return the words that a spec is about, plain: of its files, identifiers, names.

    A name has a capital inside a sentence, and never stands in lower case.
    """
    stems = [_name(path).partition(".")[0] for path in paths if not _KEPT_UP.fullmatch(_name(path))]
    codes: set[str] = set()
    found = {*stems, *(part for stem in stems for part in _PART.findall(stem)[:1])}
    for line in lines:
        for word in _WORD.finditer(line):
            before = line[max(word.start() - 2, 0) : word.start()]
            is_inside = before[1:] == " " and (before[0].isalnum() or before[0] in ",;)`")
            is_name = is_inside and word[0].istitle() and word[0].casefold() not in lower
            if (is_name or _IDENTIFIER.search(word[0])) and not _FILE.search(word[0]):
                found.add(word[0].strip("`"))
            elif word[0][0] == word[0][-1] == "`":  # tells something where it is code for both
                codes.add(f" {word[0].casefold()} ")
    plain = {_plain(word) for word in found} | codes
    return {word for word in plain if sum(map(str.isalpha, word)) > 3}


def _plain(text: str) -> str:
    """Return the words of a text in lower case, a blank before and behind each; code once more."""
    low = text.casefold()
    codes = (f"`{found[1] or found[2]}`" for found in _CODE.finditer(low))
    return f" {' '.join([*_PART.findall(low), *codes])} "


def _name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
