"""English words of amounts with their roles, and of questions that calculate with them."""

import re

from tidemark.nlp.pack_fields import AccountWords, words_in
from tidemark.nlp.patterns import any_of

_N = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"twenty|thirty)"
)
_PERIOD = r"(?:day|night|week|month|quarter|year|term|season|hour)"
_WHO = (
    r"(?:people|persons|guests|adults|heads|friends|kids|children|pupils|members|players|"
    r"colleagues|housemates)"
)

ACCOUNTS = AccountWords(
    multiples={
        "dozen": 12,
        "hundred": 100,
        "thousand": 1000,
        "grand": 1000,
        "k": 1000,
        "tenner": 10,
        "tenners": 10,
        "fiver": 5,
        "fivers": 5,
    },
    fractions={"couple": 2},
    divides=re.compile(
        r"^(?=.*\b(?:split|divid|shar)\w*).*?(?<![\w.,])[€£$]?(?P<amount>\d[\d.,]*)"
        r"(?: (?:euros?|pounds?|quid|dollars?))?(?: (?:up|equally|evenly|fairly|divided|split))* "
        rf"(?:(?:by|between|among|over) (?:the )?(?P<by>{_N})\b|(?P<half>down the middle|in half|"
        r"in two|fifty[- ]fifty|between (?:us two|the two of us)))",
        re.I,
    ),
    divides_now=re.compile(
        r"\W*(?:(?:so|and|ok|okay|now|then|please|(?:can|could) you)\W+)*(?:split|divide)(?: up)? "
        r"[€£$]?\d[\d.,]*(?: (?:euros?|pounds?|quid|dollars?))?(?: (?:up|equally|evenly|fairly))* "
        rf"(?:by|between|among|over) (?:the )?{_N}(?: {_WHO}| (?:of us|ways|equally|evenly|"
        r"fairly|please))*\W*",
        re.I,
    ),
    asks_result=re.compile(
        r"^[^\w(−-]{0,3}(?:(?:so|and|ok|okay|now|then|please)\W+)*"
        r"(?P<asks>(?:what(?:['’]s| is| are| does| do)|how much (?:is|are)|calculate|compute|"
        r"work out)(?: me)?(?=\W))?\W*?(?P<sum>[€£$(]?\s?-?\(*\d.*?)"
        r"(?: (?:equals?|makes?|come to|is))?[^\w%)]*$",
        re.I,
    ),
    calculates_on=re.compile(
        r"\W*(?:(?:and|so|ok|okay|now|then|please)\W+)*(?:(?:what(?:['’]s| is)|how much is)\s+)?"
        r"(?:(?:that|it|this)\s+)?(?:"
        rf"(?:(?:divided|split|shared) (?:by|between|among)|/|÷)\s*(?:the )?(?P<over>{_N})|"
        rf"split (?P<ways>{_N})(?= ways)|(?:times|multiplied by|[×*])\s*(?P<times>{_N}))"
        r"(?: (?:people|persons|ways|of us|each|now|then|please))*\W*",
        re.I,
    ),
    other_number=re.compile(
        r"\W*(?:(?:and|so|ok|okay|but|then|now)\W+)*(?:(?:what|how) about(?: for| with)?|"
        r"(?:what )?if(?: (?:it|that|we|there|they)(?:['’](?:s|re)| is| are| were| was| come)"
        r"(?: with)?)?|for|with|between|by)\s+(?:the |only |just )*(?P<n>\d+|[a-z-]+)"
        r"(?: (?P<us>of us)| (?P<noun>[a-z]+))??"
        r"(?: (?:then|now|instead|please|come|are coming))*\W*",
        re.I,
    ),
    asks_each_alone=re.compile(
        r"\W*(?:(?:and|so|ok|okay|now|then|how much|what|is|does|['’]s|that|it|this|cost|come to)"
        r"\W+)*(?:(?:per|a|each) (?:person|head)|p\.?p\.?|each)(?: (?:now|then|please))*\W*",
        re.I,
    ),
    operators=re.compile(
        r"(?<=[\d)])\s*(?:(?P<plus>\bplus\b)|(?P<minus>\bminus\b)|"
        r"(?P<times>\b(?:times|multiplied by)\b)|(?P<over>\b(?:divided by|over)\b)|"
        r"(?P<percent>\bper ?cent\b))\s*",
        re.I,
    ),
    joints=re.compile(r"\s+(?:and|but|plus|&|while|then)\s+", re.I),
    money=re.compile(
        r"\s?(?:euros?|eur|pounds?|quid|dollars?|bucks|gbp|usd|p|pence|cents?|tenners?|fivers?)\b|"
        r"\s?[€£$]",
        re.I,
    ),
    noise=any_of(
        r"\b(?:years? old|aged?|turn(?:s|ed|ing)? \d|degrees|weigh\w*|o'clock|"
        r"(?:metres?|meters?|m|cm|mm|ft|feet) (?:tall|high|long|wide|deep)|who(?:['’]s| is) \d|"
        r"chapter|room number|phone number|born|birthday|"
        r"(?:table|booking|reservation|booked|dinner|lunch|breakfast) for \d{1,2}"
        r"(?! (?:euros?|pounds?|dollars?|each|per)\b|[.,]\d)|sleeps \d{1,2}|"
        r"floor|(?:he|she|mum|dad|(?:my|our|his|her) (?:son|daughter|child|husband|wife|mother|"
        r"father|brother|sister)(?: \w+)?)(?:['’]s"
        r"| is| was) \d{1,2}\b(?! (?:each|short|off)))"
    ),
    comes_back=re.compile(
        r"\b(?:deposit|bond)\b(?:[^.;!?\n]|(?<=\d)\.(?=\d)){0,50}\b(?<!not )(?<!n['’]t )(?:"
        r"(?:get|gets|have|given|gives?|paid|comes?|receive) (?:\w+ ){0,2}back|"
        r"(?:is|are|gets?|be|fully) (?:\w+ )?(?:refunded|refundable|returned))\b|"
        r"\b(?:refundable|returnable) (?:\w+ )?(?:deposit|bond)\b(?:[^.;!?\n]|"
        r"(?<=\d)\.(?=\d)){0,30}",
        re.I,
    ),
    deposit=re.compile(r"\b(?:deposit|bond)\b", re.I),
    pays_for=re.compile(
        r"\b(?:paid|pays|spent|advanced|fronted|covered|bought)\b(?!.*\bback\b)", re.I
    ),
    noise_after=re.compile(
        r"(?:st|nd|rd|th)\b|\s?(?:%|percent|o'clock|am\b|pm\b|years? old|degrees|°|(?:minutes?|"
        r"hours?|days?|weeks?|months?|years?) (?:ago|late|early|away|drive|walk|later)|-\w|"
        r" ?(?:by|x|×) ?\d[\d.,]{0,9} ?(?:cm|m|ft|feet|metres?|meters?)\b)",
        re.I,
    ),
    label_before=re.compile(
        r"\b(?:day|week|month|round|number|no\.?|room|page|chapter|step|line|bus|platform|gate|"
        r"size|age|part|grade|year|level|route|from|ward|plot|flat|apartment|hall|open|at \d{1,2} "
        r"to)\s+#?$",
        re.I,
    ),
    rate=re.compile(
        r"\s?(?:euros?|pounds?|dollars?|quid|bucks|[€£$]|p\b)?\s*(?:(?P<each>each(?! way)|apiece|"
        r"a pop|a piece|pp|p\.p\.|(?:per|a|/) ?(?:head|person))\b|"
        rf"(?:(?:an?|per|every|each|/)\s*)(?P<of>{_PERIOD}|lesson|visit|session|mile|km|kilo|kg|"
        r"square metre|metre|litre|box|bag|bottle|tin|jar|ticket|piece|roll|child|kid|adult|"
        r"member|guest|room|car|bunch|tray|pack|trip|go|shift|page|word|job|dog|class|slice|"
        r"portion|cup|night)\b)",
        re.I,
    ),
    rate_of_any=re.compile(r"\s?per (?P<of>[^\W\d_]{3,})\b", re.I),
    of_size=re.compile(r"\s[^\W\d_]+ of (?:about )?", re.I),
    cents=re.compile(r"\s?(?:p|pence|cents?)\b", re.I),
    rate_before=re.compile(
        r"(?:\bat|@|×|\b(?:everyone|everybody|each of us|we each|we all) "
        r"(?:\w+ )?(?:pays?|puts?|gives?|adds?|chips?)(?: in)?)\s*[€£$]?$",
        re.I,
    ),
    rate_name=re.compile(
        r"\b(?:(?P<of>day|hour)|(?P<ly>dai|hour)ly) (?:rate|wage|fee)\b|\b(?P<m>month|week)ly\b",
        re.I,
    ),
    pays=re.compile(
        r"\b(?:pay|pays|paid|paying|give|gave|put in|chip(?:ped)? in|owe|raised)\b", re.I
    ),
    often={"once": 1, "twice": 2, "times": 1},
    frequency=re.compile(
        rf"\b(?:(?P<word>once|twice)|(?P<n>{_N}) (?P<unit>times|days|lessons|hours|shifts|"
        rf"sessions|walks|trips|nights|evenings|mornings|visits|classes))\s(?:an?|per|each|every)\s"
        rf"(?P<of>{_PERIOD})\b",
        re.I,
    ),
    people=re.compile(
        rf"\b(?P<a>{_N}) of us\b|\bsplit (?:it )?(?:between|among) (?:the )?(?P<b>{_N})\b|"
        rf"\bwe(?:['’]re| are) (?:now |with |down to |only |going with )?(?P<c>{_N})\b"
        rf"(?! (?:\w+ )?(?:short|over|miles|minutes|days|weeks|months|years|hours|km|in a|%))|"
        rf"\b(?:family|group|party|team) of (?P<d>{_N})\b|"
        rf"\bbetween (?:the )?(?P<e>{_N})(?: of us)?\b|"
        rf"\bfor (?:the )?(?P<f>{_N}) (?:of us|{_WHO})\b|\b(?P<g>{_N}) {_WHO}\b",
        re.I,
    ),
    roles=(
        (
            "back",
            any_of(
                r"\b(?:paid|pays|gave|given|sent|transferred) (?:\w+ ){0,2}back\b|\brepaid\b|"
                r"\breturned\b(?= \W?\d)|\b(?:he|she|they|[A-Z]\w+)(?:['’]s| has| just| already)* "
                r"(?:gave|given|paid|sent|transferred) me\b|\bgot (?:another )?\W?\d[\d.,]* "
                r"(?:back|from (?:him|her|them))"
            ),
        ),
        (
            "lent",
            any_of(r"\b(?:lent|loaned|borrowed|lend|owes?|owed)\b|\badvanced (?:him|her|them)\b"),
        ),
        (
            "fund",
            any_of(
                r"\b(?:budget\w*|(?:can|could|may) (?:only )?spend|"
                r"capital|kitty|account|allowance|grant|bursary|(?:my|our|student) "
                r"loan|"
                r"set aside|limit|have (?:\W?\d\S* )?to spend|to play with|"
                r"(?:have|got|['’]ve) \W?\d\S* (?:euros? |pounds? |quid )?from (?:the|our|my)|"
                r"started (?:out |off )?with|don['’]?t want to spend more than|no more than|at "
                r"most|n['’]t go over|not go over|"
                r"(?:my|our) (?:salary|wages?|income|pay)|(?:bring|take)s? home)\b",
                r"^\W*(?:we|i)(?: have|['’]ve got) (?:[£$€] ?\d[\d.,]*|\d[\d.,]* (?:euros?|pounds?|"
                r"dollars?|quid))(?: in cash| in total)?\W*$",
            ),
        ),
        (
            "goal",
            any_of(
                r"\b(?:goal|target|aim(?:ing)? for|need(?:s|ed)? to (?:raise|save|reach|collect|"
                r"get to)|has to be|have to reach|need(?:s)? (?=\W?\d[\d.,]*(?: in total| in all|"
                r" altogether|\W*$)))"
            ),
        ),
        (
            "paid",
            any_of(
                r"\b(?:deposit|down ?payment|instal?lments?|up ?front|in advance|(?:already )?paid "
                r"(?:them |him |her )?(?:another )?(?=\W?\d)|(?:sent|transferred|put down|paid "
                r"off)\b|paying (?:off )?(?=\W?\d))"
            ),
        ),
        (
            "gift",
            any_of(
                r"\b(?:insurance|council|work|school|employer) (?:covers?|pays?|paid|gives?|"
                r"reimburses?)\b|\b(?:covers?|refund\w*|reimburse\w*|cashback|voucher for|"
                r"contribut\w+|donat\w+|chip(?:s|ped)? in|(?:gave|given|gives|giving) us|"
                r"(?:is|are) giving|"
                r"towards|sponsor\w*|put in)\b"
            ),
        ),
        (
            "income",
            any_of(
                r"\b(?:earn(?:s|ed)?|(?:i|we|they) made|takings|(?:i|we) took|brought in|came in|"
                r"income|(?<!a )(?<!the )raised|collected|"
                r"received|subs\b|invoiced|got paid|(?:we|i)(?:['’]ve)? got \W?\d[\d.,]* (?:for|"
                r"from)|"
                r"tips?|bonus)\b"
            ),
        ),
        (
            "saved",
            any_of(
                r"\bin the (?:jar|tin|bank|pot|box|envelope|drawer)\b",
                r"\b(?:saved|saving|savings|put(?:ting)? (?:\w+ )?(?:aside|away|by)|putting|"
                r"(?:got|have) \W?\d\S* (?:so far|already|saved)|\W?\d\S* (?:aside|put by) )\b|"
                r"^\W*(?:i['’]ve |i |we |we['’]ve )?got \W?\d[\d.,k]*\s*(?:so far|already|"
                r"now)\b",
            ),
        ),
        ("sold", any_of(r"\b(?:sold|sell|selling|bought the|someone bought|somebody bought)\b")),
        (
            "need",
            any_of(
                r"\b(?:need|needs|needed|expecting|invited|should be|supposed to|required|"
                r"have to be)\b|\b(?:we|i)['’](?:re|m) (?:making|doing) it for\b"
            ),
        ),
        (
            "out",
            any_of(
                r"\b(?:gave|given away|ate|eaten|used|broke|broken|lost|threw|thrown|cancell?ed|"
                r"can['’]?t (?:come|make)|cannot (?:come|make)|dropped out|pulled out|backed out|"
                r"not coming|isn['’]?t coming|aren['’]?t coming|said no|declined|went to|took|"
                r"drank|died|gone|left early|returned|sick|ill|handed out|already done|read|"
                r"written|finished)\b"
            ),
        ),
        (
            "in",
            any_of(
                r"\b(?:lend(?:ing)? us|borrow(?:ed|ing)?|joining|joins?|also coming|bringing|"
                r"found|extra|more)\b"
            ),
        ),
    ),
    another=any_of(
        r"\b(?:another|again|also|too|as well|extra|on top|more|else|plus|other|and then|"
        r"somebody bought)\b"
    ),
    changes=any_of(
        r"\b(?:now|actually|in the end|after all|instead|turned out|turns out|not|down to|up to|"
        r"rather|corrected?|sorry|was really|wait|changed|became|went (?:up|down)|dropped to|"
        r"came down|wants?|only|upped|raised (?:it|that)|lowered|knocked off)\b"
    ),
    unsure=any_of(
        r"\b\d+ of (?:them|those|these)\b|\bfrom \W?\d[\d.,]* to \W?\d|\beach (?:gave|paid|put)\b",
        r"\b(?:might|maybe|perhaps|possibly|either|if (?:we|i|they|he|she|it)|would be|could be|"
        r"going to be|"
        r"or so\b.*\bor|between \W?\d[\d.,]* and \W?\d|not sure|quot\w+|estimat\w+|options?|"
        r"offers?|offered|"
        r"\d or \W?\d)\b|\d ?[-–] ?\W?\d",
    ),
    one_of=any_of(
        r"^\W*(?:an?|one|each|every) (?!total)[\w'’ ]{2,30} (?:is|costs?|comes)\b",
    ),
    not_but=re.compile(
        r"^\W*(?:(?:no|oh|sorry|oops|wait|ah|hang on|i mean|make that|it['’]?s|that['’]?s|it was)"
        r"\W+)*(?P<new>[€£$]?\d[\d.,]*)\W+(?:and )?not (?P<old>[€£$]?\d[\d.,]*)\W*$",
        re.I,
    ),
    drops=any_of(
        r"\b(?:cancell?ed|returned|sent back|took back|no longer|gave up|dropped|called off|"
        r"not doing|don['’]?t need|won['’]?t need|quit|got rid of|(?:is|are|was) free|for free|"
        r"skipp\w+|not taking|decided against|scrap\w*)\b"
    ),
    verbs=any_of(
        r"\b(?:is|are|was|were|has|have|had|costs?|spent|paid|sold|got|gave|put|made|took|earned|"
        r"bought|owes?|lent|need|needs|wants|came|comes|charged?|used|ate|saved|pays?|gives?|"
        r"giving|promised)\b|['’](?:s|re|"
        r"ve|m)\b"
    ),
    asks_rest=any_of(
        r"\b(?:left(?: over| to)?|remain\w*|to spare|still have|in the (?:account|kitty|pot|bank|"
        r"tin)|do (?:we|i) (?:still )?have(?: now| left| over| altogether now)?\W*$|unspent)\b"
    ),
    asks_owed=any_of(
        r"\b(?:owes?|owed|owing|outstanding|(?:still|left|remaining)(?: \w+){0,3} (?:pay|paid)|to "
        r"pay off|yet to (?:be paid|pay)|(?:be|is|to) settled?|unpaid|(?:get|pay) (?:me )?back)\b"
    ),
    asks_to_go=any_of(
        r"\b(?:to go|still need|do (?:we|i) (?:still )?need|short|missing|more do (?:we|i) need|"
        r"far off|from (?:my|our|the) (?:goal|target)|needed|still to (?:save|raise|collect|get|"
        r"come in|write|do)|still (?:have|need) to (?=write))\b"
    ),
    writes=any_of(r"\b(?:wrote|written|typed)\b"),
    so_far=any_of(r"\b(?:so far|up to now|at the moment|by now)\b"),
    asks_over=any_of(r"\b(?:over (?:the )?budget|over by|overspen[dt]|too much)\b"),
    for_people=re.compile(rf"\bfor (?P<n>{_N}) {_WHO}\b", re.I),
    asks_each=re.compile(
        r"\b(?:per|a|each) (?:person|head)\b|\bp\.?p\b|\beach of us\b|\bper capita\b|"
        rf"\bsplit(?:\s\w+)?\s(?P<a>{_N})\sways\b|\b(?:divided|split) (?:by|between|among|over) "
        rf"(?:the )?(?P<b>{_N})\b|\b(?P<c>{_N}) of us\b.*\beach\b|\bbetween (?:the )?(?P<d>{_N})\b|"
        rf"\beach\b(?! way| other)(?:.*\b(?P<e>{_N}) of us\b)?|\bhow much (?:does|must|should|do) "
        r"(?:everyone|everybody)\b|\b(?:his|her|their|my|one) share\b",
        re.I,
    ),
    asks_per=re.compile(
        r"\b(?:per|a|an|each|every|one|whole|full|entire) (?!whole|full|entire)"
        r"(?P<of>[a-z]+)\b",
        re.I,
    ),
    for_several=re.compile(
        rf"\b(?:for|all|of) (?:all |the )?(?P<n>{_N})(?: (?:of )?(?P<of>[a-z]+))?", re.I
    ),
    participle=re.compile(r"[a-z]{2,}ed"),
    asks_average=any_of(r"\b(?:average|averages|on average|mean)\b"),
    asks_more=any_of(
        r"\b(?:difference|gap|(?:how much|how many|by how much|what) (?:\w+ )?(?:more|less|fewer|"
        r"cheaper|dearer|more expensive|bigger|longer|further|higher|lower)\b(?! (?:do|money|is "
        r"needed|will|have|to go)\b)|compared (?:to|with)|(?:do|would|does) (?:we|i|it|that) "
        r"save\b)"
    ),
    asks_extremes=any_of(
        r"\b(?:highest|lowest|cheapest|dearest|most expensive|biggest|smallest|largest|longest|"
        r"shortest|heaviest|lightest|priciest)\b"
    ),
    asks_came_in=any_of(
        r"\b(?:bring in|brought in|come in|came in|rais\w+|earn\w*|takings|(?:did|have|do) (?:we|i|"
        r"they) (?:\w+ )?(?:take|collect\w*|get|sell|sold|made?|save|saved|receive\w*)|invoice|"
        r"charge|bill (?:them|him|her)|income|put in|got for)\b"
    ),
    asks_earned=any_of(r"\b(?:earn\w*|takings|income|profit|bring in|brought in)\b"),
    asks_net=any_of(
        r"\b(?:profit|net|did (?:we|i) make|(?:what|how much) (?:did|have|do) (?:we|i) ma[dk]e|"
        r"after (?:costs|expenses))\b"
    ),
    asks_own=any_of(r"\b(?:myself|ourselves|out of (?:my|our) own pocket|own pocket)\b"),
    asks_total=any_of(
        r"\b(?:total(?! budget)|totals|altogether|all together|together|in all|all in|all told|"
        r"overall|sum|"
        r"add up|come(?:s)? to|combined|the (?:whole|entire|full) (?:thing|lot|bill|order|trip)|"
        r"everything|so far|for (?:everyone|everybody|all)|cost(?:s|ing)?|bills?|spen[dt]|paid|"
        r"pay|spending|set (?:us|me) back|expenses|how much (?:is|are|was|were) (?:that|it|those|"
        r"they|this)|how much for|how many|how (?:far|long)|what(?:['’]s| is) (?:that|it|the "
        r"invoice|the bill)|makes?)\b"
    ),
    asks_coming=any_of(
        r"\bhow many\b.*\b(?:coming|come|are we|going|attending|there|people|guests)\b"
    ),
    asks_now=any_of(r"\b(?:now|then|currently|at the moment|after all)\b"),
    asks_amount=any_of(r"\b(?:how much|what|how many|how far|sum up|add up|summar\w+|total)\b"),
    asks_far=any_of(r"\bhow far\b"),
    asks_number=re.compile(r"\bhow many\b(?: (?:more|other))?(?: (?P<unit>[a-z]+))?", re.I),
    asks_no_sum=any_of(
        r"\bhow many (?:things|items|tasks|jobs|points)\b",
        r"\b(?:when|where|who|whose|why|how old|how often|which|what (?:time|day|date|colour|"
        r"color|size|kind|sort|about (?:me|you)|else|should|would you|do you))\b|"
        r"^\W*(?:is|are|do|does|did|can|could|will|was|were|should|would|has|have) (?!we over|"
        r"that (?:all|every))",
        r"^\W*how long (?:is|was|will|do|does|did) (?!.*\b(?:total|altogether|together|all)\b)",
    ),
    asks_all=any_of(
        r"\b(?:total|everything|whole (?:thing|lot|trip|bill)|altogether|all together|in all|in "
        r"total|"
        r"all of it|all in|the lot|grand total|overall)\b"
    ),
    asks_of_it=any_of(
        r"\b(?:does|did|do|will|would|is|was) (?:it|he|she)\b(?!.*\b(?:altogether|total|in all|"
        r"come "
        r"to|leave|so far|together)\b)"
    ),
    when=re.compile(
        r"\b(?:last|this|next) (?:year|month|week|quarter|season|summer|winter|time|term)\b|"
        r"\b(?:yesterday|today|this morning|monday|tuesday|wednesday|thursday|friday|saturday|"
        r"sunday|january|february|march|april|may|june|july|august|september|october|november|"
        r"december)\b",
        re.I,
    ),
    distances=any_of(r"\b(?:ran|run|runs|jogged|walked|cycled|rode|swam|hiked|rowed)\b"),
    goes_on=re.compile(
        r"^\W*(?:and|so|ok|okay|but|then|now|plus|or|what about|how about|minus|with|without|"
        r"altogether|in total|per|total)\b",
        re.I,
    ),
    without=re.compile(
        r"\b(?:without|excluding|except(?: for)?|apart from|leaving out|not counting|minus|less)\s+"
        r"(?P<things>[^?]{2,60})",
        re.I,
    ),
    plus=re.compile(r"\b(?:with|including|incl\.?|plus|counting)\s+(?P<things>[^?]{2,60})", re.I),
    only=re.compile(r"\b(?:only|just)\s+(?P<things>[^?]{2,60})", re.I),
    after=re.compile(r"\b(?:after|once)\s+(?P<things>[^?]{2,60})", re.I),
    period=re.compile(
        rf"\b(?:a|an|per|each|every|one|whole|full) (?P<of>{_PERIOD})\b|\b(?P<ly>month|year|week|"
        r"dai)ly\b",
        re.I,
    ),
    periods=re.compile(
        rf"\b(?P<n>{_N}) (?P<of>days|nights|weeks|months|quarters|years|terms|seasons|hours|"
        r"lessons|visits|sessions|times|shifts)\b",
        re.I,
    ),
    percent=re.compile(r"\b(?P<n>\d{1,3}(?:[.,]\d+)?) ?(?:%|per ?cent\b)", re.I),
    percent_off=any_of(r"\b(?:off|discount|sale|reduc\w+|less|cheaper|knock\w*)\b"),
    percent_more=any_of(r"\b(?:vat|tax|tip|service|interest|on top|extra|plus|gst)\b"),
    asks_percent=any_of(r"\b(?:save|discount|off|vat|tax|tip|interest)\b"),
    asks_reduced=any_of(r"\b(?:pay|cost|costs|price|come to|left|end up|be then|then)\b"),
    measures=words_in(
        "kg kilo kilos g gram grams ml l liter litre litres km mile miles m m2 m² meter metres "
        "hour hours min minutes people children men women words mg day days week weeks month "
        "months year years"
    ),
    pointing=words_in("last this next"),
    generic=words_in(
        "bill bills trip holiday order thing whole everything lot stuff invoice visit weekend "
        "week month moving move wedding party evening dinner project things costs cost "
        "expenses budget total all subscriptions renovation event amounts figures tab gang "
        "group us everyone item items outing funds money account kitty pot expense we they "
        "month's year day today yesterday season"
    ),
    light=words_in(
        "cost costs price total amount money extra another only euro euros pound pounds dollar "
        "quid far now half rest thing order oh paid pay spent spend bought buy get got want "
        "owe owes owed much many go going come coming came left still need needed short over "
        "have has had how what each person head per average difference gap between more less "
        "cheaper dearer save saved altogether together split ways plus vat tax with without so "
        "then sum up add us summarise summarize again actually currently remaining outstanding "
        "back myself ourselves bring in raise raised earn charge invoice make made sell sold "
        "highest lowest most least share last next this turned turn typo says out budget take "
        "whats hows evenly equally fairly run ran walk walked drive drove been use used put worth "
        "all one"
    ),
)
