"""The HTTP API: the functions of the page, for programs; a thin face over the Assistant."""
