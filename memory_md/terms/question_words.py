"""Words that say how something is asked, not what about; they find nothing of their own."""

from __future__ import annotations

from typing import Final

# What holds sentences together, in languages that memories are often written in. A word that means
# something in another of these languages ("die", "war", "sein") is left out.
_FUNCTION: Final = """
a about above after again all also am an and any anybody anyone anything are as at be because
been before being below between both but by can cannot could did do does doing done don doesn
didn isn aren wasn weren haven hasn hadn won wouldn couldn shouldn during each either else ever
every few for from further had has have having he her here hers herself him himself his how i if
in into is it its itself just let may me might more most must my myself neither no nobody nor
not now of off on once only onto or other others our ours ourselves out over own per please
same shall she should since so some somebody someone something such than that the their theirs
them themselves then there these they this those though through to too under until up upon us
very was we were what whatever when where whether which while who whom whose why will with
within without would yet you your yours yourself

und oder aber der das dem den des ein eine einen einem einer eines ich du er sie es wir ihr ist
sind wird werden wurde hat haben nicht auch wie wo wer wann warum wenn dass ob von zu zum zur
mit auf aus bei nach vor über unter für durch im am vom

le la les un une des du de et ou mais que qui quoi quand où pourquoi comment dans sur sous avec
sans pour par est sont était être avoir nous vous ils elles ce cette ces ne pas

el los las una unos unas y o pero cuándo dónde quién qué cómo cual con sin para por es son fue
ser estar del al lo su sus

и в во на с со к ко о об от до из за у по под над при для без через не ни но а или что чтобы
как когда где кто почему зачем какой какая какие это этот эта эти тот был была было были есть
быть он она оно они мы вы я мой наш ваш их его её ли же бы то так там тут
"""
FUNCTION_WORDS: Final = frozenset(_FUNCTION.split())

# Written so, and not as the first word, it is the month.
_NAMES: Final = frozenset({"May"})

# What questions are made of beside them: "what kind of …", "how often does … go".
_SCAFFOLD: Final = """
kind kinds sort sorts type types way ways thing things stuff likely probably maybe perhaps
go goes going went gone get gets getting got gotten give gives gave given say says said
tell told show find know explain describe mention mentioned happen happened
many much often lot lots really still even ever
"""
SCAFFOLD_WORDS: Final = frozenset(_SCAFFOLD.split())

# What people say to go on with a talk, and nothing about its subject.
_TALK: Final = """
thanks thank thx cheers ok okay okey k yes yeah yep yup no nope nah sure alright right correct
exactly please pls hello hi hey bye great good nice cool perfect awesome excellent fine
well done finished ready stop continue proceed ahead next try other one ones another different
instead
look looks looking think thinking want wants need needs like sounds seems hm hmm oh ah wow
strange weird funny sorry oops too again already now later today tomorrow

ja nein doch bitte danke gut super weiter genau klar stimmt passt noch mal nochmal fertig stopp
hallo oui non merci bien parfait continue suivant encore accord bonjour
sí si gracias bien perfecto vale sigue continúa siguiente otra vez hola listo
sim não nao obrigado obrigada bom ótimo próximo olá
sì grazie bene perfetto avanti ancora ciao
да нет спасибо хорошо отлично ладно понятно продолжай продолжи продолжить дальше стоп ещё еще раз
привет готово давай так
так ні дякую добре далі привіт
tak nie dziękuję dzięki dobrze dalej tack bra fortsätt děkuji dobře dál
好 好的 谢谢 謝謝 继续 繼續 可以 是的 不是 停 はい いいえ ありがとう 続けて
お願いします 네 아니요 감사합니다 계속
"""
TALK_WORDS: Final = frozenset(_TALK.split()) | SCAFFOLD_WORDS

_QUESTION: Final = """
who whom whose what when where which why how is are was were do does did has have had can could
would will should may might wer wo wann warum wie welche welcher qui quoi quand où pourquoi
comment combien quién qué cuándo dónde cómo кто что где когда почему зачем как какой какая какие
"""
_ASKING: Final = frozenset(_QUESTION.split())


def is_function_word(word: str, *, first: bool = False) -> bool:
    """Whether a word of a query only holds it together; `first` where it begins the query."""
    return word.lower() in FUNCTION_WORDS and (first or word not in _NAMES)


def is_question(text: str, first_word: str) -> bool:
    """Whether a query is a question, by its mark or its first word."""
    return first_word.lower() in _ASKING or text.rstrip().endswith(("?", "？", "؟"))
