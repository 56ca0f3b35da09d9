"""The base class of all shapes, and the types of times, counts and hashes they share."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _in_utc(value: dt.datetime) -> dt.datetime:
    aware = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    try:
        return aware.astimezone(dt.UTC)
    except OverflowError as error:
        raise ValueError("is out of range") from error


# A time without a zone is UTC; a count fits the integer type of both databases
Instant = Annotated[dt.datetime, AfterValidator(_in_utc)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Sha256 = Annotated[
    str, Field(examples=["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"])
]


class FrozenModel(BaseModel):
    """A frozen value; unknown keys are refused, so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
