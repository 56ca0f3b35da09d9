"""English words that deny, correct or replace something said before."""

import re

from tidemark.nlp.corrections import Corrections, person_codes, stems_of
from tidemark.nlp.patterns import each_of

# After "make it": how a text should be, which corrects no value
_STYLE = (
    r"(?! (?:(?:a (?:bit|little)|much|even|sound|look|read|as|so|too|more|less|way|slightly) |"
    r"(?:more|less|better|worse|nicer|short(?:er)?|long(?:er)?|simpler?|clear(?:er)?|easier|"
    r"bigger|smaller|larger|brief(?:er)?|concise|formal|informal|polite|friendl(?:y|ier)|"
    r"funn(?:y|ier)|warmer|softer|stronger|livelier|rhyme|work|happen|stop|up)\b))"
)
# "No dogs are allowed" does not oppose anything, unlike "no, dogs are allowed" and "no it's at 10"
_NO = (
    r"no(?=\W*$|\s*[^\w\s’']|\s+(?:\W?\d|(?-i:[A-Z])|(?:oh|wait|hang|hold|sorry|actually|correction|"
    r"scratch|oops|i|we|you|he|she|it|they|this|that|these|those|there|here|an?|the|my|our|your|his|"
    r"her|its|their|make|let['’]?s|not|in|at|on|to|for|from|with|by|until|till|before|after|because|"
    r"since|as|is|was|sure|rather|still|just|only|instead|maybe|probably|then|but|and|so)\b))"
)
_GOES_ON = r"(?:and|also|yes|yeah|yep|by the way|btw|another|one more)\b"  # after "oh"
_OPENER = (
    rf"\W*(?:(?:oh(?!,? {_GOES_ON})|{_NO}|nope|nah|wait|hang on|hold on|well|"
    r"sorry|oops|actually|correction|update|rather|i mean|i meant|"
    r"oops|my mistake|i made a mistake|my apologies|apologies|my bad|typo|"
    r"(?:small|quick)(?= (?:correction|change|update|fix|typo|adjustment)\b)|"
    rf"make (?:it|that){_STYLE}|"
    rf"let's make (?:it|that){_STYLE}|"
    r"it should be|that should be)\b[\s,:–—-]*)"
)
_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1?\d(?![\d:.]\d))"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_OLD = r"(?P<old>(?:[^,.;:!?]|(?<=\d)[.,:](?=\d)){1,60}?)"
_NEW = r"(?P<new>(?:[^.;!?]|(?<=\d)\.(?=\d)){1,120})"
_NO_REASON = (  # "no eggs, Sanne is allergic" gives no other thing
    r"(?!\w+ (?:hates|eats|can['’]t|cannot|won['’]t|doesn['’]t|(?:is|are|am) (?:very |so |also )?"
    r"(?:allergic|vegetarian|vegan|ill|sick|away|not))\b)"
)
# Begins an order with a new value: "make the deposit 450", and "move dinner to Saturday"
_SETS = (
    r"(?:(?:make|change|set|update|move|push|raise|lower|increase|reduce|bring)"
    r"(?= (?:the|my|our|his|her|their) (?:[a-z-]+ ){1,4}?(?:(?:forward|back) )?"
    r"(?:(?:to|at|until) )?"
    rf"(?:[€$£]?\d|{_WEEKDAY}|{_MONTH}))|"
    r"(?:move|push|postpone|reschedule|shift|change)"
    r"(?= (?:[a-z-]+ ){1,3}?(?:(?:forward|back) )?(?:to|until) (?:the )?"
    rf"(?:\d|{_WEEKDAY}|{_MONTH})))"
)
_STEPS_IN = (
    r"(?:is|comes?|steps? in|stands? in|fills? in|is coming|will come|speaks?|will speak|joins?|"
    r"takes? over|does it|plays?|will be|becomes)"
)

