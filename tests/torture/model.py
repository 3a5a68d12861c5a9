"""Random lives of a memory through the real command line, against a simple model of what is kept.

A life is commands, hand edits in odd Markdown, line ends and marks changed, branches made, left and
merged, and time that passes. Hypothesis makes a failing life short.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import hypothesis.core
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from memory_md.base.identity import identity_form
from memory_md.memory.text.learnings import parse
from tests.memory.documents import BLOCKS

from ._oracle import COUNTS, TRACKED, Oracle, foreign
from ._running import import_all

WORDS = (
    "The upload worker drops a job when its lease is renewed late",
    "The search index is rebuilt after 30 seconds without a write",
    "The search index is rebuilt after 90 seconds without a write",
    "Keep sessions in Redis because the API has several instances",
    "Use pnpm instead of npm, as the lock file is checked in CI",
    "Use npm instead of pnpm, as the lock file is checked in CI",
    "Every migration must be reversible, or a rollback is impossible",
    "Dates are parsed in local time, so reports are off by one day",
    "`make seed` must run before the integration tests or they hang",
    "Таблица заказов хранит время в UTC, а не в местном",
    "注文テーブルの時刻は必ず UTC で保存する",
    "A * star, an _under_score, a <tag>, a `code | pipe` and [a](link.md) stay as they are",
    "Never write secrets into --flags, use $ENV_VARS -- or files",
)
LABELS = ("Gotcha", "Learning", "Decision", "Convention", "Issue", "Preference", "Fixed")
CATEGORIES = ("convention", "gotcha", "decision", "preference", "pattern")
said = st.sampled_from(WORDS)
labels = st.sampled_from(LABELS)
tasks = st.sampled_from(["t1", "t2", "t3"])
which = st.integers(0, 60)


class Life(Oracle):
    """All that may happen to one memory."""

    # -- commands ----------------------------------------------------------------------------

    @rule(text=said, category=st.sampled_from(CATEGORIES), pin=st.booleans())
    def adds(self, text: str, category: str, pin: bool) -> None:
        flags = ("--pin",) if pin else ()
        ran = self.changes("learnings", "add", "--json", "-c", category, *flags, "--", text)
        if not ran.code:
            entry = json.loads(ran.stdout)["entries"][0]
            assert entry["manual"]
            assert entry["confidence"] == 1.0
            assert entry["active"]
            self.keeps(entry["text"])

    @rule(words=st.lists(st.tuples(labels, said), min_size=1, max_size=5), task=tasks)
    def extracts(self, words: list[tuple[str, str]], task: str) -> None:
        text = "\n\n".join(f"{label}: {text}." for label, text in words)
        args = ("extract", "--session", task, "--format", "text", "--json")
        known = {e["id"]: e["text"] for e in (*self.entries(), *self.entries("--archived"))}
        found = json.loads(self.changes(*args, stdin=text).stdout)
        for item in found["learnings"] if "learnings" in found else found.get("items", []):
            if item["action"] in ("inserted", "contradicted"):
                self.keeps(item["text"])
            elif item["action"] in ("merged", "revived"):
                old = item.get("existing_id") or item.get("existing") or item["id"]
                if old in known:
                    self.keeps(known[old])
        before = self.files()
        self.mem(*args, stdin=text)
        if not self.odd:
            assert self.files() == before, "extracted twice, and it is not as once"

    @rule(index=which, how=st.sampled_from(["approve", "reject"]), text=said, task=tasks)
    def reviews(self, index: int, how: str, text: str, task: str) -> None:
        self.changes("extract", "--session", task, "--format", "text", stdin=f"It seems {text}.")
        waits = json.loads(self.mem("review", "--list", "--json").stdout)["candidates"]
        waits = [one for one in waits if one["evidence"]]  # not a question
        if waits:
            one = waits[index % len(waits)]
            ran = self.changes("review", f"--{how}", one["id"])
            if how == "approve" and not ran.code:
                self.keeps(one["text"])

    @rule(index=which, text=said)
    def edits(self, index: int, text: str) -> None:
        entry = self.one(index)
        if entry and not self.changes("learnings", "edit", entry["id"], "--", text).code:
            if entry["text"] not in self.texts("learnings.md") + self.texts(".mem/archive.md"):
                self.kept.discard(identity_form(entry["text"]))
            # Only its own paragraph is replaced; what is nested below it stays part of the text.
            said = [t for t in self.texts("learnings.md") if t.startswith(text)]
            self.keeps(said[0] if said else text)

    @rule(index=which)
    def removes(self, index: int) -> None:
        entry = self.one(index)
        if entry and not self.changes("learnings", "remove", entry["id"]).code:
            assert entry["id"] in {e["id"] for e in self.entries("--archived")}

    @rule(index=which)
    def restores(self, index: int) -> None:
        entry = self.one(index, "--archived")
        if entry:
            ran = self.changes("learnings", "restore", entry["id"])
            live = {identity_form(e["text"]) for e in self.entries()}
            assert ran.code or identity_form(entry["text"]) in live

    @rule(index=which, how=st.sampled_from(["confirm", "reset", "pin", "unpin"]))
    def marks(self, index: int, how: str) -> None:
        entry = self.one(index)
        if entry is None or self.changes("learnings", how, entry["id"]).code:
            return
        after = next((e for e in self.entries() if e["id"] == entry["id"]), None)
        assert after, f"{how} lost {entry}"
        wanted: dict[str, dict[str, object]] = {
            "confirm": {"confidence": 1.0, "manual": True},
            "reset": {} if after["manual"] else {"confidence": 0.5},
            "pin": {"pinned": True},
            "unpin": {"pinned": False},
        }
        assert after.items() >= wanted[how].items(), (how, after)
        before = self.files()
        self.changes("learnings", how, entry["id"])
        assert self.files() == before, f"{how} twice is not once"

    @rule(index=which, other=which)
    def merges(self, index: int, other: int) -> None:
        keep, gone = self.one(index), self.one(other)
        if keep and gone and keep["id"] != gone["id"]:
            self.changes("learnings", "merge", keep["id"], gone["id"])

    @rule(index=which)
    def purges(self, index: int) -> None:
        entry = self.one(index)
        if entry is None or self.branches:
            return
        if not self.changes("learnings", "remove", "--purge", entry["id"]).code:
            form = identity_form(entry["text"])
            self.last = None
            self.kept.discard(form)
            self.purged.add(form)
            others = [text for name in TRACKED[:2] for text in self.texts(name)]
            is_alone = not any(entry["text"] in text for text in others)  # nor begins another
            for path in self.root.rglob("*"):
                if path.is_file() and len(entry["text"]) > 20 and is_alone:
                    assert entry["text"] not in path.read_text("utf-8", "replace"), path.name

    @precondition(lambda self: self.last is not None and not self.branches)
    @rule()
    def undoes(self) -> None:
        assert self.last
        before, after, kept = self.last
        now, lines = self.files(), foreign(self.data("learnings.md"))
        self.last = None
        ran = self.mem("undo", "--json", codes=(0, 1))
        if now == after:
            assert ran.code == 0, ran.stdout
            assert self.files() == before, "it is not as before"
            self.kept = kept
        elif ran.code:
            assert self.files() == now, "it refused, and changed something"
        else:
            assert foreign(self.data("learnings.md")) == lines
            texts = {identity_form(t) for name in TRACKED[:2] for t in self.texts(name)}
            self.kept = {identity_form(t) for t in self.kept} & texts

    @rule()
    def prunes(self) -> None:
        self.changes("prune", "--json")
        before = self.files()
        self.changes("prune")
        assert self.files() == before, "pruned twice is not once"

    @rule(budget=st.sampled_from([0, 30, 150, 500]), query=st.none() | said)
    def asks(self, budget: int, query: str | None) -> None:
        before = self.files()
        flags = ("--query", query) if query else ()
        block = json.loads(
            self.mem("context", "--format", "json", "--budget", str(budget), *flags).stdout or "{}"
        )
        assert block.get("tokens", 0) <= budget
        self.mem("stats", "--json")
        self.mem("search", "--json", "--", query or "session")
        self.mem("snapshot", "--json")
        self.mem("events", "--json")
        entry = self.one(budget)
        if entry:
            self.mem("why", entry["id"], "--json", codes=(0, 1))
        assert self.files() == before, "a question changed something"

    @rule()
    def begins_again(self) -> None:
        self.mem("init", "--no-git")
        before = self.files()
        self.mem("init", "--no-git")
        assert self.files() == before

    # -- a person ----------------------------------------------------------------------------

    @rule(at=which, block=st.sampled_from([b for b in BLOCKS if "```" not in b and "~~~" not in b]))
    def types_something_odd(self, at: int, block: str) -> None:
        lines = self.data("learnings.md").decode().split("\n")
        before = set(self.texts("learnings.md"))
        end = "\r" if b"\r\n" in self.data("learnings.md") else ""
        place = at % (len(lines) + 1)
        if not place and lines[0].startswith("\ufeff"):
            return
        lines[place:place] = [line + end for line in block.split("\n")]
        text = "\n".join(lines)
        after = {placed.entry.text for placed in parse(text, "l").entries}
        if before <= after:  # not one that swallows entries, which is the person's right
            self.put("learnings.md", text.encode())
            self.odd = True

    @rule(text=said, label=st.none() | labels, at=st.sampled_from(["end", "top"]))
    def types_a_bullet(self, text: str, label: str | None, at: str) -> None:
        self.number += 1
        words = f"{text}, word {self.number}"
        old = self.data("learnings.md").decode()
        line = f"- {label}: {words}" if label else f"* {words}"
        end = "\r\n" if "\r\n" in old else "\n"
        gap = end if old and not old.endswith("\n") else ""
        new = old + gap + line + end
        after = {placed.entry.text for placed in parse(new, "l").entries}
        if {words, *self.texts("learnings.md")} <= after:
            self.put("learnings.md", new.encode())
            self.keeps(words)

    @rule(how=st.sampled_from(["crlf", "lf", "bom", "no bom", "no end"]))
    def saves_otherwise(self, how: str) -> None:
        data = self.data("learnings.md")
        new = {
            "crlf": data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
            "lf": data.replace(b"\r\n", b"\n"),
            "bom": b"\xef\xbb\xbf" + data.removeprefix(b"\xef\xbb\xbf"),
            "no bom": data.removeprefix(b"\xef\xbb\xbf"),
            "no end": data.rstrip(b"\r\n"),
        }[how]
        if data:
            self.put("learnings.md", new)

    @rule(how=st.sampled_from(["missing", "half", "twice"]))
    def breaks_the_evidence(self, how: str) -> None:
        before, data = self.entries(), self.data(TRACKED[3])
        half = data[: len(data) // 2]
        self.put(TRACKED[3], {"missing": None, "half": half, "twice": data + data}[how])
        after = self.entries()
        assert [e["id"] for e in after] == [e["id"] for e in before]
        assert how != "twice" or after == before, "a line that stands twice counted twice"
        broken = self.files()
        self.mem("doctor", "--fix", codes=(0, 1))
        if self.files() != broken:
            self.last = None  # to undo that is to break it again

    @rule(days=st.sampled_from([1, 30, 61, 181]))
    def waits(self, days: int) -> None:
        self.seconds += days * 86_400

    # -- git ---------------------------------------------------------------------------------

    @precondition(lambda self: not self.branches)
    @rule()
    def branches_off(self) -> None:
        self.branches = {name: (self.files(), set(self.kept), set()) for name in ("base", "other")}

    @precondition(lambda self: bool(self.branches))
    @rule()
    def switches(self) -> None:
        now = (self.files(), set(self.kept), set())
        files, self.kept, _ = self.branches["other"]
        self.branches["other"] = now
        for name, data in files.items():
            self.put(name, data or None)

    @precondition(lambda self: bool(self.branches))
    @rule()
    def merges_branches(self) -> None:
        base, _, _ = self.branches["base"]
        theirs, kept, _ = self.branches["other"]
        conflicts = 0
        for name in TRACKED:
            for side, files in (("base", base), ("ours", self.files()), ("theirs", theirs)):
                self.put(f".mem/local/{side}", files[name])
            args = [f".mem/local/{side}" for side in ("base", "ours", "theirs")]
            if len({base[name], self.data(name), theirs[name]}) == 1:
                continue
            code = self.mem("merge-driver", *args, name, codes=(0, 1)).code
            assert not (code and name.endswith(".jsonl")), "evidence has no conflicts"
            conflicts += code
            merged = self.data(".mem/local/ours")
            self.put(name, merged or None)
        self.branches = {}
        for side in ("base", "ours", "theirs"):
            self.put(f".mem/local/{side}", None)
        texts = {identity_form(t) for name in TRACKED[:2] for t in self.texts(name)}
        # What one branch took out on purpose may go; what both kept stays.
        both = self.kept & kept
        assert both <= texts or conflicts or self.odd, both - texts
        self.kept = (self.kept | kept) & texts
        if conflicts:
            self.settles()


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Live for so many seconds; a life that goes wrong is printed as short as it can be."""
    import_all()
    began = time.monotonic()
    lives = 0
    code = 0
    while time.monotonic() - began < seconds and not code:
        hypothesis.core.global_force_seed = seed + lives
        lives += 1
        try:
            run_state_machine_as_test(
                Life,
                settings=settings(
                    max_examples=5,
                    stateful_step_count=30,
                    deadline=None,
                    database=None,
                    print_blob=False,
                    report_multiple_bugs=False,
                    suppress_health_check=list(HealthCheck),
                    phases=[Phase.generate, Phase.shrink],
                ),
            )
        except BaseException as fault:
            if isinstance(fault, KeyboardInterrupt):
                raise
            code = 1
            notes = "\n".join(getattr(fault, "__notes__", []))
            print(f"model: seed {seed + lives - 1}: {type(fault).__name__}: {fault}\n{notes}")
    print(
        f"model: {lives * 5} lives, {sum(COUNTS.values()):,} commands of {len(COUNTS)} kinds,"
        f" {time.monotonic() - began:.0f} s, {code} faults"
    )
    return code
