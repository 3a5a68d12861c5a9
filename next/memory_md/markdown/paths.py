"""File paths that people name in running text: `src/a.py:10-20`, docs/x.md, {a,b}.ts, report/.

A path is a word with slashes whose last part has an extension, that ends with a slash, that holds
a glob, or that begins in a folder which sources lie in; or a bare name with a well-known extension.
Kept apart are URLs, domains, versions, dates, calls, routes, media types, software ("Node.js") and
words with a slash ("and/or"). Linear.
"""

from __future__ import annotations

import re
from typing import Final

from .code_spans import code_spans

# None that is more often something else: a domain, a unit, an attribute (.io, .map, .get).
_EXTENSIONS: Final = frozenset(
    "adoc astro bash bat c cc cfg cjs cmake conf cpp cs css csv dart db diff ejs el erb ex exs"
    " fish gif go gql gradle graphql h hbs hpp hs htm html ico ini ipynb java jinja jpeg jpg js"
    " json json5 jsonc jsonl jsx kt kts less lock log lua m md mdc mdx mjs mts nix patch pdf php pl"
    " plist png prisma properties proto ps1 py pyi r rake rb rs rst sass scala scss sh sln sol sql"
    " sqlite svelte svg swift tf tfvars toml ts tsv tsx txt vue wasm xml yaml yml zig zsh".split()
)
_NAMES: Final = frozenset(
    "brewfile caddyfile codeowners containerfile dockerfile gemfile jenkinsfile justfile makefile"
    " pipfile procfile rakefile vagrantfile".split()
)
_NO_FILES: Final = re.compile(
    r"(?i:(?:angular|chart|d3|discord|ember|express|moment|nest|next|node|nuxt|p5|react|solid|three"
    r"|vue)\.js|(?:cls|console|logger|math|os|process|req|res|self|this|window)\.\w+)$"
)
_FOLDERS: Final = frozenset(
    "cmd crates docs internal lib libs node_modules packages pkg scripts src tests".split()
)
_SYSTEM: Final = frozenset("etc home mnt opt private root srv tmp users usr var".split())
_TOKEN: Final = re.compile(
    r"(?:\{[^{}\n]{0,200}\}|<[\w .:|-]{1,60}>|[^\s,;`|=<>{}·、，；：（）。])+"
)
_URL: Final = re.compile(r"(?i:[a-z][a-z0-9+.-]*://|www\.|mailto:)\S*")
_LINK: Final = re.compile(r"\]\(<?([^()\s<>]{1,300})>?\)")
_RANGE: Final = re.compile(r"(?::L?\d[\d:,–-]*(?:-?L?\d+)?|#[\w-]+|::?[A-Za-z_][\w.:]*(?:\(\))?)$")
_PLACEHOLDER: Final = re.compile(r"\$?\{[\w .:|-]{1,60}\}|<[\w .:|-]{1,60}>")
_BRACES: Final = re.compile(r"\{([^{}]*,[^{}]*)\}")
_SEGMENTS: Final = re.compile(
    r"(?:[A-Za-z]:)?/?(?:(?:\(\w+\)|[\w.@\[\]$+~%*?^-]+)/)*[\w.@\[\]$+~%*?^-]*"
)
_EXTENSION: Final = re.compile(r"[^.].*\.([a-z][a-z0-9]{1,9})$")
_DOMAIN: Final = re.compile(r"(?:[\w-]+\.)+(?:ai|app|co|com|dev|edu|gov|io|net|org)$")
_GLOB: Final = re.compile(r"(?:^|[/.])\*+(?:[/.]|$)|\w\*\.|\*\w+\.\w")
_MOST: Final = 64  # paths that braces stand for


