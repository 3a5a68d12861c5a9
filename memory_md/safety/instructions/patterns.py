"""What a text looks like that speaks to the model reading it; data for rules/safety/instructions.

The patterns are matched against lower-case text without quotes and emphasis marks, whose only
white space is the single blank.
"""

from __future__ import annotations

from typing import Final

from .rule import beside, each, rule, wording

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
AI: Final = (
    r"(?:ai|a\.i\.|assistants?|agents?|llms?|language models?|claude|chatgpt|gpt(?:-\w+)?|copilot"
    r"|gemini|codex|cursor|models?|chatbots?|bots?)"
)
_PERSONA: Final = (
    r"(?:an? |the |my |your )?(?:\w+ ){0,3}?(?:unrestricted|unfiltered|uncensored|jailbroken|evil"
    r"|dan\b|hacker|villain|pirate|root user|human|ai\b|assistant|language model|chatbot|persona"
    r"|administrator|different)"
)
_ASIDE: Final = rf"(?<!not )(?<!never )\b{_DROP} {_FILL}*"
# Hints: what the expressions above have in each match.
_DROPS: Final = (
    "ignor|disregard|forget |overrid|bypass |discard |neglect |overlook |follow|obey|listen"
    "|no attention"
)
AIS: Final = "ai|a.i.|assistant|agent|llm|model|claude|gpt|copilot|gemini|codex|cursor|bot"
_PERSONAS: Final = (
    "unrestricted|unfiltered|uncensored|jailbroken|evil|dan|hacker|villain|pirate|root user|human"
    "|ai|assistant|language model|chatbot|persona|administrator|different"
)
# Without one of these in the text some of the wordings say too little.
_BOUNDS: Final = "no longer|not bound|no restrictions|no rules|are free"
_PLAYS: Final = (
    "act as|pretend|roleplay|role-play|role play|behave|do anything now|developer mode|god mode"
    "|dan mode|jailbreak|in character|simulate"
)

