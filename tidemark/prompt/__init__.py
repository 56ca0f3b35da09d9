"""The prompt of a turn: packed into its budget, stored small, brought back exactly."""
