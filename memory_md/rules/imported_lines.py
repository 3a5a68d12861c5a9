"""Whether one line of a team's notes is worth keeping, and as what.

Such a file is kept by hand, so a line is taken unless something speaks against it: what is told
about the file itself, what was done once, links, lists of files, placeholders, orders to a model.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from .imported_words import CATEGORIES, CLOSED, FIELDS, FILLERS, HEADINGS, Part
from .instructions import instructs_reader
from .marker_words import words
from .markers import marker_named, plain_label, section_of
from .noise import has_reason, is_none, is_report
from .sentences import plain, sentences

MOST: Final = 500
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_ABOUT_ITSELF: Final = re.compile(
    r"\b(?:this|these) (?:file|files|document|page|log|list|section|guide|instructions|guidelines"
    r"|rules|table|memory|index|playbook)\b(?: \([^()]{1,60}\))?(?= (?:is|are|was|were"
    r"|contains?|provides?|holds?|tracks?"
    r"|captures?|records?|lists?|describes?|documents?|serves?|should|must|applies|apply|gives"
    r"|defines?|outlines?|summari[sz]es?|at|before|when|on|after|every|for|to)\b|\W*$)"
    r"|\bclaude\.ai/code\b|^(?:last |auto-?)(?:updated|generated|reviewed)\b"
    r"|^updated (?:after|on|every)\b"
    r"|^auto-?(?:appended|loaded|maintained)\b|\bappend[- ]only\b"
    r"|\b(?:append|add) (?:new )?(?:entries|lessons|learnings|rows)\b"
    r"|\b(?:new )?(?:entries|lessons) (?:below|above|here)\b|\bentry format\b"
    r"|\b(?:re)?view (?:at|before|on) (?:session|the start)|\bat (?:the )?session start\b"
    r"|\bat the start of (?:every|each) session\b|\bread (?:this|it) (?:first|before|at|file)"
    r"|\balways refere?r? to \S+\.md\b",
    re.IGNORECASE,
)
_PLACEHOLDER: Final = re.compile(
    r"^[^\w`]*(?:\[(?:[A-Z][a-z]+ [^\]]{3,}|[a-z]+ [a-z][^\]]*)\]|<[a-z][^<>]{3,80}>|…"
    r"|\.\.\.|TBD|TODO"
    r"|YYYY-MM-DD)[^\w`]*$|^\W*(?:date:? )?YYYY-MM-DD\b|\bERR-YYYY|<your |\[your "
    r"|\[(?:describe|explain|list|insert"
    r"|specify|add|fill|project|command|name)\b[^\]]*\](?!\()|lorem ipsum"
)
_LINK: Final = re.compile(
    r"^[^\w`\[]*(?:(?:see|refer to|read|check|siehe|voir|ver|см\.?|见|參見"
    r"|参照)(?: also)?:?[ ]{1,2})?"
    r"(?:the )?(?:@?\[\[?[^\]]*\]?\](?:\([^)]*\))?|https?://\S+|@\S+|`[^`\s]+\.(?:md|mdx|txt|rst)`)"
    r"(?:[ ]for\b.{0,160}|[\W_]*)$",
    re.IGNORECASE,
)
_RELATION: Final = re.compile(r"^[\w ]{2,30}[ ]\[\[[^\]]+\]\]")
_POINTER: Final = re.compile(
    r"^(?:\W*)(?:for (?:more|full|further|the full|the complete|complete)\b"
    r"|(?:full|more|further) (?:details?|guide|documentation|docs|info\w*)\b"
    r"|complete guide\b|see\b(?=.{0,40}(?:\.md\b|\]\()))",
    re.IGNORECASE,
)
_FILE_ROW: Final = re.compile(
    r"^(?:\*\*)?`?(?P<path>[\w.@~*{}\[\]()/<>:$,-]*(?:/|\.[A-Za-z]{1,5})[\w.@~*{}\[\]()/<>:$,-]*)`?"
    r"(?:\*\*)?(?:[ ]{0,2}\([^()]{0,40}\))?[ ]{0,2}(?:[—–:→]|-{1,2}|=>)[ ]{1,2}(?P<said>\S.*)$"
)
_ENDPOINT: Final = re.compile(r"^\W*(?:GET|POST|PUT|PATCH|DELETE|HEAD|WS)[ ]`?/")
_ONLY_PATHS: Final = re.compile(
    r"^\W*(?:`?[\w.@~*{}\[\]()/<>-]+(?:/|\.\w{1,5})[\w.@~*/-]*`?[,;&\s]*)+$"
)
_LEGEND: Final = re.compile(r"\W*[\w ]{2,20}\W{1,4}[\w -]{2,30}(?: [|/] [\w -]{1,30}){2,}$")
_DIRECTIVE: Final = re.compile(
    r"\b(?:must|never|always|only|do not|don['’]t|doesn['’]t|cannot|can['’]t|won['’]t"
    r"|avoid|prefer\w*"
    r"|requires?|required|should|shall|ensure|make sure|instead|not|no|without|before|after|unless"
    r"|needs? to|mandatory|forbidden|default(?:s|ed)?|because|otherwise|so that|fails?|breaks?"
    r"|niemals|immer|muss|aldrig|alltid|jamais|toujours|nunca|siempre|sempre|mai|всегда|никогда"
    r"|нельзя|нужно|завжди|ніколи|nigdy|zawsze)\b|必须|不要|禁止|务必|總是|必ず|禁止|하지|반드시",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|use|run|keep|put"
    r"|add|write|follow"
    r"|call|check|treat|return|throw|wrap|validate|handle|name|store|place|create|import|export"
    r"|commit|test|update|verify|document|format|include|set|pass|apply|require|respect|limit|stick"
    r"|match|favou?r|leave|start|stop|build|mock|log|escape|sanitize|pin|bump|delete|remove|install"
    r"|define|declare|group|sort|separate|split|expose|inject|register|restart|preserve|reuse|report"
    r"|you (?:must|should|always|never)|all \w+ must|every \w+ must|no \w+)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = re.compile(
    r"\b(?:fails?|failed|failing|breaks?|broke|broken|crash\w*|silently|hangs?|deadlock\w*|leaks?"
    r"|wrong\w*|bug|race condition|corrupt\w*|throws?|undefined|stale|flaky|unexpected\w*)\b",
    re.IGNORECASE,
)
_PREFERS: Final = re.compile(
    r"^(?:the )?(?:users?|i|we|team|owner|maintainers?)(?:['’]s)? (?:strongly |always |really )?"
    r"(?:prefers?|likes?|dislikes?|wants?|hates?|expects?)\b",
    re.IGNORECASE,
)
_RUNS: Final = re.compile(r"[:—–-] `[^`]+`\W*$")
_TALK: Final = re.compile(
    r"(?:let me|let['’]s|i['’](?:ll|m|ve|d)|i (?:will|need to|think|just|should"
    r"|am going)|okay|great"
    r"|perfect|thanks?|sorry|hi|hello|welcome)\b",
    re.IGNORECASE,
)
_RULE: Final = re.compile(
    r"\b(?:must|never|always|do not|don['’]t|cannot|can['’]t|should|shall|required?s?|only|because"
    r"|otherwise|so that|instead of|rather than|mandatory|forbidden)\b|必须|不要|禁止|务必|必ず"
    r"|반드시",
    re.IGNORECASE,
)
_DID: Final = re.compile(
    r"(?:[^:`]{2,40}: )?(?:changed|found|replaced|deleted|switched|moved|renamed"
    r"|dropped|marked|ported"
    r"|used|maintained|stopped|reworked|rewrote|converted|disabled|enabled|exported|upgraded|added"
    r"|created|updated|implemented|fixed|modified|removed|extended|extracted|registered|wired|new"
    r" dependencies|tables? created)\b(?! (?:when|by|for|as|if|only)\b)",
    re.IGNORECASE,
)
_REPORTING: Final = re.compile(
    r"\b(?:created|updated|modified|deleted|committed|completed?|fixed|added|removed|implemented"
    r"|done|finished|merged|shipped|migrated)(?: via \S+)?[ \W]*$",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(
    r"(?:option|approach|alternative|variant) [A-F\d]\b[ ]?[:.)—–-]", re.IGNORECASE
)
_STATE: Final = re.compile(
    r"[✅✔☑🎉🚀⏳🔄🚧📋]|\b(?:COMPLETED?|IN PROGRESS|DONE|PENDING|WIP|NOT STARTED|BLOCKED)\b"
    r"|(?i:^(?:the )?(?:build|tests?|lint) (?:compiled|passed|succeeded|successful))"
    r"|(?i:\bno (?:other |further )?(?:code )?(?:changes|modifications) (?:needed|required)\b)"
    r"|(?i:\bnow (?:works|enabled|live|complete|working)\b)|(?i:^(?:committed|deployed|merged"
    r"|pushed|completed|finished|pending):? |^(?:commit|repository|message|files): )"
    r"|\b\d+ (?:tests?|files? changed|passed|passing)\b(?!.{0,80}\b(?:must|never)\b)"
    r"|\bcoming soon\b"
)
_GONE: Final = re.compile(
    r"[\[(](?:obsolete|superseded|deprecated|outdated|retired|wontfix|stale)\b|^(?:~~.+~~\W*)$"
    r"|^(?:obsolete|superseded|historical note only)\b",
    re.IGNORECASE,
)
_PASSING: Final = re.compile(
    r"(?:current|recent|latest|today|session|sprint|ongoing|upcoming)(?: \w+)? (?:state"
    r"|status|focus|mode"
    r"|phase|tasks?|sprint|work|changes|progress|activity|summary|context|plan|goals?)\b"
)
_WHO: Final = re.compile(
    r"^(?:you are|you're|act as|your role is|as an? (?:ai|expert|senior)\b)", re.IGNORECASE
)


@cache
def _headings() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((kind, words(table)) for kind, table in HEADINGS)


@cache
def _fields() -> dict[str, Part]:
    return {name: part for part, table in FIELDS for name in words(table)}


@lru_cache(maxsize=1024)
def part_named(name: str) -> Part | None:
    """What the field of a record says of it, by its name in any language; None for no field."""
    bare = plain_label(name)
    if bare in _fields():
        return _fields()[bare]
    marker = marker_named(name)
    if marker is None or marker.role in ("title", "fact"):
        return None
    parts: dict[str, Part] = {
        "problem": "problem", "cause": "cause", "fix": "fix", "reason": "reason",
        "decision": "decision", "noise": "", "field": "",
    }  # fmt: skip
    return parts[marker.role]


@lru_cache(maxsize=1024)
def is_closed(title: str) -> bool:
    """Whether a heading says that nothing under it lasts."""
    name = plain_label(title)
    return name in CLOSED or _PASSING.match(name) is not None or _GONE.search(title) is not None


def is_gone(text: str) -> bool:
    """Whether a title or a line says that it no longer holds."""
    return _GONE.search(text) is not None


@lru_cache(maxsize=1024)
def kind_under(title: str) -> str:
    """The kind that a heading gives what stands under it; empty where it says nothing."""
    name = plain_label(title)
    parts = name.replace(".md", "").replace("/", " ").replace("&", " & ").split()
    if len(parts) > 6:
        return ""
    spans = {
        " ".join(parts[start:end])
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }
    for kind, names in _headings():
        if names & spans:
            return kind
    section = section_of(title)
    return section.kind if section is not None else ""


def category_kind(name: str) -> str:
    """The kind of another tool's type or category; empty for one that nobody knows."""
    return CATEGORIES.get(name.strip().casefold(), "")


