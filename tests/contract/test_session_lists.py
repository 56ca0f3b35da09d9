"""The shelf: pinned, archived, in the trash; a family goes together, the trash is nowhere else."""

import datetime as dt
from collections.abc import Callable

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, said
from tidemark.errors import NotInTrash, SessionNotFound, SessionTrashed
from tidemark.schema import ProfileStatement, Session
from tidemark.schema.turn_outcome import TurnOutcome

DAY = dt.timedelta(days=1)


def chats(database: ScopedDatabase, *names: str) -> None:
    """Begin chats, each spoken in a day later than the one before."""
    for day, name in enumerate(names):
        database.sessions.ensure(name, title=f"About {name}", now=NOW + day * DAY)


def names(database: ScopedDatabase) -> list[str]:
    return [session.session_id for session in database.session_lists.recent()]


def branched(database: ScopedDatabase, words: str = "Anew") -> str:
    begin(database, 4)
    begun = database.branches.branch(
        SESSION, said(words), shared=2, wished="talk_branch", owner="me", now=NOW
    )
    database.turns.abandon(begun.turn.id)
    return begun.turn.session_id


def test_pinned_sessions_stand_first_and_the_newest_of_each_kind(database: ScopedDatabase) -> None:
    chats(database, "a", "b", "c", "d")
    database.session_lists.pin(["a", "b"], is_on=True)

    assert names(database) == ["b", "a", "d", "c"]
    assert [session.is_pinned for session in database.session_lists.recent()] == [
        True,
        True,
        False,
        False,
    ]
    assert [name for name in "abcd" if database.session_lists.is_on_top(name)] == ["b", "d"]
    database.session_lists.pin(["b"], is_on=False)
    assert names(database) == ["a", "d", "c", "b"]


def test_pages_follow_each_other_across_pinned_and_others(database: ScopedDatabase) -> None:
    chats(database, "a", "b", "c", "d", "e")
    database.session_lists.pin(["a", "c"], is_on=True)

    pages = [database.session_lists.recent(2, at) for at in (0, 2, 4)]
    assert [[each.session_id for each in page] for page in pages] == [["c", "a"], ["e", "d"], ["b"]]


def test_an_archived_session_is_kept_and_in_its_own_list(database: ScopedDatabase) -> None:
    chats(database, "a", "b")
    database.session_lists.archive(["a"], is_on=True)

    assert names(database) == ["b"]
    assert [each.session_id for each in database.session_lists.archived()] == ["a"]
    assert database.sessions.get("a").is_archived
    database.session_lists.archive(["a"], is_on=False)
    assert (names(database), database.session_lists.archived()) == (["b", "a"], ())


def test_what_is_in_the_trash_is_in_no_list_and_comes_back_as_it_was(
    database: ScopedDatabase,
) -> None:
    chats(database, "a", "b", "c")
    database.session_lists.pin(["a"], is_on=True)
    database.session_lists.archive(["b"], is_on=True)
    before = names(database), database.session_lists.archived()

    database.session_lists.discard(["a"], now=NOW)
    database.session_lists.discard(["b"], now=NOW + DAY)

    assert (names(database), database.session_lists.archived()) == (["c"], ())
    trash = database.session_lists.trashed()
    assert [(each.session_id, each.trashed_at) for each in trash] == [("b", NOW + DAY), ("a", NOW)]
    with pytest.raises(SessionTrashed):
        database.sessions.get("a")
    database.session_lists.restore(["a", "b"])
    assert (names(database), database.session_lists.archived()) == before
    assert database.session_lists.trashed() == ()


@pytest.mark.parametrize(
    "verb",
    [
        lambda shelf, ids: shelf.pin(ids, is_on=True),
        lambda shelf, ids: shelf.archive(ids, is_on=True),
        lambda shelf, ids: shelf.discard(ids, now=NOW),
    ],
    ids=["pin", "archive", "discard"],
)
def test_several_go_together_or_none_does(
    database: ScopedDatabase, verb: Callable[[object, list[str]], None]
) -> None:
    chats(database, "a", "b")
    with pytest.raises(SessionNotFound):
        verb(database.session_lists, ["a", "nowhere"])
    assert not any(each.is_pinned or each.is_archived for each in database.session_lists.recent())
    assert names(database) == ["b", "a"]


def test_only_what_is_in_the_trash_is_restored(database: ScopedDatabase) -> None:
    chats(database, "a")
    with pytest.raises(NotInTrash):
        database.session_lists.restore(["a"])
    with pytest.raises(SessionNotFound):
        database.session_lists.restore(["nowhere"])


def test_a_session_in_the_trash_takes_no_message(database: ScopedDatabase) -> None:
    begin(database, 2)
    database.session_lists.discard([SESSION], now=NOW)

    with pytest.raises(SessionTrashed):
        ask(database, "Still there?")
    assert len(database.get_messages(SESSION)) == 2
    assert database.turns.last(SESSION) is None


