"""Converters: the text of a file and its sections, one module per family of file types.

They run in a separate process (``tidemark.sources.conversion``), because a parser may hang, exhaust
memory or crash on a hostile file.
"""
