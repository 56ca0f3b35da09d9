"""English parts of a first question that a title leaves out."""

from tidemark.nlp.pack_fields import TitleRules
from tidemark.nlp.patterns import any_of

_ADVERBS = (
    r"(?:(?:finally|currently|now|also|just|still|recently|really|thinking (?:of|about)|"
    r"(?:trying|planning|going|hoping|starting) to|about to|busy|been|sort of|kind of) )*"
)
# Verbs whose object is the better title: something planned, written or bought
_LIGHT = (
    r"(?:(?:plann|organi[sz]|arrang|prepar|mak|writ|build|creat|open|start|launch|runn|hav|buy|"
    r"host|throw|design|draft|develop|manag|schedul|do|keep)ing|"
    r"(?:setting|putting) (?:up|on|together)|(?:looking|searching|training|studying) for|"
    r"working on|taken over(?: running)?|signed up for|"
    r"plan|organi[sz]e|arrange|prepare|make|write|build|create|set up|put (?:on|together)|open|"
    r"start|launch|run|have(?: got)?|get|got|buy|bought|own|host|throw|design|draft|develop|manage|"
    r"(?:look|search|train|study) for|work on|took over|schedule|recommend|suggest|compose|"
    r"describe|construct|provide|share|discuss|find)"
)
_SUBJECT = (
    r"(?:(?:(?:my|our) [\w' ]{1,30} and )?(?:i|we)(?:'m| am|'re| are|'ve| have|'ll| will)?|"
    r"let(?:'s| us))"
)

TITLES = TitleRules(
    greeting=any_of(
        r"(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|dear \w+)(?: (?:there|all))?|"
        r"thanks|thank you|ok(?:ay)?|please|so|well)(?!\w)\s*[,.!:–-]*(?:\s+|$)"
    ),
    asking=any_of(
        r"(?:project|subject|topic|question|re)\s*:\s*",
        r"[^:.]{0,40}\bit:\s*",
        r"(?:can|could|would|will) you (?:please )?(?:help (?:me|us) (?:to |with )?)?",
        r"(?:please )?(?:tell|show|give) me (?:more )?(?:about |how to )?",
        r"(?:please )?explain (?:to me )?",
        r"help (?:me|us) (?:to |with )?",
        r"(?:i|we)(?: would|'d) like (?:(?:you )?to |help with |some help with )?",
        r"(?:i|we) (?:want|need) (?:(?:you )?to |help with |some help with )?",
        r"(?:i|we)(?: (?:still )?(?:have|need) to| must(?: not forget to)?|'ve got to) ",
        r"(?:i|we)(?: have|'ve got) (?:a|some) questions? (?:about|on) ",
        r"(?:do you know|i wonder|i was wondering) (?:if |whether )?",
        r"(?:let(?:'s| us) talk about|remind me to) ",
        r"i(?:'m| am) (?:\w+ )?(?:worried|curious|unsure|excited|nervous) about ",
        r"what(?:'s| is| are| was| were) (?:the |a |an )?",
        r"who(?:'s| is| was) (?:the )?",
        r"how (?:do|can|should|could) (?:i|we|you) ",
    ),
    clause=any_of(
        r",? (?:because|since|so that|although)\b.*",
        r", (?:and|but|or|so|which|who) .*",
        r",? and (?:i|we|my|our|he|she|it|they|there|his|her)(?:'\w+)? (?!and\b|are\b|am\b).*",
        r", (?:it|its|it's|her|his|their|the|we|i|my|our)(?:'\w+)? .*",
        r":\s.*",
    ),
    light=any_of(
        rf"{_SUBJECT} {_ADVERBS}{_LIGHT} (?:for )?(?=(?:a|an|the|my|our|some|two|three|\w+) )",
        rf"(?:my|our) (?:[\w'-]+ ){{1,4}}(?:is|are) {_ADVERBS}{_LIGHT} ",
        r"(?:i|we)(?:'m| am|'re| are) (?=(?:an?|the) )",
        rf"{_LIGHT} (?=(?:an?|the|my|our|some) )",
    ),
    subject=any_of(
        rf"(?:(?:my|our) [\w' ]{{1,30}} and )?(?:i|we)(?:'m| am|'re| are|'ve been| have been) "
        rf"{_ADVERBS}(?=\w+ing\b)"
    ),
    article=any_of(r"(?:an?|the|my|our|some) "),
    closing=any_of(r"\s+(?:with you|in here|here|please)$"),
    pronoun=any_of(r"(?:it|that|this|them|these|those|him|her|everything|something)\b"),
    origin=any_of(r" from (?!\d|\w+day\b)(?:\S+ ){1,5}?(?=to (?!\d))"),
    joint=any_of(
        r"(?:,| (?:for|with|from|in|on|at|by|about|near|after|before|during|without|as|because|"
        r"that|which|who|when|where)| (?:to|until|and|or)(?! \d)) "  # not within "19 to 21 June"
    ),
)
