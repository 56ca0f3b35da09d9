"""The open chat: its messages, the turn under way, the composer and the meter."""
