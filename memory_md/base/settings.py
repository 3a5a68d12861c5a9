"""Every setting, its default and what it means; the reader and the docs are made from it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from msgspec import Struct, field

# Context windows in tokens, as the makers state them; a dated name ("…-20251001") fits as well.
WINDOWS: Final = MappingProxyType(
    {
        "claude-": 200_000,
        "codex-": 200_000,
        "deepseek-": 128_000,
        "gemini-": 1_048_576,
        "gemini-1.5-pro": 2_097_152,
        "gpt-3.5-turbo": 16_385,
        "gpt-4": 8_192,
        "gpt-4-turbo": 128_000,
        "gpt-4.1": 1_047_576,
        "gpt-4o": 128_000,
        "gpt-5": 400_000,
        "grok-": 131_072,
        "llama-3": 128_000,
        "mistral-large": 128_000,
        "o1": 200_000,
        "o3": 200_000,
        "o4-mini": 200_000,
        "qwen": 131_072,
    }
)

# What settings may say that are no free text.
CHOICES: Final = MappingProxyType(
    {"learnings.order": ("id", "append"), "evidence.quotes": ("true", "false", "default")}
)


class Doc(NamedTuple):
    """What a setting means, for people."""

    text: str


class Paths(Struct, frozen=True):
    """Where the memory lies, relative to the root; it must stay inside the work tree."""

    learnings: Annotated[str, Doc("the entries")] = "learnings.md"
    relationships: Annotated[str, Doc("the edges")] = "relationships.json"
    diary: Annotated[str, Doc("the folder of the diary and its index.md")] = "ai/diary"
    archive: Annotated[str, Doc("entries taken out of learnings.md")] = ".mem/archive.md"


class Learnings(Struct, frozen=True):
    """Where new entries stand in learnings.md."""

    order: Annotated[
        str,
        Doc("`id`: between the others by ID, so that branches merge; `append`: at the end"),
    ] = "id"

    @property
    def list_by_id(self) -> str:
        """The heading whose list is in the order of IDs, "" for none."""
        return "learnings" if self.order == "id" else ""


class Confidence(Struct, frozen=True):
    """How evidence moves an entry's confidence (0 to 1)."""

    first: Annotated[float, Doc("of an entry that was extracted for the first time")] = 0.5
    high: Annotated[float, Doc("of a handoff's decision of high confidence")] = 0.8
    medium: Annotated[float, Doc("of a handoff's decision of medium confidence")] = 0.6
    boost: Annotated[float, Doc("share of the way to the ceiling that one more task adds")] = 0.2
    ceiling: Annotated[float, Doc("what evidence alone never exceeds")] = 0.95
    penalty: Annotated[float, Doc("what a contradiction takes away")] = 0.3
    floor: Annotated[float, Doc("what a contradiction never goes below")] = 0.1
    active: Annotated[float, Doc("under this an entry is not shown in a context")] = 0.5


class Extract(Struct, frozen=True):
    """What `mem extract` takes."""

    min_confidence: Annotated[float, Doc("candidates scored under this are skipped")] = 0.3
    sure: Annotated[
        float, Doc("what scores less waits in the inbox for a second task or a person")
    ] = 0.4
    per_task: Annotated[int, Doc("new entries from prose that one task may store")] = 12
    min_chars: Annotated[int, Doc("the shortest text that is kept")] = 10
    max_chars: Annotated[int, Doc("the longest text that is kept")] = 600


class Inbox(Struct, frozen=True):
    """What waits for a second task or a person."""

    share: Annotated[bool, Doc("keep the inbox in git, as `.mem/inbox.jsonl`")] = False
    max: Annotated[int, Doc("candidates; more than this and the oldest go")] = 500
    days: Annotated[
        int, Doc("of use after which a candidate that nobody says again is forgotten")
    ] = 60


class CallGraph(Struct, frozen=True):
    """Which functions call each other and change together."""

    share: Annotated[bool, Doc("keep `.mem/callgraph.json` in git, for all clones")] = False


class CommitHistory(Struct, frozen=True):
    """What `mem extract --git` takes."""

    max: Annotated[int, Doc("entries from commit messages; the rest waits in the inbox")] = 60


class Dedup(Struct, frozen=True):
    """When two texts are one fact."""

    threshold: Annotated[float, Doc("likeness (0 to 1) from which a text repeats an entry")] = 0.9


class Context(Struct, frozen=True):
    """What `mem context` prints."""

    budget: Annotated[
        int, Doc("tokens of the whole block, if neither an option nor the window says")
    ] = 500
    share: Annotated[float, Doc("part of the free window that the block may take")] = 0.25
    min_budget: Annotated[int, Doc("the least of that part, in tokens")] = 150
    max_budget: Annotated[int, Doc("the most of that part, in tokens")] = 500
    reserve: Annotated[int, Doc("tokens of the window kept free for the answer")] = 1000
    per_section: Annotated[int, Doc("lines in one section")] = 10
    edges: Annotated[int, Doc("newest relationships that are considered")] = 20
    hot_files: Annotated[int, Doc("times a file must be met to be called frequently modified")] = 2
    floor: Annotated[float, Doc("relevance to the task (0 to 1) that a line must have")] = 0.7


