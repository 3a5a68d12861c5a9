"""What of a conversation stays when its window is nearly full, and what of the memory in it.

Stage 1 keeps the first messages and the last ones; stage 2 makes the injected memory smaller.
Calls of tools and their results stay together or go together: no message stays whose call or
whose result goes, so what an API took before it takes afterwards. Messages that follow each other
at the cut may have the same role; APIs that take tools read these as one turn.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...base.identity import identity_form
from ...base.token_estimate import estimate_tokens
from ...memory.model.entry import Entry
from ...transcripts.text.messages import Spoken, ToolUse
from ..model.block import PREFERENCES, USER
from .candidate_lines import entry_line

# Of the window, in percent, what calls for compaction.
THRESHOLD: Final = 80
FIRST: Final = 2
LAST: Final = 6
# Preferences stay above this confidence.
SURE: Final = 0.8

# What makers state for one image of the largest size that is not scaled down, and for a page of a
# document; how many pages a document has, nobody can tell from its message.
IMAGE_TOKENS: Final = 1600
DOCUMENT_TOKENS: Final = 3000
# Role and delimiters of each message.
MESSAGE_TOKENS: Final = 4

# Entries by section and normal form of the line that they have in the block.
Known = Mapping[tuple[str, str], Sequence[Entry]]


def tokens_of(spoken: Spoken) -> int:
    """Tokens of one message, estimated."""
    attached = IMAGE_TOKENS * spoken.images + DOCUMENT_TOKENS * spoken.documents
    return MESSAGE_TOKENS + attached + estimate_tokens(spoken.text)


def is_full(tokens: int, window: int) -> bool:
    """Return whether so many tokens are the threshold's part of the window, or more."""
    return 100 * tokens >= THRESHOLD * window


def kept(messages: Sequence[Sequence[ToolUse]]) -> list[int]:
    """Return the places of the messages that stage 1 keeps, in their order.

    Each message is the tools that it calls and answers. Kept are the first and the last ones, and
    what these cannot do without: the calls that they answer, the answers to their calls. What has
    no other half stays or goes alone.
    """
    tied = _ties(messages)
    found = {*range(min(FIRST, len(messages))), *range(max(len(messages) - LAST, 0), len(messages))}
    left = list(found)
    while left:
        for other in tied.get(left.pop(), ()):
            if other not in found:
                found.add(other)
                left.append(other)
    return sorted(found)


def _ties(messages: Sequence[Sequence[ToolUse]]) -> dict[int, list[int]]:
    """Return which messages belong together, both ways."""
    tied: dict[int, list[int]] = {}
    called: dict[str, int] = {}
    caller: int | None = None
    early: dict[str, list[int]] = {}  # answers that came before their call
    for place, uses in enumerate(messages):
        for use in uses:
            if not use.answers:
                called[use.id] = caller = place
                others = early.pop(use.id, []) if use.id else []
            elif not use.id:
                others = [] if caller is None else [caller]
            elif use.id in called or "" in called:
                others = [called[use.id] if use.id in called else called[""]]
            else:
                early.setdefault(use.id, []).append(place)
                others = []
            for other in others:
                tied.setdefault(place, []).append(other)
                tied.setdefault(other, []).append(place)
    return tied


def known_lines(entries: Iterable[Entry]) -> Known:
    """Return entries by the line that `mem context` prints of them; archived ones are known too."""
    known: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        line = entry_line(entry)
        if line.section in (PREFERENCES, USER):
            known.setdefault((line.section, identity_form(line.text)), []).append(entry)
    return known


def staying(section: str, lines: Sequence[str], known: Known) -> list[bool]:
    """Return which lines of a section of the block stage 2 keeps.

    Of preferences those above 0.8 stay, and those of which the memory knows nothing; of what is
    said about the user only what is pinned. Where the memory knows some lines of that section, one
    that it does not know was not put there by it, and stays.
    """
    if section not in (PREFERENCES, USER):
        return [True] * len(lines)
    found = [known.get((section, identity_form(line)), ()) for line in lines]
    foreign = section == PREFERENCES or any(found)
    return [any(_stays(entry) for entry in one) if one else foreign for one in found]


def _stays(entry: Entry) -> bool:
    if entry.archived:
        return False
    sure = entry.entry_class == "preference" and entry.confidence > SURE
    return entry.pinned or sure
