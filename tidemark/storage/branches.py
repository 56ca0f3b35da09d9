"""Branches and forks: sessions that start with messages copied in SQL from another session.

Each has its own copies, so recall, folding and deletion need not know about branches, and nothing
from one branch can be recalled in another.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Insert,
    Integer,
    RowMapping,
    ScalarSelect,
    Table,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    type_coerce,
    update,
)

from tidemark.prompt.renumbering import POINTING_FIELDS, Renumbering
from tidemark.schema import NewMerge, NewMessage, Session, Summary, TurnStart
from tidemark.schema.branches import Branch, Fork, Origin, bare_title, branch_title
from tidemark.schema.reasons import TurnReason
from tidemark.storage import branch_families
from tidemark.storage.column_types import renumbered
from tidemark.storage.connections import Connections
from tidemark.storage.pictures import write_pictures
from tidemark.storage.prompt_snapshots import copy_snapshots
from tidemark.storage.search import copied_messages
from tidemark.storage.sessions import begin_session, entitle, hold_session, read_session
from tidemark.storage.summaries import read_in_force, supersede
from tidemark.storage.tables import (
    is_in_scope,
    messages,
    opinions,
    pictures,
    sessions,
    summaries,
    turns,
)
from tidemark.storage.turns import begin_turn

UNANSWERED: TurnReason = "unanswered"
MergeSummaries = Callable[[Sequence[Summary]], NewMerge | None]

_OLD: BindParameter[str] = bindparam("of_session")
_NEW: BindParameter[str] = bindparam("new_session")
_MADE_SESSION = sessions.alias("made")
_NEW_ID = (  # as stored: a selected id, unlike a compared one, has no scope suffix
    select(_MADE_SESSION.c.session_id).where(_MADE_SESSION.c.session_id == _NEW).scalar_subquery()
)
_SHARED: BindParameter[int] = bindparam("shared")
_SUMMARIES = (
    select(
        summaries.c.id,
        summaries.c.superseded_by,
        type_coerce(summaries.c.summary, Text).label("memory"),
        type_coerce(summaries.c.versions, Text).label("versions"),
    )
    .where(summaries.c.session_id == _OLD, summaries.c.to_message_index < _SHARED)
    .order_by(summaries.c.id)
)
_POINTING = select(messages.c.position, messages.c.metadata).where(
    messages.c.session_id == _OLD,
    messages.c.position < _SHARED,
    or_(*(type_coerce(messages.c.metadata, Text).like(f'%"{name}":%') for name in POINTING_FIELDS)),
)
_POINT = (
    update(messages)
    .where(
        messages.c.session_id == bindparam("in_session"),
        messages.c.position == bindparam("at"),
    )
    .values(metadata=bindparam("known"))
)
_REMEMBER = (
    update(summaries)
    .where(summaries.c.id == bindparam("at"))
    .values(
        summary=bindparam("memory", type_=Text()),
        superseded_by=bindparam("by"),
        versions=bindparam("former", type_=Text()),
    )
)
_SHARED_IDS = (
    select(messages.c.id)
    .where(messages.c.session_id == _OLD, messages.c.position < _SHARED)
    .order_by(messages.c.position)
)
_COPIED_IDS = (
    select(messages.c.id).where(messages.c.session_id == _NEW).order_by(messages.c.position)
)
_OWN = (
    "key",
    "session_id",
    "title",
    "created_at",
    "updated_at",
    "message_count",
    "token_count",
    "is_hidden",
    "is_titled",
)
_SETTINGS = [column for column in sessions.c if column.name not in _OWN]  # copied to a fork


def _as_before(column: Column[Any]) -> ScalarSelect[Any]:
    before = sessions.alias("before")
    return select(before.c[column.name]).where(before.c.session_id == _OLD).scalar_subquery()


_SHARED_TOKENS = (
    select(func.coalesce(func.sum(messages.c.token_count), 0))
    .where(messages.c.session_id == _OLD, messages.c.position < _SHARED, messages.c.is_retired == 0)
    .scalar_subquery()
)
_COUNT = (
    update(sessions)
    .where(sessions.c.session_id == _NEW)
    .values(
        message_count=_SHARED,
        token_count=_SHARED_TOKENS,
        is_titled=1,  # like the original
        **{column.name: _as_before(column) for column in _SETTINGS},
    )
    .returning(sessions.c.key)
)


_LAID_OUT = (  # a fork is a separate chat: it is neither pinned nor archived
    update(sessions).where(sessions.c.key == bindparam("of_key")).values(is_pinned=0, is_archived=0)
)


_TITLE_BEGINS = 100  # characters: the end of a long title gives way to the number
_TITLES_LIKE = select(sessions.c.title).where(
    is_in_scope(sessions),
    func.substr(sessions.c.title, 1, func.length(bindparam("title", type_=Text)))
    == bindparam("title", type_=Text),
)


def _but_id(table: Table) -> dict[str, ColumnElement[Any]]:
    return {column.key: column for column in table.c if column.name != "id"}


def _of_turns() -> Insert:
    """Copy the turns of the shared messages; mark a turn whose reply is not shared as failed."""
    asked, reply = messages.alias("asked"), messages.alias("reply")
    its_copy, reply_copy = messages.alias("asked_copy"), messages.alias("reply_copy")
    is_cut = or_(
        turns.c.status == "pending",
        and_(turns.c.reply_id.is_not(None), reply_copy.c.id.is_(None)),
    )
    columns: dict[str, ColumnElement[Any]] = {
        **_but_id(turns),
        "session_id": _NEW_ID,
        "question_id": its_copy.c.id,
        "reply_id": reply_copy.c.id,
        "status": case((is_cut, "failed"), else_=turns.c.status),
        "reason": case((is_cut, UNANSWERED), else_=turns.c.reason),
        "is_copied": literal(1),
    }
    shared = (
        select(*columns.values())
        .select_from(turns)
        .join(asked, and_(asked.c.id == turns.c.question_id, asked.c.position < _SHARED))
        .join(
            its_copy,
            and_(its_copy.c.session_id == _NEW, its_copy.c.position == asked.c.position),
        )
        .outerjoin(reply, reply.c.id == turns.c.reply_id)
        .outerjoin(
            reply_copy,
            and_(reply_copy.c.session_id == _NEW, reply_copy.c.position == reply.c.position),
        )
        .where(turns.c.session_id == _OLD)
        .order_by(turns.c.id)
    )
    return insert(turns).from_select(list(columns), shared, include_defaults=False)


_COPY_TURNS = _of_turns()


def _of_summaries() -> Insert:
    """Copy the summaries of the shared messages in order; none of the copies is superseded."""
    columns: dict[str, ColumnElement[Any]] = {
        **_but_id(summaries),
        "session_id": _NEW_ID,
        "superseded_by": cast(null(), Integer),
    }
    shared = _SUMMARIES.with_only_columns(*columns.values())
    return insert(summaries).from_select(list(columns), shared, include_defaults=False)


_COPY_SUMMARIES = _of_summaries()
_MADE = select(summaries.c.id).where(summaries.c.session_id == _NEW).order_by(summaries.c.id)


class BranchStore:
    """Forks sessions, and finds the branches of a chat.

    A fork inside a merged range gets back the summaries that the merge replaced; ``merge`` may
    return a new merge for them if they exceed the limit.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def fork(
        self,
        session_id: str,
        shared: int,
        *,
        wished: str,
        title: str,
        now: dt.datetime,
        merge: MergeSummaries | None = None,
    ) -> Session:
        """Create a new chat with the first ``shared`` messages of another, and return it.

        Its id is ``wished``; if that is taken, a number is appended.  Its title is that of the
        other with a number.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            branch_families.key_of(connection, session_id)
            fork = Fork(session_id=session_id, shared=shared)
            new, key = _copy(connection, fork, wished=wished, title=title, now=now)
            taken = connection.scalars(_TITLES_LIKE, {"title": bare_title(title)[:_TITLE_BEGINS]})
            entitle(connection, new, branch_title(title, frozenset(taken)), title)
            _merge_over_limit(connection, new, merge, now)
            branch_families.add_fork(connection, key, fork)
            connection.execute(_LAID_OUT, {"of_key": key})
            return read_session(connection, new)

    def branch(
        self,
        session_id: str,
        question: NewMessage,
        *,
        shared: int,
        wished: str,
        owner: str,
        now: dt.datetime,
        merge: MergeSummaries | None = None,
        pictures: Sequence[bytes] = (),
    ) -> TurnStart:
        """Create a branch after the first ``shared`` messages, and start the turn of ``question``.

        The question is stored with its ``pictures``.  From now on the list shows this branch.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            new, title = _part(connection, session_id, shared, wished=wished, now=now)
            _merge_over_limit(connection, new, merge, now)
            branch_families.record_opening(connection, new)
            begun = begin_turn(connection, new, question, title=title, owner=owner, now=now)
            write_pictures(connection, {begun.question.id: pictures})
            return begun

    def split(
        self,
        session_id: str,
        shared: int,
        *,
        wished: str,
        now: dt.datetime,
        merge: MergeSummaries | None = None,
    ) -> str:
        """Create a branch with exactly the first ``shared`` messages; return its id.

        The list keeps showing the same branch as before.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            new, _ = _part(connection, session_id, shared, wished=wished, now=now)
            _merge_over_limit(connection, new, merge, now)
            branch_families.list_only(connection, branch_families.listed_id(connection, session_id))
            return new

    def index(self, session_id: str, *, count: int | None = None) -> None:
        """Index the copied messages of a fork that are not indexed yet, if there are any.

        Only a fork of more than a thousand messages returns before they are: of a session that has
        a lower ``count``, nothing is looked up.
        """
        if count is None or count > copied_messages.AT_ONCE:
            copied_messages.index(self._connections, session_id)

    def family(self, session_id: str) -> tuple[Branch, ...]:
        """Return the branches of the chat ``session_id`` in order of creation, if any."""
        with self._connections.asking() as connection:
            return branch_families.read(connection, session_id)

    def session_ids(self, session_id: str) -> tuple[str, ...]:
        """Return the ids of all branches of the chat ``session_id``, including its own."""
        return tuple(branch.session_id for branch in self.family(session_id)) or (session_id,)

    def origin(self, session_id: str) -> Origin | None:
        """Return the chat from which that of ``session_id`` was forked, None if there is none."""
        with self._connections.asking() as connection:
            return branch_families.origin(connection, session_id)

    def refuse_circle(self, session_id: str, origins: Mapping[str, str]) -> None:
        """Check that storing sessions with these ``origins`` would not create a circle of forks.

        Raises:
            BranchesInCircle: The forks lead from ``session_id`` back to a session already visited.
        """
        with self._connections.asking() as connection:
            branch_families.refuse_circle(connection, session_id, origins)

    def show(self, session_id: str) -> None:
        """Show the branch ``session_id`` in the list instead of the others of its chat.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            branch_families.record_opening(connection, session_id)


