"""The rooms of Tidemark: a chat assistant that remembers within a budget and asks when unsure."""
