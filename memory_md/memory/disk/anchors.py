"""Anchors: the definitions that an entry names, noted in its evidence and looked for later.

An anchor is `{"path", "symbol", "hash"}`. One of a value that an entry states has, in the place of
the hash, its scheme and what the entry says: `value:5`, `port:8080`, `version:3.11`. What was found
for all anchors is kept in `.mem/local/parsed/anchors.json`, with the size and times of the files.
It holds until one of these files or an entry changes or, if something is missing, git's HEAD or
index. It may be deleted.
"""

import contextlib
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from msgspec.json import encode
from msgspec.structs import replace

from ...base.errors import MemError
from ...files import read_bytes
from ...files.layout import Layout
from ...files.local_folder import keep_local
from ...git.grep import files_with_words, lines_with_definitions, touched_lately
from ...symbols.definitions import SourceSymbols, matching_names
from ...symbols.language import LARGEST, SUFFIXES, language_of
from ...symbols.source_hash import NAME_ONLY
from ...symbols.values import MANIFESTS, ports_in, same_value, values_of
from ..model.entry import Anchor, CodeState, Entry
from ..rules.named_files import named_files
from ..rules.named_symbols import forbids, last_part, named_symbols
from ..rules.stated_values import StatedValue, recommends, stated_values
from .local import ANCHORS, anchors_key, mark_of

_MOST_PLACES: Final = 3  # of one name or value; more are several things
_MOST_FILES: Final = 40  # that may define a name and are read for it
# Files that changed along with a lost definition and are read for its body: most of the time.
_MOST_LATELY: Final = 12
_MOST_ANCHORS: Final = 12
_SCHEMES: Final = ("value", "port", "version")
_MOST_VALUED: Final = 200
_CONFIGURATION: Final = (
    *("*.json", "*.toml", "*.yaml", "*.yml", "*.ini", "*.cfg", "*.conf", "*.properties", "*.tf"),
    *("*.env*", "*Dockerfile*", "*Makefile", "*Procfile"),
    *(":(exclude)*-lock.*", ":(exclude)relationships.json", ":(exclude)*/relationships.json"),
)
_ASIDE: Final = frozenset(
    ("test", "tests", "__tests__", "testdata", "fixtures", "examples", "docs")
)
Reader = Callable[[str], str]
# Source files that no reader of ours knows.
_OTHER_CODE: Final = frozenset(
    (
        *(".java", ".kt", ".kts", ".scala", ".groovy", ".rb", ".php", ".cs", ".fs", ".swift"),
        *(".c", ".h", ".cc", ".cpp", ".hpp", ".hh", ".cxx", ".m", ".mm", ".lua", ".r", ".jl"),
        *(".ex", ".exs", ".erl", ".hs", ".ml", ".clj", ".dart", ".zig", ".nim", ".pl", ".pm"),
        *(".sh", ".bash", ".ps1", ".sql", ".proto", ".graphql", ".vue", ".svelte", ".sol"),
    )
)


def is_source(path: str) -> bool:
    """Return whether a file is of a programming language, by its name."""
    is_other = posixpath.splitext(path)[1].casefold() in _OTHER_CODE
    return bool(language_of(path)) or is_other


class _Sources(Struct):
    """Files as their syntax tells them, each read once."""

    layout: Layout
    read: dict[str, SourceSymbols | None] = field(default_factory=dict)
    untold: bool = False  # whether git did not say in time where names are

    def of(self, path: str) -> SourceSymbols | None:
        """Return what a file defines; None for one that is not there or cannot be read."""
        if path not in self.read:
            data = None
            with contextlib.suppress(MemError, ValueError):
                data = read_bytes(self.layout.root / path, self.layout.tree, name=path)
            fits = data is not None and len(data) <= LARGEST and b"\0" not in data
            self.read[path] = SourceSymbols(path, data) if data is not None and fits else None
        return self.read[path]

    def text_of(self, path: str) -> str:
        """Return the text of a file, empty for one that cannot be read."""
        source = self.of(path)
        return source.text if source else ""

    def where(self, names: Iterable[str], *, named: Iterable[str] = ()) -> Mapping[str, list[str]]:
        """Return the source files that may define each of these bare names, and those `named`."""
        asked = {*names}
        told = lines_with_definitions(self.layout.root, asked, SUFFIXES | _OTHER_CODE)
        self.untold = told is None and (self.layout.tree / ".git").exists()
        found = told or {}
        extra = [path for path in dict.fromkeys(named) if is_source(path)]
        return {
            name: [*dict.fromkeys([*extra, *sorted(filter(is_source, found.get(name, ())))])]
            for name in asked
        }


