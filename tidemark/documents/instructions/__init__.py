"""Instructions to change a document, read by rules against what stands in it."""
