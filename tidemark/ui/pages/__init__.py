"""The pages next to the chat: memory, profile, recall check, insights, settings."""
