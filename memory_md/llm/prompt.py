"""What a model sees: the rules, the project, the page, what waits, and the numbered dialogue."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from ..base.text import clip, one_line
from ..base.tokens import estimate_tokens
from ..memory.inbox import Waiting
from ..memory.model import SHOWN_FROM, Entry
from ..safety.sanitize import without_invisible
from ..transcripts.model import Session

MOST_TOKENS: Final = 60_000  # of one request
_KNOWN_TOKENS: Final = 4_000
_HEADINGS: Final = 60  # tokens of the headings that a context prints around the entries
_CHARS_A_TOKEN: Final = 3  # as our estimate counts a page of notes with code
_MARGIN: Final = 60  # tokens that are not told: nobody counts characters well
_MOST_WAITING: Final = 15
_MOST_CHARS: Final = {"person": 2_000, "agent": 1_500, "tool": 400}
_NAMES: Final = {"person": "PERSON", "agent": "AGENT", "tool": "TOOL"}


@dataclass(frozen=True, slots=True)
class DialogueLine:
    """One numbered line of a session; `speaker` is person, agent, task or tool."""

    number: int
    speaker: str
    words: str


def rules() -> str:
    """Return the rules that a model is given."""
    return files("memory_md.templates").joinpath("model_rules.md").read_text(encoding="utf-8")


def lines_of(session: Session) -> list[DialogueLine]:
    """Return all of a session in order: turns, commands, edits, choices and plans."""
    lines = [DialogueLine(turn.number, turn.speaker, turn.text) for turn in session.turns]
    for run in session.runs:
        outcome = f"failed: {run.error}" if run.exit else "ok" if run.exit == 0 else "?"
        lines.append(DialogueLine(run.number, "tool", f"ran {one_line(run.command)} -> {outcome}"))
    lines += [DialogueLine(edit.number, "tool", f"edited {edit.path}") for edit in session.edits]
    for choice in session.choices:
        chosen = ", ".join(choice.chosen)
        lines.append(DialogueLine(choice.number, "person", f"chose: {choice.question}: {chosen}"))
    for plan in session.plans:
        verdict = "approved" if plan.approved else "rejected"
        speaker = "person" if plan.approved else "agent"
        lines.append(DialogueLine(plan.number, speaker, f"plan, {verdict}: {plan.text}"))
    return sorted(lines, key=lambda line: line.number)


def windows(head: str, lines: Sequence[DialogueLine]) -> list[tuple[int, str]]:
    """Return the requests for these lines, each with the number of its last line.

    It is one, unless they are longer than a request may be. Each begins with `head`.
    """
    room = MOST_TOKENS - estimate_tokens(head) - estimate_tokens(rules())
    found: list[tuple[int, list[str]]] = []
    used = 0
    for line, text in zip(lines, dialogue(lines), strict=True):
        cost = estimate_tokens(text)
        if not found or used + cost > room:
            found.append((0, []))
            used = 0
        found[-1] = (line.number, [*found[-1][1], text] if text else found[-1][1])
        used += cost
    return [(last, "\n".join([head, *texts])) for last, texts in found if texts]


def dialogue(lines: Sequence[DialogueLine]) -> list[str]:
    """Return each line behind a bar; one that repeats the tool line before it is "", and counted.

    Persons are cut at 2,000 characters, agents at 1,500 (head and tail; the last one is whole).
    """
    last = max((line.number for line in lines if line.speaker == "agent"), default=0)
    texts: list[str] = []
    first, count = 0, 1  # of equal tool lines directly after one another
    for at, line in enumerate(lines):
        most = _MOST_CHARS.get(line.speaker, 2_000) if line.number != last else len(line.words)
        words = one_line(line.words) if line.speaker == "tool" else line.words
        name = _NAMES.get(line.speaker, "TASK (no person typed it)")
        text = f"[{line.number}] {name}: {_cut(words, most)}"
        is_repeated = at > 0 and line.speaker == "tool" and lines[at - 1].words == line.words
        first, count = (first, count + 1) if is_repeated else (at, 1)
        texts.append("" if is_repeated else _quoted(text))
        if is_repeated:
            texts[first] = f"{texts[first].partition(' (×')[0]} (×{count})"
    return texts


def page(entries: Sequence[Entry], waiting: Sequence[Waiting], budget: int) -> str:
    """Return the page as it stands, how much room is left, and what waits."""
    counted = [entry for entry in entries if entry.is_counted]
    used = page_tokens([entry.headline for entry in counted if entry.is_active])
    left = budget - _MARGIN - used
    some = f"some {abs(left) * _CHARS_A_TOKEN} characters"
    about = f"{some} are left" if left >= 0 else f"{some} have to go first"
    lines = [f"## Page: {used} of {budget} tokens are used, {about}", ""]
    cost = 0
    for entry in sorted(counted, key=lambda one: not one.is_active):
        who = "person, fixed" if entry.is_kept else entry.standing.who or "agent"
        mark = "" if entry.confidence >= SHOWN_FROM else ", unsure"
        about = f"{who}{mark}, {len(entry.text)} characters"
        line = f"- {entry.id} ({about}) {without_invisible(entry.headline)}"
        cost += estimate_tokens(line)
        if cost > _KNOWN_TOKENS:
            break
        lines.append(line)
    if not counted:
        lines.append("(empty)")
    if waiting:
        lines += ["", "## Waiting", ""]
    for one in waiting[:_MOST_WAITING]:
        text = clip(one_line(one.candidate.text), 600)
        lines.append(f"- {one.id} {one.candidate.kind}: {text} ({one.reason})")
    return "\n".join(lines)


def page_tokens(headlines: Sequence[str]) -> int:
    """Return the tokens that a context with these lines takes."""
    return _HEADINGS + estimate_tokens("".join(f"- {line}\n" for line in headlines))


def _cut(text: str, most: int) -> str:
    """Return head and tail of a text that is longer."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3].rstrip()} […] {text[-(most // 3) :].lstrip()}"


def _quoted(text: str) -> str:
    return "\n".join(f"| {without_invisible(line)}" for line in text.split("\n"))
