"""Table of the providers that LangChain opens by name, with address and options of each.

A provider outside the table works too: its package gets the model, the key and the address, if
there are any, and decides the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tidemark.engines.llm.response_schemas import Schema, strict_schema
from tidemark.errors import EngineNotConfigured
from tidemark.schema.turns import SamplingOptions

ENGINE = "LangChain"
KEY_NAME = "LLM_API_KEY"
GOOGLE = ("google", "google_genai", "gemini")  # the names of the provider of Gemini's embeddings

_ANALYSIS_TOKENS = 1_024  # a long analysis has 700; a small model can repeat itself endlessly

Options = Mapping[str, object]
JsonMode = Callable[[Schema], Options]


@dataclass(frozen=True)
class Provider:
    """A provider: its name for a person, its ``address``, and the options of its requests.

    ``json_modes`` make a model write only JSON, by the schema if possible, the strictest first;
    ``stream_modes`` make it report the usage of a streamed reply; a model may refuse each.
    ``options`` are for its chat class; ``limit`` is its name for the output limit, which is one of
    its ``options`` if it ``nests_sampling``.  ``gives_finish_reason``: every answer has a finish
    reason.  ``key_in_header``: its client has no option for a key.
    """

    title: str
    address: str = ""
    title_elsewhere: str = ""
    needs_key: bool = True
    key_in_header: bool = False
    gives_finish_reason: bool = True
    json_modes: tuple[JsonMode, ...] = ()
    stream_modes: tuple[Options, ...] = ()
    options: Options = field(default_factory=dict)
    limit: str = "max_tokens"
    nests_sampling: bool = False

    def sampled(self, sampling: SamplingOptions) -> Options:
        """Return the options of a call for ``sampling``, leaving out those that are unset."""
        named = {"temperature": sampling.temperature, self.limit: sampling.max_tokens}
        given = {name: value for name, value in named.items() if value is not None}
        return {"options": given} if given and self.nests_sampling else given


def _json_schema(schema: Schema) -> Options:
    """Ask in OpenAI's own format; LM Studio, vLLM, Ollama and llama.cpp's server accept it too."""
    named = {"name": "answer", "strict": True, "schema": strict_schema(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _json_object_with_schema(schema: Schema) -> Options:
    """Ask in the format of llama-cpp-python, which also continues after a caller has left."""
    held = {"type": "json_object", "schema": strict_schema(schema)}
    return {"response_format": held, "max_tokens": _ANALYSIS_TOKENS}


def _json_object(_: Schema) -> Options:
    return {"response_format": {"type": "json_object"}}


def _in_body(mode: JsonMode) -> JsonMode:
    """Send ``mode`` in the body; as an option it makes OpenAI's client raise on cut-off answers."""
    return lambda schema: {"extra_body": mode(schema)}


_OPENAI_MODES = (_json_schema, _json_object_with_schema, _json_object)
_HOSTED_MODES = (_json_schema, _json_object)
_JSON: Options = {"response_mime_type": "application/json"}
_KNOWN = {
    "anthropic": Provider("Anthropic", "https://api.anthropic.com"),
    "google_genai": Provider(
        "Gemini",
        "https://generativelanguage.googleapis.com",
        json_modes=(lambda schema: {**_JSON, "response_json_schema": schema}, lambda _: _JSON),
        limit="max_output_tokens",
        options={"vertexai": False, "max_retries": 1},  # 0 means the client's own five retries
    ),
    "groq": Provider("Groq", "https://api.groq.com", json_modes=_HOSTED_MODES),
    "mistralai": Provider(
        "Mistral", "https://api.mistral.ai/v1", json_modes=(_json_schema, _json_object)
    ),
    "ollama": Provider(
        "Ollama",
        "http://localhost:11434",
        needs_key=False,
        key_in_header=True,
        gives_finish_reason=False,  # old versions do not
        json_modes=(lambda schema: {"format": strict_schema(schema)}, lambda _: {"format": "json"}),
        limit="num_predict",
        nests_sampling=True,
    ),
    "openai": Provider(
        "OpenAI",
        "https://api.openai.com/v1",
        title_elsewhere="OpenAI-compatible",  # many speak its protocol
        json_modes=tuple(map(_in_body, _OPENAI_MODES)),
        stream_modes=({"stream_usage": True},),
        options={"stream_chunk_timeout": None},  # the engine has its own
    ),
}
GEMINI = _KNOWN["google_genai"]


_UNKNOWN = Provider("", needs_key=False, gives_finish_reason=False)  # its package knows


@dataclass(frozen=True)
class ModelChoice:
    """A model, named ``provider:model`` by the value of ``setting``."""

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
        """Its provider; only the name for one outside the table."""
        title = self.provider_name.replace("_", " ").title()
        return _KNOWN.get(self.provider_name) or replace(_UNKNOWN, title=title)

    @property
    def packages(self) -> tuple[str, ...]:
        """The names of the packages to install for it."""
        theirs = f"langchain-{self.provider_name.replace('_', '-')}"
        return ("langchain", theirs) if self.provider_name in _KNOWN else ("langchain",)
