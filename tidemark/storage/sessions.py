"""Sessions: one row for each conversation; deletes it with everything it holds."""

import datetime as dt
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Text,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    type_coerce,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from tidemark.errors import SessionBusy, SessionExists, SessionNotFound, SessionTrashed, UserError
from tidemark.schema import NewMessage, Session
from tidemark.storage import branch_families, notebooks, profile
from tidemark.storage.column_types import SUFFIX_MARK
from tidemark.storage.connections import Connections, is_visit
from tidemark.storage.search import passages
from tidemark.storage.session_lists import SESSION, read_anywhere
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    documents,
    in_scope,
    is_in_scope,
    is_kept,
    is_pending,
    is_shown,
    messages,
    of_session,
    prompt_snapshots,
    sessions,
    spent_ids,
    summaries,
    turns,
)

# Built once: building a statement costs more than running it
_OF_SESSION = of_session(sessions)
_KEY = select(sessions.c.key).where(_OF_SESSION)
_ACROSS = select(sessions.c.remembers_across).where(_OF_SESSION)
_ENGINE = select(sessions.c.engine).where(_OF_SESSION)
_HOLD = _KEY.with_for_update(key_share=True)
_SHOWN_AFTER = (
    select(sessions.c.key, *SESSION)
    .where(in_scope, is_shown, sessions.c.key > bindparam("after"))
    .order_by(sessions.c.key)
    .limit(bindparam("limit"))
)
_NEWEST = bindparam("newest", type_=sessions.c.updated_at.type)
_MORE = {
    "message_count": sessions.c.message_count + bindparam("added"),
    "token_count": sessions.c.token_count + bindparam("more_tokens"),
    "updated_at": case((sessions.c.updated_at < _NEWEST, _NEWEST), else_=sessions.c.updated_at),
}
_ROOM = (
    sessions.c.key,
    sessions.c.session_id,
    sessions.c.message_count,
    sessions.c.token_count,
    sessions.c.engine,
)
_MAKE_ROOM = update(sessions).where(_OF_SESSION).values(_MORE).returning(*_ROOM)
_PENDING = select(turns.c.id).where(of_session(turns), is_pending)
_OF_TURN = (
    select(turns.c.session_id)
    .where(turns.c.id == bindparam("turn_id"), is_in_scope(turns))
    .scalar_subquery()
)
_ROOM_FOR_REPLY = (
    update(sessions).where(sessions.c.session_id == _OF_TURN).values(_MORE).returning(*_ROOM)
)
_OWNED = {"user_id": OF_USER, "notebook_id": OF_NOTEBOOK}
_NEW: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(sessions).values(_OWNED),
    "postgresql": postgresql.insert(sessions).values(_OWNED),
}
_BEGIN = {
    dialect: new.on_conflict_do_nothing().returning(sessions.c.key) for dialect, new in _NEW.items()
}


class SessionChoices(NamedTuple):
    """What is chosen with the first message of a session; the defaults are those of its columns."""

    remembers_across: int = 1
    engine: str = ""
    retention_days: int | None = None


NOTHING_CHOSEN = SessionChoices()


def _begin_or_make_room(
    new: sqlite.Insert | postgresql.Insert, more: Mapping[str, Any]
) -> ReturningInsert[Any]:
    where = and_(is_kept, in_scope)
    growing = new.on_conflict_do_update(index_elements=["session_id"], set_=more, where=where)
    return growing.returning(*_ROOM, notebooks.WAS_JUST_ACTIVE)


def _chosen(new: sqlite.Insert | postgresql.Insert) -> dict[str, Any]:
    """Return the choices of a session that exists, but is empty: those of its first message."""
    is_empty = sessions.c.message_count == 0
    return {
        name: case((is_empty, new.excluded[name]), else_=sessions.c[name])
        for name in SessionChoices._fields
    }


