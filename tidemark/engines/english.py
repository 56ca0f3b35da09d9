"""English as the built-in engine knows it: the words and forms its rules look for.

A second language is a second module with the same names.  What the engine says stands in
``english_replies``, what tasks need in ``english_tasks``.
"""

import re

from tidemark.words import content_stems

PERSON = frozenset("he him his himself she her hers herself".split())
GROUP = frozenset("they them their theirs themselves".split())
THING = frozenset("it its itself".split())
PRONOUNS = PERSON | GROUP | THING
POINTING = frozenset("this that these those".split())

DETERMINERS = frozenset("a an the this that these those my our your his her its their".split())
QUESTION_WORDS = frozenset("who whom whose what which when where why how".split())
AUXILIARIES = frozenset(
    """am is are was were be been being do does did done has have had can could will would shall
    should may might must isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't
    can't couldn't won't wouldn't shouldn't""".split()
)
PREPOSITIONS = frozenset(
    """about above across after against along among around as at before behind below beside besides
    between by despite down during except for from in inside into like near of off on onto out
    outside over per since than through to toward towards under until up upon via with within
    without""".split()
)
# What may stand between two words of one name: University of California, St. Louis, Earth & Fire.
NAME_JOINT = re.compile(
    r"\.? |\.? ?& ?| (?:of|the|of the|de|de la|del|la|du|da|di|van|von|van der|bin) "
)
# What may stand between two nouns of one phrase: price of oil.
PHRASE_JOINT = re.compile(r" | of | of the ")
FIRST_PERSON = re.compile(r"I(?:['’](?:m|ve|d|ll))?")
# Words that open a sentence with a capital and are no names.
OPENERS = frozenset(
    """hello hi hey dear thanks sorry today tomorrow yesterday tonight actually anyway however
    finally first second third next lastly also additionally given based imagine suppose assume
    pretend act compose construct discuss develop alter revise reformulate compare provide
    interesting name embed propose evaluate building regarding concerning besides apart aside
    another meanwhile nice great good cool wow""".split()
)
# Words that say how much, which or what kind; alone they name nothing.
QUALIFIERS = frozenset(
    """able actual actually amazing available bad best better big bigger biggest certain common
    complete correct current different difficult early easy entire eventually exactly exact extra
    famous fast favorite favourite final finally first full general good great greatest happy hard
    high important initial initially interesting kind large largest last late later latest least
    less likely little live long main major many musical new next nice notable noteworthy old
    older oldest okay original originally overall particular personal popular possible previous
    prior professional public real really recent recently right second serious short significant
    similar small sort special specific successful third top total true type typical unique usual
    various well-known whole widely worst wrong young younger youngest ever never already still
    yet soon today tomorrow yesterday tonight away back together long ago two three four five six
    seven eight nine ten one anymore enough""".split()
)
# Words that continue something said before, wherever they stand.
MORE = frozenset("else other others another more also again instead besides further".split())
# Nouns so general that "the …" means one that was named before.
GENERAL_NOUNS = frozenset(
    """actor actress address aftermath album albums answer appointment article artist author award
    band battle book books bridge budget building campaign case career cast causes challenge
    character characters city civil club companies company concert conflict contract controversy
    conversation country couple criticism critics date day deal death debut decision details
    discovery effect effects election episode event events example examples experiment family fans
    father fight film film's final first former founders game games genre goal group hotel house
    idea impact incident investigation issue job kids label language last latter leader length
    line lyrics main marriage match meaning meeting members message mission money most mother movie
    movies music name names next novel number one ones only organization original outcome owner
    paper parents part party performance period person place plan plane play players plot police
    position price prize problem process producer production project public publication purpose
    reaction reason reasons reception record recording records relationship release report
    response rest result results reviews role sales same scandal school second season sequel
    series shooting show shows single singles site situation song songs sound source special
    split storyline story strategy style subject suspect symptoms talks target team theme theory
    third thing things time title topic tour track tracks trial trip two type united verdict
    victim video voyage war war's way wedding wife work works year years""".split()
)