# -- made ----------------------------------------------------------------------------------------


def anchors_of(layout: Layout, entries: Iterable[Entry]) -> dict[str, tuple[Anchor, ...]]:
    """Return the anchors of each entry, by its ID; of one that names no code an empty tuple."""
    wanted = {entry.id: (entry, named_symbols(entry)) for entry in entries}
    names = {last_part(name) for _, found in wanted.values() for name in found}
    sources = _Sources(layout)
    values = value_anchors(
        layout.root,
        [entry for entry, _ in wanted.values()],
        sources.text_of,
        SUFFIXES | _OTHER_CODE,
    )
    files = [path for entry, _ in wanted.values() for path in named_files(entry)]
    where = sources.where(names, named=files)
    made = {}
    for id_, (entry, found) in wanted.items():
        beside = {*named_files(entry)}
        places = [place for name in found for place in _places(sources, where, name, beside)]
        made[id_] = (*dict.fromkeys([*places[:_MOST_ANCHORS], *values.get(id_, ())]),)
    return made


def defined_in(layout: Layout, paths: Sequence[str], entries: Iterable[Entry]) -> list[str]:
    """Return the IDs of entries that name what one of these files defines."""
    sources = _Sources(layout)
    files = [source for path in paths if is_source(path) and (source := sources.of(path))]
    return [
        entry.id
        for entry in (entries if files else ())
        if any(
            source.named(last_part(name)) if source.language else source.hash_of(name)
            for name in named_symbols(entry)
            for source in files
            if last_part(name) in source.text
        )
    ]


def _places(
    sources: _Sources, where: Mapping[str, list[str]], name: str, beside: set[str]
) -> list[Anchor]:
    """Return where a name is defined; nothing where it is in too many places to mean one."""
    hits: list[tuple[str, str]] = []
    files = where.get(last_part(name), [])
    for path in files if len(files) <= _MOST_FILES else [one for one in files if one in beside]:
        source = sources.of(path)
        if source is None:
            continue
        if source.language:
            hits += [
                (path, one) for one in matching_names(path, source.named(last_part(name)), name)
            ]
        elif source.hash_of(name):
            hits.append((path, name))
    hits = [hit for hit in hits if any(f"/{hit[0]}".endswith(f"/{p}") for p in beside)] or hits
    hits = [hit for hit in hits if not is_test(hit[0])] or hits
    if "." not in name:
        hits = [hit for hit in hits if "." not in hit[1]] or hits
    if len(hits) > _MOST_PLACES:
        return []
    found = ((path, symbol, sources.of(path)) for path, symbol in hits)
    return [Anchor(path, symbol, one.hash_of(symbol)) for path, symbol, one in found if one]


# -- looked for ----------------------------------------------------------------------------------


class _Found(Struct, frozen=True):
    """What became of one anchor: `kind` is same, changed, moved or gone; `anchor` where it is."""

    kind: str
    anchor: Anchor


