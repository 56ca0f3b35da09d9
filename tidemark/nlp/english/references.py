"""English references to earlier messages: their patterns, and the forms that replace them."""

import re

from tidemark.nlp.english.lexicon import LEXICON
from tidemark.nlp.languages import stop_words
from tidemark.nlp.pack_fields import Pronoun, References, ReferentKind, Sex, words_in

# Verbs that go somewhere: "how do we get there".
_MOTION = (
    "get|gets|getting|got|go|goes|going|went|travel|travels|travelling|traveling|travelled|fly|"
    "flying|flew|drive|driving|drove|walk|walking|come|coming|came|return|returned|ride|sail"
)
_SPELT = (
    "first 1st 1 one",
    "second 2nd 2 two",
    "third 3rd 3 three",
    "fourth 4th 4 four",
    "fifth 5th 5 five",
    "sixth 6th 6 six",
)
_ARTICLE = re.compile(r"^(?:a|an|the|some|these|this|those|that)\s+", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:my|our|me|I|we|us|myself|mine)\b", re.IGNORECASE)
_SECOND_PERSON = dict(
    pair.split(":")
    for pair in "my:your our:your me:you i:you we:you us:you myself:yourself mine:yours".split()
)


_SHAPES: dict[str, ReferentKind] = {
    **dict.fromkeys(LEXICON.person, "person"),
    **dict.fromkeys(words_in("they them their theirs themselves"), "group"),
    **dict.fromkeys(words_in("it its itself"), "thing"),
}
_SEXES: dict[str, Sex] = {
    **dict.fromkeys(words_in("he him his himself"), "male"),
    **dict.fromkeys(words_in("she her hers herself"), "female"),
}
EVENTS = (
    r"workshop|meeting|party|wedding|trip|concert|appointment|conference|course|class|lesson|"
    r"training|holiday|vacation|weekend|dinner|lunch|brunch|breakfast|festival|ceremony|interview|"
    r"exam|test|match|game|opening|move|inspection|viewing|birthday|show|event|camp|funeral|"
    r"delivery|launch|call|visit|tour|exhibition|fair|market|reunion|retreat|race|marathon|"
    r"performance|rehearsal|play|musical|evening|session|seminar|talk|lecture|flight|hearing|"
    r"surgery|operation|check|check-up|barbecue|bbq|picnic|outing|excursion|walk|hike|gala|fundraiser|"
    r"farewell|leaving do|send-off|drinks|quiz|get-together|sleepover|housewarming|anniversary|"
    r"christening|graduation|recital|screening|film night|movie night|potluck|jubilee"
)
_ALWAYS_OWN = words_in("his its their")
# After "her" as an object, not a possessive: "with her in 1990".
_ENDS_OBJECT = (
    stop_words("en")
    | LEXICON.auxiliaries
    | LEXICON.prepositions
    | LEXICON.question_words
    | LEXICON.pronouns
) - (LEXICON.qualifiers | LEXICON.more)


def _pronoun(before: str, word: str, after: str, noun: str) -> Pronoun | None:
    is_her = word == "her" and after != "" and after not in _ENDS_OBJECT
    return Pronoun((_SHAPES[word],), owns=word in _ALWAYS_OWN or is_her)


def _joins_clauses(before: str, word: str, after: str) -> bool:
    """Return whether a "that" opens a clause: "the day that he left", "said that she …"."""
    return (
        word == "that"
        and before[:1].isalnum()
        and after[:1].isalnum()
        and before not in LEXICON.auxiliaries | LEXICON.prepositions | LEXICON.continuers
    )


def _owner(name: str) -> str:
    return name + ("'" if name.endswith("s") else "'s")


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "is", "us"))


def _finite_end(phrase: str) -> str:
    """Return the verb at the end of ``phrase``, with the space before it: "the lease ends"."""
    before, _, last = phrase.rpartition(" ")
    is_verb = last.endswith("s") and {last[:-1], last[:-2]} & LEXICON.verbs
    return f" {last}" if before and is_verb and not _is_plural(before.split()[-1]) else ""


def _addressed(text: str) -> str:
    definite = re.sub(r"^an?\s+", "the ", text.strip(), flags=re.IGNORECASE)
    turned = _FIRST_PERSON.sub(
        lambda match: _SECOND_PERSON.get(match[0].lower(), match[0]),  # "İ" is none of them
        definite,
    )
    return " ".join(turned.split()).strip(" ,.;:")


