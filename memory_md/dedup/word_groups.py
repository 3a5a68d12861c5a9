"""Words and phrases that say the same, as plain tables.

Everyday English of software work. What is missing here only makes two texts look less alike than
they are; what is wrong here would merge two facts, so a word that is merely related stays out.
"""

from __future__ import annotations

from typing import Final

# What a phrase of several words is read as.
PHRASES: Final = """
not: no longer|not yet|given up on|gave up on|give up on|got rid of|get rid of|did away with
not: we gave up|we have given up|we've given up|done away with|moved away from
not: moving away from|turned away from
forbidden: not possible|not allowed|not permitted|not supported|impossible|nicht erlaubt
forbidden: not available
override: take precedence over|takes precedence over|take priority over|takes priority over
override: win over|wins over|win against|wins against
authenticate: sign in|signs in|signed in|signing in|log in|logs in|logged in|logging in
lazy: on demand|on first use|on first access|at first use|at first request|when first needed
lazy: when needed|as needed|just in time|on the fly|at request time|lazily
eager: in advance|ahead of time|up front|upfront|at startup|at start-up|at build time
eager: pre-computed|eagerly
opt-out: unless the user opts out|unless you opt out|unless users opt out|until the user opts out
opt-in: unless the user opts in|unless you opt in|unless users opt in|only after consent
mutable: may be edited|can be edited|may be changed|can be changed|may be modified
mutable: can be modified|may change|can change|may edit|can edit|may be altered|can be updated
mutable: may be updated
immutable: cannot be edited|cannot be changed|never changes|never change|cannot change
immutable: must not change|must not be changed|append-only|append only
offline: without a network connection|without network|without a connection|without internet
offline: without a network|no network connection|without an internet connection
online: network connection|internet connection|network access|internet access
selfhosted: our own cluster|our own server|our own servers|run our own|on-premise|on premises
selfhosted: on-prem|self-hosted|we host
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
because: due to|owing to|thanks to|for its|for their
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
nightly: every night|each night|once a day|every day|each day|per day|every evening
hourly: every hour|each hour|once an hour
weekly: every week|each week|once a week
monthly: every month|each month|once a month
named-exports: named exports|named export
default-exports: default exports|default export
build-time: at compile time|during the build|at build time
run-time: at run time|at runtime
immediately: right away|straight away|at once|without delay
later: later on|at a later time
client: in the browser|in the client|on the client|by the browser
server: on the server|in the backend|on the backend|by the server
local: on disk|on the laptop|on this machine
everyone: all users|every user|all members|any user|the whole team|whole team
maintainer: admins only|members only|owners only|maintainers only
optional: need not|not required|not mandatory|if you like|is not necessary|needn't
keep: for ever|forever|indefinitely
single-page: single page app|single-page app|single page application
server-rendered: rendered on the server|server-side rendering|server side rendering
unix-timestamp: unix timestamps|unix timestamp|epoch seconds|epoch milliseconds
iso-8601: iso strings|iso string|iso dates|iso 8601
fail-open: fails open|fail open
fail-closed: fails closed|fail closed
unlimited: no limit|without limit|without a limit|no limits
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
