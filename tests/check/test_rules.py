"""What an entry forbids in so many words, and which lines do it: must not be flagged first."""

from __future__ import annotations

from memory_md.check.rules import forbidden_by, uses
from memory_md.memory.model.entry import Entry

from ..rows import check_rows


def said(text: str, kind: str = "convention") -> Entry:
    return Entry("a1b2c3d4", kind, text)


def hits(text: str, line: str, path: str) -> bool:
    return any(uses(one, line, path) for one in forbidden_by(said(text)))


# -- must not be flagged -------------------------------------------------------------------------

FORBIDS_NOTHING = [
    "Prefer `httpx` over `requests`",
    "Prefer httpx instead of requests",
    "Use `httpx` for all new code",
    "Never call `load` without the lock",
    "Never call `load` in a request handler",
    "Don't use `any` unless there is no other way",
    "Don't use `print` for errors",
    "Don't use `time.sleep` in tests",
    "Avoid `useEffect` when a derived value will do",
    "Try to avoid calling `eval`",
    "Never commit `secrets.json`",
    "Never remove `legacy_id`",
    "Don't rename `load_config`",
    "Do not add comments that say what the code does",
    "Never use abbreviations in names",
    "Don't use it",
    "A dead process can raise `PermissionError` instead of `ProcessLookupError`",
    "`any` is used instead of unknown types by default",
    "Only use `eval` in the sandbox",
    "Never edit `schema.gen.ts` by hand",
    "Don't just use `Optional`",
    "Never use print for errors",
    "Avoid eval in templates",
    "No floats for money",
    "Use float for percentages",
    "Never use more than three `useState` in one component",
]


@check_rows("text", FORBIDS_NOTHING)
def test_a_condition_a_preference_and_an_order_of_another_sort_forbid_nothing(text: str) -> None:
    assert not [one.name for one in forbidden_by(said(text)) if one.is_code or not one.is_plain]


MUST_NOT_FLAG = [
    ("Never use `requests`", "# requests is too slow", "a.py"),
    ("Never use `requests`", 'log("requests: %s", count)', "a.py"),
    ("Never use `requests`", "requests = []", "a.py"),
    ("Never use `requests`", "self.requests.append(one)", "a.py"),
    ("Never use `requests`", "import requests_mock", "a.py"),
    ("Use httpx instead of requests", "for one in requests:", "a.py"),
    ("Use httpx instead of requests", "handle(requests)", "a.py"),
    ("Never call `os.system()`", "os.system_name", "a.py"),
    ("Never call `os.system()`", "def os_system(): pass", "a.py"),
    ("Never call `load_all`", "def load_all(self):", "a.py"),
    ("Never call `load_all`", "load_all_rows()", "a.py"),
    ("Never call `load_all`", "// load_all() is gone", "a.ts"),
    ("Never use `any`", "if any(rows):", "a.py"),
    ("Never use `any`", "const anything = 1", "a.ts"),
    ("Never use `any`", "Promise.any(all)", "a.ts"),
    ("Never use `var`", "const var_name = 1", "a.js"),
    ("Never use `--no-verify`", "git commit --no-verify-ssl", "a.sh"),
    ("Never use `eval`", "model.eval()", "a.py"),
    ("Never use `print`", "pprint(x)", "a.py"),
    ("Never bare `bun test`", "throw new Error('blocked under bun test here')", "a.ts"),
    ("Fix tests rather than skipped or removed", "if skipped or removed:", "a.py"),
    ("Never use `print`", "def print(self):", "a.py"),
    ("Don't use eval", "model.eval()", "a.py"),
    ("Don't use eval", "retrieval(query)", "a.py"),
    ("Don't use eval", "def eval(self, text):", "a.py"),
    ("Don't use eval", "# eval(text) is harmful", "a.py"),
    ("Don't use eval", 'log("eval(x)")', "a.py"),
    ("Don't use eval", "eval = 3", "a.py"),
    ("Never use print", "pprint(x)", "a.py"),
    ("Never use print", "def print(self):", "a.py"),
    ("Use Decimal instead of float", "floats = to_float(x)", "a.py"),
    ("Use Decimal instead of float", "total: Decimal = as_float", "a.py"),
    ("Use Decimal instead of float", "float: left;", "a.css"),
    ("Use Decimal instead of float", ".card { float: left }", "a.css"),
    ("Use Decimal instead of float", "{ width: 3, float: 'left' }", "a.js"),
    ("Use Decimal instead of float", "np.float64(x)", "a.py"),
    ("Never use floats for money", "price = float(x)", "a.py"),
    ("Never use requests", "requests += 1", "a.py"),
    ("No pandas please", "pandas = 3", "a.py"),
    ("Never import `load_all` in a view", "load_all: fake(),", "a.ts"),
    ("Hooks never import `graphqlClient`", "graphqlClient: { request: jest.fn() },", "a.ts"),
    ("No tests here please", "import tests", "a.py"),
    ("Do not use moment.js", "moment = now()", "a.js"),
]


