"""JavaScript, TypeScript, Go and Rust. First the calls that must make no edge."""

from __future__ import annotations

import pytest

from memory_md.callgraph.readers.source_file import functions_in, read
from memory_md.symbols.disk import grammars
from memory_md.symbols.language import available, supported

from ..rows import check_rows
from .project import edges

pytest.importorskip("tree_sitter", reason="needs memory-md[callgraph]")

GO = {"go.mod": "module example.com/p\n\ngo 1.22\n"}
RUST = {"Cargo.toml": '[package]\nname = "my-app"\nversion = "0.1.0"\n'}

# Each of these calls nothing that is called `target` in the same file.
NO_EDGE = {
    "js: a parameter": ("a.js", "function target() {}\nfunction f(target) { target(); }"),
    "js: a constant": (
        "a.js",
        "function target() {}\nfunction f() { const target = 1; target(); }",
    ),
    "js: taken apart": (
        "a.js",
        "function target() {}\nfunction f(x) { const {target} = x; target(); }",
    ),
    "js: a loop": (
        "a.js",
        "function target() {}\nfunction f(x) { for (const target of x) target(); }",
    ),
    "js: caught": (
        "a.js",
        "function target() {}\nfunction f() { try {} catch (target) { target(); } }",
    ),
    "js: imported": ("a.js", "import target from 'far';\nfunction f() { target(); }"),
    "js: a string": ("a.js", "function target() {}\nconst x = 'target()';"),
    "js: a template": ("a.js", "function target() {}\nconst x = `target()`;"),
    "js: a comment": ("a.js", "function target() {} // target()"),
    "js: a method of something": ("a.js", "class A { target() {} }\nfunction f(x) { x.target(); }"),
    "js: a method by its bare name": ("a.js", "class A { target() {} n() { target(); } }"),
    "ts: of an interface": (
        "a.ts",
        "interface A { target(): void }\nfunction f(a: A) { a.target(); }",
    ),
    "go: a variable": (
        "a.go",
        "package a\nfunc target() {}\nfunc f(x func()) { target := x; target() }",
    ),
    "go: a parameter": ("a.go", "package a\nfunc target() {}\nfunc f(target func()) { target() }"),
    "go: a method of another type": (
        "a.go",
        (
            "package a\ntype A struct{}\ntype B struct{}\nfunc (a A) target() {}\n"
            "func f(b B) { b.target() }"
        ),
    ),
    "go: of an interface": (
        "a.go",
        (
            "package a\ntype I interface { target() }\ntype A struct{}\nfunc (a A) target() {}\n"
            "func f(i I) { i.target() }"
        ),
    ),
    "go: of another package": (
        "a.go",
        'package a\nimport "fmt"\nfunc target() {}\nfunc f() { fmt.target() }',
    ),
    "rust: a variable": ("a.rs", "fn target() {}\nfn f(x: fn()) { let target = x; target(); }"),
    "rust: a parameter": ("a.rs", "fn target() {}\nfn f(target: fn()) { target(); }"),
    "rust: a closure's parameter": ("a.rs", "fn target() {}\nfn f() { |target: fn()| target(); }"),
    "rust: a method of something": (
        "a.rs",
        "struct A;\nimpl A { fn target(&self) {} }\nfn f<T>(x: T) { x.target(); }",
    ),
    "rust: of another crate": ("a.rs", "fn target() {}\nfn f() { std::mem::target(); }"),
    "rust: a macro of that name": ("a.rs", "fn target() {}\nfn f() { target!(1); }"),
    "rust: a string": ("a.rs", 'fn target() {}\nfn f() -> &str { "target()" }'),
}


@check_rows("row", NO_EDGE.values(), ids=NO_EDGE.keys())
def test_no_edge(row: tuple[str, str]) -> None:
    path, text = row
    assert edges({path: text}, {**GO, **RUST}) == set()


