"""What a source file defines, what a written name means in it, and what moves a hash."""

from __future__ import annotations

import pytest

from memory_md.symbols.definitions import SourceSymbols, matching_names
from memory_md.symbols.language import available
from memory_md.symbols.source_hash import NAME_ONLY

from ..rows import check_rows

PYTHON = """
import os
from a import (
    Brought,
    again as other,
)
LIMIT: int = 5
A, B = 1, 2
try:
    from fast import quick
except ImportError:
    def quick(x):
        inner = x
        return inner

@decorated
class Store(Base):
    size = 1
    def save(self): ...
    class Row:
        name: str
if TYPE_CHECKING:
    Later = 1
"""
TYPESCRIPT = """
import { Brought, again as other } from './a';
export const table = { find() { return 1 }, put: (a) => a };
export class Store<T> extends Base { private size = 1; static async save(a: string) {} }
export interface Row { name: string; read(): void }
enum Kind { One }
export default function main() { const inner = 1; return inner; }
namespace Space { export const deep = 1 }
exports.given = function () {};
Store.prototype.late = function () {};
"""
GO = """package a
const (
    One = 1
    Two, Three = 2, 3
)
type Store struct { Size int }
type Reader interface { Read(n int) error }
func (s *Store) Save() { inner := 1; _ = inner }
func (s Box[T]) Open() {}
func main() {}
"""
RUST = """
pub struct Store { pub size: i32 }
impl<T> Trait for Store<T> { fn save(&self) {} const MOST: i32 = 1; }
trait Trait { fn save(&self); }
enum Kind { One, Two(i32) }
mod space { pub fn deep() {} }
macro_rules! made { () => {} }
"""
DEFINED = {
    "a.py": (
        PYTHON,
        "LIMIT A B quick Store Store.size Store.save Store.Row Store.Row.name Later",
        "Brought again inner decorated Base",
    ),
    "a.ts": (
        TYPESCRIPT,
        """table table.find table.put Store Store.size Store.save Row Row.name Row.read Kind main
        Space Space.deep given Store.late""",
        "Brought inner Base",
    ),
    "a.go": (
        GO,
        "One Two Three Store Store.Size Reader Reader.Read Store.Save Box.Open main",
        "inner a",
    ),
    "a.rs": (
        RUST,
        """Store Store.size Store.save Store.MOST Trait Trait.save Kind Kind.One Kind.Two space
        space.deep made""",
        "T",
    ),
}


@check_rows("path", DEFINED)
def test_definitions_of_each_language(path: str) -> None:
    text, defined, not_defined = DEFINED[path]
    if not available("go") and path != "a.py":
        pytest.skip("the grammars are not installed")
    names = {*(SourceSymbols(path, text.encode()).defined or ())}
    assert not names & {*not_defined.split()}
    assert names == {*defined.split()}


def test_what_an_import_brings_is_known() -> None:
    for path in ("a.py", "a.ts"):
        source = SourceSymbols(path, DEFINED[path][0].encode())
        assert source.imports("Brought")
        assert not source.imports("Store")
        assert not source.imports("inner")


SAME = [
    ("def f(a):\n    return a\n", "def g(a):\n    return a\n"),
    ("def f(a):\n    return a\n", "def f(a):  # why\n\n    # how\n    return a\n"),
    ("def f(a):\n    return '#1'\n", "if 1:\n    def f(a):\n        return '#1'\n"),
]
OTHER = [
    ("def f(a):\n    return a\n", "def f(a):\n    return b\n"),
    ("def f(a):\n    return '#1'\n", "def f(a):\n    return '#2'\n"),
    ("def f(a):\n    '''\n    # one\n    '''\n", "def f(a):\n    '''\n    # two\n    '''\n"),
]


def _hash(text: str) -> str:
    source = SourceSymbols("a.py", text.encode())
    return source.hash_of(next(iter(source.defined or ())))


@check_rows(("one", "two"), SAME)
def test_comments_blank_lines_depth_and_name_leave_a_hash(one: str, two: str) -> None:
    assert _hash(one) == _hash(two)


@check_rows(("one", "two"), OTHER)
def test_code_and_strings_move_a_hash(one: str, two: str) -> None:
    assert _hash(one) != _hash(two)


MEANT = [
    ("src/store.py", "save", ["Store.save", "Other.save"]),
    ("src/store.py", "Store.save", ["Store.save"]),
    ("src/store.py", "store.save", ["Store.save"]),
    ("src/store.py", "load", ["load"]),
    ("src/store.py", "store.load", ["load"]),
    ("src/store.py", "src.store.load", ["load"]),
    ("src/store.py", "client.load", []),
    ("src/store.py", "lo", []),
]


@check_rows(("path", "name", "found"), MEANT)
def test_what_a_written_name_means(path: str, name: str, found: list[str]) -> None:
    defined = ["Store", "Store.save", "Other.save", "load", "Other.load"]
    assert matching_names(path, defined, name) == found


@check_rows("data", [b"def f(:\n", b"\xff\xfe\x00", b"(" * 10_000])
def test_what_cannot_be_read_has_only_words(data: bytes) -> None:
    source = SourceSymbols("a.py", data)
    assert not source.defined
    assert source.hash_of("g") == ""


def test_a_name_that_neither_lines_nor_a_tree_tell_of_is_a_word() -> None:
    source = SourceSymbols("a.py", b"(f, g) = 1, 2\ndef h(:\n")
    assert source.hash_of("g") == NAME_ONLY
    assert source.hash_of("absent") == ""


def test_definitions_are_known_by_their_hash_wherever_they_stand() -> None:
    text = '''
class Outer:
    """One."""

    class Inner:
        @decorated(
            with_arguments="and a line of their own",
        )
        async def method(self, first: int, second: int) -> int:
            def local() -> None: ...
            return first + second  # the sum of both

if condition:
    def below_a_condition(first: int, second: int) -> tuple[int, int]:
        return first, second

LIMITS = {
    "first": "a value that is long enough to be no other's",
}
'''
    source = SourceSymbols("a.py", text.encode())
    whole = {name: source.hash_of(name) for name in source.defined or ()}
    assert whole.keys() == {
        "Outer",
        "Outer.Inner",
        "Outer.Inner.method",
        "below_a_condition",
        "LIMITS",
    }
    assert all(source.like(digest) == [name] for name, digest in whole.items())
