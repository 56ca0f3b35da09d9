"""Recipients of shares: the people that a chat, a notebook or a document can be shared with."""

from database import ScopedDatabase
from tidemark.errors import NotShareable
from tidemark.schema.scope import GENERAL, Scope


def check(database: ScopedDatabase, person: str) -> None:
    """Refuse a ``person`` whom the user of ``database`` cannot share anything with.

    Raises:
        NotShareable: ``person`` is not a valid user id, or is this user.
    """
    try:
        Scope(person, GENERAL)
    except ValueError as error:
        raise NotShareable(person[:100]) from error
    if person == database.scope.user_id:
        raise NotShareable(person)
