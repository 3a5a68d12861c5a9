"""File paths as people write them into Markdown: which text is one, and what it is a path of.

A path may stand in a code span, a link, quotes or bare; with a line suffix (`a.py:10-20`,
`a.py#L3`), a brace set (`{a,b}.md`), globs, backslashes, or a placeholder (`{id}`, `<id>`, `...`),
which becomes a glob. Kept apart are words with a slash, URLs, commands, calls, versions and media
types. Bare text needs more to be taken for a path than a code span does. Linear; pure.
"""

import re
from collections.abc import Iterator
from typing import Final

from ..base.path_match import FILE_EXTENSIONS
from ..base.regex import regex
from .lines import code_spans


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Files without an extension, in lower case; the second kind are words as well.
_NAMES: Final = _words(
    "brewfile caddyfile codeowners containerfile dockerfile earthfile fastfile gemfile gnumakefile"
    " gradlew jakefile jenkinsfile justfile makefile mvnw pipfile podfile procfile rakefile"
    " snakefile tiltfile vagrantfile"
)
_WORD_NAMES: Final = _words(
    "authors build changelog contributing copying install license licence notice readme taskfile"
    " todo version workspace"
)
# Names of software, and what code says of an object, that end as a file does.
_NO_FILES: Final = regex(
    r"(?:alpine|angular|backbone|chart|d3|discord|ember|express|moment|nest|next|node|nuxt|p5|react"
    r"|solid|three|vue)\.js|(?:cls|console|import\.meta|logger|math|mock|os|process|req|res|self"
    r"|this"
    r"|window)\.(?:css|db|env|html|json|lock|log|patch|sql)",
    re.IGNORECASE,
)
_FOLDERS: Final = _words(
    "ai api app apps assets backend bin client cmd components config configs core crates docs e2e"
    " examples frontend infra include internal lib libs migrations modules packages pages pkg"
    " plugins public resources schemas scripts server services shared spec specs src static styles"
    " templates test tests tools web"
)
_SYSTEM: Final = frozenset(
    ("home", "users", "opt", "var", "etc", "usr", "mnt", "root", "srv", "tmp", "volumes", "private")
)
_WORDS: Final = regex(
    r"n/a|and/or|or/and|either/or|yes/no|on/off|true/false|tcp/ip|i/o|ci/cd|w/o|read/write"
    r"|(?:application|audio|font|image|multipart|text|video)/[\w.+-]+",
    re.IGNORECASE,
)
_SUFFIX: Final = regex(
    r"(?::L?\d+(?:[-–,:]L?\d+)*|#L\d+(?:-L?\d+)?|::[\w.:\[\]-]{1,100}|#[\w-]{1,100}"
    r"|:[A-Za-z_][\w.]{0,80}(?:\(\))?)$"
)
_PLACEHOLDER: Final = regex(r"\$?\{[\w .:|-]{1,60}\}|<[\w .:|-]{1,60}>")
_ELIDED: Final = regex(r"(?<![^/])(?:\.\.\.|…)(?=/|$)")
_GROUP: Final = regex(r"(?<![^/])\([\w.@-]{1,80}\)(?=/)")
_SEGMENTS: Final = regex(r"[\w.@\[\]$+~%*?^-]+(?:[ /]+[\w.@\[\]$+~%*?^&'-]+)*/?")
_EXTENSION: Final = regex(r"\.([A-Za-z][A-Za-z0-9]{0,11})$")
_DOT_NAME: Final = regex(r"\.[A-Za-z_][\w.-]*")
_URL: Final = regex(r"[A-Za-z][A-Za-z0-9+.-]+://|www\.|mailto:", re.IGNORECASE)
_DRIVE: Final = regex(r"[A-Za-z]:/")
_COMMAND: Final = regex(
    r"(?:bash|bun|cargo|cat|cd|cp|curl|deno|docker|git|go|grep|ls|make|mkdir|mv|node|npm|npx|php"
    r"|pip"
    r"|pnpm|poetry|pytest|python3?|rg|rm|ruby|ruff|sed|sh|sudo|touch|tsx|uv|yarn|zsh) ",
    re.IGNORECASE,
)
_MOST_CHARS: Final = 400
_MOST_EXPANDED: Final = 64