def paths_in(text: str) -> list[str]:
    """Return the paths that a text names, in order, each once.

    Line ranges and anchors are off, "./" in front too, backslashes are slashes, a placeholder
    (`{id}`, `<id>`) is "*", and braces stand for each of their members.
    """
    found: dict[str, None] = {}
    for line in text.split("\n"):
        at = 0
        for start, end, content in [*code_spans(line), (len(line), len(line), "")]:
            plain = _LINK.sub(r"] \1 ", line[at:start])
            found.update(dict.fromkeys(_tokens_of(plain, in_code=False)))
            found.update(dict.fromkeys(_tokens_of(content, in_code=True)))
            at = end
    return list(found)


def _tokens_of(text: str, *, in_code: bool) -> list[str]:
    if not ("." in text or "/" in text or "\\" in text or in_code):
        return []
    words = [_cleaned(word[0]) for word in _TOKEN.finditer(_URL.sub(" ", text))]
    paths = [path for word in words if len(word) <= 400 for path in _expanded(word)]
    return [path for token in paths for path in _alternatives(token) if _is_path(path, in_code)]


def _cleaned(token: str) -> str:
    """Return a word without the marks around it, its range and its "./"."""
    token = token.strip("\"'“”‘’«»!_").rstrip(":.?…")
    if token[:1] == "*" == token[-1:] and "/" not in (token.strip("*") or "/")[0]:
        token = token.strip("*").rstrip(":.")  # emphasis
    token = token.lstrip("[")
    while token[:1] == "(" and token.count("(") > token.count(")"):
        token = token[1:]
    for left, right in ("()", "[]"):
        while token[-1:] == right and token.count(right) > token.count(left):
            token = token[:-1].rstrip(":.")
    if token[:1] == "(" and token[-1:] == ")":
        token = token[1:-1].rstrip(":.")
    token = _PLACEHOLDER.sub("*", _RANGE.sub("", token).replace("\\", "/"))
    if token[:1] == "@" and _EXTENSION.search(token):
        token = token[1:]  # a mention of a file, as agents' prompts have it
    while token.startswith("./"):
        token = token[2:]
    return re.sub(r"(?<=.)//+", "/", token)


def _expanded(token: str) -> list[str]:
    """Return what a word stands for with each member of its braces."""
    words = [token]
    for _ in range(4):
        words = [
            word[: braces.start()] + member.strip() + word[braces.end() :] if braces else word
            for word in words[:_MOST]
            for braces in [_BRACES.search(word)]
            for member in (braces[1].split(",") if braces else [""])
        ]
    return words[:_MOST]


def _alternatives(path: str) -> list[str]:
    """Return the files of "CLAUDE.md/AGENTS.md", or the path itself."""
    parts = path.split("/")
    return parts if len(parts) > 1 and all(map(_is_known, parts)) else [path]


def _is_known(name: str) -> bool:
    return name.rpartition(".")[2].lower() in _EXTENSIONS and bool(name.rpartition(".")[0])


def _is_path(path: str, in_code: bool) -> bool:
    """Tell whether a cleaned word is a path."""
    first, slash, rest = path.lstrip("/").partition("/")
    name = path.rpartition("/")[2]
    if not _SEGMENTS.fullmatch(path) or not re.search(r"[^\W\d_]|\*.*[/.]", path) or path[0] == "-":
        return False
    if _NO_FILES.match(path) or _NO_FILES.match(first) or (slash and _DOMAIN.match(first)):
        return False
    known = _is_known(name)
    if not slash and path[0] != "/":
        is_dot_file = bool(re.fullmatch(r"\.[a-z][\w.-]+", path)) and path[1:] not in _EXTENSIONS
        return (
            known
            or bool(_GLOB.search(path) and "." in path)
            or (in_code and (path.lower() in _NAMES or is_dot_file))
        )
    if path[0] == "/":
        return known or (first.lower() in _SYSTEM and bool(rest))
    if known or _EXTENSION.match(name) or _GLOB.search(path) or name.lower() in _NAMES:
        return True
    if path[-1] == "/":
        return len(first) > 1 and path[:-1].lower() not in ("and/or", "either/or")
    return first.lower() in _FOLDERS or bool(re.match(r"\.{1,2}\w*$|~$", first))
