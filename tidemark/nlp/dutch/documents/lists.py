"""Dutch words for the order of a list in a document, and for choosing entries of one."""

import re

from tidemark.nlp.pack_fields import ChoiceCues, OrderCues, OrderKind, words_in
from tidemark.nlp.patterns import Pattern, frames

_SET = "(?:zet|wijzig|verander|maak|stel|corrigeer)"
_TO = "(?:op|in|naar|tot|=)"
_REMOVE = "(?:verwijder|schrap|wis|delete|gooi|haal|streep|neem)"
_GONE = "(?:weg|eruit|eraf|er uit|er af|af|uit|door|van de lijst(?: af)?|uit de lijst)"
_HAVE = (
    "(?:(?:is|zijn|was|waren|heeft|hebben|mag|mogen|moet|moeten)(?: (?:nu|inmiddels|ook|weer|al))*)"
)
_ON_TOP = "(?:bovenaan|vooraan|eerst|voorop|bovenin|helemaal bovenaan|helemaal vooraan)"

FRAMES = (
    *frames("rename", "noem (?:het|die|dat) {name}", value="het"),
    *frames("set", "geef (?:het|dit|dat|er) (?:een )?{value} (?:als|voor) {target}"),
    *frames(
        "reverse",
        "(?:draai|keer) (?:de )?volgorde van {target} om",
        "(?:draai|keer) {target} om",
        "(?:draai|keer) (?:de )?volgorde om van {target}",
        "(?:zet|plaats) {target} in (?:de )?omgekeerde volgorde",
        "{target} omdraaien",
    ),
    *frames("sort", "(?:sorteer|orden|rangschik) {target}", "{target} sorteren"),
    *frames("sort", "(?:zet|breng|plaats|leg) {target} (?:op|in) {order}"),
    *frames("sort", f"(?:zet|plaats|toon|schuif) {{target}} {_ON_TOP}", value="first"),
    *frames(
        "sort",
        f"{{target}} {_ON_TOP}(?: (?:zetten|plaatsen|graag))?",
        f"{{target}} (?:moet|moeten) {_ON_TOP}(?: (?:staan|komen))?",
        value="first",
        is_weak=True,
    ),
    *frames(
        "swap",
        "(?:wissel|verwissel|ruil) {target} (?:en|met) {other} (?:in|op|bij) {container}(?: om)?",
        "(?:wissel|verwissel|ruil) (?:in|op|bij) {container} {target} (?:en|met) {other}(?: om)?",
    ),
    *frames(
        "copy",
        "(?:voeg |maak |doe |zet )?(?:er )?(?:nog een|nog zo'n|een "
            "tweede|een extra) {head} (?:zoals|net als|gelijk aan) "
        "{target} ,? ?(?:maar|alleen)(?: dan)?(?: met)? {more}(?: toe| bij| erbij)?",
        "(?:kopieer|dupliceer) {target} (?:maar )?met {more}",
        "(?:kopieer|dupliceer) {target} (?:naar|in) {container}",
        "maak (?:een |nog een )?kopie van {target}",
        "(?:kopieer|dupliceer) {target}",
    ),
    *frames(
        "scale",
        "vermenigvuldig {target} met {by}",
        "maak {target} {by} (?:keer|maal) zo (?:groot|hoog|veel|lang|duur)",
    ),
    *frames(
        "scale",
        "deel {target} door {by}",
        "maak {target} {by} (?:keer|maal) (?:zo klein|zo "
            "laag|zo weinig|zo kort|kleiner|lager|minder)",
        value="down",
    ),
    *frames(
        "scale",
        "{target} (?:moet|mag|moeten) (?:half zo (?:hoog|"
            "veel|groot|lang|duur)|gehalveerd)(?: worden| zijn)?",
        value=0.5,
    ),
    *frames(
        "scale",
        "{target} (?:moet|mag|moeten) (?:twee keer zo (?:hoog|"
            "veel|groot|lang|duur)|verdubbeld)(?: worden| zijn)?",
        value=2.0,
    ),
    *frames(
        "amount_up",
        "{target} (?:is|zijn|wordt|worden) (?:nu )?{by} duurder(?: geworden)?",
        value="price",
        is_weak=True,
    ),
    *frames(
        "amount_down",
        "{target} (?:is|zijn|wordt|worden) (?:nu )?{by} goedkoper(?: geworden)?",
        value="price",
        is_weak=True,
    ),
    *frames(
        "amount_up",
        "(?:doe|gooi|tel|voeg|zet) er (?:nog )?{by} {target} (?:bij|aan toe)",
        "(?:doe|voeg) nog {by} {target} (?:erbij|toe)",
    ),
    *frames("amount_down", "(?:doe|neem|haal) (?:maar |er )?{by} {target} (?:minder|af|weg)"),
    *frames(
        "set_each",
        f"(?:zet|verander|wijzig) (?:bij|voor|van) {{each}} {{member}} {_TO} {{value}}",
        f"{_SET} {{member}} (?:van|bij|voor|in) {{each}} {_TO} {{value}}",
        f"{_SET} {{member}} {_TO} {{value}} (?:voor|bij|van|in) {{each}}",
        f"(?:voor|bij) {{each}} ,? ?{_SET} {{member}} {_TO} {{value}}",
        "geef {each} (?:een|de|het|als) {member} {value}",
        "(?:geef|draag|verplaats) {each} (?:over )?aan {value}",
    ),
    *frames("set_each", "(?:zet|markeer) {each} (?:op|als) {value}"),
    *frames("set_each", "{each} (?:moet|moeten|mag|mogen|gaat|gaan) naar {value}"),
    *frames("amount_each", "verhoog {member} (?:van|bij|voor) {each} met {by}", value=1),
    *frames("amount_each", "(?:verlaag|verminder) {member} "
            "(?:van|bij|voor) {each} met {by}", value=-1),
    *frames(
        "flag_each",
        "(?:markeer|zet|vink|noteer) {each} (?:aan als|af als|als|op|tot) {flag}",
        "maak {each} {flag}",
    ),
    *frames(
        "flag_each", f"{{each}} {_HAVE} "
            f"{{flag}} {{but}}", f"{{each}} {_HAVE} {{flag}}", is_weak=True
    ),
    *frames("flag_each", "(?:vink|streep) {each} (?:af|aan)", value="only"),
    *frames(
        "remove_each",
        f"{_REMOVE} {{each}} (?:uit|van) {{container}}(?: {_GONE})?",
        f"{_REMOVE} {{each}} {_GONE}",
        "(?:verwijder|schrap|wis|delete) {each}",
        f"{{each}} (?:mag|mogen|moet|moeten|kan|kunnen) {_GONE}",
    ),
)  # fmt: skip