class _Search(Struct):
    """Looks for anchors in the files as they are now."""

    sources: _Sources
    renamed: Mapping[str, str]
    lost: dict[Anchor, None] = field(default_factory=dict)
    where: Mapping[str, list[str]] = field(default_factory=dict)
    lately: Sequence[str] = ()

    def at_home(self, anchor: Anchor) -> _Found | None:
        """Return what an anchor's own file tells of it; None where it is not there.

        A file without the name has no other value for it.
        """
        if is_value(anchor):
            now = value_now(anchor, self.sources.text_of)
            return _Found("other value" if now else "same", replace(anchor, hash=now))
        source = self.sources.of(anchor.path)
        digest = source.hash_of(anchor.symbol, anchor.hash) if source else ""
        return _Found(_compare_hashes(anchor, digest), anchor) if digest else None

    def elsewhere(self, anchor: Anchor, others: Sequence[Anchor]) -> _Found:
        """Return where a definition went: within its file, with its file, or to another one."""
        source = self.sources.of(anchor.path)
        for found in (
            self._renamed_in(anchor, anchor.path, others),
            self._in_renamed_file(anchor),
            self._by_name(anchor, others),
            self._inherited_definition(anchor),
        ):
            if found:
                return found
        if source and "." not in anchor.symbol and source.imports(anchor.symbol):
            return _Found("changed", anchor)
        kind = "same" if self.sources.untold else "gone"
        return self._with_commit(anchor, others) or _Found(kind, anchor)

    def _renamed_in(self, anchor: Anchor, path: str, others: Sequence[Anchor]) -> _Found | None:
        """Return the only definition of a file with the same hash."""
        source = self.sources.of(path)
        found = source.like(anchor.hash) if source else []
        known = {one.symbol for one in others if one.path == path}
        new = [name for name in found if name not in known]
        return _Found("moved", Anchor(path, new[0], anchor.hash)) if len(new) == 1 else None

    def _in_renamed_file(self, anchor: Anchor) -> _Found | None:
        path = self.renamed.get(anchor.path)
        source = self.sources.of(path) if path else None
        if path is None or source is None:
            return None
        if digest := source.hash_of(anchor.symbol):
            kind = "changed" if _compare_hashes(anchor, digest) == "changed" else "moved"
            return _Found(kind, Anchor(path, anchor.symbol, digest))
        return self._renamed_in(anchor, path, ())

    def _by_name(self, anchor: Anchor, others: Sequence[Anchor]) -> _Found | None:
        """Return the definition of that name in another file, or of that body in another class."""
        known = {(one.path, one.symbol) for one in others}
        same, alike = [], []
        name = last_part(anchor.symbol)
        owner = {*self.where.get(last_part(anchor.symbol.rpartition(".")[0]), ())}
        paths = sorted(self.where.get(name, ()), key=lambda path: path not in owner)
        for path in paths[:_MOST_FILES]:
            source = self.sources.of(path)
            if source is None or path == anchor.path:
                continue
            names = source.named(name)
            if anchor.symbol in names and (path, anchor.symbol) not in known:
                same.append(Anchor(path, anchor.symbol, source.hash_of(anchor.symbol)))
            alike += [
                Anchor(path, one, anchor.hash)
                for one in names
                if source.hash_of(one) == anchor.hash
            ]
        exact = [one for one in same if one.hash == anchor.hash]
        if len(exact or same) == 1:
            return _Found("moved", (exact or same)[0])
        if not same and len(alike) == 1:
            return _Found("moved", alike[0])
        return _Found("changed", anchor) if same else None

    def _inherited_definition(self, anchor: Anchor) -> _Found | None:
        """Return the definition of a method in a class that its own class is made from."""
        owner, _, name = anchor.symbol.rpartition(".")
        source = self.sources.of(anchor.path)
        if not source or not owner or not (bases := source.header_words(owner)):
            return None
        for path in dict.fromkeys([anchor.path, *self.where.get(name, ())[:_MOST_FILES]]):
            there = self.sources.of(path)
            for one in there.named(name) if there else ():
                if one.rpartition(".")[0] in bases - {owner}:
                    return _Found("moved", Anchor(path, one, there.hash_of(one) if there else ""))
        return None

    def _with_commit(self, anchor: Anchor, others: Sequence[Anchor]) -> _Found | None:
        """Return the only definition of the same body in files that changed along with its own."""
        found = [
            one
            for path in self.lately
            if path != anchor.path and language_of(path) == language_of(anchor.path)
            if is_test(path) == is_test(anchor.path)
            if (one := self._renamed_in(anchor, path, others))
        ]
        return found[0] if len(found) == 1 else None


