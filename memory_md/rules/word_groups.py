"""Words that say the same and words that say the opposite, as plain tables.

Everyday English of software work. What is missing here only makes two texts look less alike than
they are; what is wrong here would merge two facts, so a word that is merely related stays out.
"""

from __future__ import annotations

from typing import Final

# What a phrase of several words is read as.
PHRASES: Final = """
not: no longer|not yet
forbidden: not possible|not allowed|not permitted|not supported|impossible|nicht erlaubt|not available
override: take precedence over|takes precedence over|take priority over|takes priority over|win over|wins over|win against|wins against
authenticate: sign in|signs in|signed in|signing in|log in|logs in|logged in|logging in
lazy: on demand|on first use|on first access|at first use|at first request|when first needed|when needed|as needed|just in time|on the fly|at request time|lazily
eager: in advance|ahead of time|up front|upfront|at startup|at start-up|at build time|pre-computed|eagerly
opt-out: unless the user opts out|unless you opt out|unless users opt out|until the user opts out
opt-in: unless the user opts in|unless you opt in|unless users opt in|only after consent
mutable: may be edited|can be edited|may be changed|can be changed|may be modified|can be modified|may change|can change|may edit|can edit|may be altered|can be updated|may be updated
immutable: cannot be edited|cannot be changed|never changes|never change|cannot change|must not change|must not be changed|append-only|append only
offline: without a network connection|without network|without a connection|without internet|without a network|no network connection|without an internet connection
online: network connection|internet connection|network access|internet access
selfhosted: our own cluster|our own server|our own servers|run our own|on-premise|on premises|on-prem|self-hosted|we host
managed: managed service|hosted service|fully managed|managed by a vendor
cloud: in the cloud
device: on the device|on device|on-device
continue: goes on|go on|carries on|carry on|keeps going|keep going
committed: checked in|check in|checks in|under version control|kept in git|in version control
gitignored: git-ignored|not committed|never committed|ignored by git|kept out of git
only: nothing but
also: not only
instead: instead of|rather than|as opposed to|in place of|in lieu of
before: ahead of|prior to
parallel: side by side|in parallel|all together|simultaneously
sequential: one at a time|at a time|one by one|one after another|in sequence|in turn
manual: by hand
atmost: at most|up to|no more than|not more than|a maximum of
atleast: at least|no fewer than|no less than|not less than|a minimum of
whenever: every time|each time
shared: in one
named: named after|called after
own: of its own|of their own|its own|their own
automatic: by itself|on its own|by themselves
because: due to|owing to|thanks to
otherwise: or else
without: w/o
enabled: turned on|turn on|turns on|switched on|switch on
disabled: turned off|turn off|turns off|switched off|switch off|opted out
start: start up|starts up|started up|boots up|start-up
mobile: phone screen|phone screens
localtime: local time|time zone|timezone
break: breaks down|falls over|blows up|blow up
all: all of the|each of the
bom: byte order mark
cron: cron job|cron jobs
singlefile: one file|a single file
"""

# A group is one concept. Only words that may be swapped in nearly every sentence.
SAME: Final = """
need must should shall require ought necessary mandatory compulsory obligatory
every all each whole entire any
mistake error fault failure bug defect
change modify alter mutate edit amend adjust tweak
pollute leak contaminate affect bleed
break broke broken fail failed crash corrupt wreck spoil ruin damage clobber
hide hidden mask swallow conceal suppress
big large huge oversized bulky
small tiny little short
fast quick rapid
slow sluggish
delete remove drop erase strip discard purge lose lost wipe gone
make create generate produce build built made
start begin began begun prepend launch boot
end finish terminate
stop halt abort
keep kept leave left retain preserve stay remain
cost take took taken
use using used utilize utilise employ via consume adopt
pass hand supply give gave given provide forward
get fetch obtain retrieve receive
show shown display render present
check verify validate ensure confirm
run ran execute invoke call
happen occur
store storage save persist live lie reside hold held locate sit
send sent deliver transmit
reject refuse deny decline forbid prohibit disallow ban
allow permit accept
ignore skip disregard bypass omit
choose chosen chose select pick
prefer favor favour
fix repair resolve
hang freeze stall stuck
update upgrade bump
infinite endless unbounded
global process-wide app-wide
mobile phone smartphone handset
machine host
scheduled cron automation job
authenticate authentication auth login signin
folder directory dir
argument arg parameter param params
repository repo
picture image
function func fn method
dependency dependencies dep
package pkg
people human
same identical equal
other another others
empty blank
wrong incorrect invalid bad
right correct proper valid
field attribute property column
row record
flaky intermittent unreliable
leftover stale outdated
speed performance throughput
often frequently
cause trigger lead
appear surface
merge combine join
split divide
compute calculate derive
process handle evaluate
contain include
setting config configuration configure cfg conf
environment env
documentation docs doc document
production prod
development dev
database db
index idx indices
message msg
connection conn
statement stmt
number num
temporary temp tmp
reference ref
implementation impl
maximum max
minimum min
description desc
language lang
application app
administration admin administrator
specification spec
certificate cert
credential creds
kubernetes k8s
internationalization i18n internationalisation
localization l10n localisation
postgres postgresql
javascript js
typescript ts
python py
variable var
initialize init initialise
information info
command cmd
button btn
component cmp
average avg
context ctx
response resp
request req
previous prev
management mgmt
service svc
session sess
infrastructure infra
operation op
permission perm
character char
transaction txn tx
version ver
source src
destination dest
identifier id
amount sum
object instance
expire expiry lapse
decide decision decided
write written wrote
render renderer
throw thrown
serialize serializer
revert undo rollback
notify alert
limit cap
mail email e-mail
deploy deployment
wait sleep
slow-down throttle
cleanup teardown
insert add
directly straight
fresh clean
manual hand-written handwritten
automatic auto
startup start-up
quit exit
server server-side serverside backend back-end
client client-side clientside frontend front-end browser
local locally
remote remotely
own dedicated
asynchronous async
synchronous sync
inline inlined
sequential serial
parallel concurrent concurrency
lazy deferred
opt-in optin
mock mocked mocking
freely free
override overrides overriding overridden overrule outrank trump supersede
overwrite overwrote overwritten
rewrite rewrote rewritten
rebuild rebuilt
see saw seen
know knew known
grow grew grown
forget forgot forgotten
find found
mean meant
bind bound
catch caught
bring brought
feed fed
shrink shrank shrunk
tell told
win won
spend spent
understand understood
rise rose risen
drive drove driven
enough suffice suffices sufficient
"""

