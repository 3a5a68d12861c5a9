"""A language model as `mem extract --llm` sees one: a prompt goes in, text comes out, or it fails.

A prompt stands between `OPENING` and `CLOSING`, so that `mem` knows it again in a transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from msgspec import Struct, field

from ..base.errors import MemError
from ..extract.model import Candidate

TAG: Final = "mem-extract"
OPENING: Final = f'<{TAG} version="1">'
CLOSING: Final = f"</{TAG}>"
# Set for the programs that we start: an agent among them would call our hooks, and those us again.
INSIDE: Final = "MEM_INSIDE"
CATEGORIES: Final = ("architecture", "convention", "gotcha", "dependency", "pattern")


class Model(Protocol):
    """Something that answers a prompt. `name` is what people call it."""

    @property
    def name(self) -> str:
        """The model's name, or the command."""

    def ask(self, prompt: str) -> str:
        """The answer, as it came. Raises ModelError."""


class ModelError(MemError):
    """The model gave no answer that can be used.

    `kind` says so in a few words that hold nothing of what the model or anybody else wrote.
    """

    def __init__(self, kind: str, detail: str = "", *, hint: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind, hint=hint)
        self.kind = kind


class Prompt(Struct, frozen=True):
    """What a model is asked.

    `entries` are IDs by what the prompt calls an entry: its ID, and the normal forms of its words.
    """

    text: str
    entries: Mapping[str, str] = field(default_factory=dict)


class Said(Struct, frozen=True):
    """One item of a model's answer; `contradicts` is as the model named it."""

    category: str
    content: str
    confidence: float
    contradicts: str = ""


class Answer(Struct, frozen=True):
    """What a model answered, and why items of it were left out, a few words each."""

    items: tuple[Said, ...] = ()
    left_out: tuple[str, ...] = ()


class Opinion(Struct, frozen=True):
    """What came of asking a model about a source: candidates, or why there are none.

    In a dry run it is the `prompt` instead. `model` is what the model is called.
    """

    candidates: tuple[Candidate, ...] = ()
    warnings: tuple[str, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    prompt: str = ""
    model: str = ""


Waiting = Callable[[str], AbstractContextManager[None]]
"""What is shown to a person while the model of that name is waited for."""
