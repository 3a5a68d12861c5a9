"""What a person rules for good is kept, as what it is; what is about the task at hand never."""

from __future__ import annotations

import re

import pytest

from memory_md.base.settings import Extract
from memory_md.base.sparse_regex import RegexTables
from memory_md.extract.rules.events_to_candidates import SourceContent, read_events
from memory_md.extract.rules.rulings import Place, chance
from memory_md.extract.rules.sentence_marks import RULINGS
from memory_md.extract.rules.word_table import groups
from memory_md.transcripts.model.events import Prose, Said

from ..rows import check_rows


def read(text: str, *, acted: bool = True) -> SourceContent:
    before = [Prose(1, "I had a look around.")] if acted else []
    return read_events([*before, Said(2, text), Prose(3, "Done.")])


def sure(text: str, *, acted: bool = True) -> list[tuple[str, str]]:
    found = read(text, acted=acted).candidates
    return [(one.kind, one.text) for one in found if one.line == 2 and one.score >= Extract().sure]


TASKS = """
add a button to the header
run it again
now deploy it from the release branch
we need to add a login page
we want to add a dark mode to the settings page
we have a problem with the cache
we can do that later
we will test it tomorrow
we agreed on this yesterday
we decided to do the refactoring tomorrow
we've decided to split this page into two tabs
we never dealt with such patterns
we are getting an error when we click save
we don't have time for that
don't do that yet
do not change anything, only explain
don't show the spinner here
no, the other one
no, it still does not work
no, not this button, the blue one
the button should be on the left, not on the right
the card should always show the image
the title must be bigger on all pages
make all the cards the same size
make sure that the seats only appear when the game starts
change it to 20px instead of 10px
I want this button to be red
I want to see the list of users
I prefer option 2
I prefer the first one
I'd rather see the second one
I don't want this popup, remove it
I always get this error
it always fails when I click the button
all tests pass now
all the prices are wrong on this page
every time I open the page it crashes
12:58:32 | ERROR | volumes must not be set, only names are allowed
"message": "'index' is declared but its value is never read.",
should we use redis instead of memcached?
maybe we should always validate the input
I think all of the ids must be strings
what is the convention for file names?
which branch do we deploy from?
update the plan and mark every task that must not be done any more
we moved the file to src, update the imports
we tested it and it is fine
you must never show this card here
you should always get a 200
let's use a different color
actually make it red, not blue
actually, that is fine
wrong file, open the other
No please commit and get it all up there
No make all columns of the view sortable and rename the view
No the graph is plotted, but the data does not change
No one said matching
I don't like that at all
I want to filter the rows for two terms that will not coincide
Let's keep work on the presentation
we dont need that file, you have it already
2025/02/02 09:26:08 [emerg] "http" directive is not allowed in any file
die Schaltfläche muss größer sein
es funktioniert immer noch nicht
ça ne marche pas
no funciona
quiero ver la lista de usuarios
não mexa em nada, só explique
не работает
добавь кнопку, а не ссылку
всё ещё ошибка
还是不行，报错了
不要这个按钮，删掉
现在只显示一个，应该显示三个
帮我修复这个错误
ボタンを追加してください
まだエラーが出ます
버튼을 추가해줘
hala çalışmıyor
""".strip().split("\n")


@check_rows(("text",), TASKS)
def test_what_is_about_the_task_at_hand_is_not_kept(text: str) -> None:
    assert sure(text) == []


FOR_ONCE = """
We keep running into errors that were tested and fixed already.
We run in so many issues here, i will do a full rollback and restart the topic
你总是缺乏架构师的视角，先从全局架构考量，再在技术实现和功能模块上做到完善。
Do not create any new unit tests.
don't touch any other files
Do not write new docs, the code is enough
just change the header, because the rest is fine
you don't need to write any tests because it is a prototype
don't commit for now, because ops deploys
only fix the parser, nothing else
先不要改代码，因为我还在看
这次不要写测试，只修改这个文件
""".strip().split("\n")


@check_rows(("text",), FOR_ONCE)
def test_an_order_of_this_one_task_is_never_sure(text: str) -> None:
    assert sure(text) == []


