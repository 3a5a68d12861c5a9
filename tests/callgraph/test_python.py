"""Which call leads to which function: no edge that is not certain, then each way to name one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.callgraph.python import Project, Source, read_python


def edges(files: dict[str, str]) -> set[tuple[str, str]]:
    read = {path: read_python(path, text.encode()) for path, text in files.items()}
    return set(Project({path: one for path, one in read.items() if one}).edges())


def callees(text: str, **more: str) -> set[str]:
    """Return what `run` of a.py calls; `more` are other files by their names."""
    files = {"a.py": text, **{f"{name}.py": other for name, other in more.items()}}
    return {callee for caller, callee in edges(files) if caller == "a.py::run"}


NO_EDGE = {
    "a parameter hides the function": "def f(): pass\ndef run(f): f()",
    "a variable hides the function": "def f(): pass\ndef run():\n    f = 1\n    f()",
    "a variable of two types": "class A:\n    def m(self): pass\nclass B: pass\n"
    "def run():\n    x = A()\n    x = B()\n    x.m()",
    "a method is not seen without its class": "class A:\n    def m(self): pass\ndef run(): m()",
    "a variable of no known type": "class A:\n    def m(self): pass\ndef run(x): x.m()",
    "a module of others": "import json\ndef loads(): pass\ndef run(): json.loads()",
    "an item": "def f(): pass\ndef run(): [f][0]()",
}


@pytest.mark.parametrize("text", NO_EDGE.values(), ids=NO_EDGE)
def test_a_call_that_is_not_certain_makes_no_edge(text: str) -> None:
    assert callees(text) == set()


def test_a_method_of_a_base_that_is_not_known_makes_no_edge() -> None:
    text = "class B:\n    def m(self): pass\nclass A(Other, B):\n    def run(self): self.m()"
    assert edges({"a.py": text}) == set()


EDGES = {
    "a function": ("def f(): pass\ndef run(): f()", "a.py::f"),
    "a function inside": ("def run():\n    def f(): pass\n    f()", "a.py::run.f"),
    "a class": ("class A:\n    def __init__(self): pass\ndef run(): A()", "a.py::A.__init__"),
    "a new object": ("class A:\n    def m(self): pass\ndef run(): A().m()", "a.py::A.m"),
    "a class method": ("class A:\n    def m(self): pass\ndef run(): A.m(1)", "a.py::A.m"),
    "a parameter": ("class A:\n    def m(self): pass\ndef run(x: 'A'): x.m()", "a.py::A.m"),
    "or None": ("class A:\n    def m(self): pass\ndef run(x: A | None): x.m()", "a.py::A.m"),
    "an import": ("from b import f\ndef run(): f()", "b.py::f"),
    "an import under another name": ("import b as c\ndef run(): c.f()", "b.py::f"),
    "an import of all": ("from b import *\ndef run(): f()", "b.py::f"),
    "an import inside": ("def run():\n    from b import f\n    f()", "b.py::f"),
    "an import that is passed on": ("from c import f\ndef run(): f()", "b.py::f"),
}


@pytest.mark.parametrize(("text", "callee"), EDGES.values(), ids=EDGES)
def test_a_call_is_followed(text: str, callee: str) -> None:
    assert callees(text, b="def f(): pass", c="from b import f") == {callee}


def test_methods_follow_self_super_and_bases_through_packages() -> None:
    found = edges(
        {
            "src/shop/__init__.py": "from .base import Base",
            "src/shop/base.py": "class Base:\n    def save(self): self.check()\n"
            "    def check(self): pass",
            "src/shop/api/user.py": "from .. import Base\nfrom shop import base\n"
            "class User(Base):\n    def save(self):\n        super().save()\n"
            "        base.Base.check(self)\n    async def go(self): self.check()",
        }
    )
    base, user = "src/shop/base.py::Base", "src/shop/api/user.py::User"
    assert found == {
        (f"{base}.save", f"{base}.check"),
        (f"{user}.save", f"{base}.save"),
        (f"{user}.save", f"{base}.check"),
        (f"{user}.go", f"{base}.check"),
    }


def test_imports_and_bases_that_go_in_a_circle_end() -> None:
    files = {
        "a.py": "from b import f\nclass A(A): pass\nclass B(C): pass\nclass C(B): pass\n"
        "def run(x: B):\n    f()\n    A.m()\n    x.m()",
        "b.py": "from a import f",
    }
    assert edges(files) == set()


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_bytes_can_be_read(data: str | bytes) -> None:
    found = read_python("a.py", data.encode() if isinstance(data, str) else data)
    assert found is None or isinstance(found, Source)
