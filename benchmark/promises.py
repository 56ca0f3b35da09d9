"""The promises of docs/architecture.md, checked on every row of a database.

``broken`` yields a sentence for each row that breaks one, nothing for an intact database.
"""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents import summariser
from database import ScopedDatabase
from tidemark.errors import BranchesInCircle
from tidemark.memory import merging
from tidemark.schema import Summary
from tidemark.schema.branches import refuse_circle
from utils import TokenCounter

Row = Mapping[str, Any]
TABLES = (
    "sessions",
    "branches",
    "messages",
    "session_summaries",
    "turns",
    "prompt_snapshots",
    "reply_opinions",
    "pictures",
    "profile_sources",
    "profile_entries",
    "collections",
    "passage_blocks",
    "passage_vectors",
    "spent_session_ids",
)
# Each column that refers to a row of another table, and the column it refers to
REFERENCES = (
    ("branches", "session_key", "sessions", "key"),
    ("branches", "family", "branches", "session_key"),
    ("messages", "session_id", "sessions", "session_id"),
    ("messages", "summary_id", "session_summaries", "id"),
    ("session_summaries", "session_id", "sessions", "session_id"),
    ("session_summaries", "superseded_by", "session_summaries", "id"),
    ("turns", "session_id", "sessions", "session_id"),
    ("turns", "question_id", "messages", "id"),
    ("turns", "reply_id", "messages", "id"),
    ("prompt_snapshots", "turn_id", "turns", "id"),
    ("prompt_snapshots", "base_id", "turns", "id"),
    ("reply_opinions", "message_id", "messages", "id"),
    ("pictures", "message_id", "messages", "id"),
    ("profile_sources", "entry_id", "profile_entries", "id"),
    ("profile_sources", "message_id", "messages", "id"),
    ("profile_sources", "session_id", "sessions", "session_id"),
    ("collections", "session_key", "sessions", "key"),
    ("passage_blocks", "collection_key", "collections", "key"),
    ("passage_vectors", "collection_key", "collections", "key"),
)


@dataclass(frozen=True)
class Rows:
    """Every row of a database, by table, read in one transaction; those of a session by its id."""

    tables: Mapping[str, Sequence[Row]]
    of_session: Mapping[str, Mapping[str, list[Row]]] = field(init=False)

    def __post_init__(self) -> None:
        by_session: dict[str, dict[str, list[Row]]] = {}
        for table in ("messages", "session_summaries", "turns"):
            by_session[table] = defaultdict(list)
            for row in self.tables[table]:
                by_session[table][row["session_id"]].append(row)
        object.__setattr__(self, "of_session", by_session)

    @property
    def session_ids(self) -> list[str]:
        """The ids of all sessions, in order of creation."""
        return [row["session_id"] for row in self.tables["sessions"]]

    def messages(self, session_id: str) -> list[Row]:
        """Return the messages of a session by position."""
        found = self.of_session["messages"].get(session_id, [])
        return sorted(found, key=lambda row: row["position"])

    def summaries(self, session_id: str) -> list[Row]:
        """Return all summaries of a session, including superseded and undone ones."""
        return self.of_session["session_summaries"].get(session_id, [])

    def turns(self, session_id: str) -> list[Row]:
        """Return the turns of a session in their order."""
        return self.of_session["turns"].get(session_id, [])

    def families(self) -> dict[int, list[str]]:
        """Return the ids of the sessions of each family, in order of creation, by its first key."""
        ids = {row["key"]: row["session_id"] for row in self.tables["sessions"]}
        found: dict[int, list[str]] = defaultdict(list)
        for row in self.tables["branches"]:
            if row["family"] is not None:
                found[row["family"]].append(ids[row["session_key"]])
        return found

    def family(self, session_id: str) -> list[str]:
        """Return the ids of a session and of all its branches."""
        own = (members for members in self.families().values() if session_id in members)
        return next(own, [session_id])


def read(database: ScopedDatabase) -> Rows:
    """Return every row of ``database``, of all scopes."""
    found = {}
    with database.reading() as connection:
        for table in TABLES:
            rows = connection.exec_driver_sql(f"SELECT * FROM {table}").mappings()  # noqa: S608
            found[table] = sorted((dict(row) for row in rows), key=_place)
    return Rows(found)


def _place(row: Row) -> int:
    return next((int(row[name]) for name in ("id", "key", "session_key") if name in row), 0)


