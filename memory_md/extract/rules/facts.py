"""How a thing behaves, said flatly: what it does not do, when it fails, what it brings about.

Each pattern needs a word for the trouble as well; a mere description of code has none.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex

# What happens at every run is how things are.
_EVERY_TIME: Final = regex(
    r"(?:every|each) (?:\S+ ){0,4}(?:run|call|time|build|request|deploy|restart|commit|invocation"
    r"|start|startup|import|write|read|query|push|save|install|retry|render|migration)s? "
    r"(?:\w+ ){0,2}?\w+s\b",
    re.IGNORECASE,
)
_LACKS: Final = regex(
    r"\b(?:does not|doesn['’]t|do not|don['’]t|cannot|can['’]t|will not|won['’]t|never) "
    r"(?:\w+ly )?(?:support|allow|accept|handle|preserve|inherit|propagate|expose|respect|honou?r"
    r"|emit|persist|guarantee|validate|escape|retry|recover|clean up|close|release|wait for"
    r"|include|cover|survive|follow|match|play well|mix|isolate|work (?:with|on|in|for|under"
    r"|across|behind))\b",
    re.IGNORECASE,
)
_FAILS_WHEN: Final = regex(
    r"\b(?:fails?|breaks?|crash(?:es)?|hangs?|throws?|panics?|deadlocks?|times? out|leaks?)\b"
    r"(?: [^.,;]{1,60})? (?:when|if|unless|whenever|after|once|as soon as)\b",
    re.IGNORECASE,
)
_BRINGS: Final = regex(
    r"\b(?:causes?|caused|leads? to|led to|results? in|resulted in)\b[^.;]{0,80}\b(?:errors?"
    r"|fail\w*|loops?|crash\w*|leaks?|races?|deadlocks?|wrong|stale|duplicat\w+|missing|mismatch\w*"
    r"|conflicts?|slow\w*|infinite|break\w*|corrupt\w*|loss|lost|hangs?|exceptions?|flicker\w*"
    r"|rejected|denied|timeouts?|null|undefined|truncat\w+|overflow\w*|blocked|garbled|drift\w*)\b",
    re.IGNORECASE,
)
# What does not happen, or lasts, until something else does.
_UNTIL: Final = regex(
    r"(?:\b(?:hides?|blocks?|stays?|remains?|holds?|buffers?|queues?|delays?|locks?|freezes|waits?"
    r"|keeps?|never|not|no|nothing|only)|n['’]t)\b[^.;?]{3,120} until"
    r" (?!you\b|we\b|i\b|then\b|now\b"
    r"|done\b|later\b|further\b|all\b|it['’]s\b)",
    re.IGNORECASE,
)
_RUN: Final = regex(
    r"(?:the |a |this |that |each |\w+ )?(?:\S+ )?(?:tests?|specs?|checks?|assertions?|jobs?"
    r"|builds?|pipelines?|suites?|workflows?|CI)\b",
    re.IGNORECASE,
)
# One of these is in whatever the four above find.
_CUES: Final = (
    "n't ", "n’t ", " not ", "cannot ", "never ", "every ", "each ", " when", " if ", "unless",
    " after", " once", " until ", "as soon", "cause", "leads ", "lead to", "led to", "result",
)  # fmt: skip


def fact_kind(text: str) -> str:
    """The kind of a flat statement of fact, gotcha or issue; empty if it is none."""
    lowered = text.lower()
    for cue in _CUES:
        if cue in lowered:
            break
    else:
        return ""
    if _EVERY_TIME.match(text) or _LACKS.search(text):
        return "gotcha"
    if " until " in text and _UNTIL.search(text) and not is_about_a_run(text):
        return "gotcha"
    if _BRINGS.search(text):
        return "issue"
    return "issue" if _FAILS_WHEN.search(text) and not is_about_a_run(text) else ""


def is_about_a_run(text: str) -> bool:
    """Whether it speaks of a test, a build or a job, which fails or takes its time on one day."""
    return _RUN.match(text) is not None
