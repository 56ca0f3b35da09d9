"""Session records: a session as one value, read in one transaction and stored again whole.

In a database messages, summaries and turns refer to each other by id; a record uses positions and
ordinals, so that it can be stored anywhere.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, bindparam, insert, select, update

from tidemark.errors import SessionExists
from tidemark.prompt import snapshots
from tidemark.prompt.message_spans import restore, restore_rewriting, shorten
from tidemark.prompt.renumbering import Renumbering, points, version_keys
from tidemark.schema import (
    MessageMetadata,
    ReplyRating,
)
from tidemark.schema.branches import Branch
from tidemark.schema.prompt_snapshot import PromptSnapshotRecord
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord, renamed
from tidemark.storage import branch_families, sources
from tidemark.storage.branch_families import FamilyMember
from tidemark.storage.documents.version_store import read_notes
from tidemark.storage.metrics import as_whole_row, from_row
from tidemark.storage.pictures import read_pictures, write_pictures
from tidemark.storage.prompt_snapshots import read_snapshots, write_snapshots
from tidemark.storage.replies import read_opinions, write_opinions
from tidemark.storage.search import passages
from tidemark.storage.session_lists import read_anywhere
from tidemark.storage.sessions import (
    begin_session,
    ensure_session,
    read_engine,
    read_session,
    reads_across,
    spend_id,
)
from tidemark.storage.tables import messages, of_session, sessions, summaries, turns

_NEAR = 20  # messages before a question that its analysis may quote, besides recalled ones
_OF_MESSAGE = set(MessageRecord.model_fields) - {
    "metadata",
    "summary",
    "opinion",
    "versions",
    "pictures",
}
_OF_SUMMARY = set(SummaryRecord.model_fields) - {"memory", "superseded_by", "versions"}
_OF_TURN = set(TurnRecord.model_fields) - {"question", "reply", "view", "figures"}


def read(connection: Connection, session_id: str, *, even_trashed: bool = False) -> SessionRecord:
    """Return the full record of a session, including its branches.

    Raises:
        SessionNotFound: No session has this id.
    """
    family = branch_families.read(connection, session_id)
    if not family:
        forked = branch_families.read_alone(connection, session_id)
        alone = Branch(session_id=session_id, forked=forked)
        return _read(connection, alone, even_trashed=even_trashed)
    first, *others = (_read(connection, branch, even_trashed=even_trashed) for branch in family)
    return first.model_copy(update={"branches": tuple(others)})


def _read(connection: Connection, branch: Branch, *, even_trashed: bool) -> SessionRecord:
    session_id = branch.session_id
    session = (read_anywhere if even_trashed else read_session)(connection, session_id)
    message_rows = _rows(connection, messages, session_id)
    summary_rows = _rows(connection, summaries, session_id)
    positions = {row["id"]: row["position"] for row in message_rows}
    contents = {row["id"]: row["content"] for row in message_rows}
    ordinals = {row["id"]: ordinal for ordinal, row in enumerate(summary_rows)}
    thought, noted = read_opinions(connection, session_id), read_notes(connection, session_id)
    seen = read_pictures(connection, session_id)
    told = tuple(
        _message(
            row, contents, positions, ordinals, thought.get(row["id"]), seen.get(row["id"], ())
        ).model_copy(update={"versions": noted.get(row["id"], ())})
        for row in message_rows
    )
    said = dict(zip(positions, told, strict=True))
    read = {
        turn_id: snapshots.to_record(kept, said, positions)
        for turn_id, kept in read_snapshots(connection, session_id).items()
    }
    named = {key for message in told for key in version_keys(message.metadata)}
    named |= {span.version_key for view in read.values() if view for span in view.places.sources}
    named_versions = sources.version_records(connection, named)
    numbers = _of_record({each.version_key: at for at, each in enumerate(named_versions, start=1)})
    read = {
        turn_id: view and view.model_copy(update={"places": numbers.layout(view.places)})
        for turn_id, view in read.items()
    }
    return SessionRecord(
        session_id=session.session_id,
        title=session.title,
        created_at=session.created_at,
        updated_at=session.updated_at,
        messages=tuple(_renumbered(message, numbers) for message in told),
        summaries=tuple(_summary(row, positions, ordinals) for row in summary_rows),
        turns=tuple(_turn(row, positions, read) for row in _rows(connection, turns, session_id)),
        remembers_across=reads_across(connection, session_id),
        engine=read_engine(connection, session_id),
        is_pinned=session.is_pinned,
        is_archived=session.is_archived,
        forked=branch.forked,
        looked=branch.looked,
        sources=tuple(
            each.model_copy(update={"version_key": at})
            for at, each in enumerate(named_versions, start=1)
        ),
    )


def _of_record(source_versions: Mapping[int, int]) -> Renumbering:
    """Return a renumbering of sources only: a record numbers the source versions it cites."""
    return Renumbering({}, keeps_others=True, source_versions=source_versions)


def _renumbered(message: MessageRecord, numbers: Renumbering) -> MessageRecord:
    if not version_keys(message.metadata):
        return message
    return message.model_copy(update={"metadata": numbers.metadata(message.metadata)})


def write(connection: Connection, session_id: str, record: SessionRecord) -> None:
    """Store ``record`` as the session ``session_id``.

    Its branches keep their ids, with a number appended where these are taken.

    Raises:
        SessionExists: A session has this id already.
        BranchesInCircle: The record and a session here each claim to be forked from the other.
    """
    if not ensure_session(connection, session_id, title=record.title, now=record.created_at):
        raise SessionExists(session_id)
    if record.forked is not None:
        spend_id(connection, record.forked.session_id)
    first = FamilyMember(_fill(connection, session_id, record), session_id)
    if not record.branches:
        if record.forked is not None:
            branch_families.add_fork(connection, first.key, record.forked)
            branch_families.refuse_circle(connection, session_id)
        return
    branch_families.create(connection, first, record.forked, record.looked)
    names = {record.session_id: session_id}
    for branch in record.branches:
        name = begin_session(
            connection,
            branch.session_id,
            title=branch.title,
            now=branch.created_at,
            is_named=True,
        )
        names[branch.session_id] = name
        key = _fill(connection, name, branch)
        forked = renamed(branch, names).forked
        branch_families.join(connection, first, key, forked, branch.looked)
    branch_families.list_only(connection, names[record.listed.session_id])
    branch_families.refuse_circle(connection, session_id)


def _fill(connection: Connection, session_id: str, record: SessionRecord) -> int:
    """Store the contents of ``record`` in a new session; return its key."""
    begun = update(sessions).where(sessions.c.session_id == session_id)
    counted = begun.values(
        updated_at=record.updated_at,
        message_count=len(record.messages),
        token_count=sum(at.token_count for at in record.messages if not at.is_retired),
        remembers_across=int(record.remembers_across),
        engine=record.engine,
        is_pinned=int(record.is_pinned),
        is_archived=int(record.is_archived),
        is_titled=1,
    )
    key: int = connection.execute(counted.returning(sessions.c.key)).scalar_one()
    summary_ids = _insert(
        connection,
        summaries,
        session_id,
        [
            {**summary.model_dump(include=_OF_SUMMARY), "summary": summary.memory}
            for summary in record.summaries
        ],
    )
    message_ids = _insert(
        connection,
        messages,
        session_id,
        [
            {
                **message.model_dump(include=_OF_MESSAGE),
                "metadata": message.metadata,
                "summary_id": _known(message.summary, summary_ids),
            }
            for message in record.messages
        ],
    )
    numbers = Renumbering(
        message_ids, source_versions=sources.known_versions(connection, record.sources)
    )
    _connect(connection, record, numbers, summary_ids)
    thought = {message_ids[at.position]: at.opinion for at in record.messages}
    write_opinions(connection, {of: each for of, each in thought.items() if each is not None})
    write_pictures(
        connection, {message_ids[at.position]: at.picture_bytes for at in record.messages}
    )
    turn_ids = _insert(
        connection,
        turns,
        session_id,
        [
            {
                **turn.model_dump(include=_OF_TURN),
                "question_id": message_ids[turn.question],
                "reply_id": _known(turn.reply, message_ids),
                **as_whole_row(turn.figures),
            }
            for turn in record.turns
        ],
    )
    said = {message_ids[message.position]: message for message in record.messages}
    write_snapshots(
        connection,
        session_id,
        {
            turn_ids[ordinal]: snapshots.from_record(turn.view, said, numbers)
            for ordinal, turn in enumerate(record.turns)
            if turn.view is not None
        },
    )
    passages.catch_up(connection, key, session_id)
    return key


def _connect(
    connection: Connection,
    record: SessionRecord,
    numbers: Renumbering,
    summary_ids: Mapping[int, int],
) -> None:
    """Make the stored rows refer to each other by their new ids."""
    telling = [
        {"at": numbers.numbers[message.position], "metadata": _stored(record, message, numbers)}
        for message in record.messages
        if message.metadata.query_analysis or points(message.metadata)
    ]
    if telling:
        connection.execute(update(messages).where(messages.c.id == bindparam("at")), telling)
    remembering = [
        {
            "at": summary_ids[ordinal],
            "summary": numbers.memory(summary.memory),
            "superseded_by": _known(summary.superseded_by, summary_ids),
            "versions": numbers.versions(summary.versions),
        }
        for ordinal, summary in enumerate(record.summaries)
    ]
    if remembering:
        connection.execute(update(summaries).where(summaries.c.id == bindparam("at")), remembering)


def _stored(record: SessionRecord, message: MessageRecord, numbers: Renumbering) -> MessageMetadata:
    """Return a message's metadata as stored, with the ids of its session's messages."""
    message_ids = numbers.numbers
    near = range(max(message.position - _NEAR, 0), message.position)
    said = {
        message_ids[at]: record.messages[at].content
        for at in (*message.metadata.recalled, *near)
        if at in message_ids
    }
    metadata = numbers.metadata(message.metadata)
    return shorten(metadata, message.content, said)


def _known(number: int | None, numbers: Mapping[int, int]) -> int | None:
    return None if number is None else numbers.get(number)


def _rows(connection: Connection, table: Table, session_id: str) -> Sequence[RowMapping]:
    order = table.c.position if table is messages else table.c.id
    query = select(table).where(of_session(table)).order_by(order)
    return connection.execute(query, {"of_session": session_id}).mappings().all()


def _message(
    row: RowMapping,
    contents: Mapping[int, str],
    positions: Mapping[int, int],
    ordinals: Mapping[int, int],
    opinion: ReplyRating | None,
    pictures: Sequence[bytes],
) -> MessageRecord:
    known = restore(restore_rewriting(row["metadata"], row["content"]), contents)
    return MessageRecord.model_validate(
        {
            **{name: row[name] for name in _OF_MESSAGE},
            "metadata": Renumbering(positions).metadata(known),
            "summary": _known(row["summary_id"], ordinals),
            "opinion": opinion,
            "pictures": tuple(b64encode(data).decode() for data in pictures),
        }
    )


def _summary(
    row: RowMapping, positions: Mapping[int, int], ordinals: Mapping[int, int]
) -> SummaryRecord:
    numbers = Renumbering(positions)
    return SummaryRecord.model_validate(
        {
            **{name: row[name] for name in _OF_SUMMARY},
            "memory": numbers.memory(row["summary"]),
            "versions": numbers.versions(row["versions"]),
            "superseded_by": _known(row["superseded_by"], ordinals),
        }
    )


def _turn(
    row: RowMapping, positions: Mapping[int, int], read: Mapping[int, PromptSnapshotRecord | None]
) -> TurnRecord:
    return TurnRecord.model_validate(
        {
            **{name: row[name] for name in _OF_TURN},
            "question": positions[row["question_id"]],
            "reply": _known(row["reply_id"], positions),
            "view": read.get(row["id"]),
            "figures": from_row(row),
        }
    )


def _insert(
    connection: Connection, table: Table, session_id: str, rows: list[dict[str, Any]]
) -> dict[int, int]:
    """Insert ``rows``; return the new ids by ordinal."""
    if not rows:
        return {}
    inserted = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    ids = connection.scalars(inserted, [{**row, "session_id": session_id} for row in rows])
    return dict(enumerate(ids))
