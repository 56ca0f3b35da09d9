"""Factory of engines and embeddings: imports only the chosen one, for a quick start."""

from tidemark.engines.base import Engine
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.embeddings.base import Embeddings
from tidemark.engines.llm.providers import ENGINE, GOOGLE, ModelChoice
from tidemark.errors import PackageMissing
from tidemark.settings import Settings


def open_engine(settings: Settings) -> Engine:
    """Return the engine that ``settings`` ask for.

    Raises:
        EngineNotConfigured: The service lacks its key or model.
        PackageMissing: A package that the engine needs is not installed.
        InvalidSetting: The script of the scripted engine cannot be read.
    """
    if settings.chosen_engine == "gemini":
        return _gemini(settings)
    if settings.chosen_engine == "langchain":
        return _langchain(settings)
    if settings.chosen_engine == "scripted":
        from tidemark.engines.scripted import ScriptedEngine  # noqa: PLC0415  the one chosen

        if settings.script_file is None:
            return ScriptedEngine()
        return ScriptedEngine.from_file(settings.script_file)
    return BuiltinEngine()


def open_embeddings(settings: Settings) -> Embeddings | None:
    """Return the embeddings that ``settings`` ask for; None if they ask for none.

    Raises:
        EngineNotConfigured: The service lacks its key.
        PackageMissing: A package that the service needs is not installed.
    """
    if not settings.embedding_model:
        return None
    choice = ModelChoice.read(settings.embedding_model, "EMBEDDING_MODEL")
    if choice.provider_name in GOOGLE:
        try:
            from tidemark.engines.embeddings.gemini import gemini_embeddings  # noqa: PLC0415  the one chosen
        except ImportError as error:
            raise PackageMissing("Gemini", "langchain-google-genai") from error
        return gemini_embeddings(settings, choice.model)
    try:
        from tidemark.engines.embeddings.langchain import langchain_embeddings  # noqa: PLC0415  it is optional
    except ImportError as error:
        raise PackageMissing(ENGINE, *choice.packages) from error
    return langchain_embeddings(settings, choice)


def _gemini(settings: Settings) -> Engine:
    try:
        from tidemark.engines.llm.gemini import GeminiEngine  # noqa: PLC0415  it takes seconds to load
    except ImportError as error:
        raise PackageMissing("Gemini", "langchain-google-genai") from error
    return GeminiEngine(settings, fallback=BuiltinEngine(for_model=True))


def _langchain(settings: Settings) -> Engine:
    choice = ModelChoice.read(settings.model_name, "MODEL_NAME")
    try:
        from tidemark.engines.llm.langchain import LangChainEngine  # noqa: PLC0415  it is optional
    except ImportError as error:
        raise PackageMissing(ENGINE, *choice.packages) from error
    return LangChainEngine(settings, fallback=BuiltinEngine(for_model=True))