def _part(
    connection: Connection, session_id: str, shared: int, *, wished: str, now: dt.datetime
) -> tuple[str, str]:
    """Create a session in the same family that nobody has opened yet; return its id and title."""
    family = branch_families.lock(connection, session_id)
    title = read_session(connection, session_id).title
    fork = Fork(session_id=session_id, shared=shared)
    new, key = _copy(connection, fork, wished=wished, title=title, now=now)
    branch_families.join(connection, family[0], key, fork)
    return new, title


def _copy(
    connection: Connection, fork: Fork, *, wished: str, title: str, now: dt.datetime
) -> tuple[str, int]:
    """Create a session with the messages that ``fork`` shares; return its id and its key."""
    new = begin_session(connection, wished, title=title, now=now)
    asked = {"of_session": fork.session_id, "new_session": new, "shared": fork.shared}
    key: int = connection.execute(_COUNT, asked).scalar_one()
    held = connection.execute(_SUMMARIES, asked).mappings().all()
    connection.execute(_COPY_SUMMARIES, asked)
    kept = {
        row["id"]: made for row, made in zip(held, connection.scalars(_MADE, asked), strict=True)
    }
    connection.execute(_copy_messages(connection), {**asked, "pairs": json.dumps(kept)})
    originals, copies = (
        connection.scalars(each, asked).all() for each in (_SHARED_IDS, _COPIED_IDS)
    )
    of_originals = dict(zip(originals, copies, strict=True))
    numbers = Renumbering(of_originals, keeps_others=True)
    _renumber(connection, asked, held, kept, numbers)
    connection.execute(_COPY_TURNS, asked)
    copy_snapshots(connection, fork.session_id, new, numbers)
    for table in (opinions, pictures):
        _copy_rows(connection, table, of_originals)
    copied_messages.index_fork(connection, key, new, fork.shared)
    return new, key


