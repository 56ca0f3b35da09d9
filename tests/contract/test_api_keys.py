"""Keys of people on each database: each user their own, found by the prefix before a scope is."""

import pytest

from database import Database, ScopedDatabase
from tests.conversing import NOW, later
from tidemark.errors import ApiKeyNotFound
from tidemark.storage.people import api_keys


def test_keys_are_of_one_user_and_found_in_no_scope(
    opened_database: Database, database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    mine = database.api_keys.add(
        "script", ["read", "act-as"], prefix="tm_1", hashed="a", now=NOW, expires_at=later(9)
    )
    theirs = other_user.api_keys.add("phone", ["write"], prefix="tm_1", hashed="b", now=NOW)
    assert mine.scopes == ("read", "act-as")
    assert database.api_keys.all() == (mine,)
    assert (mine.expires_at, mine.revoked_at) == (later(9), None)
    with pytest.raises(ApiKeyNotFound):
        other_user.api_keys.revoke(mine.key_id, now=later(1))

    with database.transaction() as connection:
        api_keys.note_use(connection, mine.key_id, later(2))
    database.api_keys.revoke(mine.key_id, now=later(3))
    with pytest.raises(ApiKeyNotFound):
        database.api_keys.revoke(mine.key_id, now=later(4))
    with opened_database.reading() as connection:
        found = api_keys.find(connection, "tm_1")
        assert api_keys.find(connection, "tm_") == ()
    used = mine.model_copy(update={"last_used_at": later(2), "revoked_at": later(3)})
    assert sorted(found, key=lambda each: each[1]) == [(used, "a"), (theirs, "b")]

    other_user.api_keys.clear()
    assert database.api_keys.all() == (used,)
