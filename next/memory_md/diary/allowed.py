"""Which files a spec allows to be changed: its "Allowed Files".

The keys `files_modified:` and `allowed_files:` of front matter; then the section under a heading or
bold line "Allowed Files", up to the next heading of its level: list items, table rows, fenced lines
and lines that begin with paths. What stands beside a path is a comment. Sub-headings and labels
say that files are new, or that what follows is forbidden, read-only or only for reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..markdown.blocks import Block, blocks
from ..markdown.code_spans import code_spans
from ..markdown.front_matter import front_matter_end, read_front_matter
from ..markdown.paths import paths_in
from ..markdown.tables import is_delimiter_row, split_row

_OPENS: Final = re.compile(
    r"(?:[\W\d_]*)(?:(?:list of|the|only|all|new|новые)[ ]+)*"
    r"(?:(?:allowed|permitted)[ -](?:\w+[ ])?(?:files?|directories|folders|paths)"
    r"|(?:files?|directories|folders|paths)[ ](?:that are[ ])?(?:allowed|permitted)"
    r"|разреш[её]нные файлы)(?![\w-])(?:[ ]+to[ ].*|[ ]*(?:[(:—–-].*)?)$",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(
    r"forbid|(?:do|must|may|can) ?not\b|don['’]t|never|\bnot (?:allowed|via|to be)|off[- ]limits"
    r"|read[- ]only|unchanged|reference|out of scope|manual|запрещ|нельзя|только (?:для )?чтени"
    r"|\bне (?:трог|меня|измен)|вручную",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(r"\b(?:other|else|outside|остальн|друг)", re.IGNORECASE)
_KEPT: Final = re.compile(
    r"[\W_]*(?:do not|don['’]t|read[- ]only|unchanged|reference only|no changes?\b"
    r"|keep(?: as[- ]is| unchanged)?[\W_]*$|не (?:трог|меня|измен)|без изменений|только чтение)",
    re.IGNORECASE,
)
_NEW: Final = re.compile(
    r"[\W_]*(?:new|creat|add(?:ed)?[\W_]*$|нов|созда)|.*\b(?:new files?|create[sd]?|новы[йе])\b",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"[\s>]*(?:(\*\*|__)(.{1,200}?)\1[ \t]*:?|([^:`|/\n]{1,80}):(?=\s|$))")
_VERB: Final = re.compile(
    r"(?:\[[ xX]\]|[*_]{2}|create|add|new|modify|edit|update|change|delete|remove|rename|move"
    r"|созда\w+|измен\w+|добав\w+|удал\w+)(?![\w.-])[*_: \t]*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"(?:\{[^{}\n]{0,200}\}|[^\s,;{}])+")
_BETWEEN: Final = re.compile(r"[\s,;+&]*(?:(?:and|и)[ ](?=`))?[\s*_]*")
_NAME: Final = re.compile(r"(?:[\w.@\[\]*+-]+/)+[\w.@\[\]*+-]*|[A-Z][A-Za-z]*file|[A-Z]{4,}")
_FILE_COLUMNS: Final = frozenset(("file", "files", "path", "paths", "файл", "файлы", "путь"))
_KEYS: Final = re.compile(r"(?mi)^(?:files[_-]modified|allowed[_-]files)\s*:")


@dataclass(frozen=True, slots=True)
class AllowedFile:
    """A path that may be changed; `glob`: it holds wildcards; `new`: it is to be made."""

    path: str
    glob: bool
    new: bool = False

    def json(self) -> dict[str, Any]:
        """Return it as SPEC's JSON has it."""
        return {"path": self.path, "glob": self.glob, "new": self.new}


def allowed_files(text: str) -> list[AllowedFile]:
    """Return the files that a spec allows to be changed, in its order, each once. Never fails."""
    found: dict[str, bool] = dict.fromkeys(_in_front_matter(text), False)
    for path, is_new in _Section(text).read():
        found[path] = found.get(path, False) or is_new
    return [AllowedFile(path, "*" in path or "?" in path, new) for path, new in found.items()]


def _in_front_matter(text: str) -> Iterator[str]:
    if _KEYS.search(text[: front_matter_end(text)]):  # to read YAML takes as long as a start
        for key, value in read_front_matter(text)[0].items():
            if _KEYS.match(f"{key}:"):
                yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from _leading(value)[0]
    elif isinstance(value, dict):
        named = [value[key] for key in ("path", "file") if key in value]
        yield from _strings(named or [*value])
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


