"""Pages of a list, one after the other by an opaque cursor."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel

from tidemark.errors import InvalidCursor

Item = TypeVar("Item")
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
Cursor = Annotated[str, Query(description="`next` of the page before; empty for the first.")]


class Page(BaseModel, Generic[Item]):
    """One page of a list; ``next`` is the cursor of the page after it, empty at the end."""

    items: list[Item]
    next: str = ""


def page(cursor: str, limit: int, read: Callable[[int, int], Sequence[Item]]) -> Page[Item]:
    """Return the page at ``cursor`` of the list that ``read(limit, offset)`` reads.

    Raises:
        InvalidCursor: ``cursor`` is none that a page gave.
    """
    offset = _offset(cursor)
    found = list(read(limit + 1, offset))
    following = _cursor(offset + limit) if len(found) > limit else ""
    return Page(items=found[:limit], next=following)


def _cursor(offset: int) -> str:
    return base64.urlsafe_b64encode(b"%d" % offset).decode().rstrip("=")


def _offset(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        if not found.isdecimal() or len(found) > len(str(2**31)):
            raise InvalidCursor(cursor)
    except (binascii.Error, ValueError) as error:
        raise InvalidCursor(cursor) from error
    return int(found)
