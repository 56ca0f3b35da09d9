"""English patterns of questions, requests, offers and thanks."""

import re

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
    r"tell|track|translate|turn|update|upload|use|visuali[sz]e|walk|write"
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
        r"\W*(?:(?:thanks?(?: you)?(?: so much| very much| a lot)?|thx|cheers|hi|hello|hey|"
        r"good (?:morning|afternoon|evening|night)|bye|goodbye|see you(?: later| soon)?|ok(?:ay)?|"
        r"great|nice|cool|perfect|wonderful|sure|yes|no|yep|nope|right|got it|i see|understood|"
        r"never mind|sounds good|awesome|that(?:['’]s| is| was) (?:great|all|helpful|fine|good|it)|"
        r"will do|there|all|then|for now|for (?:that|this|your help|the help|everything)|well|done|"
        r"alright|very helpful)\W*)+",
        re.IGNORECASE,
    ),
    disputes=re.compile(
        r"\W*(?:(?:no|nope|sorry|but|well|i think)\W+)*(?:you(?:['’]re| are) (?:wrong|mistaken)|"
        r"(?:that|this|it)(?:['’]s| is| was) (?:wrong|false|incorrect|a mistake|"
        r"not (?:right|true|correct|so))|(?:that|this|it) isn['’]t (?:right|true|correct|so)|"
        r"wrong|not true|incorrect)\W*",
        re.IGNORECASE,
    ),
    requests=re.compile(
        r"(?:^|[.!?:;,\n]\s{0,4})(?:please |kindly |now |then |so |ok |okay |also |hey |hi |"
        r"and )*(?:"
        r"(?:can|could|would|will) you\b|help me\b|"
        rf"{_OF_ONESELF}\s+(?:you |help |us |me )?to\s+(?:\w+ )?(?:{_WANTED})\b|"
        r"(?:i|we)(?:['’]m| am|['’]re| are) (?:looking for|interested in|struggling)|"
        r"(?:i|we) need (?:a|an|some|new|tips|ideas|help|advice|more)\b|"
        r"(?:what|which|how|where) .{0,40}(?:should|can|could) (?:i|we)\b|"
        rf"what are (?:some|the best)\b|(?:{_ORDERED})\s+[\w'‘“]|"
        r"(?:continue|go on|keep going|carry on|"
        r"(?:a (?:bit|little) |much |even )?(?:shorter|longer|simpler))(?:,? please)?\W*$)",
        re.IGNORECASE,
    ),
    asks=re.compile(
        r"^\W*(?:(?:and|but|so|ok|okay|well|hey|hi|also)\W+)*(?:who|whom|whose|what|which|when|"
        r"where|why|"
        r"how|is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|has|have|had|"
        r"isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|what['’]s|who['’]s|where['’]s|any|"
        r"anything)\b"
        r"(?!\s+i\s+said)",
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
)
