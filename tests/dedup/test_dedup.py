"""One fact in two wordings, two claims about one thing, and what only looks alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_md.dedup.index import Index, amends, comparable, relation
from memory_md.memory.model.entry import KINDS, Entry

from ..rows import check_rows

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "dedup"


def said(a: str, b: str, kind: str = "learning", other: str = "") -> str:
    found = relation(kind, a, other or kind, b)
    return found.relation if found else "distinct"


def rows(*cases: tuple[str, str, str]) -> list[object]:
    return [pytest.param(a, b, id=name) for name, a, b in cases]


# -- what must not be merged ------------------------------------------------------------------

REQUIRED = (
    'Let PyJWT require the claim (`options={"require": ["exp"]}`) instead of giving it a default,'
    " because a token without an expiry must be refused and not treated as one that never ends."
)
CHECKED = (
    "PyJWT checks `exp` only when the claim is present, so a token without it passes `jwt.decode`"
    " unless the claim is listed under `require`."
)
DISTINCT = rows(
    ("library", "Use `zod` for request validation", "Use `joi` for response caching"),
    (
        "a name that only one has",
        "`400 Bad Request`: invalid payload",
        "`400 Bad Request`: invalid payload or `organization_id`",
    ),
    (
        "commands",
        "If a number is given, run `gh pr view N` to get the details",
        "If a number is given, run `gh pr diff N` to get the details",
    ),
    (
        "longer lists",
        "`q` searches names, e-mails, and addresses",
        "`q` searches names, e-mails, phone numbers, and addresses",
    ),
    (
        "a clause of its own",
        "`git add` takes explicit paths",
        "`git add` takes explicit paths, and the hook of the linter rewrites staged files first",
    ),
    ("file", "`src/a/x.py` must not import `db`", "`src/b/y.py` must not import `db`"),
    ("folder", "Update `skills/SKILL.md` last", "Update `template/skills/SKILL.md` last"),
    ("endpoint", "`GET /users` is paginated", "`GET /orders` is paginated"),
    ("flag", "Pass `-x` to stop at the first failure", "Pass `-v` to list each failure"),
    ("function", "`parse_header()` returns None on EOF", "`parse_body()` returns None on EOF"),
    ("task", "Fixed in TECH-1: the loop never ended", "Fixed in TECH-2: the loop never ended"),
    ("phase", "Phase 2 adds the search index", "Phase 3 adds the search index"),
    ("status", "HTTP 401 means the token expired", "HTTP 403 means a scope is missing"),
    ("condition", "When the flag is on, reads go to A", "When the flag is off, writes go to B"),
    ("subject", "Public pages are cached at the edge", "Private pages are cached at the edge"),
    ("one more condition", "Lazy load the editor", "Lazy load the editor unless it is a draft"),
    ("topic", "The CI cache is keyed by the lockfile", "The CI job times out at night"),
    ("nothing", "Buttons need a visible focus ring", "The ledger rejects odd entries"),
    ("two letters", "Use X for the queue in `db.py`", "Use Y for the queue in `mail.py`"),
    ("two twins", "The old endpoint returns XML", "The new endpoint returns JSON"),
    ("two verbs", "Dates are shown in local time", "Dates are stored in UTC"),
    ("two operands", "Move checks into the core", "Move parsing out of the core"),
    ("two figures", "Default page size is 20", "Maximum page size is 100"),
    ("two scopes", "Limits apply per IP for guests", "Limits apply per account for members"),
    ("no longer, of another", "Store prices as cents", "We no longer store names as cents"),
    ("no longer than", "Sessions live in Redis", "Sessions live no longer than 15 minutes"),
    ("instead, of it", "The build uses webpack", "The build uses webpack instead of Vite"),
    ("rival tools, of two", "Unit tests run on Jest", "E2E tests run on Playwright"),
    ("two names", "Use `unknown` in catch blocks", "Use `import type` for types"),
    ("another port", "The market service listens on 8002", "The map service listens on 8004"),
    ("in sync", "Keep the docs in `docs/`", "Keep the docs in sync with the code"),
    ("another build", "The build uses webpack", "The docs build does not use webpack"),
    ("none in tests", "The app needs a token", "The app needs no token in tests"),
    ("how it stops", "The poller reads the queue", "The poller stops reading the queue at night"),
    ("stopped thing", "Builds run on Heroku", "Builds on Heroku stopped after the hook failed"),
    ("plus", "Les jetons sont en cache", "Les jetons sont en cache, plus les rôles"),
    ("opening opposites", "Public routes skip the login", "Private routes go through the login"),
    ("kinds", "Enable strict mode in new packages", "Legacy packages keep strict mode off"),
    ("exception", "Jobs run in a transaction", "Jobs that call S3 cannot run in a transaction"),
    ("place and manner", "Reports are written in Markdown", "Reports are written to `out/`"),
    ("two subjects in slots", "Sessions are kept in Redis", "Uploads are kept in S3"),
    ("two numbers of one name", "Use library 0-0 here", "Use library 0-1 here"),
    ("must be refused", REQUIRED, CHECKED),
    ("two slots", "The backup is taken by `pg_dump`", "The backup is stored in S3"),
    ("what and how", "All handlers must be async", "All handlers must be registered in `a.py`"),
    ("two permissions", "Only admins can invite members", "Only owners can close an account"),
    ("scores", "Confidence 10/10", "Confidence 9/10"),
    ("arguments", "Good, because easy to write", "Bad, because not easy to write"),
    ("headings", "Avoiding anti-patterns", "Known anti-patterns"),
    ("another action on files", "Merge `a.md` and `b.md`", "Remove `a.md` and `b.md` from index"),
    ("compound", "REPLICA IDENTITY needed for RLS-enabled rows", "REPLICA IDENTITY enabled on all"),
    ("russian", "Сервис авторизации хранит сессии", "Сервис платежей хранит квитанции"),
    ("chinese", "用户服务使用缓存会话", "订单服务使用消息队列"),
)

CONTRADICTION = rows(
    ("number", "The pool is capped at 20 clients", "The pool is capped at 50 clients"),
    ("number word", "Retry uploads three times", "Retry uploads five times"),
    ("compound", "Functions over 40 lines are split", "Functions over forty-five lines are split"),
    ("unit", "The upload limit is 20 MB", "The upload limit is 20 KB"),
    ("version", "The image needs Node 20", "The image needs Node 22"),
    ("tag", "Build on `golang:1.26-alpine`", "Build on `golang:1.23-alpine`"),
    ("numbers swapped", "Pin to 1.10, as 2.4 breaks", "Pin to 2.4, as 1.10 breaks"),
    ("not", "The billing job runs on weekends", "The billing job does not run on weekends"),
    ("never", "Always squash the branch", "Never squash the branch"),
    ("no longer", "Deleted users count as seats", "Deleted users no longer count as seats"),
    ("no longer store", "Prices are stored as cents", "We no longer store prices as cents"),
    ("not any more", "Use Redis for locks", "We don't use Redis for locks any more"),
    ("stopped doing", "Prices are stored as integers", "We stopped storing prices as integers"),
    ("have stopped", "Releases are cut by hand", "We have stopped cutting releases by hand"),
    ("bare stopped", "Use Redis for sessions", "Stopped using Redis for sessions"),
    ("got rid of", "The UI uses jQuery", "We got rid of jQuery in the UI"),
    ("short, instead", "The build uses webpack", "The build uses Vite instead of webpack"),
    ("short, no longer", "Tests need a running broker", "Tests no longer need the broker"),
    ("german, no longer", "Der Build nutzt Webpack", "Der Build nutzt Webpack nicht mehr"),
    ("without", "Values are stored with escaping", "Values are stored without escaping"),
    ("instead of", "Use `httpx` instead of `requests`", "Use `requests` instead of `httpx`"),
    ("letters", "Use X instead of Y in `db.py`", "Use Y instead of X in `db.py`"),
    ("letter of an article", "Use A instead of B", "Use B instead of A"),
    ("not, but", "Store times in UTC, not in local time", "Store times in local time, not in UTC"),
    ("before", "Load plugins before themes", "Load themes before plugins"),
    ("from, to", "Data flows from ledger to mailer", "Data flows from mailer to ledger"),
    ("antonym", "Enable telemetry in the build", "Disable telemetry in the build"),
    ("prefix", "Config keys are sorted", "Config keys are unsorted"),
    ("default", "Pages default to `light`", "Pages default to `dim`"),
    ("other words", "New boards default to public", "A board is private until it is shared"),
    ("per", "Rate limits apply per API key", "Rate limits are counted per address"),
    ("place", "Form state lives in a React context", "Form state is kept in a Redux slice"),
    ("path in a slot", "Colors are defined in `a.json`", "Colors are hard-coded in each widget"),
    ("source", "Secrets are read from Vault", "Secrets come from environment variables"),
    ("language", "The CLI is written in Go", "We rewrote the CLI in Rust"),
    ("agent", "Rate limiting happens in the app", "The reverse proxy does the rate limiting"),
    ("active", "Assets are served by nginx", "The Node process serves the assets"),
    ("moved", "Search is implemented with Solr", "Search has moved to Elasticsearch"),
    ("replaced", "Jobs run in Celery", "Celery was replaced by Dramatiq for jobs"),
    ("always", "Always use `a.toml` for new projects", "Always use `setup.py` for new projects"),
    ("overriding", "`.env` overrides the shell", "The shell takes precedence over `.env`"),
    ("first, all", "Only the first matching rule is applied", "All matching rules are applied"),
    ("one, each", "One key is used in all regions", "Every region has its own key"),
    ("two, one", "Models need two sources", "A single source is enough for models"),
    ("who", "Guests can comment", "Only members may comment"),
    ("rival tools", "Unit tests run on Jest", "All unit tests run on Vitest"),
    ("rival tools, placed", "Sessions are stored in localStorage", "Sessions are kept in cookies"),
    ("name at the end", "Navigation uses `createHashRouter`", "Navigation uses `createRouter`"),
    ("prefix", "Handlers have the prefix `app:`", "The prefix of handlers is `x:`"),
    ("only, too", "React is imported only in `src/ui/`", "React is imported in `src/cli/` too"),
    ("removed", "Purchases go through Adyen", "Purchases go through Mollie, Adyen is gone"),
    ("banned", "Use `push` in the dev database", "`push` is banned in the dev database"),
    ("turned", "Child settings override the parent's",
     "The parent's settings override those of the child"),
    ("immutable", "Invoices are immutable", "A customer may change an invoice"),
    ("offline", "The app works offline", "The app requires a network connection"),
    ("need no", "Profiles need no login", "Visitors must sign in to see profiles"),
    ("up, down", "Round prices up", "Round prices down"),
    ("chinese words", "默认开启自动保存", "自动保存默认关闭"),
    ("french words", "Les alertes sont activées par défaut",
     "Les alertes sont désactivées par défaut"),
    ("german", "Der Cache wird geleert", "Der Cache wird nicht geleert"),
    ("french", "Le cache est vidé au départ", "Le cache n'est pas vidé au départ"),
    ("russian", "Миграции идут сами", "Миграции не идут сами"),
    ("chinese", "缓存默认启用", "缓存默认不启用"),
)  # fmt: skip

DUPLICATE = rows(
    ("punctuation", "Don't commit `.env`; use a sample", "do not commit .env, use a sample"),
    ("exclamation", "Always flush the writer!", "Always flush the writer"),
    ("label and date", "- [2026-01-02] Gotcha: Flush the writer", "Flush the writer"),
    ("code spans", "Run make lint before you push", "Run `make lint` before you push."),
    ("inflection", "Deleting a board cascades to cards", "Deletion of a board cascades to cards"),
    ("abbreviation", "The database connection is pooled", "The DB conn is pooled"),
    ("initials", "Foreign key checks run at commit", "FK checks run at commit"),
    ("a letter left out", "The scheduler retries jobs", "The schedulr retries jobs"),
    ("letters exchanged", "The scheduler retries jobs", "The schedluer retries jobs"),
    ("joined", "The lock file is generated by npm", "The lockfile is generated by npm"),
    ("number word", "Jobs retry three times", "Jobs retry 3 times"),
    ("units", "The request timeout is 1500 ms", "The request timeout is 1.5 seconds"),
    ("thousands", "Batches hold at most 10,000 rows", "Batches hold at most 10000 rows"),
    ("one minute", "Tokens renew after 60 seconds", "Tokens renew after a minute"),
    ("reordered", "If the cache is cold, search is slow", "Search is slow if the cache is cold"),
    ("denied twice", "It is `blue`, not `red`", "It is blue (not `red`)."),
    ("synonyms", "Restart the worker whenever `a.yml` changes",
     "The worker must be restarted after every change to `a.yml`"),
    ("passive", "The shell overrides `.env`", "`.env` is overridden by the shell"),
    ("needs no", "Health checks don't need login", "Health checks require no login"),
    ("not possible", "Guests cannot comment", "Commenting is not possible for guests"),
    ("times", "The worker retries jobs three times", "Jobs are retried 3x by the worker"),
    ("german", "Vor jedem Deploy laufen die Tests", "Die Tests laufen vor jedem Deploy"),
    ("russian", "Перед релизом нужно обновить файл", "Нужно обновить файл перед релизом"),
    ("chinese", "部署之前必须运行迁移", "部署之前，必须运行迁移。"),
)  # fmt: skip


@check_rows(("a", "b"), DISTINCT)
def test_different_facts_stay_apart(a: str, b: str) -> None:
    assert said(a, b) == said(b, a) == "distinct"


@check_rows(("a", "b"), CONTRADICTION)
def test_claims_against_each_other_are_told(a: str, b: str) -> None:
    assert said(a, b) == said(b, a) == "contradiction"


@check_rows(("a", "b"), DUPLICATE)
def test_one_fact_in_other_words_is_found(a: str, b: str) -> None:
    assert said(a, b) == said(b, a) == "duplicate"


@pytest.mark.parametrize(
    ("name", "precision", "duplicates", "contradictions"),
    [
        pytest.param("first", 0.95, 0.85, 0.8, id="first set"),
        pytest.param("second", 0.95, 0.85, 0.75, id="second set"),
        pytest.param("third", 0.95, 0.75, 0.72, id="third set, the rules were made on it"),
        pytest.param("fourth", 0.85, 0.7, 0.46, id="fourth set, kept back meanwhile"),
        pytest.param("fifth", 0.8, 0.8, 0.68, id="fifth set, amendments of notes of teams"),
        pytest.param("sixth", 0.8, 0.66, 0.54, id="sixth set, of other teams, kept back"),
    ],
)
def test_labelled_pairs_are_judged_precisely(
    name: str, precision: float, duplicates: float, contradictions: float
) -> None:
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    names = {"dup": "duplicate"}
    pairs = [
        (names.get(row["label"], row["label"]), said(row["a"], row["b"]))
        for row in map(json.loads, lines)
    ]
    for label, recall in (("duplicate", duplicates), ("contradiction", contradictions)):
        right = pairs.count((label, label))
        assert right >= precision * sum(got == label for _, got in pairs)
        assert right >= recall * sum(truth == label for truth, _ in pairs)


AMENDED = rows(
    ("moved", "We deploy to Heroku", "We moved from Heroku to Fly"),
    ("moved, of one", "Sessions are kept in Redis", "We moved sessions from Redis to Postgres"),
    ("replaced", "Deploys go to Heroku", "Heroku has been replaced by Fly"),
    ("from now on", "Use `migrate` in dev", "From now on use `push` in dev"),
    ("superseding", "No free units: the first block is billed",
     "Amended policy, superseding the no-free-units rule: the first unit is free"),
    ("superseding, another number", "Free users get a 7-day trial",
     "Superseding the earlier trial policy: the trial lasts 14 days for free users"),
    ("no announcement", "The pool is capped at 20 clients", "The pool is capped at 50 clients"),
)  # fmt: skip

NOT_AMENDED = rows(
    ("something else", "The parser is written in Rust", "From now on write tests in pytest"),
    ("more about the old", "Heroku logs are limited to 1500 lines", "We moved from Heroku to Fly"),
    ("the same", "We use Fly", "We moved from Heroku to Fly"),
    ("of another thing", "Use Kafka for the audit log", "We moved from Kafka to NATS for events"),
    ("no announcement", "Unit tests mock the clock", "Integration tests mock the network"),
)


@pytest.mark.parametrize(("old", "new"), NOT_AMENDED)
def test_a_change_of_something_else_amends_nothing(old: str, new: str) -> None:
    assert not amends(old, new)


@pytest.mark.parametrize(("old", "new"), AMENDED)
def test_what_takes_the_place_of_a_line_amends_it(old: str, new: str) -> None:
    assert amends(old, new)
    assert not amends(old, old)


def test_why_is_told_in_words() -> None:
    found = relation("note", "Retry uploads 3 times", "note", "Retry uploads 5 times")
    assert found is not None
    assert found.why in ("3 / 5", "5 / 3")
    assert 0 < found.score <= 1


# -- kinds ---------------------------------------------------------------------------------------


def test_kinds_meet_both_ways_and_themselves() -> None:
    for a in KINDS:
        assert comparable(a, a)
        for b in KINDS:
            assert comparable(a, b) == comparable(b, a)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param("issue", "fixed", "distinct", id="an issue is not its fix"),
        pytest.param("scope", "decision", "distinct", id="a scope is no decision"),
        pytest.param("identity", "gotcha", "distinct", id="who the user is"),
        pytest.param("risk", "gotcha", "duplicate", id="risk and gotcha"),
        pytest.param("preference", "convention", "duplicate", id="preference and convention"),
    ],
)
def test_only_comparable_kinds_are_one_fact(a: str, b: str, expected: str) -> None:
    text = "Token expiration is not checked"
    assert said(text, text, a, b) == said(text, text, b, a) == expected


@pytest.mark.parametrize(
    ("kind", "a", "b", "expected"),
    [
        ("scope", "src/a.py — token checks", "src/b.py — token checks", "distinct"),
        ("scope", "src/a.py — token checks", "src/a.py", "distinct"),
        ("scope", "src/a.py — token checks", "src/a.py — sends the mails", "distinct"),
        ("scope", "src/a.py — token checks", "`src/a.py` - checks tokens", "duplicate"),
        ("modified_files", "src/a.py, src/b.py", "src/a.py", "distinct"),
        ("modified_files", "src/a.py, src/b.py", "src/a.py, src/c.py", "distinct"),
        ("modified_files", "src/a.py, src/b.py", "src/b.py, ./src/a.py", "duplicate"),
    ],
)
def test_files_are_compared_by_what_they_are(kind: str, a: str, b: str, expected: str) -> None:
    assert said(a, b, kind) == said(b, a, kind) == expected


# -- the index ----------------------------------------------------------------------------------


def entry(entry_id: str, text: str, kind: str = "learning") -> Entry:
    return Entry(entry_id, kind, text)


def test_the_same_text_wins_over_everything() -> None:
    index = Index(
        [
            entry("a", "Retry uploads 5 times"),
            entry("b", "Retry the uploads three times"),
            entry("c", "Retry uploads 3 times."),
        ]
    )
    found = index.compare("learning", "retry uploads 3 times")
    assert found is not None
    assert (found.id, found.relation, found.score) == ("c", "duplicate", 1.0)


def test_a_repeat_wins_over_a_contradiction() -> None:
    index = Index(
        [entry("a", "Retry uploads 5 times"), entry("b", "Retry the uploads three times")]
    )
    found = index.compare("note", "Retry uploads 3 times")
    assert found is not None
    assert (found.id, found.relation) == ("b", "duplicate")


def test_removed_entries_are_forgotten_and_may_come_back() -> None:
    index = Index([entry("a", "Retry uploads 5 times")])
    index.remove("a")
    index.remove("never there")
    assert index.compare("learning", "Retry uploads 5 times") is None
    index.add(entry("b", "Retry uploads 5 times"))
    assert (index.compare("learning", "Retry uploads 5 times") or entry("", "")).id == "b"


def test_the_threshold_is_the_least_score_of_a_repeat() -> None:
    a, b = "The request queue is flushed every minute", "Flush the queue of requests each minute"
    found = Index([entry("a", a)], threshold=0.5).compare("learning", b)
    assert found is not None
    assert 0.9 <= found.score < 0.999
    assert Index([entry("a", a)], threshold=0.999).compare("learning", b) is None
    assert Index([entry("a", a)], threshold=0.999).compare("learning", a) is not None


def test_an_empty_index_and_an_empty_text_match_nothing() -> None:
    assert Index().compare("learning", "Retry uploads 5 times") is None
    assert Index([entry("a", "Retry")]).compare("learning", "…") is None


def test_one_of_ten_thousand_alike_is_found() -> None:
    memory = [
        entry(f"e{n}", f"Use `lib-{n}` for task number {n} of the import") for n in range(10_000)
    ]
    index = Index(memory)
    found = index.compare("learning", "use lib-4711 for task number 4711 of the import")
    assert found is not None
    assert (found.id, found.relation) == ("e4711", "duplicate")