# After "forget the carrots": the plan changes, and nothing is to be forgotten
_NEW_PLAN = (
    r"(?:and |but |so )?(?:i['’]d rather|i (?:would )?(?:prefer|rather)|let['’]s|"
    r"(?:i|we)(?:['’]ll| will)(?! (?:tell|give|send|share|say|explain|never|not|let)\b)|"
    r"(?:just )?(?:make it|take|go (?:for|with))|"
    r"(?:i|we)(?:['’]m|['’]re) (?:having|going (?:for|with)))"
)

_PHONE = r"(?:(?:tele)?phone|mobile|cell|tel)\b\.?(?: (?:number|no|nr)\b\.?)?"
_EMAIL = r"e-?mail(?: address)?|mail address"


def _article(article: str, following: str) -> str:
    """Return "a" or "an", depending on the word that now follows it."""
    return ("an" if following[:1].casefold() in "aeiou" else "a") if article != "the" else article


CORRECTIONS = Corrections(
    persons=person_codes(
        "i:1 me:1 my:1 mine:1 i'm:1 i've:1 i'd:1 i'll:1 we:1 our:1 us:1 you:2 your:2 he:m "
        "him:m his:m she:f her:f they:p them:p their:p"
    ),
    denies=re.compile(
        r"\b(?:not|never|no longer|cannot|without|no)\b|n['’]t\b|"
        r"\b(?:ca|wo|is|are|was|were|do|does|did|has|have|could|would|should)nt\b",
        re.I,
    ),
    ends=re.compile(
        r"\b(?:no longer|not? .{0,60}\bany ?more|stopped \w+ing|quit|given up|gave up)\b|"
        r"n['’]t .{0,60}\bany ?more\b",
        re.I,
    ),
    corrects=re.compile(
        r"\b(?:now|actually|instead|changed|moved|no longer|correction|sorry|new|after all)\b", re.I
    ),
    labels=re.compile(
        r"(?:small |quick )?(?:correction|update|note|edit|sorry|p\.?s\.?|n\.?b\.?|reminder)"
        r"\s*[:,–—]\s*",
        re.I,
    ),
    announces=re.compile(
        r"\W*(?:oh,? |no,? |wait,? |small |quick )*"
        r"(?:correction|update|sorry|actually|oops|i meant|i mean)\b",
        re.I,
    ),
    instead=re.compile(r"\binstead\b(?! of\b)|\bchanged my mind\b", re.I),
    replaced=(
        re.compile(
            r"\b(?:instead of|rather than|and not|, not|no longer)\s+(?P<old>[^,.;]+)", re.I
        ),
        re.compile(r"\bnot\s+(?P<old>[^,.;]+?)\s*(?:,|but)\s*(?!\bnot\b)\S", re.I),
        re.compile(r"\b(?:switch|chang|mov)\w*\s+from\s+(?P<old>.+?)\s+to\b", re.I),
    ),
    likes=re.compile(r"\b(?:like|love|enjoy|adore|prefer|fond of|favou?rite)\w*\b", re.I),
    dislikes=re.compile(r"\b(?:dislike|hate|detest|avoid|can['’]?t stand)\w*\b", re.I),
    slots=(
        re.compile(
            r"\b(?:my|our|the)\s+(?P<slot>(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+"
            r"(?:is|are|will be|was changed to|is now|has moved to|moved to)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?lives?)\s+(?:now\s+)?(?:in|at|near|on)\s+(?P<value>.+)",
            re.I,
        ),
        re.compile(
            r"^(?P<slot>(?:[\w'-]+\s+){1,4}?works?)\s+(?:now\s+)?(?:at|for)\s+(?P<value>.+)", re.I
        ),
        re.compile(r"^(?P<slot>(?:[\w'-]+\s+){1,4}?works?)\s+(?:now\s+)?in\s+(?P<value>.+)", re.I),
    ),
    contraries=(
        re.compile(r"\b(?:vegetarian|vegan)\b", re.I),
        re.compile(
            r"\b(?:eats?|eating)\s+(?:(?!no\b)\w+\s+)?(?:meat|fish|chicken|everything)\b", re.I
        ),
    ),
    exclusive=re.compile(r"\b(?:prefer|favou?rite|rather|i live|i work|call me|use)\w*\b", re.I),
    head=-1,
    frame=stems_of(
        "became become actually now currently instead correction sorry changed mind prefer "
        "preferred like love enjoy hate dislike want rather longer anymore always never stopped "
        "switched use go going decided decision take",
        "en",
    ),
    only_gives=stems_of(
        "get gets got gotten do does works work suits suit fits better fine has", "en"
    ),
    change_words=frozenset(
        "new current latest final end way mistake term till place over moved changed raised "
        "raising lowered dropped reduced increased shifted put cut "
        "extended brought pushed turned set switched made came goes went gone "
        "let say better".split()
    ),
    swaps=each_of(
        rf"^(?:{_OPENER})*(?:(?:it|that)(?:'s| is| was| will be) )?not {_OLD}"
        rf"(?:,? but |, (?:but |rather |instead )?|;? ?[–—-] ){_NO_REASON}{_NEW}",
        rf"^.{{1,60}}?\b(?:is|are|was|were|will be|it's|comes?|starts?|take|takes|have|has) "
        rf"(?P<drop>not {_OLD}(?:,? but (?:rather )?|, rather )){_NEW}",
        rf"^.{{1,60}}?\b(?:is|was|are|were)(?P<drop>(?:n['’]t| not) {_OLD}[,;:] ?"
        rf"(?:it|that|they|he|she)(?:['’]s|['’]re| is| was| are| were)) {_NEW}",
        rf"\b(?:can['’]?t|cannot|won['’]?t|couldn['’]?t) (?:make |do |"
        rf"come )?(?:on )?(?:the )?(?!(?:come|make|do|be|join|help)\b){_OLD}"
        rf"(?:,? but |, (?:rather |so |but )?){_NEW}",
        rf"\b(?:skip|drop|scrap|forget about) (?:the )?{_OLD}(?:,? but |, |,? and (?:do|take) )"
        rf"{_NEW} instead\b",
        rf"\b(?:skip|drop|scrap|forget)(?: about)? (?:the )?{_OLD}[,;–—-]+ {_NEW_PLAN} "
        rf"(?:(?:go for|go with|stick with|[a-z]+) )?(?:the )?{_NEW}[.!]*$",
        rf"^{_NEW}(?P<drop>(?:,| and|,? but|(?<=\d)) not {_OLD}(?: any ?more)?)(?=[.!;]|$)",
        rf"^(?:{_OPENER}|meant )+(?P<new>[\w’'-]+(?: [\w’'-]+)?) not (?:the )?{_OLD}(?=[.!;]|$)",
        rf"^{_NEW}\b(?P<drop>(?:instead of|rather than|in place of) {_OLD})"
        r"(?:,|[.!](?!\d)|$| because\b| as\b)",
        rf"^(?:{_OPENER})*instead of {_OLD},? {_NEW}",
        rf"^(?:{_OPENER})*(?:rather )?no {_OLD}(?:,? but |, rather |, instead ){_NEW}",
        rf"\bno longer {_OLD}(?:,? but |, ){_NEW}",
        rf"\b(?:switch|chang|mov|shift|postpon|reschedul)\w*\s+from {_OLD} to {_NEW}",
        rf"^(?:please )?(?:replace|swap|exchange) {_OLD} (?:with|by|for) {_NEW}",
        rf"^(?:please )?change {_OLD} (?:to|into) {_NEW}",
        rf"^{_OLD} (?:is|was|has been|will be) replaced (?:by|with) {_NEW}",
        rf"^{_NEW} (?:replaces|is replacing|takes over from|will replace) {_OLD}[.!]*$",
        rf"^{_OLD} (?:has |have )?(?:cancell?ed|dropped out|left(?: \w+)?|quit|resigned|retired|"
        rf"can['’]?t (?:come|make it|do it)|cannot come|"
        rf"is not coming|isn['’]?t coming|is ill|is sick)\b(?: after all)?,? (?:and |so |"
        rf"but )?{_NEW}\b"
        rf"(?:{_STEPS_IN}\b.{{0,30}}\b(?:instead|now|in (?:his|her|their) place|"
        rf"for (?:him|her|them))|takes? (?:over\b|(?:his|her|their) place))\b",
        rf"^{_OLD} (?:is|are|was|were) too \w+[;,] (?:(?:so|and) )?(?:[\w.]+ ){{0,4}}?"
        rf"(?:gave|gives?|took|takes?|do|plays?|have|chose|picked|use|got)(?: (?:me|us|him|her))? "
        rf"{_NEW} (?:instead|in (?:its|their|his|her) place)[.!]*$",
        rf"^{_OLD} (?:becomes|became) {_NEW}",
    ),
    swap_words=re.compile(
        r"\b(?:not?|cannot|instead|rather|in (?:its |their |his |her )?place|skip|drop|scrap|"
        r"forget|swap|exchange|quit|left|"
        r"is ill|is sick|takes over|switch|chang|mov|shift|postpon|reschedul|replac|cancel|resign|"
        r"retire|becom|becam)|n['’]t\b|\b(?:ca|wo|could)nt\b",
        re.I,
    ),
    sets=re.compile(
        r"^\W*(?:(?:no|nope|wait|sorry|actually|please|ok(?:ay)?|let['’]s)\W+)*" + _SETS, re.I
    ),
    opens=re.compile(rf"^{_OPENER}+", re.I),
    interjections=frozenset({"oh", "o", "ah"}),
    replies=re.compile(r"^\W*no,\s+", re.I),
    second_thought=re.compile(
        r"(?:(?:\s*[,;.…–—-]+\s*|\s+)(?:(?:er+m?|uh+m?|oh)\b\W*)*(?:no,? wait|no,? sorry|"
        r"wait,? no|wait|(?:sorry,? )?i meant?|no,? make (?:it|that)|sorry|scratch that|"
        r"correction|or rather)\b|(?:\s*[,;…–—-]+\s*(?:(?:er+m?|uh+m?|oh)\b\W*)*|"
        r"\s+(?:(?:er+m?|uh+m?)\b\W*)+)no\b)(?: (?:it['’]s|it is|make it))*[\s,:.…–—-]*",
        re.I,
    ),
    calls_off=re.compile(
        r"(?:['’]s|\b(?:is|are|was|were|has been|have been|got|will be|['’]ll be)) "
        r"(?:(?:now|sadly|unfortunately) )*"
        r"(?:cancell?ed|called off|off(?=(?: now| then| after all)*\W*$))(?!\w)|"
        r"(?:\b(?:is|are|will) not|n['’]t) (?:be )?(?:happening|going ahead|taking place|"
        r"happen|go ahead|take place)\b|\bfell through\b|"
        r"^\W*(?:(?:please|pls|ok|okay|so|and|oh|no),? )*(?:i(?:['’]ve| have|['’]ll)? |"
        r"we(?:['’]ve| have|['’]ll)? )?(?:just )?(?:cancel(?:l?ed)?|call(?:ed)? off) "
        r"(?:the|my|our)\b",
        re.I,
    ),
    goes_ahead=re.compile(
        r"(?<!not )(?<!n't )(?<!n’t )\b(?:going ahead|goes ahead|go ahead|back on|on again|"
        r"on after all)\b",
        re.I,
    ),
    moves_by=re.compile(
        r"(?:['’]s|\b(?:is|are|was|will be|starts?|begins?|leaves?)) (?:(?:now|actually) )*"
        r"(?:(?:an?|one|two|three|four|five|six|half an|\d+) (?:days?|weeks?|months?|years?|"
        r"hours?|minutes)) (?:later|earlier)\b",
        re.I,
    ),
    restates=re.compile(
        r"^\W{0,3}(?:(?P<opens>(?:(?:no|nope|nah|wait|hang on|sorry|oops|actually|correction|"
        r"i meant|"
        r"i mean|meant|i mis(?:spell?ed|spelt|typed|heard|read) (?:it|that|(?:his|her|the) name)|"
        r"i(?:['’]ve| have)? changed my mind|"
        r"rather|not that|scrap that|scratch that|nvm|never ?mind|hmm+|better|"
        rf"make (?:it|that){_STYLE}|let['’]s make it{_STYLE}|"
        r"let['’]s (?:do|take|say)|these days|nowadays|after all|"
        r"instead)\b[\s,:;.–—-]{1,4})"
        r"{1,4}|(?<=\*)(?=\w))|(?P<says>(?:(?:[A-Z][\w’']{1,20} )?says? |because of [^,]{2,30}?,? |"
        r"(?:it )?turns out |but |actually,? ){0,3}"
        r"(?:it|he|she|they|that)(?:['’]s|['’]re| is| are| will be|['’]ll be) "
        r"(?=(?:now|actually|instead|rather) |.{2,80} (?:now|instead|after all|these days)\W*$)"
        r"(?:(?:now|actually|instead|rather) ){0,2})|(?:it|that)(?:['’]s| has) (?:now )?become |"
        r"(?=[^,;:?]{2,40} instead[\s.!]*$))"
        r"(?:(?<=, )it(?:['’]s| is) )?"
        r"(?P<new>(?!(?:it|he|she|they|that|i|we|you)\b)[^,;:?]{2,60}?)"
        r"(?: (?:now|instead|after all|these days|actually|please|then)){0,2}[\s.!]*$",
        re.I,
    ),
    another_kind=re.compile(
        r"(?:(?:the|an?|those|these|that|this) )?(?!other\b)(?P<kind>[a-z][\w-]+) ones?", re.I
    ),
    moves=re.compile(
        r"^\W{0,3}(?:(?:oh|actually|and|but|by the way|btw|so),? )*(?:it|that)"
        r"(?:['’]s| is| has| was)?(?: (?:now|been|all))* (?:moved|relocated|moving) to "
        r"(?P<new>[^,;:?]{2,60}?)"
        r"(?: (?:now|instead|after all))*[\s.!]*$",
        re.I,
    ),
    place_prepositions=frozenset({"in", "at"}),
    updates=re.compile(
        r"\b(?:moved|changed|postponed|shifted|rescheduled|delayed|pushed|brought|put)\b"
        r"(?: \w+){0,4} (?:to|until|till)\b|\b(?:now|from now on)\b|"
        r"\b(?:went|gone|goes|has risen|rose|raised|increased|dropped|reduced|lowered|cut) "
        r"(?:up |down )?to\b|\bmake (?:it|that)\b|\bturn(?:s|ed)? out\b|"
        r"\bin the end\b|\btakes? over\b|\bit(?:'ll| will) be\b|"
        r"\bended up\b|\b(?:delayed|rescheduled|postponed)\b|\bthey(?:'ve| have)? made it\b|"
        r"\b(?:extended|brought|pushed|put|moved) .{0,30}\b(?:till|until|forward|back)\b|"
        r"\bbecame(?= \W?\d)|"
        r"\b(?:that|which) makes\b|\bso (?:that's|it's|we're|there are)\b|"
        r"\bwe're (?:at|up to|down to)(?= \d)|\bbetter (?:take|make|order|get)\b|"
        rf"\bmisread\b|\bmy mistake\b|\b{_SETS}",
        re.I,
    ),
    hints=re.compile(
        r"\b(?:these days|nowadays|no longer|already|after all|by the way)\b|"
        r"\b(?:from|as of|starting) (?:next|this) (?:week|month|year|season|term)\b|"
        r"\b(?:go(?:es|ing)|went|gone|put|puts|raise[sd]?|raising|lower(?:s|ed)?|reduced?|"
        r"increased?|shifted|cuts?|cutting|set|switched|"
        r"changed?|changing|moved?|moving|extended) .{0,40}\b(?:up|down|to)\b|"
        r"\b(?:came|come|comes) (?:to|back with|in at)\b|"
        r"\b(?:is|are|was|were) only(?= \W?\d)|\blet's say\b|"
        r"\b(?:days?|weeks?|hours?|months?|minutes) (?:later|earlier)\b",
        re.I,
    ),
    past_days=re.compile(
        r"\b(?:yesterday|last (?:night|week|month|year|\w+day)|(?:the )?(?:day|week) before|ago)\b",
        re.I,
    ),
    earlier_today=re.compile(r"\bthis morning\b", re.I),
    known_day=re.compile(r"\b(?:(?:on|for|by|of|until|before|after) that|the same) $", re.I),
    until=re.compile(r"\b(?:till|until|til|through)(?: the)? ?$", re.I),
    of_persons=re.compile(r"\s+of (?:us|them|you)\b", re.I),
    of_leavers=re.compile(r"\s+of (?:them|those)\b", re.I),
    amends=re.compile(
        r"\b(?:now|instead|in place of|after all|in the end|any ?more|no longer|these days|at last|"
        r"turn(?:s|ed)? out|chang\w+|mov(?:ed|ing)|swap\w*|switch\w*|replac\w+|takes? over|taking "
        r"over|stand(?:s|ing) in|sorry|actually|correction|wrong|"
        r"mis(?:heard|read|took|taken|spoke)|"
        r"mistake|misunderstood|as of|from (?:next|this|now|the|\w+day|" + _MONTH + r")|"
        r"(?:went|gone|going|goes|came|come|comes|coming|put|knocked|beat|talked) (?:\w+ ){0,3}"
        r"(?:up|down|out|off)|sold out|is out|['’]s out|can(?:not|['’]t)|won['’]?t|couldn['’]?t|"
        r"drop(?:s|ped|ping)?|scrap\w*|scratch|cancel\w*|called off|fell through|pulled out|broke|"
        r"broken|ill|sick|off sick|left|quit|full|shut|closed|too \w+|it(?:['’]ll| will) be|"
        r"we(?:['’]ll| will) (?:do|have|take|go|use)|make (?:it|that)|make do|"
        r"rang|phoned|called to|says? (?:it|we|they|i|he|she)|only|pushed|brought|put back|"
        r"put forward|earlier|later|raised|lowered|started|became|become|not)\b|n['’]t\b",
        re.I,
    ),
    leaves=re.compile(
        r"\b(?:(?:dropped|dropping|drops|backed|backing|pulled|pulling|pulls) out|"
        r"left|leav(?:es|ing)|quit|quits|stops?|stopped|stopping|resign\w*|retir\w+|cancel\w*|"
        r"ill|sick|away|unavailable|"
        r"busy|booked|full|closed|gone|fell through|broke|injured|moved away|no longer|"
        r"can(?:not|'t|’t)|won['’]?t|isn['’]?t|is not|not coming)\b",
        re.I,
    ),
    predicates=re.compile(r"\w{3,}(?:ed|ing|[^s]s)"),
    adds=re.compile(
        r"\b(?:also|too|another|as well|besides|extra|plus|additional|adds \W?\d[\d.,]*)\b", re.I
    ),
    reasons=re.compile(
        r"[\s,–—-]+(?:because|since|as (?:we|i|he|she|they|it|the|my|our)\b|so that|due to|"
        r"(?:[\w.]+ ){1,3}(?:says?|said|thinks?|thought|reckons?|finds?|told (?:me|us)) (?:that )?"
        r"(?:it|they|that|this)(?:['’]s|['’]re|['’]d| is| are| was| would)|"
        r"thanks to|which(?! (?:is|are|costs?) (?:now )?\W?\d))\b",
        re.I,
    ),
    stale=re.compile(
        r"(?:,| and)? (?:because|since)\b|"
        r", (?:and )?(?:it|he|she|they|which|who|that)(?:'s|'re)? |; ?(?:it|he|she|they)\b",
        re.I,
    ),
    how_often=re.compile(
        r"(?:,? (?:\d+ ?(?:mg|mcg|ml)|(?:once|twice|\w{1,9} times) "
        r"(?:(?:an?|per|each|every) (?:hour|day|week|month|year)|daily)|daily|"
        r"every (?:day|morning|evening|night|week|month))\b){1,3}",
        re.I,
    ),
    former=re.compile(
        r"\b(?:was|were|used to|last (?:year|month|week|time)|back then|originally|previously)\b",
        re.I,
    ),
    gives_on=re.compile(
        r"\b(?:gave|given|handed|passed|lent|returned|sold|brought|posted) (?:it|them)\b"
        r"(?: on| back| over)? to\b|\b(?:has|have|got) (?:it|them) now\b",
        re.I,
    ),
    parts_with=re.compile(
        r"\b(?:sold|ga?ve (?:away|up)|given (?:away|up)|got rid of|lost|thr[eo]wn? (?:out|away)|"
        r"returned|scrapped|donated|used to have)\b",
        re.I,
    ),
    puts_away=re.compile(
        r"\b(?:put|left|laid|hid|hung|stored|dropped|placed|moved) (?:it|them)\b"
        r".{0,20}\b(?:in|on|under|behind|at|by|next|beside|inside|above|there|to)\b",
        re.I,
    ),
    points=re.compile(r"^\W*there\b|\bfor (?:it|that|this)\b", re.I),
    thing=re.compile(r"\b(?:it|them)\b", re.I),
    forgets=re.compile(
        r"\W*(?:(?:ok|okay|oh|ah|hey|hm+|ugh|wait|no|sorry|and|so|but|actually|also|then|"
        r"now|btw|by the way|on second thoughts?|please|kindly|just|can we|you can|you should|"
        r"(?:that|this) (?:was|is|stays) (?:in confidence|confidential|private|secret|between us)|"
        r"could you|can you|would you|i want you to)[\s,.;:!–—-]+)*"
        r"(?:forget(?: about)?|(?:delete|erase|remove|strike)(?=.* from (?:your|the) memory)|"
        r"(?:do not|don['’]?t) remember|no longer remember)\s+"
        r"(?!(?:all |any |the |your )*(?:previous|prior|above|earlier|instructions?)\b|to\b)"
        r"(?P<what>(?:that )?(?:\b(?:mrs?|ms|dr|st|prof)\.(?= \w)|[^,.;!?]){2,120}?)"
        r"(?:,? please| from (?:your|the) memory| again)?"
        rf"(?:[,.;!?–—](?!\s*{_NEW_PLAN}\b).*)?$",
        re.I | re.S,
    ),
    forgets_too=each_of(
        r"^\W*(?:(?:ok(?:ay)?|hey|please|actually|oh|sorry|nvm|can you|could you|you can),? ){0,3}"
        r"(?:wipe|scratch|delete|erase|remove|strike|scrub)(?: out)? "
        r"(?P<what>(?:my|our|the|his|her|their|that|[A-Z][\w-]{1,20}['’]s) (?:[\w-]{1,20} ){0,3}?"
        r"(?:number|pin|code|password|passcode|iban|address|e-?mail|phone|salary|income|diagnosis|"
        r"date of birth|birthday|plate|account|login|username|illness|weight|age))\b"
        r"(?! (?:to|from the list|off)\b).{0,80}$",
        r"^\W*(?:(?:ok(?:ay)?|hey|please|actually|oh|sorry|nvm),? ){0,3}"
        r"(?:stop remembering|(?:please )?(?:don['’]?t|do not) (?:save|keep|store|record)|"
        r"never mention) (?P<what>(?:that|this|it|the (?:thing|bit|part)|my|"
        r"what i)\b[^,.;!?]{0,80}?)"
        r"(?: please| again)?[.!]*$",
    ),
    forgets_last=re.compile(
        r"(?:that|this|it|i (?:ever )?said (?:that|this|it|so)|what i (?:just )?said(?: just now)?|"
        r"(?:that|the|my) last (?:bit|part|thing|message|sentence|one))(?: please)?",
        re.I,
    ),
    told_as={
        "address": "live living",
        "salari": "earn",
        "incom": "earn",
        "weight": "weigh",
        "birth": "born",
        "diagnosi": "diagnosed",
        "age": "old years",
    },
    forgets_statement=re.compile(r"that\b(?! [\w-]+$)", re.I),
    phone_words=re.compile(rf"\b(?:{_PHONE}|number)\b", re.I),
    email_words=re.compile(rf"\b(?:{_EMAIL})\b", re.I),
    address_words=re.compile(r"\baddress\b|\bwhere (?:I|we) live\b", re.I),
    bare_naming=(
        r"\b(?:(?:my|our|your|his|her|their|the|[\w-]{1,20}['’]s) )?"
        r"(?:(?:new|own|work|home|private) )?"
        rf"(?:{_PHONE}|(?:my|our|your|his|her|their|[\w-]{{1,20}}['’]s) number|{_EMAIL}|mail)"
        r"(?: is| =|:)?"
    ),
    clock=re.compile(
        r"(?<![\d.,:])(?P<time>\d{1,2}(?:[:.]\d{2})? ?(?:[ap]\.?m\b\.?|o'clock)|\d{1,2}:\d{2}|"
        r"(?<![£$€])(?<![£$€] )(?:[01]?\d|2[0-3])\.[0-5][05](?!\d| ?(?:[%€k]|[a-z]?m\b|kg|litres?|"
        r"kilos?|miles?|hours?|euros?|pounds?|dollars?|quid|each|per|an? (?:day|week|month|head|"
        r"hour|night|"
        r"person|piece|ticket|kilo|metre|litre|box|bag|jar|bottle|portion|seat|visit|lesson)))|"
        rf"(?:half(?: past)?|(?:(?:a )?quarter|five|ten|twenty(?:-five)?) (?:past|to)) {_HOUR}\b|"
        rf"(?<=\bat ){_HOUR}\b(?! (?:of|or|euros?|pounds?|\w+s\b))|"
        r"(?<=\bat )(?:1?\d|2[0-4])(?!\d| ?[.,:]\d| ?[€%]| \w+s\b| (?:a|per|each)\b)|"
        r"\b(?:noon|midnight))(?!\d)",
        re.I,
    ),
    days=re.compile(
        rf"\b{_WEEKDAY},? (?:the )?(?:[12]?\d|3[01])(?:st|nd|rd|th)?(?: (?:of )?{_MONTH})?"
        rf"\b(?![:.,]\d| ?(?:km|k|kilos?|hours?|euros?|min\w*|miles|x|%|€)\b)|"
        rf"\b{_WEEKDAY}s\b|\b(?<=the )(?:[12]?\d|3[01])(?:st|nd|rd|th)\b"
        r"(?! (?:birthday|anniversary|floor|century|time|edition|grade|year|week|round|place)\b)",
        re.I,
    ),
    remains=re.compile(
        r"\b(?:have|has|had|are|is|['’](?:ve|s|re)|got|with)\b[^,.]{0,60}\bleft\b(?! (?:us|me|the|"
        r"it)\b)|\bremaining\b",
        re.I,
    ),
    range_before=re.compile(
        r"\d(?:st|nd|rd|th)?(?: \w+)?(?: (?:and|to|till|until|or)| ?[–-]) ?$", re.I
    ),
    speaker=re.compile(r"\b(?:I|we)\b(?!['’]s)", re.I),
    money=re.compile(r"\s?(?:€|\$|£|k\b|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b|gbp\b)", re.I),
    number_words=frozenset(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty".split()
    ),
    definite=frozenset({"the"}),
    indefinite=frozenset({"a", "an"}),
    article_for=_article,
    day_prefix="on",
    count_prefix="in",
    month_prefix="in",
    undated=re.compile(r"(?:tomorrow|today|tonight|next|this)\b", re.I),
)
