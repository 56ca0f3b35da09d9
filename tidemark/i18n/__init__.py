"""Texts for people: one catalogue a language, for the page, exports and the command line."""
