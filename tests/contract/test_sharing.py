"""Shares on each database: listed by the other, gone with what they name."""

from database import Database, ScopedDatabase
from tests.conversing import NOW, begin, later
from tidemark.schema.scope import Scope


def test_a_share_is_listed_by_the_other_and_goes_with_its_session(
    opened_database: Database, database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    begin(database, 2, "trip")
    begin(database, 2, "beside")
    database.shares.share_session("trip", "somebody", "reader", now=NOW)
    database.shares.share_notebook("somebody", "editor", now=later(1))
    notebook, session = other_user.shares.with_me()
    assert (notebook.kind, notebook.name, notebook.session_id) == ("notebook", "General", None)
    assert (session.kind, session.session_id, session.owner) == ("session", "trip", "local")
    visited = opened_database.scoped(Scope("local", "general", visitor="somebody"))
    assert {each.session_id for each in visited.shares.sessions()} == {"trip", "beside"}

    database.shares.unshare_notebook("somebody")
    assert other_user.shares.with_me() == (session,)
    assert database.shares.of_notebook() == ()
    database.session_lists.discard(["trip"], now=NOW)
    assert other_user.shares.with_me() == ()
    database.session_lists.restore(["trip"])
    assert other_user.shares.with_me() == (session,)
    database.sessions.delete("trip")
    assert other_user.shares.with_me() == ()
