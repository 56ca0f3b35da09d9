"""The regions of the page: shapes in, intents out."""
