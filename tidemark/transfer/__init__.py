"""Conversations read from and written to files, including our own export."""
