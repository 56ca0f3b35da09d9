"""The page in the language of the person: texts, error messages, dates."""
