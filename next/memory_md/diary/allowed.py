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

_FILES: Final = r"(?:files?|paths?|folders?|directories)"
_OPENS: Final = re.compile(
    rf"[\W\d_]*(?:(?:list of|the|only|new) )*(?:allowed {_FILES}|{_FILES} allowed"
    r"|разреш[её]нные файлы)(?: to .*|\s*[(:—–].*)?$",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(
    r"forbid|(?:do|must|may) not\b|don['’]t|never|not (?:allowed|via)|off[- ]limits|read[- ]only"
    r"|unchanged|reference|out of scope|manual|запрещ|нельзя|\bне (?:трог|меня|измен)",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(r"\b(?:other|else|outside|остальн|друг)", re.IGNORECASE)
_KEPT: Final = re.compile(
    r"[\W_]*(?:(?:do not|don['’]t|read[- ]only|unchanged|reference|не (?:трог|меня|измен))"
    r"|keep(?: as[- ]is)?\W*$)",
    re.IGNORECASE,
)
_NEW: Final = re.compile(
    r"[\W_]*(?:new\b|creat|add(?:ed)?\W*$|нов|созда)|.*\bnew files?\b", re.IGNORECASE
)
_LABEL: Final = re.compile(r"(?:\*\*|__)(.{1,200}?)(?:\*\*|__):?|([^:`|/\n]{1,80}):(?=\s|$)")
_VERB: Final = re.compile(
    r"(?:\[[ xX]\]|\*\*|create|add|new|modify|edit|update|delete|созда\w+|измен\w+)"
    r"(?![\w.-])[*: ]*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"`[^`\n]+`|(?:\{[^{}\n]{0,200}\}|[^\s,;{}`])+")
_BETWEEN: Final = re.compile(r"[\s,;+&*]*(?:and (?=`))?")
_NAME: Final = re.compile(
    r"`((?:[\w.@*+-]+/)+[\w.@*+-]*|[\w-]*\.[a-z][\w.-]*|[A-Z]{4,}|[A-Z][a-z]*file)`"
)
_KEYS: Final = re.compile(r"(?mi)^(?:files[_-]modified|allowed[_-]files)[ \t]*:")
_BY_LABEL: Final = 7  # the level of a section that no heading opened


def allowed_files(text: str) -> list[dict[str, Any]]:
    """Return {"path", "glob", "new"} of each file that a spec allows, in its order. Never fails."""
    found: dict[str, bool] = {}
    for path, is_new in [*_in_front_matter(text), *_Section().read(text)]:
        found[path] = found.get(path, False) or is_new
    return [{"path": p, "glob": "*" in p or "?" in p, "new": new} for p, new in found.items()]


def _in_front_matter(text: str) -> Iterator[tuple[str, bool]]:
    if _KEYS.search(text[: front_matter_end(text)]):  # reading YAML takes as long as a start
        for key, value in read_front_matter(text)[0].items():
            for item in (
                (value if isinstance(value, list) else [value]) if _KEYS.match(f"{key}:") else ()
            ):
                name = item.get("path") if isinstance(item, dict) else item
                yield from ((path, False) for path in _leading(str(name))[0])


class _Section:
    """What is open at a block: the level of the section's heading, 0 outside of it."""

    def __init__(self) -> None:
        self.level = 0
        self.is_new = self.is_shut = self.is_listed = False
        self.parents: list[bool] = []  # of each open item, whether it names a file

    def read(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield (path, whether it is new)."""
        for block in blocks(text):
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "paragraph":
                yield from self._paragraph(block.text)
            elif self.level and not self.is_shut and block.kind in ("item", "table", "fence"):
                self.is_listed = True
                for paths, comment in getattr(self, f"_{block.kind}")(block):
                    yield from ((path, self.is_new or bool(_NEW.match(comment))) for path in paths)

    def _heading(self, block: Block) -> None:
        title = block.text.replace("*", "").strip()
        if self.level and block.level > self.level:
            self._enter(title)
            return
        opens = _OPENS.match(title) and not _FORBIDS.search(title)
        self.level, self.is_listed = (block.level if opens else 0), False
        self._enter(title)

    def _enter(self, title: str) -> None:
        """Go on below a heading or label; "nothing else" above the list forbids nothing of it."""
        forbids = _FORBIDS.search(title) and (self.is_listed or not _OTHERS.search(title))
        self.is_shut, self.is_new = bool(forbids), bool(_NEW.match(title))

    def _paragraph(self, text: str) -> Iterator[tuple[str, bool]]:
        label = _LABEL.match(text)
        title = (label[1] or label[2]).strip(" :") if label else ""
        opens = label and (label[1] or self.level) and _OPENS.match(title)
        if self.level == _BY_LABEL and self.is_listed and not opens:
            self.level, self.is_listed = 0, False
        self.level = self.level or (_BY_LABEL if opens else 0)
        if title and self.level:
            self._enter(text if _FORBIDS.search(text) and not opens else title)
        text = text[label.end() :] if label and opens else text
        for line in text.split("\n") if self.level and not self.is_shut else ():
            paths, comment = _leading(line)
            if not comment or comment[0] in "—–(-":
                self.is_listed = self.is_listed or bool(paths)
                yield from ((path, self.is_new) for path in paths)

    def _item(self, block: Block) -> Iterator[tuple[list[str], str]]:
        del self.parents[block.level :]
        paths, comment = _leading(block.text)
        label = _LABEL.match(block.text)
        if any(self.parents):  # a note on the file above may begin with a bare name
            paths = [path for path in paths if "/" in path]
        elif not paths and label and not _FORBIDS.search(label[0]):
            paths, comment = _leading(block.text[label.end() :])
            comment = f"{label[0]} {comment}"
        self.parents.append(bool(paths))
        if not _KEPT.match(comment):
            yield paths, comment

    def _table(self, block: Block) -> Iterator[tuple[list[str], str]]:
        for line in block.text.split("\n"):
            cells = [] if is_delimiter_row(line.strip()) else [c.text for c in split_row(line)]
            read = [_leading(cell) for cell in cells]
            at = next((n for n, (paths, _) in enumerate(read) if paths), -1)
            beside = [read[at][1], *cells[:at], *cells[at + 1 :]] if at >= 0 else []
            if beside and not any(map(_KEPT.match, beside)):
                yield read[at][0], next(filter(_NEW.match, beside), "")

    def _fence(self, block: Block) -> Iterator[tuple[list[str], str]]:
        yield from map(_leading, block.text.split("\n")[1:])


def _leading(text: str) -> tuple[list[str], str]:
    """Return the paths that a text begins with, and the comment beside them."""
    text = text.strip()
    verbs = ""
    while found := _VERB.match(text):
        verbs, text = verbs + found[0], text[found.end() :]
    paths: list[str] = []
    at = 0
    while word := _WORD.match(text, at):
        # In code also what only its place tells from a word is a path.
        named = paths_in(word[0].strip("*")) or _NAME.findall(word[0])
        if not named or not (gap := _BETWEEN.match(text, word.end())):
            break
        paths, at = paths + named, gap.end()
    return paths, f"{verbs} {text[at:]}".strip()
