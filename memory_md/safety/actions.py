"""What a command may print of a result: the texts without secrets.

Every line and every JSON of the command line comes by here, but for those that show or give back
a person's own text as it is; the MCP server has `harmless`, which asks the same rule.
"""

from __future__ import annotations

from .shown import redacted, redacted_json

__all__ = ["redacted", "redacted_json"]
