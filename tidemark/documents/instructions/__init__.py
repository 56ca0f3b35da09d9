"""Instructions to change a document, read by rules and compared with its content."""
