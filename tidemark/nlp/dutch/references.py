"""Dutch references to earlier messages: their patterns, and the forms that replace them."""

import re

from tidemark.nlp.dutch.lexicon import LEXICON
from tidemark.nlp.pack_fields import Pronoun, References, Sex, words_in

_PLACES = "aan achter af bij door in langs mee naar om onder op over tegen toe uit van voor".split()
_JOINTS = {"mee": "met", "toe": "tot", "af": "van"}
_ADVERBS = {
    f"{where}{place}": _JOINTS.get(place, place)
    for where in ("er", "daar", "hier")
    for place in _PLACES
}
_TO_PLACE = "daarheen|daarnaartoe|daar naartoe|daar heen|ernaartoe|er naartoe|erheen|er heen"
_ADVERBS = {
    word: joint for word, joint in _ADVERBS.items() if word not in ("erheen", "ernaar", "eruit")
}
# Verbs that go with a place: "wat kun je er doen".
_DONE_THERE = (
    "zien|doen|eten|drinken|slapen|logeren|overnachten|wonen|parkeren|werken|blijven|kopen|zwemmen|"
    "wandelen|fietsen|winkelen|ontbijten|lunchen|komen|zijn|heen"
)
_SPELT = ("eerste 1e 1ste 1 een één", "tweede 2e 2de 2 twee", "derde 3e 3de 3 drie",
          "vierde 4e 4de 4 vier", "vijfde 5e 5de 5 vijf", "zesde 6e 6de 6 zes")  # fmt: skip
_KINDS = "optie|keuze|punt|idee|voorstel|stap|mogelijkheid|lezing"
_ARTICLE = re.compile(r"^(?:een|de|het|die|dat|deze|dit|wat|'n|’n)\s+", re.IGNORECASE)
_FIRST_PERSON = re.compile(
    r"\b(?:mijn|m['’]n|onze|ons|mij|me|ik|wij|we|mezelf|mijzelf)\b", re.IGNORECASE
)
_SECOND_PERSON = dict(
    pair.split(":")
    for pair in (
        "mijn:je m'n:je onze:jullie ons:jullie mij:jou me:je ik:je wij:jullie we:jullie "
        "mezelf:jezelf mijzelf:jezelf"
    ).split()
)
_PLURAL_VERBS = words_in("zijn gaan staan slaan doen zien waren")
_SUBJECTS = words_in("ik je jij u hij we wij jullie men iemand hen")
_AFTER_OBJECT = _SUBJECTS | words_in("ken kent")
# Participles and infinitives after "het", as in "wanneer is het geopend", "kun je het boeken"; and
# nouns of the same form.
_VERBAL = re.compile(
    r"(?:(?:aan|af|bij|door|in|mee|na|om|op|over|terug|toe|uit|voor|weg)?ge|be|ver|ont|her)\w{2,}"
    r"(?:d|t|en)|\w{2,}en"
)
# Infinitives after "haar" as an object: "Mina kan voor haar invallen"
_PREFIXED = re.compile(
    r"(?:aan|af|bij|door|in|mee|na|om|op|over|terug|toe|uit|voor|weg)"
    r"(?:vallen|halen|brengen|nemen|bellen|komen|gaan|helpen|werken|lopen|rijden|sturen|leggen|"
    r"zetten|zoeken|vragen|geven|spreken)"
)
_NOUNS = words_in(
    """
    beleid bericht bestand besluit bedrag beeld begin belang beroep eten examen gebed gebied gebod
    gebouw gedicht geduld geheugen geld geluid gerecht gesprek gevecht gevoel geweld gewicht gezicht
    gezin herstel instrument leven onderwijs teken toernooi verband verbod verdriet verhaal verkeer
    verleden verlof verschil vertrek vertrouwen verzoek volume wapen weekend beeldscherm
    """
)
_SINGULAR = words_in(
    """
    oven wagen haven toren keuken deken kussen regen molen reden varken kuiken laken zegen jongen
    gulden aanhangwagen kinderwagen woonwagen vrachtwagen bestelwagen
    """
)
_PLURAL = re.compile(r"(?:en|(?:el|em|en|er|aar|je|ie|ee|['’])s)$")
_SEXES: dict[str, Sex] = {
    **dict.fromkeys(words_in("hij hem zijn z'n"), "male"),
    **dict.fromkeys(words_in("ze zij haar"), "female"),
}
EVENTS = (
    r"workshop|feest|feestje|vergadering|bijeenkomst|bruiloft|reis|concert|afspraak|cursus|les|"
    r"training|vakantie|weekend|etentje|diner|lunch|ontbijt|festival|plechtigheid|gesprek|examen|"
    r"toets|wedstrijd|opening|verhuizing|keuring|inspectie|bezichtiging|verjaardag|voorstelling|"
    r"show|evenement|kamp|begrafenis|uitvaart|levering|lancering|bezoek|rondleiding|beurs|markt|"
    r"reünie|marathon|repetitie|musical|avond|ochtend|middag|dag|sessie|lezing|vlucht|zitting|"
    r"operatie|controle|barbecue|bbq|picknick|uitje|excursie|wandeling|borrel|proefles|tour|"
    r"afscheid|pubquiz|quiz|housewarming|jubileum|diploma-uitreiking|doop|lustrum|receptie|"
    r"kerstviering|viering|filmavond|spelletjesavond|logeerpartij|babyshower"
)
# "het gemiddelde", "het goedkoopste": inflected, so no predicate as in "is het duur"
_AFTER_ARTICLE = re.compile(r"\w{2,}ste|gemiddelde|totaal|overige|andere|volgende|hele|geheel")
_HET_WORDS = _NOUNS | words_in(
    """
    abonnement adres advies album appartement artikel balkon bad bed bedrijf beeldscherm boek
    bureau cadeau concept concert contract cv diner document essay evenement feest festival gazon
    hotel huis idee jubileum kind konijn logboek manuscript menu merk netwerk ontbijt overzicht pak
    park personeel plan portfolio programma project rapport recept restaurant rooster salaris
    schema script spel station systeem team thema transcript verslag voorstel weekend weekmenu
    werkstuk weekendje ziekenhuis kenteken examen wapen kussen laken varken veulen bekken leven
    vermogen vertrouwen
    """
)
# Words that open a clause after "dat" or "die": "weet je dat hij komt", "de man die het zag".
_OPENS_CLAUSE = LEXICON.determiners | _SUBJECTS | words_in("ze zij er zich niet mij me hem haar")

