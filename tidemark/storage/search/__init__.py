"""Search in storage: the inverted index, passages, vectors, and which sessions may be read."""
