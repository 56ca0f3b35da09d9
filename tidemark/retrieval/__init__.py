"""Choosing the passages a question needs: chunks, queries and scores, free of storage."""
