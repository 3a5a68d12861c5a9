"""Whether one line of a team's notes is worth keeping, and as what.

Such a file is kept by hand, so a line is taken unless something speaks against it: a remark about
the file itself, a report of what was done, a link, a list of files, a placeholder, an order to a
model. Every expression is matched on one line, and is linear.
"""

import re
from functools import lru_cache
from typing import Final

from ...base.regex import regex
from ...base.text import CJK_CHAR
from ...extract.rules.cues import has_reason
from ...extract.rules.labels import plain_label
from ...extract.rules.noise import is_none, is_report
from ...extract.rules.sentences import plain, sentences
from ...safety.instructions.orders import instructs_reader

MOST: Final = 500

_ABOUT_ITSELF: Final = regex(
    r"^this (?:file|document|rule|page|section|skill)\b(?! (?:repo|project))"
    r"|\b(?:this|these) (?:file|files|document|page|log|list|section|guide|instructions|guidelines"
    r"|rules|table|memory|index|playbook)\b(?: \([^()]{1,60}\))?(?= (?:is|are|was|were"
    r"|contains?|provides?|holds?|tracks?"
    r"|captures?|records?|lists?|describes?|documents?|serves?|should|must|applies|apply|gives"
    r"|defines?|outlines?|summari[sz]es?|at|before|when|on|after|every|for|to)\b|\W*$)"
    r"|\bclaude\.ai/code\b|^(?:last |auto-?)(?:updated|generated|reviewed)\b"
    r"|^updated (?:after|on|every)\b"
    r"|^auto-?(?:appended|loaded|maintained)\b"
    r"|^\W{0,4}append[- ]only(?:\W{0,4}$|[.:;,)]| [—–-]| (?:\w{1,20} ){0,2}(?:files?|logs?|lists?"
    r"|documents?|records?|base|notes|memory|journal)\b)"
    r"|\b(?:entries|lessons|learnings|this (?:file|document|log|list|page|index|memory))\b"
    r"[^.]{0,40}\bappend[- ]only\b"
    r"|\b(?:append|add) (?:new )?(?:entries|lessons|learnings|rows)\b"
    r"|\b(?:new )?(?:entries|lessons) (?:below|above|here)\b|\bentry format\b"
    r"|\b(?:re)?view (?:at|before|on) (?:session|the start)|\bat (?:the )?session start\b"
    r"|\bat the start of (?:every|each) session\b|\bread (?:this|it) (?:first|before|at|file)"
    r"|\balways refere?r? to \S+\.md\b",
    re.IGNORECASE,
)
_PLACEHOLDER: Final = regex(
    r"^N/A\b|^[^\w`]*(?:\[(?:[A-Z][a-z]+ [^\]]{3,}|[a-z]+ [a-z][^\]]*)\]|<[a-z][^<>]{3,80}>|…"
    r"|\.\.\.|TBD|TODO"
    r"|YYYY-MM-DD)[^\w`]*$|^\W*(?:date:? )?YYYY-MM-DD\b|\bERR-YYYY|<your |\[your "
    r"|\[(?:describe|explain|list|insert"
    r"|specify|add|fill|project|command|name)\b[^\]]*\](?!\()|lorem ipsum"
)
_LINK: Final = regex(
    r"^[^\w`\[@]*+(?:(?:see|refer to|read|check|siehe|voir|ver|см\.?|见|參見"
    r"|参照)(?: also)?:?[ ]{1,2})?"
    r"(?:the )?(?:@?\[\[?[^\]]*\]?\](?:\([^)]*\))?|https?://\S++|@\S++|`[^`\s]+\.(?:md|mdx|txt|rst)`)"
    r"(?:[ ]for\b.{0,160}|[\W_]*)$",
    re.IGNORECASE,
)
_POINTER: Final = regex(
    r"^(?:\W*)(?:(?:r[eé]f[eé]rences?|sources?|enforcement|enforced (?:by|in)|see also"
    r"|documented in|owner|maintained by)\b.{0,3}:"
    r"|for (?:more|full|further|the full|the complete|complete)\b"
    r"|(?:full|more|further) (?:details?|guide|documentation|docs|info\w*)\b"
    r"|complete guide\b|see\b(?=.{0,40}(?:\.md\b|\]\()))",
    re.IGNORECASE,
)
_ELSEWHERE: Final = regex(
    r"\b(?:see|as|listed|described|shown|defined|mentioned|noted|outlined|steps?|rules?|tables?|lists?"
    r"|sections?|examples?|diagrams?|layers?|formats?|commands?|the|all|any|these|those|cases?"
    r"|checks?|patterns?|templates?|files?|items?|criteria|questions?|fields?|values?|code)"
    r"[ ](?:above|below)\b(?!\s(?:the|a|an|zero|threshold|this|it|\$?\d|`))"
    r"|\b(?:one|any|each|all|either|none) of (?:these|those)\b"
    r"|^the (?:above|following)\b"
    r"|\b(?:above|below)[.):;,]?$|\bthe following\b.{0,30}$",
    re.IGNORECASE,
)
_FILE_ROW: Final = regex(
    r"^(?:\*\*)?`?"
    r"(?P<path>[\w.@&~*{}\[\]()/<>:$,-]{0,200}(?:/|\.[A-Za-z]{1,5})[\w.@&~*{}\[\]()/<>:$,-]{0,200})`?"
    r"(?:\*\*)?(?:[ ]{0,2}\([^()]{0,40}\))?[ ]{0,2}(?:[—–:→]|-{1,2}|=>)[ ]{1,2}(?P<said>\S.*)$"
)
_BETWEEN_PATHS: Final = regex(r"[,;&\s`]+")
_IN_PATH: Final = regex(r"[\w.@~*{}\[\]()/<>-]+")
_OF_PATH: Final = regex(r"/|\.\w")
_DIRECTIVE: Final = regex(
    r"\b(?:must|never|always|only|do not|don['’]t|doesn['’]t|cannot|can['’]t|won['’]t"
    r"|avoid|prefer\w*"
    r"|requires?|required|should|shall|ensure|make sure|instead|not|no|without|before|after|unless"
    r"|needs? to|mandatory|forbidden|default(?:s|ed)?|because|otherwise|so that|fails?|breaks?"
    r"|niemals|immer|muss|aldrig|alltid|jamais|toujours|nunca|siempre|sempre|mai|всегда|никогда"
    r"|нельзя|нужно|завжди|ніколи|nigdy|zawsze)\b|必须|不要|禁止|务必|總是|必ず|禁止|하지|반드시",
    re.IGNORECASE,
)
_ORDER: Final = regex(
    r"(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|use|run|keep|put"
    r"|add|write|follow"
    r"|call|check|treat|return|throw|wrap|validate|handle|name|store|place|create|import|export"
    r"|commit|test|update|verify|document|format|include|set|pass|apply|require|respect|limit|stick"
    r"|match|favou?r|leave|start|stop|build|mock|log|escape|sanitize|pin|bump|delete|remove|install"
    r"|define|declare|group|sort|separate|split|expose|inject|register|restart|preserve|reuse|report"
    r"|you (?:must|should|always|never)|all \w+ must|every \w+ must|no \w+)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = regex(
    r"\b(?:fails?|failed|failing|breaks?|broke|broken|crash\w*|silently|hangs?|deadlock\w*|leaks?"
    r"|wrong\w*|bug|race condition|corrupt\w*|throws?|undefined|stale|flaky|unexpected\w*)\b",
    re.IGNORECASE,
)
# A package or program: its version, or a name and what it is for.
_PACKAGE: Final = regex(
    r"\bv?\d+\.(?:\d+|x)|\b[A-Za-z][\w.]* v?\d+\+?(?=[\s,;).]|$)|[<>=^~]=?\s?\d|@[\^~]?\d|@\w+/\w"
    r"|^(?:[A-Z][\w .-]{1,30}|`[^`]{1,40}`) ?(?::|[—–]|-) ?(?:[A-Z]|`)[^.]{1,80}$"
)
_PREFERS: Final = regex(
    r"^(?:the )?(?:users?|i|we|team|owner|maintainers?)(?:['’]s)? (?:strongly |always |really )?"
    r"(?:prefers?|likes?|dislikes?|wants?|hates?|expects?)\b",
    re.IGNORECASE,
)
_RULE: Final = regex(
    r"\b(?:must|never|always|do not|don['’]t|cannot|can['’]t|should|shall|required?s?|only|because"
    r"|otherwise|so that|instead of|rather than|mandatory|forbidden|banned"
    r"|not allowed)\b|必须|不要|禁止|务必|必ず|반드시",
    re.IGNORECASE,
)
_OBLIGES: Final = regex(
    r"\b(?:must|never|always|do not|don['’]t|should|shall|mandatory|forbidden|banned|not allowed)\b"
    r"|必须|不要|禁止|务必|必ず|반드시",
    re.IGNORECASE,
)
_DID: Final = regex(
    r"(?:[^:`]{2,40}: )?(?:changed|found|replaced|deleted|switched|moved|renamed"
    r"|dropped|marked|ported"
    r"|used|maintained|stopped|reworked|rewrote|converted|disabled|enabled|exported|upgraded|added"
    r"|created|updated|implemented|fixed|modified|removed|extended|extracted|registered|wired|new"
    r" dependencies|tables? created)\b(?! (?:when|by|for|as|if|only)\b)",
    re.IGNORECASE,
)
_STATE: Final = regex(
    r"[✅✔☑🎉🚀⏳🔄🚧📋]|\b(?:COMPLETED?|IN PROGRESS|DONE|PENDING|WIP|NOT STARTED|BLOCKED)\b"
    r"|(?i:^(?:the )?(?:build|tests?|lint) (?:compiled|passed|succeeded|successful))"
    r"|(?i:\bno (?:other |further )?(?:code )?(?:changes|modifications) (?:needed|required)\b)"
    r"|(?i:\bnow (?:works|enabled|live|complete|working)\b)|(?i:^(?:committed|deployed|merged"
    r"|pushed|completed|finished|pending):? |^(?:commit|repository|message|files): )"
    r"|\b\d+ (?:tests?|files? changed|passed|passing)\b(?!.{0,80}\b(?:must|never)\b)"
    r"|\bcoming soon\b"
)
_GONE: Final = regex(
    r"[\[(](?:obsolete|superseded|deprecated|outdated|retired|wontfix|stale)\b|^(?:~~.+~~\W*)$"
    r"|^(?:obsolete|superseded|historical note only)\b",
    re.IGNORECASE,
)
_WHO: Final = regex(
    r"^(?:you are|you're|act as|your role is|as an? (?:ai|expert|senior)\b)", re.IGNORECASE
)
_NOTHING: Final = regex(
    r"\W*(?:none|nothing|n/a|no (?:entries|lessons|learnings|items|issues))"
    r"(?: (?:so far|yet|recorded|known|found|to report|here))*\W*$",
    re.IGNORECASE,
)


