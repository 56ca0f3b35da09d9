"""Types of parameters and bodies used by many routes."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict

MOST = 2**31 - 1  # the largest row id of either database

Key = Annotated[int, Path(ge=0, le=MOST)]
Position = Annotated[int, Query(ge=0, le=MOST)]
Number = Annotated[int, Query(ge=1, le=MOST)]


class RequestBody(BaseModel):
    """The body of a request; a field that it does not have is refused, and named."""

    model_config = ConfigDict(extra="forbid")
