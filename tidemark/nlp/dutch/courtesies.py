"""Dutch clauses of small talk: a message that consists of them gets a reply of the same kind.

Each kind is a closed grammar: lead-ins, one of its clauses as a whole, and tails.
"""

import re
from collections.abc import Mapping

from tidemark.nlp.pack_fields import Courtesy
from tidemark.nlp.patterns import whole_clause

_LEAD = (
    r"en|maar|dus|oh?|ah|ach|nou|nou ja|hé|hey|hee|hoi|hallo|oké|ok|oke|ja|nee|wow|haha|hm+|zeg|"
    r"dan|trouwens|eerlijk gezegd|goh|tjonge|jeetje|pff+"
)
_TAIL = (
    r"dan|nu|vandaag|vanavond|weer|hoor|zeg|echt|heel erg|ook|wel|maar|even|eens|toch|hè|he|joh|"
    r"vriend|beste|lieverd|schat|schatje|alsjeblieft|aub|eigenlijk|trouwens|precies|allemaal|tidemark|haha|lol|"
    r"zoals altijd|op dit moment|iedereen|vanochtend|vanmiddag|nog|alvast|man|jongen|meid"
)
_VERY = (
    r"(?:(?:zo|echt|heel|erg|best|wel|toch|een|de|het|mijn|ontzettend|super|nogal|beetje|helemaal|"
    r"gewoon|nog|steeds|altijd|ook|eigenlijk|behoorlijk|wat|vreselijk|ook wel) )*"
)
_GOOD = (
    r"geweldig|top|topper|fantastisch|super|lief|aardig|leuk|slim|grappig|behulpzaam|handig|"
    r"geduldig|goud waard|held|schat|engel|de beste|beste|knap|fijn|fijne hulp|attent|goed|"
    r"goede hulp|"
    r"onmisbaar|geniaal|tof|cool|gaaf|vriendelijk|goede vriend"
)
_BAD = (
    r"waardeloos|stom|dom|nutteloos|vervelend|irritant|belachelijk|hopeloos|idioot|saai|traag|"
    r"verwarrend|teleurstellend|frustrerend|onzin|sukkel|niet (?:echt |erg |zo |"
    r"heel )?(?:behulpzaam|"
    r"handig|slim|nuttig|goed|grappig)|geen hulp|slecht|kut|ruk"
)
_LOW = (
    r"moe|doodmoe|bekaf|kapot|verdrietig|somber|down|eenzaam|gestrest|gestresst|bezorgd|ongerust|"
    r"zenuwachtig|nerveus|ziek|niet lekker|misselijk|boos|ongelukkig|teleurgesteld|het zat|het beu|"
    r"chagrijnig|treurig|verkouden|bang"
)
_HIGH = r"blij|gelukkig|vrolijk|trots|opgelucht|enthousiast|tevreden|dolblij|in mijn nopjes"
_ABOUT = r"(?: (?:daarover|erover|ervan|daarvan|ermee|daarmee|hiervan|hierover))?"
_CLAUSES: Mapping[Courtesy, str] = {
    "greeting": (
        r"hoi|hallo|hey|hé|hee|hi|hai|dag|goede? ?(?:morgen|middag|navond|avond|dag)|"
        r"goeie ?(?:morgen|"
        r"middag|navond|dag)|morgen|mogge|welkom terug|(?:leuk|fijn|aangenaam|"
        r"prettig)(?: om)? (?:je|"
        r"u) (?:te (?:ontmoeten|zien|spreken)|te leren kennen)|aangenaam(?: kennis te maken)?|"
        r"lang niet (?:gesproken|gezien)|(?:daar ben|ben) ik weer|ik ben (?:er weer|terug)"
    ),
    "how_are_you": (
        r"hoe (?:gaat|is) (?:het|ie|'t)(?: (?:ermee|ervoor|met (?:je|jou|u|jullie)))?|"
        r"hoe is het (?:er)?mee|hoe gaat-ie|hoe voel je je|hoe maakt u het|"
        r"(?:is )?alles (?:goed|oké|ok|kits|lekker|wel|in orde)(?: met (?:je|jou|u))?|"
        r"gaat het(?: goed)?(?: met (?:je|jou))?|"
        r"(?:en )?(?:met|hoe is het met) (?:jou|u)|(?:en )?(?:jij|jou|u)|heb je (?:goed|lekker) "
        r"geslapen|hoe was (?:je|jouw) (?:dag|weekend|week|avond)|(?:had je een )?(?:goede|fijne) "
        r"(?:dag|nacht|week) gehad"
    ),
    "farewell": (
        r"doei ?doei|doei|doeg|dag dag|tot de volgende|werkse|ik ben (?:er )?(?:weer )?(?:vandoor|"
        r"weg)|"
        r"ik kom (?:later|straks|morgen) terug|ik ga (?:weer|ervandoor)|dat was alles|"
        r"daag|dag|bye|ciao|houdoe|ajuus|mazzel|later|tot (?:ziens|straks|morgen|"
        r"later|gauw|dan|snel|zo|kijk|volgende (?:keer|week)|de volgende keer|vanavond)|"
        r"welterusten|"
        r"slaap (?:lekker|ze)|truste|(?:ik )?(?:ga|moet) (?:ik )?(?:weer )?(?:ervandoor|weg|slapen|"
        r"naar bed|stoppen|gaan|verder)|(?:een )?(?:fijne|prettige|goede|leuke) (?:dag|avond|"
        r"middag|"
        r"nacht|ochtend)|dat was het(?: voor (?:nu|vandaag))?|ik spreek je (?:later|morgen|snel)"
    ),
    "thanks": (
        r"(?:heel erg |hartelijk |super |ontzettend |heel |enorm |mega |duizendmaal |veel |"
        r"nogmaals )?"
        r"(?:dank ?(?:je|u)(?: ?wel)?|bedankt|"
        r"dankjewel|dankuwel|merci|thx|thanks|dank)(?: (?:heel erg|hoor|hè))*(?: (?:voor|"
        r"dat) (?:alles|"
        r"(?:je|de|uw|al je) (?:\w+ )?(?:hulp|antwoord|antwoorden|geduld|tijd|moeite|uitleg|steun)|"
        r"dit|het luisteren|het (?:helpen|onthouden|uitleggen)|je (?:luistert|helpt|luisterde|"
        r"(?:me|mij) (?:helpt|hielp)|er bent)))?|"
        r"ik waardeer (?:het|dit|je hulp)|ik ben je dankbaar"
    ),
    "praise": (
        rf"(?:je|jij|u) (?:bent|ben) {_VERY}(?:{_GOOD})|wat ben (?:je|jij) {_VERY}(?:{_GOOD})|"
        rf"wat {_VERY}(?:{_GOOD})(?: van (?:je|jou|u))?|(?:dat|dit) (?:is|was|"
        rf"vind ik) {_VERY}(?:{_GOOD})"
        r"(?: van (?:je|jou|u))?|(?:je|jij) (?:hebt|heb) (?:me|mij) (?:echt|heel erg|goed|enorm)? ?"
        r"geholpen|goed (?:gedaan|bezig|zo|onthouden|antwoord|geheugen)|"
        r"knap (?:werk|gedaan|hoor)|goeie|goede grap|bravo|petje af|"
        r"ik (?:hou van|mag|vind) (?:je|jou)(?: (?:leuk|lief|aardig|geweldig))?|"
        r"wat zou ik zonder (?:je|jou)(?: moeten)?|(?:je|jij) redt (?:me|mij|mijn dag)|"
        r"(?:je|jij) hebt (?:me|mij|mijn dag) gered|mooi zo|fijn zo|lekker bezig|toppie|kanjer"
    ),
    "complaint": (
        rf"(?:je|jij|u) (?:bent|ben) {_VERY}(?:{_BAD})|wat ben (?:je|jij) {_VERY}(?:{_BAD})|"
        rf"(?:dat|dit|je|jouw) antwoord (?:is|was) {_VERY}(?:{_BAD})|"
        r"(?:dat|dit) (?:is|was) (?:waardeloos|onzin|nutteloos|niet wat ik (?:vroeg|bedoelde|"
        r"wilde))|"
        r"hier heb ik niks aan|daar heb ik (?:niks|niets) aan|(?:daar|hier) schiet ik niets mee op|"
        r"ik (?:begrijp|snap|volg) (?:je|jou|u|je antwoord) (?:echt |helemaal )?niet|"
        r"(?:je|jij|u) (?:begrijpt|snapt|luistert|helpt|antwoordt)(?: (?:me|mij|het|er|naar me))? "
        r"(?:echt |helemaal |ook |nooit )?(?:niet|niks van|niets van|nooit)?|wat bedoel je|"
        r"je (?:snapt|begrijpt) er (?:niks|niets|geen bal) van|ik haat je|hou je mond|"
        r"dit werkt niet|(?:je|jij) werkt (?:me|mij) op de zenuwen|dat vroeg ik niet|"
        r"ben je (?:dom|gek|doof)"
    ),
    "apology": (
        r"(?:het )?(?:sorry|spijt me|excuses|pardon|mijn excuses|neem me niet kwalijk|"
        r"mijn fout|foutje|"
        r"oeps|foutje van mij)(?: hoor)?(?: (?:voor|van) (?:net|daarnet|dat|dit|zonet|"
        r"(?:al )?(?:die|"
        r"mijn|de|het) (?:\w+ )?(?:vragen|gedoe|verwarring|moeite|fouten|typefouten|storen|"
        r"overlast|gezeur|taal)))?(?: dat ik (?:zo|wat|een beetje|net zo|je)? ?[a-z ]{2,30}"
        r"(?:was|ben|deed|stoor|doe))?|(?:dat|het) spijt me|sorry dat ik (?:stoor|zeur)|"
        r"ik was (?:wat|een beetje|te|zo|nogal) (?:kortaf|bot|onaardig|onbeleefd|chagrijnig|grof)|"
        r"(?:zo|dat) bedoelde ik (?:het )?niet(?: zo)?|ik bedoelde het niet (?:zo|kwaad)"
    ),
    "presence": (
        r"(?:ben|bent) (?:je|jij|u) (?:er|daar|hier|wakker|online|bezig)(?: nog)?|"
        r"(?:hoor|zie|begrijp|snap|volg|ken|herken|onthou|onthoud) (?:je|jij) (?:me|mij)(?: nog)?|"
        r"(?:kun|kan) (?:je|jij) (?:me|mij) (?:horen|zien|verstaan|begrijpen|volgen)|"
        r"is (?:daar|er) iemand|iemand daar|luister je|weet je nog wie ik ben|test|testing"
    ),
    "identity": (
        r"(?:wie|wat) (?:ben|bent) (?:je|jij|u)(?: voor (?:iets|een ding))?|hoe heet (?:je|jij|u)|"
        r"wat is (?:je|jouw|uw) naam|heb (?:je|jij) een naam|hoe (?:moet|mag|kan|"
        r"zal) ik (?:je|jou|u) "
        r"noemen|(?:ben|bent) (?:je|jij|u) (?:(?:een|echt|soms|eigenlijk|gewoon|de) )*(?:echte? )?"
        r"(?:ai|a\.i\.|bot|robot|chatbot|mens|persoon|machine|computer|programma|taalmodel|model|"
        r"chatgpt|chat gpt|gpt|claude|gemini|siri|alexa|echt)(?: of (?:een )?(?:ai|bot|robot|mens|"
        r"persoon|machine|computer|programma|niet))?|"
        r"wie heeft (?:je|jou) (?:gemaakt|gebouwd|bedacht)|(?:praat|spreek|"
        r"chat) ik (?:nu )?met een "
        r"(?:echt )?(?:mens|bot|robot|ai|persoon|machine|computer)|"
        r"vertel (?:eens )?(?:iets|wat) over jezelf|stel jezelf (?:eens )?voor|"
        r"wat (?:kun|kan|kunt|doe) (?:je|jij|u|ik)(?: (?:allemaal|hier|zoal|voor me|voor mij|doen|"
        r"vragen))*|waar ben (?:je|jij) (?:goed in|voor)|hoe werk (?:je|jij)|hoe werkt dit|"
        r"(?:kun|kan) (?:je|jij) me helpen|waarmee kun je (?:me )?helpen|wat is (?:tidemark|"
        r"dit(?: (?:hier|"
        r"voor (?:iets|app|programma|site|ding)))?)|"
        r"help(?: me)?"
    ),
    "nature": (
        r"hoe oud (?:ben|bent) (?:je|jij|u)|wat is je leeftijd|wanneer ben je (?:jarig|geboren)|"
        r"waar (?:woon|kom) (?:je|jij)(?: vandaan)?|waar ben je(?: geboren)?|"
        r"(?:slaap|eet|droom|denk|voel|huil|lach|leef|besta) (?:je|jij)(?: (?:ook|wel eens|weleens|"
        r"iets|wat|echt))*|heb (?:je|jij) (?:ook )?(?:gevoel|gevoelens|emoties|vrienden|"
        r"familie|een "
        r"lichaam|een mening|hobby's|een ziel|kinderen|huisdieren|een hart)|"
        r"ben (?:je|jij) (?:ook )?(?:wel eens |weleens )?(?:gelukkig|blij|verdrietig|moe|eenzaam|"
        r"getrouwd|bewust|boos(?: op (?:me|mij))?|een (?:man|vrouw)|verliefd|slim|intelligent)|"
        r"(?:hou|houd) (?:je|jij) van (?:me|mij|muziek|mensen)|vind (?:je|jij) (?:me|"
        r"mij) (?:leuk|lief|"
        r"aardig|vervelend)|wat vind (?:je|jij) van (?:me|mij)|wat is (?:je|jouw) favoriete \w+|"
        r"wil (?:je|jij) (?:met (?:me|mij) trouwen|mijn vriend zijn)|mis (?:je|jij) (?:me|mij)|"
        r"zijn we vrienden|ik (?:mis|miste) je|kennen wij elkaar"
    ),
    "joke": (
        r"(?:vertel|weet|ken|heb)(?: (?:je|jij|me|mij|nog|eens))*(?: (?:een|nog een|"
        r"wat))? (?:leuke |"
        r"goede |grappige |korte )?(?:mop(?:je|pen)?|grap(?:je|pen)?|raadsel(?:tje)?)|"
        r"(?:kun|kan|wil) (?:je|jij) (?:me |mij )?(?:een|nog een) (?:leuke |goede |"
        r"grappige )?(?:mop|"
        r"grap|grapje|raadsel) vertellen|nog een (?:mop|grap)|maak me (?:eens )?aan het lachen|"
        r"zeg (?:eens )?iets grappigs|vrolijk me (?:eens )?op|zing (?:eens )?(?:een liedje|iets)"
    ),
    "chat": (
        r"(?:kunnen|zullen) we (?:even |gewoon |wat |een beetje )*(?:kletsen|praten|chatten)|"
        r"(?:ik wil|wil ik) (?:graag |gewoon |even |wat )*(?:kletsen|praten|"
        r"mijn hart luchten)|praat "
        r"(?:eens |even )?met (?:me|mij)|zeg (?:eens )?(?:iets|wat)|mag ik (?:je )?(?:iets|wat) "
        r"(?:vragen|vertellen)|ik heb een vraag|heb je (?:even|tijd)|"
        r"ik moet (?:even )?mijn ei kwijt"
    ),
    "wish": (
        r"gelukkig nieuwjaar|(?:een )?(?:fijne|prettige|vrolijke|zalige) (?:kerst|kerstdagen|"
        r"feestdagen|pasen|vakantie|weekend)|(?:een )?(?:fijn|prettig|goed|leuk) weekend|"
        r"gefeliciteerd|proficiat|van harte|beterschap|sterkte|succes|veel (?:plezier|succes)|"
        r"de beste wensen|insgelijks|hetzelfde|(?:en )?(?:jij|u) ook|gezondheid|proost"
    ),
    "low": (
        rf"(?:ik ben|ben ik|ik voel me|ik was) {_VERY}(?:{_LOW}){_ABOUT}|"
        r"ik verveel me(?: dood| rot)?|"
        r"(?:wat een|ik had een|het was een|ik heb een) (?:\w+ )?(?:rotdag|rotweek|baaldag|kutdag|"
        r"(?:slechte|zware|lange|vreselijke|drukke|rot) (?:dag|week|nacht))(?: gehad)?|"
        r"ik (?:heb|had) (?:zo )?slecht geslapen|ik kan niet slapen|ik baal|het valt niet mee|"
        r"het gaat (?:niet (?:zo )?(?:goed|lekker)|slecht|zozo|matig)(?: met me)?|ik geef het op"
    ),
    "high": (
        rf"(?:ik ben|ben ik|ik voel me) {_VERY}(?:{_HIGH}){_ABOUT}|ik voel me {_VERY}(?:goed|"
        r"top|prima|"
        r"geweldig|beter)|(?:met mij |met ons )?(?:gaat het |het gaat |"
        r"alles )?(?:ook )?(?:heel |prima |"
        r"erg )?(?:goed|prima|uitstekend|best)(?: hoor)?(?: met (?:me|mij|ons))|"
        r"het gaat (?:heel |erg |"
        r"best )?(?:goed|prima|lekker|uitstekend)|alles (?:gaat )?(?:prima|goed|super) hier|"
        r"ik mag niet klagen|ik had een (?:goede|fijne|leuke|heerlijke) (?:dag|week|nacht)"
    ),
    "nod": (
        r"ok|oke|oké|ja|jep|nee|nope|prima|mooi|fijn|leuk|top|super|goed|is goed|haha|hahaha|"
        r"hihi|lol|"
        r"snap ik|ik snap het|begrepen|duidelijk|helder|geen probleem|maakt niet uit|laat maar|"
        r"(?:dat )?geeft niks|(?:dat )?geeft niet|komt goed|klopt|precies|inderdaad|natuurlijk|"
        r"uiteraard|zeker|interessant|goed om te weten|je hebt gelijk|weet je|grapje|geintje|"
        r"ik maak(?:te)? (?:maar )?een grapje|pff+|hoera|joepie|jee|wauw|wow|tja|ach|ik ook|"
        r"dat weet "
        r"ik|doe maar|oké dan|perfect|geweldig|zie je wel|afgesproken"
    ),
}
COURTESIES: Mapping[Courtesy, re.Pattern[str]] = {
    kind: whole_clause(clauses, lead=_LEAD, tail=_TAIL) for kind, clauses in _CLAUSES.items()
}
