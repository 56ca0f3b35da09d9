"""Work in the background: turns as runs with events, long jobs, calls that can be stopped."""
