"""English parts of a first question that a title leaves out."""

from tidemark.nlp.pack_fields import TitleRules
from tidemark.nlp.patterns import any_of

TITLES = TitleRules(
    greeting=any_of(
        r"(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+)(?: (?:there|all))?|"
        r"thanks|thank you|ok(?:ay)?|please|so|well)\s*[,.!:–-]*(?:\s+|$)"
    ),
    asking=any_of(
        r"(?:can|could|would|will) you (?:please )?(?:help me (?:to |with )?)?",
        r"(?:please )?(?:tell|show|give) me (?:more )?(?:about |how to )?",
        r"(?:please )?explain (?:to me )?",
        r"help me (?:to |with )?",
        r"i(?: would|'d) like (?:you )?to ",
        r"i want (?:you )?to ",
        r"i need (?:you )?to ",
        r"(?:do you know|i wonder|i was wondering) (?:if |whether )?",
        r"what(?:'s| is| are| was| were) (?:the |a |an )?",
        r"who(?:'s| is| was) (?:the )?",
        r"how (?:do|can|should|could) (?:i|we|you) ",
    ),
    clause=any_of(
        r",? (?:because|since|so that|although)\b.*",
        r", (?:and|but|or|which|who) .*",
    ),
)