def as_paths(written: str, *, quoted: bool) -> tuple[str, ...]:
    """The paths that `written` is, brace sets expanded, line suffix off; none if it is no path.

    `quoted` says it stood in a code span, a link or quotes: it may then hold spaces, and be a
    folder or a name that would be a word in running text.
    """
    written = written.strip()
    if not written or len(written) > _MOST_CHARS or _URL.match(written):
        return ()
    text = written.replace("\\", "/")
    least = 1 if quoted else 2
    if quoted and (parts := _several(text)):
        return parts
    found = tuple(dict.fromkeys(map(_cleaned, _expanded(text))))
    return found if found and all(_grade(path) >= least for path in found) else ()


def _several(text: str) -> tuple[str, ...]:
    """The paths of a code span that lists some, separated by how each of them ends."""
    if "{" in text or not re.search(r"[,\s]", text):
        return ()
    parts = [_cleaned(part) for part in re.split(r"[,\s]+", text) if part]
    ended = all(
        _grade(part) == 2 and (part.endswith("/") or _known(part.rsplit("/", 1)[-1]))
        for part in parts
    )
    return tuple(dict.fromkeys(parts)) if ended and not _COMMAND.match(text) else ()


def has_wildcard(path: str) -> bool:
    """Whether a path holds a wildcard; brackets are part of names (`[id].tsx`)."""
    return "*" in path or "?" in path


def _expanded(text: str) -> list[str]:
    """The members of brace sets, nested ones too; a set that makes too many stays a wildcard."""
    whole = [text]
    for _ in range(8):
        found = re.search(r"\{([^{}]*,[^{}]*)\}", text)
        if found is None:
            break
        members = [member.strip() for member in found[1].split(",")]
        if len(whole) * len(members) > _MOST_EXPANDED:
            whole = [re.sub(r"\{[^{}]*,[^{}]*\}", "*", path) for path in whole]
            break
        split = [re.split(r"\{[^{}]*,[^{}]*\}", path, maxsplit=1) for path in whole]
        whole = [m.join(parts) for parts in split for m in (members if len(parts) > 1 else [""])]
        text = whole[0]
    return whole


def _cleaned(path: str) -> str:
    path = path.strip().rstrip(",;!").removesuffix(":")
    if not _DRIVE.match(path) or path.count(":") > 1:
        bare = _SUFFIX.sub("", path)
        if bare.endswith("/") or "." in bare or "/" in bare or bare.casefold() in _NAMES:
            path = bare
    path = _PLACEHOLDER.sub("*", path)
    path = _ELIDED.sub("**", path)
    if path.startswith("@") and "/" in path and _known(path.rsplit("/", 1)[-1]):
        path = path[1:]  # a mention of a file, as agents' prompts have it
    while path.startswith("./"):
        path = path[2:]
    if path.endswith(".") and not path.endswith(".."):
        path = path[:-1]
    return re.sub(r"(?<=.)//+", "/", path)


def _known(name: str) -> bool:
    """Whether a file name is one by itself."""
    found = _EXTENSION.search(name)
    stem = name[: found.start()] if found else ""
    return bool(found and stem.strip(".") and found[1].casefold() in FILE_EXTENSIONS) or (
        name.casefold() in _NAMES
        or name.split(".", 1)[0].casefold() in ("dockerfile", "makefile")
        or _is_dot_file(name)
    )


def _is_dot_file(name: str) -> bool:
    # ".py" alone is a kind of file, ".env" is a file.
    found = _DOT_NAME.fullmatch(name)
    return bool(found) and (name == ".env" or name[1:].casefold() not in FILE_EXTENSIONS)


