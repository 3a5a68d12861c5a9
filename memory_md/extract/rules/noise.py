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
    r"|think|would|should|want|was|made|apologi[sz]e|understand|just|also|already|now|still"
    r"|believe|guess|hope|did|ran|tried|tested|checked|looked|added|updated|created|removed|fixed"
    r"|wrote|implemented|read)|we['’](?:ll|re|ve|d)|we (?:will|see|can see|are now|have now|now"
    r"|could|can|need to|want|might|may)|now|next(?!\.?js)|first(?! (?:\w+ ){0,2}?(?:attempt|try"
    r"|run|request|call|deploy|round|render|load|write|read|start|build|visit|access|invocation"
    r"|version|rounds|calls|attempts)\b)|then|finally|lastly|great|perfect|excellent|good|bad|nice"
    r"|awesome|okay|ok|alright|sure|yes|yep|no,|nope|done|all done|thanks|thank|sorry|hmm|wait|oh"
    r"|ah|aha|hi|hello|you['’](?:re|ll|ve|d)|you (?:can|may|should|might|could|will|need|have|now"
    r"|want|said|asked|mentioned)|your|would you|do you|does (?:this|that)|should (?:i|we)|shall"
    r"|want|would|if you|feel free|please|here['’]s|here (?:is|are)|looking at|based on|as you"
    r"|to (?:begin|start|do|use|run|test|try|customi[sz]e)\b|before (?:we|i|submitting|making"
    r"|running|doing)|after (?:making|running|adding|that|this)|in summary|to summari[sz]e|overall"
    r"|excited|one moment|hold on|going to|time to|ready|proceed|continu|back to|moving on"
    r"|it (?:looks|seems|appears)|looks like|seems|apparently|maybe|perhaps|for (?:example"
    r"|instance)|e\.g|expected|result|output|status|current status|everything|nothing|all (?:tests"
    r"|checks|changes|quality|files|the)|interesting\w*|success|waiting (?:for|on)|awaiting"
    r"|blocked (?:by|on)|in this (?!project|codebase|repo|app|package|module|file)|in the (?:next"
    r"|following)"
)
_STATUS: Final = (
    # Tried only where a word begins, and by its first letters: it is run on every sentence.
    r"\b(?:(?:all|\d+|\d+/\d+) (?:\w+ ){0,2}(?:tests?|checks?|specs?|suites?"
    r"|files?)\b.{0,30}\b(?:pass\w*|green|clean|ok)|successfully\b|ready (?:for|to)\b"
    r"|production-ready\b|(?:should|will) (?:now|(?:all )?pass|be green)\b|now works?\b|(?:will"
    r"|should) no longer\b|is (?:now )?(?:working|complete|done|finished|ready|green)\b"
    r"|(?<!not )(?<!n't )works? (?:now|correctly|as)\b|as (?:expected|designed)\b|pushed\b"
    r"|no (?:regressions|errors|issues|blockers|scope creep|deviations?|surprises)\b|no (?:code "
    r"|further )?changes? (?:are |is |were |was )?(?:needed|required|necessary)\b"
    r"|(?<!not )works? (?:perfectly|flawlessly|beautifully|great)\b|good to go\b|verified (?:that"
    r"|by|with|end)|well done\b|confirmed present\b|plan (?:executed|anticipated|held up|(?:was"
    r"|proved) (?:accurate|correct|followed|sound|complete))\b|went smoothly\b"
    r"|exactly as (?:planned|written|specified)\b|tests? (?:all )?(?:pass|passed|passes|passing"
    r"|are green)(?=[.;,!]|$| on (?:the )?first)|without (?:any )?(?:issues?|problems?|surprises?"
    r"|deviations?|incidents?)\b|nothing to (?:change|fix)\b|the (?:user|issue text"
    r"|issue statement|task|instructions?) (?:wants|asks?|says?|suggests?|requires?|mentions?)\b)"
)
_INTENT: Final = (
    r"\b(?:let me|let['’]s|i['’]ll|i will|we['’]ll|we will|i['’]m (?:going|about)|i am going"
    r"|going to|i need to|we need to|i should|we should|i want|we want|we can|i can|we could"
    r"|i could|we['’]d|i['’]d|want me to|would (?:be|need|have|allow|make|let|also)|i['’]ve|i have"
    r"|we['’]ve|we have|shall we|planning to|plan to|needs? to be (?:created|added|updated|fixed"
    r"|changed|implemented|installed|replaced|removed|moved|refactored|rewritten|migrated|enabled"
    r"|deployed|done|addressed)|in (?:the )?future|later on|next step|todo|tbd)\b"
)
_GUESS: Final = (
    r"\b(?:might|maybe|perhaps|probably|possibly|presumably|were using|seems?|seemingly"
    r"|appears? (?:to|that|as|like|ok\w*|fine)|it appears|likely|could(?! not\b|n['’]t)|assum\w+"
    r"|hopefully|suspect|unclear|not sure|i think|i believe|suppose|hypothes\w+|suggests?)\b"
)
_PRONOUN: Final = (
    r"(?:this|that|these|those|it|its|they|them|their|he|she|which|who|such|same|there|what|how"
    r"|where|when (?:i|we|this|it|running|trying|looking|that)|while|and|or|but|so|as|like"
    r"|by(?! default)|at|(?:with|for|from|in|on)(?! (?-i:(?!Task|Phase|Step|Plan|Section|Part|Line"
    r"|Wave|Option|Stage|Case)[A-Z`][^\s,]{1,30}(?: \d[\d.]*)?,))|also|both(?! [a-z]+s [a-z])|each"
    r"|either|all|some|many|another|other|one|two|three|four|here|above|below|because|since"
    r"|if (?:i|we|you|this|it|that|so|not|needed|possible|there)|the (?:following|above|code|file"
    r"|script|function|test|user|output|error|next|only|same|other|first|second|last|plan|change"
    r"|changes|fix|app|page|project)(?= (?:is|was|has|will|should|shows?|now|contains?|in(?! `)"
    r"|uses|we|i)\b))\b"
)
_IMPERATIVE: Final = (
    r"(?:run|open|click|install|set|check|add|create|update|remove|delete|edit|change|copy|paste"
    r"|select|drag|restart|start|stop|go|see|read|look|try|test|verify|make|push|commit|review"
    r"|replace|move|rename|write|type|enter|save|download|navigate|find|search|ensure|confirm"
    r"|consider|implement|fix|refactor|visit|configure|enable|disable|execute|call|define|import"
    r"|export|pass|return|show|display|print|keep|put|get|use|instruct|provide|wire|handle|process"
    r"|extract|parse|compute|generate|apply|render|combine)\b"
)
_STEP: Final = (
    r"(?:we|one) (?:should|must) (?:first |also |now |then )?(?:open|look|check|run|find|locate"
    r"|search|navigate|edit|read|see|test|verify|install|add|create|try|examine|inspect"
    r"|investigate|start|go|update|modify|replace|remove)\b"
)
# What is true for the moment only, or too small to remember.
_PASSING: Final = (
    r"\b(?:now(?!\()|currently|(?<!not )just(?! (?:[a-z]+s|an?|the|like|as|one|\d+)\b)|still|today"
    r"|yet|interesting|earlier|previously (?:ran|saw))\b|\b(?:is|are) (?!missing\b|nothing\b"
    r"|something\b)\w+ing\b|\b(?:older|newer|latest|last) commit\b|\bmissing (?:a )?(?:colon"
    r"|semicolon|comma|bracket|brace|quote|parenthes\w+)|\bsyntax error\b|\btypos?\b"
)
_DONE: Final = (
    r"(?:added|created|updated|implemented|fixed|modified|removed|made|using|optimi[sz]ed|reduced"
    r"|wired|registered|committed|ran|verified|tested|wrote|extended|built|generated|completed"
    r"|deleted|refactored|renamed|improved|enhanced|documented|cleaned|pushed|merged|rebased"
    r"|installed|executed|successfully|codified|preserved|introduced|confirmed|checked|reviewed"
    r"|finished|appended|included|configured|bumped|ported|extracted|migrated|redesigned"
    r"|re-?(?:configured|ran|installed|tested|deployed|compiled|formatted|synced|checked))\b"
)
_NONE: Final = (
    r"(?:none|no|n/?a|nil|нет|не было|inga|inget|ingen|keine?|aucune?|ninguno|nenhum|无|没有|なし"
    r"|特になし|없음|žádn\w+|geen)(?=[\s.,:;—–(-]|$)(?: (?:issues?|problems?|fix(?:es)?"
    r"|deviations?|decisions?|blockers?|changes?|external|known|significant|major|new|unexpected"
    r"|auto-fix\w*|that|of|were|was|encountered|found|additional|further|required|needed"
    r"|architectural|authentication|auth)\b|[\s.,:;—–(-]*$|[ ]?[—–(-]|[.,:;])"
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
    r"|(?:provided|ensured|delivered|achieved|maintained|enabled|yielded|produced"
    r"|led to) (?:\w+ )?(?:comprehensive|high-quality|excellent|robust|consistent|significant|full"
    r"|complete|strong|good|better|clean|great|smooth)|(?:improved|improves|boosted|increased"
    r"|enhanced|enhances) (?:\w+ ){0,2}(?:accuracy|quality|performance|productivity|coverage"
    r"|readability|maintainability|efficiency|velocity|experience|confidence)|worked (?:very "
    r"|really |extremely )?(?:well|great|nicely|smoothly)|(?:was|were|proved) (?:very |highly "
    r"|extremely )?(?:invaluable|valuable|effective|successful|helpful|beneficial))\b",
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
    r"(?:(?:the )?(?:root )?cause (?:(?:of|for|behind) [^:,.]{2,60}? )?)?(?:is |was )?(?:still "
    r"|as yet |currently |so far |yet )?(?:not (?:yet |quite |really )?(?:fully )?(?:known|clear"
    r"|determined|identified|found|decided|sure|understood|established)|unknown|unclear"
    r"|undetermined|undecided|tbd|t\.b\.d\.|to be (?:determined|decided|confirmed|defined"
    r"|discussed|investigated|done|filled in)|under investigation|(?:being )?investigat(?:ed|ing)"
    r"|needs? (?:more |further )?investigation|pending|none yet|nothing yet|noch (?:unklar|offen"
    r"|unbekannt)|unbekannt|inconnue?|desconocid[ao]|неизвестн[оа]|пока (?:неизвестно|неясно)|不明"
    r"|未知|待定|未定)(?: yet| so far| at this (?:point|time)| for now)?(?:[ ]?[,.;:!(—–]| -|$"
    r"| (?:why|what|where|how|whether|if|but|yet)\b)",
    re.IGNORECASE,
)
_WHO: Final = (
    r"(?:(?:the |a |my |our )?(?:user|human|person|developer|maintainers?|owner|author|team"
    r"|reviewer|client|customer|boss)|you|them|him|her)"
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
    r"(?:(?:i|we)(?: have| was| were)?(?: also)? (?:could ?n[o'’]t|could not|(?:was|were)(?:n['’]t"
    r"| not) able to|(?:was |were )?unable to|did(?:n['’]t| not)|have(?:n['’]t| not))"
    r"|i (?:can['’]t|cannot|can not|am unable to|am not able to)|(?:was "
    r"|were )?unable to)(?: actually| directly| locally| fully)? (?:run|ran|execute|test|verify"
    r"|verified|check|lint|reproduce|install|compile|build|access|open|start|confirm|tested"
    r"|be (?:run|tested|verified))\b",
    re.IGNORECASE,
)
_MADE_DO: Final = regex(
    r"(?:i |we )?(?:have |had to )?(?:used|ran|run|fell back (?:to|on)|skipped|tested|checked"
    r"|verified|searched|grepped) .{1,120}? (?:because|since|as) [^.;]{1,80}? (?:(?:is|was|are"
    r"|were)(?:n['’]t| not) (?:\w+ly )?(?:installed|on (?:the )?path|in (?:the )?path)|(?:(?:is"
    r"|was|are|were)(?:n['’]t| not) (?:\w+ly )?available|(?:is|was) (?:missing"
    r"|unavailable))(?= here| locally| in (?:this|the|my) \w+[.!]*$| on (?:this|my) ))(?: (?:here"
    r"|locally|(?:in|on) (?:this|the|my) \w+))?[.!]*$",
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
