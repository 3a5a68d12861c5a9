"""Who said what is on a line of a source, and when: what a line of evidence tells of it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.text import clip, one_line
from ...memory.model.evidence import MOST_QUOTED, Evidence
from ...safety.secrets.redact import redact
from ...transcripts.model.events import Event, Speech
from ..model import Candidate

# What the events of a session show, and nobody says.
_SHOWN: Final = frozenset({"modified_files", "fixed"})
_AROUND: Final = MOST_QUOTED // 2


class _Message(Struct, frozen=True):
    """Who spoke when, and what a person had said last."""

    who: str
    at: str
    before: str


class SpeakerWatch(Struct):
    """The messages of one source, by the line where each begins."""

    lines: list[int] = field(default_factory=list)
    messages: list[_Message] = field(default_factory=list)
    person: str = ""

    def watch(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events, and take note of the messages among them."""
        for event in events:
            if isinstance(event, Speech):
                if event.speaker == "person":
                    self.person = event.text[:MOST_QUOTED]
                if not self.lines or event.line >= self.lines[-1]:
                    self.lines.append(event.line)
                    self.messages.append(_Message(event.speaker, event.time or "", self.person))
            yield event

    def evidence(self, candidate: Candidate, known: Evidence, quotes: str) -> Evidence:
        """Return the line of evidence of a candidate; `known` is what holds for its whole source.

        A moment to come, by the clock of `known`, is not taken for one. `quotes` is the setting.
        """
        message = self._message(candidate.line) or _Message(known.who, "", "")
        shown = candidate.kind in _SHOWN
        return replace(
            known,
            who="tool" if shown else message.who,
            at=self.moment(candidate.line, known.at),
            line=candidate.line,
            quote=_quote(candidate, message, quotes),
        )

    def moment(self, line: int, now: str) -> str:
        """Return when was said what is on a line, `now` where nothing earlier is told."""
        message = self._message(line)
        return message.at if message and "" < message.at < now else now

    def _message(self, line: int) -> _Message | None:
        place = bisect_right(self.lines, line) - 1
        return self.messages[place] if place >= 0 else None


def _quote(candidate: Candidate, message: _Message, quotes: str) -> str:
    if quotes == "false":
        return ""
    said = candidate.text
    if quotes == "true" and message.who == "agent" and message.before:
        said = f"{clip(one_line(message.before), _AROUND)} → {said}"
    return clip(redact(one_line(said))[0], MOST_QUOTED)
