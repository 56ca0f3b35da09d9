"""Sources: their conversion to text, passages of it, and citations of these."""