def is_obsolete(text: str) -> bool:
    """Whether a title or a line says that it no longer holds."""
    return _GONE.search(text) is not None


def forbids_by_itself(text: str) -> bool:
    """Whether a line says on its own that something is not to be done."""
    return re.match(r"\W*(?:never|do not|don['’]t|avoid|no)\b", text, re.IGNORECASE) is not None


def line_kind(text: str, given: str, fallback: str) -> str:
    """Return the kind of a line: by its words, where heading and label (`given`) say little."""
    if _PREFERS.match(text):
        return "preference"
    if is_y_statement(text):
        return "decision"
    rules = obliges(text)
    if given == "trouble":
        given = "" if rules or not _TROUBLE.search(text) else "gotcha"
    if given == "dependency" and not _PACKAGE.search(text):
        given = ""
    if given == "practice":
        if rules or _RULE.search(text):
            return "convention"
        return "gotcha" if _TROUBLE.search(text) else fallback.replace("note", "convention")
    if given in ("architecture", "dependency", "") and rules:
        return "convention"
    if given in ("architecture", "") and _TROUBLE.search(text):
        return "gotcha"
    return given or fallback


def obliges(text: str) -> bool:
    """Whether a line says what is to be done, or not to be done."""
    return _ORDER.match(text) is not None or _OBLIGES.search(text) is not None