_PRONOUNS = words_in("haar hun zijn z'n het dat dit 't die deze hij hem ze zij hen henzelf")


def _pronoun(before: str, word: str, after: str, noun: str) -> Pronoun | None:
    if word in ("haar", "hun"):
        owns = bool(noun) and not _PREFIXED.fullmatch(noun)
        return Pronoun(("person",) if word == "haar" else ("group",), owns=owns)
    if word in ("zijn", "z'n"):
        owned = bool(noun) and before not in _SUBJECTS and not _is_plural_subject(before, noun)
        return Pronoun(("person", "thing"), owns=True) if owned else None
    if word in ("het", "dat", "dit", "'t"):
        is_article = word in ("het", "'t") and (
            before in LEXICON.prepositions or bool(_AFTER_ARTICLE.fullmatch(after))
        )
        return None if is_article or _is_het_word(noun) else Pronoun(("thing", "any"))
    if word in ("die", "deze"):
        return None if noun else Pronoun(("thing", "person", "any"))
    if word in ("hij", "hem"):
        return Pronoun(("person", "thing"))
    if word in ("ze", "zij"):
        return Pronoun(("group",) if _is_plural_verb(before, after) else ("person",))
    return Pronoun(("group",))  # hen, henzelf


def _is_plural_subject(before: str, noun: str) -> bool:
    """Return whether "zijn" is a verb between ``before`` and ``noun``: "schoenen zijn verboden"."""
    known = LEXICON.verbs | LEXICON.auxiliaries | LEXICON.prepositions
    return before.endswith(("en", "s")) and before not in known and bool(_VERBAL.fullmatch(noun))


def _is_het_word(noun: str) -> bool:
    """Return whether ``noun`` may take "het": a name, or no participle, infinitive or plural."""
    is_name = noun[:1].isupper()
    return bool(noun) and (is_name or noun in _HET_WORDS or not _VERBAL.fullmatch(noun))