def _merge_over_limit(
    connection: Connection, session_id: str, merge: MergeSummaries | None, now: dt.datetime
) -> None:
    standing = read_in_force(connection, session_id) if merge else ()
    merged = merge(standing) if merge and standing else None
    if merged is not None:
        newest = max(summary.timestamp for summary in standing)
        made = {"timestamp": newest, "created_at": now}
        supersede(connection, session_id, merged, made=made)


def _copy_messages(connection: Connection) -> Insert:
    """Copy the shared messages; activate those whose summary extends beyond the copied range."""
    given: BindParameter[str] = bindparam("pairs", type_=Text())
    if connection.dialect.name == "sqlite":
        each = func.json_each(given)
    else:
        each = func.json_each_text(cast(given, JSON))
    pairs = each.table_valued("key", "value")
    kept = select(
        cast(pairs.c.key, Integer).label("old"), cast(pairs.c.value, Integer).label("new")
    ).cte("kept")
    is_cut = and_(messages.c.summary_id.is_not(None), kept.c.new.is_(None))
    columns: dict[str, ColumnElement[Any]] = {
        **_but_id(messages),
        "session_id": _NEW_ID,
        "is_summarized": case((is_cut, 0), else_=messages.c.is_summarized),
        "summary_id": kept.c.new,
    }
    shared = (
        select(*columns.values())
        .outerjoin_from(messages, kept, kept.c.old == messages.c.summary_id)
        .where(messages.c.session_id == _OLD, messages.c.position < _SHARED)
        .order_by(messages.c.position)
    )
    return insert(messages).from_select(list(columns), shared, include_defaults=False)


