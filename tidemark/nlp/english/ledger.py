"""English words for amounts of money: their subjects, and calculations with them."""

import re

from tidemark.nlp.english.answer_types import NOT_ACTING
from tidemark.nlp.pack_fields import LedgerWords, words_in
from tidemark.nlp.patterns import any_of

_PEOPLE = (
    "people|persons|guests|adults|heads|members|players|participants|attendees|friends|kids|"
    "colleagues|coworkers|teammates|relatives"
)
_FEW = r"(?:two|three|four|five|six|\d+)"
_BEFORE_NAMES = (
    "Actually|Also|And|But|Oh|Ok|OK|Okay|No|Yes|Yeah|Well|Now|So|Sorry|Wait|Sadly|Unfortunately|"
    "Luckily|Update|Correction"
)
# "Nora, Ravi and Tom", "My neighbour Nora, her husband and their two kids"
_NAMED = r"(?:(?:[Mm]y|[Oo]ur) [a-z]+ )?[A-Z][\w’'-]+"
_OF_NAMED = rf"(?:her|his|their) (?:{_FEW} )?[a-z]+"
_PEOPLE_NAMED = (
    rf"(?:(?:{_BEFORE_NAMES})[,:]? )?"
    rf"(?!(?:We|They|You|It|That|This|There|These|Those|{_BEFORE_NAMES})\b)"
    rf"(?P<names>{_NAMED}(?:(?:, |,? and | & )(?:{_NAMED}|{_OF_NAMED}))*)"
)

COMES_ANYWAY = (  # after a name: " texted: he will come anyway"
    r"(?: (?:just )?(?:texted|called|rang|phoned|wrote|writes|says|said|mailed|emailed|messaged|"
    r"replied|let (?:me|us) know|told (?:me|us))(?: (?:me|us|back))?[:,]?"
    r"(?: that)? (?:he|she|they))?"
    r"(?:['’]s|['’]re|['’]ll| is| are| will| can)(?: now| be)* "
    r"(?:come|coming|make it|join|joining|there) (?:anyway|after all)(?:[,;] [^?]*|[.!]*)$"
)

