"""Which sentences state something worth keeping, in other languages than English.

A choice, a diagnosis, a discovery, a cause or a contrast, by a small table of words each; always
about something technical, and never a guess, a plan, a status or something said to the person.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...base.regex import regex
from ...base.text import CJK
from .diagnosis import Verdict
from .noise import is_noise
from .place import Place
from .sentences import plain
from .statements import MAX_SENTENCE

# Lines: German, French, Spanish, Portuguese, Italian, Russian, Ukrainian, Polish; then those
# that write without spaces or glue endings to words (Chinese twice, Japanese, Korean).
_SPACED: Final = {
    "decided": (
        r"uns (?:bewusst )?(?:für|gegen) .{3,80} entschieden|wurde entschieden|entschieden uns"
        r"|(?:nous avons|on a) (?:choisi|décidé|opté|retenu)|il a été décidé"
        r"|decidimos|elegimos|hemos (?:decidido|elegido|optado)|optamos|se (?:decidió|eligió|optó)"
        r"|escolhemos|foi decidido|resolvemos|(?:abbiamo|si è) (?:scelto|deciso|optato)"
        r"|решили|решено|выбрали|остановились на|отказались от"
        r"|вирішили|вирішено|обрали|відмовилися від"
        r"|zdecydowaliśmy|zdecydowano|wybraliśmy|wybrano|postanowiliśmy"
    ),
    "diagnosed": (
        r"(?:die|der|das) (?:eigentliche |wahre |wirkliche )?(?:ursache|grund|problem|fehler|bug)"
        r"\b.{0,60}? (?:war|ist|lag|liegt)"
        r"|(?:la (?:vraie )?cause|le (?:vrai )?problème|l['’]erreur|le bug)\b.{0,60}?"
        r" (?:était|est|venait|vient|provient|provenait)"
        r"|(?:la causa|el problema|el error|el fallo)\b.{0,60}? (?:era|es|fue|estaba|está)"
        r"|(?:a causa|o problema|o erro|a falha)\b.{0,60}? (?:era|é|foi|estava|está)"
        r"|(?:la causa|il problema|l['’]errore)\b.{0,60}? (?:era|è|stava|sta)\b"
        r"|(?:причина|проблема|ошибка|дело)\b.{0,60}?(?:в том,? что|была|был|заключ|[—–])"
        r"|(?:причина|проблема|помилка)\b.{0,60}?(?:в тому,? що|була|полягає|[—–])"
        r"|(?:przyczyną|problemem|błędem|przyczyna|problem)\b.{0,60}? (?:był|było|była|jest|polega)"
    ),
    "discovered": (
        r"(?:wir haben|ich habe|haben wir) (?:gelernt|festgestellt|herausgefunden|entdeckt),? dass"
        r"|es (?:stellte|stellt|hat) sich (?:heraus|herausgestellt),? dass"
        r"|(?:nous avons|j['’]ai|on a) (?:appris|découvert|constaté|réalisé) qu[e'’]"
        r"|il s['’]avère qu[e'’]"
        r"|(?:aprendimos|descubrimos|descubrí|aprendí|resulta"
        r"|(?:hemos|he) (?:aprendido|descubierto)) que"
        r"|(?:aprendemos|descobrimos|descobri|aprendi|verificamos|acontece) que"
        r"|(?:abbiamo|ho) (?:imparato|scoperto|capito) che|si è scoperto che|risulta che"
        r"|(?:выяснилось|оказалось|узнали|обнаружили|поняли|выяснили|оказывается),? что"
        r"|(?:з['’]ясувалося|виявилося|дізналися|зрозуміли|з['’]ясували),? що"
        r"|(?:okazało się|okazuje się|odkryliśmy|nauczyliśmy się|dowiedzieliśmy się),? że"
    ),
    "otherwise": (
        r"statt|anstatt|anstelle|andernfalls|sonst|stillschweigend|sondern|darf nicht|dürfen nicht"
        r"|, (?:et )?pas(?= (?:une? |d[eu]s? |d['’]|l[ae]s? |l['’]|par |en |dans |sur |via |`))"
        r"|, nicht"
        r"|, (?:e |y )?n(?:o|ão|on)(?= (?:un|el|la|los|o |a |os |em |en |il |lo |con |com |por |`))"
        r"|au lieu d[e'’u]|plutôt que?|sinon|autrement|silencieusement|mais pas"
        r"|ne (?:doit|doivent) pas"
        r"|en lugar de|en vez de|de lo contrario|silenciosamente|pero no|sino"
        r"|em vez de|ao invés de|caso contrário|silenciosamente|mas não"
        r"|invece di|anziché|piuttosto che|altrimenti|silenziosamente|ma non"
        r"|вместо|а не|иначе|но не|молча|нельзя|замість|інакше|але не|мовчки|не можна"
        r"|zamiast|a nie|inaczej|w przeciwnym razie|ale nie|po cichu|nie wolno"
    ),
    "because": (
        r"weil|da sonst|denn|deshalb|daher|wegen|aufgrund|wodurch|damit"
        r"|parce qu[e'’]|puisqu[e'’]|à cause d[eu]|afin d[e'’]|pour éviter"
        r"|donc|por eso|así que|por isso|ce qui (?:casse|provoque|fait)"
        r"|porque|ya que|debido a|para evitar|por lo que|lo que (?:rompe|provoca|hace)"
        r"|pois|já que|devido a|devido ao|o que (?:quebra|causa|faz)"
        r"|perché|poiché|a causa d\w+|per evitare|quindi|il che"
        r"|потому что|так как|поскольку|из-за|чтобы|поэтому|из за того"
        r"|тому що|оскільки|через те|щоб|тому(?= \w)|бо"
        r"|ponieważ|gdyż|dlatego|żeby|aby|z powodu|bo"
    ),
    "moment": (
        r"vielleicht|wahrscheinlich|vermutlich|möglicherweise|eventuell|könnten?|scheint|ich|mir"
        r"|mich"
        r"|lass\w*|wir (?:werden|müssen|sollten|können|brauchen)|jetzt|gerade|momentan|derzeit"
        r"|aktuell|(?:der|die) (?:tests?|build|pipeline)\b.{0,30}? (?:fehl\w*|bricht|scheitert)"
        r"|(?:le|les) (?:tests?|build) (?:échoue\w*|plante\w*)"
        r"|(?:el|la|las|los) (?:build|pruebas?|tests?) fall\w+"
        r"|(?:o|os) (?:build|testes?) falh\w+|(?:il|la|i) (?:test|build) fallis\w+"
        r"|(?:тест\w*|сборка) (?:не )?(?:пада\w+|упал\w*|прох\w+)"
        r"|(?:тест\w*|збірка) (?:не )?(?:пада\w+|впа\w+|прох\w+)"
        r"|test\w* (?:nie )?(?:przech\w+|pad\w+)"
        r"|du|dein\w*|bitte|wenn Sie|Sie können|Ihre?[nm]?|erfolgreich|fertig|würden?|als nächstes"
        r"|peut-être|probablement|semble|je|nous (?:allons|devons|pouvons)|on va|maintenant|vous"
        r"|actuellement|votre|vos|tu|pourrait|faudrait|succès|réussi|terminé|ensuite"
        r"|quizás?|tal vez|probablemente|parece|podría|voy|vamos|ahora|actualmente|usted|puedes?"
        r"|necesito|necesitamos|por favor|déjame|estoy|éxito|completado|tu|su proyecto"
        r"|talvez|provavelmente|poderia|vou|agora|atualmente|você|preciso|precisamos|estou|sucesso"
        r"|deixe-me|forse|probabilmente|sembra|potrebbe|adesso|ora|attualmente|puoi|devo|dobbiamo"
        r"|vediamo|per favore|successo|completato"
        r"|возможно|вероятно|может быть|наверное|похоже|кажется|я|мне|давай(?:те)?|сейчас"
        r"|теперь|пока|вы|вам|ваш\w*|будем|буду|посмотрим|пожалуйста|можно|успешно|готово"
        r"|если хот\w+|надо|нужно"
        r"|можливо|ймовірно|мабуть|схоже|здається|мені|зараз|тепер|поки|ви|будемо|успішно|треба"
        r"|подивимо\w+|будь ласка|потрібно"
        r"|może|prawdopodobnie|chyba|wydaje się|teraz|obecnie|możesz|muszę|musimy|zobaczmy|proszę"
        r"|będę|będziemy|pomyślnie|gotowe|sprawdz\w+"
    ),
}
_GLUED: Final = {
    "decided": (
        r"我?[们們]?(?:决定|決定)(?!于|於|する|事項)|选择了|選擇了|改用|采用了|採用了"
        r"|选用了|選用了|放弃了|放棄了"
        r"|ことにした|ことにしました|を採用した|を採用しました|を選択した|を選んだ|に決めた|に決定した"
        r"|하기로 (?:결정|했)|선택했|채택했|사용하기로"
    ),
    "diagnosed": (
        r"^.{0,12}?原因(?:是|在于|在於|为|為|就是|は)|问题(?:在于|出在|是)|問題(?:在於|出在|は)|(?:원인|문제)[은는]"
    ),
    "discovered": (
        r"^我?[们們]?(?:发现|發現|学到|學到|了解到|得知|原来|原來)了?[，,：: ]?"
        r"|ことが(?:わか|分か)った|ことが判明|と判明した|ことに気づいた|ことがわかりました"
        r"|(?:것을|는 걸|다는 것을) (?:발견|알게|배웠|깨달)"
    ),
    "otherwise": (
        r"而不是|而非|代替|否则|否則|不能|不要|必须|必須|ではなく|代わりに|しないと|なければ|てはいけない"
        r"|아니라|대신|않으면|하면 안"
    ),
    "because": (
        r"因为|因為|由于|由於|因此|所以|以避免|以免|避免|导致|導致|ため(?=[、に])|ので(?=、)|せいで|ためで"
        r"|때문에|므로|[기하]?위해|해서"
    ),
    "moment": (
        r"可能|也许|也許|大概|或许|或許|应该是|應該是|似乎|好像|我来|我來|让我|讓我|我将|我將|我会|我會"
        r"|[们們](?:将|將|需要|来|來|会|會|可以)|现在|現在|目前|您|你|请|請|接下来|接下來|首先|正在|看看|建议|建議"
        r"|(?:测试|測試|构建|構建|编译|編譯)失[败敗]"
        r"|(?:テスト|ビルド)が?失敗|(?:테스트|빌드)가 실패"
        r"|成功|完成|通过了|通過了|如果需要|吗|嗎|这次|這次|本次|今回|予定|이번"
        r"|かもしれ|たぶん|おそらく|でしょう|と思|ようです|みたい|今から|これから|次に|まず|ください"
        r"|ましょう|あなた|(?:確認|修正|追加|実装|実行|更新|変更|調査|作成|対応|見てみ)(?:し|いき)?ます|完了"
        r"|아마|것 같|일 수도|겠습니다|할게요|하겠|보겠|지금|현재|먼저|다음으로|세요|당신|완료"
    ),
}
_CJK: Final = regex(f"[{CJK}]")
_TECH: Final = regex(
    r"`[^`]+`|(?<![A-Za-z])[A-Z]{2,}|[a-z]+[A-Z][A-Za-z]*|[a-z0-9]+_\w+|[\w-]+\.[a-z]{1,5}(?![a-z])"
    r"|v?\d+\.\d+|(?<!\w)--?[a-z]|\w\(\)|[\w.-]+/[\w.-]+",
    re.ASCII,
)
_LATIN_NAME: Final = regex(r"[A-Za-z][A-Za-z0-9.]{2,}")
_ENGLISH: Final = (
    " the ", " is ", " and ", " of ", " with ", " this ", " for ", " are ", "The ", " it ", " not ",
    " from ", " by ", "Let me", "I'll ", "Now ", " be ", " that ", " you ", "You ", " when ",
    "All ", " should ", " would ", " your ", " which ",
)  # fmt: skip
# Of the person's things, which are the project's; the rest of the sentence says of whom it is.
_YOURS: Final = regex(
    r"(?:你们?|您|妳|你們)的|あなたの|당신의|\bваш(?:ему|его|ем|ей|ими|их|им|а|у|и|е)?\b|\bv(?:otre|os)\b",
    re.IGNORECASE,
)
# The sentence before a diagnosis, in the order of the tables.
_ANNOUNCED: Final = regex(
    r"(?:ich habe )?(?:das problem|den fehler|die ursache) (?:gefunden|ist klar)|gefunden\b"
    r"|(?:j['’]ai )?trouvé(?: le problème| la cause)?\b|je vois le problème"
    r"|(?:ya )?(?:encontré|veo) (?:el problema|el error|la causa)"
    r"|(?:encontrei|achei) (?:o problema|o erro|a causa)"
    r"|(?:ho )?trovato (?:il problema|l['’]errore)"
    r"|наш[её]л(?: проблему| причину)?\b|проблема (?:найдена|ясна|понятна)|причина (?:найдена|ясна)"
    r"|знайшов(?: проблему| причину)?\b|znalazłem (?:problem|błąd|przyczynę)"
    r"|(?:我?(?:找到|发现|發現|定位)了?)?(?:问题|問題|根因|原因|根本原因)(?:找到|清楚|明确|明確|很明显|很明顯|定位)?了"
    r"|(?:我?(?:找到|发现|發現|定位到?)了?)(?:问题|問題|根因|原因)|(?:原因|問題)(?:が|を)(?:わか|分か|判明|特定|発見)"
    r"|(?:문제|원인)를? (?:찾았|발견)",
    re.IGNORECASE,
)
_LATIN: Final = (
    "Ich habe", "Das ", "Den ", "Die ", "Gefunden", "Je ", "Ya ", "Veo ", "Encontr", "Achei",
    "Ho ", "Trovat", "Znalaz",
)  # fmt: skip
_LEADING: Final = regex(r"[ ,:，：]+")
_LEAST: Final = 30
BRIEF: Final = 40  # no longer is what promises a diagnosis
_LEAST_GLUED: Final = 14


@cache
def _patterns(glued: bool) -> dict[str, re.Pattern[str]]:
    if glued:
        return {name: re.compile(words) for name, words in _GLUED.items()}
    return {
        name: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
        for name, words in _SPACED.items()
    }


def _is_english(text: str) -> bool:
    """Whether a paragraph is surely English: at once for nearly all that are."""
    for word in _ENGLISH:
        if word in text:
            return text.isascii() or _CJK.search(text) is None
    return False


def announces_abroad(sentence: str) -> bool:
    """Whether a short sentence promises a diagnosis, in another language than English."""
    if sentence.isascii() and not sentence.startswith(_LATIN):
        return False
    return _ANNOUNCED.match(sentence) is not None


def judge_foreign(sentence: str, place: Place, *, announced: bool = False) -> Verdict | None:
    """Decide on one sentence that is not English; None for the great majority.

    `announced`: the sentence before promised a diagnosis.
    """
    if len(sentence) < _LEAST_GLUED or _is_english(place.paragraph):
        return None
    glued = not sentence.isascii() and _CJK.search(sentence) is not None
    rules = _patterns(glued)
    if not (_LEAST_GLUED if glued else _LEAST) <= len(sentence) <= MAX_SENTENCE:
        return None
    text = plain(sentence)
    # With a dash, what is left of the sentence may have more to show than the whole.
    if not glued and "-" not in text and _TECH.search(text) is None:
        return None
    kind, text = _kind(text, rules)
    if announced and kind in ("", "learning", "gotcha"):
        kind, text = "issue", plain(sentence)
    if not kind or len(text) < _LEAST_GLUED:
        return None
    if kind in ("gotcha", "learning") and (text[-1] not in ".!。！" or '"' in text):
        return None  # half a sentence, or what was said on a screen
    technical = _TECH.search(text) or (glued and _LATIN_NAME.search(text))
    meant = text if kind == "decision" else _YOURS.sub("", text)
    if not technical or rules["moment"].search(meant) or is_noise(text):
        return None
    return Verdict(kind, text[:1].upper() + text[1:], 0.45)


def weighs(text: str) -> bool:
    """Whether a text that is not English sets one thing against another or gives a cause."""
    if text.isascii() and _is_english(f" {text} "):
        return False
    rules = _patterns(not text.isascii() and _CJK.search(text) is not None)
    return rules["otherwise"].search(text) is not None or rules["because"].search(text) is not None


def _kind(text: str, rules: dict[str, re.Pattern[str]]) -> tuple[str, str]:
    """What the sentence is by its words, and the sentence without saying so."""
    weighed = rules["otherwise"].search(text) is not None
    caused = rules["because"].search(text) is not None
    if rules["decided"].search(text) and (weighed or caused):
        return "decision", text
    if rules["diagnosed"].match(text):
        return "issue", text
    found = rules["discovered"].search(text)
    if found is not None:
        rest = _LEADING.sub("", text[found.end() :], count=1) if found.start() == 0 else ""
        return "learning", rest or text
    if weighed:
        return "gotcha", text
    return ("learning", text) if caused else ("", text)
