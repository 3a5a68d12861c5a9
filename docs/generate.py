"""Make the table of settings in reference.md from the program: `python docs/generate.py`."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from memory_md.base.settings import CHOICES, Doc, Settings

REFERENCE = Path(__file__).with_name("reference.md")
START, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def rows(settings: Any, prefix: str = "") -> list[str]:
    """Return a row of the table for each setting."""
    hints = get_type_hints(type(settings), include_extras=True)
    found = []
    for field in fields(settings):
        name, value = prefix + field.name, getattr(settings, field.name)
        if is_dataclass(value):
            found += rows(value, f"{name}.")
            continue
        doc = next(one.text for one in get_args(hints[field.name]) if isinstance(one, Doc))
        choices = f" ({', '.join(CHOICES[name])})" if name in CHOICES else ""
        shown = {True: "true", False: "false", "": "", (): ""}.get(value, value)
        found.append(f"| `{name}` | {shown} | {doc}{choices} |")
    return found


def with_settings(text: str) -> str:
    """Return the reference with the table as the program has it."""
    before, _, rest = text.partition(START)
    table = ["| setting | default | what it means |", "|---|---|---|", *rows(Settings())]
    return before + START + "\n".join(table) + "\n" + END + rest.partition(END)[2]


if __name__ == "__main__":
    REFERENCE.write_text(with_settings(REFERENCE.read_text("utf-8")), "utf-8")
