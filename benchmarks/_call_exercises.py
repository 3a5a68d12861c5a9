"""Runs our own commands, or a library's public functions, while every call is noted.

`python -m benchmarks._call_exercises NAME ROOT OUT` writes what was seen as JSON.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from ._call_trace import Trace


def memory_md() -> None:
    """The commands themselves, on a memory that is made from the tests' own files."""
    corpus = Path(__file__).resolve().parents[1] / "tests" / "corpus"
    transcripts = sorted(map(str, (corpus / "transcripts").iterdir()))
    notes = sorted(map(str, (corpus / "notes").iterdir()))
    allowed = "# Task\n\n## Allowed Files\n\n- `src/auth.py`\n- `src/*.ts`\n"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run(["git", "init", "-q"], check=True)
        Path("spec.md").write_text(allowed, encoding="utf-8")
        Path("a.py").write_text("def f():\n    g()\ndef g(): pass\n", encoding="utf-8")
        mem("init")
        for number, path in enumerate([*transcripts, *transcripts[:2]]):
            mem("extract", path, "--session", f"task-{number}", "--json")
        mem("extract", "--dry-run", transcripts[0])
        mem("import", *notes)
        mem("learnings", "add", "Use `rg`, not grep, in src/auth.py", "-c", "convention", "--pin")
        mem("learnings", "add", "Tokens expire after 15 minutes", "-c", "decision")
        listed = mem("learnings", "list", "--json")
        ids = [each["id"] for each in json.loads(listed or '{"entries": []}')["entries"]]
        mem("learnings", "list", "--search", "use")
        for verb in ("show", "confirm", "reset", "pin", "unpin", "remove", "restore"):
            mem("learnings", verb, *ids[:1])
        mem("learnings", "merge", *ids[1:3])
        mem("diary", "new", "T-1", "--type", "problem", "--summary", "`src/auth.py` lost tokens")
        mem("diary", "list"), mem("diary", "relevant", "--spec", "spec.md", "--json")
        for shape in ("md", "json", "xml"):
            mem("context", "--spec", "spec.md", "--query", "tokens", "--format", shape)
        mem("context", "--file", "src/auth.py", "--explain"), mem("search", "tokens expire")
        mem("search", "tokens", "--in", str(corpus)), mem("why", *ids[3:4])
        for shape in ("text", "mermaid", "dot", "html"):
            mem("graph", "show", "--format", shape)
        mem("graph", "query", "--json"), mem("adr", "export"), mem("adr", "list")
        mem("callgraph", "scan"), mem("prune"), mem("stats"), mem("events"), mem("snapshot")
        mem("compact", transcripts[0], "--window", "50"), mem("doctor", "--fix")
        (
            mem("install", "claude-code"),
            mem("uninstall", "claude-code"),
            mem("diary", "resolve", "T-1"),
        )


def mem(*arguments: str) -> str:
    """What a command prints; that it may fail is no matter here."""
    from memory_md_cli.main import program

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(Exception, SystemExit):
        program((arguments[0],))(list(arguments), standalone_mode=False)
    return out.getvalue()


def yaml() -> None:
    import yaml as y

    class Point(y.YAMLObject):
        yaml_tag = "!point"
        yaml_loader: ClassVar = [y.SafeLoader, y.FullLoader, y.Loader]

        def __init__(self, x: int = 0) -> None:
            self.x = x

    _reads_yaml(y)
    _writes_yaml(y, Point(4))
    y.add_constructor("!c", lambda loader, node: loader.construct_scalar(node), Loader=y.SafeLoader)
    y.add_representer(complex, lambda d, v: d.represent_str(str(v)), Dumper=y.SafeDumper)
    y.safe_load("!c x"), y.safe_dump(1j), y.safe_load(io.BytesIO(b"\xff\xfea\0"))


