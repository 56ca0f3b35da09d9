"""Replies of the built-in engine, one way of answering per module."""
