"""Python source, read with the standard library's `ast`; nothing of it is imported or run.

The visitor keeps a stack of its own: a long chain of operators nests deeper than Python's
recursion limit allows.
"""

import ast
import warnings
from collections.abc import Iterable
from typing import Final

from ...symbols.disk.grammars import STANDARD_LIBRARY
from ..model.source_code import OUTSIDE, TOO_DEEP, Call, Expr, SourceBuilder, SourceCode

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
_DEEPEST: Final = 12  # calls and attributes in one expression
_MOST: Final = 8  # alternatives in one expression
_MOST_RETURNS: Final = 4


def read_python(path: str, data: bytes) -> SourceCode:
    """Read a file; the result has a fault and no functions where it is not valid Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except SyntaxError as fault:
        return SourceCode(path, "python", fault=(fault.lineno or 1, str(fault.msg)))
    except (ValueError, LookupError) as fault:
        return SourceCode(path, "python", fault=(1, str(fault)))
    except (RecursionError, MemoryError):
        return SourceCode(path, "python", fault=(1, TOO_DEEP))
    out = SourceBuilder(path, data.count(b"\n") + 1)
    return out.source("python", lambda: _Walk(out).run(tree))


# -- expressions and types -----------------------------------------------------------------------

# Types that stand for their first parameter.
_SAME: Final = {
    *("Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"),
    *("Awaitable", "InitVar"),
}


def expression(node: ast.AST | None, depth: int = 0) -> Expr:
    """Return the node as an `Expr`; None for an unknown value."""
    if depth > _DEEPEST:
        return None
    depth += 1
    match node:
        case ast.Name():
            return ["n", node.id]
        case ast.Attribute():
            return ["a", expression(node.value, depth), node.attr]
        case ast.Call():
            return _call(node, depth)
        case ast.IfExp() | ast.BoolOp():
            parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
            return ["o", *(expression(part, depth) for part in parts[:_MOST])]
        case ast.Await() | ast.NamedExpr():
            return expression(node.value, depth)
        case ast.Constant() | ast.JoinedStr() | ast.Compare():
            return OUTSIDE
    return None


def _call(node: ast.Call, depth: int) -> Expr:
    name = last_name(node.func)
    if name == "super" and isinstance(node.func, ast.Name):
        return None if node.args else ["u"]
    if name == "partial" and node.args:
        return expression(node.args[0], depth)
    if name == "cast" and len(node.args) == 2:
        return annotation(node.args[0])
    return ["c", expression(node.func, depth)]


def annotation(node: ast.AST | None, depth: int = 0) -> Expr:
    """Return a value of the type that a node names; None without one."""
    if depth > _DEEPEST:
        return None
    depth += 1
    match node:
        case ast.Constant(value=None):
            return OUTSIDE
        case ast.Constant(value=str(text)) if len(text) < 200:
            try:
                return annotation(ast.parse(text.strip(), mode="eval").body, depth)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return None
        case ast.BinOp(op=ast.BitOr()):
            return ["o", annotation(node.left, depth), annotation(node.right, depth)]
        case ast.Subscript():
            return _generic(node, depth)
        case ast.Name() | ast.Attribute():
            return ["t", expression(node, depth)]
    return None


def _generic(node: ast.Subscript, depth: int) -> Expr:
    """Return a value of the type `A[B, C]`."""
    name = last_name(node)
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Union":
        return ["o", *(annotation(part, depth) for part in inside[:_MOST])]
    if name in _SAME:
        return annotation(inside[0], depth) if inside else None
    if name in ("type", "Type"):
        return expression(inside[0], depth) if inside else None
    return None if name == "Callable" else annotation(node.value, depth)


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def last_name(node: ast.AST) -> str:
    """Return the last name of `a.b.c`, and of a call or a subscript of it."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    return getattr(node, "id", "") or getattr(node, "attr", "")


# -- statements ----------------------------------------------------------------------------------

_TRAITS: Final = {
    "staticmethod": "static",
    "classmethod": "class",
    "abstractmethod": "stub",
    "overload": "stub",
    "setter": "setter",
    "deleter": "setter",
}
_ON_CLASS: Final = ("__new__", "__init_subclass__", "__class_getitem__")


def _traits_of(node: Definition) -> set[str]:
    """Return the traits that the decorators and the body of a function show."""
    names = map(last_name, node.decorator_list)
    found = {_TRAITS[name] for name in names if name in _TRAITS}
    if node.name in _ON_CLASS:
        found.add("class")
    last = node.body[-1]
    if len(node.body) <= 2 and (  # a docstring may stand before it
        (isinstance(last, ast.Expr) and _is_ellipsis(last.value))
        or (isinstance(last, ast.Raise) and last.exc and "NotImpl" in last_name(last.exc))
    ):
        found.add("stub")
    return found


