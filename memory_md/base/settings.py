"""Every setting, its default and what it means; the reader and the docs are made from it."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

# What settings may say that are no free text.
CHOICES: Final = MappingProxyType(
    {"llm.use": ("off", "claude", "codex", "gemini", "anthropic", "openai", "command")}
)


class Doc(NamedTuple):
    """What a setting means, for people."""

    text: str


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the memory lies, relative to the root; it must stay inside the work tree."""

    learnings: Annotated[str, Doc("the entries, a `.md` file")] = "learnings.md"
    relationships: Annotated[str, Doc("the edges, a `.json` file")] = "relationships.json"
    diary: Annotated[str, Doc("the folder of the diary and its `index.md`")] = "ai/diary"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What `.mem/evidence.jsonl` says besides who, when and in which task."""

    quotes: Annotated[bool, Doc("keep quotes there; with false on this machine only")] = True


@dataclass(frozen=True, slots=True)
class Sessions:
    """What is kept on this machine of what persons and agents said."""

    keep: Annotated[bool, Doc("keep it; a repository can only switch it off")] = True


@dataclass(frozen=True, slots=True)
class Dedup:
    """When two texts are one fact."""

    threshold: Annotated[
        float, Doc("likeness (0 to 1) from which a text repeats an entry; a repository's from 0.8")
    ] = 0.9


@dataclass(frozen=True, slots=True)
class Context:
    """What `mem context` prints."""

    budget: Annotated[int, Doc("tokens of the whole block; a repository's up to 6,000")] = 2500


@dataclass(frozen=True, slots=True)
class Diary:
    """Which tasks of the diary are compared with a spec."""

    last: Annotated[int, Doc("newest tasks with a pending row that are looked at")] = 5


@dataclass(frozen=True, slots=True)
class Extract:
    """What `mem extract` keeps."""

    modified_files: Annotated[int, Doc("newest `Modified files` lines; 0 for none")] = 10


@dataclass(frozen=True, slots=True)
class Llm:
    """The language model that is asked; these count in the user's own config only."""

    use: Annotated[
        str, Doc("which one: an installed agent, an API, a command; a repository can say `off`")
    ] = "off"
    command: Annotated[
        tuple[str, ...],
        Doc("for `command`: reads the prompt, writes the answer; a list, or a line as in a shell"),
    ] = ()
    path: Annotated[str, Doc("the program of an installed agent; `mem models use` notes it")] = ""
    base_url: Annotated[str, Doc("for `anthropic` and `openai`: another address")] = ""
    model: Annotated[str, Doc("the model; the cheapest where it is not said")] = ""
    per_day: Annotated[int, Doc("requests in one day")] = 20
    timeout: Annotated[int, Doc("seconds that an answer may take")] = 120


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; every key is optional in `.mem/config.yaml`."""

    paths: Paths = field(default_factory=Paths)
    evidence: Evidence = field(default_factory=Evidence)
    sessions: Sessions = field(default_factory=Sessions)
    dedup: Dedup = field(default_factory=Dedup)
    context: Context = field(default_factory=Context)
    diary: Diary = field(default_factory=Diary)
    extract: Extract = field(default_factory=Extract)
    llm: Llm = field(default_factory=Llm)
    protocol: Annotated[
        bool, Doc("tell agents which lines of their last message are kept for later sessions")
    ] = True
