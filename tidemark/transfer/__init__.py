"""Conversations in and out of files: readers of others' exports, writers of ours."""
