"""The settings a user chose for all their sessions; the environment sets the rest."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tidemark.api.callers import Caller
from tidemark.api.problem import responses
from tidemark.preferences import Preferences

router = APIRouter(
    prefix="/api/settings", tags=["settings"], responses=responses(HTTPStatus.NOT_FOUND)
)


class SettingsReport(BaseModel):
    """The user's choices, and the settings in force for the open notebook."""

    chosen: Preferences
    engine: Annotated[str, Field(examples=["builtin"])]
    engines: list[str] = Field(examples=[["builtin"]], description="Those that may be chosen.")
    budget: int


class SettingsChange(BaseModel):
    """Settings by name; null resets one to its default."""

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
    """Change the given settings, from the next turn on; if one is invalid, none is changed."""
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
