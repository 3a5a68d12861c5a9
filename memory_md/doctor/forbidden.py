"""What an entry forbids by a code span or command, and whether an added line does it. Pure.

Cautious: a condition ("unless", "without"), a wish ("prefer"), a rule for others ("tests must not")
or a name that cannot be looked for makes no rule. In the patterns a code span is one character,
from U+E000 on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..match.files import fit

_TOOLS: Final = (
    "apt|brew|bun|bundle|cargo|conda|curl|docker|eslint|gem|git|go|gradle|jest|kubectl|make|mvn"
    "|npm|npx|pip|pip3|pipenv|pnpm|poetry|prettier|pytest|python|rm|sed|sudo|tsc|uv|wget|yarn"
)
_SPAN: Final = "[\ue000-\uf8ff]"
_NAME: Final = rf"(?:{_SPAN}|\b(?:{_TOOLS})(?![A-Za-z0-9-]))"
_WHAT: Final = (
    r":? ?(?:(?:ever )?\b(?P<verb>us|call|import|run|invok|add|install|introduc|rely|depend|throw"
    r"|rais|catch|pass|writ|set|edit|modify|touch|chang|commit|verwend|utilis|использу)"
    r"(?:e|ing|[а-яё]+)?(?: on| from)?\b)?:? ?(?:(?:the|a|an|any|raw|plain|bare|new)\b ?)? ?"
    rf"(?P<what>{_NAME}(?:(?:,? (?:or|and|nor) |, ?| ?/ ?){_NAME})*)"
)
_NOT: Final = (
    r"(?:\b(?:never|nobody may|(?:do|must|should|may) not|(?:do|must|should)n['’]t|can(?:no|['’])t"
    r"|avoid|stop|no longer|nie|keine?n?|jamais|nunca|не|нельзя)\b|(?:^|[:,;—–] ?)no\b"
    r"|(?:不要|禁止)(?:使用)?)"
)
_INSTEAD: Final = (
    r"(?:\b(?:instead of|rather than|in place of|and not|statt|au lieu de|en lugar de|вместо"
    r"|replace)\b|[,(] ?not\b)"
)
_BEHIND: Final = (
    rf"(?P<what>{_NAME})(?P<verb>) ?(?:(?:is|are) (?:forbidden|banned|not allowed)"
    r"|must (?:not|never) be used|ではなく|は禁止)"
)
_CUES: Final = tuple(re.compile(f"(?i){cue}") for cue in (_NOT + _WHAT, _INSTEAD + _WHAT, _BEHIND))
# What may follow a name: nothing that narrows it.
_REST: Final = re.compile(
    r"(?i)s?(?: (?:types?|functions?|statements?|calls?|imports?|commands?|to git|anywhere|at all"
    r"|directly|with|in (?:this|the|our) (?:repo\w*|code ?base|project|code)))* ?"
    rf"(?:$|[,.;:!—–()、，。]|(?<=[\u3040-\u9fff])\w|- |because\b|since\b|use\b|{_SPAN})"
)
_SOFT: Final = re.compile(
    r"(?i)\b(?:(?:in|inside|within|under|outside(?: of)?) (?:[\ue000-\uf8ff]|[\w./-]+/)"
    r"|unless|except|only|when|if|while|before|after|until|without|prefer\w*|consider"
    r"|try to|possible|usually|generally|just|may|might|can|could|wenn|nur|sauf|si|если|только)"
    r"(?!['’\w])|如果|場合"
)
# Whom a rule is said to; what it says of others ("tests must not …") holds for them alone.
_SUBJECT: Final = re.compile(
    r"(?i)(?:.*[–—(])?[^A-Za-z]*(?:(?:we|you|please|agents?|and|but|always|it is|code|must|should"
    r"|n['’]utilise[rz]?|ne|no)[ ,]*)*"
)
_LONGEST: Final = 1_000  # characters of a sentence or a line that is looked at


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A name that an entry forbids, and how the verb before it begins.

    `allowed` are the other code spans of the entry.
    """

    name: str
    verb: str
    allowed: tuple[str, ...] = ()


def forbidden_by(text: str) -> list[Forbidden]:
    """Return what a text forbids outright."""
    found = code_spans(text)[:1000]
    spans = [content for _, _, content in found]
    for number, (start, end, _) in reversed(list(enumerate(found))):
        text = text[:start] + chr(0xE000 + number) + text[end:]
    sentences = [one.strip() for one in re.split(r"(?<=[.;!])\s+|[。；]", text)]
    short = (one for one in sentences if len(one) <= _LONGEST)
    rules = dict.fromkeys(rule for one in short for rule in _in_sentence(one, spans))
    others = tuple(span for span in spans if span not in {rule.name for rule in rules})
    return [replace(rule, allowed=others) for rule in rules]


