"""Documents on the page: their list, and one opened with its text, history and branches."""
