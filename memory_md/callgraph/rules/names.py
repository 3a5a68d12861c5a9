"""Which function a name means, as people and agents write names; never a guess."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ..model.graph import name_of, path_of

_ARGUMENTS: Final = regex(r"\([^()]{0,200}\)$")
_SEPARATORS: Final = regex(r"::|->|[#/]")
_MOST_NAMED: Final = 3


class Resolved(Struct, frozen=True):
    """The ids of the functions meant, in order and each once, and why some names mean none.

    `unknown` are those of them that nothing fits.
    """

    ids: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def resolve(
    names: Iterable[str],
    touched: Sequence[str],
    functions: Mapping[str, Collection[str]],
    graph: Collection[str],
) -> Resolved:
    """Find the functions that `names` mean.

    `touched` are the paths that were worked on, `functions` the qualified names by path, `graph`
    the functions that the graph knows. A name may be an id, `path:name`, qualified or bare.
    """
    known = {f"{path}::{name}": None for path, inside in functions.items() for name in inside}
    known |= dict.fromkeys(graph)
    found: dict[str, None] = {}
    warnings, unknown = [], []
    for name in names:
        plain = _ARGUMENTS.sub("", name.strip().strip("`").strip())
        matching = matches(plain, known, touched) if plain else []
        if len(matching) == 1:
            found.setdefault(matching[0])
        elif matching:
            named = ", ".join(matching[:_MOST_NAMED]) + ", …" * (len(matching) > _MOST_NAMED)
            warnings.append(f"{plain!r} was skipped: it could be {named}")
        elif plain:
            unknown.append(plain)
            warnings.append(f"{plain!r} was skipped: no such function is known")
    return Resolved(tuple(found), tuple(warnings), tuple(unknown))


def matches(name: str, known: Collection[str], touched: Collection[str] = ()) -> list[str]:
    """Return the ids among `known` that a name may mean, sorted; if any, those in `touched` files.

    An id means itself. Else the name fits the end of a qualified name, or of a dotted module path
    with it, and a path before it the end of a path.
    """
    if name in known:
        return [name]
    path, rest = _split(name)
    wanted = _dotted(rest)
    if not wanted:
        return []
    fitting = [
        id_
        for id_ in known
        if (not path or _ends_with(path_of(id_), path, "/")) and _fits(id_, wanted, dotted=not path)
    ]
    if path:
        exact = [id_ for id_ in fitting if _dotted(name_of(id_)) == wanted]
        fitting = exact or fitting
    near = [id_ for id_ in fitting if path_of(id_) in touched]
    return sorted(near or fitting)


def last_word(name: str) -> str:
    """Return the identifier that a name ends with; it is in the file of the function meant."""
    return _dotted(_split(name)[1]).rpartition(".")[2]


def _fits(id_: str, wanted: str, *, dotted: bool) -> bool:
    qualified = _dotted(name_of(id_))
    if _ends_with(qualified, wanted, "."):
        return True
    if not dotted or "." not in wanted or not wanted.endswith(qualified):
        return False
    module = path_of(id_).rpartition(".")[0].replace("/", ".")
    return _ends_with(f"{module}.{qualified}", wanted, ".")


def _ends_with(whole: str, end: str, mark: str) -> bool:
    return whole == end or whole.endswith(mark + end)


def _dotted(name: str) -> str:
    return _SEPARATORS.sub(".", name).strip(".")


def _split(name: str) -> tuple[str, str]:
    """Return the path and the name in `path::name`, `path:name`, `path#name`; a path has a dot."""
    for mark in ("::", ":", "#"):
        path, found, rest = name.partition(mark)
        if found and "." in path.rpartition("/")[2]:
            return path.replace("\\", "/").removeprefix("./"), rest.lstrip(":")
    return "", name
