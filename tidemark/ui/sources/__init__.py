"""Sources on the page: their list, one opened, and the passages that answers cite."""
