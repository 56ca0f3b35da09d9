"""Services about people rather than conversations: API keys, rights and sharing."""