JAVASCRIPT = {
    "a function": ("a.js", "function g() {}\nfunction f() { g(); }", "f -> g"),
    "an arrow": ("a.js", "const g = () => 1;\nconst f = async () => g();", "f -> g"),
    "a callback runs in what it stands in": (
        "a.js",
        "function g() {}\nfunction f(x) { x.map(y => g(y)); }",
        "f -> g",
    ),
    "a method by this": ("a.js", "class A { m() { this.n(); }\n n() {} }", "A.m -> A.n"),
    "an arrow in a class": ("a.js", "class A { m = () => { this.n(); };\n n() {} }", "A.m -> A.n"),
    "inherited": (
        "a.js",
        "class A { m() {} }\nclass B extends A { n() { this.m(); } }",
        "B.n -> A.m",
    ),
    "super": ("a.js", "class A { m() {} }\nclass B extends A { m() { super.m(); } }", "B.m -> A.m"),
    "the constructor above": (
        "a.js",
        "class A { constructor() {} }\nclass B extends A { constructor() { super(); } }",
        "B.constructor -> A.constructor",
    ),
    "new": ("a.js", "class A { constructor() {} }\nconst a = new A();", "* -> A.constructor"),
    "of a variable": (
        "a.js",
        "class A { m() {} }\nfunction f() { const a = new A(); a.m(); }",
        "f -> A.m",
    ),
    "set on this": (
        "a.js",
        "class A { m() {} }\nclass B { constructor() { this.a = new A(); }\n f() { this.a.m(); } }",
        "B.f -> A.m",
    ),
    "an object's function": ("a.js", "const o = { g() {} };\nfunction f() { o.g(); }", "f -> o.g"),
    "annotated": ("a.ts", "class A { m() {} }\nfunction f(a: A | null) { a?.m(); }", "f -> A.m"),
    "a field with a type": (
        "a.ts",
        "class A { m() {} }\nclass B { private a: A;\n f() { this.a.m(); } }",
        "B.f -> A.m",
    ),
    "a parameter that is a field": (
        "a.ts",
        "class A { m() {} }\nclass B { constructor(private a: A) {}\n f() { this.a.m(); } }",
        "B.f -> A.m",
    ),
    "a list": (
        "a.ts",
        "class A { m() {} }\nfunction f(xs: A[]) { for (const a of xs) a.m(); }",
        "f -> A.m",
    ),
    "awaited": (
        "a.ts",
        (
            "class A { m() {} }\nasync function g(): Promise<A> { throw 1; }\n"
            "async function f() { (await g()).m(); }"
        ),
        "f -> A.m",
    ),
    "in JSX": ("a.tsx", "function g() {}\nconst F = () => <a onClick={() => g()} />;", "F -> g"),
}
SCRIPTS = {
    "a name": ("export function g() {}", "import { g as h } from './b';\nh();"),
    "all of it": ("export const g = () => 1;", "import * as b from './b';\nb.g();"),
    "the default": ("export default function g() {}", "import x from './b';\nx();"),
    "a name by its file": ("export function g() {}", "import { g } from './b.js';\ng();"),
    "required": ("exports.g = function () {};", "const b = require('./b');\nb.g();"),
    "required and taken apart": (
        "module.exports = { g() {} };",
        "const { g } = require('./b');\ng();",
    ),
    "by an alias of the project": ("export function g() {}", "import { g } from '@/b';\ng();"),
}


def _shorten(found: set[str], path: str) -> set[str]:
    return {edge.replace(f"{path}::", "") for edge in found}


@check_rows("row", JAVASCRIPT.values(), ids=JAVASCRIPT.keys())
def test_javascript(row: tuple[str, str, str]) -> None:
    path, text, wanted = row
    assert wanted in _shorten(edges({path: text}), path)


@pytest.mark.parametrize("row", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_scripts_import(row: tuple[str, str]) -> None:
    there, here = row
    config = {"tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./*"]}}} // as usual'}
    found = edges({"b.ts": there, "main.ts": here}, config)
    assert [e.rpartition(".")[2][-1] for e in found if e.startswith("main.ts::* -> b.ts::")] == [
        "g"
    ]


def test_an_index_file_passes_on_what_is_in_others() -> None:
    files = {
        "lib/index.ts": "export * from './deep/b';\nexport { g as h } from './deep/b';",
        "lib/deep/b.ts": "export function g() {}",
        "main.ts": "import { g, h } from './lib';\ng(); h();",
    }
    assert edges(files) == {"main.ts::* -> lib/deep/b.ts::g"}


