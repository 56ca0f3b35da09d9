"""English patterns of questions, requests, offers and thanks."""

import re

from tidemark.nlp.english.courtesies import COURTESIES
from tidemark.nlp.pack_fields import DialogueActRules

# After "I need to": verbs of tasks, not of plans.
_WANTED = (
    r"plan|find|look for|build|create|make|learn|know|understand|figure out|work out|buy|improve|"
    r"start|organi[sz]e|get|set up|write|design|prepare|update|upgrade|declutter|decorate|fix|"
    r"repair|"
    r"predict|identify|analy[sz]e|compare|choose|pick|book|reserve|translate|develop|enhance|"
    r"reduce|"
    r"explore|expand|throw|host|cook|bake|redecorate|renovate|repaint|research|save|invest|become|"
    r"surprise|realize|try|do|be|see|have|take|go"
)
_ORDERED = (
    r"accept|add|adapt|analy[sz]e|answer|arrange|assist|book|build|calculate|cancel|change|"
    r"check (?!(?:it|this|that|these|out)\b)|clean|collect|compare|compile|compose|configure|"
    r"convert|"
    r"create|debug|delete|describe|design|detail|develop|discuss|divide|download|draft|draw|edit|"
    r"estimate|evaluate|explain|extract|fetch|figure out|find|fix|gather|generate|get|give|guide|"
    r"highlight|identify|implement|improve|install|instruct|interpret|investigate|list|"
    r"look (?:for|up)|make|monitor|name|open|order|organi[sz]e|outline|perform|pick|plan|play|"
    r"predict|prepare|proofread|propose|provide|pull|rearrange|recommend|reformulate|remind|remove|"
    r"rename|repeat|rephrase|replace|research|reserve|retrieve|revise|rewrite|schedule|scrape|"
    r"search|select|send|set|share|show|simplify|solve|sort|start|suggest|summari[sz]e|take|teach|"
    r"tell|track|translate|turn|update|upload|use|visuali[sz]e|walk|write|brainstorm|come up with|"
    r"think of|invent|rank|correct|proof-read|review|shorten|paraphrase|sum(?: \w+){0,3} up|bake|"
    r"cook|sing|"
    r"recap|gimme|"
    r"read(?= (?:me|us|it|that|out)\b)|(?:bring|catch|get)(?= (?:me|us) (?:back )?up\b)|"
    r"fill(?= (?:me|us) in\b)|(?:run|go) (?:me |us )?(?:through|over)"
)
# "Book club meets on Tuesday": the verb is a noun, because another verb follows
_IS_SUBJECT = (
    r"(?!\s+(?!(?:it|that|there|what|here|let)['’])[\w-]+['’]s\s+(?:at|in|on|now|not|off|been|the|"
    r"a|moved|full|going|cancelled)\b)(?!\s+of\s+[\w ]{1,20}:)"
    r"(?!\s+(?!(?:me|us|my|our|your|the|an?|that|this|these|those|it|them|what|how|why|which|who|"
    r"where|when|if|whether|all|any|some\w*|every\w*|each|one)\b)[\w-]+"
    r"(?:\s+(?!(?:that|which|who|where|and|or|to|for|in|of|with|about)\b)[\w-]+){0,2}\s+"
    r"(?:is|are|was|were|has|will|costs?|starts?|begins?|ends?|meets?|arrived|arrives|comes?)\b)"
)
# After a question word or an auxiliary of a question without its mark
_PRONOUN = (
    r"(?:i|you|we|he|she|it|they|there|this|that|these|those|any\w*|some\w+|every\w+|all|both)\b"
)
_SUBJECT = rf"(?:{_PRONOUN}|(?:the|an?|my|our|your|his|her|their|its|no)\b|(?-i:[A-Z])[\w'’-]*)"
_AUXILIARY = (
    r"(?:is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|has|have|had|"
    r"isn['’]?t|aren['’]?t|wasn['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|can['’]?t|won['’]?t)"
)
_OF_ONESELF = (
    r"(?:i|we)(?:['’]d like| would like| want| need| wanna|['’]m (?:planning|trying|hoping|"
    r"looking)|"
    r" am (?:planning|trying|hoping|looking)| plan| have)"
)
_MATERIAL = (
    r"data ?sets?|data|databases?|spreadsheets?|csv|tables?|logs?|log files?|files?|"
    r"documents?|drafts?|"
    r"essays?|reports?|articles?|scripts?|code|repository|surveys?|survey results|transcripts?|"
    r"recordings?|photos?|images?|pdfs?|contracts?|presentations?|slides|cv|resume|résumé|"
    r"manuscripts?|measurements|samples|records|statistics"
)

