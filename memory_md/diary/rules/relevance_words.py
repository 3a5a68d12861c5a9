"""Words that are no sign that two texts of one project are about the same thing. Words only."""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from ...dedup.word_lists import LIGHT, STOP
from ...terms.question_words import FUNCTION_WORDS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What nearly every task of nearly every project says.
_TRADE: Final = _words("""
accept access account action active actual add added address adds agent agents allow allowed api
apis app application apps approach approved area args argument array artifact assert assertion
assertions async audit author auto automated await backend background backup base bash basic batch
before behavior behaviour binary block blocked body boolean bot branch break breaking broken
browser bug bugfix bugs build builds button byte bytes cache cached call called caller callers
calls cannot case cases catch cause caused causes change changed changelog changes char check
checked checks class classes clean cleanup clear cli client clients close closed code codebase
column columns command commands comment comments commit commits common complete completed component
components config configs configuration confirm connection console constant container content
context contract contracts control convention copied copy core correct count coverage crash create
created creates creating critical current custom cycle daily data database date day days dead debt
debug default defaults define defined delete deleted depend dependencies dependency dependent
depends deploy deployed deployment description design detail detected dev develop developer
development device diff different directory disable disabled disk display doc docs document
documentation documented documents domain done down draft drop due duplicate edge edit editor
effect element else email empty enable enabled endpoint endpoints engine enter entries entry enum
env environment error errors even event events exact example examples exception exceptions exec
execute existing exists exit expect expected explicit export external extra fail failed failing
fails failure failures false feature features fetch field fields file files filter final find
finding findings finish fix fixed fixes fixing fixture fixtures flag flags flow folder follow
format found framework frontend full function functional functions future gate general generate
generated get git github given global good goal graph group groups guard guide handle handled
handler handlers handling header headers heading help helper helpers hidden high history hook hooks
host html http https idea identical ids impact implement implementation implemented implements
import imports improve include included includes index info init initial inline input insert inside
install instance instead integration interface internal invalid issue issues item items job jobs
join json jump keep kept key keys kind known label language large last latest layer layout lead
legacy length level levels lib libraries library life limit limits line lines link links lint list
lists live load loaded loading local location lock log logged logging logic login logs long loop
lost low machine main make makes manage manual map mapping mark markdown markers match matches max
maximum medium member memory menu merge merged message messages meta metadata method methods
metrics migrate migration min minimal minute minutes missing mobile mock mode model models module
modules monitor month more move moved name named names need needed needs nested network never new
next node none normal note notes nothing notice number numbers object objects offline old only open
operation option optional options order original origin output outside overview owner package
packages page pages parallel parameter parameters parent parse parsed parser part pass passed
passes passing password patch path paths pattern patterns pending per performance period permission
person phase phases php pipeline place plan platform plugin point policy pool port position
possible post pre prefix prepare present prevent previous print priority private problem problems
process processed product production project projects prompt prompts proper properties property
protocol provide provided provider public pull push python query question queue queued quick raise
random range rate read reader reading ready real reason record records recovery reduce ref refactor
reference references refs refused register regression regressions reject rejected related relation
release releases reload remaining remote removal remove removed rename render repeat replace report
repo repository request requests require required requires research reset resolution resolve
resolved resource resources response rest restart result results retry return returned returns
reusable reuse review reviewed reviewer risk risks role root route routes routing row rows ruby
rule rules run runner running runs runtime rust safe safety same sample save scan schema scope
screen script scripts search second seconds section sections secret security see select send sent
separate sequence server servers service services session sessions set sets setting settings setup
share shared shell ship shipped short show shown shows side silent simple single site size skill
skip skipped slot slow small smoke snapshot source sources space spec specific specification specs
split sql stable stack stage staged standard start started starts state states static status step
steps still stop stopped storage store stored story strategy stream strict string strings structure
style styles sub submit success successful suite summary support swift symptom sync system table
tables tag target task tasks team tech technical template templates temporary term terminal test
tested tester testing tests text thing thread threads three time timeout timer times timestamp
title today todo token tokens tool tools top total touch trace track tree trees trigger true try
turn txt type typed types typescript unit unknown unused update updated updates upgrade upload url
urls usage use used user users uses using utf utils valid validate validated validation validator
value values variable variables verification verified verify version versions via view visible wait
waiting warning warnings web week whole width window windows with work worker workers workflow
working works workspace wrapper write writer writes writing written wrong xml yaml yml zero
javascript java kotlin golang linux macos unix npm pip ascii stdin stdout stderr utc iso crud gui
sdk ide loc css ui ux id ok no na tbd wip pr ci cd qa cpu ram ssh dns tcp udp uri uuid db io os vm
architecture architectural claude codex copilot llm grep sed awk echo cat cp mv rm mkdir ls curl
wget chmod xargs head tail sudo tar kill python3 npx yarn null red green blue category categories
dry yagni kiss fixme readme must should may shall always also both each other first
""")