def _compare_hashes(anchor: Anchor, digest: str) -> str:
    """Return same or changed; hashes of two schemes cannot be compared."""
    alike = anchor.hash.partition(":")[0] == digest.partition(":")[0]
    return "changed" if alike and digest != anchor.hash and digest != NAME_ONLY else "same"


def looked_up(
    layout: Layout,
    entries: Sequence[Entry],
    renamed: Mapping[str, str],
    stamp: str,
    *,
    kept: bool = True,
) -> dict[str, CodeState]:
    """Return what became of the code of entries with anchors, by ID.

    Only those of which there is anything to say; `kept` keeps it for the next time. `renamed` are
    files that git knows by a new name.
    """
    search = _Search(_Sources(layout), renamed)
    found = {one: search.at_home(one) for entry in entries for one in entry.anchors}
    lost = [one for one, state in found.items() if state is None]
    if lost:
        search.where = search.sources.where(
            {part for one in lost for part in one.symbol.split(".")[-2:]}
        )
        search.lately = touched_lately(layout.root, {one.path for one in lost})[:_MOST_LATELY]
    states = {}
    for entry in entries:
        ends = {one: found[one] or search.elsewhere(one, entry.anchors) for one in entry.anchors}
        found |= ends
        if state := _state(entry, ends, search.sources.text_of):
            states[entry.id] = state
    if not kept:
        return states
    paths = {one.path for one in found} | {end.anchor.path for end in found.values() if end}
    marks = {path: mark_of(layout, path) for path in sorted(paths)}
    value = {"key": anchors_key(entries), "marks": marks, "stamp": stamp if lost else ""}
    with contextlib.suppress(ValueError):  # half a character
        keep_local(layout, ANCHORS, encode(value | {"states": states}))
    return states


def _state(entry: Entry, ends: Mapping[Anchor, _Found], read: Reader) -> CodeState | None:
    """Return the state of one entry; of several places of one name one is enough."""
    by_name: dict[str, list[tuple[Anchor, _Found]]] = {}
    stated = {one: end for one, end in ends.items() if is_value(one)}
    valued = {last_part(one.symbol) for one in stated}
    for anchor, end in ends.items():
        # A person may have edited the line.
        if anchor not in stated and last_part(anchor.symbol) in entry.text:
            by_name.setdefault(last_part(anchor.symbol), []).append((anchor, end))
    gone, changed, moved = [], [], []
    for of_name in by_name.values():
        anchor, end = of_name[0]
        kinds = {one.kind for _, one in of_name}
        if kinds == {"gone"}:
            gone.append(anchor.symbol)
            continue
        is_changed = "changed" in kinds or any(
            one.kind == "moved" and _compare_hashes(old, one.anchor.hash) == "changed"
            for old, one in of_name
        )
        name = last_part(anchor.symbol)
        # Its value says more; and what a constant should be is not what it is.
        is_told = name in valued or not is_changed
        if not is_told and not (recommends(entry, name) and _is_constant(read, end.anchor)):
            changed.append(anchor.symbol)
        if kinds == {"moved"} and name not in valued:
            moved.append((anchor.symbol, end.anchor.symbol, end.anchor.path))
    values = tuple(
        (one.symbol, end.anchor.hash, one.path)
        for one, end in stated.items()
        if end.kind == "other value" and _still_says(entry, one)
    )
    if not gone and not changed and not moved and not values:
        return None
    is_kept = entry.manual or entry.pinned or forbids(entry.text)
    withheld = bool(gone) and len(gone) == len(by_name) and not is_kept
    return CodeState(tuple(gone), tuple(changed), tuple(moved), withheld, values)


