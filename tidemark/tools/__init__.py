"""Tools that the responder may call: the base classes, the registry, and one module per tool."""
