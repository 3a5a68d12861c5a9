"""How much a task of the diary matters to a spec: HIGH, MEDIUM or SKIP, with a score and reasons.

HIGH: it names an allowed file, or is the spec's own task. MEDIUM: that file is one that most work
touches, or it names a file beside an allowed one, a library of the manifests or a word that is
distinctive for the spec. What most tasks name tells nothing of one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..markdown.paths import paths_in
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
)
_ORDINARY: Final = re.compile(r"click|rich|requests|next|attrs|events|path|express|rest|black")
_WORD: Final = re.compile(r"`?[^\W_]+(?:[._-]+[^\W_]+)*`?")
_LOWER: Final = re.compile(r"(?<![\w`./-])[a-zа-я]\w+(?![\w`/-])")
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\dA-Za-z_]+")
_IDENTIFIER: Final = re.compile(r"\w[_.]\w|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|`.*-.*`")
_FORBIDS: Final = re.compile(
    r"(?i)[\W_]*(?:forbidden|(?:do|must|may) not|out of scope|запрещ|нельзя)"
)
_LEAST: Final = 4  # letters of a word that tells something


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
        self.texts = [one.casefold() for one in texts]
        lower = set(_LOWER.findall("\n".join([text, *texts])))
        self.words = {word for word in _distinctive(lines, allowed, lower) if _tells(word)}
        self.libraries = [one for one in libraries if _names_library("\n".join(lines), one)]

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
        shared = [one for one in self.libraries if _names_library(text, one)]
        shared += self.words & {form for word in _WORD.findall(text) for form in _forms(word)}
        telling = sorted(one for one in shared if not self._is_common(_name(one)))
        reasons += [f"names {one}, as the spec does" for one in telling]
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
        return bool(is_kept_up) or self._is_common(name)

    def _is_common(self, word: str) -> bool:
        """Return whether more tasks than a third, and than two, say a word."""
        count = sum(word.casefold() in text for text in self.texts)
        return count > max(2, len(self.texts) / 3)

    def _beside(self, path: str) -> str:
        """Return how a path is near to an allowed one: of its name, or in its folder."""
        folder, name = path.rpartition("/")[0], _name(path)
        is_telling = (
            folder and not _GENERIC.fullmatch(_name(folder)) and not self._is_common(folder)
        )
        for one in self.allowed if not _KEPT_UP.fullmatch(name) else ():
            is_same = name == _name(one) and not _GENERIC.fullmatch(name.partition(".")[0])
            if is_same or (is_telling and f"/{one}".rpartition("/")[0].endswith(f"/{folder}")):
                return f"names {path}, near to {one}"
        return ""


def _distinctive(lines: Sequence[str], paths: Sequence[str], lower: set[str]) -> Iterator[str]:
    """Yield the words that a spec is about: in its files' names, in code, identifiers, names.

    A name has a capital inside a sentence, and never stands in lower case.
    """
    for stem in (
        _name(path).partition(".")[0] for path in paths if not _KEPT_UP.fullmatch(_name(path))
    ):
        yield from (stem.casefold(), *[part.casefold() for part in _PARTS.findall(stem)][:1])
    for line in lines:
        named = " ".join(paths_in(line)).casefold()  # files are compared as such
        for found in _WORD.finditer(line):
            word, bare = found[0], found[0].strip("`").casefold()
            before = line[max(found.start() - 2, 0) : found.start()]
            is_inside = before[1:] == " " and (before[0].isalnum() or before[0] in ",;)`")
            is_name = is_inside and word[0].isupper() and bare not in lower
            if bare not in named and (is_name or _IDENTIFIER.search(word)):
                yield bare
            elif word[0] == word[-1] == "`":  # ordinary, unless the task has it in code as well
                yield word.casefold()


def _tells(word: str) -> bool:
    return sum(map(str.isalpha, word)) >= _LEAST and not _GENERIC.fullmatch(word.strip("`"))


def _forms(word: str) -> Iterator[str]:
    """Yield a word in lower case, with the marks of code too, and the parts of an identifier."""
    yield from (
        word.casefold(),
        word.strip("`").casefold(),
        *map(str.casefold, _PARTS.findall(word)),
    )


def _names_library(text: str, name: str) -> bool:
    """Return whether a text names a library; one that is an ordinary word, only in code."""
    words = "[-_. ]?".join(map(re.escape, re.split("[-_.]", _name(name))))
    mark = "`" if _ORDINARY.fullmatch(name) else ""
    pattern = rf"(?i){mark}(?<![\w-]){words}(?![\w-]){mark}"
    return len(name) > 2 and bool(re.search(pattern, text))


def _name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
