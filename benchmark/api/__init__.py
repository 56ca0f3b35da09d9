"""Figures of the HTTP API: what it adds, what it withstands, and memory behind a question."""
