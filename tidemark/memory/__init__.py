"""Memory of a person and a session: matching, merging, edits, profile, losses."""
