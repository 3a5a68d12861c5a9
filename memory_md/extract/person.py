"""What a person says outright: rules, preferences and decisions in one turn, by `cues.toml`.

A sentence counts when a clause of it has a cue and it names something. Questions, hypotheses,
hearsay, reproaches, reports and what holds for now are nothing; what may be meant for the task
alone waits. Linear: a sentence has at most 600 characters.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ..base.text import one_line
from ..base.word_index import CJK, plain
from ..transcripts.cleaning import is_template
from .cues import WEAK, Cues, cues_for, expression, possible_cues
from .found import Found, said_by_person
from .labelled import FENCED

# Characters of a sentence and of a rule, of a paste, of a turn.
_LONGEST, _PASTE, _LONG_TURN = 600, 1_000, 300
_KINDS: Final = {"decided": "decision", "preferred": "preference"}
_NOTHING: Final = ("asks", "supposed", "reproach", "now")

_NEAR_PASTE: Final = "stands beside a long paste: unclear who says it"
_BESIDE_TASK: Final = "stands beside an order for the task: unclear whether it lasts"
_IN_LONG_TURN: Final = "stands in a long message: unclear whether it lasts"
_AS_QUESTION: Final = "is asked as a question"
_PRODUCT: Final = "may describe what is to be built now"
_POINTS: Final = "points at something that was said before"

_BORDER: Final = re.compile(
    r"[,;:，；、]\s*|\s[—–-]+\s|\s(?=(?:and|but|so|und|aber|et|mais|и|но)\s)", re.IGNORECASE
)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{2,600}\"|“[^”\n]{1,600}”|«[^»\n]{1,600}»|„[^“”\n]{1,600}[“”]|「[^」\n]{1,600}」"
    r"|『[^』\n]{1,600}』|(?<![\w'])'[^'\n]{3,300}'(?![\w'])|`[^`\n]{1,300}`"
)
_END: Final = re.compile(
    r"[.!?…](?<!\be\.g.)(?<!\bi\.e.)(?<!\bz\.B.)(?<!\betc.)(?<!\bvs.)[.!?…]*[)\"'”»*]*(?=\s|$)"
    r"|[。！？]+|\n"
)
_WRAPPED: Final = re.compile(r"\n(?<=[^\n.!?:]{50}\n)(?=[a-zà-ÿа-я])")
_WORD: Final = re.compile(r"[a-zà-žа-яё][\w./+#-]+", re.IGNORECASE)
_POINTED_AT: Final = re.compile(r"\b\w+\s+(?:it|that|this|them|those|these)\b(?!\s+\w)")


def outright(text: str) -> list[Found]:
    """Return what one turn of a person lays down; `text` of each cleaned, `quote` as typed."""
    if is_template(text) or not possible_cues(text):
        return []
    doubt = _IN_LONG_TURN if len(text) > _LONG_TURN else ""
    doubt = _NEAR_PASTE if len(text) > _PASTE else doubt
    found: list[Found] = []
    others: list[str] = []
    is_after_rule = False
    for sentence, begins_line in _sentences(_speech(text)):
        rule, is_after_rule = _rule(sentence, doubt, others), is_after_rule and not begins_line
        if rule and rule.waits == _POINTS and is_after_rule:
            # "Hard-code no limits. Always take them from limits.toml." is one rule.
            found[-1] = _joined(found[-1], rule.candidate.text, sentence)
        elif rule:
            found.append(rule)
        else:
            others.append(sentence)
            if is_after_rule and _is_reason(sentence):
                found[-1] = _joined(found[-1], one_line(sentence).rstrip(" .!"), sentence)
        is_after_rule = rule is not None
    return list({rule.candidate.text: rule for rule in reversed(found)}.values())[::-1]


def _speech(text: str) -> str:
    """Return what was typed: without fences, long pastes, logs, code and quotations."""
    text = FENCED.sub("\n\n", text)
    if len(text) > _PASTE:
        parts = [part for part in re.split(r"\n[ \t]*\n", text) if len(part) <= _PASTE]
        if sum(map(len, parts[1:-1])) > _PASTE:
            ends = [part for part in (parts[0], parts[-1]) if len(part) <= _PASTE // 2]
            parts = [part for part in ends if part.lstrip()[:1] not in "-*•|"]
        text = "\n\n".join(parts)
    text = _WRAPPED.sub(" ", text)
    return "\n".join(
        "" if expression("noise").match(line[:400]) else line for line in text.split("\n")
    )


def _sentences(text: str) -> list[tuple[str, bool]]:
    """Return each sentence and whether it begins a line."""
    ends = [0, *(found.end() for found in _END.finditer(text)), len(text)]
    # "Always." or "Remember it." says of the sentence before it that it lasts.
    ends = [at for at in ends if not (at and expression("lasts_too").match(text, at))]
    parts = [(text[a:b].strip(), not a or text[a - 1] == "\n") for a, b in pairwise(ends)]
    return [part for part in parts if part[0]]


def _masked(sentence: str) -> str:
    """Return a sentence of the same length, without accents; what is quoted or code is a name."""
    return _QUOTED.sub(lambda found: "X" * len(found[0]), plain(sentence))


def _length(group: str, text: str) -> int:
    found = expression(group).match(text)
    return found.end() if found else 0


def _rule(sentence: str, doubt: str, before_it: Sequence[str]) -> Found | None:
    """Return the rule of a sentence; `before_it` are those before it that are none."""
    numbers = possible_cues(sentence) if len(sentence) <= _LONGEST else []
    if not numbers:
        return None
    masked, waits = _masked(sentence), ""
    start = _length("address", masked)
    if polite := _length("polite", masked[start:]):
        is_clear = expression("pleaded").search(masked[start:])
        start, masked = start + polite, masked.rstrip("?？")
        waits = "" if is_clear else _AS_QUESTION
        start += _length("address", masked[start:])
    cues = cues_for(numbers, masked[start:].lower())
    # An order or a reproach may stand in front of the clause that is the rule.
    for at in [start, *(border.end() for border in _BORDER.finditer(masked, start))][:8]:
        before, at = masked[start:at], at + _length("address", masked[at:])
        group = _group(masked[at:], cues, is_first=not before)
        if not group:
            continue
        is_weak = group in WEAK
        is_nobodys = is_weak and (doubt == _NEAR_PASTE or _is(before, "order", "now"))
        if is_nobodys or _is(before, "hearsay"):
            return None
        # What follows a rule is often the order to apply it; what stands before may limit it.
        if is_weak and not doubt and any(_is(_masked(one), "order") for one in before_it):
            doubt = _BESIDE_TASK
        waits = waits or (doubt if is_weak or doubt == _NEAR_PASTE else "")
        waits = waits or (_PRODUCT if _is(masked[at:], "product") else "")
        waits = waits or (_POINTS if _is(masked[at:], "points") else "")
        at += _length("opening", masked[at:])
        text = _cleaned(sentence[at:], masked[at:])
        kind = _KINDS.get(group, "convention")
        return Found(said_by_person(kind, text, 0, sentence), waits)
    return None


def _is(text: str, *groups: str) -> bool:
    """Whether an expression of one of the groups stands in a text."""
    return any(expression(group).search(text) for group in groups)


def _group(body: str, cues: Cues, *, is_first: bool) -> str:
    """Return the group of the cue that makes a text a rule, "" for none."""
    low = body.lower()
    for group, looks in cues.items():
        found = [found for look in looks if (found := look(low))]
        cue = min(found, key=lambda one: one.start(), default=None)
        # Behind another clause a rule begins or ends with its cue.
        if not cue or (cue.start() > 0 and not is_first and body[cue.end() :].strip(" .!")):
            continue
        border = _BORDER.search(body, cue.end())
        clause = body[: border.start()] if border else body
        if group in WEAK and (_is(clause, "near") or _is(body[: cue.start()], "order")):
            continue
        is_told = _is(body[: cue.end()], "hearsay") or _is_report(body, cue, group)
        if not is_told and _names(body, cue):
            return "" if _is(body, *_NOTHING) else group
    return ""


def _is_report(body: str, cue: re.Match[str], group: str) -> bool:
    """Whether the clause of a cue tells what happens, instead of what should."""
    if group == "general":
        rest = body[cue.end() :] if cue.start() == 0 else body
        clauses = [clause.strip(" ,:.!") for clause in _BORDER.split(rest)]
        said = [clause for clause in clauses if clause and not _length("subjects", clause)]
        return all(_length("failing", clause) for clause in said)
    if group not in ("lasting", "habit", "chosen"):
        return False
    begins = [one.end() for one in _BORDER.finditer(body) if one.start() <= cue.start()]
    border = _BORDER.search(body, cue.end())
    last = border.start() if border else len(body)
    if group != "habit" and not CJK.search(body):
        last = min(last, cue.end() + 12)
    return _is(body[max(begins, default=0) : last], "failing")


def _names(body: str, cue: re.Match[str]) -> bool:
    """Whether a rule names a thing, beside its cue and words that only point."""
    if CJK.search(body):
        said = body[cue.start() : cue.end()]
        rest = body if len(said) > len(body) // 2 else body.replace(said, "")
        return len(CJK.findall(rest)) + 3 * len(_WORD.findall(rest)) >= 4
    words = _WORD.findall(_POINTED_AT.sub(" ", body))
    return not all(expression("empty").fullmatch(word) for word in words)


def _cleaned(said: str, masked: str) -> str:
    """Return a rule without thanks, exclamation marks and shouting, in upper case at first."""
    tail = expression("tail").search(masked, max(len(masked) - 60, 0))
    said = one_line(said[: tail.start() if tail else None].replace("**", "")).rstrip(" ,.!;:?")
    loud = sum(map(str.isupper, said))
    if loud > 10 and loud > 2 * sum(map(str.islower, said)):
        said = said.lower()
    said = expression("loud").sub(lambda word: word[0].lower(), said)
    first = said.split(" ")[0].replace("'", "")
    return said[:1].upper() + said[1:] if first.isalpha() and not CJK.search(first) else said


def _joined(rule: Found, said: str, sentence: str) -> Found:
    """Return a rule with the sentence behind it, if it is not too long then."""
    text, quote = f"{rule.candidate.text}. {said}", f"{rule.candidate.quote} {sentence}"
    if len(text) > _LONGEST:
        return rule
    return replace(rule, candidate=replace(rule.candidate, text=text, quote=quote))


def _is_reason(sentence: str) -> bool:
    masked = _masked(sentence)
    return _length("reason", masked) > 0 and not _is(masked, "asks", "now", "order")
