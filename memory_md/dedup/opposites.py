"""Words that exclude each other: the two sides of an axis, and one choice of several, as tables.

General knowledge of software work, in English and where it is cheap in other languages. A row may
be continued by another one that begins with the same word. A word with a "!" is taken as written,
not by its stem.
"""

from __future__ import annotations

from typing import Final

# The two sides of one axis. Not operations that merely come in pairs (read and write, import and
# export): those are different things, not claims against each other.
OPPOSITE: Final = """
on | off
on enabled enable activated activate | off disabled disable deactivated deactivate
on active true! aktiv aktiviert | off inactive! false! inaktiv deaktiviert
on activé activée activés activées | off désactivé désactivée désactivés désactivées
on activado activada включен включено | off desactivado desactivada выключен выключено
on включена 开启 启用 打开 | off выключена отключен отключено 关闭
on | off 禁用 停用
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
automatic | manual
automatic automatically automatisch | manual manually manuell
automatic automatiquement automáticamente | manual manuellement manualmente
automatic автоматически 自动 | manual вручную 手动
strict | lenient loose permissive
sorted ordered | unsorted unordered
temporary | permanent
safe | unsafe dangerous
top above | bottom below
light | dark
fast faster | slow slower
internal | external
success succeed | break
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
visible appear | invisible
immediately instantly | later delayed queue
opt-in | opt-out
explicit | implicit
real | mock fake stub
hardcoded hard-coded | configurable!
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
inclusive! | exclusive!
positive! | negative!
forward | backward backwards
rising! | falling!
first-party in-house | third-party
interactive | non-interactive unattended headless
pessimistic | optimistic
rounded! | truncated!
idempotent | non-idempotent
portrait | landscape
foreground | background
consistent | inconsistent
duplicated! | deduplicated!
normalized | denormalized
monolithic | modular
hot-reload hot-reloaded | restart
authenticated! | unauthenticated anonymous
indexed! | unindexed
supported! | unsupported
documented! | undocumented
validated! | unvalidated
throttled! | unthrottled unlimited
stacked | flat
nested | flattened
first-class | second-class
in-process | out-of-process
in-tree | out-of-tree
coarse coarse-grained | fine-grained
homogeneous | heterogeneous
declarative | imperative
descriptive | terse
additive | destructive
bottom-up | top-down
breadth-first | depth-first
greedy | conservative
opinionated | agnostic unopinionated
vertically | horizontally
symmetric | asymmetric
blacklist! | whitelist!
bidirectional two-way | unidirectional one-way
polymorphic | monomorphic
statically | dynamically
compile-time build-time | run-time runtime
ahead-of-time aot | jit
warm | cold
single-tenant | multi-tenant multitenant
single-page spa | server-rendered ssr
batched! | streaming
exact exactly | approximate approximately
exhaustive | sampled
reliable | best-effort
reversible | irreversible
recursive | iterative
ours! | theirs!
owned! | borrowed!
leading | trailing
lossless | lossy
fail-open | fail-closed
"""

# Answers to one question that exclude each other, where there are more than two of them. Techniques
# and conventions only: that something else is done with another library is no contradiction.
CHOICES: Final = """
tab tabs | space spaces
snake_case snakecase | camelcase | kebab-case kebabcase | pascalcase
jwt token | session
cookie cookies | localstorage sessionstorage
poll polling pull | websocket websockets sse push
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
recent | relevance relevant | alphabetical alphabetically
stdout | syslog
account-based | utxo
proof-of-work pow | proof-of-stake pos
trunk-based | gitflow
sql relational | nosql document-store
last-write-wins | crdt
blue-green | canary | rolling
row-level | schema-per-tenant | database-per-tenant
named-export named-exports | default-export default-exports
bearer | basic-auth
md5 | sha-1 sha1 | sha-256 sha256
ed25519 | rsa
hs256 | rs256 | es256
utf-8 utf8 | utf-16 utf16 | latin-1 latin1
lf | crlf
big-endian | little-endian
offset | cursor keyset
optimistic-locking | pessimistic-locking
timestamps unix-timestamp | iso-8601 iso8601
semver | calver
flexbox | css-grid
monospace | sans-serif
landscape | portrait
"""
