"""What an entry forbids by a code span or command, and whether an added line does it. Pure.

Cautious: a condition ("unless", "without"), a wish ("prefer") or a name that cannot be looked for
makes no rule. In the patterns a code span is one character, from U+E000 on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..match.files import fit

_TOOLS: Final = (
    "apt|black|brew|bun|bundle|cargo|conda|curl|deno|docker|docker-compose|eslint|flake8|gem|git|go"
    "|gradle|grep|helm|jest|kubectl|make|mvn|mypy|node|npm|npx|pip|pip3|pipenv|pnpm|poetry|prettier"
    "|pylint|pytest|python|rm|ruff|sed|sudo|terraform|tox|tsc|uv|wget|yarn"
)
_SPAN: Final = "[\ue000-\uf8ff]"
_NAME: Final = rf"(?:{_SPAN}|[A-Za-z@$#!-][A-Za-z0-9_.$@/!:-]*(?:\(\))?)"
_WHAT: Final = (
    r"(?P<verb>:? ?(?:ever )?\b(?:us|call|import|run|invok|add|install|introduc|rely|depend|throw"
    r"|rais|catch|pass|writ|set|edit|modify|touch|chang|commit|benutz|verwend|utilis|использу"
    r"|вызыва)(?:n?(?:e|ing)\w*|[а-яё]+)?(?: on| from)?\b)?"
    r":? ?(?:(?:the|a|an|any|raw|plain|bare|native|global|inline|new)\b ?){0,2} ?"
    rf"(?P<what>{_NAME}(?:(?:,? (?:or|and|nor|oder|ou|o|или) |(?:[,、]| ?/) ?(?={_SPAN})){_NAME})*)"
)
_NOT: Final = (
    r"(?:\b(?:never|nobody may|(?:do|must|should|may|shall) not|(?:do|must|should)n['’]t|cannot"
    r"|can['’]t|avoid|stop|no longer|no more|forbidden to|niemals|nie|keine?n?|jamais|nunca|não"
    r"|не|нельзя)\b|(?:^|[:,;—–] ?)no\b|(?:不要|禁止|别|勿)(?:使用|用)?)"
)
_INSTEAD: Final = (
    r"(?:\b(?:instead of|rather than|in place of|and not|statt|anstatt|anstelle von|au lieu d[e']"
    r"|plutôt qu[e']|en lugar de|en vez de|em vez de|вместо|replace)\b|[,(] ?not\b|而不是|代替)"
)
_BEHIND: Final = (
    rf"(?P<what>{_SPAN}|\b(?:{_TOOLS})(?![A-Za-z0-9-]))(?P<verb>) ?(?:(?:is|are) (?:forbidden"
    r"|banned|not allowed)|must (?:not|never) be used|ではなく|の代わりに|は禁止|を使わない|대신)"
)
_CUES: Final = tuple(re.compile(f"(?i){cue}") for cue in (_NOT + _WHAT, _INSTEAD + _WHAT, _BEHIND))
# What may follow a name: nothing that narrows it.
_REST: Final = re.compile(
    r"(?i)s?(?: (?:types?|functions?|statements?|calls?|module|package|library|keyword|imports?"
    r"|exports?|quer(?:y|ies)|flags?|commands?|hooks?|comments?|please|to git|anywhere|at all|ever"
    r"|directly|any ?more|with|mit|verwenden|in (?:this|the|our) (?:repo\w*|code ?base|project)"
    r"|in (?:(?:this|our|the) code|typescript|python|javascript|go|rust|java)))* ?"
    rf"(?:$|[,.;:!—–()、，。]|(?<=[\u3040-\u9fff])\w|- |because\b|since\b|use\b|{_SPAN})"
)
_SOFT: Final = re.compile(
    r"(?i)\b(?:unless|except|only|when|if|while|before|after|until|without|prefer\w*|consider"
    r"|try to|possible|usually|generally|just|may|might|can|could|wenn|nur|außer|sauf|si|solo|если"
    r"|кроме|только)\b(?!['’])|如果|除了|場合|以外"
)
# Whom a rule is said to; what it says of others ("tests must not …") holds for them alone.
_SUBJECT: Final = re.compile(
    r"(?i)(?:.*[–—(])?[^A-Za-z]*(?:(?:we|you|i|please|claude|agents?|so|and|but|always|it is|the"
    r"|code|new|must|should|verwende|n['’]utilise[rz]?|ne|no)[ ,]*)*"
)
_PLACE: Final = re.compile(
    r"(?i),? ?\b(?P<how>in|inside|within|under|below|outside(?: of)?|except(?: in| for)?) "
    r"(?:(?:the|any|all|our) )?(?:(?:files?|code|modules?|folder) (?:in|under) )?"
    rf"(?P<place>{_SPAN}|[\w.@*-]+/[\w.@*/-]*|(?:tests?|production)\b)(?: (?:code|files))?,?"
)
_TESTS: Final = ("tests/", "test/", "__tests__/", "test_*", "*_test.*", "*.test.*", "*.spec.*")
_LONGEST: Final = 1_000  # characters of a sentence or a line that is looked at


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A name that an entry forbids, and the verb before it; `is_code`: it stands in a code span.

    `within` and `without` are globs of the files where it is forbidden, and where it is not;
    `allowed` are the other code spans of the entry.
    """

    name: str
    verb: str
    is_code: bool
    within: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()

    def holds_in(self, path: str) -> bool:
        """Return whether it is forbidden in that file."""
        inside = not self.within or any(fit(glob, path) for glob in self.within)
        return inside and not any(fit(glob, path) for glob in self.without)


