"""What a person says outright: rules, preferences and decisions in one turn, by `cues.toml`.

A sentence counts when a clause of it has a cue of the table and it names something. Questions,
hypotheses, hearsay, reproaches, reports and what holds for now are nothing; a rule that stands
beside an order for the task waits. Linear: a sentence has at most 600 characters.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from ..base.text import one_line
from ..transcripts.cleaning import is_template

Kind = Literal["preference", "convention", "decision"]

_LONGEST: Final = 600  # characters of a sentence and of a rule
_PASTE: Final = 1_000  # characters
_LONG_TURN: Final = 300  # characters
_CUES: Final = (
    *("decided", "preferred", "lasting", "general", "habit", "chosen", "obliged", "forbidden"),
)
_KINDS: Final[dict[str, Kind]] = {"decided": "decision", "preferred": "preference"}
# Groups that are orders for the task as well, unless something says that they last.
_WEAK: Final = ("chosen", "obliged", "forbidden")
_BESIDE_TASK: Final = "stands beside an order for the task: unclear whether it lasts"
_AS_QUESTION: Final = "asked as a question"
_IN_LONG_TURN: Final = "stands in a long message: unclear whether it lasts"
_PRODUCT: Final = "may describe what is to be built now"
_POINTS: Final = "points at something that was said before"
_NEAR_PASTE: Final = "stands beside a long paste: unclear who says it"

_CLAUSE: Final = (
    r"(?:^|[,;:(—–]\s*|\s-+\s+|\b(?:and|but|so|please|pls|because|since|und|aber"
    r"|bitte|et|mais|alors|y|pero|e|mas|ma|quindi|и|но|а|поэтому|пожалуйста)\s+)"
)
_FENCE: Final = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{2,600}\"|“[^”\n]{1,600}”|«[^»\n]{1,600}»|„[^“”\n]{1,600}[“”]|「[^」\n]{1,600}」"
    r"|『[^』\n]{1,600}』|(?<![\w'])'[^'\n]{3,300}'(?![\w'])|`[^`\n]{1,300}`"
)
# Lines of logs, consoles, code, tables, headings and quotations.
_NO_SPEECH: Final = re.compile(
    r"\s*(?:[>$❯#|+✗✘✓│├└<{}\[\]@/⎿]|//|/\*|\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d|at [\w.$<>]+[ (]|File \""
    r"|(?:npm )?(?:ERR(?:OR)?|WARN(?:ING)?|INFO|DEBUG|FATAL|error|warning|fatal)\b[\s!:\]\[]"
    r"|Traceback|\w*(?:Error|Exception):|(?:import|from|def|class|const|let|var|function|return"
    r"|public|private|async|export|elif|else)\b[^.]*[({;=:]\s*$)|.*(?:[{};]|=>|\|)\s*$"
)
_MARK: Final = re.compile(r"\s*(?:[-*•·]\s+|\d{1,2}[.)]\s+|\*\*|__)*\s*")
_END: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)(?<!\betc)(?<!\bvs)[.!?…]+[)\"'”»*]*(?=\s|$)|[。！？]+|\n"
)
_WRAPPED: Final = re.compile(r"(?<=[^\n.!?:]{50})\n(?=[a-zà-ÿа-я])")
_BORDER: Final = re.compile(r"[,;:，；、]\s*|\s[—–-]+\s|\s(?=(?:and|but|so|und|aber|et|mais|и|но)\s)")
_WORD: Final = re.compile(r"[a-zà-žа-яё][\w./+#-]+", re.IGNORECASE)
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_POINTED_AT: Final = re.compile(r"\b\w+\s+(?:it|that|this|them|those|these)\b(?!\s+\w)", re.I)
_POINTS_BACK: Final = re.compile(
    r"^(?:always|never|from now on,? \w+|don'?t|do not) \w+ (?:it|them|that|those)\b", re.IGNORECASE
)
_LOUD: Final = re.compile(r"\b[A-ZÄÖÜÀ-ÝА-ЯЁ'’]{2,}\b")
_LOUD_WORDS: Final = re.compile(
    r"\b(?:ALWAYS|NEVER|EVER|DO|DON['’]?T|NOT|MUST|NO|ONLY|STOP|PLEASE|USE|IMMER|NIE|NIEMALS|NICHT"
    r"|KEINE?|TOUJOURS|JAMAIS|SIEMPRE|NUNCA|SEMPRE|MAI|ВСЕГДА|НИКОГДА|НЕ)\b"
)


@dataclass(frozen=True, slots=True)
class Outright:
    """A rule in a person's words: `text` cleaned, `quote` as typed, `waits` why it is unclear."""

    kind: Kind
    text: str
    quote: str
    waits: str = ""


