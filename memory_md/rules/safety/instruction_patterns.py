"""What a text looks like that speaks to the model reading it; data for rules/safety/instructions.

The patterns are matched against lower-case text without quotes and emphasis marks.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Rule(NamedTuple):
    """`hints` are substrings of which one must be there; they spare the expression most texts."""

    reason: str
    hints: tuple[str, ...]
    pattern: str


def _rule(reason: str, hints: str, pattern: str) -> Rule:
    return Rule(reason, tuple(hints.split("|")), pattern)


_DROP: Final = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|discard|neglect|overlook"
    r"|(?:do not|don'?t|never|stop) (?:follow(?:ing)?|obey(?:ing)?|listen(?:ing)? to)"
    r"|pay no attention to)"
)
_FILL: Final = r"(?:(?:all|any|every|each|the|of|these|those|everything|and|in|other|such) )"
_BEFORE: Final = (
    r"(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|past|initial|original"
    r"|your|system|safety|developer|existing|given)"
)
_ORDERS: Final = (
    r"(?:instructions?|prompts?|rules|guidelines?|directions?|directives?|commands?|orders"
    r"|constraints|training|restrictions|polic(?:y|ies)|programming|context|conversation"
    r"|messages?|text|guardrails|content)"
)
_END: Final = r"(?=\s*(?:$|[.,;:!?)\"'–—-]|and\b|then\b|instead\b|but\b))"
_WHO: Final = r"(?:the |this |that |it |to |your )*(?:users?|humans?|operators?|owners?|anyone)"
_AI: Final = (
    r"(?:ai|a\.i\.|assistants?|agents?|llms?|language models?|claude|chatgpt|gpt(?:-\w+)?|copilot"
    r"|gemini|codex|cursor|models?|chatbots?|bots?)"
)
_PERSONA: Final = (
    r"(?:an? |the |my |your )?(?:\w+ ){0,3}?(?:unrestricted|unfiltered|uncensored|jailbroken|evil"
    r"|dan\b|hacker|villain|pirate|root user|human|ai\b|assistant|language model|chatbot|persona"
    r"|administrator|different)"
)
ENGLISH: Final = (
    _rule(
        "sets earlier instructions aside",
        "ignor|disregard|forget|overrid|bypass|discard|neglect|overlook|follow|obey|listen|attent",
        rf"(?<!not )(?<!never )\b{_DROP} {_FILL}*(?:"
        rf"(?:my )?{_BEFORE} (?:(?:{_BEFORE}|and|or|set of|set) )*{_ORDERS}\b"
        r"(?! page| were| was| file| in (?:a|the) )"
        rf"|all (?:instructions|prompts|directives){_END}|(?:instructions|prompts?) (?:above"
        rf"|before)\b"
        rf"|(?:the )?(?:above|foregoing|preceding){_END}"
        r"|(?:(?:that )?(?:is |came |comes |was |stands )?(?:above|before this)"
        r"|(?:(?:that|what) )?(?:you|"
        r"i|we)(?:'ve| have| were| was| are| know| think|'re)?(?: been)? (?:told|taught|learn|given"
        r"|know|said|asked|instructed|trained))\b)",
    ),
    _rule(
        "sets earlier instructions aside",
        "forget|ignor|disregard",
        r"\b(?:forget|ignore|disregard) (?:about )?(?:absolutely )?everything"
        rf"(?:{_END}| (?:you|i|we|above|before|prior|previous|else and)\b)"
        r"|\b(?:forget|disregard) (?:all )?your (?:instructions|rules|training|guidelines|prompt)",
    ),
    _rule(
        "sets earlier instructions aside",
        "no longer|not bound|no restrictions|no rules|are free",
        r"\byou (?:are|'re)? ?(?:no longer|not) (?:bound|restricted|limited"
        r"|required to (?:follow|obey)"
        r"|(?:have|need) to (?:follow|obey))|\byou have no (?:restrictions|rules|limits|filters)"
        r"|\byou are (?:now )?free (?:of|from) (?:all|any|your|every)",
    ),
    _rule(
        "brings new instructions",
        "instruction|prompt|directive|orders|override",
        r"(?:^|[.!?;:\]>*#] ?)(?:\W*)(?:here are (?:your |the )?)?(?:your )?"
        r"(?:new|updated|real|actual|revised|secret|hidden|urgent|important) (?:system |secret )?"
        r"(?:instructions?|prompts?|directives?|orders)\s*(?::|$|—|-)"
        r"|\b(?:begin|start|end)(?:ing)? (?:of )?(?:the )?(?:new )?(?:system|user|admin|hidden)"
        r" (?:prompt|instructions|message)\b|\bsystem (?:override|prompt override)\b"
        r"|^\W*system prompt\s*:(?!\s?\d)",
    ),
    _rule(
        "brings new instructions",
        "your |follow|obey|comply",
        r"\byour (?:new|real|true|actual|only|sole|next|primary) (?:task|goal|purpose|objective"
        r"|mission|role|job|instructions?|identity) (?:is|are)\b"
        r"|\byou (?:must|will|shall|have to) (?:now )?(?:obey|comply with (?:me|all|every|my))"
        r"|\bobey (?:me|my|the following|these|only)\b|\bfollow my (?:instructions|orders|commands)"
        r"|\bfollow (?:these|the following|only these) instructions (?:instead|only|exactly and)",
    ),
    _rule(
        "speaks as another role",
        "system|assistant|developer|human|user|admin",
        r"^\W*(?:system|assistant|developer|human|user|admin)(?: message| prompt"
        r"| note)?\W*?[:>\]]\W*"
        r"(?:you(?:'re| are| must| will| should| can| may| have)\b|ignore\b|from now|new |override"
        r"|forget|disregard|reveal|pretend|act as|respond|reply|answer|do not (?:tell|mention"
        r"|reveal)"
        r"|i (?:want|need|order|am)|please )",
    ),
    _rule(
        "gives the reader a role",
        "you",
        r"\byou(?:'re| are) now (?:an? |my |dan\b|free\b|unrestricted|jailbroken|acting |going to"
        r"|in (?:\w+ ){0,2}(?:mode)\b|operating |called |known as |playing |evil|the )"
        rf"|^\W*you(?:'re| are) (?:an? )?(?:\w+ ){{0,4}}?{_AI}(?=$|[\s.,;:!])"
        r"|\byou (?:must|will|should|shall|are going to|can) (?:now |always |only |from now on )*"
        r"(?:act|behave|roleplay|role-play|pretend|impersonate|pose)\b"
        rf"|\bimagine (?:that )?you(?:'re| are) {_PERSONA}",
    ),
    _rule(
        "gives the reader a role",
        "act as|pretend|roleplay|role-play|role play|behave|do anything now|developer mode|god mode"
        "|dan mode|jailbreak|in character|simulate",
        rf"\b(?:act|behave) (?:as if you|like you|as though you|as {_PERSONA}|like {_PERSONA})"
        rf"|\bpretend (?:that )?(?:you|to be {_PERSONA})"
        rf"|\b(?:roleplay|role-play|role play) (?:as|a |with me)|\bdo anything now\b"
        r"|\b(?:developer|god|dan|jailbreak|unrestricted|admin override) mode (?:is )?"
        r"(?:enabled|activated|on|engaged)\b|\benter (?:developer|god|dan|jailbreak) mode"
        r"|\b(?:stay in|never break) character\b|\bsimulate (?:being )?an? (?:unrestricted|evil"
        r"|ai)",
    ),
    _rule(
        "orders how to go on from here",
        "from now on|from this point|henceforth",
        r"\b(?:from now on|from this point(?: on| forward)?|henceforth),? (?:and )?(?:you(?:'re"
        r"| are"
        r"|'ll| will| must| should| shall| only)|(?:only )?(?:respond|reply|answer|speak|obey"
        r"|act as"
        r"|pretend|ignore (?:all|any|your|the user)))\b",
    ),
    _rule(
        "asks for the reader's own prompt",
        "prompt|instruction|message|above",
        r"(?<!never )(?<!not )(?<!n't )(?<!cannot )(?<!must never )\b(?:reveal|print|show|output"
        r"|repeat|display|leak|expose|tell me|share|give me|write out|dump|disclose|quote|recite"
        r"|send"
        r"|what (?:is|are))(?: me| us| out| back| verbatim)*"
        r" (?:(?:all|of|the|full|entire|complete|exact) )*(?:"
        r"your (?:\w+ ){0,2}?(?:prompts?|instructions|system message|guidelines|rules)\b"
        r"|(?:hidden|secret|initial) (?:system )?(?:prompt|instructions)\b"
        r"|system prompt(?=$|[.!?,;]| (?:verbatim|above|now|and|to the user|in full))"
        r"|(?:text|words|instructions|prompt|content|conversation) (?:above|before this|verbatim))",
    ),
    _rule(
        "hides something from the person",
        "tell|inform|mention|let |alert|notify|reveal|disclose|hide|conceal|secret|know",
        rf"(?:^|[.,;:!?] |\b(?:and|but|then|you must|must|should) )(?:please )?"
        rf"(?:do not|don'?t|never) (?:ever )?(?:tell|inform|alert|notify|let) {_WHO}(?: know)?"
        r"(?=\s*$|\s*[.,;:!?)]| (?:about (?:this|these|it|that|any of|what you)|of this|(?:that"
        r"|what)"
        r" (?:you|this|these|i)\b|anything\b|why\b|and\b|or\b|any of))"
        r"|\b(?:do not|don'?t|never) (?:mention|reveal|disclose|show|admit) (?:this|these|it"
        r"|that|any"
        rf" of this)(?: \w+){{0,2}}? to {_WHO}|\bwithout (?:telling|informing|alerting) {_WHO}"
        rf"|\b(?:hide|conceal|keep) (?:this|these|it|that)(?: \w+){{0,3}}? from {_WHO}"
        rf"|\bwithout {_WHO}(?:'s|') (?:knowledge|knowing|consent)|\bwithout the user knowing"
        r"|\bkeep this (?:a )?secret\b",
    ),
    _rule(
        "addresses the model that reads it",
        "ai|assistant|agent|llm|model|claude|gpt|copilot|gemini|codex|cursor|read|you see|bot",
        rf"^\W*(?:attention|dear|hey|hello|hi|listen|note to|message (?:to|for)|to) (?:all |any "
        rf"|the )?"
        rf"(?:ai )?{_AI}(?: reading this)?\s*[,:!]"
        rf"|\bif you(?:'re| are) (?:an? |the )?(?:\w+ )?{_AI}(?: \w+)? ?(?:reading|processing|,"
        rf"|and )"
        rf"|\b(?:when|if|after|once) (?:you|(?:any |an? |the )(?:ai )?{_AI}) (?:reads?|sees?"
        r"|process(?:es)?) this(?: (?:line|entry|message|text|note|memory))?(?=[,.:;!]|$)"
        r"|\bas an (?:ai|artificial intelligence) (?:language )?(?:model|assistant)?,? you\b",
    ),
    _rule(
        "claims authority over the reader",
        "anthropic|openai|creator|developer|safety|content|ethic|guardrail|admin",
        r"\b(?:message|notice|update|instructions?) from (?:anthropic|openai|google"
        r"|your (?:developers?"
        r"|creators?|admin\w*)|the (?:system )?administrator)\b"
        r"|\b(?:this is|i am|i'm) (?:your|the) (?:developer|creator|administrator"
        r"|system admin\w*)(?=$|[.,:;!]| speaking| of this| and i\b)"
        r"|\b(?:disable|turn off|bypass|override|drop|remove|ignore) (?:all |any "
        r"|of )*your (?:\w+ )?"
        r"(?:safety|content|ethical|ethics|security|guardrails?)\b",
    ),
    _rule(
        "sends the person's secrets away",
        "exfiltrat|conversation|chat history|environment variable|.env|ssh key|private key|secrets",
        r"\bexfiltrate (?:the|all|any|your|every|user|credentials|secrets)\b"
        r"|^(?:\W*|.{0,80}?\b(?:then|and|first|always|must|now) )(?:secretly |silently |quietly )?"
        r"(?:send|upload|post|forward|email|e-mail|leak|copy|transmit|append) (?:\w+ ){0,3}?"
        r"(?:(?:entire |full |this )?(?:conversation|chat history)|environment variables"
        r"|(?:contents? of )?(?:the )?\.env\b|(?:ssh|private) keys?|secrets)(?: \w+){0,3}? to "
        r"(?:https?:|ftp:|www\.|an? (?:external|remote|attacker)|attacker|evil|\S+@|\d+\.\d+)",
    ),
    _rule(
        "opens the markup of a conversation",
        "<|[",
        r"^\W*<\s*/?\s*(?:important|system|instructions?|system[-_]reminder|secret|admin"
        r"|prompt|user|human|assistant|developer|critical|urgent)\b[^<>]{0,80}>\s*\S"
        r"|</?\s*(?:system[-_ ]?(?:reminder|prompt|message)?|important|instructions?|memory"
        r"|function_results)\s*>\s*(?:you|ignore|disregard|forget|always|never|from now|new|<)"
        r"|<\|(?:im_start|im_end|system|user|assistant|start_header_id|endoftext)\|>\s*"
        r"(?:system|user|assistant|you|ignore|\n)|^\W*\[/?(?:inst|system|sys|admin)\]\s*\S"
        r"|<<\s*sys\s*>>\s*\S",
    ),
    _rule("announces its own success", "pwned", r"\b(?:i have been|you have been|say) \W?pwned\b"),
)
OTHER_REASON: Final = "sets earlier instructions aside, in another language"
OTHERS: Final = (
    # German, Dutch, Scandinavian
    (
        r"\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*|negeer|vergeet|ignorera|glöm"
        r"|ignorer"
        r"|glem|ignoreer)\b.{0,20}?\b(?:vorherig\w*|bisherig\w*|vorig\w*|obig\w*|früher\w*"
        r"|vorangegangen\w*|vorangehend\w*|eerdere|voorgaande|bovenstaande|tidigare|föregående"
        r"|tidligere|foregående|forrige)\b.{0,12}?\b(?:anweisung\w*|instru\w*|befehl\w*"
        r"|regel\w*"
        r"|vorgaben|opdracht\w*)|\bdu bist (?:jetzt|nun|ab sofort) (?:ein|kein)"
    ),
    # French, Spanish, Portuguese, Italian, Romanian, Catalan
    (
        r"\b(?:ignor\w*|oubli\w*|olvid\w*|omit\w*|descart\w*|esque[cç]\w*|desconsider\w*"
        r"|dimentic\w*|tralasci\w*|uit[aă]\w*|ne tenez pas compte|haz caso omiso)\b.{0,24}?\b"
        r"(?:instru\w*|istruzion\w*|consignes|directives|indica\w*|[oó]rdenes|ordens|ordini"
        r"|comandos"
        r"|regl\w*|r[eè]gles|regole|regras)\b.{0,16}?(?:pr[ée]c[ée]dent\w*|ant[ée]rieure\w*"
        r"|anterior\w*"
        r"|previ\w*|pr[eé]vi\w*|ci-dessus|acima|sopra|de arriba)"
    ),
    (
        r"\b(?:tu es (?:maintenant|désormais)|ahora eres|você agora é|agora você é|ora sei"
        r"|adesso sei)\b"
    ),
    # Slavic
    (
        r"(?:игнориру\w*|проигнориру\w*|забудь\w*|отмени\w*|ігнору\w*"
        r"|не обращай внимания).{0,24}?"
        r"(?:предыдущ\w*|прежн\w*|вышеуказанн\w*|все|попередн\w*|выше).{0,16}?"
        r"(?:инструкц\w*|указан\w*|команд\w*|правил\w*|інструкц\w*|вказівк\w*)"
    ),
    r"(?:теперь ты|ты теперь|отныне ты)\b|не (?:говори|сообщай) (?:об этом )?пользователю",
    (
        r"(?:zignoruj|ignoruj|zapomnij|ignorujte|zapomeň).{0,24}?(?:poprzedni\w*|wcześniejsz\w*"
        r"|powyższ\w*|předchozí).{0,12}?(?:instrukcj\w*|polece\w*|pokyny|instrukce)"
    ),
    # Turkish, Vietnamese, Indonesian, Greek
    (
        r"(?:önceki|yukarıdaki).{0,16}?(?:talimat\w*|komut\w*|yönerge\w*).{0,16}?"
        r"(?:yok say|unut|görmezden)"
    ),
    r"(?:bỏ qua|phớt lờ|quên).{0,24}?(?:hướng dẫn|chỉ dẫn|lệnh|chỉ thị).{0,16}?(?:trước|trên)",
    (
        r"\b(?:abaikan|lupakan)\b.{0,16}?(?:instruksi|perintah|petunjuk).{0,12}?(?:sebelumnya"
        r"|di atas)"
    ),
    (
        r"(?:αγνόησε|ξέχασε|αγνοήστε).{0,24}?(?:προηγούμεν\w*|παραπάνω).{0,12}?(?:οδηγί\w*"
        r"|εντολ\w*)"
    ),
    # Chinese, Japanese, Korean
    (
        r"(?:忽略|无视|無視|忘记|忘記|忽視|忽视|不要理会).{0,8}(?:之前|先前|以上|上述|前面|此前|上面|所有)"
        r".{0,8}(?:指令|指示|提示|说明|說明|规则|規則|命令|内容|內容)"
    ),
    r"你现在是|從現在起你|从现在起,?你|不要告诉用户|不要告訴使用者",
    r"(?:以前|前|上記|これまで|今まで|先ほど|上)の.{0,8}(?:指示|命令|プロンプト|ルール|指令).{0,8}(?:無視|忘れ)",
    r"(?:이전|앞의|앞선|위의|지금까지의).{0,8}(?:지시|명령|지침|프롬프트|규칙).{0,8}(?:무시|잊)",
    # Arabic, Persian, Hebrew, Hindi
    r"(?:تجاهل|انس|انسى).{0,16}(?:التعليمات|الأوامر|التوجيهات).{0,16}(?:السابقة|أعلاه)",
    r"(?:دستور|دستورات|دستورالعمل).{0,12}(?:قبلی|پیشین|بالا).{0,16}(?:نادیده|فراموش)",
    (
        r"(?:התעלם|תתעלם|שכח|התעלמו).{0,16}(?:ההוראות|הוראות|ההנחיות).{0,16}(?:הקודמות|לעיל"
        r"|קודמות)"
    ),
    (
        r"(?:पिछल|पूर्व|उपरोक्त).{0,16}(?:निर्देश|आदेश).{0,20}(?:अनदेखा|नज़रअंदाज|नजरअंदाज|भूल"
        r"|ध्यान न)"
    ),
)
