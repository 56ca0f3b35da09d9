"""Dutch words that deny, correct or replace something said before."""

import re

from tidemark.nlp.corrections import Corrections, person_codes, stems_of
from tidemark.nlp.patterns import each_of

_GOES_ON = r"(?:ja|en|ook|trouwens|nog)\b"  # after "oh"
_OPENER = (
    rf"\W*(?:(?:oh?(?!,? {_GOES_ON})|ho|nee|wacht even|wacht|nou|"
    r"sorry|oeps|foutje|vergissing|eigenlijk|toch|correctie|rectificatie|update|liever|"
    r"ik bedoel(?:de)?|"
    r"kleine(?= (?:correctie|rectificatie|wijziging|aanpassing|update|vergissing|fout)\b)|"
    r"maak (?:er|daar)(?: maar)?|doe (?:maar|toch)(?: maar)?|"
    r"het moet(?:en)?|(?:het|dat) (?:is|moet zijn|wordt))\b[\s,:–—-]*)"
)
_HOUR = r"(?:een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|1?\d(?![\d:.]\d))"
_WEEKDAY = r"(?:maan|dins|woens|donder|vrij|zater|zon)dag"
_MONTH = (
    r"(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)"
)
_OLD = r"(?P<old>(?:[^,.;:!?]|(?<=\d)[.,:](?=\d)){1,60}?)"
_NEW = r"(?P<new>(?:[^.;!?]|(?<=\d)\.(?=\d)){1,120})"
_NO_REASON = (  # "no eggs, Sanne is allergic" gives no other thing
    r"(?!\w+ (?:lust|eet|mag|kan|houdt|wil|(?:is|zijn|ben) (?:heel |erg |ook )?"
    r"(?:allergisch|vegetari\w+|veganist\w*|ziek|weg|er niet))\b)"
)
_SETS = (
    r"(?:maak|zet|verander|wijzig|verhoog|verlaag|verplaats|verzet|verschuif)(?: van)?(?= (?:de|"
    r"het|mijn|onze?|zijn|haar) (?:[a-zë-]+ ){1,4}?(?:(?:op|naar|in|tot|van) )?(?:[€$£] ?)?(?:\d|"
    rf"{_WEEKDAY}|{_MONTH}))"
)
_STEPS_IN = r"(?:komt|valt in|spreekt|neemt|doet|speelt|gaat)"

_PHONE = (
    r"(?:telefoon|mobiele? ?|gsm-?|06-?)nummer|(?:telefoon|mobiel|gsm|tel)\b\.?(?:[ -]?nr\b\.?)?|"
    r"(?:tel|mob)nr\b\.?"
)
_EMAIL = r"e?-?mail(?:adres)?"


def _article(article: str, following: str) -> str:
    """Return ``article`` unchanged, because "een" has one form."""
    return article


# After "vergeet de wortels": the plan changes, and nothing is to be forgotten
_NEW_PLAN = (
    r"(?:en |maar |dus )?(?:ik (?:wil|heb|doe|neem) (?:toch )?liever|liever|doe (?:toch )?maar|"
    r"laten we(?! het)|(?:ik|we|wij) (?:gaan? (?:voor|toch)|nemen?|kiezen?|doen|zetten|"
    r"planten|bestellen|maken|kopen)|het wordt)"
)