def _kind(pattern: str) -> Pattern:
    on_top = r"(?:\s+(?:eerst|bovenaan|vooraan))?"
    return re.compile(rf"\b(?:de |het )?(?:{pattern})\b{on_top}", re.I)


ORDERS = OrderCues(
    kinds=(
        OrderKind("price", _kind("duurste?"), is_down=True),
        OrderKind("price", _kind("goedkoopste?")),
        OrderKind("day", _kind("nieuwste?|meest recente?|recentste?"), is_down=True),
        OrderKind("day", _kind("oudste?|vroegste?|chronologisch|chronologische?")),
        OrderKind("text", _kind("z ?(?:tot|-|naar) ?a|omgekeerd alfabetisch"), is_down=True),
        OrderKind("text", _kind("a ?(?:tot|-|naar) ?z|alfabetische?|(?:op )?alfabet|alfabetische")),
        OrderKind("number", _kind("hoogste?|grootste?|meeste?"), is_down=True),
        OrderKind("number", _kind("laagste?|kleinste?|minste?")),
    ),
    up=re.compile(
        r"\b(?:oplopend|(?:van )?(?:laag|klein|oud|goedkoop|weinig|vroeg) naar "
        r"(?:hoog|groot|nieuw|duur|veel|laat))\b",
        re.I,
    ),
    down=re.compile(
        r"\b(?:aflopend|(?:van )?(?:hoog|groot|nieuw|duur|veel|laat) naar "
        r"(?:laag|klein|oud|goedkoop|weinig|vroeg))\b",
        re.I,
    ),
    by=re.compile(
        r"[\s,]+(?:op|naar|volgens|aan de hand van)\s+"
        r"(?:(?:de|het|hun|volgorde van|basis van|wat er|hoeveel er)\s+)*",
        re.I,
    ),
    in_order=re.compile(
        r"(?:de )?(?:goede |juiste |alfabetische |chronologische |oplopende |aflopende )?"
        r"(?:volgorde(?: van(?= ))?|alfabet)",
        re.I,
    ),
    plural=re.compile(r"(?:en|s)$", re.I),
    name=re.compile(r"\b(?:naam|namen|titels?)\b", re.I),
    price=re.compile(r"prijs|kosten|bedrag|tarief|contributie|huur(?!der)", re.I),
    age=re.compile(r"leeftijd", re.I),
)

_BUT = r"(?:behalve(?: voor)?|uitgezonderd|maar niet)\s+"

CHOICES = ChoiceCues(
    everyone=re.compile(
        r"(?:(?:alles|iedereen)\b|(?:allemaal|alle|al|iedere?|elke?|beide)(?:\s+van)?\b"
        r"(?:\s+(?:de|het|die|deze|mijn|onze)\b)*)\s*",
        re.I,
    ),
    but=re.compile(
        rf"(?P<all>.+?),? (?:{_BUT}|op (?=.+ na$))(?P<but>.+?)(?: na)?$",
        re.I,
    ),
    besides=re.compile(_BUT, re.I),
    that=re.compile(
        r"(?P<what>.*?)\b(?:waarvan|waarbij|waar|die|dat|wat|met)\b (?P<how>.+)",
        re.I,
    ),
    kind_of=re.compile(r"(?:de |mijn |onze )?\S.* (?:spullen|dingen|items|regels)", re.I),
    where=re.compile(r"\s*,?\s*\b(?:waarvan|waarbij|waar)\s+(?P<how>.+)$", re.I),
    everywhere=re.compile(
        r"\s*\b(?:voor |van |bij |in )?(?:iedereen|allemaal|overal|elk van hen|"
        r"ze allemaal|alle regels|alle items)\b",
        re.I,
    ),
    owned=re.compile(r"(?P<owner>[^\W\d]\w*?)(?:['’]s|s)\s+(?=\w)", re.I),
    late=re.compile(
        r"\b(?:over (?:de|hun|zijn) (?:deadline|datum|tijd)(?: heen)?|te laat|verlopen|"
        r"achterstallige?)\b",
        re.I,
    ),
    compared={
        "<=": re.compile(r"\b(?:hoogstens|hooguit|maximaal|niet meer dan)\s+", re.I),
        ">=": re.compile(r"\b(?:minstens|minimaal|ten minste|niet minder dan)\s+", re.I),
        "<": re.compile(r"\b(?:minder dan|onder(?: de)?|lager dan|goedkoper dan)\s+", re.I),
        ">": re.compile(r"\b(?:meer dan|boven(?: de)?|hoger dan|duurder dan)\s+", re.I),
    },
    filler=words_in(
        "dingen spullen is zijn was waren wordt worden heeft hebben had de het een van in op aan "
        "er al nu dat die "
        "wat met en nog dan reeds"
    ),
)
