"""Dutch clauses that give a reason or a remark after what is to be added to a list."""

# "er zijn geen lampen", "ze hebben een riem nodig"
OWN_CLAUSE = (
    r"(?:er|het|dat|dit|ze|we|wij|hij|zij|ik|je|jullie) (?:is|zijn|was|waren|ben|heb|heeft|"
    r"hebben|had|hadden|word|wordt|worden|ga|gaat|gaan|kan|kunnen|moet|moeten|mag|mogen|zal|"
    r"zullen|komt|komen|blijft|blijven|regent|sneeuwt)\b"
)
# "de honden hebben een riem nodig", "Tom heeft er geen", "het wordt warm", "die zijn we vergeten"
OF_OTHERS = (
    r"(?:(?:ze|zij|hij|(?:de|het|mijn|onze?|haar|zijn|hun) [a-z]+|(?-i:[A-Z][a-z]+)) "
    r"(?:heeft|hebben|wil|willen|lust|lusten|gebruikt|gebruiken|vergat|vroeg|vroegen|houdt|"
    r"houden|eet|eten|drinkt|drinken)\b(?! te\b)|"
    r"het wordt (?:\w+ )?(?:warm|heet|koud|fris|nat|donker|laat|druk)\b|"
    r"(?:die|dat) (?:zijn|ben|is|hebben|heb) (?:we|ik)\b.*\b(?:vergeten|kwijt)\b)"
)
