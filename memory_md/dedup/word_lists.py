"""Words by the part they play in a sentence: those that carry little, deny, warn, assign or count.

English first, and the function words of a few other languages; all in lower case.
"""

from __future__ import annotations

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


# No topic at all.
STOP: Final = words(
    "a an the this that these those it its is are was were be been being am of to in on at by for"
    " from with and or as into onto over under about between within across through per out up"
    " do does did done has have had having will would can could may might we i you he she they them"
    " their our your his her us my me which who whom whose what where why how there here so then"
    " than too very just also even but yet s t ll ve re d m if because since while although though"
    " etc eg ie both either whether such some more most much many few now still already otherwise"
    " therefore thus hence actually really simply toward towards along again itself themselves"
    " anywhere anymore somewhere everywhere himself when whenever upon any unless until till"
    " during instead else let"
    " der die das den dem des ein eine einen einem einer und oder ist sind war wird werden wurde zu"
    " im am auf aus bei mit von vom für auch es er sie wir sich dass wenn noch nach müssen muss"
    " le la les un une du de et ou est sont était au aux en dans sur pour par avec ce cette ces il"
    " elle nous vous ils elles que qui ne n l qu se doit doivent"
    " el los las y o son por para con del al lo su sus una unos"
    " и в во на с со к ко от до из за по об у при для что чтобы как это этот эта или но же ли бы"
    " а то так его её их мы вы они он она нужно надо"
    " parce потому perché omdat 因为 由于"
)

# Half the entries of any memory have them.
LIGHT: Final = words(
    "use need make set add work way thing case time first last change file code test value type"
    " name data call check like good better best take go come put try want see find know think"
    " happen cause explicit same other another different one only every always point line number"
    " field function object list item result order level state mode step user show read write"
    " start end stop fix create mistake right wrong new old own correct possible able project run"
    " get keep pass send store update process contain wait own before after support every choose"
    " only never without problem issue note version default always via big small must because"
    " on off everything nothing something anything"
)

NEGATORS: Final = words(
    "not no never cannot cant can't without neither nor none avoid avoids avoiding dropped"
    " abandoned instead outside except excluding ditched forbidden prohibited unable lack lacks"
    " refrain nobody nothing zero verboten interdit interdite prohibido prohibida"
    " nicht kein keine keinen keinem keiner nie niemals ohne statt anstatt"
    " pas jamais sans plutôt aucun aucune"
    " не нет никогда без нельзя вместо запрещено ни"
    " nunca sin jamás ningún ninguna não nunca sem non mai senza invece niet geen nooit zonder"
    " nie bez zamiast inte aldrig utan ikke aldri uten"
)
# Before a verb in "-ing" these deny it: "we stopped using X".
CEASED: Final = words("stopped quit ceased")
# … and so does "against" behind these.
DECIDED: Final = words("decided decide opted voted chose ruled advised argued")
# These deny little more than the next word or two.
BRIEF: Final = words("zero without outside except excluding ohne sans без sin sem senza")
# These stand behind what they deny as often as before it: they turn their whole clause around.
BACKWARD: Final = words(
    "nothing nicht pas niet inte ikke forbidden prohibited verboten interdit interdite"
    " prohibido prohibida"
    " запрещено"
)
NEGATIVE_SIGNS: Final = "不没沒未无無勿别別非"

# What somebody says who means "do not" without saying it; concepts, not word forms.
WARNINGS: Final = words(
    "break leak pollute fail hang wrong delete race mistake silently infinite flaky duplicate hide"
    " problem trouble deadlock overflow slow stale reject broken panic dangerous unsafe insecure"
    " leftover lose conflict block expose otherwise"
)
PROHIBITIONS: Final = words("never avoid avoids avoiding don't not cannot forbidden")

