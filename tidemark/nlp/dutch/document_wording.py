"""Dutch forms of an instruction other than the imperative: "X moet verwijderd worden"."""

import re

from tidemark.nlp.pack_fields import Rewording

_VERBS = (  # imperative, participle, infinitive
    ("verwijder _", "verwijderd", "verwijderen"),
    ("schrap _", "geschrapt", "schrappen"),
    ("wis _", "gewist", "wissen"),
    ("haal _ weg", "weggehaald", "weghalen"),
    ("streep _ door", "doorgestreept", "doorstrepen"),
    ("maak _ leeg", "leeggemaakt", "leegmaken"),
    ("leeg _", "geleegd", "legen"),
    ("hernoem _", "hernoemd", "hernoemen"),
    ("wijzig _", "gewijzigd", "wijzigen"),
    ("verander _", "veranderd", "veranderen"),
    ("wijzig _", "aangepast", "aanpassen"),
    ("wijzig _", "bijgesteld", "bijstellen"),
    ("zet _", "gezet", "zetten"),
    ("zet _", "ingesteld", "instellen"),
    ("verhoog _", "verhoogd", "verhogen"),
    ("verhoog _", "opgehoogd", "ophogen"),
    ("verlaag _", "verlaagd", "verlagen"),
    ("verleng _", "verlengd", "verlengen"),
    ("verkort _", "verkort", "verkorten"),
    ("verplaats _", "verplaatst", "verplaatsen"),
    ("verschuif _", "verschoven", "verschuiven"),
    ("verzet _", "verzet", "verzetten"),
    ("voeg _ toe", "toegevoegd", "toevoegen"),
    ("zet _ bij", "bijgeschreven", "bijschrijven"),
    ("verdubbel _", "verdubbeld", "verdubbelen"),
    ("halveer _", "gehalveerd", "halveren"),
    ("sorteer _", "gesorteerd", "sorteren"),
    ("wissel _ om", "omgewisseld", "omwisselen"),
    ("verwissel _", "verwisseld", "verwisselen"),
    ("vervang _", "vervangen", "vervangen"),
    ("kopieer _", "gekopieerd", "kopiëren"),
    ("vink _ af", "afgevinkt", "afvinken"),
    ("vink _ aan", "aangevinkt", "aanvinken"),
    ("markeer _", "gemarkeerd", "markeren"),
    ("zet _ aan", "aangezet", "aanzetten"),
    ("zet _ uit", "uitgezet", "uitzetten"),
)
_PASSIVES = {participle: verb for verb, participle, _ in _VERBS}
_INFINITIVES = {infinitive: verb for verb, _, infinitive in _VERBS}
_PART, _INFINITIVE = "|".join(_PASSIVES), "|".join(_INFINITIVES)
_MODAL = "(?:moet|moeten|kan|kunnen|mag|mogen|dient|dienen|hoort|horen|zou|zouden)"
_ADVERBS = "(?: (?:nu|ook|nog|maar|weer|even|dan|toch|wel|graag|er|moeten|kunnen|mogen|te))*"

REWORDINGS = (
    Rewording(
        re.compile(
            rf"(?P<target>.+?) {_MODAL}{_ADVERBS}(?P<rest>(?: .+?)??)"
            rf" (?:(?P<verb>{_PART}) (?:te )?worden|worden (?P<verb_last>{_PART}))"
            r"(?P<rest_last>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            rf"(?:ik|we|wij) (?:wil|willen|zie|zien)(?: graag)? (?P<target>.+?)(?: graag)?"
            rf" (?P<verb>{_PART})(?: (?:hebben|zien))?(?P<rest>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            rf"(?P<target>.+?) (?:(?:om )?te )?(?P<verb>{_INFINITIVE})"
            r"(?P<rest>(?: (?:met|naar|op|tot|in|door|van|uit|bij|aan) .+)?)",
            re.I,
        ),
        _INFINITIVES,
    ),
    Rewording(
        re.compile(
            rf"(?P<target>.+?) (?:is|zijn)(?: (?:nu|inmiddels|weer|ook))*(?P<rest>(?: .+?)??)"
            rf" (?P<verb>{_PART})(?P<rest_last>(?: .+)?)",
            re.I,
        ),
        _PASSIVES,
        is_report=True,
    ),
)
EXPLETIVE = re.compile(  # "zet er soep op de lijst"; in "doe er 2 bij" it is no such word
    r"(?P<verb>^(?:zet|doe|voeg|schrijf|gooi|leg|stop|plaats|noteer|hang|pak)(?: (?:ook|nog))*|"
    r"\b(?:moet|moeten|mag|mogen|kan|kunnen|komt|komen|hoort|horen))\s+er"
    r"(?=\s.*\s(?:op|in|bij|aan|onder|tussen)\s+\w)",
    re.I,
)
