"""The style of new decision records, which names their template: `templates/adr-STYLE.md`."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..model import ADR_TOOLS, LOG4BRAINS, DecisionRecord

MADR: Final = "madr"
# Of a tool that is set up here, by the file of its settings.
_OF_TOOL: Final = {ADR_TOOLS: "nygard", LOG4BRAINS: "log4brains"}


def style_of(records: Sequence[DecisionRecord], tool: str = "") -> str:
    """Return the style of most records of a person, else of the tool, else MADR's.

    log4brains' is MADR's with lines for the status.
    """
    styles = Counter(style for record in records if (style := _style(record)))
    if styles:
        return styles.most_common(1)[0][0]
    return _OF_TOOL.get(tool, MADR)


def _style(record: DecisionRecord) -> str:
    """Return the style of a record, by its headings; empty where it has none of these."""
    if "decision outcome" in record.sections:
        line = re.search(r"^[-*] status:", record.text, re.IGNORECASE | re.MULTILINE)
        return "log4brains" if line and not record.text.startswith("---") else MADR
    return "nygard" if {"status", "decision"} <= set(record.sections) else ""
