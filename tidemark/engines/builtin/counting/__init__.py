"""Answers by counting, in lists and amounts that the person stated."""
