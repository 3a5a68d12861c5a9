"""Asks a language model about a source, for candidates beside those of the heuristics.

A model is asked when the person says so, or when the settings do and the person trusts them here;
never while the memory's lock is held. A failure is only a warning and an event. Settings come with
the repository, which anybody may have written, and `llm.command` could be any program. So they
count if the person gives `--llm`; without it, only in the directories that the variable MEM_LLM
names, which no repository can set.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from ...base.settings import Llm
from ...base.text import one_line
from ...extract.model import Candidate
from ...files.layout import CONFIG
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...transcripts.model.events import Event
from ..model import INSIDE, Model, ModelError, Opinion, Prompt, Waiting
from ..rules.notes import Notes, NoteTaker
from ..rules.prompt import build_prompt, candidates_of
from ..text.answer import read_answer

TRUST: Final = "MEM_LLM"


class Asking(Struct):
    """Asks one model about one source after another, until it fails."""

    place: Workspace
    repo: Repo
    model: Model
    only_show: bool
    waiting: Waiting
    has_failed: bool = field(default=False)

    def watched(self, events: Iterable[Event]) -> tuple[Iterator[Event], NoteTaker]:
        """Return the events, and the `NoteTaker` that takes notes while they are read."""
        taker = NoteTaker(str(self.repo.layout.root.resolve()))
        return _noted(events, taker), taker

    def opinion(self, taker: NoteTaker, found: Sequence[Candidate], task: str) -> Opinion:
        """Return what the model thinks is worth keeping of a source that was read."""
        notes = taker.notes(found)
        if notes.is_empty or self.has_failed:
            return Opinion(model=self.model.name)
        snapshot = self.repo.snapshot()
        entries = [placed.entry for placed in snapshot.learnings.by_id().values()]
        prompt = build_prompt(notes, entries, self.repo.settings.confidence)
        if self.only_show:
            # In full, since a person decides by it whether to run it.
            whole = one_line(self.repo.settings.llm.command)
            return Opinion(prompt=prompt.text, model=whole or self.model.name)
        try:
            return self._asked(prompt, notes, found)
        except ModelError as fault:
            self.has_failed = True
            return self._failure(fault, task)

    def _asked(self, prompt: Prompt, notes: Notes, found: Sequence[Candidate]) -> Opinion:
        settings = self.repo.settings
        with self.waiting(self.model.name):
            text = self.model.ask(prompt.text)
        answer = read_answer(text, settings.extract)
        candidates, left_out = candidates_of(answer, prompt, found, notes.shown, settings)
        reasons = "; ".join(left_out[:5]) + ("; …" if len(left_out) > 5 else "")
        warnings = (f"left out of {self.model.name}'s answer: {reasons}",) if left_out else ()
        return Opinion(candidates, warnings, model=self.model.name)

    def _failure(self, fault: ModelError, task: str) -> Opinion:
        failure = f"{self.model.name}: {fault}" + (f" ({fault.hint})" if fault.hint else "")
        event = {
            "at": self.place.instant,
            "event": "llm.failed",
            "id": "",
            "task": task,
            "reason": fault.kind,
            "model": self.model.name,
        }
        return Opinion((), (f"no model was heard: {failure}",), (event,), model=self.model.name)


def _noted(events: Iterable[Event], taker: NoteTaker) -> Iterator[Event]:
    for event in events:
        taker.take(event)
        yield event


def asking(
    place: Workspace,
    repo: Repo,
    *,
    asked: bool,
    only_show: bool = False,
    waiting: Waiting | None = None,
) -> tuple[Asking | None, tuple[str, ...]]:
    """Return what asks the model, None where none is to be asked; and warnings for the person.

    `asked` says that the person wants it now; else the settings count where they are trusted.
    With `only_show` the prompt is made, and nothing is sent.
    """
    settings, root = repo.settings.llm, repo.layout.root
    if not asked:
        trusted = trusts(root) if settings.enabled else False
        if trusted is None:
            reason = f"{CONFIG}: llm.enabled counts where {TRUST} names this directory; no model"
            return None, (f"{reason} was asked",)
        if not trusted:
            return None, ()
    if is_inside() and not only_show:
        return None, ("no model was asked: this is a model's own command",) if asked else ()
    return Asking(
        place, repo, model_of(settings, root), only_show, waiting or (lambda _: nullcontext())
    ), ()


def model_of(settings: Llm, root: Path) -> Model:
    """Return the model that the settings name; `llm.command` comes first, and runs in the root."""
    seconds = float(max(settings.timeout, 1))
    if settings.command:
        from ..backends.command import CommandModel

        return CommandModel(settings.command, seconds, str(root))
    from ..backends.anthropic_api import AnthropicModel

    return AnthropicModel(settings.model, seconds)


def trusts(root: Path, environment: Mapping[str, str] | None = None) -> bool | None:
    """Whether MEM_LLM names the root or a directory above it; None where it is not set.

    It holds absolute paths, separated as in PATH.
    """
    value = (os.environ if environment is None else environment).get(TRUST)
    if value is None:
        return None
    real = root.resolve()
    for named in value.split(os.pathsep):
        path = Path(os.path.expanduser(named.strip()))  # noqa: PTH111 - of a text, which may be empty
        if named.strip() and path.is_absolute() and real.is_relative_to(path.resolve()):
            return True
    return False


def is_inside() -> bool:
    """Whether a command of ours for a model started this process, which must not start another."""
    return bool(os.environ.get(INSIDE))