_BEGIN_OR_MAKE_ROOM = {dialect: _begin_or_make_room(new, _MORE) for dialect, new in _NEW.items()}
_BEGIN_WITH_CHOICES = {
    dialect: _begin_or_make_room(new, {**_MORE, **_chosen(new)}) for dialect, new in _NEW.items()
}
_WEIGH_MORE = (
    update(sessions)
    .where(_OF_SESSION)
    .values(token_count=sessions.c.token_count + bindparam("more_tokens"))
)
_SPENT: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(spent_ids),
    "postgresql": postgresql.insert(spent_ids),
}
_SPEND = {dialect: new.on_conflict_do_nothing() for dialect, new in _SPENT.items()}
_IS_SPENT = select(spent_ids.c.session_id).where(
    spent_ids.c.session_id == bindparam("of_session", type_=spent_ids.c.session_id.type)
)
_PAST_MARK = chr(ord(SUFFIX_MARK) + 1)


def _of_another(stored: ColumnElement[str]) -> Select[tuple[int]]:
    suffixed = and_(stored >= bindparam("suffixed"), stored < bindparam("past"))
    of_id = or_(stored == bindparam("wished"), suffixed)
    return select(sessions.c.key).where(sessions.c.user_id != OF_USER, of_id).limit(1)


_STORED = type_coerce(sessions.c.session_id, Text)
_OF_ANOTHER = {
    "sqlite": _of_another(_STORED),
    "postgresql": _of_another(_STORED.collate("C")),  # byte order, whatever the server's locale
}
_GIVE_BACK = delete(sessions).where(_OF_SESSION)
_ENTITLE = (
    update(sessions)
    .where(
        _OF_SESSION,
        or_(sessions.c.is_titled == 0, sessions.c.title == bindparam("before", type_=Text)),
    )
    .values(title=bindparam("made"), is_titled=1)
)


class Room(NamedTuple):
    """The session and first position reserved for new messages; ``key`` is the session's key.

    ``whole_tokens`` counts all messages of the session, including the new ones; ``engine`` is the
    session's engine.  ``was_just_active``: the person was active in this notebook within a minute,
    and in no other since.
    """

    key: int
    session_id: str
    position: int
    whole_tokens: int = 0
    engine: str = ""
    was_just_active: bool = False


