"""English words that change a list: entries added, removed, done or handed to somebody else."""

import re

from tidemark.nlp.english.ledger import COMES_ANYWAY
from tidemark.nlp.english.references import EVENTS
from tidemark.nlp.english.remarks import OF_OTHERS, OWN_CLAUSE
from tidemark.nlp.pack_fields import ListChanges, words_in
from tidemark.nlp.patterns import any_of, each_of, line_alternatives

_DONE = (
    "got|saw|had|found|did|made|bought|sent|wrote|put|took|paid|rang|sold|cut|built|hung|gave|went|"
    "read|met|spoke|told|swept|dug|fed|learnt|done|given|taken|written|spoken|hidden|mown|mowed|"
    r"(?!hundred|sacred|naked|kindred)[a-z]{3,}(?<!e)ed|[a-z]+(?:lied|ried|pied|died)"
)
# After "can't make the": something that somebody cannot be at, unlike "the cake"
_ATTENDED = (
    rf"(?:[\w-]+ ){{0,2}}(?:{EVENTS}|date|day|morning|afternoon|night|time|start|bus|train|"
    r"\w+day)\b"
)
_BE = r"(?:'s|\bis|\bare|\bwas|\bwere|\bhas been|\bhave been)"
_LATELY = r"(?:now |all |both |already |finally |just |nearly all )*"

_LEAD = (
    r"^\W*(?:(?:so|and|but|ok(?:ay)?|now|right|then|please|wait|hmm|remind me|tell me|can you|"
    r"could you)\W+)*"
)
_NOW = (
    r"(?: (?:now|still|left|already|currently|again|so far|at the moment|then|please|too|as well|"
    r"yet|any ?more|originally|at first|to begin with|in total|also|actually))*"
)
_A_LIST = (
    r"(?:the|my|our|that|this) (?:(?:[\w'’-]+ ){0,3}?\w*list|list)\b"
    r"(?: (?:for|of|to) (?:(?!now\b)[\w'’-]+ ?){1,5}?)?"
)
_THE_LIST, _THE_LIST2, _THE_LIST3 = (
    rf"(?P<{group}>{_A_LIST})" for group in ("list", "shown", "held")
)

