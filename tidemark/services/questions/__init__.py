"""Questions of other programs, answered with the memory of the person they ask for."""