def _definite(text: str) -> str:
    return re.sub(r"^(?:an?|this|that|which|what)\s+", "the ", text.strip(), flags=re.IGNORECASE)


def _owned(text: str) -> str:
    addressed = _addressed(text)
    return addressed if addressed.startswith("your ") else "your " + _ARTICLE.sub("", addressed)


REFERENCES = References(
    name_joint=re.compile(
        r"\.? |\.? ?& ?| (?:of|the|of the|de|de la|del|la|du|da|di|van|von|van der|bin) "
    ),
    phrase_joint=re.compile(r" | of | of the "),
    first_person=re.compile(r"\b(?:I|me|my|we|us|our|let['’]s)\b", re.IGNORECASE),
    pronouns=frozenset(_SHAPES),
    pronoun=_pronoun,
    adverbs={},
    place=re.compile(
        rf"\b(?:{_MOTION})\b(?:\s+\w+){{0,3}}?\s+(?P<to>there)\b(?!\s+(?:is|are|was|were|be)\b)"
        r"|(?=there)(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bwill )(?<!\bbe )(?<!\bif )"
        r"(?<!\bhi )(?<!\bhello )(?<!\bout )(?<!\bthat )\b(?P<at>there)\b"
        r"(?=\s*[?.!,]|\s*$|\s+(?:in|on|at|to|from|by|with|for|now|then|today|tomorrow|"
        r"tonight|next|this|before|after|during|too|again)\b)",
        re.IGNORECASE,
    ),
    at_place=re.compile(r"(?<!look )(?<!looked )(?<!looking )\b(in|at|on|near)\s+$", re.IGNORECASE),
    in_place="in",
    to_place="to",
    before_place=re.compile(
        r"\b(?:in|at|to|near|around|visit|visited|visiting|leave for|left for)\s+$", re.IGNORECASE
    ),
    before_person=re.compile(
        r"\b(?:(?<!go )(?<!going )with|ask|asked|tell|told|invite|invited|meet|met|"
        r"married|call|called)\s+$",
        re.IGNORECASE,
    ),
    after_person=re.compile(
        r"\s+(?:lives?|lived|works?|worked|wants?|wanted|said|says|thinks?|thought|likes?|liked|"
        r"loves?|loved|gave|gives|asked|told|called|knows?|knew|needs|prefers|hates?|eats?|"
        r"is (?:coming|moving|staying|visiting|turning|allergic|vegetarian|vegan|ill|sick|pregnant|"
        r"bringing|joining|arriving|retiring|working|studying)|(?:is|was) (?:born|married)|"
        r"can['’]?t (?:eat|have|come|drink|walk)|drives?|drove|bakes?|plays|studies|brings|phoned|"
        r"emailed|texted|mailed|drinks?|talked|moved in|"
        r"will (?:come|bring|bake|run|drive|speak))\b",
        re.IGNORECASE,
    ),
    relation_before=re.compile(
        r"\b(?P<noun>[\w-]+)(?:\s+(?:is|was)(?:\s+(?:called|named))?|\s+called|\s+named)?\s*"
        r"[,:]?\s*$",
        re.IGNORECASE,
    ),
    relation_after=re.compile(
        r"(?:\s*,|\s+(?:is|was))\s+(?:(?:my|our|his|her|their|the|an?)\s+)?"
        r"(?P<noun>(?:[\w-]+\s+)?[\w-]+)",
        re.IGNORECASE,
    ),
    apposed_before=re.compile(r"\b(?:an?|the|my|our)\s+[\w-]+,\s*$", re.IGNORECASE),
    others_relation=re.compile(
        r"\b(?:(?i:his|her|their)|[A-Z][\w-]*['’]s?)\s+(?:\w+\s+)?\w+,?\s*$|"
        r"\b(?i:his|her|their)\s+$"
    ),
    presents=re.compile(r"(?:\b(?:is|was|are|called|named|be)|['’]s)\s*$", re.I),
    sexes=_SEXES,
    objects=words_in("him her them"),
    genders={},
    finite_end=_finite_end,
    article_of=lambda phrase: "the",
    events=re.compile(rf"(?:\w+-)?(?:{EVENTS})", re.IGNORECASE),
    asks_of_event=re.compile(
        r"\b(?:when|what (?:time|day|date)) (?:is|was|does|will|did)\s+(?:it|that|this)"
        r"(?: (?:be|start|begin|end|finish|happen|over|again|held|taking place|take place))*\W*$|"
        r"\bwhere\b.*\b(?:tak(?:e|ing) place|held|happen\w*)\b|"
        r"\bhow long (?:does|will|did) (?:it|that) (?:last|go on)\b",
        re.IGNORECASE,
    ),
    points_at_asked=re.compile(
        r"\W*(?:(?:and|but|so)\s+)?(?:where|when|(?:at\s+)?what (?:time|day|date))"
        r"(?:['’]s|\s+(?:is|was|does|did|will))\s+(that|this)\b"
        r"(?:\s+(?:be|held|start|begin|end|finish|again|exactly|happening|happen|taking place|"
        r"take place))*\W*$",
        re.IGNORECASE,
    ),
    elliptic=re.compile(
        r"\W*(?:(?:and|but|so)\s+)?(?P<asks>(?:(?:(?:at|on|in|for|until|till|from|since|by)\s+)?"
        r"(?:when|where|why|how (?:long|much|late|often)|(?:what|which) (?:time|day|date|room|"
        r"place|address|floor))|(?:with|for|from|to) whom?))(?:\s+exactly)?\s*\?*\s*",
        re.IGNORECASE,
    ),
    asking_phrase=re.compile(
        r"\W*(?:(?:and|but|so)\s+)?(?:(?:at|on|in|for|until|till|from|since|by)\s+)?"
        r"(?:when|where|why|how (?:long|much|late|often)|(?:what|which) (?:time|day|date|room|"
        r"place|address|floor|weekend|week|month))"
        r"(?=['’]s\b|\s+(?:is|are|was|were|do|does|did|will|would|can|could|should|must|may|has|"
        r"have|had)\b)",
        re.IGNORECASE,
    ),
    unshortened=lambda text: re.sub(r"^['’]s\b", " is", text),
    works_on_text=re.compile(
        r"\bmake (?:it|this|that) \w+|\b(?:rewrite|rephrase|shorten|translate|summari[sz]e|improve|"
        r"edit|format|expand|simplify|correct|proofread|repeat|explain|write|do|try|say) "
        r"(?:it|this|that)\b|\bturn (?:it|this|that) into\b|"
        r"\b(?:more|else) about (?:it|this|that)\b",
        re.IGNORECASE,
    ),
    definite=_definite,
    keeps_thing=re.compile(
        r"\W{0,3}(?:(?:and|but|also|so),? )?it"
        r"(?:['’]s got| has| had| needs| needed| comes with| got)\b",
        re.IGNORECASE,
    ),
    proposition=frozenset(),
    enumeration=re.compile(
        r":\s*|\b(?:are|were|have|has|got|want|wants|between|from|like|include|includes)\s+",
        re.IGNORECASE,
    ),
    entry_break=re.compile(r"\s*(?:(?<!\d),|,(?!\d)|;|,?\s+(?:and|or)\s)\s*", re.IGNORECASE),
    kind_with_article=lambda name: "group" if name.endswith("s") else "thing",
    kept_article=re.compile(r"(?!)()"),
    article_for=lambda pronoun: "the ",
    joined="and|&",
    empty_it=re.compile(
        r"\b(?:(?:is|was|does|would|will|how\s+\w+\s+is)\s+it\s+"
        r"(?:true|possible|safe|legal|hard|easy|difficult|worth|better|best|necessary|important|"
        r"ok|okay|"
        r"normal|bad|good|take|cost(?=\s+to\b)|rain|snow|illegal|wise|common|raining|snowing|"
        r"dark|late|"
        r"(?:warm|cold|hot|sunny|rainy|crowded|busy|expensive|cheap|nice|safe|far)(?=\s+there\b))\b"
        r"|it\s+(?:takes?|rains?|snows?|seems|turns\s+out|would\s+be|is\s+(?:important|hard|easy)))"
        r"|\bhow\s+far\s+is\s+it\s+(?:from|to)\s+there\b|\bwhat\s+does\s+it\s+(?:mean|take|feel|"
        r"cost(?=\s+to\b))\b|\bdid\s+it\s+last\s+(?:rain|snow)"
        r"|\bwhat\s+(?:time|day|date)\s+is\s+it\b|\bmake\s+it\s+to\b",
        re.IGNORECASE,
    ),
    refers_back=re.compile(
        r"\b(?:previous|earlier|last|above|preceding)\s+"
        r"(?:question|response|answer|reply|message|example|paragraph|list|suggestion|solution|"
        r"output|version|conversation|point)s?\b|\bthe\s+above\b|\byou\s+(?:just\s+)?(?:said|"
        r"mentioned|"
        r"suggested|told|wrote|listed)\b|\b(?:do|explain|try|say)\s+(?:it|that|this|"
        r"them)\s+again\b",
        re.IGNORECASE,
    ),
    continues=re.compile(
        r"^\s*(?:(?:and|but|or)\b|(?:so\s+)?(?:what|how)\s+about\b)", re.IGNORECASE
    ),
    continued_with=re.compile(
        r"^\s*(?:(?:and|but|so)\s+)?(?:"
        r"(?:what|how)\s+about\s+(?P<about>[^?!.]{2,60})|"
        r"(?<=and )(?P<and>(?!(?:what|who|how|why|when|where|which|is|are|was|were|did|do|does|can|"
        r"the (?:first|second|third|last|next))\b)"
        r"(?:(?:in|on|for|to|at|with)\s+)?(?:[\w'’-]+\s*){1,3})"
        r")\s*\?*\s*$",
        re.IGNORECASE,
    ),
    besides=re.compile(r"\b(?:besides|aside from|apart from|other than)\s+\w", re.IGNORECASE),
    asks_what_is=re.compile(
        r"^\s*(?:what|who)(?:['’]?s|\s+(?:is|are))\s+(?:an?\s+)?(?!the\b|this|that|these|those|"
        r"it\b|"
        r"his|her|their|its|they|he\b|she\b|next|new|left|other)[\w-]+(?:\s+[\w-]+)?\s*\??\s*$"
        r"|^\s*what\s+(?:does|do)\s+[\w\s-]+\smean\b",
        re.IGNORECASE,
    ),
    asks_who=re.compile(r"\bwho(?:\s+(?:is|was)|['’]s)$", re.IGNORECASE),
    asks_how=re.compile(
        r"^\s*(?:how (?:do|does|can|should|to)|why (?:do|does|is|are))\b", re.IGNORECASE
    ),
    after_preposition=re.compile(
        r"\b(?:in|at|to|from|on|with|by|during|into|near|against|through|within|before|after)\s+"
        r"(?:(?:the|a|an|his|her|their)\s+)?$",
        re.IGNORECASE,
    ),
    happened=re.compile(
        r"^\s*what\s+(?:else\s+|also\s+)?happened(?!\s+(?:to|with|between)\b)", re.IGNORECASE
    ),
    ordinals={word: place for place, spelt in enumerate(_SPELT) for word in spelt.split()}
    | {"last": -1},
    ordinal_reference=re.compile(
        r"\b(?:the\s+(?P<ordinal>first|second|third|fourth|fifth|sixth|last|1st|2nd|3rd|4th|5th|"
        r"6th)"
        r"(?:\s+(?:one|option|point|idea|suggestion|item|choice|step)\b|"
        r"(?=\W*$|\s+[a-z]+))"
        r"|(?:number|option|point|item|step)\s+(?P<number>[1-6]|one|two|three|four|five|six)\b)",
        re.IGNORECASE,
    ),
    speaks_of_its_sender=re.compile(
        r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|we|we['’](?:re|ve|d|ll)|our|us|you|your)\b",
        re.IGNORECASE,
    ),
    side_by_side=r",|and|or|vs\.?|versus|and\s+also|/",
    article=_ARTICLE,
    joins_clauses=_joins_clauses,
    owner=_owner,
    is_plural=_is_plural,
    is_several=lambda noun: (
        _is_plural(noun) or noun in ("people", "children", "everyone", "anyone")
    ),
    happened_to=" to {topic}",
    of_topic={"": " of ", "article": " about "}
    | dict.fromkeys(LEXICON.kinds_of_named - {"article"}, " "),
    about_topic="about {topic}",
    infinitive="to",
    addressed=_addressed,
    owned=_owned,
    detail_of="{detail} for {object}",
)
