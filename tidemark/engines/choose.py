"""The engine that the settings ask for, imported only then, so that a start without it is quick."""

from tidemark.engines.base import Engine
from tidemark.engines.builtin import BuiltinEngine
from tidemark.errors import EngineNotConfigured
from tidemark.settings import Settings


def open_engine(settings: Settings) -> Engine:
    """Return the engine in force.

    Raises:
        EngineNotConfigured: Gemini without a key, or a library it needs is missing.
        InvalidSetting: The script of the scripted engine cannot be read.
    """
    if settings.chosen_engine == "gemini":
        return _gemini(settings)
    if settings.chosen_engine == "scripted":
        from tidemark.engines.scripted import ScriptedEngine  # noqa: PLC0415  the one chosen

        if settings.script_file is None:
            return ScriptedEngine()
        return ScriptedEngine.from_file(settings.script_file)
    return BuiltinEngine()


def _gemini(settings: Settings) -> Engine:
    try:
        from tidemark.engines.gemini import GeminiEngine  # noqa: PLC0415  it takes seconds to load
    except ImportError as error:
        raise EngineNotConfigured("Gemini", f"the package {error.name}") from error
    return GeminiEngine(settings, instead=BuiltinEngine())
