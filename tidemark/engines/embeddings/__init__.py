"""Vectors of texts, from the same services as the language models."""
