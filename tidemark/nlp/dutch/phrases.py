"""Every sentence that the built-in engine writes in Dutch."""

import re

from tidemark.nlp.languages import stop_words
from tidemark.nlp.pack_fields import ReplyPhrases, words_in

_CHOOSE_MODEL = "kies er dan een bij Instellingen"
_PLAIN_OPENINGS = words_in("altijd nooit gebruik vermijd bewaar stuur bel boek koop betaal vraag")
_TURNED = {
    "ik": "je", "mijn": "je", "m'n": "je", "mij": "jou", "me": "je", "mezelf": "jezelf",
    "mijzelf": "jezelf", "wij": "jullie", "we": "jullie", "ons": "jullie", "onze": "jullie",
    "onszelf": "jezelf",
}  # fmt: skip
# The verb after "ik" at the start of a clause: "ik ben" is "je bent", "ik woon" is "je woont".
_FINITE = re.compile(
    r"(?P<lead>^|[,.;:]\s|\b(?:en|maar|want|dus|of)\s)ik (?P<verb>[a-zëïé]+)", re.IGNORECASE
)
# A second verb of "ik" without it: "ik ben vegetarisch en heb een hekel aan koriander"
_SECOND = re.compile(
    r"(?P<first>^ik [^,.;:]+? (?:en|maar) )(?P<verb>ben|heb|wil|kan|ga)\b(?! ik)", re.I
)
# The same verb at the end of a subordinate clause: "als ik Anna zie".
_LAST = re.compile(
    r"(?P<clause>\b(?:als|omdat|dat|terwijl|wanneer|voordat|zodat|totdat|wat|waar) ik "
    r"(?:[^\s,.;:]+ )+)(?P<verb>\w+)(?=$|[,.;:])",
    re.IGNORECASE,
)
# Words after "ik" that are no verb: the verb then stands at the end.
_NO_VERB = (
    "van op in aan met bij voor om een de het geen mijn graag altijd nooit naar uit niet ook"
).split()
# A subordinate clause without its "dat": "Onthoud dat ik Jan heet" leaves "ik Jan heet".
_VERB_LAST = re.compile(
    rf"^ik (?P<rest>(?:[A-Z][\w-]*|{'|'.join(_NO_VERB)})\b(?:(?! en )[^,.;:])*) "
    r"(?P<verb>ben|ken|(?!\w*(?:en|aan|ien)$)[a-zëïé]+)$"
)
# In a series with a name the pronoun is stressed: "Anna en ik" becomes "Anna en jij".
_JOINED = re.compile(r"([A-Z]\w+ en |: (?=ik(?:,| en) ))ik\b")
_CONJUGATED = {
    "ben": "bent", "heb": "hebt", "kan": "kunt", "zal": "zult", "wil": "wilt", "ga": "gaat",
    "doe": "doet", "sta": "staat", "zie": "ziet", "sla": "slaat", "hou": "houdt", "rij": "rijdt",
}  # fmt: skip
_PAST = re.compile(
    r"\w{3,}(?:de|te)|was|had|wou|zou|kon|werd|ging|kwam|vond|nam|koos|zag|zei|kreeg|bleef|deed|"
    r"gaf|"
    r"reed|schreef|sliep|sprak|stond|vloog|vroeg|won|mag|las|liep|hield|hielp|begon|verloor|belde"
)
_FIRST_PERSON = re.compile(
    r"\b(?:ik|mijn|m['’]n|mij|me|mezelf|mijzelf|wij|we|ons|onze|onszelf)\b", re.IGNORECASE
)

_LET_US = re.compile(r"^laten (?:we|wij) ", re.IGNORECASE)


