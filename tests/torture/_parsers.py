"""Everything that reads what others wrote, each with the law that its inputs must obey."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_md.transcripts.detect import FORMAT_NAMES

from ._seeds import (
    ADR_SEEDS,
    ANSWER_SEEDS,
    CALL_SEEDS,
    CHANGE_SEEDS,
    CONFIG_SEEDS,
    CONTEXT_SEEDS,
    DIARY_SEEDS,
    EDGE_SEEDS,
    ENTRY_SEEDS,
    EVIDENCE_SEEDS,
    GIT_SEEDS,
    INBOX_SEEDS,
    LOG_SEEDS,
    OBSERVATION_SEEDS,
    REAL_DIARY,
    REAL_LEARNINGS,
    REAL_TRANSCRIPTS,
    SETTINGS_SEEDS,
    SOURCE_SEEDS,
    SPEC_SEEDS,
    TOML_SEEDS,
    TRANSCRIPTS,
    UNDO_SEEDS,
    seeds,
)
from .laws import diary, entries, merges, settings, state, transcripts, whole


def sessions_seeds() -> list[bytes]:
    """A database with two passages in it, and the parts that `mem` does not write."""
    return [state.database(), b"SQLite format 3\x00" + bytes(84), b""]


@dataclass(frozen=True, slots=True)
class Parser:
    """A name, the law, and where its inputs grow from.

    `each` is the seconds of CPU that a KB may take.
    """

    name: str
    law: Callable[[bytes], object]
    corpus: Callable[[], list[bytes]]
    each: float = 0.04


WHOLE = seeds(
    *(*EVIDENCE_SEEDS, *INBOX_SEEDS, *LOG_SEEDS, *EDGE_SEEDS, *DIARY_SEEDS, *CHANGE_SEEDS),
    files=("learnings/*",),
    real=REAL_LEARNINGS,
)
PARSERS = (
    Parser("learnings", entries.learnings_law, seeds(files=("learnings/*",), real=REAL_LEARNINGS)),
    Parser("archive", entries.archive_law, seeds(files=("learnings/*",), real=REAL_LEARNINGS)),
    Parser("comment", entries.comment_law, seeds(files=("learnings/*",))),
    Parser("diary-index", diary.diary_index_law, seeds(*DIARY_SEEDS, real=("diary/**/index.md",))),
    Parser("diary-entry", diary.diary_entry_law, seeds(*ENTRY_SEEDS, real=REAL_DIARY)),
    Parser("spec", diary.spec_law, seeds(*SPEC_SEEDS, real=REAL_DIARY)),
    *(
        Parser(
            f"transcript-{name}",
            transcripts.transcript_law(name),
            seeds(files=TRANSCRIPTS, real=REAL_TRANSCRIPTS),
            each=0.08,
        )
        for name in FORMAT_NAMES
    ),
    Parser(
        "notes", transcripts.notes_law, seeds(files=("notes/*", "learnings/*"), real=REAL_LEARNINGS)
    ),
    Parser(
        "messages",
        transcripts.messages_law,
        seeds(files=("transcripts/messages*", "transcripts/*.json")),
    ),
    Parser("injected", transcripts.injected_law, seeds(*CONTEXT_SEEDS, files=("learnings/*",))),
    Parser("model-answer", transcripts.answer_law, seeds(*ANSWER_SEEDS)),
    Parser("relationships", settings.relationships_law, seeds(*EDGE_SEEDS)),
    Parser("call-edges", settings.call_edges_law, seeds(*CALL_SEEDS)),
    Parser("observations", settings.observations_law, seeds(*OBSERVATION_SEEDS)),
    Parser("config", settings.config_law, seeds(*CONFIG_SEEDS)),
    Parser("settings", settings.settings_law, seeds(*SETTINGS_SEEDS), each=2.0),
    Parser("jsonc", settings.jsonc_law, seeds(*SETTINGS_SEEDS)),
    Parser("toml", settings.toml_law, seeds(*TOML_SEEDS)),
    Parser("agents-md", settings.agents_md_law, seeds(*GIT_SEEDS, files=("notes/*.md",))),
    Parser("hook", settings.hook_law, seeds(files=("hooks/*.json",))),
    Parser("evidence", state.evidence_law, seeds(*EVIDENCE_SEEDS)),
    Parser("inbox", state.inbox_law, seeds(*INBOX_SEEDS)),
    Parser("logs", state.logs_law, seeds(*LOG_SEEDS)),
    Parser("undo", state.undo_law, seeds(*UNDO_SEEDS)),
    Parser("sessions", state.sessions_law, sessions_seeds),
    Parser("change", state.change_law, seeds(*CHANGE_SEEDS)),
    Parser("source", state.source_law, seeds(*SOURCE_SEEDS), each=0.5),  # four grammars
    Parser("adr", diary.adr_law, seeds(*ADR_SEEDS, real=("adr/*", "adr/*/*"))),
    Parser(
        "merge",
        merges.merge_law,
        seeds(*EDGE_SEEDS, *CALL_SEEDS, *DIARY_SEEDS, files=("learnings/*",)),
    ),
    Parser("page", whole.page_law, WHOLE, each=0.2),
    Parser("layers", whole.layers_law, WHOLE, each=0.2),
    Parser("check", whole.check_law, WHOLE, each=0.2),
)
