"""Words as search and understanding see them: folded, stemmed, stop words apart, by language."""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal

import Stemmer

Language = Literal["en", "nl"]
Term = tuple[str, ...]  # the stems of one word, that of its own language first


@dataclass(frozen=True)
class _Vocabulary:
    """What is known of the words of one language.

    ``stop_words`` ask or join and name nothing.  Question words are in: worth 4 points of recall
    (benchmark/README.md).  ``everyday`` ones name something that is spoken of in every talk.
    ``forms``: stems of words that the rules of ``stemmer`` part.
    """

    stop_words: frozenset[str]
    everyday: frozenset[str]
    stemmer: str
    forms: Mapping[str, str] = field(default_factory=dict)


_ENGLISH = _Vocabulary(
    stemmer="english",
    stop_words=frozenset(
        """
        a about after again all also am an and any anybody anyone anything are aren't as at be
        because been before being both but by can can't cannot could couldn't d did didn't do does
        doesn't doing don't done down each either else ever every everybody everyone few for from
        further get gets getting give gives go goes going gonna got had hadn't has hasn't have
        haven't having he her here hers herself him himself his how how's i i'd i'll i'm i've if
        in into is isn't it it'd it'll it's its itself just kind know let let's like ll m many may
        maybe me might mine more most much must my myself no nobody nor not nothing now of off ok
        okay on once one only or other our ours ourselves out over own please quite rather re
        really s same shall she should shouldn't so some somebody someone something such sure t
        tell than thank thanks that that's the their theirs them themselves then there there's
        these they they'd they'll they're they've thing things this those through to too under
        until up upon us ve very was wasn't we we'd we'll we're we've well were weren't what
        what's when where where's whether which while who who's whom whose why will with within
        without won't would wouldn't yeah yes yet you you'd you'll you're you've your yours
        yourself yourselves
        """.split()
    ),
    everyday=frozenset(
        """
        act add age already always answer anymore area around article ask asking aspect away back
        bad basic become began begin best better big body book bought bring brought build buy call
        called came case change choose clear close come common compare complete consider create day
        decide describe detail develop difference different difficult discuss during early easy else
        end enjoy enough example expect experience explain fact famous far feel felt final find fine
        first follow form found full fun future general good great guide happen happy hard help high
        hour idea imagine important improve include information interesting involved issue join keep
        kept key known large last late later lead learn leave left less life line list little live
        long look lose lost lot love low made main major make man manage mean meet member men
        mention mind minute moment month morning move name near never new next nice night normal
        notable note number often old open option order organize original outline part past people
        perfect person place plain play point popular possible present problem provide public put
        question read ready real reason recent recommend relate remember result return right role
        run said saw say second see seem seen sense set short show similar simple single situation
        size small soon sort speak special spend start state stay step still stop story strong
        success suggest summarize support take talk task tell term text think third thought time tip
        today together told tomorrow took top topic total translate try turn type understand use
        useful user usual usually view want watch way week win woman women won wonder word work
        world worth write wrong wrote year yesterday young
        """.split()
    ),
)
_DUTCH = _Vocabulary(
    stemmer="dutch",  # Kraaij and Pohlmann's: it knows ge-, and huis from huizen
    stop_words=frozenset(
        """
        'm 'n 'r 's 't aan aangezien achter al alle allebei alleen alles als alsjeblieft alstublieft
        altijd alweer ander andere anders bedankt behalve ben bent bij bijna binnen boven bovendien
        buiten circa d'r daar daaraan daarbij daardoor daarin daarmee daarna daarnaast daarom daarop
        daarover daaruit daarvan daarvoor dan dank dankjewel dat de deden deed der deze dezelfde die
        ding dingen dit doe doen doet door dus echt echter een eens eerst eigenlijk elk elkaar elke
        en enige enkele er eraan erbij erg ergens erin ermee ernaar erop erover ertoe eruit ervan
        ervoor even eventueel ga gaan gaat geef geeft geen gegeven gehad geven geweest geworden ging
        gingen goed graag haar had hadden heb hebben hebbende hebt heeft heel hele hem hen het
        hetzelfde hier hieraan hierin hiermee hierop hierover hiervan hiervoor hij hoe hoeveel
        hoeven hoi hun ieder iedere iedereen iemand iets ik in inderdaad is ja jawel je jezelf jij
        jijzelf jou jouw jouwe jullie kan klopt kon konden kun kunnen kunt laat laten liever maar
        mag me mee meest meeste men met mezelf mij mijn mijne mijzelf minder misschien mocht mochten
        moest moesten moet moeten mogelijk mogen na naar naast namelijk nee neem niemand niet niets
        nog nogal nooit nou nu of ofzo ok oké om omdat onder ongeveer ons onze ook op over overal
        per precies prima qua samen sinds sommige soms steeds straks te tegen ten ter terwijl tja
        toch toe toen tot totdat tussen u uit uw vaak van vanaf vandaan vanuit vanwege veel verder
        via vind vinden vindt volgens voor vooral voordat waar waaraan waarbij waardoor waarin
        waarmee waarna waarnaar waarom waarop waarover waaruit waarvan waarvoor wanneer want waren
        was wat we weer weet weg weinig wel weleens welk welke werd werden weten wie wiens wij wil
        wilde wilden willen wilt word worden wordt wou zal ze zeer zeg zeggen zegt zei zeker zelf
        zelfde zelfs zich zichzelf zij zijn zijne zo zo'n zoals zodat zoiets zonder zou zouden
        zoveel zowat zul zulke zullen zult één
        """.split()
    ),
    everyday=frozenset(
        """
        aanbeveel aanbevelen afgelopen afgesproken allerlei antwoord avond bedenk bedoel begin begon
        begrijp bekend bekijk belangrijk bericht beschrijf beslis besloten best bestaan beste
        betekent beter bied bijvoorbeeld blij blijf boek breng dacht dag deel denk derde doel
        doorgaan eerder eerste einde erger ervaring feit fijn fout gebeurd gebeurt gebruik gedaan
        geduurd gekocht geleden geleerd gelezen geloof gemaakt genoeg gesprek getal gevoel gewoon
        gezegd gezien goede groep groot grote half handig helder help herinner hoofd hoog hoort
        huidig hulp idee informatie jaar jong kans keer ken kende kent keuze kies kijk klaar klein
        kleine kom komt kort krijg kwam kwijt laag laatst laatste lang langzaam later leef leer lees
        leg leuk leven lijkt lijst loop maak maand makkelijk man manier meedoen mening mens mensen
        middag minuut moeilijk moment mooi morgen naam nacht neem nieuw nieuwe nodig noem nummer
        ochtend oefen onderdeel onderwerp ontdek onthoud ontwikkel oud oude persoon plaats plek
        praat probeer probleem punt raad recht reden regel resultaat rol rond rustig samenvatten
        schrijf slecht snel soort spreek sta stap start steeds stel stem stop stuk stuur taak tekst
        terug tijd tip toekomst top tweede uitleg uitleggen uur vandaag verander verhaal verschil
        vertaal vertel verteld vervolg verwacht volg volgende vond vorig vorige vraag vragen vroeg
        vroeger vrouw wacht week wereld werk wijze winnen woord zaak zag zeg ziet zin zit zoek
        """.split()
    ),
    forms={
        form: stem
        for stem, forms in {
            "bel": "belt",
            "bezoek": "bezocht bezochten",
            "blauw": "blauwe",
            "bied": "bood boden geboden",
            "blijf": "bleef bleven gebleven",
            "breng": "bracht brachten gebracht",
            "dag": "dagen",
            "denk": "dacht dachten gedacht",
            "doe": "gedaan",
            "drink": "dronk dronken gedronken drinkt",
            "eet": "at aten gegeten",
            "fiets": "fiets fietsen fietst",
            "gaa": "ging gingen gegaan",
            "geef": "gaf gaven gegeven geeft",
            "help": "hielp hielpen geholpen",
            "huur": "huurt",
            "kaart": "kaartje kaartjes",
            "kies": "koos kozen gekozen kiest",
            "kijk": "keek keken gekeken",
            "kind": "kinderen",
            "koop": "kocht kochten gekocht koopt",
            "krijg": "kreeg kregen gekregen",
            "lees": "las lazen gelezen leest",
            "loop": "liep liepen loopt",
            "mooi": "mooie mooier mooiste",
            "neem": "nam namen genomen neemt",
            "nieuw": "nieuwe nieuwer nieuwste",
            "oud": "oude ouder oudste",
            "plaats": "plaats plaatsen plaatst",
            "reis": "reist",
            "rijd": "reed reden gereden rijdt rijden",
            "schrijf": "schreef schreven geschreven",
            "slaap": "sliep sliepen slaapt",
            "speel": "speelt",
            "spreek": "sprak spraken gesproken",
            "stad": "steden",
            "stuur": "stuurt verstuur verstuurd verstuurde versturen verstuurt",
            "toets": "toets toetsen toetst",
            "verkoop": "verkocht verkochten verkoopt",
            "vertrek": "vertrok vertrokken",
            "vlieg": "vloog vlogen gevlogen",
            "weg": "wegen",
            "woon": "woont",
            "zoek": "zocht zochten gezocht",
        }.items()
        for form in forms.split()
    },
)
_VOCABULARIES: Mapping[Language, _Vocabulary] = {"en": _ENGLISH, "nl": _DUTCH}
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_STEMMERS = {each: Stemmer.Stemmer(of.stemmer) for each, of in _VOCABULARIES.items()}
_SHORT_NUMBER = 2  # figures
_STEMMER_LOCK = threading.Lock()  # a stemmer keeps the word it works on

