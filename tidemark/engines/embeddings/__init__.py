"""Vectors of texts, from the same services."""