def test_go() -> None:
    files = {
        "cmd/main.go": (
            'package main\nimport ("example.com/p/store"; x "example.com/p/store/item/v2")\n'
            "type App struct { s *store.Store; items []x.Item; by map[string]*x.Item }\n"
            "func (a *App) run() { a.s.Get(); for _, i := range a.items { i.Do() }\n"
            ' a.by["k"].Do() }\n'
            "func main() {\n s, err := store.New()\n s.Get()\n _ = err\n a := &App{s: s}\n"
            " go func() { a.run() }()\n beside()\n}\n"
        ),
        "cmd/beside.go": "package main\nfunc beside() {}\n",
        "cmd/main_test.go": "package main\nfunc TestRun() { beside() }\n",
        "store/store.go": (
            "package store\ntype Store struct { Base }\n"
            "func New() (*Store, error) { return nil, nil }\n"
        ),
        "store/base.go": (
            "package store\ntype Base struct{}\nfunc (b *Base) Log() {}\n"
            "func (s *Store) Get() { s.Log() }\n"
        ),
        "store/item/v2/item.go": "package item\ntype Item struct{}\nfunc (i Item) Do() {}\n",
    }
    assert edges(files, GO) == {
        "cmd/main.go::App.run -> store/base.go::Store.Get",
        "cmd/main.go::App.run -> store/item/v2/item.go::Item.Do",
        "cmd/main.go::main -> store/store.go::New",
        "cmd/main.go::main -> store/base.go::Store.Get",
        "cmd/main.go::main -> cmd/main.go::App.run",
        "cmd/main.go::main -> cmd/beside.go::beside",
        "cmd/main_test.go::TestRun -> cmd/beside.go::beside",
        "store/base.go::Store.Get -> store/base.go::Base.Log",
    }


def test_rust() -> None:
    files = {
        "src/lib.rs": (
            "mod store;\npub mod pad { pub fn left() { one() } fn one() {} }\n"
            "use crate::store::{open as op, Store};\nuse std::fmt;\n"
            "pub struct App { store: Store }\nimpl App {\n"
            "  pub fn new() -> Self { let s = op(); App { store: s } }\n"
            "  pub fn run(&self) -> Result<(), ()> {\n    self.store.get()?;\n    Self::check();\n"
            '    pad::left();\n    println!("{}", free(1));\n    Ok(())\n  }\n  fn check() {}\n}\n'
            "fn free(x: i32) -> i32 { x }\n"
            "mod tests { use super::*;\n"
            "  fn t() { let a = App::new(); a.run().unwrap(); free(1); } }\n"
        ),
        "src/store.rs": (
            "pub struct Store {}\n"
            "impl Store { pub fn get(&self) -> Option<u8> { super::free(1); None } }\n"
            "pub fn open() -> Store { Store {} }\n"
        ),
        "src/main.rs": "use my_app::App;\nfn main() { let a = App::new(); a.run(); }\n",
    }
    lib, store = "src/lib.rs::", "src/store.rs::"
    assert edges(files, RUST) == {
        f"{lib}App.new -> {store}open",
        f"{lib}App.run -> {store}Store.get",
        f"{lib}App.run -> {lib}App.check",
        f"{lib}App.run -> {lib}pad.left",
        f"{lib}App.run -> {lib}free",
        f"{lib}pad.left -> {lib}pad.one",
        f"{lib}tests.t -> {lib}App.new",
        f"{lib}tests.t -> {lib}App.run",
        f"{lib}tests.t -> {lib}free",
        f"{store}Store.get -> {lib}free",
        f"src/main.rs::main -> {lib}App.new",
        f"src/main.rs::main -> {lib}App.run",
    }


LINES = {
    "a.js": (
        b"\nclass A {\n  m() {\n    1;\n  }\n}\nconst f = () => {\n};\n",
        [("A.m", 3, 5), ("f", 7, 8)],
    ),
    "b.js": (
        b"A.prototype.m = function () {\n};\napp.use = (x) => {\n};\n",
        [("A.m", 1, 2), ("app.use", 3, 4)],
    ),
    "a.go": (b"package a\n\nfunc (a *A) M() {\n}\n", [("A.M", 3, 4)]),
    "a.rs": (b"mod m {\n  impl A {\n    fn f() {\n    }\n  }\n}\n", [("m.A.f", 3, 4)]),
}


