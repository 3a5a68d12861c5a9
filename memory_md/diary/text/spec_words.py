"""What the words of a spec say of its files: which may be changed, which may not, which are new.

The words are in `spec_words.txt`, in the languages that specs are written in. They are looked for
in a title as `normal_title` returns it; `allowed_files` reads the files. `matter` is the rest of a
spec: a heading that forbids ("Out of scope", "Read-only") takes its section along; a label or bold
words that do, the rest of their paragraph and the list that follows. Pure; linear.
"""

import re
from functools import cache
from typing import Final

from ...base.regex import regex
from ...files.tables import word_lists
from ...markdown.lines import Line, list_item, visible_lines

# The lists of files that English titles announce, at the beginning of a title or of a part of it.
_KIND: Final = (
    r"(?:(?:source|project|repo|repository|code|test|docs?|new|existing|modified|production|target"
    r"|implementation|runtime|specific)[ -])?"
)
_THING: Final = r"(?:files?|paths?|director(?:y|ies)|folders?|file paths|file list)"
_ALLOWED: Final = regex(
    r"(?:the |list of |only |all |explicitly |strictly |updated |revised |final |exact ){0,2}(?:"
    rf"(?:new )?(?:allowed|permitted|allow-?listed|whitelisted|authori[sz]ed) {_KIND}{_THING}"
    rf"|{_KIND}{_THING}(?: (?:and|&|or|/) {_THING})?[:：]? "
    r"(?:(?:you|agents?|we) (?:are|is) |that are |which are )?"
    r"(?:allowed|permitted|allowlisted|authori[sz]ed)"
    rf"|{_THING} (?:allow-?list|whitelist)|{_THING} (?:you|that|which) (?:may|can) (?:be )?"
    r"(?:modif(?:y|ied)|chang(?:e|ed)|edit(?:ed)?|touch(?:ed)?))"
)
_CHANGE: Final = r"(?:modif|chang|edit|creat|touch|delet|add|updat|mov|renam)\w*"
# What may follow where nothing else may.
_SIMPLE_REST: Final = regex(
    rf"[ ()\[\]:.]*(?:to (?:be )?{_CHANGE}(?:(?: ?[/,] ?| or | and ){_CHANGE}){{0,4}}"
    r"[ ()\[\]:.]*)?(?:[ ]*[(:—–-].*)?"
)
_PARTS: Final = regex(r"[:：|/]| [—–-] | (?:and|&|и|та|und|et|y|e|en|oraz|ve) |[和及与與と]")
_LEAD: Final = regex(r"(?:(?:§ ?)?\d+(?:\.\d+)*[.):]?|[a-z][.)]|[^\w\s(\[\"'`]+)[ \t]+")
_LOUD: Final = regex(r"(?:NEW|CREATE[DS]?|ADD(?:ED)?)\b")
_DO_NOT: Final = regex(r"(?:do not|don['’]t|never|must not|не )\b")
_LABEL: Final = regex(r"[ \t]*(?:[-*+>][ \t]+)?(?:\*\*|__)?([^\W\d_][^:*_`|\n]{1,60})(?:\*\*|__|:)")
_LEFT_OUT: Final = regex(r"non[- ]?goals?|not in scope|вне рамок|не входит")
_ANYWHERE: Final = frozenset(("forbidden", "except", "others", "new", "change", "as well"))
_FRAMES: Final = {
    "latin first": r"(?:{})\b",
    "kept alone": r"(?:{})$",
    "kept": r"(?:{})(?:[ -](?:only|as[ -]is|unchanged|alone|for reference|it|here))?"
    r"(?:[ ,;(.:—–-].{{0,200}})?$",
    "kept rest": r"(?:{})\b.{{0,400}}$",
    "other matter": r"[ -]*(?:{})\b",
    "file column": r"(?:{})$",
    "allowed column": r"(?:{})$",
    "refused": r"(?:{})$",
}


def normal_title(title: str) -> str:
    """A title in lower case, without emphasis, numbering, symbols in front and marks at the end."""
    words = re.sub(r"[*`~]|(?<!\w)_+|_+(?!\w)", "", title[:1000]).strip()[:300]
    for _ in range(3):
        lead = _LEAD.match(words.casefold())
        words = words[lead.end() :] if lead else words
    return " ".join(words.casefold().split()).lstrip("([").strip(" :：.。#—–-")