def forbidden_by(text: str) -> list[Forbidden]:
    """Return what a text forbids outright."""
    found = code_spans(text)
    spans = [content for _, _, content in found]
    for number, (start, end, _) in reversed(list(enumerate(found[:1000]))):
        text = text[:start] + chr(0xE000 + number) + text[end:]
    sentences = re.split(r"(?<=[.;!])\s+|[。；]", text)
    short = [one.strip() for one in sentences if len(one) <= _LONGEST]
    rules = [rule for one in short for rule in _in_sentence(one, spans)]
    others = tuple(span for span in spans if span not in {rule.name for rule in rules})
    # A file that is named besides is the place of what the rule is about.
    homes = tuple(path for span in others for path in paths_in(f"`{span}`"))
    return [
        replace(rule, without=rule.without or (() if rule.within else homes), allowed=others)
        for rule in dict.fromkeys(rules)
    ]


def _in_sentence(sentence: str, spans: Sequence[str]) -> Iterator[Forbidden]:
    within: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    for found in _PLACE.finditer(sentence):
        place = _span(found["place"], spans)
        is_path = place != found["place"] and ("/" in place or paths_in(f"`{place}`"))
        is_tests = place.lower().startswith(("test", "production")) and not is_path
        globs = (place,) if is_path or "/" in place else _TESTS if is_tests else ()
        is_out = found["how"].lower().startswith(("out", "ex")) or place.lower() == "production"
        within, without = (within, without + globs) if is_out else (within + globs, without)
        sentence = sentence.replace(found[0], "", 1).strip() if globs else sentence
    for found in (found for cue in _CUES for found in cue.finditer(sentence)):
        after = sentence[found.end() :]
        before = re.split("[,:;] ?", sentence[: found.start()])
        is_others = found.re is _CUES[0] and not _SUBJECT.fullmatch(before[-1])
        if is_others or _SOFT.search(" ".join(before)) or _SOFT.match(after.lstrip(" ,:;—(")):
            continue
        for part in re.findall(_NAME, found["what"]) if _REST.match(sentence, found.end()) else ():
            is_code, name = part >= "\ue000", _span(part, spans)
            verb = (found["verb"] or "").strip(" :").lower().partition(" ")[0]
            name = name if is_code else name.rstrip(".:")
            name = name.lower() if name.lower() in _TOOLS.split("|") else name
            is_name = is_code or name in _TOOLS.split("|") or _SHAPED.search(name)
            if is_name or (verb and len(name) > 2) or found.re in _CUES[1:]:
                yield Forbidden(name, verb, is_code, within, without)


def _span(part: str, spans: Sequence[str]) -> str:
    return spans[ord(part) - 0xE000] if "\ue000" <= part <= "\uf8ff" else part


# -- lines of code ------------------------------------------------------------------------------

