"""Row-level security on PostgreSQL: a second wall between users, besides the scope of each query.

Every connection names its user in the setting ``tidemark.user_id``; the policy of each table shows
only rows of that user and rows shared with them.  A connection that names nobody sees nothing.
Work for all users (migrations, housekeeping) uses ``EVERYONE``.

Policies are forced, so they bind the owner of the tables too; a superuser and a role with BYPASSRLS
are never bound.
"""

from collections.abc import Collection

from sqlalchemy import Connection, inspect

EVERYONE = "*"  # no user can have this name
_SETTING = "current_setting('tidemark.user_id', true)"
_ME = f"(SELECT {_SETTING})"  # a subselect is evaluated once a statement, not once a row
_IS_EVERYONE = f"{_SETTING} = '{EVERYONE}'"
# Session ids contain their user's id (SessionIdColumn): no other row needs to be read
_MY_SUFFIX = f"(SELECT CASE {_SETTING} WHEN 'local' THEN '' WHEN '' THEN NULL ELSE {_SETTING} END)"

OF_USER = f"user_id = {_ME}"
OF_SESSION_ID = f"split_part(session_id, '~', 2) = {_MY_SUFFIX}"
_OTHERS = 1 << 30  # tidemark.retrieval.refs.FIRST_OTHER_COLLECTION


_SUFFIX_USER = "split_part(o.session_id, '~', 2)"


def _user_of(tables: str, claim: str, user: str = "o.user_id") -> str:
    # A scalar, not EXISTS: for that a planner may read the whole other table first
    return f"(SELECT {user} FROM {tables} WHERE {claim})"  # noqa: S608 - no words of anybody


def _of_session_key(column: str) -> str:
    return f"{_user_of('sessions o', f'o.key = {column}')} = {_ME}"


def _of_message(column: str) -> str:
    return f"{_user_of('messages o', f'o.id = {column}', _SUFFIX_USER)} = {_MY_SUFFIX}"


def _of_turn(column: str) -> str:
    return f"{_user_of('turns o', f'o.id = {column}', _SUFFIX_USER)} = {_MY_SUFFIX}"


def _owner_of_collection(column: str) -> str:
    version = _user_of("source_versions o", f"o.key = {column} - {_OTHERS}")
    session = _user_of("sessions o", f"o.key = {column}")
    return f"CASE WHEN {column} < {_OTHERS} THEN {session} ELSE {version} END"


def _of_document(column: str) -> str:
    return f"{_user_of('documents o', f'o.key = {column}')} = {_ME}"


def _of_branch(column: str) -> str:
    branches = "document_branches b JOIN documents o ON o.key = b.document_key"
    return f"{_user_of(branches, f'b.key = {column}')} = {_ME}"


def _own_and_shared(function: str, own: str, *arguments: str) -> tuple[str, str]:
    given = ", ".join(arguments)
    return own, f"tidemark_shares_{function}({given}, {{roles}})"


def _in_collection(column: str) -> tuple[str, str]:
    return _own_and_shared("collection", f"{_owner_of_collection(column)} = {_ME}", column)


_IN_SESSION = _own_and_shared("session_id", OF_SESSION_ID, "session_id")
_MINE_ALONE = OF_USER, ""
_OF_HOUSEKEEPING = "false", ""
# Conditions under which a row of each table is the user's own, or shared with them
_CLAIMS = {
    "sessions": _own_and_shared("session", OF_USER, "key", "user_id", "notebook_id"),
    "messages": _IN_SESSION,
    "session_summaries": _IN_SESSION,
    "turns": _IN_SESSION,
    "branches": _own_and_shared(
        "session_key", _of_session_key("branches.session_key"), "branches.session_key"
    ),
    "reply_opinions": _own_and_shared(
        "message", _of_message("reply_opinions.message_id"), "reply_opinions.message_id"
    ),
    "pictures": _own_and_shared(
        "message", _of_message("pictures.message_id"), "pictures.message_id"
    ),
    "prompt_snapshots": _own_and_shared(
        "turn", _of_turn("prompt_snapshots.turn_id"), "prompt_snapshots.turn_id"
    ),
    "collections": _in_collection("collections.key"),
    "passage_blocks": _in_collection("passage_blocks.collection_key"),
    "passage_vectors": _in_collection("passage_vectors.collection_key"),
    # A search reads hundreds of these rows: to look up the owner of each took most of its time
    "passage_index": _own_and_shared("collection", OF_USER, "passage_index.collection_key"),
    "passage_embeddings": _in_collection("passage_embeddings.collection_key"),
    "sources": _own_and_shared("notebook", OF_USER, "user_id", "notebook_id"),
    "source_versions": _own_and_shared("source", OF_USER, "source_versions.source_key"),
    "documents": _own_and_shared(
        "document", OF_USER, "key", "user_id", "notebook_id", "session_key"
    ),
    "document_branches": _own_and_shared(
        "document_key", _of_document("document_key"), "document_key"
    ),
    "document_versions": _own_and_shared(
        "branch", _of_branch("document_versions.branch_key"), "document_versions.branch_key"
    ),
    "notebooks": _own_and_shared("notebook_key", OF_USER, "key", "user_id"),
    "spent_session_ids": (OF_SESSION_ID, ""),
    "profile_sources": (OF_SESSION_ID, ""),
    "users": _MINE_ALONE,
    "settings": _MINE_ALONE,
    "profile_entries": _MINE_ALONE,
    "profile_forgotten": _MINE_ALONE,
    "erasures": _OF_HOUSEKEEPING,
    "leases": _OF_HOUSEKEEPING,
}

