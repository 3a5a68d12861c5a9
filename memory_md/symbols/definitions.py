"""The names that a source file defines: functions, classes, methods, constants and fields.

What is inside of functions is not listed. Python needs nothing installed; JavaScript, TypeScript,
Go and Rust need the grammars. Of other languages only the words are known.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from unicodedata import normalize

from msgspec import Struct, field

from ..base.regex import regex
from .language import LARGEST, available, language_of
from .model import Definition
from .python_source import definitions, outline
from .source_hash import NAME_ONLY, hash_of, without_comments

_DEEPEST: Final = 12
_SMALL: Final = 60  # characters of a definition that another may be like by chance
_LONGEST_LINE: Final = 2_000  # characters
_IMPORT: Final = regex(r"(?m)^[ \t]*(?:from|import|(?:pub )?use|export\s*[{*])(?!\w)[^\n]*")
_LONGEST: Final = 5_000  # characters of an import


class SourceSymbols(Struct, dict=True):
    """What a file defines, read as far as it is asked for: what is as it was needs no tree."""

    path: str
    data: bytes
    hashes: dict[str, str] = field(default_factory=dict)  # those that were asked for

    @cached_property
    def text(self) -> str:
        """The text of the file."""
        return self.data.decode("utf-8", "replace").replace("\r\n", "\n")

    @cached_property
    def language(self) -> str:
        """The language, empty where it cannot be read here."""
        language = language_of(self.path)
        return language if available(language) and len(self.data) <= LARGEST else ""

    @cached_property
    def defined(self) -> Mapping[str, Sequence[Definition]] | None:
        """The definitions of each qualified name, from the whole file.

        None where it cannot be read by its syntax: only its words are known then.
        """
        if not self.language:
            return None
        is_python = self.language == "python"
        whole = (
            definitions(self.data) if is_python else _others(self.path, self.language, self.data)
        )
        return None if whole is None else _by_name(whole)

    def named(self, name: str) -> Mapping[str, Sequence[Definition]]:
        """Return the definitions of a bare name, in any class, by their qualified names.

        Of Python as lines tell of them: without values in blocks and in tuples.
        """
        every = self._outline.items() if name in self.text else ()
        return {full: same for full, same in every if full.rpartition(".")[2] == name}

    def hash_of(self, name: str, known: str = "") -> str:
        """Return the hash of a definition, `name` where only its word is known, else "".

        `known` is what it was: of a value that is as it was, the lines alone tell, too.
        """
        if name not in self.hashes and (told := self._outline.get(name)):
            digest = hash_of(self.language, self._lines, told)
            if digest == known or self._opens(told):
                self.hashes[name] = digest
        if name not in self.hashes:
            last = name.rpartition(".")[2]
            same = (self.defined or {}).get(name) if self._may_define(last) else None
            if same is None and last in self.text and self.defined is None:
                return NAME_ONLY if _has_word(self.text, name) else ""
            self.hashes[name] = hash_of(self.language, self._lines, same) if same else ""
        return self.hashes[name]

    def _may_define(self, name: str) -> bool:
        """Return whether a bare name is in the text, or in what Python reads for its letters.

        A text that is not UTF-8 names its encoding for Python, and any name may be in it.
        """
        if name in self.text or self.language != "python" or self.text.isascii():
            return name in self.text
        return "\ufffd" in self.text or name in self._composed

    def _opens(self, same: Sequence[Definition]) -> bool:
        """Return whether a definition is a function or a class, and no value."""
        first = self._lines[same[0].first - 1].lstrip()
        return first.startswith(("def ", "class ", "async ", "@"))

    def like(self, digest: str) -> list[str]:
        """Return the names whose definitions have that hash; of short ones none, as many do."""
        return self._by_hash.get(digest, [])

    @cached_property
    def _lines(self) -> Sequence[str]:
        return self.text.split("\n")

    @cached_property
    def _composed(self) -> str:
        """The text in the form in which Python compares names: a letter and its accent are one."""
        return normalize("NFKC", self.text)

    @cached_property
    def _outline(self) -> Mapping[str, Sequence[Definition]]:
        """What lines tell of a Python file; of another what it defines."""
        if self.language != "python":
            return self.defined or {}
        return _by_name(outline(self.text))

    @cached_property
    def _by_hash(self) -> Mapping[str, list[str]]:
        by_hash: dict[str, list[str]] = {}
        lines = self._lines
        if self.language == "python":  # once for a class and its methods
            lines = without_comments(self.language, self.text).split("\n")
        for name, same in self._outline.items():
            own = self._lines[same[0].first - 1 : same[0].last]
            # Many definitions on one line are a generated file's, and each is hashed as the line.
            if sum(map(len, own)) >= _SMALL and len(own[0]) <= _LONGEST_LINE:
                by_hash.setdefault(hash_of(self.language, lines, same), []).append(name)
        return by_hash

    def header_words(self, name: str) -> set[str]:
        """Return the words of the first lines of a class: the names of its bases are among them."""
        # Each line once: a list of constants defines a name as often as it stands in it.
        firsts = {one.first - 1 for one in self.named(name.rpartition(".")[2]).get(name, ())}
        heads = (" ".join(self._lines[first : first + 3]) for first in firsts)
        return {word for head in heads for word in re.findall(r"\w+", head)}

    def imports(self, name: str) -> bool:
        """Return whether an import gives this file a name that it does not define."""
        return any(_has_word(statement, name) for statement in _imports(self.text))


def _imports(text: str) -> Iterator[str]:
    """Yield the imports of a file, with the lines of what is in brackets."""
    for found in _IMPORT.finditer(text):
        line = found[0]
        at = max(line.rfind("("), line.rfind("{"))
        close = {"(": ")", "{": "}"}.get(line[at : at + 1] if at >= 0 else "", "")
        is_open = close and close not in line[at:]
        end = text.find(close, found.end(), found.end() + _LONGEST) if is_open else found.end()
        yield text[found.start() : max(end, found.end())]


def _has_word(text: str, name: str) -> bool:
    word = re.escape(name.rpartition(".")[2])
    return re.search(rf"(?<![\w$]){word}(?![\w$])", text) is not None


def _by_name(found: Iterable[Definition]) -> dict[str, list[Definition]]:
    by_name: dict[str, list[Definition]] = {}
    for one in found:
        by_name.setdefault(one.name, []).append(one)
    return by_name


# -- other languages -----------------------------------------------------------------------------

# Nodes that define a name, and those of them whose insides are members of it.
_DEFINING: Final = frozenset(
    (
        *("function_declaration", "generator_function_declaration", "class_declaration"),
        *("abstract_class_declaration", "interface_declaration", "type_alias_declaration"),
        *("enum_declaration", "function_signature", "method_definition", "method_signature"),
        *("abstract_method_signature", "public_field_definition", "field_definition"),
        *("property_signature", "internal_module", "module", "variable_declarator", "pair"),
        *("method_declaration", "type_spec", "type_alias", "const_spec", "var_spec"),
        *("field_declaration", "method_elem", "method_spec", "function_item", "struct_item"),
        *("enum_item", "enum_variant", "trait_item", "const_item", "static_item", "type_item"),
        *("mod_item", "macro_definition", "union_item", "function_signature_item"),
    )
)
_MEMBERS: Final = frozenset(
    (
        *("class_declaration", "abstract_class_declaration", "interface_declaration", "pair"),
        *("enum_declaration", "type_spec", "struct_item", "enum_item", "trait_item", "union_item"),
        *("internal_module", "module", "mod_item", "variable_declarator", "type_alias_declaration"),
    )
)
# Nodes whose insides are looked through.
_THROUGH: Final = frozenset(
    (
        *("program", "source_file", "export_statement", "lexical_declaration", "class_body"),
        *("variable_declaration", "ambient_declaration", "expression_statement", "object"),
        *("interface_body", "object_type", "statement_block", "declaration_list", "enum_body"),
        *("type_declaration", "const_declaration", "var_declaration", "var_spec_list"),
        *("struct_type", "interface_type", "field_declaration_list", "enum_variant_list"),
        *("impl_item", "assignment_expression", "class", "satisfies_expression", "as_expression"),
    )
)
_PREFIXES: Final = regex(r"^(?:module\.)?exports\.|^this\.")


def _others(path: str, language: str, data: bytes) -> list[Definition] | None:
    from .disk.grammars import parse

    dialect = "tsx" if posixpath.splitext(path)[1].casefold() == ".tsx" else language
    root = parse(dialect, data)
    return None if root is None or b"\0" in data else [*_nodes(root, "", 0)]


def _nodes(node: Any, owner: str, depth: int) -> Iterator[Definition]:
    for child in node.named_children if depth < _DEEPEST else ():
        kind = child.type
        if kind == "assignment_expression":
            yield from _assigned(child, depth)
        elif kind in _DEFINING:
            around = f"{receiver}." if (receiver := _receiver(child)) else owner
            for name in _names(child):
                yield _definition(child, around + name)
                if kind in _MEMBERS:
                    yield from _inside(child, f"{around}{name}.", depth + 1)
        elif kind == "impl_item":
            of = _text(child.child_by_field_name("type")).partition("<")[0]
            yield from _inside(child, f"{of}.", depth + 1)
        elif kind in _THROUGH:
            yield from _nodes(child, owner, depth + 1)


def _inside(node: Any, owner: str, depth: int) -> Iterator[Definition]:
    """Yield the members of a class, an object or a type; a function has none."""
    for name in ("body", "value", "type"):
        part = node.child_by_field_name(name)
        if part is not None and part.type in _THROUGH:
            yield from _nodes(part, owner, depth)


def _definition(node: Any, name: str) -> Definition:
    around = node.parent
    # `export`, `const` and decorators belong to what they stand before.
    while around is not None and around.type in (
        *("export_statement", "lexical_declaration", "variable_declaration", "type_declaration"),
        *("const_declaration", "var_declaration", "expression_statement"),
    ):
        if around.named_child_count > 1 and around.type != "export_statement":
            break
        node, around = around, around.parent
    row, column = node.end_point
    first = node.start_point[0] + 1
    return Definition(name, first, max(first, row + (column > 0)))


def _names(node: Any) -> Iterator[str]:
    """Yield the names that a node defines; one of a pattern or a computed key has none."""
    field = "key" if node.type == "pair" else "name"
    if node.type in ("const_spec", "var_spec", "field_declaration"):
        named = node.children_by_field_name(field)
    else:
        named = [node.child_by_field_name(field) or node.child_by_field_name("property")]
    for one in named:
        name = _text(one).strip("\"'#")
        if name.replace("$", "_").isidentifier():
            yield name


def _assigned(node: Any, depth: int) -> Iterator[Definition]:
    """Yield what `exports.a = …` and `A.prototype.b = …` define."""
    left = node.child_by_field_name("left")
    name = _PREFIXES.sub("", _text(left).replace(".prototype.", "."))
    if left.type == "member_expression" and name.replace(".", "").replace("$", "_").isidentifier():
        yield _definition(node, name)
        right = node.child_by_field_name("right")
        if right is not None and right.type == "object":
            yield from _nodes(right, "" if name == "module.exports" else f"{name}.", depth + 1)


def _receiver(node: Any) -> str:
    """Return the type that a method of Go belongs to."""
    if node.type != "method_declaration":
        return ""
    receiver = node.child_by_field_name("receiver")
    words = re.findall(r"\w+", _text(receiver).partition("[")[0])
    return words[-1] if words else ""


def _text(node: Any) -> str:
    return node.text.decode("utf-8", "replace") if node is not None else ""


# -- what a dotted name means --------------------------------------------------------------------


def matching_names(path: str, defined: Collection[str], name: str) -> list[str]:
    """Return the qualified names among those that a file defines that a written name may mean.

    `a.b.c` means what ends so, `c` of a class `b` or of a file or folder named `b`, in any case.
    A bare name is one at the top of the file, before a member.
    """
    parts = name.split(".")
    ends = [one for one in defined if one.rpartition(".")[2] == parts[-1]]
    if len(parts) == 1:
        return [one for one in ends if "." not in one] or ends
    stem, folder = posixpath.splitext(path)[0].split("/"), posixpath.dirname(path).split("/")
    modules = {part.casefold() for part in (stem[-1], folder[-1]) if part}
    owner = parts[-2].casefold()
    return [
        one
        for one in ends
        if (one.rpartition(".")[0].rpartition(".")[2].casefold() or None) == owner
        or ("." not in one and owner in modules)
    ]
