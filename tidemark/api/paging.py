"""Pages of a list, one after the other by an opaque cursor.

A cursor names the last entry of its page, not how many came before: however a list changes between
two pages, no entry comes twice, and none that keeps its place is passed over.
"""

import base64
import binascii
from collections.abc import Callable, Iterable
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, TypeAdapter, ValidationError

from tidemark.errors import InvalidCursor

Item = TypeVar("Item")
Place = TypeVar("Place")
Order = TypeVar("Order", bound=tuple[object, ...])
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
Cursor = Annotated[
    str,
    Query(max_length=500, description="`next` of the page before; empty for the first."),
]


class Page(BaseModel, Generic[Item]):
    """One page of a list; ``next`` is the cursor of the page after it, empty at the end."""

    items: list[Item]
    next: str = ""


def cursor(place: Place, shape: TypeAdapter[Place]) -> str:
    """Return the cursor that names a ``place`` in a list.

    >>> cursor(7, TypeAdapter(int))
    'Nw'
    """
    return base64.urlsafe_b64encode(shape.dump_json(place)).decode().rstrip("=")


def place(given: str, shape: TypeAdapter[Place]) -> Place | None:
    """Return the place that a cursor names; None for the first page.

    >>> place("Nw", TypeAdapter(int))
    7

    Raises:
        InvalidCursor: ``given`` is none that a page of this list gave.
    """
    if not given:
        return None
    try:
        written = base64.b64decode(given + "=" * (-len(given) % 4), altchars=b"-_", validate=True)
        return shape.validate_json(written, strict=True)
    except (binascii.Error, ValidationError, ValueError) as error:
        raise InvalidCursor(given) from error


def page(
    listed: Iterable[Item],
    place_of: Callable[[Item], Order],
    shape: TypeAdapter[Order],
    *,
    limit: int,
    given: str,
) -> Page[Item]:
    """Return the page after the cursor ``given`` of a list that is read whole, highest place first.

    >>> words, place_of = ["pear", "fig", "apple"], lambda word: (len(word), word)
    >>> first = page(words, place_of, TypeAdapter(tuple[int, str]), limit=2, given="")
    >>> first.items
    ['apple', 'pear']
    >>> page(words, place_of, TypeAdapter(tuple[int, str]), limit=2, given=first.next).items
    ['fig']

    Raises:
        InvalidCursor: ``given`` is none that a page of this list gave.
    """
    after = place(given, shape)
    ordered = sorted(listed, key=place_of, reverse=True)
    left = [each for each in ordered if after is None or place_of(each) < after]
    following = cursor(place_of(left[limit - 1]), shape) if len(left) > limit else ""
    return Page(items=left[:limit], next=following)
