"""The words by which a spec says which files may not be changed, and which are new.

Matched against a title in lower case, without emphasis, numbering and symbols; in the languages
that specs are written in. Words only: how a document is read is known in `sections`. Pure.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...base.regex import regex

_EXCEPT: Final = regex(
    r"other than|except|besides|apart from|aside from|beyond|outside|not (?:listed|on (?:this"
    r"|the) list)|кроме|за исключением|außer|sauf|excepto|exceto|tranne|以外|除了|제외"
)
_FORBIDDEN: Final = regex(
    r"forbid|prohibit|disallow|not (?:be )?(?:allowed|permitted|modif|touch|chang|edit|in scope"
    r"|via|to be"
    r"|for|included)|(?:do|does|must|may|should|can|will|shall)(?: not|n['’]t)|cannot|mustn|never"
    r"|read[ -]?only|referenc|manual|by hand|out[ -]of[ -](?:scope|bounds)|off[ -]?limits|unchanged"
    r"|untouched|no[ -](?:touch|change)|hands[ -]off|leave (?:alone|as)|protected|restricted"
    r"|excluded?"
    r"|frozen|denied|deny|blocked|for context|context only|evidence|must (?:stay|remain)|keep\b"
    r"|no-go|avoid"
    r"|запрещ|нельзя|не (?:изменя|меня|трога|редактир|правит|входит|разреш)|только (?:для )?чтени"
    r"|вручную|вне (?:области|scope|рамок)|без изменений|справочн|заборон|не змінюва"
    r"|verboten|nicht (?:ändern|anfassen|erlaubt|geändert)|gesperrt|nur lesen|tabu"
    r"|interdit|ne pas|lecture seule|hors (?:périmètre|scope)|prohibid|no (?:modificar|tocar"
    r"|editar)"
    r"|solo lectura|fuera de|proibid|não (?:modificar|alterar|mexer|editar)|somente leitura|vietat"
    r"|non (?:modificare|toccare)|sola lettura|zabronion|nie (?:zmienia|modyfik)|verboden|yasak"
    r"|禁止|不得|不要|不可|不能|不允许|勿|只读|唯讀|変更しない|変更不可|触らない|読み取り専用|금지"
    r"|수정하지|읽기 전용"
)
# Matters that a section of files may end with.
_ASIDE: Final = regex(
    r"(?:notes?|why|rationale|reason\w*|background|context|commands?|run\b|verif|validat|acceptance"
    r"|criteria|check|steps?|see also|related|depend|out of scope|scope notes?|rules?|warning"
    r"|important"
    r"|caution|risks?|constraints?|forbidden|estimate|impact|examples?|justification|questions?"
    r"|stop|goals?|objectives?|tasks?\b|definition of done|before|after|input|output|required read"
    r"|примечани|важно|почему|обоснован|контекст|команд|проверк|критери|шаги|зависим|риски"
    r"|hinweis|begründung|remarque|notas?|observa|备注|说明|注意|備考|참고)"
)
_NEW: Final = regex(
    r"\bnew\b|\bcreat(?:e|ed|ing)\b|\bto add\b|\badded\b|\badd\b(?! to\b)|нов(?:ые|ый|ая|ое)|созда"
    r"|\bneue?\b"
    r"|erstell|nouveaux?|créer|nuev[oa]s?|crear|novos?|criar|nuovi|\bnowe\b|新规|新規|新建|新增"
    r"|追加|작성|신규|새 ?파일"
)
_CHANGE: Final = regex(
    r"modif|chang|edit|updat|touch|delet|remov|renam|mov(?:e|ed)|files?\b|paths?\b|allowed"
    r"|permitted|\btests?\b"
    r"|\bdocs?\b|documentation|only|creat|runtime|folders?|director|измен|обнов|удал|правк|файл"
    r"|только|тест|разреш|änder|datei|fichier|archivo|arquivo|文件|修改|ファイル|変更|파일"
)
_AS_WELL: Final = regex(r"modif|chang|edit|updat|измен")
_NEXT_LIST: Final = regex(r"new (?:files?|director)")
_ASIDE_END: Final = (
    r".{0,200}[ -](?:rationale|justification|notes?|reasons?|reasoning|explanation|обоснование"
    r"|пояснения?|begründung|理由|说明|説明)"
)
_BAN: Final = regex(r"forbidden|prohibited|do not |запрещено")
_OTHERS: Final = (
    r"(?:any(?:thing)?|everything|nothing|no|all) (?:other|else)|ничего (?:другого|больше)"
    r"|других файлов|остальн|(?:keine|nichts) ander|rien d['’]autre|aucun autre|nada más"
    r"|ning[uú]n otro|nenhum outro|其他|其它|それ以外|以外の|다른 파일"
)
_READING: Final = regex(
    r"(?:you |agents? )?(?:(?:may|can|should|must|shall) )?(?:only read|read only)\b"
)
_NOTHING: Final = regex(
    r"(?:none|nothing|no\b|n/a|нет\b|никак|ничего|отсутству|keine?\b|aucun|ningun|ninguno|nenhum"
    r"|nessun|无|沒有|没有|なし|없음)"
)
# What a row or a comment says of a file that is only named.
_KEPT: Final = regex(
    r"(?:lectura|lecture|leitura|lettura|чтение)(?: (?:seule|sol[ao]|apenas|только))?"
    r"|(?:(?:keep|kept|unchanged|untouched|unmodified|skip|leave|frozen|forbidden|manual(?:ly)?"
    r"|reference"
    r"|read|ro|r/o|nur lesen"
    r"|оставить|не менять|без изменений|вручную|запрещено|unverändert|inchangé"
    r"|sin cambios|不変|不变|変更なし|变更なし)"
    r"(?:[ -](?:only|as[ -]is|unchanged|alone|for reference|it|here))?(?:[ ,;(.:—–-].{0,200})?"
    r"|(?:read[ -]?only|reference only|no[ -]change|do not|don['’]t|must not|never|not to be"
    r"|не трогать|только чтение|for (?:reference|context)|context only|nicht ändern|lecture seule"
    r"|solo lectura)\b.{0,400})"
)
_KEPT_COMMENT: Final = regex(
    r"(?:read[ -]?only|reference only|(?:for )?reference$|no[ -]changes?\b|unchanged|untouched"
    r"|do not (?:modify|touch|edit"
    r"|change)|don['’]t (?:modify|touch|edit|change)|must not (?:be )?(?:chang|modif|edit|touch)"
    r"|forbidden"
    r"|keep(?: as[ -]is| unchanged)?$|manual(?:ly)?(?: only)?$|not via|context only|for context"
    r"|не (?:трогать|менять|изменять)|только (?:для )?чтени|без изменений|вручную$|запрещ"
    r"|nicht ändern"
    r"|ne pas|no (?:modificar|tocar)|não (?:modificar|alterar)|只读|禁止|読み取り専用|変更しない"
    r"|변경 금지)"
)
_MADE: Final = regex(
    r"(?:add(?:ed)?|a|c)$"
    r"|(?:new|create[ds]?|creation|нов(?:ый|ая|ое|ые)|созда(?:ть|н|ём)|neu|nouveau|nuevo|novo|新規"
    r"|新建|新增"
    r"|신규|生成)(?: ?(?:[:：(),;—–-]|\.(?!\w)).*|(?: \w+)? (?:file|module|script|document|folder"
    r"|directory|файл|модуль|fichier|archivo|datei)\b.*)?$"
    r"|(?:create|add|write)s? (?:(?:a|the|this) )?(?:new )?(?:file|module|script|document)\b"
    r"|(?:will be|to be|be) created|.{0,200}\((?:a )?new(?: file)?\)"
    r"|.{0,200}\bif (?:it does )?not exists?\b"
)
_LOUD: Final = regex(r"(?:NEW|CREATE[DS]?|ADD(?:ED)?)\b")
_FILE_COLUMN: Final = regex(
    r"(?:allowed |target |new |source )?(?:files?|paths?|file ?names?|file ?paths?|director(?:y"
    r"|ies)|folders?"
    r"|modules?|locations?)(?: \(s\)| / \w+|s)?|(?:file|path)s?\b.{0,30}|файлы?|пут[ьи]|каталог"
    r"|datei(?:en|pfad)?"
    r"|pfad|fichiers?|chemin|archivos?|ruta|ficheiros?|arquivos?|caminho|percorso|plik|bestand"
    r"|文件|文件路径|路径|ファイル(?:名|パス)?|パス|파일|경로"
)
_ALLOWED_COLUMN: Final = regex(r"(?:allowed|editable|modify|change|writable|may change|можно)\??")
_REFUSED: Final = regex(r"(?:no|false|never|n|нет|nein|non|❌|✗|✘|🚫|⛔).{0,200}")
_LEAD: Final = regex(r"(?:(?:§ ?)?\d+(?:\.\d+)*[.):]?|[a-z][.)]|[^\w\s(\[\"'`]+)[ \t]+")


def spoken(title: str) -> str:
    """A title in lower case, without emphasis, numbering, symbols in front and marks at the end."""
    words = re.sub(r"[*`~]|(?<!\w)_+|_+(?!\w)", "", title[:1000]).strip()[:300]
    for _ in range(3):
        lead = _LEAD.match(words.casefold())
        words = words[lead.end() :] if lead else words
    return " ".join(words.casefold().split()).lstrip("([").strip(" :：.。#—–-")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern that few specs need: compiling it costs more than reading most specs."""
    return re.compile(pattern)


