"""Which files a spec allows to be changed: its "Allowed Files".

The keys `files_modified:` and `allowed_files:` of front matter; then the section under a heading or
bold line "Allowed Files", up to the next heading of its level: list items, table rows and fenced
lines. What stands behind a path is a comment. Headings and labels inside say that files are new, or
that what follows is forbidden, read-only or only for reference.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from ..markdown.blocks import Block, blocks
from ..markdown.front_matter import read_front_matter
from ..markdown.paths import paths_in
from ..markdown.tables import split_row

_OPENS: Final = re.compile(
    r"(?i)(?:[^:—–]{1,40} [—–] )?[\W\d_]*(?:(?:list of|the|only|new) )*"
    r"(?:allowed (?:files|paths|folders|directories)|(?:files|paths|folders|directories) allowed"
    r"|разреш[её]нные файлы)(?: to (?!read).*|\s*[(:—–].*)?$"
)
_FORBIDS: Final = re.compile(
    r"(?i)forbid|(?:do|must|may) not\b|don['’]t|never|not (?:allowed|via|to)|off.limits|read.only"
    r"|unchanged|reference|out of scope|manual|запрещ|нельзя|\bне (?:трог|меня|измен)|keep\W*$"
)
_OTHERS: Final = re.compile(r"(?i)\b(?:other|else|outside|остальн|друг)")
_IS_NEW: Final = re.compile(
    r"(?i)[\W_]*(?:new\b|creat|add(?:ed)?\W*$|нов|созда)|.*\b(?:new files?|to create)\b"
)
_LABEL: Final = re.compile(r"(?:\*\*|__)(.{1,200}?)(?:\*\*|__):?|([^:`|/\n.—]{1,80}):(?=\s|$)")
# What may stand before a path: a mark, a box, a verb, a label.
_LEAD: Final = re.compile(
    r"(?i)\s*(?:[-+] )?(?:\[[ x]\]\s*)?((?:\*\*)?(?:[^:`|/\n.—]{1,60}:(?:\*\*)?\s"
    r"|(?:create|add|new|modify|edit|update|delete|созда\w+|измен\w+)\b(?:\*\*)?(?![./-]))?)\s*(?:\*{1,2}(?=[\w`]))?"
)
_WORD: Final = re.compile(r"`[^`\n]+`|(?:\{[^{}\n]{0,200}\}|[^\s,;{}`])+")
_BETWEEN: Final = re.compile(r"(?:\s?\([^()\n]{0,80}\)(?=,))?[\s,;+&*·]*(?:(?:and|/|→) (?=`))?")
_LINK: Final = re.compile(r"\[[^\]\n]{0,200}\]\((?!\w+:)([^()\s]{1,300})\)")
_NAME: Final = re.compile(r"`((?:[\w.@*+-]+/)+[\w.@*+-]*|[\w-]*\.[a-z][\w.-]*|[A-Z]{4,})`")
_FILE_COLUMNS: Final = frozenset(("file", "files", "path", "paths", "файл", "файлы"))
_KEYS: Final = ("files_modified", "files-modified", "allowed_files", "allowed-files")
_SHUT, _NEW, _NAMED = "read-only", "new", "named"
_BY_LABEL: Final = 7  # the level of a section that no heading opened


def allowed_files(text: str) -> list[dict[str, Any]]:
    """Return {"path", "glob", "new"} of each file that a spec allows, in its order. Never fails."""
    found = dict.fromkeys(_in_front_matter(text), False)
    for path, is_new in _Section().read(text):
        found[path] = found.get(path, False) or is_new
    return [{"path": p, "glob": "*" in p or "?" in p, "new": new} for p, new in found.items()]


def _in_front_matter(text: str) -> Iterator[str]:
    front = read_front_matter(text)[0]
    for value in map(front.get, _KEYS):
        for item in value if isinstance(value, list) else [value or ""]:
            yield from _leading(str(item.get("path") if isinstance(item, dict) else item))[0]


class _Section:
    """What is open at a block: the level of the section's heading, 0 outside of it.

    `marks` are those of the heading or label above and of the items around: _SHUT, _NEW, _NAMED
    (the item names a file) or "".
    """

    def __init__(self) -> None:
        self.level = self.shut_level = 0
        self.is_listed = False  # a list was read since the heading or label
        self.marks = [""]

    def read(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield (path, whether it is new)."""
        for block in blocks(re.sub(r"\n(?=\*\*\w)", "\n\n", text)):  # a bold line is a label
            if block.kind == "heading":
                self._enter(block.text.replace("*", "").strip(), block.level)
            elif block.kind == "paragraph":
                paths, lead, _ = _leading(block.text)
                label = None if paths and not lead else _LABEL.match(block.text)
                if label:
                    self._enter((label[1] or label[2]).strip(" :."), _BY_LABEL, block.text)
            elif self.level:
                self.is_listed = True
                del self.marks[block.level + 1 :]
                yield from self._listed(block)

    def _listed(self, block: Block) -> Iterator[tuple[str, bool]]:
        for words, beside in _texts(block):
            paths, lead, rest = _leading(words)
            marks = [*self.marks, *map(_mark, [lead + rest, *beside])]
            if _NAMED in marks:  # a note may begin with a bare name
                paths = [path for path in paths if "/" in path]
            yield from ((path, _NEW in marks) for path in paths if _SHUT not in marks)
            if block.kind == "item":
                self.marks.append(_NAMED if paths and _SHUT not in marks else marks[-1])

    def _enter(self, title: str, level: int, text: str = "") -> None:
        """Go on below a heading or label; "nothing else" above the list forbids nothing of it."""
        opens = _OPENS.match(title)
        if not self.level or level <= self.level:
            self.level, self.is_listed = (level if opens else 0), False
        elif self.marks[0] == _SHUT and level > self.shut_level and not opens:
            return
        words = title if opens else text or title
        forbids = _FORBIDS.search(words) and (self.is_listed or not _OTHERS.search(words))
        self.marks = [_SHUT if forbids else _NEW if _IS_NEW.match(title) else ""]
        self.shut_level = level


def _mark(words: str) -> str:
    """Return what words beside a path say of it."""
    if _FORBIDS.match(words.lstrip(" —–-(*_:~")):
        return _SHUT
    return _NEW if _IS_NEW.match(words) else ""


def _texts(block: Block) -> Iterator[tuple[str, list[str]]]:
    """Yield an item, the lines of a fence, the cell with the files of each row of a table."""
    lines = block.text.split("\n")
    if block.kind == "item":
        yield block.text, []
    elif block.kind == "fence":
        yield from ((line, []) for line in lines[1:])
    elif block.kind == "table":
        names = [cell.text.strip("*` ").casefold() for cell in split_row(lines[0])]
        column = next((at for at, name in enumerate(names) if name in _FILE_COLUMNS), 0)
        for line in lines[2:]:
            cells = [cell.text for cell in split_row(line)]
            words = next((cell for cell in cells[column:] if _leading(cell)[0]), "")
            yield words, [cell for cell in cells if cell != words]


def _leading(text: str) -> tuple[list[str], str, str]:
    """Return the paths that a text begins with, and what stands before and behind them."""
    text = _LINK.sub(r"`\1`", text)
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    paths: list[str] = []
    while word := _WORD.match(text, at):
        # In code also what only its place tells from a word is a path.
        named = paths_in(f"`{word[0].strip('`')}`") or _NAME.findall(word[0])
        if not named or not (gap := _BETWEEN.match(text, word.end())):
            break
        paths += named
        at = gap.end()
    return paths, lead[1] if lead else "", text[at:].strip()