LIST_CHANGES = ListChanges(
    drops=any_of(
        line_alternatives(
            r"""
            cancel\w*|withdrew|withdrawn|no longer|decided against|backed out|not needed|no need
            (?:pull|drop|back|bow)(?:s|ed|ped|ing|ping)? out
            (?:pull|take|cross)(?:s|ed)? (?:it )?off|(?<!to )(?:remove|delete)[sd]?
            (?<!n't )(?<!not )(?:scrap|scratch|skip|ditch|forget)(?:ped|s)?(?! to\b)
            dropped (?!off)|drop (?:the|that|my|our)|ruled out|fell through|turned (?:it|us|me) down
            gone(?! (?:to|up|down|over|for|in|into|back|on|well)\b)|leaving (?:us|the)|has left
            (?:stopped|given up|quit|off it)|(?:said|says) no|rejected|sold out|struck off
            """
        ),
        r"\b(?:stays?|keep|keeps|keeping|staying)\b.{0,40}\bafter all\b",
        r"(?:n't|\b(?:do|does|wo|ca)nt|\bnot)\b.{0,60}\b(?:after all|any ?more)\b",
        r"\b(?:can['’]?t|cannot|can not|couldn['’]?t|won['’]?t|isn['’]?t able to) "
        r"(?:make|come|do|be there|play|run|join|manage|attend)\b",
        r"\b(?:isn['’]?t|aren['’]?t|is not|are not|'s not|'re not) "
        r"(?:coming|going|joining|playing|doing|taking part|needed)\b",
        r"\b(?:don['’]?t|doesn['’]?t|won['’]?t|do not|does not) (?:want|need|have to|bother)\b",
        r"\b(?:take|took|takes|cross(?:ed)?|struck|strike|leave|left) (?:\S+ ){1,4}(?:off|out)\b"
        r"(?! (?:of|at|on|in|to|for|with|there)\b)",
        r"\boff (?:the|my|our|that|this) (?:\S+ )?list\b",
        r"^(?:(?:i|we|they|he|she) )?(?:(?:have |['’]ve )?(?:just )?)(?:ate|eaten|drank|used up)\b",
        r"^(?:(?:oh|well|ok|and|but|sorry) )*actually no (?:\S+ ?){1,3}$",
        r"^(?:(?:and|so|ok|let['’]?s|please|we|we['’]ll) )*(?:drop|lose|bin) "
        r"(?!(?:me|by|in|off|him|her|us|them|it|to|on)\b)\S+",
        r"^no (?!problem|idea|worries|way|doubt|need|one)\S+(?: \S+)?$",
        r"^no \S+(?: \S+)? (?:after all|any ?more|then|this (?:time|year))\b",
        r"^(?:leave|take|cross|strike|cut) (?:out |off )?(?:the|that|those|my|our)\b",
        rf"{_BE} {_LATELY}(?:off|out)\b(?! (?:of|at|on|in|to|for|with|there)\b)",
    ),
    cancels=re.compile(
        r"^(?P<who>(?!the\b).*?)\b(?:(?:cancel(?:s|l?ed|l?ing)?|scraps?|scrapped|skips?|skipped|"
        r"ditche[sd]|deletes?d?|removes?d?|reject(?:s|ed)?|withdrew|decided against) "
        r"(?:the|an?|my|our|his|her|their|its|it|them|those|these|everything|all|both|some|one|"
        r"(?:this|that)(?! (?:morning|afternoon|evening|week|month|year|time|\w+day)\b))\b|"
        r"(?:no longer \w+|(?:does|do|did)(?:n['’]?t| not) (?:want|need)) "
        r"(?!(?:to|too|for|on|at|in|because|since|with|by|due|but|and|so|this|next|any ?more|after|"
        r"with|as|us|there|here|any part|\w+day)\b)\w|"
        r"(?:(?:does|do|did)(?:n['’]?t| not)|no longer) (?:wants?|needs?|has|have) to "
        r"(?!(?:come|go|join|be|attend|participate|play|run|take|do|stay|continue|travel)\b)\w|"
        r"(?:can['’]?t|cannot|can not|couldn['’]?t|won['’]?t|isn['’]?t able to) (?:make|do|manage) "
        rf"(?:the|an?|my|our|his|her|their|any) (?!{_ATTENDED})[a-z])"
        r"(?! ?(?:visit|attendance|participation|registration|sign-up|place|spot|seat|"
        r"reservation|booking)\b)|"
        r"\b(?:cancell?ed|scrapped|deleted|removed|rejected) by (?P<by>.+)$",
        re.I,
    ),
    completes=any_of(
        r"^(?:please |and |you can )*(?:tick|check|mark) "
        r"(?:off (?:\S+ ?){1,5}$|(?:\S+ ){1,5}off\b)",
        rf"^(?:{_DONE})\b",
        rf"\b(?:i|we|she|he|they)(?:'ve|'s| have| has)? (?:just |already |finally |now |both )*"
        rf"(?:{_DONE})\b",
        rf"{_BE} {_LATELY}(?:{_DONE}|in|on|up|over|full|empty|ready|clear|clean|fine|okay|sorted|"
        r"complete|mended|shut|back|through|behind (?:me|us)|out of the way)\b"
        r"(?! (?:the|a|\w+day|\d|next|this)\b)",
        rf"\b(?:{_DONE})(?: (?:now|too|as well|already|yesterday|today|at last|this \w+|last \w+))*"
        r"[.!]*$",
        r"\b(?:works?|runs?|working|running|going) (?:again|now|fine)\b|\bturned up\b|\bat last\b",
        r"\bin (?:my head|the (?:bag|post|van|car|bin))\b|\b(?:by|off by) heart\b",
        r"\b(?:has|have|'ve got|had) (?:already )?(?:an?|one|some|two|enough|plenty|a spare)\b",
        r"\b(?:came|come) (?:for|to collect)\b|\b(?:lend|giv)(?:s|ing|es)? (?:me|us)\b",
        r"\ball (?:good|set|sorted|done|fine|in)\b|\b(?:been|went|gone) to\b|✓|☑|✅",
    ),
    unfinished=any_of(
        line_alternatives(
            r"""
            wanted|needs?|needed|decided to|planned|tried|started|meant|promised|postponed|delayed
            hoped|supposed|forgot|forgotten|going to|must|should|have to|has to|yet to|half|nearly
            almost|never|yet|still|tomorrow|next week|used to|agreed to|expected|moved to|put off
            """
        ),
        r"n't\b|\b(?:do|does|did|is|are|was|has|have|ca|wo|could)nt\b|\bnot\b|'ll\b|\bwill\b|\?$",
    ),
    commands=re.compile(
        r"\W*(?:(?:and|also|ok|oh|please|now|then|let['’]?s|can you|could you),? )*"
        r"(?:add|put|take|remove|delete|drop|tick|check|cross|strike|swap|scrap|scratch|skip|"
        r"empty|clear|wipe)\b|"
        r"\W*and (?:\S+ ){1,3}(?:too|as well)\W*$|\W*no [^,?]{2,40}, (?:make it|make that)\b",
        re.I,
    ),
    takes_over=re.compile(
        r"^(?P<who>(?i:my|our|the|his|her|their)(?: [\w'’-]+){1,3}?|(?!(?:I|We|It|That|This|"
        r"There|They|He|She|What|The|And|But|So)\b)[A-Z][\w’-]*(?: [A-Z][\w’-]*)?"
        r"(?: (?:from|at|of|in) [a-z ]{2,20}?)?(?:['’]s (?:mum|dad|mother|father|brother|sister|"
        r"wife|husband|son|daughter))?)"
        r"(?:(?:['’]s|['’]ll| is| are| will| has| have)? ?(?:now |kindly |also |already )*"
        r"(?:going to|gonna|taking|taken|doing|do|does|did|handl\w+|sort\w*|takes|looks? after|"
        r"looking after|bring\w*|pick\w*|lend\w*|see(?:s|ing)? to|collect\w*|mak(?:es?|ing)|"
        r"paint\w*|writ(?:es?|ing)|find\w*|book\w*|order\w*|volunteered|offered)\b)",
    ),
    handed=any_of(
        r"\b(?:given|handed|passed|left|gave|pass|leave) (?:it |that |this |them )?to [a-z]\w+",
        r"\b\w+['’]s (?:job|doing that|doing it|on it|got that)\b",
    ),
    does_share=re.compile(
        r"(?:(?:and|so|but|then|now) )*(?P<who>(?!(?:So|And|But|Now|Then|He|She|They|It|We)\b)"
        r"(?:[A-Z][\w’-]*|my \w+))(?:['’]ll| will| is going to|['’]s going to| can['’]?t| cannot|"
        r" won['’]?t| doesn['’]?t)?(?: (?:now|then|also|not))* (?P<verb>[a-z]+) "
        r"(?:over |care of )?(?P<what>(?:(?:the|an?|his|her|my|our|their) )?[^,;:?]{2,40}?)"
        r"(?: (?:instead|now|then|too|after all|any ?more))*$"
    ),
    taking=words_in("take takes do does handle handles get gets"),
    asks_who_does=re.compile(
        r"\W*(?:(?:and|so|but|ok)\W+)*who (?:now |will |is going to )*(?P<verb>[a-z]+) "
        r"(?P<what>(?P<one>(?:the|an?|his|her|my|our|their) )?[^,;:?]{2,40}?)(?: now| then)*\W*$",
        re.I,
    ),
    replaces=any_of(
        r"\b(?:instead|in (?:her|his|their|its) place|steps? in|stepping in|stepped in|"
        r"tak(?:es|ing|e) over|took over|fill(?:s|ing)? in|stand(?:s|ing)? in|replac\w+|"
        r"swap\w*|tak(?:es|ing) (?:her|his|their) (?:place|spot|turn))\b"
    ),
    newcomer=re.compile(
        r"\b(?:doing|having|use|using|take|taking|get|getting|do|want|with|for) "
        r"(?P<new>[^.,;:?]{2,30}?) instead\b|\breplac\w+ .{0,40}?\b(?:with|by) "
        r"(?P<then>[^.,;:?]{2,40})|[,;] (?:and )?(?P<rather>(?:(?:the|some|a|an|my) )?"
        r"(?-i:[a-z])[\w’'-]{2,}) instead[.!]*$",
        re.I,
    ),
    adds=each_of(
        r"^(?:(?:oh|yes|ah|right|plus|so),? )*(?:(?:and|also|plus)\s+)+"
        r"(?P<entry>(?:(?!\b(?:is|are|was|were|has|have|will|can(?:not|['’]?t)?|could|comes?|i|we|he|she|they|it|to)\b)"
        r"[^.,;:?!]){3,50}?)(?:,? (?:too|as well|please))*[.!]*$",
        r"^(?:(?:oh|and|ah|so),? )*(?:(?:i|we)(?:['’]ve| have|['’]ll)? )?"
        r"(?:need|want|bought|got|get|take|bring|put|have|add)(?: in)?"
        r"(?: to (?:see|watch|read|visit|try|buy|bring|hear))? "
        r"(?P<entry>(?!it\b|that\b|them\b|this\b)[^.,;:?]{2,40}?),? "
        r"(?:too|as well|also|instead)[.!]*$",
        r"^(?:(?:oh|and|ah|so),? )*(?:(?:i|we)(?:['’]ve| have|['’]ll|['’]d)? )?also "
        r"(?:need|want|like|bought|got|get|take|bring|add|have)"
        r"(?: to (?:see|watch|read|visit|try|buy|bring|hear))? "
        r"(?P<entry>(?!it\b|that\b|them\b|this\b|to\b)[^.,;:?]{2,40}?)"
        r"(?:,? (?:so )?(?:please )?(?:put|add) (?:it|them|that)(?: (?:on|to) (?:there|it|"
        r"(?:the|my|our|that) list)| on)?)?[.!]*$",
        r"^(?:(?:oh|and|ah|so|also|please|can you|could you),? )*(?:put|add|stick|write|include) "
        r"(?P<entry>(?!it\b|that\b|them\b|this\b)[^.:;?]{2,60}?) "
        r"(?:on(?: (?:it|there|(?:the|my|our|that) list))?|to (?:it|(?:the|my|our|that) list))"
        r"(?: too| as well|,? please)*[.!]*$",
        r"^(?:(?:oh|and|ah|so),? )*(?:(?:i|we)(?:['’]ve| have)? )?(?:bought|got|put|packed|added) "
        r"(?P<entry>[^.,;:?]{2,40}?),? (?:(?:they|it)(?:['’](?:re|s)| are| is) )?"
        r"(?:in|on) the (?P<list>[\w’'-]{3,20})(?: too| as well| now)*[.!]*$",
        r"^(?:(?:oh|and|ah),? )*(?:also|plus|new|extra|one more|another|more|added?)(?: \w+){0,2}: "
        r"(?P<entry>[^:?]{2,80}?)[.!]*$",
        r"^(?:(?:oh|and|ah|actually),? )*+(?P<entry>(?!(?:i|we|you|they|he|she|it|there)\b)"
        r"(?:the |my |our )?[\w’'-]+(?: [\w’'-]+){0,3}?"
        r"(?: and (?:her|his|their)(?: [\w’'-]+){1,2}?)?)"
        r"(?:['’](?:s|re|ll)| is| are| will| has| have)? (?:(?:also|now) (?:coming|joining|in|up "
        r"for it|"
        r"playing|said yes|be there|come|join\w*|signed up)|(?:coming|joining|comes?|joins?|joined|"
        r"in|said yes|signed up)(?: us)?,? (?:too|as well|along))\b[^?]*$",
        r"^(?:(?:oh|and|so|also|please|can you|could you),? )*add (?P<entry>(?:[^.,;:?]{2,30}, )"
        r"{1,8}(?:(?:[^.,;:?]{2,30} )?and [^.,;:?]{2,30}?|(?<=, )(?!just\b|not\b|please\b|lots\b|"
        r"but\b|if\b|in case\b)[\w’'-]+(?: [\w’'-]+)?))(?: to (?:it|(?:the|my|our|that) list))?"
        r"(?:,? (?:too|as well|please))*[.!]*$",
        r"^(?:and |also |oh,? )*(?:also )?(?:squeezing in|fitting in|throwing in|adding|taking on|"
        r"(?:i |we )?(?:add|added|put down)) (?P<entry>[^.,;:?]{2,40}?)"
        r"(?: (?:on|to|at|in|after|before|for) [^,?]{2,40})?(?:,[^?]*)?[.!]*$",
    ),
    remark=re.compile(
        rf"(?:,\s+(?:(?={OF_OTHERS})|(?={OWN_CLAUSE})(?!(?:we|i) (?:need|want)\b))|"
        r",?\s+(?:because|since)\b)[^?]*$",
        re.I,
    ),
    adds_instead=each_of(
        r"^(?:(?:and|but|so|then|please),? )*make (?:it|that) (?P<entry>[^.,;:?]{2,40}?)"
        r"(?: instead| then| please)*[.!]*$",
        r"^(?:(?:and|but|so|then|instead|we|i|let['’]?s|please),? )*(?:put|add|include|take|get|"
        r"bring|throw|stick)(?:ing)?(?: in)? (?P<entry>(?!it\b|that\b|them\b|this\b|off\b|out\b)"
        r"[^.,;:?]{2,40}?)(?: in| on| back| instead| too| there)*[.!]*$",
    ),
    joins=each_of(
        r"^(?:(?:oh|and|but|so|actually),? )*(?P<entry>(?-i:[A-Z][\w’-]+(?:,? and [A-Z][\w’-]+)*))"
        rf"{COMES_ANYWAY}",
        r"^(?:(?:oh|and|but|so),? )*(?P<entry>(?-i:[A-Z][\w’-]+(?:,? and [A-Z][\w’-]+)*)) "
        r"(?:(?:has|have|['’]ve|also|just) )*(?:joined|signed up)"
        r"(?: (?:now|too|instead|us))*[.!]*$",
        r"^(?P<entry>(?-i:[A-Z][\w’-]+(?: [A-Z][\w’-]+)?))(?:['’]s| is| will|['’]ll)? "
        r"(?:tak(?:e|es|ing) (?:his|her|their) (?:place|spot)|(?:fill|step|stand)s? in|"
        r"(?:filling|stepping|standing) in|coming instead|comes instead|in|on board|joining)"
        r"(?: (?:now|too|instead|for (?:him|her|them)))?[.!]*$",
    ),
    too=re.compile(r"\b(?:too|as well|also|another|on top)\b", re.I),
    wanted=any_of(
        r"\b(?:(?:don['’]?t|do not|not to|mustn['’]?t) forget|"
        r"jobs?|tasks?|to[- ]?dos?|chores|errands|homework|still to|gotta|need(?:s|ed)?|"
        r"missing|"
        r"repairs|corrections|outstanding|left|remaining|shopping(?: list)?|promised|running low|"
        r"actions?|action points?|must|projects?|snags?|open points|before (?:i|we|they) \w+|"
        r"to (?:do|fix|sort|arrange|organi[sz]e|order|buy|get|finish|book|bring|collect|mend|"
        r"borrow|print|check|clear|clean|go|make|write)|(?:have|need|got) to|"
        r"things (?:i|we) (?:need|have|must|want|still)|"
        r"(?:want|like) to (?:see|watch|read|visit|try|hear|borrow))\b"
    ),
    chores=any_of(
        r"\b(?:(?:don['’]?t|do not|not to|mustn['’]?t) forget|"
        r"jobs?|tasks?|to[- ]?dos?|chores|errands|homework|still to|repairs|corrections|"
        r"outstanding|left|remaining|promised|actions?|action points?|projects?|snags?|"
        r"to (?:do|fix|sort|arrange|organi[sz]e|order|finish|book|bring|collect|mend|go)|"
        r"(?:have|need|got) to|must|things to)\b"
    ),
    obliges=each_of(
        r"\b(?:i|we)(?:'ve| have)?(?: (?:still|also|really|just|now|only|all))* "
        r"(?:need|have|got|ought|promised|agreed|offered|meant|said (?:i|we)'d) "
        r"(?:still |also )?(?:to )(?:still |also )?(?P<what>[^?]+)",
        r"\b(?:i|we)'ve (?:still |also )?to (?P<what>[^?]+)",
        r"^(?:please )?(?:don['’]?t|do not) (?:let me )?forget (?:to |about |that )?"
        r"(?P<what>(?!i\b|it\b|that\b|this\b)[^?:]+)",
        r"\b(?:i|we)(?: (?:still|also|really|just))* (?:must|gotta|should) (?:also |still |just )?"
        r"(?P<what>[^?]+)",
        r"^(?:(?:and|also|still|but|oh|yes|so|ugh|ok|well|right|pff+)\W+)*(?:must|need to|"
        r"have to|got to|gotta|want to|"
        r"should|ought to) (?:still |also )?(?P<what>[^?]+)",
        r"^(?:(?:and|also|oh)\W+)*still (?:need|have|got)(?: to)? (?P<what>[^?]+)",
    ),
    puts_on_list=re.compile(
        r"^\W*(?:please )?(?:put|add|write|note)(?: down)? (?P<what>[^?]{2,80}?) (?:on|to|onto) "
        r"(?:my|the|our) (?:to-?do |task )?list\b",
        re.I,
    ),
    no_obligation=any_of(
        r"^(?:be|say|admit|ask|decide|choose|think|see|know|understand|agree|stay|keep|wait|live|"
        r"work out|figure|walk|wear|sleep|rest|leave|go|come|eat|have|feel|pay|spend|use|change|"
        r"move|get (?:used|up|there|home|out)|remember|consider|make sure|hope|like|not)\b"
    ),
    own_share=re.compile(
        r"^(?:i|i['’]m|i['’]ll)(?: am| will)? (?:doing |do |bring(?:ing)? |sort(?:ing)? (?:out )?|"
        r"mak(?:e|ing) |down for |tak(?:e|ing) (?:care of )?|handl(?:e|ing) |writ(?:e|ing) |"
        r"see(?:ing)? to |look(?:ing)? after |buy(?:ing)? |book(?:ing)? |arrang(?:e|ing) )"
        r"(?P<what>[^?]{3,80})$",
        re.I,
    ),
    asks_done=any_of(
        r"^\W*(?:(?:and|so|wait)\W+)*(?:did|have) (?:i|we) (?:(?:already|actually|ever|"
        r"yet) )?[a-z]+\b"
    ),
    asks_open=any_of(
        r"\b(?:left|still|yet|remain\w*|outstanding|open|unfinished|to be done|not done|pending|"
        r"missing|waiting|undone|isn['’]?t done|in the running)\b"
    ),
    asks_tasks=any_of(
        r"\b(?:to do|have (?:i|we) (?:still )?got|must i|must we|got to|have to|supposed to|"
        r"tasks?|to-?dos?|jobs?|chores?|"
        r"need(?:s)? (?:to|doing)|left for (?:me|us)|promised|to be done|be done|"
        r"on my (?:plate|list|to-?do list)|(?:my|our) (?:to-?do )?list|need to)\b"
    ),
    asks_things=any_of(r"\b(?:buy|get|order|bring|shop|shopping|purchase)\b"),
    headings_of={
        "help": "volunteers helpers",
        "come": "visitors guests invited",
        "visit": "visitors guests",
        "play": "team players squad line-up cast",
        "bring": "packing luggage",
        "pack": "packing luggage",
        "buy": "shopping groceries",
        "bought": "shopping groceries",
        "get": "shopping groceries",
    },
    asks_list=any_of(
        r"^\W*(?:(?:so|and|but|now|ok(?:ay)?|then|well|right|remind me|tell me|again)\W+)*"
        r"(?:what|which|who|whose)\b"
    ),
    asks_past=any_of(
        r"\b(?:had (?:i|we)|did (?:i|we)|originally|at first|to begin with|to start with|was|"
        r"were)\b"
    ),
    counts_tasks=any_of(
        r"^\W*(?:(?:and|so|ok|now)\W+)*how many (?:\w+ )?(?:things?|tasks?|jobs?|to-?dos?|chores|"
        r"errands|items)\b.*\b(?:left|still|open|to do|remain\w*|outstanding|to go)\b"
    ),
    asks_who=any_of(
        r"^\W*(?:(?:so|and|remind me|tell me)\W+)*who (?:is |was |['’]s )?(?:do(?:es|ing)?|"
        r"bring\w*|"
        r"has|gets?|tak\w+|mak\w+|sort\w*|handl\w*|got) what\b|\bwho(?:['’]s| is) on what\b"
    ),
    obtained=re.compile(
        r"^(?:please |and |you can )*(?:tick|check|mark) (?:\S+ ){0,5}off\b|"
        r"\b(?:got|bought|fetched|picked up|packed|found|ordered|read|finished|tried|watched|seen|"
        r"arrived|delivered|done|ticked|collected|borrowed|used up|visited|planted|in the (?:bag|"
        r"case|suitcase|trolley|basket|post|car|box|house)|(?:has|have) come)\b",
        re.I,
    ),
    asks_standing=re.compile(
        rf"{_LEAD}(?:(?:what|who|which \w+|what all)(?:['’]?s| is| are| was| were| do (?:i|we) "
        rf"have|"
        rf" have (?:i|we)(?: got)?)?{_NOW} (?:on|in) (?:it|there|{_THE_LIST})|"
        rf"(?:show|read|give|repeat|list)(?: me| us| out| back)* {_THE_LIST2}|"
        rf"what (?:does|do) {_THE_LIST3} (?:say|look like|hold)){_NOW}\W*$",
        re.I,
    ),
    asks_whether_on=re.compile(
        rf"{_LEAD}(?:is|are|was|were|do (?:i|we) have|have (?:i|we) got|did (?:i|we) "
        rf"put)(?:n['’]t)? "
        rf"(?P<entry>(?!(?:it|they|that|this|there)\b)[^?]{{2,60}}?){_NOW} "
        rf"(?:on (?:it|there)|in (?:it|there)|still (?:in|on|coming|needed)|"
        rf"(?:(?:on|in) (?:the|my|our|that|this)|still an?) (?P<list>[^?]{{2,40}}?))"
        rf"{_NOW}\W*$",
        re.I,
    ),
    asks_number_on=re.compile(
        rf"{_LEAD}how many(?: (?:things|items|entries|names|people|of them))?"
        rf"(?: is| are| was| were| do (?:i|we) have| have (?:i|we) got)?{_NOW} (?:on|in) "
        rf"(?:it|there|{_THE_LIST}){_NOW}\W*$",
        re.I,
    ),
    empties=re.compile(
        rf"{_LEAD}(?:(?:empty|clear|wipe) {_THE_LIST}(?: (?:out|completely))?|"
        rf"(?:remove|delete|take|clear) everything (?:from|off|on) {_THE_LIST2})\W*$",
        re.I,
    ),
    asks_ticked_off=re.compile(
        rf"{_LEAD}what(?:['’]s| (?:have|is|are|has been))(?: (?:i|we))? "
        r"(?:(?:already|all) )*(?:bought|got|packed|ticked off|done|ordered|collected)"
        r"(?: (?:already|so far|yet|off))*\W*$",
        re.I,
    ),
    asks_also=re.compile(
        r"^\W*(?:and|what about|how about)\s+(?:what about\s+)?(?P<entry>[^?.!]{2,40}?)\W*$", re.I
    ),
    bare_list="list lists",
)
