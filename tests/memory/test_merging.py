"""A session's memory: how it reads, how two become one, what leaves when it is too big."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.memory.merging import (
    MAX_HISTORY,
    MAX_SOURCES,
    OWN_SOURCES,
    fit,
    merge,
    render,
    render_item,
)
from tidemark.schema import ITEM_KINDS, Item, ItemKind, SessionMemory
from utils import TokenCounter

COUNTER = TokenCounter()


def item(text: str, *message_ids: int, **more: object) -> Item:
    return Item.model_validate({"text": text, "message_ids": message_ids or (1,), **more})


def memory_of(kind: ItemKind, *items: Item) -> SessionMemory:
    return SessionMemory.of({kind: items})


_NO_NUMBERS = st.characters(codec="utf-8", exclude_characters="\n", exclude_categories=["Nd"])
_ITEMS = st.builds(
    Item,
    # "1:" and a later "0" are a value and its correction, which is written anew
    text=st.text(_NO_NUMBERS, min_size=1, max_size=60)
    | st.sampled_from(["I prefer tea", "I don't prefer tea", "We meet in Lisbon, not Porto"]),
    message_ids=st.lists(st.integers(1, 50), min_size=1, max_size=4).map(tuple),
    on=st.none() | st.dates(dt.date(2020, 1, 1), dt.date(2030, 1, 1)),
    status=st.sampled_from([None, "open", "done", "answered"]),
)  # fmt: skip
_MEMORIES = st.dictionaries(
    st.sampled_from(ITEM_KINDS), st.lists(_ITEMS, max_size=5).map(tuple), max_size=6
).map(SessionMemory.of)


def test_a_memory_reads_as_one_line_for_each_kind_it_has() -> None:
    memory = SessionMemory.of(
        {
            "preferences": (item("I prefer aisle seats"),),
            "todos": (
                item("book the van", on="2026-05-08", status="open"),
                item("pay the rent", status="done"),
            ),
            "open_questions": (item("Which of the two ferries is faster?", status="answered"),),
            "key_facts": (item("We are six people"), item("Anna joins us", on=dt.date(2026, 5, 9))),
        }
    )
    assert render(memory) == (
        "Preferences: I prefer aisle seats\n"
        "Todos: book the van (2026-05-08); pay the rent (done)\n"
        "Open questions: Which of the two ferries is faster? (answered)\n"
        "Facts: We are six people; Anna joins us (2026-05-09)"
    )
    assert render(SessionMemory()) == ""


def test_a_date_that_the_words_name_in_full_is_not_said_twice() -> None:
    due = item("The draft is due on 3 June 2026", on=dt.date(2026, 6, 3))
    assert render_item("constraints", due) == "Constraint: The draft is due on 3 June 2026"


def test_where_two_people_talk_each_name_is_said_once() -> None:
    memory = memory_of(
        "key_facts", item("Ben: I sing"), item("Anna: I moved to Oslo"), item("Ben: I have a cat")
    )
    assert render(memory) == "Facts: Ben: I sing; I have a cat; Anna: I moved to Oslo"


def test_a_repeated_item_is_joined_and_keeps_the_fuller_words() -> None:
    older = memory_of("key_facts", item("My sister lives in Oslo", 3))
    newer = memory_of("key_facts", item("My sister lives in Oslo now", 9, quote="… in Oslo now."))
    assert merge(older, newer) == memory_of(
        "key_facts", item("My sister lives in Oslo now", 9, 3, quote="… in Oslo now.")
    )


def test_a_newer_preference_keeps_the_older_as_its_history() -> None:
    window, aisle = item("I prefer window seats", 1), item("I prefer aisle seats", 7)
    middle = item("I prefer middle seats", 12)
    merged = merge(
        merge(memory_of("preferences", window), memory_of("preferences", aisle)),
        memory_of("preferences", middle),
    )
    assert merged == memory_of(
        "preferences", middle.model_copy(update={"history": (aisle, window)})
    )


def test_facts_that_differ_in_a_number_or_a_name_are_both_kept() -> None:
    facts = (
        item("I met Anna on the ferry", 1),
        item("I met Ben on the ferry", 2),
        item("The rent is 900 euros", 3),
        item("The rent is 950 euros", 4),
    )
    merged = merge(memory_of("key_facts", *facts[::2]), memory_of("key_facts", *facts[1::2]))
    assert set(merged.key_facts) == set(facts)


@pytest.mark.parametrize(
    ("kind", "status"), [("todos", "done"), ("open_questions", "answered")]
)  # fmt: skip
def test_a_todo_or_question_takes_the_newer_status(kind: ItemKind, status: str) -> None:
    older = memory_of(kind, item("renew the passport", 2, status="open"))
    newer = memory_of(kind, item("renew the passport", 2, 8, status=status))
    assert merge(older, newer) == memory_of(kind, item("renew the passport", 2, 8, status=status))


def test_history_and_sources_are_bounded_and_an_items_own_sources_stay_first() -> None:
    memory = SessionMemory()
    for turn in range(1, 40):
        fact = item("My sister Anna lives in Oslo", turn)
        budget = item(f"My budget is {turn} euros", turn)
        memory = merge(memory, SessionMemory.of({"key_facts": (fact,), "constraints": (budget,)}))
    (fact,) = memory.key_facts
    (budget,) = memory.user_profile.constraints
    assert fact.message_ids == (1, 2, 3, 37, 38, 39)
    assert [at.text for at in budget.history] == [f"My budget is {n} euros" for n in (38, 37, 36)]
    assert len(budget.history) == MAX_HISTORY
    assert 1 <= OWN_SOURCES < MAX_SOURCES


@pytest.mark.slow
def test_a_memory_of_many_turns_stays_small() -> None:
    memory = SessionMemory()
    for turn in range(1, 151):  # the limit is reached after thirty
        newer = SessionMemory.of(
            {
                "key_facts": (item(f"Box {turn} holds {turn % 7} lamps and a rug", turn),),
                "constraints": (item(f"Keep it under {turn} euros", turn),),
                "preferences": (item("I prefer quiet hotels", turn),),
                "todos": (item(f"label box {turn}", turn, status="done"),),
            }
        )
        memory = fit(merge(memory, newer), 400, COUNTER)
    assert COUNTER.count_tokens(render(memory)) <= 400
    assert len(memory.model_dump_json()) < 8_000
    assert len(memory.user_profile.constraints) == len(memory.user_profile.preferences) == 1


def test_items_that_no_longer_fit_are_dropped_in_the_order_of_their_weight() -> None:
    memory = SessionMemory.of(
        {
            "constraints": (item("constraint one"), item("constraint two")),
            "preferences": (item("preference one"), item("preference two")),
            "decisions": (item("decision one"), item("decision two")),
            "todos": (item("todo one", status="open"), item("todo two", status="done")),
            "open_questions": (item("question one", status="answered"), item("question two")),
            "key_facts": (item("fact one"), item("fact two")),
        }
    )
    left = []
    everything = {at.text for _, at in memory.all_items()}
    for limit in range(COUNTER.count_tokens(render(memory)), -1, -1):
        here = {at.text for _, at in fit(memory, limit, COUNTER).all_items()}
        left += sorted(everything - here, key=lambda text: text.split()[1] == "two")
        everything = here
    assert left == [
        "todo two", "question one", "fact one", "fact two", "question two", "todo one",
        "decision one", "decision two", "preference one", "preference two",
        "constraint one", "constraint two",
    ]  # fmt: skip


def test_an_item_larger_than_the_limit_leaves_and_the_others_stay() -> None:
    small = item("I prefer tea")
    memory = memory_of("preferences", item("I prefer " + "very " * 90 + "long walks"), small)
    assert fit(memory, 40, COUNTER) == memory_of("preferences", small)


@given(memory=_MEMORIES, limit=st.integers(0, 120))
def test_the_items_that_fit_are_within_the_limit_and_in_their_old_order(
    memory: SessionMemory, limit: int
) -> None:
    fitted = fit(memory, limit, COUNTER)
    assert COUNTER.count_tokens(render(fitted)) <= limit
    for kind in ITEM_KINDS:
        rest = iter(memory.items(kind))
        assert all(at in rest for at in fitted.items(kind))
    if COUNTER.count_tokens(render(memory)) <= limit:
        assert fitted == memory


@given(older=_MEMORIES, newer=_MEMORIES)
def test_merging_never_writes_a_text_of_its_own(older: SessionMemory, newer: SessionMemory) -> None:
    given_texts = {at.text for _, at in (*older.all_items(), *newer.all_items())}
    merged = merge(older, newer)
    for _, at in merged.all_items():
        assert {at.text, *(before.text for before in at.history)} <= given_texts
        assert len(at.history) <= MAX_HISTORY
        assert len(at.message_ids) <= MAX_SOURCES
    ids = {number for _, at in merged.all_items() for number in at.message_ids}
    assert ids <= {n for _, at in (*older.all_items(), *newer.all_items()) for n in at.message_ids}


@given(memory=_MEMORIES)
def test_merging_with_nothing_changes_nothing(memory: SessionMemory) -> None:
    assert merge(memory, SessionMemory()) == memory


@pytest.mark.parametrize(
    ("said", "corrected", "now"),
    [
        (
            "The painter starts on 3 May",
            "No, 12 June, not 3 May",
            "The painter starts on 12 June",
        ),
        (
            "De schilder begint op 3 mei",
            "Nee, 12 juni, niet 3 mei",
            "De schilder begint op 12 juni",
        ),
    ],
)
def test_an_item_from_an_undone_fold_has_the_corrections_made_since(
    said: str, corrected: str, now: str
) -> None:
    known = memory_of("key_facts", item("Jan brings the chairs", 3), item(corrected, 5))

    _, found = merge(known, memory_of("key_facts", item(said, 1))).key_facts

    assert found.text == now
    assert [old.text for old in found.history] == [said]
