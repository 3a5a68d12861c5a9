"""What an entry forbids outright, and whether an added line does it. Pure.

Cautious: only a name that can be looked for counts ("never call `eval`", "use httpx instead of
requests"), and only where no condition stands beside it. A plain word is looked for in imports;
in calls only in a code span or where a language has it built in ("don't use eval").
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.regex import regex
from ..memory.model.entry import Entry
from ..memory.rules.named_files import named_paths
from ..memory.rules.scope import globs, is_in_scope
from .model import ChangedFile

_KINDS: Final = frozenset(("decision", "convention", "preference"))
# What only recommends, or holds under a condition.
_SOFT: Final = regex(
    r"\b(?:prefer\w*|consider|try to|where possible|when possible|if possible|ideally|usually"
    r"|generally|unless|except(?!ion)|other than|outside|unnecessar\w+|by default|too (?:many|much)"
    r"|most\w*|often|just|only|alone|without|before|after|until|while|when|if|whenever|wherever)\b",
    re.IGNORECASE,
)
_VERB: Final = (
    r"(?:us(?:e|ing)|call(?:ing)?|import(?:ing)?|invok(?:e|ing)|introduc(?:e|ing)|rely(?:ing)? on"
    r"|depend(?:ing)? on|reach(?:ing)? for|instantiat(?:e|ing)|throw(?:ing)?|rais(?:e|ing)"
    r"|catch(?:ing)?|add(?:ing)?)"
)
_ARTICLE: Final = (
    r"(?:(?:the|a|an|any|raw|bare|plain|native|global|built-in|platform|system|stdlib)\s+){0,2}"
)
_NAME: Final = r"(?:`[^`\n]{1,80}`|[\w@$][\w.$:@/-]{0,80}(?:\(\))?)"
_LIST: Final = rf"{_NAME}(?:(?:,\s*(?=`)|,?\s+(?:or|and|nor)\s+){_NAME}){{0,5}}"
# Plain words that a language calls, or that say what type a value has.
_BUILT_IN: Final = frozenset(("eval", "exec", "print", "alert", "float", "double", "goto", "var"))
_PARTS: Final = regex(_NAME)
_NEVER: Final = regex(
    rf"(?:\b(?:never|do not|don['’]?t|must not|mustn['’]?t|avoid|stop|no more)\s+"
    rf"(?:ever\s+)?(?P<verb>{_VERB})\s+"
    rf"|\bavoid\s+(?=`|(?:{'|'.join(sorted(_BUILT_IN))})\b)"
    r"|^(?:no|avoid)\s+(?=\S+(?:,? please)?\s*(?:[,.;!:–—]|$)|`))"
    rf"{_ARTICLE}(?P<what>{_LIST})(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_INSTEAD: Final = regex(
    rf"(?:\binstead of|\brather than|\buse\s+(?:`[^`\n]+`|[\w.@/-]+),?\s+not|\bnever)\s+"
    rf"(?:(?P<verb>{_VERB})\s+)?{_ARTICLE}(?P<what>{_LIST})(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
# "It can raise A instead of B" says what happens, not what to do.
_HAPPENS: Final = regex(r"\b(?:can|may|might|could|would)\b(?!['’])[^,;:]*$", re.IGNORECASE)
# What may follow the name: nothing that narrows it.
_REST: Final = regex(
    r"(?:,? please\b)?(?:\s*+(?:types?|functions?|module|package|library|statements?|calls?"
    r"|keyword|registry)\b)?"
    r"(?:\s*+(?:anywhere|at all|ever|directly|instead|anymore|any more|any longer|again"
    r"|in (?:this|the|our|new|any) (?:repo(?:sitory)?|code ?base|project|code))\b)?\s*+"
    r"(?:$|[,:!—–()]|-\s|\bbecause\b|\bsince\b|\bas (?:it|this|that|they)\b|\bso that\b|\buse\b).*",
    re.IGNORECASE,
)
# A place in the repository that a rule is about: "in `src/` and `lib/`", "under src/api/".
_FOLDER: Final = r"(?:`[\w.@*{},-]*[/*][^`\n]{0,80}`|[\w.@*-]+/(?:[\w.@*/-]*[\w*/])?)"
_FILE: Final = r"(?:`[\w.@*-]+\.\w{1,8}`|[\w@*-]+\.[a-z]{1,4}\b)"
_PLACES: Final = rf"(?:{_FOLDER}|{_FILE})(?:(?:,| and| or|, and|, or) (?:{_FOLDER}|{_FILE})){{0,4}}"
_WITHIN: Final = (
    r"(?:(?:any|every)where )?(?:in|inside|within|under|below|for) (?:(?:any|all|the) )?"
    r"(?:(?:files?|code|modules?|folder|directory|anything|everything) (?:in|inside|under|below) )?"
)
_PLACED: Final = regex(
    rf"^{_WITHIN}(?P<first>{_PLACES}),? (?=\S)|(?<=\S) {_WITHIN}(?P<last>{_PLACES})"
    r"(?=\s*(?:$|[,.;:!—–()]|-\s|(?:because|since|as|so that|use)\b))",
    re.IGNORECASE,
)
_ONE_PLACE: Final = regex(rf"{_FOLDER}|{_FILE}")
# Another place, or a case: "In tests, …". The whole of the code is none.
_ELSEWHERE: Final = regex(
    r"(?:in|inside|within|under|below|for|on|at)\s+"
    r"(?!(?:(?:this|the|our|all|any)\s+)*(?:repo\w*|code(?:\s?base)?|project|general|particular)\s*,)"
    r"[^,]{2,60},\s",
    re.IGNORECASE,
)
_SPAN: Final = regex(r"`[^`]*`")
_ASIDE: Final = regex(r"\([^()]*\)")
_FORBIDS: Final = regex(r"\b(?:never|not|avoid|instead)\b", re.IGNORECASE)
_LONGEST_SENTENCE: Final = 1_000  # characters; in a longer one nothing is looked for
_LONGEST_LINE: Final = 1_000
_SENTENCE: Final = regex(r"(?<=[.;!])\s+(?=[A-Z`])")
_SHAPED: Final = regex(
    r"[\w$@]*(?:_|\.|::|/|[a-z][A-Z])[\w$@./:-]*\w(?:\(\))?|[\w.$]+\(\)|--[\w-]+"
)
_WORD: Final = regex(r"[@\w][\w-]*")
_CODE_WORD: Final = regex(r"\w+")
_CODE_WORDS: Final = frozenset(("it", "this", "that", "them", "these", "one", "any", "code", "you"))
_PROSE: Final = frozenset((".md", ".mdx", ".rst", ".txt", ".adoc", ".org", ".svg", ".csv", ".lock"))
_COMMENTED: Final = regex(r"^\s*(?:#(?!\[|!|include|define)|//|\*|/\*|--\s|<!--|\"\"\"|''')")
_STRING: Final = regex(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`")
_TAIL: Final = regex(r"(?:(?<=\s)|^)(?:#|//).*")
_IMPORTS: Final = r"^\s*(?:import|from|use|pub use|#include|extern crate)\s+"
_MAY_IMPORT: Final = regex(r"\b(?:import|require|use|include|from)\b")
_LOADS: Final = r"(?:\bfrom\s+|\brequire\(\s*|\bimport\(?\s*)"
_TYPES: Final = frozenset(("float", "double"))
# `float(x)`, `x: float`, `list[float]`, `float x;`
_TYPED: Final = (
    r"(?<![\w.$])NAME\s*\(|(?::|->|\[)\s*NAME\b|[,|]\s*NAME\b(?!\s*[:=])"
    r"|(?<![\w.$])NAME\s+\w+\s*[=;,)]"
)
_DEFINES: Final = "(?:def|class|function|fn|func|const|let|var|type)"
# Where a command stands as it is typed.
_COMMANDS: Final = frozenset(
    ("", ".sh", ".bash", ".zsh", ".yml", ".yaml", ".json", ".toml", ".ps1")
)
_SCRIPTS: Final = frozenset((".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"))


class Forbidden(Struct, frozen=True):
    """A name that an entry forbids: as it is written there, and whether in a code span.

    `is_import`: only that it is imported is forbidden. `places` are the folders, files and globs
    that the rule names; none where it is about all of the code.
    """

    name: str
    is_code: bool
    is_import: bool = False
    places: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it looks like a plain word, which code is full of."""
        return not _SHAPED.fullmatch(self.name) and " " not in self.name


