"""Which words of a running text are paths of files, and without which marks."""

from __future__ import annotations

import pytest

from memory_md.markdown.paths import paths_in

NONE = [
    "No file at all, and/or none: I/O, N/A, TCP/IP, km/h, either/or.",
    "v1.2.3, 1.2.3/4.5, 2026/01/02, 3.11/3.12",
    "https://x.com/a/b.py, www.x.com/b.py and github.com/foo/bar.py",
    "Node.js/Express.js, Node.js, Socket.io, ASP.NET, *.example.com",
    "`self.py`, `os.path`, `user.name`, `req.json`, `.value`, `session.*`",
    "foo/bar.baz() and stdout/process.exit",
    "application/json, text/html, `@scope/pkg`, owner/repo, `feature/branch`",
    "`GET /api/v1/users/`, /users, `s/a/b/`",
    "Never ** in src. **Bold 3.5.** `--flag/x.py`",
    "e.g./i.e. a.k.a. U.S./U.K.",
    "john@example.com, user@host.io",
]
PATHS = {
    "`src/auth/jwt.ts` and ./a.py": ["src/auth/jwt.ts", "a.py"],
    "docs/x.md:10-20, `a.py:3:5`, src/b.py#L3-L9, t/c.py::test_d, docs/e.md#use": [
        *("docs/x.md", "a.py", "src/b.py", "t/c.py", "docs/e.md")
    ],
    "In report/ and `src/auth` and .github/workflows": ["report/", "src/auth", ".github/workflows"],
    r"src\win\a.cs and `C:\repo\a.py`": ["src/win/a.cs", "C:/repo/a.py"],
    "See **src/gate.c**: it sticks. **src/b.c:** too, _x/y.py_": [
        "src/gate.c",
        "src/b.c",
        "x/y.py",
    ],
    "Globs **/gate.c, src/** and `*.test.ts` stay.": ["**/gate.c", "src/**", "*.test.ts"],
    "(`src/gate.c`: it sticks) (see src/a.py).": ["src/gate.c", "src/a.py"],
    "app/(auth)/page.tsx and `app/[id]/page.tsx`": ["app/(auth)/page.tsx", "app/[id]/page.tsx"],
    "`{a,b}.md` src/{x,y}/z.py docs/{id}.md": [
        *("a.md", "b.md", "src/x/z.py", "src/y/z.py", "docs/*.md")
    ],
    "[the doc](docs/a.md)": ["docs/a.md"],
    "`Makefile`, `.env`, Makefile": ["Makefile", ".env"],
    "`pytest tests/test_a.py -x --file=src/a.py`": ["tests/test_a.py", "src/a.py"],
    "`__init__.py` and src/__pycache__/": ["__init__.py", "src/__pycache__/"],
    "@src/foo.ts and src/...": ["src/foo.ts", "src/"],
    "a/b.py,c/d.py; a/b.py": ["a/b.py", "c/d.py"],
    "见：src/b.py。": ["src/b.py"],
}


@pytest.mark.parametrize("text", NONE)
def test_no_path(text: str) -> None:
    assert paths_in(text) == []


@pytest.mark.parametrize(("text", "paths"), PATHS.items(), ids=PATHS)
def test_the_paths_in(text: str, paths: list[str]) -> None:
    assert paths_in(text) == paths


@pytest.mark.parametrize(
    "part", ["[", "(", "{", "a/", "a.", "{a,b}", "`", "<", "*", ":1", "_", "]("]
)
def test_a_long_line_of_one_thing_names_no_path(part: str) -> None:
    assert len(paths_in(part * 50_000)) <= 1