# The same in other languages that specs are written in.
_TRADE_ELSEWHERE: Final = _words("""
файл файла файлы файле файлов файлах папка папки строка строки строк код кода задача задачи задач
задачами тест тесты тестов теста ошибка ошибки ошибок проверка проверки проверить добавить добавлен
добавлена изменить изменения изменение правка правки запись записи функция функции функций модуль
модуля модули модулей документация документации описание вместо только нужно можно нельзя новый
новая новые новых старый старые первый после перед между через также чтобы если когда уже ещё снова
один одна одной того этого который которая которые комментарий комментарии пример примера значение
значения проект проекта проекты результат результаты шаг шаги этап версия работа работы работает
запуск запуска команда команды система системы данные данных пользователь пользователя сервер
сервера вызов вызова создать создан создаёт удалить удалён существующий текущий список следующий
весь всех всё datei dateien fehler aufgabe aufgaben prüfung ändern änderung hinzufügen neue neuen
funktion modul beispiel wert werte ergebnis version benutzer liste zeile zeilen schritt fichier
fichiers erreur erreurs tâche tâches ajouter modifier nouveau nouvelle fonction module exemple
valeur résultat utilisateur ligne étape archivo archivos fichero error errores tarea tareas añadir
cambiar nuevo nueva función módulo ejemplo valor resultado usuario lista línea paso arquivo
arquivos erro erros tarefa tarefas adicionar
""")

# Packages called by an ordinary word: only in code is the package meant.
_AMBIGUOUS: Final = _words("""
arrow assert async attrs axios black bytes bootstrap bundle chain chalk click clap colors colour
commander concurrently cross cypress dash debug delta dialog diesel either echo ember events
express faker fiber fire flask flow forever frame gin glob got gulp helmet hyper image immer ink
invoke ionic jest joi koa lamp leaflet library lodash log ms mime mocha moment next nest once open
optimist ora pace passport path pillow pino plug poison polars portal progress pump puma rack rails
rake rand react records redis-mock regex request requests responses rest rich rocket rollup
schedule sharp sidekiq six solid spark spring sinatra stripe-mock superagent tap tenacity theme
through tide time tower trio trace typer underscore unicorn url util uuid validator vite warp watch
wheel winston ws yargs zip
""")
# What is said of things that have no other meaning in prose stays out of the list above.
_PROSE_TOO: Final = _words(
    "tenacity flask axios cypress jest lodash mocha react pillow polars rails sidekiq sinatra"
    " typer vite yargs rollup koa pino immer joi diesel leaflet"
)

COMMON: Final = _TRADE | _TRADE_ELSEWHERE | LIGHT | STOP | FUNCTION_WORDS
AMBIGUOUS: Final = (_AMBIGUOUS - _PROSE_TOO) | _TRADE

# Names that say nothing of which file is meant.
GENERIC_STEMS: Final = _words(
    "index main mod lib init __init__ app readme utils util helpers helper common types type"
    " constants config settings setup conftest page layout route routes error loading styles style"
    " test tests spec package skill agent license makefile dockerfile base core model models schema"
    " handler handlers server client service api cli db data run build default template example"
    " overview notes todo changelog"
)
ANYWHERE_STEMS: Final = _words(
    "index main mod lib init __init__ readme package license skill page route layout conftest"
    " changelog makefile dockerfile cargo pyproject settings config tsconfig"
)
GENERIC_FOLDERS: Final = _words(
    "src lib libs app apps pkg packages internal cmd test tests __tests__ e2e unit integration docs"
    " doc components utils util helpers common shared core pages public static assets api scripts"
    " bin tools examples example config configs types styles server client web main java kotlin"
    " resources include source sources spec specs features modules services"
)

# Files that are kept up beside the work, whatever it is about.
_KEPT_UP: Final = regex(
    r"change[-_]?logs?|changes|history|news|release[-_]?notes?|readme|roadmap|todo|backlog|status"
    r"|progress|glossary|contributors|authors|codeowners|version|summary|index"
    r"|(?:.{0,30}[-_.])?lock(?:file)?|go|gemfile|pipfile|package|package-lock|pnpm-lock|composer"
    r"|cargo|pyproject|requirements.{0,20}|.{0,20}(?:dependenc(?:y|ies)|deps)"
    r"(?:[-_]?(?:map|graph|tree))?"
    r"|barrel|manifest|mkdocs|sidebars?|toc|\.env\.example|claude|agents|gemini",
    re.IGNORECASE,
)
_CODE: Final = _words(
    "asm astro c cc clj cpp cr cs cxx dart el elm erl ex exs f90 fs go gql graphql groovy h hpp hs"
    " java jl js jsx kt kts lua m mjs cjs ml mm mts cts nim php pl prisma proto ps1 py pyx r rb rs"
    " sass scala scss sh bash sol sql svelte swift tf ts tsx vb vue zig zsh css html ipynb"
)
_PROSE: Final = _words("md mdx rst txt adoc mdc org")


def kept_up(path: str) -> bool:
    """Whether a file by this name is one that changes along with any work."""
    name = path.rsplit("/", 1)[-1]
    stem, _, ending = name.rpartition(".")
    if ending.casefold() in ("lock", "sum"):
        return True
    if not stem:
        stem = name
    return _KEPT_UP.fullmatch(stem) is not None and kind_of(path) != "code"


def kind_of(path: str) -> str:
    """Whether a file is "code", "prose" or "data", by its ending."""
    ending = path.rsplit("/", 1)[-1].rpartition(".")[2].casefold()
    return "code" if ending in _CODE else "prose" if ending in _PROSE else "data"