@pytest.mark.parametrize("path", LINES)
def test_lines(path: str) -> None:
    data, wanted = LINES[path]
    for ends in (data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data):
        found = [(f.name, f.first, f.last) for f in functions_in(path, ends)]
        assert found[1:] == wanted


BROKEN = {
    "prose": ("a.go", b"This is no Go at all, it is prose.\nAnd more of it, (really.\n"),
    "binary": ("a.rs", b"fn f() {}\0"),
}


@pytest.mark.parametrize("row", BROKEN.values(), ids=BROKEN.keys())
def test_what_cannot_be_read_has_a_fault(row: tuple[str, bytes]) -> None:
    source = read(*row)
    assert source.fault
    assert source.functions == []


@check_rows("path", ["a.js", "a.ts", "a.go", "a.rs"])
@check_rows("opening", ["(", "{", "[", "a.b(", "f(() => "])
def test_deep_nesting_does_no_harm(path: str, opening: str) -> None:
    read(path, (opening * 3_000).encode())


DEEP = {
    "objects": ("a.js", "a = " + "{b: " * 2_000 + "1" + "}" * 2_000),
    "functions": ("a.js", "function f() {" * 2_000 + "}" * 2_000),
    "patterns": ("a.js", "const " + "[" * 2_000 + "a" + "]" * 2_000 + " = b"),
    "modules": ("a.rs", "mod a {" * 2_000 + "}" * 2_000),
    "types": ("a.go", "package a\nvar x " + "[]" * 2_000 + "int\n"),
}


@pytest.mark.parametrize("row", DEEP.values(), ids=DEEP.keys())
def test_what_is_nested_deeper_than_anybody_writes_does_no_harm(row: tuple[str, str]) -> None:
    path, text = row
    source = read(path, text.encode())
    assert source.fault in (None, (1, "nested too deeply"))


# Each keeps the grammar at it for a minute or more.
ENDLESS = {
    "a.js": b'"',
    "a.ts": b"m!{",
    "a.tsx": b"fn a(",
    "a.go": b"<!-- ",
    "a.rs": b'r#"',
}


@pytest.mark.parametrize("path", ENDLESS)
def test_what_keeps_a_grammar_at_it_is_given_up(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "_SECONDS", 0.05)
    monkeypatch.setattr(grammars, "_SECONDS_A_BYTE", 0)
    source = read(path, ENDLESS[path] * 100_000)
    assert source.fault == (1, "takes too long to parse")
    assert source.functions == []


@pytest.mark.parametrize("path", ["a.js", "a.ts", "a.go", "a.rs"])
def test_a_large_file_is_read_to_its_end(path: str) -> None:
    if path == "a.go":
        function = "func f(ü int) { g(1) } // " + "é" * 400 + "\n"
    else:
        function = ("fn" if path == "a.rs" else "function") + " f() { g(1) } // " + "é" * 400 + "\n"
    head = "package a\n" if path == "a.go" else "\n"
    source = read(path, (head + function * 600 + function.replace("f(", "last(")).encode())
    assert source.fault is None
    assert [source.functions[at].name for at in (1, -1)] == ["f", "last"]
    assert len(source.calls) == 601


def test_names_of_one_statement_are_matched_up_to_a_bound() -> None:
    names = ", ".join(f"v{number}" for number in range(3_000))
    source = read("a.js", f"import {{ {names} }} from './b';\nfunction f() {{ v1(); }}\n".encode())
    assert source.fault is None
    assert [function.name for function in source.functions] == ["<module>", "f"]


def test_without_the_extra_only_python_is_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tree_sitter", None)
    for cached in (available, grammars.grammar):
        cached.cache_clear()
    try:
        assert [path for path in ("a.py", "a.js", "a.go", "a.rs") if supported(path)] == ["a.py"]
        assert functions_in("a.js", b"function f() {}") == ()
    finally:
        for cached in (available, grammars.grammar):
            cached.cache_clear()


def test_of_a_very_long_chain_of_calls_only_the_last_are_looked_at() -> None:
    source = read("a.js", b"a" + b".b()" * 5_000)
    assert source.fault is None
    assert 0 < len(source.calls) < 1_000
