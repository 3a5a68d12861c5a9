"""What the token estimate knows by heart: what other Latin words begin with and hold.

Data only, chosen from the public vocabulary cl100k_base by how often real text in a hundred
languages needs them.
"""

from __future__ import annotations

from typing import Final

# In lower case. A beginning takes the space before it along, what is inside follows letters.
BEGINNINGS: Final = """
abl acces ace acess achter ack act activ adicion adm administr adres adress afect aff afs ag aggi
aggreg ah ain aj ajust ak akt aktiv aktual alan alc alex alg alk alo alphabet altern ampl ana anal
anc ang ange anim ann annot ant använd ap apare aplic aplik appl applic apro aqu arab architect
ard ark arr aseg asign ass assoc associ astr atan ath atr atrib attend attest attrib auc augment
aument ausge aut authentic autoc autom automat autop autor autos aw award ay aç bag bah baj bak
bal barr bas bay baş bed beg beh behand bek bel ber bere berg bes besch best bet bev bh bi bibli
bid bil bild bill birth bis biz bl blo bloque bo bog bol bookmark bor bou boy br bre bred brid
brit bro bron bud bul bund bur bö bü cabe cade calcul cam camb cambi camp cant capt car caract
caratter cart catal cent cer ch cham chang chi chr chu cif circum cit cl cla cle coc cod coinc
coll collabor comb combin coment comm compar compil comple complet comport compr compreh compt
conc concaten cond conect conex configur confl conflic conform conn consent consid consist constr
cont conte conten contest continu contr contro conv convers cop cor corres correspond cr cre cri
cur cy cz czę cá câ dac dah dar dat datab datap deal deber decl declar decom decor ded defect
defin definit demasi denomin dere deriv descon descri desk desper destin destruct detal determin
dever dez değ dib dic dich dif difer dig dik dil dint dip dire director direkt diret dis disp
dispon distrib diver divers diz dl doch dod dok dokument dol domin dop dos dost dou dow doğ dp dr
dre drug dub dup duplic dur dv dy dynam dz dzi dział dé déf dés dü dür ech efect eff eig
eing eins ejec ek eks elim elimin ell elő emp empt encaps encontr eng enh ens ent entfer enth entr
enumer ep eps equival erf ero erre ers erst escol escre escri escrit esk esp espec especific
específ esper ess estable estr etiqu ev execut exemp exempl expl expres express exter extern extr
ey fac faker fakt fal fals fe fed fel fen ferr fest fh fich fig filt filtr finest fit fj fl fle
flux fol fon font fore fores formul forn fort fram fre frem fro front fu ful fun fund funk funkc
furn fé fö fø gab gag gal gam gar gd ge geb gebru ged gee gegen geh gek gel geld gem gen gener
geomet ger geral gere ges gesch gest gev gew geç gi gib gilt gim gir gj gle gloss god goog gr gra
graf gre greet gren gro groot grup grö gun gy gé gén gö gör gü gł hab hak hal ham hang hap
harsh haz he hel hell helt hely hen hes hi hil hin histor hj ho hod hol hon hoof hor hot hur hv hy
hyp hä hå hö ic ident idi ie ig ign ignor ih ihr ij ik imp implic imposs impost impr impress incap
incl includ inclus ind inde indic individ inform ing ingl inicial ink inkl inn inne ins inser inst
instal instant instr integ integr intend inter interf intern international interpre intr introdu
intros inv inval inve invers invo ion iz iç iş jal jed jel jer jm joy ju jul jä kab kal kans kap
kar kas kat kay każ kel kend ker kes ket kg kh kil kim kir kj kl kle kn ko kod kol kolej kom komb
komment kon kont kontrol kop kor kos kr kre kter kul kullan kur kä ké kö köz kü lag lar larg lat
laz leg leng lev lex lic licz lig lign lij lim lin lip lis lit liter litt liv ll llam lok lr luc
luk lung lz lä lå læ lé lí lö mad mah maj mak maks mal malicious mall mand mang manip mant
manuals mar marc marsh mart mass mat matte mau maxim me mel meld mell mem memb memor menc mend
meng mens meny mer mes mess metast metod mez mich micro mie mil mill mim mind minim mir mis mism
miss mo mod modific mog mon mont moon mor mort mos mostr mots mov moz mu mud mul mult multip mus
mut mé mí mó mö mú nad nag nah naj nak nale nam nap nas nast nat nav naz nd nec neces necess
ned neg nen neo nep ness nex nh nic nied nik nim nj noc nod nok norm nov numer nä nå né nø ob
obr obs observ obt obten oc oct od odd ode odp odpowied oh ok ol olduğ onder op opc oper opp opr
optim orchest orchestr ord orient ort ostat ostr ot ov overl overs oz pa pac padr pag pak pal pan
pand pap paralle pars pat pav pd ped pel pen penc peng perc perm permit pers pert pes pet pf ph
phi pier pierws pik pil pit pix pl plant plat pob poc pod podr pog poj pok pol polo polym pom
pomoc pon posit poss pou pov pow powers poz praw preced precis pred pref prem prere pres pret pri
prim princip priv privile probl proble proces procur produ proj prom prop proporcion propri
propriet pros prost prot prote prov proven prox pry prz prze przypad préc pró pub pubb puls pun
punk pur pute pá pä pé př qu quant quest qw rac rad rak rap rapport raz rb reass rec recon
recuper recurs redu refer regist registr regul rein rek rel relacion relat relativ rem rempl ren
rend rep repet repos reprodu requ requis rer reserv restr retrie revis rez rh rig rim rip ris riv
ro roll rot roz ru rub rus rv ry rz rè ré réfé rés róż sa sab sad sak sal salv sand sanit
sant sar sat sav say sağ sc scal scar sch schem schl schn scr scri sec seg seguint sek sel sele
seleccion selecion sem separ sept sequ serv serve sess sf she shel sicher sid sik sil sim simpl
sing sint sis sist sit situ sj sk sky sl sle slo slut sm sn sob sok solar solicit sor sos sost sou
soy sp spa spat spe sph spo spr spraw spéc st stab stabil stamp stan stand statist stav ste stor
stre sty stør sub substit suf suiv sup sw sy sym syn synchron synt syst sz sä sæ sé sélection
sí sö sø sü sł tan taraf tart tast tav teg tek tel tele tempor tent ter termin ters tet th thi
tho ti tie tim tip tit tj tl tob tod tol toler tomb ton tr trad trans tras trav travers tre tren
tro trou trov trunc tt tu tul tun tup tur tut tw ty tä tí tö tú ub ubic ud uf uh uk ul ult unb
unders underst ung unic uniqu unp unre uns unter unterstüt ust usu ut utilis utiliz utilize uw uy
uz uży użytk vac vak vari vast vel ven ver verb verd verdade vere verg verk verr vers versch vert
verv verw viet vin vinc vind vir virt viz vo vol vorhand vou vr vrij vu vy vz vá vál vä väl væ
vé vér ví võ wa waar war warto wed wel wer wh wi wid wieder wiel wij wp wr wszyst wy wykon wym
wyn wys wyst wz wła xrange xu yap yapı yard yaz yen yer yö zab zach zad zak zam zap zaw zer zg
zk zm zn zost zosta zug zus zw áll ça çalış él ét înt öff ön üzer đi
"""