DIALOGUE_ACTS = DialogueActRules(
    courtesy=re.compile(
        r"\W*(?:(?:(?:many |much )?thanks?(?: you| u)?(?: (?:so|very) much| a (?:lot|bunch|million|"
        r"ton)| again)*|thank ?(?:you|u)|thx|ty|ta(?: very much)?|cheers|merci|hi|hello|hey|hiya|"
        r"howdy|welcome back|"
        r"(?:good|have a (?:good|nice|great|lovely)) (?:morning|afternoon|evening|night|day|one|"
        r"weekend)|how are (?:you|things)(?: doing| today| going)*|how['’]?s it going|what['’]s up|"
        r"nice to meet you|bye(?:[ -]bye)?|goodbye|see (?:you|ya)|"
        r"(?:talk|speak|chat)(?: to you)? (?:soon|later|tomorrow)|later|soon|tomorrow|take care|"
        r"ok(?:ay)?|k|"
        r"great|nice|cool|perfect|wonderful|super|lovely|brilliant|fantastic|amazing|excellent|"
        r"neat|fab(?:ulous)?|ace|phew|(?:that['’]s |that is )?(?:a (?:weight|load) off my (?:mind|"
        r"shoulders)|one less thing to worry about|(?:such )?an? (?:great |big |huge )?(?:help|"
        r"relief)|good to (?:know|hear))|"
        r"sweet|wow|yay|haha(?:ha)*|lol|sure|yes|yeah|yep|yup|no|nope|nah|right|exactly|indeed|"
        r"of course|got it|gotcha|i see|understood|fair enough|no problem|no worries|"
        r"never mind|nvm|(?:sounds|looks|works|all) (?:good|great|fine)(?: to me)?|awesome|"
        r"that(?:['’]s| is| was| helps?)(?: (?:really|very|so|just))? ?"
        r"(?:great|all|helpful|fine|good|it|nice|kind|perfect|a lot|me a lot|useful|"
        r"what i needed)?|"
        r"you(?:['’]re| are)(?: (?:really|so|very|the|an?))* (?:great|amazing|awesome|best|welcome|"
        r"helpful|kind|star|legend|lifesaver|sweet|wonderful|fantastic)|well done|good (?:job|work|"
        r"bot)|nice (?:work|one)|i (?:really )?appreciate (?:it|that|this|your help)|"
        r"i (?:love|like) (?:it|this|that|you)|much appreciated|"
        r"will do|there|all|then|for (?:now|today)|for (?:all )?(?:that|this|it|your help|"
        r"the help|everything|helping)|you|me|my friend|everyone|so much|very much|well|done|"
        r"alright|very helpful|good|fine|and(?= thank))(?!\w)\W*)+",
        re.IGNORECASE,
    ),
    thanks=re.compile(
        r"\W*(?:(?:great|ok(?:ay)?|super|perfect|nice|cool|wow|ah|oh|haha|lol|yes|right)\W+)*"
        r"(?:many )?"
        r"(?:thanks?(?: you)?|thx|cheers|ta)\b"
        r"(?: (?:so|very) much| a (?:lot|bunch|million|ton))*\W*"
        r"(?:for [^\d?,;:]{1,60}|you(?:['’](?:re|ve)| are| have| were)? [^\d?,;:]{1,40}|"
        r"(?:that|this|it)(?:['’]?s| is| was| really| will| has)* (?:\w+ ){0,3}(?:great|help\w*|"
        r"sav(?:es?|ed)|works?|worked|useful|perfect|nice|kind|good|handy)\b[^\d?,;:]{0,40}|"
        r"(?-i:(?!(?:i|my|we|our|me|us)\b)[a-z'’]+\W*){1,2})\W*",
        re.IGNORECASE,
    ),
    disputes=re.compile(
        r"\W*(?:(?:no|nope|sorry|but|well|i think)\W+)*(?:you(?:['’]re| are) (?:wrong|mistaken)|"
        r"(?:that|this|it)(?:['’]s| is| was) (?:wrong|false|incorrect|a mistake|"
        r"not (?:right|true|correct|so))|(?:that|this|it) isn['’]?t (?:right|true|correct|so)|"
        r"wrong|not true|incorrect)\W*",
        re.IGNORECASE,
    ),
    requests=re.compile(
        r"(?:^|[.!?\n]\s{0,4}|[,;:]\s{0,4}(?=please\b|kindly\b|(?:can|could|would|will) you\b|"
        r"help me\b))(?:please |kindly |now |then |so |ok |okay |also |hey |hi |just |"
        r"and )*(?:"
        r"(?:can|could|would|will) you\b|help me\b|"
        rf"{_OF_ONESELF}\s+you to\b|(?:i|we) need (?:some |a few |your |more )*"
        r"(?:tips|ideas|help|advice|suggestions)\b|"
        rf"(?:{_ORDERED}){_IS_SUBJECT}\s+[\w'‘“]|sum (?:it|this|that|everything)(?: all)? up\b|"
        r"(?:(?:an?|the|my|our|short|quick|full|brief) )*(?:summary|recap|overview|list|"
        r"to-?do(?: list|s)?)\b[^.:,;?!\n]{0,30}\b(?:please|pls|plz)\W*$|"
        r"(?:continue|go on|keep going|carry on|"
        r"(?:a (?:bit|little) |much |even )?(?:shorter|longer|simpler))(?:,? please)?\W*$)",
        re.IGNORECASE,
    ),
    wishes=re.compile(
        r"(?:^|[.!?:;,\n]\s{0,4})(?:now |then |so |ok |okay |also |hey |hi |and )*(?:"
        rf"{_OF_ONESELF}\s+(?:help |us |me )?to\s+(?:\w+ )?(?:{_WANTED})\b|"
        r"(?:i|we)(?:['’]m| am|['’]re| are) (?:looking for|interested in|struggling)|"
        r"(?:i|we) need (?:an?|some|new|more)\b)",
        re.IGNORECASE,
    ),
    asks_advice=re.compile(
        r"(?:^|[.!?:;,\n]\s{0,4})(?:now |then |so |ok |okay |also |hey |hi |and )*(?:"
        r"(?:what|which|how|where) .{0,40}(?:should|can|could) (?:i|we)\b|"
        r"what are (?:some|the best)\b)",
        re.IGNORECASE,
    ),
    asks_to_be_told=re.compile(
        r"\b(?:tell|remind) (?:me|us) (?:again )?(?:what|when|who|whose|where|which|whether|if|why|"
        r"how(?! to\b))\b|\b(?:do|can) you (?:still |maybe )?(?:remember|recall|know)\b",
        re.IGNORECASE,
    ),
    asks_to_keep=re.compile(
        r"^\W*(?:(?:can|could|would|will) you )?(?:please )?(?:also )?(?:remember|note(?: down)?|"
        r"keep in mind|bear in mind|write down|save)(?: for me)?(?: that\b|\s*:)|"
        r"^\W*(?:let['’]s )?make (?:it|that) (?:the (?=\d)|[€$£]?\s?(?=\d)|(?=\w+day\b)|"
        r"(?=(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)\b))"
        r"(?!\w+ (?:words?|lines?|sentences?|paragraphs?|pages?|points?|bullets?|characters?)\b)",
        re.IGNORECASE,
    ),
    dictates=re.compile(
        r"^\W*(?:(?:please|ok(?:ay)?|can you|could you|so|and|now|let['’]s|here['’]s|this is|"
        r"i (?:want|need|have))\W+)*"
        r"(?:(?:make|start|begin|create|open|keep|write|draw up|put together|note)(?: me| us| "
        r"down)*"
        r"(?: an?| the| my| our| this| another)*(?: new)? |(?:an?|the|my|our|new) (?:new )?|"
        r"(?=list(?: for\b|:)))"
        r"(?P<called>list (?:called|named|titled) [\"“‘']?)?"
        r"(?P<head>(?(called)[^\"“”:?,.\n]{2,40}?|(?:(?!of\b)[\w'’-]+ ){0,3}?(?:\w+[- ]?)?list\b"
        r"(?: (?:for|of|to|with|from|at|before|i|we)\b[^:?\n]{1,50}?)?))"
        r"(?(called)[\"”’']?(?::|,? (?:with|containing)\b)|(?::|\s[-–—]))\s+"
        r"(?P<list>[^?]+)$",
        re.IGNORECASE,
    ),
    asks=re.compile(
        r"^(?:max|maximum|about|roughly) how (?:many|much)\b|"
        r"^[^.;!?]{4,80}[,:] (?:what(?:['’]s| is| does that)|how (?:much|many))\b[^,.;!?]{2,60}$|"
        r"^\W*(?:(?:and|but|so|ok|okay|well|hey|hi|also|oh|sorry)\W+)*(?:(?:who|whom|whose|which|"
        r"why)\b|(?:what|who|where|when|how)['’]?s\b|"
        r"(?:in|to|on|at|for|by|from|of|with|about|until|since|against|after|before|under|near) "
        r"(?:what|which|whom|how|when)\b|"
        r"what\b(?!\s+(?:an?|i|we|he|she|they)\b)|"
        r"how\b(?!\s+(?:nice|lovely|great|sweet|cool|sad|awful|wonderful|funny)\b)|"
        rf"(?:when|where)(?=\W*$|\s+(?:exactly|else|to|{_AUXILIARY})\b)|"
        rf"(?!(?:have|had)\b){_AUXILIARY}\s+{_SUBJECT}|(?:have|had)\s+{_PRONOUN}|"
        r"does\s+[a-z][\w'’-]+\s+[a-z]|"
        r"(?:is|was|are|were) [\w'’-]+ [\w'’-]+ (?:his|her|their|its|an?|the)\b|"
        r"any(?:thing|body|one)?\b)"
        r"(?!\s+i\s+said)",
        re.IGNORECASE,
    ),
    asks_of_person=re.compile(
        r"\W*(?:(?:and|but|so|ok|okay|well|hey)\W+)*(?:is|was|does|did|has|can|will|should)\s+"
        r"(?P<name>[\w'’-]+)(?:\s+[\w'’-]+){1,6}\W*",
        re.IGNORECASE,
    ),
    turns_to_ask=re.compile(
        r"[,;:-]\s{1,4}(?:(?:and|so|but|or)\s+)?(?=(?:can|could|would|will) you\b|"
        r"(?:can|could|should|do|did|have) (?:i|we)\b|"
        r"(?:what|how|which|when|where|who|why|is|are|do|does|any)\b[^,;]*\?)",
        re.IGNORECASE,
    ),
    resource=re.compile(
        r"^\W*(?:(?:hi|hello|hey|ok|okay|so|well)\W+)?(?:"
        r"(?:i|we)(?:['’]ve| have)(?: got| collected| gathered| recorded| uploaded| downloaded)?|"
        r"here(?:['’]s| is| are)|this is|"
        r"(?:i|we)(?: just| already)? (?:uploaded|downloaded|collected|gathered|attached|got|"
        r"recorded))\s+"
        rf"(?P<object>(?:[\w-]+\s+){{0,4}}?(?:{_MATERIAL})\b"
        r"(?:\s+(?:of|about|on|from|with|for|in)\s+[^.?!,;]{2,50})?)",
        re.IGNORECASE,
    ),
    resource_words=25,
    settled=re.compile(r"\([^()]+\)\s*$"),
    role_play=re.compile(
        r"^\W*(?:now |please )?(?:imagine|pretend|act|suppose|assume|you are|picture|embody|"
        r"take on)\b|"
        r"\b(?:role|persona|character) of\b|\bact (?:as|like)\b|\bmy first request\b",
        re.IGNORECASE,
    ),
    own_task=re.compile(
        r"\b(?:my|our|myself)\b|^\W*(?:I|I['’](?:m|d|ve|ll)|we)\b|\b(?:for|help) me\b|"
        r"\bI (?:can|could|should)\b",
        re.IGNORECASE,
    ),
    plans=re.compile(
        r"^\W*(?:please )?(?:plan|organi[sz]e|arrange|recommend|(?:can|could) you (?:plan|"
        r"recommend))\b|"
        r"\b(?:workout|exercise|meal|training|fitness|study|diet|cleaning) "
        r"(?:plan|routine|schedule|program)",
        re.IGNORECASE,
    ),
    asks_knowledge=re.compile(
        r"\b(?:explain|describe|what (?:is|are) (?:the|a|an)\b(?! best| right)|who|why|when|"
        r"difference between|overview|history|facts?|pros and cons|summar\w+|teach me about|"
        r"tell me about|timeline|understand)\b",
        re.IGNORECASE,
    ),
    counted=re.compile(
        r"\b(?:two|three|four|five|six|seven|eight|nine|ten|top|\d+)\b", re.IGNORECASE
    ),
    picks_number=re.compile(
        r"\W*(?:(?:i (?:mean|meant|want|choose|pick)|let['’]s (?:take|do)|rather|maybe|probably|"
        r"it['’]s)\s+)?"
        r"(?:the\s+|number\s+|option\s+|no\.?\s*)*"
        r"(?P<place>[1-6]|one|two|three|first|second|third|last|1st|2nd|3rd)"
        r"(?:\s+(?:one|option|reading|interpretation))?(?:,?\s+please)?\W*",
        re.IGNORECASE,
    ),
    answer_anyway=re.compile(
        r"^\W*(?:please )?(?:just )?(?:answer|go ahead|do it|try)(?: it)?"
        r"(?: anyway| anyhow| regardless)?\W*$",
        re.IGNORECASE,
    ),
    changes_subject_openly=re.compile(
        r"\b(?:never ?mind|forget (?:it|that|about it)|by the way|btw|something else|cancel that|"
        r"(?:a )?(?:different|another) (?:question|topic|matter)|chang(?:ing|"
        r"e of) (?:the )?subject)\b",
        re.IGNORECASE,
    ),
    courtesies=COURTESIES,
)
