"""English clauses that give a reason or a remark after what is to be added to a list."""

# "there are no lights", "it's going to be hot"
OWN_CLAUSE = (
    r"(?:(?:there|it|that|this|they|we|he|she|i|you) (?:is|are|am|was|were|has|have|had|will|"
    r"gets?|got|can|could|may|might|must|needs?|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|"
    r"won['’]?t|can['’]?t|don['’]?t|doesn['’]?t|rains?|snows?)|"
    r"(?:there|it|that|they|we|he|she|i|you)['’](?:s|re|m|ve|ll))\b"
)
# "they need a leash", "Tom has none", "we forgot it last time"
OF_OTHERS = (
    r"(?:(?:they|he|she|(?:the|my|our|his|her|their) [a-z]+|(?-i:[A-Z][a-z]+))"
    r"(?: (?:both|all|also|really|always))? (?:needs?|wants?|likes?|loves?|has|have|had|uses?|"
    r"asked for|forgot|lost|broke|prefers?|eats?|drinks?)\b(?! to\b)|"
    r"(?:we|i) (?:(?:always|nearly|almost) )?(?:forgot|forget|lost|ran out|missed|had none)\b)"
)