class SessionStore:
    """Creates, lists, renames and deletes sessions.

    ``forget`` drops the deleted sessions from all caches; ``deleted`` is called with their ids.
    """

    def __init__(
        self,
        connections: Connections,
        forget: Callable[[Sequence[branch_families.FamilyMember]], None],
        deleted: Callable[[Sequence[str]], None] = lambda _: None,
    ) -> None:
        self._connections = connections
        self._forget, self._deleted = forget, deleted

    def ensure(self, session_id: str, *, title: str, now: dt.datetime) -> Session:
        """Return the session of this id; create it with ``title`` if it does not exist.

        Raises:
            SessionTrashed: It is in the trash.
            SessionExists: It is in another notebook of the user.
        """
        with self._connections.transaction() as connection:
            is_new = ensure_session(connection, session_id, title=title, now=now)
            if not is_new and connection.scalar(_KEY, {"of_session": session_id}) is None:
                raise SessionExists(session_id)
            return read_session(connection, session_id)

    def begin(self, wished: str, *, title: str, now: dt.datetime) -> Session:
        """Create a session with the id ``wished`` from a file; append a number if it is taken."""
        with self._connections.transaction() as connection:
            session_id = begin_session(connection, wished, title=title, now=now, is_named=True)
            return read_session(connection, session_id)

    def get(self, session_id: str) -> Session:
        """Return the session of this id.

        Raises:
            SessionNotFound: No session has this id.
            SessionTrashed: It is in the trash.
        """
        with self._connections.asking() as connection:
            return read_session(connection, session_id)

    def exists(self, session_id: str) -> bool:
        """Return whether a session has this id."""
        with self._connections.asking() as connection:
            return connection.scalar(_KEY, {"of_session": session_id}) is not None

    def is_spent(self, session_id: str) -> bool:
        """Return whether the id was that of a deleted session, or an imported fork's origin."""
        with self._connections.asking() as connection:
            return connection.scalar(_IS_SPENT, {"of_session": session_id}) is not None

    def count(self) -> int:
        """Count the sessions."""
        with self._connections.asking() as connection:
            return connection.execute(select(func.count()).where(in_scope)).scalar_one()

    def count_shown(self) -> int:
        """Count the chats, including archived, not trashed ones; branches count as one."""
        counted = select(func.count()).where(in_scope, is_shown)
        with self._connections.asking() as connection:
            return connection.execute(counted).scalar_one()

    def shown_after(self, after: int, limit: int) -> tuple[tuple[int, Session], ...]:
        """Return ``limit`` chats created after the one with key ``after``, each with its key.

        A chat with branches appears once, as the branch opened last.
        """
        with self._connections.asking() as connection:
            asked = {"after": after, "limit": limit}
            rows = connection.execute(_SHOWN_AFTER, asked).mappings().all()
        return tuple(
            (row["key"], Session(**{name: row[name] for name in Session.model_fields}))
            for row in rows
        )

    def remembers_across(self, session_id: str) -> bool:
        """Return whether a session and the others of its scope may recall from each other.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.asking() as connection:
            return reads_across(connection, session_id)

    def remember_across(self, session_id: str, *, is_on: bool) -> None:
        """Set whether a session, with all its branches, and others of its scope may share memory.

        Raises:
            SessionNotFound: No session has this id.
        """
        self._change(session_id, remembers_across=int(is_on))

    def engine(self, session_id: str) -> str:
        """Return the engine chosen for a session; empty if none is.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.asking() as connection:
            return read_engine(connection, session_id)

    def choose_engine(self, session_id: str, engine: str) -> None:
        """Choose the engine of a session and all its branches; empty means the default engine.

        Raises:
            SessionNotFound: No session has this id.
        """
        self._change(session_id, engine=engine)

    def keep_for(self, session_id: str, days: int | None) -> None:
        """Set the retention of a session and all its branches to ``days`` after their last use.

        0 keeps it for ever; None uses the notebook's setting.

        Raises:
            SessionNotFound: No session has this id.
        """
        self._change(session_id, retention_days=days)

    def rename(self, session_id: str, title: str) -> None:
        """Rename a session and all its branches.

        Raises:
            SessionNotFound: No session has this id.
        """
        self._change(session_id, title=title, is_titled=1)

    def move(self, session_id: str, to: str, *, now: dt.datetime) -> None:
        """Move a session with all its branches to the notebook ``to`` of the same user.

        Raises:
            SessionNotFound: There is no such session here, or it is in the trash.
            SessionBusy: A turn of it, or of one of its branches, is pending.
            NotebookNotFound: There is no such notebook.
        """
        with self._connections.transaction() as connection:
            members = branch_families.lock(connection, session_id)
            read_session(connection, session_id)
            for member in members:
                hold_at_rest(connection, member.session_id, then="move the chat")
            notebooks.hold_other(connection, to, now)
            for member in members:
                moved = update(sessions).where(sessions.c.key == member.key)
                connection.execute(moved.values(notebook_id=to))
                theirs = update(documents).where(documents.c.session_key == member.key)
                connection.execute(theirs.values(notebook_id=to))
        self._forget(members)

    def delete(
        self,
        session_id: str,
        *,
        unused_since: dt.datetime | None = None,
        only_empty: bool = False,
    ) -> bool:
        """Delete a session with all its branches: messages, summaries, turns, index entries.

        With ``unused_since``, delete only if none was used after that time, with ``only_empty`` if
        they have no messages or documents; return whether they were deleted.  Afterwards no cache
        of this process holds their text.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.transaction() as connection:
            members = branch_families.lock(connection, session_id, to_delete=True)
            if unused_since is not None and _last_use(connection, members) > unused_since:
                return False
            if only_empty and not branch_families.is_empty(connection, members):
                return False
            for member in reversed(members):
                _delete(connection, member)
        self._forget(members)
        self._deleted([member.session_id for member in members])
        return True

    def _change(self, session_id: str, **values: object) -> None:
        """Change these columns of a session and of all its branches."""
        with self._connections.transaction() as connection:
            for key, _ in branch_families.lock(connection, session_id):
                changed = update(sessions).where(sessions.c.key == key)
                connection.execute(changed.values(**values))


def hold_session(connection: Connection, session_id: str) -> None:
    """Lock a session against other writers until the transaction of ``connection`` ends.

    Take this lock before all others, to avoid deadlocks.  A write transaction on a file has locked
    the whole file already.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_HOLD, {"of_session": session_id})


