"""English words of questions about lists and amounts."""

import re

from tidemark.nlp.pack_fields import Counting, words_in

_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = "one two three four five six seven eight nine"
_LARGE = {word: 10 * place for place, word in enumerate(_TENS.split(), 2)} | {
    f"{ten}-{one}": 10 * place + unit
    for place, ten in enumerate(_TENS.split(), 2)
    for unit, one in enumerate(_ONES.split(), 1)
}
_ORDINALS = "first second third fourth fifth sixth seventh eighth"

_PEOPLE = (
    "people persons guests adults heads members players participants attendees of-us "
    "colleagues coworkers teammates relatives"
)
_PIECES = (
    "head|person|piece|night|day|week|month|quarter|visit|hour|lesson|session|trip|box|bag|metre|"
    "ticket|adult|child"
)

_STREET = "(?:Street|St|Road|Rd|Avenue|Lane|Drive|Square|Crescent|Close|Court|Terrace|Gardens)"

COUNTING = Counting(
    least=re.compile(
        r"\b(?:cheapest|quietest|smallest|lowest|least|shortest|fewest|youngest|earliest|"
        r"lightest)\b|"
        r"^\W*(?:and |so )?(?:which|who|where)\b.*\b(?:less|fewer|cheaper|smaller|shorter|"
        r"lower|lighter|younger)\b(?! than)",
        re.I,
    ),
    most=re.compile(
        r"\b(?:dearest|busiest|most expensive|priciest|costliest|largest|biggest|highest|longest|"
        r"most|"
        r"oldest|latest|heaviest|furthest|farthest|(?:sold|sells|did|does) best|best[- ]selling)\b|"
        r"^\W*(?:and |so )?(?:which|who|where)\b.*\b(?:more|dearer|pricier|bigger|larger|"
        r"longer|higher|heavier|older)\b(?! than)",
        re.I,
    ),
    total=re.compile(
        r"\b(?:in total|total(?! budget)|totals|altogether|all together|together|add(?:s|"
        r"ed)? up to|sum|"
        r"come(?:s)? to|combined|the (?:whole|entire|full) (?:order|bill|lot|thing|job|amount)|"
        r"the lot|"
        r"all (?:two|three|four|five|six)|all in all|in all|all told|overall|tak(?:e|es|en|ing) in|"
        r"br(?:ing|ings|ought) in|(?:will|going to|would) (?:\w+ ){1,6}?cost|(?:set|sets|"
        r"setting) (?:me|us) back)\b",
        re.I,
    ),
    asks_amount=re.compile(
        r"\bhow much\b(?! (?:cheaper|more|less|dearer|of|is left|time|water))|"
        r"\bwhat\b.*\b(?:cost|costs|bills|fees|takings|turnover|revenue|"
        r"costing|come to|comes to|came to|spend|spent|pay|paid|earn|earned|make|made|charge|owe|"
        r"set (?:me|us) back|bring in|brings in|spend(?:ing)?|outgoings|expenses)\b",
        re.I,
    ),
    sums_up=re.compile(
        r"\b(?:costs?|expenses|bills?|spent|paid|bought|sold|earned|invoices?|invoiced|takings|"
        r"outgoings|quote|breaks? down|breakdown|so far|income|donations|pledges|received|raised|"
        r"budget lines?|totals?)\b",
        re.I,
    ),
    one_of=re.compile(
        rf"\b(?:a|an|one|each|per|single) (?:single )?(?:{_PIECES})\b|\bapiece\b", re.I
    ),
    single=words_in("a an one single"),
    difference=re.compile(
        r"\b(?:difference|by how much|"
        r"how (?:much|many) (?:\w+ )?(?:cheaper|more|less|fewer|dearer|longer|"
        r"further|heavier)|how much more expensive|"
        r"how much (?:do|does|will|would|can) (?:i|we|you|that|it) (?:\w+ )?save)\b",
        re.I,
    ),
    adds_amount=re.compile(
        r"^\W*(?P<before>(?:(?:and|so|ok|okay|now|then|what|how|much|about|is|it|that|the|comes?|"
        r"to|whole|total|sum|in|all|altogether|what['’]s)\W+){0,7}?)"
        r"(?:with|including|incl\.?|plus|counting|adding)\s+(?P<things>[^?]{2,60}?)"
        r"(?:\s+(?:too|as well|then|added|on top|included|in))*\W*$",
        re.I,
    ),
    takes_amount=re.compile(
        r"^\W*(?P<before>(?:(?:and|so|ok|okay|now|then|what|how|much|about|is|it|that|left|do|we|i|"
        r"have|remains|keep|what['’]s)\W+){0,7}?)"
        r"(?:after|minus|less|without|excluding|not counting)\s+(?P<things>[^?]{2,60}?)"
        r"(?:\s+(?:then|off|paid))*\W*$",
        re.I,
    ),
    between_days=re.compile(
        r"^(?=.*\bhow (?:many days|long)\b).*?\b(?:between (?:(?:them|these|those|the two|"
        r"both)\W*$|"
        r"(?P<first>[^?]{2,60}?) and )|from (?P<from>[^?]{2,60}?) (?:to|until|till) )"
        r"(?P<second>[^?]{2,60})?",
        re.I,
    ),
    asks_nights=re.compile(
        r"^\W*(?:(?:and|so|ok|then)\W+)*(?:for )?how many nights(?:(?=\W*$)|"
        r" (?:is (?:that|it)|(?:are|will) (?:we|i)(?: be)? (?:there|away|gone|staying|in|on)|"
        r"(?:do|will|did) (?:we|i) (?:stay|sleep|have|spend|need|book))\b)"
        r"(?P<where>[^?]*)",
        re.I,
    ),
    until_day=re.compile(
        r"\bhow (?:long|many (?:more )?(?:days|weeks))\b(?:(?!\b(?:from|between)\b)[^?]){0,30}?"
        r"\b(?:until|till|til|to|before) (?P<day>[^?]{2,60})|"
        r"\bin how many (?:days|weeks) (?:is|are|will|does|do) (?P<in>[^?]{2,60})",
        re.I,
    ),
    asks_weekday=re.compile(
        r"\b(?:which|what) (?:week ?day|day(?: of the week)?) (?:is|was|will|does|do|did) "
        r"(?P<day>[^?]{2,60}?)(?: (?:fall|be|fall on|on))?\W*$",
        re.I,
    ),
    rest_told=re.compile(
        r"\b(?:left|leaves|remain(?:s|ing)?|(?:is|are|stays?) (?:still )?(?:free|untouched))\b",
        re.I,
    ),
    by_how_much=re.compile(
        r"\s*(?:cheaper|dearer|more expensive|less|fewer|more|extra|back|off|discount|lower|higher|"
        r"longer|shorter|older|younger|further|earlier|later|heavier|lighter)\b",
        re.I,
    ),
    changed_by=re.compile(
        r"\b(?:refund(?:s|ed)?(?: (?:us|me|them|him|her))?|(?:knock(?:s|ed)?|took|takes?) off|"
        r"(?:discount|refund|rise|increase) of|"
        r"(?:up|down|raised|lowered|increased|reduced|cut|rose|dropped) by)\W{0,3}$",
        re.I,
    ),
    asks_area=re.compile(
        r"\b(?:square|area|cubic)\b|\bsq\.? ?m|\bm[²2]\b|\bhow (?:big|large) (?:is|was|are)\b",
        re.I,
    ),
    sides=re.compile(
        r"(?<![\d.,])(?P<a>\d[\d.,]{0,9}) ?(?:m|metres?|meters?)? ?(?:by|x|×) ?(?P<b>\d[\d.,]{0,9})"
        r" ?(?:m|metres?|meters?)\b",
        re.I,
    ),
    asks_all=re.compile(
        r"\btotal (?:costs?|expenses|spending|outgoings)\b|\b(?:costs?|expenses) (?:in total|"
        r"altogether|in all)\b|\bso far\b|\beverything\b|\ball (?:the |our |my )?(?:costs|"
        r"expenses)\b",
        re.I,
    ),
    of_another=re.compile(
        r"^\W*(?:and|what about|how about|and what about)\s+(?:for |with )?(?P<thing>(?:the |my |"
        r"our )?[a-z][\w'’ -]{2,40}?)(?: then| too| as well)?\s*\?*$",
        re.I,
    ),
    fraction=re.compile(
        r"\b(?P<word>half|a third|a quarter)\b(?! (?:past|an? |hour|day|time|board))"
        r"(?= (?:of|the|my|our)\b)|"
        r"\b(?P<percent>\d{1,2}(?:[.,]\d+)?) ?(?:%|per ?cent\b)",
        re.I,
    ),
    fractions={"half": 2, "a third": 3, "a quarter": 4},
    off=re.compile(r" ?(?:off|discount|reduction|cheaper)\b", re.I),
    asks_both=re.compile(
        r"^\W*(?:(?:and|so|then|ok|what['’]?s?|is|how much)\W+)*(?:that['’]?s?|those|them|they|it)?"
        r"\W*(?:both )?(?:together|combined|in total|altogether|both)(?:\W+(?:that['’]?s|is|are|"
        r"that|makes?|then))*\W*$",
        re.I,
    ),
    asks_again=re.compile(
        r"^(?=.*\b(?:totals?|sum|figure|result|balance|altogether|now|then|again)\b)"
        r"\W*(?:(?:and|so|ok|okay|then|but|well)\W+)*(?:(?:what(?:['’]s| is| are| does that make| "
        r"would)?|how much(?: is)?|give me|tell me|is)\W+)?(?:(?:it|that|this|the|my|our|be|is|new|"
        r"whole|full|grand|updated|overall)\W+)*(?:total|totals|sum|figure|result|balance|amount|"
        r"in total|altogether|it|that)?(?:\W+(?:come to|make))?(?:\W+(?:now|then|again|today|after "
        r"that|instead))*\W*$",
        re.I,
    ),
    a_period=re.compile(
        r"(?<!half )\b(?:a|an|per|each|every|one|whole|full) (?:whole |full |entire )?"
        r"(?P<period>day|night|week|month|quarter|year)\b",
        re.I,
    ),
    several_periods=re.compile(
        r"\b(?:in|for|over|after|during|all) (?:the )?(?P<n>[a-z]+(?:-[a-z]+)?|"
        r"\d+) (?P<period>days|nights|"
        r"weeks|months|quarters|years)\b",
        re.I,
    ),
    on_a_weekday=re.compile(
        r"\b(?:every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
        r"\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b",
        re.I,
    ),
    average=re.compile(r"\b(?:average|mean|on average)\b", re.I),
    how_long=re.compile(r"\bhow long (?:is|are|does|do|will|would)\b", re.I),
    address=re.compile(
        rf"\b\d{{1,4}}[a-z]? (?:[A-Z][\w'’-]+ ){{1,3}}{_STREET}|"
        rf"\b(?:[A-Z][\w'’-]+ ){{1,3}}{_STREET} \d{{1,4}}\b"
    ),
    unit_asked=re.compile(
        r"\bhow many (?:more |other )?(?P<unit>[a-z]{2,})\b|"
        r"^\W*(?:and )?(?P<first>[a-z]{3,}) total\b",
        re.I,
    ),
    rest_of=re.compile(
        r"\bhow many\b.*(?:\bnot\b|n['’]t\b|\byet to\b|\bstill (?:have|need) to\b)", re.I
    ),
    of_whole=re.compile(
        r"\b(?:of (?:whom|which|them|those)|including|among (?:whom|which|them))\b", re.I
    ),
    denied=re.compile(r"\b(?:not|no|none|never)\b|n['’]t\b", re.I),
    part_of=re.compile(r"\b(?:how many|how much) of (?:those|them|these|it|that)\b", re.I),
    units={
        "kilo": "kg",
        "kilogram": "kg",
        "kilometr": "km",
        "kilomet": "km",
        "minut": "min",
        "hr": "hour",
        "gram": "g",
        "litr": "l",
        "metr": "m",
    },
    durations=words_in("min hour day week month"),
    periods=(
        "week month year day today tonight tomorrow yesterday weekend far now currently "
        "morning evening season term"
    ),
    left=re.compile(
        r"^(?!.*\beverything\b)(?!\W*(?:(?:and|so|ok)\W+)*(?:when|where|why|what time)\b).*"
        r"\b(?:left|remaining|remains|left over|(?<!of )(?<!on )leaves?)\b",
        re.I,
    ),
    left_after=re.compile(
        r"\b(?:after|once|minus)\b(?P<spent>.+?)(?:\b(?:is|are|has|have) (?:been )?(?:paid|bought|"
        r"covered|settled|gone|taken)\b.*)?$",
        re.I,
    ),
    how_many=re.compile(r"\bhow many\b", re.I),
    asks_no_money=re.compile(
        r"^\W*(?:(?:and|so|ok|okay|but|then|now)\W+)*(?:(?:at|on|until|by|from) )?"
        r"(?:when|where|what (?:time|day|date)|which (?:day|date))\b|"
        r"\bhow many (?:are (?:we|you|they|coming|going)|(?:more |other )?(?:of us|of you|of them|"
        r"people|persons|guests|friends|adults|kids|children|days|nights|weeks|months|hours))\b",
        re.I,
    ),
    others=re.compile(r"\b(?:what|who|which|anything|anyone) (?:\w+ )?else\b|\bwhich other", re.I),
    members=re.compile(
        r"^\W*(?:and |so |but )?(?:what|which|who)\b.*\b(?:are|is|were|was|do|did|have|"
        r"has|there)\b",
        re.I,
    ),
    ordinal=re.compile(
        r"\b(?:the|our|my|his|her|their|what['’]s|what is|comes?|goes|"
        r"which (?:one|of them)(?: is|['’]s)) (?:very )?"
        rf"(?P<nth>{_ORDINALS.replace(' ', '|')}|last|[1-8](?:st|nd|rd|th))\b",
        re.I,
    ),
    follows=re.compile(
        r"^\W*(?:and |so )?(?:who|what|which)\b.*\b(?:after|follows)\b (?P<entry>.+)$", re.I
    ),
    how_many_these=re.compile(
        r"\bhow many\b.*\b(?:is|are|was|were|does|do|makes?)\s(?:that|those|these|they|it|"
        r"there)(?: make| now| then| again| so far| in all| altogether)*\W*$",
        re.I,
    ),
    reads_out=re.compile(
        r"^\W*(?:(?:please|now|so|and|ok|okay|can you|could you|would you)\W+)*"
        r"(?:read(?: (?:me|us))?(?: out| back)?|name|list|tell (?:me|us)|give (?:me|us)|"
        r"show(?: (?:me|us))?)\b",
        re.I,
    ),
    gathers=re.compile(
        r"^\W*(?:and |so |but )?(?:who|which|what)\b.*\b(?:all|everyone|everybody)\b|"
        r"^\W*(?:and |so |but )?(?:who all|(?:on |at |in )?which \w+s (?:do|did|have) (?:i|we))\b",
        re.I,
    ),
    adds=re.compile(
        r"^\W*(?:(?:and|also|oh|ok|okay|so|please|actually|let['’]?s|let us|we should|"
        r"i['’]d like to|can (?:you|we)|could (?:you|we))\W+)*(?:add|put|include|throw in)\s+"
        r"(?P<entry>(?:(?!\b(?:to|on|onto|in)\b)[^.,;:?]){2,60}?)"
        r"(?:\s+(?:to|on|onto|in)\s+(?:the|my|our|that|this|it)\b\s*(?P<list>[^.,;:?]{0,40}?))?"
        r"(?:,? (?:too|as well|please))*[.!?]*$",
        re.I,
    ),
    ordinals={word: place for place, word in enumerate(_ORDINALS.split())} | {"last": -1},
    numbers={word: place for place, word in enumerate(_NUMBERS.split(), 1)} | _LARGE,
    of_each_entry=re.compile(r"(?:each|every one|all|always)\b", re.I),
    apiece=re.compile(
        rf"\b(?:(?:a|an|per|every|each) (?P<of>{_PIECES})|each(?! (?:year|time))|apiece)\b", re.I
    ),
    one_costs=re.compile(
        rf"\b(?:a|an|one|each|every|per) (?P<of>{_PIECES}) (?:\w+ )?(?:is|costs?|comes to|"
        r"will be|goes for)(?=\s+\W{0,2}\d)",
        re.I,
    ),
    counts_of={
        "head": _PEOPLE,
        "person": _PEOPLE,
        "adult": "adults grown-ups",
        "child": "children kids",
        "each": _PEOPLE,
        "apiece": _PEOPLE,
        "piece": "pieces items",
    },
    in_a_period={
        "year": {"month": 12, "week": 52, "quarter": 4},
        "week": {"day": 7, "night": 7},
        "season": {},
        "term": {},
    },
    stays=words_in("night day"),
    whole=re.compile(
        r"(?<!half )\b(?:(?:a|per|each|every|one)\s(?:whole |full |entire )?|(?:whole|full|"
        r"entire) )"
        r"(?P<period>year|week)\b",
        re.I,
    ),
    for_all=re.compile(
        r"\b(?:for (?:everyone|everybody|all of (?:us|them)|the (?:whole|entire) \w+|the lot|"
        r"the (?:group|party|family|stay|trip))|the whole (?:stay|trip|group|party|lot))\b",
        re.I,
    ),
    one_off=re.compile(
        r"\b(?:once|one-off|one-time|one off|flat|on top|call-?out|booking fee|sign-?up|joining "
        r"fee|entry fee|fixed fee|set fee|delivery|travel costs)\b",
        re.I,
    ),
    number_of_us=re.compile(r"\b(?P<n>\w+) of us\b|\b(?:party|group|family) of (?P<m>\w+)\b", re.I),
    joined=re.compile(r",?\s+(?:and|&|n|plus)\s+|,\s+"),
    clock_time=re.compile(r"\b(?:what|which) (?:time|hour)\b", re.I),
    lists=re.compile(
        r"^(?P<head>.{2,80}?\b(?:are|is|were|include|includes|be))\s+(?P<list>.+,.+\sand\s.+|"
        r".+\sand\s.+)$",
        re.I,
    ),
    earmarks=re.compile(
        r"\b(?:budget|aside|kitty|pot|spend|savings?|grant|funding|funds?|allowance|total of|"
        r"lend\w*|loan|lent|"
        r"(?:go|going|stay|be|no) (?:over|above|under|below|more than)|at most|maximum|bursary|"
        r"(?:we|i)(?: have|['’]ve got|['’]ve| got) \S+(?: \w+)? for)\b",
        re.I,
    ),
    receives=re.compile(
        r"\b(?:kitty|pot|jar|bank|savings?|saved|raised|grant|gives?|gave|get|gets|got|"
        r"receive[sd]?|"
        r"chips? in|contributes?|donated?|donates|sponsors?|brought in|in hand)\b",
        re.I,
    ),
    funds=re.compile(
        r"\bhow much (?:money |cash )?(?:do|have|did) (?:i|we) (?:have|got|get|raised?|receive)\b"
        r"(?! left)(?:(?: got| in| all| altogether| total| now| so far| together| then)*\W*$)",
        re.I,
    ),
    spends=re.compile(
        r"\b(?:spent|(?<!can )(?<!could )(?<!may )(?<!only )spend|paid|pay|bought|costs?|"
        r"set (?:me|us) back)\b",
        re.I,
    ),
    outlay=re.compile(
        r"\b(?:how much|what) (?:money )?(?:did|do|have|will|['’]ve) (?:i|we) (?:\w+ )?(?:spend|"
        r"spent|pay|paid|laid out|lay out)\b(?! (?:on|for|to))",
        re.I,
    ),
    undecided=re.compile(
        r"\b(?:might|maybe|perhaps|possibly|undecided|would|(?:not|n['’]t) (?:sure|certain|decided|"
        r"know)|considering|thinking (?:of|about)|quotes?|quoted|estimates?|bids?|options?|either|"
        r"if (?:we|i|they|he|she|it))\b",
        re.I,
    ),
    earns=re.compile(
        r"^\W*(?:sold|earned)\b|\b(?:i|we) (?:earn|make|made|earned|get paid|got paid|receive|"
        r"received|sold|sell)\b|"
        r"\b(?:my|our) (?:salary|wages?|income|pension|pay|takings)\b|\brefund\w*\b",
        re.I,
    ),
    compares=re.compile(
        r"\bhow (?:many|much) (?:more|fewer|less)\b|\b(?:short|too (?:many|much|few|little)|spare|"
        r"missing)\b|\bsav(?:e|es|ing)\b",
        re.I,
    ),
    holds_people=re.compile(
        r"\b(?:takes|holds|fits|seats|sleeps|room for|space for|up to|at most|maximum)\b", re.I
    ),
    some_of_group=re.compile(  # children may be counted beside the adults
        r"(?:(?:[,;]|\b(?:and|but|with)\b)\s*(?:\d+|[a-z]+) (?:of (?:us|them|those)\b|"
        r"(?:is|are) (?:an? )?(?:vegan|vegetarian|coeliac|celiac|diabetic|gluten|allergic)|"
        r"(?:eats?|drinks?) no\b)|"
        r"[,;]?\s*\b(?:of (?:which|whom)|including|incl\.?) (?:\d+|[a-z]+)\b)"
        r"(?![^,;.[]*\b(?:child|children|kids?|bab(?:y|ies)|toddlers?|teen\w*)\b)[^,;.[]*",
        re.I,
    ),
    uncounted=re.compile(r"\b(?:a pair|a few|several) (?:of )?[a-z]{3,}", re.I),
    another=re.compile(
        r"\b(?:and|plus|then|,) (?:one|another)(?: (?:after|before|at|in|on|for|with|later|more|"
        r"this|last|from)\b|\W*$)",
        re.I,
    ),
    until_now=re.compile(r" (?:so far|now)$", re.I),
    saves=words_in("save saving"),
    outlays=words_in(
        "shopping cost costs expense bill fee outgoings purchase material grocery supply order"
    ),
    operation=words_in(
        "average mean include includes including bring brings bringing brought far long heavy "
        "still made make earn earned so taken cheapest "
        "smallest lowest least "
        "fewest in-all place places option options kind kinds sort "
        "sold sell best sorts read out comes goes very head person people everyone everybody group "
        "whole lot "
        "purchase purchases expense expenses item items thing things costs bill price prices kinds "
        "new spent pay paid work works told overall besides apart aside others other "
        " shortest fewest dearest expensive priciest costliest "
        "largest biggest highest longest most youngest oldest total altogether together add up sum "
        "come combined difference left leave leaves remaining how many much else one ones first "
        "second third fourth "
        "fifth sixth last after once cost costs costing mention mentioned list everything all now "
        "much spend money take takes took takings per rate profit net earns brings raise raised "
        "altogether each apiece yet"
    ),
    thousands=",",
    decimal=".",
)
