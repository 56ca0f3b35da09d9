"""Dutch word lists for the rules."""

from tidemark.nlp.pack_fields import Lexicon, WordSet, words_in

# Stem and infinitive of each regular verb.
_REGULAR = """
    aanmeld/aanmelden accepteer/accepteren adviseer/adviseren analyseer/analyseren
    antwoord/antwoorden bak/bakken bel/bellen beantwoord/beantwoorden bedank/bedanken
    bedoel/bedoelen behandel/behandelen bereken/berekenen bespreek/bespreken bestel/bestellen
    betaal/betalen betekent/betekenen bewaar/bewaren bewerk/bewerken bezorg/bezorgen blaf/blaffen
    boek/boeken bouw/bouwen controleer/controleren corrigeer/corrigeren deel/delen
    download/downloaden druk/drukken duur/duren fiets/fietsen fix/fixen gebeur/gebeuren
    gebruik/gebruiken geloof/geloven haal/halen handel/handelen herhaal/herhalen
    herinner/herinneren herschrijf/herschrijven hoef/hoeven hoor/horen huil/huilen huur/huren
    installeer/installeren kijk/kijken klop/kloppen kook/koken kost/kosten lach/lachen leef/leven
    leer/leren leg/leggen lever/leveren logeer/logeren lust/lusten luister/luisteren maak/maken
    mail/mailen meld/melden merk/merken noem/noemen noteer/noteren onderzoek/onderzoeken
    ontdek/ontdekken ontmoet/ontmoeten open/openen organiseer/organiseren parkeer/parkeren
    plan/plannen pak/pakken praat/praten print/printen probeer/proberen produceer/produceren
    raad/raden reageer/reageren regel/regelen reken/rekenen reis/reizen ren/rennen
    repareer/repareren reserveer/reserveren ruim/ruimen schat/schatten schets/schetsen
    schilder/schilderen speel/spelen spaar/sparen start/starten stel/stellen stop/stoppen
    studeer/studeren stuur/sturen tel/tellen teken/tekenen toon/tonen trouw/trouwen update/updaten
    verander/veranderen verbeter/verbeteren verdien/verdienen verhuis/verhuizen verkleed/verkleden
    verplaats/verplaatsen vertaal/vertalen vertel/vertellen vervang/vervangen verwacht/verwachten
    verwijder/verwijderen verzamel/verzamelen vier/vieren vindt/vinden volg/volgen voel/voelen
    vraag/vragen wacht/wachten wandel/wandelen was/wassen wens/wensen werk/werken wijzig/wijzigen
    win/winnen woon/wonen zet/zetten zoek/zoeken zorg/zorgen klink/klinken heet/heten
"""
_IRREGULAR = """
    aanraden bedacht bedenk bedenken bedenkt begin beginnen begint begon begonnen begrijp begrijpen
    begrijpt begreep begrepen besloot besloten besluit besluiten besproken bezocht bezoek bezoeken
    bezoekt bleef bleven blijf blijft blijven gebleven bood boden bied bieden biedt bracht brachten
    breng brengen brengt gebracht deed deden gedaan dacht dachten denk denken denkt gedacht dronk
    dronken drink drinken drinkt gedronken eet eten at aten gegeten ga gaan gaat ging gingen gegaan
    geef geeft geven gaf gaven gegeven gelden geldt hang hangen hangt hing help helpen helpt hielp
    hielpen geholpen hou houd houden houdt hield hielden gehouden ken kennen kent kende gekend kies
    kiest kiezen koos kozen gekozen kom komen komt kwam kwamen gekomen koop koopt kopen kocht
    kochten gekocht krijg krijgen krijgt kreeg kregen gekregen laat laten liet lieten gelaten lees
    leest lezen las lazen gelezen lig liggen ligt lag lagen gelegen loop loopt lopen liep liepen
    gelopen neem neemt nemen nam namen genomen ontwerp ontwerpen ontwerpt ontwierp ontworpen
    opgelost rijd rijden rijdt rij reed reden gereden roep roepen roept riep geroepen schijnt
    schrijf schrijft schrijven schreef schreven geschreven sla slaan slaat sloeg geslagen slaap
    slaapt slapen sliep geslapen sluit sluiten sloot gesloten snap snappen snapt spreek spreekt
    spreken sprak spraken gesproken sta staan staat stond stonden gestaan sterf sterft sterven
    stierf stierven gestorven trek trekt trekken trok getrokken vaar varen vaart val vallen valt
    viel vielen gevallen vergeet vergeten vergat verkoop verkoopt verkopen verkocht verlies
    verliest verliezen verloor verloren verschijn verschijnen verschijnt verscheen verschenen
    vertrek vertrekken vertrekt vertrok vertrokken verzin vond vonden vind vinden gevonden vlieg
    vliegen vliegt vloog vlogen gevlogen won wonnen gewonnen weet weten wist wisten geweten werd
    worden wordt geworden zag zagen zie zien ziet gezien zeg zeggen zegt zei zeiden gezegd zit
    zitten zat zaten gezeten zocht zochten gezocht zing zingen zingt zong gezongen zwem zwemmen
    zwemt zwom heette heetten geheten geboren overleden overlijden overleed opgericht opgebouwd
    getrouwd gescheiden afgesproken afgelopen uitgegeven uitgeven uitgenodigd uitnodigen meegenomen
    meenemen opgebeld opbellen afspreken aangekomen aankomen meekomen langskomen terugkomen
    opzoeken uitleggen uitgelegd samenvatten samengevat opsommen voorstellen opschrijven doorgaan
    opnieuw verbouwen opknappen inrichten opruimen aanleggen afvallen trainen sporten tuinieren
    solliciteren beleggen indelen aanpakken opzetten uitzoeken opschonen bevalt bevallen gebeurd
    ontstaan ontstond geopend opgelegd gespeeld
"""


