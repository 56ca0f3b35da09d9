"""Conversations in and out of files, and our own export."""
