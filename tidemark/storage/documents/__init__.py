"""Stores of documents: their list and who may do what, their branches and versions."""
