"""Notes that a team keeps in Markdown, as texts that stand alone: one for each line. Pure.

Each list item, table row and paragraph is a note, with the heading that it needs. What belongs
together stays together: a line that introduces with what it introduces, where that is short, a
lesson with its fields.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..base.text import clip, one_line
from ..markdown.blocks import Block, blocks
from ..markdown.tables import split_row
from ..memory.labels import KIND_BY_NAME, split_label
from ..memory.model import KINDS, LONGEST_TEXT

_JOINED: Final = 320  # characters of a list that is one note with its introduction
_SHORT: Final = 90  # characters of an introduction that stands before each of its items
_LOOKED_AT: Final = 1_000  # characters of a note; an entry holds fewer
_MOST_CODE: Final = 3  # lines of code that a note takes along
_NO_CODE: Final = re.compile(r"#|//|```|~~~|[-*+>] ")
_DATE: Final = re.compile(
    r"^[*_\[(]*\d{4}-\d\d-\d\d[*_\])]*(?:\s*[:—–-]+)?\s*|^\[[A-Z]+-[\w-]+\]\s*"
)
_BOLD: Final = re.compile(r"(?<![\w`/*])(\*\*|__)(?=\S)([^*]{1,200}?)(?<=\S)\1(?!\w)")
_DECORATION: Final = re.compile(r"^[^\w`\"'(\[*_@./$<~\\-]+\s*|^(?:\d+[.)]\s+)+|\s*#+$")
_FORBIDS: Final = re.compile(r"^[❌🚫⛔✗✖]️?")
_NEGATION: Final = re.compile(
    r"(?i)\b(?:not|never|no|avoid|don|stop|nicht|kein\w*|nie\w*|pas|jamais|nunca|не|нельзя)\b"
    r"|n['’]t\b|不|禁|勿|ない|지 마|금지"
)
# Sections about the file itself, what is elsewhere, and how things stand.
_META: Final = re.compile(
    r"(?i)(?:(?:table of )?contents|toc|index|links?|references?|resources?|related(?: \w+)?"
    r"|see also|further reading|more information|license|contributors|credits|change ?log"
    r"|history|recent changes|(?:current |project )?status|progress|roadmap|to ?do|backlog"
    r"|next steps|metadata|(?:about|how to use) this (?:file|document)|(?:entry )?template"
    r"|inhalt(?:sverzeichnis)?|liens|enlaces|ссылки|содержание|目录|目次|参考\S*|목차)$"
)
_ABOUT_ITSELF: Final = re.compile(
    r"(?i)\bthis (?:file|document) (?:is|provides|contains|describes|defines|guides|applies)\b"
    r"|claude\.ai/code|^(?:you are an? |act as |auto-?generated|last (?:updated|modified)"
    r"|diese datei|ce fichier|este (?:archivo|documento)|этот файл|本文件|このファイル|이 파일)"
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LINK: Final = (
    r"(?:!?\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\]|<?https?://\S+|@[\w./~-]+\.\w+|`[^`\s]+\.md`)"
)
_ONLY_LINK: Final = re.compile(
    rf"(?i)^(?:(?:see|siehe|voir|ver|см\.?|详见|参见|参照)(?: also)?:? )?{_LINK}"
    r"(?:\s*(?:[-—–:(].*|を参照.*|[.,]))?$"
    rf"|^(?:for (?:more|full|further)|see |full |detailed )[^.]*{_LINK}[^.]*\.?$"
)
_GENERAL: Final = re.compile(
    r"(?i)(?:rules?|guidelines?|conventions?|notes?|important|general|projects?|lessons?|learnings?"
    r"|memory|overview|best|practices?|instructions|claude|agents?|gemini|md|the|and|of|for|our|key"
    r"|core|critical|misc|other|code|coding|standards|principles|details|summary|about|repository"
    r"|this|in|with|\d+|de|la|les?|der|die|und|et|y|regeln|règles?|reglas|правила|проекта|projekt"
    r"|projet|proyecto|项目(?:规则)?|规则|프로젝트|규칙|プロジェクトのルール)$"
)
_POLAR: Final = re.compile(
    r"(?i)(?:do|don['’]?ts?|do not|never|avoid|always|forbidden|prohibited|not allowed|verboten"
    r"|anti-?patterns?|interdits?|prohibido|запрещено|нельзя|禁止(?:事项|事項)?|不要|避ける|금지)\b"
)
_FIELD: Final = re.compile(r"\*\*[^*\n]{2,40}(?:[:：]\*\*|\*\*\s?[:：])\s*\S")
_NO_FIELD: Final = re.compile(
    r"(?i)^\**(?:date|logged|status|priority|area|tags?|category|source|files?|related)\b"
)
_REASONS: Final = (
    (_ABOUT_ITSELF, "is about the file itself"),
    (_ONLY_LINK, "a link"),
    (re.compile("[:：]$"), "only introduces what follows"),
    (re.compile(r"^(?:~~.*~~\W*|\[[^\]`]*\]|<[^>`]*>)$"), "struck out, or a placeholder"),
    (re.compile(rf"{_NO_FIELD.pattern}(?<=\w) ?[:：]"), "a field of a record"),
)
_TASK: Final = re.compile(r"\[[ xX]\]\s")


@dataclass(frozen=True, slots=True)
class Note:
    """A text of a file and its line, from 1; `reason` says why it is left out, "" if it is not."""

    line: int
    text: str
    kind: str = "convention"
    reason: str = ""
    qualifier: str = ""


_Item = tuple[int, str]  # its line, and what it says
_Found = tuple[int, str, list[str]]  # with the headings above it, the nearest last


def notes_in(text: str) -> list[Note]:
    """Return the notes of a document in order."""
    found: list[_Found] = []
    for line, words, headings in _Notes(text).read():
        if found and _FIELD.match(words) and found[-1][2] == headings:  # of a lesson
            start, before, _ = found[-1]
            if len(before) + len(words) < LONGEST_TEXT:
                found[-1] = (start, f"{before} {words}", headings)
                continue
        found.append((line, words, headings))
    return [_note(*one) for one in found]


def _note(line: int, words: str, headings: list[str]) -> Note:
    words = cleaned(words)
    first, *others = _SENTENCE.split(words[:_LOOKED_AT], maxsplit=1)
    words = others[0] if others and _ABOUT_ITSELF.search(first) else words
    if words.endswith((":", "：")):
        words = " ".join(_SENTENCE.split(words)[:-1]) or words
    named, qualifier, rest = split_label(words)
    is_label = words.lower().startswith(KINDS[named].lower()) and named != "note"
    words, qualifier = (rest, qualifier) if is_label else (words, "")
    about = named if is_label else _kind_of(headings[-1] if headings else "")
    whole = clip(_with_headings(words, headings), LONGEST_TEXT)
    is_meta = any(_META.match(cleaned(one).strip(" *_:")) for one in headings)
    reason = "a section about other things" if is_meta else _left_out(words, whole)
    return Note(line, words if reason else whole, about or "convention", reason, qualifier)


def _plain(text: str) -> str:
    return _BOLD.sub(r"\2", one_line(text))


def cleaned(words: str) -> str:
    """Return a text on one line, without date, bold marks, and signs in front."""
    words = _DATE.sub("", _plain(words))
    forbids = _FORBIDS.match(words)
    words = _DATE.sub("", _DECORATION.sub("", words).strip())
    return f"Don't: {words}" if forbids and not _NEGATION.search(words) else words


def _kind_of(heading: str) -> str:
    """Return the kind that a heading says: "Decisions", "Key gotchas"."""
    word = (re.findall(r"\w+", heading.casefold()) or [""])[-1]
    kind = KIND_BY_NAME.get(word) or KIND_BY_NAME.get(word.removesuffix("s"), "")
    return "" if kind == "project" else kind


def _left_out(words: str, whole: str) -> str:
    """Return why a text is no note, "" if it is one; `whole` is with its heading."""
    bare = words[:_LOOKED_AT].strip(" *_")
    for pattern, reason in _REASONS:
        if pattern.search(bare):
            return reason
    is_cjk = re.search(r"[\u3040-\u9fff\uac00-\ud7af]{4}", whole)
    return "" if is_cjk or len(whole.split()) > 2 or "`" in bare else "too short"


def _with_headings(words: str, headings: Sequence[str]) -> str:
    """Return a text with the heading that it needs in front; that above where it is "Don't".

    It needs none that says only "Rules", or nothing that the text does not say.
    """
    titles = [re.sub(r"[*`]", "", cleaned(one)).strip(" .:：") for one in headings]
    title = titles[-1] if titles else ""
    is_polar = _POLAR.match(title)
    is_part = is_polar or (headings and headings[-1].startswith("**"))
    if is_part and len(both := ", ".join(titles[-2:])) <= 72:
        title = both
    telling = [part for part in re.findall(r"\w+", title) if not _GENERAL.match(part)]
    said = [re.search(rf"(?i)(?<!\w){one.removesuffix('s')}", words) for one in telling]
    is_needed = not all(said) and len(title) <= 80
    return f"{title}: {words}" if is_needed or (is_polar and not _NEGATION.match(words)) else words


class _Notes:
    """One pass over the blocks of a document."""

    def __init__(self, text: str) -> None:
        self.blocks = [one for one in blocks(text) if one.kind not in ("front", "html", "rule")]
        self.titles: dict[int, str] = {}
        self.first = next((one for one in self.blocks if one.kind == "heading"), None)
        self.intro: _Item = (0, "")  # a paragraph that introduces what follows
        self.items: list[_Item] = []  # of the list that is being read

    def read(self) -> Iterator[_Found]:
        for tree in _trees(self.blocks):
            block = tree[0]
            if block.kind == "item":
                self.items += _item(tree) if not _TASK.match(block.text) else []
                continue
            if block.kind == "fence" and self.intro[1] and not self.items:
                self._fence(block)
            yield from self._list()
            if block.kind == "heading":
                self.titles = {n: one for n, one in self.titles.items() if n < block.level}
                self.titles[block.level] = block.text
            elif block.kind == "paragraph":
                self._paragraph(block)
            elif block.kind == "table":
                self.items += _rows(block)
        yield from self._list()

    def _list(self) -> Iterator[_Found]:
        """Give what was read, with its introduction and the headings above, but the document's."""
        items = [*_introduced(*self.intro, self.items)] if self.intro[1] else self.items
        self.intro, self.items = (0, ""), []
        title = self.first.text if self.first and self.first.level == 1 else ""
        headings = [self.titles[level] for level in sorted(self.titles)]
        yield from (
            (line, words, [one for one in headings if one != title]) for line, words in items
        )

    def _paragraph(self, block: Block) -> None:
        words = one_line(block.text)
        if re.fullmatch(r"(\*\*|__)[^*_]+\1:?|(\*\*|__)[^*_]+[:：]\2", words):
            self.titles[7] = words  # a bold line is a heading
        elif _plain(words).endswith((":", "：")):
            self.intro = (block.line, _plain(words))
        else:
            self.items = [(block.line, words)]

    def _fence(self, block: Block) -> None:
        """Take code to the line above it."""
        code, (line, intro) = _code(block), self.intro
        self.intro = (line, f"{intro} {code}") if code else (0, "")


