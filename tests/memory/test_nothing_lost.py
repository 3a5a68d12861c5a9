"""Whatever happens in whatever order, no text that was kept once is ever gone without a reason."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory_md.base.errors import MemError
from memory_md.base.identity import identity_form
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions import edit as learn
from memory_md.memory.actions import remove as forget
from memory_md.memory.actions.prune import prune
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.model.entry import Entry
from memory_md.memory.text.learnings import parse

SMALL = """
eviction: {max_entries: 5, keep_entries: 3, max_bytes: 900, keep_share: 0.7}
"""
FACTS = (
    "Gotcha: The upload worker drops a job when its lease is renewed late",
    "Gotcha: A late renewal of its lease makes the upload worker drop a job",
    "Learning: The search index is rebuilt after 30 seconds without a write",
    "Learning: The search index is rebuilt after 90 seconds without a write",
    "Decision: Keep sessions in Redis because the API has several instances",
    "Decision: Use pnpm instead of npm, as the lock file is checked in CI",
    "Decision: Use npm instead of pnpm, as the lock file is checked in CI",
    "Convention: Every migration must be reversible, or a rollback is impossible",
    "Issue: Dates are parsed in local time, so reports are off by one day",
    "Preference: Never squash commits of a release branch",
    "Preference: Keep the commits of a release branch as they are",
    "Learning: `make seed` must run before the integration tests or they hang",
)
facts = st.sampled_from(FACTS)
tasks = st.sampled_from(["t1", "t2", "t3", "t4"])
which = st.integers(0, 30)


class Memory(RuleBasedStateMachine):
    """A memory, all that can happen to it, and what it has said that it keeps."""

    @initialize()
    def begin(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        (self.root / ".mem").mkdir()
        (self.root / ".mem" / "config.yaml").write_text(SMALL, encoding="utf-8")
        self.now = datetime(2026, 2, 2, 12, tzinfo=UTC)
        self.kept: set[str] = set()

    def teardown(self) -> None:
        if hasattr(self, "root"):
            shutil.rmtree(self.root)

    @property
    def place(self) -> Workspace:
        return Workspace(self.root, self.now, str(self.root))

    @property
    def live(self) -> list[Entry]:
        return self.entries("learnings.md")

    @property
    def archived(self) -> list[Entry]:
        return self.entries(".mem/archive.md")

    def entries(self, name: str) -> list[Entry]:
        path = self.root / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [placed.entry for placed in parse(text, name).entries]

    @rule(said=st.lists(facts, min_size=1, max_size=6), task=tasks)
    def extracts(self, said: list[str], task: str) -> None:
        source = io.BytesIO("\n\n".join(said).encode())
        found, errors = extract(self.place, ["-"], session=task, format_name="text", stdin=source)
        assert not errors
        texts = {entry.id: entry.text for entry in (*self.live, *self.archived)}
        for item in found.items:
            if item.action in {"inserted", "contradicted"}:
                self.kept.add(item.text)
            elif item.action in {"merged", "revived"}:
                self.kept.add(texts[item.existing_id or item.id])

    @rule(said=facts)
    def adds(self, said: str) -> None:
        learn.add(self.place, said)
        self.kept.add(said.partition(": ")[2])

    @rule(said=facts)
    def types_a_line(self, said: str) -> None:
        path = self.root / "learnings.md"
        text = path.read_text(encoding="utf-8") if path.exists() else "# Learnings\n\n"
        path.write_text(f"{text}- {said}\n", encoding="utf-8")
        self.kept.add(said.partition(": ")[2])

    @precondition(lambda self: self.live)
    @rule(index=which)
    def edits_by_hand(self, index: int) -> None:
        path = self.root / "learnings.md"
        text = path.read_text(encoding="utf-8")
        placed = parse(text, "learnings.md").entries
        at, entry = placed[index % len(placed)].bullet, placed[index % len(placed)].entry
        words = f"{entry.text} on Tuesdays"
        line = text[at.start : at.end].replace(entry.text, words, 1)
        path.write_text(text[: at.start] + line + text[at.end :], encoding="utf-8")
        # What the person's edit replaced is theirs to drop; any other copy has to stay.
        if entry.text not in {other.text for other in (*self.live, *self.archived)}:
            self.kept.discard(entry.text)
        self.kept.add(words)

    @precondition(lambda self: self.archived)
    @rule(index=which)
    def copies_back_from_the_archive(self, index: int) -> None:
        text = (self.root / ".mem/archive.md").read_text(encoding="utf-8")
        placed = parse(text, "a").entries
        at = placed[index % len(placed)].bullet
        path = self.root / "learnings.md"
        old = path.read_text(encoding="utf-8") if path.exists() else "# Learnings\n\n"
        if placed[index % len(placed)].entry.id not in {entry.id for entry in self.live}:
            path.write_text(old + text[at.start : at.end].rstrip("\n") + "\n", encoding="utf-8")

    @precondition(lambda self: self.live)
    @rule(index=which)
    def removes(self, index: int) -> None:
        self.tries(forget.remove, [self.live[index % len(self.live)].id])

    @precondition(lambda self: self.archived)
    @rule(index=which)
    def restores(self, index: int) -> None:
        self.tries(forget.restore, [self.archived[index % len(self.archived)].id])

    @precondition(lambda self: len(self.live) > 1)
    @rule(index=which, other=which)
    def merges(self, index: int, other: int) -> None:
        keep, gone = self.live[index % len(self.live)].id, self.live[other % len(self.live)].id
        if keep != gone:
            self.tries(forget.merge, keep, [gone])

    @precondition(lambda self: self.live)
    @rule(index=which, do=st.sampled_from([learn.confirm, learn.reset, learn.pin, learn.unpin]))
    def marks(self, index: int, do: object) -> None:
        self.tries(do, [self.live[index % len(self.live)].id])

    def tries(self, do: object, *arguments: object) -> None:
        """An action that may refuse; then it has changed nothing."""
        before = [(self.root / name).exists() and (self.root / name).read_bytes() for name in FILES]
        try:
            do(self.place, *arguments)  # type: ignore[operator]
        except MemError:
            after = [
                (self.root / name).exists() and (self.root / name).read_bytes() for name in FILES
            ]
            assert after == before

    @rule()
    def prunes(self) -> None:
        prune(self.place)

    @rule(days=st.sampled_from([1, 30, 61, 181]))
    def waits(self, days: int) -> None:
        self.now += timedelta(days=days)

    @invariant()
    def all_that_was_kept_is_there(self) -> None:
        if not hasattr(self, "root"):
            return
        there = {identity_form(entry.text) for entry in (*self.live, *self.archived)}
        assert {identity_form(text) for text in self.kept} <= there

    @invariant()
    def what_left_says_why(self) -> None:
        if not hasattr(self, "root"):
            return
        for entry in self.archived:
            assert entry.archived
            assert entry.archived.reason in {"removed", "evicted", "expired", "merged"}

    @invariant()
    def no_id_stands_twice(self) -> None:
        if hasattr(self, "root"):
            for entries in (self.live, self.archived):
                assert max(Counter(e.id for e in entries if not e.manual).values(), default=1) == 1


FILES = ("learnings.md", ".mem/archive.md")
TestMemory = Memory.TestCase
TestMemory.settings = settings(
    parent=settings(),
    max_examples=min(25, settings().max_examples),  # `make torture-model` goes on
    stateful_step_count=20,
    deadline=None,
)
