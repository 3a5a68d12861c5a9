"""What the token estimate knows by heart: Latin words that are one token.

Data only, chosen from the public vocabulary cl100k_base by how often real text in a hundred
languages needs them.
"""

from __future__ import annotations

from typing import Final

WORDS: Final = """
aa aan aantal abaixo abc aber abi able abort about above abrir abs absolut absolute abstract aby
ac accept acceptance accepted acceso access accessed accessible accessor accidental acción
according account acesso acest ach acquire acquisition across action actions activation active
actual actualizar actually acum ada adalah adapter adaptive add added adding addition additional
addr address adds adjust adjustment admin administration administrator adr adresse advisory ae af
affect affects after again age agent agents aggregate agora agregar ahead ai aide ainda air ajout
aka akan ako al ale alert algorithm algumas alguns ali alias aliases align alignment all alla alle
alleen allen aller allo allocate allocated allow allowed allows alongside alpha already als also
alt alta alte alternative alternatives although altre altri altro altura always am ama amb ambient
ambiente ambos amd amount amp an anak analyse analysis anche anchor and anda ander andere anderen
anders andra andre anger ani annotation annotations another anterior antes anti antlr anv any
anything anzeigen ao aos apenas api apl aplicación app appear appears appel append appended
application applications applied applies apply approach appropriate approval approve approved apps
apr après apt após aqui aquí ar arbitrary architectural architecture archive archives archivo
archivos are area arg args argument arguments arithmetic arm around arp arquivo array arrays arrow
as asc ascii ask asked assembler assert assertion assertions assign assignable assigned assignment
assim assistant associated assume assumed async at atau atom atomic através att attach attachment
attachments attempt attempts attention attr attribute attributes attrs atual até au auch aucun
audio audit auf aug aus aussi auth authenticate authenticated authentication auto automatic
automatically autre autres aux av available avant avec aver average avere avez avoid avoir await
ax az back backend background backlog backup backups bad badge bagi balance banco band bank banyak
bara bare baru base based baseline bases bash basic basis bass bat batch batches baz bb bc bd be
beam beberapa because been before begin beginning begr behavior behaviour bei beim being belong
belongs below bem benchmark bereits besar beta better between bez bf bfd bg bias bidi bien big
bigint bij bile billing bin binary bind binding bir bisa bit bitmap bits bitte blank ble blev bli
blir blob bloc block blocked blocking blocks blog blue bmp body bold bom book bool boolean
bootstrap border bot both bottle bound boundary box bq braces bracket branch branches brazil break
breaks broad broken browser bruk bs bu buf buffer bug bugs build builder building built builtin
bun bundle bundled bus busca buscar business but button buttons bw by byte bytes być både bör
búsqueda będzie będą bạn ca cac cach cache cached caches cada cadena cal calc call callable
callback called caller callers calling calls cambiar cambios camp campaigns campo campos can
cancel cancellation candidate candidates cannot canonical canvas cap capabilities capability caps
capture capturing caracter caracteres card cards care carga cargo cas case cases casing caso cast
casts cat catalog catch catches categories causa cause causes caz cb cc cd ce cel cela cele cell
certain certains certificate ces cet cette cf cgi cha chain challenge champ champs chan change
changed changes changing channel chaque char character characters charge chars charset chart chat
chave che check checked checking checklist checkout checkpoint checks checksum chemin cherry chiar
child children cho choice choices choose chosen chunk chỉ ci circle circular clase class classe
classes clause clave clean cleaned cleaning cleanup clear cli clic click client clone close closed
closing cls cluster cmd cmp cnt co code coder codes coincide cold collect collection colon color
colors colour column columna columns com coma comando combined come comes comma command commande
commands comme comment comments commit commitment commits committed common communication como
compact compare compatibility compatible compilation compile compiled compiler completa
completamente complete completed completion completo complex complexity component componente
components compose composite comprehensive compress compression compte compute computed computer
con cond condition conditional conditions conf config configs configuration configure configured
confirm confirmation confirmed conflict conflicts conform conjunto connect connection connections
connector connexion cons consensus consider console const constant constants constrain constraint
constraints construct construction constructor consulta consume conta contact contain contained
container containing contains contenido content contents contenu context contexto contexts
contiene continuation continue contra contract contraction contracts contraseña contrast contrib
control controle conventions conversation conversion convert converted converter convex cookie
cookies cool copy copying copyright core corre correct correctamente correctly corresponding cos
cost could council count counter coverage covers cp cpu cq crash crashes crates crc crea crear
creat create created creates creating creation credentials cria criar criteria critical cron cross
crypto cryptography créer csak csrf css ct ctrl ctx ctypes cu cual cualquier cuando cuenta cui cum
curl current currently cursor custom customer cutoff cwd cycle czas czy các có código công că của
da dado dados daemon dag daha dai dal dalam dall dalla dan dane danger danh dann dans danych dapat
dar darf dari das dashboard dass data database dataset date datetime dati dato datos datum day
days db dbus dc dd de dead deb debe deben debian debug debugger debugging decimal decision
decisions declaración declaration declarations declare declared decode decoded decoder decorator
decorators def default defaults deferred define defined defines definite definitely definition
definitions degli degradation dei deja del delay delete deleted deleting deletion delimited
delimiter delivery dell della delle delta dem demand den dengan denne dentro deny dependencies
dependency dependent depends deploy deployment depois deprecated deps depth depuis der derived des
describe described description descriptor desde design desktop despre después dess dessa desta
deste destino destroy det detail detailed details detect detected detection determine determined
deterministic detta dette deux dev deve develop developers development device devil deze df dhe di
diagnostics dialect dialog dialogue dias dict dictionary did die dies diese diesem diesen dieser
dieses diferente diferentes diff differ different digest digit digits dimension din dir dirección
direct direction directive directly directories directory dirs disable disabled discard disco
disconnect discount discovery disk dismiss dispatch display displayed displays disponible
disponibles dispose dispositivo dist distance distinct distribution dit div division django dla
dlg dll dn dns do doc docker docs document documentation documented documento documents does doesn
dois doit doivent domain domains don donde done donn données dont door dopo dot double down
download drain draw drift drop dry ds dt du duas due dum dump dung duplicate duplicated durable
durante duration durch during dw dwarf dyn dynamic då déjà ea each ec echo edge edit editing
editor edu ee een eerste ef effect effort efter egg egy eh ei eigen ein eine einem einen einer
eines either ej eject ejemplo el ela ele elem element elemento elementos elements eles elf elif
eliminar elk elle eller els else elt em email embedded emblem emit emitted emitting empty en
enable enabled enables enclosing encode encoded encoder encoding encontrado encontrar encrypt
encrypted encuentra end endian endless endpoint endpoints engine english enn enough enquanto
ensure enter entire entirely entity entrada entre entries entry então enum enumerate enums env
envelope enviado enviar environ environment eof eq equal equivalent er era ere erreur erro error
errores errors es escalation escape escaped espa espacio espaço especial espera essa esse
essential essere est esta estado estar estas este estilo estimate esto está están estão et eta etc
ethereum ett etter että eu eval even event eventos events every evitar exact exactly example
examples exc except exception exceptions exclude excludes exec executable execute executed
executes execution exemple exemplo exist existe existing exists exit exits exp expand expansion
expect expected expects experimental expert expiration expire expired expires explaining
explanation explicit explicitly export exported exporting exports expr expression expressions
extend extended extends extension extensions exterior external extra extract extraction ez fa face
factor factory facts fail failed fails failure failures faire fait fake fallback falls false falta
fant far fare fast fat fatal favor faz fazer fb fc fd feat feature features fecha feed felt fer
fetch few fewer ff fg fi fichier fie field fields fil fila file filename filenames files filho
fill filter filters filtro fim final finalized finally finals find findings fine fingerprint
finish finished finishing finns fir fire firma first fix fixed fixes fixture fk flag flags flat
flatten flere flex float flow flows flush fly fmt fn fo focus foi fois folder folders follow
followed following follows fonction foo for fora foram forbidden force foreground foreign forget
fork form forma format formato formats formatted formatter forms forward fost found foundation
four fout fp fr fra fragment fragments frame framework free fresh friendly from från fs ft ftp
fuera full fully func funciones función function functional functions funktion função further
fusion future fuzzy få får för før første für ga game gan garbage gate gates gathering gb gc gcc
gdk gdy geben gebruik geen gefunden genera general generate generated generation generator generic
genesis genom geo geom geometry german gestion get getattr getter gettext getting gibi gibt gid
gif gio git github give given già gl gli glob global gmail gn gnome go goal good goose got gp
grand grande graph gray grayscale greater green grep grid group groupe grouping groups groß grund
grupo grupos gs gst gt gtk gu guard guardar gui guidance guide gz gzip gå gün ha haben hace hacer
had hai han hand handle handled handler handlers handling hanya har hard hardcoded hardware
harmony harness harus has hasattr hash hashed hashes hashing hat have having hay hd head header
headers heading heads heartbeat hebben heeft height hello help helper helpers hem her here het
heure hex hh hidden hide hier high higher hindi hint history hogy hold home hook hooks hora
horizontal host hostname how however hr href html http https hu hub hue human hunt hver hvis hvor
hw hyperlink há ia ib ich ici icon id ide identical identified identifier identifiers identify
identity idle ids idx if igen ignore ignored igual ihre ikke il ile ili ilk im ima image imagem
imagine ime imm immediate immediately immutable impact implementation implementations implemented
implements implicit implicitly import important imported importer importing imports impossible
imprimir improvement in inactive inbox inc include included includes including incluso
incompatible incomplete incorrect incorrectly increment incremental indent indentation independent
index indexed indexes indica indicate indicates indicator indice indirect individual inf infer
inferred infinity info información informatie information informations informações infrastructure
ingen ingestion inherit ini iniciar init initial initialise initialization initialize initializer
inject injection inline inner input inputs insert inside inspect install installation installed
installer instance instanceof instances instancia instead instruct instruction instructions
instrumentation int inte integer integrate integrated integration intel intended intent
interaction interactive interface interfaces internal internet interpol interpolation
interpretation interpreter intersection interval into introduce invalid invert invoke io ip ir is
isa ise isinstance isn iso isolated isso issue issuer issues ist it italic item items itens iter
iterable iteration iterator its itself itu ix için ja jak jako jam jan java javascript jd je jeden
jedoch jego jej jenis jest jeszcze ji jika jl jo job jobs join jos jour jpeg jq js json jsx judge
juga jul jumlah jun just już já ka kad kadar kan kann kao karakter karena kata kb ke keep keeps
kein keine keinen kell kernel key keyboard keys keyword keywords khi kho không khẩu ki kill kind
kit klik know knowledge known kode koje koji kok kommer konnte kort kot kt które który ku kun
kunne kunnen kw kwargs ky können la lab label labels lacks lad laden lado lain lan lang language
languages lar large larger las last latency later latest latin launch layer layout lazy lc ld ldap
le leading learn lease least lebih lecture led leer left legacy legal lehet len length ler les
lesen less lessons let letra letras lett letters level lexer lf lg lhs li lib libc libraries
library licence license lien lieu lifecycle light ligne lik like likely limit limite limits line
lines linha link linker links lint linux list lista listar liste listed listen listener listing
lists lite literal literals little live lives liệu lle ln lo load loaded loader loading loc local
locale localization locally locate located location locations lock locked locking locks log logged
logger logging logic logical login logout logs lokal lokale long longer longitud look looking
looks lookup loop loops lors lorsque los low lower lowest lp ls lt lu lub lugar lui lun lv lx ly
là lá línea lại ma maar mac machine macro made mag magic mai mail main maintenance maior mais
major mają make maken makes man mana management manager mandatory mange manifest manual manually
many map mapa mapped mapping mar marca march mare margin mari mark markdown marked marker markup
mas masa mask master match matched matcher matches matching material matlab matrix matriz max
maximize maximum may mb mc md mean meaning means measure mechanism med media mediante medium meer
meg mehr melhor member members membership membuat memiliki memoria memories memory menggunakan
meno menor menos mensagem mensajes menu mere merge merged mesma mesmo message messages mest met
meta metadata method methods metodo mh mi mic microsoft mid middle might migration migrations
million milliseconds mime mimetype min minden mini minimal minimum minor mint minus minut minutes
mirror misc mise misma mismo missing mit mixed mixin mk mkdir ml mm mmap mobile modal mode model
modelo models modern modes modificar modification modifications modified modifier modifiers modify
modo module modules modulo modèle moet moeten mogelijk moins moment money mongo monitor month more
most mostra mostrar mot motiv mount mouse move moved mover moves może można mp mpz mr ms msg mt
much muestra muito multi multiline multipart multiple mund muss must muster mutable mutation mutex
mv my mysql má már más máximo mã må méthode método même mínimo möglich mø müssen mới na naam naar
nach nada nama name named names namespace naming nan nano native navegador navigate navigation nb
nc ne near necesita necessary necessário need needed needs negative nei neither nel nell nella
nelle nem neste nested net network neu neue neutral never new newline next nexus ng nga nhập ni
nice nicht nie niet nieuwe night nije nil nilai nin ning ninguna ningún niveau nivel niż nl nn no
noch node nodes nog nom nombre nombres nome non nonce none nonexistent nonzero normal
normalization normalize normally nos not nota notation note notes nothing notification notify nou
nouveau nova novamente novo now np npm nr ns nt nth nu nueva nuevo null nulla num numa number
numbers numeric numero numpy numéro nun nunca nuova nuovo nur ny nya nye này não när når në número
números oa object objective objects objet objeto objetos observation observations observe obsolete
obtener occupied occurrence och oder of off office offset og ogni ogr ohne oid olan olarak old
older ole oleh om omdat omit on once onde one online only ont ook opciones opción opcode open
opening operand operating operation operations operator operators ops option optional options opts
or ora orange oraz orden order ordered ordering ordinal ore org ori orig origen origin original
orphan os other otherwise otra ou our out outer output outputs outra outras outro outros outside
over overflow overhead overlap overlay overload override overrides overview overwrite ow own owner
ownership pack package packages pad pada padded padding page pager pages pagina pair palabra
palavra pam panel pantalla par para paragraph parallel parameter parameters parametro params
parece parent parentheses parity parse parsed parser parsing part parte partes parti partial
particular partie partir partition parts pas pass passe passed passes passphrase passwd password
pasta paste patch patches path paths pattern patterns payload pb pc pdf pe peer pela pelo pem
pending pentru per percent perché perfil perform performance perl permanently permet permission
permissions permite permitted pero persist persisted persistent personal pesquisa peut peuvent pg
phase pi pic pick pict picture pid piece pin pinned pip pipe pipeline pixel pixels pixmap più pk
pkg plaats place placed placeholder placement plain plan planner planning plano plans platform
please plt plugin plural plus plusieurs pm pn png po poate pode podem poder point pointer points
pois pole policy poll polling poly polygon pont ponto pontos pop populate popup por porque port
porta portable posición position positive posix posição possibile possible possibly possono possui
possível post poster posterior postgres pot pour pouvez power pragma precisa precision preference
preferences prefix present presente preserve preset press pretty prevent prevents preview previous
price prima primary prime primeira primeiro primer primitives primo prin principal principles
print printer printf prior priorit priority pris prise private pro probable probably probe problem
problema problemas proc procedure proceso process processes processing processo processor produce
producer produces product production profil profile prog program programa programas programm
programma programme programmer programming programs progress project projects projekt projet
projeto promise promoted prompt prompts proof proper properties property propiedad proposal
protect protected protection proto protocol protocols provide provided provider provides proxy
proyecto prune pruning przed przez przy pré ps pseudo pt ptr pu public publication publish
publishing pudo puede pueden puis pull punctuation punt punto puntos pure purge purpose push put
puts può pv py pytest python página på për pública público qa qc qt qua qual qualified quality
qualquer quand quando quantidade quanto que quel quelle quer queries query questa question questo
queue queued qui quick quiet quis quit quote quoted quotes ra rad radio radix raise ran random
range rank ranks rapid ras rate rather rationale raw rc rd react read reading readline readme
readonly reads ready real realizar really realmente realtime reason reasoning rebuild receipts
receive received receiver recent recherche recipients recommended record records recover recovery
recursive recursos rede redirect redirection redirects redundant ref reference referenced
references referencia refers reflect refresh refs regex regexp region register registered registro
registros registry regress regression regular reject rejected relación related relation relative
relax release released releases relevant reliability reloc relocation remaining remains reminder
remote removal remove removed remover removes removing rename render rendered renderer repeat
replace replaced replay replica reply repo report reporting repository repr represent
representation reproduce req requer request requested requests require required requirement
requirements requires research reserved reset resolution resolve resolved resolver resolves
resolving resource resources resp response responses rest restart restore restrict restricted
result resultado resultados resultat results resume ret retention retorna retorno retour retrieval
retrieve retry return returned returning returns reverse reversed revert review reviewer revision
revoked rf rgb rgba rh rhs ri ricerca right ring risk rm rn rol role rom root roots round rounding
route router routes routine routing row rows rpc rq rs rsa rub ruby rule rules run runner running
runs runtime russian rust ruta rw rá saat safari safe safety sai salida salt sama same sammen samo
sample samples san sandbox sans satisfies satu sau save saved sax scaffold scalar scale scan scene
sched schema schemas scheme scope scoped score scoring scout scraper screen script scripts sd sdk
se sea search searching sebagai sebuah secara second seconds secret section sections secure
security sed sedan see seed seek seen segment seguir segundo segundos sein seit seja select
selected selection selector self sem semantics sempre semua send sender sendo sends senha sens
sensitive sent senza seo sep separate separated separately separator separators seperti seq
sequence sequences sequential ser sera serde serialization serialize seront server servers service
services servidor será serão ses sesión session sessions set sets sett setter setting settings
settle setup setuptools setzen seu seule seulement seus several seznam sh sha shadow shape share
shared shell shells shift shipped short should show shown shows shutdown si sia sibling sich side
siden sido sie siempre sig signal signature signatures signed signer significa signing siguiente
siguientes silent silently similar similarity simple simples sin since sind single singular sistem
sistema sistemas site sites sitio sito situation size sizeof się ska skal skill skills skip
skipped skipping sla slash slice slot slots slug small smarty smoke snapshot so sobre sock socket
soft software soit sol soll sollen sollte solo solution som some something son sono sonra sont
sort sorted sortie source sources sous space spacing span spanish spark sparse spatial spawn spec
special specification specifications specified specifier specify speed spent split spread sprintf
sq sql sqlite sr src ss ssh ssl sta staat stable stack staff stage staged stale standard standards
stare start started starter starting starts startup stash stat stata state statement statements
states stati static station stato stats status stays stderr stdin stdout stellen stem stencil step
steps stesso stil still stock stop storage store stored str strategy stream streaming strict
string strings strip stron strong struct structure structured structures stub stuff styl style su
sua subclasses subject submit submodule subordinate subscription subsequent substitution subsystem
subtype succes success successful successfully sucesso such sudah suffix suggested suggests suite
sul sulla sum suma summary sun sunt suo super superior supplied support supported supports
suppress suppression sur sure surface surrogate sus sv svc sve swap swe sweep swift switch symbol
symbolic symbols symlink symmetric symptom sync synced synonym syntax synthetic sys system systems
système sách são så só sólo să są số ta tabel tabela tabla table tableau tables tabs tag tagged
tags tai tail taille tak take tal tall tam tamanho tamaño tamb também tamil tant tar target
targeting targets tas task tasks taste tb tc tcp td te team tech technical tee tego teil tej tekst
telah telegram tem tema temp temperature template templates tempo temporal temporary temps ten
tener term terminal terminate terminated terminator tersebut terug test tester testing tests text
texte texto tf tg tha than that the their them theme themselves then there these they think
thinking this those thought thread threads three threshold through throw thu thumb thành thông tid
tidak tiempo tiene tienen tier tijd tik til till time timedelta timeline timeout times timestamp
timestamps timezone timp tin tipo tipos title tls tmp to toc todas todo todos toe tofu toggle
token tokenizer tokens tom too tool toolbar tools top topic tot total touch tous tout toutes tra
trabalho trace traceback track tracked tracking trade traditional trailing train transaction
transactions transcript transfer transform transition transitional transitions translate
translated translation translations translator transport trap travail treat trebuie tree tri trie
tries trigger triggers trim trimmed trivial trong trop trovare true truncated trust trusted truth
try trying ts tt ttl tty tuple turbo turn tussen tutte tutti twee two tx txt tylko tym typ type
typed typedef typeof types tz tá té têm të từ uber ubuntu uchar uden udp ug ui uid uint uit ulong
um uma un una unable unchanged und undefined under underscore une unexpected uni unicode uniform
union unique unit universal unix unknown unless unlock uno unrelated unresolved unsafe unset
unsigned unstable unsupported until untranslated untuk unused up update updated updater updates
updating upgrade upload upp upper upstream ur uri url usa usado usage usando usar usb use used
useful user username users uses using uso usr usually usuario usuário utan utc uten utf
utilisateur utilise utiliser utility utiliza utilizado utilizando utilizar utils uuid uv ux va
vacuum vad vagy vai vain valeur valeurs valid valida validate validated validates validation
validator valide valido valor valore valores value values van var vara variable variables variant
varias varios vars vary vc ve vec vector ved vedere vendor vera verbose verbosity verifica
verificar verification verified verifier verify version versions versión vertical verwenden
verwendet veya vez vezes vi via vid vide video viene view viewer viewport views vigil vil vill vim
violation virtual vis visa visas visible vision vista vite vm voc vocabulary você voi voice void
voir volume vom von voor vor vote votre vous vs vt vulnerability và vào válido være wait waiting
waktu wal walk want warm warn warning warnings was wat watch watchdog watcher watching way we web
website weight weights weil weiter well wenn werd werden were wget what wheel when where whether
which while white whitespace who whole whose why wide widget widgets width wie wildcard will win
window windows wird wire with within without wizard więcej wo word worden words wordt worker
workers workflow workflows working works workspace world would wrap wrapped wrapper writable write
writer writes writing written wrong ws wurde wurden www xml xx xxx ya yaml yan yang ye yellow yeni
yes yet yi yield yn yok yol you your yr yyyy za zahl zal zaman zd ze zeigt zeit zero zich zie zijn
zinc zip zo zoals zonder zone zones zou zu zum zur zurück zusammen zwischen às área än är çok és
été être în över última último única único über će đã được để że že și
"""
