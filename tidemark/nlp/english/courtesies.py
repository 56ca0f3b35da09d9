"""English clauses of small talk: a message that consists of them gets a reply of the same kind.

Each kind is a closed grammar: lead-ins, one of its clauses as a whole, and tails.
"""

import re
from collections.abc import Mapping

from tidemark.nlp.pack_fields import Courtesy
from tidemark.nlp.patterns import whole_clause

_LEAD = (
    r"and|but|so|oh|ah|well|hey|hi|hello|okay|ok|yes|yeah|no|wow|haha|hmm?|aww?|please|then|gosh|"
    r"honestly|by the way|btw|anyway"
)
_TAIL = (
    r"then|now|today|tonight|again|so much|a lot|very much|really|too|though|mate|my friend|friend|"
    r"buddy|dear|by the way|btw|please|exactly|anyway|you know|for me|tidemark|as always|actually|"
    r"lol|haha|at the moment|right now|all|everyone|this (?:morning|afternoon|evening)"
)
_VERY = (
    r"(?:(?:so|really|very|quite|pretty|rather|such|just|a|an|the|my|truly|absolutely|bit|little|"
    r"totally|completely|kind of|feeling|still|all|being|too|always|extremely|utterly|rude) )*"
)
_GOOD = (
    r"great|amazing|awesome|wonderful|fantastic|brilliant|excellent|lovely|sweet|kind|nice|cool|"
    r"helpful|clever|smart|funny|hilarious|patient|useful|good|best|perfect|star|legend|lifesaver|"
    r"genius|gem|angel|darling|hero|champ|treasure|incredible|impressive|friendly|fun|handy"
)
_BAD = (
    r"useless|stupid|dumb|unhelpful|terrible|awful|annoying|rubbish|ridiculous|hopeless|idiot|"
    r"boring|slow|confusing|disappointing|frustrating|nonsense|wrong again|not (?:very |that |so |"
    r"really |at all )?(?:helpful|useful|clever|smart|good|funny)|no (?:help|use|good)|"
    r"not (?:listening|making sense|helping)|getting on my nerves|"
    r"driving me (?:mad|crazy|nuts|up the wall)|a waste of time|worthless|bad|crap|pathetic"
)
_LOW = (
    r"tired|exhausted|knackered|shattered|sad|down|low|bored|lonely|stressed|worried|anxious|"
    r"nervous|upset|fed up|overwhelmed|miserable|depressed|unhappy|cold|hungry|sleepy|angry|"
    r"frustrated|disappointed|sick|ill|unwell|not (?:well|great|good|okay|ok|happy|feeling well)"
)
_HIGH = (
    r"happy|great|fine|good|well|okay|ok|alright|excited|proud|relieved|better|glad|thrilled|"
    r"over the moon|delighted|cheerful|pleased|not (?:bad|too bad)"
)
_ABOUT = r"(?: (?:about|with|of) (?:it|that|this|everything|it all))?"
_CLAUSES: Mapping[Courtesy, str] = {
    "greeting": (
        r"hi|hello|hey|hiya|howdy|yo|hi there|hello there|hey there|good (?:morning|afternoon|"
        r"evening|day)|morning|evening|afternoon|welcome back|greetings|"
        r"(?:it(?:'s| is) )?(?:nice|good|lovely|great|pleased|a pleasure) to (?:meet|see) you|"
        r"long time no see|i(?:'m| am) back|(?:it(?:'s| is) )?(?:only )?me again"
    ),
    "how_are_you": (
        r"how(?: are|'re) (?:you|things|we)(?: (?:doing|going|feeling|keeping|getting on))?|"
        r"how(?:'s| is| are) (?:it|life|everything|things|your (?:day|week|morning|evening))"
        r"(?: going| with you| treating you)?|how have you been|how do you (?:do|feel)|"
        r"what(?:'s| is)? up|whats up|sup|(?:are )?you (?:ok|okay|alright|all right|well|good)|"
        r"(?:is )?everything (?:ok|okay|alright|all right|good|well)(?: with you)?|"
        r"(?:and|how about|what about) (?:you|yourself)|"
        r"(?:did|have) you (?:sleep|slept) well|"
        r"(?:did you have|had) a (?:good|nice) (?:day|night|weekend|week)"
    ),
    "farewell": (
        r"bye|bye bye|goodbye|good night|night night|nighty night|sleep well|"
        r"see (?:you|ya)(?: (?:soon|tomorrow|later|then|around|next (?:week|time)))?|"
        r"(?:i'll )?(?:talk|speak|chat|be in touch)(?: to you)? (?:soon|later|tomorrow)|"
        r"(?:i'?m|i am|i'?ve|i have|i|we)? ?(?:off|gotta go|got to go|have to go|must go|"
        r"need to go|should go|got to run|have to run|gotta run|going to bed|off to bed|"
        r"leaving|heading off)|take care|until (?:tomorrow|next time|later)|cheerio|ciao|so long|"
        r"catch you later|later|bye for now|that(?:'s| is| will be) (?:all|it) for (?:now|today)|"
        r"goodbye for now|speak soon|must dash|(?:i )?have to dash|signing off|"
        r"(?:i'll )?be (?:right )?back(?: (?:later|soon|tomorrow))?|back (?:later|soon)|brb|gtg|"
        r"ttyl|"
        r"(?:i'm )?done for (?:now|today)|that(?:'s| is) (?:me|us)(?: done)?(?: for (?:now|"
        r"today))?|"
        r"that(?:'s| is|'ll be| will be) all(?: from me)?"
    ),
    "thanks": (
        r"(?:many )?thank(?:s| you| u)(?: (?:so|very) much| a (?:lot|bunch|million|ton)| again)*"
        r"(?: for (?:that|this|it|everything|all|asking|listening|being there|(?:all )?(?:your|the)"
        r" (?:\w+ )?(?:help|answers?|patience|time|effort|support|kindness|reminder|chat|"
        r"explanation)|(?:helping|reminding|telling|asking|explaining)(?: me)?|your help))?|"
        r"(?:big|huge|a (?:thousand|million)) thanks|thanks (?:ever so much|heaps|loads|a bundle)|"
        r"thank you kindly|(?:cheers|ta|thx) for (?:that|this|everything|your help|the help)|"
        r"ta (?:very )?much|thx|ty|cheers|ta|much appreciated|i (?:really |do )?appreciate (?:it|"
        r"that|this|"
        r"your help)|"
        r"i(?:'m| am) (?:so |very |really )?grateful"
    ),
    "praise": (
        rf"you(?:'re| are|'ve been| have been| were|r) {_VERY}(?:{_GOOD})"
        r"(?: (?:help|assistant|friend|listener|job|one|machine|tool|company|bot))?(?: at this)?|"
        r"you(?:'ve| have)? (?:really |just )?(?:helped?|made my day|saved my (?:day|life))(?: me)?"
        r"(?: out)?|you(?:'ve| have)? (?:just |really )?saved (?:me|my bacon)|you (?:star|legend|"
        r"gem)|"
        r"(?:good|great|top|brilliant) (?:stuff|thinking|going)|spot on|bang on|smashing|"
        r"you (?:rock|rule)|(?:very |really )?(?:good|great|nice|excellent) (?:job|work|"
        r"bot|one|answer|joke|memory)|well done|well remembered|nicely done|bravo|impressive|"
        r"i (?:really |quite |do )?(?:love|like|adore) (?:you|talking to you|this|"
        r"chatting with you)|"
        rf"that(?:'s| is| was) {_VERY}(?:{_GOOD})(?: of you)?|how (?:nice|sweet|kind|lovely|clever)"
        r"(?: of you)?|what an? (?:nice|good|great|clever) (?:answer|joke|assistant|memory)|"
        r"(?:i )?couldn['’]?t (?:do|have done) (?:it|this) without you|what would i do without you"
    ),
    "complaint": (
        r"(?:that answer|this answer|your answers?|your reply|that reply|you)(?:'s|'re| is|"
        r" are| was"
        rf"| were|r) {_VERY}(?:{_BAD})|"
        r"(?:that|this)(?:'s| is| was) (?:useless|no (?:help|use)|nonsense|rubbish|"
        r"(?:not|n't) (?:very |really )?(?:helpful|useful)|not what i (?:asked|meant|wanted)"
        r"(?: for| to know)?)|that (?:didn['’]?t|doesn['’]?t) help(?: me| at all)*|"
        r"i (?:don['’]?t|do not|can['’]?t|didn['’]?t) (?:understand|follow|get) (?:you|"
        r"what you mean|"
        r"your answer)|"
        r"you (?:don['’]?t|do not|never|didn['’]?t|just don['’]?t) (?:understand|listen|get it|"
        r"help|answer|"
        r"get me)(?: me| my questions?| to me| at all| anything)*|you (?:make|are making) no sense|"
        r"i asked (?:you )?something else|you suck|i hate you|shut up|"
        r"what(?:'s| is) wrong with you|are you (?:stupid|dumb|kidding(?: me)?|even listening)|"
        r"this (?:isn['’]?t|is not) working|you(?:'re| are) not (?:helping|listening)(?: me|"
        r" at all)*"
    ),
    "apology": (
        rf"(?:i(?:'m| am) )?{_VERY}(?:terribly )?sorry(?: about (?:that|this|it|earlier|before))?"
        r"(?: (?:that|if) i (?:was|am|have been|sound|sounded) [a-z' ]{2,30})?"
        r"(?: for (?:that|this|it|being [a-z ]{2,20}|bothering you|asking(?: so much| again)?|"
        r"(?:all )?(?:the|my|these|those) (?:\w+ )?(?:questions|mess|confusion|trouble|mistakes?|"
        r"bother|delay|typos?|language|outburst)))?(?: to (?:bother|trouble|disturb) you)?|"
        r"my (?:bad|mistake|fault|apologies)|apologies|i apologi[sz]e(?: for that)?|"
        r"(?:please )?(?:forgive|excuse) me|pardon(?: me)?|oops|whoops|"
        r"i was (?:being )?(?:a bit |so |too |very )?(?:rude|short(?: with you)?|grumpy|"
        r"unfair|mean|"
        r"harsh|impatient)|i (?:didn['’]?t|did not) mean (?:it|that|to be (?:rude|mean|short))|"
        r"i shouldn['’]?t have (?:said that|snapped|yelled|shouted)(?: at you)?|"
        r"(?:i hope )?(?:you(?:'re| are) )?not (?:angry|mad|cross)(?: (?:with|at) me)?"
    ),
    "presence": (
        r"(?:are )?you (?:still |even |really )?(?:there|here|awake|listening|around|online|alive|"
        r"with me|working|on|busy|ready)|(?:can|do) you (?:still )?(?:hear|see|read|understand|"
        r"follow|get|remember|know) me|(?:is )?(?:anyone|anybody|someone|somebody) (?:there|home|"
        r"listening)|still there|testing|test|test test"
    ),
    "identity": (
        r"(?:who|what)(?: are| r|'re) you(?: called| really)?|what(?:'s| is) your name|"
        r"(?:do you have|have you got) a name|what (?:should|can|do|shall|may) i call you|"
        r"are you (?:(?:an?|the|really|actually|just|some kind of) )*(?:real |actual )?"
        r"(?:ai|a\.i\.|bot|robot|chatbot|human|human being|person|real person|machine|computer|"
        r"program|language model|model|chatgpt|chat gpt|gpt|claude|gemini|siri|alexa|real|alive)"
        r"(?: or (?:an? )?(?:ai|bot|robot|human|person|machine|computer|program|not|what))?|"
        r"who (?:made|built|created|trained|wrote) you|is this (?:an? )?(?:bot|robot|human|ai|"
        r"real person)|am i (?:talking|speaking|chatting) (?:to|with) (?:an? )?(?:real )?(?:bot|"
        r"robot|human|ai|person|machine|computer)|tell me (?:something )?about yourself|"
        r"introduce yourself|what (?:can|could|do) (?:you|i) (?:do|ask|offer)(?: here| with you)?|"
        r"what are you (?:good |capable )?(?:for|of)|how (?:can|could|do) you (?:help|"
        r"work)(?: me)?|"
        r"what(?:'s| is) (?:tidemark|this(?: (?:app|site|page|thing|program|place|tool))?)|"
        r"what (?:kind|sort) of (?:ai|bot|assistant|thing|program) are you|"
        r"what do you do|(?:can|could|will) you help me(?: out| remember (?:things|stuff))?|"
        r"what can you (?:help (?:me )?with|do to help)"
    ),
    "nature": (
        r"how old are you|what(?:'s| is) your age|when(?:'s| is| were) (?:your birthday|you born)|"
        r"where (?:do you (?:live|come from)|are you(?: from)?|were you born)|"
        r"do you (?:ever )?(?:sleep|eat|drink|dream|think|exist|cry|laugh|get (?:tired|bored|"
        r"lonely|"
        r"sad|angry)|feel (?:pain|lonely|sad|happy|anything|things|emotions)|feel|"
        r"have (?:feelings|emotions|a family|friends|a body|opinions?|hobbies|a soul|free will|"
        r"kids|children|pets|a brain|a heart)|(?:like|love|hate|miss) (?:me|your job|music|"
        r"talking to me|people|humans|it here)|enjoy (?:this|it|your job|talking to me)|"
        r"believe in god)|are you (?:happy|sad|tired|bored|lonely|married|single|conscious|"
        r"sentient|hungry|angry(?: with me| at me)?|mad(?: at me)?|a (?:man|woman|boy|girl)|male|"
        r"female|smart|intelligent|in love)|what do you think (?:of|about) me|"
        r"what(?:'s| is) your favou?rite (?:colou?r|food|film|movie|song|book|animal|music|band)|"
        r"(?:would|will) you (?:marry me|be my friend|go out with me|miss me)|"
        r"can you (?:think|feel|dream|love|cook|sing|dance|swim)|are we friends|i miss(?:ed)? you|"
        r"do we know each other|have we met(?: before)?"
    ),
    "joke": (
        r"(?:please |can you |could you |will you |do you )?(?:tell|know|give|crack|got)"
        r"(?: me| us)?(?: (?:a|any|another|some|one more))?(?: (?:good|funny|new|little|"
        r"short|dad))?"
        r" (?:jokes?|riddles?)|(?:can you )?make me (?:laugh|smile)|say something funny|"
        r"tell me something funny|another joke|cheer me up|do you know (?:any|a) (?:good |funny )?"
        r"jokes?|(?:can you )?sing(?: me)?(?: a song| something)?"
    ),
    "chat": (
        r"(?:can|could|shall|may) (?:we|i) (?:just )?(?:chat|talk)(?: to you)?(?: a (?:bit|little)|"
        r" for a (?:bit|while|moment))?|let(?:'s| us) (?:just )?(?:chat|talk)(?: a bit|"
        r" for a (?:bit|"
        r"while))?|i (?:just )?(?:want|need|wanna|would like|'d like)(?: to)? (?:chat|talk|vent)"
        r"(?: a bit| to (?:you|someone|somebody))?|(?:just )?talk to me|say something|entertain me|"
        r"i need (?:someone|somebody) to talk to|(?:can|may) i (?:ask|tell) you something|"
        r"(?:can|may) i ask (?:you )?a question|i have a question|do you have (?:a|some) "
        r"(?:moment|minute|second|time)"
    ),
    "wish": (
        r"happy (?:new year|birthday|easter|holidays|christmas|weekend|friday|monday)|"
        r"merry (?:christmas|xmas)|have an? (?:very )?(?:nice|good|great|lovely|wonderful|"
        r"fun) (?:day|"
        r"weekend|evening|one|time|night|week|holiday|afternoon|trip)|have fun|"
        r"enjoy (?:your|the) (?:day|weekend|evening|break|rest of your day)|good luck|"
        r"congrats|congratulations|bless you|get well soon|(?:the )?same to you|you too|likewise|"
        r"take it easy|all the best|best wishes"
    ),
    "low": (
        rf"i(?:'m| am| feel|'ve been| have been| was) {_VERY}(?:{_LOW}){_ABOUT}|"
        r"(?:what a|i(?:'ve| have)? had an?|it(?:'s| has)? (?:was|been) an?|"
        r"today was an?) (?:\w+ )?"
        r"(?:bad|rough|long|hard|terrible|awful|horrible|tough|stressful|tiring|rotten) "
        r"(?:day|week|night|morning)|(?:what a (?:day|week|night))|i (?:didn['’]?t sleep|"
        r"slept badly|"
        r"can['’]?t sleep|couldn['’]?t sleep|hate mondays|could cry|feel like crying|give up)"
    ),
    "high": (
        rf"(?:and )?i(?:'m| am| feel) {_VERY}(?:{_HIGH})(?: thanks| thank you)?{_ABOUT}|"
        r"(?:all|everything)(?:'s| is)? (?:good|fine|well|great)(?: here| with me)?|"
        r"can['’]?t complain|"
        r"i(?:'ve| have)? had a (?:very |really )?(?:good|great|nice|lovely|wonderful) (?:day|week|"
        r"night|weekend)|life is good"
    ),
    "nod": (
        r"ok|okay|k|ha|ha ha|heh|hah|cool|nice|great|fine|sure|right|yes|yeah|yep|no|nope|nah|lol|"
        r"haha|hahaha|hehe|"
        r"lmao|i see|got it|gotcha|understood|fair enough|no worries|no problem|never mind|nvm|"
        r"nevermind|don['’]?t worry(?: about it)?|(?:it|that)(?:'s| is) (?:ok|okay|fine|alright|"
        r"all right)|"
        r"you(?:'re| are) (?:right|welcome)|makes sense|interesting|good to know|you know|"
        r"of course|exactly|indeed|perfect|super|awesome|wow|alright|all right|as you wish|"
        r"if you say so|whatever|really|seriously|good|there|just kidding|kidding|just joking|"
        r"i was (?:just )?(?:joking|kidding)|phew|yay|true|agreed|same here|me too|i know"
    ),
}
COURTESIES: Mapping[Courtesy, re.Pattern[str]] = {
    kind: whole_clause(clauses, lead=_LEAD, tail=_TAIL) for kind, clauses in _CLAUSES.items()
}