def _trees(parts: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield each block with those that it holds."""
    tree: list[Block] = []
    for block in parts:
        if tree and block.start >= tree[0].end:
            yield tree
            tree = []
        tree.append(block)
    yield from [tree] if tree else []


def _item(tree: Sequence[Block]) -> list[_Item]:
    """Return the texts of an item, with what is below it."""
    words, children = _plain(tree[0].text), list[_Item]()
    for inner in _trees(tree[1:]):
        if inner[0].kind == "item":
            children += _item(inner)
        elif inner[0].kind in ("paragraph", "fence"):
            more = inner[0].text if inner[0].kind == "paragraph" else _code(inner[0])
            words = f"{words} {_plain(more)}".strip()
    return [*_introduced(tree[0].line, words, children)]


def _introduced(line: int, words: str, items: Sequence[_Item]) -> Iterator[_Item]:
    """Yield items with their introduction: as one where they are short pieces of it."""
    pieces = [text for _, text in items]
    short = [one for one in pieces if len(one.split()) <= 4 or one[:1].islower()]
    is_intro = words.endswith((":", "："))
    if len(words) + sum(map(len, pieces)) <= _JOINED and len(short) * 2 >= len(pieces):
        yield line, (" " if is_intro else " — ").join(filter(None, [words, "; ".join(pieces)]))
        return
    *said, intro = _SENTENCE.split(words) if is_intro else [words]
    if said or not (is_intro and items):
        yield line, " ".join(said) if items and is_intro else words
    before = f"{intro.rstrip(' :：.')}: " if items and len(intro) <= _SHORT else ""
    yield from ((at, f"{before}{text}") for at, text in items)


def _code(block: Block) -> str:
    """Return a few lines of code as code spans, "" for more."""
    lines = [line.strip().removeprefix("$ ") for line in block.text.split("\n")[1:]]
    lines = [line for line in lines if line and not _NO_CODE.match(line)]
    is_short = len(lines) <= _MOST_CODE and all(len(one) <= 120 for one in lines)
    return ", ".join(f"`{line}`" for line in lines if "`" not in line) if is_short else ""


def _rows(block: Block) -> Iterator[_Item]:
    names, *rows = [split_row(line) for line in block.text.split("\n")]
    for number, row in enumerate(rows[1:], block.line + 2):
        pairs = [(name.text, cell.text) for name, cell in zip(names, row, strict=False)]
        cells = [pair for pair in pairs if pair[1] and not _NO_FIELD.match(pair[0])]
        named = "; ".join(": ".join(filter(None, pair)) for pair in cells)
        yield number, named if len(cells) > 2 else " — ".join(cell for _, cell in cells)
