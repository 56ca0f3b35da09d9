"""Tables of the database; a test checks that the migrations create the same ones.

``messages`` and ``session_summaries`` are meant for other programs to read, too: readable session
ids, times and JSON; only a superseded merge is compressed within its JSON.  Rows of a growing
conversation are found through an index; partial indexes hold only the few rows that a turn needs.
"""

from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    bindparam,
    exists,
    literal_column,
    or_,
    select,
)

from tidemark.schema import SummaryVersionList
from tidemark.schema.questions import QuestionSource
from tidemark.storage.column_types import (
    HexColumn,
    InstantColumn,
    MemoryText,
    MetadataText,
    NumbersText,
    SessionIdColumn,
    ShapeText,
    TenthsColumn,
)

metadata = MetaData(
    naming_convention={
        "fk": "%(table_name)s_%(column_0_name)s",
        "pk": "%(table_name)s_pk",
        "uq": "%(table_name)s_%(column_0_name)s_unique",
    }
)
_NO: ColumnElement[int] = literal_column("0")  # not a parameter: a partial index needs a literal


def _partial_index(
    name: str, *columns: Column[Any], where: ColumnElement[bool], unique: bool = False
) -> None:
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# `key` identifies the session and its collection in the search index; it is never reused
sessions = Table(
    "sessions",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("session_id", SessionIdColumn, nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("updated_at", InstantColumn, nullable=False),
    Column("message_count", Integer, nullable=False),
    Column("is_hidden", Integer, nullable=False, server_default="0"),
    Column("user_id", Text, nullable=False, server_default="local"),
    Column("remembers_across", Integer, nullable=False, server_default="1"),
    Column("is_pinned", Integer, nullable=False, server_default="0"),
    Column("is_archived", Integer, nullable=False, server_default="0"),
    Column("is_titled", Integer, nullable=False, server_default="0"),  # 1 if the title is final
    Column("trashed_at", InstantColumn),
    Column("token_count", Integer, nullable=False, server_default="0"),  # of all messages in force
    Column("notebook_id", Text, nullable=False, server_default="general"),
    Column("engine", Text, nullable=False, server_default=""),  # empty: the default engine
    Column("retention_days", Integer),  # None: as in its notebook; 0: for ever
    sqlite_autoincrement=True,
)
is_kept = sessions.c.trashed_at.is_(None)
is_shown = and_(sessions.c.is_hidden == _NO, is_kept)
is_archived = and_(is_shown, sessions.c.is_archived != _NO)
is_listed = and_(is_shown, sessions.c.is_archived == _NO)
is_trashed = and_(sessions.c.is_hidden == _NO, sessions.c.trashed_at.is_not(None))
is_across = and_(is_shown, sessions.c.remembers_across != _NO)
_scope = sessions.c.user_id, sessions.c.notebook_id
_partial_index(
    "sessions_recent",
    *_scope,
    sessions.c.is_pinned,
    sessions.c.updated_at,
    sessions.c.key,
    where=is_listed,
)
_partial_index(
    "sessions_archived", *_scope, sessions.c.updated_at, sessions.c.key, where=is_archived
)
_partial_index("sessions_trashed", *_scope, sessions.c.trashed_at, sessions.c.key, where=is_trashed)
_partial_index(
    "sessions_across",
    *_scope,
    sessions.c.updated_at,
    sessions.c.key,
    sessions.c.message_count,
    where=is_across,
)

# A scoped connection adds these two parameters to each statement (tidemark.storage.connections)
OF_USER: BindParameter[str] = bindparam("of_user", type_=Text())
OF_NOTEBOOK: BindParameter[str] = bindparam("of_notebook", type_=Text())
in_scope = and_(sessions.c.user_id == OF_USER, sessions.c.notebook_id == OF_NOTEBOOK)
_owner = sessions.alias("owner")
_is_owner = and_(_owner.c.user_id == OF_USER, _owner.c.notebook_id == OF_NOTEBOOK)
_own_id = (
    select(_owner.c.session_id)
    .where(_owner.c.session_id == bindparam("of_session"), _is_owner)
    .scalar_subquery()
)


def of_session(table: Table) -> ColumnElement[bool]:
    """Return the condition that a row of ``table`` is of the session ``:of_session`` in scope."""
    if table is sessions:
        return and_(sessions.c.session_id == bindparam("of_session"), in_scope)
    return table.c.session_id == _own_id


def is_in_scope(table: Table) -> ColumnElement[bool]:
    """Return the condition that the session of a row of ``table``, given by its id, is in scope."""
    return exists().where(_owner.c.session_id == table.c.session_id, _is_owner)


# A row is a user's own view of a notebook: two users of one have separate histories
notebooks = Table(
    "notebooks",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("notebook_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("instructions", Text, nullable=False, server_default=""),
    Column("colour", Text, nullable=False, server_default=""),
    Column("icon", Text, nullable=False, server_default=""),
    Column("mode", Text, nullable=False, server_default="chat"),
    Column("most_messages", Integer, nullable=False, server_default="50"),
    Column("budget", Integer),
    Column("uses_profile", Integer, nullable=False, server_default="1"),
    Column("created_at", InstantColumn, nullable=False),
    Column("last_active_at", InstantColumn, nullable=False),
    Column("place", Text, nullable=False, server_default=""),  # JSON; empty: at its start
    Column("retention_days", Integer),  # None: as for its user; 0: for ever
    sqlite_autoincrement=True,
)
Index("notebooks_of_user", notebooks.c.user_id, notebooks.c.notebook_id, unique=True)
users = Table(
    "users",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("created_at", InstantColumn, nullable=False),
    Column("last_active_at", InstantColumn, nullable=False),
)

# A row for each session that was forked or has branches: these form a family, identified by the
# key of its first session, and all but the one last opened are hidden
branches = Table(
    "branches",
    metadata,
    Column("session_key", Integer, ForeignKey("sessions.key"), primary_key=True),
    Column("family", Integer, ForeignKey("sessions.key")),
    Column("forked_from", SessionIdColumn),
    Column("shared", Integer, nullable=False),
    Column("looked", Integer, nullable=False),
)
Index("branches_by_family", branches.c.family, branches.c.session_key)

# Questions that other programs asked for a person, to find similar ones in all notebooks: the
# stems of each, and the source of its answer; its text is the message at its position
past_questions = Table(
    "past_questions",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("session_key", Integer, ForeignKey("sessions.key", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # among the questions of its session, from 1
    Column("shape", Text, nullable=False),
    Column("source", ShapeText(QuestionSource), nullable=False),
    sqlite_autoincrement=True,
)
Index("past_questions_of_user", past_questions.c.user_id, past_questions.c.key)
Index(
    "past_questions_of_session",
    past_questions.c.session_key,
    past_questions.c.position,
    unique=True,
)

# Questions that people allow others to learn from: stems, names of tables and columns, SQL
# without values
learned_questions = Table(
    "learned_questions",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("shape", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("sql", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("learned_questions_of_user", learned_questions.c.user_id, learned_questions.c.key)

# Ids of deleted sessions, or that an imported session says it was forked from: an old reference
# to such an id means that session, so no generated id equals one of these
spent_ids = Table(
    "spent_session_ids",
    metadata,
    Column("session_id", SessionIdColumn, primary_key=True),
)

summaries = Table(
    "session_summaries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session_id", SessionIdColumn, ForeignKey("sessions.session_id"), nullable=False),
    Column("level", Integer, nullable=False),
    Column("from_message_index", Integer, nullable=False),
    Column("to_message_index", Integer, nullable=False),
    Column("timestamp", InstantColumn, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("token_count", Integer, nullable=False),
    Column("superseded_by", Integer, ForeignKey("session_summaries.id")),
    Column("withdrawn_at", InstantColumn),
    Column("withdrawn_positions", NumbersText),  # the messages it covered before it was undone
    Column("summary", MemoryText(), nullable=False),
    Column("versions", ShapeText(SummaryVersionList)),  # NULL if nobody edited it
    sqlite_autoincrement=True,
)
Index("session_summaries_superseded", summaries.c.superseded_by)
is_withdrawn = summaries.c.withdrawn_at.is_not(None)
is_in_force = and_(summaries.c.superseded_by.is_(None), ~is_withdrawn)
Index(
    "session_summaries_by_range",
    summaries.c.session_id,
    summaries.c.level,
    summaries.c.to_message_index,
)
_partial_index(
    "session_summaries_in_force",
    summaries.c.session_id,
    summaries.c.from_message_index,
    where=is_in_force,
)

# The long columns come last: SQLite reads a row from its beginning
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session_id", SessionIdColumn, ForeignKey("sessions.session_id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("timestamp", InstantColumn, nullable=False),
    Column("token_count", Integer, nullable=False),
    Column("is_summarized", Integer, nullable=False),
    Column("is_retired", Integer, nullable=False),
    Column("summary_id", Integer, ForeignKey("session_summaries.id")),
    Column("content", Text, nullable=False),
    Column("metadata", MetadataText(), nullable=False),
    Column("is_pinned", Integer, nullable=False, server_default="0"),
    Column("is_single", Integer, nullable=False, server_default="0"),  # no later turn reads it
    sqlite_autoincrement=True,
)
stands = and_(messages.c.is_summarized == _NO, messages.c.is_retired == _NO)
is_active = and_(stands, messages.c.is_single == _NO)
is_pinned = messages.c.is_pinned != _NO
is_replaced = and_(messages.c.is_summarized == _NO, messages.c.is_retired != _NO)
is_dropped = and_(
    messages.c.is_summarized == _NO,
    or_(messages.c.is_retired != _NO, messages.c.is_single != _NO),
)
Index("messages_by_position", messages.c.session_id, messages.c.position, unique=True)
_partial_index(
    "messages_by_summary", messages.c.summary_id, where=messages.c.summary_id.is_not(None)
)
_partial_index(
    "messages_active",
    messages.c.session_id,
    messages.c.position,
    messages.c.token_count,
    where=is_active,
)
_partial_index("messages_pinned", messages.c.session_id, messages.c.position, where=is_pinned)
_partial_index("messages_dropped", messages.c.session_id, where=is_dropped)

# Collections of the search index: texts cut into passages.  That of a session has its key; those
# of source versions begin at tidemark.retrieval.refs.FIRST_OTHER_COLLECTION.  A row is created
# with the first passage; deleting it deletes everything but the entries of the inverted index
collections = Table(
    "collections",
    metadata,
    Column("key", Integer, primary_key=True, autoincrement=False),
    Column("session_key", Integer, ForeignKey("sessions.key", ondelete="CASCADE"), unique=True),
)
_OF_COLLECTION = "collections.key"

# `rows` are those of tidemark.retrieval.chunking.ROW; the inverted index refers to their numbers
passage_blocks = Table(
    "passage_blocks",
    metadata,
    Column(
        "collection_key", Integer, ForeignKey(_OF_COLLECTION, ondelete="CASCADE"), primary_key=True
    ),
    Column("block", Integer, primary_key=True),
    Column("last_position", Integer, nullable=False),
    Column("rows", LargeBinary, nullable=False),
)

# Vectors of the passages from number `first` on, a byte for each component
passage_vectors = Table(
    "passage_vectors",
    metadata,
    Column(
        "collection_key", Integer, ForeignKey(_OF_COLLECTION, ondelete="CASCADE"), primary_key=True
    ),
    Column("first", Integer, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("vectors", LargeBinary, nullable=False),
)

# Files and pages that answers cite; names are unique among those not in the trash
sources = Table(
    "sources",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("notebook_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("last_used_at", InstantColumn),
    Column("trashed_at", InstantColumn),
    sqlite_autoincrement=True,
)
is_source_kept = sources.c.trashed_at.is_(None)
is_source_in_scope = and_(sources.c.user_id == OF_USER, sources.c.notebook_id == OF_NOTEBOOK)
_partial_index(
    "sources_by_name",
    sources.c.user_id,
    sources.c.notebook_id,
    sources.c.name,
    where=is_source_kept,
    unique=True,
)
_partial_index(
    "sources_trashed",
    sources.c.user_id,
    sources.c.notebook_id,
    sources.c.trashed_at,
    sources.c.key,
    where=sources.c.trashed_at.is_not(None),
)

# Versions of a file's text and sections, compressed; older ones stay because answers cite them
source_versions = Table(
    "source_versions",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("source_key", Integer, ForeignKey("sources.key", ondelete="CASCADE"), nullable=False),
    Column("user_id", Text, nullable=False, server_default=""),
    Column("number", Integer, nullable=False),
    Column("is_newest", Integer, nullable=False),
    Column("sha256", HexColumn, nullable=False),
    Column("file_type", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("file_bytes", Integer, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("section_count", Integer, nullable=False),
    Column("passage_count", Integer, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("has_file", Integer, nullable=False),
    Column("sections", LargeBinary, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("file", LargeBinary),
    sqlite_autoincrement=True,
)
is_newest = source_versions.c.is_newest != _NO
Index(
    "source_versions_by_number",
    source_versions.c.source_key,
    source_versions.c.number,
    unique=True,
)
Index("source_versions_by_content", source_versions.c.sha256)
_partial_index("source_versions_newest", source_versions.c.source_key, where=is_newest, unique=True)

# JSON under version control, of a session or of the notebook if there is none
documents = Table(
    "documents",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("notebook_id", Text, nullable=False),
    Column("session_key", Integer, ForeignKey("sessions.key", ondelete="CASCADE")),
    Column("name", Text, nullable=False),
    Column("schema", LargeBinary),
    Column("file_path", Text, nullable=False, server_default=""),
    Column("file_sha256", HexColumn),
    Column("created_at", InstantColumn, nullable=False),
    Column("updated_at", InstantColumn, nullable=False),
    Column("trashed_at", InstantColumn),
    sqlite_autoincrement=True,
)
is_document_kept = documents.c.trashed_at.is_(None)
is_document_in_scope = and_(documents.c.user_id == OF_USER, documents.c.notebook_id == OF_NOTEBOOK)
_partial_index(
    "documents_by_name",
    documents.c.user_id,
    documents.c.notebook_id,
    documents.c.name,
    where=and_(is_document_kept, documents.c.session_key.is_(None)),
    unique=True,
)
_partial_index(
    "documents_of_session",
    documents.c.session_key,
    documents.c.name,
    where=and_(is_document_kept, documents.c.session_key.is_not(None)),
    unique=True,
)
Index("documents_by_session", documents.c.session_key)
_partial_index(
    "documents_trashed",
    documents.c.user_id,
    documents.c.notebook_id,
    documents.c.trashed_at,
    documents.c.key,
    where=documents.c.trashed_at.is_not(None),
)
# The people with whom the owner shares one session, one notebook or one document: the one named
shares = Table(
    "shares",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("with_user_id", Text, nullable=False),
    Column("access", Text, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("session_key", Integer, ForeignKey("sessions.key", ondelete="CASCADE")),
    Column("notebook_key", Integer, ForeignKey("notebooks.key", ondelete="CASCADE")),
    Column("document_key", Integer, ForeignKey("documents.key", ondelete="CASCADE")),
    sqlite_autoincrement=True,
)
for _thing in (shares.c.session_key, shares.c.notebook_key, shares.c.document_key):
    _partial_index(
        f"shares_by_{_thing.name}",
        _thing,
        shares.c.with_user_id,
        where=_thing.is_not(None),
        unique=True,
    )
Index("shares_with_user", shares.c.with_user_id, shares.c.key)

# `version` is the newest; `whole_version` the last stored whole, of size `whole_bytes`, and
# `patch_bytes` the size of the patches after it
document_branches = Table(
    "document_branches",
    metadata,
    Column("key", Integer, primary_key=True),
    Column(
        "document_key", Integer, ForeignKey("documents.key", ondelete="CASCADE"), nullable=False
    ),
    Column("name", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("from_branch", Text, nullable=False, server_default=""),
    Column("from_version", Integer, nullable=False, server_default="0"),
    Column("whole_version", Integer, nullable=False),
    Column("whole_bytes", Integer, nullable=False),
    Column("patch_bytes", Integer, nullable=False),
    Column("created_at", InstantColumn, nullable=False),
    Column("updated_at", InstantColumn, nullable=False),
    sqlite_autoincrement=True,
)
Index(
    "document_branches_by_name",
    document_branches.c.document_key,
    document_branches.c.name,
    unique=True,
)

# `patch` leads from the version before to this one; `data`, of some versions, is the whole content.
# Both are compressed JSON, and NULL once the version is pruned; `changes`, compressed: the first
# changes of a version that a message made: a chat shows them without the content
document_versions = Table(
    "document_versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "branch_key",
        Integer,
        ForeignKey("document_branches.key", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("conversation_id", SessionIdColumn),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary),
    Column("patch", LargeBinary),
    Column("modification_summary", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("message_id", Integer, ForeignKey("messages.id", ondelete="SET NULL")),
    Column("merged_branch", Text),
    Column("merged_version", Integer),
    Column("restored", Integer),
    Column("changes", LargeBinary),
    Column("operations", Integer, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("is_kept", Integer, nullable=False, server_default="0"),
    Column("created_at", InstantColumn, nullable=False),
    Column("pruned_at", InstantColumn),
    sqlite_autoincrement=True,
)
is_whole = document_versions.c.data.is_not(None)
Index(
    "document_versions_by_number",
    document_versions.c.branch_key,
    document_versions.c.version,
    unique=True,
)
Index(
    "document_versions_of_conversation",
    document_versions.c.conversation_id,
    document_versions.c.created_at,
)
_partial_index(
    "document_versions_whole",
    document_versions.c.branch_key,
    document_versions.c.version,
    where=is_whole,
)
_partial_index(
    "document_versions_by_message",
    document_versions.c.message_id,
    where=document_versions.c.message_id.is_not(None),
)

# Facts about a person across sessions
profile_entries = Table(
    "profile_entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("is_enabled", Integer, nullable=False),
    Column("is_edited", Integer, nullable=False),
    Column("updated_at", InstantColumn, nullable=False),
    sqlite_autoincrement=True,
)
Index("profile_entries_of_user", profile_entries.c.user_id, profile_entries.c.id)
profile_sources = Table(
    "profile_sources",
    metadata,
    Column("entry_id", Integer, ForeignKey("profile_entries.id"), primary_key=True),
    Column("message_id", Integer, ForeignKey("messages.id"), primary_key=True),
    Column("session_id", SessionIdColumn, ForeignKey("sessions.session_id"), nullable=False),
)
Index("profile_sources_by_message", profile_sources.c.message_id)
Index("profile_sources_by_session", profile_sources.c.session_id)
profile_forgotten = Table(
    "profile_forgotten",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("forgotten_at", InstantColumn, nullable=False),
    sqlite_autoincrement=True,
)
Index("profile_forgotten_of_user", profile_forgotten.c.user_id, profile_forgotten.c.id)

# Preferences that override the environment, each as JSON
preferences = Table(
    "settings",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# A key is found by its prefix without a scope: only then is its user known
api_keys = Table(
    "api_keys",
    metadata,
    Column("key_id", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("prefix", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("made_at", InstantColumn, nullable=False),
    Column("last_used_at", InstantColumn),
    Column("expires_at", InstantColumn),
    Column("revoked_at", InstantColumn),
    sqlite_autoincrement=True,
)
Index("api_keys_of_user", api_keys.c.user_id)
Index("api_keys_by_prefix", api_keys.c.prefix)

# Answers to requests with a key; without a status, the request is in progress
idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("made_at", InstantColumn, nullable=False),
    Column("beat_at", InstantColumn, nullable=False),
    Column("status", Integer),
    Column("headers", Text, nullable=False, server_default="{}"),
    Column("body", LargeBinary),
    Column("run_id", Text, nullable=False, server_default=""),
    Column("session_key", Integer, ForeignKey("sessions.key", ondelete="CASCADE")),
    sqlite_autoincrement=True,
)
Index("idempotency_keys_by_name", idempotency_keys.c.user_id, idempotency_keys.c.name, unique=True)
Index("idempotency_keys_by_age", idempotency_keys.c.made_at)
Index("idempotency_keys_of_session", idempotency_keys.c.session_key)

TURN_COUNTS = (
    "threshold",
    "context_tokens",
    "whole_tokens",
    "read_tokens",
    "said_tokens",
    "input_tokens",
    "output_tokens",
    "recalled",
    "recalled_tokens",
    "similar_questions",
    "before_fold",
    "after_fold",
)
turns = Table(
    "turns",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session_id", SessionIdColumn, ForeignKey("sessions.session_id"), nullable=False),
    Column("question_id", Integer, ForeignKey("messages.id"), nullable=False),
    Column("reply_id", Integer, ForeignKey("messages.id")),
    Column("status", Text, nullable=False),
    Column("reason", Text),
    Column("owner", Text, nullable=False),  # the process that works on it; empty when it has ended
    Column("heartbeat", InstantColumn, nullable=False),
    # Its metrics (tidemark.schema.metrics); NULL if it ended before they were known
    Column("engine", Text),
    *(Column(name, Integer) for name in TURN_COUNTS),
    *(
        Column(f"{step}_tenths", TenthsColumn, key=f"{step}_ms")
        for step in ("context", "summariser", "recall", "ambiguity", "responder")
    ),
    Column("asked_back", Integer, nullable=False, server_default="0"),
    Column("is_copied", Integer, nullable=False, server_default="0"),
    sqlite_autoincrement=True,
)
TURN = (  # the columns of a Turn
    turns.c.id,
    turns.c.session_id,
    turns.c.question_id,
    turns.c.reply_id,
    turns.c.status,
    turns.c.reason,
    turns.c.owner,
    turns.c.heartbeat,
)
is_pending = turns.c.status == literal_column("'pending'")
Index("turns_by_question", turns.c.question_id)
Index("turns_by_reply", turns.c.reply_id)
Index("turns_in_order", turns.c.session_id, turns.c.id)
_partial_index("turns_pending", turns.c.session_id, unique=True, where=is_pending)

# The person's rating of a reply, deleted with its message, as vectors are
opinions = Table(
    "reply_opinions",
    metadata,
    Column(
        "message_id",
        Integer,
        ForeignKey("messages.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("is_good", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("given_at", InstantColumn, nullable=False),
)

# The bytes of a message's pictures, in the order of its metadata
pictures = Table(
    "pictures",
    metadata,
    Column(
        "message_id",
        Integer,
        ForeignKey("messages.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

# The prompt of each turn as sent, compressed with those before it in its session from turn
# `base_id` on, by tidemark.storage.snapshot_codec
prompt_snapshots = Table(
    "prompt_snapshots",
    metadata,
    Column("turn_id", Integer, ForeignKey("turns.id"), primary_key=True, autoincrement=False),
    Column("base_id", Integer, nullable=False),
    Column("sha256", HexColumn, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

# Work done by one of many processes, and until when it holds the lease
leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("until", InstantColumn, nullable=False),
)

# Receipts of erasures: they name nobody
erasures = Table(
    "erasures",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("person_sha256", Text, nullable=False),
    Column("at", InstantColumn, nullable=False),
    Column("ms", Integer, nullable=False),
    Column("rows", Text, nullable=False),
    Column("audit_rows", Integer, nullable=False),
    Column("sha256", Text, nullable=False),
    sqlite_autoincrement=True,
)

# Actions, each row with the hash of the one before; triggers allow only adding rows and blanking
# the text about an erased person
audit_log = Table(
    "audit_log",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("at", InstantColumn, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject_kind", Text, nullable=False),
    Column("subject_id", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("detail_sha256", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("audit_log_of_user", audit_log.c.user_id, audit_log.c.key)
Index("audit_log_by_actor", audit_log.c.actor)