# PL/pgSQL caches its plans, and the planner does not inline it: a query that only meets own
# rows pays nothing.  A share counts only if its owner owns the shared thing
_COUNTS = "s.with_user_id = current_setting('tidemark.user_id', true) AND s.access = ANY (roles)"
_FUNCTIONS = {
    "notebook_key(wanted integer, owned_by text, roles text[])": (
        f"SELECT FROM shares s WHERE {_COUNTS} AND s.user_id = owned_by AND s.notebook_key = wanted"
    ),
    "notebook(owned_by text, notebook text, roles text[])": (
        f"SELECT FROM shares s JOIN notebooks n ON n.key = s.notebook_key WHERE {_COUNTS} "
        "AND s.user_id = owned_by AND n.user_id = owned_by AND n.notebook_id = notebook"
    ),
    "session(wanted integer, owned_by text, notebook text, roles text[])": (
        f"SELECT FROM shares s WHERE {_COUNTS} AND s.user_id = owned_by "
        "AND s.session_key = wanted) OR tidemark_shares_notebook(owned_by, notebook, roles"
    ),
    "session_key(wanted integer, roles text[])": (
        "SELECT FROM sessions o WHERE o.key = wanted "
        "AND tidemark_shares_session(o.key, o.user_id, o.notebook_id, roles)"
    ),
    "session_id(wanted text, roles text[])": (
        "SELECT FROM sessions o WHERE o.session_id = wanted "
        "AND tidemark_shares_session(o.key, o.user_id, o.notebook_id, roles)"
    ),
    "message(wanted integer, roles text[])": (
        "SELECT FROM messages o WHERE o.id = wanted "
        "AND tidemark_shares_session_id(o.session_id, roles)"
    ),
    "turn(wanted integer, roles text[])": (
        "SELECT FROM turns o WHERE o.id = wanted "
        "AND tidemark_shares_session_id(o.session_id, roles)"
    ),
    "source(wanted integer, roles text[])": (
        "SELECT FROM sources o WHERE o.key = wanted "
        "AND tidemark_shares_notebook(o.user_id, o.notebook_id, roles)"
    ),
    "collection(wanted integer, roles text[])": (
        f"SELECT FROM source_versions o WHERE o.key = wanted - {_OTHERS} "
        "AND tidemark_shares_source(o.source_key, roles)"
        ") OR tidemark_shares_session_key(wanted, roles"
    ),
    "document(wanted integer, owned_by text, notebook text, of_session integer, roles text[])": (
        f"SELECT FROM shares s WHERE {_COUNTS} AND s.user_id = owned_by "
        "AND (s.document_key = wanted OR s.session_key = of_session)"
        ") OR tidemark_shares_notebook(owned_by, notebook, roles"
    ),
    "document_key(wanted integer, roles text[])": (
        "SELECT FROM documents o WHERE o.key = wanted AND "
        "tidemark_shares_document(o.key, o.user_id, o.notebook_id, o.session_key, roles)"
    ),
    "branch(wanted integer, roles text[])": (
        "SELECT FROM document_branches o WHERE o.key = wanted "
        "AND tidemark_shares_document_key(o.document_key, roles)"
    ),
}
_READERS, _EDITORS = "'{reader,editor}'", "'{editor}'"
# Owners stored in rows of other things: set by the server, whatever a statement says
_OWNERS = {
    "passage_index": ("collection_key", _owner_of_collection("NEW.collection_key")),
    "source_versions": ("source_key", _user_of("sources o", "o.key = NEW.source_key")),
}


def declare(user_id: str) -> str:
    """Return the statement that declares the user of a connection until the next declaration."""
    return f"SET tidemark.user_id = '{user_id}'"  # a user id of a scope contains no quotes


