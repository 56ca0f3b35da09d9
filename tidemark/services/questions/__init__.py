"""Questions of other programs: answered with what is kept of the person they ask for."""
