"""Items noted from messages: facts, decisions, todos and the rest of a summary, and the profile."""
