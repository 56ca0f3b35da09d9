"""The pages beside the chat: memory, profile, recall check, insights, settings."""
