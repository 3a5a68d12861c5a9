"""How a file that an entry names stands to the files that a spec allows.

The same file: the same path, one the end of the other on a `/`, a glob or a folder that holds it,
a bare name that fits one only. A near miss: the same name elsewhere, a name that only begins
alike, the same folder. `callback.py` is near `callback_sync.py`, it is not the same. Pure.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from ...base.path_match import ends_with_path, glob_matcher, is_below
from ...base.regex import regex
from ...dedup.words import LIGHT, STOP
from ...files.tables import word_lists
from ...terms.search_query import function_words
from ..model import AllowedFile

_WORDS: Final = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")
_TEST_WORDS: Final = frozenset(("test", "tests", "spec", "specs", "e2e", "unit"))
_ABSOLUTE: Final = regex(r"/|~|[A-Za-z]:/")
_LEAST_STEM: Final = 4  # letters of a name that another one may begin with


class PathMatch(Struct, frozen=True):
    """An entry's path and the allowed one that it is, or is near to; `how` says it for people.

    Of a near miss `weight` is 0 to 1, and `folder` the one that both lie in, if that is all.
    """

    path: str
    allowed: str
    how: str = ""
    weight: float = 0.0
    folder: str = ""


def resolve_names(paths: Iterable[str]) -> list[str]:
    """The paths, each once; a bare name that is the last part of one of them is that one."""
    once = list(dict.fromkeys(_plain(path) for path in paths))
    ends = {path.rsplit("/", 1)[1] for path in once if "/" in path.strip("/")}
    return [path for path in once if path and ("/" in path or path not in ends)]


def same(
    path: str, allowed: Sequence[AllowedFile], root_files: Collection[str] = ()
) -> PathMatch | None:
    """The allowed file that this path is, if any.

    A bare name that is itself a file in the root, one of `root_files`, is no other file.
    """
    low = _plain(path).casefold()
    fits = [(file, how) for file in allowed if (how := _fit(low, file))]
    exact = [(file, how) for file, how in fits if how == _EXACT]
    if exact:
        return PathMatch(path, exact[0][0].path)
    if not fits:
        return None
    if "/" not in low.strip("/"):
        elsewhere = path in root_files and all(how == _ENDS for _, how in fits)
        if elsewhere or len({file.path for file, _ in fits}) > 1:
            return None
    elif len(fits) > 1 and _says_little(low) and all(how == _ENDS for _, how in fits):
        return None
    return PathMatch(path, fits[0][0].path, fits[0][1])


_EXACT: Final = "is"
_ENDS: Final = "is the end of"


@lru_cache(maxsize=4096)  # the same few are compared with many
def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./").strip()


def _fit(low: str, file: AllowedFile) -> str:
    """How a path, in lower case, is this allowed file; "" if it is not."""
    target, name = _target(file.path)
    if low == target:
        return _EXACT
    if file.glob or "*" in target:
        return "fits" if _matches(low, target) else ""
    is_folder = "." not in name
    if not is_folder and low.rpartition("/")[2] != name and "*" not in low and "?" not in low:
        return ""  # most paths
    if is_folder and (
        is_below(low, target) or (_is_absolute(low) and f"/{target.strip('/')}/" in low)
    ):
        return "lies in"
    if "*" in low or "?" in low:
        return "fits" if _tells_much(low) and _matches(target, low) else ""
    if low.endswith("/"):
        return ""
    if ends_with_path(target, low):
        return _ENDS
    longer = ends_with_path(low, target) and "/" in target.strip("/")
    if longer and (_is_absolute(low) or not _says_little(target)):
        return "ends in"
    return ""


@lru_cache(maxsize=4096)
def _target(path: str) -> tuple[str, str]:
    """Return an allowed path in lower case, and its last part: "" for a folder by its slash."""
    low = _plain(path).casefold()
    return low, low.rpartition("/")[2]


def _matches(path: str, pattern: str) -> bool:
    literal = pattern.replace("[", "[[]")  # brackets are part of names
    return glob_matcher(literal, anywhere="/" in pattern and not pattern.startswith("*"))(path)


def _tells_much(pattern: str) -> bool:
    """Whether a pattern names something: a folder, or part of a name beside its ending."""
    stem = pattern.rsplit("/", 1)[-1].rpartition(".")[0] or pattern
    folders = [part for part in pattern.split("/")[:-1] if "*" not in part]
    return bool(re.search(r"\w{3}", stem)) or any(
        f not in common_words("generic folders") for f in folders
    )


def _is_absolute(path: str) -> bool:
    return _ABSOLUTE.match(path) is not None


def _says_little(path: str) -> bool:
    """Whether a short path is one that any package has: `src/index.ts`."""
    parts = path.strip("/").split("/")
    return (
        len(parts) < 3
        and is_generic(parts[-1])
        and set(parts[:-1]) <= common_words("generic folders")
    )


def is_generic(name: str) -> bool:
    """Whether a file's name says nothing of what is in it: `index.ts`, `README.md`."""
    return name.split(".", 1)[0].casefold() in common_words("generic stems") or name.startswith(".")


