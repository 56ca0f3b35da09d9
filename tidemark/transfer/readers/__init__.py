"""Readers of conversation files, one module per program or data set."""