class _Section:
    """One pass over the blocks of a spec.

    `level` is that of the heading that opened the section, 7 for a bold line, 0 outside. `is_shut`:
    what follows is not allowed, until a label or heading says otherwise.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.level = 0
        self.is_new = self.is_shut = self.is_listed = False
        self.parents: list[bool] = []  # of each open item, whether it names a file

    def read(self) -> Iterator[tuple[str, bool]]:
        """Yield (path, whether it is new)."""
        for block in blocks(self.text):
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "paragraph":
                yield from self._paragraph(block)
            elif self.level and not self.is_shut:
                self.is_listed = True
                yield from self._listed(block)

    def _open(self, level: int, title: str) -> None:
        self.level = self.level or level
        self.is_new, self.is_shut = bool(_NEW.match(title)), False

    def _heading(self, block: Block) -> None:
        title = block.text.replace("*", "").strip()
        if self.level and block.level > self.level:
            self.is_shut = self._forbids(title)
            self.is_new = bool(_NEW.match(title))
            return
        self.level, self.is_listed = 0, False
        if _OPENS.match(title) and not _FORBIDS.search(title):
            self._open(block.level, title)

    def _forbids(self, words: str) -> bool:
        """Return whether words forbid what follows; "nothing else" above the list does not."""
        return bool(_FORBIDS.search(words)) and (self.is_listed or not _OTHERS.search(words))

    def _paragraph(self, block: Block) -> Iterator[tuple[str, bool]]:
        label = _LABEL.match(block.text)
        title = (label[2] or label[3] or "").strip(" :") if label else ""
        if label and (label[2] or self.level) and _OPENS.match(title):
            self._open(7, title)
            rest = block.text[label.end() :]
        elif not self.level:
            return
        elif self.level == 7 and self.is_listed:
            self.level, self.is_listed = 0, False
            return
        else:
            rest = block.text
            if title and self._forbids(block.text):
                self.is_shut = True
            elif title:
                self.is_shut, self.is_new = False, bool(_NEW.match(title))
        for line in rest.split("\n") if not self.is_shut else ():
            paths, comment = _leading(line)
            if not comment or re.match(r"[—–(-]", comment):
                self.is_listed = self.is_listed or bool(paths)
                yield from ((path, self.is_new) for path in paths)

    def _listed(self, block: Block) -> Iterator[tuple[str, bool]]:
        if block.kind == "item":
            yield from self._item(block)
        elif block.kind == "table":
            yield from self._table(block)
        elif block.kind in ("fence", "code"):
            for line in block.text.split("\n")[int(block.kind == "fence") :]:
                paths, comment = _leading(line)
                yield from ((path, self._made(comment)) for path in paths)

    def _made(self, comment: str) -> bool:
        return self.is_new or bool(_NEW.match(comment))

    def _item(self, block: Block) -> Iterator[tuple[str, bool]]:
        del self.parents[block.level :]
        is_beneath = any(self.parents)
        paths, comment = _leading(block.text)
        label = _LABEL.match(block.text)
        if not paths and label and not _FORBIDS.search(label[0]) and not is_beneath:
            paths, comment = _leading(block.text[label.end() :])
            comment = f"{label[0]} {comment}"
        if is_beneath:  # a note on the file above may begin with a bare name
            paths = [path for path in paths if "/" in path]
        self.parents.append(bool(paths))
        if not _KEPT.match(comment):
            yield from ((path, self._made(comment)) for path in paths)

    def _table(self, block: Block) -> Iterator[tuple[str, bool]]:
        lines = block.text.split("\n")
        column = -1
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            cells = [cell.text for cell in split_row(line)]
            if is_delimiter_row(below.strip()):
                names = [cell.strip("*` ").casefold() for cell in cells]
                column = next((n for n, name in enumerate(names) if name in _FILE_COLUMNS), -1)
            elif not is_delimiter_row(line.strip()):
                at = column if column >= 0 else _first_with_path(cells)
                others = [cell for number, cell in enumerate(cells) if number != at]
                paths, comment = _leading(cells[at]) if at < len(cells) else ([], "")
                if not any(map(_KEPT.match, [comment, *others])):
                    new = any(map(self._made, [comment, *others]))
                    yield from ((path, new) for path in paths)


def _first_with_path(cells: list[str]) -> int:
    return next((at for at, cell in enumerate(cells) if _leading(cell)[0]), 0)


def _leading(text: str) -> tuple[list[str], str]:
    """Return the paths that a text begins with, and the comment behind them."""
    text = text.strip()
    verbs = ""
    while found := _VERB.match(text):
        verbs, text = f"{verbs}{found[0]} ", text[found.end() :]
    paths: list[str] = []
    spans = {start: (end, content) for start, end, content in code_spans(text.partition("\n")[0])}
    at = 0
    while at < len(text):
        if at in spans:
            end, content = spans[at]
            found_paths = _as_paths(content)
        else:
            word = _WORD.match(text, at)
            end = word.end() if word else at
            found_paths = paths_in(word[0].strip("*")) if word else []
        if not found_paths:
            break
        paths += found_paths
        gap = _BETWEEN.match(text, end)
        at = gap.end() if gap else end
    rest = text[at:].strip()
    return paths, f"{verbs}{rest}".strip() if paths else rest


def _as_paths(code: str) -> list[str]:
    """Return the paths of a code span: also those that only their place tells from a word."""
    found = paths_in(f"`{code}`")
    return found or ([code] if _NAME.fullmatch(code) else [])
