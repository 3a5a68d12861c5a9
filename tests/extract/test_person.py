import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.extract.person import outright

NOTHING = """
Do we ever rebase the release branch
can you tell me which tables must stay
soll ich immer den Linter starten
pourquoi on n'utilise pas Gradle
为什么我们不用 Gradle
it always crashes when the worker starts
We never had trouble with the old queue.
Der Export bricht immer ab
воркер всегда падает
アップロードがいつも失敗します
You never look at the migrations.
你总是忘记测试
if we always retry we need a queue
maybe we should never retry payments
如果我们总是重试会怎么样
I love it, never seen such a tidy diff
fix the worker, don't touch anything else for now
use the green icon here
for now always return an empty list from the stub
pour l'instant n'utilise pas redis
сейчас не пушь в main
这次不要修改数据库
이번에는 스키마를 수정하지 마세요
The contract says we must never keep the address.
the form for "always use dark mode" is broken
there must be a typo in the queue name
it must be the proxy
The worker must be down, its queue is full
that should never have passed the review
just this once, don't run the linter
we prefer to wait for their answer
stop looking at the old queue
leave it alone
when you add a row, the table flickers
ERREUR : le champ ne doit jamais être vide
Never mind the queue
Don't do that again!
always do it this way
please keep it short
> never use globals
ERROR: never call close() twice
Implement the plan as specified
"""

RULES = """
could you please always answer in German?|Always answer in German
no more polling in the worker, ok?|No more polling in the worker, ok
Build it with Gradle. Always.|Build it with Gradle. Always
i'd rather you never edited the schema by hand|I'd rather you never edited the schema by hand
every importer needs an owner|Every importer needs an owner
allways run the formatter|Allways run the formatter
nao usamos Maven, usamos Gradle|Nao usamos Maven, usamos Gradle
不要用 any|不要用 any
NEVER EDIT FILES IN src/gen BY HAND!!|Never edit files in src/gen by hand
hey, please always run the formatter, thanks!|Always run the formatter
From now on, every queue needs an alert.|From now on, every queue needs an alert
remember that the staging queue is shared|The staging queue is shared
we never mock the queue|We never mock the queue
no, we use Gradle here, not Maven.|We use Gradle here, not Maven
don't touch the vendor folder|Don't touch the vendor folder
no business logic in the templates please|No business logic in the templates
use Gradle instead of Maven|Use Gradle instead of Maven
Use `pathlib`, not `os.path`|Use `pathlib`, not `os.path`
all amounts must be in cents|All amounts must be in cents
please keep the changelog current|Keep the changelog current
I told you, never use globals|Never use globals
if a migration is slow, always batch it by id|If a migration is slow, always batch it by id
Bitte niemals direkt auf main pushen!|Niemals direkt auf main pushen
ne touche pas au dossier vendor|Ne touche pas au dossier vendor
não usamos Maven, usamos Gradle|Não usamos Maven, usamos Gradle
non usare mai Maven|Non usare mai Maven
пожалуйста, никогда не коммить прямо в main|Никогда не коммить прямо в main
мы не используем Maven, только Gradle|Мы не используем Maven, только Gradle
请不要直接提交到 main 分支|不要直接提交到 main 分支
必ずテストを実行してからコミットする|必ずテストを実行してからコミットする
npmではなくpnpmを使ってください|npmではなくpnpmを使ってください
항상 커밋 전에 테스트를 실행하세요|항상 커밋 전에 테스트를 실행하세요
"""


def rows(table: str) -> list[str]:
    return [line for line in table.splitlines() if line]


def texts(turn: str) -> list[str]:
    return [one.candidate.text for one in outright(turn)]


@pytest.mark.parametrize("turn", rows(NOTHING))
def test_what_is_no_rule_is_nothing(turn: str) -> None:
    assert outright(turn) == []


