"""How much a task of the diary matters to a spec: HIGH, MEDIUM or SKIP, with reasons.

HIGH: it names a file that the spec allows, unless that is one that is kept up beside any work, or
it is what the spec's own task failed at.
MEDIUM: it names such a file, one that the spec's text names, one near an allowed one, or the same
library, tool, identifier or topic, where these are telling enough together. SKIP: otherwise. Pure.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field

from ...markdown.file_paths import has_wildcard, paths_in
from ..model import (
    HIGH,
    MEDIUM,
    SKIP,
    AllowedFile,
    DiaryEntry,
    DiaryTask,
    Relevance,
    Spec,
    Surroundings,
)
from .constraints import constraints, is_failure
from .path_relation import (
    PathMatch,
    content_kind,
    kept_up,
    module_names,
    names_of,
    near,
    resolve_names,
    same,
    says_nothing,
    telling_words,
)
from .shared_terms import Shared, Words, is_everywhere, normal, shared_libraries, shared_terms

_ENOUGH = 1.0  # of evidence for MEDIUM
_TELLING = 0.5
_MOST_WEAK = 0.3  # what common words come to together
_MOST_REASONS = 5
_MOST_PATHS = 200  # of one task


class _Evidence(Struct):
    """What speaks for a task so far."""

    files: list[PathMatch] = field(default_factory=list)
    kept_up: list[tuple[PathMatch, str]] = field(default_factory=list)
    in_text: list[PathMatch] = field(default_factory=list)  # files that the spec's text names
    near: list[PathMatch] = field(default_factory=list)
    terms: list[Shared] = field(default_factory=list)
    ticket: str = ""  # the task's ID, where the spec names it
    own: bool = False  # the task is the spec's own, and it failed

    def names(self) -> list[str]:
        """What a lesson about it would name, in lower case."""
        paths = [hit.path for hit in (*self.files, *self.in_text, *self.near)]
        terms = [term.term for term in self.terms if term.weight >= _TELLING]
        return [name.rsplit("/", 1)[-1].casefold() for name in (*paths, *terms)]

    @property
    def weight(self) -> float:
        """Of all but the files themselves."""
        paths = sum(sorted((n.weight for n in self.near), reverse=True)[:2])
        telling = [t.weight for t in self.terms if t.weight >= _TELLING and not t.everywhere]
        weak = sum(t.weight for t in self.terms if t.weight < _TELLING or t.everywhere)
        return paths + bool(self.ticket) + sum(telling[:6]) + min(weak, _MOST_WEAK)


class Judge:
    """Judges tasks against one spec."""

    def __init__(self, spec: Spec, around: Surroundings) -> None:
        self.spec = spec
        self.around = around
        self.words = Words(spec.text)
        self.tasks = [text.casefold() for text in around.tasks]
        self.specs = [text.casefold() for text in around.specs]
        self.words.stress(telling_words(file.path for file in spec.allowed))
        self.in_text: dict[str, list[AllowedFile]] = {"*": []}  # by their names; "*" are patterns
        for path in paths_in(spec.text):
            name = path.rsplit("/", 1)[-1].casefold()
            key = "*" if has_wildcard(path) else name
            says_much = re.search(r"\w{3}", path.rpartition(".")[0]) if key == "*" else True
            if "." in name and says_much and ("/" in path or not says_nothing(name)):
                self.in_text.setdefault(key, []).append(AllowedFile(path, has_wildcard(path)))
        self.only_kept_up = all(kept_up(file.path) for file in spec.allowed)

    def judge(self, task: DiaryTask, rows: Sequence[DiaryEntry]) -> Relevance:
        """The level of a task; `rows` are its pending rows, the newest first."""
        found = self._evidence(task)
        weight = found.weight
        if found.own:
            level, score = HIGH, 95 + int(min(weight, 5))
        elif found.files:
            level, score = HIGH, min(94, 75 + 5 * len(found.files) + int(min(weight, 3) * 3))
        elif found.kept_up or found.in_text or weight >= _ENOUGH:
            level, score = MEDIUM, 35 + int(min(weight, 3.4) * 10)
        else:
            level, score = SKIP, int(weight * 30)
        lines: tuple[str, ...] = ()
        if level != SKIP:
            lines = constraints(task.entry, task.lessons, rows, found.names())
        return Relevance(task.entry, level, score, tuple(_reasons(found, level)), lines)

    def _evidence(self, task: DiaryTask) -> _Evidence:
        found = _Evidence()
        firm = resolve_names((*task.entry.files, *task.declared, *task.mentions))[:_MOST_PATHS]
        loose = set(task.mentions) - set(task.entry.files) - set(task.declared)
        misses: dict[str, PathMatch] = {}
        for path in firm:
            hit = same(path, self.spec.allowed, self.around.root_files)
            if hit and (often := self._why_too_common(hit)):
                found.kept_up.append((hit, often))
            elif hit:
                found.files.append(hit)
            elif (hit := self._in_text(path)) and not self._why_too_common(hit):
                found.in_text.append(hit)
            elif (miss := near(path, self.spec.allowed)) and (
                path not in loose or miss.weight == 1.0
            ):
                self._note(misses, miss)
        found.near = sorted(misses.values(), key=lambda miss: -miss.weight)
        self._terms(found, task, firm)
        return found

    def _in_text(self, path: str) -> PathMatch | None:
        """The file or pattern that the spec's text names and this path is."""
        name = path.rsplit("/", 1)[-1].casefold()
        return same(path, [*self.in_text.get(name, ()), *self.in_text["*"]])

    def _note(self, misses: dict[str, PathMatch], miss: PathMatch) -> None:
        """One miss for each folder, and none for a folder that everything lies in."""
        if miss.folder and kept_up(miss.path):
            return
        if miss.folder and is_everywhere(f"{miss.folder}/", self.tasks, self.specs):
            return
        key = miss.folder or miss.path
        if key not in misses:
            misses[key] = miss

    def _terms(self, found: _Evidence, task: DiaryTask, paths: Sequence[str]) -> None:
        words = Words(task.text)
        words.name(module_names(path for path in paths if path not in task.mentions))
        named = set(names_of([*(hit.path for hit in found.files), *(n.path for n in found.near)]))
        named |= {hit.path.casefold() for hit in found.in_text}
        named |= {hit.path.casefold() for hit, _ in found.kept_up}
        named |= {path.casefold() for path in paths if says_nothing(path)}
        around = {"tasks": self.tasks, "specs": self.specs}
        libraries = shared_libraries(self.words, words, self.around.libraries, **around)
        named |= {name for term in libraries for name in term.term.casefold().split("/")}
        shared = shared_terms(self.words, words, but=named, **around)
        found.terms = [*libraries, *shared]
        found.terms.sort(key=lambda term: -term.weight)
        id_ = task.entry.id
        if _tells(id_) and re.search(rf"(?<![\w-]){re.escape(id_)}(?![\w-])", self.spec.text):
            found.ticket = id_
        found.own = is_failure(task.entry.type) and is_own(self.spec, id_)

    def _why_too_common(self, hit: PathMatch) -> str:
        """What makes a named file tell little: that nearly everybody names it; "" otherwise.

        What is by its name kept up beside the work is such a file where the spec is about others
        and its title does not name it; code needs most: a few tasks in a row on one module are what
        a spec about that module wants to hear of.
        """
        path = hit.allowed if "/" in hit.path.strip("/") else hit.path
        titled = self.words.title.intersection(map(normal, names_of([path])))
        if kept_up(path) and not self.only_kept_up and not titled:
            return "does any work"
        name = path.strip("/").rsplit("/", 1)[-1].casefold()
        whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")
        least, share = (
            (9, 0.8) if content_kind(path) == "code" else (3, 0.3 if kept_up(path) else 0.4)
        )
        around = ((self.tasks, name, "tasks"), (self.specs, path.casefold(), "specs"))
        for texts, named, what in around:
            count = sum(named in text and bool(whole.search(text)) for text in texts)
            if count >= least and count >= share * len(texts):
                return f"do {count} of {len(texts)} {what}"
        return ""


