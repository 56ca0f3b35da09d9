"""Families of commands of the command line, a module each."""
