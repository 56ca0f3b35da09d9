"""What the assistant does for its faces: one module for each family of verbs."""
