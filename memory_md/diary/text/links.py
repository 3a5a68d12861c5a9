"""The links of a diary's entry that plainly lead to a file of the repository.

Left out are code, comments, images, URLs, anchors, absolute paths, globs, brace sets, and what
stands in for a path: `path/to/file.md`, `YYYY-MM-DD-ID.md`, `<name>.md`. Linear; pure.
"""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from ...base.regex import regex
from ...markdown.file_paths import as_paths, has_wildcard
from ...markdown.lines import Line, code_spans, visible_lines
from ...markdown.table_rows import is_row

# `names[0](x.py)` is code, `![…](…)` an image.
_LINK: Final = regex(
    r"(?<![\w\]!\\])\[[^\]\n]{1,300}\]\((?:<([^<>\n]{1,400})>|([^()\s<>]{1,400}))[^()\n]{0,100}\)"
)
_DEFINED: Final = regex(r" {0,3}\[[^\]^\n][^\]\n]{0,100}\]:[ \t]+<?([^\s<>]{1,400})>?")
_STAND_IN: Final = regex(
    r"\.\.\.|…|[{}<>*?$|%#=@~]|X{2,}|Y{4}|N{3,}|(?:^|/)(?:path|pfad|chemin|ruta)/(?:to|zu|vers|al?)/"
    r"|(?i:\b(?:your|my)[-_]|placeholder|example\.|foo\b|\bbar\b|файл\.|имя[-_.])"
)
_EXTENDED: Final = regex(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")


def links_in(text: str, *, rows: bool = True) -> Iterator[tuple[int, str]]:
    """(line from 1, path as written) of each such link; without `rows`, not those of tables."""
    if "](" not in text and "]:" not in text:
        return
    for line in visible_lines(text.removeprefix("\ufeff")):
        if not line.fenced and "]" in line.text and (rows or not is_row(line.text)):
            for target in _targets(line):
                if path := linked_path(target):
                    yield line.number, path


def _targets(line: Line) -> Iterator[str]:
    text = line.text[:20_000]
    if text.startswith(("    ", "\t")) and not text.lstrip().startswith(("-", "*", "+")):
        return  # code, or at least not sure to be anything else
    if "`" in text:
        text = _without_code(text)
    for found in _LINK.finditer(text):
        yield found[1] or found[2]
    defined = _DEFINED.match(text)
    if defined:
        yield defined[1]


def _without_code(text: str) -> str:
    """The line with its code spans blotted out: a link's words may be code, and it is a link."""
    parts, at = [], 0
    for start, end, _ in code_spans(text):
        parts += [text[at:start], "_" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def linked_path(target: str) -> str:
    """The path that a link leads to, relative to something in the repository; "" if it is none."""
    path = unquote(re.split(r"[#?]", target.strip(), maxsplit=1)[0]).replace("\\", "/")
    path = re.sub(r":\d+(?:-\d+)?$", "", path)
    if not path or path.startswith(("/", "~", "//")) or ":" in path or _STAND_IN.search(path):
        return ""
    name = path.rsplit("/", 1)[-1]
    if not _EXTENDED.search(name) and not path.startswith(("./", "../")):
        return ""
    found = as_paths(path, quoted=True) or ((path,) if path.startswith("../") else ())
    return path if len(found) == 1 and not has_wildcard(found[0]) else ""
