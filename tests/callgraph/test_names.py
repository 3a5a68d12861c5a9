"""Which function a name means, and which names mean none for certain."""

from __future__ import annotations

import pytest

from memory_md.callgraph.rules.names import resolve

from ..rows import check_rows

FUNCTIONS = {
    "src/auth/jwt.py": ["Tokens.verify", "Tokens.refresh", "load", "outer.inner"],
    "src/auth/session.py": ["Session.verify", "close"],
    "lib/jwt.py": ["load", "dump"],
}
GRAPH = {"a.f", "b.g", "src/old.go::Server.Close"}
TOUCHED = ["src/auth/jwt.py", "src/auth/session.py"]

NONE = [
    pytest.param("verify", "could be", id="two-files-touched-have-one"),
    pytest.param("erify", "no such", id="a-part-of-a-word"),
    pytest.param("jwt", "no such", id="a-file-is-no-function"),
    pytest.param("Tokens", "no such", id="a-class-is-no-function"),
    pytest.param("src/auth/jwt.py", "no such", id="a-path-alone"),
    pytest.param("src/auth/jwt.py::Session.verify", "no such", id="in-another-file"),
    pytest.param("src/other/jwt.py::load", "no such", id="another-folder"),
    pytest.param("wt.py::load", "no such", id="a-part-of-a-file's-name"),
    pytest.param("verify()()", "no such", id="calls-of-calls"),
    pytest.param("x" * 100_000, "no such", id="very-long"),
]


@check_rows(("name", "why"), NONE)
def test_what_is_not_certain_is_passed_over_with_a_reason(name: str, why: str) -> None:
    found = resolve([name], TOUCHED, FUNCTIONS, GRAPH)
    assert found.ids == ()
    assert why in found.warnings[0]


@check_rows(
    ("name", "id_"),
    [
        ("src/auth/jwt.py::Tokens.verify", "src/auth/jwt.py::Tokens.verify"),
        ("src/auth/jwt.py:Tokens.verify", "src/auth/jwt.py::Tokens.verify"),
        ("jwt.py::verify", "src/auth/jwt.py::Tokens.verify"),
        ("./src/auth/jwt.py:verify()", "src/auth/jwt.py::Tokens.verify"),
        ("src\\auth\\jwt.py:verify", "src/auth/jwt.py::Tokens.verify"),
        ("Tokens.verify", "src/auth/jwt.py::Tokens.verify"),
        ("Tokens::verify", "src/auth/jwt.py::Tokens.verify"),
        ("Tokens#verify", "src/auth/jwt.py::Tokens.verify"),
        ("`Tokens.verify(token, now)`", "src/auth/jwt.py::Tokens.verify"),
        ("auth.jwt.Tokens.verify", "src/auth/jwt.py::Tokens.verify"),
        ("inner", "src/auth/jwt.py::outer.inner"),
        ("close", "src/auth/session.py::close"),
        ("load", "src/auth/jwt.py::load"),  # of those touched, not of lib/jwt.py
        ("dump", "lib/jwt.py::dump"),
        ("a.f", "a.f"),
        ("Server.Close", "src/old.go::Server.Close"),
        ("old.go#Close", "src/old.go::Server.Close"),
    ],
)
def test_names_as_people_write_them(name: str, id_: str) -> None:
    assert resolve([name], TOUCHED, FUNCTIONS, GRAPH).ids == (id_,)


def test_one_function_named_twice_is_one() -> None:
    found = resolve(["Tokens.verify", "jwt.py:verify", "", "  "], TOUCHED, FUNCTIONS, GRAPH)
    assert found.ids == ("src/auth/jwt.py::Tokens.verify",)
    assert not found.warnings


def test_the_exact_name_in_a_file_comes_before_the_end_of_another() -> None:
    functions = {"a.py": ["verify", "Tokens.verify"]}
    assert resolve(["a.py::verify"], [], functions, ()).ids == ("a.py::verify",)
    assert resolve(["verify"], ["a.py"], functions, ()).ids == ()