def hold_at_rest(connection: Connection, session_id: str, *, then: str) -> None:
    """Lock a session as ``hold_session`` does, unless one of its turns is pending.

    Raises:
        SessionBusy: A turn is pending; ``then`` names what can be done when it has ended.
    """
    hold_session(connection, session_id)
    if connection.scalar(_PENDING, {"of_session": session_id}) is not None:
        raise SessionBusy(session_id, then=then)


def make_room(
    connection: Connection, session_id: str, *, added: int, tokens: int, newest: dt.datetime
) -> Room:
    """Reserve the next positions for ``added`` messages, the last sent at ``newest``.

    This locks the session, as ``hold_session`` does.

    Raises:
        SessionNotFound: There is no such session.
    """
    given = {"of_session": session_id, "added": added, "more_tokens": tokens, "newest": newest}
    row = connection.execute(_MAKE_ROOM, given).one_or_none()
    if row is None:
        raise SessionNotFound(session_id)
    return _room(row, added)


def begin_or_make_room(
    connection: Connection,
    session_id: str,
    *,
    title: str,
    tokens: int,
    now: dt.datetime,
    chosen: SessionChoices = NOTHING_CHOSEN,
) -> Room:
    """Reserve the next position for a message of ``tokens``; create the session if missing.

    A visitor cannot create one.  What is ``chosen`` is set if the session has no message yet.

    Raises:
        SessionNotFound: The user is a visitor, and the session was deleted.
        SessionTrashed: It is in the trash.
        SessionExists: It is in another notebook of the user.
    """
    if is_visit(connection):
        return make_room(connection, session_id, added=1, tokens=tokens, newest=now)
    more = {"added": 1, "more_tokens": tokens, "newest": now}
    first = {"message_count": 1, "token_count": tokens}
    given = {
        **_new_row(session_id, title, now),
        **first,
        **more,
        **notebooks.a_minute_before(now),
        **chosen._asdict(),
    }
    queries = _BEGIN_OR_MAKE_ROOM if chosen == NOTHING_CHOSEN else _BEGIN_WITH_CHOICES
    row = connection.execute(queries[connection.dialect.name], given).one_or_none()
    if row is None:
        raise _refusal(connection, session_id)
    *room, was_just_active = row
    return _room(room, 1)._replace(was_just_active=bool(was_just_active))


def room_for_reply(
    connection: Connection, turn_id: int, reply: NewMessage | None, now: dt.datetime
) -> Room | None:
    """Lock the session of a turn that ends ``now``, and reserve a position for its ``reply``.

    Returns None if there is no such turn.
    """
    added, tokens, newest = (1, reply.token_count, reply.timestamp) if reply else (0, 0, now)
    given = {"turn_id": turn_id, "added": added, "more_tokens": tokens, "newest": newest}
    row = connection.execute(_ROOM_FOR_REPLY, given).one_or_none()
    if row is None:
        return None
    return _room(row, added)


def _room(row: Sequence[Any], added: int) -> Room:
    key, session_id, count, whole_tokens, engine = row
    return Room(key, session_id, count - added, whole_tokens, engine)


def weigh_more(connection: Connection, session_id: str, tokens: int) -> None:
    """Add ``tokens``, which may be negative, to the token count of a session."""
    connection.execute(_WEIGH_MORE, {"of_session": session_id, "more_tokens": tokens})


def ensure_session(
    connection: Connection, session_id: str, *, title: str, now: dt.datetime
) -> bool:
    """Create a session unless its id is taken; return whether it was created.

    Raises:
        NotebookNotFound: The notebook of the scope was deleted meanwhile.
    """
    begun = {**_new_row(session_id, title, now), "message_count": 0}
    is_new = connection.scalar(_BEGIN[connection.dialect.name], begun) is not None
    if is_new:
        notebooks.hold(connection, now)
    return is_new


