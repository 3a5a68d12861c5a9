"""Orders about the reader's answers, its prompt and its silence, in other languages.

Expressions for `instructions`: each wants the reader as "you", or the user as one who must not
know; what a program says to its users must pass.
"""

from __future__ import annotations

from typing import Final

OTHER_ORDERS: Final = (
    # "Forget all that you were told"
    (
        r"\bvergiss (?:alles|das),? was (?:dir|ich|du|vorher|oben|bisher)"
        r"|\b(?:ignora|olvida) todo lo que (?:te|se te|has|hay|está)"
        r"|\boublie(?:z)? tout ce (?:qu['’]on|que|qui)|\b(?:esqueça|ignore) tudo o que (?:foi|te"
        r"|lhe"
        r"|você|está)|\bdimentica(?:te)? tutto (?:quello|ciò) che"
        r"|忘(?:掉|了|记|記).{0,6}(?:之前|以上|上面|先前|所有).{0,6}(?:指示|指令|命令|内容|提示)"
    ),
    # German, Dutch
    (
        r"\b(?:sag|sagen sie|erzähl\w*|verrat\w*)\b.{0,24}\b(?:benutzer|nutzer|anwender|user)\w*\b"
        r".{0,12}\bnichts\b|\bantworte\b.{0,12}\b(?:ab jetzt|ab sofort|von nun an)\b"
        r"|\b(?:ab jetzt|ab sofort|von nun an),? (?:antworte|antwortest|bist du|wirst du|musst du)"
        r"|\bdu bist (?:ab jetzt|ab sofort|von nun an) |\bführe? vor jeder (?:deiner )?antwort\b"
        r"|\b(?:vanaf nu|voortaan) (?:antwoord je|ben je|antwoord alleen)"
    ),
    (
        r"\b(?:zeige?|gib|nenne|verrate|laat|toon)\b.{0,24}\b(?:deine?n?|ihren?|je|jouw) "
        r"(?:system-?prompt|systemanweisung\w*|systeemprompt)"
    ),
    # French, Spanish, Portuguese, Italian
    (
        r"\bne (?:dis|dites) rien (?:à l['’]utilisateur|aux utilisateurs)|\bn['’]en (?:parle|dis)"
        r"(?:z|s)? (?:pas|rien)? ?à l['’]utilisateur|\b(?:à partir de maintenant|désormais"
        r"|dorénavant),? (?:tu (?:réponds|es|dois|agis)|réponds|vous (?:répondez|êtes un))"
        r"|\bno se lo (?:digas|cuentes|reveles|menciones) a(?:l| la| los) usuari"
        r"|\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:s[oó]lo )?(?:responde\b"
        r"|contesta\b|eres\b|actúa como)"
    ),
    (
        r"\bnão (?:conte|diga|revele|fale)(?: isso| nada| sobre isso)? (?:ao|para o) usuário"
        r"(?=$|[.!,;])|\ba partir de agora,? (?:você (?:é|deve|só)|(?:só |apenas )?responda\b|aja)"
        r"|\bnon (?:dirlo|dire (?:nulla|niente)|raccontarlo|rivelarlo) all['’]utente"
        r"|\b(?:d['’]ora in poi|da ora in poi|da adesso in poi),? (?:rispondi|sei|devi"
        r"|comportati)\b"
    ),
    (
        r"\b(?:révèle|affiche|montre|donne|muestra|revela|imprime|dime|mostra|mostre|stampa"
        r"|exiba)\b"
        r".{0,12}\b(?:ton|votre|tu|tus|su|seu|o seu|il tuo|tuo) (?:prompt|instrucciones (?:del"
        r" sistema|iniciales)|instruções do sistema|instructions système)"
    ),
    # Russian, Ukrainian, Polish
    (
        r"не (?:рассказывай|говори|сообщай)(?:те)? (?:об этом|про это|ничего) пользовател"
        r"|(?:с этого момента|отныне|с этой минуты),? (?:ты |вы )?(?:только )?(?:отвечай|отвечаешь"
        r"|отвечайте|говори|действуй)|(?:покажи|выведи|раскрой|повтори|напечатай|назови)\b.{0,16}"
        r"(?:свой|твой|свои|твои) системн\w+ (?:промпт|запрос|инструкц)"
        r"|перед каждым (?:своим )?ответом (?:выполни|запусти|запускай|выполняй)"
        r"|забудь вс[её],? что (?:было|тебе|ты|я|выше|сказано)"
    ),
    (
        r"не кажи (?:про це )?користувач|відтепер (?:ти|відповідай)|перед кожною відповіддю"
        r" (?:виконай"
        r"|запусти)|забудь усе,? що|\bnie (?:mów|wspominaj) o tym użytkownik|\b(?:od teraz|od tej"
        r" chwili),? (?:jesteś|odpowiadaj|będziesz odpowiada)|\b(?:pokaż|wyświetl|ujawnij) swój"
        r" prompt"
    ),
    # Turkish, Vietnamese, Indonesian
    (
        r"(?:bundan sonra|şu andan itibaren) .{0,30}(?:cevap ver|yanıtla|davran)\w{0,8}$"
        r"|kullanıcıya (?:bunu |bundan )?(?:söyleme|bahsetme|anlatma)(?=$|[.!,])"
        r"|sistem (?:istemini|promptunu) (?:göster|yazdır)"
        r"|đừng nói (?:điều này )?(?:với|cho) người dùng(?=$|[.!,])|từ bây giờ,? bạn (?:là|chỉ"
        r"|phải)"
        r"|jangan (?:beri ?tahu|katakan)(?: ini)?(?: kepada)? pengguna(?=$|[.!,])"
        r"|mulai sekarang,? (?:kamu|anda) (?:adalah|hanya|harus)"
    ),
    # Chinese, Japanese, Korean
    (
        r"(?:从现在开始|从现在起|从今以后|從現在開始|从此刻起).{0,2}你(?:只能|必须|必須|要|将|將"
        r"|是|就是|应)"
        r"|不要把?.{0,8}告[诉訴](?:给)?(?:用户|使用者|用戶)|(?:输出|显示|透露|泄露|打印|輸出|顯示)"
        r"(?:你|妳|您)的(?:系统|系統)(?:提示|指令)|(?:把|将).{0,30}(?:\.env|密钥|私钥|密码"
        r"|环境变量)"
        r".{0,20}(?:发送|上传|发|传).{0,6}https?:"
    ),
    (
        r"ユーザーには?(?:これを|このことを|決して)?(?:知らせ|言わ|伝え|教え)ないで|(?:これから"
        r"|今後|以後|今から)は?"
        r".{0,20}(?:とだけ|のみで).{0,6}(?:答え|返答|回答)|(?:あなたの)?システムプロンプトを"
        r"(?:表示|出力|公開|開示)(?:して|しろ|せよ)|あなたは(?:今から|これから)"
        r"|사용자에게 (?:이것을 |이를 |절대 )?(?:말하|알리|알려주|언급하)지 ?(?:마|말아)|이제부터"
        r" (?:너는|당신은|넌)"
        r"|시스템 프롬프트를? (?:출력|공개|보여|알려)(?:해|하|줘|주)"
    ),
    # Arabic, Hebrew, Hindi
    (
        r"لا تخبر المستخدم (?:بذلك|بهذا|عن هذا|بأي شيء)|من الآن (?:فصاعدا|فصاعدًا|وصاعدا"
        r"|فصاعداً).{0,12}"
        r"(?:أجب|أنت|تصرف)|אל (?:תספר|תגיד|תאמר) (?:זאת |על כך )?למשתמש"
        r"|उपयोगकर्ता को (?:यह |इस बारे में |कुछ )?(?:मत|न) बता"
    ),
)
