"""What the token estimate knows by heart, measured on two public GPT vocabularies.

Data only: letter pairs and how much they lengthen a word, words and characters that are one
token in both vocabularies, and what one character of a script costs.
"""

from __future__ import annotations

from typing import Final

PAIR_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
PAIR_STEP: Final = 0.05
PAIR_ZERO: Final = 24

# One row for each first letter: a to z, the edge of a word, Latin-1 letters, other Latin letters;
# in a row one digit for each second letter, in the same order. Tokens = (digit - zero) * step.
LETTER_PAIRS: Final = (
    "odbblifhhhgZecmbqcfZeehbakXmn",
    "fcejdllqePoVXlftceZbddntgfUmt",
    "biYhbjXedeWYoqaecYlWbYiYhjWkm",
    "hhfgdjWufkjkakgVajdpihjXmkQrt",
    "egYYkfiklildfcjbbabejfZYhoRmp",
    "dlmqcYdqYnhZgrbrtbnbcaixbZWjm",
    "ijiqbjeecqkjWZfsYYkiersiijPko",
    "dYlpdjlbelfikkdgxhiegqtYmaTro",
    "ddYdfdemokigiYVZlidbmapanfahq",
    "hhhpjjlbgbbpkmkeZfhshtifskbss",
    "ijgWgbWbfniimikkYojiivqgplVmt",
    "fhcgbmngdmgdpcedjjlgieifahRos",
    "ZaliYlouangjdkYVYjcpeljehoUkr",
    "fiWbgeagfkgjnkhphacYidlomgTnq",
    "cgacpcfmjldcfZYZnYgeYfZYgrXsq",
    "fcbSchibhhoaZlebYceaiorbidUrs",
    "mfYnnYoomaYhYboYckkfTbhYYYakW",
    "diafbihnejahcaageeadgfgiekSmo",
    "hqchddoeelkkjoedgnYZcpdacnOmh",
    "geVgdkcZbpkgmleYYceeiphleqSlq",
    "feYkgkflfklZedidjcebimjWkobkt",
    "fmmlZYZjclknmmfqggookfYfknajr",
    "fg0eebpYetiikXglaictvYfYmZSqu",
    "lUWhjnYgfVqvXibVcSjciYYbfYYfj",
    "ehfqistjfgqrgjieWjhjhffbogLkn",
    "cimibboogmllpfgfYnmidueYjgWmj",
    "TURQUVVTUTVTWUXRZRSUTVQeVZYei",
    "kollppqltnpmlhfrkmmmuogdnnblr",
    "rrcpozvko2skvislaswurwlcrfdpm",
)