def _regular(pairs: str) -> WordSet:
    """Return the forms of regular verbs, including some that are never used."""
    found: set[str] = set()
    for pair in pairs.split():
        stem, infinitive = pair.split("/")
        endings = ("", "t", "te", "ten", "de", "den")
        found |= {infinitive, f"ge{stem}t", f"ge{stem}d", *(stem + each for each in endings)}
    return frozenset(found)


LEXICON = Lexicon(
    pronouns=words_in("hij hem zij ze haar hemzelf haarzelf hun hen henzelf het 't"),
    person=words_in("hij hem haar hemzelf haarzelf"),
    pointing=words_in("die dat deze dit"),
    definite=words_in("de het"),
    determiners=words_in(
        "de het een die dat deze dit mijn m'n onze ons jouw je jullie zijn z'n haar hun 'n 't"
    ),
    question_words=words_in(
        """
        wie wiens wat welk welke waar wanneer waarom hoe hoeveel waarheen waarvandaan waarmee
        waarover waarvan waarvoor waarin waarop waaraan waarbij waarnaar waaruit
        """
    ),
    auxiliaries=words_in(
        """
        ben bent is zijn was waren geweest word wordt worden werd werden geworden heb hebt heeft
        hebben had hadden gehad kan kun kunt kunnen kon konden zal zul zult zullen zou zouden wil
        wilt willen wilde wilden wou moet moeten moest moesten mag mogen mocht mochten hoef hoeft
        hoeven ga gaat gaan ging gingen laat laten doe doet doen deed deden
        """
    ),
    prepositions=words_in(
        """
        aan achter af behalve beneden bij binnen boven buiten door gedurende in langs met na naar
        naast namens om omtrent ondanks onder op over per rond rondom sinds te tegen tegenover ten
        ter tijdens tot tussen uit van vanaf vanuit vanwege via volgens voor voorbij wegens zonder
        """
    ),
    continuers=words_in("en maar dus of want dan ook"),
    openers=words_in(
        """
        hm hmm eh ehm o oh ah tja
        hallo hoi hey hé dag beste lieve bedankt dank sorry vandaag morgen overmorgen gisteren
        vanavond eigenlijk trouwens toch echter uiteindelijk eerst eerste tweede derde volgende
        laatste verder ook daarnaast bovendien stel veronderstel leuk mooi goed prima tof geweldig
        nou ja nee oké genoteerd zaterdag zondag maandag dinsdag woensdag donderdag vrijdag helaas
        gelukkig misschien natuurlijk onlangs straks binnenkort volgens sinds tijdens welkom
        goedemorgen goedemiddag goedenavond laten kun kunt kan wil zou zullen herinner vergeet
        """
    ),
    qualifiers=words_in(
        """
        aardig aardige actueel actuele af alleen algemene algemeen alternatieve anderhalf bang
        bange bekend bekende beroemd beroemde best beste beter betere bezet bezette bijzonder
        bijzondere blij blije boos boze breed brede compleet complete dicht dichtbij dichte diep
        diepe dik dikke donker dringend druk drukke duidelijk duidelijke dun dunne duur duurder
        duurste dure echt echte eerder eerdere eerst eerste eigen eind enige enkele erg ernstig
        ernstige extra fijn fijne flink flinke gangbare geheel gehele geldig geldige gelukkig
        gemakkelijk gemiddeld gemiddelde geschikt geschikte gevaarlijk gewoon gewone gezellig
        gezellige gezond gezonde goed goede goedkoop goedkope goedkoper goedkoopste gratis groot
        grote groter grootste grappig haalbaar half halve handig handige hard harde heel hele heet
        heerlijk heilig herkenbaar hoog hoge hoger hoogste huidig huidige interessant interessante
        jong jonge jonger jongste juist juiste kapot kapotte klaar klein kleine kleiner kleinste
        koud koude kort korte korter kortste krap laag lage lager laagst laat laatst laatste later
        lang lange langer langste langzaam lastig lastige leeg leeuk lekker lekkere leuk leuke
        leuker leukste licht lichte lief lieve los losse makkelijk makkelijke meest meeste minder
        moe moeilijk moeilijke mogelijk mogelijke mooi mooie mooier mooiste nat natuurlijk
        nauwkeurig nieuw nieuwe nieuwer nieuwste nodig normaal normale oorspronkelijk
        oorspronkelijke open oud oude ouder oudste overig overige persoonlijk persoonlijke populair
        populaire precies precieze privé professionele recent recente rijk rijke ruim ruime rustig
        rustige schoon schone slecht slechte slim slimme smal snel snelle sneller snelste soort
        speciaal speciale specifiek specifieke sterk sterke stil stille stom strak succesvol tof
        totaal totale traag trage typisch uniek unieke vaak vaakst vaker vast vaste veilig veilige
        ver verder verre verkeerd verkeerde verschillend verschillende vers verse vlak vol volle
        volgend volgende voldoende volledig volledige voorgaande vorig vorige vrij vrije vroeg
        vroege vroeger waar warm warme warmer warmst weer wijd wild zacht zachte zeker zelf zoet
        zout zuinig zuinige zwaar zware zwak twee drie vier vijf zes zeven acht negen tien elf
        twaalf tweede derde vierde vijfde zesde vandaag morgen overmorgen gisteren eergisteren
        vanavond vanmiddag vanmorgen vanochtend vannacht straks nu toen ooit nooit nog al altijd
        meestal soms binnenkort meteen weg terug samen geleden ongeveer bijna genoeg maar eens even
        ook toch dan daar hier er wel niet mee dus misschien alweer alsnog graag liefst liever
        """
    ),
    more=words_in("anders andere ander anderen meer ook weer opnieuw verder overige"),
    general_nouns=words_in(
        """
        aanbod adres afloop album albums antwoord artikel auteur baas band bedoeling
        bedrag bedrijf bedrijven begin beslissing besluit boek boeken brief broer brug budget club
        collega conclusie concert contract datum deel details doel dochter eind einde feest film
        films fout foto gebeurtenis gebouw gedeelte geld gemeente genre gesprek gevolg
        gevolgen gezin groep hoofdstuk hotel huis idee inhoud jaar jongen kind kinderen
        kosten land leden lengte les locatie man manier mensen moeder moment
        muziek naam namen nummer oma onderdeel onderwerp ontwerp oorzaak opa opdracht opleiding
        oplossing optie ouders personage personages persoon plaats plan plek periode planning prijs
        prijzen probleem producent product project punt reactie reden redenen regio
        rest restaurant resultaat resultaten rol roman route schrijver seizoen serie
        situatie soort spel spelers stad stap stijl tekst thema tijd titel
        uitgave uitslag vader vergadering verhaal versie verschil vraag vriend
        vriendin vrouw wedstrijd week werk woord woorden zaak zaal zoon zus
        """
    ),
    verbs=_regular(_REGULAR) | words_in(_IRREGULAR),
    complements=words_in("van die dat wie voor over met in om te tussen genaamd"),
    people=words_in(
        """
        man vrouw persoon jongen meisje vader moeder echtgenoot echtgenote iemand iedereen acteur
        actrice dokter president zanger zangeres schrijver schrijfster koning koningin zoon dochter
        broer broertje zus zusje mensen vriend vriendin baas cheffin chef collega partner kind
        patiënt leraar lerares juf meester student neef nicht oom tante oma opa mama papa mam pap
        buurman buurvrouw huisgenoot manager directeur verloofde tandarts huisarts oppas loodgieter
        trainer coach klant meneer mevrouw dhr mw mr dr schoonzus zwager schoonmoeder schoonvader
        kleinzoon kleindochter oppasser kapper ma pa moe vrouwtje nichtje neefje zusjes mevr mevrouw
        mama's opa's juffrouw stagiair stagiaire schilder elektricien aannemer timmerman bakker
        slager makelaar advocaat notaris boekhouder accountant fotograaf verhuurder huurder
        huurbaas hospita gids begeleider voorzitter secretaris penningmeester contactpersoon
        beheerder dokter arts therapeut verpleegkundige dierenarts wethouder burgemeester
        stiefmoeder stiefvader peettante peetoom bruid bruidegom heer dame tweeling maat vriendje
        vriendinnetje echtgenoot kennis directrice tante oudtante oudoom prof professor
        monteur installateur stukadoor hovenier tuinman chirurg fysio fysiotherapeut dominee pastoor
        pianist drummer gitarist kok redacteur vertaler conciërge schoonmaker schoonmaakster
        verloskundige psycholoog coördinator vrijwilliger eigenaar eigenares inspecteur assistent
        assistente
        """
    ),
    female=words_in(
        """
        vrouw meisje moeder echtgenote actrice zangeres schrijfster koningin dochter zus zusje
        vriendin cheffin juf juffrouw nicht nichtje tante oma mama mam ma moe buurvrouw schoonzus
        schoonmoeder kleindochter mevrouw mevr mw lerares stagiaire stiefmoeder peettante bruid dame
        hospita directrice vriendinnetje oudtante
        """
    ),
    male=words_in(
        """
        man jongen vader zoon broer broertje oom opa papa pap pa neef neefje buurman zwager
        schoonvader kleinzoon meneer dhr meester koning stiefvader peetoom bruidegom heer timmerman
        vriendje oudoom
        """
    ),
    called_alone=words_in("ma mama mam moe pa papa pap oma opa"),
    choosing=words_in("welke welk wiens"),
    kinds_of_named=words_in(
        "band film serie roman boek bedrijf album nummer musical hotel artikel"
    ),
    sites=words_in(
        """
        hotel hostel pension restaurant café bistro bar museum galerie theater bibliotheek winkel
        station luchthaven kerk park toren kasteel zaal school universiteit vlucht camping
        """
    ),
    times=words_in(
        "keer jaar dag week maand tijd periode moment datum seizoen tijdperk uur ochtend middag "
        "avond nacht"
    ),
    phrase_links=words_in("naar van voor in met over op uit bij aan"),
    also_nouns=words_in("mail plan boek boeken werk naam reis kost start vraag koop huur"),
    modals=frozenset(),
    act_nouns=frozenset(),
    collectives=words_in("familie gezin echtpaar stel team band koor club bestuur bedrijf groep"),
    calendar=words_in(
        """
        januari februari maart april mei juni juli augustus september oktober november december
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag maandagen dinsdagen woensdagen
        donderdagen vrijdagen zaterdagen zondagen kerst kerstmis pasen pinksteren koningsdag
        sinterklaas zomer winter lente voorjaar herfst najaar
        """
    ),
    introducing=words_in("een elke ieder iedere"),
    asking=(
        "zeggen zei gezegd noemen noemde genoemd vertellen vertelde verteld vragen vroeg gevraagd "
        "antwoorden praten gepraat bespreken besproken soort naam gebeuren gebeurde gebeurd ding "
        "onthouden herinneren herinner weten wist heten heet heette denken dacht gedacht alweer"
    ),
    light=(
        "per zorgen zorgt verantwoordelijk regelen regelt nodig lang groot ver vaak oud hoog breed "
        "naam soort nummer persoon personen krijgen krijgt duren duurt spelen speelt"
    ),
    endings=words_in(
        "e o a er aar ier ster ist ing atie ie ig elijk heid schap eur ent der erij in es aat t"
    )
    | {""},
    editing=words_in(
        "wijzig verander zet pas voeg toevoegen verwijder haal schrap hernoem vervang "
        "maak vul corrigeer herstel draai begin start noteer wis verplaats wissel verhoog "
        "verlaag schrijf leg neem streep markeer werk bijwerken wijzigen veranderen "
        "zetten aanpassen verwijderen hernoemen vervangen invullen corrigeren herstellen "
        "terugdraaien terug ongedaan aanmaken"
    ),
    documents=words_in("document documenten record records json sjabloon dossier gegevens data"),
    web=words_in("web internet online google googel googelen"),
    particles=words_in(
        "aan af bij door in mee na om op over tegen terug toe uit voor vast weg schoon klaar dicht "
        "open samen thuis"
    ),
)
