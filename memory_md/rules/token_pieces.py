"""What the token estimate knows by heart: what other Latin words begin with and hold.

Data only, chosen from the public vocabulary cl100k_base by how often real text in a hundred
languages needs them.
"""

from __future__ import annotations

from typing import Final

# In lower case. A beginning takes the space before it along, what is inside follows letters.
BEGINNINGS: Final = """
ab abl absol acc acceler acces ace acept acess achter act activ ad adec adequ adicion adj adm
administr admit adres adress advert afect aff afs ag aggi aggreg agr agreg ah ain aj ajust ak akt
aktiv aktual alan alc ald alex alf alg alk almacen alo alter altern ambit amer amo ampl ana anal
analy anc anch ang ange angl anim ank ann annot anon anonym ans ant ante antig använd anz ap apar
apare aplic aplik appart appl applic apresent apro aqu arab arb arbe arch architect ard ark arr
art aseg asi asign asoci ass assoc associ assure ast astr ata atan ath ativ atop atr atrib attend
attrib auc augment aument aur ausge aut authentic autom automat autop autor aval ave avg avis aw
award ay aç añ ba bag bah bait baj bak bal bande bar barn barr bas bay baş beach bed bedeut bef
befind beg beh behand bek bel ben benöt ber bere bers bert bes besch best bestimm bet betr bev bew
bh bi bib bibli bid bil bild bill bird bis biz bj bl blo bloque bo bog bol bon bookmark bor bord
bos bou boy br bran bre bred brit bro bron brows bud buff bul bund bur bö bü cab cabe cad cade
calcul cam camb cambi cancell candid cant capt car caract caratter caric carp cart catal caus caut
cał cen cent centr cer cerc cert ch cham chang chem chi chiff chr chrom chron chu cif cil cin cir
circ cit cj cl cla cle cloud coc cod coinc col coll colleg coloc comb combin coment comenz começ
comm comp compar compart compat compil compl complet comport compos compr comput conc concaten
condi conect conex configur confl conflic conhec conj conn consent consid consist constr consult
cont conte conten contest conting continu contr contro conv conven conver convers cop cor corr
corres correspond corrupt cort cour cr cre cree cri crit criter cro cré cs culo cur cure cy cyn cz
czę cá câ daar dac dad dah dat datab dav deber dec decl declar decom decor ded defect defin
definit deix delet demasi democr denomin dep depend dere deriv desc descon descr descri dese desk
desper dest destin destruct detal determin dever dew dez değ dh diagn dial dib dic dich dif difer
dig dik dil dile dim dint dip dire director direkt diret dis disp dispar dispon dispos disposit
distrib divers diz dj dl dob doch dod dog dok dokument dol dom dome domin dop dos dost dou dov dow
doğ dp dr dre dro drug dub dug duk dup duplic dur dut duż dv dy dynam dys dz dzi dział dé déc
décor déf dép dés dét dü dür eb ech ed eer efect eff eg eig eing eins einz einzel ejec ek eks elig
elim elimin ell elő emb emiss emp emple enc encaps encontr eng engr enh ens ent entfer enth entr
ents entsprech enumer envi ep equ equival erf erfol erg ero err erre ers erst erv erw esc escap
escol escre escri escrit esk esp espan espec especific específ esper ess essay estable estr
estruct etiqu ev ew ex exce excess excl exclus execut exemp exempl exig expans experiment expl
explic expres express ext exter extern extr extrem ey fab fac facil facult faker fakt fal fall
fals fam fan fe feder fel fen ferr fest fh fich fig filt filtr fin finest firm fit fj fl fle flux
foc fog fol fon font ford fore fores formul forn fors forsk fort forts fos fourn frac fram franc
fre freed frem freq front fu ful fun funcion funct fund fung funk funkc furn fut fé fís fö fø füh
gab gag gal gam gamm gar garant gay gd ge geb gebru ged gee gef gegen geh gek gel geld gele gem
gen gene gener gens geomet ger geral gere ges gesch gest gev gew geç gh gi gilt gir gj gle gleich
gloss god goog gr gra grad graf gran grav gre greet gren gro groot grub grup grö gsl gun gw gy gé
gén géné gö gör gü gł haar hab habil hak hal ham hang hap hav haz he hel helt hely hen hend hes hi
hil hin his hist histor hj hjem hl ho hod hol hom hon hoof hop hor hot hung hur hurt hv hy hä hå
hé hö ic ident idi ie ig ign ignor ih ik ill imag imb imp imped impl implement implic imposs
impost impr impres impress incap incl includ inclus incom incor ind inde indef indic individ
inform informat ing ingest ingl inh inici inicial ink inkl inn inne ins inser inst instal
installations instr instrument integ integr intend inter interf intern interoper interpre
interpret interrog interv intest intr introdu intros inv inval inve invers invo ion ipt isc isl
island iv ive iz iç iş jal jav jed jel jer jet jm jog ju jä kab kak kal kans kap kar kart kas kat
kay kaz każ ked kel kem ken kend kep ker kes ket kg kh kil kim kir kj kl klass kle kn ko kod kol
kole kolej kom komb komm komment komple kon kond kone kont kontrol kop kor kos kr kre krij kter
któ kul kullan kur kurz kut kv kä ké kö köz kø kü laat lag lah langs lanz lap larg lat lay laz
lect leg leng letter letz lev lever lex lic licz lid lie lig lign lij lim lin ling lingu lip lis
lit liter litt liv ll llam lok lr luc lug luk lum lung lux lw lz lä läng lå læ lé lí lö lø mad mah
maint maj mak maks mal male mall mand mang manip mant manuals marc marg marsh mass mat mau maxim
me mel meld mell mem memb memor men menc mend meng menj mens ment meny mer mes mess metal meth
metod mex mez mie miejsc mies mik mil mill mim mind minim mir mis miss mist mitt mn mnie mo mod
modific mog mon mong mont moon mor mort mostr mots mov możli mu mud muit mul mult multip mus mut
mw mys mé méd mét mí mín mó mö mú mü nab nad nag nah naj nak nale nam nap nar nas nast nat nau nav
nave navig naw naz nd neat neb nec neces necess ned neg neger nen neo nep ness nett nex nh nic
nied nieu nig nik nim nj nk nob noc nod nok noop nor norm nov numer nut nä nå næ né nécess nø oat
ob obe ober obj objc oblig obr obs observ observer obt obten oc ocor oct od odd ode odp odpowied
ofere oh ok ol olduğ oli omin onder op opc opcion oper opp opr opt optim orchest orchestr ord
ordin orient ort osob ost ostat ostr ot ott ov overs overst ox oz pa pac padr pag pain pak pal
pale pan pand pang pap paralle param pare paren pars partic past pat patron pav ped pel pemb pen
penc pend peng peny pequ perc perm permit pers person pert pes pet pew pf ph phi phot pie pien
pier pierws pik pil pint pis pit pix pl plac plant plat plot plur pob poc pod podr pog poj pok pol
polit polo pom pomoc pon pos posit poss potrze pou pov pow poz pr pra prac praw pre prec preced
precis pred predic pref prefer preg prem prepar preprocess pres prest pret pretend prev pri prim
princip priv privile prob probl proble proced proces procur prod produ prof profund proj prom prop
propag proporcion propri propriet pros prost prot prote prov prv pry prz prze przypad prá préc pró
próp pst pub pubb pul puls pun punct punk pur pute pw pá pä pé př qu quad quant quest quint qw rab
rac rag rak ram rap rapp rapport rat raz re reb rec rece recib recom recon recuper recur recurs
red redu refer refl reg regist registr regul rein rek rel relacion relat relativ rem rempl ren
rend rent rep repet repl replic repos reprodu republic requ requis res reserv respect resta
restaur restr retorn retrie retro rev revers revis rez ric rice rich richt rid rig rim rin rip ris
risult rit riv ro rob rodz rot roz ru rum rund rus ry rz rè ré réfé rég rés róż sa sab sad sak sal
salv sam samp sand sanit sar sat satisf sav say sağ sb sc scal scar sch sche schem schl schn scr
scri sec sect seg segu seguint sek seks sel sele seleccion selecion semp sen separ sept sequ
serial serv serve sess sext sf sg she sic sicher sid sign signific sik sil sim simpl simult sina
sinc sing sint sis sist sit situ sj sk ske sky sl sle sled slo slog slu slut sm sn sob soc sod sok
solar solicit sop sor sorter sos sost sou sour soy sp spa spe specific spo spr spraw spring spéc
st stab stabil stamp stan stand star statist stav std ste stor stos stre stri sty stør sub subs
subst substit sud suf suff sug suiv suk sup suppl sust svo sw swo sy sym syn synchron synt syst sz
szcz szer sä sæ sé sélection sí sö sø sü sł tab tah tan tang tap taraf tart tast tav tec teg tegen
tek tel tele tempor tend teng tent ter termin terra ters tes tet th thi tho ti tie tied tim ting
tip tire tit tj tl tod tok tol toler tomb ton torn tr trabal trad tram trans tras trat tratt tre
tren tro trou trov trunc tu tud tul tun tup tur tut tv tw ty tä tí tö tú ub ubic ud uf uh uk ul
ult umb unb unders underst ung uniqu uns unter unterstüt ure us ust usu ut util utilis utiliz
utilize uw uy uz uży użytk vac vak val vari vas vast veg vel veloc ven venez vent ver verb verd
verdade vere verg verk verr vers versch verschill verst vert verv verw verz vh vier viet vig vin
vinc vind vir virgin virt visual viz vo vol voll volt vorhand vou vr vrij vu vy vz vá vál vä väl
væ vé vér ví võ wa waar war warto wc wed weg wel wer werk wh wi wid wieder wiel wij wil wit wię
wol woll work wp wr wsp wszyst wy wykon wym wyn wys wyst wz wäh wł wła xs xt xu yak yap yapı yard
yay yaz yen yer yt yö zab zach zad zag zak zam zap zar zaw zb zen zer zg zi zk zm zn znaj zost
zosta zug zus zw zwe áll ça çalış écrit él ét év înt öff ön øns üzer đi şek
"""