def forbids_by_itself(text: str) -> bool:
    """Whether a line says on its own that something is not to be done."""
    return re.match(r"\W*(?:never|do not|don['’]t|avoid|no)\b", text, re.IGNORECASE) is not None


def kind_of(text: str, given: str, fallback: str) -> str:
    """The kind of a line: what its wording says, where heading and label (`given`) say little."""
    if _PREFERS.match(text):
        return "preference"
    if given == "practice":
        if _ORDER.match(text) or _RULE.search(text) or _RUNS.search(text):
            return "convention"
        return "gotcha" if _TROUBLE.search(text) else fallback.replace("note", "convention")
    if given in ("architecture", "dependency", "learning", "") and _ORDER.match(text):
        return "convention" if given != "learning" else given
    if given in ("architecture", "") and _TROUBLE.search(text):
        return "gotcha"
    return given or fallback


def is_order(text: str) -> bool:
    """Whether a line tells what to do, or what not."""
    return _ORDER.match(text) is not None


def says_something(text: str) -> bool:
    """Whether a paragraph states a rule or a cause, and does not only describe."""
    return _DIRECTIVE.search(text) is not None or has_reason(text) or "`" in text


def shortened(text: str, most: int = MOST) -> str:
    """One line of at most `most` characters without emphasis, ending where a sentence does."""
    whole = " ".join(plain(text).split())
    if len(whole) <= most:
        return whole
    kept, length = [], 0
    for sentence in sentences(whole):
        if length + len(sentence) > most:
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(kept)


