"""What was tried and what came of it ("X → worse, reverted"), in any language.

The left side is the attempt, the right side an outcome that warns the next person off.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .noise import GUARDS, is_of_the_moment
from .place import Place, is_lasting
from .statements import holds

_FAILED: Final = (
    r"(?:made (?:it|things|\w+) worse|worse(?! than expected)|worsened|no (?:effect|(?:change"
    r"|impact)(?! (?:needed|required|necessary|on|to|in))|improvement|difference|luck|gain|help"
    r"|measurable \w+)|did(?:n['’]t| not) (?:help|work|fix|change|solve|matter|make a difference"
    r"|improve|scale"
    r"|converge)|does(?:n['’]t| not) (?:help|fix|solve)|ineffective|useless|regress(?:ed|ion)"
    r"|reverted|rolled back|backed out"
    r"|abandoned(?=[ ]?(?:[.,;)]|$))|dead end|not viable|too slow|slower|still (?:fails?|failing"
    r"|times? out|timed out|broken|flickers?|crash\w*|hangs?|slow"
    r"|leaks?|there|happens)|only (?:partly|partially) (?:helped|fixed)|overfit\w*|diverged"
    r"|piorou|pior|não (?:elimin\w+|resolv\w+|funcion\w+|ajud\w+|adiant\w+|mud\w+|melhor\w+)"
    r"|revertid[oa]|sem efeito"
    r"|descartad[oa]"
    r"|empeor[óo]|peor|no (?:funcion\w+|ayud\w+|resolv\w+|sirvi\w+|cambi\w+|mejor\w+)"
    r"|sin (?:efecto|mejora)"
    r"|empir\w+|pire|n['’]a (?:pas (?:aidé|marché|fonctionné|résolu|suffi)|rien changé)"
    r"|ne (?:marche|résout|suffit) pas"
    r"|sans effet|aucun effet|annulé|abandonné"
    r"|peggior\w*|non (?:ha )?(?:funzion\w+|risol\w+|aiut\w+)|nessun effetto|annullat[oa]"
    r"|verschlechtert\w*|schlechter|schlimmer|(?:hat )?nicht geholfen|half nicht|nicht gelöst"
    r"|ohne (?:wirkung|effekt)|kein\w* (?:wirkung"
    r"|effekt|verbesserung)|zurückgerollt|zurückgenommen|verworfen|bringt nichts"
    r"|хуже|ухудшил\w*|не (?:помог\w*|сработал\w*|решил\w*|дал\w*)|откат\w*|откачен\w*|без эффекта"
    r"|бесполезно"
    r"|гірше|погіршил\w*|не (?:допомог\w*|спрацюва\w*|виріши\w*)|відкоче\w*|без ефекту"
    r"|gorzej|pogorszył\w*|nie (?:pomog\w*|zadziała\w*|rozwiąza\w*)|wycofan\w*|cofnię\w*"
    r"|bez efektu|porzucon\w*"
    r"|sämre|hjälpte inte|fungerade inte|återställd\w*|horší|nepomohl\w*|vráceno|slechter"
    r"|hielp niet|teruggedraaid)"
)
_GLUED: Final = (
    r"(?:更糟|变差|變差|恶化|惡化|没用|沒用|无效|無效|没有(?:效果|改善|作用)"
    r"|沒有(?:效果|改善|作用)|不起作用|不行|失败|失敗"
    r"|回滚|回滾|回退|还原|還原|悪化|効果なし|変化なし|改善せず|改善しな|直らな|解決しな|ダメ"
    r"|元に戻した|差し戻し|효과 없|악화|되돌|실패|해결되지|소용없)"
)
_SHOWN: Final = regex(
    r"(?P<tried>.{8,240}?)[ ]?(?:→|->|=>|⇒|➜|—|–|:| - |;|：)[ ]?"
    r"(?P<outcome>(?:[^.→]{0,60}[ ,(])?(?:"
    + _FAILED
    + r"(?!\w)|[^.→]{0,30}"
    + _GLUED
    + r").{0,160})$",
    re.IGNORECASE,
)
_TRIED: Final = regex(
    r"(?:(?:we |i )?(?:already |also |first |previously )?(?:tried|attempted"
    r"|experimented with)(?: to| using| with)?|trying) "
    r"(?P<what>[^?]{8,200}?)(?:,? (?:but|and|which|yet)|;|—|–| - |:)[ ](?P<outcome>[^?]{0,60}?"
    + _FAILED
    + r"(?!\w))",
    re.IGNORECASE,
)
# Told of one thing of the code; what was only looked for or run is a story.
_TRIED_IN_VAIN: Final = regex(
    r"(?:(?:we |i )?(?:already |also |first |previously )?tried|trying) (?!to (?:run|open|find"
    r"|read|see|install|access"
    r"|view|load|use)\b|(?:running|opening|finding|reading|installing|accessing|searching"
    r"|importing|it\b|this\b|that\b))"
    r"(?P<what>[^?]{8,160}?)(?:,? but|;|—|–) (?P<outcome>[^?]{3,200}?(?:\bnever\b|n['’]t\b|\bnot\b"
    r"|\bfails\b|\bbreaks?\b"
    r"|\bloses\b|\bbecause\b|, so ))",
    re.IGNORECASE,
)
# "Raising the limit did not help."
_IN_VAIN: Final = regex(
    r"(?:(?:just |simply |only |even |merely )?\w+ing|larger|smaller|more|longer|fewer|higher"
    r"|lower)"
    r" [^,;:?.]{6,120}? (?:(?:did|does|do)(?:n['’]t| not) (?:help|work|fix|solve|change (?:anything"
    r"|much|it)|matter|make (?:a|any) difference)|(?:has|have|had|makes?|made) no (?:effect"
    r"|difference|impact))\b(?!,? (?:you|if))",
    re.IGNORECASE,
)
# What a change to a named thing does about a trouble ("Setting `X` stops the hang").
_REMEDIED: Final = regex(
    r"(?:setting|changing|using|adding|removing|disabling|enabling|switching|downgrading|upgrading"
    r"|pinning|moving|replacing|calling|passing|increasing|raising|lowering|reducing|wrapping"
    r"|clearing|deleting|restarting|reverting|bumping|rolling back) [^?;]{4,160}? (?:fixes|fixed"
    r"|prevents|prevented|stops|stopped"
    r"|avoids|avoided|solves|solved|resolves|resolved|breaks|broke|cures|cured|hides|triggers"
    r"|triggered|makes \S+ (?:fail|hang|crash)) (?:the |a |an |this |all |every )?[^?]{3,}",
    re.IGNORECASE,
)
# What was gained, in figures ("Writing in batches cuts the import from 4 min to 9 s").
_MEASURED: Final = regex(
    r"\w+ing [^?;]{6,160}? (?:brings?|brought|cuts?|reduces?|reduced|drops?|dropped|lowers?|lowered"
    r"|shrinks?|shrank|takes?|took|raises?|raised|speeds? up|slows?) [^?;]{2,80}?"
    r"(?:from [^?;]{0,20}\d[^?;]{0,30} to [^?;]{0,12}\d|by (?:about |roughly |up to |~)?\d)",
    re.IGNORECASE,
)
_ARROW: Final = ("→", "->", "=>", "⇒", "➜")
_LONGEST: Final = 400
# How it begins, if not with what was done ("Raising …").
_MEASURES: Final = (
    "larger", "smaller", "more", "longer", "fewer", "higher", "lower", "just", "simply", "only",
    "even", "merely",
)  # fmt: skip
_VAIN: Final = (
    " help", " work", " fix", " solve", " change", " matter", " difference", " effect", " impact",
)  # fmt: skip
_DASH: Final = ("—", "–", " - ", ": ", ";", "：")
_WORTH: Final = regex(r"`[^`]+`|[^\W\d_]{3,}.*[^\W\d_]{3,}")
# What fails here is a run, a step of a plan or a line in a table of results.
_RUN: Final = regex(
    r"\W*(?:(?:re-?)?run|click|open|press|expected|actual|step|test|build|ci|job|status|result|if"
    r"|when|case|before|after"
    r"|pass|issue|symptom|error|bug|question|risk|impact|note|problem|cause|todo|next|user|commit"
    r"|[a-f0-9]{7,40})\b",
    re.IGNORECASE,
)
_COMMAND: Final = regex(
    r"\W{0,3}(?:npm|npx|yarn|pnpm|bun|cargo|make|pytest|tox|go|docker|git|pip|uv|mvn|gradle|dotnet"
    r"|curl|ruff|tsc|eslint|mypy) "
)
_ASKS: Final = regex(
    r"\b(?:would|could|might|may|should|will(?!-)|expected|whether|perhaps)\b", re.IGNORECASE
)


def _changed(text: str) -> Verdict | None:
    """What a change did, said with the change as the subject ("Raising X did not help")."""
    first = text[: text.find(" ")]
    if not first.endswith("ing") and first.casefold() not in _MEASURES:
        return None
    if holds(text, _VAIN) and _IN_VAIN.match(text):
        asked = GUARDS["you"].search(text) or _ASKS.search(text) or text.endswith("?")
        told = not asked and GUARDS["pronoun"].match(text) is None and not is_of_the_moment(text)
        return Verdict("gotcha", text, 0.45) if told else None
    if len(text) > _LONGEST:
        return None
    if _REMEDIED.match(text):
        return Verdict("issue", text, 0.45) if is_lasting(text) else None
    if _MEASURED.match(text):
        return Verdict("learning", text, 0.4) if is_lasting(text, technical=False) else None
    return None


def judge_outcome(text: str, place: Place) -> Verdict | None:
    """Decide on one sentence or list item without emphasis marks."""
    if "ried " in text or "ttempted" in text or "rying " in text or "xperiment" in text:
        found = _TRIED.match(text)
        if found is None and (found := _TRIED_IN_VAIN.match(text)):
            found = found if TECH.search(found["what"]) else None
        if found is not None and not GUARDS["you"].search(text) and not _ASKS.search(text):
            what = text[found.start("what") :]
            return Verdict("gotcha", f"Tried {what}", 0.45) if "?" not in text else None
    if (changed := _changed(text)) is not None:
        return changed
    if not place.item or len(text) > _LONGEST or text[-1] in "?？":
        return None
    arrow = any(mark in text for mark in _ARROW)
    if not arrow and not any(mark in text for mark in _DASH):
        return None
    found = _SHOWN.match(text)
    if (
        found is None
        or (text[0] != "`" and _RUN.match(text))
        or _COMMAND.match(text)
        or _ASKS.search(text)
        or not _WORTH.search(found["tried"])
    ):
        return None
    if not arrow and TECH.search(found["tried"]) is None:
        return None
    return Verdict("gotcha", text, 0.45)