def _is_plural_verb(before: str, after: str) -> bool:
    """Return whether the verb next to "ze" is plural; "ze" as an object is plural too."""
    if before in _AFTER_OBJECT:
        return True
    verb = before if before in LEXICON.verbs | LEXICON.auxiliaries else after
    return verb in _PLURAL_VERBS or verb.endswith("en")


def _joins_clauses(before: str, word: str, after: str) -> bool:
    """Return whether a "dat" or "die" opens a clause: "zei dat ze …", "de dag die …"."""
    return before[:1].isalnum() and word in ("dat", "die") and after in _OPENS_CLAUSE


def _owner(name: str) -> str:
    """Return the possessive of ``name`` in Dutch spelling: Anna's, Noors, Frits'."""
    name = re.sub(r"^(?:de|het) ", "", name)
    if name[-1:].lower() in ("s", "x", "z"):
        return name + "'"
    return name + ("'s" if name[-1:].lower() in tuple("aiouy") else "s")


def _is_plural(noun: str) -> bool:
    return noun not in _NOUNS | _SINGULAR and bool(_PLURAL.search(noun))


def _addressed(text: str) -> str:
    turned = _FIRST_PERSON.sub(
        lambda match: _SECOND_PERSON.get(match[0].lower().replace("’", "'"), match[0]), text.strip()
    )
    turned = re.sub(r"^een ([\w-]+)", _definite, turned, flags=re.IGNORECASE)
    return " ".join(turned.split()).strip(" ,.;:")


def _definite_phrase(text: str) -> str:
    """Return "de oven" for "welke oven" or "een oven"; "mijn oven" stays."""
    bare = re.sub(r"^(?:welke?|die|deze|dit|dat)\s+", "een ", text.strip(), flags=re.IGNORECASE)
    return re.sub(r"^een ([\w-]+)", _definite, bare, flags=re.IGNORECASE)


def _definite(found: re.Match[str]) -> str:
    """Return "de mail" for "een mail"; a phrase with an adjective stays, as that inflects."""
    noun = found[1].lower()
    if noun in LEXICON.qualifiers or noun in LEXICON.verbs - LEXICON.also_nouns:
        return found.group()
    return ("het " if noun in _HET_WORDS or noun.endswith("je") else "de ") + found[1]


def _article_of(phrase: str) -> str:
    """Return "de" or "het": the article of ``phrase`` itself, or that of its head."""
    words = phrase.lower().split()
    if words[0] in ("de", "het"):
        return words[0]
    return "het" if words[-1] in _HET_WORDS or words[-1].endswith("je") else "de"


def _owned(text: str) -> str:
    addressed = _addressed(text)
    return addressed if addressed.startswith("je ") else "je " + _ARTICLE.sub("", addressed)


