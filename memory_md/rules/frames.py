"""The frames of a sentence that hold one filler at a time, and who stands where in them.

"Uploads are kept in S3" and "uploads live on disk" fill one slot of one subject in two ways; "A
overrides B" turned around says the opposite; what only owners may do guests may not. Other frames
("uses Redis", "shows a spinner") hold any number of fillers and are none of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .word_lists import CONDITIONS
from .word_tokens import Token
from .wording import Wording


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Verb (as written) to the slot that it fills, where one of the prepositions follows.
_VERBS: Final = {
    verb: kind
    for kind, verbs in (
        (
            "place",
            "store stores stored storing save saves saved keep keeps kept live lives lived reside"
            " resides put puts placed place sit sits hold held define defines defined declare"
            " declared hard-coded hardcoded persisted persist written write writes logged go goes"
            " located hosted bundled liegen liegt speichern gespeichert хранятся хранится хранить"
            " stockés stocké stockées guardan guarda",
        ),
        (
            "source",
            "read reads loaded load loads come comes came fetched fetch fetches taken obtained"
            " downloaded injected derived imported installed install installs kommen kommt"
            " берутся берётся читаются",
        ),
    )
    for verb in verbs.split()
}
_PREPOSITIONS: Final = {
    "place": _words("in on to into at under inside within beside next auf unter в на dans sur en"),
    "source": _words("from into out aus von из de"),
    "by": _words("by"),
    "doing": _words("by in on at"),
    "with": _words("with in using via through from"),
}
_ALL: Final = frozenset().union(*_PREPOSITIONS.values()) | _words("of per against as über mit")
_DOING: Final = _words("done performed handled happens happen made carried")
_BE: Final = _words("is are was were be been being get gets werden wird")
_SCOPES: Final = CONDITIONS | _words("for during while because so since as für pour para для")
_MAY: Final = _words("can may could")
# A relation that has a direction, by concept; turned around it is another claim.
_DIRECTED: Final = _words("override replace depend extend wrap own import")
_COUNTS: Final = {
    word: how
    for how, words in (
        ("first", "first last latest newest oldest"),
        ("one", "one single same shared central"),
        ("all", "all every each any both several multiple many two three various"),
        ("own", "own separate individual dedicated"),
    )
    for word in words.split()
}
_EACH: Final = _words("per each every pro par")


class Slot(NamedTuple):
    """`value` is what `subject` has in the slot `kind`, as far as `scope`; `only`: nobody else."""

    kind: str
    subject: tuple[Token, ...]
    value: tuple[Token, ...]
    scope: frozenset[str]
    only: bool = False


# -- one filler at a time


def exclusive(a: Wording, b: Wording, alias: dict[str, str]) -> str:
    """What the two lines put into one slot of one subject, in words; empty if nothing."""
    theirs = [slot for slot in _slots(b)]
    if not theirs:
        return ""
    keys_a = {token.key for token in a.content}
    keys_b = {alias.get(token.key, token.key) for token in b.content}
    for one in _slots(a):
        for two in theirs:
            if one.kind != two.kind or not _same_subject(one.subject, two.subject, alias):
                continue
            if one.kind == "who" and one.only == two.only:
                continue
            if one.scope or two.scope:
                continue
            mine = {token.key for token in one.value}
            other = {alias.get(token.key, token.key) for token in two.value}
            if not mine & keys_b and not other & keys_a and not _nested(one.value, two.value):
                return f"{_said(one.value)} / {_said(two.value)}"
    return ""


def _said(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.raw for token in tokens[:3])


def _nested(ours: tuple[Token, ...], theirs: tuple[Token, ...]) -> bool:
    """Whether a path of one value lies in a path of the other."""
    return any(
        one.name and two.name and (one.key.startswith(two.key) or two.key.startswith(one.key))
        for one in ours
        for two in theirs
    )


def _same_subject(
    ours: tuple[Token, ...], theirs: tuple[Token, ...], alias: dict[str, str]
) -> bool:
    """Whether two subjects are one; one of them may have one word more beside two shared."""
    one = {token.key: token.weight for token in ours}
    two = {alias.get(token.key, token.key): token.weight for token in theirs}
    shared = sum(weight for key, weight in one.items() if key in two)
    if shared < 0.8:
        return False
    more = [sum(w for key, w in x.items() if key not in y) for x, y in ((one, two), (two, one))]
    return min(more) < 0.4 and (max(more) < 0.4 or (shared >= 1.6 and max(more) <= 1.1))


def _slots(wording: Wording) -> Iterator[Slot]:
    tokens = wording.tokens
    for place, token in enumerate(tokens):
        if token.raw in _MAY:
            yield from _permitted(tokens, place)
            continue
        kind = _VERBS.get(token.raw)
        if token.raw in _DOING:
            yield from _filled(tokens, place, "agent", "doing")
        elif kind:
            yield from _filled(tokens, place, kind, kind)
        elif token.raw.endswith(("ed", "en")) and place and _after_be(tokens, place):
            yield from _filled(tokens, place, "agent", "by")
            yield from _filled(tokens, place, f"{token.key} with", "with")


def _after_be(tokens: tuple[Token, ...], place: int) -> bool:
    return any(token.raw in _BE for token in tokens[max(place - 2, 0) : place])


def _filled(tokens: tuple[Token, ...], place: int, kind: str, way: str) -> Iterator[Slot]:
    """The slot that the verb at `place` fills, if its preposition follows."""
    verb = tokens[place]
    if _denied(tokens, place):
        return
    here = place + 1
    while here < len(tokens) and tokens[here].clause == verb.clause:
        if tokens[here].raw in _ALL or tokens[here].raw in _SCOPES:
            break
        here += 1
    if here >= len(tokens) or tokens[here].clause != verb.clause:
        return
    if tokens[here].raw not in _PREPOSITIONS[way]:
        return
    between = _content(tokens[place + 1 : here])
    if between and way not in ("place", "source"):
        return
    before = [t for t in tokens[:place] if t.clause == verb.clause]
    subject = between or _content(before)
    if way == "by":
        subject = [*subject, verb]  # "compressed by X" is "compression is done in X"
    value, scope = _value(tokens, here)
    if subject and value and len(value) <= 4:
        yield Slot(kind, tuple(subject), tuple(value), scope)


def _denied(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether the clause of the verb denies."""
    clause = tokens[place].clause
    return any(t.clause == clause and t.weight and not t.axis and t.sign < 0 for t in tokens)


