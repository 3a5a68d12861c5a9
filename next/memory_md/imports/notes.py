"""Notes that a team keeps in Markdown, as texts that stand alone: one for each line. Pure.

Each list item, table row and short paragraph is a note, with the heading that it needs. What
belongs together stays together: an item with what is below it, an introduction with a short list, a
lesson with its fields, a command with its comment.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..base.text import one_line
from ..markdown.blocks import Block, blocks
from ..markdown.tables import split_row
from ..memory.labels import KIND_BY_NAME, split_label
from ..memory.model import KINDS, LONGEST_TEXT

_JOINED: Final = 320  # characters of a list that is one note with its introduction
_SHORT_ITEM: Final = 90
_LOOKED_AT: Final = 1_000  # characters of a note; an entry holds fewer
_MOST_CODE: Final = 3  # lines of code that a note takes along
_SHELL: Final = re.compile(r"(?i)(?:bash|sh|shell|zsh|console|cmd|powershell)\s*$")
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
    r"(?i)(?:table of contents|contents|toc|index|links?|references?|resources?|related(?: \w+)?"
    r"|see also|further reading|more information|license|contributors|credits|change ?log|history"
    r"|recent changes|(?:current |project )?status|progress|roadmap|to ?do|backlog|next steps"
    r"|metadata|(?:about|how to use) this (?:file|document)|status definitions|entry format"
    r"|(?:entry )?template|inhalt(?:sverzeichnis)?|références|liens|referencias|enlaces|ссылки"
    r"|содержание|目录|参考(?:资料|文档|リンク|文献)?|目次|相关文档|참고|목차)$"
)
_ABOUT_ITSELF: Final = re.compile(
    r"(?i)\bthis (?:file|document) (?:is|provides|contains|describes|serves|gives|defines|guides"
    r"|outlines|helps|applies|covers)\b|claude\.ai/code|^(?:you are an? |act as )"
    r"|^(?:auto-?generated|last (?:updated|modified)|diese datei|ce fichier|questo file"
    r"|este (?:archivo|arquivo|documento)|этот файл|本文件|此文件|该文件|このファイル|이 파일)"
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LINK: Final = (
    r"(?:!?\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\]|<?https?://\S+|@[\w./~-]+\.\w+|`[^`\s]+\.md`)"
)
_ONLY_LINK: Final = re.compile(
    rf"(?i)(?:(?:see|siehe|voir|ver|см\.?|详见|参见|参照)(?: also)?:? )?{_LINK}"
    r"(?:\s*(?:[-—–:(].*|を参照.*|[.,]))?$"
    rf"|(?:for (?:more|full|further)|see |full |detailed )[^.]*{_LINK}[^.]*\.?$"
)
_NO_TEXT: Final = re.compile(r"~~.*~~\W*$|\[[^\]`]*\]$|<[^>`]*>$")  # struck out, a placeholder
_GENERAL: Final = re.compile(
    r"(?i)(?:rules?|guidelines?|conventions?|notes?|important|general|projects?|lessons?|learnings?"
    r"|memory|overview|best|practices?|instructions|claude|agents?|gemini|md|the|and|of|for|our|key"
    r"|core|critical|misc|other|code|coding|standards|principles|details|summary|about|repository"
    r"|this|in|with|\d+|d[eu]|la|les?|el|los|de[rl]|die|das|und|et|y|regeln|règles?|reglas|правила"
    r"|проекта|proje[kc]tr?e?g?e?l?n?|projet|proyecto|项目(?:规则)?|规则|프로젝트|규칙|プロジェクトのルール)$"
)
_POLAR: Final = re.compile(
    r"(?i)(?:do|dos|don['’]?ts?|do not|never|avoid|always|forbidden|prohibited|not allowed|verboten"
    r"|anti-?patterns?|interdits?|prohibido|запрещено|нельзя|禁止(?:事项|事項)?|不要|避免|避ける|금지)\b"
)
_FIELD: Final = re.compile(r"\*\*[^*\n]{2,40}(?:[:：]\*\*|\*\*\s?[:：])\s*\S")
_NO_FIELD: Final = re.compile(
    r"(?i)\**(?:date|logged|status|priority|area|tags?|category|source|files?|related)\b"
)


@dataclass(frozen=True, slots=True)
class Note:
    """A text of a file and its line, from 1; `reason` says why it is left out, "" if it is not."""

    line: int
    text: str
    kind: str = "convention"
    reason: str = ""
    qualifier: str = ""


_Found = tuple[int, str, list[str]]  # the line, the text, the headings above it, the nearest last


def notes_in(text: str, kind: str = "") -> list[Note]:
    """Return the notes of a document in order; `kind` is that of all where the file says it."""
    found: list[Note] = []
    for line, words, headings in _joined(_Notes(text).read()):
        words = cleaned(words)
        first, *others = _SENTENCE.split(words[:_LOOKED_AT], maxsplit=1)
        words = others[0] if others and _ABOUT_ITSELF.search(first) else words
        if words.endswith((":", "：")):
            words = " ".join(_SENTENCE.split(words)[:-1]) or words
        named, qualifier, rest = split_label(words)
        is_label = words.lower().startswith(KINDS[named].label.lower()) and named != "note"
        words, qualifier = (rest, qualifier) if is_label else (words, "")
        about = named if is_label else kind or _kind_of(headings[-1] if headings else "")
        whole = shortened(_with_headings(words, headings))
        is_meta = any(_META.match(cleaned(one).strip(" *_:")) for one in headings)
        reason = "a section about other things" if is_meta else _left_out(words, whole)
        shown = words if reason else whole
        found.append(Note(line, shown, about or "convention", reason, qualifier))
    return found


def _joined(found: Iterable[_Found]) -> Iterator[_Found]:
    """Join `**Why:** …` and other fields of a lesson with the paragraph or field before them."""
    kept: _Found | None = None
    for line, words, headings in found:
        is_field = _FIELD.match(words)
        if kept and is_field and kept[2] == headings and len(kept[1]) + len(words) < LONGEST_TEXT:
            kept = (kept[0], f"{kept[1]} {words}", headings)
            continue
        if kept:
            yield kept
        kept = (line, words, headings)
    if kept:
        yield kept


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
    if _ABOUT_ITSELF.search(bare):
        return "is about the file itself"
    if _ONLY_LINK.match(bare):
        return "a link"
    if bare.endswith((":", "：")):
        return "only introduces what follows"
    if _NO_TEXT.match(bare):
        return "struck out, or a placeholder"
    if _NO_FIELD.match(bare) and re.match(r"\w+ ?[:：]", bare):
        return "a field of a record"
    is_cjk = re.search(r"[\u3040-\u9fff\uac00-\ud7af]{4}", whole)
    return "" if is_cjk or len(whole.split()) > 2 or "`" in bare else "too short"


def _with_headings(words: str, headings: Sequence[str]) -> str:
    """Return a text with the heading that it needs in front; that above where it is "Don't".

    It needs none that says only "Rules", or nothing that the text does not say.
    """
    titles = [re.sub(r"[*`]", "", cleaned(one)).strip(" .:：") for one in headings]
    title = titles[-1] if titles else ""
    is_part = _POLAR.match(title) or (headings and headings[-1].startswith("**"))
    if is_part and len(titles) > 1 and len(f"{titles[-2]}{title}") <= 70:
        title = f"{titles[-2]}, {title}"
    telling = [part for part in re.findall(r"\w+", title) if not _GENERAL.match(part)]
    stems = [re.escape(part.removesuffix("s")) for part in telling]
    said = [re.search(rf"(?i)(?<!\w){one}(?:e?s|ed|ing)?(?!\w)", words) for one in stems]
    is_polar = titles and _POLAR.match(titles[-1]) and not _NEGATION.match(words)
    return f"{title}: {words}" if is_polar or (not all(said) and len(title) <= 80) else words


def shortened(words: str) -> str:
    """Return at most as much as an entry holds, cut behind a sentence."""
    if len(words) <= LONGEST_TEXT:
        return words
    cut = words[: LONGEST_TEXT + 1]
    end = max(cut.rfind(mark) for mark in (". ", "; ", "。", "! ", "? "))
    return cut[: end + 1].strip() if end > LONGEST_TEXT // 3 else f"{cut[: LONGEST_TEXT - 1]}…"


class _Notes:
    """One pass over the blocks of a document."""

    def __init__(self, text: str) -> None:
        self.blocks = [one for one in blocks(text) if one.kind not in ("front", "html", "rule")]
        self.titles: dict[int, str] = {}
        self.first = next((one for one in self.blocks if one.kind == "heading"), None)
        self.waiting: tuple[int, str] | None = None  # a paragraph that introduces what follows

    def read(self) -> Iterator[_Found]:
        at = 0
        while at < len(self.blocks):
            block, start = self.blocks[at], at
            at += 1
            if block.kind == "item":
                while at < len(self.blocks) and self._goes_on(block, self.blocks[at]):
                    at += 1
                yield from self._list(self.blocks[start:at])
            else:
                reader = _READERS.get(block.kind)
                yield from reader(self, block) if reader else ()
        yield from self._introduced([])

    def _goes_on(self, first: Block, block: Block) -> bool:
        """Return whether a block is in an item, or the next item of its list."""
        is_item = block.kind == "item" and block.marker[-1:] == first.marker[-1:]
        return is_item or block.start < first.end or (block.level > 0 and block.kind != "heading")

    def _head(self, block: Block) -> Iterator[_Found]:
        yield from self._introduced([])
        self.titles = {level: one for level, one in self.titles.items() if level < block.level}
        self.titles[block.level] = block.text

    @property
    def heading(self) -> list[str]:
        """The headings above, without the title of the document."""
        title = self.first.text if self.first and self.first.level == 1 else ""
        return [self.titles[level] for level in sorted(self.titles) if self.titles[level] != title]

    def _paragraph(self, block: Block) -> Iterator[_Found]:
        yield from self._introduced([])
        words = one_line(block.text)
        if re.fullmatch(r"(\*\*|__)[^*_]+\1:?|(\*\*|__)[^*_]+[:：]\2", words):
            self.titles[7] = words  # a bold line is a heading
        elif _plain(words).endswith((":", "：")):
            *before, last = _SENTENCE.split(_plain(words))
            if before:
                yield block.line, " ".join(before), self.heading
            self.waiting = (block.line, last)
        else:
            yield block.line, words, self.heading

    def _quote(self, block: Block) -> Iterator[_Found]:
        """Give a note to the reader; what else is quoted is not said."""
        words = re.sub(r"(?m)^[ \t]*>[ \t]?", "", block.text)
        words = re.sub(r"^\[!(\w+)\]\s", r"\1: ", words)
        if re.match(r"(?i)\W*(?:note|important|warning|caution|tip|attention|hinweis)\b", words):
            yield block.line, words.partition("```")[0], self.heading

    def _introduced(self, items: Sequence[tuple[int, str]]) -> Iterator[_Found]:
        """Give items with their introduction: as one note where they are short pieces of it."""
        line, intro = self.waiting or (0, "")
        self.waiting = None
        pieces = [words for _, words in items]
        short = [one for one in pieces if len(one.split()) <= 4 or one[:1].islower()]
        is_one = sum(map(len, pieces)) <= _JOINED and len(short) * 2 > len(pieces)
        if intro and (is_one or not items):
            items, intro = [(line, f"{intro} {'; '.join(pieces)}".strip())], ""
        before = f"{intro} " if intro and len(intro) <= _SHORT_ITEM else ""
        yield from ((at, f"{before}{words}", self.heading) for at, words in items)

    def _list(self, parts: Sequence[Block]) -> Iterator[_Found]:
        starts = [at for at, one in enumerate(parts) if one.level == 0 and one.kind == "item"]
        ends = [*starts[1:], len(parts)]
        groups = (parts[start:end] for start, end in zip(starts, ends, strict=True))
        real = (one for one in groups if not re.match(r"\[[ xX]\]\s", one[0].text))
        yield from self._introduced([item for one in real for item in self._item(one)])

    def _item(self, parts: Sequence[Block]) -> list[tuple[int, str]]:
        """Return the texts of an item: one with all that is below it, where that is short."""
        item, inside = parts[0], parts[1:]
        words, children = _plain(item.text), list[tuple[int, str]]()
        at = 0
        while at < len(inside):
            block, start = inside[at], at
            at += 1
            while at < len(inside) and inside[at].start < block.end:
                at += 1
            if block.kind == "item":
                children += self._item(inside[start:at])
            elif block.kind == "paragraph":
                words = f"{words} {_plain(block.text)}".strip()
            elif block.kind == "fence":
                words = f"{words} {self._code(block)}".strip()
        pieces = [child for _, child in children]
        introduces = words.endswith((":", "："))
        if sum(map(len, [words, *pieces])) <= _JOINED:
            mark = " " if introduces else " — "
            return [(item.line, mark.join(filter(None, [words, "; ".join(pieces)])))]
        *said, intro = _SENTENCE.split(words) if introduces else [words]
        before = f"{intro.rstrip(' :：')}: " if intro and len(intro) <= _SHORT_ITEM else ""
        own = [(item.line, words)] if words and (said or not introduces) else []
        return own + [(line, f"{before}{child}") for line, child in children]

    def _code(self, block: Block) -> str:
        """Return a few lines of code as code spans, "" for more."""
        lines = [line.strip().removeprefix("$ ") for line in block.text.split("\n")[1:]]
        lines = [line for line in lines if line and not _NO_CODE.match(line)]
        is_short = len(lines) <= _MOST_CODE and all(len(one) <= 120 for one in lines)
        return ", ".join(f"`{line}`" for line in lines if "`" not in line) if is_short else ""

    def _fence(self, block: Block) -> Iterator[_Found]:
        """Give code with the line above it, or the commands of a shell with their comments."""
        code = self._code(block)
        if self.waiting and code:
            yield from self._introduced([(block.line, code)])
            return
        intro = self.waiting[1].rstrip(" :：") if self.waiting else ""
        self.waiting = None
        head, _, body = block.text.partition("\n")
        if not _SHELL.match(head.lstrip("`~ ")) or re.search(r"[├└│]|<<", body):
            return
        comment = ""
        for number, line in enumerate(body.split("\n"), block.line + 1):
            command, _, beside = line.strip().removeprefix("$ ").partition(" # ")
            if command.startswith("#"):
                comment = command.lstrip("# ").strip("=-─ ")
            elif not command:
                comment = ""
            elif re.match(r"(?!cd \S+$)[\w./$]", command) and "`" not in command:
                about = beside.strip() or comment or intro
                command = f"`{command.strip()}`"
                yield number, f"{about}: {command}" if about else command, self.heading

    def _table(self, block: Block) -> Iterator[_Found]:
        yield from self._introduced([])
        names, _, *rows = [split_row(line) for line in block.text.split("\n")]
        for number, row in enumerate(rows, block.line + 2):
            pairs = [(name.text, cell.text) for name, cell in zip(names, row, strict=False)]
            cells = [pair for pair in pairs if pair[1] and not _NO_FIELD.match(pair[0])]
            named = "; ".join(": ".join(filter(None, pair)) for pair in cells)
            short = " — ".join(cell for _, cell in cells)
            yield number, named if len(cells) > 2 else short, self.heading


_READERS: Final = {
    "heading": _Notes._head,
    "paragraph": _Notes._paragraph,
    "table": _Notes._table,
    "fence": _Notes._fence,
    "quote": _Notes._quote,
}
