"""The paths that open a list item or a table cell, and the comment behind them.

Grammar: `[mark] [verb] PATH [suffix] [(comment)] {separator PATH …} [dash comment]`. A path is a
code span, a link, quoted or bare; separators are `,` `;` `·` `&` `+` `/` `|` and words for "and"
and "or". What follows a dash, an arrow or anything else is comment, and its paths do not count.
Pure; linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.regex import regex
from .file_paths import BARE, LINK, as_paths, bare_token, link_path, paths_in
from .lines import code_spans, list_item

_MARK: Final = regex(
    r"(?:\[[ xX~-]\][ \t]+|(?:NEW|MOD|ADD|DEL|MODIFY|CREATE|EDIT|UPDATE|DELETE"
    r"|[AMDR+~])[ \t]+(?=[`\w./])"
    r"|\[(?:new|mod(?:ify|ified)?|add|del|created?|edit|updated?|deleted?)\][ \t]*"
    r"|[^\w\s`\"'“‘«.\[(/*{<@~!_-]{1,3}[ \t]+)",
    re.IGNORECASE,
)
_VERB: Final = regex(
    r"(?:(?:only|optionally|possibly|new|existing|the|this)[ \t]+){0,2}"
    r"(?:(?P<make>creat(?:e|es|ed|ing)|new|add(?:s|ed)?|нов(?:ый|ая|ое|ые)|созда(?:ть|ём|ем|ние)"
    r"|neu|erstellen|créer|nouveau|crear|nuevo|criar|novo|新規|新建|新增)"
    r"|modif(?:y|ies|ied)|chang(?:e|es|ed)|edit(?:s|ed)?|updat(?:e|es|ed)|delet(?:e|es|ed)"
    r"|remov(?:e|es|ed)|renam(?:e|es|ed)|mov(?:e|es|ed)|rewrit(?:e|es)|extend|refactor|fix"
    r"|touch|only|optional|files?|paths?|файлы?|измени(?:ть|м)|правим|ändern|modifier|modificar"
    r"|修改|変更)(?:[ \t]+(?:(?:the[ \t]+)?(?:files?|module|test|tests|folder|directory|in"
    r"|file[ \t]+at))"
    r")?(?:[ \t]*[:：][ \t]*|[ \t]+)",
    re.IGNORECASE,
)
_BOLD: Final = regex(r"\*\*(?=[^\s*/])([^*\n]{1,400})(?<=[^\s*/])\*\*")
_UNDERLINED: Final = regex(r"(?<![\w/])__(?=[^\s_])([^\n_]{1,400}[^\s_])__(?![\w.])")
_SLANTED: Final = regex(r"(?<![\w*/])\*(?=[^\s*/.])([^*\n`]{1,400})(?<=[^\s*/])\*(?![\w*/.])")
_STRUCK: Final = regex(r"~~[^~\n]{1,400}~~|<(del|s|strike)>[^<\n]{0,400}</\1>")
_SPANNED: Final = regex(r"`[^`\n]{1,300}`")
_SINGLE: Final = regex(r"`([^`]{1,300})`(?!`)")
_ESCAPED: Final = regex(r"\\([_*\[\]()#~])")
_QUOTED: Final = regex(
    r"\"([^\"\n]{1,300})\"|'([^'\n]{1,300})'|“([^”\n]{1,300})”|«([^»\n]{1,300})»"
)
_LINES: Final = regex(
    r"[ \t]*(?:[:#]L?\d+(?:[-–,:]L?\d+)*|,[ \t]*L?\d+(?:[-–]L?\d+)?(?![\w./])"
    r"|(?:lines?|L|строк\w*)[ \t]*\d+(?:[ \t]*[-–,][ \t]*\d+)*)"
)
_ASIDE: Final = regex(r"[ \t]*(?:\(([^()\n]{0,400})\)|\[([^\]\n]{0,80})\](?!\())")
_SEPARATOR: Final = regex(
    r"[ \t]*(?:[,;、，；·•&+|][ \t]*(?:(?:and|or|und|oder|et|ou|y|o|e|и|или)[ \t]+)?"
    r"|[ \t]/[ \t]+|[ \t](?:and|or|plus|und|oder|et|ou|y|o|e|и|или|та)[ \t]+|[と和及或])"
)
_NOUN: Final = (
    r"[ \t]*(?:(?:the )?(?:entire |whole )?(?:folder|director(?:y|ies)|dir|files?|module|package"
    r"|tests?)"
    r"|整个目录|目录|文件夹|文件|全体|配下|ディレクトリ|폴더|디렉터리|каталог|папка|файл|ordner"
    r"|verzeichnis|datei|dossier|fichier|carpeta|archivo|pasta|arquivo)(?=[ \t]*[,;、，；·])"
)
_WORDS: Final = r"[^\W\d_][^`,;.:()\n]{0,30}(?=[ \t]*[,;、，；][ \t]*`)"
_SPAN_ASIDE: Final = r"`[^`\n]{1,300}`(?:[ \t]*\([^()\n]{0,400}\))?"
_ARROW: Final = regex(r"[ \t]*(?:→|⟶|➜|=>|-+>)[ \t]*|[ \t]+(?:to|into)[ \t]+")
_DASH: Final = regex(r"(?<![ \t])[ \t]*+(?:—|–|--+|-|[:：→←⟶➜]|=>|-+>|<-+|#|//)[ \t]*")
_ENDED: Final = regex(r"[—–\-→←(#/:;,.\[]|(?:only|plus)\b|<-|=>")
_BRANCH: Final = regex(r"[ \t│|]*(?:├|└|\+--)[─-]*[ \t]*")
MOST_CHARS: Final = 4000  # of an item, a line or a cell that are looked at


class PathList(Struct, frozen=True):
    """`paths` in order, and of each what stands in parentheses behind it.

    The `comment` on all of them is in `rest`, what follows the last, without the dash before it.
    `made` says that a verb before them calls them new.
    """

    paths: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    rest: str = ""
    made: bool = False

    @property
    def comment(self) -> str:
        """The comment on all the paths."""
        return _DASH.sub("", self.rest, count=1)

    @property
    def alone(self) -> bool:
        """Whether nothing but a comment follows: no sentence that only begins with a path."""
        return not self.rest or _ENDED.match(self.rest) is not None

    @classmethod
    def of(cls, paths: Iterable[str]) -> PathList:
        """These paths, each once, and no comments."""
        once = tuple(dict.fromkeys(paths))
        return cls(once, ("",) * len(once))

    def only(self, wanted: Callable[[str], bool]) -> PathList:
        """The list without the paths that are not wanted."""
        kept = [pair for pair in zip(self.paths, self.asides, strict=True) if wanted(pair[0])]
        return replace(self, paths=tuple(p for p, _ in kept), asides=tuple(a for _, a in kept))


def plain(text: str) -> str:
    """The text of an item without emphasis, struck-out words and checkboxes."""
    text = _STRUCK.sub("", text.strip())
    if "*" in text:
        # The stars of a glob are no emphasis, nor are escaped ones.
        text = _SPANNED.sub(lambda span: span[0].replace("*", "\0"), text.replace(r"\*", "\0"))
    text = _SLANTED.sub(r"\1", _UNDERLINED.sub(r"\1", _BOLD.sub(r"\1", text)))
    return text.replace("\0", "*").strip()


def read_list(text: str, *, verbs: bool = True) -> PathList:
    """The paths that `text` (without emphasis, see `plain`) opens with; none if it opens otherwise.

    With `verbs` a mark or a verb may stand before the first ("Create: `a.py`").
    """
    made = False
    at = 0
    if verbs:
        mark = _MARK.match(text)
        at = mark.end() if mark else 0
        verb = _VERB.match(text, at)
        if verb and _path_at(text, verb.end())[1] > verb.end():
            at = verb.end()
            made = bool(verb["make"])
        made = made or bool(mark and re.search(r"new|create|\+", mark[0], re.IGNORECASE))
    paths: dict[str, str] = {}
    while True:
        found, end = _path_at(text, at)
        if not found:
            break
        aside, at = _aside(text, end)
        paths |= dict.fromkeys(found, aside)
        further = _further(text, at)
        if further < 0:
            break
        at = further
    if not paths:
        return PathList(rest=text)
    paths |= dict.fromkeys(_renamed(text, at), "")
    return PathList(tuple(paths), tuple(paths.values()), text[at:].strip(), made)


def read_labelled(text: str) -> PathList:
    """The paths behind a label, where words for some files may stand before those in code spans."""
    text = plain(text)
    listing = read_list(text)
    if not listing.paths and (lead := _words_at(text, 0)):
        listing = read_list(text[len(lead) :].lstrip(" \t,;、，；"))
    return listing if listing.paths else read_after_dash(text)


def read_anywhere(text: str) -> PathList:
    """The paths in the code spans of an item that begins with other words."""
    listing = read_after_dash(text)
    if listing.paths:
        return listing
    return PathList.of(p for span in _SPANNED.findall(text) for p in paths_in(span))


def read_after_dash(text: str) -> PathList:
    """The paths behind the dash of an item that begins with other words, none of them in code."""
    dash = re.search(r"[ \t](?:—|–|--)[ \t]+(.*)", text)
    return read_list(dash[1]) if dash and "`" not in text[: dash.start()] else PathList()


def fenced_lists(lines: Sequence[str]) -> Iterator[PathList]:
    """The paths of a fenced block: one or more a line, or a drawn tree of folders."""
    folders: list[tuple[int, str]] = []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        branch, next_branch = _BRANCH.match(line), _BRANCH.match(after)
        item = list_item(line)
        own = line[branch.end() :] if branch else item.text if item else line
        listing = read_list(own.strip()[:MOST_CHARS].rstrip(","))
        depth = branch.end() if branch else 0
        while folders and folders[-1][0] >= depth:
            folders.pop()
        columns = line.rstrip().removesuffix(listing.rest).endswith(("  ", "\t"))
        if not listing.paths or not (listing.alone or columns):
            continue
        if branch and folders:
            joined = (folders[-1][1] + listing.paths[0], *listing.paths[1:])
            listing = replace(listing, paths=joined)
        folder = listing.paths[0]
        if folder.endswith("/") and next_branch and next_branch.end() > depth:
            folders.append((depth, folder))
        else:
            yield listing


def _further(text: str, at: int) -> int:
    """Where the next path of a list begins, -1 if none does.

    What the last one is (`src/` folder) and code spans that are no paths do not end a list.
    """
    after = text[at : at + 40].lstrip(" \t")
    noun = _compiled(_NOUN).match(text, at) if after[:1].isalpha() else None
    for begin in (at, noun.end()) if noun else (at,):
        separator = _SEPARATOR.match(text, begin)
        while separator:
            if _path_at(text, separator.end())[0]:
                return separator.end()
            span = _compiled(_SPAN_ASIDE).match(text, separator.end())
            end = span.end() if span else separator.end() + len(_words_at(text, separator.end()))
            separator = _SEPARATOR.match(text, end) if end > separator.end() else None
    return -1


def _words_at(text: str, at: int) -> str:
    """Return the words that stand in a list in place of a path, before one in a code span."""
    found = _compiled(_WORDS).match(text, at)
    return found[0] if found else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)  # few lists need one


def _renamed(text: str, at: int) -> tuple[str, ...]:
    """What a path becomes: after an arrow a path, and nothing else but words in parentheses."""
    arrow = _ARROW.match(text, at)
    if arrow is None:
        return ()
    found, end = _path_at(text, arrow.end())
    return found if _aside(text, end)[1] == len(text.rstrip(" \t.")) else ()


def _aside(text: str, at: int) -> tuple[str, int]:
    """The words in parentheses behind a path, and where that and the line suffix end."""
    asides: list[str] = []
    while True:
        found = _LINES.match(text, at)
        if found is None:
            found = _ASIDE.match(text, at)
            if found is None:
                return "; ".join(asides), at
            asides.append((found[1] or found[2] or "").strip())
        at = found.end()


def _path_at(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """The paths of the token at `at`, and where it ends; none and `at` if it is no path."""
    if at >= len(text):
        return (), at
    if text[at] == "`":
        alone = _SINGLE.match(text, at)
        if alone:
            return as_paths(alone[1].strip(), quoted=True), alone.end()
        for start, end, content in code_spans(text[at : at + 1000]):
            return (as_paths(content, quoted=True), at + end) if not start else ((), at)
        return (), at
    link = LINK.match(text, at)
    if link:
        return link_path(link[1], link[2]), link.end()
    quoted = _QUOTED.match(text, at)
    if quoted:
        return as_paths(next(filter(None, quoted.groups())), quoted=True), quoted.end()
    return _bare_path_at(text, at)


def _bare_path_at(text: str, at: int) -> tuple[tuple[str, ...], int]:
    bare = BARE.match(text, at)
    if bare is None:
        return (), at
    token = bare_token(bare[0])
    glued = re.match(r"(.{1,300}\.\w{1,10})\(", token)  # "a.py(new)"
    if glued and as_paths(glued[1], quoted=False):
        return as_paths(glued[1], quoted=False), at + len(glued[1])
    written = _ESCAPED.sub(r"\1", token)
    paths = as_paths(written, quoted=False)
    end = at + len(bare[0])
    if not paths and re.fullmatch(r"[\w./@-]{2,100}", written):
        # A word that is a path only where nothing but a comment follows it.
        tail = text[end:].strip()
        if not tail or _DASH.match(tail) or tail[0] in "(,;":
            paths = as_paths(written, quoted=True)
    return paths, end
