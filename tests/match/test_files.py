from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.match.files import fit


@pytest.mark.parametrize(
    ("named", "path", "how"),
    [
        ("th.py", "src/auth.py", ""),  # no part of a name
        ("auth", "src/oauth/a.py", ""),
        ("report", "report/a.py", ""),  # a bare word is no folder
        ("src/auth/", "src/auth2/a.py", ""),
        ("*.ts", "src/a.py", ""),
        ("", "a.py", ""),
        ("src/auth.py", "src/auth.py", "equal"),
        ("./src/auth.py", "src/auth.py", "equal"),
        (r"src\auth.py", "src/auth.py", "equal"),
        ("auth/jwt.py", "src/auth/jwt.py", "suffix"),
        ("/home-of-me/src/auth.py", "src/auth.py", "suffix"),
        ("src/**/*.py", "src/a/b.py", "glob"),
        ("*.py", "src/a.py", "glob"),
        ("{a,b}.md", "docs/b.md", "glob"),
        ("src/auth/", "src/auth/jwt.py", "folder"),
        ("src/auth", "src/auth/jwt.py", "folder"),
        ("jwt.py", "src/auth/jwt.py", "name"),
    ],
)
def test_how_a_named_path_fits_a_file(named: str, path: str, how: str) -> None:
    assert fit(named, path) == how


@given(st.text(), st.text())
def test_no_path_is_too_odd(named: str, path: str) -> None:
    fit(named, path)
