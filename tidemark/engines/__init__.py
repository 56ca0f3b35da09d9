"""The language engines: one protocol and its implementations."""
