"""The frozen base of every shape, and the number and time types that shapes share."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _in_utc(value: dt.datetime) -> dt.datetime:
    aware = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    try:
        return aware.astimezone(dt.UTC)
    except OverflowError as error:
        raise ValueError("is out of range") from error


# As files have them: a time without a zone is UTC, a count fits into any database's integer.
Instant = Annotated[dt.datetime, AfterValidator(_in_utc)]
Count = Annotated[int, Field(ge=0, lt=2**31)]


class FrozenModel(BaseModel):
    """A frozen value; unknown keys are refused, so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
