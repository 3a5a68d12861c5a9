"""The slots of a sentence that hold one filler at a time, and what two lines put into them.

"Uploads are kept in S3" and "uploads live on disk" fill one slot of one subject in two ways; what
only owners may do guests may not. Others ("uses Redis", "shows a spinner") hold any number of
fillers and are no slots.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from .tokens import Token
from .wording import Wording
from .words import BE, CONDITIONS, MOVES, rows, words

_VERBS: Final = rows("slot verbs")
_PREPOSITIONS: Final = rows("slot prepositions")
_ALL: Final = frozenset().union(*_PREPOSITIONS.values()) | words("prepositions")
_DOING: Final = words("doing")
_SCOPES: Final = CONDITIONS | words("scopes")
_MAY: Final = frozenset(("can", "may", "could"))
_COUNTS: Final = {word: how for how, written in rows("counts").items() for word in written}
_EACH: Final = words("each")


class SlotValue(NamedTuple):
    """`value` is what `subject` has in the slot `kind`, as far as `scope`; `only`: nobody else."""

    kind: str
    subject: tuple[Token, ...]
    value: tuple[Token, ...]
    scope: frozenset[str]
    only: bool = False


def exclusive(a: Wording, b: Wording, alias: dict[str, str]) -> str:
    """What the two lines put into one slot of one subject, in words; empty if nothing."""
    ours, theirs = _slots(a), _slots(b)
    ours, theirs = ours + _active(a, b, theirs), theirs + _active(b, a, ours)
    if not (ours and theirs):
        return ""
    keys_a = {token.key for token in a.content}
    keys_b = {alias.get(token.key, token.key) for token in b.content}
    for one in ours:
        for two in theirs:
            moved = "moved" in (one.kind, two.kind)
            if not (moved or one.kind == two.kind):
                continue
            if not _same_subject(one.subject, two.subject, alias):
                continue
            if one.kind == "who" and one.only == two.only:
                continue
            if one.scope or two.scope:
                continue
            mine = {token.key for token in one.value}
            other = {alias.get(token.key, token.key) for token in two.value}
            about = {token.key for token in one.subject}
            if not (mine & (keys_b - about) or other & (keys_a - about)):
                return f"{_wording(one.value)} / {_wording(two.value)}"
    return ""


def _active(
    wording: Wording, other: Wording, slots: tuple[SlotValue, ...]
) -> tuple[SlotValue, ...]:
    """In "X serves the assets" the slots of "the assets are served by Y"."""
    found: list[SlotValue] = []
    for slot in slots:
        verb = slot.subject[-1]
        if slot.kind != "agent" or verb.raw not in other.raws:
            continue
        for at, token in enumerate(wording.tokens):
            if token.key == verb.key and token.sign > 0 and not _after_be(wording.tokens, at):
                clause = [t for t in wording.tokens if t.clause == token.clause]
                before = wording.tokens[:at]
                who = _content([t for t in clause if t in before])
                what = _content([t for t in clause if t not in before])
                if who and what:
                    found.append(SlotValue("agent", tuple(what), tuple(who), frozenset()))
    return tuple(found)


def _wording(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.raw for token in tokens[:3])


def _same_subject(
    ours: tuple[Token, ...], theirs: tuple[Token, ...], alias: dict[str, str]
) -> bool:
    """Whether two subjects are one; one of them may have one word more beside two shared."""
    one = {token.key: token.weight for token in ours}
    two = {alias.get(token.key, token.key): token.weight for token in theirs}
    shared = sum(weight for key, weight in one.items() if key in two)
    if shared < 0.8:
        return False
    more = [
        sum(max(weight, 0.5) for key, weight in x.items() if key not in y)
        for x, y in ((one, two), (two, one))
    ]
    return min(more) < 0.4 and (max(more) <= 0.5 or (shared >= 1.3 and max(more) <= 1.1))


@lru_cache(maxsize=4_096)
def _slots(wording: Wording) -> tuple[SlotValue, ...]:
    return tuple(_read_slots(wording.tokens))


def _read_slots(tokens: tuple[Token, ...]) -> Iterator[SlotValue]:
    for at, token in enumerate(tokens):
        if token.raw in _MAY:
            yield from _permitted(tokens, at)
            continue
        if token.raw in _DOING:
            yield from _filled(tokens, at, "agent", "doing")
            yield from _doing(tokens, at)
            continue
        for kind, verbs in _VERBS.items():
            if token.raw in verbs:
                yield from _filled(tokens, at, kind, kind)
        if token.raw in MOVES:
            yield from _filled(tokens, at, "moved", "moved")
        elif token.raw.endswith(("ed", "en")) and at and _after_be(tokens, at):
            yield from _filled(tokens, at, "agent", "by")
            yield from _filled(tokens, at, f"{token.key} with", "with")


def _doing(tokens: tuple[Token, ...], at: int) -> Iterator[SlotValue]:
    """Who does it: "the proxy does the rate limiting"."""
    clause = tokens[at].clause
    who = _content([t for t in tokens[:at] if t.clause == clause])
    what = _content([t for t in tokens[at + 1 :] if t.clause == clause])
    if who and what and not _denied(tokens, at) and not _after_be(tokens, at):
        yield SlotValue("agent", tuple(what), tuple(who), frozenset())


def _after_be(tokens: tuple[Token, ...], at: int) -> bool:
    return any(token.raw in BE for token in tokens[max(at - 2, 0) : at])


def _filled(tokens: tuple[Token, ...], at: int, kind: str, way: str) -> Iterator[SlotValue]:
    """The slot that the verb at `at` fills, if its preposition follows."""
    verb = tokens[at]
    if _denied(tokens, at):
        return
    here = at + 1
    while here < len(tokens) and tokens[here].clause == verb.clause:
        if tokens[here].raw in _ALL or tokens[here].raw in _SCOPES:
            break
        here += 1
    if here >= len(tokens) or tokens[here].clause != verb.clause:
        return
    if tokens[here].raw not in _PREPOSITIONS[way]:
        return
    between = _content(tokens[at + 1 : here])
    if between and way in ("by", "with", "doing"):
        return
    before = [t for t in tokens[:at] if t.clause == verb.clause]
    subject = _content(before) if _after_be(tokens, at) else between or _content(before)
    if way == "by":
        subject = [*subject, verb]  # "compressed by X" is "compression is done in X"
    value, scope = _value(tokens, here)
    if subject and value and len(value) <= 4:
        yield SlotValue(kind, tuple(subject), tuple(value), scope)


def _denied(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether the clause of the verb denies."""
    clause = tokens[at].clause
    return any(t.clause == clause and t.weight and not t.axis and t.sign < 0 for t in tokens)


