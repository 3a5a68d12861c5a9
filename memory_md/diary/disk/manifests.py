"""The libraries that a repository depends on, by the manifests that name them.

Tolerant: a manifest that cannot be read names nothing. Bounded: shallow folders first, a few
manifests, none of them large; links are not followed. Nothing is executed or resolved.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

from ...base.regex import regex

_MOST_FOLDERS: Final = 150
_MOST_MANIFESTS: Final = 30
_MOST_ENTRIES: Final = 2000  # of one folder
_LARGEST: Final = 256_000  # bytes
_DEEPEST: Final = 3
_SKIPPED: Final = (
    "node_modules vendor target dist build out venv env site-packages third_party bower_components"
    " pods deps __pycache__ coverage fixtures testdata"
)
_REQUIREMENT: Final = regex(r"([A-Za-z0-9][\w.-]{0,80})")
_QUOTED: Final = regex(r"[\"']([^\"'\n]{1,120})[\"']")
_DART_LISTS: Final = regex(r"^(?:dev_)?dependencies:.*((?:\n(?:[ \t#].*)?)*)", re.MULTILINE)
_COORDINATES: Final = regex(r"(?:[\w.-]+\.[\w.-]+|[\w-]+):([^:]+)(?::[^:]*)?")

# Where JSON and TOML list what they depend on: keys of tables, or lists of requirements. A `*`
# stands for every key.
_LISTED_IN: Final = {
    "package.json": (
        *("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"),
    ),
    "deno.json": ("imports",),
    "composer.json": ("require", "require-dev"),
    "pyproject.toml": (
        *("project.dependencies", "project.optional-dependencies.*", "dependency-groups.*"),
        *("tool.pdm.dev-dependencies.*", "tool.uv.dev-dependencies"),
        *("tool.poetry.dependencies", "tool.poetry.dev-dependencies"),
        "tool.poetry.group.*.dependencies",
    ),
    "Pipfile": ("packages", "dev-packages"),
    "Cargo.toml": tuple(
        owner + kind
        for owner in ("", "workspace.", "target.*.")
        for kind in ("dependencies", "dev-dependencies", "build-dependencies")
    ),
    "libs.versions.toml": ("libraries.*.module", "libraries.*.name", "libraries.*"),
}
_NOT_A_LIBRARY: Final = frozenset(("python", "php", "hhvm"))
_GEMS: Final = r"^[ \t]*(?:gem|\w+\.add_(?:\w+_)?dependency)[ \t(]+[\"']([\w-]+)"
_MSBUILD: Final = r"<Package(?:Reference|Version)[ \t]+Include=\"([\w.-]+)\""
# How other manifests name a library; by the file's name, or by how it ends.
_NAMED: Final = {
    "go.mod": r"^[ \t]*(?:require[ \t]+)?([\w.-]+\.[\w-]+/[\w./~-]+)[ \t]+v\d(?!.*// indirect)",
    "Gemfile": _GEMS,
    ".gemspec": _GEMS,
    "pom.xml": r"<dependency>(?s:.{0,800}?)<artifactId>([\w.-]+)</artifactId>",
    "build.sbt": r"%%?%?[ \t]*\"([\w.-]+)\"[ \t]*%",
    "mix.exs": r"\{[ \t]*:([a-z]\w*)[ \t]*,",
    "Package.swift": r"url:[ \t]*\"[^\"\s]{0,200}/([\w.-]+?)(?:\.git)?\"",
    "CMakeLists.txt": r"(?i:find_package)[ \t]*\([ \t]*(\w+)",
    "Directory.Packages.props": _MSBUILD,
    ".csproj": _MSBUILD,
    ".fsproj": _MSBUILD,
    "environment.yml": r"^[ \t]*- (?:[^\s:]{1,80}::)?([A-Za-z0-9][\w.-]{0,80})",
    "environment.yaml": r"^[ \t]*- (?:[^\s:]{1,80}::)?([A-Za-z0-9][\w.-]{0,80})",
    "pubspec.yaml": r"^  ([a-z]\w*):",
}


def dependency_names(root: Path) -> dict[str, str]:
    """The names of the libraries, each with the first manifest it stands in, relative to `root`."""
    found: dict[str, str] = {}
    for path in _manifests(root):
        for name in _names_in(root / path, path):
            name = name.strip()
            if 1 < len(name) <= 100 and not name.startswith("."):
                found.setdefault(name, path)
    return found


def _manifests(root: Path) -> Iterator[str]:
    level, folders, manifests = [""], 0, 0
    for _ in range(_DEEPEST):
        below: list[str] = []
        for folder in level:
            folders += 1
            if folders > _MOST_FOLDERS or manifests >= _MOST_MANIFESTS:
                return
            names, inner = _listing(root / folder)
            below += [f"{folder}{name}/" for name in inner]
            for name in names:
                if _is_manifest(name, folder) and manifests < _MOST_MANIFESTS:
                    manifests += 1
                    yield folder + name
        level = below


def _listing(folder: Path) -> tuple[list[str], list[str]]:
    """The plain files of a folder, and the folders in it that may hold manifests; sorted."""
    names, inner = [], []
    skipped = _SKIPPED.split()
    try:
        with os.scandir(folder) as items:
            for _, item in zip(range(_MOST_ENTRIES), items, strict=False):
                if item.is_file(follow_symlinks=False):
                    names.append(item.name)
                elif item.is_dir(follow_symlinks=False) and item.name[0] not in "._":
                    inner.append(item.name)
    except OSError:
        pass
    return sorted(names), sorted(name for name in inner if name.casefold() not in skipped)


def _is_manifest(name: str, folder: str) -> bool:
    known = {name, PurePosixPath(name).suffix} & {*_LISTED_IN, *_NAMED, *_SPECIAL}
    return bool(known) or _is_requirements(name, folder)


def _is_requirements(name: str, folder: str) -> bool:
    return name.endswith(".txt") and (name.startswith("requirements") or "requirements" in folder)


def _names_in(file: Path, path: str) -> list[str]:
    try:
        if file.stat().st_size > _LARGEST:
            return []
        text = file.read_text(encoding="utf-8", errors="replace").removeprefix("\ufeff")
        return list(_names(path, text))
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return []  # half written, or something else under that name


def _names(path: str, text: str) -> Iterator[str]:
    folder, _, name = path.rpartition("/")
    if name in _LISTED_IN:
        yield from _listed(name, text)
    elif name in _SPECIAL:
        yield from _SPECIAL[name](text)
    elif _is_requirements(name, folder):
        yield from _requirements(text.split("\n"))
    else:
        key = name if name in _NAMED else PurePosixPath(name).suffix
        text = "\n".join(_DART_LISTS.findall(text)) if name == "pubspec.yaml" else text
        yield from (found[1] for found in re.finditer(_NAMED[key], text, re.MULTILINE))


def _listed(name: str, text: str) -> Iterator[str]:
    if name.endswith(".json"):
        data = json.loads(text)
    else:
        import tomllib

        data = tomllib.loads(text)
    for path in _LISTED_IN[name]:
        for value in _values(data, path.split(".")):
            if isinstance(value, Mapping):
                yield from _library_keys(name, value)
            elif isinstance(value, str):
                yield value.split(":")[1] if ":" in value else value
            else:
                yield from _requirements(value)


def _values(data: Any, path: list[str]) -> Iterator[Any]:
    """What stands at a path of keys; nothing where it leads nowhere."""
    if not path:
        yield data
    elif isinstance(data, Mapping):
        for key in data if path[0] == "*" else path[:1]:
            if key in data:
                yield from _values(data[key], path[1:])


def _library_keys(name: str, table: Mapping[Any, Any]) -> Iterator[str]:
    for key in table:
        if name == "libs.versions.toml" or not isinstance(key, str) or key in _NOT_A_LIBRARY:
            continue
        if name != "composer.json" or "/" in key:
            yield key.rstrip("/")


def _requirements(lines: Any) -> Iterator[str]:
    for line in lines if isinstance(lines, list) else ():
        found = _REQUIREMENT.match(line.strip()) if isinstance(line, str) else None
        if found and "://" not in line:
            yield found[1]


def _setup_cfg(text: str) -> Iterator[str]:
    import configparser

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    values = [parser.get("options", "install_requires", fallback="")]
    if parser.has_section("options.extras_require"):
        values += [value for _, value in parser.items("options.extras_require")]
    for value in values:
        yield from _requirements(value.split("\n"))


def _setup_py(text: str) -> Iterator[str]:
    for found in re.finditer(r"_requires?\s{0,5}=\s{0,5}[\[{]([^\]}]{0,5000})", text):
        yield from _requirements(_QUOTED.findall(found[1]))


def _gradle(text: str) -> Iterator[str]:
    for quoted in _QUOTED.findall(text):
        if found := _COORDINATES.fullmatch(quoted):
            yield found[1]


_SPECIAL: Final = {
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
}
