"""Parameter types used by many routes."""

from typing import Annotated

from fastapi import Path, Query

MOST = 2**31 - 1  # the largest row id of either database

Key = Annotated[int, Path(ge=0, le=MOST)]
Position = Annotated[int, Query(ge=0, le=MOST)]
Number = Annotated[int, Query(ge=1, le=MOST)]
