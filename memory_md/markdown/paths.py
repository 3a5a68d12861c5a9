"""File paths that people name in running text: `src/a.py:10-20`, docs/x.md, {a,b}.ts, report/.

A path is a word with slashes whose last part has an extension, that ends with a slash or holds a
glob, or that begins in a folder which sources lie in; or a bare name with a well-known extension.
Kept apart are URLs, domains, versions, dates, calls, routes, media types, software ("Node.js") and
words with a slash ("and/or"). Linear.
"""

from __future__ import annotations

import re
from typing import Final

from ..base.globs import expanded
from .code_spans import code_spans

# None that is more often something else: a domain, a unit, an attribute (.io, .map, .get).
_EXTENSIONS: Final = (
    " adoc astro bash bat c cc cfg cjs cmake conf cpp cs css csv dart db diff ejs el erb ex exs"
    " fish gif go gql gradle graphql h hbs hpp hs htm html ico ini ipynb java jinja jpeg jpg js"
    " json json5 jsonc jsonl jsx kt kts less lock log lua m md mdc mdx mjs mts nix patch pdf php pl"
    " plist png prisma properties proto ps1 py pyi r rake rb rs rst sass scala scss sh sln sol sql"
    " sqlite svelte svg swift tf tfvars toml ts tsv tsx txt vue wasm xml yaml yml zig zsh "
)
_FOLDERS: Final = " cmd crates docs internal lib libs node_modules packages pkg scripts src tests "
_NAMES: Final = re.compile(
    r"(?i:brewfile|caddyfile|codeowners|containerfile|dockerfile|gemfile|jenkinsfile|justfile"
    r"|makefile|pipfile|procfile|rakefile|vagrantfile)$|\.(?:env|git\w|\w+rc$|\w+ignore$|editorc)"
)
_NO_FILES: Final = re.compile(
    r"(?i:(?:angular|chart|d3|discord|ember|express|moment|nest|next|node|nuxt|p5|react|solid|three"
    r"|vue)\.js|(?:cls|console|fs|logger|math|os|process|req|res|self|this|window)\.\w+)$"
)
_DOMAIN: Final = re.compile(r"(?:[\w*-]+\.)+(?:ai|app|co|com|dev|edu|gov|io|net|org)$")
_URL: Final = re.compile(r"(?i:\b[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:)\S*")
_LINK: Final = re.compile(r"\]\(<?([^()\s<>]{1,300})>?\)")
_TOKEN: Final = re.compile(
    r"(?:\{[^{}\n]{0,200}\}|<[\w .:|-]{1,60}>|[^\s,;`|=<>{}·、，；：（）。])+"
)
_RANGE: Final = re.compile(r"(?::L?\d[\dL:,–-]*|#[\w-]+|::?[A-Za-z_][\w.:]*(?:\(\))?)$")
_EMPHASIS: Final = re.compile(r"^\*+(?![*/.])|(?<![*/.])\*+$|(?<=\w\.)\*\*$")
_PLACEHOLDER: Final = re.compile(r"\$?\{[\w .:|-]{1,60}\}|<[\w .:|-]{1,60}>")
_SHAPE: Final = re.compile(
    r"(?:[A-Za-z]:)?/?(?:(?:\(\w+\)|[\w.@\[\]$+~%*?-]+)/)*[\w.@\[\]$+~%*?-]*"
)
_EXTENSION: Final = re.compile(r"[^.].*\.[a-z][a-z0-9]{1,9}$")
_LONGEST: Final = 400  # characters of a path


def paths_in(text: str) -> list[str]:
    """Return the paths that a text names, in order, each once.

    Line ranges and anchors are off, "./" in front too, backslashes are slashes, a placeholder
    (`{id}`, `<id>`) is "*", and braces stand for each of their members.
    """
    found: dict[str, None] = {}
    for line in text.split("\n"):
        at = 0
        for start, end, content in [*code_spans(line), (len(line), len(line), "")]:
            plain = _paths(_LINK.sub(r"] \1 ", line[at:start]), in_code=False)
            found.update(dict.fromkeys(plain + _paths(content, in_code=True)))
            at = end
    return list(found)


def _paths(text: str, *, in_code: bool) -> list[str]:
    words = (found[0] for found in _TOKEN.finditer(_URL.sub(" ", text)))
    paths = (path for word in words if len(word) <= _LONGEST for path in expanded(_bare(word)))
    return [path for path in paths if path and _is_path(path, in_code)]


def _bare(word: str) -> str:
    """Return a word without the marks around it, its range and its "./"."""
    word = word.strip("\"'“”‘’«»!").rstrip(":.?…").lstrip("[")
    word = _EMPHASIS.sub("", word).rstrip(":")
    word = word[1:-1] if re.fullmatch(r"_[^_].*[^_]_", word) else word
    word = word.removeprefix("(") if word.count("(") > word.count(")") else word
    for left, right in ("()", "[]"):
        while word.endswith(right) and word.count(right) > word.count(left):
            word = word[:-1].rstrip(":.")
    word = word[1:-1] if word[:1] == "(" and word[-1:] == ")" else word
    word = _PLACEHOLDER.sub("*", _RANGE.sub("", word).replace("\\", "/"))
    # A file is mentioned so in agents' prompts.
    word = word[1:] if word[:1] == "@" and _EXTENSION.search(word) else word
    return re.sub(r"(?<=.)//+", "/", re.sub(r"^(?:\./)+", "", word))


def _is_known(name: str) -> bool:
    stem, _, extension = name.rpartition(".")
    return bool(stem) and f" {extension.lower()} " in _EXTENSIONS


def _is_path(path: str, in_code: bool) -> bool:
    first, slash, _ = path.lstrip("/").partition("/")
    name = path.rpartition("/")[2]
    if not _SHAPE.fullmatch(path) or not re.search(r"[^\W\d_]", path) or path[0] == "-":
        return False
    if _NO_FILES.match(name) or _NO_FILES.match(first) or _DOMAIN.match(first):
        return False
    if _is_known(name):
        return True
    if path[0] == "/":  # a route, unless it has an extension
        return False
    if not slash:
        return bool(re.search(r"\*\.\w+$", path) or (in_code and _NAMES.match(path)))
    if path[-1] == "/":
        return len(first) > 1 and path[-2] != "." and path.lower() not in ("and/or/", "either/or/")
    is_named = _EXTENSION.match(name) or _NAMES.match(name) or "*" in path
    return bool(is_named) or f" {first.lower()} " in _FOLDERS or first[0] == "."
