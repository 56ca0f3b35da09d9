"""English forms of an instruction other than the imperative: "X should be removed"."""

import re

from tidemark.nlp.pack_fields import RemarkCues, Rewording, words_in

_PASSIVES = {
    "switched on": "enable _",
    "turned on": "enable _",
    "switched off": "disable _",
    "turned off": "disable _",
} | {
    participle: verb
    for verb, participles in {
        "remove _": "removed deleted dropped scrapped erased scratched",
        "empty _": "emptied cleared blanked wiped",
        "rename _": "renamed relabelled relabeled",
        "change _": "changed updated corrected adjusted amended edited switched",
        "set _": "set reset",
        "increase _": "increased raised upped bumped boosted",
        "reduce _": "decreased lowered reduced cut",
        "shorten _": "shortened",
        "extend _": "extended lengthened",
        "move _": "moved shifted rescheduled transferred",
        "postpone _": "postponed delayed",
        "add _": "added appended",
        "double _": "doubled",
        "halve _": "halved",
        "triple _": "tripled",
        "sort _": "sorted",
        "reverse _": "reversed",
        "swap _": "swapped exchanged",
        "replace _": "replaced",
        "copy _": "copied duplicated",
        "mark _": "marked flagged",
        "enable _": "enabled activated",
        "disable _": "disabled deactivated",
        "take _": "taken",
        "cross _": "crossed",
        "strike _": "struck",
        "throw _": "thrown",
        "bring _": "brought",
        "insert _": "inserted",
        "include _": "included",
        "enter _": "entered",
        "write _": "written",
        "record _": "recorded",
    }.items()
    for participle in participles.split()
}
_GERUNDS = {
    "removing": "remove _", "deleting": "remove _", "dropping": "remove _", "clearing": "empty _",
    "emptying": "empty _", "renaming": "rename _", "changing": "change _", "updating": "change _",
    "setting": "set _", "increasing": "increase _", "raising": "increase _",
    "lowering": "reduce _", "reducing": "reduce _", "moving": "move _", "adding": "add _",
    "doubling": "double _", "halving": "halve _", "sorting": "sort _", "swapping": "swap _",
    "replacing": "replace _", "copying": "copy _", "marking": "mark _", "enabling": "enable _",
    "disabling": "disable _", "making": "make _", "putting": "put _", "taking": "take _",
    "bumping": "increase _", "cutting": "reduce _", "giving": "give _",
}  # fmt: skip
_PARTICIPLE = rf"(?P<verb>{'|'.join(_PASSIVES)})\b(?P<rest>.*)"
_MODAL = (
    "(?:can|could|should|must|may|shall|needs? to|has to|have to|had to|ought to|is to|are to|"
    "had better)"
)

REWORDINGS = (
    Rewording(
        re.compile(
            rf"(?P<target>.+?) {_MODAL}(?: (?:now|also|just|then|please))* be {_PARTICIPLE}", re.I
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            r"(?:(?:i|we)(?:'d| would)? (?:want|like|need|prefer|have)|have|get) "
            rf"(?P<target>.+?) (?:to be )?{_PARTICIPLE}",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            r"(?:(?:how|what) about|would you mind|do you mind|try|consider|mind) "
            rf"(?P<verb>{'|'.join(_GERUNDS)}) (?P<target>.+)",
            re.I,
        ),
        _GERUNDS,
        is_sure=True,
    ),
    Rewording(
        re.compile(rf"(?P<target>.+?) (?:has|have) (?:now )?been {_PARTICIPLE}", re.I),
        _PASSIVES,
        is_report=True,
    ),
)
EXPLETIVE = re.compile(r"(?!)(?P<verb>)")