LEDGER = LedgerWords(
    fund=any_of(
        r"\b(?:\w*budget|capital|kitty|(?<!per )(?<!a )pot|funds?|savings|grant|allowance|bursary|"
        r"loan|"
        r"to spend|(?:can|could|may) (?:only )?spend|(?:set|put) \S+ aside|put aside|"
        r"have \S+ set aside|at most|"
        r"(?:not|n't) (?:want to )?(?:spend more than|go over|go above)|no more than)\b",
        r"^\W*(?:we|i)(?: have|['’]ve got| got) (?:[£$€]\d|\d{3}|\d+,\d{3}|\d+ (?:euros?|pounds?|"
        r"dollars?))[\d.,]*(?: (?:euros?|pounds?|dollars?|quid))?"
        r"(?: (?:for (?!dinner|lunch|each)|to spend).*)?\W*$",
    ),
    for_use=any_of(
        r"\b(?:put|set|keep) (?:\S+ )?aside \S+ for\b|^\W*spent\b|\bspent (?:\S+ )?on\b"
    ),
    goal=any_of(
        r"\b(?:goal|target|aim(?:ing)? (?:is|for)|need(?:s|ed)? to (?:raise|save|reach|collect)|"
        r"want to (?:raise|save|collect)|(?:i|we)(?:'ll| will)? need(?= \W?\d)|have to (?:raise|"
        r"save|collect)|hoping (?:to raise|for))\b"
    ),
    income=any_of(
        r"(?:\b(?:we|i|they|he|she|have|has|had|got|already)|['’]ve|^)\W*(?:have |has |already |"
        r"just |now |all )?(?:saved|raised|collected|"
        r"received)\b|\b(?:g(?:i|a)v(?:es|e) (?:me|us)|(?:put|chip(?:s|ped)?|"
        r"throws?|threw) in|contribut\w+|donat\w+|(?:paid|pays) (?:me|us)|sponsor\w*|"
        r"refund\w*|in the (?:jar|tin|bank)|towards)\b"
    ),
    wish=any_of(
        r"\b(?:wants|asks|asking|charges|would (?:cost|be|like)|sells?|selling|sold|worth|if|"
        r"instead of|normally|usually|used to)\b"
    ),
    offers=any_of(
        r"\b(?:quotes?|quoted|offers?|offered|options?|choices?|candidates?|alternatives?|bids?|"
        r"estimates|either|versus|vs|or)\b"
    ),
    several=any_of(
        r"^\W*(?:(?!(?:i|we|he|she|they|it)\b)[a-z'’-]+ ){0,2}[a-z]{2,}(?<!s)s\b(?: (?:at|from|"
        r"in|of|for|so|last|this)\b.*)?$"
    ),
    chooses=any_of(
        r"\b(?:(?:we|i)(?:'ll| will|'re| are|'ve| have|'m| am)? (?:\w+ )?(?:tak(?:e|ing)|"
        r"go(?:ing)? (?:with|for)|pick\w*|chose|choos(?:e|ing)|book\w*|hir\w+|order\w*|bought|"
        r"buying|decid\w+|settl\w+|using|use)|went (?:with|for)|it is$|it'?s (?:going to be )?|"
        r"^(?:take|choose|pick|book|go (?:with|for))\b|decided on|chosen|let's (?:take|go|do|"
        r"have))\b|\bit is\W*$"
    ),
    free=any_of(
        r"\b(?:for free|free of charge|is free\W*$|for nothing|costs nothing|not needed|"
        r"lends? (?:us|me)|lending (?:us|me)|don['’]?t need|won['’]?t need)\b"
    ),
    spends=any_of(
        r"\b(?:costs?|expenses|bills?|spent|spend|paid|bought|purchases|outgoings|outlay)\b"
    ),
    costs=any_of(
        r"\b(?:is|are|was|were|be|costs?|costing|for|at|about|around|roughly|only|now|paid|"
        r"another|comes to|came to|'s|s|spent|charges|charged|me|us|out|up|down|aside|gave)"
        r"(?: (?:about|around|roughly|only|just|another|now|an extra|a whopping))?\W*$"
    ),
    clause=any_of(
        r"\b(?:is|are|was|were|has|have|had|lives?|opens?|turns?)\b",
        r"\b(?:"
        r"from|till|until|at|in|on|ward|room|number|no|nr|platform|line|tram|bus|page|"
        r"chapter|aged?|size|gate|track|floor|unit|section|class|grade|year|week|day|"
        r"street|road|avenue|lane|part|level|version|group|plot"
        r")\W*$",
    ),
    no_money=any_of(
        r"\b(?:years old|age[ds]?|turn(?:s|ed|ing)? \d|birthday|code|pin|phone|password|o'clock|"
        r"ward|room|page|size|degrees|km|miles|kg|grams?|mg|ml|litres?|minutes?|hours?|"
        r"percent|street|road|address|number|born|weigh\w*|measures?|score\w*|won|lost|"
        r"(?:^|\b)(?:he|she|dad|mum|mom|i|they|we)(?: is|'s| was| am|'m| are|'re) \d+)\b"
    ),
    ranges=re.compile(r"\s*(?:to|or|-|–)\s*\W?\d", re.I),
    is_word=re.compile(r"(?:.+['’]s|is|was|be|becomes|turns)", re.I),
    ends=re.compile(
        r"(?:\W*\b(?:now|actually|already|so far|in total|in all|altogether|together|"
        r"for .*|towards .*|"
        r"(?:a|per) (?:year|month|week|night|day|head|person|piece|portion|hour)|each|apiece|"
        r"euros?|pounds?|dollars?|quid|more|extra|with .*|from .*|because .*|not|instead|"
        r"in the end|after all|or so|by .*|to .*|on .*|i\b.*|they\b.*|including .*|incl\w*.*))*\W*",
        re.I,
    ),
    apiece=re.compile(
        r"[^\w,;:.!?]{0,3}(?:euros?|pounds?|dollars?|quid|p)?\s*(?:each|apiece|a pop|pp|p\.p\.|"
        r"(?:(?:an?|per|every)\s+|/\s*)(?P<of>(?!bit|lot|little|few|total)[a-z]+))\b",
        re.I,
    ),
    for_what=re.compile(r"\bfor (?P<of>[^\W\d_][^.,;:?!]*)", re.I),
    used_for=re.compile(
        r"\s*(?:euros?|pounds?|dollars?|quid)?\s*(?:for|on|towards|at|from)\b", re.I
    ),
    each_gives=re.compile(r"\beach\b", re.I),
    asks_sum=re.compile(
        r"\bhow much\b(?! (?:longer|time|water))|\bwhat (?:did|do|have|can|will) (?:i|"
        r"we) (?:raise|make|"
        r"earn|take|get|bill|charge|collect)\w*",
        re.I,
    ),
    asks_owed=re.compile(r"\b(?:owes?|owed|outstanding|(?:get|pay) back|still to pay)\b", re.I),
    lends=re.compile(r"\b(?:lent|lend|loaned|borrowed|owes?|owed)\b", re.I),
    repays=re.compile(
        r"\b(?:(?:paid|pays|gave|given|sent) (?:me |us |him |her |them )?back|repaid|returned|"
        r"(?:gave|sent|paid) (?:me|us|him|her|them))\b",
        re.I,
    ),
    lasts=re.compile(r"\b(?:worked|practised|trained|studied) (?:for )?\d", re.I),
    laid_out=re.compile(
        r"\s*(?:euros?|pounds?|dollars?|quid)?(?: of (?:it|that))? (?:went|goes|has gone|was spent|"
        r"is spent) (?:on|to|towards|into|for)\b",
        re.I,
    ),
    other_of=re.compile(
        r"\b(?:the other|another|a second|the second|a different) (?P<of>[a-z-]{3,})\b", re.I
    ),
    another=re.compile(r"\b(?:again|another|a second|once more)\b", re.I),
    so=re.compile(r"\W*(?:and )?(?:so|which makes)\b", re.I),
    it_is=re.compile(
        r"\W*(?:so|which makes)(?: now| only)?\W*|"
        r"\W*(?:(?:so|and|but|now|then|which means)\W+)*(?:it|that|this)(?:['’]s| is| was| comes "
        r"to|"
        r" makes| costs)(?: (?:now|only|just|about))*\W*",
        re.I,
    ),
    owes_me=re.compile(
        r"\bowes? (?:me|us)\b|^\W*(?:(?:and|i|we)\W+)*(?:lent|loaned)\b|\bborrowed\b.{0,60}\bfrom "
        r"(?:me|us)\b",
        re.I,
    ),
    advance=re.compile(
        r"\b(?:paid (?:\w+ ){1,3}?\W?\d[\d.,]*\b|deposit|down payment|up ?front|in advance)", re.I
    ),
    asks_owed_to_me=re.compile(
        r"\bhow much (?:am i|are we|is) (?:\w+ )?owed(?: to (?:me|us))?(?: (?:in total|altogether|"
        r"in all|now|then))*\W*$|\bhow much (?:do|does) (?:they|people|everybody|everyone)\b.*"
        r"\bowe (?:me|us)\b|\bhow much (?:do|will) (?:i|we) (?:still )?get back\b",
        re.I,
    ),
    asks_how_much=re.compile(
        r"^\W*(?:(?:and|so|ok|but|again)\W+)*(?:how much (?:is|are|was|were|does|do|did)|what "
        r"(?:is|"
        r"are|was|were|does|do|did)|what['’]s)\b(?!.*\b(?:left|more|less|need|each|per|total|owed?|"
        r"spen[dt]|after|with|without)\b)",
        re.I,
    ),
    at_price=re.compile(r"(?:\b(?:at|for)|@)\s*\W?$", re.I),
    own_verb=re.compile(r"\b(?:i|we|you|they) (?!have\b|had\b|all\b)([a-z]+)\b", re.I),
    amount_before=re.compile(r"(?:\b(?:for|costs?|paid|of|another|x)|[£$€@×])$", re.I),
    label_before=re.compile(
        r"\b(?:week|day|month|round|game|match|part|phase|step|stage|lesson|session|number|no\.?|"
        r"team|group|lane|box number)\s+$",
        re.I,
    ),
    earned=any_of(
        r"\b(?:(?:my|our|his|her|their) (?:\w+ )?(?:salary|wages?|income|pension|takings|turnover|"
        r"revenue|earnings)|(?:i|we) (?:took(?: in)?|earn|earned|make|made|turned over|sold)"
        r"(?= \W?\d)|takings|turnover|"
        r"(?:dues|membership fees?|subscriptions?) (?:is|are)|(?:hourly|daily) (?:rate|wage)|"
        r"my pay|pay (?=is \W?\d)|"
        r"i (?:get|charge)(?= \W?\d))\b"
    ),
    for_group=re.compile(
        r"\s*(?:euros?|pounds?|dollars?|quid)?\s*(?:for|per) (?:an? |the |each |every )?"
        r"(?P<of>[a-z-]{3,})\b",
        re.I,
    ),
    asks_received=re.compile(
        r"\b(?:how much|what)\b.*\b(?:(?:do|did|have|will|am|are) (?:i|we)\b.*\b(?:get|got|"
        r"getting|receiv\w+|rais\w+|tak(?:e|en|ing) in|earn\w*|collect\w*|in total)|takings|"
        r"turnover|revenue|income|came in|sponsorship)\b",
        re.I,
    ),
    asks_net=re.compile(r"\b(?:profits?|net result|in the black|come out ahead)\b", re.I),
    times=re.compile(
        r"(?:^|\s)(?:(?<!\bmin )(?<!\bmins )(?<!\bminutes )at|x|×|@|of)\s*\W?$",  # "12 min at 220"
        re.I,
    ),
    former=re.compile(
        r"\b(?:not|instead of|rather than|used to be|down from|up from)\s+\W?$", re.I
    ),
    joint=re.compile(r"\s+(?:and|plus|&)\s+", re.I),
    people=re.compile(
        rf"\b(?P<a>\d+|[a-z]+) of us\b{NOT_ACTING}|\b(?P<b>\d+|[a-z]+) (?:{_PEOPLE})\b|"
        r"\b(?:party|group|family) of (?P<c>\d+|[a-z]+)\b|"
        rf"\bthe (?P<d>\d+|[a-z]+) of (?:us|them)\b{NOT_ACTING}|"
        r"\bwe(?:'re| are) (?:with )?(?P<e>\d+|two|three|four|five|six|seven|eight|nine|"
        r"ten)\b(?! (?!for (?!\d)|now\b|altogether\b|in total\b|tonight\b)\w)",
        re.I,
    ),
    some_leave=re.compile(
        rf"^(?P<lead>[a-z]+,? )?{_PEOPLE_NAMED} (?:"
        r"(?:also )?(?:can['’]?t|cannot|won['’]?t|isn['’]?t|is not|aren['’]?t|are not) (?:also )?"
        r"(?:come|coming|make it|join|joining|be there|going)\b|"
        r"(?(lead)(?!)|(?:(?:(?:has |have |had to |just )*cancel(?:s|l?ed)?"
        r"(?! (?:the|an?|my|our|his|her|their|it|that|this)\b)|"
        r"dropped out|pulled out|backed out)\b|"
        r"(?:(?:has |have |is |are |just )*(?:quit|left|leaving|leaves|stops|stopping|stopped)"
        r"\b(?! (?:a|the|his|her|their|my|me) (?!club|group|team|course|choir|band|house))|"
        r".{0,60}\b(?:so|and) (?:he|she)(?:['’]s| has| is)? (?:left|leaving|quit|out)\b))))"
    ),
    measures=words_in(
        "hours days nights weeks minutes kilometres km miles points steps calories pages "
        "words runs laps repetitions age temperature weights distances scores goals votes "
        "medication medicines doses guests people"
    ),
    light=words_in(
        "cost price total amount money extra another only aside euro pound dollar talk "
        "bit far now half rest thing order ugh oh paid pay spent spend "
        "bought buy get got want costs is are owe owes owed"
    ),
    asks_count=re.compile(r"\bhow many\b", re.I),
    asks_left=re.compile(
        r"^\W*(?:(?:and|so|ok|okay|then|now|but)\W+)*(?:how much|what(?! time))?"
        r"(?!.*\bhow many\b)(?!(?:when|where|why|what time)\b)(?!.*\bleft to (?!spend|pay)\w)"
        r"(?!.*\b(?:list|to[- ]?do|tasks?|jobs?|things|everything|open)\b).*\b(?:left|remaining|"
        r"remains|left over|(?<!of )(?<!on )leaves?|over)\b"
        r"(?!.*\b(?:on|with|from the) (?:me|him|her)\b)",
        re.I,
    ),
    asks_needed=re.compile(
        r"\bhow much (?:more )?(?:money )?(?:do|does|will|would) \w+ (?:still |also )?need\b|"
        r"\bhow much more\b(?!.*\bthan\b)|\bhow (?:much|far) (?:are|am) (?:we|"
        r"i) (?:still )?(?:short|off)\b|"
        r"\b(?:still|much) (?:to go|needed|missing)\b",
        re.I,
    ),
    asks_each=re.compile(
        r"\b(?:per|a|each) (?:person|head)\b|\bp\.?p\b|\bper capita\b|\beach of us\b|"
        r"\bsplit (?:\w+ )?(?P<n>\w+) ways\b|\b(?:divided|split) (?:by|between|among)"
        r" (?:the )?(?P<m>\w+)\b|\beach (?:pay|owe)\b|\bwe each\b|\beach\W*$",
        re.I,
    ),
    asks_own=re.compile(r"\bpay\w*\b.*\bmyself\b|\bmyself\b.*\bpay", re.I),
    points=re.compile(
        r"\b(?:that|this|those|these|it|them)\b|^\W*(?:so |and )?(?:in )?total", re.I
    ),
    asks_attending=re.compile(
        r"^\W*(?:(?:so|and|ok|now)\W+)*who(?:['’]s| is| are| all)? (?:all )?(?:coming|going|in|"
        r"comes|"
        r"joining|attending|be there)\b",
        re.I,
    ),
    asks_number_attending=re.compile(
        r"^\W*(?:(?:so|and|ok|now)\W+)*how many (?:are we|of us are there|"
        r"(?:people |guests )(?:do we have|have we got))(?: with| all| now| then| in all)*\W*$|"
        r"^\W*(?:(?:so|and|ok|now)\W+)*how many (?:of us |people |guests |persons |friends |"
        r"others )?(?:are |will |is )?(?:there |now |still |all )*"
        r"(?:coming|come|going|joining|attending|be there)"
        r"(?: too| then| now| with us)*\W*$",
        re.I,
    ),
    asks_absent=re.compile(
        r"^\W*(?:(?:so|and|ok|now)\W+)*who (?:all )?"
        r"(?:can['’]?t|cannot|won['’]?t|isn['’]?t|is not) (?:come|coming|make it|join|joining|"
        r"be there|attend|attending|going|go)(?: too| then| now| with us)*\W*$|"
        r"^\W*(?:(?:so|and|ok|now)\W+)*who (?:has |have |all )*"
        r"(?:cancelled|dropped out|pulled out|backed out)\b",
        re.I,
    ),
    row_of_us=re.compile(
        r"\b(?i:there['’]s|there are|it['’]s|we are|we['’]re|us:|coming:|with) "
        r"(?P<row>(?:[A-Z][\w’'-]+(?:, | and | & ,?)){1,9}(?:and |& )?(?:me|I|myself))\b",
    ),
    row_of_names=re.compile(
        r"(?:\b(?:me|I|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?), ){1,12}"
        r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?,? (?:and|&) (?:me|I|my \w+|[A-Z][\w’'-]+)"
    ),
    of_somebody=re.compile(r"\b(?:my|our|his|her|their)\W*$", re.I),
    of_named=re.compile(r"(?:her|his|their)\b", re.I),
    paid_by_me=re.compile(
        r"\b(?:i|we)(?:['’]ve| have)?(?: (?:just|already|also|now|then))* "
        r"(?:paid|transferred|bought|put down|gave)\b",
        re.I,
    ),
    paid_by_others=re.compile(
        r"^(?:(?:and|also|ok),? )?(?!(?:I|We|They|You|He|She|It|That|This|Nobody|Not|The|Who)\b)"
        r"[A-Z][\w’-]+(?: and [A-Z][\w’-]+)?(?: (?:has|have|just|already|also))* "
        r"(?:paid|transferred|sent|wired)\b(?!.* to (?!me\b|us\b)[A-Za-z])(?! (?:for|back)\b)"
    ),
    comes_in=re.compile(r"\b(?:transferred|sent|wired|paid (?:me|us))\b", re.I),
    sets_price=re.compile(
        r"\b(?:(?:came|come|went|gone|goes) (?:down|up) to|lowered|discount|final|agreed|new price|"
        r"instead)\b",
        re.I,
    ),
    asks_paid=re.compile(
        r"\b(?:what|how much)\b.*\b(?:(?:have|['’]ve) (?:i|we) (?:\w+ )?paid|did (?:i|we) pay|"
        r"(?:i|we)(?:['’]ve| have) (?:\w+ )?paid)\b(?!.*\b(?:left|still)\b)",
        re.I,
    ),
    asks_left_to_pay=re.compile(
        r"^\W*(?:(?:and|so|but)\W+)*(?:how much|what) (?:more )?(?:do|must|will) (?:i|we) "
        r"(?:still |yet )*(?:(?:have|need) to (?:still )?pay|owe)\b",
        re.I,
    ),
    asks_who_paid=re.compile(
        r"^\W*(?:(?:and|so|ok)\W+)*who (?:has |have |all |already )*paid"
        r"(?: (?:already|so far|yet|now|me|us|up))*\W*$",
        re.I,
    ),
    asks_who_paid_most=re.compile(
        r"^\W*(?:(?:and|so|ok)\W+)*(?:who(?: has| have|['’]s)?|which of (?:us|them)) "
        r"(?:paid|spent) (?:the )?(?:most|least)"
        r"(?: (?:money|so far|yet|up to now|in total|of (?:us|them)(?: all)?))*\W*$",
        re.I,
    ),
    asks_paid_to_me=re.compile(
        r"^\W*(?:(?:and|so|ok)\W+)*how much (?:money )?(?:have|did) (?:i|we) (?:already )?"
        r"(?:receive|received|get|got|collected?)"
        r"(?: (?:already|so far|in total|now|yet|back))*\W*$",
        re.I,
    ),
    makes_offer=re.compile(
        r"\b(?:quotes?|quoted|offers?|offered|bids?|estimate[sd]?|wants?|wanted|asks?|asked|asking|"
        r"charges?|do(?:es)? it for)\b[^.?]{0,40}?(?<![\w.,])[£$€]?\d|"
        r"\b(?:says|said) (?:[£$€]\d|\d{1,3}[,.]\d{3}\b)",
        re.I,
    ),
    either=re.compile(
        r"\b(?:(?:either|choose from|choice of) |"
        r"(?P<between>(?:choose|choice|decide|torn) between )|"
        r"(?:is|will be|take|rent|hire|book|use|choose) (?=(?-i:[A-Z])|(?:the|an?|our) ))"
        r"(?P<one>[^.,;:?]{2,40}?) (?(between)(?:and|or)|or) (?P<other>[^.,;:?]{2,40}?)"
        r"(?= (?:for|at|on|in|as|to|but|and)\b|[.,;:?!]|$)",
        re.I,
    ),
    accompanied=re.compile(r",? (?:(?:along |together )?with|and|plus|&) "),
    apposition=re.compile(r"(?:my|our|his|her|their|the|an?) [^A-Z\d]+$"),
    brings_others=re.compile(
        r",? (?:and|plus|&|(?:along |together )?with|bring(?:s|ing)?) "
        rf"(?:(?:an?|one|some|all|the|my|our|her|his|their|{_FEW})\b|[A-Z])"
    ),
    some_join=re.compile(
        rf"^(?:[a-z]+,? )?{_PEOPLE_NAMED}(?:{COMES_ANYWAY}|\b.{{0,40}}\b(?:"
        r"(?:(?:is|are) in|['’]s in)(?= too\b|\W*$|[,.;!?])|joins?|joining|"
        r"coming too|comes too|(?:is|are) coming|can come|can make it)\b)"
    ),
    asks_people=re.compile(
        r"\bhow many (?:of us|people|persons|guests|friends)\b|\bhow many are (?:we|coming|"
        r"going)\b",
        re.I,
    ),
    asks_once=re.compile(r"\b(?:one-off|one-time|one off|once only)\b", re.I),
    asks_spent=re.compile(
        r"\b(?:what|how much)\b.*\b(?:have|did|do|are|will) (?:i|we)\b.*\b(?:spen[dt]|spending|pay|"
        r"paid|paying|laid out)\b",
        re.I,
    ),
)