def _copy_rows(connection: Connection, table: Table, copies: Mapping[int, int]) -> None:
    """Copy the rows of ``table`` of the messages that are keys of ``copies``, for their copies.

    Few messages have any: looking for those takes less than a join over all messages.
    """
    if not copies:
        return
    of = table.c.message_id
    begun = select(of).distinct().where(of.between(min(copies), max(copies)))
    found = [{"original": each} for each in connection.scalars(begun) if each in copies]
    if not found:
        return
    others = [column for column in table.c if column.name != "message_id"]
    row = select(bindparam("copy", type_=Integer), *others).where(of == bindparam("original"))
    names = ["message_id", *(column.name for column in others)]
    connection.execute(
        insert(table).from_select(names, row),
        [{**each, "copy": copies[each["original"]]} for each in found],
    )


def _renumber(
    connection: Connection,
    asked: Mapping[str, object],
    held: Sequence[RowMapping],
    kept: Mapping[int, int],
    numbers: Renumbering,
) -> None:
    """Make the copied rows refer to each other's new ids."""
    pointing = connection.execute(_POINTING, asked).all()
    if pointing:
        told = [
            {"in_session": asked["new_session"], "at": row.position, "known": known}
            for row in pointing
            for known in [numbers.metadata(row.metadata)]
        ]
        connection.execute(_POINT, told)
    if held:
        remembered = [
            {
                "at": kept[row["id"]],
                "memory": renumbered(row["memory"], numbers),
                "by": kept.get(row["superseded_by"]),
                "former": row["versions"] and renumbered(row["versions"], numbers),
            }
            for row in held
        ]
        connection.execute(_REMEMBER, remembered)
