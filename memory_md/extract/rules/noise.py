"""What is never a learning, whatever words it uses.

Narration, plans, questions, guesses, instructions, status reports, and what has the form of a
learning and no content.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .cues import has_reason

_NARRATION: Final = (
    r"let me|let['’]?s|lets|i['’](?:ll|m|ve|d)|i (?:will|am|have|need|can|could|see|notice|noticed"
    r"|think|would"
    r"|should|want|was|made|apologi[sz]e|understand|just|also|already|now|still|believe|guess|hope"
    r"|did"
    r"|ran|tried|tested|checked|looked|added|updated|created|removed|fixed|wrote|implemented|read)"
    r"|we['’](?:ll|re|ve|d)|we (?:will|see|can see|are now|have now|now|could|can|need to|want"
    r"|might|may)"
    r"|now|next(?!\.?js)|first(?! (?:\w+ ){0,2}?(?:attempt|try|run|request|call|deploy|round"
    r"|render|load"
    r"|write|read|start|build|visit|access|invocation|version|rounds|calls|attempts)\b)|then"
    r"|finally|lastly|great|perfect|excellent|good|bad|nice|awesome|okay|ok"
    r"|alright|sure"
    r"|yes|yep|no,|nope|done|all done|thanks|thank|sorry|hmm|wait|oh|ah|aha|hi|hello|you['’](?:re"
    r"|ll|ve|d)"
    r"|you (?:can|may|should|might|could|will|need|have|now|want|said|asked|mentioned)|your"
    r"|would you"
    r"|do you|does (?:this|that)|should (?:i|we)|shall|want|would|if you|feel free|please|here['’]s"
    r"|here (?:is|are)|looking at|based on|as you|to (?:begin|start|do|use|run|test|try"
    r"|customi[sz]e)\b"
    r"|before (?:we|i|submitting|making|running|doing)|after (?:making|running|adding|that|this)"
    r"|in summary|to summari[sz]e|overall|excited|one moment|hold on|going to|time to|ready|proceed"
    r"|continu|back to|moving on|it (?:looks|seems|appears)|looks like|seems|apparently|maybe"
    r"|perhaps"
    r"|for (?:example|instance)|e\.g|expected|result|output|status|current status|everything"
    r"|nothing"
    r"|all (?:tests|checks|changes|quality|files|the)|interesting\w*|success|waiting (?:for|on)"
    r"|awaiting|blocked (?:by|on)"
    r"|in this (?!project|codebase|repo|app|package|module|file)|in the (?:next|following)"
)
_STATUS: Final = (
    # Tried only where a word begins, and by its first letters: it is run on every sentence.
    r"\b(?:(?:all|\d+|\d+/\d+) (?:\w+ ){0,2}(?:tests?|checks?|specs?|suites?"
    r"|files?)\b.{0,30}\b(?:pass\w*|green|clean|ok)"
    r"|successfully\b|ready (?:for|to)\b|production-ready\b|(?:should|will) (?:now|(?:all )?pass"
    r"|be green)\b|now works?\b"
    r"|(?:will|should) no longer\b|is (?:now )?(?:working|complete|done|finished|ready|green)\b"
    r"|(?<!not )(?<!n't )works? (?:now|correctly|as)\b|as (?:expected|designed)\b|pushed\b"
    r"|no (?:regressions|errors|issues|blockers|scope creep|deviations?|surprises)\b"
    r"|no (?:code |further )?changes? (?:are |is |were |was )?(?:needed|required|necessary)\b"
    r"|(?<!not )works? (?:perfectly|flawlessly|beautifully|great)\b"
    r"|good to go\b|verified (?:that|by|with|end)|well done\b|confirmed present\b"
    r"|plan (?:executed|anticipated|held up|(?:was|proved) (?:accurate|correct|followed|sound"
    r"|complete))\b|went smoothly\b|exactly as (?:planned|written|specified)\b"
    r"|tests? (?:all )?(?:pass|passed|passes|passing|are green)(?=[.;,!]|$| on (?:the )?first)"
    r"|without (?:any )?(?:issues?|problems?|surprises?|deviations?|incidents?)\b"
    r"|nothing to (?:change|fix)\b|the (?:user|issue text|issue statement|task|instructions?)"
    r" (?:wants|asks?|says?|suggests?|requires?|mentions?)\b)"
)
_INTENT: Final = (
    r"\b(?:let me|let['’]s|i['’]ll|i will|we['’]ll|we will|i['’]m (?:going|about)|i am going"
    r"|going to|i need to"
    r"|we need to|i should|we should|i want|we want|we can|i can|we could|i could|we['’]d|i['’]d"
    r"|want me to"
    r"|would (?:be|need|have|allow|make|let|also)|i['’]ve|i have|we['’]ve|we have|shall we"
    r"|planning to|plan to|needs? to be (?:created|added|updated|fixed|changed|implemented"
    r"|installed|replaced|removed|moved|refactored|rewritten|migrated|enabled|deployed|done"
    r"|addressed)"
    r"|in (?:the )?future|later on|next step|todo|tbd)\b"
)
_GUESS: Final = (
    r"\b(?:might|maybe|perhaps|probably|possibly|presumably|were using|seems?|seemingly"
    r"|appears? (?:to|that|as|like|ok\w*|fine)|it appears"
    r"|likely|could(?! not\b|n['’]t)"
    r"|assum\w+|hopefully|suspect|unclear|not sure|i think|i believe|suppose|hypothes\w+"
    r"|suggests?)\b"
)
_PRONOUN: Final = (
    r"(?:this|that|these|those|it|its|they|them|their|he|she|which|who|such|same|there|what|how"
    r"|where|when (?:i|we|this|it|running|trying|looking|that)"
    r"|while|and|or|but|so|as|like|by(?! default)|at"
    r"|(?:with|for|from|in|on)(?! (?-i:(?!Task|Phase|Step|Plan|Section|Part|Line|Wave|Option"
    r"|Stage|Case)[A-Z`][^\s,]{1,30}(?: \d[\d.]*)?,))|also"
    r"|both(?! [a-z]+s [a-z])|each|either|all|some|many|another"
    r"|other|one|two|three|four|here|above|below|because|since|if (?:i|we|you|this|it|that|so|not"
    r"|needed|possible|there)|the (?:following|above|code|file|script|function|test|user"
    r"|output|error|next|only|same|other|first|second|last|plan|change|changes|fix|app|page"
    r"|project)"
    r"(?= (?:is|was|has|will|should|shows?|now|contains?|in(?! `)|uses|we|i)\b))\b"
)
_IMPERATIVE: Final = (
    r"(?:run|open|click|install|set|check|add|create|update|remove|delete|edit|change|copy|paste"
    r"|select|drag"
    r"|restart|start|stop|go|see|read|look|try|test|verify|make|push|commit|review|replace"
    r"|move|rename"
    r"|write|type|enter|save|download|navigate|find|search|ensure|confirm|consider|implement|fix"
    r"|refactor"
    r"|visit|configure|enable|disable|execute|call|define|import|export|pass|return|show|display"
    r"|print"
    r"|keep|put|get|use|instruct|provide|wire|handle|process|extract|parse|compute|generate|apply"
    r"|render|combine)\b"
)
_STEP: Final = (
    r"(?:we|one) (?:should|must) (?:first |also |now |then )?(?:open|look|check|run|find|locate"
    r"|search|navigate|edit|read"
    r"|see|test|verify|install|add|create|try|examine|inspect|investigate|start|go|update|modify"
    r"|replace|remove)\b"
)
# What is true for the moment only, or too small to remember.
_PASSING: Final = (
    r"\b(?:now(?!\()|currently|(?<!not )just(?! (?:[a-z]+s|an?|the|like|as|one|\d+)\b)"
    r"|still|today|yet"
    r"|interesting|earlier|previously (?:ran|saw))\b"
    r"|\b(?:is|are) (?!missing\b|nothing\b|something\b)\w+ing\b|\b(?:older|newer|latest"
    r"|last) commit\b"
    r"|\bmissing (?:a )?(?:colon|semicolon|comma|bracket|brace|quote|parenthes\w+)"
    r"|\bsyntax error\b|\btypos?\b"
)
_DONE: Final = (
    r"(?:added|created|updated|implemented|fixed|modified|removed|made|using|optimi[sz]ed|reduced"
    r"|wired|registered|committed|ran|verified|tested|wrote|extended"
    r"|built|generated|completed|deleted|refactored|renamed|improved|enhanced|documented|cleaned"
    r"|pushed"
    r"|merged|rebased|installed|executed|successfully|codified|preserved|introduced|confirmed"
    r"|checked"
    r"|reviewed|finished|appended|included|configured|bumped|ported|extracted|migrated"
    r"|redesigned|re-?(?:configured|ran|installed|tested|deployed|compiled|formatted"
    r"|synced|checked))\b"
)
_NONE: Final = (
    r"(?:none|no|n/?a|nil|нет|не было|inga|inget|ingen|keine?|aucune?|ninguno|nenhum|无|没有"
    r"|なし|特になし|없음"
    r"|žádn\w+|geen)(?=[\s.,:;—–(-]|$)(?: (?:issues?|problems?|fix(?:es)?|deviations?|decisions?"
    r"|blockers?"
    r"|changes?"
    r"|external|known|significant|major|new|unexpected|auto-fix\w*|that|of|were|was|encountered"
    r"|found"
    r"|additional|further|required|needed|architectural|authentication|auth)\b|[\s.,:;—–(-]*$"
    r"|[ ]?[—–(-]"
    r"|[.,:;])"
)


# The patterns by name. An apostrophe ("wasn't") is not the end of a word, hence the look-ahead.
GUARDS: Final = {
    "narration": regex(rf"(?:{_NARRATION})(?![\w'’])", re.IGNORECASE),
    "status": regex(_STATUS, re.IGNORECASE),
    "intent": regex(_INTENT, re.IGNORECASE),
    "guess": regex(_GUESS, re.IGNORECASE),
    "pronoun": regex(_PRONOUN, re.IGNORECASE),
    "imperative": regex(_IMPERATIVE, re.IGNORECASE),
    "done": regex(_DONE, re.IGNORECASE),
    "none": regex(_NONE, re.IGNORECASE),
    "you": regex(r"\byou(?:r|['’]\w+)?\b", re.IGNORECASE),
    "first": regex(r"\b(?:i|me|my|we|us|our)\b(?!/)", re.IGNORECASE),
    "i": regex(r"\b(?:I|my|me)\b(?!/)"),
    "step": regex(_STEP, re.IGNORECASE),
    "passing": regex(_PASSING, re.IGNORECASE),
}


# What only somebody who was there can look up: the text around it, the change at hand, a place
# in code that has moved since.
_MOMENT: Final = regex(
    r"\bthis (?:PR|pull request|MR|commit|branch|session|conversation|chat|message|response|review"
    r"|diff|patch)\b|\b(?:see|as|mentioned|described|listed|shown|noted|discussed|stated)(?: \w+)?"
    r" (?:above|below|earlier)\b|\b(?:above|below|previous)[- ](?:mentioned|described|listed)\b"
    r"|\bcurrent (?:\w+ ){0,3}(?:at|on|in|from) lines? \d",
    re.IGNORECASE,
)
_POINTING: Final = regex(
    r"\b(?:this|these) (?:files?|functions?|methods?|class(?:es)?|modules?|tests?|lines?"
    r"|scripts?|components?|ones?)\b",
    re.IGNORECASE,
)
# One of these is in whatever the two above find; told in one glance.
_HINTS: Final = ("his ", "hese ", "bove", "elow", "arlier", "revious", "urrent ")
_NAMED: Final = regex(r"`[^`]+`|\w[./_]\w|\w\(\)|[a-z][A-Z]|[A-Z]{2}")


def is_of_the_moment(text: str) -> bool:
    """Whether the text points at something that stands elsewhere or is soon gone ("this PR")."""
    for word in _HINTS:
        if word in text:
            break
    else:
        return False
    if _MOMENT.search(text):
        return True
    found = _POINTING.search(text)
    return found is not None and _NAMED.search(text[: found.start()]) is None


_MACHINERY: Final = regex(
    r"\b(?:CI|builds?|tests?|checks?|hooks?|git|PR|push|branch|pipeline|job|run|agent|server)\b",
    re.IGNORECASE,
)


def is_none(text: str) -> bool:
    """Whether the text only says that there is nothing to say ("None - plan executed …")."""
    return GUARDS["none"].match(text) is not None


# "#14, #22 moved to the next sprint": a schedule.
_TICKETS: Final = regex(r"(?:#\d{1,6}[ ,;/&+]{1,3}(?:\w{1,3} )?){2}")


def is_noise(text: str) -> bool:
    """Whether a text is narration, a question, a plan or a status report, in any section."""
    bare = text.strip(" *_\"'“”")
    return (
        not bare
        or bare.endswith(("?", "？", ":", "：", "…", "..."))
        or bare[0] in "✅✔☑🎉🚀❓❌⏳📋🎯👍"
        or GUARDS["narration"].match(bare) is not None
        or GUARDS["none"].match(bare) is not None
        or GUARDS["status"].search(bare) is not None
        or is_of_the_moment(bare)
        or (bare[0] == "#" and _TICKETS.match(bare) is not None)
        or sum(map(str.isalpha, bare)) * 2 < len(bare.replace(" ", ""))
    )


def is_report(text: str) -> bool:
    """Whether the text reports a thing done ("Added …") without saying why."""
    return GUARDS["done"].match(text) is not None and not has_reason(text)


_PRAISE: Final = regex(
    r"\b(?:(?:significantly|greatly|dramatically|substantially|considerably|vastly|successfully)\b"
    r"|(?:provided|ensured|delivered|achieved|maintained|enabled|yielded|produced|led to) (?:\w+ )?"
    r"(?:comprehensive|high-quality|excellent|robust|consistent|significant|full|complete|strong"
    r"|good|better"
    r"|clean|great|smooth)"
    r"|(?:improved|improves|boosted|increased|enhanced|enhances) (?:\w+ ){0,2}(?:accuracy|quality"
    r"|performance"
    r"|productivity|coverage|readability|maintainability|efficiency|velocity|experience|confidence)"
    r"|worked (?:very |really |extremely )?(?:well|great|nicely|smoothly)"
    r"|(?:was|were|proved) (?:very |highly |extremely )?(?:invaluable|valuable|effective|successful"
    r"|helpful|beneficial))\b",
    re.IGNORECASE,
)


def is_praise(text: str) -> bool:
    """Whether the text only says that something went well, and not why."""
    if len(text) > 140 or "`" in text or "but " in text or _PRAISE.search(text) is None:
        return False
    return not has_reason(text)


def is_bare_order(text: str) -> bool:
    """Whether a few words only tell what to do ("Create a table."), of anything and for nothing."""
    few = text.count(" ") < 8 and ":" not in text and "`" not in text
    return few and GUARDS["imperative"].match(text) is not None and not has_reason(text)


def is_scene(text: str) -> bool:
    """Told of the speaker, or of the machinery at this moment ("CI is checking out …")."""
    return GUARDS["i"].search(text) is not None or _MACHINERY.match(text) is not None


def is_plan(text: str) -> bool:
    """Whether the text says what somebody is about to do."""
    return GUARDS["intent"].search(text) is not None


def is_guess(text: str) -> bool:
    """Whether the text only supposes ("might", "probably")."""
    return GUARDS["guess"].search(text) is not None


def is_passing(text: str) -> bool:
    """True for the moment only; "the client parses X, but the server sends Y" is how code is."""
    found = GUARDS["passing"].search(text)
    if found is None:
        return False
    running = found[0].endswith("ing") and _MACHINERY.search(text[: found.start()]) is None
    return not (running and ", but " in text)


_LONGEST_BLANK: Final = 200

_BRACKETS: Final = regex(
    r"(?:<[^<>]{1,120}>|\[(?!redacted\b|x\]| \])[^\[\]]{1,120}\]|\{{1,2}[^{}]{1,120}\}{1,2}|_{3,}"
    r"|\.{3}|…)[.:]?$",
    re.IGNORECASE,
)
_BLANK: Final = regex(
    r"(?:(?:describe|explain|insert|fill in|write|state|list|enter|add|put|summari[sz]e|your)"
    r" (?:\S+ ){1,8}(?:goes )?here|lorem ipsum\b.{0,150}|(?:short|brief|one[- ](?:line|sentence))"
    r" (?:description|summary|explanation|statement)(?: of .{1,60})?"
    r"|(?:what|why|how|who|when|which)(?:[ ,/](?:and|or|was|were|is|the|you|we|it|to|went|decided"
    r"|chosen|learned|learnt|happened|changed|matters?|why|what|how|wrong|worked|failed|did|made"
    r"|option|choice|goes|here))+)[.!…]*$",
    re.IGNORECASE,
)
_NOT_KNOWN: Final = regex(
    r"(?:(?:the )?(?:root )?cause (?:(?:of|for|behind) [^:,.]{2,60}? )?)?(?:is |was )?"
    r"(?:still |as yet |currently |so far |yet )?"
    r"(?:not (?:yet |quite |really )?(?:fully )?(?:known|clear|determined|identified|found"
    r"|decided|sure|understood|established)|unknown|unclear|undetermined|undecided|tbd|t\.b\.d\."
    r"|to be (?:determined|decided|confirmed|defined|discussed|investigated|done|filled in)"
    r"|under investigation|(?:being )?investigat(?:ed|ing)|needs? (?:more |further )?investigation"
    r"|pending|none yet|nothing yet|noch (?:unklar|offen|unbekannt)|unbekannt|inconnue?"
    r"|desconocid[ao]"
    r"|неизвестн[оа]|пока (?:неизвестно|неясно)|不明|未知|待定|未定)"
    r"(?: yet| so far| at this (?:point|time)| for now)?"
    r"(?:[ ]?[,.;:!(—–]| -|$| (?:why|what|where|how|whether|if|but|yet)\b)",
    re.IGNORECASE,
)
_WHO: Final = (
    r"(?:(?:the |a |my |our )?(?:user|human|person|developer|maintainers?|owner|author|team"
    r"|reviewer"
    r"|client|customer|boss)|you|them|him|her)"
)
# "Ask the user for a name before …" is how a program works.
_PUT_OFF: Final = regex(
    r"to be (?:determined|decided|confirmed|discussed)\b"
    r"|(?:ask|wait for|check with|consult|confirm with|discuss (?:this |it )?with) "
    + _WHO
    + r"(?: first| again| about (?:it|this|that)| to (?:answer|decide|reply|respond))?[.!]*$",
    re.IGNORECASE,
)
_SPEAKS: Final = regex(
    r"(?:(?:i|we)(?:['’]ll| will| am going to|['’]m going to| need to| have to| should| must"
    r"|['’]d like to)(?: first| then| now)? (?:ask|wait|check|see|look|think|decide|discuss|revisit"
    r"|investigate|confirm|consult|clarify|get back|come back|let you know|continue|proceed)"
    r"|let me)\b",
    re.IGNORECASE,
)
# Said of the place where the agent works, not of the project.
_COULD_NOT: Final = regex(
    r"(?:(?:i|we)(?: have| was| were)?(?: also)? (?:could ?n[o'’]t|could not|(?:was"
    r"|were)(?:n['’]t| not)"
    r" able to|(?:was |were )?unable to|did(?:n['’]t| not)|have(?:n['’]t| not))|i (?:can['’]t"
    r"|cannot|"
    r"can not|am unable to|am not able to)|(?:was |were )?unable to)(?: actually| directly"
    r"| locally| fully)? (?:run|ran|execute|test|verify|verified|check|lint|reproduce|install"
    r"|compile|build|access|open|start|confirm|tested|be (?:run|tested|verified))\b",
    re.IGNORECASE,
)
_MADE_DO: Final = regex(
    r"(?:i |we )?(?:have |had to )?(?:used|ran|run|fell back (?:to|on)|skipped|tested|checked"
    r"|verified|searched|grepped) .{1,120}? (?:because|since|as) [^.;]{1,80}? "
    r"(?:(?:is|was|are|were)(?:n['’]t| not) (?:\w+ly )?(?:installed|on (?:the )?path"
    r"|in (?:the )?path)"
    r"|(?:(?:is|was|are|were)(?:n['’]t| not) (?:\w+ly )?available|(?:is|was) (?:missing"
    r"|unavailable))"
    r"(?= here| locally| in (?:this|the|my) \w+[.!]*$| on (?:this|my) ))"
    r"(?: (?:here|locally|(?:in|on) (?:this|the|my) \w+))?[.!]*$",
    re.IGNORECASE,
)


def is_blank(text: str) -> bool:
    """Whether a labelled text says nothing yet."""
    if len(text) > _LONGEST_BLANK:
        return False
    return any(
        found.match(text) is not None
        for found in (_BRACKETS, _BLANK, _NOT_KNOWN, _PUT_OFF, _COULD_NOT, _MADE_DO)
    ) or (_SPEAKS.match(text) is not None and "because" not in text)
