"""English patterns of questions about remembered messages and items."""

import re
from collections.abc import Iterable

from tidemark.nlp.english.cues import REMINDER
from tidemark.nlp.pack_fields import CheckQuestion, MemoryQuestions
from tidemark.schema import ItemKind

_ASKED = (
    r"\b(?:what|which|list|show|tell|give|any|do i|do we|have i|have we|did i|did we|remind)"
    r"\b.{0,40}"
)
_BEGINNING = r"^\W*(?:(?:and|so|but|well)\W+)*"
_STILL = r"(?: (?:now|still|currently|mostly|mainly))?"
_WORKERS = (
    "teacher|nurse|doctor|gp|surgeon|dentist|vet|lawyer|solicitor|accountant|bookkeeper|engineer|"
    "developer|programmer|designer|architect|electrician|plumber|carpenter|painter|gardener|"
    "farmer|baker|butcher|chef|cook|waiter|waitress|driver|pilot|police officer|firefighter|"
    "soldier|scientist|researcher|lecturer|professor|student|journalist|writer|editor|translator|"
    "librarian|manager|director|consultant|analyst|secretary|receptionist|cleaner|hairdresser|"
    "therapist|physiotherapist|psychologist|social worker|carer|midwife|pharmacist|mechanic|"
    "builder|welder|technician|photographer|musician|actor|actress|shop assistant|salesman"
)
_LODGING = (
    r"(?:holiday )?"
    r"(?:house|home|cottage|cabin|chalet|room|flat|apartment|hotel|place|bungalow|villa)"
)
_KINDS: Iterable[tuple[ItemKind, str]] = (
    (
        "todos",
        rf"{_ASKED}\b(?:to-?dos?|to do list|(?:my|our|open|pending) tasks?|(?:left|still) to do|"
        r"still (?:need|have) to do|(?:need|have|supposed) to do|"
        r"(?:left|still|open) on (?:my|our) \w*list|on (?:my|our) (?:to-?do |to do |task )?list|"
        r"on (?:my|our) plate|still open\b(?! questions?)|must (?:i|we) do|"
        r"(?:jobs?|chores?|things?|tasks?) (?:are |is )?(?:still )?(?:waiting|outstanding|pending|"
        r"left|open)|(?:have|['’]ve) (?:i|we) (?:still )?got to do)\b|"
        r"^\W*(?:anything|something|what['’]?s|what is) (?:still )?(?:left|open) "
        r"(?:on (?:my|our) (?:to-?do )?list|to do|to be done)\b",
    ),
    ("decisions", rf"{_ASKED}\b(?:decide[sd]?|decisions?|agreed?|settled? on|conclusions?)\b"),
    (
        "preferences",
        rf"{_ASKED}\b(?:my|our) (?:\w+ )?(?:preferences?|likes|tastes?|favou?rites?)\b|"
        r"\bwhat do (?:i|we) (?:like|prefer|love|enjoy|hate|dislike)\b",
    ),
    ("constraints", rf"{_ASKED}\b(?:my|our|the) (?:constraints?|limits?|restrictions?)\b"),
    (
        "open_questions",
        rf"{_ASKED}\b(?:open questions?|unanswered|still open|open points|left open)\b",
    ),
    ("key_facts", rf"{_ASKED}\b(?:key facts?|facts) (?:about|of|on|do|have|did)\b"),
)
# "how should I", "any tips": asks for advice, not about memory.
_ADVICE = (
    r"(?!who (?:can|could|should|do) (?:i|we) (?:ask|call|phone|ring|contact|e?-?mail|see|"
    r"speak|talk|turn|tell|text|reach|pay|thank)\b)"
    r"(?:how|where|what|which|who|when) (?:can|could|should|would|to) (?:i|we)|how do (?:i|we)|"
    r"(?:can|could|should|may) (?:i|we)|can you|could you|would you|do you|are you"
)

