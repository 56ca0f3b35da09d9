"""Tables of sources: their schema, and questions over them turned into SQL by rules; pure."""
