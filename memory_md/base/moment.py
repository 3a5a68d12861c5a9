"""The moment of a call, which the environment can set."""

from collections.abc import Mapping
from datetime import UTC, datetime


def now(environ: Mapping[str, str]) -> str:
    """Return the moment in ISO 8601, UTC, to the millisecond; `SOURCE_DATE_EPOCH` can set it."""
    fixed = environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(fixed), UTC) if fixed.isdecimal() else datetime.now(UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
