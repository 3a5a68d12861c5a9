"""The libraries that a repository depends on, by the manifests that name them.

Tolerant: a manifest that cannot be read names nothing. Bounded: shallow folders first, a few
manifests, none of them large; links are not followed. Nothing is executed or resolved.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
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


def dependency_names(root: Path) -> dict[str, str]:
    """The names of the libraries, each with the first manifest it stands in, relative to `root`."""
    found: dict[str, str] = {}
    for path, read in _manifests(root):
        for name in _names_in(root / path, read):
            name = name.strip()
            if 1 < len(name) <= 100 and not name.startswith("."):
                found.setdefault(name, path)
    return found


Reader = Callable[[str], Iterable[str]]


def _manifests(root: Path) -> Iterator[tuple[str, Reader]]:
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
                read = _reader(name, folder)
                if read and manifests < _MOST_MANIFESTS:
                    manifests += 1
                    yield folder + name, read
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


def _reader(name: str, folder: str) -> Reader | None:
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.endswith(".txt") and (name.startswith("requirements") or "requirements" in folder):
        return _requirements
    return _BY_SUFFIX.get(Path(name).suffix)


def _names_in(path: Path, read: Reader) -> list[str]:
    try:
        if path.stat().st_size > _LARGEST:
            return []
        return list(read(path.read_text(encoding="utf-8", errors="replace")))
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return []  # half written, or something else under that name


def _keys(tables: Iterable[Any]) -> Iterator[str]:
    for table in tables:
        if isinstance(table, Mapping):
            yield from (key for key in table if isinstance(key, str))


def _requirement_names(items: Any) -> Iterator[str]:
    for item in items if isinstance(items, list) else ():
        found = _REQUIREMENT.match(item.strip()) if isinstance(item, str) else None
        if found:
            yield found[1]


# -- one reader for each kind --------------------------------------------------------------------


def _package_json(text: str) -> Iterator[str]:
    data = json.loads(text.removeprefix("\ufeff"))
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        yield from _keys([data.get(key)])


def _deno(text: str) -> Iterator[str]:
    for name in _keys([json.loads(text).get("imports")]):
        yield name.rstrip("/")


def _composer(text: str) -> Iterator[str]:
    data = json.loads(text)
    names = _keys(data.get(key) for key in ("require", "require-dev"))
    yield from (name for name in names if "/" in name)


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text.removeprefix("\ufeff"))


def _pyproject(text: str) -> Iterator[str]:
    data = _toml(text)
    project = data.get("project", {})
    yield from _requirement_names(project.get("dependencies"))
    for group in (project.get("optional-dependencies"), data.get("dependency-groups")):
        for items in (group or {}).values():
            yield from _requirement_names(items)
    tool = data.get("tool", {})
    for items in tool.get("pdm", {}).get("dev-dependencies", {}).values():
        yield from _requirement_names(items)
    yield from _requirement_names(tool.get("uv", {}).get("dev-dependencies"))
    poetry = tool.get("poetry", {})
    tables = [poetry.get("dependencies"), poetry.get("dev-dependencies")]
    tables += [group.get("dependencies") for group in poetry.get("group", {}).values()]
    yield from (name for name in _keys(tables) if name != "python")


def _pipfile(text: str) -> Iterator[str]:
    data = _toml(text)
    yield from _keys(data.get(key) for key in ("packages", "dev-packages"))


def _cargo(text: str) -> Iterator[str]:
    data = _toml(text)
    kinds = ("dependencies", "dev-dependencies", "build-dependencies")
    owners = [data, data.get("workspace", {}), *data.get("target", {}).values()]
    yield from _keys(owner.get(kind) for owner in owners for kind in kinds)


def _gradle_versions(text: str) -> Iterator[str]:
    for library in _toml(text).get("libraries", {}).values():
        module = library if isinstance(library, str) else library.get("module", "")
        parts = module.split(":")
        yield parts[1] if len(parts) > 1 else library.get("name", "")


def _requirements(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        found = _REQUIREMENT.match(line.strip())
        if found and "://" not in line:
            yield found[1]


def _setup_cfg(text: str) -> Iterator[str]:
    import configparser

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    if parser.has_option("options", "install_requires"):
        yield from _requirements(parser.get("options", "install_requires"))
    if parser.has_section("options.extras_require"):
        for _, value in parser.items("options.extras_require"):
            yield from _requirements(value)


def _setup_py(text: str) -> Iterator[str]:
    for found in re.finditer(r"_requires?\s{0,5}=\s{0,5}[\[{]([^\]}]{0,5000})", text):
        yield from _requirement_names(_QUOTED.findall(found[1]))


def _conda(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if line.strip().startswith("- "):
            yield from _requirement_names([line.strip()[2:].split("::")[-1]])


def _go_mod(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        found = re.match(r"(?:require[ \t]+)?([\w.-]+\.[\w-]+/[\w./~-]+)[ \t]+v\d", line.strip())
        if found and "// indirect" not in line:
            yield found[1]


def _gems(text: str) -> Iterator[str]:
    yield from re.findall(
        r"^[ \t]*(?:gem|\w+\.add_(?:\w+_)?dependency)[ \t(]+[\"']([\w-]+)", text, re.MULTILINE
    )


def _maven(text: str) -> Iterator[str]:
    for block in text.split("<dependency>")[1:]:
        yield from re.findall(r"<artifactId>([\w.-]+)</artifactId>", block[:1000])[:1]


def _gradle(text: str) -> Iterator[str]:
    for quoted in _QUOTED.findall(text):
        parts = quoted.split(":")
        if len(parts) in (2, 3) and re.fullmatch(r"[\w.-]+\.[\w.-]+|[\w-]+", parts[0]) and parts[1]:
            yield parts[1]


def _sbt(text: str) -> Iterator[str]:
    yield from re.findall(r"%%?%?[ \t]*\"([\w.-]+)\"[ \t]*%", text)


def _mix(text: str) -> Iterator[str]:
    yield from re.findall(r"\{[ \t]*:([a-z]\w*)[ \t]*,", text)


def _pubspec(text: str) -> Iterator[str]:
    inside = False
    for line in text.split("\n"):
        if line and line[0] not in " \t#":
            inside = re.match(r"(?:dev_)?dependencies:", line) is not None
        elif inside and (found := re.match(r"  ([a-z]\w*):", line)):
            yield found[1]


def _msbuild(text: str) -> Iterator[str]:
    yield from re.findall(r"<Package(?:Reference|Version)[ \t]+Include=\"([\w.-]+)\"", text)


def _swift(text: str) -> Iterator[str]:
    yield from re.findall(r"url:[ \t]*\"[^\"\s]{0,200}/([\w.-]+?)(?:\.git)?\"", text)


def _cmake(text: str) -> Iterator[str]:
    yield from re.findall(r"find_package[ \t]*\([ \t]*(\w+)", text, re.IGNORECASE)


_BY_NAME: Final[Mapping[str, Reader]] = {
    "package.json": _package_json,
    "deno.json": _deno,
    "composer.json": _composer,
    "pyproject.toml": _pyproject,
    "Pipfile": _pipfile,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
    "environment.yml": _conda,
    "environment.yaml": _conda,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
    "Gemfile": _gems,
    "pom.xml": _maven,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
    "libs.versions.toml": _gradle_versions,
    "build.sbt": _sbt,
    "mix.exs": _mix,
    "pubspec.yaml": _pubspec,
    "Package.swift": _swift,
    "CMakeLists.txt": _cmake,
    "Directory.Packages.props": _msbuild,
}
_BY_SUFFIX: Final[Mapping[str, Reader]] = {
    ".gemspec": _gems,
    ".csproj": _msbuild,
    ".fsproj": _msbuild,
}
