"""The built-in engine: understanding, answers and summaries by rules alone."""