def _content(tokens: list[Token] | tuple[Token, ...]) -> list[Token]:
    return [t for t in tokens if t.weight >= 0.3 and not t.raw.endswith("ly")]


def _value(tokens: tuple[Token, ...], at: int) -> tuple[list[Token], frozenset[str]]:
    """What follows the preposition at `at`, and what it is restricted to."""
    value: list[Token] = []
    scope: set[str] = set()
    limits = done = False
    for token in tokens[at + 1 :]:
        if token.clause != tokens[at].clause and token.raw not in _SCOPES:
            break
        limits = limits or token.raw in _SCOPES
        done = done or (bool(value) and token.raw in _ALL)
        if limits:
            scope.add(token.key)
        elif not done and token.weight >= 0.3 and not token.number:
            value.append(token)
    return value, frozenset(scope)


def _permitted(tokens: tuple[Token, ...], at: int) -> Iterator[SlotValue]:
    """Who may do it: the doing is the subject, and those who may are its value."""
    if _denied(tokens, at):
        return
    clause = tokens[at].clause
    before = [t for t in tokens[:at] if t.clause == clause]
    after = [t for t in tokens[at + 1 :] if t.clause == clause]
    only = any(token.raw == "only" for token in before)
    who = [t for t in _content(before) if t.raw not in ("only", "any", "every", "all")]
    what = _content(after)
    if who and what:
        yield SlotValue("who", tuple(what), tuple(who), frozenset(), only)


# -- how many


@lru_cache(maxsize=4_096)
def each(wording: Wording) -> frozenset[str]:
    """What the line counts by: "per user", "each session"."""
    tokens = wording.tokens
    found: set[str] = set()
    for at, token in enumerate(tokens):
        if token.raw in _EACH:
            near = [t for t in tokens[at + 1 : at + 4] if t.clause == token.clause]
            found |= {t.key for t in near[:2] if t.weight >= 0.3}
    return frozenset(found)


def other_count(a: Wording, b: Wording) -> str:
    """What one line says of one thing, and the other of all, of several, or of each its own."""
    ours, theirs = _counted(a), _counted(b)
    for key in sorted(ours.keys() & theirs.keys()):
        if len(ours[key]) == len(theirs[key]) == 1:
            pair = ours[key] | theirs[key]
            if "one" in pair and len(pair) == 2:
                return f"{min(ours[key])} / {min(theirs[key])} {key}"
    return ""


@lru_cache(maxsize=4_096)
def _counted(wording: Wording) -> dict[str, set[str]]:
    """Which words are counted, and how: "one", "all" (or several), "own"."""
    found: dict[str, set[str]] = {}
    tokens = wording.tokens
    for at, token in enumerate(tokens):
        how = _COUNTS.get(token.raw)
        if not how or (token.sign < 0 and not token.axis):
            continue
        if how == "a" and not _per(tokens, at):
            continue
        if how == "a":
            how = "own"
        if how == "first":
            if not at or tokens[at - 1].weight:
                continue  # an adverb: "first create …"
            how = "one"
        for head in _heads(tokens, at, how == "own"):
            each = how == "one" and _per(tokens, at)
            found.setdefault(head.key, set()).add("own" if each else how)
    return found


def _heads(tokens: tuple[Token, ...], at: int, own: bool) -> list[Token]:
    """The words counted by the one at `at`: what follows it, or "a key of its own"."""
    found = []
    for token in tokens[at + 1 : at + 4]:
        if token.clause != tokens[at].clause or token.weight < 0.3 or token.raw in _EACH:
            break
        found.append(token)
    if not found and own:
        return [t for t in tokens[max(at - 3, 0) : at] if t.weight >= 0.3][-1:]
    return found


def _per(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether there are as many as of something else: "one key per user"."""
    return any(t.raw in _EACH and t.clause == tokens[at].clause for t in tokens[at + 1 : at + 5])