# Words that are one token although their letter pairs say more.
_WORDS: Final = """
above absolute acceptance according achieve adapter additional addr address addressed addressing
administration advisory after again against aggregate ahead algorithm algorithms alias allocated
allowed alpha already also alternative alternatives always analysis android annotation annotations
another anything api application applied approach approaches appropriate approval architectural
architecture area args argument arguments argv ask assessment assistant associated async attach
attachment attachments attribute audio audit australia authentication authorization authorize auto
automatic automatically autonomous availability available avoid await backend backup backward
bandwidth banner base based bash because been before begin beginning behavior behind being believe
benchmark better between billing bindings blank body boolean bootstrap bottle boundaries boundary
branch branches break breaking broadcast broken browser btn buffer bugs build builder building
built business button byte bytes cache callback campaign campaigns candidate candidates cannot
canonical capabilities capability capture capturing cargo categories certain chain challenge
changes channel character characteristics characters charset checkout checkpoint child children
choice choices choose chosen circular claim cleanup cli client close cmd collaboration column
columns combined command commands commit commitment committed communication community comparison
compatibility compile compiler complete completed component components composite comprehensive
confidence configuration configure confirm confirmation connection connector consensus consider
consistency consistent constants constraints constructor container continue continuous contrib
conversation copyright corresponding coverage cpu criteria crypto csrf csv current currently
custom daemon dashboard data database dataset datetime debug debugger debugging decision default
defaults definition delegate delete deliberately delta dependencies dependency deployment
described description design desktop detail detailed details dev develop developers development
diagram dialog didn different directories directory disable disabled discard disclosure disconnect
discount discovered discovery dispatch display distributed distributions division django docs
document documentation does doesn domain domains download draft draw duplicate duration during
dynamic each earlier echo editable effort either element elements elif else email embedding
encoding endpoint endpoints engineering english enjoy enough ensure entire entries enumerate env
envelope environment environments established estimate evaluate evaluation everything evidence
examine example examples exclude executable execute execution exist existing exists experience
extension external extra fail failed fails failure failures fallback false families feature
features feedback field fields filename filesystem filter filters findings finish finished
finishing first fixture flag flags flatten fmt folder follow following forbidden foreign forgotten
forward foundation framework freeze fri friendly from further future game general generate
generated generation generator generic geo geom geometry getting github given glob global goes
google government gpu green guard guardian guidance guide handle handler handlers handling harmony
hasattr hash header headers health height hello help hidden high highlight hooks however href html
human hybrid idea image img immediate immediately implement implementation implemented import
important improvement improvements inbox include included includes including independent index
individual info infrastructure initial initialization initialize inject injection inline inner
input inputs install installation installed instead integer integrate integrated integration
interface internal interpretation interpreted interval invalid investment isinstance issue issues
item iterator itertools itself java javascript javax job join json judge just jwt keep keeping
keeps keyboard keys keyword kill kingdom know knowledge kwargs label labels language languages
large last launch layer layout lazy legacy length libraries library license light like likely
limit limits links linux listener little locale logging logic login logs looks lookup machine
machines magnitude maintaining maintenance major make makes management manager mandatory manifest
manual manually many mapping marketplace maximum mechanism mechanisms media medium memories menu
message messages meta metadata metrics middle middleware midnight might migration migrations
milestone million milliseconds mini minimal minimum minutes mirror missing mkdir mobile model
models modified modify module modules msg multi multiple must myself mysql namespace navigate
navigation necessary need needed needs negative neither nested network neutral never night node
nodes noise none noqa normalize not note nothing notice notification notify nov null num number
numbers observation observations occupied offset online opaque open operator opportunities
opportunity optional order ordering organ organization origin original orphan other otherwise
output outputs outside overhead overlay override overrides overview package packages packaging
pair parallel param parameter parameters params parent parser part partial particular password
pattern patterns payload people performance permission permissions permitted persistent phase
pipeline pixel placeholder planning platform please plugin pointer polling polygon position
positive possibilities possible potential precision prefix premium preview primary private problem
processor program progressive prohibited project projects promise properties proposal protocol
protocols provide provided provider provides public publish published publishing purpose purposes
push pytest python queries queue quote raise random rank ranks reason reasoning rebuild receive
received recipient recipients reference references refresh refusal regardless regex register
registered registration registry regression rejected relationship release released relevant
reliability remaining renderer replace replacement repo repository representation representative
reproduce required requirement requirements requires research resolution resolve resolved response
responses responsibilities responsibility result results retrieve return returned returns review
revision right risk runner running runtime safe safety said sandbox schema screen scripts sdk
search searching seeing seem seems self sensitive separate separator serialize serializer
serializers server service setting settings setup shell shutdown signature significant similar
similarity simultaneously single singular size sizeof skill skills slash slightly slot slots slug
small snapshot software solution something spark special specific specified sqlite src stability
standalone standard start started starts startup statement status stderr storage straightforward
strategies strategy stream streaming structure structured stuff style styles submitted subprocess
subscription succeeded successfully suffix suggested suggests summary support supported supports
surface surrounding sweep syntax synthetic system tags take takes target targets task tasks team
technical technology temperature template templates terminal their themselves think thinking
thought thoughts thread three threshold through timedelta timeout timestamp timezone title todo
together toggle token tokens tools topic total traceback trajectory transaction transactions
transcript transfer transform transition translate translated translation translator transport
tree tri trigger triggers true tuning two txt type typeof types unavailable undefined underlying
understand understanding undo unicode unique universal unknown unless unlock unnecessary
unsupported upgrade uri usage useful username usr utf utils uuid validate validated validates
validation validator value values variable variables vendor verbose verification verified via
video viewport virtual visibility vocabulary voice void vulnerability vulnerable web website week
weeks weight weights wheel width will window wizard workflow workspace world wrapper write writer
written xxx xyz yaml year years yellow yield you yourself zero zone
"""
WHOLE_WORDS: Final = frozenset(_WORDS.split())

