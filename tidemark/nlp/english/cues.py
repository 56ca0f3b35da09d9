"""English cues of preferences, constraints, decisions and todos.

A text of several lines is one pattern, its lines are alternatives.
"""

from tidemark.nlp.cues import Cues, acts_in
from tidemark.nlp.english import small_talk
from tidemark.nlp.english.answer_types import RISKY_FOODS
from tidemark.nlp.english.lexicon import LEXICON
from tidemark.nlp.patterns import any_of, each_of, line_alternatives

# A reminder for the person, and not "a reminder to Tom" or "the alarm to silent"
REMINDER = (
    r"(?:(?:reminder|notification)s?\b"
    r"(?! to (?:(?:the|my|our|your|his|her|their|him|them|all|everyone|everybody)\b|"
    r"(?-i:[A-Z])[\w’'-]*(?:\W*$| (?:about|that|to|of|for|and)\b)))|"
    r"alarms?(?=\W*$|[:,]| (?:for|tomorrow|tonight|(?:at|by|in|around|on) "
    r"(?:\d\w*|noon|midnight|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|\w+day))\b))"
)
_I_AM = r"\bi(?:'m| am)"
_I_WOULD = r"\bi(?:'d| would)"
_ME = r"(?:I|I'm|I've|I'd|I'll|we|we're|we've|we'll)"
# The beginning of an independent clause.
_SUBJECT = (
    rf"(?:{_ME}|(?:my|our)(?: \S+){{1,3}} "
    r"(?:is|are|was|were|has|have|had|will|needs?|got|went|lives?|works?))"
)
# "… and I prefer it over the other" cannot stand alone.
_NO_PRONOUN = (
    r"(?!\S+ (?:\w+ly |also |still |just )?\w+ (?:it|them|that|this|those|these|one|both)\b)"
)
# The beginning of a question after a comma.
_QUESTION = line_alternatives(
    r"""
    (?:can|could|would|should|is|are|was|were|do|does|did|will|have|has|am) (?:you|i|we|it|this)
    (?:can|could|would|should|is|are|was|were|do|does|did|will|have|has) (?:that|there|the|they|my)
    (?:could|can) someone|(?:is|are|was|were) \w+ing
    how (?:can|do|should|would|could|might|much|many|does)
    what(?:'s| is| are| do| should| would| can)|where (?:do|can|should)
    any (?:tips|advice|ideas|suggestions)|here's|here is
    """
)
_LIMITED = line_alternatives(
    r"""
    no more than|at most|at least|under|below|within|less than|up to|not exceed\w*
    (?:a )?(?:maximum|minimum) of|(?:limited|limit|cap|capped) (?:of|to|at)
    """
)
_BINDING = (
    r"\b(?:keep|stay|remain|must|needs?|should|want|limit\w*|target\w*|aim\w*|be|fit|finish|meet|"
    r"cap\w*|spend)\b"
)
_NOT_TO_FORGET = r"(?:don['’]?t|do not) (?:let me )?forget (?:to |about |that )?"


_LEADING_ON = LEXICON.determiners | LEXICON.prepositions


def _parts_tasks(before: str, after: str) -> bool:
    """Return whether ``after`` begins with a verb: "buy milk" and "call Anna" are two tasks."""
    word, *rest = after.lower().removeprefix("to ").split() or [""]
    is_verb = word.strip(".,") in LEXICON.verbs | _ACT_WORDS
    has_object = bool(rest) and rest[0] in LEXICON.determiners and word not in _LEADING_ON
    return len(before.split()) > 1 and (is_verb or has_object)


def _is_task(text: str) -> bool:
    """Return whether ``text`` is an order of two words or more: "paint the stand"."""
    words = text.lower().strip(" .,").split()
    return len(words) > 1 and (words[0] in _ACT_WORDS or words[0] in LEXICON.verbs)


