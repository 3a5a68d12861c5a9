"""Closing lines: lines of an agent's message that begin with a label, in the forms agents write.

    Gotcha: text            - **Decision (high)**: text        * `Risk` (Security) — text
    1. Fixed: text          > Learning: text

also behind an emoji, in a fenced block of such lines only, and as bullets without a label below a
heading that names one ("## Decisions"). What is indented below a line, or goes on in the middle of
a sentence, belongs to it.
"""

import re
from collections.abc import Sequence
from typing import Final

from ..memory.labels import KIND_BY_NAME, split_label
from ..memory.model import Candidate

_LONGEST_LINE: Final = 4_000
# Indent, bullet and words of a line.
_LINE: Final = re.compile(r"(?:>[ \t]?)*([ \t]*)((?:[-*+•]|\d{1,3}[.)])[ \t]+)?(.*)", re.DOTALL)
FENCED: Final = re.compile(
    r"^[ \t]*(?:>[ \t]?)*(?P<mark>```|~~~)[^\n]*\n(?P<inside>.*?)"
    r"(?:^[ \t]*(?:>[ \t]?)*(?P=mark)[^\n]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_EMOJI: Final = re.compile(r"^[^\w\s(\[`*_\"'<>|#/\\.,:;$@&%+=~—–-]{1,3}\ufe0f?[ \t]+")
_HEADING: Final = re.compile(r"#{1,6}[ \t]+.+|\*\*[^*]+\*\*:?[ \t]*$|[\w ]+:[ \t]*$")
_ANY: Final = "|".join(sorted(map(re.escape, KIND_BY_NAME), key=len, reverse=True))
# **Gotcha** — text, `Gotcha:` text, Gotcha — text: forms that only an agent's message may have.
_OTHER_FORM: Final = re.compile(
    rf"(?P<mark>\*\*|__|`|)(?P<label>{_ANY})(?P<in>[ \t]*\([^()]{{1,80}}\))?(?P<colon>:)?(?P=mark)"
    r"(?P<out>[ \t]*\([^()]{1,80}\))?(?(colon)|[ \t]*[:—–-])[ \t]+(?P<text>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_NOTHING: Final = re.compile(
    r"(?:none|n/?a|nothing.{0,20}|keine?s?|aucune?|нет|无|なし|-+|tbd|todo)[.!]?$", re.IGNORECASE
)
_LEAST_CHARS: Final = 8
_WRAPPED: Final = 60  # characters from which a line may have been wrapped
_STARTS_ANEW: Final = re.compile(r"[ \t]*(?:[-*+•#>|`~]|\d{1,3}[.)][ \t]|<|[A-Z]\w{1,20}:|$)")
_OPEN_ENDED: Final = re.compile(r"[^.!?。！？:;`)\]\"'”]$")


def labelled_lines(message: str) -> list[Candidate]:
    """Return the labelled lines of a message; a quote is the line as it was written, with label."""
    found: list[Candidate] = []
    heading, at = "", 0
    lines = FENCED.sub(_unfenced, message).split("\n")
    while at < len(lines):
        kind = _heading_kind(lines[at])
        if kind or lines[at].lstrip().startswith("#"):
            heading = kind
        end, one = (at + 1, None) if kind else _read(lines, at, heading)
        found += [one] if one else []
        at = end
    return found


def _unfenced(block: re.Match[str]) -> str:
    """Return what stands in a fence where all of it are labelled lines, nothing of other fences."""
    lines = [line for line in block["inside"].split("\n") if line.strip()]
    is_labels = all(_split(_LINE.findall(line)[0][2]) for line in lines)
    return f"\n{block['inside']}\n" if is_labels else "\n\n"


def _heading_kind(line: str) -> str:
    """Return the kind that a heading names in the plural, whose bullets need no label."""
    match = _HEADING.match(line.strip())
    if not match:
        return ""
    words = _EMOJI.sub("", match[0].strip(" *:#").casefold())
    last = words.removeprefix("key ").removeprefix("new ")
    if last in {"lessons", "lessons learned", "learned", "takeaways"}:
        return "learning"
    kind = KIND_BY_NAME.get(last.removesuffix("s"), "") if last.endswith("s") else ""
    return "" if kind in {"modified_files", "issue", "scope", "fixed"} else kind


def _read(lines: Sequence[str], at: int, heading: str) -> tuple[int, Candidate | None]:
    """Return the number of the next line, and the labelled line that begins here."""
    indent, bullet, words = _LINE.findall(lines[at][:_LONGEST_LINE])[0]
    split = _split(words)
    if not split and not (heading and bullet and not indent):
        return at + 1, None
    kind, qualifier, text = split or (heading, "", words)
    more, end = _continued(lines, at + 1, len(indent), bool(bullet))
    text = " ".join([text.strip(), *more]).strip()
    is_name = text.isascii() and " " not in text  # as a log says "Fixed: src/api/auth.ts"
    if len(text) < _LEAST_CHARS or text.endswith(("?", "？")) or is_name or _NOTHING.match(text):
        return end, None
    quote = " ".join([words.strip(), *more])
    return end, Candidate(kind, text, qualifier, quote=quote)


def _split(words: str) -> tuple[str, str, str] | None:
    """Return kind, qualifier and text of a line without its marks; None if it has no label."""
    words = _EMOJI.sub("", words.strip())
    whole = re.fullmatch(r"\*\*([^*]+)\*\*", words)
    words = whole[1] if whole else words
    kind, qualifier, text = split_label(words)
    if kind != "note":
        return kind, qualifier, text
    form = _OTHER_FORM.match(words)
    if not form:
        return None
    qualifier = (form["in"] or form["out"] or "").strip(" \t()")
    return KIND_BY_NAME[form["label"].casefold()], qualifier, form["text"]


def _continued(
    lines: Sequence[str], at: int, indent: int, is_bullet: bool
) -> tuple[list[str], int]:
    """Return the words that belong to a line from below it, and the number of the line after."""
    more: list[str] = []
    was_deeper = False
    while at < len(lines) and lines[at].strip():
        spaces, _, words = _LINE.findall(lines[at])[0]
        deeper = len(spaces) > indent
        goes_on = not is_bullet and not was_deeper and _goes_on(lines[at - 1], lines[at])
        if not deeper and (not goes_on or _split(words)):
            break
        was_deeper = was_deeper or deeper
        more.append(words.strip())
        at += 1
    return more, at


def _goes_on(line: str, after: str) -> bool:
    """Return whether the next line goes on in the middle of a sentence, as wrapped text does."""
    if _STARTS_ANEW.match(after) or not _OPEN_ENDED.search(line.rstrip()):
        return False
    return len(line) >= _WRAPPED or after.lstrip()[:1].islower()
