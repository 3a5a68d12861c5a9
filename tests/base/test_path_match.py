"""Which path is meant: whole parts of it, folders, and globs that stay in theirs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.path_match import (
    ends_with_path,
    glob_matcher,
    is_below,
    is_glob,
    is_within,
)

from ..rows import check_rows

NOT_MEANT = [
    pytest.param("src/jwt.ts", "wt.ts", id="part of a name"),
    pytest.param("callback_sync.py", "callback.py", id="another name"),
    pytest.param("src/jwt.ts", "src", id="a folder is no end"),
    pytest.param("src/jwt.ts", "", id="nothing"),
    pytest.param("src/jwt.ts", "/", id="a slash"),
    pytest.param("src/jwt.ts", "b/src/jwt.ts", id="longer than the path"),
]


@pytest.mark.parametrize(("path", "end"), NOT_MEANT)
def test_a_path_does_not_end_so(path: str, end: str) -> None:
    assert not ends_with_path(path, end)


@pytest.mark.parametrize("end", ["jwt.ts", "auth/jwt.ts", "src/auth/jwt.ts", "/auth/jwt.ts"])
def test_a_path_ends_with_whole_parts(end: str) -> None:
    assert ends_with_path("src/auth/jwt.ts", end)


def test_a_folder_holds_what_is_below_it() -> None:
    assert is_below("src/auth/jwt.ts", "src/auth/")
    assert is_below("src/auth/jwt.ts", "src")
    assert not is_below("src/authors.ts", "src/auth")
    assert not is_below("src/auth", "src/auth")


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        pytest.param("src/authors.ts", "src/auth", False, id="a name that begins alike"),
        pytest.param("src", "src/auth", False, id="a folder above"),
        pytest.param("src/auth", "src/auth", True, id="the folder itself"),
        pytest.param("src/auth/jwt.ts", "src/auth", True, id="a file in it"),
        pytest.param("src/auth/jwt.ts", "", True, id="the root holds all"),
    ],
)
def test_a_path_is_within_a_folder(path: str, folder: str, *, expected: bool) -> None:
    assert is_within(path, folder) == expected


FITS_NOT = [
    pytest.param("src/*.ts", "src/auth/jwt.ts", id="a star stays in its folder"),
    pytest.param("src/?.ts", "src//.ts", id="a question mark is no slash"),
    pytest.param("*.ts", "src/jwt.tsx", id="the end counts"),
    pytest.param("auth/*.ts", "src/auth/jwt.ts", id="with a slash from the root"),
    pytest.param("src/[!j]*.ts", "src/jwt.ts", id="a negated class"),
    pytest.param("src/[!j]wt.ts", "src//wt.ts", id="a negated class is no slash"),
    pytest.param("src/a.ts", "src/axts", id="a dot is a dot"),
]
FITS = [
    pytest.param("*.ts", "src/auth/jwt.ts", id="a name at any depth"),
    pytest.param("src/**/*.ts", "src/auth/deep/jwt.ts", id="any depth"),
    pytest.param("src/**/*.ts", "src/jwt.ts", id="no folder in between"),
    pytest.param("src/**", "src/auth/jwt.ts", id="all below"),
    pytest.param("**/jwt.ts", "jwt.ts", id="at the root too"),
    pytest.param("./src/*.ts", "src/jwt.ts", id="from here"),
    pytest.param("/src/*.ts", "src/jwt.ts", id="from the root"),
    pytest.param("src/[ij]wt.t?", "src/jwt.ts", id="a class and one character"),
    pytest.param("src/[z-a].ts", "src/[z-a].ts", id="a range that runs backwards is text"),
]


@pytest.mark.parametrize(("pattern", "path"), FITS_NOT)
def test_a_glob_does_not_fit(pattern: str, path: str) -> None:
    assert not glob_matcher(pattern)(path)


@check_rows(("pattern", "path"), FITS)
def test_a_glob_fits(pattern: str, path: str) -> None:
    assert glob_matcher(pattern)(path)


def test_a_glob_may_fit_the_end_of_a_path() -> None:
    assert glob_matcher("auth/*.ts", anywhere=True)("src/auth/jwt.ts")
    assert not glob_matcher("uth/*.ts", anywhere=True)("src/auth/jwt.ts")


# Patterns that fit nowhere, whose wildcards could share the path in very many ways.
SLOW = [
    pytest.param("src/" + "*a" * 12 + "b.py", "src/" + "a" * 900, id="many stars"),
    pytest.param("**/a/" * 12 + "y.py", "a/" * 400 + "x.py", id="many folders"),
    pytest.param("**a" * 12 + "b", "a" * 900, id="many double stars"),
    pytest.param("**/*a*a" * 9 + "b", "a/aa" * 200, id="both"),
    pytest.param("*a" * 300 + "b", "a" * 1_000_000, id="a path that is none"),
]


@pytest.mark.parametrize(("pattern", "path"), SLOW)
def test_many_wildcards_do_not_fit(pattern: str, path: str) -> None:
    assert not glob_matcher(pattern, anywhere=True)(path)


def _fits(pattern: str, path: str, *, fresh: bool = True) -> bool:
    """What a glob means, in all the ways in which it can fit; `fresh` is behind a slash."""
    if not pattern:
        return not path
    rest = pattern.lstrip("*")
    stars = len(pattern) - len(rest)
    if stars > 1 and rest.startswith("/") and fresh:
        folders = [at + 1 for at, char in enumerate(path) if char == "/"]
        return any(_fits(rest[1:], path[at:]) for at in (0, *folders))
    if stars:
        ends = range(len(path.partition("/")[0] if stars == 1 else path) + 1)
        return any(_fits(rest, path[at:], fresh=False) for at in ends)
    if not path or (path[0] != pattern[0] and (pattern[0] != "?" or path[0] == "/")):
        return False
    return _fits(pattern[1:], path[1:], fresh=pattern[0] == "/")


@given(
    st.lists(st.sampled_from(["a", "b", "/", "*", "**", "**/", "?"]), max_size=8).map("".join),
    st.text("ab/", max_size=9),
)
def test_the_first_place_where_a_part_fits_is_as_good_as_any(pattern: str, path: str) -> None:
    pattern = f"x/{pattern}"
    assert glob_matcher(pattern)(f"x/{path}") == _fits(pattern, f"x/{path}")


@check_rows(
    ("pattern", "fits", "misses"),
    [
        ("[+--].md", ",.md", "a.md"),
        ("[a--].md", "[a--].md", "a.md"),
        ("[a&&b]", "&", "c"),
        ("[~~|]", "|", "c"),
        ("[!a--]", "[!a--]", "b"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_doubled_sign_in_a_set_means_what_it_says(pattern: str, fits: str, misses: str) -> None:
    assert glob_matcher(pattern)(fits)
    assert not glob_matcher(pattern)(misses)


@given(st.text("ab/*?[]!^-.\\{}()", max_size=30), st.text("ab/.[", max_size=20))
def test_any_text_is_a_pattern(pattern: str, path: str) -> None:
    assert glob_matcher(pattern)(path) in (True, False)
    if not is_glob(path) and path and not path.startswith(("/", "./")):
        assert glob_matcher(path)(path)
