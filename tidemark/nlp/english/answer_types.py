"""English patterns of questions and answers by type, and the words of each topic."""

import re

from tidemark.nlp.pack_fields import AnswerTypes

# After "the six of us": some of the people act together, it says nothing of how many there are
NOT_ACTING = r"(?! (?:\w+ )?(?:agreed?|decided?|pay|paid|paying|split|voted|talked|discussed)\b)"

_NUMBER = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|a dozen)"
)
_MONTHS = (
    "january|february|march|april|(?-i:May)|june|july|august|september|october|november|december"
)
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_NO_PLACE = (
    rf"{_MONTHS}|{_DAYS}|(?:a|an|the|my|our|this|that|next|last)\s+(?:morning|afternoon|evening|"
    rf"end|"
    r"week|month|year|day|weekend|minute|hour|moment|beginning|first|same)|morning|night|noon|"
    r"midnight|least|all|first|last|time|which|what|it|me|us|him|them|general|case|order|advance|"
    r"total|fact|short|be|get|do|go|see|have|make|the\s+\d|\d"
)

# The past tense of verbs that the stemmer does not know.
_STRONG_VERBS = dict(
    row.split(": ")
    for row in """\
    begin: began begun
    bring: brought
    build: built
    buy: bought
    catch: caught
    choose: chose chosen
    drink: drank drunk
    drive: drove driven
    eat: ate eaten
    fly: flew flown
    give: gave given
    grow: grew grown
    hold: held
    know: knew known
    lend: lent
    pay: paid
    ring: rang rung
    run: ran
    sell: sold
    send: sent
    sing: sang sung
    sleep: slept
    speak: spoke spoken
    spend: spent
    swim: swam swum
    take: took taken
    teach: taught
    tell: told
    wear: wore worn
    write: wrote written""".replace("    ", "").splitlines()
)

# What some people may not eat, so that "Dad can't have gluten" is about his diet.
RISKY_FOODS = (
    r"(?:gluten|wheat|dairy|lactose|milk|cheese|eggs?|(?:pea|wal|hazel)?nuts?|almonds?|sesame|soya?|"
    r"fish|shell-?fish|seafood|shrimps?|prawns?|pork|beef|meat|sugar|salt|alcohol|wine|caffeine|"
    r"coffee|grapefruit|onions?|garlic|strawberr(?:y|ies)|kiwis?)\b"
)
_ALLERGIES = r"\b(?:\w*allerg(?:y|ies|ic)|intoleran(?:t|ces?)|coeliac|celiac)\b"

