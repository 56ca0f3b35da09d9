"""Stores of documents: their list and access rights, their branches and versions."""
