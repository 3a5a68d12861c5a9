"""Which values an entry states, and what a file says of them."""

from __future__ import annotations

import pytest

from memory_md.memory.model.entry import Entry
from memory_md.memory.rules.stated_values import stated_values
from memory_md.symbols.values import same_value, values_of

STATES_NONE = [
    "MAX_RETRIES should be 5 for all clients",
    "MAX_RETRIES is not 5",
    "MAX_RETRIES was 5 until May",
    "Set MAX_RETRIES to 5",
    "Consider `timeout: 30` for slow hosts",
    "In tests MAX_RETRIES is 5",
    "When `DEBUG=true`, nothing is cached",
    "MAX_RETRIES went from 3 to 5",
    "The `build:prod` script bundles the CSS",
    "`tag`: `Specify which tag to use.`",
    "See `mapping.tsx:24-34` for the table",
    "Ports 3000-3010 are free",
    "The retry limit is high",
]
STATES = {
    "MAX_RETRIES is 5": ("value", "MAX_RETRIES", "5"),
    "`timeout` defaults to 30 seconds": ("value", "timeout", "30 seconds"),
    "batch size: `BATCH_SIZE=64`": ("value", "BATCH_SIZE", "64"),
    "maxUpload is 1,000,000": ("value", "maxUpload", "1000000"),
    '`MODEL` is "small"': ("value", "MODEL", "small"),
    "`cache.enabled` is true": ("value", "cache.enabled", "true"),
    "MAX_RETRIES ist 5": ("value", "MAX_RETRIES", "5"),
    "MAX_RETRIES 是 5": ("value", "MAX_RETRIES", "5"),
    "The API listens on port 8080": ("port", "", "8080"),
    "It runs at http://localhost:3000/": ("port", "", "3000"),
    "The page uses React 18.2": ("version", "react", "18.2"),
    "Runs on Python 3.11+": ("version", "python", "3.11+"),
    "Requires Node >= 20": ("version", "node", "20+"),
}


@pytest.mark.parametrize("text", STATES_NONE)
def test_what_recommends_denies_or_remembers_states_no_value(text: str) -> None:
    assert stated_values(Entry("00000000", "gotcha", text)) == ()


def test_a_plain_statement_has_its_value() -> None:
    for text, wanted in STATES.items():
        found = stated_values(Entry("00000000", "gotcha", text))
        assert wanted in [(one.scheme, one.name, one.value) for one in found], text


SAYS_NONE = [
    ("value", "MAX", "if MAX == 5:"),
    ("value", "MAX", "retry(MAX, 5)"),
    ("value", "MAX", "# MAX = 5"),
    ("value", "MAX", "MAX = 5 + extra"),
    ("value", "MAX", "MAX = read(5)"),
    ("value", "MAX", "MAX_ALL = 5"),
    ("port", "PORT", "imported 80 lines"),
    ("version", "react", '"preact": "10.1.0"'),
]
SAYS = [
    ("value", "MAX", "MAX = 5  # why", ["5"]),
    ("value", "MAX", "const MAX: number = 5;", ["5"]),
    ("value", "MAX", "pub const MAX: u32 = 5u32;", ["5"]),
    ("value", "Max", "\tMax int = 5", ["5"]),
    ("value", "MAX", "#define MAX 5", ["5"]),
    ("value", "MAX", "ENV MAX 5", ["5"]),
    ("value", "MAX", 'int(os.environ.get("MAX", "5"))', ["5"]),
    ("value", "MAX", "const max = process.env.MAX || 5;", ["5"]),
    ("value", "TTL", "TTL = 15 * 60", ["900"]),
    ("value", "max", 'pool:\n  max: 5\n  - max: 6\n  "max": 7,\n', ["5", "6", "7"]),
    ("port", "EXPOSE", "FROM x\nEXPOSE 8080\n", ["8080"]),
    ("port", "listen", "app.listen(3000)", ["3000"]),
    ("port", "PORT", "process.env.PORT || 3000", ["3000"]),
    ("version", "react", '"react": "^18.2.0",', ["18.2.0"]),
    ("version", "pydantic", '  "pydantic[email]>=2.5,<3",', ["2.5"]),
    ("version", "python", 'requires-python = ">=3.11"', ["3.11"]),
    ("version", "serde", 'serde = { version = "1.0", features = [] }', ["1.0"]),
    ("version", "gin", "\tgithub.com/gin-gonic/gin v1.9.1", ["1.9.1"]),
]


def test_only_a_literal_that_is_assigned_is_a_value() -> None:
    for scheme, name, text in SAYS_NONE:
        assert values_of(scheme, "a.py", text, name) == [], text
    for scheme, name, text, wanted in SAYS:
        assert values_of(scheme, "a.py", text, name) == wanted, text
    assert values_of("version", "x/.nvmrc", "v20.1\n", "node") == ["20.1"]


def test_values_are_compared_as_a_person_would() -> None:
    different = [("30 seconds", "60"), ("5", "6"), ("3.1", "3.11"), ("small", "large")]
    same = [("30 seconds", "30000"), ("15 minutes", "900"), ("10 mb", "10485760"), ("5", "5.0")]
    assert not any(same_value("value", one, other) for one, other in different)
    assert all(same_value("value", one, other) for one, other in same)
    assert same_value("version", "3.11", "3.11.4")
    assert same_value("version", "18.2", "18")
    assert same_value("version", "18+", "19.1")
    assert not same_value("version", "18+", "17.9")
    assert not same_value("version", "3.11", "3.12")