def _reads_yaml(y: Any) -> None:
    documents = [
        "a: 1\nb: [1, 2.5, .inf, true, null, 2001-01-01, 0x1F, 0b11, 1:30]\nc: {d: e}\n",
        "- &x {k: v}\n- *x\n- <<: *x\n  z: 1\n",
        "text: |\n  one\n  two\nfolded: >-\n  three\n  four\n",
        "'single ''q''': \"double \\u00e9 \\x41 \\n line\"\n? complex\n: value\n",
        "%YAML 1.1\n%TAG ! tag:example.com,2000:\n---\n!!str 12\n...\n---\n!!set {a, b}\n",
        "!!omap [a: 1, b: 2]\n",
        "!!pairs [a: 1]\n",
        "!!binary aGVsbG8=\n",
        "!!timestamp 2001-12-14t21:59:43.10-05:00\n",
        "!point {x: 3}\n",
        "a: [1,\n  2]\n# comment\nb: !!python/tuple [1, 2]\nc: !!python/name:os.path.join\n",
    ]
    loaders = (y.SafeLoader, y.FullLoader, y.Loader, y.BaseLoader, y.UnsafeLoader)
    for text in documents:
        for loader in loaders:
            with contextlib.suppress(y.YAMLError):
                list(y.load_all(text, Loader=loader))
        with contextlib.suppress(y.YAMLError):
            list(y.scan(text)), list(y.parse(text)), list(y.compose_all(text))
            y.emit(y.parse(text))
            y.serialize_all(y.compose_all(text))
    for broken in ("a: [1", "a: b: c", "\t- x", "*none", "a: 'x", "&a &b c", "%FOO\n---", "@x"):
        with contextlib.suppress(y.YAMLError):
            y.safe_load(broken)


def _writes_yaml(y: Any, point: object) -> None:
    value = {"a": [1, 2.5, None, True, float("inf")], "b": {"c": "x\ny", "é": b"raw"}, 3: (1, 2)}
    value["self"] = [value["a"], value["a"], {1, 2}, "long " * 40, "", " lead", "0x1", point]
    for dumper in (y.SafeDumper, y.Dumper):
        for style in (None, '"', "'", "|", ">"):
            with contextlib.suppress(y.YAMLError):
                y.dump(value, Dumper=dumper, default_style=style, allow_unicode=style is None)
                y.dump_all([value, [1]], Dumper=dumper, default_flow_style=True, indent=4)


def markdown_it() -> None:
    from markdown_it import MarkdownIt

    text = (
        "# One\n\nTwo\n===\n\n* a\n  * b\n\n1. c\n2. d\n\n> quote\n> > deep\n\n    code\n\n"
        "```py title\nfence\n```\n\n| a | b |\n|--|:-:|\n| 1 | 2 |\n\n---\n\n<div>html</div>\n\n"
        "*em* **strong** ***both*** ~~gone~~ `code` ![image](x.png 'title') [link](<a b> \"t\")\n"
        "[ref]: http://example.com 'T'\n\n[ref] [x][ref] <http://auto.link> <me@example.com>\n"
        "&amp; &#35; \\* hard  \nbreak\\\nnext \"quotes\" (c) ... 'single' -- dash\nhttp://x.org\n"
    )
    for preset in ("commonmark", "default", "zero", "js-default", "gfm-like"):
        with contextlib.suppress(Exception):
            parser = MarkdownIt(preset, {"html": True, "typographer": True, "breaks": True})
            parser.enable(["replacements", "smartquotes"], True).disable("hr", True)
            tokens = parser.parse(text)
            parser.renderer.render(tokens, parser.options, {})
            parser.render(text), parser.renderInline("*x*"), parser.parseInline("`y`")
            [token.as_dict() for token in tokens], parser.get_all_rules()
            from markdown_it.tree import SyntaxTreeNode

            tree = SyntaxTreeNode(tokens)
            tree.pretty(), [node.type for node in tree.walk()], tree.to_tokens()
            with parser.reset_rules():
                parser.enable("hr")
            parser.use(lambda md: None).add_render_rule("x", lambda *a: "")


