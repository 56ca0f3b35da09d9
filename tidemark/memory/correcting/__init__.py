"""The ways in which a statement corrects earlier ones, each in a module of its own."""
