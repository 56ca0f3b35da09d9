"""Search in storage: the index of words, passages, vectors, and what may be read from where."""