_TALKED = (
    r"what (?:have|had|did) we (?:already |just )?(?:talk(?:ed)?|discuss(?:ed)?|cover(?:ed)?|speak|"
    r"spoken|said|say|gone? over|been (?:talking|discussing))(?: about)?"
    r"(?: so far| today| already| earlier| before| previously| last (?:time|week|month|year)|"
    r" yesterday| (?:on|this|last) \w+day| this (?:morning|week))*\W*$|"
    r"where were we\b|"
    r"what(?:['’]s| is| was| were) (?:our|the|this) (?:chat|conversation|talk) about\b"
)

_RECAP = (
    r"(?:summari[sz]e|sum (?:\w+ ){0,3}?up|recap|summary|overview|run-?down|"
    r"(?:bring|get) (?:me|us) (?:back )?up to (?:date|speed)|catch (?:me|us) up|fill (?:me|us) in|"
    r"where (?:do|did) (?:i|we) stand|where are (?:i|we) (?:now )?with|where (?:i|we) stand|how "
    r"(?:do )?(?:things|matters) stand|"
    r"(?:run|go|take|walk)(?: me| us)?(?: back| once more)? (?:through|over) "
    r"(?:everything|all|it all|what (?:i|we)))"
)
_SUMMARY = (
    r"^\W*(?:(?:please|kindly|can|could|would|will|you|give|make|show|gimme|me|us|just|a|an|the|short|"
    r"quick|brief|now|so|and|ok(?:ay)?|then|let['’]s have)\W+)*"
    rf"{_RECAP}\b[^.:\n]{{0,60}}\W*$"
)

_OPENING = r"^\W*(?:(?:and|so|but|ok(?:ay)?|again|tell me|do you (?:know|remember))\W+)*"
_CHAT = r"(?:chats?|conversations?|threads?|discussions?)"
_SAID = (
    r"(?:talk(?:ed)?|speak|spoken?|spoke|mention(?:ed)?|discuss(?:ed)?|writ(?:e|ten)|wrote|"
    r"say|said|tell you|told you|note|noted|put|bring up|brought up)"
    r"(?: (?:anything|something|a word))?(?: (?:about|of|on|down|regarding))*"
)
_WHERE_ELSE = (
    rf"(?:in|from|across|within) (?:an|the|that|this|my|our|one of (?:the|my|our)|any|all|some)? ?"
    rf"(?:other|earlier|previous|old(?:er)?|different) {_CHAT}|"
    rf"(?:in|from) another {_CHAT}|(?:in|across) any(?: one)?(?: of)?(?: (?:my|our|the))? {_CHAT}"
)

