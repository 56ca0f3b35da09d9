"""Questions over tables turned into SQL by rules."""
