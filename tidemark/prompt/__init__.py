"""The prompt of a turn: packed into its budget, stored compactly, rebuilt exactly."""