@pytest.mark.parametrize("row", rows(RULES))
def test_a_rule_is_kept_whole_without_address_and_shouting(row: str) -> None:
    turn, text = row.split("|")
    (found,) = outright(turn)
    assert (found.candidate.text, found.waits) == (text, "")
    assert found.candidate.quote == turn


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        ("we decided to drop Maven", "decision"),
        ("Wir haben beschlossen, Maven nicht mehr zu nutzen", "decision"),
        ("我们决定不再使用 Maven", "decision"),
        ("I prefer small commits", "preference"),
        ("i hate nested callbacks", "preference"),
        ("предпочитаю короткие функции", "preference"),
        ("never use Maven", "convention"),
    ],
)
def test_the_words_say_which_kind_it_is(turn: str, kind: str) -> None:
    assert [one.candidate.kind for one in outright(turn)] == [kind]


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        ("Never use floats. They lose cents.", "Never use floats. They lose cents"),
        (
            "Don't rebase main. Otherwise all have to pull again.",
            "Don't rebase main. Otherwise all have to pull again",
        ),
        ("Never use floats. They lose cents now, right?", "Never use floats"),
        ("Never use floats. Fix the parser.", "Never use floats"),
        ("Never use floats.\n\nIt is a nice day.", "Never use floats"),
    ],
)
def test_the_next_sentence_belongs_to_a_rule_where_it_is_the_reason(turn: str, text: str) -> None:
    assert texts(turn) == [text]


def test_the_next_rule_belongs_to_one_whose_thing_it_points_at() -> None:
    said = "Don't hard-code limits in the modules. Always take them from src/limits.py."
    (found,) = outright(said)
    assert (found.candidate.text, found.waits) == (said.rstrip("."), "")


def test_a_rule_is_found_beside_other_sentences() -> None:
    turn = "The login is broken again. Fix it! And from now on always run the smoke tests. Thanks"
    rule = "And from now on always run the smoke tests."
    (found,) = outright(turn)
    said = found.candidate
    expected = ("convention", "From now on always run the smoke tests", rule)
    assert (said.kind, said.text, said.quote) == expected


@pytest.mark.parametrize(
    "turn",
    [
        "Refactor the parser. Don't use regular expressions.",
        "the button must be green on every form",
        "could you always answer in German?",
        "always take them from the settings",
        "x" * 150 + " is what I saw. " + "y" * 150 + " too. Use Gradle instead of Maven.",
    ],
)
def test_an_unclear_rule_waits_with_a_reason(turn: str) -> None:
    assert [bool(one.waits) for one in outright(turn)] == [True]


@pytest.mark.parametrize(
    "turn",
    [
        "look:\n```\nnever use globals\nalways use Gradle\n```",
        'the banner reads "never use globals"',
        "the page says: «jamais de globals»",
        "# never use globals\n\n" + "Some long paragraph of a pasted guide. " * 30,
        "What is this about?\n\n" + "- never use globals\n" * 80,
        "2026-01-02 10:00 never use globals",
    ],
)
def test_fences_quotes_pastes_and_logs_are_nobodys_words(turn: str) -> None:
    assert outright(turn) == []


def test_an_order_behind_a_rule_is_often_the_order_to_apply_it() -> None:
    (found,) = outright("All amounts must be in cents. Fix the two columns.")
    assert (found.candidate.text, found.waits) == ("All amounts must be in cents", "")


def test_what_stands_beside_a_long_paste_waits() -> None:
    turn = "never use globals in the worker\n\n" + "A pasted guide goes on and on. " * 40
    assert [bool(one.waits) for one in outright(turn)] == [True]


def test_the_same_rule_counts_once() -> None:
    assert texts("Never use globals. never use globals!") == ["Never use globals"]


@given(st.text(st.sampled_from("never use always X it, .!?\n`\"'-#我不要用です必ず"), max_size=300))
def test_a_quote_stands_in_the_turn_and_a_text_in_its_words(turn: str) -> None:
    for one in outright(turn):
        assert re.sub(r"\s+", "", one.candidate.quote) in re.sub(r"\s+", "", turn)
        assert one.candidate.text