@cache
def _pattern(group: str) -> re.Pattern[str]:
    # Compiled where a spec needs it: all of them together cost more than reading most specs.
    words = "|".join(word_lists(__package__ or "", "spec_words.txt")[group])
    return re.compile(_FRAMES.get(group, "{}").format(words))


def says(group: str, words: str) -> bool:
    """Whether words say what a group of `spec_words.txt` is about; most begin with such a word."""
    pattern = _pattern(group)
    return (pattern.search(words) if group in _ANYWHERE else pattern.match(words)) is not None


def is_forbidding(words: str) -> bool:
    """Whether these words keep files from being changed; "nothing but these" does not."""
    return says("forbidden", words) and not says("except", words)


def is_ban_of_these(words: str) -> bool:
    """Whether a title forbids the files below it, not only all others."""
    return is_forbidding(words) and not says("others", words)


def is_nothing(text: str) -> bool:
    """Whether an item says that there is none, or forbids."""
    words = normal_title(text[:300])
    return says("nothing", words) or _DO_NOT.match(words) is not None


def is_kept(comment: str, *, cell: bool = False) -> bool:
    """Whether a comment, or the cell beside a path, says that the file is not to be changed."""
    words = normal_title(comment)
    groups = ("kept alone", "kept", "kept rest") if cell or " " not in words else ()
    return any(says(group, words) for group in (*groups, "kept comment"))


def is_made(comment: str) -> bool:
    """Whether a comment, or the cell beside a path, says that the file is new."""
    lead = comment.lstrip(" *_`([")
    return bool(_LOUD.match(lead)) or says("made", " ".join(lead.casefold().split())[:400])


def is_refused(cell: str) -> bool:
    """Whether the cell of a column that answers yes or no says no."""
    return says("refused", cell.strip(" *_`").casefold())


def opens_section(title: str, *, whole: bool = False) -> bool:
    """Whether a normal title names a list of allowed files; `whole`: and nothing else."""
    if _says_allowed(title, whole=whole):
        return True
    parts = _PARTS.split(title)[1:4] if not whole else []
    return any(_says_allowed(normal_title(part), whole=True) for part in parts)


def _says_allowed(title: str, *, whole: bool) -> bool:
    found = _ALLOWED.match(title) or _foreign(title)
    if found is None:
        return False
    rest = title[found.end() :]
    if rest[:1].isalnum() or says("other matter", rest):
        return False
    return not whole or _SIMPLE_REST.fullmatch(rest) is not None


def _foreign(title: str) -> re.Match[str] | None:
    first = title[:1]
    if first.isalpha() and first > "\u02ff":
        return _pattern("cyrillic" if first < "\u0530" else "other script").match(title)
    return _pattern("latin").match(title) if says("latin first", title) else None


def matter(text: str) -> str:
    """The text, the marks of fences kept, without comments and what is not to be touched."""
    reader = _MatterReader()
    for line in visible_lines(text.removeprefix("\ufeff")):
        reader.read(line)
    return "\n".join(reader.kept)


class _MatterReader:
    """One pass over the lines."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.level = 0  # of the heading whose section is left out
        self.label = False  # whether the paragraph and list of a label are
        self.listed = False
        self.blank = False
        self.fence = 0

    def read(self, line: Line) -> None:
        """Keep a line or leave it out."""
        if line.fenced != self.fence:
            self.fence = line.fenced
            self.kept.append("```")
        if line.level:
            self._heading(line)
        elif not line.fenced and not self.level:
            self._labelled(line.text)
        if not self.level and not self.label:
            self.kept.append(f"{'#' * line.level} {line.text}" if line.level else line.text)

    def _heading(self, line: Line) -> None:
        self.label = False
        if not self.level or line.level <= self.level:
            self.level = line.level if _is_left_out(line.text) else 0

    def _labelled(self, text: str) -> None:
        item = list_item(text) is not None
        label = _LABEL.match(text)
        if label and _is_left_out(label[1]):
            self.label, self.listed = True, item
        elif text.strip() and self.label:
            # A list goes on over blank lines, a paragraph does not.
            goes_on = item if self.listed or self.blank else True
            self.label = goes_on and not (label and not item)
            self.listed = self.listed or item
        self.blank = not text.strip()


def _is_left_out(title: str) -> bool:
    words = normal_title(title)
    return is_forbidding(words) or _LEFT_OUT.match(words) is not None
