"""Types of parameters and bodies used by many routes."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

MOST = 2**31 - 1  # the largest row id of either database

Key = Annotated[int, Path(ge=0, le=MOST)]
Position = Annotated[
    int, Query(ge=0, le=MOST, description="The position of a message in its session, from 0.")
]
Number = Annotated[int, Query(ge=1, le=MOST)]


_EMPTY = "This is empty: give a text"


def _with_words(text: str) -> str:
    if not text.strip():
        raise ValueError(_EMPTY)
    return text


Words = Annotated[
    str, AfterValidator(_with_words), Field(json_schema_extra={"pattern": r"\S"})
]  # a text that is not blank


class RequestBody(BaseModel):
    """The body of a request; a field that it does not have is refused, and named."""

    model_config = ConfigDict(extra="forbid")


async def note_unknown_fields(request: Request) -> None:
    """Note the fields of a form that its route does not have; the answer's warning names them."""
    known = {each.alias for each in request.scope["route"].dependant.body_params}
    given = await request.form()
    request.state.unknown_fields = [name for name in given if name not in known]


WARNS_OF_FIELDS = Depends(note_unknown_fields)