class _Walk(ast.NodeVisitor):
    def __init__(self, out: SourceBuilder) -> None:
        self.out = out
        self.todo: list[tuple[ast.AST, int]] = []
        self.here = 0

    def run(self, tree: ast.Module) -> None:
        self.push([tree])
        while self.todo:
            node, self.here = self.todo.pop()
            self.visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        self.push(ast.iter_child_nodes(node))

    def push(self, nodes: Iterable[ast.AST | None], scope: int | None = None) -> None:
        """Add nodes to visit next, in their order."""
        place = self.here if scope is None else scope
        self.todo += [(node, place) for node in reversed(list(nodes)) if node is not None]

    # -- names -----------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> None:
        """Bind a name that a statement sets in a way that is not followed."""
        if not isinstance(node.ctx, ast.Load):
            self.bind(node.id, None)

    def bind(self, name: str, value: Expr) -> None:
        self.out.bind(self.here, name, value)

    def assign(self, target: ast.AST, value: Expr) -> None:
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
            return
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.out.bind_attribute(self.here, target.value.id, target.attr, value)
        self.push([target])

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.assign(target, expression(node.value))
        self.push([node.value])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        bare = last_name(node.annotation) in ("Final", "ClassVar", "TypeAlias")
        if bare and not isinstance(node.annotation, ast.Subscript):
            self.assign(node.target, expression(node.value))
        else:
            self.assign(node.target, annotation(node.annotation))
        self.push([node.value])

    def visit_For(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        self.assign(node.target, None)
        self.push(child for child in ast.iter_child_nodes(node) if child is not node.target)

    visit_AsyncFor = visit_comprehension = visit_For

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.bind(node.name, annotation(node.type))
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        pattern = getattr(node, "pattern", None)
        if node.name:
            kind = pattern.cls if isinstance(pattern, ast.MatchClass) else None
            self.bind(node.name, annotation(kind))
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.partition(".")[0]
            name = alias.name if alias.asname else top
            self.bind(alias.asname or top, OUTSIDE if top in STANDARD_LIBRARY else ["m", name, 0])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        name = node.module or ""
        foreign = not node.level and name.partition(".")[0] in STANDARD_LIBRARY
        for alias in node.names:
            value: Expr = OUTSIDE if foreign else ["f", name, node.level, alias.name]
            self.bind(alias.asname or alias.name, value)

    # -- functions and classes -------------------------------------------------------------------

    def visit_FunctionDef(self, node: Definition) -> None:
        in_class = self.out.scopes[self.here].kind == "class"
        index = self.out.begin("function", node.name, self.here)
        own = self.out.scopes[index]
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        self.out.add_function(index, first, node.end_lineno or node.lineno)
        own.traits.update(_traits_of(node))
        if "setter" not in own.traits:
            self.bind(node.name, ["d", index])
        self.decorators(node.decorator_list)
        self.parameters(node.args, index, in_class=in_class)
        if node.returns is not None:
            own.traits.add("annotated")
            own.returns.append(annotation(node.returns))
        self.push(node.body, index)

    visit_AsyncFunctionDef = visit_FunctionDef

    def parameters(self, args: ast.arguments, index: int, *, in_class: bool) -> None:
        own = self.out.scopes[index]
        plain = [*args.posonlyargs, *args.args]
        for argument in [*plain, *args.kwonlyargs]:
            own.bindings[argument.arg] = [annotation(argument.annotation)]
        for gathered in filter(None, (args.vararg, args.kwarg)):
            own.bindings[gathered.arg] = [None]
        if in_class and plain and "static" not in own.traits:
            self.out.me[index] = plain[0].arg
            own.bindings[plain[0].arg] = [["k"] if "class" in own.traits else ["i"]]
        self.push([*args.defaults, *args.kw_defaults])

    def decorators(self, nodes: list[ast.expr]) -> None:
        for node in nodes:
            self.add_call(node, expression(node))
        self.push(nodes)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        index = self.out.begin("class", node.name, self.here)
        bases = (n.value if isinstance(n, ast.Subscript) else n for n in node.bases)
        self.out.scopes[index].bases.extend(map(expression, bases))
        self.bind(node.name, ["d", index])
        self.decorators(node.decorator_list)
        self.push([*node.bases, *node.keywords])
        self.push(node.body, index)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        index = self.out.begin("block", "", self.here)
        self.parameters(node.args, index, in_class=False)
        self.push([node.body], index)

    def visit_ListComp(self, node: Comprehension) -> None:
        self.push(ast.iter_child_nodes(node), self.out.begin("block", "", self.here))

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_Return(self, node: ast.Return) -> None:
        own = self.out.scopes[self.here]
        if "annotated" not in own.traits and len(own.returns) < _MOST_RETURNS:
            own.returns.append(expression(node.value) if node.value else OUTSIDE)
        self.push([node.value])

    # -- calls -----------------------------------------------------------------------------------

    def add_call(self, node: ast.expr, callee: Expr) -> None:
        line, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        self.out.calls.append(Call(self.here, line, column, callee))

    def visit_Call(self, node: ast.Call) -> None:
        is_super = isinstance(node.func, ast.Name) and node.func.id == "super"
        self.add_call(node, OUTSIDE if is_super else expression(node.func))
        self.generic_visit(node)
