"""Engines that call a language model: Gemini, and all that LangChain opens."""