# Verbs that open a request or stand between a subject and its object; they name nothing.
VERBS = frozenset(
    """accept achieve act add advise agree allow analyse analyze appear apply argue arrange arrive
    ask attend avoid award awarded based be became become began begin believe book born break bring
    broke brought build built buy call called came cancel cast cause caused change charge chart
    check choose chose come compare complete compose consider contain continue cook create created
    cut cure deal decide decided deliver describe design develop developed die died discuss draft
    draw draft drive earn eat edit end ended enter enjoy established evaluate exist expand explain
    extract face fail fall feature featured feel fell felt fight fill find finish fix fly follow
    form formed found gain gave generate get give given go got grew grow guide happen happened hate
    hear held help hit hold host hurt identify imagine implement include increase introduce invent
    invented involve involved join joined keep kill killed know known last lead learn leave led left
    list listen live lived locate located look lose lost love made make mean meet mention mentioned
    met move moved name named need notice offer open order organise organize outline own paid paint
    perform performed pick plan play played post prefer prepare present produce produced propose
    provide publish published put quit raise raised ran rank reach read receive received recommend
    record recorded reduce release released remember remind remove repair replace research respond
    retire return returned review rewrite run said save say score search see seen sell send serve
    served set share show sign signed sing sleep sold solve speak spend spent split stand star start
    started state stay stop study succeed suggest summarise summarize support swim take taken talk
    teach tell think told took travel treat try turn understand use used visit walk want wanted was
    watch wear went win wish won work worked write written wrote""".split()
)

# "is it true that", "it takes": an "it" that stands for nothing.
EMPTY_IT = re.compile(
    r"\b(?:(?:is|was|does|would|will|how\s+\w+\s+is)\s+it\s+"
    r"(?:true|possible|safe|legal|hard|easy|difficult|worth|better|best|necessary|important|"
    r"ok|okay|"
    r"normal|bad|good|take|cost|rain|snow|illegal|wise|common|raining|snowing|dark|late)\b"
    r"|it\s+(?:takes?|rains?|snows?|seems|turns\s+out|would\s+be|is\s+(?:important|hard|easy)))"
    r"|\bwhat\s+does\s+it\s+(?:mean|take|feel|cost)\b|\bdid\s+it\s+last\s+(?:rain|snow)"
    r"|\bwhat\s+(?:time|day|date)\s+is\s+it\b|\bmake\s+it\s+to\b",
    re.IGNORECASE,
)
# "your previous answer", "do it again": what was written before is meant.
REFERS_BACK = re.compile(
    r"\b(?:previous|earlier|last|above|preceding)\s+"
    r"(?:question|response|answer|reply|message|example|paragraph|list|suggestion|solution|"
    r"output|version|conversation|point)s?\b|\bthe\s+above\b|\byou\s+(?:just\s+)?(?:said|mentioned|"
    r"suggested|told|wrote|listed)\b|\b(?:do|explain|try|say)\s+(?:it|that|this|them)\s+again\b",
    re.IGNORECASE,
)

CONTINUERS = frozenset("and but so or then also".split())
# "what about Porto": the rest of the question was said before.
CONTINUES = re.compile(r"^\s*(?:(?:and|but|or)\b|(?:so\s+)?(?:what|how)\s+about\b)", re.IGNORECASE)
# After "the song" these say which one.
COMPLEMENTS = frozenset("of that who which for about called named in to between".split())
PEOPLE = frozenset(
    """man woman person boy girl father mother wife husband someone somebody anyone everyone actor
    actress doctor president singer author king queen son daughter brother sister people friend
    boss colleague partner child kid patient teacher student cousin uncle aunt nephew niece
    grandmother grandfather grandma grandpa mom mum dad neighbour neighbor roommate coworker manager
    partner fiancee fiance girlfriend boyfriend wife husband dr mr mrs ms""".split()
)

BESIDES = re.compile(r"\b(?:besides|aside from|apart from|other than)\s+\w", re.IGNORECASE)
# "what is a keto diet": asked of the world, not of the conversation.
ASKS_WHAT_IS = re.compile(
    r"^\s*(?:what|who)(?:['’]?s|\s+(?:is|are))\s+(?:an?\s+)?(?!the\b|this|that|these|those|it\b|"
    r"his|her|their|its|they|he\b|she\b|next|new|left|other)[\w-]+(?:\s+[\w-]+)?\s*\??\s*$"
    r"|^\s*what\s+(?:does|do)\s+[\w\s-]+\smean\b",
    re.IGNORECASE,
)
ASKS_WHO = re.compile(r"\bwho(?:\s+(?:is|was)|['’]s)$", re.IGNORECASE)
REQUEST_OPENERS = (VERBS | OPENERS) - AUXILIARIES
AFTER_PREPOSITION = re.compile(
    r"\b(?:in|at|to|from|on|with|by|during|into|near|against|through|within|before|after)\s+"
    r"(?:(?:the|a|an|his|her|their)\s+)?$",
    re.IGNORECASE,
)
ALWAYS_OWN = frozenset("his its their".split())
HAPPENED = re.compile(
    r"^\s*what\s+(?:else\s+|also\s+)?happened(?!\s+(?:to|with|between)\b)", re.IGNORECASE
)
# "what about Porto", "and in May": what takes the place of its like in the question before.
CONTINUED_WITH = re.compile(
    r"^\s*(?:(?:and|but|so)\s+)?(?:"
    r"(?:what|how)\s+about\s+(?P<about>[^?!.]{2,60})|"
    r"(?<=and )(?P<and>(?!(?:what|who|how|why|when|where|which|is|are|was|were|did|do|does|can|"
    r"the (?:first|second|third|last|next))\b)"
    r"(?:(?:in|on|for|to|at|with)\s+)?(?:[\w'’-]+\s*){1,3})"
    r")\s*\?*\s*$",
    re.IGNORECASE,
)
_SPELT = ("first 1st 1 one", "second 2nd 2 two", "third 3rd 3 three", "fourth 4th 4 four",
          "fifth 5th 5 five", "sixth 6th 6 six")  # fmt: skip