_PARTICIPLE = re.compile(r"(?:be|ver|ont|her)\w{3,}d")
_INFLECTED = re.compile(r"(\w*[^aeiou])(e|i|a|o|u|ij|ei|ie|oe|ui|eu|ou|au)([bdfgklmnprstvz])e")
_UNVOICED = {"z": "s", "v": "f"}
_SECOND_LONG = re.compile(r"(\w*[aeiouy]\w*[^aeiouy])([aeou])\2([^aeiouy])$")

# Words that show Dutch beside its stop words: what people write most, and is no other word.
_DUTCH_AT_ONCE = frozenset(
    """
    aanstaande afgelopen afgesproken afspraak akkoord alvast antwoord avond beide bel belde bellen
    belt beneden besloten bestel bestellen bestelt betaald betalen betekent beter bijvoorbeeld blijf
    blijft blijven boek boeken boekt boodschappen broer bruiloft collega dagen denken dezelfde
    dichtbij dinsdag dochter doei donderdag drie duur duurt eergisteren eet eten februari fiets gaf
    gebeld geboekt gebruik gebruiken gebruikt gekocht geld gelukkig gezegd gezien gisteren goede
    goedemiddag goedemorgen goedenavond groot grote hallo heet helaas help helpt herinner herinneren
    hond hoofdstad hoor hoort hou houd houden houdt huis huur jaar januari jarig juli juni kapot
    kies kiezen kijk kijken kinderen klein kleine kom komen komende komt koop koopt kopen kost
    kosten kostte kwam kwamen lekker leuk leuke liefst liggen ligt logeren loopt lopen maand maandag
    maanden maart maximaal melk mensen middag moeder mooi mooie morgen morgens natuurlijk neemt
    nemen nieuw nieuwe nodig noem ochtend oktober ongeveer onthoud onthouden oude ouders overmorgen
    plaats probeer proberen regel regelen reist reizen rijd rijden rijdt schrijf schrijven speelt
    staan staat stad straat sturen stuur taart tandarts tien trap trein tuurlijk twee twijfel
    uiteindelijk uiterlijk uitleg uren uur vader vakantie vanavond vandaag vanmiddag vanmorgen
    vannacht vanochtend verder vergadering vergeet vergeten verhuist verhuizen verjaardag verslag
    vertel vertellen vertrek vertrekt vier vierde vijf vlees vliegen vliegt vlucht volgend volgende
    voortaan vorig vorige vraag vragen vriend vrienden vriendin vrijdag vrouw waarschijnlijk
    wachtwoord weken welterusten werk werken werkt woensdag wonen woon woont zaterdag zes zeven zien
    zoek zoeken zoekt zondag zoon zus
    """.split()
)
# Words of Dutch that stand in names, in loans or in English too: they tell nothing alone.
_DUTCH_PERHAPS = frozenset(
    """
    aan al alle als ander ben bent circa d'r dan dank de deed der die ding door elk elke en er even
    ga had heel help hem hen hoe hun in is je kan kon laat mag me men met mocht nee nou nu of om ons
    op over per prima qua s steeds t te ten ter toch toe toen tot u van via want waren was we weer
    weg wel werk wil wilt wist zo
    """.split()
)
_DUTCH_ALONE = (_DUTCH.stop_words | _DUTCH_AT_ONCE) - _DUTCH_PERHAPS - _ENGLISH.stop_words
_DUTCH_FORM = re.compile(
    r"[a-z]*(?:ij(?!ack|ing)|aa|uu|eeu|ieuw)[a-z]*|[a-z]{2,}(?:tjes?|lijke?|heid)"
)
_ENGLISH_ALONE = _ENGLISH.stop_words - _DUTCH.stop_words - _DUTCH_PERHAPS
_ALONE, _PERHAPS = 2, 1  # votes of a word
_VOTING_CHARS = 2_000  # of a text; its beginning tells