# A new clause: what was denied before it is denied no longer.
BREAKS: Final = words(
    "but while when whenever because since so which that if unless until where although though"
    " otherwise aber weil wenn sondern mais parce quand но потому если когда than then"
    " porque perché omdat 因为 由于"
)
CONDITIONS: Final = words(
    "if when whenever unless except until only während wenn falls außer si sauf quand если когда"
    " кроме"
)
# What follows one of these is the value of what stands before it.
ASSIGNS: Final = words(
    "is are be default set equals named called lives live stored located listens points reads"
    " defaults expects returns return pin pinned"
)
# The subject of a sentence ends before the first of these.
VERBS: Final = words(
    "is are was were be been can cannot could may might must should shall will would has have had"
    " do does did doesn't don't isn't aren't won't can't shouldn't mustn't need needs requires"
    " require use uses runs run returns return means mean defaults default lives live stores store"
    " breaks break fails fail expects expect goes go gets get takes take makes make holds hold"
    " reads writes keeps keep contains stands owns sends adds lists accepts rejects allows ignores"
    " starts stops drops starts happens works apply applies exists stay stays wird werden ist sind"
    " muss müssen nutzt est sont doit doivent"
)
# A number behind one of these is a name: another number is another thing.
NUMBERED: Final = words(
    "phase step task issue pr ticket part chapter week sprint milestone rule section case iteration"
    " story epic bug adr rfc cve layer wave plan level stage round table figure appendix option"
    " finding check # no nr vm ct #"
)
# Behind these it is a name where it is what the line is about: "exit code 2 means …".
CODES: Final = words("code error http status exit line day")

_COUNTED: Final = (
    "zero|once eins|two twice double zwei deux два две|three thrice triple drei trois три"
    "|four vier quatre четыре|five fünf cinq пять|six sechs шесть|seven sieben sept семь"
    "|eight acht huit восемь|nine neun neuf девять|ten zehn dix десять|eleven|twelve|thirteen"
    "|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
)
NUMBERS: Final = {
    word: float(value) for value, spelt in enumerate(_COUNTED.split("|")) for word in spelt.split()
} | {
    "twenty": 20.0,
    "thirty": 30.0,
    "forty": 40.0,
    "fifty": 50.0,
    "sixty": 60.0,
    "seventy": 70.0,
    "eighty": 80.0,
    "ninety": 90.0,
    "hundred": 100.0,
    "thousand": 1000.0,
}

# unit as written -> (dimension, how many of its base)
UNITS: Final = {
    word: (dimension, size)
    for dimension, size, written in (
        ("time", 0.001, "ms msec millis millisecond milliseconds мс 毫秒"),
        (
            "time",
            1.0,
            "s sec secs second seconds sekunde sekunden seconde secondes секунд 秒 с сек",
        ),
        ("time", 60.0, "min mins minute minutes minuten минут минуты 分钟 分"),
        ("time", 3600.0, "h hr hrs hour hours stunde stunden heure heures час часа часов 小时"),
        ("time", 86400.0, "d day days tag tage tagen jour jours день дня дней 天"),
        ("time", 604800.0, "week weeks woche wochen semaine semaines"),
        ("time", 2592000.0, "month months monat monate mois"),
        ("time", 31536000.0, "year years jahr jahre"),
        ("size", 1.0, "byte bytes b"),
        ("size", 1024.0, "kb kib kilobyte kilobytes k"),
        ("size", 1048576.0, "mb mib megabyte megabytes"),
        ("size", 1073741824.0, "gb gib gigabyte gigabytes"),
        ("size", 1099511627776.0, "tb tib"),
        ("share", 1.0, "% percent prozent"),
        ("count", 1000000.0, "m million mio"),
        ("px", 1.0, "px pixel pixels"),
        ("em", 1.0, "rem em"),
        ("x", 1.0, "x times mal fois раз раза"),
    )
    for word in written.split()
}

# Behind one of these, "from" names what is no longer so.
MOVES: Final = words(
    "move moved moves migrate migrated migrates switch switched switches port ported convert"
    " converted change changed moving migrating switching"
)
REPLACES: Final = words("replaces replaced supersedes superseded")
# What stands behind these is how it comes, not what is claimed.
REASONS: Final = words(
    "because when whenever since if unless until where otherwise although though while weil wenn"
    " parce quand если когда"
)
# A verb that "no" denies together with its object: "requires no login" is "does not require".
HAVING: Final = words(
    "need needs require requires required needed has have had take takes accept accepts contain"
    " contains use uses ship ships get gets"
)
# A line that only says how good or how far something is, not what: another one is no answer to it.
VERDICTS: Final = words(
    "good bad neutral pro pros con cons confidence score rating grade status priority severity"
    " total result effort impact"
)

# Verbs that any noun may have, and quantities: they do not say what a sentence is about.
BLANK: Final = words(
    "make makes made do done get gets take takes took taken have has happen happens perform"
    " performed give given put set go goes pass passed work works run runs need needs"
    " require requires"
    " must should use uses used appear appears"
)
QUANTITIES: Final = words(
    "first last one only all every each any both same other another single several"
)
