"""Rules that a person states without "always" at their head.

"Remember that …", "In this repo we …", "Tests must …", and how a thing really is ("No, prices are
in cents"). An order for the work at hand is none of these.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .noise import GUARDS

# The person says that it is to be kept.
_EXPLICIT: Final = regex(
    r"(?:(?:(?:please|also|and) )*(?:remember|keep in mind|bear in mind|note|take note"
    r"|don['’]t forget"
    r"|do not forget|never forget)(?:(?: also)? that |: ?| - |, )|for (?:the record"
    r"|(?:future )?reference)[,:] "
    r"|(?:i(?:['’]ve| have)? )?(?:already )?told you(?=[:,]| already| before| that| many"
    r"| twice)(?: already| before| that| many times"
    r"| twice)*[,:]? (?:that )?"
    r"|(?:as|like) i(?:['’]ve)? (?:already )?(?:said|told you)(?: before| already)?[,:] "
    r"|(?:bitte )?(?:merk(?:e)? dir|denk(?:e)? daran|beachte)(?:,? dass |: ?)"
    r"|(?:по)?запомни(?:те)?(?:,? что |[:,] ?)"
    r"|recuerda(?: que |: ?)|souviens-toi(?: que |: ?)|rappelle-toi(?: que |: ?)"
    r"|lembre-se(?: de)? que "
    r"|ricorda(?:ti)?(?: che |: ?)|(?:请)?记住[:：，,]?"
    r"|(?:請)?記住[:：，,]?|覚えて(?:おいて)?[:：、]?)(?=\S)",
    re.IGNORECASE,
)
_DO: Final = (
    r"(?:use|prefer|write|name|keep|put|deploy|commit|test|mock|run(?! into)|squash|rebase"
    r"|merge|push"
    r"|release|ship|tag|format|import|export|log|throw|raise|catch|edit|touch|add|store|hard-?code"
    r"|follow|target|support|allow|document|indent|inline|translate|validate|return|pin|vendor"
    r"|check in|sign|review|sort|abbreviate|inherit|subclass|publish|generate|call|create|delete"
    r"|remove|rename|change|modify|copy|do|make|build|lint|wrap|expose|branch|work|read|start"
    r"|stick to|go with|avoid|duplicate|nest|bump|accept|ask|access|fetch|cache|hash|encrypt|skip"
    r"|disable|ignore|suppress|cast|mutate|share|mix|rely on|depend on)\b"
)
_HERE: Final = regex(
    r"(?:(?:in|for|on) (?:this|our) (?:repo(?:sitory)?|project|code ?base|monorepo|team|company"
    r"|org)"
    r"[, ]+)(?P<rule>(?:(?:we|you|you must|you should|all|every|please) )?"
    r"(?:(?:always|never|only|do not|don['’]t) (?!have|know|want|need|care|see|think|get)[a-z]+"
    r"|(?:use|prefer|write|name|keep|put|deploy|commit|test|mock|squash|format|follow|target) ))",
    re.IGNORECASE,
)
_WE: Final = regex(
    r"(?:here,? )?we (?:always|never|only|don['’]t ever|do not ever) (?:ever )?" + _DO,
    re.IGNORECASE,
)
_WE_DO_NOT: Final = regex(
    r"(?:here,? )?we (?:do not|don['’]t) " + _DO + r"(?! (?:this|that|it)\b)", re.IGNORECASE
)
_YOU: Final = regex(
    r"(?:you|agents?|one|everyone|nobody) (?:should|must|may|can|have to) (?:always|never"
    r"|only ever) " + _DO,
    re.IGNORECASE,
)
# Of a kind of thing that every project has many of, not of the thing that is to be built.
_KINDS: Final = regex(
    r"(?:(?:all|every|each|any|new|public|private|unit|integration|e2e|our|the|database|db|feature"
    r"|generated) ){0,3}"
    r"(?:tests?|test (?:files|names|cases)|specs|commits|commit messages|(?:feature )?branch(?:es)?"
    r"|branch names|PRs|pull requests|migrations|functions|methods|modules|docstrings|code comments"
    r"|exceptions|variables|constants|snapshots|fixtures|mocks|changelogs|dependencies|log messages"
    r"|generated files|source files|file names|env(?:ironment)? variables|endpoints|secrets)"
    r" (?:(?:must|should|have to|has to|need to)(?: always| never| not| only)? (?!pass\b|work\b"
    r"|fail\b"
    r"|be (?:able|pass\w*|fix\w*|green|updated|there|ready|written|added|rewritten|moved|run"
    r"|renamed"
    r"|deleted|removed|changed|done|merged|shown|displayed|visible|red|blue|clickable)\b|show"
    r"|display"
    r"|open|appear|have been)\w"
    r"|(?:go|live|belong|stay) (?:in|into|next to|under|beside|with|on|at)\b)",
    re.IGNORECASE,
)
# How the code or its texts are written, everywhere.
_STYLE: Final = regex(
    r"(?:please )?(?:use|write|prefer|stick to|keep to) (?:(?:the "
    r"|only )?(?:\S+ ){0,2}?)?(?:british|american"
    r"|us|uk) (?:english|spelling)\b"
    r"|(?:please )?(?:use|prefer|stick to|keep to|write) (?:\S+ ){0,2}?(?:snake_case|camelCase"
    r"|kebab-case"
    r"|PascalCase|SCREAMING_SNAKE_CASE|sentence case|title case|(?:single|double) quotes"
    r"|trailing commas|conventional commits|(?:the )?imperative mood|type hints|named exports"
    r"|early returns|(?:tabs|spaces|(?:two|four|2|4)[ -]spaces?)(?= for indent| indent|[.!]*$))"
    r"(?! (?:here|in (?:this|that|the) (?:\S+ )?(?:file|function|class|method|test|line|commit)))",
    re.IGNORECASE,
)
# After a no: a fact that holds, told against another or of a kind of thing.
_AGAINST: Final = regex(
    r"(?P<what>[^,;?]{4,140}), ?(?:and )?not (?!yet|sure|now|again|working|there|here)\S",
    re.IGNORECASE,
)
_PLURAL: Final = regex(
    r"(?!this|these|those|its|tests |changes|results|details|examples|files|logs|docs|things|errors"
    r"|the |your |my |as |is |was |has |does |yes )(?:all )?[a-z_]{3,}[^su\W]s (?:(?:are|must be"
    r"|should be|have to be) (?:(?:always|never|only|all) )?(?:in (?!the |my |your |this |that "
    r"|there)"
    r"|stored |kept |sent |returned |given |named |measured |written |saved |counted |numbered"
    r"|read-only|immutable|optional|nullable|unique|case-)"
    r"|(?:go|live|belong|start) (?:in|into|next to|under|before|after|at|with) )",
    re.IGNORECASE,
)
_FLEETING: Final = regex(
    r"\b(?:for now|right now|at the moment|today|tomorrow|tonight|yesterday|temporar\w+|in a"
    r" (?:minute|moment|bit)|this (?:PR|time|task|branch|week|sprint|one|commit|session|file"
    r"|function|change|bug|error|issue|page)|so far|later|soon|earlier|last (?:time|week|night)"
    r"|next (?:step|task|week)|just now|already (?:done|did|fixed|there))\b|\bwhen (?:i"
    r"|we) (?:were|was)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = regex(
    r"\b(?:fail\w*|errors?|broken?|breaks|crash\w*|blank|empty|missing|wrong|hang\w*|slow|stuck"
    r"|gone|red|green|visible|clickable|working|works|worked|undefined|same|still|done)\b",
    re.IGNORECASE,
)
_DIAGNOSIS: Final = regex(
    r"(?:the |its? |that |this |there )?(?:real |actual |root )*(?:issue|problem|cause|reason|bug"
    r"|culprit|fix|error|it['’]s|that['’]s|he|she|they)\b|it['’]s\b|that['’]s\b|there\b|i\b"
    r"|you\b|we\b"
    r"|he\b|she\b|they\b|what\b|because\b",
    re.IGNORECASE,
)
_PERSON: Final = regex(
    r"(?:here(?:['’]s| is| are)|the user (?:asked|wants?|said)|i(?:['’]\w+)?|you(?:['’](?:re|ve"
    r"|ll))?|let['’]?s|can|could|would|will|he|she|they|it"
    r"|this|that"
    r"|these|those|when|how|what|why|where|who|me|us|the (?:last|previous|other|first|second)"
    r"|we (?:are|were|have|had|did|need|want|got|saw|can|will|still|talked|discussed|agreed|fixed"
    r"|tried|could|should (?:now|first|also)))\b",
    re.IGNORECASE,
)
_YOU_RULE: Final = regex(r"you (?:should|must|may) (?:always|never|only|not)\b", re.IGNORECASE)
_ORDER: Final = regex(
    r"(?:please |first |then |now |also )?(?:add|fix|run|create|implement|build|write|make|update"
    r"|remove|delete|refactor|rename|open|show|check|look|test|install|start|finish|commit|push"
    r"|deploy|change|move|try|send|generate)\b",
    re.IGNORECASE,
)


def asked_to_keep(words: str) -> str:
    """What the person wants remembered ("Note: …", "I told you: …"); mostly empty."""
    found = _EXPLICIT.match(words)
    if found is None:
        return ""
    rest = words[found.end() :]
    if _PERSON.match(rest) and not _YOU_RULE.match(rest):
        return ""
    return "" if _ORDER.match(rest) or not is_lasting_rule(rest) else rest


def is_rule(words: str, *, acted: bool) -> bool:
    """Whether the sentence states how things are done here; `acted`: the agent has done something.

    Before that "tests must …" may be what is asked for.
    """
    if not is_lasting_rule(words):
        return False
    if _HERE.match(words) or _WE.match(words) or _YOU.match(words):
        return True
    return acted and any(rule.match(words) is not None for rule in (_WE_DO_NOT, _KINDS, _STYLE))


def puts_right(words: str) -> bool:
    """Whether what follows a no tells how something is, for good."""
    if _TROUBLE.search(words) or _DIAGNOSIS.match(words) or not is_lasting_rule(words):
        return False
    if _ORDER.match(words):
        return False
    return _AGAINST.match(words) is not None or _PLURAL.match(words) is not None


def is_lasting_rule(words: str) -> bool:
    """Nothing of the moment, no question, no guess."""
    return (
        not words.endswith(("?", ":", "…"))
        and _FLEETING.search(words) is None
        and GUARDS["guess"].search(words) is None
        and GUARDS["passing"].search(words) is None
    )
