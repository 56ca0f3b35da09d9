"""English word lists for the rules."""

from tidemark.nlp.pack_fields import Lexicon, words_in

LEXICON = Lexicon(
    pronouns=words_in(
        "he him his himself she her hers herself they them their theirs themselves it its itself"
    ),
    person=words_in("he him his himself she her hers herself"),
    pointing=words_in("this that these those"),
    definite=words_in("the"),
    determiners=words_in("a an the this that these those my our your his her its their"),
    question_words=words_in("who whom whose what which when where why how"),
    auxiliaries=words_in(
        """
        am is are was were be been being do does did done has have had can could will would shall
        should may might must isn't aren't wasn't weren't don't doesn't didn't hasn't haven't
        hadn't can't couldn't won't wouldn't shouldn't
        isnt arent wasnt werent dont doesnt didnt hasnt havent hadnt cant couldnt wouldnt shouldnt
        im ive youre theyre hes shes weve theyve thats
        """
    ),
    prepositions=words_in(
        """
        about above across after against along among around as at before behind below beside
        besides between by despite down during except for from in inside into like near of off on
        onto out outside over per since than through to toward towards under until up upon via with
        within without
        """
    ),
    continuers=words_in("and but so or then also"),
    openers=words_in(
        """
        hm hmm um uh oh ah
        hello hi hey dear thanks sorry today tomorrow yesterday tonight actually anyway however
        finally first second third next lastly also additionally according instead given based
        imagine suppose assume
        pretend act compose construct discuss develop alter revise reformulate compare provide
        interesting name embed propose evaluate building regarding concerning besides apart aside
        another meanwhile nice great good cool wow
        """
    ),
    qualifiers=words_in(
        """
        able actual actually amazing available bad best better big bigger biggest certain common
        complete correct current different difficult early easy entire eventually exactly exact
        extra famous fast favorite favourite final finally first full general good great greatest
        happy hard high important initial initially interesting kind large largest last late later
        latest least less likely little live long main major many musical new next nice notable
        noteworthy old older oldest okay original originally overall particular personal popular
        possible previous prior professional public real really recent recently right second
        serious short significant similar small sort special specific successful third top total
        true type typical unique usual various well-known whole widely worst wrong young younger
        youngest ever never already still yet soon today tomorrow yesterday tonight away back
        together long ago two three four five six seven eight nine ten one anymore enough
        """
    ),
    more=words_in("else other others another more also again instead besides further"),
    general_nouns=words_in(
        """
        actor actress address aftermath album albums answer appointment article artist author award
        band battle book books bridge budget building campaign case career cast causes challenge
        character characters city civil club companies company concert conflict contract
        controversy conversation country couple criticism critics date day deal death debut
        decision details discovery effect effects election episode event events example examples
        experiment family fans father fight film film's final first former founders game games
        genre goal group hotel house idea impact incident investigation issue job kids label
        language last latter leader length line lyrics main marriage match meaning meeting members
        message mission money most mother movie movies music name names next novel number one ones
        only organization original outcome owner paper parents part party performance period person
        place plan plane play players plot police position price prize problem process producer
        production project public publication purpose reaction reason reasons reception record
        recording records relationship release report response rest result results reviews role
        sales same scandal school second season sequel series shooting show shows single singles
        site situation song songs sound source special split storyline story strategy style subject
        suspect symptoms talks target team theme theory third thing things time title topic tour
        track tracks trial trip two type united verdict victim video voyage war war's way wedding
        wife work works year years
        """
    ),
    verbs=words_in(
        """
        accept achieve act add advise agree allow analyse analyze appear apply argue arrange arrive
        ask attend avoid award awarded based be became become began begin believe book born break
        bring broke brought build built buy call called came cancel cast cause caused change charge
        chart check choose chose come compare complete compose consider contain continue cook
        create created cut cure deal decide decided deliver describe design develop developed die
        died discuss draft draw draft drive earn eat edit end ended enter enjoy established
        evaluate exist expand explain extract face fail fall feature featured feel fell felt fight
        fill find finish fix fly follow form formed found gain gave generate get give given go got
        grew grow guide happen happened hate hear held help hit hold host hurt identify imagine
        implement include increase introduce invent invented involve involved join joined keep kill
        killed know known last lead learn leave led left list listen live lived locate located look
        lose lost love made make mean meet mention mentioned met move moved name named need notice
        offer open order organise organize outline own paid paint perform performed pick plan play
        played post prefer prepare present produce produced propose provide publish published put
        quit raise raised ran rank reach read receive received recommend record recorded reduce
        release released remember remind remove repair replace research respond retire return
        returned review rewrite run said save say score search see seen sell send serve served set
        share show sign signed sing sleep sold solve speak spend spent split stand star start
        started state stay stop study succeed suggest summarise summarize support swim take taken
        talk teach tell think told took travel treat try turn understand use used visit walk want
        wanted was watch wear went win wish won work worked write written wrote
        """
    ),
    complements=words_in("of that who which for about called named in to between"),
    people=words_in(
        """
        man woman person boy girl father mother wife husband someone somebody anyone everyone actor
        actress doctor president singer author king queen son daughter brother sister people friend
        boss colleague partner child kid patient teacher student cousin uncle aunt nephew niece
        grandmother grandfather grandma grandpa mom mum dad neighbour neighbor roommate coworker
        manager partner fiancee fiance girlfriend boyfriend wife husband dr mr mrs ms prof professor
        plumber electrician carpenter painter gardener accountant lawyer dentist nurse vet coach
        trainer landlord landlady tenant babysitter nanny baker caterer florist photographer builder
        architect designer developer driver guide mentor tutor secretary treasurer chairman
        chairwoman chair contact hairdresser cleaner therapist mechanic grandson granddaughter
        stepmother stepfather stepson stepdaughter godmother godfather bride groom lady gentleman
        mum mummy mama papa daddy gran granny auntie sis bro buddy flatmate housemate twin
        supervisor co-host caretaker adviser advisor consultant surgeon physio physiotherapist
        midwife vicar priest pianist drummer guitarist violinist chef waiter waitress translator
        electrician roofer glazier inspector volunteer intern assistant
        """
    ),
    female=words_in(
        """
        woman girl mother wife actress queen daughter sister aunt niece grandmother grandma mom mum
        mummy mama fiancee girlfriend mrs ms miss madam landlady granddaughter stepmother
        stepdaughter godmother bride lady gran granny auntie sis chairwoman
        """
    ),
    male=words_in(
        """
        man boy father husband actor king son brother uncle nephew grandfather grandpa dad daddy
        papa fiance boyfriend mr sir landlord grandson stepfather stepson godfather groom gentleman
        bro chairman
        """
    ),
    called_alone=words_in("mum mom mummy mama dad daddy papa gran granny grandma grandpa"),
    choosing=words_in("which what whose"),
    kinds_of_named=words_in(
        """
        band film movie show series novel book company article album song musical
        """
    ),
    sites=words_in(
        """
        hotel hostel guesthouse inn restaurant cafe café bistro bar museum gallery theatre theater
        library shop store station airport church park tower castle hall school university flight
        """
    ),
    times=words_in(
        "time year day week month period moment point date season era morning afternoon evening "
        "night"
    ),
    phrase_links=words_in("to of for in with about on from at"),
    also_nouns=words_in(
        """
        plan plans guide show shows book books game games play report design name names
        """
    ),
    modals=words_in("do does did can could will would shall should may might must"),
    act_nouns=words_in(
        """
        call change charge check design draft drive fight help list match move offer order plan
        play post record release repair report research review score search share show sign start
        study support swim talk treat visit walk watch work
        """
    ),
    collectives=words_in(
        "family couple team band choir club committee board company firm group gang crew"
    ),
    calendar=words_in(
        """
        january february march april may june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
        thursdays fridays saturdays sundays christmas easter summer winter spring autumn
        """
    ),
    introducing=words_in("a an each every"),
    asking=(
        "say said mention mentioned tell told ask asked answer talk talked discuss discussed kind "
        "type name happen happened thing remember recall remind call called think thought "
        "already yet"
    ),
    light=(
        "handle handles look take takes taking care charge responsible fit fits deal involve need "
        "per have long big large far often old tall late early name kind number person play plays"
    ),
    endings=words_in(
        "e o a er or ist ian ician ing ion ation ment al ic ical ant ance ent enc ful ship ess ee"
    )
    | {""},
    editing=words_in(
        "change set update edit add append remove delete drop rename replace put make "
        "fill correct fix insert create begin start note record enter undo revert roll "
        "rollback restore clear move swap increase decrease raise lower write store take "
        "strike mark switch back"
    ),
    documents=words_in("document documents record records json template data"),
    web=words_in("web internet online google"),
    particles=frozenset(),
)