@check_rows(("text", "line", "path"), MUST_NOT_FLAG)
def test_a_line_that_does_something_else_is_not_flagged(text: str, line: str, path: str) -> None:
    assert not hits(text, line, path)


@check_rows("kind", ["gotcha", "risk", "note", "issue", "fixed", "learning"])
def test_only_decisions_conventions_and_preferences_forbid(kind: str) -> None:
    assert not forbidden_by(said("Never use `eval`", kind))
    assert forbidden_by(said("Never use `eval`"))


# -- must be flagged -----------------------------------------------------------------------------

MUST_FLAG = [
    ("Never use requests", "import requests", "a.py"),
    ("Don't use eval", "value = eval(text)", "a.py"),
    ("Avoid eval, it runs whatever a file says", "eval(text)", "a.js"),
    ("Never use exec", "exec(code)", "a.py"),
    ("Hooks never import `graphqlClient`", "import { graphqlClient } from '../api';", "a.ts"),
    ("Use logging instead of print", "    print(total)", "a.py"),
    ("Use Decimal instead of float", "price = float(text)", "a.py"),
    ("Use Decimal instead of float", "def total() -> float:", "a.py"),
    ("Use Decimal instead of float", "price: float = 0.0", "a.py"),
    ("Use Decimal instead of float", "rows: list[float]", "a.py"),
    ("Use BigDecimal instead of double", "    double total = 0;", "A.java"),
    ("Use pathlib, not os.path", "os.path.join(a, b)", "a.py"),
    ("Use uv not pip", "import pip", "a.py"),
    ("No pandas please, the stdlib is enough", "import pandas as pd", "a.py"),
    ("No pandas", "from pandas import DataFrame", "a.py"),
    ("Stop using moment", "import moment from 'moment'", "a.ts"),
    ("Don't use Pandas", "import pandas", "a.py"),
    ("Do not use moment.js", "import moment from 'moment'", "a.ts"),
    ("Never use `requests`", "import requests", "a.py"),
    ("Never use `requests`", "from requests import get", "a.py"),
    ("Use httpx instead of requests", "import requests  # for now", "a.py"),
    ("Use `httpx`, not `requests`: it has no timeout", "import requests", "a.py"),
    ("Use dayjs instead of moment", "import moment from 'moment'", "a.ts"),
    ("Use dayjs instead of moment", 'const m = require("moment")', "a.js"),
    ("Don't use lodash", "import { map } from 'lodash/map'", "a.ts"),
    ("Never call `os.system()`", "    os.system(command)", "a.py"),
    ("Never call os.system", "    os.system(command)", "a.py"),
    ("Never call load_all, it takes minutes", "rows = load_all()", "a.py"),
    ("Do not use `any` types", "function f(a: any) {", "a.ts"),
    ("Never use `any`", "const rows = value as any;", "a.ts"),
    ("Never use `var`", "var count = 1;", "a.js"),
    ("Avoid `eval`", "return eval(text)", "a.py"),
    ("No `print` in this codebase", "print(total)", "a.py"),
    ("Never use `--no-verify`", "git commit --no-verify -m x", "a.sh"),
    ("Never use `datetime.utcnow()` or `time.clock()`", "x = time.clock()", "a.py"),
    ("Store money as Decimal. Never use `parseFloat` because it rounds", "parseFloat(x)", "a.js"),
    ("Call `safe_load` instead of `yaml.load`", "yaml.load(text)", "a.py"),
    ("Don't use `except Exception: pass`", "except Exception: pass", "a.py"),
    ("CSV is text/csv (never application/x-sheet), in any case", '"application/x-sheet"', "a.py"),
    ("A pinned table, never the platform mimetypes registry (asked only before the look-up)",
     "import mimetypes", "a.py"),
]  # fmt: skip


@check_rows(("text", "line", "path"), MUST_FLAG)
def test_a_line_that_does_what_is_forbidden_is_flagged(text: str, line: str, path: str) -> None:
    assert hits(text, line, path)