def is_y_statement(text: str) -> bool:
    """Whether a sentence states a decision in Zimmermann's form: context, concern, option, ends."""
    low = text[:600].casefold().lstrip(' *_>"')
    return low.startswith("in the context of") and ("we decided" in low or "we chose" in low)


def word_count(text: str) -> int:
    """Return the number of words; two characters of a script without spaces count as one."""
    return len(text.split()) + len(CJK_CHAR.findall(text)) // 2


def is_order(text: str) -> bool:
    """Whether a line says what to do, or what not to do."""
    return _ORDER.match(text) is not None


def says_something(text: str) -> bool:
    """Whether a paragraph states a rule or a cause, and does not only describe."""
    return _DIRECTIVE.search(text) is not None or has_reason(text) or "`" in text


def shortened(text: str, most: int = MOST) -> str:
    """Return one line of at most `most` characters without emphasis, cut after a sentence."""
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


# Each item is asked about twice, and short ones come again.
@lru_cache(maxsize=1024)
def why_left(text: str, kind: str) -> str:
    """Return why a line is not kept; empty where it is. `kind` is that of its heading."""
    bare = text.strip(" *_\"'“”")
    if instructs_reader(text) or _WHO.match(bare):
        return "speaks to a model, not about the project"
    return _no_statement(bare) or _no_rule(bare, kind) or _too_little(bare, kind)


