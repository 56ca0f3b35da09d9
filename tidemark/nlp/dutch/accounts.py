"""Dutch words of amounts with their roles, and of questions that calculate with them."""

import re

from tidemark.nlp.pack_fields import AccountWords, words_in
from tidemark.nlp.patterns import any_of

_N = (
    r"(?:\d+|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|"
    r"twintig|dertig)"
)
_US = rf"(?:{_N}|tweeën|drieën|vieren|vijven|zessen|zevenen|achten|negenen|tienen|elven|twaalven)"
_PERIOD = r"(?:dag|nacht|week|maand|kwartaal|jaar|seizoen|uur)"
_WHO = (
    r"(?:mensen|personen|gasten|volwassenen|vrienden|kinderen|leden|spelers|collega['’]?s|man|"
    r"huisgenoten|deelnemers)"
)

ACCOUNTS = AccountWords(
    multiples={
        "dozijn": 12,
        "honderd": 100,
        "duizend": 1000,
        "k": 1000,
        "tientje": 10,
        "tientjes": 10,
        "ton": 100_000,
    },
    fractions={"anderhalf": 1.5, "anderhalve": 1.5, "paar": 2},
    divides=re.compile(
        r"^(?=.*\b(?:ver|ge)?de(?:el(?:d|t|en)?|len)\b).*?(?<![\w.,])€?\s?(?P<amount>\d[\d.,]*)"
        r"(?: euro)?(?: (?:eerlijk|netjes|samen|gedeeld|verdelen|delen))* "
        rf"(?:(?:door|over|onder|met) (?:ons |z['’]n |de )?(?P<by>{_US})\b|"
        r"(?P<half>door de helft|in tweeën|fifty[- ]fifty))",
        re.I,
    ),
    divides_now=re.compile(
        r"\W*(?:(?:en|dus|ok|oké|nu|dan|graag|(?:kun|kan|wil) je)\W+)*(?:verdeel|deel) €?\s?"
        r"\d[\d.,]*(?: euro)?(?: (?:eerlijk|netjes|gelijk))* (?:door|over|onder|met) "
        rf"(?:ons |z['’]n |de )?{_US}(?: {_WHO}| (?:eerlijk|netjes|gelijk|graag))*\W*",
        re.I,
    ),
    asks_result=re.compile(
        r"^[^\w(−-]{0,3}(?:(?:en|dus|ok|oké|nu|dan)\W+)*"
        r"(?P<asks>(?:wat (?:is|zijn|wordt)|hoeveel (?:is|zijn|wordt)|bereken|reken uit)(?=\W))?"
        r"\W*?(?P<sum>[€£$(]?\s?-?\(*\d.*?)(?: (?:is|wordt|samen))?[^\w%)]*$",
        re.I,
    ),
    calculates_on=re.compile(
        r"\W*(?:(?:en|dus|ok|oké|nu|dan)\W+)*(?:(?:wat|hoeveel) is\s+)?(?:(?:dat|dit|het)\s+)?"
        rf"(?:(?:(?:gedeeld|delen) (?:door|met)|verde(?:eld|len) over|/|÷)\s*(?:ons |z['’]n |de )?"
        rf"(?P<over>{_US})|(?:keer|maal|[×*])\s*(?P<times>{_N}))"
        r"(?: (?:mensen|personen|man|nu|dan|graag|delen))*\W*",
        re.I,
    ),
    other_number=re.compile(
        r"\W*(?:(?:en|dus|ok|oké|maar|dan|nu)\W+)*(?:(?:hoe zit het|wat) (?:met|bij|voor)|"
        r"(?:wat )?als (?:het|we|er|dat|ze)(?: er)?(?: met)?|voor|met|door|over|bij)\s+"
        r"(?P<us>(?:z['’]n|zijn|ons)\s+)?(?:de |maar |slechts )?(?P<n>\d+|[a-zë]+)"
        r"(?: (?P<noun>[a-z]+))??(?: (?:zijn|is|komen|gaan|worden|dan|nu|graag))*\W*",
        re.I,
    ),
    asks_each_alone=re.compile(
        r"\W*(?:(?:en|dus|ok|oké|nu|dan|hoeveel|wat|is|kost|wordt|dat|het)\W+)*"
        r"(?:per (?:persoon|hoofd|man)|p\.?p\.?|de man)(?: (?:nu|dan|graag))*\W*",
        re.I,
    ),
    operators=re.compile(
        r"(?<=[\d)])\s*(?:(?P<plus>\bplus\b)|(?P<minus>\bmin\b)|"
        r"(?P<times>\b(?:keer|maal)\b)|(?P<over>\bgedeeld door\b)|(?P<percent>\bprocent\b))\s*",
        re.I,
    ),
    joints=re.compile(r"\s+(?:en|maar|plus|&|terwijl|daarna)\s+", re.I),
    money=re.compile(r"\s?(?:euro['’]?s?|eur|cent|tientjes?|piek|ballen)\b|\s?[€£$]|,-", re.I),
    noise=any_of(
        r"\b(?:jaar oud|leeftijd|graden|weegt|wegen|lang is|hoog|breed|telefoonnummer|verjaardag|"
        r"(?:tafel|reservering|gereserveerd|geboekt|eten|diner|lunch) voor \d{1,2}"
        r"(?! (?:euro|per)\b|[.,]\d)|"
        r"geboren|verdieping|(?:hij|zij|ze|mama|papa|opa|oma|(?:mijn|ons|onze|zijn|haar) (?:zoon|"
        r"dochter|kind|man|vrouw|moeder|vader|broer|zus)(?: \w+)?) (?:is|wordt|was) \d{1,2}\b"
        r"(?! (?:kwijt|euro))|"
        r"(?-i:[A-Z])\w+ wordt \d{1,2}(?= (?:op|in|volgende|deze|morgen|vandaag|jaar)\b|[.!]|$))"
    ),
    comes_back=re.compile(
        r"\b(?:\w*borg(?:som)?|statiegeld)\b(?:[^.;!?\n]|(?<=\d)\.(?=\d)){0,50}"
        r"(?<!niet )\bterug(?:betaald|gestort|gegeven|krijgen)?\b",
        re.I,
    ),
    deposit=re.compile(r"\b(?:\w*borg(?:som)?|statiegeld)\b", re.I),
    pays_for=re.compile(
        r"\b(?:betaald|betaalde|voorgeschoten|voorschoot|schoot|uitgegeven|gekocht|kocht)\b"
        r"(?!.*\bterug)",
        re.I,
    ),
    noise_after=re.compile(
        r"(?:e|de|ste)\b|\s(?:tot|t/m)\b|\s?(?:%|procent|graden|°|jaar oud|(?:minuten|uur|dagen|"
        r"weken|maanden|"
        r"jaar) (?:geleden|later|rijden|lopen|fietsen|te laat)|-\w|"
        r" ?(?:bij|op|x|×) ?\d[\d.,]{0,9} ?(?:cm|m|meter|centimeter)\b)",
        re.I,
    ),
    label_before=re.compile(
        r"\b(?:dag|week|maand|ronde|nummer|nr\.?|kamer|bladzijde|hoofdstuk|stap|lijn|bus|spoor|"
        r"maat|leeftijd|deel|groep|klas|niveau|route|afdeling|perceel|van(?= \d+ tot)|tot)\s+#?$",
        re.I,
    ),
    rate=re.compile(
        r"\s?(?:euro['’]?s?|[€£$]|,-)?\s*(?:(?P<each>elk|ieder|p\.?p\.?|per (?:persoon|hoofd|man|"
        r"stuk)|de man|stuk|p/p|per keer)(?!\w)|"
        rf"(?:per|/|de|elke|iedere)\s*(?P<of>{_PERIOD}|les|bezoek|keer|kilometer|km|kilo|kg|"
        r"vierkante meter|m2|m²|meter|liter|doos|zak|fles|blik|pot|kaartje|kind|volwassene|lid|"
        r"gast|kamer|auto|bos|tray|pak|rit|beurt|dienst|pagina|woord|hond|plak|portie|kop|"
        r"deelnemer|gezin)(?!\w)|p/(?P<short>[mwuj])\b)",
        re.I,
    ),
    rate_of_any=re.compile(r"\s?per (?P<of>[^\W\d_]{3,})\b", re.I),
    of_size=re.compile(r"\s[^\W\d_]+ (?:van|à) ", re.I),
    cents=re.compile(r"\s?cent\b", re.I),
    rate_before=re.compile(
        r"(?:\bà|\bá|@|×|\d+ [^\W\d_]+(?:['’]s|s|en|eren)(?: [^\W\d_]+)? van|"
        r"\b(?:iedereen|ieder(?: van ons)?|we (?:leggen|betalen|geven) (?:elk|ieder|allemaal)|elk)"
        r"(?: (?:legt|betaalt|geeft|doet))?(?: er)?)\s*[€£$]?$",
        re.I,
    ),
    rate_name=re.compile(
        r"\b(?:(?P<of>dag|uur)(?:tarief|loon|prijs)|(?P<ly>maand|week|jaar)(?:elijks|lijks|tarief|"
        r"bedrag|huur|elijkse))\b",
        re.I,
    ),
    pays=re.compile(r"\b(?:beta\w+|gaf|gaven|geven|leg(?:gen|den|t)?|doneer\w+)\b", re.I),
    often={"eenmaal": 1, "tweemaal": 2, "keer": 1},
    frequency=re.compile(
        rf"\b(?:(?P<n>{_N}) (?P<unit>keer|dagen|lessen|uur|uren|diensten|avonden|ochtenden|ritten)|"
        rf"(?P<word>eenmaal|tweemaal))\s(?:per|in de|in het|elke|iedere|de|het)\s(?P<of>{_PERIOD})"
        r"(?!\w)",
        re.I,
    ),
    people=re.compile(
        rf"\b(?:(?:met|voor) (?:zijn|onze)|z['’]n|ons) (?P<a>{_US})\b(?! (?:euro|dagen|weken|uur))|"
        rf"\b(?:we zijn|zijn we|wij zijn) (?:nu |nog |maar |dus )*(?:met )?(?:z['’]n |ons )?"
        rf"(?P<b>{_US})\b(?! (?:euro|dagen|weken|uur|minuten|km|kilometer|maanden|jaar))|"
        rf"\b(?:gezin|groep|groepje) van (?P<c>{_N})\b|\bmet (?P<d>{_US}) (?:man|mensen|personen)"
        rf"\b|\b(?:onder|over|door) (?:ons |de |z['’]n )?(?P<e>{_US})(?: (?:man|personen|mensen))?"
        rf"\b(?! (?:euro|dagen|weken|uur|maanden|jaar))|"
        rf"\b(?P<f>{_N}) {_WHO}\b",
        re.I,
    ),
    roles=(
        (
            "back",
            any_of(
                r"\b(?:terug(?:betaald|gegeven|gekregen|gestort|gekregen)?|(?:kreeg|krijg) (?:ik|"
                r"we)"
                r" (?:\w+ ){0,2}\d[\d.,]* (?:euro )?(?:van|terug)|gaf (?:hij|zij|ze) (?:me|mij))\b"
            ),
        ),
        (
            "lent",
            any_of(
                r"\b(?:(?:ge|uit)?leend?e?n?|uitgeleend|schuldig|leende)\b|"
                r"\bik heb (?-i:[A-Z])\w+ .*\bvoorgeschoten\b",
                # but "80 voorgeschoten voor de boot" is a cost
                r"^(?!.*\bvoor (?:de|het|een|onze?|mijn|ons|al)\b).*\bvoorgeschoten\b",
            ),
        ),
        (
            "fund",
            any_of(
                r"\b(?:\w*budget|(?:kan|kunnen|mag|mogen) (?:\S+ ){1,6}uitgeven|"
                r"\w*kapitaal|(?:in )?(?:de )?kas|potje|subsidie|zakgeld|te "
                r"besteden|(?:heb|hebben|kregen|kreeg|krijgen) (?:we |ik )?\d\S* (?:euro )?"
                r"(?:van|voor) (?:de|het|onze|mijn)|"
                r"rekening (?:stond|staat)|mag (?:\w+ )?(?=\d[\d.,]* (?:euro )?kosten)|mogen "
                r"(?:\w+ )?(?=\d[\d.,]* (?:euro )?kosten)|hooguit|maximaal|niet meer dan|"
                r"(?:mijn|ons|onze) (?:salaris|loon|inkomen)|studiefinanciering|opzijgezet|"
                r"opzij gezet voor)\b",
                r"^\W*(?:we hebben|ik heb) (?:€ ?\d[\d.,]*|\d[\d.,]* euro)\W*$",
            ),
        ),
        (
            "goal",
            any_of(
                r"\b(?:moet(?:en)? (?:er |het )?\d[\d.,]* (?:woorden |pagina['’]s )?(?:worden|"
                r"tellen)|doel|streven|moeten (?:\w+ ){0,3}(?:ophalen|halen|sparen)|moet "
                r"(?:\w+ ){0,3}(?:ophalen|halen|hebben)|willen (?:\w+ ){0,3}ophalen)\b"
            ),
        ),
        (
            "paid",
            any_of(
                r"\b(?:\w*aanbetaling|aanbetaald|termijn|voorschot|vooruitbetaald|overgemaakt|"
                r"afgelost|aflossing|(?:al|reeds) (?:\d[\d.,]* )?(?:euro )?(?:\w+ )?betaald|"
                r"los(?:t|sen)? (?:\w+ )?(?:\d[\d.,]* )?(?:euro )?(?:per \w+ )?af)\b"
            ),
        ),
        (
            "gift",
            any_of(
                r"\b(?:verzekering|gemeente|werk|school|baas|werkgever) (?:vergoedt|betaalt|dekt|"
                r"betaalde|geeft)\b|\b(?:vergoed\w*|vergoedt|draagt bij|legt? (?:\w+ )?bij|dekt|"
                r"(?:gaf|geeft|geven) (?:ons|me|mij)|krijgen we|gesponsord|sponsor\w*|gedoneerd|"
                r"bijdrage)\b"
            ),
        ),
        (
            "income",
            any_of(
                r"\b(?:verdien\w*|ontvangen|opgehaald|opgebracht|opbrengst|kwam binnen|"
                r"binnengekomen|omzet|inkomsten|contributie|fooi|bonus|krijg (?:ik|we)|kregen|"
                r"verzamel\w*|ingezameld|(?:heb|hebben) (?:\w+ )?gekregen|gefactureerd)\b"
            ),
        ),
        (
            "saved",
            any_of(
                r"\b(?:zit|zitten|ligt) (?:er )?(?:nog )?\W?(?=\d)|\bin de (?:pot|spaarpot|"
                r"envelop|la)\b",
                r"\b(?:ge?spaard|spaar|sparen|opzij|spaargeld|spaarpot|gespaarde|"
                r"hebben (?:er )?al \d[\d.,]*)\b",
            ),
        ),
        ("sold", any_of(r"\b(?:verko(?:cht|pen|opt?)|verkochten)\b")),
        (
            "need",
            any_of(
                r"\b(?:nodig|verwachten|uitgenodigd|komen er|er komen|moeten er (?:\d+ )?zijn|"
                r"gasten komen|cadeau kost)\b"
            ),
        ),
        (
            "out",
            any_of(
                r"\b(?:weg(?:gegeven|gedaan)?|opgegeten|gegeten|gebruikt?|gebruiken|kapot|verloren|"
                r"afgezegd|zeggen af|zei(?:den)? af|kunnen (?:er )?niet|kan niet|komen niet|komt "
                r"niet|haken? af|is naar|zijn naar|naar (?:oma|opa|de buren|mijn|de)|gemaakt|"
                r"gedronken|op(?=\W*$)|uitgedeeld|af(?=\W*$)|gelezen|geschreven|klaar|ziek|nog "
                r"niet)"
                r"\b"
            ),
        ),
        (
            "in",
            any_of(
                r"\b(?:leent (?:er |ons )?(?:\d+ )?(?:uit)?|lenen|erbij|extra|meer|komen ook|"
                r"neemt (?:\w+ )?mee)\b"
            ),
        ),
    ),
    another=any_of(
        r"\b(?:nog|ook|weer|extra|erbij|daarbij|bovenop|nogmaals|opnieuw|plus|andere|en dan|"
        r"(?<!niet )(?<!geen )meer)\b"
    ),
    changes=any_of(
        r"\b(?:nu|eigenlijk|toch|uiteindelijk|achteraf|niet|geworden|viel mee|viel tegen|valt mee|"
        r"valt tegen|zakt|zakte|gezakt|sorry|verkeken|werd|wordt|in plaats van|bedoel|"
        r"gestegen|verlaagd|verhoogd|maar \d)\b"
    ),
    unsure=any_of(
        r"\b\d+ (?:van de|ervan|daarvan)\b|\bvan \d[\d.,]* naar \d|\belk (?:\w+ )?\d",
        r"\b(?:misschien|wellicht|mogelijk|of anders|als (?:we|ik|hij|zij|ze|het)|zou(?:den)?|"
        r"tussen (?:de )?\d[\d.,]* en \d|weet niet|offertes?|biedt|bieden|bod|schatting|geschat|"
        r"opties?|"
        r"\d of \W?\d)\b|\d ?[-–] ?\W?\d",
    ),
    one_of=any_of(
        r"^\W*(?:een|één|elke?|iedere?) [\w'’ ]{2,30} (?:is|kost)\b",
    ),
    not_but=re.compile(
        r"^\W*(?:(?:nee|oh|sorry|oeps|wacht|ik bedoel|het is|het was|dat is|dat was|'t is)\W+)*"
        r"(?P<new>€?\d[\d.,]*)(?: euro)?\W+(?:en )?(?:niet|geen) (?P<old>€?\d[\d.,]*)"
        r"(?: euro)?\W*$",
        re.I,
    ),
    drops=any_of(
        r"\b(?:opgezegd|geannuleerd|teruggebracht|teruggestuurd|afgezegd|gaat niet door|niet "
        r"meer nodig|niet nodig|gestopt met|afgeblazen|laten we zitten|gratis|geschrapt|"
        r"doen we niet|vervalt)\b"
    ),
    verbs=any_of(
        r"\b(?:is|zijn|was|waren|heeft|heb|hebben|had|kost|kostte|kosten|betaal\w*|verko\w+|"
        r"gaf|gaven|geeft|geven|verdien\w*|kocht|gekocht|nodig|komt|komen|werd|wordt|gebruik\w*|gespaard|"
        r"leende|geleend|doet|gebruikt|uitgegeven|blijft|blijven)\b"
    ),
    asks_rest=any_of(
        r"\b(?:zit|zitten) er (?:nu |nog )*in\b",
        r"\b(?:over(?! (?:\w+ )?(?:mij|jou|dit|dat))|overhoud\w*|overgehouden|resteert|rest nog|"
        r"in kas|in de kas|in de pot|te besteden|(?:hebben we|heb ik) (?:nu|nog)(?! nodig)|"
        r"is er nog|zijn er nog|blijft er|hou(?:d|den)? (?:ik|we) (?:\w+ )?(?:nog )?over)\b",
    ),
    asks_owed=any_of(
        r"\b(?:schuldig|openstaa\w*|staat er (?:nog )?open|krijg(?:en)? (?:ik|we) nog|nog (?:\w+ )"
        r"{0,3}(?:betalen|betaald|krijgen|afrekenen|voldoen|terugbetalen|terug|aflossen)|"
        r"te betalen)\b"
    ),
    asks_to_go=any_of(
        r"(?<!\bwat heb ik )(?<!\bwat hebben we )(?<!\bwat hebben wij )"
        r"\b(?:nog nodig|tekort|te kort|nog sparen|nog te gaan|te gaan|ontbreek\w*|ontbreekt|"
        r"nog (?:\w+ )?(?:binnenkomen|ophalen|halen|sparen|bij|schrijven|doen)|hebben we "
        r"(?:er )?(?:dan )?(?:nog )?nodig|missen (?:we|er)|hoeveel nog|moet(?:en)? (?:ik|we) "
        r"(?:er )?(?:dan )?nog)\b"
    ),
    writes=any_of(r"\b(?:geschreven|schreef|getypt|typte)\b"),
    so_far=any_of(r"\b(?:tot nu toe|tot nog toe|op dit moment|nu al)\b"),
    asks_over=any_of(r"\b(?:over (?:het |ons )?budget|boven (?:het |ons )?budget|te veel)\b"),
    for_people=re.compile(rf"\bvoor (?P<n>{_N}) {_WHO}\b", re.I),
    asks_each=re.compile(
        r"\bp\.?p\b|\bper (?:persoon|hoofd|man|deelnemer|gezin|kop)\b|\bde man\b|"
        rf"\b(?:ge)?de(?:eld|len) (?:door|met) (?:z['’]n |ons |zijn )?(?P<a>{_US})\b|"
        rf"\bver(?:deeld|delen) over (?:ons |de )?(?P<b>{_US})\b|"
        r"(?<!als )(?<!voor )\bieder(?:een)?\b|\belk(?! jaar)\b|\b(?:mijn|zijn|haar) (?:deel|"
        r"aandeel)\b",
        re.I,
    ),
    asks_per=re.compile(
        r"\b(?:per|een|één|elke?|iedere?|hele?|in een) (?!hele? )(?P<of>[^\W\d_]+)\b", re.I
    ),
    for_several=re.compile(
        rf"\b(?:voor|alle|van) (?:de |alle )?(?P<n>{_N})(?: (?P<of>[^\W\d_]+))?", re.I
    ),
    participle=re.compile(r"ge[a-z]{2,}(?:d|t|en)|(?:be|ver|ont|her)[a-z]{2,}(?:d|t)"),
    asks_average=any_of(r"\b(?:gemiddeld\w*)\b"),
    asks_more=any_of(
        r"\bhoeveel (?:is|heeft|heb|was|kost|zijn) (?:\w+ ){1,3}?(?:meer|minder|duurder|goedkoper|"
        r"hoger|lager)\b",
        r"\b(?:verschil|scheelt|scheelde|hoeveel (?:\w+ )?(?:meer|minder|duurder|goedkoper|hoger|"
        r"lager|langer|verder|groter|kleiner)\b|bespa\w+)\b",
    ),
    asks_extremes=any_of(
        r"\b(?:duurste?|goedkoopste?|hoogste?|laagste?|grootste?|kleinste?|langste?|kortste?|"
        r"zwaarste?|lichtste?)\b"
    ),
    asks_came_in=any_of(
        r"\b(?:opbreng\w*|opgebracht|leve(?:rt|ren|rde)|binnen|opgehaald|ophalen|verdien\w*|"
        r"factureren|ontvangen|verko(?:cht|pen)|ingezameld|opgehaald|krijg(?:en)? (?:ik|we)|"
        r"gespaard|inkomsten|hebben we(?: nu| al| samen| dan)*\W*$|rekenen)\b"
    ),
    asks_earned=any_of(r"\b(?:verdien\w*|opbreng\w*|opgebracht|inkomsten|omzet|winst)\b"),
    asks_net=any_of(r"\b(?:winst|overgehouden|netto|hou(?:d|den)? (?:ik|we) (?:\w+ )?over)\b"),
    asks_own=any_of(r"\b(?:zelf|uit eigen zak)\b"),
    asks_total=any_of(
        r"\b(?:totaal(?!budget)|totale(?! budget)|samen|bij elkaar|bijelkaar|alles|opgeteld|som|"
        r"kost|kosten|kostte|"
        r"gekost|kwijt|uitgegeven|uit(?:geven)?|betaal\w*|betaald|rekening|komt|tot nu toe|"
        r"allemaal|bedrag|hoeveel (?:is|zijn|was|waren) (?:dat|het|die)|hoeveel \w+|maakt dat|"
        r"wordt (?:het|dat))\b"
    ),
    asks_coming=any_of(
        r"\b(?:hoeveel (?:\w+ )?(?:komen|mensen|gasten|personen)|(?:met )?hoeveel zijn we|hoeveel "
        r"komen)\b"
    ),
    asks_now=any_of(r"\b(?:nu|dan|inmiddels|op dit moment)\b"),
    asks_amount=any_of(r"\b(?:hoeveel|wat|hoe ver|vat \w+|tel \w+|samenvatt\w+|totaal)\b"),
    asks_far=any_of(r"\bhoe ver\b"),
    asks_number=re.compile(r"\bhoeveel\b(?: (?:extra|andere))?(?: (?P<unit>[a-z0-9²]+))?", re.I),
    asks_no_sum=any_of(
        r"\bhoeveel (?:dingen|zaken|taken|klussen|punten)\b",
        r"\b(?:wanneer|waar|wie|waarom|hoe oud|hoe vaak|welke|hoe laat|wat voor|wat vind|wat "
        r"weet|wat zei|wat is er(?! nog over| over)|hoe heet)\b|"
        r"^\W*(?:is|zijn|heeft|heb|hebben|kan|kun|moet|moeten|gaat|gaan|zal|was|waren) ",
        r"^\W*hoe ?lang (?:is|was|duurt|duren|duurde) (?!.*\b(?:totaal|samen|bij elkaar|alles)\b)",
    ),
    asks_all=any_of(
        r"\b(?:alles|het geheel|in totaal|bij elkaar|hele (?:reis|rekening|zaak)|allemaal|al met "
        r"al|totaal)\b"
    ),
    asks_of_it=any_of(
        r"\b(?:kost|kostte|is|was|wordt|betaalde|koste?n) (?:het|hij|zij|ze|die|"
        r"dat)\b(?!.*\b(?:totaal|"
        r"samen|bij elkaar|alles|allemaal)\b)"
    ),
    when=re.compile(
        r"\b(?:vorige?|deze?|dit|afgelopen|volgende?|komende?) (?:jaar|maand|week|kwartaal|seizoen|"
        r"zomer|winter|keer)\b|\b(?:gisteren|eergisteren|vandaag|vanmorgen|maandag|dinsdag|"
        r"woensdag|"
        r"donderdag|vrijdag|zaterdag|zondag|januari|februari|maart|april|mei|juni|juli|augustus|"
        r"september|oktober|november|december)\b",
        re.I,
    ),
    distances=any_of(r"\b(?:gelopen|gerend|hardgelopen|gefietst|liep|fietste|gezwommen|rende)\b"),
    goes_on=re.compile(
        r"^\W*(?:en|dus|oké|maar|dan|nu|plus|of|zonder|met|in totaal|samen|totaal|per|alles|"
        r"hoeveel nog|hoeveel dan)\b",
        re.I,
    ),
    without=re.compile(
        r"\b(?:zonder|exclusief|excl\.?|behalve|op (?P<op>.{2,40}) na|"
        r"min)\s+(?P<things>[^?]{2,60})",
        re.I,
    ),
    plus=re.compile(r"\b(?:met|inclusief|incl\.?|plus)\s+(?P<things>[^?]{2,60})", re.I),
    only=re.compile(r"\b(?:alleen|enkel)\s+(?P<things>[^?]{2,60})", re.I),
    after=re.compile(r"\b(?:na|nadat)\s+(?P<things>[^?]{2,60})", re.I),
    period=re.compile(
        rf"\b(?:per|een|elke?|iedere?|heel|hele|in een) (?:heel |hele )?(?P<of>{_PERIOD})\b|"
        r"\b(?P<ly>maand|jaar|week|dag)(?:elijks|elijkse|lijks|lijkse)\b",
        re.I,
    ),
    periods=re.compile(
        rf"\b(?P<n>{_N}) (?P<of>dagen|nachten|weken|maanden|kwartalen|jaar|jaren|uur|uren|lessen|"
        r"keer|ritten|diensten)\b",
        re.I,
    ),
    percent=re.compile(r"\b(?P<n>\d{1,3}(?:[.,]\d+)?) ?(?:%|procent\b)", re.I),
    percent_off=any_of(r"\b(?:korting|afgeprijsd|goedkoper|eraf|af|uitverkoop)\b"),
    percent_more=any_of(r"\b(?:btw|fooi|rente|erbij|extra|plus|belasting)\b"),
    asks_percent=any_of(r"\b(?:korting|btw|fooi|rente|bespaar\w*|bespaard)\b"),
    asks_reduced=any_of(r"\b(?:betaal\w*|kost|kosten|wordt|komt|prijs|over|kwijt|dan)\b"),
    measures=words_in(
        "kg kilo kilos g gram ml l liter km kilometer m m2 m² meter uur uren min minuten "
        "mensen kinderen woorden mg dag dagen week weken maand maanden jaar jaren"
    ),
    pointing=words_in("vorige vorig deze dit afgelopen volgende volgend"),
    generic=words_in(
        "rekening rekeningen reis vakantie bestelling ding geheel alles spullen factuur "
        "weekend week maand verhuizing bruiloft feest avond etentje eten project kosten "
        "uitgaven budget totaal totale abonnementen verbouwing evenement bedragen groep "
        "iedereen uitje spaarpot geld kas pot jaar dag vandaag gisteren seizoen vorige "
        "afgelopen zaak trip hele uitgave bedrag mensen personen"
    ),
    light=words_in(
        "kosten kost kostte gekost prijs totaal bedrag geld extra ander maar euro ver nu helft "
        "rest ding bestelling betaald betalen betaal betaalt uitgegeven uitgeven gekocht kopen "
        "kwijt hoeveel gaan komen komt nog over houden hou overgehouden tekort nodig heb "
        "hebben had wat ieder iedereen elk persoon hoofd gemiddelde gemiddeld verschil scheelt "
        "tussen meer minder duurder goedkoper sparen gespaard samen elkaar delen verdelen "
        "gedeeld plus btw met zonder dus dan vat tel op ons eigenlijk staat open schuldig "
        "terug krijg krijgen zelf opbrengen opgebracht levert leveren opgehaald verdien "
        "verdiend verdienen factureren rekenen maakt maken verkocht hoogste laagste budget "
        "nemen gelopen lopen gereden gebruikt gebruik alleen enkel worden trouwens werd "
        "geworden wordt binnen binnenkomen binnengekomen al moet moeten dit deze korting per "
        "ipv eerlijk gelijk alle allemaal inmiddels zit zitten er is zijn was waren een"
    ),
)