def _grade(path: str) -> int:
    """2: plainly a path; 1: a path where one is expected; 0: none."""
    body = path[2:] if _DRIVE.match(path) else path
    body = _GROUP.sub("g", body)
    if not _SEGMENTS.fullmatch(body.removeprefix("/")) or _WORDS.fullmatch(path):
        return 0
    if path.startswith("-"):  # a flag, or the end of a name
        return 0
    if " " in path and not _spaced(path):
        return 0
    if "/" in path:
        return _grade_deep(path)
    if _NO_FILES.fullmatch(path) or not path.strip("*.?"):
        return 0
    if _known(path):
        return 1 if path.startswith(".") and not path.islower() else 2
    if "*" in path:
        return 2 if "." in path else 0
    return 1 if path.casefold() in _WORD_NAMES else 0


def _spaced(path: str) -> bool:
    """Whether a text with spaces is a file's name rather than a command or a phrase."""
    first = path.split(" ", 1)[0]
    name = path.rsplit("/", 1)[-1]
    if _COMMAND.match(path) or " -" in path.replace(" - ", " ") or not _known(name):
        return False
    return "/" in first or "/" not in path


def _grade_deep(path: str) -> int:
    parts = [part for part in path.split("/") if part]
    if not parts or not any(re.search(r"[^\W_]|\*", part) for part in parts):
        return 0
    first, name = parts[0], parts[-1]
    if path.startswith("/") and not _known(name):
        return 2 if first.casefold() in _SYSTEM and len(parts) > 1 else 0
    if path.endswith("/") or has_wildcard(path) or _known(name) or first.startswith((".", "~")):
        return 2
    if first.casefold() in _FOLDERS or name.casefold() in _WORD_NAMES:
        return 2
    return 2 if _DRIVE.match(path) else 1


LINK: Final = regex(r"\[([^\]\n]{1,300})\]\(<?([^()\s<>]{1,300})>?\)")
BARE: Final = regex(r"(?:\{[^{}\n]{0,200}\}|[^\s,;`|·、，；：（）。{}]){1,400}")


def link_path(label: str, target: str) -> tuple[str, ...]:
    """The paths that a link stands for: its words if they are one, else its target."""
    words = as_paths(label.strip().strip("`*"), quoted=True)
    aims = as_paths(target, quoted=True)
    if aims and words and "/" not in words[0] and aims[0].endswith("/" + words[0]):
        words = ()
    return words or tuple(re.sub(r"^(?:\.\./)+", "", path) for path in aims)


def paths_in(text: str) -> Iterator[str]:
    """Every path that a text plainly names, in code spans, links or bare, in order, once."""
    seen: dict[str, None] = {}
    for line in text.split("\n"):
        for path in _paths_of_line(line):
            if path not in seen:
                seen[path] = None
                yield path


def _paths_of_line(line: str) -> Iterator[str]:
    at = 0
    for start, end, content in code_spans(line):
        yield from _bare_paths(line[at:start])
        for path in as_paths(content, quoted=True):
            if _grade(path) == 2:
                yield path
        at = end
    yield from _bare_paths(line[at:])


def _bare_paths(text: str) -> Iterator[str]:
    for label, target in LINK.findall(text):
        yield from link_path(label, target)
    for found in BARE.finditer(LINK.sub(" ", text)):
        token = bare_token(found[0])
        if "." in token or "/" in token or "\\" in token or token.casefold() in _NAMES:
            yield from as_paths(token, quoted=False)


def _unbolded(token: str) -> str:
    """Return a word in bold without its stars; those of a glob ("**/a.py") stand at one end."""
    is_bold = len(token) > 4 and token.startswith("**") and token.endswith("**")
    return token[2:-2].rstrip(":.") if is_bold and token[2] != "/" else token


def bare_token(token: str) -> str:
    """A word of running text without the marks that stand around it."""
    token = _unbolded(token.strip("\"'“”‘’«»!").lstrip("([").rstrip(":."))
    while token[-1:] in (")", "]") and token.count(token[-1]) > token.count(
        "(" if token[-1] == ")" else "["
    ):
        token = token[:-1].rstrip(":.")
    return token