MEMORY_QUESTIONS = MemoryQuestions(
    said_where=(
        re.compile(
            rf"{_OPENING}(?:in )?(?:which|what) {_CHAT} (?:did|have|had|was it (?:that )?)"
            rf"(?: ?(?:i|we))(?: \w+)? {_SAID} (?P<what>[^?]{{2,80}}?)\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}where (?:did|have|had) (?:i|we)(?: ever)? (?:talk(?:ed)?|writ(?:e|ten)|"
            r"spoken?|speak|mention(?:ed)?|discuss(?:ed)?)(?: (?:something|anything))?"
            r"(?: (?:about|of))? (?P<what>[^?]{2,80}?)\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:in )?(?:which|what) {_CHAT} (?:has|had|holds?|contains?|mentions?|"
            r"is|was|are|were)(?: (?:there|about|on))? (?P<what>[^?]{2,80}?)(?: in)?\W*$",
            re.I,
        ),
        re.compile(
            rf"{_OPENING}(?:did|have|had) (?:i|we)(?: (?:ever|already|once))* {_SAID} "
            rf"(?P<what>[^?]{{2,80}}?) (?:anywhere(?: else)?|somewhere(?: else)?|"
            rf"{_WHERE_ELSE})\W*$",
            re.I,
        ),
    ),
    anywhere=re.compile(rf"\s(?:{_WHERE_ELSE})\b", re.I),
    said_about="what did I say about {what}?",
    undoes=re.compile(
        r"^\W*(?:(?:please|ok(?:ay)?|can you|could you)\W+)*"
        r"(?:undo|revert|take (?:that|it|this) back)"
        r"(?: (?:that|it|this|the last (?:change|one|thing)|my last (?:change|message)))?"
        r"(?:,? (?:please|again))*\W*$",
        re.I,
    ),
    of_oneself=(
        (
            re.compile(
                rf"{_BEGINNING}(?:how old am i|what(?:['’]s| is| was) my age)\W*$",
                re.I,
            ),
            re.compile(
                r"\bi(?:['’]m| am)(?: now| only| just| already)? \d{1,3}(?: years? old)?"
                r"(?=[.,!;]|$| (?:and|years?|now|today)\b)|\bi (?:turn|turned) \d|"
                r"\bmy age is \d",
                re.I,
            ),
        ),
        (
            re.compile(
                rf"{_BEGINNING}(?:what(?:['’]s| is| was) my (?:job|work|profession|occupation)|"
                r"what do i do for (?:work|a (?:living|job))|what (?:kind of )?work do i do|"
                r"what do i work as)(?: again)?\W*$",
                re.I,
            ),
            re.compile(
                rf"\bi(?:['’]m| am)?{_STILL} work(?:ing)?{_STILL} (?:as|at|for|in)\b|"
                r"\bmy (?:job|profession|occupation) is\b|\bfor a living\b|"
                rf"\bi(?:['’]m| am){_STILL} an? (?:[\w-]+ ){{0,2}}(?:{_WORKERS})\b",
                re.I,
            ),
        ),
    ),
    own_name=re.compile(
        rf"{_BEGINNING}(?:(?:do you (?:still )?(?:know|remember)|tell me|say)\W+)?"
        r"(?:what(?:['’]s| is| was)? my (?:own |full |first |last )?name(?: is| was| again)*|"
        r"my name|who am i|what am i called)(?:,? (?:again|please|then))*\W*$",
        re.I,
    ),
    states_own_name=re.compile(
        r"\b(?:[Mm]y (?:full |first |last )?name(?:['’]s| is)|I(?: am|['’]m) called|"
        r"[Cc]all me|I(?: am|['’]m)(?= [A-Z][a-z]+(?: [A-Z][a-z]+)*\b(?:$|[.,!;]| and\b)))"
        r"(?: now)? [A-Z]"
    ),
    told_about=re.compile(
        r"^\W*(?:(?:and|so|but)\W+)*what (?:did|have|had) (?:i|we) (?:just )?(?:tell|told|say|said|"
        r"mention|mentioned) (?:you |to you )?(?:about|of|regarding) (?P<what>[^?]{2,80})|"
        r"^\W*(?:(?:and|so|but)\W+)*what(?:['’]s| is| was) (?:the|my|our) "
        r"(?P<noun>(?:[a-z]+ing )?[a-z-]+(?: code| word| number| password| pin| log-?in)?)"
        r"(?= (?:of|for|to|at|on|going to|like)\b|\W*$)",
        re.I,
    ),
    kinds=tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS),
    todo=re.compile(
        r"^\W*(?:(?:my|our|the) )?to[- ]?do(?:s| list)?(?:,? (?:please|pls|plz|now|so far))*\W*$|"
        r"^\W*(?:(?:and|so|now|ok(?:ay)?|well|then|please|right)\W+)*(?:what|which|any|"
        r"anything|is there|are there|list|show|give|tell|read|remind|do (?:i|we)|have (?:i|"
        r"we))\b.*"
        r"\b(?:to[- ]?dos?|to do|tasks?|jobs?|chores?|errands?|outstanding|pending|remain(?:s|"
        r"ing)?|"
        r"unfinished|sort out|get done|needs? doing|tak(?:e|ing) care of|waiting for (?:me|us)|"
        r"see to|tackle|arrange|still open|(?:my|our) (?:\w+ )?list|have (?:i|"
        r"we) (?:still )?got)\b",
        re.IGNORECASE | re.DOTALL,
    ),
    remains=re.compile(
        r"^\W*(?:(?:and|so|now|ok(?:ay)?|well|then|right)\W+)*what(?:['’]?s| is| else is| does|"
        r" do)?"
        r"(?: (?:still|then|now|that|i|we|me|have))* (?:left|leave|remain(?:s|ing)?)"
        r"(?: (?:over|then|now|me|us|with|there))*\W*$|"
        r"^\W*(?:(?:and|so|now)\W+)*(?:(?:is there |is )?anything |what['’]?s |which (?:ones?|"
        r"things?) "
        r"(?:are |is )?)?(?:still )?(?:left|open|remaining|to go|outstanding)(?: now| then)?\W*$|"
        r"^\W*(?:(?:and|so|ok(?:ay)?|now)\W+)*(?:is there )?(?:anything else|what else)"
        r"(?: (?:is there|to do|left|then|now|i (?:have|need) to do))*\W*$",
        re.IGNORECASE,
    ),
    again=re.compile(
        r"\W*(?:(?:and|so|ok|okay|but|then|what about|how about)\W+)*(?:now|today|then|currently)"
        r"(?: then| again)?\W*",
        re.IGNORECASE,
    ),
    everything=re.compile(
        r"\b(?:what (?:do|did|have) you (?:know|knew|remember|noted?|learn(?:ed|t)?|got)\b|"
        r"what you (?:know|remember)|"
        rf"{_RECAP}\b(?=.*\b(?:we|us|our|me|my|this|"
        r"so far|"
        r"conversation|chat|discussion|everything|all|know)\b)|"
        rf"{_TALKED}|what do you have (?:on|about) me)|"
        r"\bwhat (?:should|must) (?:i|we) (?:keep in mind|bear in mind|know|remember) "
        rf"(?:about|for|with)\b|{_SUMMARY}",
        re.IGNORECASE,
    ),
    summary=re.compile(rf"\b{_RECAP}\b", re.IGNORECASE),
    last_said=re.compile(
        r"^\W*what (?:did|have) (?:i|we) (?:just )?(?:say|said|write|written|tell you|told you)"
        r"(?: (?:just now|last|before(?: that)?))?\W*$|"
        r"^\W*what was my last (?:message|question)\W*$",
        re.IGNORECASE,
    ),
    why_alone=re.compile(
        r"\W*(?:(?:and|but|so|ok|oh|hm+)\W+)*(?:why(?: is that| was that| not| so| exactly|"
        r" actually| again| though)*|how come|what for|"
        r"why (?:is|was|did|does|has|had) (?:that|it|this)(?P<more>(?: [\w'’-]+){1,2}))\W*",
        re.IGNORECASE,
    ),
    who_said_so=re.compile(
        r"\W*(?:(?:and|but|so)\W+)*(?:who (?:said|told|tells|says|mentioned)(?: (?:me|us|you))? "
        r"(?:that|this|so|it)|who (?:did i (?:hear|get) (?:that|it|this) from|was that from)|"
        r"(?:says|according to) who|where did i (?:hear|get) that)(?: again)?\W*",
        re.IGNORECASE,
    ),
    reports=re.compile(
        r"\b(?:says?|said|thinks?|thought|reckons?|told|tells|mentioned|heard from|according to|"
        r"rang|phoned|called|texted|wrote|mailed|emailed|recommend\w*|suggest\w*)\b",
        re.IGNORECASE,
    ),
    repeat=re.compile(
        r"^\W*(?:please |can you |could you )*(?:repeat|say)\b"
        r"(?: (?:that|it|this|your|the|last|previous|answer|reply|message|again|please))*\W*$",
        re.IGNORECASE,
    ),
    about_the_person=re.compile(
        r"\b(?:about|of|on) (?:me|us|myself)\b|\bwho (?:am i|are we)\b", re.I
    ),
    talked=re.compile(rf"\b(?:{_TALKED})", re.IGNORECASE),
    of_ourselves=re.compile(
        r"\b(?:i|i['’](?:m|ve|d|ll)|my|mine|(?:about|on|for|with|from|by|against|after|to) me|we|"
        r"we['’](?:re|ve|d|ll)|our|us|you said|"
        r"you told|"
        r"you (?:mention|suggest|recommend|propose)\w*|remember|earlier|last time|again|the usual|"
        r"as usual|before)\b",
        re.IGNORECASE,
    ),
    asks_reminder=re.compile(
        r"^\W*(?:(?:please|hey|hi|and|also|(?:can|could|will|would) you)\W+)*(?:"
        r"(?:set|put|create|make|add|schedule|give|send)(?: up)? (?:me |us )?"
        rf"(?:an? |the |another )?{REMINDER}"
        r"(?=\W*$|[:,]| (?:for|to|about|that|in|at|on|tomorrow|tonight|next|this|by|please)\b)|"
        r"(?:remind|notify|alert) (?:me|us)(?=\W*$| (?!(?:in|on|at|by) (?:what|which|when|whose)\b)"
        r"(?:in|on|at|by|before|next|tomorrow|tonight|later|every)\b))",
        re.I,
    ),
    remember=re.compile(
        r"\b(?:remind me (?:of|what|when|who|where|which|how|about|whether)|"
        r"(?:do|can) you (?:still )?(?:remember|recall|know) (?:my|our|what|when|who|where|which|"
        r"how)|"
        r"(?:can|could) you (?:tell|remind) me (?:what|when|who|where|which|how) (?:i|we|my|our)|"
        r"tell me (?:what|when|who|where|which|how) (?:i|we|my|our))\b",
        re.IGNORECASE,
    ),
    general_advice=re.compile(
        r"^(?!.*\b(?:i|we) (?:said|told|mention\w*|brought|asked|talked|discuss\w*)\b)"
        r"(?:.*\b(?:any|some|give me) (?:tips|advice|ideas|guidance|suggestions)\b|"
        r".*\bbest way to\b|"
        rf"\W*(?:{_ADVICE})\b)",
        re.IGNORECASE | re.DOTALL,
    ),
    usual=re.compile(
        r"\b(?:the usual|as usual|(?:the )?same as (?:last time|before|always|usual)|"
        r"like last time)\b",
        re.IGNORECASE,
    ),
    usually=re.compile(
        r"\b(?:usual(?:ly)?|always|normally|every (?:day|week|month|time)|regular(?:ly)?|prefer\w*|"
        r"favou?rite)\b",
        re.IGNORECASE,
    ),
    who_does=re.compile(
        r"\W*(?:(?:and|so|ok|now)\W+)*who(?:['’]s| is| are|['’]ll| will| can| still)* "
        r"(?:bring|tak|mak|bak|cook|buy|pay|driv|book|collect|pick|organi[sz]|do|get|com|carry|fetch)"
        r"(?:s|es|ing|e|ying|ning|ting)?\b(?: (?:up|along))? (?:the|a|an|some|us)\b",
        re.IGNORECASE,
    ),
    checks=(
        CheckQuestion(
            asks=re.compile(
                r"^\W*(?:(?:so|and|ok|but)\W+)*(?:by |at )?(?:when|(?:what|which) time) "
                r"(?:do|must|should) (?:we|i|you|they|guests) (?:(?:have|need) to )?"
                rf"(?:(?:be|get) out(?: of (?:it|there|here|(?:the|our|my) {_LODGING}))?|"
                rf"(?:vacate|leave) (?:the|our|my) (?!(?:house|home)\b){_LODGING})"
                r"(?: by| again| then| on the last day)*\W*$",
                re.I,
            ),
            says=re.compile(r"\bcheck(?:ing)?[- ]?out(?: time)?\b", re.I),
            otherwise=re.compile(
                r"\b(?:leav(?:e|es|ing)|depart\w*|vacate|out|(?:set|head|go) off)\b", re.I
            ),
            question="When is {word}?",
            usual="check-out",
        ),
        CheckQuestion(
            asks=re.compile(
                r"^\W*(?:(?:so|and|ok|but)\W+)*(?:from |at )?(?:when|(?:what|which) time) "
                r"(?:can|may|could) (?:we|i|you|they|guests) (?:get|be|go|come|move) in"
                rf"(?:(?:to|side)? (?:the|our|my) {_LODGING}|side)?(?: then)?\W*$",
                re.I,
            ),
            says=re.compile(r"\bcheck(?:ing)?[- ]?in(?: time)?\b", re.I),
            otherwise=re.compile(
                r"\b(?:in(?= (?:at|from|by|after|before)\b|\W*$)|inside|enter|entry|entrance|"
                r"doors?|open(?:s|ing)?)\b",
                re.I,
            ),
            question="When is {word}?",
            usual="check-in",
        ),
    ),
    of_the_talk=re.compile(
        r"\b(?:did|have|had) (?:i|we|you) (?:\w+ )?(?:sa(?:y|id)|t(?:ell|old)|mention|ask|discuss|"
        r"talk|agree|decide|suggest)\w*|\b(?:i|we|you) (?:said|told|mentioned|asked|discussed|"
        r"agreed|decided|suggested)\b|\b(?:this|our) (?:chat|conversation|talk)\b",
        re.IGNORECASE,
    ),
    of_a_source=re.compile(
        r"\baccording to (?:the |my |our )?(?P<first>[^,?]{2,60})(?:,|(?=\?|$))|"
        r"\bwhat (?:do|does|did) (?:the |my |our )?(?P<second>[^?,]{2,60}?) (?:say|state|"
        r"tell(?: us| me)?|mention)s?(?: about| on| of)?\b|"
        r"\b(?:in|from) (?:the (?:file|document|source) )?(?P<third>[\w-]+\.\w{2,4})\b",
        re.IGNORECASE,
    ),
    broadly=re.compile(
        r"\bwhat (?:do|does|did) .{2,60} (?:say|state|tell(?: us| me)?|mention)s?\b|"
        r"\btell me (?:about|more)\b",
        re.IGNORECASE,
    ),
    in_order=re.compile(
        r"\b(?:in (?:what|which) order|the order in which|in order\b|timeline|chronolog\w+|"
        r"step by step|"
        r"first to last|how .{0,40}(?:develop|progress|evolv|chang)ed)",
        re.IGNORECASE,
    ),
    of_the_engine=re.compile(
        r"^\W*(?:who are you|what are you|what can you do|what can i (?:do|ask)(?: here)?|"
        r"(?:can|could) you help(?: me)?|help(?: me)?|how do you work|how does this work|"
        r"are you (?:an? )?(?:ai|bot|human|robot|model|real)\b.*|"
        r"how (?:do|can) i (?:add|get|set) (?:an? |the |my )?(?:api )?key)\W*$",
        re.IGNORECASE,
    ),
    owned=re.compile(r"\b(?:my|our)\s+(?P<what>\w)", re.IGNORECASE),
    yours=re.compile(r"^your\s+", re.IGNORECASE),
    listing="""
        plate job jobs task chore chores errand errands got outstanding pending remain remains
        remaining unfinished sort sorted care waiting wait tackle arrange else doing finish quick
        line lines bring date speed catch fill stand things matters
        todo todos to-do list lists task tasks decide decided decision decisions agree agreed
        settle settled conclusion preference preferences likes taste tastes favourite favorites love
        enjoy hate prefer constraint limit limits restriction question questions unanswered open
        facts fact key show remind current currently today far left need needs supposed still
        pending remaining say said note noted summary summarise make made reach reached anything
        quick jobs waiting outstanding finally together new dislike write give point points
        conversation chat discussion everything all sum recap overview short brief please
        pls plz gimme""",
)
