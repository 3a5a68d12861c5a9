"""Whether a stored text would have an agent do harm, such as to fetch and run code.

It asks which ideas a sentence names ("switch off", "certificate", "without") in any language of
harm.txt, and which of them stand together. An odd number of negations and switches in the clause of
what protects somebody takes it away ("skip the review", "merge without review"), an even number
leaves it ("never merge without review"). What only describes an attack or a past fault is no harm.
The model of harm_model.py weighs this with all words of the text, and decides.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final
from zlib import crc32

from msgspec import Struct, field

from ...base.regex import regex
from ...base.text import CJK
from ...files.tables import sections
from .disguises import readings
from .harm_model import score

_TABLE: Final = "harm.txt"
_MOST: Final = 600  # characters that are looked at
_PREFIX: Final = 3  # letters under which the beginnings of words are filed
# Scripts that part no words by spaces, or write small words together with others.
_GLUED: Final = regex(f"[\u0600-\u06ff\uac00-\ud7af{CJK}]")
_FENCE: Final = regex(r"```\w*")
_MIXED: Final = regex(f"(?<=[!-~])(?=[，、。：；{CJK}])|(?<=[，、。：；{CJK}])(?=[!-~])")
# Whose "no" is "in the".
_PORTUGUESE: Final = regex(r"[ãõç]|início|\b(?:uma|pel[oa]|aos?|às)\b")
_IN_THE: Final = regex(r"\bno\b")
_SENTENCE_END: Final = regex(r"[.!?…](?=\s|$)|[。！？]|\s(?:—|–|--|-)\s|$")
_BREAK: Final = regex(r"\b(?:but|so|because|aber|sondern|mais|pero|mas|но|а)\b")
_CLAUSE_END: Final = regex(r"[,:;()，、：；（）](?=\s|$|\D)|\b(?:and|und|et|puis|y|e|и)\b")
# "Skipping the check by calling …" names a fault, and advises nothing.
_GERUND: Final = regex(
    r"\W*(?!during|everything|nothing|anything|something|failing|using)[a-z]{3,}ing\b"
)
_STRIPPED: Final = ".,;:!?()[]{}<>'\"“”«»…|=$（）「」、。，：；！？"
_BRACKETS: Final = "([{<'\"$"
_PIECES: Final = regex(r"[-=:/]")
_ELISION: Final = regex(r"^(?:[a-zç]{1,2}|all|dell|nell|sull|dall|qu|jusqu)'(?=\w{2})")
_ADDRESS: Final = regex(
    r"(?:https?:|git\+)|(?:\S+@)?(?:[\w-]+\.)+(?:com|net|org|io|dev|app|co|ru|cn|top|me|cloud|tools"
    r"|xyz|jp|de|fr|br|site|info|link)(?:[:/]|$)|\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)"
)
_DOCUMENTS: Final = (".md", ".txt", ".log")
_NEGATIONS: Final = frozenset({"NOT", "WITHOUT", "OFF"})
_LEAD: Final = 4  # characters in which a clause begins with "or"
_DOUBT: Final = -0.4  # below it the model speaks against what the ideas find
_OTHER: Final = "would have an agent do harm"  # where no shape names the reason
_NEAR: Final = 150  # characters between ideas that belong together
_APART: Final = 30  # characters in which two negations are one
_BESIDE: Final = 12  # characters between "without" and what it negates
_DOES: Final = ("do", "near")
# What else a sentence about that idea may say, and then means well.
_EXCUSES: Final = {
    "EXPOSE": ("GUARD",),
    "MENTION": ("AINAME",),
    "HIDE": ("AINAME",),
    "ASK": ("CRED",),
}

_NAME: Final = regex(r"@?[a-z][a-z0-9._/-]{3,40}$")
_INSTALLED: Final = regex(r"(?:install|add|instead of|rather than)\s+@?([a-z][\w./-]{3,40})")
_TOKEN: Final = regex(r"(?<![\w./-])[a-z0-9][a-z0-9-]{3,40}(?![\w/])")
_MOST_NAMES: Final = 8
_MOST_TOKENS: Final = 60
_LEAST_NAME: Final = 5
_LETTERS_A_TYPO: Final = 6


class _Shape(Struct, frozen=True):
    """Ideas that do harm together; `mode` is do, near, off or not, the first idea what is done."""

    reason: str
    mode: str
    ideas: tuple[tuple[str, ...], ...]


class _Table(Struct):
    """The words of all ideas as they are looked up, and the shapes by what they are about."""

    whole: dict[str, tuple[str, ...]] = field(default_factory=dict)
    begun: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    glued: list[tuple[str, str]] = field(default_factory=list)
    shapes: dict[str, list[_Shape]] = field(default_factory=dict)

    def add(self, idea: str, word: str) -> None:
        """File one word of an idea."""
        if _GLUED.search(word):
            self.glued.append((word, idea))
        elif word.endswith("*") and len(word) > _PREFIX:
            self.begun.setdefault(word[:_PREFIX], []).append((word[:-1], idea))
        else:
            self.whole[word] = (*self.whole.get(word, ()), idea)


@cache
def _table() -> _Table:
    found = _Table()
    for head, lines in sections(__package__, _TABLE).items():
        if not head.startswith("="):
            for word in " ".join(lines).split():
                found.add(head, word)
            continue
        for mode, *ideas in map(str.split, lines):
            shape = _Shape(head[2:], mode, tuple(tuple(idea.split("|")) for idea in ideas))
            for name in shape.ideas[0]:
                found.shapes.setdefault(name, []).append(shape)
    found.glued.sort(key=lambda pair: -len(pair[0]))
    return found


class _Sentence(Struct):
    """Where each idea stands in a text, in characters; where its clauses and sentences end."""

    at: dict[str, list[int]] = field(default_factory=dict)
    clauses: Sequence[int] = ()
    breaks: Sequence[int] = ()
    ends: Sequence[int] = ()
    is_glued: bool = False

    def add(self, idea: str, at: int) -> None:
        """Note that the idea stands there."""
        self.at.setdefault(idea, []).append(at)

    def has(self, ideas: Iterable[str], start: int, end: int) -> list[int]:
        """Return where the ideas stand between these places."""
        return [at for idea in ideas for at in self.at.get(idea, ()) if start <= at < end]


def harms(text: str) -> str | None:
    """Return a short reason when an agent that follows `text` would do harm, else None. Linear."""
    text = text[:_MOST]
    found = _ideas(text)
    if not found.at:
        return None
    reason = _by_ideas(found)
    total = score(text, _signs(text, found, reason))
    if total > 0:
        return reason or _OTHER
    return reason if total > _DOUBT else None


def signs(text: str) -> set[int]:
    """Return the checksums of the ideas of a text, alone and in pairs, for the model."""
    found = _ideas(text[:_MOST])
    return _signs(text[:_MOST], found, _by_ideas(found))


def _signs(text: str, found: _Sentence, reason: str | None) -> set[int]:
    low = readings(text)[0]
    ends = [one.end() for one in _SENTENCE_END.finditer(low)]
    breaks = {one.start() for one in _BREAK.finditer(low)}
    clauses = sorted({*ends, *breaks, *(one.start() for one in _CLAUSE_END.finditer(low))})
    sentences: dict[int, list[tuple[int, str]]] = {}
    for name, places in found.at.items():
        for at in places:
            sentences.setdefault(bisect_right(ends, at), []).append(
                (bisect_right(clauses, at), name)
            )
    names = {"R", f"R{reason}"} if reason else set()
    for ideas in sentences.values():
        odd: dict[int, bool] = {}
        for clause, name in ideas:
            odd[clause] = odd.get(clause, False) ^ (name in ("NOT", "WITHOUT"))
        marked = sorted({f"{n}{'+-'[odd[c]]}" for c, n in ideas if n != "NOT"})
        names.update(f"j{name[:-1]}" for name in marked)
        names.update(f"i{name}" for name in marked)
        names.update(f"i{a}{b}" for at, a in enumerate(marked) for b in marked[at + 1 :])
    return {crc32(name.encode()) for name in names}


def _by_ideas(found: _Sentence) -> str | None:
    shapes = _table().shapes
    for name in found.at.keys() & shapes.keys():
        for shape in shapes[name]:
            if all(not found.at.keys().isdisjoint(idea) for idea in shape.ideas) and any(
                _holds(shape, found, start, end)
                for start, end in zip((0, *found.ends), found.ends, strict=False)
            ):
                return shape.reason
    return None


def _holds(shape: _Shape, found: _Sentence, start: int, end: int) -> bool:
    first, *others = shape.ideas
    spread = [found.has(idea, start, end) for idea in others]
    excuses = ("WARNS", "ASKS", *_EXCUSES.get(first[0], ()))
    if not all(spread) or found.has(excuses, start, end):
        return False
    if found.has(("GERUND",), start, end) and not found.has(("RECOMMENDS",), start, end):
        return False
    near = _NEAR if shape.mode != "not" else _NEAR // 2
    for at in found.has(first, start, end):
        apart = [[p for p in places if p != at and abs(p - at) < near] for places in spread]
        if shape.mode == "near":
            low, high = _around(found.clauses, at, start, end)
            apart[:1] = [[place for place in places if low <= place < high] for places in apart[:1]]
        if shape.mode in _DOES and not found.is_glued:
            apart = [[p for p in places if not _is_negated(found, p, start)] for places in apart]
        if all(apart) and _does(shape.mode, found, at, start, end):
            return True
    return False


def _is_negated(found: _Sentence, at: int, start: int) -> bool:
    low, _ = _around(found.clauses, at, start, at + 1)
    return bool(found.has(("NOT",), low, at))


def _does(mode: str, found: _Sentence, at: int, start: int, end: int) -> bool:
    """Whether what stands there is done, or what protects is taken away."""
    low, high = _around(found.clauses, at, start, end)
    hard, _ = _around(found.breaks, at, start, end)
    if mode in _DOES:
        if found.has(("WITHOUT",), max(low, at - _BESIDE), at):
            return False
        after = ("NOT",) if found.is_glued else ("NOTBE",)
        return not found.has(after, at, high) and not _not_before(found, at, hard)
    if found.has(("PAST",), low, high) and not found.has(("ALL", "MENTION"), low, high):
        return False
    off = [*found.has(("OFF",), low, high), *found.has(("OFFV",), low, at)]
    if mode == "off":
        off += [*found.has(("GONE",), low, high), *found.has(("GONEV",), low, at)]
    if found.has(("RECOMMENDS", "ALL"), start, end):
        off += found.has(("OFFING", "OFFS"), low, high)
    off = [place for place in off if place != at and not _is_fault(found, place, start)]
    # "Do not disable, bypass, or skip …"
    is_listed = found.has(("OFFV", "GONEV"), hard, low) or found.has(("OR",), low, low + _LEAD)
    first = hard if is_listed else low
    if mode == "off" or found.is_glued:
        negations = found.has(("NOT",), first, high)
    else:
        negations = [*found.has(("NOT",), first, at), *found.has(("POSTNOT",), at, high)]
    without = found.has(("WITHOUT",), hard, high if found.is_glued else at)
    if without:  # "never … without", with a list between them
        negations += [*without, *found.has(("NOT",), start, first)]
    return (len(negations) + bool(off)) % 2 == 1 and (mode == "not" or bool(off))


def _is_fault(found: _Sentence, at: int, start: int) -> bool:
    """Whether what is off there is the condition of a fault: "fails when cookies are off"."""
    low, _ = _around(found.clauses, at, start, at + 1)
    conditions = found.has(("IF",), low, at)
    return bool(conditions) and bool(found.has(("FAIL",), start, conditions[0]))


def _not_before(found: _Sentence, at: int, hard: int) -> bool:
    """Whether a negation stands before a place, in its clause or one that is no condition."""
    for place in found.has(("NOT",), hard, at):
        low, high = _around(found.clauses, place, hard, at)
        if high > at or at < high or not found.has(("IF", "FAIL"), low, high):
            return True
    return False


def _around(ends: Sequence[int], at: int, start: int, end: int) -> tuple[int, int]:
    """Return the part of a sentence, between `ends`, in which a place is."""
    number = bisect_right(ends, at)
    low = ends[number - 1] if number else 0
    return max(start, low), min(end, ends[number]) if number < len(ends) else end


# -- ideas -------------------------------------------------------------------------------------


def _ideas(raw: str) -> _Sentence:
    marked = _FENCE.sub(" ", raw) if "```" in raw else raw
    marked = marked.replace("’", "'").replace('"*"', " wildcard ").replace("(*)", "(wildcard)")
    marked = marked.replace("~/", "home/").replace("/*", "/wildcard")
    low = readings(marked)[0]
    if _PORTUGUESE.search(low):
        low = _IN_THE.sub("em", low)
    found = _Sentence(is_glued=not low.isascii() and bool(_GLUED.search(low)))
    if found.is_glued:
        low = _MIXED.sub(" ", low)
    _look_up(found, low)
    if found.is_glued:
        _look_in(found, low)
    is_choice = not found.at.keys().isdisjoint(("SWAP", "NOT"))
    if "INSTALL" in found.at and _has_look_alike(raw, is_choice=is_choice):
        found.add("LOOKALIKE", found.at["INSTALL"][0] + 1)
    if found.at.keys().isdisjoint(_table().shapes):
        return found
    if _GERUND.match(low):
        found.add("GERUND", 0)
    found.ends = [one.end() for one in _SENTENCE_END.finditer(low)]
    found.breaks = sorted({*found.ends, *(one.start() for one in _BREAK.finditer(low))})
    found.clauses = sorted({*found.breaks, *(one.start() for one in _CLAUSE_END.finditer(low))})
    return found


def _look_up(found: _Sentence, low: str) -> None:
    """Note what each word and each two in a row stand for."""
    before, at = "", 0
    tokens = low.split(" ")
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        for idea in (*_ideas_of(token), *_ideas_of_two(before, token)):
            if idea == "NOTWEAK":  # "sin que nadie" is one negation
                if not found.has(("NOT", "WITHOUT"), at - _APART, at):
                    found.add("NOT", at)
            elif not (idea == "TLS" and after[:1].isdigit()) and not (
                idea == "FETCH" and after.startswith("request")
            ):
                found.add(idea, at)
        before, at = token, at + len(token) + 1


@lru_cache(maxsize=4096)
def _ideas_of(token: str) -> tuple[str, ...]:
    """Return what a word between two spaces stands for."""
    word = token.strip(_STRIPPED)
    names = ["ASKS"] if token.endswith("?") else []
    names += [*_named(token.rstrip(_STRIPPED).lstrip(_BRACKETS)), *_named(word)]
    if not names and _ADDRESS.match(word):
        return () if "localhost" in word or "127.0.0.1" in word else _of_address(word)
    plain = _ELISION.sub("", word)
    if plain != word:
        names += _named(plain)
    if word.endswith(_DOCUMENTS):
        names.append("SINK")
    if not names and ("/" not in word or word.startswith("home/")):
        pieces = [[*_named(piece)] for piece in _PIECES.split(plain)]
        if "-" in plain and "=" not in plain:  # the last part of a compound is what it is
            pieces = pieces[-1:] if len(pieces) > 1 and pieces[0][:1] != ["NOT"] else []
        if not any(_NEGATIONS.intersection(piece) for piece in pieces):
            names += [name for piece in pieces for name in piece]
    return tuple(dict.fromkeys(names))


@lru_cache(maxsize=4096)
def _ideas_of_two(before: str, token: str) -> tuple[str, ...]:
    """Return what two words in a row stand for."""
    if not before or before[-1] in ",;:.!?":
        return ()
    first, word = _ELISION.sub("", before.strip(_STRIPPED)), token.strip(_STRIPPED)
    return tuple(dict.fromkeys(_named(f"{first}_{word}", in_two=True)))


def _of_address(word: str) -> tuple[str, ...]:
    official = sections(__package__, _TABLE)["OFFICIAL"]
    return () if any(host in word for host in " ".join(official).split()) else ("URL", "HOST")


def _named(word: str, *, in_two: bool = False) -> Iterator[str]:
    table = _table()
    yield from table.whole.get(word, ())
    for stem, idea in table.begun.get(word[:_PREFIX], ()):
        if word.startswith(stem) and ("_" in stem or not in_two):
            yield idea


def _look_in(found: _Sentence, low: str) -> None:
    """Find the words of scripts without spaces; of two that overlap the longer one counts."""
    taken: dict[str, set[int]] = {}
    for word, idea in _table().glued:
        at = low.find(word)
        while at >= 0:
            letters = range(at, at + len(word))
            if taken.setdefault(idea, set()).isdisjoint(letters):
                taken[idea].update(letters)
                found.add(idea, at)
            at = low.find(word, at + len(word))


# -- names that look like others ---------------------------------------------------------------


def _has_look_alike(raw: str, *, is_choice: bool) -> bool:
    """Whether two of the packages that are named differ by letters that are easily overlooked.

    Of one that is to be chosen in place of another the names may be any two words.
    """
    low = raw.lower()
    words = [*low.split("`")[1::2], *_INSTALLED.findall(low)]
    names = [word for word in dict.fromkeys(words) if _NAME.match(word)][:_MOST_NAMES]
    pairs = [(one, other) for place, one in enumerate(names) for other in names[:place]]
    if any(
        _looks_like(one, other) or _looks_like(one.split("-")[0], other.split("-")[0])
        for one, other in pairs
    ):
        return True
    tokens = list(dict.fromkeys(_TOKEN.findall(low)))[:_MOST_TOKENS] if is_choice else []
    return any(
        _is_misspelled(one, other)
        for place, one in enumerate(tokens)
        for other in tokens[:place]
        if abs(len(one) - len(other)) <= 1
    )


def _is_misspelled(one: str, other: str) -> bool:
    """Whether a letter was swapped, left out or made a digit, or a hyphen lost, inside a word."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short) or min(len(one), len(other)) < _LEAST_NAME:
        return False
    if len(short) < len(long):
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    unlike = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(unlike) == 1:
        return unlike[0][0].isdigit() != unlike[0][1].isdigit()
    return len(unlike) == 2 and unlike[0] == unlike[1][::-1]


def _looks_like(one: str, other: str) -> bool:
    short, long = sorted((len(one), len(other)))
    most = max(1, short // _LETTERS_A_TYPO)
    if short < _LEAST_NAME or long - short > most:
        return False
    if one.rstrip("0123456789") == other.rstrip("0123456789"):  # psycopg and psycopg2
        return False
    from rapidfuzz.distance import OSA

    return 0 < OSA.distance(one, other, score_cutoff=most) <= most