def _content(tokens: list[Token] | tuple[Token, ...]) -> list[Token]:
    return [t for t in tokens if t.weight >= 0.3 and not t.raw.endswith("ly")]


def _value(tokens: tuple[Token, ...], place: int) -> tuple[list[Token], frozenset[str]]:
    """What follows the preposition at `place`, and what it is restricted to."""
    value: list[Token] = []
    scope: set[str] = set()
    limits = done = False
    for token in tokens[place + 1 :]:
        if token.clause != tokens[place].clause and token.raw not in _SCOPES:
            break
        limits = limits or token.raw in _SCOPES
        done = done or (bool(value) and token.raw in _ALL)
        if limits:
            scope.add(token.key)
        elif not done and token.weight >= 0.3 and not token.number:
            value.append(token)
    return value, frozenset(scope)


def _permitted(tokens: tuple[Token, ...], place: int) -> Iterator[Slot]:
    """Who may do it: the doing is the subject, and those who may are its value."""
    if _denied(tokens, place):
        return
    clause = tokens[place].clause
    before = [t for t in tokens[:place] if t.clause == clause]
    after = [t for t in tokens[place + 1 :] if t.clause == clause]
    only = any(token.raw == "only" for token in before)
    who = [t for t in _content(before) if t.raw not in ("only", "any", "every", "all")]
    what = _content(after)
    if who and what:
        yield Slot("who", tuple(what), tuple(who), frozenset(), only)


# -- who stands where


def turned(a: Wording, b: Wording, alias: dict[str, str]) -> str:
    """The relation whose two sides have changed places between the lines; empty if none."""
    for verb, one, two in _relations(a):
        for other, early, late in _relations(b):
            first = {alias.get(key, key) for key in early}
            second = {alias.get(key, key) for key in late}
            crossed = one & second and two & first
            if verb == other and crossed and not (one & first or two & second):
                return verb
    return ""


def _relations(wording: Wording) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    tokens = wording.tokens
    for place, token in enumerate(tokens):
        if token.key not in _DIRECTED or token.sign < 0:
            continue
        ahead = [t for t in tokens[:place] if t.clause == token.clause]
        behind = [t for t in tokens[place + 1 :] if t.clause == token.clause]
        one = frozenset(t.key for t in ahead if t.weight >= 0.8 or t.name)
        two = frozenset(t.key for t in behind if t.weight >= 0.8 or t.name)
        passive = behind and behind[0].raw == "by"
        if one and two:
            yield (token.key, two, one) if passive else (token.key, one, two)


# -- how many


def other_count(a: Wording, b: Wording) -> str:
    """What one line says of one thing, and the other of all, of several, or of each its own."""
    ours, theirs = _counted(a), _counted(b)
    for key in sorted(ours.keys() & theirs.keys()):
        if len(ours[key]) == len(theirs[key]) == 1:
            pair = ours[key] | theirs[key]
            if "one" in pair and len(pair) == 2:
                return f"{min(ours[key])} / {min(theirs[key])} {key}"
    return ""


def _counted(wording: Wording) -> dict[str, set[str]]:
    """Which words are counted, and how: "one", "all" (or several), "own"."""
    found: dict[str, set[str]] = {}
    tokens = wording.tokens
    for place, token in enumerate(tokens):
        how = _COUNTS.get(token.raw)
        if not how or (token.sign < 0 and not token.axis):
            continue
        if how == "first":
            if not place or tokens[place - 1].weight:
                continue  # an adverb: "first create …"
            how = "one"
        for head in _heads(tokens, place, how == "own"):
            found.setdefault(head.key, set()).add(how)
    return found


def _heads(tokens: tuple[Token, ...], place: int, own: bool) -> list[Token]:
    """The words counted by the one at `place`: what follows it, or "a key of its own"."""
    clause = tokens[place].clause
    found = []
    for token in tokens[place + 1 : place + 4]:
        if token.clause != clause or token.weight < 0.3 or token.raw in _EACH:
            break
        found.append(token)
    if not found and own:
        return [t for t in tokens[max(place - 3, 0) : place] if t.weight >= 0.3][-1:]
    after = tokens[place + 1 + len(found) :][:1]
    if after and after[0].raw in _EACH and not own:
        return []  # "one key per user" is as many as there are users
    return found
