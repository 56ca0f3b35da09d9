"""What is remembered of a person and a session: matching, merging, edits, losses."""