# -- near misses -----------------------------------------------------------------------------------


def near(path: str, allowed: Sequence[AllowedFile]) -> PathMatch | None:
    """The allowed file that this path is nearest to without being it."""
    path = _plain(path)
    found = filter(None, (_near(path, _plain(file.path)) for file in allowed))
    return max(found, key=lambda miss: miss.weight, default=None)


def _near(path: str, target: str) -> PathMatch | None:
    name, other = path.rsplit("/", 1)[-1], target.rsplit("/", 1)[-1]
    if path.endswith("/"):
        if not is_below(target, path) or path.strip("/") in common_words("generic folders"):
            return None
        return PathMatch(path, target, "holds", 1.0 if "/" in path.strip("/") else 0.5)
    if "*" in path or "*" in target or not name or not other:
        return None
    if name.casefold() == other.casefold():
        if "/" not in path:
            says_much = not name.startswith(".") and not kept_up(name)
            return PathMatch(path, target, "may be", 1.0 if says_much else 0.0)
        if not is_generic(name):
            return PathMatch(path, target, "has the name of", 1.0)
    if _alike(name, other) and content_kind(name) == content_kind(other):
        return PathMatch(path, target, "has nearly the name of", 1.0)
    folder = _shared_folder(path, target)
    if not folder:
        return None
    weight = (0.5, 0.7, 1.0)[min(folder.count("/"), 2)]
    return PathMatch(path, target, "lies beside", weight, folder)


def _shared_folder(path: str, target: str) -> str:
    """The folder that both lie in, where it says something; "" otherwise."""
    one, _, name = path.rpartition("/")
    if "." not in name:
        return ""
    two, _, _ = target.rpartition("/")
    if not one or not two or one.rsplit("/", 1)[-1].casefold() in common_words("generic folders"):
        return ""
    if one == two or (ends_with_path(two, one) and "/" in one):
        return one
    return two if ends_with_path(one, two) and "/" in two else ""


@lru_cache(maxsize=4096)
def stem_words(name: str) -> tuple[str, ...]:
    """The words of a file's name without its ending and what only says that it is a test."""
    words = [word.casefold() for word in _WORDS.findall(_stem(name))]
    telling = [word for word in words if word not in _TEST_WORDS]
    return tuple(_singular(word) for word in telling or words)


def _stem(name: str) -> str:
    parts = name.rsplit("/", 1)[-1].split(".")
    kept = [part for part in parts[:-1] if part.casefold() not in _TEST_WORDS] or parts[:1]
    return ".".join(kept)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _alike(name: str, other: str) -> bool:
    """Whether one name is the other's beginning by whole words: callback, callback_sync."""
    one, two = sorted((stem_words(name), stem_words(other)), key=len)
    if not one or two[: len(one)] != one:
        return False
    letters = sum(map(len, one))
    return letters >= _LEAST_STEM and not (
        len(one) == 1 and one[0] in common_words("generic stems")
    )