def to_second_person(text: str) -> str:
    """Return a statement in the first person turned to the second: "I live" to "you live".

    >>> to_second_person("Ik woon met mijn zus in Gent.")
    'je woont met je zus in Gent'
    >>> to_second_person("ik van kaas houd")
    'je houdt van kaas'
    >>> to_second_person("Ik ben vegetarisch en heb een hond.")
    'je bent vegetarisch en hebt een hond'
    >>> to_second_person("Laten we om tien uur beginnen")
    'om tien uur beginnen'
    """
    plain = _LET_US.sub("", text.strip().rstrip(".!"))
    plain = _VERB_LAST.sub(r"ik \g<verb> \g<rest>", plain)
    plain = _SECOND.sub(lambda at: at["first"] + _conjugated(at["verb"]), plain)
    told = _FINITE.sub(lambda at: f"{at['lead']}ik {_conjugated(at['verb'])}", plain)
    told = _LAST.sub(lambda at: at["clause"] + _conjugated(at["verb"]), told)
    told = _JOINED.sub(r"\1jij", told)
    turned = _FIRST_PERSON.sub(
        lambda match: _TURNED.get(match[0].lower().replace("’", "'"), match[0]), told
    )
    opening = turned.split(" ", 1)[0].lower()
    is_small = opening in stop_words("nl") or opening in _PLAIN_OPENINGS
    if _FIRST_PERSON.match(plain) or is_small:
        return turned[:1].lower() + turned[1:]
    return turned


def _conjugated(verb: str) -> str:
    """Return the form for "je" of a verb in the form for "ik"."""
    plain = verb.lower()
    if plain in _CONJUGATED:
        return _CONJUGATED[plain]
    if plain in _NO_VERB or verb[:1].isupper():
        return verb
    return verb if plain.endswith(("t", "en", "aan")) or _PAST.fullmatch(plain) else verb + "t"