def is_forbidding(words: str) -> bool:
    """Whether these words keep files from being changed; "nothing but these" does not."""
    return bool(_FORBIDDEN.search(words)) and not _EXCEPT.search(words)


def is_ban(words: str) -> bool:
    """Whether a paragraph begins by forbidding."""
    return bool(_BAN.match(words)) and is_forbidding(words)


def only_reads(words: str) -> bool:
    """Whether a paragraph allows no more than to read."""
    return bool(_READING.match(words))


def is_others(words: str) -> bool:
    """Whether what is forbidden is all that is not listed."""
    return bool(compiled(_OTHERS).search(words))


def is_ban_of_these(words: str) -> bool:
    """Whether a title forbids the files below it, not only all others."""
    return is_forbidding(words) and not is_others(words)


def goes_on(title: str) -> bool:
    """Whether a title beside that of the section only opens a further list of it."""
    return bool(_NEXT_LIST.match(title))


def is_aside(words: str) -> bool:
    """Whether a title is about another matter than which files."""
    return bool(_ASIDE.match(words) or compiled(_ASIDE_END).fullmatch(words))


def is_new(words: str) -> bool:
    """Whether a title speaks of files that are to be made."""
    return bool(_NEW.search(words))


def is_mixed(words: str) -> bool:
    """Whether a title that speaks of new files speaks of those that are there as well."""
    return bool(_AS_WELL.search(words))


