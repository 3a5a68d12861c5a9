"""A template for decision records, and how a record is rendered with it.

A template is a record with placeholders: MADR's (`{…}`), log4brains' (`[…]`), adr-tools'
(`NUMBER. TITLE`, `DATE`, `STATUS`) or a team's own. It gives the keys of the front matter, the form
of the title, the `Key: value` lines, and the headings, in their order and with their names; a
heading with nothing to say is left out, as are keys whose value is a placeholder.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...markdown.front_matter import split_front_matter
from ...markdown.lines import Line, visible_lines
from ..model import Decision, Link, RecordFile
from .record import Part, part_of

_PLACEHOLDER: Final = regex(
    r"[\"']?(?:[^\[{<]*[\[{<].*|\(.*\)|…|\.{3}|NUMBER|TITLE|DATE|STATUS|TBD|TODO|N/?A|Y{4}-M{2}-D{2}.*|)[\"']?$"
)
_COMMENT: Final = regex(r"<!--.*?-->")
_NUMBER: Final = (
    r"N{3,5}|X{3,5}|#{3,5}|\d{1,5}|NUMBER|[\[{<]{1,2} ?(?:number|nnnn|num|n|id|xxxx) ?[\]}>]{1,2}"
)
_TITLE: Final = regex(
    rf"((?:[A-Z]{{2,6}}|Decision|Record)?[-\s#]{{0,3}})({_NUMBER})( ?[.:：)] ?| [-–—] )(?=\S|$)",
    re.IGNORECASE,
)
_KEY: Final = regex(
    r"((?:[-*+>] {1,3})?(?:\*\*|__)?)([^\W\d_][^:：*_|<\[{]{0,40}?)"
    r"((?:\*\*|__) ?[:：]|[:：](?:\*\*|__)?)[ \t]*(.*)$"
)
_BULLET: Final = regex(r"[ \t]*([-*+])[ \t]")
_FRONT_KEY: Final = regex(r"^([A-Za-z_][\w-]{0,40})[ \t]*:.*(?:\n[ \t].*)*", re.MULTILINE)
_DIGITS: Final = regex(r"\d+|[Nn]{2,}|[Xx]{2,}")
QUOTES: Final = "\"'"
_MOST_LINES: Final = 2_000
_NARROW: Final = ("negative", "negativ", "risk")

Bodies = dict[Part, str]


class _Slot(Struct, frozen=True):
    """A heading or a bold key as it is written, and what belongs under it."""

    written: str
    level: int
    part: Part | None = None


class Template(Struct, frozen=True):
    """The parts of a template.

    `front` are (key, lines as written); `lead` is what is before the title, {} being the number and
    {0} the number with its zeros. `keys` are (text before the value, part, value). Where it is not
    `titled`, the title is in the front matter only.
    """

    front: tuple[tuple[str, str], ...] = ()
    lead: str = ""
    titled: bool = True
    keys: tuple[tuple[str, Part | None, str], ...] = ()
    slots: tuple[_Slot, ...] = ()
    bullet: str = "*"

    @property
    def parts(self) -> frozenset[Part]:
        """Return the parts that it has a heading for."""
        return frozenset(slot.part for slot in self.slots if slot.part)


class Filling(Struct, frozen=True):
    """The values of a record: `bodies` are Markdown, by the part they belong to.

    `status` is on one line and may hold a link; `digits` is the number with its zeros, empty where
    there is none.
    """

    title: str
    status: str
    date: str = ""
    number: int | None = None
    digits: str = ""
    bodies: Bodies = field(default_factory=dict)


def parse_template(text: str) -> Template | None:
    """Parse a template; None where it has no heading for the decision."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    split = split_front_matter(text)
    lines = visible_lines(split[1] if split else text)[:_MOST_LINES]
    keyed = _FRONT_KEY.finditer(split[0] if split else "")
    front = tuple((key[1], key[0]) for key in keyed)
    title = next((line.text for line in lines if line.level == 1), None)
    keys, slots = _body(lines)
    template = Template(
        front=front,
        lead=_lead(title or ""),
        titled=title is not None or all(key.casefold() != "title" for key, _ in front),
        keys=tuple(keys),
        slots=tuple(slots),
        bullet=next((found[1] for line in lines if (found := _BULLET.match(line.text))), "*"),
    )
    return template if "decision" in template.parts else None


