"""Engines whose words come from a language model: Gemini, and all that LangChain opens."""