_WAYS = (
    "later|longer|more(?! than)|extra|higher|up|dearer|more expensive|heavier|bigger|older|taller|"
    "on top|earlier|sooner|shorter|less(?! than)|fewer|lower|down|cheaper|off|lighter|smaller|"
    "younger|sold|gone|used|died|broke|broken|lost|saved|gained|forward"
)
_AMOUNT = (
    r"(?P<by>(?:[€$£]?\d[\d.,]*|half(?: an?)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"twelve|twenty|another)(?:(?: full| whole)? ?"
    rf"(?!(?:{_WAYS}|of|to|from|in|on|at|by|for|as|and|is)\b)(?:%|€|[^\W\d_]+))?)"
)
TALK = RemarkCues(
    count_article=re.compile(r"\ban? (?=(?:half|full|whole)\b)", re.I),
    half=re.compile(r"\b(half) an?\b", re.I),
    whole=re.compile(r"\b(?:full|whole|extra) ", re.I),
    coins=words_in("cent cents € pound pounds dollars bucks"),
    not_old="and not|not|instead of|rather than",
    counted=re.compile(
        r"(?P<count>\d+|(?:a |two |three |half a )?dozen|two|three|four|five|six|seven|eight|nine|"
        r"ten|twelve) (?P<name>[^\W\d_][^\d,]*)",
        re.I,
    ),
    remarking=re.compile(
        r"(?:i|we|he|she|they|you|nobody|no ?one|everyone|everybody|somebody|someone|people|"
        r"the kids|it)\b(?! (?:should|must|needs?|wants?|has to|have to)\b)",
        re.I,
    ),
    day_of_month=re.compile(r"(?:the )?(?P<day>[0-3]?\d)(?:st|nd|rd|th)", re.I),
    lasting=re.compile(r"\b(?:more|extra|longer|less|fewer|shorter|additional|further)\b", re.I),
    articles=words_in("a an the"),
    absent=re.compile(
        r"\b(?:can['’]?t|cannot|can not|won['’]?t|unable to) "
        r"(?:make it|come|join|attend|be there)\b|"
        r"\b(?:not|isn['’]t|aren['’]t) (?:coming|joining|attending)\b",
        re.I,
    ),
    answers=dict.fromkeys(("yes", "no", "maybe", "pending"), "no")
    | dict.fromkeys(("ja", "nee", "misschien"), "nee"),
    durations=words_in("duration length time term lead notice delay timeout interval period"),
    people=words_in(
        "participants participant guests members attendees travellers travelers team players "
        "volunteers students people crew invitees staff passengers"
    ),
    levels=(
        words_in("low medium high critical minor major"),
        words_in("vegetarian vegan gluten-free dairy-free halal kosher none"),
        words_in("yes no maybe pending unknown"),
        words_in("planned planning todo open started done finished closed blocked waiting"),
        words_in("draft final approved rejected"),
        words_in("car train bike bus plane boat taxi"),
        words_in("hotel campsite cottage apartment hostel"),
    ),
    is_none=re.compile(r"\b(?:is|are)(?: not|n['’]t)\b(?! (?:in|on|at|here|there)\b)", re.I),
    joins=re.compile(
        r"\b(?:joins?|joined|joining|signed up|signs? up|came along|comes? along)\b", re.I
    ),
    money=re.compile(r"[€$£]|\b(?:euros?|eur|pounds?|dollars?|bucks|quid|cents?)\b", re.I),
    way_within=re.compile(
        r"(?P<count>\b(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)) "
        r"(?P<way>more|extra|additional|further|less|fewer) (?P<unit>[^\W\d_]+)(?! than)",
        re.I,
    ),
    compared=re.compile(rf"\bthan\b|\b(?:{_WAYS}|additional|further)\b(?! (?:to|at)\b)", re.I),
    lately=re.compile(r"\b(?:today|just now|this (?:morning|afternoon|evening))\b", re.I),
    instead_of=re.compile(
        r",?\s*\b(?:instead of|rather than|(?:and )?not|in place of|used to be|was)\s+"
        r"(?P<old>[€$£]?\d[\w.,:/%€-]*(?: (?:%|[a-z]{1,7}\b))?)(?=[\s.!]*$|,)",
        re.I,
    ),
    at_time=re.compile(
        r"\b(?:at|from|until|till|by) (?P<time>half past \w+|\d{1,2}(?: ?o'clock| ?[ap]\.?m\b\.?))",
        re.I,
    ),
    article_before=re.compile(r"\bthe $", re.I),
    fillers=re.compile(
        r"\b(?:altogether|completely|entirely|totally|from now on|as of (?:now|today)|for now|"
        r"these days|nowadays|anyway|any ?way|after all|by the way|btw|obviously|of course|"
        r"unfortunately|sadly|luckily|apparently|it seems|in fact|simply|actually|currently|"
        r"officially|finally|already|still|really|just|now|today|this morning|this week|"
        r"last week|recently|yesterday|again|than planned|i think|i guess|i believe|as well|too|"
        r"in total|instead|only)\b",
        re.I,
    ),
    because=re.compile(
        r"(?:because|since|cause|'cause|given that|seeing that|so that|in case|which|who|"
        r"(?:they|he|she|it|we|i)(?: just)? (?:said|told|asked|called|rang|wrote|phoned))\b",
        re.I,
    ),
    thus="so|therefore|hence",
    asides=re.compile(
        r"(?:sadly|unfortunately|luckily|obviously|of course|btw|by the way|i think|i guess|"
        r"i believe|it seems|i'm afraid|thank god|finally|good news|bad news|sorry|oops|hmm+|"
        r"oh(?: no| well)?|well|right|ok(?:ay)?|please|thanks|thank you|cheers|yes|yeah|no|"
        r"that's all|that is all|good|great|perfect|you know|as (?:agreed|discussed|planned))",
        re.I,
    ),
    again=re.compile(
        r"(?:so |and |please |then |can you |could you )*(?:"
        r"(?P<remove>take|remove|delete|cross|drop|scratch|strike)|(?P<add>add|put|write|include)|"
        r"(?P<replace>change|update|note|adjust|set|correct|fix|record|put|edit|amend|write))"
        r" (?:it|that|her|him|them|those|this)(?: (?:field|entry|item|line|one|key))?"
        r"(?: (?:off|from|to|in|on|out|down|accordingly|too|as well|please|there|up)(?: "
        r".{1,40})?)?",
        re.I,
    ),
    removes=re.compile(
        r"\b(?:(?:has|have|had|is|are|was|were|'s|'re|we|i|just|now|can|could|will|may|should|"
        r"must|has to|have to|also|been|be|getting|got|please|'ll|going to|wants? to|decided to) )*"
        r"(?:cancel(?:s|l?ed)?(?: (?:out|again))?|skip(?:s|ped)?|call(?:s|ed)? off|"
        r"quit(?:s|ting)?|resign(?:s|ed)?|"
        r"drop(?:s|ped)? out|pull(?:s|ed)? out|back(?:s|ed)? out|bail(?:s|ed)?(?: out)?|"
        r"withdr[ae]wn?|withdrew|leaving|left us|stepp?(?:ed|s|ing)? down|"
        r"stay(?:s|ing)?(?: at)? home|(?:can|may|should|must) go|gone|out(?= *$)|off the "
        r"(?:list|table|menu)|"
        r"(?:can't|cannot|can not|won't|isn't able to|unable to) (?:make it|come|join|attend|be "
        r"there|"
        r"help(?: out)?)|(?:not|isn't|aren't) (?:coming|joining|happening|attending|going ahead|"
        r"taking "
        r"part|needed)|"
        r"(?:do not|don't|doesn't|no longer|won't) (?:need|want|use|have|offer|sell|stock|serve|"
        r"make|take|"
        r"come|join|exist|apply|applies|happen|work here)s?|no longer (?:needed|needs|wants|uses|"
        r"available|applies|with us|there|exists)|scrapped|axed|ditched|discontinued|"
        r"removed|deleted|dropped|thrown out|stop(?:ped|s)? (?:taking|using|making|selling|"
        r"serving|offering)|get rid of|leave (?:out|off)|left out|take off|cross off|ditch|axe|bin|"
        r"kick out|forget(?: about)?|lose|omit|exclude|eliminate|purge)\b",
        re.I,
    ),
    adds=re.compile(
        r"\b(?:(?:is|are|will|has|have|'s|'ll|we|i|now|also|please|there) )*"
        r"(?:joins?|joined|joining|welcome|comes? (?:along|too|in|with us)|coming(?: along| too| "
        r"with us)?|signed up|signs? up|invited?|hired?|adding|include|list|fit|"
        r"needs?|gets?|got|bought|brings?|takes? part|moves? in|starts?|also|too|as well|"
        r"another|one "
        r"more|new|extra|is in(?= *$))\b",
        re.I,
    ),
    relative=re.compile(
        r"(?:\b(?P<lead>(?:(?:goes|go|went|gone|going|moved?|moves|is|are|was|got|gets?|has|"
        r"have|been) )*"
        r"(?:up|down|later|longer|earlier|forward|extended|prolonged|postponed|raised|increased|"
        r"delayed|pushed back|lowered|reduced|decreased|shortened|cut|plus|minus|gained|lost|sold|"
        r"used(?: up)?|ate|spent|saved|earned|received|added|found|bought|extend|postpone|delay|"
        r"shorten)"
        r"(?: (?:it|them|that))?(?: by| another)?) )?"
        rf"(?<![\w.,-]){_AMOUNT}(?:[ -](?P<way>{_WAYS}))?(?=[ ,.!]|$)",
        re.I,
    ),
    falling=re.compile(
        r"\b(?:down|earlier|sooner|forward|shorter|less|fewer|lower|cheaper|off|lighter|smaller|"
        r"younger|lowered|reduced|decreased|shortened|shorten|cut|minus|lost|sold|used|ate|gone|"
        r"died|"
        r"broke|broken)\b",
        re.I,
    ),
    verbs=words_in(
        "take takes took taken give gives gave put puts use uses used want wants wanted expect "
        "expects "
        "expecting have has had get gets got gotten bring brings brought come comes came coming "
        "go goes "
        "went going gone move moves moved moving switch switches switched turn turns turned "
        "make makes "
        "made making do does did doing done work works worked run runs ran running cost costs "
        "charge "
        "charges weigh weighs weighed measure measures last lasts lasted start starts started "
        "begin "
        "begins began end ends ended finish finishes finished leave leaves left arrive arrives "
        "fly flies "
        "flying drive drives driving drove live lives living lived eat eats eating ate drink "
        "drinks cook "
        "cooks cooking teach teaches write writes wrote lead leads led wear wears wore hold "
        "holds keep "
        "keeps kept stay stays stand stands sit sits belong belongs file pay pays paid sell "
        "sells sold "
        "buy buys bought play plays score scored win won beat beats lose lost review reviewed "
        "approve "
        "approved sign signed handle handles manage manages organise organises host hosts water "
        "feed "
        "feeds let lets allow allows choose chose pick picks picked prefer prefers say says "
        "said call "
        "called calls become becomes became sleep sleeps own owns meet meets open opens close "
        "closes "
        "happen happens grow grows need needs found find reach reached hit dropped drop fits "
        "fit book "
        "booked ordered order brings contains contain holds include includes supply supplies "
        "deliver "
        "delivers look looks turned out works out set sets change changed changes"
    ),
    verb_form=re.compile(r"[a-z]{3,}(?:ed|ing)"),
    before_value=words_in("to into in at on by is are be was as with from become becomes for = :"),
    asking=re.compile(r"(?:can|could|may|shall|should|will|would|might) (?!you\b|i\b|we\b)", re.I),
    persons=words_in("him her them it he she they this that these those me us"),
    perfect=re.compile(r"\b(?:has|have|had)\b(?! (?:an?|the|to)\b)", re.I),
    ended=re.compile(
        r"\b(?:sold|used up|died|broke|broken|lost|gone|arrived|came in|delivered)\W*$", re.I
    ),
    costing=re.compile(r"dearer|expensive|cheaper", re.I),
    anew=re.compile(r"\b(?:another|again)\b", re.I),
    becoming=words_in("to into become becomes : ="),
    same=re.compile(
        r"\bthe same (?P<what>[\w ]+?) (?:as|like) (?P<whose>[^,;]+?)(?: (?:has|have|is|does))?$",
        re.I,
    ),
    likened=re.compile(r"\bas \w+ as\b(?! possible)", re.I),
    other=re.compile(r"the other(?: \w+)?", re.I),
    everything=re.compile(r"\b(?:all|everything)\b", re.I),
    joints=words_in("plus and"),
    keeps=re.compile(
        r"(?:but )?(?:please )?(?:keep|leave) (?:the rest|everything else|the others?|all else|"
        r"the other .+|.+ (?:as (?:it|they) (?:is|are)|alone|unchanged|like that|that way))|"
        r".+ (?:stays?|remains?|can stay|should stay|must stay|may stay)(?: (?:the same|as (?:it|"
        r"they) (?:is|are)|unchanged|like that|that way))?|(?:the )?rest (?:is|was|are|were) "
        r"(?:fine|"
        r"ok|okay|right|correct|good)",
        re.I,
    ),
)
