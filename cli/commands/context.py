"""`mem context`, for its help and for every call that is not plain."""

from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from memory_md.recall.model.context_options import CONTEXT_OPTIONS, ContextOption

from ..options import one_of
from ..plain_context import print_context

_TYPES: dict[str, Any] = {"string": str, "integer": int, "boolean": bool, "array": list[str]}


def context(ctx: typer.Context, **given: Any) -> None:
    """Print what the next prompt should know.

    With a spec, files or a query the lines are ranked by what they have to do with these: files
    first, then words, then how sure and how new an entry is. The block goes to standard output,
    ready for a prompt. Where there is no memory it prints nothing and succeeds, so a script can
    always call it.

    \b
    Examples:
      $ mem context --budget 300
      $ mem context --spec ai/features/TECH-12.md
      $ mem context --file src/auth/jwt.ts --query "refresh the token"
      $ { mem context; cat task.md; } | agent
    """
    print_context(ctx.obj, **given)


def _parameter(option: ContextOption) -> Parameter:
    """Return the option as Typer reads it from a function's signature."""
    kind = _TYPES[option.type] if option.default is not None else _TYPES[option.type] | None
    declared = typer.Option(
        option.word,
        min=option.least,
        metavar=option.metavar or None,
        help=option.help,
        autocompletion=one_of(*option.choices) if option.choices else None,
    )
    return Parameter(
        option.name,
        Parameter.KEYWORD_ONLY,
        default=option.default,
        annotation=Annotated[kind, declared],
    )


_own = signature(context, eval_str=True).parameters["ctx"]
_parameters = [_own, *map(_parameter, CONTEXT_OPTIONS)]
context.__signature__ = signature(context).replace(parameters=_parameters)  # type: ignore[attr-defined]
context.__annotations__ = {each.name: each.annotation for each in _parameters}