def forbidden_by(entry: Entry) -> list[Forbidden]:
    """Return the names whose use an entry forbids outright; none where it forbids a matter."""
    sentences = _SENTENCE.split(entry.text) if entry.kind in _KINDS else ()
    found = [one for sentence in sentences for one in _forbidden_in(sentence)]
    return list({one.name: one for one in found}.values())


def homes_of(entry: Entry) -> set[str]:
    """Return the files where what an entry forbids has its place.

    They define what it speaks of, or are named in a sentence of it that forbids nothing ("Settings
    are read in src/env.ts. Never use `process.env`").
    """
    calm = (one for one in _SENTENCE.split(entry.text) if not _forbidden_in(one))
    return {path for one in calm for path in named_paths(one)} | {
        anchor.path for anchor in entry.anchors
    }


def _forbidden_in(sentence: str) -> list[Forbidden]:
    if len(sentence) > _LONGEST_SENTENCE or _SOFT.search(_bare(sentence)):
        return []
    sentence, places = _without_place(sentence)
    if _ELSEWHERE.match(sentence):
        return []
    return [
        replace(one, places=places)
        for pattern in (_NEVER, _INSTEAD)
        for match in pattern.finditer(sentence)
        if _REST.fullmatch(match["rest"]) and not _HAPPENS.search(sentence, 0, match.start())
        for one in _names(match["what"], match["verb"] or "")
    ]