def why_left(text: str, kind: str) -> str:
    """Why a line of such a file is not kept; empty where it is. `kind` is its heading's."""
    bare = text.strip(" *_\"'“”")
    if instructs_reader(text) or _WHO.match(bare):
        return "speaks to a model, not about the project"
    if _ABOUT_ITSELF.search(bare):
        return "is about the file itself"
    if _GONE.search(bare):
        return "says that it no longer holds"
    if _PLACEHOLDER.search(bare):
        return "a placeholder"
    if _LINK.match(bare) or _POINTER.match(bare) or _RELATION.match(bare):
        return "a link"
    if bare.endswith((":", "：")) or not bare:
        return "only introduces what follows"
    asks = bare.endswith(("?", "？")) and re.search(r"[.;—] ", bare) is None
    if asks or _TALK.match(bare):
        return "a question or talk"
    if is_none(bare):
        return "says that there is nothing"
    if _STATE.search(bare):
        return "how things stood at the time"
    if _reports(bare, kind):
        return "reports what was done"
    if kind != "decision" and _OPTION.match(bare):
        return "one of several options"
    return _too_little(bare, kind)


def _reports(bare: str, kind: str) -> bool:
    if _RULE.search(bare) or has_reason(bare):
        return False
    return _DID.match(bare) is not None or (kind != "decision" and is_report(bare))