def rich() -> None:
    from rich import inspect, pretty
    from rich.console import Console
    from rich.filesize import decimal
    from rich.live import Live
    from rich.progress import Progress
    from rich.prompt import Prompt

    shown = _rich_blocks()
    for system in ("truecolor", "256", "standard", None):
        console = Console(
            file=io.StringIO(), force_terminal=True, width=60, color_system=system, record=True
        )
        for each in shown:
            console.print(each)
        console.log("logged", log_locals=True)
        console.print("[b]markup[/b] 123 'str' http://x.y", justify="center", style="on red")
        console.rule("rule"), console.line(2), console.bell(), console.set_window_title("t")
        console.export_html(clear=False), console.export_text(clear=False), console.export_svg()
        with console.status("working"), console.capture():
            console.print("in")
        with console.pager(pager=_Pager()):
            console.print("paged")
        inspect(console.options, console=console, methods=True)
        with Progress(console=console, auto_refresh=False) as progress:
            for _ in progress.track(range(3)):
                progress.refresh()
        with Live(shown[0], console=console, auto_refresh=False) as live:
            live.update(shown[1], refresh=True)
        Prompt.ask("q", console=console, stream=io.StringIO("x\n"), choices=["x"])
    pretty.pretty_repr({"a": [1] * 50, "b": (1,), "c": {2}}, max_width=20), decimal(12345)


def _rich_blocks() -> list[Any]:
    """What can be printed: a table and a tree first."""
    from rich.align import Align
    from rich.columns import Columns
    from rich.console import Group
    from rich.json import JSON
    from rich.markdown import Markdown
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.rule import Rule
    from rich.syntax import Syntax
    from rich.traceback import Traceback

    table, tree, layout = _rich_structures()
    text = _rich_text()
    try:
        {}["x"]
    except KeyError:
        fault = Traceback(show_locals=True)
    markdown = "# h\n\n* a\n1. b\n\n> q\n\n`c` **d** [l](u)\n\n```py\nx=1\n```\n\n"
    markdown += "|a|b|\n|-|-|\n|1|2|\n\n---\n"
    blocks = [table, tree, layout, text, fault, Markdown(markdown), Rule("r")]
    blocks += [JSON('{"a": [1]}'), Syntax("def f():\n  pass", "python", line_numbers=True)]
    blocks += [Columns(["a", "b"] * 9), Padding("p", (1, 2)), Align.center("c")]
    return [*blocks, Group("x", Panel.fit("y")), {"a": [1, "b"]}]


def _rich_structures() -> list[Any]:
    from rich import box
    from rich.layout import Layout
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree

    table = Table(title="T", box=box.ROUNDED, caption="c", show_footer=True, row_styles=["dim", ""])
    table.add_column("a", justify="right", style="red", no_wrap=True, footer="f")
    table.add_column("b", ratio=1, overflow="fold")
    table.add_row("1", "[b]two[/b] " * 30)
    table.add_section()
    table.add_row(Panel("x"), Text("y", "bold"))
    tree = Tree("root")
    tree.add("leaf").add(table)
    layout = Layout()
    layout.split_column(Layout(name="up", ratio=2), Layout("down", size=3))
    return [table, tree, layout]


def _rich_text() -> Any:
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    text = Text.from_markup("[link=http://x]a[/link] [bold red on blue]b[/] :smile:")
    text.highlight_words(["a"], "green"), text.append(" more", Style.parse("italic #ff0000"))
    text.wrap(Console(file=io.StringIO()), 5), text.split("b"), text.truncate(3), text.copy()
    return text


class _Pager:
    def show(self, content: str) -> None:
        return


EXERCISES: dict[str, tuple[Callable[[], None], list[str]]] = {
    "memory_md": (memory_md, ["memory_md"]),
    "yaml": (yaml, ["yaml"]),
    "markdown_it": (markdown_it, ["markdown_it"]),
    "rich": (rich, ["rich"]),
}


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def main(name: str, root: str, out: str) -> None:
    run, folders = EXERCISES[name]
    trace = Trace(Path(root), folders)
    with quiet(), trace:
        run()
    Path(out).write_text(json.dumps(trace.report()), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
