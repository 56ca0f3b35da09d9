"""The language engines: one protocol, three bodies."""