def is_own(spec: Spec, id_: str) -> bool:
    """Whether the spec's file, or its title, begins with the ID of a task."""
    if not _tells(id_):
        return False
    title = next((line for line in spec.text.split("\n") if line.startswith("# ")), "")
    own = rf"(?:\w[\w ]{{0,30}}:[ \t]*)?[\W_]{{0,5}}{re.escape(id_)}(?![^\W_])"
    return any(re.match(own, text, re.IGNORECASE) for text in (spec.name, title[2:]))


def _tells(id_: str) -> bool:
    """Whether an ID is one that texts do not hold by chance."""
    return any(map(str.isalpha, id_)) and any(map(str.isdigit, id_))


def _reasons(found: _Evidence, level: str) -> list[str]:
    reasons = ["is what the spec's own task failed at before"] if found.own else []
    reasons += [_file_reason(hit) for hit in found.files]
    reasons += [
        f"names {hit.path}, an allowed file, but so {often}" for hit, often in found.kept_up
    ]
    reasons += [f"names {hit.path}, as the spec's text does" for hit in found.in_text]
    reasons += [f"the spec names {found.ticket}"] if found.ticket else []
    reasons += [f"{miss.path} {miss.how} {miss.allowed}" for miss in found.near]
    reasons += _term_reasons(found.terms)
    if level == SKIP:
        weak = [term.term for term in found.terms if not term.everywhere][:3]
        if not reasons:
            shared = f"; only words in common: {', '.join(weak)}" if weak else ""
            return [f"names no allowed file, library or identifier of the spec{shared}"]
        return ["too little in common", *reasons[: _MOST_REASONS - 1]]
    return reasons[:_MOST_REASONS]


def _file_reason(hit: PathMatch) -> str:
    if not hit.how:
        return f"names {hit.path}, an allowed file"
    return f"names {hit.path}, which {hit.how} the allowed {hit.allowed}"


def _term_reasons(terms: Sequence[Shared]) -> list[str]:
    telling = [term for term in terms if term.weight >= _TELLING and not term.everywhere]
    libraries = [
        f"names the library {term.term} ({term.source}), as the spec does"
        for term in telling
        if term.source
    ]
    words = [term.term for term in telling if not term.source][:_MOST_REASONS]
    usual = [term.term for term in terms if term.everywhere][:2]
    return [
        *libraries,
        *([f"names {', '.join(words)}, as the spec does"] if words else []),
        *([f"names {', '.join(usual)}, as the spec and most tasks do"] if usual else []),
    ]
