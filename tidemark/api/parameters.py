"""Kinds of parameters that many routes have."""

from typing import Annotated

from fastapi import Path, Query

MOST = 2**31 - 1  # a row of either database

Key = Annotated[int, Path(ge=0, le=MOST)]
Position = Annotated[int, Query(ge=0, le=MOST)]
Number = Annotated[int, Query(ge=1, le=MOST)]
