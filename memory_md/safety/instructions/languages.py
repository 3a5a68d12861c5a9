"""Such texts in other languages; what a program says to its users must pass.

More rules for `instructions`: each wants the reader as "you", its earlier instructions set aside,
or the user as one who must not know.
"""

from __future__ import annotations

from typing import Final

from .rule import Rule, each, rule, wording

OTHER_REASON: Final = "sets earlier instructions aside, in another language"


def other(pattern: str, hints: str, *more: str) -> Rule:
    """A rule of another language, of one wording; hints are parted by `|`."""
    return rule(OTHER_REASON, hints, wording(pattern, *more))


OTHERS: Final = (
    # German, Dutch, Scandinavian
    other(
        r"\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*|negeer|vergeet|ignorera|glöm"
        r"|ignorer|glem|ignoreer)\b.{0,20}?\b(?:vorherig\w*|bisherig\w*|vorig\w*|obig\w*|früher\w*"
        r"|vorangegangen\w*|vorangehend\w*|eerdere|voorgaande|bovenstaande|tidigare|föregående"
        r"|tidligere|foregående|forrige)\b.{0,12}?\b(?:anweisung\w*|instru\w*|befehl\w*"
        r"|regel\w*|vorgaben|opdracht\w*)",
        "ignor|vergiss|vergessen sie|missachte|negeer|vergeet|glöm|glem",
        "anweisung|instru|befehl|regel|vorgaben|opdracht",
        "vorherig|bisherig|vorig|obig|früher|vorangegangen|vorangehend|eerdere|voorgaande"
        "|bovenstaande|tidigare|föregående|tidligere|foregående|forrige",
    ),
    other(
        r"\bdu bist (?:jetzt|nun|ab sofort) (?:ein|kein)",
        each("du bist ", "jetzt |nun |ab sofort ", "ein|kein"),
    ),
    other(r"\bvergiss (?:alles|das),? was (?:dir|ich|du|vorher|oben|bisher)", "vergiss "),
    other(
        r"\b(?:sag|sagen sie|erzähl\w*|verrat\w*)\b.{0,24}\b(?:benutzer|nutzer|anwender|user)\w*\b"
        r".{0,12}\bnichts\b",
        "nichts",
        "nutzer|anwender|user",
        "sag|erzähl|verrat",
    ),
    other(
        r"\bantworte\b.{0,12}\b(?:ab jetzt|ab sofort|von nun an)\b"
        r"|\b(?:ab jetzt|ab sofort|von nun an),? (?:antworte|antwortest|bist du|wirst du|musst du)"
        r"|\bdu bist (?:ab jetzt|ab sofort|von nun an) ",
        "ab jetzt|ab sofort|von nun an",
        "antworte|bist du|wirst du|musst du|du bist",
    ),
    other(
        r"\bführe? vor jeder (?:deiner )?antwort\b",
        "vor jeder antwort|vor jeder deiner antwort",
    ),
    other(
        r"\b(?:vanaf nu|voortaan) (?:antwoord je|ben je|antwoord alleen)",
        each("vanaf nu|voortaan", " antwoord | ben je"),
    ),
    other(
        r"\b(?:zeige?|gib|nenne|verrate|laat|toon)\b.{0,24}\b(?:deine?n?|ihren?|je|jouw) "
        r"(?:system-?prompt|systemanweisung\w*|systeemprompt)",
        each("e|n|r|w", " systemprompt| system-prompt| systemanweisung| systeemprompt"),
        "zeig|gib|nenne|verrate|laat|toon",
    ),
    # French, Spanish, Portuguese, Italian, Romanian, Catalan
    other(
        r"\b(?:ignor\w*|oubli\w*|olvid\w*|omit\w*|descart\w*|esque[cç]\w*|desconsider\w*"
        r"|dimentic\w*|tralasci\w*|uit[aă]\w*|ne tenez pas compte|haz caso omiso)\b.{0,24}?\b"
        r"(?:instru\w*|istruzion\w*|consignes|directives|indica\w*|[oó]rdenes|ordens|ordini"
        r"|comandos|regl\w*|r[eè]gles|regole|regras)\b.{0,16}?(?:pr[ée]c[ée]dent\w*"
        r"|ant[ée]rieure\w*|anterior\w*|previ\w*|pr[eé]vi\w*|ci-dessus|acima|sopra|de arriba)",
        "ignor|oubli|olvid|omit|descart|esquec|esqueç|desconsider|dimentic|tralasci|uita|uită"
        "|ne tenez pas compte|haz caso omiso",
        "instru|istruzion|consignes|directives|indica|rdenes|ordens|ordini|comandos|regl|règles"
        "|regole|regras",
        "cedent|cédent|rieure|anterior|previ|prévi|ci-dessus|acima|sopra|de arriba",
    ),
    other(
        r"\b(?:tu es (?:maintenant|désormais)|ahora eres|você agora é|agora você é|ora sei"
        r"|adesso sei)\b",
        "tu es maintenant|tu es désormais|ahora eres|você agora é|agora você é|ora sei|adesso sei",
    ),
    other(
        r"\b(?:ignora|olvida) todo lo que (?:te|se te|has|hay|está)"
        r"|\b(?:esqueça|ignore) tudo o que (?:foi|te|lhe|você|está)",
        "ignora todo lo que|olvida todo lo que|esqueça tudo o que|ignore tudo o que",
    ),
    other(r"\boublie(?:z)? tout ce (?:qu['’]on|que|qui)", "oublie tout ce|oubliez tout ce"),
    other(
        r"\bdimentica(?:te)? tutto (?:quello|ciò) che",
        "dimentica tutto|dimenticate tutto",
    ),
    other(
        r"\bne (?:dis|dites) rien (?:à l['’]utilisateur|aux utilisateurs)|\bn['’]en (?:parle|dis)"
        r"(?:z|s)? (?:pas|rien)? ?à l['’]utilisateur",
        "utilisateur",
        "ne dis rien|ne dites rien|n'en parle|n'en dis|n’en parle|n’en dis",
    ),
    other(
        r"\b(?:à partir de maintenant|désormais|dorénavant),? (?:tu (?:réponds|es|dois|agis)"
        r"|réponds|vous (?:répondez|êtes un))",
        each("maintenant|désormais|dorénavant", " |, ", "tu |réponds|vous r|vous ê"),
    ),
    other(
        r"\bno se lo (?:digas|cuentes|reveles|menciones) a(?:l| la| los) usuari",
        each("no se lo ", "digas|cuentes|reveles|menciones", " a"),
    ),
    other(
        r"\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:s[oó]lo )?(?:responde\b"
        r"|contesta\b|eres\b|actúa como)",
        "de ahora|desde ahora",
        "responde|contesta|eres|actúa como",
    ),
    other(
        r"\bnão (?:conte|diga|revele|fale)(?: isso| nada| sobre isso)? (?:ao|para o) usuário"
        r"(?=$|[.!,;])",
        "ao usuário|para o usuário",
    ),
    other(
        r"\ba partir de agora,? (?:você (?:é|deve|só)|(?:só |apenas )?responda\b|aja)",
        "a partir de agora",
        "você |responda|aja",
    ),
    other(
        r"\bnon (?:dirlo|dire (?:nulla|niente)|raccontarlo|rivelarlo) all['’]utente",
        "all'utente|all’utente",
    ),
    other(
        r"\b(?:d['’]ora in poi|da ora in poi|da adesso in poi),? (?:rispondi|sei|devi"
        r"|comportati)\b",
        each("ora in poi|adesso in poi", " |, ", "rispondi|sei|devi|comportati"),
    ),
    other(
        r"\b(?:révèle|affiche|montre|donne|muestra|revela|imprime|dime|mostra|mostre|stampa"
        r"|exiba)\b"
        r".{0,12}\b(?:ton|votre|tu|tus|su|seu|o seu|il tuo|tuo) (?:prompt|instrucciones (?:del"
        r" sistema|iniciales)|instruções do sistema|instructions système)",
        "révèle|affiche|montre|donne|muestra|revela|imprime|dime|mostra|mostre|stampa|exiba",
        each(
            "ton |votre |tu |tus |su |seu |tuo ",
            "prompt|instrucciones |instruções do sistema|instructions système",
        ),
    ),
    # Polish, Czech
    other(
        r"(?:zignoruj|ignoruj|zapomnij|ignorujte|zapomeň).{0,24}?(?:poprzedni\w*|wcześniejsz\w*"
        r"|powyższ\w*|předchozí).{0,12}?(?:instrukcj\w*|polece\w*|pokyny|instrukce)",
        "ignoruj|zapomnij|zapomeň",
        "instrukcj|polece|pokyny|instrukce",
    ),
    other(
        r"\b(?:od teraz|od tej chwili),? (?:jesteś|odpowiadaj|będziesz odpowiada)",
        each("od teraz|od tej chwili", " |, ", "jesteś|odpowiadaj|będziesz odpowiada"),
    ),
    # Turkish, Indonesian
    other(
        r"(?:bundan sonra|şu andan itibaren) .{0,30}(?:cevap ver|yanıtla|davran)\w{0,8}$",
        "bundan sonra |şu andan itibaren ",
        "cevap ver|yanıtla|davran",
    ),
    other(
        r"\b(?:abaikan|lupakan)\b.{0,16}?(?:instruksi|perintah|petunjuk).{0,12}?(?:sebelumnya"
        r"|di atas)",
        "abaikan|lupakan",
        "instruksi|perintah|petunjuk",
    ),
    other(
        r"jangan (?:beri ?tahu|katakan)(?: ini)?(?: kepada)? pengguna(?=$|[.!,])"
        r"|mulai sekarang,? (?:kamu|anda) (?:adalah|hanya|harus)",
        "jangan beri|jangan katakan|mulai sekarang",
        "pengguna|kamu|anda",
    ),
)