_ACT_WORDS = frozenset(
    "apply arrange ask book borrow bring buy call cancel chase check clean collect confirm deliver "
    "email file fill find finish fix get give hand hang invite measure order pack pay phone pick "
    "post print register renew rent repair reserve return ring sell send sign sort submit tell "
    "transfer visit wash write".split()
)  # A note to oneself: "order flowers by Tuesday", and not "send me a list by Tuesday"
_ERRAND = (
    r"(?:order|buy|call|ring|phone|book|pay|collect|pick up|return|renew|cancel|post|email|send|"
    r"text|fetch|clean|wash|pack|print|sign|submit|hand in|drop off|reserve)"
    r"(?! (?:me|us|it|that)\b)"
)
_DEADLINE = (
    r"\b(?:tomorrow|today|tonight|(?:by|before|on|this|next) (?:the )?(?:\w+day|week|month|\d))"
)

CUES = Cues(
    language="en",
    # Breaks between independent clauses; the break itself is dropped.
    clause_breaks=any_of(
        r"\s*;\s+",
        r"\s+[–—-]+\s+",
        rf"\s*,?\s+(?:but|so|though|although|cuz|'cause)\s+"
        rf"(?=(?:{_SUBJECT}|it|it's|the|maybe|that|if|now)\b){_NO_PRONOUN}",
        rf"(?:\s*,\s+(?:(?:and|but|so|then)\s+)?|\s+(?:and|but|so)\s+)(?={_QUESTION})",
        rf"\s*,\s+(?:and\s+)?(?=(?:{_SUBJECT}|maybe|like what)\b){_NO_PRONOUN}",
        rf"\s+and\s+(?={_SUBJECT}\b){_NO_PRONOUN}",
        r"\s*,\s+(?=(?:which|who)\s+(?:is|was|are|were)\s+(?:so|really|very|awesome|great|"
        r"super)\b)",
    ),
    lead_ins=small_talk.LEAD_INS,
    tails=small_talk.TAILS,
    # Questions, with or without a question mark.
    questions=any_of(
        r"^(?:how|what|why|when|where|which|who|whose)(?:'s)? (?:can|could|do|does|did|is|are|was|"
        r"were|should|would|will|much|many|long|often|far|"
        r"\w+ (?:do|does|is|are|should|would|can))\b",
        r"^(?:please |now )?show (?:me|us) (?!how\b)\w+ \w+",
    ),
    # Requests for an answer now: neither facts nor todos.
    requests=any_of(
        r"^(?:do|will|have|has)\s+(?:you|i|we|it|this|that|there|they|the|my|someone|he|she)\b",
        r"^(?:can|could|would|should|does|did|is|are|was|were|may|might|shall)\s+\w+ \w+",
        r"\b(?:can|could|would) (?:you|someone)\b|^you (?:can|could|might|would)\b",
        r"^(?:how|what|why|when|where|which|who|whose|here(?:'s| is| are))\b",
        r"^(?:please )?(?:help|show|tell|explain|give|review|suggest|provide|create|write|make)\b"
        r"(?! sure)",
        r"^(?:please )?(?:summari[sz]e|sum up|recap|list (?:all|everything|what|my|our)|repeat)\b",
        rf"{_I_AM} (?:not (?:really |entirely |quite |too )?sure|wondering|curious)\b",
        r"\bi (?:need|want|would like|'d like) (?:some |your |more )?"
        r"(?:help|advice|guidance|tips|you to)\b",
        r"\bi(?:'d| would)? (?:also )?(?:like|want|need|love) to "
        r"(?:know|understand|ask|hear|see|learn how)\b",
        r"\bany (?:tips|advice|ideas|suggestions|thoughts)\b",
        r"^remind me (?:what|how|why|where|who|when|which|whether|if)\b",
    ),
    # Words left at the end when the rest of a clause is removed.
    last_joint=any_of(r"[\s,–—-]+(?:and|but|so|because|or|that|which|though|cause)?\s*$"),
    preferences=each_of(
        r"\bi(?:'d| would)? "
        r"(?:really |much |generally |usually |always |still )?prefer(?:red)? \w+",
        rf"{_I_WOULD} (?:much )?rather\b",
        r"\bmy (?:\w+ )?fav(?:ou?rite|e)s?\b(?: \S+){0,4} "
        r"(?:is|are|was|would be|has (?:always )?been)\b",
        r"(?:\b(?:is|are)|'s|'re) (?:definitely |still |also |probably )?(?:one of )?"
        r"my (?:\w+ )?fav",
        _I_AM
        + line_alternatives(
            r"""
            a (?:big|huge|real) fan of|not a (?:big )?fan of|fond of|keen on
            (?:really |super |so )?into|(?:really )?passionate about|not (?:really )?into
            """,
            before=" ",
        ),
        r"\bi (?:really |also |just |absolutely |still |do )*"
        r"(?:like|love|enjoy|hate|dislike|adore|(?:can['’]?t|cannot) stand) \w+",
        r"\bi (?:don['’]?t|do not|never|no longer)(?: really)? "
        r"(?:like|want|enjoy|care for|eat|drink)\b",
        r"^(?:please )?(?:always|never)\s+"
        + line_alternatives(
            r"""
            \w+(?:ing|ed)|been|had|thought|seen|saw|say|got|heard|tried|knew|gonna|wanted|good
            nice|great|happy|glad|here|there|full|up|in|on|so|fun|more|a|the
            """,
            before="(?!",
            after=r"\b)",
        )
        + r"[a-z]+\b",
        r"\bplease (?:keep|don['’]?t|do not|avoid|answer|reply|respond|call me|write|format|use)\b",
        r"\bcall me [A-Z]",
        r"^i (?:always|usually|never|typically) (?!(?:really|thought|been|had|studied|done|written|"
        r"feel|felt|think|say|loved|wanted|knew)\b)\w+",
    ),
    no_preference=any_of(
        r"\bi (?:\w+ )?(?:like|love|enjoy|hate) "
        r"(?:that|this|how|it|your|you|the (?:way|idea|sound)|seeing|hearing|what|when|these|those|"
        r"them|him|her|to (?:see|hear|know|learn|ask))\b",
        rf"{_I_WOULD} (?:like|love)\b",
        r"\bi never (?:thought|knew|imagined|realised|realized)\b",
        r"^(?:it|they|that|this|these|those)(?:'s| is|'re| are| was| were)? ",
        r"\bi always (?:say|said|wondered|think|thought|knew)\b",
        r"\b(?:would|do|did) you\b|\byour fav",
    ),
    # Words that negate the text after them.
    denies=any_of(
        r"\b(?:not|never|if|than|unless|without|when|where|how|who|that|which|what)\b|n't\b"
    ),
    constraints=each_of(
        rf"{_BINDING}.{{0,60}}{_LIMITED}\s+[$€£]?\d",
        r"\b(?:my|our) (?:\w+ )?(?:budget|deadline|limit)\b(?! (?:tracker|app|proposal|tool|"
        r"sheet))",
        r"\bmy (?:\w+ )?(?:allergy|allergies|diet)\b",
        r"\b(?:the|a|our|with a) (?:\w+ ){0,2}(?:budget|deadline|limit) (?:is|of)\b",
        r"\b(?:have|meet|make|hit|got) (?:a|the|my|our) (?:\S+ ){0,3}deadline\b",
        rf"{_I_AM} (?:allergic|vegetarian|vegan|lactose|gluten|diabetic|coeliac|celiac|pregnant|"
        r"intolerant|only (?:free|available|able)|on a (?:budget|diet))\b",
        r"\b(?:is|are|'s|'re) (?:\w+ )?(?:allergic|intolerant) to\b",
        r"\b(?:is|are|'s|'re) (?:a )?(?:vegetarian|vegan|diabetic|coeliac|celiac|pregnant)\b",
        r"\b(?:can['’]?t|cannot|must not|mustn['’]?t|may not|doesn['’]?t|does not|won['’]?t) eat\b",
        r"\b(?:can['’]?t|cannot|must not|mustn['’]?t|may not|not allowed to|shouldn['’]?t) "
        rf"(?:eat|have|drink|tolerate) (?:any )?{RISKY_FOODS}",
        r"\b(?:i|we) (?:can only(?! imagine)|must not|mustn't|am not allowed to|may not) \w+",
        r"\bi (?:can['’]?t|cannot) (?:eat|have|drink|use|go|travel|work|attend|come|make it|afford|"
        r"spend|exceed|meet|do|take|fly|drive|stay|leave|share|install|change|run|pay|be)\b",
        r"\b(?:it|they|everything|we) "
        r"(?:must(?! have\b)|has to|needs to|should not|shouldn['’]?t|cannot|can['’]?t) "
        r"(?:be(?! (?:so|such|really|very|\w+ing|awesome|great|amazing|nice|tough|hard|fun|cool|"
        r"incredible)\b)|have(?! been)|run|work|fit|stay|support|use|not|contain|include|cost)\b",
        r"\b(?:without (?:using )?(?:any )?(?:external|extra|third-party)|no external)\b",
        r"\b(?:(?:is|are|was|'s) due|deadline)\b.{0,30}\d",
    ),
    no_constraint=any_of(
        r"^if\b",
        r"\b(?:can['’]?t|cannot) (?:wait|believe|help but|imagine|thank|go wrong|complain|stop)\b",
        r"\bi (?:have to|must) (?:say|admit|agree|ask|tell)\b",
    ),
    decisions=each_of(
        r"\blet's (?:go with|buy|book|rent|use|stick (?:with|to)|do|take|choose|pick|settle on)\b",
        r"^(?:(?:ok(?:ay)?|so|then|right|well|yes),? )*let's (?:plant|put|meet|invite|paint|hang|"
        r"order|ask|hire|serve|grow|build|leave|have|hold|drop|skip|add|cook|bake|visit|move|set|"
        r"schedule|start (?:at|on|in|with)) (?:\S+ )+\S+",
        r"\b(?:i|we)(?:'ve| have)? (?:finally |just |recently )?"
        + line_alternatives(
            """
            decided|agreed|opted|chosen|settled on|chose|picked(?! up)|committed to|signed up
            made up my mind|rejected
            """
        ),
        r"\b(?:i|we)(?:'ll| will) (?:go with|take|go for|stick (?:with|to)|choose|pick|use)\b",
        r"\b(?:i'm|i am|we're|we are) going with\b",
        r"\buse (?:\S+ ){1,6}instead\b",
        r"\b(?:the|my|our) (?:final )?decision is\b",
        r"\bi(?:'ve| have) made (?:the|a|my) decision\b",
    ),
    no_decision=any_of(
        r"\b(?:haven['’]?t|have not|not|can['’]?t|didn['’]?t|yet to|if|whether|"
        r"before) (?:\w+ )?(?:decid|chos)",
        r"^(?:let's )?(?:keep|hope|stay|see|make sure|all|continue|support)\b",
        r"\blet's (?:do (?:it|this|that|our)|take a (?:look|break)|use (?:this|that|it)\b)",
        r"\btake (?:care|a look|it|that|your|some time|note)\b",
        r"\?$",
    ),
    # Todos that may be requested: "can you remind me to call the bank?"
    reminders=each_of(
        r"\bremind me (?:in|on|at|next|tomorrow|tonight|this|by|before)(?: \S+){0,3}? to "
        r"(?P<what>.+)",
        r"\bremind me (?:to |about |of |that )?(?P<what>.+)",
        rf"\b(?:set|put|create|make|add|schedule)(?: up)? (?:me )?an? {REMINDER}"
        r"[^:]{0,30}?(?::\s*| (?:to|about|that) )(?P<what>(?!\d).+)",
        r"\bto[- ]?dos?\b(?: for (?:me|us|today|tomorrow|this week))?\s*[:–-]\s*(?P<what>.+)",
        r"^(?:my |the )?(?:jobs|tasks|chores|errands)(?: (?:for|to do|left)[^:]{0,20})?\s*:\s*"
        r"(?P<what>.+)",
        r"^(?:i |we )?(?:still )?(?:have|need|must|got)(?: to)?(?: do)?\s*:\s*(?P<what>.+)",
        r"^(?:please )?(?:add|put|write) (?P<what>.+?) (?:down )?(?:to|on) "
        r"(?:my|our|the) (?:to-?do |to do |task )?list\b",
        r"\bplease (?P<what>(?!help|explain|provide|show|tell|give)[a-z]+ .+ by (?:\w+day|tomorrow|"
        r"tonight|the end|next|noon|\d|[A-Z]\w+ \d).*)",
    ),
    task_heading=any_of(
        r"^(?:(?:so|and|now|also|next|then|ok|okay|still|things|what's|what|is|are|i|we|have|need|"
        r"got|left|on|for|my|our|the|a|few|some|more|this|week|today|tomorrow)\W+)*"
        r"(?:(?:don['’]?t|do not|not to|mustn't) forget|remember|"
        r"to[- ]?dos?|to[- ]?do list|to (?:do|arrange|organi[sz]e|sort(?: out)?|fix|finish)|"
        r"tasks?|jobs?|chores?|errands?|outstanding|unfinished|open points|(?<=my )list|"
        r"(?<=our )list|(?<=my )plate)"
        r"(?: (?:left|to do|for (?:me|us|today|tomorrow|this week)|so far|list|still))*$"
    ),
    is_task=_is_task,
    # "Remind me what we decided" asks
    no_reminder=any_of(
        r"^(?:what|how|why|where|who|when|which|whether|if|you|it|this|us)\b",
        r"^(?:later|tomorrow|tonight|(?:on |next )?\w+day)\W*$",  # no task yet
    ),
    todos=each_of(
        rf"^(?:please )?{_NOT_TO_FORGET}(?P<what>.+)",
        r"^(?:please )?remember to (?P<what>.+)",
        r"^(?:(?:and|so) )?we still (?:need|have|'ve got|have got|ought) to (?P<what>.+)",
        r"^(?:still )?(?:must|gotta) (?P<what>.+)",
        r"\bi(?:'ve| have) got to (?P<what>.+)",
        r"\bi (?:must not|mustn't|can['’]?t|cannot) forget (?:to |about |that )?(?P<what>.+)",
        r"\bi(?: still| also| really| just)? (?:need|have|'ve got|have got|ought) to (?P<what>.+)",
        r"\bi've(?: still)? to (?P<what>.+)",
        r"\bi(?:'ve| have)? gotta (?P<what>.+)",
        r"^i(?:'ll| will) (?P<what>.+)",
        r"\bi must (?P<what>.+)",
        rf"^(?P<what>{_ERRAND} (?:\S+ ){{1,5}}?{_DEADLINE}.*)",
        r"^(?P<what>(?:buy|call|phone|ring|pay|order|pick up) (?!me\b|us\b|it\b|that\b)"
        r"(?:(?:the|my|our|some|a) )?\w+(?: \w+)?)$",
        r"^(?P<what>(?!if |when )[^?]{3,80}?\b(?:needs?|has|have|must)(?: still)?(?: to)? be "
        r"(?:paid|booked|ordered|sent|returned|signed|renewed|submitted|cancelled|confirmed|"
        r"reserved|handed in|filled in|picked up|collected) (?:by|before|until|no later than) .+)",
    ),
    # After those words it is not a todo.
    no_todo=any_of(
        line_alternatives(
            r"""
            why|how|what|that|who|where|you|know|understand|ask|figure out|say|admit|agree|be
            find out|make sure|ensure|decide|think|see|tell you|consider|handle|choose|learn|help
            improve|stay|keep|remember|focus|believe|have|feel|enjoy|find (?:joy|peace|out)
            celebrate|continue|become|grow|look (?:at|into|forward)|start (?:with|by)
            go (?:through|with|for|ahead)|take|use|pick(?! up)|stick|never|always|definitely
            probably|also|not|try|let|give (?:it|that|you)|check (?:it|that|them|out)|miss|support
            cheer
            do (?:my|it|that|this)|talk to you|get back|catch|need|want|like|love|forget|leave a
            make a (?:difference|change)|share (?:it|that)|solve|inspire|cherish|appreciate|hold
            work (?:on|hard)|meet my|end with|get (?:it|this|used)|hang|provide|spend
            """,
            before=r"^(?:(?:just|also|still|really|definitely|probably|always|never) )*",
        ),
        r"^\S+$",
        r"\b(?:how to|whether|, or (?:is|does|do|should))\b",
    ),
    # Words that settle a todo.
    done=any_of(
        line_alternatives(
            """
            done|finished|completed?|booked|called|sent|bought|paid|submitted|ordered|fixed
            renewed|emailed|signed|filed|cancell?ed|returned|picked up|took care of|sorted|handled
            delivered|scheduled|reserved|wrote|made|got|cleaned|uploaded|posted|visited|met|told
            asked|washed
            """
        )
    ),
    undone=any_of(
        r"\b(?:not|never|still (?:have|need|to)|have to|has to|need to|needs to|must|should|"
        r"forgot|yet to|will|going to|tomorrow)\b|n't\b|'ll\b"
    ),
    finished=any_of(
        r"\b(?:done|finished|completed?|sorted|arranged|settled|dealt with|taken care of|ready)\b"
        r"(?! by)",
        r"\b(?:is|are|'s|was|were) (?:now |already |finally |all )*(?:in|off|out|through|back)\b"
        r"(?= from|[!.,;]|$)",
        r"\ball (?:good|set|fine|sorted|in order)\b|\b(?:works|working)(?: now| again|[!.]|$)",
        r"\b(?:ticked off|crossed off|no more \w+ing|no longer necessary|out of the way)\b",
    ),
    is_done=any_of(
        r"\b(?:is|are|was|were|'s|has been|have been) (?:now |already |finally |all )*"
        r"(?:\w{2,}ed|sent|paid|bought|made|written|taken|found|put|told|cut|sold|built|chosen)\b"
    ),
    acts=acts_in(
        """
        call phone ring: called phoned rang rung spoke spoken talked reached
        pay transfer settle: paid transferred settled
        buy purchase order get: bought purchased ordered got
        pick collect fetch borrow: picked collected fetched got borrowed
        book reserve: booked reserved
        send post mail email submit hand deliver: sent posted mailed emailed submitted handed \
            delivered
        write draft: wrote written drafted
        ask: asked heard replied answered spoke spoken talked
        tell inform: told informed
        sign register apply enrol: signed registered applied enrolled
        file: filed
        print: printed
        fix repair mend: fixed repaired mended
        clean wash tidy: cleaned washed tidied
        cancel: cancelled canceled
        renew extend: renewed extended
        check review: checked reviewed
        visit see meet: visited saw seen met
        return: returned
        confirm: confirmed
        find: found
        measure: measured
        """
    ),
    parts_tasks=_parts_tasks,
    accepts=any_of(
        line_alternatives(
            """
            yes|yeah|yep|yup|sure|ok|okay|alright|agreed|perfect|deal|absolutely|definitely
            sounds (?:good|great|perfect|like a plan)|good idea|great idea|go ahead|do (?:it|that)
            let's do (?:it|that)|that works|works for me|i agree|fine|please do|exactly
            """,
            before="^",
        )
    ),
    proposes=each_of(
        r"\bi(?:'d| would)? (?:suggest|recommend|propose|advise)\s+(?P<what>.+)",
        r"\b(?:how about|what about)\s+(?P<what>.+?)\??$",
        r"\b(?:shall|should) (?:we|i)\s+(?P<what>.+?)\??$",
        r"\b(?:we could|you could|let's|why don['’]?t (?:we|you))\s+(?P<what>.+?)\??$",
        r"\b(?:would you like me to|do you want me to)\s+(?P<what>.+?)\??$",
    ),
    cannot_answer=any_of(
        r"\bi (?:don['’]?t|do not) know\b",
        rf"{_I_AM} (?:not sure|unable)\b",
        r"\bi (?:can['’]?t|cannot|can not) (?:answer|do|help|say|tell|find)\b",
        r"\bi have no (?:way|information|record)\b",
        r"\b(?:no idea|not able to|found nothing|nothing (?:here|said|found))\b",
    ),
    # Replies without an answer.
    no_model=any_of(r"\bno language model\b"),
    polite_questions=small_talk.POLITE_QUESTIONS,
    small_talk=small_talk.SMALL_TALK,
    empty_praise=small_talk.EMPTY_PRAISE,
    filler=small_talk.FILLER,
    cheering=small_talk.CHEERING,
    first_person=any_of(r"\b(?:i|i'm|i've|i'd|i'll|my|me|we|we're|we've|we'd|we'll|mine)\b"),
    second_person=any_of(r"\b(?:you|your|yours|you're|you've|you'll|you'd)\b"),
    # Beginnings of a clause that is incomplete without another.
    leaning=any_of(
        line_alternatives(
            r"""
            after|before|when|while|since|if|as|maybe|like|perhaps|although|though|because|unless
            until|whenever|once|given|considering|despite|by \w+ing|to|for|with|without
            """,
            before=r"^(?:(?:hey|hi|hello|thanks|yeah|well|and|but|so|also|oh|wow),? )?",
        )
        + r"(?!.*, (?:i|we|he|she|it|they|my|the)\b)"
    ),
    # Beginnings of a clause that depends on the one before.
    dangling=any_of(
        line_alternatives(
            """
            it|it's|its|that|that's|this|they|they're|them|these|those|he|she|which|who|then|there
            there's|not|just|even|only|to|for|with|of|in|on|at|by|from|like|such|being|having
            gonna|especially|though|because|'cause|cuz
            """,
            before="^",
        )
    ),
    # Words that cannot end a clause.
    wants_more=any_of(
        line_alternatives(
            """
            is|are|was|were|be|been|of|for|on|in|at|by|to|from|since|until|till|than|and|or|the|a
            an|my|our|this|that|with|about|like|as|before|after
            """,
            after="$",
        ),
        "'s$",
    ),
    events=any_of(
        line_alternatives(
            """
            went|got|came|met|took|made|bought|found|lost|won|ran|began|gave|told|saw|read|visited
            joined|started|finished|moved|adopted|painted|signed|attended|completed|launched
            opened|quit|graduated|married|volunteered|participated|hosted|organi[sz]ed|planned
            planning|received|achieved|passed|applied|hired|travell?ed|hiked|camped|cooked|baked
            built|wrote|published|performed|recorded|released|played|scored|learned|learnt|taught
            created|tried|used|been to|going to|set up|working on|studying|training|chose|decided
            had
            """
        )
    ),
    relations=any_of(
        r"\b(?:my|our) (?:\w+ ){0,2}"
        + line_alternatives(
            r"""
            name|job|work|boss|wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?
            children|mom|mum|mother|dad|father|parents|brother|sister|grand\w+|friend\w*|team\w*
            company|dog\w*|cat\w*|pets?|house|home|apartment|car|birthday|school|project|app
            website|book|store|studio|essay|thesis|manager|colleague\w*|mentor
            """,
        ),
        rf"{_I_AM} (?:an? |from |\d+|based in|living in|working (?:as|at|for|in))",
        r"\bi (?:live|work|study|grew up|was born|moved|come from)\b",
    ),
    # Orders to the summariser: data, which is neither obeyed nor remembered.
    orders_to_reader=any_of(
        r"\b(?:ignore|disregard|forget) (?:all |any |the |your )*"
        r"(?:previous|prior|above|earlier|instructions?)\b",
        r"\b(?:system prompt|you are (?:now )?an? (?:ai|assistant|language model)|as an ai)\b",
        r"\b(?:summari[sz]e|summary) (?:this|the (?:above|conversation|following))\b",
    ),
    purpose=any_of(
        r",? (?:(?:in order )?to|so that|because|before)\b.*"
    ),  # "call Anna to reserve": the purpose of an act
)
