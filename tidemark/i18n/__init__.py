"""Texts for people: one catalogue per language, for the page, exports and the command line."""
