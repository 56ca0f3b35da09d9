"""Table of the programs that serve language models on one's own computer, by their ports."""

from collections.abc import Mapping

# The port on which each listens by itself
LOCAL_PORTS: Mapping[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama.cpp",
    8000: "vLLM",
}


def local_address(port: int) -> str:
    """Return the address of OpenAI's protocol at ``port`` of this computer."""
    return f"http://127.0.0.1:{port}/v1"