def begin_session(
    connection: Connection, wished: str, *, title: str, now: dt.datetime, is_named: bool = False
) -> str:
    """Create a session and return its id: ``wished``, with a number appended if that is taken.

    An id that a session had before is not used again, unless a person or a file chose it
    (``is_named``).
    """
    session_id = wished
    for number in itertools.count(2):
        if ensure_session(connection, session_id, title=title, now=now):
            # Checked afterwards: on a server the session may have been deleted only just now
            if is_named or connection.scalar(_IS_SPENT, {"of_session": session_id}) is None:
                break
            connection.execute(_GIVE_BACK, {"of_session": session_id})
        session_id, is_named = f"{wished}_{number}", False
    return session_id


def spend_id(connection: Connection, session_id: str) -> None:
    """Reserve an id: no new session gets it, unless a person or a file names it."""
    connection.execute(_SPEND[connection.dialect.name], {"session_id": session_id})


def is_of_another(connection: Connection, session_id: str, user_id: str) -> bool:
    """Return whether a session of a user other than ``user_id`` has this id, without its suffix."""
    given = {"wished": session_id, "suffixed": session_id + SUFFIX_MARK, "of_user": user_id}
    given["past"] = session_id + _PAST_MARK
    return connection.scalar(_OF_ANOTHER[connection.dialect.name], given) is not None


def read_session(connection: Connection, session_id: str) -> Session:
    """Return the session of this id.

    Raises:
        SessionNotFound: No session has this id.
        SessionTrashed: It is in the trash.
    """
    session = read_anywhere(connection, session_id)
    if session.trashed_at is not None:
        raise SessionTrashed(session_id)
    return session


def read_engine(connection: Connection, session_id: str) -> str:
    """Return the engine chosen for a session.

    Raises:
        SessionNotFound: No session has this id.
    """
    found = connection.scalar(_ENGINE, {"of_session": session_id})
    if found is None:
        raise SessionNotFound(session_id)
    return str(found)


def reads_across(connection: Connection, session_id: str) -> bool:
    """Return whether a session and the others of its scope may recall from each other.

    Raises:
        SessionNotFound: No session has this id.
    """
    found = connection.scalar(_ACROSS, {"of_session": session_id})
    if found is None:
        raise SessionNotFound(session_id)
    return bool(found)


def entitle(connection: Connection, session_id: str, title: str, before: str | None = None) -> None:
    """Set the title made from the first answer, unless the session has a final title.

    A title still equal to ``before``, an automatic one, is not final.
    """
    made = {"of_session": session_id, "made": title, "before": before}
    connection.execute(_ENTITLE, made)


def read_contents(connection: Connection, session_id: str) -> dict[int, str]:
    """Return the contents of a session's messages, by position."""
    contents = select(messages.c.position, messages.c.content)
    these = contents.where(messages.c.session_id == session_id)
    return dict(connection.execute(these).all())


def _last_use(
    connection: Connection, members: Sequence[branch_families.FamilyMember]
) -> dt.datetime:
    keys = [member.key for member in members]
    used = select(func.max(sessions.c.updated_at)).where(sessions.c.key.in_(keys))
    found: dt.datetime = connection.execute(used).scalar_one()
    return found


def _delete(connection: Connection, member: branch_families.FamilyMember) -> None:
    passages.forget(connection, member.key, read_contents(connection, member.session_id))
    branch_families.forget(connection, member.key)
    profile.withdraw(connection, member.session_id)
    its_turns = select(turns.c.id).where(turns.c.session_id == member.session_id)
    its_prompts = prompt_snapshots.c.turn_id.in_(its_turns)
    connection.execute(delete(prompt_snapshots).where(its_prompts))
    for table in (turns, messages, summaries, sessions):  # each refers to the later ones
        connection.execute(delete(table).where(table.c.session_id == member.session_id))
    spend_id(connection, member.session_id)


def _refusal(connection: Connection, session_id: str) -> UserError:
    """Return the error for a session that accepts no message."""
    if connection.scalar(_KEY, {"of_session": session_id}) is None:
        return SessionExists(session_id)
    return SessionTrashed(session_id)


def _new_row(session_id: str, title: str, now: dt.datetime) -> dict[str, object]:
    return {"session_id": session_id, "title": title, "created_at": now, "updated_at": now}
