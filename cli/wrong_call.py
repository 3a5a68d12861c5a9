"""The message for a call that cannot be understood: what is wrong, and where help is found."""

import re
from collections.abc import Sequence
from typing import Any, Final

from memory_md.base.errors import nearest

from .command_path import GROUPS, command_path

# What other programs have as commands.
_OPTIONS: Final = {"help": "--help", "version": "--version"}
# What is an argument here, and an option elsewhere.
_ARGUMENTS: Final = {
    "--content": 'the text is an argument: mem add "TEXT"',
    "--text": 'the text is an argument: mem add "TEXT"',
    "--id": "the ID is an argument: mem learnings show ID",
}
_NUMBER: Final = re.compile(r"is not a valid (integer|float)(?: range)?$")
_RANGE: Final = re.compile(r"is not in the range (?:x>=(\S+)|(\S+)<=x<=(\S+))$")
_EXTRA: Final = re.compile(r"got unexpected extra arguments?(?:\(s\))? \((.*)\)$")
_KIND: Final = {"integer": "whole number", "float": "number"}


def explained(fault: Any, arguments: Sequence[str]) -> tuple[str, str]:
    """The message and the hint for an error of the parser, whose exceptions Typer has of its own.

    `arguments` are those of the program; they tell the command where the error does not.
    """
    message = " ".join(str(fault.format_message()).split()).rstrip(".")
    message = message[:1].lower() + message[1:]
    message = _NUMBER.sub(lambda found: f"is not a {_KIND[found[1]]}", message)
    message = _RANGE.sub(_out_of_range, message)
    context = getattr(fault, "ctx", None)
    if context is None:
        return message, help_of(arguments)
    hint = f"see {_path_of(context)} --help"
    if extra := _EXTRA.match(message):
        message = f"unexpected argument {extra[1]!r}"
        return message, f"{hint}; words that belong together need quotes"
    if getattr(fault, "option_name", "") == "--json" and _has_json_format(context):
        return "no such option '--json'", "it is --format json"
    text = next(filter(_is_text, arguments), "")
    if text and text.startswith(getattr(fault, "option_name", None) or " "):
        message = f"a text that begins with a dash is read as an option: {text!r}"
        return message, f'options first, then --, then the text: {_path_of(context)} -- "TEXT"'
    if meant_as := _ARGUMENTS.get(getattr(fault, "option_name", "")):
        return message, meant_as
    if possible := getattr(fault, "possibilities", None):
        return _likely_option(message, str(getattr(fault, "option_name", "")), possible), hint
    unknown = re.match(r"no such command '([^']*)'", message)
    likely = _elsewhere(context, unknown[1]) if unknown else []
    if unknown and likely:
        return unknown[0], f"there is {_listed(likely)}"
    return message, hint


def _is_text(argument: str) -> bool:
    """Whether an argument is words and no option, though it begins with a dash."""
    return argument.startswith("-") and " " in argument.partition("=")[0]


def _out_of_range(found: re.Match[str]) -> str:
    least, low, high = found.groups()
    return f"is less than {least}" if least else f"is not between {low} and {high}"


def _likely_option(message: str, option: str, possible: Sequence[str]) -> str:
    """Return the message with the option that was most likely meant."""
    likely = nearest(option, possible, 0)
    return f"no such option '{option}'. Did you mean '{likely}'?" if likely else message


def _has_json_format(context: Any) -> bool:
    return any(
        "--format" in option.opts and "json" in (getattr(option, "help", "") or "")
        for option in context.command.params
    )


def _path_of(context: Any) -> str:
    """Return the command as a person writes it, however the program was started."""
    if context.parent is None:
        return "mem"
    return f"{_path_of(context.parent)} {context.info_name}"


def help_of(arguments: Sequence[str]) -> str:
    """Return the hint that leads to the help of the command that these arguments call."""
    return f"see {' '.join(['mem', *command_path(arguments)])} --help"


def _elsewhere(context: Any, name: str) -> list[str]:
    """Return the options and commands of groups that have the name of an unknown command."""
    if context.parent is not None:
        return []
    if name in _OPTIONS:
        return [f"mem {_OPTIONS[name]}"]
    commands = context.command.commands
    names_in = {group: getattr(commands.get(group), "commands", ()) for group in GROUPS}
    return [f"mem {group} {name}" for group in GROUPS if name in names_in[group]]


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