@cache
def _rows(group: str) -> re.Pattern[str]:
    table = tomllib.loads((files(__package__) / "cues.toml").read_text(encoding="utf-8"))
    row = "|".join(f"(?:{row})" for row in table[group])
    row = row.replace(" ", "").replace("_", r"(?:\s+)").replace("@", _CLAUSE)
    if group == "empty":
        row = rf"(?:{row})\Z"
    return re.compile(row, re.IGNORECASE)


def outright(text: str) -> list[Outright]:
    """Return what one turn of a person lays down, in its order; `text` is without injected parts."""
    if is_template(text):
        return []
    sentences = list(_sentences(_speech(text)))
    doubt = _doubt(text, [one for one, _ in sentences])
    rules = [_rule(one, doubt) for one, _ in sentences]
    found: list[Outright] = []
    for i, rule in enumerate(rules):
        if rule is None or any(rule.text == other.text for other in found):
            continue
        if i + 1 < len(rules) and rules[i + 1] is None and not sentences[i + 1][1]:
            rule = _with_reason(rule, sentences[i + 1][0])
        found.append(rule)
    return found


def _doubt(text: str, sentences: list[str]) -> str:
    """Return why an order in this turn may be for the task at hand, "" where nothing says so."""
    if len(text) > _PASTE:
        return _NEAR_PASTE
    if any(_rows("order").search(_masked(one)) for one in sentences):
        return _BESIDE_TASK
    return _IN_LONG_TURN if len(text) > _LONG_TURN else ""


