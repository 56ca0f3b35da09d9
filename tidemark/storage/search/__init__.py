"""Finding stored messages: the index of words, vectors, and what may be looked into."""
