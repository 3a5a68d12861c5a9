"""Which files a spec allows to be changed: its "Allowed Files".

The keys `files_modified:` and `allowed_files:` of front matter; then the section under a heading or
bold line "Allowed Files", up to the next heading of its level: list items, table rows, fenced lines
and lines that are paths only. What stands behind a path is a comment. Headings and labels inside
say that files are new, or that what follows is forbidden, read-only or only for reference.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from ..markdown.blocks import Block, blocks
from ..markdown.front_matter import front_matter_end, read_front_matter
from ..markdown.paths import paths_in
from ..markdown.tables import is_delimiter_row, split_row

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
_NEW: Final = re.compile(
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
_KEYS: Final = re.compile(r"(?mi)^(?:files[_-]modified|allowed[_-]files)[ \t]*:")
_BY_LABEL: Final = 7  # the level of a section that no heading opened

Listed = Iterator[tuple[list[str], str]]  # paths, and the comment beside them


def allowed_files(text: str) -> list[dict[str, Any]]:
    """Return {"path", "glob", "new"} of each file that a spec allows, in its order. Never fails."""
    found = dict.fromkeys(_in_front_matter(text), False)
    for path, is_new in _Section().read(text):
        found[path] = found.get(path, False) or is_new
    return [{"path": p, "glob": "*" in p or "?" in p, "new": new} for p, new in found.items()]


def _in_front_matter(text: str) -> Iterator[str]:
    if _KEYS.search(text[: front_matter_end(text)]):  # reading YAML takes as long as a start
        values = [v for k, v in read_front_matter(text)[0].items() if _KEYS.match(f"{k}:")]
        for value in values:
            for item in value if isinstance(value, list) else [value]:
                yield from _leading(str(item.get("path") if isinstance(item, dict) else item))[0]


class _Section:
    """What is open at a block: the level of the section's heading, 0 outside of it."""

    def __init__(self) -> None:
        self.level = self.shut_level = 0
        self.is_new = self.is_shut = self.is_listed = False
        self.items: list[tuple[bool, bool, bool]] = []  # open: (names a file, is shut, is new)

    def read(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield (path, whether it is new)."""
        readers = {"item": self._item, "table": _table, "fence": _fence}
        for block in blocks(text):
            listed: Listed = iter(())
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "paragraph":
                listed = self._paragraph(block.text)
            elif self.level and not self.is_shut and block.kind in readers:
                listed, self.is_listed = readers[block.kind](block), True
            for paths, comment in listed:
                yield from ((path, self.is_new or bool(_NEW.match(comment))) for path in paths)

    def _heading(self, block: Block) -> None:
        title = block.text.replace("*", "").strip()
        if not self.level or block.level <= self.level:
            opens = _OPENS.match(title) and not _FORBIDS.search(title)
            self.level, self.is_listed = (block.level if opens else 0), False
        elif self.is_shut and block.level > self.shut_level > 0:
            return
        self._enter(title, block.level)

    def _enter(self, title: str, level: int = 0) -> None:
        """Go on below a heading or label; "nothing else" above the list forbids nothing of it."""
        forbids = _FORBIDS.search(title) and (self.is_listed or not _OTHERS.search(title))
        self.is_shut, self.is_new, self.shut_level = bool(forbids), bool(_NEW.match(title)), level

    def _paragraph(self, text: str) -> Listed:
        paths, lead, _ = _leading(text)
        label = None if paths and not lead else _LABEL.match(text)
        title = (label[1] or label[2]).strip(" :.") if label else ""
        is_alone = text.rstrip().endswith(":")
        opens = label and (label[1] or self.level or is_alone) and _OPENS.match(title)
        is_other = self.is_listed or (title and not _NEW.match(title))
        if self.level == _BY_LABEL and is_other and not opens:
            self.level, self.is_listed = 0, False
        self.level = self.level or (_BY_LABEL if opens else 0)
        if title:
            self._enter(text if _FORBIDS.search(text) and not opens else title)
        if label:  # behind a list a label speaks of its files
            text = text[label.end() :] if opens or not self.is_listed else ""
        for line in text.split("\n") if self.level and not self.is_shut else ():
            paths, lead, rest = _leading(line)
            if paths and (not rest.strip(".") or rest[0] in "—–(-"):
                self.is_listed = self.level == _BY_LABEL or not label
                yield paths, f"{lead}{rest}"

    def _item(self, block: Block) -> Listed:
        del self.items[block.level :]
        text, *labels = re.split(r"\n(?=\*\*|__)", block.text)  # those are no part of the item
        paths, lead, rest = _leading(text)
        comment = f"{lead}{rest}"
        if any(named for named, _, _ in self.items):  # a note may begin with a bare name
            paths = [path for path in paths if "/" in path]
        above = self.items[-1] if self.items else (False, False, False)
        is_shut = above[1] or _is_kept(comment)
        is_new = above[2] or bool(not paths and _NEW.match(comment))
        self.items.append((bool(paths), is_shut, is_new))
        if not is_shut:
            yield paths, "new" if is_new else comment
        for label in labels:
            yield from self._paragraph(label)


def _table(block: Block) -> Listed:
    lines = block.text.split("\n")
    column = 0
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        cells = [cell.text for cell in split_row(line)]
        if is_delimiter_row(below.strip()):
            names = [cell.strip("*` ").casefold() for cell in cells]
            column = next((at for at, name in enumerate(names) if name in _FILE_COLUMNS), 0)
        for at, cell in enumerate(cells[column:], column) if "-" * 3 not in line else ():
            paths, lead, rest = _leading(cell)
            if paths:
                beside = [lead + rest, *cells[:at], *cells[at + 1 :]]
                if not any(map(_is_kept, beside)):
                    yield paths, next(filter(_NEW.match, beside), "")
                break


def _fence(block: Block) -> Listed:
    for line in block.text.split("\n")[1:]:
        paths, lead, rest = _leading(line)
        yield paths, lead + rest


def _is_kept(comment: str) -> bool:
    return bool(_FORBIDS.match(comment.lstrip(" —–-(*_:~")))


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