ENGLISH: Final = (
    rule(
        "sets earlier instructions aside",
        _DROPS,
        wording(
            rf"{_ASIDE}(?:my )?{_BEFORE} (?:(?:{_BEFORE}|and|or|set of|set) )*{_ORDERS}\b"
            r"(?! page| were| was| file| in (?:a|the) )",
            "previous|prior |above |earlier |preceding |foregoing |former |past |initial "
            "|original |your |system |safety |developer |existing |given ",
            "instruction|prompt|rules|guideline|direction|directive|command|orders|constraints"
            "|training|restrictions|polic|programming|conversation|message|text|guardrails"
            "|content",
        ),
        wording(
            rf"{_ASIDE}all (?:instructions|prompts|directives){_END}",
            "all instructions|all prompts|all directives",
        ),
        wording(
            rf"{_ASIDE}(?:instructions|prompts?) (?:above|before)\b",
            "instructions above|instructions before|prompt above|prompt before|prompts above"
            "|prompts before",
        ),
        wording(
            rf"{_ASIDE}(?:the )?(?:above|foregoing|preceding){_END}", "above|foregoing|preceding"
        ),
        wording(
            rf"{_ASIDE}(?:that )?(?:is |came |comes |was |stands )?(?:above|before this)\b",
            "above|before this",
        ),
        wording(
            rf"{_ASIDE}(?:(?:that|what) )?(?:you|i|we)(?:'ve| have| were| was| are| know| think"
            r"|'re)?(?: been)? (?:told|taught|learn|given|know|said|asked|instructed|trained)\b",
            " told| taught| learn| given| know| said| asked| instructed| trained",
            " you | you'| i | i'| we | we'",
        ),
    ),
    rule(
        "sets earlier instructions aside",
        "forget|ignore|disregard",
        wording(
            r"\b(?:forget|ignore|disregard) (?:about )?(?:absolutely )?everything"
            rf"(?:{_END}| (?:you|i|we|above|before|prior|previous|else and)\b)",
            "forget everything|ignore everything|disregard everything|about everything"
            "|absolutely everything",
        ),
        wording(
            r"\b(?:forget|disregard) (?:all )?your (?:instructions|rules|training|guidelines"
            r"|prompt)",
            "your instructions|your rules|your training|your guidelines|your prompt",
        ),
    ),
    rule(
        "sets earlier instructions aside",
        _BOUNDS,
        wording(
            r"\byou (?:are|'re)? ?(?:not bound|no longer (?:bound|restricted|limited"
            r"|required to (?:follow|obey)|(?:have|need) to (?:follow|obey)))",
            "no longer bound|no longer restricted|no longer limited|no longer required to"
            "|no longer have to|no longer need to|not bound",
        ),
        wording(
            rf"{beside(_BOUNDS)}\byou (?:are|'re)? ?not (?:restricted|limited"
            r"|required to (?:follow|obey)|(?:have|need) to (?:follow|obey))",
            "not restricted|not limited|not required to |not have to |not need to ",
        ),
        wording(r"\byou have no (?:restrictions|rules)", "have no restrictions|have no rules"),
        wording(
            rf"{beside(_BOUNDS)}\byou have no (?:limits|filters)", "have no limits|have no filters"
        ),
        wording(
            r"\byou are free (?:of|from) (?:all|any|your|every)",
            "you are free ",
        ),
        wording(
            rf"{beside(_BOUNDS)}\byou are now free (?:of|from) (?:all|any|your|every)",
            "you are now free ",
        ),
    ),
    rule(
        "brings new instructions",
        "instruction|prompt|directive|orders|override",
        wording(
            r"(?:^\W*|[.!?;:\]>*#] ?\W{0,80})(?:here are (?:your |the )?)?(?:your )?"
            r"(?:new|updated|real|actual|revised|secret|hidden|urgent|important)"
            r" (?:system |secret )?(?:instructions?|prompts?|directives?|orders)\s*(?::|$|—|-)",
            each(
                "new|updated|real|actual|revised|secret|hidden|urgent|important|system",
                " instruction| prompt| directive| orders",
            ),
        ),
        wording(
            r"\b(?:begin|start|end)(?:ing)? (?:of )?(?:the )?(?:new )?(?:system|user|admin|hidden)"
            r" (?:prompt|instructions)\b",
            each("system|user|admin|hidden", " prompt| instructions"),
            "begin|start|end",
        ),
        wording(
            rf"{beside('instruction|prompt|directive|orders|override')}\b(?:begin|start|end)"
            r"(?:ing)? (?:of )?(?:the )?(?:new )?(?:system|user|admin|hidden) message\b",
            "system message|user message|admin message|hidden message",
            "begin|start|end",
        ),
        wording(
            r"\bsystem (?:override|prompt override)\b",
            "system override|system prompt override",
        ),
        wording(r"^\W*system prompt\s*:(?!\s?\d)", "^system prompt:|system prompt :"),
    ),
    rule(
        "brings new instructions",
        "your |follow |obey|comply with",
        wording(
            r"\byour (?:new|real|true|actual|only|sole|next|primary) (?:task|goal|purpose|objective"
            r"|mission|role|job|instructions?|identity) (?:is|are)\b",
            "your new |your real |your true |your actual |your only |your sole |your next "
            "|your primary ",
            each(
                "task|goal|purpose|objective|mission|role|job|instruction|instructions|identity",
                " is| are",
            ),
        ),
        wording(
            r"\byou (?:must|will|shall|have to) (?:now )?(?:obey|comply with (?:me|all|every|my))",
            "obey|comply with me|comply with all|comply with every|comply with my",
            "you must |you will |you shall |you have to ",
        ),
        wording(
            r"\bobey (?:me|my|the following|these|only)\b",
            "obey me|obey my|obey the following|obey these|obey only",
        ),
        wording(
            r"\bfollow my (?:instructions|orders|commands)",
            "follow my instructions|follow my orders|follow my commands",
        ),
        wording(
            r"\bfollow (?:these|the following|only these) instructions (?:instead|only"
            r"|exactly and)",
            each("these|following", " instructions ", "instead|only|exactly and"),
        ),
    ),
    rule(
        "speaks as another role",
        "system|assistant|developer|human|user|admin",
        wording(
            r"^\W*(?:system|assistant|developer|human|user|admin)(?: message| prompt"
            r"| note)?\W*?[:>\]]\W*"
            r"(?:you(?:'re| are| must| will| should| can| may| have)\b|ignore\b|from now|new "
            r"|override"
            r"|forget|disregard|reveal|pretend|act as|respond|reply|answer|do not (?:tell|mention"
            r"|reveal)"
            r"|i (?:want|need|order|am)|please )",
            "^system|assistant|developer|human|user|admin",
            ":|>|]",
            "you're|you are|you must|you will|you should|you can|you may|you have|ignore|from now"
            "|new |override|forget|disregard|reveal|pretend|act as|respond|reply|answer"
            "|do not tell|do not mention|i want|i need|i order|i am|please ",
        ),
    ),
    rule(
        "gives the reader a role",
        "you |you'",
        wording(
            r"\byou(?:'re| are) now (?:an? |my |dan\b|free\b|unrestricted|jailbroken|acting "
            r"|going to|in (?:\w+ ){0,2}(?:mode)\b|operating |called |known as |playing |evil"
            r"|the )",
            "you are now |you're now ",
        ),
        wording(
            rf"^\W*you(?:'re| are) (?:an? )?(?:\w+ ){{0,4}}?{AI}(?=$|[\s.,;:!])",
            "^you are |you're ",
            AIS,
        ),
        wording(
            r"\byou (?:must|will|should|shall|are going to|can) (?:now |always |only "
            r"|from now on )*(?:act|behave|roleplay|role-play|pretend|impersonate|pose)\b",
            "you must |you will |you should |you shall |you are going to |you can ",
            "must act|will act|should act|shall act|to act|can act|now act|always act|only act"
            "|on act| behave| roleplay| role-play| pretend| impersonate| pose",
        ),
        wording(rf"\bimagine (?:that )?you(?:'re| are) {_PERSONA}", "imagine you|imagine that you"),
    ),
    rule(
        "gives the reader a role",
        _PLAYS,
        wording(r"\b(?:act|behave) as (?:if|though) you", "as if you|as though you"),
        wording(rf"\b(?:act|behave) as {_PERSONA}", "act as |behave as ", _PERSONAS),
        wording(rf"\bbehave like (?:you|{_PERSONA})", "behave like "),
        wording(rf"{beside(_PLAYS)}\bact like (?:you|{_PERSONA})", "act like "),
        wording(
            rf"\bpretend (?:that )?(?:you|to be {_PERSONA})",
            "pretend you|pretend to be |pretend that you|pretend that to be ",
        ),
        wording(
            r"\b(?:roleplay|role-play|role play) (?:as|a |with me)",
            each("roleplay|role-play|role play", " as| a | with me"),
        ),
        wording(r"\bdo anything now\b", "do anything now"),
        wording(
            r"\b(?:developer|god|dan|jailbreak) mode (?:is )?(?:enabled|activated|on|engaged)\b",
            "developer mode|god mode|dan mode|jailbreak mode",
            each("mode ", "|is ", "enabled|activated|on|engaged"),
        ),
        wording(
            rf"{beside(_PLAYS)}\b(?:unrestricted|admin override) mode (?:is )?"
            r"(?:enabled|activated|on|engaged)\b",
            "unrestricted mode|admin override mode",
        ),
        wording(
            r"\benter (?:developer|god|dan|jailbreak) mode",
            each("enter ", "developer|god|dan|jailbreak", " mode"),
        ),
        wording(r"\bstay in character\b", "stay in character"),
        wording(rf"{beside(_PLAYS)}\bnever break character\b", "never break character"),
        wording(
            r"\bsimulate (?:being )?an? (?:unrestricted|evil|ai)",
            each("simulate |simulate being ", "a |an ", "unrestricted|evil|ai"),
        ),
    ),
    rule(
        "orders how to go on from here",
        "from now on|from this point|henceforth",
        wording(
            r"\b(?:from now on|from this point(?: on| forward)?|henceforth),? (?:and )?(?:you(?:'re"
            r"| are|'ll| will| must| should| shall| only)|(?:only )?(?:respond|reply|answer|speak"
            r"|obey|act as|pretend|ignore (?:all|any|your|the user)))\b",
            each(
                "now on|this point|point on|point forward|henceforth",
                " |, | and |, and ",
                "you|only|respond|reply|answer|speak|obey|act as|pretend|ignore",
            ),
        ),
    ),
)
