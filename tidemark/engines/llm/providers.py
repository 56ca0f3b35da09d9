"""Table of the providers that LangChain opens by name, with address and options of each.

A provider outside the table works too: its package gets the model, the key and the address, if
there are any, and decides the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tidemark.errors import EngineNotConfigured

ENGINE = "LangChain"
KEY_NAME = "LLM_API_KEY"
GOOGLE = ("google", "google_genai", "gemini")  # the names of the provider of Gemini's embeddings


@dataclass(frozen=True)
class Provider:
    """A provider: its name for a person, its ``address``, and how it is asked.

    ``json_mode`` makes a model write only JSON, ``stream_mode`` makes it report the usage of a
    streamed reply; a model may refuse either.  ``options`` are for its chat class.
    ``gives_finish_reason``: every answer says why it ended.  ``key_in_header``: its client has no
    option for a key.
    """

    title: str
    address: str = ""
    title_elsewhere: str = ""
    needs_key: bool = True
    key_in_header: bool = False
    gives_finish_reason: bool = True
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
        gives_finish_reason=False,  # an old one does not
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


_UNKNOWN = Provider("", needs_key=False, gives_finish_reason=False)  # its package knows


@dataclass(frozen=True)
class ModelChoice:
    """A model as the value of ``setting`` names it: ``provider:model``."""

    provider_name: str
    model: str
    setting: str

    @classmethod
    def read(cls, name: str, setting: str) -> "ModelChoice":
        """Parse ``name``, the value of ``setting``.

        Raises:
            EngineNotConfigured: It lacks a provider or a model.

        >>> ModelChoice.read("ollama:qwen3:8b", "MODEL_NAME").model
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
        """Its provider; of one outside the table only the name."""
        title = self.provider_name.replace("_", " ").title()
        return _KNOWN.get(self.provider_name) or replace(_UNKNOWN, title=title)

    @property
    def packages(self) -> tuple[str, ...]:
        """The names of the packages to install for it."""
        theirs = f"langchain-{self.provider_name.replace('_', '-')}"
        return ("langchain", theirs) if self.provider_name in _KNOWN else ("langchain",)
