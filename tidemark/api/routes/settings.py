"""The choices of a user for all their sessions; the environment decides the rest."""

from http import HTTPStatus

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tidemark.api.callers import Caller
from tidemark.api.problem import responses
from tidemark.preferences import Preferences

router = APIRouter(
    prefix="/api/settings", tags=["settings"], responses=responses(HTTPStatus.NOT_FOUND)
)


class SettingsReport(BaseModel):
    """The choices of a user, and what is in force for the notebook that is open."""

    chosen: Preferences
    engine: str
    engines: list[str] = Field(description="Those that may be chosen.")
    budget: int


class SettingsChange(BaseModel):
    """Settings by name; null returns one to its default."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"example": {"budget": 2000}})
    __pydantic_extra__: dict[str, JsonValue]


@router.get("")
def get_settings(caller: Caller) -> SettingsReport:
    """Return the settings of the user."""
    configuration = caller.configuration
    return SettingsReport(
        chosen=configuration.preferences,
        engine=configuration.engine.label,
        engines=list(configuration.choices()),
        budget=configuration.threshold,
    )


@router.patch("")
def change_settings(caller: Caller, change: SettingsChange) -> SettingsReport:
    """Change the settings that are given, from the next turn on; a wrong one changes none."""
    given = change.__pydantic_extra__
    for name, value in given.items():
        if value is None:
            Preferences.known_name(name)
        else:
            caller.configuration.refuse_invalid(name, value)
    for name, value in given.items():
        if value is None:
            caller.configuration.reset(name)
        else:
            caller.configuration.choose(name, value)
    return get_settings(caller)
