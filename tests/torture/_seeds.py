"""What spoiled inputs grow from: small files of every kind, the tests' corpus, real files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from memory_md.base.identity import entry_id

HERE = Path(__file__).resolve().parents[2]
CORPUS = HERE / "tests" / "corpus"
REAL = HERE.parent / "shared" / "realdata"  # on the machines that have them
LARGEST = 24_000  # bytes of a file

SETTINGS_SEEDS = (
    b"{}",
    b'{\n  "hooks": {}\n}\n',
    b'{\n  // mine\n  "model": "opus", /* c */\n  "hooks": {"Stop": [{"hooks": [{"type": "command", '
    b'"command": "echo hi"}]}],},\n}\n',
    b'\xef\xbb\xbf{\r\n\t"a": [1, 2, {"b": null}],\r\n\t"hooks": {"SessionStart": []}\r\n}',
    b'{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mem hook codex"}]}]}}',
    b'{"version": 1, "hooks": {"sessionStart": [{"command": "./a.sh"}], "stop": [{"command": '
    b'"/x/mem hook cursor"}]}}\n',
)
TOML_SEEDS = (
    b"",
    b'model = "o3"\n\n[hooks]\n',
    b'[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "echo"\n',
    b"[a]\nb = [1,\n 2]\n# mem: begin\n[[hooks.Stop]]\n# mem: end\n",
    b'hooks = {Stop = [{hooks = [{command = "x"}]}]}\n',
    b'[hooks]\nStop = 5\nSessionStart = "x"\n',
)
CONFIG_SEEDS = (
    b"eviction: {max_entries: 5, keep_entries: 3, max_bytes: 900, keep_share: 0.7}\n",
    b"paths:\n  learnings: docs/learnings.md\n  diary: notes/diary\ndiary: {last: 5}\n",
    b"dedup:\n  threshold: 0.9\nllm:\n  enabled: true\n  command: llm -m x\n  timeout: 5\n",
    b"confidence:\n  first: 0.5\n  boost: 0.2\nmodels:\n  x: 1000\nunknown: [1, {a: b}]\n",
    b"context: {budget: ten}\nextract: {min_confidence: .nan}\nlimits: {tasks: -1}\n",
)
EDGE_SEEDS = (
    b'[\n  {\n    "type": "decision_file",\n    "source": "d1",\n    "target": "src/a.ts",\n'
    b'    "label": "Use JWT",\n    "sessionId": "t1",\n    "createdAt": "2026-02-02T12:00:00Z"\n  },\n'
    b'  {"type": "file_risk", "source": "a", "target": "b", "weight": 1.50, "x": [1e3, null]}\n]\n',
    b'{"version": 1, "note": "\\ud83d\\ude00", "relationships": [{"type": "decision_risk", "source": '
    b'"a", "target": "b"}]}',
)
CALL_SEEDS = (
    b'{"version": 1, "edges": [\n{"caller": "a.py:f", "callee": "a.py:g", "source": "ast", '
    b'"confidence": 1.0, "times_confirmed": 0, "last_task": ""},\n{"caller": "a.py:f", "callee": '
    b'"b.py:h", "source": "observation", "confidence": 0.6, "times_confirmed": 2, "last_task": '
    b'"t1", "x": 1}\n]}\n',
)
OBSERVATION_SEEDS = (
    b'[{"title": "t", "summary": "s", "files_touched": ["a.py"], "functions_changed": ["a.py:f", '
    b'"b.py:C.m"]}]',
    b'{"observations": [{"title": "t", "functions_changed": [{"file": "a.py", "name": "f"}]}]}',
)
ANSWER_SEEDS = (
    b'[{"category": "gotcha", "content": "The cache is cold at noon", "confidence": 0.8, '
    b'"contradicts": "k3v9q2xa"}]',
    b'Let me think.\n```json\n[{"category": "decision", "content": "Use tabs",},]\n```\nDone.',
    b'{"learnings": [{"category": "x", "content": 5}]}\n[]\n',
)
EVIDENCE_SEEDS = (
    b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00.000Z","task":"t1","act":"said","who":"agent",'
    b'"source":"in/s.jsonl","line":4,"quote":"The queue is slow"}\n'
    b'{"id":"k3v9q2xa","at":"2026-02-03T12:00:00.000Z","task":"t2","act":"contradicted",'
    b'"who":"agent","by":"p0d7w1bz","conf":0.59}\n{"id":"p0d7w1bz","at":"2026-02-03T12:00:00Z",'
    b'"task":"t2","act":"migrated","who":"agent","seen":3,"from":["t1","t2"],"last":"2026-02-01",'
    b'"anchors":[{"path":"a.py","name":"login","hash":"abcdefgh"}]}\n',
    b"<<<<<<< ours\n=======\n>>>>>>> theirs\n",
)
INBOX_SEEDS = (
    b'{"id":"%s","kind":"issue","text":"%s","at":"2026-02-02T12:00:00.000Z","task":"t1",'
    b'"score":0.4,"reason":"not sure enough","who":"agent","files":["src/app.py"]}\n'
    % (entry_id("issue", "The login fails at noon").encode(), b"The login fails at noon"),
)
LOG_SEEDS = (
    b'{"file":"learnings.md","at":"2026-02-02T12:00:00.000Z","added":["0123456789abcdef"]}\n'
    b'{"file":".mem/archive.md","removed":["0123456789abcdef"],"prev":"fedcba9876543210"}\n',
    b'{"at":"2026-02-02T12:00:00.000Z","event":"learning.extraction_complete","id":"",'
    b'"task":"t1","source":{"path":"-"},"counts":{"found":0,"stored":0}}\n',
    b'{"id":"r1","at":"2026-02-02T12:00:00.000Z","query":"q","choices":[{"id":"k3v9q2xa",'
    b'"place":1,"reason":"","parts":{"words":0.5}}],"untold":0}\n',
)
UNDO_SEEDS = (
    b'{"command":"mem extract","at":"2026-02-02T12:00:00.000Z"}\n{"path":"learnings.md",'
    b'"start":0,"old":"eNoDAAAAAAE=","new":"eNrTVUjlAgADMAEv","after":[5,1]}\n{}\n',
)
CHANGE_SEEDS = (
    b"diff --git a/src/app.py b/src/app.py\nindex 1..2 100644\n--- a/src/app.py\n+++ b/src/app.py\n"
    b"@@ -1,3 +1,4 @@ def login():\n def login():\n-    return 1\n+    return 2\n+\n \\ No newline\n"
    b'diff --git "a/\\303\\244.py" "b/\\303\\244.py"\nnew file mode 100644\n--- /dev/null\n'
    b'+++ "b/\\303\\244.py"\n@@ -0,0 +1 @@\n+x = 1\nBinary files a/x and b/x differ\n',
)
SOURCE_SEEDS = (
    b"import os\nMAX_RETRIES = 5\n\n@cache\ndef login(a, *, b=1) -> int:\n    return a\n\n\nclass A(B):\n"
    b"    x: int = 3\n\n    async def f(self):\n        pass\n",
    b"export const MAX_RETRIES = 5;\nexport default class A extends B { login() { return `a${b}`; } }\n"
    b"function f<T>(x: T): T { return x }\n",
    b"package a\n\nconst MAX_RETRIES = 5\n\nfunc (s *S) Login(a int) error {\n\treturn nil\n}\n",
    b"pub const MAX_RETRIES: u32 = 5;\nimpl A for B { fn login(&self) -> u8 { 1 } }\n",
    b'[project]\nversion = "1.2.3"\ndependencies = ["typer>=0.26,<0.27"]\nport: 8080\n',
    b'{"version": "1.2.3", "dependencies": {"react": "^18.2.0"}, "engines": {"node": ">=20"}}\n',
)
SPEC_SEEDS = (
    b"# Spec\n\n## Allowed Files\n\n1. `src/a.py` \xe2\x80\x94 the parser (new)\n- src/{b,c}.ts:10-20, docs/*.md\n"
    b"\n| File | Change |\n|---|---|\n| `x/y.go` | modify |\n\n### FORBIDDEN\n- src/z.py\n",
    b"---\nfiles_modified: [a.py, b/c.py]\nallowed_files:\n  - d.md\n---\n**Files allowed:**\n```\na/b.txt\n```\n",
)
ADR_SEEDS = (
    b"---\nstatus: accepted\ndate: 2026-02-02\n---\n# Use JWT\n\n## Context and Problem Statement\n\nc\n\n"
    b'## Decision Outcome\n\nChosen option: "JWT", because x.\n\n<!-- mem:k3v9q2xa facts=abcdefgh sha=abcdefgh -->\n',
    b"# 7. Title\n\nDate: 2026-02-02\n\n## Status\n\nSuperseded by [8](0008-x.md)\n\n## Context\n\nc\n\n## Decision\n\nd\n",
    b"# {short title}\n\n* Status: {proposed | accepted}\n* Date: {YYYY-MM-DD}\n\n## Context\n\n{describe}\n",
)
DIARY_SEEDS = (
    b"# Diary\n\n| Date | ID | Type | Summary | Files | Status | File |\n|---|---|---|---|---|---|---|\n"
    b"| 2026-01-01 | TECH-1 | problem | it broke `a\\|b` | 2 | pending | [x](ai/diary/x.md) |\n"
    b"| 2026-01-02 | TECH-2 | success | fine | a.py, b.py | done | - |\n\n## Types\n\n- problem\n",
    "# Дневник\n\n| Дата | ID | Тип | Суть | Статус | Файл |\n|:-|:-|--|--|--|--|\n| 02.01.2026 | A-1 | "
    "проблема | сломалось | ожидает | a.md |\n\n## Статусы\n\n| 03.01.2026 | A-2 | x | y | pending | - |\n".encode(),
)
ENTRY_SEEDS = (
    b"# TECH-1\n\n**Status:** pending\nFiles: src/a.py, src/{b,c}.py\n  src/d.py:10\n\n## What failed\n\nx\n\n"
    b"## Why\n\n- y\n\n| File:line | What |\n|---|---|\n| `a.py:3` | z |\n\nSee [b](../../src/b.py).\n",
)
CONTEXT_SEEDS = (
    b"## Workspace Learnings\n\nPatterns observed from previous sessions in this workspace:\n\n### Preferences\n"
    b"- Use tabs\n\n### About the User\n- Is Ada\n\n## Known Relationships\n\n### Files \xe2\x86\x92 Risks\n- `a` has risk: b\n",
    b"<system-reminder>x</system-reminder>\n<command-name>/x</command-name> hi\n<local-command-stdout>y\n",
)
GIT_SEEDS = (
    b"*.png binary\n",
    b"a\r\nb",
    b"# mem: begin\n/learnings.md merge=mem\n# mem: end\n",
    b"",
)
TRANSCRIPTS = ("transcripts/*", "hooks/*.json")
REAL_TRANSCRIPTS = ("transcripts/*/*", "handoff/*", "summary/*")
REAL_LEARNINGS = ("learnings/*", "learnings/*/*")
REAL_DIARY = ("diary/*", "diary/*/*", "diary/*/*/*")


def seeds(
    *own: bytes, files: Iterable[str] = (), real: Iterable[str] = ()
) -> Callable[[], list[bytes]]:
    """These, and what is in files of the corpus and of the real ones, when it is asked for."""
    return lambda: [*own, *_files(files, real)]


def _files(patterns: Iterable[str], real: Iterable[str]) -> list[bytes]:
    found = [path for pattern in patterns for path in sorted(CORPUS.glob(pattern))]
    found += [path for pattern in real for path in sorted(REAL.glob(pattern))]
    parts = []
    for path in found:
        if path.is_file():
            data = path.read_bytes()
            cut = data.rfind(b"\n", 0, LARGEST) + 1 if len(data) > LARGEST else len(data)
            parts.append(data[: cut or LARGEST])
    return parts
