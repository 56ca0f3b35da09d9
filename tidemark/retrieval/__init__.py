"""Retrieval: chooses the passages that a question needs, by queries and scores; knows no SQL."""