INSIDES: Final = """
aa aaa aal aan aat ab aba aban abb abe abel abelle abet abi abil abile abilir abilit ability abis
abl able abler ables ablo ably abs ac aca acak acc accept ace aces ach acha ache achi acht aci
acija acion aciones ación acja acje acji acker aclass aco acob acs act action activ active
activity actor actoring acy acz ad ada adan adas add added addir addr ade aden ader ades adh adi
adic adin adir ado ador adores ados adow adr adress ads ady ae ael af afe ag aga agan age agem
agens agent ager ages agg aggi aggio agh agn agnost ago agra agram ags agy ah aha ahan ahi ahkan
ahl ahr ahu ai aid ail aim ain aine ainen ainer ains aint air aire aires ais ait aj aja aje ajo
aju ają ając ak aka akah akan ake aken aket aki akk ako akov aks akt aktion aktiv aku aky al ala
alah alam alan alar ald ale alen ales alesce alez ali align aling alis alk all alla alle aller
allow allowed ally alm alo alog als alt alten altet alu alue am ama aman amar amas amat amb amba
ambah ame amen ament amente amento ami amiento amin aml amm amp ampilkan ams amu an ana anan anas
anc ance ances anco and anda ande anden ander andi ando ands ane anela ang anga angan ange anger
ango ani ania anic anie aniel aniem aniu anja anje ank ankan ann anna anneer annis anno annt annya
ano ans ansk ant anta ante antes anti antiago antic anto ants any anya anych anz ao ap apa apan
apat ape aper api apis app appa apped appen apper aps apt aq ar ara arak aram aran aras arc arch
ard arda arde arden ardi are area ared aren ares aret arg arga arge args argument ari aria arian
arih ario ark arkan arm arma arn arna aro arp arr array ars arse arsed arsing art arta arte arten
arto aru ary ará arı as asa asan asc ase aser ash ashed ashes asi asjon ask asket ason ass assa
asse assen asso ast asta aste aster asti asy asz ası at ata atable atak atal atalog atan atar
atas atch atches ate ated ateg atel aten ater ates ateur ateurs ath athan athi ati atie atif ating
ation ations atis atisch ativ ativa ative atively ativo ativos atk ato aton ator atore atori ators
atr ats att atta atters attrib atu atur atura aturas ature aty atypes atz ató atório ată au
audio aul aur aus auss aut author aux av ava aval avan ave aved avel aven aver aves avi avit avl
avn avo avy aw awah awi awn ax axe axis ay aya ayan az aza aze azen azi azio azione azioni azu azy
ază ação ações ać aż ba baar back backs bal ball ban bang bank bar bare bart bas base bast bastian
bat batim baum bb bc bd be bed beeld beits bek bel belum ben ber bere bero bers bes best bet bf bh
bi bian bib bie bil bin bind bir bit bl blas ble blo block bm bn bo boarding bol bole bool bor
bound bounded box boxed br bra bre break bro bron bs bsd bu buch bucket buf buffer build bul but
bx by bytes ca cache cached call cap care cas case cat caught cb cc ccb cciones cción cd ce cea
ced cej cek cel cent cer ces cf ch cha chain changed char charset che check chedule cheiden chen
cher chet chi chl chn cho chr cht chte chten chts chu ci cia cie cin cion ció ck cken cks cl cla
clado clamation clang clar claration clarations clas class classes cli cloud cm cmd co code codes
col colo color com command commands comp compact compat complete con conf config configure conn
connect context control conv cor count cover cp cpu cr cran cre cred cri cript crire cs ct cter
ctions ctl ctxt ctype cu cul cur cursor cut cy cych cz czas cznie czy da dal dan das dat data date
dater db dc dd de dea ded dee def default definition dek del den dependencies deps der des dest
det dev df dg di dic diff dig dir directories directory dirs dis dist dk dl dm dn do doc dom
domain don dos dp dr dro ds dt du dump dx dy dz dzi ea eb ec ech eci ect ector ed edd ede edef
eden eder edes edi edia edin edit eds ee een eer ef eg ega egen ego eh ei ej ek eka eken eki eko
eks ekt ekte el ela elah elas eld elden elder eldig ele elen eler elf eli elig elige elijk elijke
elim eling elist ell ella elle ellen eller elli elling ello ellt ellung elm eln elo elog elor elp
els else elsen elt elter ely em ema emb embro eme emed emen ement emente ements emi emiah emin emo
emp emu en ena ename enames enc ence encer enci encia encias enco encoding end enda ende enden
ender endet endi endir endo ends ene enen ener eng enga enge engine ength enh eni enia enie ening
enk enn enna eno ens enschaft ensi ension ensions ent enta ente ented enter entes enti entic ento
entry ents enty enu enum env eny enz enza ení ep eps er era erah eras eração erc erca erd erde
ere erea ered erek eren erer eres ereço erg erge eri erialization ering erk erm ermann ern erna
erno ero eros err errer erring error ers erset ert erte erten erto ertoire erty ertz erv erver ery
es esa esc escape ese eselect esh esi esktop esper ess essa esse essen ession est esta este esti
estr estring ests esz et eta etas ete eten eter etermin eth etheus eti etimes eto etr etre etri
etry ets etsk ett etta ette etten etti etty etu ety etypes etzt eur ev eva ew ewn ex exact exec
exist export ext ey eye ez fa fail fan fang fas fb fc fd fe fel fen fer ference ff ffd fff fh fi
fig fil file filer files fin fit fix fl flag flags flare flex flow flows fmt fn fo fol for forces
ford form format formatted forms fp fr from fs ft ftar fu ful full fun func fü ga gabe gal gan
gang gar gb ge geb geben gebn ged gel gen gende genden gener ger gers ges gesch get gettext getti
getto gew gewater gg gh ghi gi gid gin ginas gis gl gle glob gments gn go god gon gor gorit got gr
gra gram gre group groups gs gt gte gu guna gy ha hab had hal halb halt halten han hand handle
handled hang hapus har hard has hash hat hb hd he hec hed hei heid hell help hen her hes het hi
hip hir hk hl hm hn ho hof hol hold holder hos host hou hr hs ht htar hte html hu hub hum hy ia
iable iad ial iale ials iam iami ian iana iano iant iao iap iar ias iasi iat iates iaz ib iba ibe
ibel iber ibil ibile ibili ibilidad ibilidade ibilit ibir ible ibles ic ica ically icas icação ice
ich iche ichen icher icht ichte ici icient icion icional icionar ición ick ico icon icos ics ict
icz id ida idad idade idades idas idd ide idel iden identifier ider ides iding ido idos ids ie
iect ied ief iei iej iek iel iem ien ienia ienie ienne ient iente ier iera iere ieren iero ieron
iers iert ierte ierten ierung ies iesen iest iesta iet ieve iew ież if ife ifer iff ifi ifiant
ific ifica ificación ificado ificador ificar ificate ification ificação ifie ifier ifiers ifies
ifik ifikasi ifique ifié ift ify ig iga ige igen iger iges iggs igh ighet igi ign igned ignore
igo igt igu ih ii ij ija ije ijk ijo iju ik ika ikal ikan ike ikel iken iker ikers ikh iki ikit
ikk ikki iko iks ikt iku ikut il ila ilation ild ilde ile ilen iler iles ilet ili ilih ilihan ilik
ilio ilion ilit ill illa ille illes illi illion ills ilm ilo ilor ilot ils ilt ily im ima imal
imas imate imb ime imen iment imento imes imet imi imin imir imit imiters imm imo imos import ims
imu imum in ina inaire inal inas inate inator inc ind inde inden index inding indo inds ine inen
iner ines iness info information ing ingen inger ings inh inho ini inin inis init initial inition
iniz ink inkel inks inn ino ins inst install int inta integer inter into intosh inx iny inz io iod
ion iona ional ione iones ioni ions ior iores ios iot ip ipe iper iphers ipl ipo ipp ips ipsis iqu
ique iquement iquer iques ir ira iran ird ire ires iri irim irk irm iro iros irt is isa isan
isation isc isce isch ische ischen isci ise ised isel isen iser ises iset ish isi isia isify isis
isión isk iska iske ism iso ison isp ispiel iss issa isse ist ista iste isten ister isti istic
isto istra isu isy isz isé it ita itan itar itas itate ite itect ited iteit item iten iter itet
ith ithe iti ito itor itos its itt itte itu itud itura itus ity itz ità itä ité iu ium ius iv
iva ivamente ivan ivas ivate ive ivel ively iven iver ives ivet ivi ivo ivos iw ix ixa iy iyor iz
iza izable ización izada izado izador izados izar ization izations ização ize ized izer izes izi
izing izione izioni izz izza izzare izzato izzazione izzo ição ió ión ią ić ič ię iş ja jal jam
jamin jan jang jar jas jav jd je jem jen jer jerne jes jest jet ji jin jj jl jm jn jo jon js jt ju
ją ję ka kal kan kap kar kas kat kb kc ke kel ken ker kes ket key kg kh ki kich kie kill kin king
kir kit kk kke kl kle km kn ko kode kom kon kont kop kor kov kr ks ksen ksi kt kte ktion ku kv kw
ky kö la lab lace lad lag lagen lam lama lan land lane lang lar ları las lass last lat latable
law lay ld le lease leases led leg legt leh lek lem lement len ler leri les lesen less let leta
lete lets lett lette letter lev level ley lez lf lg li lib libc lic lica lice lich liche lichen
licher licit lick lico lid lie lier lig liga ligt lij lik like limit lin line lines ling link lio
lique lis list lista liste liv lj ll lla ller lm ln lo load loads lob lobber loc local locale lock
log logo lok lon loop lopen los lost lov low lp ls lt lu lus lv ly lä lı lık ma mad mak mal
mallow man managed mand mando mann map mark marker mas mask ması mat matter may mb mc md mdir me
med medi mek mel meld mem men ment mente ments mer mes met method metrical metro metros mez mi min
minated miss mit mite mk ml mm mn mo mod modules moire mon monitor most mount mp ms msg mt mu mus
my na nad nak nal nam name names nan nar nas nav nb nc nce ncia nd ndata nde nder ndern ne needed
nego neh nej nek nel nement nen ner nes ness nest net new next ng nger ngr nh ni nia nic nice nie
niej nih nik nika ning ningar ningen nings nio nis nist nit nj nl nm nn no node nom normal nos
nost nosti not nota nov now ności npm ns nst nt nte nten nu null num nummer nut ny nya nych nym
né ní ną oa ob oba obe ober obj object obra obs oby oc oca ocation ocations och oci ock ocom ocs
od oda ode oded oden odes odi odings odo odu ody odzi oe oen of off offset og ogen ogo ograf ogram
ogs oh ohan ohon oi oid oin oine oint oj ok oka oker oki oko oks oku okus ol ola olan olas old ole
olec olen olg oli oll olla olle olo olog ologically olor ols olt olu olución olum olumn olution
olver oly om oma omas omat omb ome omen oment ometric omi omin omm ommen omo omp oms omy on ona
onal ond onden onder one oner ones ong oni onn onna ono ons ont onto ony onz oo ood ook ool oon
oose oot op ope open opi opp oproject ops opt option opts or ora ord order ore orem oren orer ores
org ori ork orm orn orna orno oro orphic ors orsi orsk ort orte oru orum ory os osa osci ose osh
osi osit oso oss ossa ost osta oste osti osto oston ot ota ote otec oteca otent otes oth othy oti
otify oto ots ott ou oub oud ouden our ous ously out oute outer ov ova ovan ove oved over overe
overflow override ovi ow owa owan owane owania owanie owany ować owe owego owej own ownik owy
owych oy oz ości pa pace pack pad page pages pak pal pan par param pare parse pas pass pat patch
path paths patterns pc pd pe pec pect pection pen pend per pet pez pf pg ph phans phas phen pher
pi pid pie piel pile pis pl pla placement plain plat ple plement plet plot plug pm pn po point
points pon pond ponde ponder ponent pool por port porte pos posit position post posta powers pp pr
pre prec precation prefix pres press pression pressure prim prime primer primitive pro prob proc
process processed processor program project prü ps pt pu pun punkt pus put px py pytest python ql
qs qt qu quant que quer query ques quest quet quete quets queue quina quis quivos quote ra rad rag
rait ral ram ran rand rans ras rat rate ration raw raz razy rb rc rd re rea read ream reas reb
rebbe rec red ree rees ref reg regar regist registr reh reib reiben reibung rek rel rem rement ren
renc rence rend rende rente rep rer res resa rese reserved resource ret rett rette rev rey rf rg
ri ria rian rias ric richt rid rie rieben ried riel rift rig right rij rik ril rim ring rio rios
rip ripsi ris rist rit rito ritt riv rive river rl rm rn ro roc rod rog rol role roll roller rom
ron root rop roring ros rot rott rou rov row rowad rows roz rr rs rt ru rum rv ry rypt rz rá rå
ró ród sa sb sc sch script sd se search sec sect seg sek sel select sem sen ser server ses set
settings sf sg sgi sh shall shan sharp shift shot si sid sign sin sit size sk ski sky sl slash
slashes sm sn so sock son sp space spaces spath spec sql ss st sta stack stand stant star start
stat state status staw std ste stellen stellung sten step ster sthrough sti still sto store str
stra stractions stre string strings strip struk stry sts stu ständ stå su sub sum sv sw swith sys
system sz ta tab table tag tags tal tar tas tat td te ted tek tele tem ten ter tere tering term
ters tes test tests tet text tf tg th tha that the thed through ti tica tick tid til time tin ting
tion tit tk tl tm tn to ton tons tor tp tr tra trace tracked tracking trag translate tras tre tree
trees tres try ts tt tte tu tur ture tv ty typ type types typing tz ua uais ual uale uan uar uat
ub uba ubah ubic uc ucción uch ucht uck ucz ud uda ude uder ue uel uell uelle uellement uen uent
uer ues uese uet ueue uf ufen uff uffer ug uga uge uger uges ugg uggy ugu uh ui uid uido uir uire
uis uit uite uito uição uj uja uje ują uk uka ukan uke ukes uki ukkan uko ukt uktur uku ul ula
ulan ular ulas ulates ulator ule uler ules uli ulis ull ulle ullen ulo ulos uls ult ulu ului um
uma umb umber ume umen ument umer ummer ump ums umu un una unakan unan unc unci und unda unde
unden under une uner ung ungan ungen ungi ungkin ungs uni unik unj unk unkt unn uno unos uns unt
unu uo up upa upp upper ups upt ur ura uracy uran urança uras uration urations ure urer ures uri
urile uring url urn uro urry urs ursor urt uru us usa usc use used user users ush usi using usk
uso usp uss ust usta uste usz ut uta utan utar utas ute uten uth uti util utils uto utor utos uts
utt utta utter utz utzer utzt uu uur uv uw ux uy uz uzione uzz ução uí va vable val valid value
van var vari vars vas vat vc ve ved vel ven vens vent ver vers version vert verter vertis ves vest
vet vi vid vida vido view ving vio vir vis vl vm vn vo vod voie vol voor vor vore vr vs vt vu vy
vä vé wa wal wan wand ware wart wat wd we weis weise weit wen wend wer wert wg wi width wie wij
win wind wing wn wo woord wor word words work world wort wr wrap ws wx wy xd xima xo xs xx xxx ya
yal yan yar yas yb yc ych ycz yd ye yen yer yes yet yg yi yk yl yla yle yll ym ymbol ymi yn ync
ynchron yo yor yp ype ypi yr ys yst ystem ystore yt yte ython ytt yu yw yy yz yük za zahl zan zas
zb zc zd ze zech zeich zeigt zeit zek zel zelf zell zen zenia zenie zens zent zer zes zet zeug zew
zeń zh zi zie ziel zig zik zin zion zione zioni zip zk zm zn zo zone zt zu zung zw zy zym zyć zz
zza zá zą zę ző ße ßen ßer ài àn ành ább ác ách áf ág ák ál álido áln ált ám án
ány ání áo ár ária ário ários ás ása ást át áveis ável áz âm ân ând ât ão äd äh äl
äll ält äm än änd ände änder äng är äs ät ätt äß ää ään ål år æk ær ça ças ço ços ção ções ère
ères ès ète ètre ètres éc éd ée ées ég ék él ém ément éments én ény ér ération
érer éric érie érieur ért éré és ése ést ész ét été êm ên ência ências ês ël ën
ër ình ía íc ício íd ída íg ím ín ío ís íst ít ív íveis ível òng óa ób ód óg
ój ól óm ón ór ória ório ós ót ów ówn ół ôle ões ök öl öm ön ör ös öst öt ött øj ør
øre øy ùng údo ún ús ût ück ügen ük ül ült üm ün ünd ünde ür üss üt üz ých ýt
ăm ăng ăr ąd će ći če ęd ęp ğer ği ğı ıc ıcı ık ıkl ıl ılı ım ın ına ınd ında ından
ını ının ır ıs ısı ız ığ ığı ış ła ład ło łu ług ły łą ős ści ście śli ść şt
ştir şı še št ší ţi że ży že ơn ưa ương ướ ười ường ượng și ți ại ạn ạo ải ản ất ấy ần ầu ận ập
ật ến ết ếu ền ểm ển ện ệu ọc ọn ối ống ổi ỗi ột ới ục ức ửa ực
"""