def declare_for_transaction(user_id: str) -> str:
    """Return the statement that declares the user until the transaction ends."""
    return f"SET LOCAL tidemark.user_id = '{user_id}'"


def install(connection: Connection) -> None:
    """Install policies on the tables that exist when row-level security is introduced."""
    for signature, condition in _FUNCTIONS.items():
        connection.exec_driver_sql(
            f"CREATE FUNCTION tidemark_shares_{signature} RETURNS boolean "
            f"LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN EXISTS ({condition}); END $$"
        )
    inspector = inspect(connection)
    for table in sorted(set(inspector.get_table_names()) - {"shares", *OF_STORED_OWNERS}):
        names = {column["name"] for column in inspector.get_columns(table)}
        if table in _CLAIMS or "user_id" in names:
            protect(connection, table)
    _enable(connection, "shares")
    own, with_me = f"{OF_USER} OR {_IS_EVERYONE}", f"with_user_id = {_ME}"
    _policy(connection, "shares", "readable", "SELECT", f"{own} OR {with_me}")
    _policy(connection, "shares", "changeable", "UPDATE", own)
    _policy(connection, "shares", "made", "INSERT", check=own)
    _policy(connection, "shares", "deletable", "DELETE", f"{own} OR {with_me}")  # or leave it


def unprotect(connection: Connection, tables: Collection[str]) -> None:
    """Drop the policies of ``tables``, where these exist, until ``protect`` makes new ones."""
    for table in sorted(set(tables) & set(inspect(connection).get_table_names())):
        for name in ("own", "readable", "changeable", "made", "deletable"):
            connection.exec_driver_sql(f"DROP POLICY IF EXISTS {name} ON {table}")
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY")


def store_owners(connection: Connection) -> None:
    """Let the server set the column ``user_id`` of ``OF_STORED_OWNERS``, and protect these."""
    for table, (column, owner) in _OWNERS.items():
        connection.exec_driver_sql(
            f"CREATE FUNCTION tidemark_owner_of_{table}() RETURNS trigger LANGUAGE plpgsql "
            f"AS $$ BEGIN NEW.user_id := {owner}; RETURN NEW; END $$"
        )
        connection.exec_driver_sql(
            f"CREATE TRIGGER owner BEFORE INSERT OR UPDATE OF {column}, user_id ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION tidemark_owner_of_{table}()"
        )
    for table in sorted(OF_STORED_OWNERS & set(inspect(connection).get_table_names())):
        protect(connection, table)


def protect(connection: Connection, table: str) -> None:
    """Limit the rows of ``table`` to users who may see them; do nothing on SQLite.

    A table not listed here must have a column ``user_id``; its rows are shared with nobody.
    """
    if connection.dialect.name != "postgresql":
        return
    own, shared = _CLAIMS.get(table, _MINE_ALONE)
    own = f"{own} OR {_IS_EVERYONE}"
    _enable(connection, table)
    if not shared:
        _policy(connection, table, "own", "ALL", own)
        return
    # One policy a command: with several, the server does not try the cheap one first
    reads = f"{own} OR {shared.format(roles=_READERS)}"
    writes = f"{own} OR {shared.format(roles=_EDITORS)}"
    _policy(connection, table, "readable", "SELECT", reads)
    # Readers can lock the row, so that a write is refused with the proper error
    _policy(connection, table, "changeable", "UPDATE", reads, writes)
    to_own = own if table in _OF_THE_OWNER else writes
    _policy(connection, table, "made", "INSERT", check=to_own)
    _policy(connection, table, "deletable", "DELETE", to_own)


def bypasses(connection: Connection) -> bool:
    """Return whether policies do not bind the role of ``connection``."""
    found = connection.exec_driver_sql(
        "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
    )
    return bool(found.scalar())


# Their policies read the owner that a version of a source or a row of the index stores
OF_STORED_OWNERS = {
    "collections",
    "passage_blocks",
    "passage_embeddings",
    "passage_index",
    "passage_vectors",
    "source_versions",
}
# Only its owner creates and deletes it
_OF_THE_OWNER = ("sessions", "documents", "notebooks", "sources")


def _enable(connection: Connection, table: str) -> None:
    for state in ("ENABLE", "FORCE"):
        connection.exec_driver_sql(f"ALTER TABLE {table} {state} ROW LEVEL SECURITY")


def _policy(
    connection: Connection, table: str, name: str, command: str, using: str = "", check: str = ""
) -> None:
    claims = [f"USING ({using})"] if using else []
    if check:
        claims.append(f"WITH CHECK ({check})")
    connection.exec_driver_sql(f"CREATE POLICY {name} ON {table} FOR {command} {' '.join(claims)}")