def _lead(title: str) -> str:
    """Return what is before the title in a template's heading, with {} for the number."""
    found = _TITLE.match(title)
    if not found:
        return ""
    plain = found[2] == "NUMBER" or (found[2].isdigit() and found[2][0] != "0") or found[2] == "N"
    before = found[1].replace("{", "").replace("}", "")
    return f"{before}{'{}' if plain else '{0}'}{found[3].rstrip()} "


def _body(lines: Sequence[Line]) -> tuple[list[tuple[str, Part | None, str]], list[_Slot]]:
    keys: list[tuple[str, Part | None, str]] = []
    slots: list[_Slot] = []
    for line in lines:
        if line.fenced or line.level == 1:
            continue
        if line.level:
            slots.append(_Slot(f"{'#' * line.level} {line.text}", line.level, part_of(line.text)))
            continue
        found = _KEY.match(line.text)
        if not found or any(slot.level for slot in slots):
            continue
        part = part_of(found[2])
        before = "".join(found.groups()[:3])
        if part in ("status", "date") or (part is None and not slots):
            keys.append((before, part, found[4].strip()))
        elif part:
            slots.append(_Slot(before, 0, part))
    return keys, _once(slots)


def _once(slots: Sequence[_Slot]) -> list[_Slot]:
    """Return the slots with each part in one place: consequences under "Negative …"."""
    chosen: dict[Part, int] = {}
    for index, slot in enumerate(slots):
        if slot.part:
            narrow = any(word in slot.written.casefold() for word in _NARROW)
            if slot.part not in chosen or (narrow and slot.part == "consequences"):
                chosen[slot.part] = index
    return [
        slot if not slot.part or chosen[slot.part] == index else _Slot(slot.written, slot.level)
        for index, slot in enumerate(slots)
    ]


def render(template: Template, filling: Filling) -> str:
    """Return a record in the form of the template, with its final newline."""
    front_keys = {key.casefold() for key, _ in template.front}
    front = [line for key, written in template.front for line in _front_line(key, written, filling)]
    blocks = [f"# {_heading(template.lead, filling)}"] if template.titled else []
    keys = [line for key in template.keys for line in _key_line(key, filling)]
    parts = {part for _, part, _ in template.keys} | template.parts
    if "status" not in front_keys and "status" not in parts:
        keys.insert(0, f"{template.bullet} Status: {filling.status}")
    if keys:
        paragraph = all(_BULLET.match(line) for line in keys)
        blocks.append(("\n" if paragraph else "\n\n").join(keys))
    blocks += _sections(template.slots, filling.bodies)
    head = "\n".join(["---", *front, "---"]) + "\n" if front else ""
    return head + "\n\n".join(blocks) + "\n"


def _heading(lead: str, filling: Filling) -> str:
    if filling.number is None:
        return filling.title
    number = filling.digits if "{0}" in lead else str(filling.number)
    return lead.replace("{0}", number).replace("{}", number) + filling.title


def _front_line(key: str, written: str, filling: Filling) -> Iterator[str]:
    name = key.casefold()
    value = _COMMENT.sub("", written.partition(":")[2][:1_000]).strip()
    if name in ("status", "state"):
        yield f"{key}: {quoted(filling.status)}"
    elif name in ("date", "created", "updated"):
        if filling.date:
            yield f"{key}: {filling.date}"
    elif name == "title":
        yield f"{key}: {quoted(_heading(_lead(value.strip(QUOTES)), filling), always=True)}"
    elif name in ("number", "nav_order", "id", "adr"):
        if filling.number is not None:
            yield f"{key}: {_counted(value, filling)}"
    elif not _PLACEHOLDER.match(value) or "\n" in written:
        yield written


def _counted(value: str, filling: Filling) -> str:
    """Return a value such as "adr-000" with the record's number, as wide."""
    found = _DIGITS.search(value)
    if not found:
        return str(filling.number)
    number = f"{filling.number:0{len(found[0])}d}" if found[0][0] in "0NnXx" else filling.number
    return f"{value[: found.start()]}{number}{value[found.end() :]}"


def _key_line(key: tuple[str, Part | None, str], filling: Filling) -> Iterator[str]:
    before, part, value = key
    if part == "status":
        capital = not before.startswith(("-", "*", "+")) or before.startswith("**")
        status = filling.status
        yield f"{before} {status[:1].upper() + status[1:] if capital else status}"
    elif part == "date":
        if filling.date:
            yield f"{before} {filling.date}"
    elif not _PLACEHOLDER.match(value):
        yield f"{before} {value}"


