"""The open chat: its messages, the running turn, the composer and the meter."""
