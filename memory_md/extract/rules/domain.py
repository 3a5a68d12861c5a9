"""Whether prose is about software though it names no piece of code.

People and agents explain a trouble in plain words ("the proxy drops the keep-alive header"); two
different nouns of the trade make a sentence technical, one does not.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex

_NOUN: Final = regex(
    r"\b(?:threads?|workers?|sockets?|connections?|requests?|responses?|quer(?:y|ies)"
    r"|transactions?|caches?|tokens?|sessions?|cookies?|headers?|payloads?|schemas?|migrations?"
    r"|index(?:es)?|columns?|rows?|tables?|databases?|servers?|clients?|backends?|frontends?"
    r"|prox(?:y|ies)|endpoints?|routers?|routes?|middlewares?|handlers?|callbacks?|promises?"
    r"|events?|listeners?|hooks?|components?|props?|compilers?|linkers?|linters?|parsers?"
    r"|bundlers?|bundles?|modules?|imports?|packages?|dependenc(?:y|ies)|containers?|volumes?"
    r"|process(?:es)?|signals?|mutex(?:es)?|locks?|queues?|buffers?|streams?|regex(?:es)?"
    r"|encodings?|time ?zones?|permissions?|polic(?:y|ies)|certificates?|hash(?:es)?|pointers?"
    r"|memory|heap|stack|browsers?|DOM|viewport|plugins?|drivers?|kernels?|sandbox|network|ports?"
    r"|records?|fields?|fetch|loops?|iterators?|arrays?|strings?|integers?|floats?|types?"
    r"|bytes?|readers?|writers?|frames?|interfaces?|class(?:es)?|methods?|functions?|constructors?|variables?|arguments?"
    r"|parameters?|attributes?|director(?:y|ies)|filenames?|env(?:ironment)? variables?"
    r"|branch(?:es)?|submodules?|timeouts?|reads?|writes?|syscalls?|packets?|segments?)\b",
    re.IGNORECASE,
)


def is_dense(text: str) -> bool:
    """Whether two different nouns of software stand in the text."""
    first = ""
    for found in _NOUN.finditer(text):
        noun = found[0].casefold().removesuffix("s")
        if first and noun != first:
            return True
        first = noun
    return False
