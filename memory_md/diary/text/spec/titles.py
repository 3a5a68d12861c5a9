"""The titles that say that a list of allowed files follows, in the languages of specs. Pure."""

from __future__ import annotations

import re
from typing import Final

from ....base.regex import regex
from ..spec_words import compiled, spoken

_KIND: Final = (
    r"(?:(?:source|project|repo|repository|code|test|docs?|new|existing|modified|production|target"
    r"|implementation|runtime|specific)[ -])?"
)
_THING: Final = r"(?:files?|paths?|director(?:y|ies)|folders?|file paths|file list)"
# What opens a section, at the beginning of a title or of a part of it.
_ALLOWED: Final = regex(
    r"(?:the |list of |only |all |explicitly |strictly |updated |revised |final |exact ){0,2}(?:"
    rf"(?:new )?(?:allowed|permitted|allow-?listed|whitelisted|authori[sz]ed) {_KIND}{_THING}"
    rf"|{_KIND}{_THING}(?: (?:and|&|or|/) {_THING})?[:：]? "
    r"(?:(?:you|agents?|we) (?:are|is) |that are |which are )?"
    r"(?:allowed|permitted|allowlisted|authori[sz]ed)"
    rf"|{_THING} (?:allow-?list|whitelist)|{_THING} (?:you|that|which) (?:may|can) (?:be )?"
    r"(?:modif(?:y|ied)|chang(?:e|ed)|edit(?:ed)?|touch(?:ed)?))"
)
# The same in other languages, and what stands in any of them. Compiled where a spec needs it, as
# other patterns below that few do: at start-up that costs more than all the rest.
_CYRILLIC: Final = (
    r"(?:новые |все )?(?:разреш[её]нн\w+|допустимы\w+|дозволен\w+) (?:[\w/-]+ ){0,2}(?:файл\w*"
    r"|пут\w+|каталог\w*|документ\w*)|(?:новые )?файлы,? (?:разреш[её]нн\w+|которые можно"
    r"|доступные для)"
)
_LATIN: Final = (
    r"(?:erlaubte|zulässige|freigegebene) (?:neue )?(?:dateien|pfade|verzeichnisse|ordner)"
    r"|dateien,? die geändert werden dürfen"
    r"|(?:fichiers?|chemins?) (?:autorisés?|permis|modifiables?)"
    r"|(?:archivos|ficheros|rutas|arquivos|ficheiros|caminhos) (?:permitid|autorizad)[oa]s"
    r"|(?:file|percorsi) (?:consentiti|ammessi|permessi|autorizzati)|dozwolone (?:pliki|ścieżki)"
    r"|toegestane (?:bestanden|paden)|izin verilen dosyalar|povolené soubory"
    r"|(?:các )?(?:tệp|tập tin|file) được phép|(?:file|berkas) yang (?:diizinkan|boleh diubah)"
)
_OTHER_SCRIPT: Final = (
    r"الملفات المسموح\w*|(?:فایل|پرونده)\S* مجاز"
    r"|(?:[^\W\d_a-z]{0,8}(?<![不未禁非勿经無无]))?(?:允许|可以?)(?:被)?(?:修改|变更|更改|编辑|改动|新增"
    r"|新建|创建|添加)?的?(?:文件|檔案|路径|目录)|允許(?:修改|變更)?的?(?:檔案|路徑)"
    r"|(?:変更|編集)?(?:を)?許可(?:された|する|済み)?(?:の)?(?:ファイル|パス)|(?:変更|編集|修正)"
    r"(?:可能な?|可の?|して(?:も)?(?:よい|良い))ファイル"
    r"|(?:(?:변경|수정|편집)(?:을|이)? ?)?허용(?:된|되는|하는|할)? ?(?:파일|경로)"
    r"|(?:변경|수정|편집) 가능(?:한)? ?파일"
)
# How one of these begins in Latin letters.
_FIRST_WORDS: Final = frozenset(
    ("erlaubte", "freigegebene", "dateien", "fichier", "fichiers", "chemin", "chemins", "archivos",
     "ficheros", "rutas", "arquivos", "ficheiros", "caminhos", "file", "percorsi", "dozwolone",
     "toegestane", "izin", "berkas", "zulässige", "povolené", "các", "tệp", "tập")
)  # fmt: skip
# What makes the rest of such a title speak of something else than a list of files.
_OTHER_MATTER: Final = regex(
    r"[ -]*(?:check\w*|validat\w*|verif\w*|enforce\w*|pars\w*|extract\w*|line number\w*|handling"
    r"|bugs?"
    r"|issues?|violation\w*|mismatch\w*|problem\w*|is|are not|not|was|were|has|have|section|drift"
    r"|diff"
    r"|logic|parity|audit|coverage|test(?:s|ing)?|regex|feature|hook\w*|guard\w*|gate\w*|review\w*"
    r"|rationale|reason\w*|justification"
    r"|to (?:be )?(?:read|import\w*|reference\w*|inspect|view)|for (?:reading|reference)"
    r"|(?:in|by|from) (?:a |the )?spec\w*)\b"
)
# What may follow where nothing else may.
_SIMPLE_REST: Final = regex(
    r"[ ()\[\]:.]*(?:to (?:be )?(?:modif|chang|edit|creat|touch|delet|add|updat|mov"
    r"|renam)\w*[ ()\[\]:.]*)?(?:[ ]*[(:—–-].*)?"
)
_PARTS: Final = regex(r"[:：|/]| [—–-] | (?:and|&|и|та|und|et|y|e|en|oraz|ve) |[和及与與と]")


def opens_section(title: str, *, whole: bool = False) -> bool:
    """Whether a title (see `spoken`) names a list of allowed files; `whole`: and nothing else."""
    if _says_allowed(title, whole=whole):
        return True
    parts = _PARTS.split(title)[1:4] if not whole else []
    return any(_says_allowed(spoken(part), whole=True) for part in parts)


def _abroad(title: str) -> re.Match[str] | None:
    first = title[:1]
    if first.isalpha() and first > "\u02ff":
        return compiled(_CYRILLIC if first < "\u0530" else _OTHER_SCRIPT).match(title)
    return compiled(_LATIN).match(title) if title.split(" ", 1)[0] in _FIRST_WORDS else None


def _says_allowed(title: str, *, whole: bool) -> bool:
    found = _ALLOWED.match(title) or _abroad(title)
    if found is None:
        return False
    rest = title[found.end() :]
    if rest[:1].isalnum() or _OTHER_MATTER.match(rest):
        return False
    return not whole or _SIMPLE_REST.fullmatch(rest) is not None