class Diary(Struct, frozen=True):
    """Which tasks of the diary are compared with a spec."""

    last: Annotated[int, Doc("newest tasks with a pending row that are looked at")] = 5


class Limits(Struct, frozen=True):
    """How much is kept at most."""

    pins: Annotated[int, Doc("pinned entries")] = 10
    evidence_lines: Annotated[int, Doc("lines of evidence kept of an entry; formerly `tasks`")] = 12
    edges: Annotated[int, Doc("relationships")] = 500
    edge_bytes: Annotated[int, Doc("bytes of relationships.json")] = 100_000
    calls: Annotated[int, Doc("static edges of the call graph")] = 20_000
    observed: Annotated[int, Doc("observed edges of the call graph")] = 5_000


class Expiry(Struct, frozen=True):
    """Days of use since an extracted entry was last seen, after which it has expired.

    A day of use is a day on which a task was extracted; a repository that rests forgets nothing.
    """

    project: Annotated[int, Doc("days for entries about the project, all but those below")] = 60
    preference: Annotated[int, Doc("days for preferences")] = 180
    identity: Annotated[int, Doc("days for what is known about the user")] = 365


class Eviction(Struct, frozen=True):
    """When extracted entries have become too many, and how many of them may stay then."""

    max_entries: Annotated[int, Doc("extracted entries; more than this and some are evicted")] = 150
    max_bytes: Annotated[int, Doc("bytes of their text; more than this and some are evicted")] = (
        16_384
    )
    keep_entries: Annotated[int, Doc("entries that an eviction leaves, at most")] = 120
    keep_share: Annotated[float, Doc("part of max_bytes that an eviction leaves, at most")] = 0.8
    max_lists: Annotated[
        int, Doc("`Modified files` and `Scope` lines, the newest; they do not count above")
    ] = 30


class Weights(Struct, frozen=True):
    """Evicted first are the entries with the highest days × weight / (confidence × seen)."""

    project: Annotated[float, Doc("weight of entries about the project, all but those below")] = 0.8
    preference: Annotated[float, Doc("weight of preferences")] = 0.3
    identity: Annotated[float, Doc("weight of what is known about the user")] = 0.5


class Quotes(Struct, frozen=True):
    """What `.mem/evidence.jsonl` says besides who, when and in which task."""

    quotes: Annotated[
        str,
        Doc("`default`: an entry's sentence; `true`: also the person's before it; `false`: none"),
    ] = "default"


class Sessions(Struct, frozen=True):
    """What is kept of what persons, agents and commits said, in `.mem/local/sessions.db`."""

    keep: Annotated[
        bool, Doc("keep it on this machine; with false the next command that writes deletes it")
    ] = True
    max_mb: Annotated[int, Doc("megabytes of that file; the oldest sessions make room")] = 50


class Llm(Struct, frozen=True):
    """The language model that `mem extract --llm` asks."""

    command: Annotated[str, Doc("reads the prompt and writes the answer, in place of the API")] = ""
    model: Annotated[str, Doc("the model that the Anthropic API is asked for")] = (
        "claude-haiku-4-5-20251001"
    )
    timeout: Annotated[int, Doc("seconds that an answer may take, with all attempts")] = 60
    enabled: Annotated[
        bool, Doc("ask at every extract, in the directories that the variable MEM_LLM names")
    ] = False


class Settings(Struct, frozen=True):
    """All settings; every key is optional in `.mem/config.yaml`."""

    paths: Paths = field(default_factory=Paths)
    learnings: Learnings = field(default_factory=Learnings)
    confidence: Confidence = field(default_factory=Confidence)
    extract: Extract = field(default_factory=Extract)
    inbox: Inbox = field(default_factory=Inbox)
    history: CommitHistory = field(default_factory=CommitHistory)
    callgraph: CallGraph = field(default_factory=CallGraph)
    dedup: Dedup = field(default_factory=Dedup)
    context: Context = field(default_factory=Context)
    diary: Diary = field(default_factory=Diary)
    limits: Limits = field(default_factory=Limits)
    expiry: Expiry = field(default_factory=Expiry)
    eviction: Eviction = field(default_factory=Eviction)
    weights: Weights = field(default_factory=Weights)
    evidence: Quotes = field(default_factory=Quotes)
    sessions: Sessions = field(default_factory=Sessions)
    llm: Llm = field(default_factory=Llm)
    protocol: Annotated[
        bool, Doc("tell agents which lines of their last message are kept for later sessions")
    ] = True
    models: Annotated[
        Mapping[str, int], Doc("names of models, or their beginnings, and their windows in tokens")
    ] = field(default_factory=lambda: WINDOWS)