ANSWER_TYPES = AnswerTypes(
    asks={
        "money": re.compile(
            r"\bhow much\b(?! (?:time|longer|water|sugar|flour|sleep|does it weigh))|"
            r"\bwhat\b.{0,40}\b(?:cost|price|budget|rent|fee)s?\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            r"\bhow many\b.{0,20}\b(?:people|persons|guests|of us|kids|children|friends|visitors|"
            r"colleagues|adults|attendees)\b|\bhow many (?:are|is|were) (?:coming|invited)\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            r"^\W*(?:and |so |but )?where\b|\bwhat (?:city|town|place|address)\b", re.I
        ),
        "time": re.compile(
            r"^\W*(?:and |so |but )?(?:(?:since|from|until|till|by) )?when\b|"
            r"\b(?:what|which) (?:time|day|date|month|year)s?\b|"
            r"\bhow (?:late|early|soon)\b|"
            r"\b(?:what|which|when)(?:['’]s| is| was| are| were) "
            r"(?:the |my |our )?(?:deadline|due date)s?\b",
            re.IGNORECASE,
        ),
        "person": re.compile(r"^\W*(?:and |so |but )?who(?:m|se|['’]s)?\b", re.IGNORECASE),
        "duration": re.compile(r"\b(?:how|for) (?:long|much time)\b", re.IGNORECASE),
        "age": re.compile(r"\bhow old\b|\b(?:what|which) (?:is|was) .{1,20}\bage\b", re.I),
        "count": re.compile(
            r"\bhow (?:many|much|often|old|far|big|tall|heavy)\b|"
            r"\bwhat do(?:es)?\b.{0,40}\bweigh\b",
            re.IGNORECASE,
        ),
        "reason": re.compile(
            r"^\W*(?:and |so |but )?why\b|\bwhat.{0,20}\b(?:reasons?|cause[ds]?|made)\b", re.I
        ),
        "feeling": re.compile(
            r"\bhow (?:did|do|does|is|was|were|are)\b.*\b(?:feel|react|describe|think|like)|"
            r"\b(?:reaction|feelings?|attitude|opinion|thoughts)\b",
            re.IGNORECASE,
        ),
        "choice": re.compile(
            r"\b(?:what|which)\b.*\b(?:(?:did|do|have|had) (?:i|we)\b.*\b(?:choose|chosen|"
            r"pick(?:ed)?|decided?|settled?|take|taken|buy|bought|book(?:ed)?)|"
            r"(?:am|are|were|was) (?:i|we) (?:taking|buying|getting|using|going (?:with|for)))\b",
            re.IGNORECASE,
        ),
        "name": re.compile(
            r"^\W*(?:and |so |but )?(?:what|which) (?:kind|type|sort|colou?r|genre|style|breed|"
            r"flavou?r|brand|title)\b|\b(?:name of|called|named|titled)\b",
            re.IGNORECASE,
        ),
    },
    holds={
        "money": re.compile(
            r"[$€£]\s?\d|\b\d[\d.,]{0,20}\s?(?:k\b|euros?|eur|dollars?|usd|pounds?|gbp|cents?|"
            r"(?:a|per|each|every) (?:day|night|week|month|year|person|hour))|\bfor free\b",
            re.IGNORECASE,
        ),
        "people": re.compile(
            rf"\b{_NUMBER}\s+(?:\w+\s+)?(?:people|persons|guests|kids|children|friends|visitors|"
            rf"colleagues|adults|attendees|of us{NOT_ACTING})\b|\b(?:we are|there are|for|"
            rf"party of) {_NUMBER}\b",
            re.IGNORECASE,
        ),
        "place": re.compile(
            rf"\b(?:in|at|near|to|from)\s+(?!(?:{_NO_PLACE})\b)(?:(?:the|my|our|his|her|their)\s+)?"
            r"[a-z]",
            re.IGNORECASE,
        ),
        "time": re.compile(
            rf"\b(?:{_MONTHS}|(?:{_DAYS})s?|today|tomorrow|tonight|yesterday|noon|midnight|weekend|"
            r"(?:next|last|this) (?:week|month|year|spring|summer|autumn|winter)|"
            r"(?<![$€£])\d{1,2}[:.]\d{2}|\d{1,2} ?(?:am|pm)|\d{1,2}(?:st|nd|rd|th)|"
            r"(?:at|by|around) (?:half past |"
            r"a quarter (?:past|to) )?"
            rf"{_NUMBER}|in \d{{4}})\b",
            re.IGNORECASE,
        ),
        "duration": re.compile(
            r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|since|nights?)\b", re.IGNORECASE
        ),
        "age": re.compile(
            rf"(?<=[a-z] )\(\d{{1,3}}\)|\b{_NUMBER}[ -]?(?:years?|yrs?|months?|weeks?|days?)\b|"
            rf"\bborn\b|(?:\b(?:is|am|are|was|were|be|turns?|turned|turning|aged?)|['’](?:s|m|re))"
            rf"(?: (?:now|only|just|almost|nearly|already|also))? (?!\d{{4}}){_NUMBER}"
            rf"(?= and\b| but\b| now\b|[.,;!)](?!\d)|$)|\bturn(?:s|ed|ing)? {_NUMBER}\b|"
            r"\b(?:1[89]|20)\d\d\b(?! (?:euros?|pounds))",
            re.IGNORECASE,
        ),
        "count": re.compile(
            rf"\b(?:{_NUMBER}|once|twice|few|several|every|daily|couple|dozens?)\b|\d", re.I
        ),
        "reason": re.compile(
            r"\b(?:because|['’]?cause|cuz|since|so that|so (?:i|we|they|he|she)|to \w+|reasons?|"
            r"that['’]s why|as|due to|thanks to)\b",
            re.IGNORECASE,
        ),
        "feeling": re.compile(
            r"\b(?:feel|felt|feels|feeling|happy|proud|excited|exciting|amazing|great|loved?|"
            r"grateful|awesome|nervous|scared|relax\w*|peaceful|calm\w*|sad|thankful|angry|"
            r"disappoint\w*|worried|it (?:was|is)|it['’]s|was so|tired)\b",
            re.IGNORECASE,
        ),
        "choice": re.compile(
            r"\b(?:let['’]s|we['’]ll (?:take|go|use)|(?:we|i) (?:take|chose|choose|picked|decided|"
            r"bought|booked|settled)|(?:go|going|went) (?:with|for)|decided|chosen|instead|rather|"
            r"bought|in the end|wins?|won|settled|picked)\b",
            re.IGNORECASE,
        ),
        "name": re.compile(r"[\"“]\w|(?<=[a-z,] )[A-Z][a-z]"),
    },
    topics={
        "spending": "spend budget afford limit",
        "cost": "cost price rent pay paid fee charge worth",
        "guests": "people person guest invite come coming attend join visitor party",
        "home": "live lives living home address move moved moving",
        "work": "work job employer company office",
        "temperature": "temperature cold cool warm hot degrees",
        "earning": "earn earns earned wage wages salary salaries",
        "flight": "flight fly plane",
        "leaving": "leave depart departure",
        "arriving": "arrive arrival land",
        "trip": "trip travel journey holiday vacation",
        "meeting": "meeting meet appointment call",
        "doctor": "doctor dentist physician",
        "food": "eat food dinner lunch meal catering caterer",
        "allergy": "allergic allergy intolerant intolerance",
        "hotel": "hotel stay sleep",
        "name": "name called",
        "car": "car drive",
        "train": "train rail",
        "book": "book novel",
        "birthday": "birthday born",
        "wedding": "wedding marry married",
        "house": "house flat apartment",
        "time": "time day date",
        "starting": "start begin begins began",
        "choosing": "choose chose chosen pick picked decide decided",
        "purchase": "buy bought purchase",
        "dog": "dog",
        "cat": "cat",
        "sister": "sister",
        "brother": "brother",
        "child": "child children kid kids",
        "father": "father dad daddy",
        "mother": "mother mum mom mummy",
        "husband": "husband",
        "wife": "wife",
        "weight": "weight weigh weighs weighed heavy",
        "age": "age old",
        "fear": "afraid scared fear",
        "occupation": "job profession occupation",
        "deadline": "deadline due",
        "handling": "handle organise organize arrange manage responsible care tend supervise",
        "cooking": "cook chef cater caterer catering",
        "teaching": "teach teacher tutor instructor lesson lessons lecturer coach class",
        "cleaning": "clean cleaner cleaning housekeeper tidy",
        "power": "electric electrics electrician wiring wire socket",
        "plumbing": "plumber plumbing pipe",
        "ailment": "suffer sick ill unwell illness ailment migraine seasick headache",
        "landlord": "landlord landlady",
        "boss": "boss manager supervisor",
        "present": "gift present",
        "ending": "end finish finished ends",
        "venue": "venue location",
        "size": "size big large",
        "length": "length long",
        "height": "height tall high",
        "width": "width wide",
        "distance": "distance far away",
        "medicine": "medicine medication pill tablet",
        "surgery": "operate operation surgery surgeon",
        "treating": "treat treatment therapy therapist physio",
        "inheriting": "inherit inheritance heir estate",
        "law": "lawyer solicitor notary attorney",
        "accounts": "accountant accounts bookkeeper tax",
        "fetching": "fetch collect",
        "delivering": "deliver delivery bring brought",
        "lending": "borrow lend lent loan borrowed",
        "liking": "prefer preferred favourite favorite love",
        "disliking": "hate dislike",
        "selling": "sell sold seller",
        "wearing": "wear outfit clothes dress costume",
        "singing": "sing singer sang sung vocalist vocals",
        "speech": "speech toast",
        "permission": "permission permit allow allowed licence",
        "vegetarian": "vegetarian vegan meat",
        "code": "password code pin passcode",
        "owning": "own owner belong belongs",
        "leading": "lead leader run runs ran",
        "replacing": "replace replacement substitute deputy",
        "studying": "study student studies degree",
        "repairing": "repair fix fixed mend",
        "photo": "photo photograph photographer picture",
        "phone": "phone telephone mobile number",
        "street": "street road lane avenue",
        "baking": "bake baked baker",
    },
    kinds={
        **_STRONG_VERBS,
        "pet animal": "dog cat rabbit hamster parrot guinea budgie horse pony puppy kitten",
        "instrument": "piano guitar violin cello drum flute trumpet sax saxophone bass harp organ",
        "sibling": "brother sister twin",
        "parent": "mother father mum dad",
        "spouse partner": "husband wife girlfriend boyfriend fiancé fiancée",
        "child": "son daughter toddler baby",
        "relative family": "aunt uncle cousin niece nephew brother sister mother father",
        "vehicle": "car van truck lorry bike motorbike bus",
        "drink": "coffee tea beer wine juice water cider",
        "fruit": "apple pear plum cherry banana strawberry",
        "vegetable": "tomato carrot onion potato leek courgette bean",
        "furniture": "table chair sofa bed wardrobe desk cupboard",
        "flooring floor": "tile cork vinyl parquet laminate carpet",
        "transport travel": "train bus car plane ferry bike",
        "language": "english french german spanish dutch italian polish welsh",
        "sport": "football tennis swim hockey rugby judo yoga volleyball",
    },
    sort=re.compile(r"\b(?:which|what)(?: (?:sort|kind|type) of)?\s+(?P<sort>[a-z]{3,30})\b", re.I),
    asks_need=re.compile(
        r"\W*(?:(?:and|so|but|or)\W+)?(?:do|must|should|shall|will) "
        r"(?:we|i|you|they|people|guests) (?:also |still |all )?(?:need to|have to|need|have)? ?"
        r"(?:(?:need|bring|take|pack)\b|(?<=need )|(?<=need to ))"
        r"(?: along)? ?(?:(?:our|my|your|their) own|any|some|our|my|the|an?)? ?"
        r"(?P<thing>[^?]{2,60}?)(?: (?:along|ourselves|myself|with us|too|there))*\W*",
        re.I,
    ),
    asks_condition=re.compile(
        r"\W*(?:and |so |but )?when (?:may|can|should|must|do (?:i|we|you) (?:have|need) to|"
        r"am i allowed|are we allowed)\b",
        re.IGNORECASE,
    ),
    part_of_hour=re.compile(r"\b(?:half an hour|half hour|quarter of an hour)\b", re.IGNORECASE),
    whereabouts=re.compile(
        r"\bwho (?:has|have|got|keeps|holds)\b|\bwho(?:['’]s| has) got\b|"
        r"\bwhere(?:['’]s| is| are| did (?:i|we|he|she|they) (?:put|leave|hide))\b",
        re.IGNORECASE,
    ),
    asks_diets=re.compile(
        r"\W*(?:(?:and|so|but|ok)\W+)*(?:who(?:['’]s)?|(?:does|has|is) (?:any|some)(?:one|body)|"
        r"are there|do we have)"
        r"(?: (?:is|are|has|have|got|an|any|food|people|with|also|which|what))* "
        r"(?:(?P<allergy>(?:allerg(?:y|ies|ic)|intoleran(?:t|ces?))"
        r"(?: (?:or|and) (?:allerg\w+|intoleran\w+))?(?: to (?:what|which|something|anything))?)|"
        r"(?:can['’]?t|cannot|can not|may not|must not|mustn['’]?t|doesn['’]?t|does not|"
        r"(?:isn['’]?t|is not|not) allowed to) (?:eat|have) "
        r"(?:what|which|something|everything))\W*$",
        re.I,
    ),
    asks_diet_of=re.compile(
        r"\W*(?:(?:and|so|but|ok)\W+)*(?:"
        r"(?:can|may|could|is)(?=.* (?:eat|have|drink) (?!to\b)\w)|"
        r"what (?:(?:can|must|should|is|does)(?:n?['’]?t)?|cannot|may)"
        r"(?=.* (?:eat|have|drink)\W*$)) "
        r"(?P<person>(?:my )?\w[\w’'-]*) (?:not )?(?:allowed to )?(?:eat|have|drink)\b",
        re.I,
    ),
    diets=re.compile(
        rf"{_ALLERGIES}|\b(?:vegan|vegetarian|pescatarian|halal|kosher|diabetic)s?\b|"
        r"(?:n['’]t|\bcannot|\bnot|\bnever) (?:allowed to )?(?:eat|eats|drink|drinks)\b|"
        r"\b(?:eats?|drinks?) no\b|"
        r"(?:n['’]?t|\bcannot|\bnot|\bnever) (?:allowed to )?(?:have|tolerate) (?:any )?"
        rf"{RISKY_FOODS}",
        re.I,
    ),
    allergies=re.compile(_ALLERGIES, re.I),
    yes_or_no=re.compile(
        r"^\W*(?:(?:and|so|but)\W+)?(?:is|are|am|was|were|do|does|did|has|have|had)\b(?!.*\bor\b)",
        re.IGNORECASE,
    ),
    alternatives=re.compile(r"\b(?:either|or|torn|between|versus|vs)\b", re.IGNORECASE),
    unsure=re.compile(
        r"\b(?:might|may|maybe|perhaps|if|would|could|should|want|wants|wanted|plan|hope|think|"
        r"unless|whether|or|used to|until|asked|decided?|will|going to|need|let|wonder\w*)\b|\?",
        re.IGNORECASE,
    ),
)
