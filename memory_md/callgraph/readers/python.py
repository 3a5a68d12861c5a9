"""Python source, read with the standard library's `ast`; nothing of it is imported or run.

The tree is walked with a stack of our own: generated code nests deeper than Python's goes.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterable
from typing import Final

from ..model.source_code import OUTSIDE, Call, Expr, Source
from . import python_expressions as read
from .python_calls import handed_on, method_behind
from .python_traits import Definition, is_on_class, traits_of
from .scopes import TOO_DEEP, Scopes


def read_python(path: str, data: bytes) -> Source:
    """A file as it was read; with a fault and no functions where it is no Python that we know."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except SyntaxError as fault:
        return Source(path, "python", fault=(fault.lineno or 1, str(fault.msg)))
    except (ValueError, LookupError) as fault:
        return Source(path, "python", fault=(1, str(fault)))
    except (RecursionError, MemoryError):
        return Source(path, "python", fault=(1, TOO_DEEP))
    walk = _Walk(Scopes(path, data.count(b"\n") + 1))
    try:
        walk.run(tree)
    except RecursionError:
        return Source(path, "python", fault=(1, TOO_DEEP))
    return walk.out.source("python")


class _Walk:
    def __init__(self, out: Scopes) -> None:
        self.out = out
        self.scopes = out.scopes
        self.todo: list[tuple[ast.AST, int]] = []
        self.blocks: dict[ast.AST, int] = {}
        self.here = 0

    def run(self, tree: ast.Module) -> None:
        self.push(tree.body)
        while self.todo:
            node, self.here = self.todo.pop()
            visit = _VISITS.get(type(node))
            if visit:
                visit(self, node)
            else:
                self.push(read.children(node))

    def push(self, nodes: Iterable[ast.AST], scope: int | None = None) -> None:
        """Let these be visited next, in their order."""
        place = self.here if scope is None else scope
        self.todo += [(node, place) for node in reversed(list(nodes))]

    def expr(self, node: ast.AST | None) -> Expr:
        return read.expression(node, self.block)

    # -- names ---------------------------------------------------------------------------------

    def bind(self, name: str, value: Expr) -> None:
        self.out.bind(self.here, name, value)

    def bind_target(self, target: ast.AST, value: Expr) -> None:
        """Bind whatever stands left of an assignment, or as the target of a loop."""
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            for place, part in enumerate(target.elts):
                if isinstance(part, ast.Starred):
                    self.bind_target(part.value, None)
                else:
                    self.bind_target(part, ["x", value, place] if value else None)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.out.bind_attribute(self.here, target.value.id, target.attr, value)

    def block(self, node: ast.AST, around: int = -1) -> int:
        """The scope of a lambda or a comprehension, which stands here unless said."""
        if node not in self.blocks:
            place = self.here if around < 0 else around
            self.blocks[node] = self.out.begin("block", "", place)
        return self.blocks[node]

    # -- functions and classes -------------------------------------------------------------------

    def visit_function(self, node: Definition) -> None:
        around = self.scopes[self.here]
        index = self.out.begin("function", node.name, self.here)
        own = self.scopes[index]
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        self.out.add_function(index, first, node.end_lineno or node.lineno)
        own.traits |= traits_of(node)
        if "setter" not in own.traits:
            self.bind(node.name, ["d", index])
        self.decorators(node.decorator_list)
        self.parameters(node.args, index, in_class=around.kind == "class")
        if node.returns is not None:
            own.traits.add("annotated")
            own.returns.append(read.annotation(node.returns, self.block))
            self.push([node.returns])
        self.push(node.body, index)

    def parameters(self, args: ast.arguments, index: int, *, in_class: bool) -> None:
        own = self.scopes[index]
        plain = [*args.posonlyargs, *args.args]
        for argument in [*plain, *args.kwonlyargs]:
            own.bindings[argument.arg] = [read.annotation(argument.annotation, self.block)]
        if args.vararg:
            inside = read.annotation(args.vararg.annotation, self.block)
            own.bindings[args.vararg.arg] = [["l", inside] if inside else None]
        if args.kwarg:
            own.bindings[args.kwarg.arg] = [None]
        if in_class and plain and "static" not in own.traits:
            own.bindings[plain[0].arg] = [["k"] if is_on_class(own) else ["i"]]
            own.me = plain[0].arg
        every = [*plain, *args.kwonlyargs, args.vararg, args.kwarg]
        self.push(a.annotation for a in every if a and a.annotation)
        self.push(d for d in [*args.defaults, *args.kw_defaults] if d)

    def decorators(self, nodes: list[ast.expr]) -> None:
        for node in nodes:
            self.add_call(node, self.expr(node))
        self.push(nodes)

    def visit_class(self, node: ast.ClassDef) -> None:
        index = self.out.begin("class", node.name, self.here)
        own = self.scopes[index]
        names = {read.last_name(base) for base in node.bases}
        own.bases += [self.expr(read.unparametrised(base)) for base in node.bases]
        own.traits |= {"enum" for name in names if name.endswith(("Enum", "Flag"))}
        own.traits |= {"stub" for name in names if name == "Protocol"}
        self.bind(node.name, ["d", index])
        self.decorators(node.decorator_list)
        self.push([*node.bases, *node.keywords])
        self.push(node.body, index)

    def visit_lambda(self, node: ast.Lambda) -> None:
        index = self.block(node)
        self.parameters(node.args, index, in_class=False)
        self.push([node.body], index)

    def visit_comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    ) -> None:
        outer, inner = self.here, self.block(node)
        self.push([node.generators[0].iter], outer)
        for number, part in enumerate(node.generators):
            self.here = outer if number == 0 else inner
            value = self.expr(part.iter)
            self.here = inner
            wrapped = ["@", outer, value] if number == 0 else value
            self.bind_target(part.target, ["e", wrapped])
            self.push([*part.ifs, *([part.iter] if number else [])], inner)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.push(results, inner)

    # -- statements ------------------------------------------------------------------------------

    def visit_import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.partition(".")[0]
            self.bind(alias.asname or top, read.module(alias.name if alias.asname else top))

    def visit_import_from(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            value = read.from_module(node.module or "", node.level, alias.name)
            self.bind("*" if alias.name == "*" else alias.asname or alias.name, value)

    def visit_assign(self, node: ast.Assign) -> None:
        value = self.expr(node.value)
        for target in node.targets:
            self.bind_target(target, value)
        self.push([*node.targets, node.value])

    def visit_annotated(self, node: ast.AnnAssign) -> None:
        value = read.annotation(node.annotation, self.block)
        if read.last_name(node.annotation) in ("Final", "ClassVar", "TypeAlias") and (
            not isinstance(node.annotation, ast.Subscript)
        ):
            value = self.expr(node.value)
        self.bind_target(node.target, value)
        self.push(part for part in (node.target, node.annotation, node.value) if part)

    def visit_loop(self, node: ast.For | ast.AsyncFor) -> None:
        self.bind_target(node.target, ["e", self.expr(node.iter)])
        self.push(read.children(node))

    def visit_with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            manager = self.expr(item.context_expr)
            if item.optional_vars:
                self.bind_target(item.optional_vars, ["h", manager])
            for name in ("__enter__", "__exit__"):
                self.add_call(item.context_expr, ["a", manager, name], plain=False)
        self.push(read.children(node))

    def visit_walrus(self, node: ast.NamedExpr) -> None:
        value, here = self.expr(node.value), self.here
        while self.scopes[self.here].kind == "block":
            self.here = self.scopes[self.here].parent
        self.bind_target(node.target, ["@", here, value])
        self.here = here
        self.push([node.value])

    def visit_handler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            self.bind(node.name, ["o", *(read.annotation(kind, self.block) for kind in kinds)])
        self.push(read.children(node))

    def visit_capture(self, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping) -> None:
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        pattern = getattr(node, "pattern", None)
        if name:
            kind = pattern.cls if isinstance(pattern, ast.MatchClass) else None
            self.bind(name, read.annotation(kind, self.block))
        self.push(read.children(node))

    def visit_elsewhere(self, node: ast.Global | ast.Nonlocal) -> None:
        index = 0
        if isinstance(node, ast.Nonlocal):
            index = self.scopes[self.here].parent
            while index > 0 and self.scopes[index].kind != "function":
                index = self.scopes[index].parent
        self.scopes[self.here].elsewhere.update(dict.fromkeys(node.names, index))

    def visit_return(self, node: ast.Return) -> None:
        own = self.scopes[self.here]
        if "annotated" not in own.traits and len(own.returns) < 4:
            own.returns.append(self.expr(node.value) if node.value else ["0"])
        self.push(read.children(node))

    def visit_yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        self.scopes[self.here].traits.add("generator")
        self.push(read.children(node))

    # -- calls -----------------------------------------------------------------------------------

    def add_call(self, node: ast.expr, callee: Expr, *, plain: bool = True) -> None:
        line, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        self.out.calls.append(Call(self.here, line, column, callee, plain))

    def visit_call(self, node: ast.Call) -> None:
        callee = self.expr(node.func)
        if read.last_name(node.func) == "super" and isinstance(node.func, ast.Name):
            callee = OUTSIDE
        self.add_call(node, callee)
        method = method_behind(node)
        if method:
            self.add_call(node, ["a", self.expr(node.args[0]), method], plain=False)
        for one in handed_on(node):
            self.add_call(one, self.expr(one), plain=False)
        inner = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        self.push([inner, *node.args, *node.keywords])

    def visit_attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.add_call(node, ["r", self.expr(node.value), node.attr], plain=False)
        self.push([node.value])


_VISITS: Final[dict[type, Callable[..., None]]] = {
    ast.FunctionDef: _Walk.visit_function,
    ast.AsyncFunctionDef: _Walk.visit_function,
    ast.ClassDef: _Walk.visit_class,
    ast.Lambda: _Walk.visit_lambda,
    ast.ListComp: _Walk.visit_comprehension,
    ast.SetComp: _Walk.visit_comprehension,
    ast.GeneratorExp: _Walk.visit_comprehension,
    ast.DictComp: _Walk.visit_comprehension,
    ast.Import: _Walk.visit_import,
    ast.ImportFrom: _Walk.visit_import_from,
    ast.Assign: _Walk.visit_assign,
    ast.AnnAssign: _Walk.visit_annotated,
    ast.For: _Walk.visit_loop,
    ast.AsyncFor: _Walk.visit_loop,
    ast.With: _Walk.visit_with,
    ast.AsyncWith: _Walk.visit_with,
    ast.NamedExpr: _Walk.visit_walrus,
    ast.ExceptHandler: _Walk.visit_handler,
    ast.MatchAs: _Walk.visit_capture,
    ast.MatchStar: _Walk.visit_capture,
    ast.MatchMapping: _Walk.visit_capture,
    ast.Global: _Walk.visit_elsewhere,
    ast.Nonlocal: _Walk.visit_elsewhere,
    ast.Return: _Walk.visit_return,
    ast.Yield: _Walk.visit_yield,
    ast.YieldFrom: _Walk.visit_yield,
    ast.Call: _Walk.visit_call,
    ast.Attribute: _Walk.visit_attribute,
}