def broken(
    rows: Rows, database: ScopedDatabase, *, threshold: int, counter: TokenCounter
) -> Iterator[str]:
    """Yield the broken promises in ``rows``, which are from ``database``."""
    yield from orphans(rows)
    yield from _ill_branched(rows)
    yield from _ill_forked(rows)
    for session in rows.tables["sessions"]:
        session_id = session["session_id"]
        messages, summaries = rows.messages(session_id), rows.summaries(session_id)
        for fault in (
            *_ill_counted(session, messages),
            *_ill_covered(messages, summaries),
            *_ill_merged(summaries),
            *_ill_sized(database, session_id, threshold, counter),
            *_ill_answered(messages, rows.turns(session_id)),
            *_miscounted(database, session_id, messages, summaries, rows.turns(session_id)),
        ):
            yield f"{session_id}: {fault}"


def orphans(rows: Rows) -> Iterator[str]:
    """Yield each reference to a missing row."""
    for table, column, target, name in REFERENCES:
        there = {row[name] for row in rows.tables[target]}
        for row in rows.tables[table]:
            if row[column] is not None and row[column] not in there:
                yield f"{table}.{column} names {row[column]!r}, which {target} does not have"


def _ill_branched(rows: Rows) -> Iterator[str]:
    sessions = {row["session_id"]: row for row in rows.tables["sessions"]}
    ids = {row["key"]: row["session_id"] for row in rows.tables["sessions"]}
    families = rows.families()
    for first, members in families.items():
        if ids[first] != members[0]:
            yield f"{members}: the family is named after {ids[first]}"
        shown = [at for at in members if not sessions[at]["is_hidden"]]
        if len(shown) != 1:
            yield f"{members}: the list shows {shown}"
        if len({sessions[at]["trashed_at"] for at in members}) > 1:
            yield f"{members}: only some are in the trash"
    branched = set(itertools.chain.from_iterable(families.values()))
    for session_id, session in sessions.items():
        if session["is_hidden"] and session_id not in branched:
            yield f"{session_id}: hidden, and no branch"


def _ill_forked(rows: Rows) -> Iterator[str]:
    ids = {row["key"]: row["session_id"] for row in rows.tables["sessions"]}
    forks = {ids[row["session_key"]]: row for row in rows.tables["branches"]}
    for members in rows.families().values():
        for place, member in enumerate(members[1:], 1):
            fork = forks[member]
            if fork["forked_from"] not in members[:place]:
                yield f"{member}: forked from {fork['forked_from']}, no earlier branch"
                continue
            pair = rows.messages(member), rows.messages(fork["forked_from"])
            said = [[row["content"] for row in at[: fork["shared"]]] for at in pair]
            if said[0] != said[1] or len(said[0]) != fork["shared"]:
                yield f"{member}: does not begin as {fork['forked_from']} does"
    origins = {at: row["forked_from"] for at, row in forks.items()}
    for session_id in forks:
        try:
            refuse_circle(session_id, origins.get)
        except BranchesInCircle:
            yield f"{session_id}: forked from itself"


def _ill_counted(session: Row, messages: Sequence[Row]) -> Iterator[str]:
    if [row["position"] for row in messages] != list(range(len(messages))):
        yield f"positions {[row['position'] for row in messages]}"
    if session["message_count"] != len(messages):
        yield f"{len(messages)} messages counted as {session['message_count']}"
    tokens = sum(row["token_count"] for row in messages if not row["is_retired"])
    if session["token_count"] != tokens:
        yield f"{tokens} tokens counted as {session['token_count']}"


def _ill_covered(messages: Sequence[Row], summaries: Sequence[Row]) -> Iterator[str]:
    folds = {
        row["id"]: row for row in summaries if row["level"] == 1 and row["withdrawn_at"] is None
    }
    for row in messages:
        if bool(row["is_summarized"]) != (row["summary_id"] is not None):
            yield f"message {row['position']} is marked as covered, or not, wrongly"
        if row["summary_id"] is not None and row["summary_id"] not in folds:
            yield f"message {row['position']} is under no fold in force"
        if row["is_summarized"] and row["is_retired"]:
            yield f"message {row['position']} is covered, and put aside"
    ordered = sorted(folds.values(), key=lambda row: row["from_message_index"])
    for row in ordered:
        under = [at["position"] for at in messages if at["summary_id"] == row["id"]]
        span = row["from_message_index"], row["to_message_index"]
        if not under or (under[0], under[-1]) != span:
            yield f"fold {row['id']} of {span} covers {under}"
    for one, other in itertools.pairwise(ordered):
        if one["to_message_index"] >= other["from_message_index"]:
            yield f"folds {one['id']} and {other['id']} overlap"