UNSAID_OR_UNNAMED = """
note: files outside of the project directory will not be compiled
Note: XDG_RUNTIME_DIR is unset
every time you destroy the project structure
Each time it opens all panels of the page.
Always fetch fresh data
Always fix issues
Always ask my approval
Avoid caching responses
All paths must be absolute.
Only decisions should be included.
I don't like any approach.
Remember: act immediately.
Don't go that far, that's too much.
I want to stay in the backup branch until the release is out
I want the animation to run by itself rather than on hover
I don't want to modify get_ages, I want a new function
I don't want to keep the northern counties in the subset
I don't have the tables for the permissions, can you give me the schema
Each child in a list should have a unique "key" prop.
Define a constant instead of using this literal 'no folder' 5 times.
Really the title should be inside of the container, not above.
The host is configured already, we should be using the same one as the other laptop
Cada pregunta debe tener 5 opciones de respuesta
Hay que agregar el archivo a la lista
Always we had a rule for how the columns are set up
We put in a lot of work.
So some linux devices have one thing and not another.
Create a project memory file with all my settings so I never have to explain them again
I would like my agents file to be updated with this instruction for all work going forward
不要社交登录，不要深色模式切换，不要记住我
请直接设置窗口的坐标，而不是使用计算公式。
我希望在说明里提醒用户，当前只测试过一个版本。
""".strip().split("\n")


@check_rows(("text",), UNSAID_OR_UNNAMED)
def test_what_does_not_say_that_it_holds_or_of_what_is_never_sure(text: str) -> None:
    assert sure(text) == []


@check_rows(
    ("text",),
    [
        "Avoid caching responses of `/api/rates`, they change every minute",
        "Always fetch fresh data from the rates endpoint before a test",
        "Always use tabs for indentation.",
        "Always respond in Thai.",
        "以后所有的 skill 都保存在我本地的个人目录，而不是项目目录",
        "I'm not using UserList.jsx any more",
        "We round all totals UP to the next cent, always.",
        "From now on there are no free units for trial accounts.",
    ],
)
def test_what_says_that_it_holds_and_of_what_is_sure(text: str) -> None:
    assert len(sure(text)) == 1


def test_what_the_model_alone_likes_waits() -> None:
    text = "我们完成每个里程碑之后需要进行代码质量的检查"
    place = Place(acted=True)
    assert chance(text, place) >= 0.2
    assert [one.score < Extract().sure for one in read(text).candidates] == [True]


@check_rows(
    ("text",),
    [
        "Never create any new unit tests without asking me.",
        "From now on do not create any new unit tests.",
        "以后不要再创建新的文档，必须先问我",
    ],
)
def test_an_order_that_is_worded_for_good_is_sure(text: str) -> None:
    assert len(sure(text)) == 1


@check_rows(
    ("text", "kind"),
    [
        ("actually we deploy from the release branch, not from main", "convention"),
        ("I always want type hints on new functions", "preference"),
        ("wrong, the tests run with tox, not with plain pytest", "convention"),
        ("We decided that the importer skips bad rows instead of failing", "decision"),
        ("the team agreed that the parser skips empty lines", "decision"),
        ("We agreed last week that money columns are integers in cents", "decision"),
        ("don't touch the vendored folder, it is synced from upstream", "preference"),
        ("we use bun here, npm breaks the lockfile", "convention"),
        ("we never upload a wheel by hand", "convention"),
        ("all money values must be Decimal, never float", "convention"),
        ("the worker must not import anything from the web package", "convention"),
        ("we decided against graphql because the clients cannot cache it", "decision"),
        ("we don't want inline strings, we want constants", "preference"),
        ("I hate nested ternaries", "preference"),
        ("you should never commit generated files", "preference"),
        ("nein, wir deployen vom release-Branch und nicht von main", "convention"),
        ("wir haben uns entschieden, Redis nicht mehr zu verwenden", "decision"),
        ("on n'utilise jamais de mocks pour la base", "convention"),
        ("ne touche pas au dossier vendor, il est synchronisé", "preference"),
        ("aquí no usamos npm, usamos pnpm", "convention"),
        ("мы не используем webhook, только long polling", "convention"),
        ("мы решили отказаться от redis совсем", "decision"),
        ("以后不要直接修改数据库，必须通过迁移", "preference"),
        ("我们不用 npm，只用 pnpm", "convention"),
        ("今後は main に直接コミットしないでください", "preference"),
    ],
)
def test_what_holds_for_good_is_kept_as_what_it_is(text: str, kind: str) -> None:
    assert [kept for kept, _ in sure(text)] == [kind]


def test_of_a_list_of_demands_only_what_is_in_every_case_is_kept() -> None:
    demands = "Set up the client:\n\n- one file\n- a retry\n\n"
    assert sure(demands + "Do not rename the module because of the tests.") == []
    assert len(sure(demands + "Do NOT hardcode any API keys.")) == 1


def test_what_must_be_is_the_request_before_the_agent_did_anything() -> None:
    said = "All money values must be Decimal."
    assert (sure(said, acted=False), bool(sure(said))) == ([], True)


def test_a_place_that_is_this_project_points_at_nothing() -> None:
    assert sure("no, we never mock the database here") == [
        ("convention", "We never mock the database here")
    ]