def test_a_turn_that_ends_in_the_trash_keeps_its_answer(database: ScopedDatabase) -> None:
    turn = ask(database, "Where to?")
    database.session_lists.discard([SESSION], now=NOW)
    answer(database, turn, "To Lisbon")
    database.session_lists.restore([SESSION])

    assert [each.content for each in database.get_messages(SESSION)] == ["Where to?", "To Lisbon"]


def test_a_family_goes_together(database: ScopedDatabase) -> None:
    branch = branched(database)
    database.session_lists.pin([branch], is_on=True)
    assert database.sessions.get(SESSION).is_pinned
    database.session_lists.discard([branch], now=NOW)
    for each in (SESSION, branch):
        with pytest.raises(SessionTrashed):
            database.sessions.get(each)
    assert [each.session_id for each in database.session_lists.trashed()] == [branch]
    database.session_lists.restore([SESSION])
    assert names(database) == [branch]
    database.session_lists.discard([SESSION], now=NOW)
    database.sessions.delete(branch)
    assert not database.sessions.exists(SESSION)


def test_a_branch_lies_where_its_chat_does_and_a_fork_is_a_chat_of_its_own(
    database: ScopedDatabase,
) -> None:
    begin(database, 4)
    database.session_lists.pin([SESSION], is_on=True)
    database.session_lists.archive([SESSION], is_on=True)
    branch = branched_from_there(database)
    fork = database.branches.fork(SESSION, 2, wished="own", title="Own", now=NOW)

    assert (branch.is_pinned, branch.is_archived) == (True, True)
    assert (fork.is_pinned, fork.is_archived) == (False, False)


def branched_from_there(database: ScopedDatabase) -> Session:
    begun = database.branches.branch(
        SESSION, said("Anew"), shared=2, wished="talk_branch", owner="me", now=NOW
    )
    return database.sessions.get(begun.turn.session_id)


def test_what_is_past_its_days_is_due_the_oldest_first(database: ScopedDatabase) -> None:
    chats(database, "a", "b", "c")
    for day, name in enumerate(("b", "a", "c")):
        database.session_lists.discard([name], now=NOW + day * DAY)

    assert database.session_lists.due(NOW + 2 * DAY, 10) == ("b", "a")
    assert database.session_lists.due(NOW + 2 * DAY, 1) == ("b",)
    assert database.session_lists.due(NOW, 10) == ()


def test_a_title_made_of_the_first_answer_stays_and_never_replaces_a_given_one(
    database: ScopedDatabase,
) -> None:
    for name, given in (("talk", ""), ("named", "My own")):
        turn = ask(database, "Can you tell me about whales?", name)
        if given:
            database.sessions.rename(name, given)
        database.turns.finish(
            turn.id, TurnOutcome("done", reply=said("Big", "assistant"), title="Whales"), now=NOW
        )
    titles = {each.session_id: each.title for each in database.session_lists.recent()}
    assert titles == {"talk": "Whales", "named": "My own"}
    turn = ask(database, "And gulls?", "talk")
    database.turns.finish(
        turn.id, TurnOutcome("done", reply=said("Small", "assistant"), title="Gulls"), now=NOW
    )
    assert database.sessions.get("talk").title == "Whales"


def test_what_was_said_in_the_trash_alone_is_not_known_of_the_person_till_it_is_back(
    database: ScopedDatabase,
) -> None:
    def tell(name: str, words: str) -> None:
        turn = ask(database, words, name)
        told = ProfileStatement(message_id=turn.question_id, kind="preferences", text=words)
        database.turns.finish(
            turn.id, TurnOutcome("done", reply=said("Noted", "assistant"), learnt=(told,)), now=NOW
        )

    tell("a", "I prefer a window seat")
    tell("b", "I prefer tea")
    database.session_lists.discard(["a"], now=NOW)

    assert [entry.text for entry in database.profile.entries()] == ["I prefer tea"]
    assert [entry.text for entry in database.profile.record().entries] == ["I prefer tea"]
    (own,) = database.get_messages("a")[:1]
    assert database.cross_session.messages([own.id]) == ()
    tell("b", "I prefer a window seat")  # said anew elsewhere: known, and not twice
    texts = [entry.text for entry in database.profile.entries()]
    assert sorted(texts) == ["I prefer a window seat", "I prefer tea"]
    database.session_lists.restore(["a"])
    assert len(database.profile.entries()) == 2
    assert len(database.cross_session.messages([own.id])) == 1


def test_a_record_tells_where_a_session_lies_and_is_the_same_wherever(
    database: ScopedDatabase,
) -> None:
    begin(database, 4)
    before = database.record(SESSION)
    database.session_lists.pin([SESSION], is_on=True)
    pinned = database.record(SESSION)
    database.session_lists.archive([SESSION], is_on=True)
    record = database.record(SESSION)

    assert (pinned.is_pinned, record.is_archived, before.is_pinned) == (True, True, False)
    assert record.same_as(before)
    database.restore("again", record)
    assert {each.session_id for each in database.session_lists.archived()} == {SESSION, "again"}
