"""Retrieval: chooses the passages a question needs, by queries and scores; free of storage."""
