"""The packages of Tidemark, a chat that remembers within a budget and asks when unsure."""
