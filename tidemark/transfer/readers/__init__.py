"""Readers of conversation files, a module for each program or data set."""
