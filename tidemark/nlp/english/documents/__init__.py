"""English words for conversation about documents."""
