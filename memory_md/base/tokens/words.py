"""What the token estimate knows by heart: Latin words that are one token.

Data only, chosen from the public vocabulary cl100k_base by how often real text in a hundred
languages needs them.
"""

from __future__ import annotations

from typing import Final

WORDS: Final = """
aa aaa aan aantal ab abc aber abi able abort about above abrir abs absolut absolute abstract aby
ac acc accept acceptance accepted accepts acceso access accessed accessible accessing accessor
according account accounts acest acquire across action actions activate activation active actual
actually ad ada adalah adapter add added adding addition additional additionally addon addons addr
address addresses adds adjust adjusted adjustment admin adr adresse advisory ae af affect affected
affects after again against age agent agents aggregate agregar ahead ai air aka akan ako al ale
algo algorithm algorithms ali alias aliases align alignment alive all alla alle alleen alloc
allocate allocated allow allowed allowing allows along alpha already als also alt alter alternate
alternative alternatives always am amb ambient ambiente amd amount amp an analysis anchor and anda
andere android ani annotation annotations anonymous another ans anterior antes anv any anything
anyway ao apenas api apl app appear appears append appended appending applicable application
applications applied applies apply approach appropriate approval approved apps apt após aqui ar
arbitrary arch architectural architecture archive archives archivo archivos are area aren arg args
argument arguments argv arm around arquivo array arrays arrow art artifact artifacts as ascii ask
assembly assert assertion assertions asset assign assignable assigned assignment assistant
associated assume assumed assuming ast async asynchronous at atau atom atomic att attach attached
attachment attachments attempt attempts attr attribute attributes attrs atual au audio audit auf
aug aus auth authenticate authenticated authentication author authority authorization authors auto
automatic automatically aux av available avec average avoid avoir await aware away az ba back
backed backend background backlog backup backups backward backwards bad badge bagi balance band
bank bar bare base based basename bash basic basically basis bat batch baz bb bc bd be because
become becomes been before begin beginning behavior behaviour bei beim being belong belongs below
ben bench benchmark benchmarks bert beta better between bez bf bfd bg bias bidi big bigint bij
billing bin binary bind binding bindings bir bit bitmap bits bitte black blank blev blob bloc
block blocked blocking blocks blog blue bmp body bold bom book bool boolean boot bootstrap border
borrow bos bot both bottle bound boundaries boundary bounding bounds box bq brace bracket brackets
branch branches break breaking breaks broken browser bruk bu bucket buckets buf buffer buffered
buffers bug bugs build builder building builds built builtin bulk bump bun bundle bundled bus
business but button bw by bypass byte bytes być bạn ca cab cac cache cached caches caching cad
cada cadena calculate calculated calculation call callable callback callbacks called caller
callers calling calls campaigns campo campos can cancel cancellation candidate candidates cannot
canonical cap capabilities capability capital caps capture capturing caracter caracteres card care
caret cargo cas case cases casing caso cast cat catalog catch categories category cause caused
causes causing cb cc cd ce cel cela cell center central cert certain certificate certificates
cette cf cfg cgi cha chain chalk challenge champ change changed changes changing channel char
character characters charge chars charset chat chave che check checked checking checkout
checkpoint checks checksum cherry child children chmod cho choice choices choose chosen chunk
chunks chỉ ci cipher circle circular claim clarify clase class classe classes clause clave clean
cleaned cleanup clear cleared cli click client clients clone close closed closes closing cloud cls
cluster clusters cm cmake cmd cmp cnt co code codec coder codes coefficient coerce col
collaborators collect collected collection collections colon color colors colour cols column
columna columns com comando combination combine combined come comes comma command commande
commands comme comment comments commit commits committed common communication como comp compact
comparator compare compared comparing comparison compat compatibility compatible compilation
compile compiled compiler compiling complete completed completely completes completion complex
component componente components composite comprehensive compress compressed compression compute
computed con concat concrete concurrency condition conditional conditions conf config configs
configuration configure configured confirm confirmation conflict conflicts confused conjunto
connect connected connection connections connector cons consensus consider considered consistency
consistent consists console const constant constants constraint constraints construct constructed
construction constructor consume contact contain contained container containing contains content
contents context contexto contexts contiene continuation continue contract contraseña contrib
contributors control controle controller controls convenience convenient convention conversation
conversion convert converted converter converts cookie cookies coordinate copied copies copy
copyright core correct correctly corresponding cost could council count counter counts cover
coverage covered covers cp cpu cq crash crashes crates crea crear create created creates creating
creation credentials criar criteria critical cron cross crypto cryptography cs csak csrf css csv
ct ctrl ctx ctypes cu cuando cui curl curr current currently cursor custom cut cutoff cw cwd cycle
czas czy các có código că của da dab dad dados daemon daha dai dal dalam dan dangerous dans
danych dapat darf dari das dashboard dass data database databases dataset date datetime dati datos
datum david day days db dc dd de dead deb debe deben debian debug debugger debugging dec decimal
decimals decipher decision decisions declaración declaration declarations declare declared decode
decoded decoder decorated decorator decorators deep def default defaults deferred define defined
defines defining definitely definition definitions defs degradation dei del delay delete deleted
deleting deletion delimited delimiter delivery dell della delle delta dem demand den dengan denne
dentro deny dep depend dependencies dependency dependent depending depends deploy deployment
deprecated deps depth depuis der derive derived des desc describe described describing description
descriptor descriptors desde deserialize design desired desktop dess dest destination destino
destroy destroyed det detached detail detailed details detect detected detection determine
determined deterministic detta dette dev deve develop developer developers development device
devil deze df dh di diagnostic diagram dialog dialogue dict dictionary did didn die dies diese
dieser dieses diff differ difference different differs digest digit digits dim dimension din dir
direct direction directive directly directories directory dirname dirs disable disabled discard
disconnect discovery disk dismiss dispatch display displayed displays disponibles dispositivo dist
distance distinct distributed distribution dit div divide division django dla dll dns do doc
docker docs document documentation documented documents does doesn doing doit doivent dom domain
domains don done données door dot dots double down download drain draw drive drop drops dry ds
dst dt du due dummy dump duplicate duplicated duplication durable durante duration durch during dw
dynamic dynamically ea each earlier early easier easy eb ec echo ed edge edit editable editing
editor ee een ef effect effective effects efficient efficiently effort efter eg egg egy eh ei ein
eine einem einen einer eines either el ele elem element elemento elementos elements elf elif
eliminar elle eller els else em email embed embedded emit emitted emitter emitting empty en enable
enabled enables enc enclosing encode encoded encoder encoding encontrado encontrar encrypt
encrypted encryption end endian ending endless endpoint endpoints ends engine engines english enn
enough ensure enter entire entirely entity entrada entre entries entry enum enumerable enumerate
enums env environ environment eof eq equal equivalent er era err erreur errno erro error errors es
esc escape escaped escapes eslint espa espaço essa essere est esta established estado estar estas
este estimate esto está et etc ett etter eu eval even event events every everything evt ex exact
exactly example examples exc except exception exceptions exclude excluded exclusive exe exec
executable execute executed executes executing execution exemplo exist existe existing exists exit
exits exp expand expansion expect expected expecting expects expensive experimental expert
expiration expire expired expires explaining explanation explicit explicitly exponent export
exported exports expr expression expressions ext extend extended extends extension extensions
external extra extract extracted extraction extras ez fa fab face fact factor factory fail failed
fails failure failures fake fall fallback falls false falta fancy fant far fast faster fatal favor
faz fazer fb fc fd feat feature features feed felt fetch few fewer ff fg fi fichier fie field
fields figure fil fila file filename filenames files filesystem fill filter filtered filters
filtro fim fin final finalize finalized finally finals find finder findings fine fingerprint
finish finished finite finns fire firewall firma first fix fixed fixes fixture fixtures fk flag
flags flat flatten fleet flex float flow flows flush fly fmt fn fo focus foi folder folders follow
followed following follows fonction foo for foram force forced foreground foreign fork form forma
format formato formats formatted formatter formatting forms forward fost found foundation four
fout fp fr fra fragment frame frames framework free freed fresh from frozen från fs ft ftp full
fully func función function functional functionality functions funktion função further fut future
fuzzy för für ga game gan garbage gate gateway gb gc gcc gdk gdy gebruik geen gefunden general
generally generate generated generating generation generator generic genesis geo geometry get
getattr gets getter gettext getting gh gibi gibt gid gif gio git github give given gives gl gli
glob global globals gmail gn gnome go goal goes going good google got goto gp grammar grande grant
graph greater green grep group groups grupo gs gt gtk gu guard guess guidance guide guy gz gzip ha
hace had hai han hand handle handled handler handlers handles handling hanya happen happens har
hard hardcoded harmony harus has hasattr hash hashes hashing hat have having hay hd head header
headers heading heap heartbeat heeft height hello help helper helpers her here het hex hg hh
hidden hide hier hierarchy high higher highlight highlighted hindi hint history hit hl hmac hogy
hold home hook hooks hora horizontal host hostname hours how however hr href html http https hu
hub human hunt hvis hypothesis há ia iam ib icon id ide idea identical identified identifier
identifiers identify identity idle ids idx if ignore ignored ignores ii ikke il ile ili im image
images ime immediate immediately immutable impact impl implement implementation implementations
implemented implements implicit implicitly implied import important imported importing imports
impossible improve improvements in inactive inbox inc include included includes including incoming
incompatible incomplete incorrect increase increment incremental indent indentation independent
index indexed indexes indica indicate indicates indicating indicator indice indices indirect
individual inf infer inferred infinite infinity info información informatie information
informations informações infrastructure ingen ingest inherit inherits ini init initial
initialization initialize initialized initializer initially inject injection inline inner input
inputs insensitive insert inserted insertion inside inspect inspector install installation
installed installer instance instanceof instances instantiate instantiated instead instruct
instruction instructions instrumentation int inte integer integers integral integrate integration
integrity intended intentionally interaction interactive interesting interface interfaces
intermediate internal internally internet interpret interpreted interrupt interrupted interval
intl into introduce introduced invalid invert invocation invoke invoked io ip ipc ipv ir is isa
isinstance isn iso isolate isolated isso issue issuer issues ist it italic item items iter
iterable iterate iteration iterator itertools its itself iv için ja jak jako james jan java je
jeden jej jest ji jika jl jo job jobs join jos jour journal jpeg js json jsx judge jun just já ka
kan kann karakter kata kb ke keep keeps kein keine keinen kell kernel key keyboard keys keyword
keywords khi kho không ki kill kind kit klass klik know knowledge known koji kok kommer konnte
kort kp które który ku kun kunne kunnen kv kw kwargs ky können la lab label labels lacks lambda
lan lang language languages large larger las last latency later latest latin launch layer layout
lazy lc ld ldap le lead leading leak learn lease least leave lebih leer left legacy legal lehet
len length ler les less let letter letters level levels lexer lf lg li lib libc libraries library
license lifecycle light ligne like likely limit limite limited limits line linear lineno lines
linha link linked linker links lint linux list lista liste listed listen listener listening
listing lists lite literal literals little live liệu lo load loaded loader loading loads loc local
locale localhost localization locally locals locate located location locations lock locked log
logged logger logging logic logical login logs lokal long longer look looked looking looks lookup
loop loops loose lors los loss lost low lower lowercase lowest ls lt lu lub lugar lx ly là línea
lại ma maar mac machine macro made mag magic mai mail main maint maintain maintenance mais major
make makes making malformed man manage managed management manager managers mandatory manifest
manual manually many map mapped mapping maps marca march mark markdown marked marker marks markup
mas mask master match matched matcher matches matching material math matter max maximum may maybe
mb mc md mean meaning means measure mechanism med media medium meg mehr member members membership
membuat memo memoria memories memory men menggunakan menos mention mentioned menu merge merged
mesmo message messages met meta metadata metal meth method methods metodo metrics mi michael
microsoft mid middle middleware might migrate migration migrations million milliseconds mime
mimetype min mini minimal minimum minor mint minutes mirror mismatch missing mit mix mixed mixin
mk mkdir ml mm mobile mock modal mode model modelo models modern modes modification modifications
modified modifier modifiers modify modifying modo module modules modulo moet moment mongo monitor
monitoring monkey month more most mostra mostrar mot mount mouse move moved moves mozilla może
można mp ms msg much muestra muito multi multicast multiline multiple muss must mutable mutation
mv my má más máximo mã må méthode método müssen na naam naar nach nama name named names
namespace namespaces naming nan nano native navigation nb ne near nearest necessarily necessary
need needed needs negative neither nel nell nella nem nested nesting net network never new newer
newline next nexus ng nga nhập ni nicht nie niet nije nilai niveau nivel niż nl nn no node nodes
nom nombre nombres nome non nonce none nonexistent nonzero noop nor normal normalization normalize
normalized normally nos not nota notation note notes nothing notice notification notifications
notify nova novo now np npm ns nt nu null num number numbered numbers numeric numerical numero
numpy nums nun nur ny này não när når në número números oa obj object objects objet objeto
objetos observation obsolete obtained occupied occurs och oder of off offset og ogr ohne oid olan
olarak old ole oleh om omit omitted on once onde one ones online only ont ook opciones opción
opcode open opened opening openssl operand operands operate operating operation operations
operator operators opinion ops opt optimization optimize option optional optionally options opts
or oracle orden order ordered ordering ordinal org organization orig origin original orphan os
other others otherwise ou our out outcomes outdated outer output outputs outside over overflow
overhead overlap overlay overload overridden override overrides overriding overview overwrite ow
own owner pack package packages packaging pad pada padded padding page pager pages pagina pair
pairs palavra pam panel par para paragraph parallel param parameter parameters parametro params
paren parent parentheses parenthesis parents parity parse parsed parser parses parsing part parte
partial particular partir partition parts pas pass passe passed passes passing passphrase passwd
password past pasta paste patch path pathname paths pattern patterns pause payload pb pc pdf pe
peer pelo pem pending pentru pep per percent perché perf perform performance performed period
perl permet permission permissions permite permitted pero persistent person personal peut peuvent
pg phase php pi pic pick pickle pid pie pin ping pip pipe pipeline pixel pixels più pk pkg plaats
place placed placeholder places plain plan planner platform platforms please plugin plugins plural
plus pm png po poate pode podem point pointer pointers points pole policies policy poll polling
poly ponto pool pools pop populate por porque port portable pos position positional positive posix
possibile possible possibly possono possível post postgres pot potentially pour power pp pr
practice pragma pre prec precisa precise precision predicate prefer preference preferences prefix
prefixed prepare prepend presence present preserve preserved preserves preset pretty prev prevent
prevents preview previous previously price prima primary prime primer primitive primitives
principal print printed printf printing prints prior priorit priority private pro probably problem
problems proc procedure process processed processes processing processo processor produce produced
producer produces product production profile prog program programa programm programma programming
programs progress project projects projekt projet promise promises prompt prompts proof proper
properly properties property propiedad proposal protected protection proto protocol protocols
prototype provide provided provider provides providing proxies proxy prune pruning przed przez
przy pré ps pseudo pt ptr pu public publish published pudo puede pueden pull punct punctuation
punto pure purpose purposes push put può pv py pytest python página på për qa qc qt qual
qualified quality qualquer quand quando que queries query queryset questa question questions
questo queue queued qui quick quiet quote quoted quotes ra race radix raise raised raises ram ran
random range ranges rank rapid raster rate rather rationale raw rc rd re reached react read
readable readdir reader reading readline readme readonly reads ready real really realpath realtime
reason reasoning rebuild receive received receiver recent recognize recognized recommended record
records recover recovery recurse recursion recursive recursively red redirect redirection
redirects reduce redundant ref refactor reference referenced references referencia refers reflect
refresh refs reg regardless regex regexp region regional register registered registration registro
registry regression regular reject rejected rejection related relation relations relative release
released releases relevant reliability relies reloc relocation rely remain remainder remaining
remains remote removal remove removed remover removes removing rename renamed render rendered
renderer repeat repeated repl replace replaced replacement replaces replacing replay replica repo
report reported reporter reporting reports repositories repository repr represent representation
represented representing represents reproduce req requer request requested requesting requests
require required requirement requirements requires res research reservations reserved reset
resolution resolve resolved resolver resolves resolving resource resources resp respect response
responses rest restart restore restrict result resulting results resume ret retention retorno
retour retries retrieval retrieve retry return returned returning returns reuse rev reverse revert
review revision revoked rewrite rf rgba ri rich right risk rm rn roaming robert rod role rollback
rom roman root round rounded rounding route router routes routine routing row rows rpc rq rs rsa
ruby rule rules run runner running runs runtime russian rust ruta rá saat safe safely safety sai
salida salt sam sama same sammen sample sandbox sans satisfies satisfy satu sau save saved sax
scaffold scale scan schedule scheduled schema schemas scheme scope scoped score scout scraper
screen script scripts sdk se sea search searches searching sebagai sebuah secara second seconds
secret section sections secure security sed sedan see seed seen segment segments sein seit seja
select selected selection selector selectors self semantic semantics sempre sen send sender sends
senha sense sensitive sent seo sep separate separated separately separator separators sequence
sequences sequential ser serial serialization serialize serialized server servers service services
servidor será ses session sessions set sets setter setting settings setup setuptools seu several
seznam sh sha shadow shallow shape share shared shell shift shipped short shorter should shouldn
show shown shows shutdown si sibling sich side siden sie sig sign signal signals signature
signatures signed signer significant signing signs silent silently silly similar similarity
similarly simple simplify simply simultaneously sin since sind single singleton sistem sistema
site sites size sizeof się ska skal skill skills skip skipped skipping sla slash slashes slice
slot slots slow slug small smaller smart smtp snapshot so sobre sock socket sockets socks soft
software sol solo solution solutions som some something sometimes somewhat son sono sonra sont
sort sorted sortie source sources space spaces span spanish spark sparse spatial spawn spec
special specific specification specifications specified specifier specifies specify specifying
specs speed spelling spent spinner split splitting spread sq sql sqlite square sr src ss ssh ssl
sta stable stack stage stale standard star start started starting starts startup stash stat state
statement statements states static statistics stato stats status stays std stderr stdin stdout
step steps stil still stop storage store stored stores str strategies strategy stream streaming
streams strict strictly string stringify strings strip stripped stripping stron strong struct
structure structured structures stub studio stuff styl style styles su sua subclass subclasses
subject submit submodule subprocess subscription subsequent subset subsystem subtype succeeds
success successful successfully sucesso such sufficient suffix suggested suggests suitable suite
sul sum summary sun sunt super superior supplied support supported supports suppress sur sure
surface surrogate surrounding sus sv svg swap swe sweep swift switch symbol symbolic symbols
symlink symptom sync synchronous syntax synthetic sys system systems são så só să są số ta tab
tabel tabela table tables tabs tag tagged tags tai tail tak take taken takes taking tal tam
tamanho tamb também tap tar target targeting targets tas task tasks tb tc tcp td te team teardown
tech technical tego tej tekst telah telegram tell tem tema temp temperature template templates
tempo temporary ten tener term terminal terminate terminated terminator terms test tester testing
tests text texto textual than that the their them theme themselves then there therefore these they
thing things think thinking third this those though thought thread threading threads three
threshold through throughput throw thrown throws thu thus thành thông tick tid tidak tied tiene
tier tijd til till time timedelta timeline timeout timer timers times timestamp timestamps
timezone timing timp tin tipo tipos title tls tmp to toc todas todo todos toe together toggle
token tokenize tokens tom too tool tools top topic torn tot total touch tous toutes tra trabalho
trace traceback track tracked tracking trailing transaction transactions transcript transfer
transform transformed transition transitions translate translated translation translations
translator transport traps treat treated trebuie tree tri trie tries trigger triggers trim trimmed
trivial trong true truncate truncated trust trusted try trying ts ttl tty tuple tuples turbo turn
tutte tutti tv twice two tx txt tylko tym typ type typed typedef typeof types typically typing
typo tz tá té të từ ubuntu udp ui uid uint uit um uma un una unable unavailable unchanged und
undefined under underlying une unexpected unicode uniform union unions unique unit units universal
unix unknown unless unlike unlink unlock unnecessary uno unpack unrelated unsafe unset unsigned
unspecified unstable unsupported until untuk unused unzip up update updated updater updates
updating upgrade upload uploaded upon upp upper upstream ur uri url urllib urls us usa usado usage
usando usar use used useful user username users uses using uso usr usually usuario usuário utan
utc utf util utilisateur utilise utiliser utilities utility utiliza utilizar utils uuid uv ux va
vagy vai vain val valeur valid valida validate validated validates validation validator validators
valide valido valor valore valores value values van var vara variable variables variance variant
various vars vary vc ve vector ved vendor verbose verbosity verifica verification verified verify
version versions versión vertical verwenden verwendet very veya vez vi via vid viene view viewer
views vigil vil vim violation virtual vis visa visible visitor visual vite vm vocabulary você voi
void volume vom von voor vor vote vous vs vt vulnerability và vào válido være wait waiting wal
walk walker want wanted warm warn warning warnings was watch watchdog watcher water way ways wc wd
we weak web week weight well wenn werd werden were what whatever wheel when whenever where whether
which while white whitespace who whole whose why widget width wie wiki wildcard will win window
windows wird with within without wizard won word worden words wordt work worker workers workflow
workflows working workload works workspace world worth would wrap wrapped wrapper wrappers
writable write writer writes writing written wrong ws wurde www xa xc xe xml xt xx xxx ya yaml yan
yang ye year years yellow yes yet yield yields yn yok you your yyyy za zal zaman zd ze zero zeros
zi zijn zip zlib zone zones zu zum zur zurück än är çok és été être în över über će đã
được để że že și
"""