# Kana, ideographs and syllables that are one token; any other costs about two.
WHOLE_CHARACTERS: Final = frozenset(
    "あいうえおかがきくけこごさざしじすせそただちっつてでとどなにのはばまみめもやよらりるれろ"
    "わをんアィイウェエオカキクグコサシジスズセタダチッテデトドナニバパビピフブプペポマムメャ"
    "ュョラリルレロン・ー一万三上下不与专业东两个中串为主么义之也书了事二于五些交产享京人亿今"
    "介从他付代以们件价任份企优会传但位体何余作你使例供価保信修倍值停像元先入全公共关其具内円"
    "册再写出击分列则初利别到制前力功加务动動包化北区十午华单南即历原去县参及友反发取变口只可"
    "台右号司合同名后向否含听启告员周命和品哈商問器四回因国图土在地场址型城基報場填增声处备复"
    "外多大天失头女好如始子字存学安宋完定实审客家容密对导将小少尔就局展山岁州工左已市布常平年"
    "并广序库应店度建开异式引张当录形影径待後得微心必志态思性总息您情意感成我或户所手打找技投"
    "报拉持指按换据排接推提播支收改放政效数整文料断新方族无日时明易星是時景更最月有服期木未本"
    "机权束条来板构析果查标样核格案检模次款止正此步歳段每比民気水求江汽没治法注活流海消清游源"
    "火点無然片版物特率环现球理生用由电男画界番登的监目直相省看県真知码确示社票私种科秒称移程"
    "稍税稿空立站章端笑符第等签简算管箱米类系素索约级线组经结给络统编网置美老考者而联能自至色"
    "节英藏行表装西要見见规视角解言計記話読计认议记论设证评试话询该详语误说请读调象责败账货购"
    "费资起超路身车转软载辑输达过运近还这进连述退送选通速造連道邮部都配释里重量金钟钮链销错键"
    "长開間関门闭问间队阳陆限院除雅集雷需非面音页项预频题额首验高黑가간값개거게결경고공과구그"
    "글기나내는능니다당대도동되된드든들디라래러력로록료류른를름리만메면명목문미버번보복부분비"
    "사산상색생서성세션소수스습시식신아야어에여열오와요용우운원위으은을음의이인일임입자작장재"
    "적전정제져조주지진째체출치크태터턴트튼하한할함해호화환회"
)

WHOLE_SYMBOLS: Final = frozenset("¡£¥§©«®°±¶·»¿×–—―‘’“”„•…›※€←↑→↓−│█■►●★☆♥✔。「【（，：、")

# (first code point, tokens of a character, tokens more for a run of them), by first code point.
# A language that adds letters to Cyrillic or Arabic is cut finer in its other letters too:
# EXTRA_LETTER, by first code point, is what each added letter costs.
SCRIPTS: Final = (
    (0x0000, 1.0, 0.0),
    (0x00A0, 2.0, 0.0),
    (0x0250, 2.0, 0.0),
    (0x0370, 1.05, 0.2),  # Greek
    (0x0400, 0.4, 0.52),  # Cyrillic
    (0x0460, 2.0, 0.0),  # Cyrillic of Turkic, Mongolic and other languages
    (0x0530, 2.0, 0.9),  # Armenian
    (0x0590, 1.15, 0.2),  # Hebrew
    (0x0600, 0.86, 0.1),  # Arabic
    (0x0700, 2.0, 0.0),
    (0x0900, 1.1, 0.9),  # Devanagari
    (0x0980, 1.3, 1.0),  # Bengali
    (0x0A00, 2.05, 0.1),  # Gurmukhi, Gujarati, Oriya
    (0x0B80, 1.5, 1.0),  # Tamil
    (0x0C00, 2.05, 0.1),  # Telugu, Kannada
    (0x0D00, 1.75, 1.0),  # Malayalam
    (0x0D80, 2.0, 0.2),  # Sinhala
    (0x0E00, 1.0, 0.3),  # Thai
    (0x0E80, 2.0, 0.2),  # Lao
    (0x0F00, 3.0, 0.0),  # Tibetan
    (0x1000, 2.05, 0.2),  # Burmese, Georgian
    (0x1100, 3.0, 0.0),
    (0x1780, 1.75, 0.6),  # Khmer
    (0x1800, 3.0, 0.0),
    (0x2000, 2.0, 0.0),  # punctuation, symbols
    (0x2B60, 3.0, 0.0),
    (0x3000, 2.0, 0.3),  # Kana
    (0x3100, 3.0, 0.0),
    (0x4E00, 2.1, 0.3),  # ideographs
    (0xA000, 3.0, 0.0),
    (0xAC00, 1.75, 0.6),  # Hangul
    (0xD7B0, 3.0, 0.0),
    (0xFF00, 2.0, 0.0),  # full-width forms
    (0xFFF0, 3.0, 0.0),
    (0x1F300, 2.7, 0.0),  # emoji
    (0x20000, 4.0, 0.0),
)
CAPITAL_LETTERS: Final = frozenset("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ")
CAPITAL: Final = 0.95
PLAIN_LETTERS: Final = frozenset(
    "абвгдежзийклмнопрстуфхцчшщъыьэюяёابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة"
)
EXTRA_LETTER: Final = {0x0400: 3.0, 0x0600: 1.8}