def is_change(words: str) -> bool:
    """Whether a title speaks of files, or of what is done to them."""
    return bool(_CHANGE.search(words))


def is_nothing(text: str) -> bool:
    """Whether an item says that there is none, or forbids."""
    words = spoken(text[:300])
    return bool(_NOTHING.match(words)) or bool(
        re.match(r"(?:do not|don['’]t|never|must not|не )\b", words)
    )


def is_kept(comment: str, *, cell: bool = False) -> bool:
    """Whether a comment, or the cell beside a path, says that the file is not to be changed."""
    words = spoken(comment)
    cell = cell or " " not in words
    return bool((_KEPT.fullmatch(words) if cell else None) or _KEPT_COMMENT.match(words))


def is_made(comment: str) -> bool:
    """Whether a comment, or the cell beside a path, says that the file is new."""
    lead = comment.lstrip(" *_`([")
    return bool(_LOUD.match(lead) or _MADE.match(" ".join(lead.casefold().split())[:400]))


def is_file_column(header: str) -> bool:
    """Whether a table's column holds paths."""
    return bool(_FILE_COLUMN.fullmatch(spoken(header)))


def is_allowed_column(header: str) -> bool:
    """Whether a table's column says yes or no to a change."""
    return bool(_ALLOWED_COLUMN.fullmatch(spoken(header)))


def is_refused(cell: str) -> bool:
    """Whether such a column says no."""
    return bool(_REFUSED.fullmatch(cell.strip(" *_`").casefold()))
