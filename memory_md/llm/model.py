"""A language model as `mem extract --llm` sees one: a prompt goes in, text comes out, or it fails.

A prompt stands between `OPENING` and `CLOSING`, so that `mem` recognises it in a transcript.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from msgspec import Struct, field

from ..base.errors import MemError
from ..extract.model import Candidate

TAG: Final = "mem-extract"
OPENING: Final = f'<{TAG} version="1">'
CLOSING: Final = f"</{TAG}>"
# Set for the programs that we start: an agent among them would call our hooks, and these `mem`.
INSIDE: Final = "MEM_INSIDE"
CATEGORIES: Final = ("architecture", "convention", "gotcha", "dependency", "pattern")


class Model(Protocol):
    """Something that answers a prompt. `name` is shown to people."""

    @property
    def name(self) -> str:
        """Return the model's name, or the command."""

    def ask(self, prompt: str) -> str:
        """Return the answer, unchanged. Raises ModelError."""


class ModelError(MemError):
    """The model gave no answer that can be used.

    `kind` says why in a few words of ours, with nothing that the model or a file contains.
    """

    def __init__(self, kind: str, detail: str = "", *, hint: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind, hint=hint)
        self.kind = kind


class Prompt(Struct, frozen=True):
    """What a model is asked.

    `entries` gives the ID of an entry by its ID and by the normal forms of its words.
    """

    text: str
    entries: Mapping[str, str] = field(default_factory=dict)


class AnswerItem(Struct, frozen=True):
    """One item of a model's answer; `contradicts` is as the model named it."""

    category: str
    content: str
    confidence: float
    contradicts: str = ""


class Answer(Struct, frozen=True):
    """What a model answered, and why items of it were left out, in a few words each."""

    items: tuple[AnswerItem, ...] = ()
    left_out: tuple[str, ...] = ()


class Opinion(Struct, frozen=True):
    """The result of asking a model about a source: candidates, or why there are none.

    In a dry run it is the `prompt` instead. `model` is the model's name.
    """

    candidates: tuple[Candidate, ...] = ()
    warnings: tuple[str, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    prompt: str = ""
    model: str = ""


Waiting = Callable[[str], AbstractContextManager[None]]
"""Shows a person that the model of that name is being asked."""
