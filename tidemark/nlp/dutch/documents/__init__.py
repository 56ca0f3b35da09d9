"""Dutch words for conversation about documents."""
