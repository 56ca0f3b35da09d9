"""Converters: the text of a file and its sections, one module a family of file types.

They run in a process of their own (``tidemark.sources.conversion``), for a parser may hang, take
all memory or crash on a file that somebody else made.
"""
