"""Stores about people rather than conversations: API keys, audit, erasure, shares."""
