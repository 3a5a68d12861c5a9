"""Sentences: where they end, which are noise, and which state something worth keeping.

The guards come first: narration, plans, questions, guesses, instructions and status reports are
never learnings, whatever words they use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

MAX_SENTENCE: Final = 600


@dataclass(frozen=True, slots=True)
class Verdict:
    """A statement that stands on its own; `score` is 0 to 1."""

    kind: str
    text: str
    score: float
    corrects: bool = False


_SPAN: Final = re.compile(r"`[^`]*`")
_END: Final = re.compile(
    r"(?<=[.!?])[\"'”’)\]]?(?:[ \t]+(?=[A-Z`\"'“(\[À-ÞА-ЯΑ-Ω0-9*✅])|(?=[A-Z][a-z'’]+[ ,])|(?=`))"
    r"|(?<=[。！？])|(?<=`)[:.](?=`)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|al|dr|mr|ms|mrs|resp|incl|[a-z]|\d{1,2})\.$",
    re.IGNORECASE,
)
_EMPHASIS: Final = re.compile(r"\*\*|__(?=\S)(?![a-z_]+__)|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])")


def sentences(text: str) -> Iterator[str]:
    """Split a paragraph into sentences; never inside a code span, also where the space is missing."""
    masked = _SPAN.sub(lambda found: "`" + "x" * (len(found[0]) - 2) + "`", text)
    start = 0
    for found in _END.finditer(masked):
        end = found.end()
        head = masked[start : found.start()]
        if masked[found.start() - 1 : found.start()] == ".":
            if _ABBREVIATION.search(head[-12:]):
                continue
            glued = found.end() == found.start() or masked[found.end() - 1] not in " \t"
            if glued and not _glued_boundary(head):
                continue
        piece = text[start:end].strip()
        if piece:
            yield piece.removesuffix(":") if piece.endswith("`:") else piece
        start = end
    if tail := text[start:].strip():
        yield tail


def _glued_boundary(head: str) -> bool:
    """Whether the point ends a word of prose ("further.We"), not a name ("path.Join")."""
    word = head[head.rfind(" ") + 1 :].rstrip(".")
    return len(word) > 2 and word.isalpha() and word.islower() or word.endswith(("`", ")", '"', "'"))


def plain(text: str) -> str:
    """The text without emphasis marks; code spans keep their backticks and what is in them."""
    if "*" not in text and "__" not in text:
        return text
    out, last = [], 0
    for span in _SPAN.finditer(text):
        out += [_EMPHASIS.sub("", text[last : span.start()]), span[0]]
        last = span.end()
    out.append(_EMPHASIS.sub("", text[last:]))
    return "".join(out)


_NARRATION: Final = (
    r"let me|let['’]?s|lets|i['’](?:ll|m|ve|d)|i (?:will|am|have|need|can|could|see|notice|noticed|think|would"
    r"|should|want|was|made|apologi[sz]e|understand|just|also|already|now|still|believe|guess|hope|did"
    r"|ran|tried|tested|checked|looked|added|updated|created|removed|fixed|wrote|implemented|read)"
    r"|we['’](?:ll|re|ve|d)|we (?:will|see|can see|are now|have now|now|could|can|need to|want|might|may)"
    r"|now|next|first|then|finally|lastly|great|perfect|excellent|good|nice|awesome|okay|ok|alright|sure"
    r"|yes|yep|no,|nope|done|all done|thanks|thank|sorry|hmm|wait|oh|ah|aha|hi|hello|you['’](?:re|ll|ve|d)"
    r"|you (?:can|may|should|might|could|will|need|have|now|want|said|asked|mentioned)|your|would you"
    r"|do you|does (?:this|that)|should (?:i|we)|shall|want|would|if you|feel free|please|here['’]s"
    r"|here (?:is|are)|looking at|based on|as you|to (?:begin|start|do|use|run|test|try|customi[sz]e)\b"
    r"|before (?:we|i|submitting|making|running|doing)|after (?:making|running|adding|that|this)"
    r"|in summary|to summari[sz]e|overall|excited|one moment|hold on|going to|time to|ready|proceed"
    r"|continu|back to|moving on|it (?:looks|seems|appears)|looks like|seems|apparently|maybe|perhaps"
    r"|for (?:example|instance)|e\.g|expected|result|output|status|current status|everything|nothing"
    r"|all (?:tests|checks|changes|quality|files|the)|both|success|in this|in the (?:next|following)"
)
_STATUS: Final = (
    r"\b(?:all|\d+|\d+/\d+) (?:\w+ ){0,2}(?:tests?|checks?|specs?|suites?|files?)\b.{0,30}\b(?:pass\w*|green|clean|ok)"
    r"|\bsuccessfully\b|\bready (?:for|to)\b|\bproduction-ready\b|\b(?:should|will) now\b|\bnow works?\b"
    r"|\bis (?:now )?(?:working|complete|done|finished|ready|green)\b|\bworks? (?:now|correctly|as)\b"
    r"|\bas expected\b|\bpushed\b|\bno (?:regressions|errors|issues|blockers)\b|\bno scope creep\b"
    r"|\bgood to go\b|\bverified (?:that|by|with|end)|\bwell done\b|\bplan executed\b"
    r"|\bthe (?:user|issue text|issue statement|task|instructions?) (?:wants|asks?|says?|suggests?|requires?|mentions?)\b"
)
_INTENT: Final = (
    r"\b(?:let me|let['’]s|i['’]ll|i will|we['’]ll|we will|i['’]m (?:going|about)|i am going|going to|i need to"
    r"|we need to|i should|we should|i want|we want|we can|i can|we could|i could|we['’]d|i['’]d|want me to"
    r"|would (?:be|need|have|allow|make|let|also)|i['’]ve|i have|we['’]ve|we have|shall we|planning to|plan to"
    r"|in (?:the )?future|later on|next step|todo|tbd)\b"
)
_GUESS: Final = (
    r"\b(?:might|maybe|perhaps|probably|possibly|presumably|seems?|seemingly|appears?|likely|could"
    r"|assum\w+|hopefully|suspect|unclear|not sure|i think|i believe|suppose|hypothes\w+|suggests?)\b"
)
_PRONOUN: Final = (
    r"(?:this|that|these|those|it|its|they|them|their|he|she|which|who|such|same|there|what|how|when|where"
    r"|while|and|or|but|so|as|like|with|for|from|by|in|on|at|also|both|each|either|all|some|many|another"
    r"|other|one|two|three|four|here|above|below|the (?:following|above|code|file|script|function|test|user"
    r"|output|error|next|only|same|other|first|second|last|plan|change|changes|fix|app|page|project)"
    r"(?= (?:is|was|has|will|should|shows?|now|contains?|in|uses|we|i)\b))\b"
)
_IMPERATIVE: Final = (
    r"(?:run|open|click|install|set|check|add|create|update|remove|delete|edit|change|copy|paste|select|drag"
    r"|restart|start|stop|go|see|read|look|try|test|verify|make|build|push|commit|review|replace|move|rename"
    r"|write|type|enter|save|download|navigate|find|search|ensure|confirm|consider|implement|fix|refactor"
    r"|visit|configure|enable|disable|execute|call|define|import|export|pass|return|show|display|print"
    r"|keep|put|get|use|wire|handle|process|extract|parse|compute|generate|apply|render|combine)\b"
)
_DONE: Final = (
    r"(?:added|created|updated|implemented|wired|registered|committed|ran|verified|tested|wrote|extended"
    r"|built|generated|completed|deleted|refactored|renamed|improved|enhanced|documented|cleaned|pushed"
    r"|merged|rebased|installed|executed|successfully|codified|preserved|introduced|confirmed|checked"
    r"|reviewed|finished|appended|included|configured|bumped|ported|extracted|migrated|redesigned)\b"
)
_NONE: Final = (
    r"(?:none|no|n/?a|nil|нет|не было|inga|inget|ingen|keine?|aucune?|ninguno|nenhum|无|没有|なし|特になし|없음"
    r"|žádn\w+|geen)(?=[\s.,:;—–(-]|$)(?: (?:issues?|problems?|deviations?|decisions?|blockers?|changes?"
    r"|external|known|significant|major|new|unexpected|auto-fix\w*|that|of|were|was|encountered|found"
    r"|additional|further|required|needed|architectural|authentication|auth)\b|[\s.,:;—–(-]*$|[ ]?[—–(-]"
    r"|[.,:;])"
)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    # An apostrophe ("wasn't") is not the end of a word here, hence the look-ahead.
    end = r"(?![\w'’])"
    return {
        "narration": re.compile(f"(?:{_NARRATION}){end}", re.IGNORECASE),
        "status": re.compile(_STATUS, re.IGNORECASE),
        "intent": re.compile(_INTENT, re.IGNORECASE),
        "guess": re.compile(_GUESS, re.IGNORECASE),
        "pronoun": re.compile(_PRONOUN, re.IGNORECASE),
        "imperative": re.compile(_IMPERATIVE, re.IGNORECASE),
        "done": re.compile(_DONE, re.IGNORECASE),
        "none": re.compile(_NONE, re.IGNORECASE),
        "you": re.compile(r"\byou(?:r|['’]\w+)?\b", re.IGNORECASE),
        "first": re.compile(r"\b(?:i|me|my|we|us|our)\b(?!/)", re.IGNORECASE),
        "deictic": re.compile(r"\b(?:this|that|these|those) (?:\w+ ){0,2}\w+", re.IGNORECASE),
    }


_TECH: Final = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+|\b[A-Z]{2,}[\w.-]*|\b\w+\.[a-z]{1,5}\b"
    r"|(?<![\w/])[\w.-]*/[\w./-]+|\bv?\d+\.\d+|(?<!\w)--?[a-z][\w-]+|@[\w/-]+|#[\w-]{3,}"
)
_OPENING: Final = re.compile(
    r"(?:(?:so|also|however|but|and|thus|therefore|hence|unfortunately|interestingly|importantly|notably"
    r"|in fact|on the other hand|as it turns out|specifically|ah|aha|found it)\b[,:!—]*[ ]+)+",
    re.IGNORECASE,
)
_CORRECTION: Final = re.compile(
    r"(?:wait,? ?)?(?:(?:but|no|oh|hm+),? )?(?:actually|correction|on second thought|i was (?:wrong|mistaken)"
    r"|scratch that|update)\b[,:!—.]*[ ]*",
    re.IGNORECASE,
)
_DISCOVERY: Final = re.compile(
    r"(?:(?:i|we)(?:['’]ve)?(?: (?:have|just|also|then|now))? ?(?:learned|learnt|discovered|realised|realized"
    r"|found out|found|figured out|established|noted)|(?:it )?turns out|(?:it )?turned out"
    r"|(?:learned|learnt|discovered|realised|realized|found out))(?:,? that|:|,)?[ ]+",
    re.IGNORECASE,
)
_DIAGNOSIS: Final = re.compile(
    r"(?:the |a |another |one |our )?(?P<what>(?:real |actual |underlying |main |core |key |only )?(?:root cause|cause"
    r"|culprit|issue|problem|bug|reason|catch|trick|gotcha|pitfall|workaround|fix|solution|key|insight"
    r"|vulnerability|lesson))(?P<of>(?: (?!(?:is|was)\b)[^\s.,:]+){0,14}?)[ ,]*(?:is|was|turned out to be|here is)"
    r"(?P<tail>(?: likely| simply| actually| just)?(?: that|:)?) ",
    re.IGNORECASE,
)
_TO_FIX: Final = re.compile(
    r"(?:to (?:fix|solve|resolve|avoid|prevent) (?:this|the|that|it)[^,]{0,60},? )(?=(?:we|you|one) (?:should|must|need)"
    r"|the )",
    re.IGNORECASE,
)
_CHOSE: Final = re.compile(
    r"(?:(?:i|we) )?(?:deliberately |intentionally |finally |therefore )?(?:chose|decided|picked|opted|went with"
    r"|settled on|selected|kept|used|switched|replaced|avoided|rejected|dropped|moved|relaxed|pinned"
    r"|preferred|stuck with|disabled|placed|treated)\b",
    re.IGNORECASE,
)
_WEIGHED: Final = re.compile(
    r"\b(?:instead of|rather than|in favou?r of|over (?!\d|the|a |all)|because|since (?!the last|v?\d)|so that"
    r"|to avoid|to prevent|to keep|due to|otherwise)\b|[—–] (?:avoids|prevents|keeps|needs|so|because|no|simpler)"
    r"|\(not ",
    re.IGNORECASE,
)
_CAUSAL: Final = re.compile(
    r"\bbecause\b|\bso that\b|\bor else\b|\botherwise\b|\bdue to\b|\bcaused by\b|\bas a result\b|\bwhich (?:breaks?"
    r"|causes?|caused|prevents?|truncates?|fails?|means|leads|makes|made|overrides?|hides?|silently|drops?|loses?"
    r"|blocks?|breaks|results|triggers?|corrupts?|broke|forces?|is why|was why)\b|, (?:causing|breaking|leading to"
    r"|making|resulting in|which is not|so (?!that)\S+ \S+ (?:is|are|was|does|do|must|never|fails?|cannot|can't))",
    re.IGNORECASE,
)
_NECESSITY: Final = re.compile(
    r"\b(?:must(?: not| never| be| always)?|never|always|cannot|can't|needs? to|has to|have to|do not|don't)\b",
    re.IGNORECASE,
)
_BEHAVIOUR: Final = re.compile(
    r"\b(?:expects?|expected|returns?|requires?|needs?|accepts?|rejects?|ignores?|treats?|opens?|only|does not"
    r"|doesn['’]t|do not|don['’]t|cannot|can['’]t|never|always|fails?|silently|defaults? to|overwrites?|swallows?|raises?|throws?"
    r"|depends on|resolves?|wraps?|writes?|reads?|parses?|strips?|drops?|blocks?|isn['’]t|aren['’]t|is not|are not"
    r"|sends?|sending|trying to|stores?|caches?|runs?|takes?|survives?|works?)\b"
)
_CONTRAST: Final = re.compile(
    r"\b(?:but|unless|UNLESS|instead|rather than|except|even (?:if|when|though)|without|until|silently|by default"
    r"|only|ONLY|however|NOT|NEVER|ALWAYS|no longer|regardless|although|whereas)\b|, not\b|\(not\b|[—–-] not\b",
)
_EVENT: Final = re.compile(
    r"\b(?:passe[ds]|passes|worked|ran|printed|printing|shows?|showed|showing|saw|echoed|let|line \d+ is|we got|here)\b"
    r"|\blooking at\b",
    re.IGNORECASE,
)


def is_none(text: str) -> bool:
    """Whether the text only says that there is nothing to say ("None - plan executed …")."""
    return _patterns()["none"].match(text) is not None


def is_noise(text: str) -> bool:
    """Whether a text is narration, a question, a plan or a status report, in any section."""
    rules = _patterns()
    bare = text.strip(" *_\"'“”")
    return (
        not bare
        or bare.endswith(("?", "？", ":", "：", "…", "..."))
        or bare[0] in "✅✔☑🎉🚀❓❌⏳📋🎯👍"
        or rules["narration"].match(bare) is not None
        or rules["none"].match(bare) is not None
        or rules["status"].search(bare) is not None
        or sum(map(str.isalpha, bare)) * 2 < len(bare.replace(" ", ""))
    )


def is_report(text: str) -> bool:
    """Whether the text reports a thing done ("Added …") without saying why."""
    return (
        _patterns()["done"].match(text) is not None
        and _WEIGHED.search(text) is None
        and _CAUSAL.search(text) is None
    )


def has_reason(text: str) -> bool:
    """Whether the text weighs one thing against another or gives a cause."""
    return _WEIGHED.search(text) is not None or _CAUSAL.search(text) is not None


def judge(sentence: str) -> Verdict | None:
    """Decide on one sentence of free prose; None for the great majority."""
    text = plain(sentence)
    if not 25 <= len(text) <= MAX_SENTENCE or text[0] in "✅✔☑🎉🚀❓❌⏳📋🎯":
        return None
    corrects = False
    if found := _CORRECTION.match(text):
        corrects, text = True, text[found.end() :]
    if found := _OPENING.match(text):
        text = text[found.end() :]
    verdict = _explicit(text) or _plain_statement(text)
    if verdict is None:
        return None
    clean = verdict.text[:1].upper() + verdict.text[1:]
    return Verdict(verdict.kind, clean, verdict.score, corrects)


def _explicit(text: str) -> Verdict | None:
    """Sentences that say what they are: "It turns out that …", "The root cause was …"."""
    if found := _DISCOVERY.match(text):
        rest = text[found.end() :]
        if _states_fact(rest):
            return Verdict("learning", rest, 0.6)
        return None
    if found := _DIAGNOSIS.match(text):
        return _diagnosis(text, found)
    if found := _TO_FIX.match(text):
        rest = text[found.end() :]
        opening = rest.split(" should ")[-1].split(" must ")[-1].split(" need to ")[-1]
        if _TECH.search(rest) is None and len(rest) < 60:
            return None
        if not _tool_verb(opening) and not rest.endswith("?"):
            return Verdict("issue", rest, 0.4)
        return None
    if _CHOSE.match(text) and _WEIGHED.search(text):
        rules = _patterns()
        if rules["you"].search(text) or rules["status"].search(text) or text.endswith(("?", ":")):
            return None
        first = text.split(" ", 1)[0].casefold() in {"i", "we"}
        return Verdict("decision", text.split(" ", 1)[1] if first else text, 0.5)
    return None


def _diagnosis(text: str, found: re.Match[str]) -> Verdict | None:
    what = found["what"].casefold()
    rest = text[found.end() :]
    rules = _patterns()
    strong = "root cause" in what or "culprit" in what
    if rest.endswith(("?", ":")) or rules["intent"].search(rest) or rules["you"].search(rest):
        return None
    if not strong and (rules["guess"].search(rest) or _TECH.search(text) is None):
        return None
    if len(rest) < 25 or rules["pronoun"].match(rest) and not rest.casefold().startswith("that"):
        return None
    standalone = not found["of"].strip() and "that" in found["tail"] and not strong
    kind = "gotcha" if what in {"catch", "trick", "gotcha", "pitfall"} else "issue"
    if what in {"key", "insight", "lesson"}:
        kind = "learning"
    return Verdict(kind, rest if standalone else text, 0.65 if strong else 0.45)


def _tool_verb(text: str) -> bool:
    return _patterns()["imperative"].match(text.strip()) is not None


def _states_fact(text: str) -> bool:
    """A proposition about something technical, told for good: no guess, no plan, no "you"."""
    rules = _patterns()
    return (
        len(text) >= 25
        and not text.endswith(("?", ":", "?)"))
        and _TECH.search(text) is not None
        and rules["narration"].match(text) is None
        and rules["pronoun"].match(text) is None
        and not any(rules[name].search(text) for name in ("intent", "guess", "status", "you"))
    )


def _plain_statement(text: str) -> Verdict | None:
    rules = _patterns()
    if not _states_fact(text) or rules["done"].match(text) or _EVENT.search(text):
        return None
    imperative = rules["imperative"].match(text) is not None
    causal = _CAUSAL.search(text) is not None
    if _NECESSITY.search(text) and (causal or (_WEIGHED.search(text) and not imperative)):
        return Verdict("convention" if imperative else "gotcha", text, 0.5)
    if imperative:
        return None
    if causal and not rules["first"].search(text):
        return Verdict("learning", text, 0.45)
    contrast = _CONTRAST.search(text)
    if contrast is None or _BEHAVIOUR.search(text) is None:
        return None
    if rules["first"].search(text) and ", not" not in text and " but " not in text:
        return None
    return Verdict("gotcha", text, 0.4)
