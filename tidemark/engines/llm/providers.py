"""The providers of language models that LangChain opens by name, and what is known of each.

One that stands in no table works too: its package is told the model, the key and the address, if
there are any, and decides the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tidemark.errors import EngineNotConfigured

ENGINE = "LangChain"
KEY_NAME = "LLM_API_KEY"
GOOGLE = ("google", "google_genai", "gemini")  # what the provider of Gemini's vectors may be called


@dataclass(frozen=True)
class Provider:
    """What is known of a provider: how to call it, its ``address``, and how it is asked.

    ``json_mode`` has a model write nothing but JSON, ``stream_mode`` has it count what a streamed
    reply costs; either may be refused.  ``options`` are for the class of its chats.  One that
    ``tells_its_end`` says why each answer ends; one with ``key_in_header`` knows no other way.
    """

    title: str
    address: str = ""
    title_elsewhere: str = ""
    needs_key: bool = True
    key_in_header: bool = False
    tells_its_end: bool = True
    json_mode: Mapping[str, object] = field(default_factory=dict)
    stream_mode: Mapping[str, object] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)


_JSON_OBJECT = {"response_format": {"type": "json_object"}}
_KNOWN = {
    "anthropic": Provider("Anthropic", "https://api.anthropic.com"),
    "google_genai": Provider(
        "Gemini",
        "https://generativelanguage.googleapis.com",
        json_mode={"response_mime_type": "application/json"},
        options={"vertexai": False, "max_retries": 1},  # 0 means the client's own five retries
    ),
    "groq": Provider("Groq", "https://api.groq.com", json_mode=_JSON_OBJECT),
    "mistralai": Provider("Mistral", "https://api.mistral.ai/v1", json_mode=_JSON_OBJECT),
    "ollama": Provider(
        "Ollama",
        "http://localhost:11434",
        needs_key=False,
        key_in_header=True,
        tells_its_end=False,  # an old one does not
        json_mode={"format": "json"},
    ),
    "openai": Provider(
        "OpenAI",
        "https://api.openai.com/v1",
        title_elsewhere="OpenAI-compatible",  # many speak its protocol
        # In the body as it is: named, it makes the client raise on an answer that was cut off.
        json_mode={"extra_body": _JSON_OBJECT},
        stream_mode={"stream_usage": True},
        options={"stream_chunk_timeout": None},  # the engine has its own
    ),
}


_STRANGER = Provider("", needs_key=False, tells_its_end=False)  # its package knows


@dataclass(frozen=True)
class Choice:
    """A model as ``setting`` names it: ``provider:model``."""

    provider_name: str
    model: str
    setting: str

    @classmethod
    def read(cls, name: str, setting: str) -> "Choice":
        """Return what ``name``, the value of ``setting``, chooses.

        Raises:
            EngineNotConfigured: It has not both a provider and a model.

        >>> Choice.read("ollama:qwen3:8b", "MODEL_NAME").model
        'qwen3:8b'
        """
        provider, _, model = (part.strip() for part in name.partition(":"))
        if not (provider and model):
            raise EngineNotConfigured(
                ENGINE, f"a {setting} of the form provider:model, such as openai:gpt-5.5"
            )
        return cls(provider.replace("-", "_").lower(), model, setting)

    @property
    def provider(self) -> Provider:
        """What is known of its provider, if only how to call it."""
        title = self.provider_name.replace("_", " ").title()
        return _KNOWN.get(self.provider_name) or replace(_STRANGER, title=title)

    @property
    def packages(self) -> tuple[str, ...]:
        """What it takes to speak with it, by the names to install."""
        theirs = f"langchain-{self.provider_name.replace('_', '-')}"
        return ("langchain", theirs) if self.provider_name in _KNOWN else ("langchain",)
