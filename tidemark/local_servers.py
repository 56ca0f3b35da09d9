"""Table of programs that serve language models on the same computer, by port."""

from collections.abc import Mapping

# The default port of each
LOCAL_PORTS: Mapping[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama.cpp",
    8000: "vLLM",
}


def local_address(port: int) -> str:
    """Return the URL of an OpenAI-compatible server at ``port`` of this computer."""
    return f"http://127.0.0.1:{port}/v1"
