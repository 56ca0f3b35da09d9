"""English words without information: greetings, praise, wishes, polite questions."""

from tidemark.nlp.english.corrections import CORRECTIONS
from tidemark.nlp.patterns import any_of, line_alternatives

# Lead-ins of a clause.
LEAD_INS = any_of(
    rf"^{CORRECTIONS.labels.pattern}",
    r"^remember(?: that\s+|\s*:\s*(?=.*\b(?:is|are|was|were|has|have)\b))",
    line_alternatives(
        r"""
        (?:hey|hi|hello|hiya|yo)(?:\s+(?:there|again|everyone|all|buddy|man))?(?:\s+[A-Z][\w'-]*)?
        thanks?(?:\s+(?:you|so much|a lot|a bunch|a ton|again))*(?:\s+for\s+[^,.!]{1,40})?|wow
        oh|oh no|ah|aw+|yeah|yes|yep|yup|sure|okay|ok|well|so(?! far)|and|but|also|hmm+|haha|lol
        right
        anyway|actually|btw|by the way|plus|definitely|absolutely|totally|exactly|cool|great
        nice|awesome|no worries|got it|sounds good|whoa|alright|honestly|basically|fyi
        note that|just so you know|as i said|i think(?: that)?|i guess|i mean
        i was wondering if
        i(?:'m| am) (?:kinda |kind of |just |a bit )?(?:curious|wondering)(?: about| if| how)?
        since (?:we|our) last \w+|sorry|guess what|oops|thankfully|unfortunately|fortunately
        luckily|in fact|first of all|finally|then|now|too
        """,
        before="^",
        after=r"(?:\s*[,.!:–—-]+\s*|\s+(?=\w)|$)",
    ),
)

# Tails of a clause.
TAILS = any_of(
    line_alternatives(
        r"""
        right|you know|too|as well|though|haha|lol|btw|by the way|please|thanks|thank you
        for sure|or something|and so on|and stuff|so far|okay|ok|hopefully|actually
        to be honest|if that makes sense
        """,
        before=r"[\s,–—-]+",
        after="$",
    )
)

# Polite questions that need no answer.
POLITE_QUESTIONS = any_of(
    line_alternatives(
        r"""
        anything else|let me know|does (?:this|that) (?:help|work|make sense|sound)
        would you like|do you (?:need|want) (?:me|any|more|help)
        is there (?:anything|something)|how (?:are|have) you|how's it going|what's (?:up|new)
        how (?:can|may) i help|(?:any|have) (?:\w+ ){0,2}questions|further clarification
        right\?|isn't it|don't you think|you know\?|ready to|shall we (?:begin|start|continue)
        sound good|what do you think|how about you|what about you|and you\?|how was your
        any (?:fun )?plans|got any|anything (?:new|fun)
        """,
        after="",
    )
)

SMALL_TALK = any_of(
    line_alternatives(
        r"""
        later|see ya|check out|keep me|talk|long time|catch|no way|what a|quite a
        unforgettable|i can (?:imagine|see|tell|feel|relate)|i could use|thanks|thank you
        you're welcome|no problem|sounds|good (?:luck|to|morning|night)|congrat\w*|take care
        bye|see you|keep (?:up|it|going|pushing)|way to go|well done|have (?:a|fun)|enjoy
        happy to|glad|great (?:job|to|work)|nice (?:to|job|work)
        so (?:cool|great|happy|glad|proud|excited)|let's|wish|hope|hang in|stay|believe in
        go for it|can't wait|sorry|looking forward
        it's (?:been )?(?:great|awesome|amazing|nice|so|really|good|always|important|all|tough)
        it's (?:been )?hard|that's|that (?:sounds|looks|must)|sounds like|looks like
        check (?:it|this) out|here's
        i(?:'m| am) (?:so |really |super |very )?(?:glad|happy for|proud of you|sorry|sure)
        i(?:'m| am) (?:always )?here for
        i(?:'m| am) (?:so |really |super |very )?(?:excited for you|rooting)
        i (?:totally |completely |really )?(?:agree|understand|appreciate|bet|hope|wish)
        i know what|i (?:really |just )?(?:love|like) (?:this|that|it|the (?:idea|sound)|your)
        we (?:can|got) (?:do )?this|you
        """,
        before="^",
    )
)

EMPTY_PRAISE = any_of(
    line_alternatives(
        r"""
        awesome|amazing|great|cool|wonderful|fantastic|incredible|beautiful|lovely|fun|nice
        special|difference|impact|progress|crucial|essential|matters?|world|together|others
        grow\w*|worth\w*|satisfying|fulfilling|refreshing|calm\w*|stunning|resilien\w*
        kindness|compassion|shin\w+|vibes?|better|best|blast|powerful|meaningful|rewarding
        exciting|excited|grateful|thankful|proud|happy|glad|love|joy|dream|passion\w*
        support\w*|journey|encourag\w*|motivat\w*|inspir\w*|important|positive|cherish\w*
        appreciate\w*|peace\w*|strength|courage|hope\w*|feel\w*
        """
    )
)

# Good intentions and announcements without information.
FILLER = any_of(
    line_alternatives(
        r"""
        make sure|making sure|correctly|properly|the right (?:way|approach|track)
        best practices|on (?:the right )?track|so far|following code
        current (?:code|implementation)|get (?:it|this) right|that would be
        something (?:\w+ )?happened|was (?:so |really )?(?:wild|crazy|awesome)
        similar experience|understand|make sense|improve|fully grasp
        """
    )
)

# Advice and resolutions.
CHEERING = any_of(
    r"\b(?:can|could|should|would|must|will|gonna|won't|keep|stay\w*|push\w*|continue|remember|"
    r"focus\w*|determined|never give up|don't)\b|^\w+ing\b"
)
