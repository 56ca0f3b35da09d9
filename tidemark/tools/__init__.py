"""Tools that the responder may call: what one is, the registry, and one module a tool."""