def is_reporting(title: str) -> bool:
    """Whether a heading tells of something done: of what is under it, only rules last."""
    return _REPORTING.search(title) is not None


def is_rule(text: str) -> bool:
    """Whether a line obliges, forbids or gives a reason."""
    return _RULE.search(text) is not None or has_reason(text) or _ORDER.match(text) is not None


def is_general(title: str) -> bool:
    """Whether a heading says no more than what kind of things stand under it."""
    parts = plain_label(title).replace("/", " ").split()
    phrases = {word for _, names in _headings() for name in names for word in name.split()}
    return all(part in FILLERS or part in phrases for part in parts)


def _too_little(bare: str, kind: str) -> str:
    row = _FILE_ROW.match(bare)
    said = row["said"] if row is not None else ""
    if said and len(said.split()) < 12 and not (_DIRECTIVE.search(said) or has_reason(said)):
        return "a list of files"
    if _LEGEND.match(bare):
        return "no sentence"
    if _ENDPOINT.match(bare) or _ONLY_PATHS.match(bare):
        return "a list of files"
    words_in = len(bare.split())
    if words_in < 3 and len(_CJK.findall(bare)) < 8:
        return "too short"
    vouched = kind in ("convention", "preference", "gotcha", "decision")
    if words_in < 4 and not (vouched or _ORDER.match(bare) or "`" in bare or _CJK.search(bare)):
        return "too short"
    letters = sum(map(str.isalpha, bare))
    return "no sentence" if letters * 2 < len(bare.replace(" ", "")) else ""


def is_status(text: str) -> bool:
    """Whether a field says that the record no longer holds."""
    said = plain_label(text)
    return said.split(" ")[0] in {
        "obsolete", "superseded", "deprecated", "wont_fix", "rejected", "outdated", "invalid",
    }  # fmt: skip


def rating(text: str) -> float | None:
    """A record's own confidence, "9/10", "high" or "85%", as 0.5 to 0.9; None for no such."""
    said = text.strip(" *`").casefold()
    for name, value in (("high", 0.8), ("med", 0.6), ("low", 0.5)):
        if said.startswith(name):
            return value
    found = re.match(r"(\d{1,3}(?:\.\d{1,4})?)[ ]?(?:/[ ]?(\d{1,3})|(%))?", said)
    if found is None:
        return None
    whole = 100.0 if found[3] else float(found[2] or 1)
    value = float(found[1]) / whole if whole else 0
    return min(max(round(value, 2), 0.5), 0.9) if 0 < value <= 1 else None
