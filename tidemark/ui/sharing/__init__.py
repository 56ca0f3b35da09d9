"""Sharing on the page: the people with access to one's own things, and things shared by others."""