def _in_sentence(sentence: str, spans: Sequence[str]) -> Iterator[Forbidden]:
    for found in (found for cue in _CUES for found in cue.finditer(sentence)):
        before, after = sentence[: found.start()], sentence[found.end() :]
        last = re.split("[,:;] ?", before)[-1]
        is_others = found.re is _CUES[0] and not _SUBJECT.fullmatch(last)
        is_soft = _SOFT.search(before) or _SOFT.match(after.lstrip(" ,:;—("))
        if not is_others and not is_soft and _REST.match(sentence, found.end()):
            for part in re.findall(f"(?i){_NAME}", found["what"]):
                name = spans[ord(part) - 0xE000] if part >= "\ue000" else part.lower()
                yield Forbidden(name, (found["verb"] or "").lower())


# -- lines of code ------------------------------------------------------------------------------

_OUTER: Final = ("uv", "poetry", "docker", "git", "npm", "cargo")  # "uv pip install" is uv's
_PROSE: Final = re.compile(
    r"\.(?:mdx?|rst|(?<!requirements\.)txt|svg|csv|lock)$|-lock\.\w+$|(?:^|/)\.mem/"
)
_SOURCE: Final = re.compile(r"\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|cpp|c|swift|vue)$")
_STRING: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`")
_COMMENT: Final = re.compile(
    r"^\s*(?:#(?!include|!)|//|\*|/\*|--\s|<!--|\"{3}|'{3}).*|\s(?:#|//)\s.*"
)
_SENTENCE: Final = re.compile(
    r"\s*(?!(?:import|from|use|return|raise|throw) )[\w`.,:'’-]+(?: [\w`.,:'’-]+){4,}\s*"
)
_TOKEN: Final = re.compile(r"[^\s\"'`,()\[\]{}]+")
_SHAPED: Final = re.compile(r"[._$:!@#-]|[a-z][A-Z]|^[A-Z]")
_DEFINES: Final = r"\b(?:def|class|function|fn|func|const|let|type)\s+NAME\b"
# Imported, or listed with a version.
_IMPORTS: Final = (
    r"^\s*(?:import|from|use|#include|extern crate)\s+<?NAME(?![\w-])"
    r"|(?:\bfrom|\brequire\(|\bimport\(?)\s*[\"']NAME(?:/[^\"']*)?[\"']"
    r"|^\s*[\"']?NAME(?:\[[^\]]*\])?[\"']?\s*(?:[=<>~!]=|[<>]|[:=]\s*[\"'][\^~<>=\d*])"
)
# A plain word is called, begins a statement, or is a type.
_WORD: Final = r"(?<![\w.$])NAME\s*\(|^\s*NAME(?:\s+\w|;?\s*$)|(?::|\bas)\s*NAME\b(?!\s*[(:.])"


def uses(one: Forbidden, path: str, line: str) -> bool:
    """Return whether an added line does what is forbidden."""
    name, word = one.name, one.name.removesuffix("()")
    if one.verb in ("edit", "modify", "touch", "chang", "commit"):
        return bool(fit(name, path)) and bool(paths_in(f"`{name}`"))
    # A file that is named besides is the home of what the rule is about.
    is_home = any(fit(span, path) and paths_in(f"`{span}`") for span in one.allowed)
    is_text = is_home or (_SOURCE.search(path) and _SENTENCE.fullmatch(line))
    if is_text or _PROSE.search(path) or len(line) > _LONGEST or not word.strip():
        return False
    for allowed in sorted(one.allowed, key=len, reverse=True):
        line = line.replace(allowed, " ") if word in allowed else line
    if name[0] == "-" or name.split()[0] in _TOOLS.split("|"):
        return _runs(name.split(), path, line)
    if not re.match(r"[^\W\d]", name):
        return bool(re.search(rf"(?<![\w@-]){re.escape(name)}(?![\w-])", line))
    plain = _COMMENT.sub("", line)
    if not re.fullmatch(r"[\w.$:]+", word):
        spaced = r"\s*".join(map(re.escape, word.split()))
        return bool(re.search(rf"(?i)(?<!\w){spaced}(?!\w)", plain))
    code = _STRING.sub("''", plain)

    def has(form: str, text: str) -> bool:
        return bool(re.search(form.replace("NAME", re.escape(word)), text))

    if has(_DEFINES, code) or has(_IMPORTS, plain):
        return not has(_DEFINES, code)
    if name != word and "." not in word:
        return has(r"(?<![\w$])NAME\s*\(", code)  # of any object
    return has(r"(?<![\w.$])NAME(?!\w)" if _SHAPED.search(word) else _WORD, code)


def _runs(wanted: Sequence[str], path: str, line: str) -> bool:
    """Return whether a line runs a command with these words in this order."""
    if _SOURCE.search(path):
        line = " ".join(found[0] for found in _STRING.finditer(line))
    for command in re.split(r"&&|\|\||[;|]", re.sub(r"(?:^|\s)#.*", "", line)):
        tokens = [token.split("=")[0] for token in _TOKEN.findall(command)]
        for at, token in enumerate(tokens if tokens[:1] != ["echo"] else ()):
            rest = iter(tokens[at + 1 :])
            is_run = token == wanted[0] and (not at or tokens[at - 1] not in _OUTER)
            is_alone = len(wanted) == 1 and token[0] != "-"  # its name may be that of a value
            if is_run and all(word in rest for word in wanted[1:]):
                return not is_alone or bool(re.match(r"[\w.@/-]", next(rest, ".")))
    return False
