"""Pages of a list, fetched one after another with an opaque cursor.

A cursor identifies the last entry of its page, not an offset: if the list changes between two
pages, no entry comes twice, and none that keeps its place is skipped.  An entry that is used or
changed moves to the top, so it may be skipped; in the order created every entry keeps its place.
"""

import base64
import binascii
import operator
from collections.abc import Callable, Iterable
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, TypeAdapter, ValidationError

from tidemark.errors import InvalidCursor
from tidemark.schema.sessions import ListOrder

Item = TypeVar("Item")
Place = TypeVar("Place")
Order = TypeVar("Order", bound=tuple[object, ...])
Limit = Annotated[int, Query(ge=1, le=200, description="The maximum number of entries.")]
Cursor = Annotated[
    str,
    Query(max_length=500, description="`next` of the previous page; empty for the first page."),
]

InOrder = Annotated[
    ListOrder,
    Query(description="`created`, newest first: no entry is missed, even if it is used meanwhile."),
]


class Page(BaseModel, Generic[Item]):
    """One page of a list; ``next`` is the cursor of the page after it, empty at the end."""

    items: list[Item]
    next: str = ""


def cursor(place: Place, shape: TypeAdapter[Place]) -> str:
    """Return the cursor for a ``place`` in a list.

    >>> cursor(7, TypeAdapter(int))
    'Nw'
    """
    return base64.urlsafe_b64encode(shape.dump_json(place)).decode().rstrip("=")


def place(given: str, shape: TypeAdapter[Place]) -> Place | None:
    """Return the place encoded in a cursor; None for the first page.

    >>> place("Nw", TypeAdapter(int))
    7

    Raises:
        InvalidCursor: ``given`` is not a cursor of this list.
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
    is_downward: bool = True,
) -> Page[Item]:
    """Return the page after the cursor ``given`` of a list held in memory, highest place first.

    If it is not ``is_downward``, lowest place first.

    >>> words, place_of = ["pear", "fig", "apple"], lambda word: (len(word), word)
    >>> first = page(words, place_of, TypeAdapter(tuple[int, str]), limit=2, given="")
    >>> first.items
    ['apple', 'pear']
    >>> page(words, place_of, TypeAdapter(tuple[int, str]), limit=2, given=first.next).items
    ['fig']

    Raises:
        InvalidCursor: ``given`` is not a cursor of this list.
    """
    after = place(given, shape)
    ordered = sorted(listed, key=place_of, reverse=is_downward)
    follows = operator.lt if is_downward else operator.gt
    left = [each for each in ordered if after is None or follows(place_of(each), after)]
    following = cursor(place_of(left[limit - 1]), shape) if len(left) > limit else ""
    return Page(items=left[:limit], next=following)