def _without_place(sentence: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without the one place that it names, and its folders, files and globs."""
    found = [*_PLACED.finditer(sentence)]
    if len(found) != 1:
        return sentence, ()
    named = found[0]["first"] or found[0]["last"]
    places = globs(one.strip("`") for one in _ONE_PLACE.findall(named))
    text = sentence[: found[0].start()] + sentence[found[0].end() :]
    return (text.strip(), places) if places else (sentence, ())


def _bare(sentence: str) -> str:
    """Return a sentence without what stands in code spans, and in brackets that forbid nothing."""
    text = _SPAN.sub("`x`", sentence)
    return _ASIDE.sub(lambda aside: aside[0] if _FORBIDS.search(aside[0]) else " ", text)


def _names(what: str, verb: str) -> Iterator[Forbidden]:
    for part in _PARTS.findall(what):
        is_code = part.startswith("`")
        name = part.strip("`").strip().rstrip(".,:")
        name = name if is_code else name.removesuffix(".js")
        is_word = bool(_WORD.fullmatch(name)) and name.casefold() not in _CODE_WORDS
        if _SHAPED.fullmatch(name) or (is_code and len(name) > 1) or is_word:
            yield Forbidden(name, is_code, verb.casefold().startswith("import"))


def is_checked(path: str) -> bool:
    """Return whether the lines of a file are code, and not prose about it."""
    return posixpath.splitext(path)[1].casefold() not in _PROSE and not path.startswith(".mem/")


def uses(one: Forbidden, line: str, path: str) -> bool:
    """Return whether a line of code uses a name; a comment, a string and a definition do not."""
    name = one.name.removesuffix("()")
    if len(line) > _LONGEST_LINE or name.casefold() not in line.casefold():
        return False
    if _COMMENTED.match(line):
        return False
    called = r"\s*\(" if one.name.endswith("()") else ""
    code = _TAIL.sub("", _STRING.sub("''", line))
    if one.is_import and not _MAY_IMPORT.search(line):
        return False
    if not one.is_plain:
        if re.search(rf"\b{_DEFINES}\s+{re.escape(name)}\b", code):
            return False
        is_typed = posixpath.splitext(path)[1].casefold() in _COMMANDS
        text = line if is_typed or name.startswith("--") or "/" in name else code
        return re.search(rf"(?<![\w.$-]){re.escape(name)}(?![\w-]){called}", text) is not None
    return _uses_word(name, code, line, path, is_code=one.is_code)


def _uses_word(name: str, code: str, line: str, path: str, *, is_code: bool) -> bool:
    """Return whether a plain word is imported; one in a code span also whether it is called."""
    word = re.escape(name)
    module = rf"[\"']{word}(?:/[^\"']*)?[\"']"
    forms = ((rf"{_IMPORTS}[\"'<]?{word}(?![\w-])", code), (_LOADS + module, line))
    how = re.NOFLAG if is_code else re.IGNORECASE  # prose writes "Pandas"
    if any(re.search(form, where, how) for form, where in forms):
        return True
    if name in _TYPES:
        return bool(re.search(_TYPED.replace("NAME", word), code))
    if not is_code and name not in _BUILT_IN:
        return False
    if name == "any":
        is_typed = posixpath.splitext(path)[1].casefold() in _SCRIPTS
        return is_typed and bool(re.search(r"(?:\bas\s+|[:<,|]\s*)any\b(?!\s*[(:.])", code))
    if re.search(rf"\b(?:def|function|fn|func)\s+{word}\b", code):
        return False
    stands = rf"^\s*{word}\s+\w|" if name in {"var", "goto"} else ""
    return bool(re.search(rf"{stands}(?<![\w.$-]){word}\s*\(", code))


def words_of(text: str) -> list[str]:
    """Return the words of a name or of code, by which a use of a name can be looked up."""
    return _CODE_WORD.findall(text.casefold())


def offences(
    one: Forbidden, files: Sequence[ChangedFile]
) -> Iterator[tuple[ChangedFile, int, str]]:
    """Yield each added line that uses a forbidden name, unless the change takes out as many."""
    checked = [
        file
        for file in files
        if is_checked(file.path) and (not one.places or is_in_scope(file.path, one.places))
    ]
    found = [
        (file, number, line)
        for file in checked
        for number, line in file.added.items()
        if uses(one, line, file.path)
    ]
    before = Counter(line.strip() for file in checked for line in file.removed)
    less = sum(uses(one, line, file.path) for file in checked for line in file.removed)
    if len(found) > less:
        for hit in found:
            if before[hit[2].strip()]:
                before[hit[2].strip()] -= 1
            else:
                yield hit
