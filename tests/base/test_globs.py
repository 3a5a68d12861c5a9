"""Which path a pattern means; what must not fit comes first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.globs import path_matches

FITS_NOT = [
    ("src/*.ts", "src/auth/jwt.ts"),  # a star stays in its folder
    ("src/*", "src/auth/jwt.ts"),
    ("src/?.ts", "src//.ts"),
    ("*.ts", "src/jwt.tsx"),
    ("jwt.ts", "src/notjwt.ts"),
    ("auth/*.ts", "src/auth/jwt.ts"),  # with a slash from the root
    ("auth/jwt.ts", "src/auth/jwt.ts"),
    ("/jwt.ts", "src/jwt.ts"),
    ("src/[!j]*.ts", "src/jwt.ts"),
    ("src/[^j]*.ts", "src/jwt.ts"),
    ("src/a.ts", "src/axts"),
    ("src/auth", "src/authors.ts"),
    ("docs/", "docs"),  # a file of that name
    ("src/**", "src"),
    ("{a,b}.py", "c.py"),
    ("*.PY", "a.py"),
    ("", "a.py"),
    ("/", "a.py"),
    ("**", ""),
    ("*", "a" * 2000),
]
FITS = [
    ("*.ts", "src/auth/jwt.ts"),
    ("jwt.ts", "src/jwt.ts"),
    ("src/**/*.ts", "src/auth/deep/jwt.ts"),
    ("src/**/*.ts", "src/jwt.ts"),
    ("src/**", "src/auth/jwt.ts"),
    ("**/jwt.ts", "jwt.ts"),
    ("**", "a/b"),
    ("./src/*.ts", "src/jwt.ts"),
    ("/src/*.ts", "./src/jwt.ts"),
    ("src/[ij]wt.t?", "src/jwt.ts"),
    ("src/auth", "src/auth/deep/jwt.ts"),
    ("src/auth/", "src/auth/jwt.ts"),
    ("migrations", "app/migrations/0001.sql"),
    ("docs/", "a/docs/b.md"),
    ("src/*/", "src/auth/deep/jwt.ts"),
    ("{a,b}.py", "src/b.py"),
    ("src/{a,b/**}/x.py", "src/b/c/x.py"),
    ("{a,{b,c}}.md", "c.md"),
    ("{one}.md", "{one}.md"),
    ("[a&&b]", "&"),
    ("ünï/*", "ünï/ä b.py"),
]


@pytest.mark.parametrize(("pattern", "path"), FITS_NOT)
def test_a_pattern_does_not_fit(pattern: str, path: str) -> None:
    assert not path_matches(path, pattern)


@pytest.mark.parametrize(("pattern", "path"), FITS)
def test_a_pattern_fits(pattern: str, path: str) -> None:
    assert path_matches(path, pattern)


# Wildcards that could share the path in very many ways; each would run for years if tried all.
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("src/" + "*a" * 40 + "b.py", "src/" + "a" * 900),
        ("**/a/" * 100 + "y.py", "a/" * 400 + "x.py"),
        ("**/*a*a" * 9 + "b", "a/aa" * 200),
        ("{a,b}" * 100, "a" * 99 + "c"),
        ("{" * 500 + "a,b" + "}" * 500, "c"),
        ("[" * 1000, "a"),
    ],
)
def test_many_wildcards_do_not_fit(pattern: str, path: str) -> None:
    assert not path_matches(path, pattern)


def _fits(pattern: list[str], parts: list[str]) -> bool:
    """What folders and `**` mean, in all the ways in which they can fit."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_fits(pattern[1:], parts[at:]) for at in range(len(parts) + 1))
    return bool(parts) and pattern[0] in ("*", parts[0]) and _fits(pattern[1:], parts[1:])


@given(
    st.lists(st.sampled_from(["a", "b", "*", "**"]), max_size=5),
    st.lists(st.sampled_from(["a", "b"]), min_size=1, max_size=7),
)
def test_the_first_place_that_fits_is_as_good_as_any(pattern: list[str], parts: list[str]) -> None:
    whole = ["x", *pattern, "*"]
    assert path_matches("/".join(["x", *parts]), "/".join(whole)) == _fits(whole, ["x", *parts])
