"""The HTTP API: what the page can do, for programs; a thin face over the Assistant."""
