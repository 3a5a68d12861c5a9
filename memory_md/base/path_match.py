"""Whether a path is meant by what somebody wrote: its end on a `/` boundary, a folder, a glob.

Also the endings of files' names, and paths as agents name them in a session. Paths have forward
slashes and are relative to the root. A pattern follows .gitignore: `*` and `?` stay within one
folder, `**` crosses folders, and a pattern without a slash fits at any depth.
"""

import posixpath
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from .regex import regex

_GLOB: Final = regex(r"[*?]|\[[^\]]+\]")
_LONGEST: Final = 1024  # no path in a work tree has more characters
_FOLDERS: Final = "(?:.*?/)??"
_TOKEN: Final = regex(r"\*{2,}/?|\*|\?|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)
# In a set, where Python warns that it may come to mean something else.
_DOUBLED: Final = regex(r"&&|~~|\|\||(?<=.)--", re.DOTALL)
_DRIVE: Final = regex(r"[A-Za-z]:/")
_OWN_FILES: Final = frozenset({"learnings.md", "relationships.json"})
# The endings by which a word is taken for the name of a file, in lower case, without the dot. Text,
# code, and what else lies in repositories; none that is more often something else (a domain, a
# unit, an attribute).
_LISTED: Final = (
    "adoc asm astro avif bash bat bazel bicep bzl c cc cfg cjs clj cljs cmake cmd conf cpp cr"
    " cs csproj css csv cts cu cxx dart db diff dockerfile dts edn ejs el elm env eot erb erl"
    " ex example exs f90 fs fsx fish gd gif glsl go gql gradle graphql groovy h haml hbs hcl"
    " hh hpp hrl hs htm html hxx ico ics ini ino ipynb j2 java jinja jinja2 jl jpeg jpg js"
    " json json5 jsonc jsonl jsx kt kts less lhs liquid lisp lock log lua m mako md mdc mdown"
    " mdx mjs mk ml mli mm mmd mod mp3 mp4 mts mustache nim nix ndjson odt org otf patch pcss"
    " pdf pem php pl plist pm png po pot prisma properties proto ps1 psm1 pug pxd py pyi pyx r"
    " rake razor rb re resx rkt rmd ron rs rst sass sbt scala scm scss sh sln snap sol sql"
    " sqlite styl sum svelte svg swift tcl templ tex tf tfvars thrift tmpl toml ts tscn tsv"
    " tsx ttf twig txt v vb vhd vim vue wasm wat wav webm webp woff woff2 xaml xcconfig xhtml"
    " xlsx xml xsd xsl yaml yml zig zsh"
)
FILE_EXTENSIONS: Final = frozenset(_LISTED.split())


def ends_with_path(path: str, end: str) -> bool:
    """Whether `end` is the path or its last parts: "auth/jwt.ts", never "wt.ts"."""
    end = end.strip("/")
    return bool(end) and (path == end or path.endswith(f"/{end}"))


def is_below(path: str, folder: str) -> bool:
    """Whether the path lies in that folder, or below it."""
    folder = folder.rstrip("/")
    return bool(folder) and path.startswith(f"{folder}/")


def is_within(path: str, folder: str) -> bool:
    """Whether the path is that folder or lies in it; the folder "" is the root, which holds all."""
    return not folder or path == folder or is_below(path, folder)


def is_glob(text: str) -> bool:
    """Whether a text can be meant as a pattern."""
    return bool(_GLOB.search(text))


def glob_matcher(pattern: str, *, anywhere: bool = False) -> Callable[[str], bool]:
    """A test whether paths fit the pattern; with `anywhere` their last parts may fit it alone."""
    expression = _compiled(pattern, anywhere)
    return lambda path: len(path) <= _LONGEST and expression.fullmatch(path) is not None


@lru_cache(maxsize=64)
def _compiled(pattern: str, anywhere: bool) -> re.Pattern[str]:
    bare = pattern.removeprefix("./")
    anywhere = anywhere or "/" not in bare
    try:
        return re.compile(_expression(bare.lstrip("/"), anywhere), re.DOTALL)
    except re.error:  # such as a range that runs backwards, [z-a]
        return re.compile(re.escape(bare))


def _expression(pattern: str, anywhere: bool) -> str:
    """The pattern as an expression that takes at most quadratic time, whatever its wildcards.

    What stands between two `**` is matched where it ends first, and what stands between two `*` as
    well: a later place leaves the rest no more room. So neither is tried again, but for the last.
    """
    chunks = [(_FOLDERS if anywhere else "", [""])]
    before = "/"
    for token in _TOKEN.findall(pattern):
        if token.startswith("**"):
            within = token.endswith("/") and before != "/"  # a**/b has a slash in any case
            folders = token.endswith("/") and not within
            chunks.append((_FOLDERS if folders else ".*?", ["/" if within else ""]))
        elif token == "*":
            chunks[-1][1].append("")
        else:
            chunks[-1][1][-1] += _translated(token)
        before = token[-1]
    *early, (lead, pieces) = chunks
    body = "".join(f"(?>{start}{_first_fits(parts)})" for start, parts in early)
    if len(pieces) == 1:
        return f"{body}{lead}{pieces[0]}"
    return f"{body}{lead}{_first_fits(pieces[:-1])}[^/]*{pieces[-1]}"


def _first_fits(pieces: list[str]) -> str:
    """The pieces with anything but a slash between them, each at the first place where it fits."""
    return pieces[0] + "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:])


def _translated(token: str) -> str:
    if token == "?":
        return "[^/]"
    if len(token) > 2 and token[0] == "[":
        inner = token[1:-1].replace("\\", r"\\").replace("[", r"\[")
        negated = inner[0] in "!^"
        inner = (inner[1:] if negated else inner).replace("^", r"\^")
        inner = _DOUBLED.sub(lambda found: f"{found[0][0]}\\{found[0][1]}", inner)
        return f"[^/{inner}]" if negated else f"[{inner}]"
    return re.escape(token)


def project_path(path: str, *, cwd: str = "", root: str = "") -> str | None:
    """The path relative to the root or the session's directory; None if it is not the project's.

    Slashes go forward; scratch files, an agent's own folders and the memory's files are no work.
    """
    path, cwd, root = _slashes(path), _slashes(cwd).rstrip("/"), _slashes(root).rstrip("/")
    if not path or "\n" in path:
        return None
    if is_absolute(path):
        base = next((base for base in (root, cwd) if base and _under(path, base)), None)
        if base is None:
            return None
        path = path[len(base) + 1 :]
    elif path.startswith("~"):
        return None
    elif root and cwd != root and _under(cwd, root):
        path = f"{cwd[len(root) + 1 :]}/{path}"
    path = posixpath.normpath(path.lstrip("/"))
    if path in ("", ".") or path.startswith("../"):
        return None
    parts = path.split("/")
    if parts[-1] in _OWN_FILES or parts[0] in {".mem", ".git"}:
        return None
    return path


def is_absolute(path: str, *, below: str = "") -> bool:
    """Whether an agent named a file by its whole path; with `below` one in that folder."""
    path = _slashes(path)
    absolute = path.startswith("/") or _DRIVE.match(path) is not None
    return absolute and (not below or _under(path, _slashes(below).rstrip("/")))


def _slashes(path: str) -> str:
    path = path.strip()
    return path if "/" in path and not _DRIVE.match(path) else path.replace("\\", "/")


def _under(path: str, base: str) -> bool:
    if _DRIVE.match(path):
        return path.casefold().startswith(base.casefold() + "/")
    return path.startswith(base + "/")
