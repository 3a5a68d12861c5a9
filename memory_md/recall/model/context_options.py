"""What `mem context` can be asked for: each option once, for Typer, the plain call and MCP."""

from typing import Any, Final, Literal

from msgspec import Struct

FORMATS: Final = ("md", "json", "xml")


class ContextOption(Struct, frozen=True):
    """An option: its `name` in `recall.actions.context.context`, and its type.

    `help` is for `mem context --help`; `tool` is what the MCP tool says of it, "" where the tool
    does not offer it. `least` and `most` bound a number, a text's length or a list's; `most` is for
    the tool only, which a model calls.
    """

    name: str
    type: Literal["string", "integer", "boolean", "array"]
    metavar: str
    help: str
    tool: str = ""
    flag: str = ""
    least: int | None = None
    most: int | None = None
    default: Any = None
    choices: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """How it is written on the command line."""
        return self.flag or f"--{self.name.replace('_', '-')}"


CONTEXT_OPTIONS: Final = (
    ContextOption(
        "spec",
        "string",
        "SPEC",
        help="Put first what matters for this spec and its Allowed Files.",
        tool="Path of the task's spec (Markdown) in the repository. Issues of earlier tasks that "
        "concern its files are added.",
        most=4096,
    ),
    ContextOption(
        "files",
        "array",
        "PATH",
        help="Put first what matters for this file; may be repeated.",
        tool="Paths of files that the task is about. What concerns them comes first.",
        flag="--file",
        most=200,
    ),
    ContextOption(
        "query",
        "string",
        "TEXT",
        help="Put first what matters for this task or question.",
        tool="What the task is, in words. What has to do with it comes first.",
        most=20_000,
    ),
    ContextOption(
        "budget",
        "integer",
        "TOKENS",
        help="At most this many tokens in all; else from the window, or 500.",
        tool="At most this many tokens; 500 by default.",
        least=0,
        most=100_000,
    ),
    ContextOption(
        "max_chars",
        "integer",
        "CHARS",
        help="At most this many characters in all.",
        tool="At most this many characters.",
        least=0,
    ),
    ContextOption("window", "integer", "TOKENS", help="The size of the model's window.", least=1),
    ContextOption("model", "string", "NAME", help="The model, whose window is then known."),
    ContextOption(
        "used",
        "integer",
        "TOKENS",
        help="How much of the window is used already.",
        least=0,
        default=0,
    ),
    ContextOption(
        "format_name",
        "string",
        "FORMAT",
        help="md, json or xml.",
        flag="--format",
        default="md",
        choices=FORMATS,
    ),
    ContextOption(
        "explain",
        "boolean",
        "",
        help="Say on standard error why each line is shown or left out.",
        tool="Also returns, as JSON, the ID and score of each line, and what was left out and why. "
        "That comes on top of the budget.",
        default=False,
    ),
    ContextOption(
        "is_own",
        "boolean",
        "",
        help="Only your own memory, which goes with you into every repository.",
        flag="--user",
        default=False,
    ),
    ContextOption(
        "layers",
        "boolean",
        "",
        help="Also the memories above, and your own, where --root or MEM_ROOT names one.",
        default=False,
    ),
    ContextOption(
        "no_layers",
        "boolean",
        "",
        help="Only the nearest memory: none above it, and not your own.",
        default=False,
    ),
    ContextOption(
        "fence",
        "boolean",
        "",
        help="Put the block into a tag that says it is data; nothing inside can close it.",
        default=False,
    ),
    ContextOption(
        "ask",
        "boolean",
        "",
        help="Also say which lines of the agent's last message are kept; on top of the limits.",
        tool="Also returns which lines of a last message are kept for later sessions. "
        "That comes on top of the budget.",
        default=False,
    ),
)