def language_of(text: str, *, otherwise: Language = "en") -> Language:
    """Return the language ``text`` is in, ``otherwise`` where its words do not tell.

    >>> language_of("Zullen we dan de trein nemen?"), language_of("Shall we go then?")
    ('nl', 'en')
    """
    return _told(text[:_VOTING_CHARS]) or otherwise


@lru_cache(maxsize=4096)
def _told(text: str) -> Language | None:
    found = _WORD.findall(text.replace("’", "'"))
    folded = [word.lower() for word in found]
    english = _ALONE * sum(word in _ENGLISH_ALONE for word in folded)
    dutch = _ALONE * sum(word in _DUTCH_ALONE for word in folded)
    if dutch:  # names such as "van der Valk" alone make no Dutch
        dutch += _PERHAPS * sum(
            word in _DUTCH_PERHAPS or bool(_DUTCH_FORM.fullmatch(word)) for word in found
        )
    if dutch == english:
        return None
    return "nl" if dutch > english else "en"


def stop_words(language: Language) -> frozenset[str]:
    """Return the words of ``language`` that ask or join and name nothing."""
    return _VOCABULARIES[language].stop_words


@lru_cache(maxsize=65_536)
def stem(word: str, language: Language = "en") -> str:
    """Return the stem of ``word``, lower-cased (Snowball).

    >>> stem("Flights"), stem("geboekt", "nl")
    ('flight', 'boek')
    """
    folded = word.lower()
    if folded in (forms := _VOCABULARIES[language].forms):
        return forms[folded]
    with _STEMMER_LOCK:
        stemmed: str = _STEMMERS[language].stemWord(folded)
    return _evened(stemmed) if language == "nl" else stemmed


