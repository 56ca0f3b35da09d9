"""Preferences: the choices a person made on the Settings page.

``Settings`` come from the operator and are the defaults; ``Preferences`` hold only choices.
``effective_settings`` combines the two.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, JsonValue, SecretStr, TypeAdapter, ValidationError

from tidemark.errors import UserError
from tidemark.local_servers import LOCAL_PORTS, local_address
from tidemark.schema import AskingStyle, FrozenModel
from tidemark.schema.notebooks import Budget
from tidemark.schema.retention import RetentionDays
from tidemark.settings import Settings
from utils import storable

USUAL: Literal[""] = ""  # the default of the environment or the browser
PageLanguage = Literal["", "en", "nl"]
DateLanguage = Literal["", "en-GB", "en-US", "nl", "de", "fr", "es", "iso"]
TimeZone = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_+/-]*$")]
Money = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
MOST_NAME_CHARS = 40  # of a saved prompt
PromptName = Annotated[str, Field(pattern=r"^[\w-]+$", max_length=MOST_NAME_CHARS)]
PromptText = Annotated[str, Field(min_length=1, max_length=8_000), AfterValidator(storable)]


class InvalidPreference(UserError):
    """The preference does not exist, or the value is not allowed."""

    def __init__(self, name: str, value: object, why: str) -> None:
        super().__init__(f"{name} cannot be {str(value)[:80]!r}: {why}.")
        self.name = name
        self.value = value
        self.why = why

    @classmethod
    def of(cls, name: str, value: object, error: ValidationError) -> "InvalidPreference":
        """Return the error for a ``value`` that Pydantic refused with ``error``."""
        first = error.errors()[0]
        if first["type"] == "extra_forbidden":
            return UnknownPreference(name)
        return cls(name, value, first["msg"].lower())


class UnknownPreference(InvalidPreference):
    """No preference has this name."""

    def __init__(self, name: str) -> None:
        UserError.__init__(
            self,
            f"There is no setting {name!r}. There are: {', '.join(Preferences.model_fields)}.",
        )
        self.name = name


class Price(FrozenModel):
    """The price of a million tokens that a model reads (input) or writes (output)."""

    input: Money = 0.0
    output: Money = 0.0


class Prices(FrozenModel):
    """The prices of models by name, in one currency; a model without an entry has none."""

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] = "USD"
    models: dict[Annotated[str, Field(min_length=1, max_length=200)], Price] = Field(
        default_factory=dict
    )

    def cost(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        """Return the cost of a use of ``model``; None if it has no price.

        >>> prices = Prices(models={"m": Price(input=0.5, output=2)})
        >>> prices.cost("m", input_tokens=1_000_000, output_tokens=500_000)
        1.5
        """
        price = self.models.get(model)
        if price is None:
            return None
        return (price.input * input_tokens + price.output * output_tokens) / 1_000_000


class Preferences(FrozenModel):
    """The choices of one person; each default leaves the choice to the environment or the browser.

    ``engine`` is a name accepted by ``is_engine``; ``budget`` replaces TOKEN_THRESHOLD; ``across``
    says whether a new chat shares its memory with the others; ``time_zone``, an IANA name that the
    page takes from the browser, decides which day is today.  ``retention_days`` replaces
    RETENTION_DAYS; ``instructions`` are added to those of the engine in every chat; ``prompts`` are
    saved texts by name; ``shares_questions`` lets others learn from questions, if that is offered.
    """

    engine: Annotated[str, Field(max_length=200)] = USUAL
    budget: Budget | None = None
    clarifying: AskingStyle = "freely"
    across: bool = True
    time_zone: TimeZone = USUAL
    language: PageLanguage = USUAL
    dates: DateLanguage = USUAL
    prices: Prices = Prices()
    retention_days: RetentionDays | None = None
    instructions: Annotated[str, AfterValidator(storable)] = ""
    prompts: Annotated[dict[PromptName, PromptText], Field(max_length=100)] = Field(
        default_factory=dict
    )
    shares_questions: bool = False

    @classmethod
    def of_stored(cls, stored: Mapping[str, JsonValue]) -> Self:
        """Return the ``stored`` preferences, with the default for each invalid value.

        >>> Preferences.of_stored({"budget": 3, "across": False, "colour": "red"}).across
        False
        """
        known: dict[str, object] = {}
        for name, value in stored.items():
            try:
                known[name] = getattr(cls.model_validate({name: value}), name)
            except ValidationError:
                continue
        return cls.model_validate(known)

    @classmethod
    def known_name(cls, name: str) -> str:
        """Return ``name`` if it is the name of a preference.

        Raises:
            UnknownPreference: It is not.
        """
        if name not in cls.model_fields:
            raise UnknownPreference(name)
        return name

    def replaced(self, name: str, value: object) -> Self:
        """Return these preferences with a new ``value`` of ``name``.

        Raises:
            ValidationError: There is no such name, or the value is not allowed.
        """
        return type(self).model_validate({**dict(self), name: value})


def json_of(value: object) -> JsonValue:
    """Return the value of a preference as JSON."""
    plain: JsonValue = TypeAdapter(object).dump_python(value, mode="json")
    return plain


def engine_choices(settings: Settings) -> tuple[str, ...]:
    """Return the engines available with ``settings``, each with its model.

    They are the built-in engine, and those that have a key or an address.

    >>> engine_choices(Settings(google_api_key="k", model_choices="gemini-2.5-pro"))
    ('builtin', 'gemini:gemini-3.5-flash-lite', 'gemini:gemini-2.5-pro')
    """
    named = (settings.model_name, *settings.model_choices.split(","))
    models = tuple(dict.fromkeys(name.strip() for name in named if name.strip()))
    found = ["builtin"]
    if settings.google_api_key.get_secret_value():
        found += [f"gemini:{model}" for model in models if ":" not in model]
    has_service = settings.llm_api_key.get_secret_value() or settings.llm_base_url
    if has_service or settings.engine == "langchain":
        found += [f"langchain:{model}" for model in models if ":" in model]
    return tuple(found)


def is_engine(engine: str, settings: Settings) -> bool:
    """Return whether a person may choose ``engine``; more names are allowed than are listed.

    It is one of ``engine_choices``, any model of Gemini if there is a key, or one served on a known
    port of this computer: ``local:PORT:MODEL``.  A person cannot name another address.

    >>> is_engine("local:11434:qwen3:8b", Settings()), is_engine("local:22:x", Settings())
    (True, False)
    """
    name, _, model = engine.partition(":")
    if name == "gemini" and model and settings.google_api_key.get_secret_value():
        return True
    return _local_model(engine) is not None or engine in engine_choices(settings)


def _local_model(engine: str) -> tuple[int, str] | None:
    """Return port and model of ``local:PORT:MODEL``; None if ``engine`` has another form."""
    name, _, rest = engine.partition(":")
    port, _, model = rest.partition(":")
    if name != "local" or not model or port not in map(str, LOCAL_PORTS):
        return None
    return int(port), model


def effective_settings(settings: Settings, chosen: Preferences) -> Settings:
    """Return ``settings`` overridden by ``chosen``, except for an engine that is not configured.

    >>> effective_settings(Settings(), Preferences(engine="gemini:any", budget=900)).token_threshold
    900
    """
    changed: dict[str, object] = {}
    if chosen.budget is not None:
        changed["token_threshold"] = chosen.budget
    local = _local_model(chosen.engine)
    if local is not None:
        changed |= {
            "engine": "langchain",
            "model_name": f"openai:{local[1]}",
            "summary_model_name": "",
            "llm_base_url": local_address(local[0]),
            "llm_api_key": SecretStr(""),  # of another service
        }
    elif is_engine(chosen.engine, settings):
        engine, _, model = chosen.engine.partition(":")
        changed["engine"] = engine
        changed |= {"model_name": model} if model else {}
        if engine != settings.chosen_engine:
            changed["summary_model_name"] = ""  # of another provider
    return settings.model_copy(update=changed)
