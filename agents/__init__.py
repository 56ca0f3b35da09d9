"""The five agents of the loop: each a few plain functions with real parameters."""
