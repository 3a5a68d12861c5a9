"""What a memory must keep, whatever is done to it: what it was given, and what it said it has."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from memory_md.base.identity import identity_form
from memory_md.memory.text.learnings import parse, splice

from ._running import Ran, run

TRACKED = ("learnings.md", ".mem/archive.md", "relationships.json", ".mem/evidence.jsonl")
_INBOX = ".mem/local/inbox.jsonl"
COUNTS = Counter[str]()
Files = dict[str, bytes]
_SMALL = "eviction: {max_entries: 9, keep_entries: 6, max_bytes: 2000, keep_share: 0.7}\n"
_NOON = 1_770_033_600


class Oracle(RuleBasedStateMachine):
    """One memory, what a person typed into it, and what it has said that it keeps."""

    @initialize(small=st.booleans(), crlf=st.booleans(), bom=st.booleans(), hand=st.booleans())
    def begin(self, small: bool, crlf: bool, bom: bool, hand: bool) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="mem-life-"))
        self.seconds = _NOON
        self.typed: set[str] = set()
        self.kept: set[str] = set()
        self.purged: set[str] = set()
        self.number = 0
        self.odd = False
        # The last command that changed something: files before and after, what was kept before.
        self.last: tuple[Files, Files, set[str]] | None = None
        self.branches: dict[str, tuple[Files, set[str], set[str]]] = {}
        (self.root / ".mem").mkdir()
        if small:
            self.put(".mem/config.yaml", _SMALL.encode())
        if hand:
            text = "# Learnings\n\nKept by hand.\n\n- A bullet of ours\n\n## Later\n\n"
            text += "| a | b |\n|--|--|\n"
            text = text.replace("\n", "\r\n") if crlf else text
            self.put("learnings.md", ("\ufeff" * bom + text).encode())
            self.kept.add("A bullet of ours")

    def teardown(self) -> None:
        os.chdir("/")
        if hasattr(self, "root"):
            shutil.rmtree(self.root)

    # -- what always holds -------------------------------------------------------------------

    def keeps(self, text: str) -> None:
        self.kept.add(identity_form(text))
        self.purged.discard(identity_form(text))

    def settles(self) -> None:
        """A person takes the markers out and leaves both sides."""
        for name in TRACKED[:2]:
            lines = self.data(name).decode().split("\n")
            marks = re.compile(r"<{7,} |={7,}\r?$|>{7,} |\|{7,} ")
            self.put(name, "\n".join(x for x in lines if not marks.match(x)).encode() or None)
        self.odd = True
        texts = {identity_form(t) for name in TRACKED[:2] for t in self.texts(name)}
        self.kept &= texts

    @invariant()
    def all_that_was_kept_is_there(self) -> None:
        if hasattr(self, "root"):
            there = {identity_form(t) for name in TRACKED[:2] for t in self.texts(name)}
            self.kept = {identity_form(text) for text in self.kept}
            assert self.kept <= there, self.kept - there

    @invariant()
    def the_answers_agree_with_the_file(self) -> None:
        if not hasattr(self, "root"):
            return
        lines = self.data("learnings.md").decode().split("\n")
        listed = self.entries()
        assert [e["text"] for e in listed] == self.texts("learnings.md")
        for entry in listed:
            first = entry["text"].split()[0]
            near = "\n".join(lines[entry["line"] - 1 : entry["line"] + 1])  # "-" may stand alone
            assert first in near, (entry, near)

    @invariant()
    def the_doctor_finds_no_error(self) -> None:
        if hasattr(self, "root") and not self.odd:
            ran = self.mem("doctor", "--json", codes=(0, 1))
            told = json.loads(ran.stdout)["findings"]
            assert [f for f in told if f["severity"] == "error" or f["code"] == "evidence"] == []

    # -- what is there -----------------------------------------------------------------------

    def put(self, name: str, data: bytes | None) -> None:
        path = self.root / name
        if data is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)

    def data(self, name: str) -> bytes:
        path = self.root / name
        return path.read_bytes() if path.exists() else b""

    def files(self) -> Files:
        return {name: self.data(name) for name in TRACKED}

    def texts(self, name: str) -> list[str]:
        return [placed.entry.text for placed in parse(self.data(name).decode(), name).entries]

    def mem(self, *args: str, stdin: str = "", codes: tuple[int, ...] = (0,)) -> Ran:
        os.environ["SOURCE_DATE_EPOCH"] = str(self.seconds)
        ran = run(self.root, args, stdin)
        COUNTS[" ".join(args[:2]) if args[0] == "learnings" else args[0]] += 1
        assert ran.code in codes, f"{args}: exit {ran.code}: {ran.stderr}"
        assert "Traceback" not in ran.stderr
        return ran

    def entries(self, *flags: str) -> list[dict[str, Any]]:
        answer = json.loads(self.mem("learnings", "list", "--json", *flags).stdout)
        return list(answer["entries"])

    def one(self, index: int, *flags: str) -> dict[str, Any] | None:
        found = self.entries(*flags)
        return found[index % len(found)] if found else None

    def changes(self, *args: str, stdin: str = "", codes: tuple[int, ...] = (0, 1)) -> Ran:
        """A command that may refuse, and then has changed nothing; foreign lines stay."""
        before, inbox = self.files(), self.data(_INBOX)
        lines = foreign(before["learnings.md"])
        ran = self.mem(*args, stdin=stdin, codes=codes)
        if ran.code:
            assert self.files() == before, f"{args} refused, and changed something"
        elif (self.files(), self.data(_INBOX)) != (before, inbox):
            self.last = (before, self.files(), set(self.kept))
        assert foreign(self.data("learnings.md")) == lines, args
        return ran


def foreign(data: bytes) -> list[str]:
    """The lines that are of no entry; a new file's own heading is ours.

    The last line may gain the line end that an entry behind it needs.
    """
    document = parse(data.decode(), "learnings.md")
    cuts = [(placed.bullet.start, placed.bullet.end, "") for placed in document.entries]
    text = splice(document.text, cuts)
    end = "\r\n" if "\r\n" in text else "\n"
    lines = f"{text.rstrip(end)}{end}".split("\n")
    return [line for line in lines if line.strip("\ufeff\r ") not in ("# Learnings", "")]
