"""Sharing on the page: who may see what is one's own, and what others share."""
