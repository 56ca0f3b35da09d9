"""Capabilities about people rather than conversations: their keys and rights."""