REFERENCES = References(
    name_joint=re.compile(
        r"\.? |\.? ?& ?| (?:van|van de|van den|van der|van het|de|den|der|ter|ten|aan de|op de|"
        r"aan den|op|bij) "
    ),
    phrase_joint=re.compile(r" van | van de | van het "),
    first_person=re.compile(r"\b(?:ik|me|mij|mijn|we|wij|ons|onze|laten we)\b", re.IGNORECASE),
    pronouns=_PRONOUNS,
    pronoun=_pronoun,
    adverbs=_ADVERBS,
    place=re.compile(
        rf"\b(?P<to>{_TO_PLACE})\b|\b(?P<at>daar)\b"
        rf"|(?<=\bje )(?P<je>er)\b(?=(?: \w+){{0,4}} (?:{_DONE_THERE})\b)"
        rf"|(?<=\b[wi][ek] )(?P<we>er)\b(?=(?: \w+){{0,4}} (?:{_DONE_THERE})\b)"
        r"|\bkom(?:en)? (?:ik|we|je) (?P<arrived>er)\b(?=\W*$)",
        re.IGNORECASE,
    ),
    at_place=re.compile(
        r"\b(in|bij|op|aan)\s+(?:(?:de|het|restaurant|hotel|café)\s+)?$", re.IGNORECASE
    ),
    in_place="in",
    to_place="naar",
    before_place=re.compile(
        r"\b(?:in|naar|uit|rond|vlak bij)\s+(?:(?:de|het)\s+)?$", re.IGNORECASE
    ),
    before_person=re.compile(
        r"\b(?:met|aan|vraag|vroeg|bel|belde|nodig|ontmoet|ontmoette|sprak|spreek)\s+$",
        re.IGNORECASE,
    ),
    after_person=re.compile(
        r"\s+(?:woont?|woonde|werkt|werkte|wil|wilde|zegt|zei|vindt|vond|denkt|dacht|houdt|hield|"
        r"geeft|gaf|vroeg|vraagt|belt|belde|weet|wist|eet|lust|haat|heeft gezegd|komt|kwam|"
        r"is (?:jarig|getrouwd|geboren|verhuisd|allergisch|vegetarisch|veganistisch|ziek|zwanger)|"
        r"was (?:geboren|getrouwd)|noemt|noemde|regelt|bakt|rijdt|speelt|neemt|brengt|helpt|mailde|"
        r"appte|drinkt|plast|slikt|doet|mag geen|kan geen)\b",
        re.IGNORECASE,
    ),
    relation_before=re.compile(
        r"\b(?P<noun>[\w-]+)(?:\s+(?:is|was|heet|heette|genaamd))?\s*[,:]?\s*$", re.IGNORECASE
    ),
    relation_after=re.compile(
        r"(?:\s*,|\s+(?:is|was))\s+(?:(?:mijn|m'n|onze|ons|zijn|haar|hun|de|het|een)\s+)?"
        r"(?P<noun>(?:[\w-]+\s+)?[\w-]+)",
        re.IGNORECASE,
    ),
    apposed_before=re.compile(r"\b(?:een|de|het|mijn|onze|ons)\s+[\w-]+,\s*$", re.IGNORECASE),
    others_relation=re.compile(
        r"\b(?:(?i:zijn|haar|hun|z['’]?n)|[A-Z][\w-]*(?:['’]s?|s))\s+(?:\w+\s+)?\w+,?\s*$|"
        r"\b(?i:zijn|haar|hun|z['’]?n)\s+$"
    ),
    presents=re.compile(r"\b(?:is|was|heet|heette|genaamd|wordt)\s*$", re.I),
    sexes=_SEXES,
    objects=words_in("hem haar hen hun"),
    genders={
        **dict.fromkeys(words_in("hij hem die deze"), "de"),
        **dict.fromkeys(words_in("het 't dat dit"), "het"),
    },
    finite_end=lambda phrase: "",
    article_of=_article_of,
    events=re.compile(rf"\w*(?:{EVENTS})(?:je)?", re.IGNORECASE),
    asks_of_event=re.compile(
        r"\b(?:wanneer|op welke (?:dag|datum)) (?:is|was|begint|start|valt|vindt|wordt|eindigt) "
        r"(?:het|dat|die)(?: (?:plaats|ook|alweer|gehouden|weer|ook alweer|afgelopen))*\W*$|"
        r"\bhoe laat (?:begint|start|eindigt) (?:het|dat|die)\b|"
        r"\bwaar (?:vindt|wordt) (?:het|dat|die)\b.*\b(?:plaats|gehouden|gevierd)\b|"
        r"\bhoe lang duurt (?:het|dat|die)\W*$",
        re.IGNORECASE,
    ),
    points_at_asked=re.compile(
        r"\W*(?:(?:en|maar|dus)\s+)?(?:waar|wanneer|hoe laat|om hoe laat|op welke (?:dag|datum))\s+"
        r"(?:is|was|begint|eindigt|wordt)\s+(dat|dit)\b"
        r"(?:\s+(?:ook|alweer|precies|dan|eigenlijk|nou))*\W*$",
        re.IGNORECASE,
    ),
    elliptic=re.compile(
        r"\W*(?:(?:en|maar|dus)\s+)?(?P<asks>(?:(?:op|om|in|bij|van|tot|vanaf|voor|sinds)\s+)?"
        r"(?:wanneer|waar|waarom|hoe (?:laat|lang|duur|vaak)|hoeveel|welke (?:dag|datum|kamer|zaal|"
        r"plek|plaats|verdieping)|welk adres)|(?:met|voor|van|bij|aan) wie)"
        r"(?:\s+(?:precies|dan|ook|alweer|eigenlijk))*\s*\?*\s*",
        re.IGNORECASE,
    ),
    asking_phrase=re.compile(
        r"\W*(?:(?:en|maar|dus)\s+)?(?:(?:op|om|in|bij|van|tot|vanaf|voor|sinds)\s+)?"
        r"(?:wanneer|waar|waarom|hoe (?:laat|lang|duur|vaak)|welke (?:dag|datum|kamer|zaal|plek|"
        r"plaats|verdieping|week|maand)|welk (?:adres|weekend))(?=\s+\w)",
        re.IGNORECASE,
    ),
    unshortened=lambda text: text,
    works_on_text=re.compile(
        r"\bmaak (?:het|dit|dat) \w+|\b(?:herschrijf|verkort|vertaal|verbeter|herhaal|schrijf|doe|"
        r"leg|zeg|vat|vereenvoudig|corrigeer) (?:het|dit|dat)\b|\bmeer (?:erover|daarover)\b",
        re.IGNORECASE,
    ),
    definite=_definite_phrase,
    keeps_thing=re.compile(
        r"\W{0,3}(?:(?:en|maar|ook|dus),? )?(?:hij|die|ze|het) (?:heeft|had|krijgt|kreeg|mist)\b",
        re.IGNORECASE,
    ),
    proposition=words_in("dat dit"),
    enumeration=re.compile(
        r":\s*|\b(?:zijn|waren|heb|hebben|heeft|wil|willen|tussen|uit|zoals)\s+", re.IGNORECASE
    ),
    entry_break=re.compile(r"\s*(?:(?<!\d),|,(?!\d)|;|,?\s+(?:en|of)\s)\s*", re.IGNORECASE),
    kind_with_article=lambda name: "any",  # a band, a place, a surname
    kept_article=re.compile(r"\b(de|het)\s+$", re.IGNORECASE),
    article_for=lambda pronoun: "het " if pronoun in ("het", "'t", "dat", "dit") else "de ",
    joined="en|&",
    # "hoe laat is het", "het regent", "is het waar dat": a pronoun without a referent
    empty_it=re.compile(
        r"\bhoe\s+laat\s+(?:is|wordt)\s+het\b|\bhoe\s+(?:gaat|zit|komt|staat)\s+(?:het|dat)\b"
        r"|\bhoe\s+(?:ver|lang)\s+(?:\w+\s+)?(?:is|duurt)\s+het\s+"
        r"(?:naar|van|tot|om|voor|voordat|geleden|nog)\b"
        r"|\b(?:is|was|lijkt|wordt)\s+het\s+(?:waar\s+dat|mogelijk|veilig|legaal|verboden|nodig|"
        r"verstandig|normaal|belangrijk|handig|beter|slim|donker|koud|warm|zo|al|nog|morgen|"
        r"vandaag|"
        r"daar|er|hier|in|op|bij|om)\b"
        r"|\bwat\s+voor\s+(?:dag|weer)\s+(?:is|wordt)\s+het\b|\bhet\s+(?:weer|komt|gaat)\b"
        r"|\b(?:regent|sneeuwt|waait|vriest|klopt)\s+het\b|\bduurt\s+het\s+(?:om|voor|tot|nog)\b"
        r"|\bhet\s+(?:regent|sneeuwt|waait|vriest|duurt|lijkt|is\s+(?:belangrijk|moeilijk|"
        r"makkelijk|mogelijk|waar|tijd|zo))\b",
        re.IGNORECASE,
    ),
    refers_back=re.compile(
        r"\b(?:vorige|eerdere|laatste|bovenstaande|voorgaande)\s+(?:vraag|antwoord|reactie|bericht|"
        r"voorbeeld|alinea|lijst|lijstje|voorstel|oplossing|versie|gesprek|punt|tekst)\w*"
        r"|\bhet bovenstaande\b|\b(?:wat|die) je (?:net|zojuist|daarnet|eerder)?\s*(?:zei|schreef|"
        r"noemde|"
        r"voorstelde|vertelde)\b|\b(?:doe|leg|zeg|probeer) (?:het|dat|dit) (?:nog een keer|"
        r"nog eens|"
        r"opnieuw)\b",
        re.IGNORECASE,
    ),
    continues=re.compile(
        r"^\s*(?:(?:en|maar|of)\b|(?:hoe|wat)\s+(?:zit\s+het\s+met|is\s+er\s+met)\b)", re.IGNORECASE
    ),
    continued_with=re.compile(
        r"^\s*(?:(?:en|maar|dus)\s+)?(?:"
        r"hoe\s+zit\s+(?:het|dat)\s+(?:dan\s+)?met\s+(?P<about>[^?!.]{2,60})|"
        r"(?<=en )(?P<and>(?!(?:wat|wie|hoe|waarom|wanneer|waar|welke?|is|zijn|was|waren|heeft|"
        r"hebben|"
        r"doet|kan|kun|kunnen|mag|moet|dan|nu|toen|verder|anders|(?:de|het) (?:eerste|tweede|derde|"
        r"laatste|volgende))\b)"
        r"(?:(?:in|op|voor|naar|bij|met|van)\s+)?(?:[\w'’-]+\s*){1,3})"
        r")\s*\?*\s*$",
        re.IGNORECASE,
    ),
    besides=re.compile(r"\b(?:behalve|naast|afgezien van|buiten)\s+\w", re.IGNORECASE),
    asks_what_is=re.compile(
        r"^\s*(?:wat|wie)(?:\s+(?:is|zijn))\s+(?:een\s+)?(?!(?:de|het|die|dat|deze|dit|zijn|haar|"
        r"hun|"
        r"hij|ze|zij|er|volgende|nieuwe|andere)\b)[\w-]+(?:\s+[\w-]+)?\s*\??\s*$"
        r"|^\s*wat\s+(?:betekent|betekenen)\b",
        re.IGNORECASE,
    ),
    asks_who=re.compile(r"\bwie\s+(?:is|was|zijn|waren)$", re.IGNORECASE),
    asks_how=re.compile(
        r"^\s*(?:hoe (?:moet|kan|kun|doe)|waarom (?:is|zijn|doet))\b", re.IGNORECASE
    ),
    after_preposition=re.compile(
        r"\b(?:in|naar|bij|op|met|door|tegen|vanaf|uit|voor|na|tijdens|van)\s+"
        r"(?:(?:de|het|een|zijn|haar|hun|mijn)\s+)?$",
        re.IGNORECASE,
    ),
    happened=re.compile(
        r"^\s*wat\s+(?:is|was)\s+er\s+(?:nog\s+|verder\s+)?gebeurd(?!\s+(?:met|tussen)\b)",
        re.IGNORECASE,
    ),
    ordinals={word: place for place, spelt in enumerate(_SPELT) for word in spelt.split()}
    | {"laatste": -1},
    ordinal_reference=re.compile(
        r"\b(?:(?:de|het|die|dat)\s+(?P<ordinal>eerste|tweede|derde|vierde|vijfde|zesde|laatste|"
        rf"[1-6](?:e|ste|de))(?:\s+(?P<kind>{_KINDS}))?\b"
        r"|(?:nummer|optie|punt|stap)\s+(?P<number>[1-6]|een|één|twee|drie|vier|vijf|zes)\b)",
        re.IGNORECASE,
    ),
    speaks_of_its_sender=re.compile(
        r"\b(?:ik|me|mij|mijn|m['’]n|mezelf|we|wij|ons|onze|je|jij|jou|jouw|jullie)\b",
        re.IGNORECASE,
    ),
    side_by_side=r",|en|of|versus|vs\.?|en\s+ook|/",
    article=_ARTICLE,
    joins_clauses=_joins_clauses,
    owner=_owner,
    is_plural=_is_plural,
    is_several=lambda noun: (
        noun.endswith(("en", "s")) and noun not in LEXICON.female | LEXICON.male
    ),
    happened_to=" met {topic}",
    of_topic={"": " van ", "artikel": " over "}
    | dict.fromkeys(LEXICON.kinds_of_named - {"artikel"}, " "),
    about_topic="over {topic}",
    infinitive="te",
    addressed=_addressed,
    owned=_owned,
    detail_of="{detail} van {object}",
)