ORDINALS = {word: place for place, spelt in enumerate(_SPELT) for word in spelt.split()}
ORDINALS["last"] = -1
ORDINAL_REFERENCE = re.compile(
    r"\b(?:the\s+(?P<ordinal>first|second|third|fourth|fifth|sixth|last|1st|2nd|3rd|4th|5th|6th)"
    r"(?:\s+(?:one|option|point|idea|suggestion|item|choice|step))\b"
    r"|(?:number|option|point|item|step)\s+(?P<number>[1-6]|one|two|three|four|five|six)\b)",
    re.IGNORECASE,
)
# "the band Saosin": kinds whose member is named right after them.
KINDS_OF_NAMED = frozenset(
    "band film movie show series novel book company article album song musical".split()
)
# Nouns that place a question in time; "that year" is not "that year of Lisbon".
TIMES = frozenset("time year day week month period moment point date season era".split())
# A message that is a title and nothing else: "Miracle on Ice", "Walter Scott (novelist)".
TITLE = re.compile(r"\s*(?P<title>[^?.!,;:()\n]{2,70}?)\s*(?:\([^()]*\))?\s*")
ASKS_HOW = re.compile(
    r"^\s*(?:how (?:do|does|can|should|to)|why (?:do|does|is|are))\b", re.IGNORECASE
)
PHRASE_LINKS = frozenset("to of for in with about on from at".split())
SECOND_PERSON = dict(
    pair.split(":")
    for pair in "my:your our:your me:you i:you we:you us:you myself:yourself mine:yours".split()
)
FIRST_PERSON_WORDS = re.compile(r"\b(?:my|our|me|I|we|us|myself|mine)\b", re.IGNORECASE)
# Verbs that after a noun are nouns themselves: "meal plan".
ALSO_NOUNS = frozenset(
    "plan plans guide show shows book books game games play report design name names".split()
)
CALENDAR = frozenset(
    """january february march april may june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday christmas easter summer winter spring
    autumn""".split()
)
GENERAL_STEMS = frozenset(stem for word in GENERAL_NOUNS for stem in content_stems(word))
NUMBERED_ENTRY = re.compile(r"(?:^|(?<=[\s:?.!;]))\d{1,2}[.)]\s+(.+?)(?=\s+\d{1,2}[.)]\s|\n|$)")
MARKED_ENTRY = re.compile(r"^\s*[-*•]\s+(.+?)\s*$", re.MULTILINE)
SPEAKS_OF_ITS_SENDER = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|we|we['’](?:re|ve|d|ll)|our|us|you|your)\b",
    re.IGNORECASE,
)
SIDE_BY_SIDE = r",|and|or|vs\.?|versus|and\s+also|/"
ARTICLE = re.compile(r"^(?:a|an|the|some|these|this|those|that)\s+", re.IGNORECASE)
INDEFINITE = re.compile(r"^(?:an?)\s+", re.IGNORECASE)
ABBREVIATIONS = tuple(" Dr.| Mr.| Mrs.| Ms.| St.| Prof.| e.g.| i.e.| vs.| No.".split("|"))
# What a question says of the asking, not of what is asked.
ASKING_STEMS = frozenset(
    content_stems(
        "say said mention mentioned tell told ask asked answer talk talked discuss discussed kind "
        "type name happen happened thing remember recall remind call called think thought"
    )
)
# "a keeper and his dog": what an article introduces may be what a later pronoun stands for.
INTRODUCING = frozenset("a an each every".split())

FIRST_PERSON = re.compile(r"\b(?:I|me|my|we|us|our|let['’]s)\b", re.IGNORECASE)