@check_rows(
    ("text", "reason"),
    [
        ("should we always validate the input?", "a question"),
        ("maybe we never validate the input", "a guess"),
        ("the parser must not crash on all of them", "tells of a fault or of what was"),
        ("the buttons must be blue on all pages", "about the task at hand"),
        ("the worker must read the queue", "does not say that it holds for good"),
    ],
)
def test_what_looks_like_a_rule_and_is_not_kept_says_why(text: str, reason: str) -> None:
    reading = read(text)
    assert [(one.text, one.reason) for one in reading.skipped] == [(text, reason)]


@pytest.mark.parametrize("text", ["add a button", "run it again", "thanks, looks good"])
def test_a_plain_task_is_not_listed(text: str) -> None:
    assert read(text).skipped == ()


def test_a_rule_and_its_parts_are_one_entry() -> None:
    why = "because a repeated call bills twice"
    reading = read(f"No. `retry` must never wrap `charge()`, {why}. Money is always in cents.")
    found = [one for one in reading.candidates if one.line == 2]
    assert [(one.kind, why in one.text) for one in found] == [("decision", True)]
    assert reading.skipped == ()


def test_the_steps_of_a_procedure_are_no_conventions() -> None:
    steps = "1. Build the image with `make image`.\n2. Push the image to the registry."
    text = f"## Conventions\n\nTo deploy:\n\n{steps}\n"
    reading = read_events([Prose(1, text)])
    assert reading.candidates == ()
    assert {one.reason for one in reading.skipped} == {"a step of a procedure"}
    rules = read_events([Prose(1, text.replace("To deploy:", "We agreed on two:"))])
    assert rules.candidates


@check_rows(
    ("text",),
    [
        "no, never use floats for money here",
        "we decided last week that all timestamps are UTC, so don't use datetime.now()",
        "Only the api module may import httpx.",
        "that's wrong, the config lives in pyproject.toml not setup.cfg",
        "actually let's go with Postgres after all, SQLite locks under load",
        "we tried SQLAlchemy and dropped it since the tills have 256 MB",
        "also I hate it when you add comments that just repeat the code",
        "I told you to leave the db layer alone",
        "for orders we went with ULIDs rather than UUIDs since they sort by time",
        "make sure you run mypy before you say you are done",
        "don't touch the migrations folder, ops owns it",
        "endpoint names are plural: /refunds, not /refund",
        "Prices are stored in cents, not in euros",
        "ask me before you add a dependency",
        "Use Decimal instead of float",
        "Don't use eval",
        "Never use requests",
        "add a login page. And from now on always write a test first.",
    ],
)
def test_a_rule_is_kept_however_it_stands(text: str) -> None:
    assert len(sure(text)) == 1


@check_rows(
    ("question", "answer", "kept"),
    [
        ("Shall I run the tests?", "always the whole suite", False),
        ("Should amounts be stored in cents or in euros?", "why do you ask?", False),
        ("Should amounts be stored in cents or in euros?", "show me the file", False),
        ("Should amounts be stored in cents or in euros?", "cents, always integers", True),
    ],
)
def test_an_answer_that_holds_for_good_is_kept_behind_its_question(
    question: str, answer: str, kept: bool
) -> None:
    found = read_events([Prose(1, f"Next is money. {question}"), Said(2, answer)]).candidates
    texts = [one.text for one in found if one.line == 2 and one.score >= Extract().sure]
    assert any(question in text and answer[1:] in text for text in texts) is kept


def test_an_answer_that_does_not_say_that_it_holds_says_nothing_later() -> None:
    asked = Prose(1, "Or is there a fifth option that I have not considered?")
    assert read_events([asked, Said(2, "Go with option 2")]).candidates == ()


GROUPS = {head[0]: lines for head, lines in groups(RULINGS)}
TABLE = RegexTables({"all": GROUPS})
WHOLE = {
    name: re.compile("|".join(f"(?:{line})" for line in lines), re.IGNORECASE)
    for name, lines in GROUPS.items()
}
# What the table itself is made of, without the signs of expressions, and the tasks above.
SAID = [*TASKS] + [
    re.sub(r"\\\w|\(\?[:!=<i-]+|[][\\(){}?*+^$]+", " ", part)
    for lines in GROUPS.values()
    for line in lines
    for part in line.split("|")
]


def test_the_quick_look_at_a_sentence_hides_no_mark() -> None:
    held = 0
    for said in (*SAID, *map(str.upper, SAID)):
        found = TABLE.held("all", said)
        assert found == {name for name, whole in WHOLE.items() if whole.search(said)}, said
        held += len(found)
    assert held > len(SAID)