PHRASES = ReplyPhrases(
    only_called=(
        "Ik heb het een paar keer opgezocht en kwam niet tot een antwoord. Vraag het opnieuw, of "
        "vraag één ding ervan."
    ),
    unkept={
        "picture_unseen": (
            "Ik kan niet naar afbeeldingen kijken: dat kan alleen een taalmodel dat ze ziet. Je "
            "kunt er een kiezen bij Instellingen en het opnieuw vragen."
        ),
        "greeting": (
            "Hallo. Vertel me waar je mee bezig bent: tot dit gesprek eindigt, vind ik het terug "
            "als je ernaar vraagt. Er wordt niets van bewaard."
        ),
        "farewell": "Tot ziens. Van dit gesprek wordt niets bewaard.",
        "message_kept": "Gelezen. Na dit gesprek bewaar ik er niets van.",
        "self_description": (
            "Ik ben de ingebouwde engine van Tidemark: regels, geen taalmodel. Zolang dit gesprek "
            "duurt, vind ik terug wat je zei, reken ermee en vraag welke van twee dingen je "
            "bedoelt; daarna wordt er niets van bewaard. "
            f"Wil je dat een taalmodel antwoordt, {_CHOOSE_MODEL}."
        ),
        "no_work": (
            "Dat kan ik zelf niet: ik heb geen taalmodel, ik vind en citeer alleen wat hier gezegd "
            f"is. Wil je meer, {_CHOOSE_MODEL}."
        ),
        "forgotten": (
            "Losse dingen kan ik hier niet weglaten. Van dit gesprek wordt niets bewaard: zodra "
            "het eindigt, is alles weg."
        ),
    },
    picture_unseen=(
        "Ik bewaar wat je bijvoegde, maar kan niet naar afbeeldingen kijken: dat kan alleen een "
        "taalmodel dat ze ziet. Je kunt er een kiezen bij Instellingen en het opnieuw vragen."
    ),
    greeting=(
        "Hallo. Vertel me waar je mee bezig bent: ik bewaar het en vind het terug als je ernaar "
        "vraagt."
    ),
    welcome="Graag gedaan.",
    understood="Goed.",
    farewell="Tot ziens. Wat je me verteld hebt, blijft in dit gesprek bewaard.",
    thanks_words=words_in("dank dankje dankjewel dankuwel bedankt thanks thank merci thx cheers"),
    greeting_words=words_in(
        "hallo hoi hé hey hi hoe goedemorgen goedemiddag goedenavond goeiemorgen goeiemiddag"
    ),
    farewell_words=words_in(
        "doei doeg ziens straks later dag bye fijne prettige slaap welterusten"
    ),
    courtesies={
        "how_are_you": "Alles goed hier, fijn dat je het vraagt. Met jou hopelijk ook.",
        "praise": "Dank je, dat is lief van je.",
        "complaint": (
            "Het spijt me dat je hier niets aan had. Vraag het in andere woorden, of zeg wat er "
            "niet klopt, dan probeer ik het opnieuw."
        ),
        "apology": "Geeft niets.",
        "presence": "Ja, ik ben er, en ik heb alles wat je in dit gesprek verteld hebt.",
        "nature": (
            "Ik ben een programma: ik heb geen leeftijd, geen huis en geen gevoel, en ik word "
            "nooit moe van bewaren wat je vertelt."
        ),
        "joke": (
            "Zonder taalmodel ken ik er maar één: waarom keek de kalender zo somber? Zijn dagen "
            "waren geteld."
        ),
        "chat": "Graag. Vertel me wat je bezighoudt: ik bewaar het voor als je het nodig hebt.",
        "wish": "Dank je, jij ook.",
        "low": "Wat vervelend om te horen. Sterkte, hopelijk wordt het snel beter.",
        "high": "Fijn om te horen.",
    },
    message_kept="Opgeslagen.",
    nothing_to_undo=(
        "Er is hier geen wijziging van een document om ongedaan te maken. Wat je zei, wijzig je "
        "met “Bewerken” in het menu van dat bericht; een samenvatting neem je terug met "
        "“Ongedaan maken” onder de lijn ervan."
    ),
    invites_correction="Zeg hoe het wel is, dan noteer ik dat in plaats van wat ik had.",
    noted_as={
        "preferences": "Genoteerd: {noted}.",
        "constraints": "Genoteerd als voorwaarde: {noted}.",
        "decisions": "Genoteerd als besluit: {noted}.",
        "todos": "Genoteerd om te doen: {noted}.",
        "open_questions": "Genoteerd als open vraag: {noted}.",
        "key_facts": "Genoteerd: {noted}.",
    },
    forgotten=(
        "Vergeten: {matter}. Ik lees, citeer en vat het niet meer samen, hier niet en in andere "
        "chats niet; je bericht zelf blijft staan zoals je het schreef. Onder “Over jou” kun je "
        "dit ongedaan maken."
    ),
    forgotten_with=(
        "Wat je er met een “en” bij zei, ben ik ook vergeten: zeg dat opnieuw als ik het moet "
        "bewaren."
    ),
    people_unknown=(
        "Ik weet niet met hoeveel mensen dat gedeeld wordt: zeg het, bijvoorbeeld met “gedeeld "
        "door 4”."
    ),
    other_number_unknown=(
        "Dat kan ik niet opnieuw berekenen met een ander getal: stel de hele vraag daarmee."
    ),
    no_result="Ik heb hier geen totaal waarmee ik verder kan rekenen.",
    nothing_to_forget="Ik vind niets over “{matter}”, dus er is niets te vergeten (niet meer).",
    corrected_note="Gecorrigeerd: “{now}”",
    replaced_note="Daarvoor had ik genoteerd: “{old}”",
    how_to_get_model=_CHOOSE_MODEL,
    no_model=(
        "Dat kan ik niet beantwoorden: ik heb geen taalmodel, ik vind en citeer alleen wat hier "
        f"gezegd is. Wil je meer, {_CHOOSE_MODEL}."
    ),
    no_model_short="Dat kan ik zonder taalmodel niet beantwoorden.",
    no_work=(
        "Dat kan ik zelf niet: ik heb geen taalmodel, ik bewaar, vind en citeer alleen wat hier "
        f"gezegd is. Wil je meer, {_CHOOSE_MODEL}."
    ),
    no_work_short="Dat kan ik niet zonder taalmodel.",
    self_description=(
        "Ik ben de ingebouwde engine van Tidemark: regels, geen taalmodel. Ik bewaar elk bericht, "
        "noteer voorkeuren, grenzen, besluiten, taken en feiten, vind ze terug met hun datum en "
        "vraag welke van twee dingen je bedoelt. "
        f"Wil je dat een taalmodel antwoordt, {_CHOOSE_MODEL}."
    ),
    no_reminder=(
        "Ik noem het als je vraagt wat je nog moet doen; uit mezelf kan ik je er niet aan "
        "herinneren."
    ),
    sends_no_reminders=(
        "Tidemark stuurt geen herinneringen. Zeg wat je moet doen, dan noem ik het als je vraagt "
        "wat je nog moet doen."
    ),
    related_quotes="Wat hier gezegd is en ermee te maken heeft:",
    found_nothing="Ik heb in dit gesprek gezocht naar {looked_for} en er niets over gevonden.",
    found_nothing_anywhere=(
        "Ik heb gezocht naar {looked_for} in deze chat en in de andere die hij mag lezen, en er "
        "niets over gevonden."
    ),
    yes="Ja.",
    no="Nee.",
    no_answer_to="Ik vind geen antwoord op “{question}”.",
    nothing_said="Ik vind hier niets dat dit beantwoordt.",
    nothing_known=(
        "Ik vind hier niets dat dit beantwoordt, en zonder taalmodel weet ik verder niets."
    ),
    nearest_quotes="Het dichtst in de buurt komt:",
    unsure_quotes="Ik weet het niet zeker, maar dit komt het dichtst in de buurt:",
    days_counted=(
        "{number} dag, van {first} tot {last}.",
        "{number} dagen, van {first} tot {last}.",
    ),
    weeks_and_days=(
        ("{number} week", "{number} weken"),
        ("{number} dag", "{number} dagen"),
        ("{weeks}, van {first} tot {last}.", "{weeks} en {days}, van {first} tot {last}."),
    ),
    nights_counted=(
        "{number} nacht, van {first} tot {last}.",
        "{number} nachten, van {first} tot {last}.",
    ),
    falls_on="{day} is een {weekday}.",
    quotes_found="Dit heb je me verteld:",
    quotes_said="Dit is er gezegd:",
    you_said="Op {day} zei je: “{quote}”",
    i_said="Op {day} zei ik in een antwoord aan jou: “{quote}”",
    speaker_said="Op {day} zei {speaker}: “{quote}”",
    you="Jij",
    you_said_before="Eerder zei je: “{quote}”",
    i_said_before="Eerder zei ik in een antwoord aan jou: “{quote}”",
    speaker_said_before="Eerder zei {speaker}: “{quote}”",
    said_in_chat="In “{title}” zei je: “{quote}”",
    said_in_chat_on="In “{title}”, {day}: “{quote}”",
    said_in_paste="In wat je plakte: “{quote}”",
    said_in_file="In het bestand “{name}”: “{quote}”",
    table_attached=(
        "Met een bijlage kan ik niet rekenen. Voeg “{name}” toe aan Bronnen, dan kan het wel: "
        "totalen, gemiddelden, rijen."
    ),
    source_says="In “{source}”: “{quote}” {marks}",
    sources_say="Dit staat er in je bronnen:",
    sources_silent="Ik vind hier geen antwoord op in je bronnen.",
    sources_withheld="Ik vind hier geen antwoord op in de chat, en er zijn geen bronnen gekozen.",
    no_sources="Dit notitieboek heeft nog geen bronnen. Voeg bestanden of tekst toe onder Bronnen.",
    sources_listed=("Dit notitieboek heeft één bron:", "Dit notitieboek heeft {number} bronnen:"),
    sources_chosen=(
        "Van de {of} bronnen in dit notitieboek is er één gekozen voor deze vraag:",
        "Van de {of} bronnen in dit notitieboek zijn er {number} gekozen voor deze vraag:",
    ),
    sources_more="en nog {number}, allemaal onder Bronnen.",
    discussed="Dit kwam hierover voorbij:",
    today="Het is {weekday} {day}, {time}.",
    noted_quote={
        "preferences": "Je voorkeur: “{quote}”",
        "constraints": "Je stelde deze voorwaarde: “{quote}”",
        "decisions": "Je besloot: “{quote}”",
        "todos": "Op je takenlijst: “{quote}”",
        "open_questions": "Een open vraag: “{quote}”",
        "key_facts": "Je vertelde: “{quote}”",
    },
    date_suffix=" ({day})",
    week_suffix=" (week van {day})",
    corrected_suffix=" (zoals je het verbeterde)",
    status_labels={"done": " (gedaan)", "answered": " (beantwoord)", "open": ""},
    months=tuple(
        "januari februari maart april mei juni juli augustus september oktober november "
        "december".split()
    ),
    weekdays=tuple("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag".split()),
    list_titles={
        "preferences": "Je voorkeuren",
        "constraints": "Voorwaarden",
        "decisions": "Besloten",
        "todos": "Te doen",
        "open_questions": "Open vragen",
        "key_facts": "Feiten",
    },
    none_of_kind={
        "preferences": "Ik heb geen voorkeuren van je genoteerd.",
        "constraints": "Ik heb geen voorwaarden genoteerd.",
        "decisions": "Ik heb geen besluiten genoteerd.",
        "todos": "Ik heb niets genoteerd om te doen.",
        "open_questions": "Ik heb geen open vragen genoteerd.",
        "key_facts": "Ik heb geen feiten genoteerd.",
    },
    not_yet="Nog niet, voor zover je me hebt verteld.",
    none_ticked_off="Nog niets van “{list}”, voor zover je me hebt verteld.",
    nothing_on_list="Er staat niets meer op “{list}”.",
    all_done="Niets: alles wat je te doen had is gedaan.",
    or_joiner=" of ",
    and_older=" (en {count} oudere)",
    nothing_noted="Ik heb nog niets genoteerd.",
    said_in_order="Wat je zei, op volgorde:",
    assumed_antecedent="Ik heb “{phrase}” opgevat als {antecedent}.",
    assumed_question="Ik lees dit als “{question}”",
    assumed_topic="Ik ga ervan uit dat dit over {antecedent} gaat.",
    assumed_of_two="Ik heb “{phrase}” opgevat als {antecedent}; het kan ook {rival} zijn.",
    unresolved_reference="Ik kon niet opmaken waar “{phrase}” op slaat.",
    which_of_two="Bedoel je met “{phrase}” {first} of {second}?",
    context_of_kind={
        "preferences": "je voorkeuren",
        "constraints": "voorwaarden die je stelde",
        "decisions": "besluiten",
        "todos": "dingen om te doen",
        "open_questions": "open vragen",
        "key_facts": "feiten die je vertelde",
    },
    context_of_all="alles wat tot nu toe genoteerd is",
    context_of_habit="wat je gewoonlijk doet",
    context_of_reference="waar “{phrase}” op slaat",
    ask_back=(
        "Ik kan dit op meer dan één manier lezen:\n\n{readings}\n\n"
        "Het zou helpen om te weten:\n\n{questions}\n\n"
        "Kies er een, antwoord in je eigen woorden, of zeg “geef toch antwoord”."
    ),
    tables_show="Toont ",
    own_openings=re.compile(
        r"Toont [^\n“]{1,200} van “|Ik weet niet met hoeveel mensen|Ik heb hier geen totaal|"
        r"Het is \w+dag \d|\d{1,2} \w+ \d{4} is een \w+dag\.|"
        r"Met een bijlage kan ik niet rekenen|Dit notitieboek heeft nog geen bronnen|"
        r"Dit kwam hierover voorbij|"
        r"Vergeten: |Genoteerd(?::| als | om )|Gecorrigeerd: “|"
        r"(?:Op \d{1,2} \w+(?: \d{4})?|Eerder) zei (?:je|ik(?: in een antwoord aan jou)?):|"
        r"Dit vind ik erover|Dit (?:heb je me verteld|is er gezegd|staat er in je)|Opgeslagen\.|"
        r"Gelezen\. Na dit gesprek|Losse dingen kan ik hier niet|"
        r"Tidemark stuurt geen herinneringen\.|"
        r"In (?:wat je plakte|het bestand “[^”]*”):|"
        r"In “[^”]*”(?:(?:, \d{1,2} \w+(?: \d{4})?)?:| zei je:)|"
        r"Je (?:stelde deze voorwaarde|besloot|vertelde|voorkeur):|Op je takenlijst:|"
        r"Een open vraag:|"
        r"Op \d{1,2} \w+(?: \d{4})? zei [\w ]{1,40}:|"
        r"Ik (?:weet het niet zeker, maar dit|"
        r"vind (?:hier (?:niets|geen antwoord)|geen antwoord op|niets over “)|"
        r"heb (?:in dit gesprek|gezocht naar|geen|niets|nog niets|“)|"
        r"bewaar je bericht|noteerde:|ben de ingebouwde|lees dit als|ga ervan uit|kan dit op)|"
        r"Dat kan ik (?:niet|zelf niet|zonder)|Wat hier gezegd is|"
        r"(?:Je voorkeuren|Voorwaarden|Grenzen om aan te houden|Besloten|Te doen|Open vragen|"
        r"Feiten)"
        r"(?: \(en \d+ oudere\))?:|Een (?:voorkeur|grens|besluit|taak|open vraag) d(?:ie|"
        r"at) ik noteerde|"
        r"Er staat hier nog niets|Hallo\. |Tot ziens\. |Graag gedaan|Goed\.$"
    ),
    which_person=(
        (
            "“{phrase}” is een bekend persoon",
            "“{phrase}” is iemand die je kent",
            "“{phrase}” is een personage uit een verhaal",
        ),
        ("Wie is “{phrase}” in “{question}”?",),
    ),
    which_group=(
        (
            "“{phrase}” zijn mensen die je kent",
            "“{phrase}” is een band, team of bedrijf",
            "“{phrase}” zijn dingen van één soort",
        ),
        ("Wie of wat zijn “{phrase}” in “{question}”?",),
    ),
    which_thing=(
        (
            "“{phrase}” is een werk, zoals een boek, film of lied",
            "“{phrase}” is een plan of iets van jou",
            "“{phrase}” is een plaats, gebeurtenis of product",
        ),
        ("Wat is “{phrase}” in “{question}”?",),
    ),
    which_one=(
        (
            "“{phrase}” is iets wat je hier zult noemen of plakken",
            "“{phrase}” is in een ander gesprek genoemd",
        ),
        ("Welke bedoel je met “{phrase}” in “{question}”?",),
    ),
    which_text=(
        (
            "“{phrase}” is een tekst die je hier zult plakken",
            "“{phrase}” staat in een ander gesprek",
        ),
        ("Kun je hier plakken waar “{phrase}” op slaat?",),
    ),
    which_relation=(
        (
            "Een overzicht van {phrase}",
            "Hetzelfde als je in een ander gesprek vroeg, nu voor {phrase}",
        ),
        ("Wat wil je weten over {phrase}?",),
    ),
    which_more=(
        (
            "“{question}” gaat verder op iets wat je hier zult noemen",
            "“{question}” gaat verder op een ander gesprek",
        ),
        ("Waar moet “{phrase}” in “{question}” bij komen?",),
    ),
    which_subject=(
        (
            "“{question}” gaat over iemand of iets wat je zult noemen",
            "“{question}” gaat over de wereld in het algemeen",
        ),
        ("Over wie of wat gaat “{question}”?",),
    ),
    to_second_person=to_second_person,
)