_OUTER: Final = ("uv", "poetry", "docker", "git", "npm", "cargo")  # "uv pip install" is uv's
_BUILT_IN: Final = ("eval", "exec", "print", "alert", "input", "open", "float", "double")
_PROSE: Final = re.compile(r"\.(?:mdx?|rst|txt|adoc|org|svg|csv|lock)$|-lock\.\w+$|(?:^|/)\.mem/")
_LISTED: Final = re.compile(
    r"(?:^|/)(?:package\.json|requirements[\w.-]*\.txt|[\w.-]*\.toml|Gemfile)$"
)
_SOURCE: Final = re.compile(r"\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|cpp|c|swift|vue)$")
_STRING: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`")
_COMMENT: Final = re.compile(
    r"^\s*(?:#(?!include|!)|//|\*|/\*|--\s|<!--|\"{3}|'{3}).*|\s(?:#|//)\s.*"
)
_TEXT: Final = re.compile(
    r"\s*(?!(?:import|from|use|return|raise|throw) )[\w`.,:'’-]+(?: [\w`.,:'’-]+){4,}\s*"
)
_TOKEN: Final = re.compile(r"[^\s\"'`,()\[\]{}]+")
# NAME is imported, installed, called, thrown, declared or stands alone: "" for any name, else of
# those whose file, verb or name the first pattern finds in "path verb name".
_SHAPED: Final = re.compile(r"[._$:!@#-]|[a-z][A-Z]|\(\)$")
_DEFINES: Final = (
    r"\b(?:def|class|function|fn|func|const|let|type)\s+NAME\b"
    r"|^\s*(?:(?:async|static|public|private|export) )*NAME\s*\([^()]*\)[^=;]*\{\s*$"
)
_IMPORTS: Final = (
    r"^\s*(?:import|from|use|#include|extern crate)\s+<?NAME(?![\w-])"
    r"|(?:\bfrom|\brequire\(|\bimport\(?)\s*[\"']NAME(?:/[^\"']*)?[\"']"
)
_LISTS: Final = r"^\s*[\"']?NAME(?:\[[^\]]*\])?[\"']?\s*(?:[:=<>~!@,;]|$)|[\"']NAME\s*[<>=~!\[]"
_CODE_FORMS: Final = (
    (r"\.(?:[cm]?tsx?|vue) \S* any$", r"(?:\bas\s+|[:<,|]\s*)any\b(?!\s*[(:.])"),
    (
        r"(?<!css) \S* (?:float|double)$",
        r"(?<![\w.$])NAME\s*\(|(?::|->|\[)\s*NAME\b(?!\s*:)|^\s*NAME\s+\w+\s*[=;]",
    ),
    (r" (?:var|goto|unsafe|global|assert|lambda)$", r"(?:^|[;({])\s*NAME\s+[\w{\[]"),
    (r" (?:throw|rais|catch)\S* \S+$", r"\b(?:throw|raise|except|catch)\b[^;]*(?<![\w.])NAME\b"),
    (r" \S*\.\S*\(\)$", r"(?<![\w.$])NAME\s*\("),
    (r" \S*\.[^\s()]*$", r"(?<![\w.$])NAME(?!\w)"),
    (r" \S*(?:[_$:]|[a-z][A-Z])[^\s()]*$", r"(?<![\w$])NAME(?!\w)"),
    (r" (?!(?:eval|exec|print|open)\()\w+\(\)$", r"(?<![\w$])NAME\s*\("),
    (r" [A-Z]\w+$", r"(?<![\w.$])NAME(?!\w)"),
    (r" (?!any$)\w+(?:\(\))?$", r"(?<![\w.$])NAME\s*\(|^\s*NAME;?\s*$"),
)


def uses(one: Forbidden, path: str, line: str) -> bool:
    """Return whether an added line does what is forbidden."""
    name, word = one.name, one.name.removesuffix("()")
    if one.verb in ("edit", "editing", "modify", "touch", "change", "commit"):
        return bool(fit(name, path)) and bool(paths_in(f"`{name}`"))
    is_prose = _PROSE.search(path) and not _LISTED.search(path)
    is_text = is_prose or len(line) > _LONGEST or (_SOURCE.search(path) and _TEXT.fullmatch(line))
    if is_text or not word.strip() or word.split()[0].lower() not in line.lower():
        return False
    for allowed in sorted(one.allowed, key=len, reverse=True):
        line = line.replace(allowed, " ") if word in allowed else line
    if name[0] == "-" or name.split()[0] in _TOOLS.split("|"):
        return _runs(name.split(), path, line)
    if not re.match(r"[^\W\d]", name) or re.search(r"^\w+(?:-\w+)+$|: |^[A-Z]{3,}$", name):
        return bool(re.search(rf"(?<![\w@-]){re.escape(name)}(?![\w-])", line))
    plain = _COMMENT.sub("", line)
    if not re.fullmatch(r"[\w.$:]+", word):
        spaced = r"\s*".join(map(re.escape, word.split()))
        return bool(re.search(rf"(?i)(?<!\w){spaced}(?!\w)", plain))
    return _names(one, word, path, plain)


def _names(one: Forbidden, word: str, path: str, plain: str) -> bool:
    code = _STRING.sub("''", plain)

    def has(form: str, text: str, named: str = re.escape(word)) -> bool:
        return bool(re.search(form.replace("NAME", named), text))

    if has(_DEFINES, code):
        return False
    module = re.escape(word) if one.is_code else f"(?i:{re.escape(word)})"
    if has(_IMPORTS, plain, module) or (_LISTED.search(path) and has(_LISTS, plain, module)):
        return True
    if not (one.is_code or word in _BUILT_IN or _SHAPED.search(word)):
        return False
    about = f"{path} {one.verb} {one.name}"
    return has(next((form for when, form in _CODE_FORMS if re.search(when, about)), "$^"), code)


def _runs(wanted: Sequence[str], path: str, line: str) -> bool:
    """Return whether a line runs a command with these words in this order."""
    if _SOURCE.search(path):
        line = " ".join(found[0] for found in _STRING.finditer(line))
    for command in re.split(r"&&|\|\||[;|]", re.sub(r"(?:^|\s)#.*", "", line)):
        tokens = [token.split("=")[0] for token in _TOKEN.findall(command)]
        while wanted[0] in tokens and tokens[0] != "echo":
            at = tokens.index(wanted[0])
            is_inner = at and tokens[at - 1] in _OUTER  # "uv pip install"
            tokens, rest = tokens[at + 1 :], iter(tokens[at + 1 :])
            is_run = all(word in rest for word in wanted[1:]) and not is_inner
            is_command = len(wanted) > 1 or wanted[0][0] == "-" or not tokens
            if is_run and (is_command or re.match(r"[\w.@/-]", tokens[0])):
                return True
            tokens = tokens or [""]
    return False