def names_of(paths: Iterable[str]) -> Iterator[str]:
    """The names and stems of files, in lower case: what a text may call them by."""
    for path in paths:
        name = path.strip("/").rsplit("/", 1)[-1].casefold()
        yield name
        yield name.split(".", 1)[0]


def says_nothing(path: str) -> bool:
    """Whether a file's name is found in most folders, so that two who say it mean two files."""
    return path.strip("/").rsplit("/", 1)[-1].split(".", 1)[0].casefold() in common_words(
        "anywhere"
    )


def telling_words(paths: Iterable[str]) -> set[str]:
    """The words of files' names that say what is in them."""
    found: set[str] = set()
    for path in paths:
        name = path.strip("/").rsplit("/", 1)[-1]
        if "*" not in name:
            found.update(word for word in _WORDS.findall(_stem(name)) if len(word) >= _LEAST_STEM)
            found.add(_stem(name))
    return {
        word for word in found if word.casefold() not in common_words("generic stems") | common()
    }


def place_words(paths: Iterable[str]) -> set[str]:
    """What else files may be spoken of by: their folders, and their names as they are."""
    found: set[str] = set()
    for path in paths:
        *folders, name = path.strip("/").split("/")
        found.update(
            part for part in folders if part.casefold() not in common_words("generic folders")
        )
        if name.startswith(".") or "." not in name:  # Makefile: such a name is a word
            found.add(name)
        elif not says_nothing(name):
            found.add(_stem(name))
    return {part.strip("()[]{}.") for part in found if "*" not in part}


def module_names(paths: Iterable[str]) -> set[str]:
    """What files of several words are called without their endings: `audit_probe`."""
    stems = {_stem(path.strip("/").rsplit("/", 1)[-1]) for path in paths if "*" not in path}
    return {stem for stem in stems if re.search(r"[^\W_]{2}[-_][^\W_]{2}", stem)}


# -- words and names that are no sign that two texts of one project are about the same -------------

# Files that are kept up beside the work, whatever it is about.
_KEPT_UP: Final = regex(
    r"change[-_]?logs?|changes|history|news|release[-_]?notes?|readme|roadmap|todo|backlog|status"
    r"|progress|glossary|contributors|authors|codeowners|version|summary|index"
    r"|(?:.{0,30}[-_.])?lock(?:file)?|go|gemfile|pipfile|package|package-lock|pnpm-lock|composer"
    r"|cargo|pyproject|requirements.{0,20}|.{0,20}(?:dependenc(?:y|ies)|deps)"
    r"(?:[-_]?(?:map|graph|tree))?"
    r"|barrel|manifest|mkdocs|sidebars?|toc|\.env\.example|claude|agents|gemini",
    re.IGNORECASE,
)


@cache
def common_words(group: str) -> frozenset[str]:
    """Return the words of a group of `common_words.txt`."""
    return frozenset(" ".join(word_lists(__package__ or "", "common_words.txt")[group]).split())


@cache
def common() -> frozenset[str]:
    """Return the words that tell nothing."""
    return common_words("trade") | common_words("trade elsewhere") | LIGHT | STOP | function_words()


@cache
def ambiguous() -> frozenset[str]:
    """Return the names of packages that are ordinary words as well."""
    return common_words("ambiguous") | common_words("trade")


def kept_up(path: str) -> bool:
    """Whether a file by this name is one that changes along with any work."""
    name = path.rsplit("/", 1)[-1]
    stem, _, ending = name.rpartition(".")
    if ending.casefold() in ("lock", "sum"):
        return True
    if not stem:
        stem = name
    return _KEPT_UP.fullmatch(stem) is not None and content_kind(path) != "code"


def content_kind(path: str) -> str:
    """Whether a file is "code", "prose" or "data", by its ending."""
    ending = path.rsplit("/", 1)[-1].rpartition(".")[2].casefold()
    return (
        "code"
        if ending in common_words("code")
        else "prose"
        if ending in common_words("prose")
        else "data"
    )