CORRECTIONS = Corrections(
    persons=person_codes(
        "ik:1 me:1 mij:1 mijn:1 m'n:1 we:1 wij:1 ons:1 onze:1 je:2 jij:2 jou:2 jouw:2 jullie:2 "
        "hij:m hem:m zijn:m zij:f haar:f hun:p hen:p"
    ),
    denies=re.compile(r"\b(?:niet|nooit|geen|zonder)\b", re.I),
    ends=re.compile(
        r"\b(?:niet|geen|nooit)\b.{0,60}\bmeer\b|\b(?:gestopt|stop|opgehouden) met\b|\bopgegeven\b",
        re.I,
    ),
    corrects=re.compile(
        r"\b(?:nu|inmiddels|eigenlijk|toch|correctie|sorry|geworden|veranderd|gewijzigd|verzet|"
        r"verhuisd|verplaatst|nieuwe?|voortaan|niet meer|geen .+ meer)\b",
        re.I,
    ),
    labels=re.compile(
        r"(?:kleine )?(?:correctie|rectificatie|update|wijziging|aanvulling|opmerking|let op|sorry|"
        r"p\.?s\.?|n\.?b\.?)\s*[:,–—]\s*",
        re.I,
    ),
    announces=re.compile(
        r"\W*(?:oh?,? |nee,? |wacht,? |kleine )*"
        r"(?:correctie|rectificatie|update|wijziging|sorry|oeps|eigenlijk|ik bedoel(?:de)?)\b",
        re.I,
    ),
    instead=re.compile(
        r"\btoch (?:maar|liever)\b(?!.*\bdan\b)|\bin plaats daarvan\b|\bvan gedachten veranderd\b|"
        r"\bbij nader inzien\b",
        re.I,
    ),
    replaced=(
        re.compile(
            r"(?:\bin plaats van|\bi\.?p\.?v\.?|, (?:en )?niet|\ben niet|\bniet meer|"
            r"\bliever\b.{1,60}?\bdan)\s+(?P<old>[^,.;]+)",
            re.I,
        ),
        re.compile(r"\b(?:niet|geen)\s+(?P<old>[^,.;]+?)\s*(?:,|\bmaar\b)\s*(?!niet\b)\S", re.I),
        re.compile(
            r"\b(?:verander|wissel|verschuif|verschov|verhuis|verplaats|verzet|overgestapt|"
            r"gewijzigd)"
            r"\w*\s+van\s+(?P<old>.+?)\s+naar\b",
            re.I,
        ),
        re.compile(
            r"\bvan\s+(?P<old>.+?)\s+naar\b.*\b(?:veranderd|verplaatst|verzet|overgestapt)\b", re.I
        ),
    ),
    likes=re.compile(
        r"\b(?:hou(?:d|den|dt)? (?:\w+ ){0,2}van|lust\w*|leuk|lekker|fijn|graag|dol op|"
        r"liever|liefst|favoriete?)\b",
        re.I,
    ),
    dislikes=re.compile(r"\b(?:haat|hekel|verafschuw|vermijd|kan niet tegen)\w*\b", re.I),
    slots=(
        re.compile(
            r"\b(?:mijn|m'n|onze|ons|de|het)\s+(?P<slot>(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+"
            r"(?:is|zijn|wordt|worden|ligt|begint|vertrekt|komt)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?(?:woont?|wonen))\s+(?:\w+\s+)?"
            r"(?:in|bij|op|aan)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?(?:bij|"
            r"voor)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?werk(?:t|en)?)\s+(?:\w+\s+)?in\s+(?P<value>.+)", re.I
        ),
    ),
    contraries=(
        re.compile(r"\b(?:vegetari\w+|vegan\w*)\b", re.I),
        re.compile(r"\beet(?:en)?\s+(?:(?!geen\b)\w+\s+){0,3}(?:vlees|vis|kip|alles)\b", re.I),
    ),
    exclusive=re.compile(
        r"\b(?:liefst|liever|favoriete?|lievelings\w+|voorkeur|ik woon|ik werk|noem me|"
        r"gebruik\w*)\b",
        re.I,
    ),
    head=0,
    frame=stems_of(
        "nu inmiddels eigenlijk toch correctie sorry geworden veranderd gedachten liever liefst "
        "voorkeur hou houd houden haat hekel vind lekker leuk meer altijd nooit gestopt gebruik "
        "gebruiken ga gaan gaat besloten beslissing neem nemen doe kies kiezen plaats "
        "favoriete wil",
        "nl",
    ),
    only_gives=stems_of("krijg krijgt kreeg gekregen lukt past schikt beter komt kan uur", "nl"),
    change_words=frozenset(
        "nieuw nieuwe huidige laatste definitieve vergissing foutje verplaatst verzet "
        "verhuisd veranderd verhoogd verlaagd verlengd vervroegd uitgesteld omhoog omlaag "
        "lager hoger trouwens weer".split()
    ),
    swaps=each_of(
        rf"^(?:{_OPENER})*(?:het (?:is|wordt|was) )?(?:niet|geen) {_OLD}"
        rf"(?:,? maar |, (?:maar |liever |juist |wel )?|;? ?[–—-] ){_NO_REASON}{_NEW}",
        rf"^.{{1,60}}?\b(?P<drop>(?:toch )?(?:niet|geen) {_OLD},? maar (?:toch |wel )?){_NEW}",
        rf"^.{{1,60}}?\b(?:is|was|zijn|waren|kost|kostte) (?P<drop>(?:toch )?(?:niet|geen) {_OLD}"
        rf"[,;:] ?(?:het|dat|die|ze|hij) (?:is|was|zijn|waren|kost|kostte)) {_NEW}",
        rf"^{_NEW}(?P<drop>(?:,| en|,? maar|(?<=\d)) (?:niet|geen) {_OLD}(?: meer)?)(?=[.!;]|$)",
        rf"^(?:{_OPENER}|bedoelde )+(?P<new>[\w’'-]+(?: [\w’'-]+)?) niet (?:de |het )?{_OLD}"
        r"(?=[.!;]|$)",
        rf"^{_NEW}\b(?P<drop>(?:in plaats van|i\.?p\.?v\.?) {_OLD})"
        r"(?:,|[.!](?!\d)|$| omdat\b| want\b)",
        rf"^(?:{_OPENER})*in plaats van {_OLD},? {_NEW}",
        rf"\bliever {_NEW} dan {_OLD}[.!]*$",
        rf"\bvergeet (?:de |het |die |dat )?{_OLD}(?: maar)?[,;–—-]+ {_NEW_PLAN} "
        rf"(?:de |het )?{_NEW}[.!]*$",
        rf"\b(?:niet|geen) {_OLD} meer,? (?:maar )?{_NEW}",
        rf"\bvan {_OLD} (?:naar|verplaatst naar|verzet naar|verschoven naar) {_NEW}",
        rf"^(?:vervang|ruil|verander|wijzig) {_OLD} (?:door|voor|in|naar) {_NEW}",
        rf"^(?P<old>{_WEEKDAY}|\d[\d.:]{{0,6}}) wordt (?:toch |nu |dan )?{_NEW}",
        rf"^{_OLD} (?:is|wordt|werd) vervangen door {_NEW}",
        rf"^{_OLD} (?:is|zijn|was|waren) te \w+[;,] (?:.{{1,40}}? (?:me|ons|krijg|kreeg|nemen?|"
        rf"doen?|speel|spelen) )?{_NEW} (?:in plaats daarvan|(?:er|daar)voor in de plaats)[.!]*$",
        rf"^{_NEW} (?:vervangt|neemt het over van) {_OLD}[.!]*$",
        rf"^{_OLD} (?:heeft |hebben )?(?:afgezegd|afgehaakt|vertrekt|stopt|"
        rf"gaat weg(?: bij [^,]{{1,30}})?|kan niet(?: komen)?|komt niet|is ziek|"
        rf"zegt af|valt af)\b,? (?:en |dus |maar )?{_NEW}\b{_STEPS_IN}\b.{{0,30}}"
        rf"\b(?:in plaats daarvan|in (?:zijn|haar|hun) plaats|ervoor in de plaats|nu|over)\b",
    ),
    swap_words=re.compile(
        r"\b(?:wordt|"
        r"niet|geen|in plaats|i\.?p\.?v|liever|naar|vervang|ruil|verander|wijzig|neemt het|"
        r"afgezegd|afgehaakt|vertrekt|stopt|gaat weg|is ziek|zegt af|valt af)",
        re.I,
    ),
    sets=re.compile(rf"^\W*(?:(?:nee|o nee|wacht|sorry|oké|ok)\W+)*{_SETS}", re.I),
    opens=re.compile(rf"^{_OPENER}+", re.I),
    interjections=frozenset({"oh", "o", "ho", "ah"}),
    replies=re.compile(r"^\W*nee,\s+", re.I),
    second_thought=re.compile(
        r"(?:(?:\s*[,;.…–—-]+\s*|\s+)(?:(?:eh+m?|uh+m?|oh|o)\b\W*)*(?:nee+ wacht|nee+,? sorry|"
        r"nee+,? toch(?: maar)?|wacht,? nee+|wacht|(?:sorry,? )?ik bedoel(?:de)?|sorry|correctie|"
        r"foutje)\b|(?:\s*[,;…–—-]+\s*(?:(?:eh+m?|uh+m?|oh|o)\b\W*)*|\s+(?:(?:eh+m?|uh+m?)"
        r"\b\W*)+)nee+\b)(?: (?:even|het is|het wordt))*[\s,:.…–—-]*",
        re.I,
    ),
    calls_off=re.compile(
        r"\b(?:ga(?:at|an) (?:(?:helaas|toch|dus|nu|dan|zeker) )*niet (?:meer )?door|(?:is|zijn|"
        r"wordt|worden) (?:(?:helaas|toch|dus|nu) )*(?:afgelast|afgezegd|geannuleerd|gecanceld|"
        r"geschrapt|afgeblazen)|vervalt|vervallen)\b|"
        r"^\W*(?:(?:oké|ok|en|dus|oh|nee),? )*(?:zeg (?:de|het|mijn|onze) (?:\S+ ){1,3}af\b|"
        r"(?:annuleer|cancel|schrap) (?:de|het|mijn|onze)\b|(?:ik|we) (?:heb|hebben) "
        r"(?:de|het|mijn|onze) (?:\S+ ){1,3}(?:afgezegd|afgebeld|geannuleerd|gecanceld)\b)",
        re.I,
    ),
    goes_ahead=re.compile(r"\bga(?:at|an) (?:(?:toch|gewoon|wel|weer|nu|gelukkig) )+door\b", re.I),
    moves_by=re.compile(
        r"\b(?:wordt|worden|is|zijn|gaat|gaan|komt|begint|beginnen|vertrekt|vertrekken)"
        r" (?:(?:toch|nu|dus|helaas) )*(?:een|één|twee|drie|vier|vijf|zes|\d+|een half|een paar)"
        r" (?:dag|dagen|week|weken|maand|maanden|jaar|uur|uurtje|kwartier|minuten)"
        r" (?:later|eerder|vroeger)\b",
        re.I,
    ),
    restates=re.compile(
        r"^\W{0,3}(?:(?P<opens>(?:(?:nee|wacht|sorry|oeps|foutje|correctie|ik bedoel(?:de)?|"
        r"bedoelde|"
        r"ik heb me (?:bedacht|vergist)|ik ben van gedachten veranderd|"
        r"liever|laat maar|doe (?:dan |toch )?maar|(?:het |dat |die )?wordt(?: toch| nu| dan)?|"
        r"hmm+|"
        r"toch niet(?=,)|toch|tegenwoordig|voortaan|maak er(?: maar)?|neem (?:toch )?maar|"
        r"bij nader inzien|weer|"
        r"nu(?! (?:de|het|een)\b))\b"  # "nu de taart" goes on to another subject
        r"[\s,:;.–—-]{1,4}){1,5}|(?<=\*)(?=\w))"
        r"|(?P<says>(?:[A-Z][\w’']{1,20} zegt (?:dat )?|maar ){0,2}"
        r"(?:het|dat|hij|ze|zij|die) (?:is|zijn|wordt|worden) "
        r"(?=(?:nu|toch|inmiddels|eigenlijk) |.{2,80} (?:nu|toch|geworden)\W*$)"
        r"(?:(?:nu|toch|inmiddels|eigenlijk|maar) ){0,2}))"
        r"(?:(?:het|dat) is (?=(?-i:[A-Z])))?"
        r"(?P<new>(?!maar\b)[^,;:?]{2,60}?)"
        r"(?: (?:nu|toch|geworden|worden|trouwens|graag)){0,2}(?:,? want\b.{0,80})?[\s.!]*$",
        re.I,
    ),
    another_kind=re.compile(
        r"(?:(?:de|het|een|die|dat) )?(?P<kind>(?:(?:licht|donker)?(?:witte|zwarte|grijze|blauwe|"
        r"groene|rode|gele|oranje|paarse|roze|bruine|beige|crème))|grote|grotere|kleine|kleinere|"
        r"nieuwe|oude|goedkope|goedkopere|dure|duurdere|lange|langere|korte|kortere|houten|eiken|"
        r"stenen|glazen|leren|katoenen|wollen|plastic|metalen|ronde|vierkante)",
        re.I,
    ),
    moves=re.compile(
        r"^\W{0,3}(?:(?:oh|en|maar|o ja|trouwens),? )*(?:het|dat|die|hij) (?:is|wordt|werd) "
        r"(?:(?:trouwens|nu|toch|inmiddels|ook|verplaatst|verhuisd) )*"
        r"naar (?P<new>[^,;:?]{2,60}?)(?: (?:verplaatst|verhuisd))?[\s.!]*$",
        re.I,
    ),
    place_prepositions=frozenset({"in", "bij", "op"}),
    updates=re.compile(
        r"\bbedoel(?:de)? ik\b|"
        r"\b(?:verplaatst|verzet|verschoven|uitgesteld|vervroegd|veranderd|gewijzigd|verhoogd|"
        r"verlaagd|opgelopen|gestegen|gezakt|gedaald|bijgesteld)\b.{0,40}\b(?:naar|tot|in)\b|"
        r"\b(?:naar|tot) .{1,40}\b(?:verplaatst|verzet|verschoven|uitgesteld|vervroegd|gewijzigd|"
        r"verhoogd|verlaagd)\b|"
        r"\b(?:nu|inmiddels|voortaan|tegenwoordig|geworden|wordt toch|blijkt|bleek|blijken|bleken|"
        r"uiteindelijk|neemt het over|maak er)\b|\bhet wordt\b|"
        r"\b(?:gaat|gaan|ging) .{0,40}\bnaar(?= (?:€ ?)?\d)|"
        r"\bdat maakt\b|\bdus(?= (?:\w+ ){0,2}\d)|\bhet (?:zijn|waren|worden) er\b|"
        r"\bverkeerd (?:gelezen|gehoord|begrepen|verstaan)\b|\blas .{1,30} verkeerd\b|"
        rf"\b{_SETS}",
        re.I,
    ),
    hints=re.compile(
        r"\b(?:al|alsnog|toch|pas|niet langer|trouwens)\b|\b(?:is|was|zijn|waren|kost|kostte) "
        r"(?:maar|slechts)(?= (?:€ ?)?\d)|\bkwam(?:en)? (?:terug met|uit op)\b|"
        r"\b(?:omhoog|omlaag)\b|\b(?:wordt|worden)(?= (?:€ ?)?\d)|"
        r"\b(?:vanaf|met ingang van|per|sinds) (?:deze|dit|volgende?|komende?) \w+|"
        r"\bvalt .{0,20}\buit\b|\b(?:verlengd|vervroegd|verzet|uitgesteld|verplaatst|verhuisd|"
        r"verhuizen|verhuist|vertraging|vertraagd)\b|\bdus\b|\bkomt? (?:\w+ )?uit op\b|"
        r"\b(?:dag|dagen|week|weken|maand|uur|minuten) (?:later|eerder)\b",
        re.I,
    ),
    past_days=re.compile(
        r"\b(?:gisteren|eergisteren|vorige? (?:week|maand|jaar|keer|\w+dag)|afgelopen \w+|"
        r"geleden)\b",
        re.I,
    ),
    earlier_today=re.compile(r"\b(?:vanmorgen|vanochtend)\b", re.I),
    known_day=re.compile(r"\b(?:die|dezelfde) $", re.I),
    until=re.compile(r"\b(?:tot|tot en met|t/m)(?: de)? ?$", re.I),
    of_persons=re.compile(r"\s+van (?:ons|hen|jullie)\b", re.I),
    of_leavers=re.compile(r"\s+van (?:hen|hun|ze|die)\b", re.I),
    amends=re.compile(
        r"\b(?:toch|nu|inmiddels|voortaan|tegenwoordig|ineens|geworden|bij nader inzien|alsnog|"
        r"uiteindelijk|trouwens|niet|geen|ver(?:zet|plaatst|schoven|vroegd|hoogd|laagd|huisd|anderd|"
        r"vangen|vangt|geven|lengd|traagd)|uitgesteld|gewijzigd|bijgesteld|blijkt|blijken|bleek|"
        r"bleken|vanaf|per (?:\d|direct|volgende|komende|"
        + _MONTH
        + r")|met ingang van|sinds|omgezet|omgeruild|geruild|gewisseld|"
        r"vergis\w*|verkeerd|sorry|foutje|correctie|fout|moet zijn|lukt|ziek|verkouden|griep\w*|"
        r"verhinderd|afgezegd|afgehaakt|gestopt|stopt|valt in|valt uit|neemt (?:het|\w+ \w+) over|"
        r"neemt \w+ over|neem \w+ over|in plaats|i\.?p\.?v|vol|uitverkocht|bezet|gesloten|dicht|"
        r"weg|"
        r"eerder|later|belde\w?|zegt|denkt|omhoog|omlaag|gaat naar|wordt|worden|wordt het|"
        r"liever|met zwangerschapsverlof|met pensioen|lekt|kapot|te (?:snel|duur|klein|groot|"
        r"vroeg|"
        r"laat|druk|ver|veel|lang|hoog|laag)|valt (?:\w+ ){0,3}tegen|maak er|maken er|doe maar|pas|"
        r"dat maakt|daarmee|dus|omgedraaid)\b",
        re.I,
    ),
    leaves=re.compile(
        r"\b(?:stopt|stoppen|gestopt|haakt|afgehaakt|vertrekt|vertrokken|weg|ziek|verhinderd|"
        r"afgezegd|zegt af|valt af|valt uit|uitgevallen|met pensioen|vol|volgeboekt|gesloten|dicht|"
        r"redt het niet|kan niet|komt niet|wil niet|gaat niet|niet meer|niet door|niet|geen)\b",
        re.I,
    ),
    predicates=re.compile(r"\w+"),
    adds=re.compile(
        r"\b(?:ook|nog een|daarnaast|extra|erbij|bovendien|plus|er \W?\d[\d.,]*(?: euro)? bij)\b",
        re.I,
    ),
    reasons=re.compile(
        r"[\s,–—-]+(?:omdat|want|zodat|aangezien|wegens|vanwege|ivm|i\.v\.m\.|"
        r"in verband met|doordat|dankzij|"
        r"(?:die|dat)(?! (?:is|zijn|wordt|worden|kost|kosten) (?:nu |voortaan |"
        r"inmiddels )?\W?\d))\b",
        re.I,
    ),
    stale=re.compile(
        r",? (?:omdat|want|aangezien)\b|, (?:en )?(?:die|dat|hij|zij|ze|het) |; ?(?:die|het|ze)\b",
        re.I,
    ),
    how_often=re.compile(
        r"(?:,? (?:\d+ ?(?:mg|mcg|ml)|(?:\w{1,9} (?:keer|maal)|eenmaal|tweemaal|driemaal) "
        r"(?:(?:per|in de) (?:uur|dag|week|maand|jaar)|daags)|dagelijks|"
        r"(?:elke|iedere) (?:dag|ochtend|avond|nacht|week|maand))\b){1,3}",
        re.I,
    ),
    former=re.compile(
        r"\b(?:was|waren|werd|werden|vorig (?:jaar)|vorige (?:week|maand|keer)|toen|vroeger|"
        r"eerst|oorspronkelijk)\b",
        re.I,
    ),
    gives_on=re.compile(
        r"\b(?:hem|het|ze|die)\b.{0,20}\baan\b.{1,30}\b(?:gegeven|doorgegeven|meegegeven|"
        r"uitgeleend|geleend|teruggegeven|verkocht|afgegeven)\b|"
        r"\b(?:gaf|leende|verkocht|bracht) (?:hem|het|ze|die)\b.{0,20}\b(?:aan|naar)\b|"
        r"\b(?:heeft|hebben) (?:hem|het|ze|die) nu\b",
        re.I,
    ),
    parts_with=re.compile(
        r"\b(?:verkocht|weggegeven|weggedaan|kwijt(?:geraakt)?|verloren|weggegooid|teruggebracht|"
        r"ingeleverd|opgezegd)\b",
        re.I,
    ),
    puts_away=re.compile(
        r"\b(?:hem|het|ze|die)\b.{0,40}\b(?:gelegd|teruggelegd|gezet|teruggezet|gehangen|"
        r"opgehangen|opgeborgen|verstopt|gestopt)\b|"
        r"\b(?:legde|zette|hing|stopte|borg) (?:hem|het|ze|die)\b.{0,20}"
        r"\b(?:in|op|onder|achter|bij|naast|aan|terug)\b",
        re.I,
    ),
    points=re.compile(
        r"^\W*(?:daar|er)\b|\b(?:daar|er)(?:voor|mee|in|aan|op|bij|na|over|naast|tegen)\b", re.I
    ),
    thing=re.compile(r"\b(?:het|hem|ze|die)\b", re.I),
    forgets=re.compile(
        r"\W*(?:(?:ok|oké|oh|o|ah|hé|hm+|wacht|nee|sorry|en|dus|maar|eigenlijk|ook|dan|nu|"
        r"trouwens|bij nader inzien|toch|graag|alsjeblieft|je mag|je kunt|"
        r"(?:dat|dit) (?:was|is|blijft) (?:vertrouwelijk|privé|geheim|onder ons|in vertrouwen)|"
        r"wil je|kun je|kan je)[\s,.;:!–—-]+)*"
        r"(?:vergeet(?: maar)?|onthoud niet(?: meer)?|wis|verwijder(?=.* uit je geheugen))\s+"
        r"(?!(?:alle |de |je )*(?:vorige|eerdere|bovenstaande|instructies?)\b|niet\b|om\b)"
        r"(?P<what>(?:dat )?(?:\b(?:dhr|mevr|mw|mr|drs?|ir|ing|prof|st)\.(?= \w)|[^,.;!?]){2,120}?)"
        r"(?: maar| alsjeblieft| aub| graag| weer| uit je geheugen)*"
        rf"(?:[,.;!?–—](?!\s*{_NEW_PLAN}\b).*)?$",
        re.I | re.S,
    ),
    forgets_too=each_of(
        r"^\W*(?:(?:ok[eé]?|oh|sorry|nee|eigenlijk),? ){0,2}(?:wis|verwijder|schrap|haal|streep|"
        r"gooi) "
        r"(?P<what>dat (?:van|over) [^,.;!?]{2,60}?|(?:dat|het|de|die|mijn|ons|onze|haar|zijn|"
        r"[A-Z][\w-]{1,20}['’]?s) (?:[\w-]{1,20} ){0,2}?(?:\w*nummer|pin|\w*code|wachtwoord|iban|"
        r"bsn|\w*adres|\w*mail|salaris|inkomen|diagnose|geboortedatum|kenteken|\w*rekening|"
        r"inlognaam|ziekte|gewicht|leeftijd)(?: van [^,.;!?]{2,30}?)?)"
        r"(?: (?:maar|even|graag|alsjeblieft)){0,2}(?: (?:weg|door|uit))?(?:,.{0,80})?[.!]*$",
        r"^(?P<what>(?:mijn|ons|onze|dat (?:van|over)|het|de|die) [^,.;!?]{3,60}?) "
        r"(?:(?:hoef|moet|mag|kun|kan) je (?:[\w-]{1,12} ){0,2}(?:niet (?:te )?onthouden|"
        r"vergeten))[.!]*$",
        r"^\W*(?:wil|kun|kan|zou) je (?P<what>[^,.;!?]{3,60}?)(?: (?:even|alsjeblieft|graag|"
        r"willen)){0,2} "
        r"(?:vergeten|wissen)(?: alsjeblieft| aub)?[.!?]*$",
        r"^\W*(?:(?:laat maar|nee|sorry|alsjeblieft),? ){0,2}(?:bewaar|onthoud|vergeet|noteer) "
        r"(?P<what>dat|dit|het|wat ik (?:net |zojuist |daarnet )?zei)(?: maar)?(?: niet)?"
        r"(?: alsjeblieft| aub)?[.!]*$",
    ),
    forgets_last=re.compile(
        r"(?:dat|dit|het|wat ik (?:net |zojuist |daarnet )?zei|(?:dat|het) laatste|"
        r"mijn laatste (?:bericht|zin))",
        re.I,
    ),
    told_as={
        "adr": "woon wonen woont",
        "salaris": "verdien verdienen",
        "inkom": "verdien",
        "wicht": "weeg weegt wegen",
        "boortedatum": "geboren",
        "leeftijd": "jaar oud",
    },
    forgets_statement=re.compile(r"dat\b(?! (?:van|over)\b)", re.I),
    phone_words=re.compile(rf"\b(?:{_PHONE}|nummer)\b", re.I),
    email_words=re.compile(rf"\b(?:{_EMAIL})\b", re.I),
    address_words=re.compile(r"\badres\b|\bwaar (?:ik|wij|we) wo(?:on|nen)\b", re.I),
    bare_naming=(
        r"\b(?:(?:mijn|m'n|onze?|jouw|je|jullie|uw|zijn|haar|hun|de|het) )?"
        r"(?:(?:nieuwe?|eigen|vaste) )?"
        rf"(?:{_PHONE}|(?:mijn|m'n|ons|jouw|je|jullie|uw|zijn|haar|hun) nummer|{_EMAIL})"
        r"(?: is| =|:)?"
    ),
    clock=re.compile(
        r"(?<![\d.,:])(?P<time>\d{1,2}(?:[:.]\d{2})? ?(?:uur\b|u\b)|\d{1,2}:\d{2}|"
        r"(?<!€)(?<!€ )(?:[01]?\d|2[0-3])\.[0-5]\d(?!\d| ?(?:[%€]|euro|k?m\b|k?g\b|kilo|liter|"
        r"per|elk|ieder|p\.p))|"
        rf"(?:half|(?:kwart|vijf|tien) (?:over|voor)(?: half)?) {_HOUR}\b|(?<=\bom ){_HOUR}\b|"
        r"(?<=\bom )\d{1,2}(?!\d| ?[.,:]\d)|"
        r"middernacht)(?!\d)",
        re.I,
    ),
    days=re.compile(
        rf"\b{_WEEKDAY},? (?:de )?(?:[12]?\d|3[01])(?:e|de|ste)?(?: {_MONTH})?\b"
        rf"(?![:.,]\d| ?(?:km|k|kilo\w*|uur|euro|min\w*|x|%|€)\b)|"
        rf"\b{_WEEKDAY}en\b|\b(?<=de )(?:[12]?\d|3[01])(?:e|de|ste)\b"
        r"(?! (?:verjaardag|trouwdag|verdieping|etage|eeuw|keer|editie|klas|week|ronde|plaats))",
        re.I,
    ),
    remains=re.compile(
        r"\b(?:nog|er|heb|hebben)\b[^,.]{0,60}\bover\b(?! (?:de|het|een|dat|dit)\b)|"
        r"\bresterend\w*\b",
        re.I,
    ),
    range_before=re.compile(
        r"\d(?:e|de|ste)?(?: \w+)?(?: (?:en|tot|t/m|of|tot en met)| ?[–-]) ?$", re.I
    ),
    speaker=re.compile(r"\b(?:ik|we|wij)\b", re.I),
    money=re.compile(r"\s?(?:€|\$|£|euro'?s?\b|eur\b|dollars?\b|ponds?\b)", re.I),
    number_words=frozenset(
        "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
        "zestien zeventien achttien negentien twintig dertig veertig vijftig zestig".split()
    ),
    definite=frozenset({"de", "het"}),
    indefinite=frozenset({"een"}),
    article_for=_article,
    day_prefix="op",
    count_prefix="over",
    month_prefix="in",
    undated=re.compile(
        r"(?:morgen|overmorgen|vandaag|vanavond|vanmiddag|vannacht|volgende?|komende?|dit|deze)\b",
        re.I,
    ),
)
