"""Dutch: its words, patterns and sentences, one table a module."""