def _speech(text: str) -> str:
    """Return what was typed: without fences, long pastes, logs, code and quotations."""
    text = _FENCE.sub("\n\n", text)
    if len(text) > _PASTE:
        parts = [part for part in re.split(r"\n[ \t]*\n", text) if len(part) <= _PASTE]
        if sum(map(len, parts[1:-1])) > _PASTE:
            parts = [part for part in (parts[0], parts[-1]) if len(part) <= _PASTE // 2]
            parts = [part for part in parts if not re.match(r"\s*(?:[-*•|]|\d+[.)])", part)]
        text = "\n\n".join(parts)
    text = _WRAPPED.sub(" ", text)
    return "\n".join("" if _NO_SPEECH.match(line) else line for line in text.split("\n"))


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each sentence and whether it begins a line."""
    start = 0
    for end in (*(found.end() for found in _END.finditer(text)), len(text)):
        sentence = text[start:end].strip()
        if sentence:
            yield sentence, start == 0 or text[start - 1] == "\n"
        start = end


def _masked(sentence: str) -> str:
    """Return a sentence of the same length in which what is quoted or code is a name."""
    return _QUOTED.sub(lambda found: "X" * len(found[0]), sentence.replace("’", "'"))


def _rule(sentence: str, doubt: str) -> Outright | None:
    if len(sentence) > _LONGEST:
        return None
    mark = _MARK.match(sentence)
    start = mark.end() if mark else 0
    masked = _masked(sentence)
    start += _length("address", masked[start:])
    waits = ""
    if polite := _length("polite", masked[start:]):
        start, waits = start + polite, _AS_QUESTION
        masked = masked.rstrip("?？")
        start += _length("address", masked[start:])
    # A clause that is an order or a reproach may stand in front of the rule.
    starts = [start, *(b.end() for b in _BORDER.finditer(masked, start))]
    for at in starts[:8]:
        at += _length("address", masked[at:])
        group = _group(masked[at:], start=at == starts[0])
        if group:
            if doubt == _NEAR_PASTE or (group in _WEAK and doubt):
                if doubt == _NEAR_PASTE and group in _WEAK:
                    return None
                if at > start and _rows("order").search(masked[start:at]):
                    return None
                waits = waits or doubt
            waits = waits or _unclear(masked[at:])
            at += _length("opening", masked[at:])
            said = _cleaned(sentence[at:], masked[at:])
            return Outright(_KINDS.get(group, "convention"), said, sentence, waits)
    return None


def _unclear(body: str) -> str:
    if _rows("product").search(body):
        return _PRODUCT
    return _POINTS if _POINTS_BACK.search(body) else ""


def _length(group: str, text: str) -> int:
    found = _rows(group).match(text)
    return found.end() if found else 0


def _group(body: str, start: bool) -> str:
    """Return the group of the cue that makes a text a rule, "" for none."""
    if any(_rows(group).search(body) for group in ("asks", "supposed", "reproach", "now")):
        return ""
    hearsay = _rows("hearsay").search(body)
    for group in _CUES:
        cue = _rows(group).search(body)
        if cue is None or (hearsay and hearsay.start() < cue.start() + 3):
            continue
        # Behind another clause a rule begins with its cue.
        if not start and cue.start() > 0:
            continue
        if group in _WEAK and _rows("near").search(body):
            continue
        if not _is_report(body, cue, group) and _names(body, cue):
            return group
    return ""


def _is_report(body: str, cue: re.Match[str], group: str) -> bool:
    """Whether the clause of a cue tells what happens, instead of what should."""
    if group in ("decided", "preferred", "forbidden", "obliged"):
        return False
    borders = list(_BORDER.finditer(body))
    first = max((b.end() for b in borders if b.end() <= cue.start()), default=0)
    if group == "general":
        starts = [cue.end() if cue.start() == 0 else 0, *(b.end() for b in borders)]
        clauses = [body[at:].lstrip(" ,:") for at in starts]
        return not any(
            clause and not _rows("subjects").match(clause) and not _rows("failing").match(clause)
            for clause in clauses
        )
    ends = [b.start() for b in borders if b.start() >= cue.end()]
    last = min((at for at in ends if group != "habit" or body[at] != " "), default=len(body))
    if group != "habit" and not _CJK.search(body):
        last = min(last, cue.end() + 12)
    return _rows("failing").search(body[first:last]) is not None


def _names(body: str, cue: re.Match[str]) -> bool:
    """Whether a rule names a thing, beside its cue and words that only point."""
    if _CJK.search(body):
        rest = body if cue.end() - cue.start() > len(body) // 2 else body.replace(cue[0], "")
        return len(_CJK.findall(rest)) + 2 * len(_WORD.findall(rest)) >= 4  # noqa: PLR2004
    words = _WORD.findall(_POINTED_AT.sub(" ", body))
    return any(not _rows("empty").match(word) for word in words)


def _cleaned(said: str, masked: str) -> str:
    """Return a rule without thanks, exclamation marks and shouting, in upper case at first."""
    tail = _rows("tail").search(masked)
    cut = tail.start() if tail else len(said)
    said = one_line(said[:cut].replace("**", "")).rstrip(" ,.!;:?")
    letters = [letter for letter in said if letter.isalpha()]
    if len(letters) > 12 and sum(map(str.isupper, letters)) > 0.8 * len(letters):  # noqa: PLR2004
        said = _LOUD.sub(lambda loud: loud[0].lower(), said)
    said = _LOUD_WORDS.sub(lambda loud: loud[0].lower(), said)
    return said[:1].upper() + said[1:] if said.split(" ")[0].isalpha() or _CJK.match(said) else said


def _with_reason(rule: Outright, sentence: str) -> Outright:
    """Return a rule with the sentence behind it, where that is its reason."""
    masked = _masked(sentence)
    is_reason = _rows("reason").match(masked) and not any(
        _rows(group).search(masked) for group in ("asks", "now", "order")
    )
    said = f"{rule.text}. {one_line(sentence).rstrip(' .!')}"
    if not is_reason or len(said) > _LONGEST:
        return rule
    return Outright(rule.kind, said, f"{rule.quote} {sentence}", rule.waits)