def _ill_merged(summaries: Sequence[Row]) -> Iterator[str]:
    by_id = {row["id"]: row for row in summaries}
    held: dict[int, list[Row]] = defaultdict(list)
    for row in summaries:
        if row["superseded_by"] is None:
            continue
        merge = by_id.get(row["superseded_by"])
        if merge is None or merge["withdrawn_at"] is not None or merge["level"] <= row["level"]:
            yield f"summary {row['id']} gave way to {row['superseded_by']}, no merge in its place"
            continue
        if row["withdrawn_at"] is not None:
            yield f"summary {row['id']} is undone, and in merge {merge['id']}"
        held[merge["id"]].append(row)
    for row in summaries:
        if row["level"] > 1 and row["withdrawn_at"] is None:
            within = held[row["id"]]
            span = row["from_message_index"], row["to_message_index"]
            found = (
                min((at["from_message_index"] for at in within), default=None),
                max((at["to_message_index"] for at in within), default=None),
            )
            if found != span:
                yield f"merge {row['id']} of {span} holds {found}"


def _ill_sized(
    database: ScopedDatabase, session_id: str, threshold: int, counter: TokenCounter
) -> Iterator[str]:
    in_force = database.get_summaries(session_id)
    tokens = sum(summary.token_count for summary in in_force)
    if tokens > summariser.summary_limit(threshold):
        yield f"summaries in force hold {tokens} tokens"
    ids = {message.id for message in database.get_messages(session_id)}
    for summary in database.summaries.all(session_id):
        yield from _ill_written(summary, ids, counter)


def _ill_written(summary: Summary, ids: set[int], counter: TokenCounter) -> Iterator[str]:
    weight = counter.count_tokens(merging.render(summary.memory))
    if weight != summary.token_count:
        yield f"summary {summary.id} of {weight} tokens is counted as {summary.token_count}"
    for _, item in summary.memory.all_items():
        if not ids.issuperset(item.message_ids):
            yield f"item {item.text!r} rests on messages of no such session"


def _ill_answered(messages: Sequence[Row], turns: Sequence[Row]) -> Iterator[str]:
    by_id = {row["id"]: row for row in messages}
    standing = 0
    for row in messages:
        standing = 0 if row["role"] == "user" else standing + (not row["is_retired"])
        if standing > 1:
            yield f"message {row['position']} is a second reply in force"
    for turn in turns:
        question, reply = by_id.get(turn["question_id"]), by_id.get(turn["reply_id"])
        if question is None or question["role"] != "user":
            yield f"turn {turn['id']} has no question here"
        elif turn["reply_id"] is not None and (
            reply is None or reply["role"] == "user" or reply["position"] <= question["position"]
        ):
            yield f"turn {turn['id']} has a reply that is none"
        if turn["status"] == "done" and turn["reply_id"] is None:
            yield f"turn {turn['id']} is done without a reply"
        if turn["status"] == "pending" and turn is not turns[-1]:
            yield f"turn {turn['id']} is pending, and not the last"


def _miscounted(
    database: ScopedDatabase,
    session_id: str,
    messages: Sequence[Row],
    summaries: Sequence[Row],
    turns: Sequence[Row],
) -> Iterator[str]:
    counts = database.messages.counts(session_id)
    active = [row for row in messages if not (row["is_summarized"] or row["is_retired"])]
    in_force = [
        row for row in summaries if row["superseded_by"] is None and row["withdrawn_at"] is None
    ]
    wanted = {
        "total": len(messages),
        "covered": sum(row["is_summarized"] for row in messages),
        "active": len(active),
        "active_tokens": sum(row["token_count"] for row in active),
        "summary_tokens": sum(row["token_count"] for row in in_force),
    }
    told = {name: getattr(counts, name) for name in wanted}
    if told != wanted:
        yield f"counts {json.dumps(told)} of {json.dumps(wanted)}"
    ended = [row for row in turns if row["context_tokens"] is not None]
    totals = database.metrics.of_session(session_id, threshold=1).totals
    folds = sum(row["before_fold"] is not None for row in ended)
    if (totals.turns, totals.folds) != (len(ended), folds):
        yield f"metrics of {totals.turns} turns and {totals.folds} folds, not {len(ended)}, {folds}"