def _no_statement(bare: str) -> str:
    """Return why a line is no statement about the project."""
    if _ABOUT_ITSELF.search(bare):
        return "is about the file itself"
    if _GONE.search(bare):
        return "says that it no longer holds"
    if _PLACEHOLDER.search(bare):
        return "a placeholder"
    if _LINK.match(bare) or _POINTER.match(bare):
        return "a link"
    if _ELSEWHERE.search(bare):
        return "refers to other lines of its file"
    if bare.endswith((":", "：")) or not bare:
        return "only introduces what follows"
    asks = bare.endswith(("?", "？")) and re.search(r"[.;—] ", bare) is None
    if asks:
        return "a question or talk"
    return "says that there is nothing" if is_none(bare) or _NOTHING.match(bare) else ""


def _no_rule(bare: str, kind: str) -> str:
    """Return why a statement does not last."""
    if _STATE.search(bare):
        return "how things stood at the time"
    return "reports what was done" if _reports(bare, kind) else ""


def _reports(bare: str, kind: str) -> bool:
    if _RULE.search(bare) or has_reason(bare):
        return False
    return _DID.match(bare) is not None or (kind != "decision" and is_report(bare))


def is_rule(text: str) -> bool:
    """Whether a line obliges, forbids or gives a reason."""
    return _RULE.search(text) is not None or has_reason(text) or _ORDER.match(text) is not None


def _too_little(bare: str, kind: str) -> str:
    row = _FILE_ROW.match(bare)
    said = row["said"] if row is not None else ""
    if said and word_count(said) < 12 and not (_DIRECTIVE.search(said) or has_reason(said)):
        return "a list of files"
    if _is_only_paths(bare):
        return "a list of files"
    words_in = len(bare.split())
    if words_in < 3 and len(CJK_CHAR.findall(bare)) < 8:
        return "too short"
    vouched = kind in ("convention", "preference", "gotcha", "decision")
    if words_in < 4 and not (vouched or _ORDER.match(bare) or "`" in bare or CJK_CHAR.search(bare)):
        return "too short"
    letters = sum(map(str.isalpha, bare))
    return "no sentence" if letters * 2 < len(bare.replace(" ", "")) else ""


def _is_only_paths(text: str) -> bool:
    """Whether each word is a path, after marks that are no path."""
    begins = _IN_PATH.search(text)
    parts = _BETWEEN_PATHS.split(text[begins.start() :].rstrip(",;& `")) if begins else []
    return bool(parts) and all(map(_is_path, parts))


def _is_path(text: str) -> bool:
    closed = max(map(text.rfind, "{}[]()<>"))
    return (
        _IN_PATH.fullmatch(text) is not None
        and _OF_PATH.search(text, max(closed + 1, 1)) is not None
    )


def is_status(text: str) -> bool:
    """Whether a field says that the record no longer holds."""
    label = plain_label(text)
    return label.split(" ")[0] in {
        "obsolete", "superseded", "deprecated", "wont_fix", "rejected", "outdated", "invalid",
    }  # fmt: skip


def rating(text: str) -> float | None:
    """Return a record's own confidence, "9/10", "high" or "85%", as 0.5 to 0.9, or None."""
    words = text.strip(" *`").casefold()
    for name, value in (("high", 0.8), ("med", 0.6), ("low", 0.5)):
        if words.startswith(name):
            return value
    found = re.match(r"(\d{1,3}(?:\.\d{1,4})?)[ ]?(?:/[ ]?(\d{1,3})|(%))?", words)
    if found is None:
        return None
    whole = 100.0 if found[3] else float(found[2] or 1)
    value = float(found[1]) / whole if whole else 0
    return min(max(round(value, 2), 0.5), 0.9) if 0 < value <= 1 else None
