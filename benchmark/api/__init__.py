"""Figures of the HTTP API: its overhead, its robustness, and memory for a question."""