INSIDES: Final = """
aa aal aan aar aat ab aba aban abb abe abel abelle aben abet abh abi abil abile abilir abilit
ability abis abl able abler ables ablo abr abs ac aca acak acc accept acco ace aced acer aces ach
acha ache acht achten aci acie acija acion aciones ación acja acje acji aco act action activ
active actoring acz ad ada adamente adan adas add ade aden ader ades adh adi adic adin adir ado
ador adores ados adow adr adress adresse ads ady ae af ag aga agan agar age agem agens agent ager
ages aggi aggio agh agn agnost ago agra ags agy ah aha ahan ahi ahkan ahl ahr ahu ai aid aida ail
aim ain aina ainen ainer aint air aire aires ais ait aj aja aje ajo aju ają ając ak aka akah akan
ake aken aker aket akh akhir aki akin akk ako akov aks aksi akt akte aktion aktiv aku aky al ala
alah alam alan alar ald ale alen ales alesce alez ali align aling alis alk all alla alle allen
aller allowed alm alo alog als also alt alte alten alter altet alu alue am ama aman amar amas amat
amb amba ambah ambil ame amen ament amente amenti amento amentos ami amic amiento amin amine aml
amm amo amp ampilkan ams amu amy an ana anan anas anc ance ances anche anco and anda ande anden
ander andi andid ando ands ane anel anela ang anga angan ange angen anger ango ani ania anic anie
aniem aniu anj anja anje ank ankan ann anna anneer annis anno annt annya ano ans ansk ant anta
ante antes anti antic anto ants any anya anych anz anza ao ap apa apan apat ape aper api apis app
appa appen apper aps apt aq ar ara arak aram aran aras arc arch ard arda arde arden ardi are area
ared aren ares aret arg arga arge args argument ari aria arian arih ario ark arkan arm arma arn
arna aro arp arr array ars arse arsi art arta arte arten arto arts aru ary ará arı as asa asan asc
ase aser aset ash ashes asi asjon ask asn ason ass assa asse assen assi asso ast asta aste aster
asti asto asy ası at ata atable atak atal atalog atan atar atas ate ated ateg atel aten ater ates
ateur ateurs ath athi ati atie atif ating ation ations atis atisch atische ativ ativa ativas ative
ativo ativos atk ato aton ator atore atori atory atos ats att atta atte atten attrib atu atur
atura aturas ature atus aty atz ató atório ată au aul aur aus aut aux av ava aval avan ave aved
avel aven aver aves avi avit avl avn avo avras avs avy aw awa awah awi awn ax axe axis ay aya ayan
ayo az aza azar aze azen azi azio azione azioni azu azy ază ação ações ać aż ba baar bal ball ban
bank bar bare bart bas base bat batim bb be bed beeld beg beits bek bel belum ben ber bere bero
bers bes best bet bh bi bian bib bie bij bil bin bind bindung bir bit bl bla blas ble blo block bm
bn bo bol bole bool bor born bound br bra brace bre bro bron bru bs bt bu buch buf buffer build
but by bytes ca cache cached call cap car care cas case cat cb cc cciones cción cco cd cdf ce ced
cej cek cel cen cent cer ces ch cha chain changes char che check cheiden chen cher ches chet chi
chl chn cho chr cht chte chten chts chu ci cia cido cie cil cin cion ció ck cken cks cl cla clado
clang clar claration clarations clas class cmd cntl co code col colo com comp compact compat con
cone conf config configure conn control conv cor core cos count cp cpu cr cran cre cred cri cript
crire cs ct cter ctions ctl ctxt ctype cu cul cur cura cut cy cych cz czas cznie czy da dan dar
das dat data date dater db dc dd de dea def dek del den deps der des dest det dev df dg di dic die
dir dis dist div dk dl dm dn do dom domain don dos dp dr dro ds dt du dump dv dx dy dz dzi ea each
eb ec ecer ech eci ect ed eda edd ede edef eden eder edere edes edi edia edin edit eds ee een eer
ef eg ega egen ego eh ei ej ek eka eken eki eko eks ekt ekte el ela elah elas eld elden elder
eldig ele elen eler elf eli elig elige elijk elijke elim eling ell ella elle ellen eller elli
elling ello ellt ellung elm eln elo elog elor elp els else elsen elt elter ely em ema emaakt emas
emb embali embro eme emed emen ement emente ements emi emin emo emp emu en ena ename enc ence
encer enci encia encias enco end enda ende enden ender endet endi endir endo ends ene enen ener
eng enga enge enh eni enia enie enk enn enna eno ens enschaft ensi ension ent enta entar ente
enter entes enti entic ento entr ents enty enu enum env eny enz enza enze ení ep eps er era erah
eras eração erc erca erd erde ere erea ered erek eren erer eres ereço erg erge eri ering erk erm
ern erna erno ero eros err erra errer error ers erset ert erta erte erten erto ertoire erty ertz
erv erver ery es esa esc escape ese eselect esi esis esk esktop eso esper ess essa esse essen
ession est esta este esti estr esz et eta etak etas ete eten eter etermin etes eth eti etic eting
eto etr etre etri etry ets etsk ett etta ette ettel etten etti etty etu ety etype etypes etz etzt
eur ev eva ew ewn ex exist exp expand export ext ey eye ez fa fan fang fas fc fd fe feito fel felt
fen fer ference fers ff fh fi fig fil file filer files fin fit fix fk fl flag flags flare fmt fn
fo fol font for ford forge form format fout fp fr from fs ft ftar fu full för fü füg führ führt ga
gabe gal gan gang gar gas gb gd ge geb geben gebn ged gee gel gen gende genden gener ger gere ges
gesch gest get gettext getti getto gew gf gg gh ghi gi gid gil gin ginas ging gis git gl gle gli
gments gn go god gon gor gorit got gr gra gre group groups grund gs gt gte gu gun guna gy ha hab
had hal halb halt halten han hand hang hapus har has hasil hat hb hd he hec heid hen her hes het
hh hi hin hind hip hir hk hl hm hn ho hol hold holder hos hou hr hs ht htar hte html hu hum hy ia
iad ial iale iam iami ian iana iano ians iant iao iap iar iare ias iasi iat iate iaz iała ib iba
ibe ibel iber ibil ibile ibili ibilidad ibilidade ibilit ibir ible ibles ibt ic ica ican icas
icação icc ice ich iche ichen icher icht ichte ichten ici icient icio icion icional icionar ición
ick ico icon icos ics ict icz id ida idad idade idades idas idd ide idel iden ident ider ides
iding ido idos ids ie iec iect ied iedades ief ieg iego iei iej iek iel iem ien iendo ienia ienie
ienne ient iente ientes ier iera iere ieren iero ieron iers iert ierte ierten ierung ies iesen
iest iesta iet ieve iew ież if ife ifer iff iffer ifi ifiant ific ifica ificación ificado ificador
ificar ificate ification ificação ifie ifier ifik ifikasi ifique ifié ifs ift ig iga ige igen iger
iges igh ighet igi igkeit ign ignore igo igram igt igu igung ih ii ij ija ijd ije iji ijk ijo iju
ik ika ikal ikan ike iken iker ikers iki ikk ikki iko ikon iks ikt iku ikut il ila ilar ild ilde
ile ilen iler iles ilet ili ilih ilihan ilik ilio ilion ilit ill illa ille iller illez illing
illion ills ilm ilo ilor ilot ils ilt ily im ima imal imas imate imb ime imen imension iment
imenti imento imer imes imet imi imin imit imm imo imos implement import imu imum in ina inaire
inal inar inas inc ind inde inden index indi inding indo inds ine inea inen iner ines info inform
information ing ingen inger inges ings inh inho ini inin inis init inite initial inition iniz inja
ink inka inn inne ino ins inst install int inta into intosh inv iny inya inz io iod ion iona ional
ione iones ioni ions ior iores ios iosk ioso iot ip ipe iper ipl ipo ipp ips iq iqu ique iquement
iquer iques ir ira iran iras ird ire ires iri irim irk irl irm iro iros irt is isa isan isateur
isation isc isce isch ische ischen isci ise ised isel isen iser ises iset ish isi isia isiert isin
ision isis isión isk iska iske ism iso isos isp ispiel iss issa isse ist ista iste isten ister
isti istic isto iston istr istra isu isy isz isé it ita itan itar itas itat itate ite itect iteit
itel item iten iter itet ith ithe iti itm ito itor itori itos its itt itta itte itten itu itud
itura itus ity itz ità itä ité iu ium ius iv iva ival ivalent ivamente ivan ivar ivas ivate ive
ivel iven iver ives ivet ivi iving ivo ivos iw ix ixa ixo iy iyor iz iza ización izada izado
izador izados izando izar ization izations ização ize izer izes izi izio izione izioni izont izz
izza izzare izzato izzazione izzo ição ió ión ią ić ič ię iş ja jal jam jan jang jar jas jav jd je
jem jen jer jerne jes jest jet ji jin jl jm jn jo jom jon js jt ju ją ję ka kal kan kap kar kas
kat kb kc ke ked keiten kek kel ken ker kes ket key kg ki kich kie kill kim kin king kir kit kk
kke kl kle km kn ko koa kode kol kom kon kont kop kor kos kov kr ks ksen kses ksi kt kte ktion ku
kur kv kw ky ków kö la lace lad lag lagen lam lama lan land lang lap lar ları las lass last lat
laus law lay ld le led left leg legt leh lek lem lement len ler leri les lesen less let leta lete
lets lett lette lev level ley lez lf lg li lib lic lica lice lich liche lichen licher licit lick
lico lid lie lier lig liga ligt lij lijk lik like lim limit lin line lines ling link lio lique lis
list lista liste lit liv lj ll lla ller lm ln lo load lobber loc local locale lock log logo lok
lon los lossen lost lov low lp ls lt lu lus lv ly lyn lä lé lı lık ma mad mak mal mallow man mand
mando map mar mark mas mask ması mat matter may mb mc md mdir me med medi mek mel meld mem member
men ment mente ments menu mer mes met metro metros mez mi min minated mis miss mission mite mk ml
mm mn mo mod modules moire mon monitor mount mp ms mt mu mul mus my na nad nak nal nam name names
nan nar nas nav nb nc nce ncia nd ndata nde nder ndern ne nego neh nej nek nel nement nen ner nes
ness net new next ng nga ngen nger ngr nh ni nia nic nice nie niej nih nik nika nin ning ningar
ningen ninger nings nio nis nist nit nj nl nm nn no noc nom nos nost nosti not nota nov now ności
ność nr ns nst nt nte nten nu null num nummer nut nv ny nya nych nym né ní ną oa ob oba obe obj
obra obs oby oc oca ocation och oci ocom ocs ocz od oda ode oden oder odes odi odings odo odor
odos odu ody odzi oe oen of off oft og ogen ogn ogo ograf ogram oh ohon oi oid oin oint oj ok oka
oker oki oko oks oku okus ol ola olan olare olas old ole olec olen olg oli olin oll olla ollar
olle olo olog olor ols olt olu olución olum olumn olution olv olve olver oly om oma omas omat omb
ome omen oment omi omin omm ommen omo omp oms omy on ona onal ond onden onder one oner ones ong
oni onn onna onne ono ons ont onto ony oo ood ook ool oon oor oot op ope open opi opo opp oppel
oproject opt option opy or ora orb ord order ords ore ored orem oren orer ores org ori oria orio
ork orm orn orna orno oro orr ors orsi orsk ort orte oru orum ory orz os osa osci ose osi osit oso
oss ossa ost osta oste osti osto oston ot ota ote otec oteca otent otes oth oti otify oto ots ott
otta ou oub oud ouden our out oute outer ov ova oval ovan ove oved over overe override ovi ow owa
owan owane owania owanie owany ować owe owego owej own ownik owo owy owych oy oz ości pa pace pack
pad pager pages pak pal pan par pare part pas pass pat path pattern pc pciones pción pd pdf pe pec
pen pend per pes pet pez pf pg ph phans pi pid pie pile pis pj pl pla placement plat ple plet pm
pn po point pon pond ponde ponder ponent por port porte pos posit position post posta pow pp ppo
pr pre prec prefix pres press pression prim prime primer pro prob proc process program project
propri prü ps pt pte pu pub pun punkt pus put px py python ql qs qt qu quant que quer query ques
quest quet quete quets quierda quina quis quivos ra rac rad rag ragen rain rait ral ram ran rand
rap ras rat rate ration raw raz razy rb rc rd re rea read reb rebbe rec reck red ree ref reg rega
regar regist register registr regon reh reib reiben reibung rek rel rem rement ren renc rence rend
rende rente rep rer res resa rese resenter resource ret reta rett rette rev rf rg ri ria rias ric
richt rid rie rieben ried rift rig right rij rik rika rim ring rio rios rip ripsi rire ris rist
rit rite ritel rito ritt ritte riv rive river riz rl rm rn rne ro rod rog rol roll roller rom ron
root rop ros rost rot rou rov row rowad roz rr rs rt ru ruk rum ruz rv ry rypt rz rá rå ré ró ród
sa sb sc sch schema script sd se sec sect seek seg sek sel select sem sen ser server ses set sett
settings sez sf sg sh short shot si sid sign sin sit site size sk ski sky sl slash sm sn so son sp
space spec sql sr ss st sta stand stant start stat state status staw std ste stell stellen
stellung sten step ster sthrough sti still sto stor str stra strar stre string struk stry sts stu
stype ständ stå su sum sv sw swith system sz ta tab table tag tal tar tas tat td te ted teen tek
tele tem ten ter tere tering term ters tes test tet text tf tg th tha that the through ti tica tid
til time tin ting tion tit tk tl tm tn to tober ton tons tor tos tp tr tra trace tracked trag
translate tras tre tree trees tres tri try ts tt tte tu tur ture tv ty typ type types ua uais ual
uale uan uar uard uat ub uba ubah ubic uc ucc ucción uch ucht uci ución uck ucz ud uda ude uder
udo ue uel uell uelle uellement uencia uent uer ues uese uet ueue uf ufen uff uffer ug uga uge
ugen uger uges ugg ugi ugo ugu uh ui uid uido uir uire uis uit uite uiten uito uição uj uja uje
ują uk uka ukan uke ukes uki ukkan uko ukt uktur uku ul ula ulan ular ulas ulator ule uler ules
uli ulis ull ullan ulle ullen ulo ulos uls ult ulu ului um uma umb umber ume umen ument umer ummer
ump ums umu un una unakan unan unc unci und unda unde unden under une uner ung ungan ungen ungi
ungkin ungs uni unik unit unj unk unkt unn uno unos uns unt unta unter unu uo up upa upp uppen
upper ups upt ur ura uracy uran urança uras uration urations urd ure uren urer uri urile uring url
urn uro urre urs ursor urt uru ury us usa usc use used user usi using usk uso usp uss ust usta
uste usz ut uta utan utar utas ute uten uter uth uti util utils ution uto utor utos uts utt utta
utter utura uty utz utzer utzt uu uur uv uw ux uy uz uzione ução uí uş va vable val valid van var
vara vari vars vas vat vc ve ved vel ven vens vent ver vers version vert verter vertis ves vest
vet vez vi vid vida vido view vim ving vio vir vis vl vn vo vod voie vol voor vor vore vr vs vt vu
vy vä vé wa wal wan wand want wart warz wat wd we weis weise weit wen wend wer wert wi width wie
wij wind wing wiąz wn wo woord wor wort wr ws wy xd xe xima xml xo xs xt xx xxx ya yal yan yar yas
yb yc ych ycz yd ye yen yer yes yet yg yi yk yl yla yle yll ym ymbol ymi yn ync ynchron ynn yo yor
yp ype yr ys yst ystem yt yte ytt yu yw yy yz yük za zahl zan zas zb zc zd ze zech zed zego zeich
zeichnet zeigt zeit zek zel zelf zell zen zenia zenie zent zept zer zes zet zeug zew zeń zh zi zie
ziel zig zik zin zion zione zioni zip zk zm zn zo zone zt zu zung zw zy zych zym zyć zz zza zá zą
zę ző ße ßen ßer ài àn ành ày ább ác ách áf ág ák ál álido áln ált ám án ány ání áo ár ária ário
ários ás ása ást át ática áveis ável áz âm ân ância ând ât ão äd äh ählen äl äll ält äm än änd
änder äng änge är äre äs ät ätt äß ää ään ål år æk ær ça ças ço ços ção ções ère ères ès ète ètre
ètres éc éd ée ées ég ék él ém ément éments én ény ér ération érer éri éric érica érie érieur ért
éré és ése ést ész ét été êm ên ência ências ês ën ër ình ía íc ício íd ída íg ím ín ío ís íst
ísticas ít ív íveis ível ît òng óa ób ód óg ój ól óm ón ór ória ório ós ót ów ówn ół ôle ôn ôte
ões ög ök öl ön ör ört ös öst öt ött öße øj ør øre øy ùng ública údo ún ús ût ück ügen üh ük ül
ült üm ün ünd ünde ür üss üt üz ých ýt ăm ăng ăr ąd će ći če ęd ęp ğer ği ğı ıc ıcı ık ıkl ıl ılı
ım ın ına ınd ında ından ını ının ır ıs ısı ız ığ ığı ış ła ład łe ło łu ług ły łą ős ści ście śli
ść şt ştir şı še št ší ţi że ży že ơn ưa ương ướ ười ường ược ượng și ți ại ạn ạo ải ản ất ấy ần
ầu ận ập ật ến ết ếu ền ểm ển ện ệu ọc ọn ối ống ổi ỗi ột ới ục ức ửa ực
"""