def _sections(slots: Sequence[_Slot], bodies: Bodies) -> Iterator[str]:
    """Yield the headings that have a body, or a heading below with one, and the bodies."""
    for index, slot in enumerate(slots):
        body = bodies.get(slot.part, "") if slot.part else ""
        if slot.level == 0:
            if body:
                apart = "\n\n" if body[:1] in "-*+" else " "
                yield f"{slot.written}{apart}{body}"
            continue
        level, below = slot.level, slots[index + 1 :]
        end = next((n for n, each in enumerate(below) if each.level <= level), len(below))
        if body or any(each.part and bodies.get(each.part) for each in below[:end]):
            yield slot.written
        if body:
            yield body


def quoted(text: str, *, always: bool = False) -> str:
    """Return a text as a YAML value: bare where it is one word."""
    if not always and re.fullmatch(r"[a-z]+", text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# -- what the memory knows, under each heading ----------------------------------------------------

_LATER: Final = "It takes the place of an earlier decision: {}."
_CLOSING: Final = regex(r"(?<= )(#+)$")


def filling_of(file: RecordFile, template: Template) -> Filling:
    """Return what a record with that template says of a decision."""
    decision = file.decision
    numbered = template.lead.startswith("{")
    after = f"superseded by {_linked(file.superseded_by, numbered)}" if file.superseded_by else ""
    status = after or ("deprecated" if decision.deprecated else "accepted")
    before = [_linked(link, numbered) for link in file.supersedes]
    facts = [f"Confidence: {decision.confidence:.2f}"]
    if decision.deprecated:
        facts.append(f"Deprecated: {decision.deprecated}")
    replaced = [f"Supersedes {link}" for link in before]
    bodies: Bodies = {
        "context": _context(decision, before, template.bullet),
        "options": _bullets(_options(decision, file), template.bullet),
        "decision": _outcome(decision, template),
    }
    if "status" in template.parts:
        bodies["status"] = "\n\n".join([status[:1].upper() + status[1:], *replaced])
    elif "more" not in template.parts:
        facts += replaced
    else:
        facts = [*replaced, *facts]
    if decision.risks:
        bodies["consequences"] = _bullets(decision.risks, template.bullet)
    if "more" in template.parts:
        bodies["more"] = _bullets(facts, template.bullet)
    else:
        home: Part = "context" if "context" in template.parts else "decision"
        bodies[home] = "\n\n".join(filter(None, (bodies[home], *facts)))
    return Filling(
        title=_CLOSING.sub(r"\\\1", decision.title),
        status=status,
        date=decision.date,
        number=file.number,
        digits=file.digits,
        bodies=bodies,
    )


def _context(decision: Decision, before: list[str], bullet: str) -> str:
    paragraphs = []
    if decision.files:
        files = (f"`{path}`{f' — {why}' if why else ''}" for path, why in decision.files)
        paragraphs += ["Files it concerns:", _bullets(files, bullet)]
    if before:
        paragraphs.insert(0, _LATER.format(", ".join(before)))
    return "\n\n".join(paragraphs)


def _options(decision: Decision, file: RecordFile) -> Iterator[str]:
    yield decision.title
    replaced = [link.title for link in file.supersedes]
    for alternative in decision.alternatives:
        if not alternative.startswith(tuple(replaced)):
            yield alternative
    for link in file.supersedes:
        yield f"{link.title} ({_linked(link, False)})"


def _outcome(decision: Decision, template: Template) -> str:
    """Return the whole decision, in MADR's words where the template has options."""
    if "options" not in template.parts:
        has_reason = decision.reason and decision.reason not in decision.text
        why = f" It was chosen because {_sentence(decision.reason)}" if has_reason else ""
        return _sentence(decision.text) + why
    whole = decision.title == decision.statement
    if whole and decision.reason:
        return f'Chosen option: "{decision.title}", because {_sentence(decision.reason)}'
    chosen = f'Chosen option: "{decision.title}".'
    return chosen if whole else f"{chosen}\n\n{_sentence(decision.text)}"


def _sentence(text: str) -> str:
    return text if text[-1:] in ".!?…。！？:;" else f"{text}."


def _bullets(lines: Iterable[str], bullet: str) -> str:
    return "\n".join(f"{bullet} {line}" for line in lines)


def _linked(link: Link, numbered: bool) -> str:
    """Return a Markdown link to another record, in the style of the records."""
    label = f"{link.number}. {link.title}" if numbered and link.number is not None else link.label
    label = label.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"[{label}]({link_target(link.target)})"


def link_target(path: str) -> str:
    """Return a path as a link's target: characters that would end it are written as %XX."""
    return re.sub(r"[\s()<>%\\\"]", lambda found: f"%{ord(found[0]):02X}", path)