def _evened(stemmed: str) -> str:
    """Return one stem for what Snowball's Dutch leaves apart.

    >>> [_evened(each) for each in ("regeel", "verhuisd", "grijze", "dure")]
    ['regel', 'verhuis', 'grijs', 'duur']
    """
    if _PARTICIPLE.fullmatch(stemmed):
        stemmed = stemmed[:-1]
    elif found := _INFLECTED.fullmatch(stemmed):
        before, vowel, last = found.groups()
        stemmed = before + (vowel * 2 if vowel in "aou" else vowel) + _UNVOICED.get(last, last)
    return _SECOND_LONG.sub(r"\1\2\3", stemmed)


def words(text: str) -> list[str]:
    """Return the words of ``text``, lower-cased, typographic apostrophes made plain."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def content_stems(text: str, language: Language | None = None) -> list[str]:
    """Return the stems of the words of ``text`` that name something, in order.

    Its words are taken to be of ``language``; where none is given, of the text's own.

    >>> content_stems("What did we say about the flights to Lisbon?")
    ['say', 'flight', 'lisbon']
    """
    language = language or language_of(text)
    skipped = stop_words(language)
    return [stem(word.removesuffix("'s"), language) for word in words(text) if word not in skipped]


def content_terms(text: str, *, otherwise: Language = "en") -> list[Term]:
    """Return the words of ``text`` that name something, each as all the stems it may be found by.

    A name is the same in every language, and so is a word whose language nothing tells: a text
    in one language is found by a question in another.

    >>> content_terms("Wanneer gaan we naar Porto vliegen?")
    [('porto',), ('vlieg', 'vliegen')]
    """
    language = language_of(text, otherwise=otherwise)
    skipped = stop_words(language)
    return [_term(word, language) for word in words(text) if word not in skipped]


@lru_cache(maxsize=256)
def as_written(text: str) -> Mapping[Term, str]:
    """Return how each of the ``content_terms`` of ``text`` is first written in it.

    >>> list(as_written("Did the flights to Lisbon sell, or no flights?").values())
    ['flights', 'Lisbon', 'sell']
    """
    language = language_of(text)
    skipped = stop_words(language)
    written: dict[Term, str] = {}
    for found in _WORD.findall(text):
        (word,) = words(found)
        if word not in skipped:
            written.setdefault(_term(word, language), found)
    return MappingProxyType(written)


def is_everyday(stemmed: str) -> bool:
    """Whether a word with this stem stands in every talk, so that alone it tells nothing.

    A number of one or two figures is such a word.

    >>> is_everyday("write"), is_everyday("schrijf"), is_everyday("7"), is_everyday("poem")
    (True, True, True, False)
    """
    return stemmed in _everyday_stems() or (len(stemmed) <= _SHORT_NUMBER and stemmed.isdigit())


@cache
def _everyday_stems() -> frozenset[str]:
    return frozenset(
        stem(word, language) for language, of in _VOCABULARIES.items() for word in of.everyday
    )


@lru_cache(maxsize=65_536)
def _term(word: str, language: Language) -> Term:
    bare = word.removesuffix("'s")
    own = stem(bare, language)
    return tuple(dict.fromkeys((own, *(stem(bare, each) for each in _VOCABULARIES))))