# The two sides of one axis. Not operations that merely come in pairs (read and write, import and
# export): those are different things, not claims against each other.
OPPOSITE: Final = """
on enabled enable activated activate active true! aktiv aktiviert activé activée activés activées activado activada включен включено включена 开启 启用 打开 | off disabled disable deactivated deactivate inactive! false! inaktiv deaktiviert désactivé désactivée désactivés désactivées desactivado desactivada выключен выключено выключена отключен отключено 关闭 禁用 停用
public öffentlich публичный 公开 | private privat privé privado приватный 私有
before earlier | after later afterwards
ascending asc | descending desc
parallel | sequential
synchronous synchron synchrone 同步 | asynchronous asynchron asynchrone 异步
include | exclude
increase raise grow | decrease lower reduce shrink
allow erlaubt autorisé permitido разрешено 允许 | reject 禁止
server | client
local lokal locally device on-device | remote entfernt cloud remotely
optional | need
keep | delete
shared global common single | own separate isolated
static | dynamic
mutable editable writable! | immutable append-only read-only readonly frozen!
eager precomputed! | lazy
automatic automatically automatisch automatiquement automáticamente автоматически 自动 | manual manually manuell manuellement manualmente вручную 手动
strict | lenient loose permissive
sorted ordered | unsorted unordered
temporary | permanent
safe | unsafe dangerous
top above | bottom below
light | dark
fast faster | slow slower
internal | external
success succeed pass! passes! | break
upward | downward
stateless | stateful
horizontal | vertical
sensitive | insensitive
inherit respect obey honor honour | ignore
monorepo | polyrepo multirepo
full complete | partial
minimum atleast | maximum atmost
oldest | newest
everyone everybody anyone anybody | maintainer only
centralized | decentralized distributed
stable compatibility | experimental unstable
early | late
singular | plural
relative | absolute
always | never
visible | invisible
immediately instantly | later delayed queue batch
opt-in | opt-out
explicit | implicit
real | mock fake stub
hardcoded hard-coded | configurable
committed | gitignored
allowlist whitelist | denylist blacklist blocklist
incremental | full-rebuild
native | emulated
trusted | untrusted
nullable | non-null not-null
compressed | uncompressed
versioned | unversioned
opaque | transparent
online | offline
soft soft-deleted | hard hard-deleted physically
buffered | streamed
approval permission ask | freely
flexible | fixed
sparse | dense
bounded | unbounded
long-lived | short-lived
encrypted | plaintext unencrypted cleartext
verbose | quiet silent
uppercase | lowercase
recommended encouraged | discouraged deprecated
plain | structured
singlefile | split
cheap | expensive
blocking | nonblocking
merged | separate
collapse | expand
inside within | outside
stop abort | continue
selfhosted | managed
deterministic reproducible | random nondeterministic
persistent! durable | ephemeral volatile in-memory
single-threaded | multi-threaded multithreaded
typed! | untyped!
tracked! | untracked!
signed! | unsigned!
cached! | uncached!
inclusive! | exclusive!
positive! | negative!
forward | backward backwards
rising! | falling!
first-party in-house | third-party
interactive | non-interactive unattended headless
pessimistic | optimistic
push | pull
rounded! | truncated!
idempotent | non-idempotent
portrait | landscape
foreground | background
consistent | inconsistent
duplicated! | deduplicated!
normalized | denormalized
monolithic | modular
hot-reload hot-reloaded | restart
"""

# Answers to one question that exclude each other, where there are more than two of them. Techniques
# and conventions only: that something else is done with another library is no contradiction.
CHOICES: Final = """
tab tabs | space spaces
snake_case snakecase | camelcase | kebab-case kebabcase | pascalcase
jwt token | session
cookie cookies | localstorage sessionstorage
poll polling | websocket websockets sse push
rest | graphql | grpc | soap
squash squashed | rebase rebased
uuid uuids ulid guid | integer integers auto-increment autoincrement
utc | localtime time-zone
throw exception exceptions | values
composition | inheritance
json | yaml | toml | xml
english | german | french | spanish | russian | chinese | japanese
monolith | microservice microservices
hourly | daily nightly | weekly | monthly
monday | tuesday | wednesday | thursday | friday | saturday | sunday
float floats | decimal decimals | cents
header headers | url path | query
argon2 argon2id | bcrypt | scrypt
s3 bucket | disk filesystem
newest recent | relevance relevant | alphabetical alphabetically
stdout | syslog
account-based | utxo
proof-of-work pow | proof-of-stake pos
trunk-based | gitflow
sql relational | nosql document-store
last-write-wins | crdt
blue-green | canary | rolling
row-level | schema-per-tenant | database-per-tenant
"""