def _is_constant(read: Reader, anchor: Anchor) -> bool:
    return bool(values_of("value", anchor.path, read(anchor.path), last_part(anchor.symbol)))


def _still_says(entry: Entry, anchor: Anchor) -> bool:
    """Return whether an entry, which a person may have edited, still states an anchor's value."""
    scheme, _, value = anchor.hash.partition(":")
    return any((one.scheme, one.value) == (scheme, value) for one in stated_values(entry))


# -- values --------------------------------------------------------------------------------------


def value_anchors(
    root: Path, entries: Iterable[Entry], read: Reader, suffixes: Iterable[str]
) -> dict[str, list[Anchor]]:
    """Return the anchors of the values that entries state, by their IDs.

    `read` returns a file's text; `suffixes` are those of source files.
    """
    stated = {entry.id: (entry, found) for entry in entries if (found := stated_values(entry))}
    asked: dict[str, set[str]] = {scheme: set() for scheme in _SCHEMES}
    for _, found in stated.values():
        for one in found:
            asked[one.scheme].add(last_part(one.name) if one.name else one.value)
    globs = [*(f"*{suffix}" for suffix in sorted(suffixes)), *_CONFIGURATION]
    both = asked["value"] | asked["port"]
    files = {
        "value": [path for path in files_with_words(root, both, globs) if not is_test(path)],
        "version": files_with_words(root, asked["version"], MANIFESTS),
    }
    return {
        id_: [anchor for one in found for anchor in _value_places(entry, one, files, read)]
        for id_, (entry, found) in stated.items()
    }


def _value_places(
    entry: Entry, stated: StatedValue, files: Mapping[str, Sequence[str]], read: Reader
) -> list[Anchor]:
    """Return where the value stands, or where the only name of the kind has another one."""
    scheme = stated.scheme
    paths = files["version" if scheme == "version" else "value"][:_MOST_VALUED]
    beside = [path for path in paths for named in named_files(entry) if path.endswith(named)]
    same, other = [], []
    for path in beside or paths:
        for name, values in _by_name(stated, path, read(path)):
            fits = [value for value in values if same_value(scheme, stated.value, value)]
            anchor = Anchor(path, name, f"{scheme}:{stated.value}")
            if fits and (len(values) == 1 or scheme == "port"):
                same.append(anchor)
            elif len(values) == 1 and _comparable(stated.value, values[0]):
                other.append(anchor)
    if same or not stated.is_plain:
        return same if len(same) <= _MOST_PLACES else []
    return other if len(other) == 1 else []


def _by_name(stated: StatedValue, path: str, text: str) -> Iterable[tuple[str, list[str]]]:
    if stated.scheme == "port":
        by_name: dict[str, list[str]] = {}
        for name, port in ports_in(text):
            by_name.setdefault(name, []).append(port)
        return [*by_name.items()]
    name = last_part(stated.name) if stated.scheme == "value" else stated.name
    return [(name, values_of(stated.scheme, path, text, name))]


def value_now(anchor: Anchor, read: Reader) -> str:
    """Return what an anchor's file says now where that is another value, else ""."""
    scheme, _, stated = anchor.hash.partition(":")
    values = values_of(scheme, anchor.path, read(anchor.path), anchor.symbol)
    if any(same_value(scheme, stated, value) for value in values):
        return ""
    return values[0] if len(values) == 1 and _comparable(stated, values[0]) else ""


def _comparable(one: str, other: str) -> bool:
    """Return whether both are numbers, or neither is."""
    return one[:1].isdigit() == other[:1].isdigit()


def is_value(anchor: Anchor) -> bool:
    """Return whether an anchor notes a value, and not a definition."""
    return anchor.hash.partition(":")[0] in _SCHEMES


def is_test(path: str) -> bool:
    """Return whether a file is of tests, examples or documents, which say what they like."""
    *folders, name = path.casefold().split("/")
    return not _ASIDE.isdisjoint(folders) or (
        name.startswith("test_") or "_test." in name or ".test." in name or ".spec." in name
    )
