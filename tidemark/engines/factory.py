"""The engine that the settings ask for, imported only then, so that a start without it is quick."""

from tidemark.engines.base import Engine
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.embeddings.base import Embeddings
from tidemark.engines.llm.providers import ENGINE, GOOGLE, Choice
from tidemark.errors import PackageMissing
from tidemark.settings import Settings


def open_engine(settings: Settings) -> Engine:
    """Return the engine in force.

    Raises:
        EngineNotConfigured: A service without its key or model.
        PackageMissing: A package the engine speaks through is not installed.
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
    """Return the engine that makes vectors, or None where none is chosen.

    Raises:
        EngineNotConfigured: A service without its key.
        PackageMissing: A package the engine speaks through is not installed.
    """
    if not settings.embedding_model:
        return None
    choice = Choice.read(settings.embedding_model, "EMBEDDING_MODEL")
    if choice.provider_name in GOOGLE:
        try:
            from tidemark.engines.embeddings.gemini import of_google  # noqa: PLC0415  the one chosen
        except ImportError as error:
            raise PackageMissing("Gemini", "langchain-google-genai") from error
        return of_google(settings, choice.model)
    try:
        from tidemark.engines.embeddings.langchain import of_provider  # noqa: PLC0415  it is optional
    except ImportError as error:
        raise PackageMissing(ENGINE, *choice.packages) from error
    return of_provider(settings, choice)


def _gemini(settings: Settings) -> Engine:
    try:
        from tidemark.engines.llm.gemini import GeminiEngine  # noqa: PLC0415  it takes seconds to load
    except ImportError as error:
        raise PackageMissing("Gemini", "langchain-google-genai") from error
    return GeminiEngine(settings, instead=BuiltinEngine())


def _langchain(settings: Settings) -> Engine:
    choice = Choice.read(settings.model_name, "MODEL_NAME")
    try:
        from tidemark.engines.llm.langchain import LangChainEngine  # noqa: PLC0415  it is optional
    except ImportError as error:
        raise PackageMissing(ENGINE, *choice.packages) from error
    return LangChainEngine(settings, instead=BuiltinEngine())
