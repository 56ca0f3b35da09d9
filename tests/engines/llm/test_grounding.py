"""A model's answer is used only as far as the conversation confirms it."""

import datetime as dt

import pytest

from tests.engine_fixtures import conversation
from tidemark.engines.llm.grounding import find_quote, grounded_memory, grounded_understanding
from tidemark.engines.llm.response_schemas import (
    DetailResponse,
    ItemResponse,
    ReferenceResponse,
    SummaryResponse,
    UnderstandingResponse,
)
from tidemark.memory.merging import render
from tidemark.schema import (
    AskingStyle,
    Item,
    ItemKind,
    QueryUnderstanding,
    SessionMemory,
    UserProfile,
)
from utils import TokenCounter

TALK = conversation(
    "I'm vegetarian, and the budget is 400 euros. We leave next Friday.",
    "Then I'd take the night train: it costs 129 euros.",
    "Great, let’s go with the night train. Remind me to book it.",
)
READING = "Book the usual room\nThe usual room is number 12, Anna."


def ground(known: SessionMemory | None = None, **kinds: tuple[ItemResponse, ...]) -> SessionMemory:
    return grounded_memory(SummaryResponse(**kinds), TALK, known or SessionMemory(), TokenCounter())


def understand(
    wire: UnderstandingResponse, *, question: str = "Book it", asking: AskingStyle = "freely"
) -> QueryUnderstanding:
    return grounded_understanding(wire, question, READING, asking=asking)


def test_an_item_keeps_its_text_its_quote_its_messages_and_its_date() -> None:
    item = ItemResponse(
        quote="we leave  next friday", messages=(1,), text="Leaves next Friday", on="2026-05-08"
    )

    assert ground(key_facts=(item,)).key_facts == (
        Item(
            text="Leaves next Friday",
            quote="We leave next Friday",
            message_ids=(11,),
            on=dt.date(2026, 5, 8),
        ),
    )


@pytest.mark.parametrize(
    "quote",
    [
        "let's go with the night train",
        "LET’S GO WITH THE NIGHT TRAIN",
        '"let\'s go with the night…"',
    ],
)
def test_a_quote_may_differ_in_capitals_spaces_and_the_shape_of_its_marks(quote: str) -> None:
    (decision,) = ground(
        decisions=(ItemResponse(quote=quote, messages=(3,), text="Takes the night train"),)
    ).decisions

    assert decision.quote in TALK[2].content


@pytest.mark.parametrize(
    "item",
    [
        ItemResponse(quote="a window seat", messages=(1,), text="Wants a window seat"),
        ItemResponse(quote="the night train", messages=(1,), text="Takes the night train"),
        ItemResponse(quote="the night train", messages=(9,), text="Takes the night train"),
        ItemResponse(quote="", messages=(1,), text=""),
        ItemResponse(quote="I", messages=(1,), text="Is someone"),
    ],
    ids=["said by nobody", "said in another message", "no such message", "nothing", "too short"],
)
def test_an_item_that_quotes_nothing_it_cites_is_not_confirmed(item: ItemResponse) -> None:
    kept = ItemResponse(quote="129 euros", messages=(2,), text="The train costs 129 euros")

    memory = ground(key_facts=(item, kept))

    cited = tuple(10 + number for number in item.messages if number <= len(TALK))
    assert [fact.text for fact in memory.key_facts] == [kept.text]
    assert memory.unconfirmed == (
        (("key_facts", Item(text=item.text, message_ids=cited)),) if item.text else ()
    )
    assert item.text not in render(memory) or not item.text


def test_the_profile_is_of_the_persons_own_words_only() -> None:
    mine = ItemResponse(quote="I'm vegetarian", messages=(1, 2), text="Is vegetarian")
    not_mine = ItemResponse(
        quote="I'd take the night train", messages=(2,), text="Likes night trains"
    )

    assert ground(preferences=(mine, not_mine)).user_profile == UserProfile(
        preferences=(Item(text="Is vegetarian", quote="I'm vegetarian", message_ids=(11,)),)
    )


def test_a_text_that_cites_nothing_rests_where_it_is_found() -> None:
    assert ground(key_facts=(ItemResponse(text="it costs 129 euros"),)).key_facts == (
        Item(text="it costs 129 euros", message_ids=(12,)),
    )


@pytest.mark.parametrize(
    "text",
    [
        "The train costs 192 euros",
        "Anna snores",
        "The night train to Berlin costs 129 euros",
        "Anna pays 129 euros for the train",
    ],
    ids=["a number", "no word", "a name", "a name at its beginning"],
)
def test_a_text_that_its_messages_do_not_confirm_is_replaced_by_the_quote(text: str) -> None:
    fact = ItemResponse(quote="it costs 129 euros", messages=(2,), text=text)

    memory = ground(key_facts=(fact,))

    assert memory.key_facts == (Item(text="it costs 129 euros", message_ids=(12,)),)
    assert memory.unconfirmed == (("key_facts", Item(text=text, message_ids=(12,))),)


@pytest.mark.parametrize(
    "text",
    [
        "User pays 129 euros",
        "Train costs 129 euros",
        "Costs 129 euros",
        "Going by train, 129 euros",
    ],
)
def test_a_text_that_begins_with_any_other_word_is_believed(text: str) -> None:
    fact = ItemResponse(quote="it costs 129 euros", messages=(2,), text=text)

    memory = ground(key_facts=(fact,))

    assert ([item.text for item in memory.key_facts], memory.unconfirmed) == ([text], ())


def test_a_known_todo_comes_again_as_done_in_its_own_words() -> None:
    known = SessionMemory(todos=(Item(text="Choose a hotel", message_ids=(3,), status="open"),))
    settled = ItemResponse(quote="Great", messages=(3,), text="Choose a hotel", status="done")

    assert ground(known, todos=(settled,)).todos == (
        Item(text="Choose a hotel", quote="Great", message_ids=(13,), status="done"),
    )


def test_status_is_of_todos_and_questions_alone() -> None:
    said = {"quote": "Remind me to book it", "messages": (3,), "text": "Book it"}

    memory = ground(
        todos=(ItemResponse(**said, status="answered"),),
        open_questions=(ItemResponse(**said, status="whatever"),),
        key_facts=(ItemResponse(**said, status="done"),),
    )

    statuses = [item.status for _, item in memory.all_items()]
    assert statuses == ["done", "open", None]


def test_an_empty_summary_is_a_valid_one() -> None:
    assert ground() == SessionMemory()


def test_a_summary_of_inventions_alone_is_unreadable_not_empty() -> None:
    with pytest.raises(ValueError, match="none of its quotes"):
        ground(
            key_facts=(ItemResponse(quote="I live in Rome", messages=(1,), text="Lives in Rome"),)
        )


def test_a_summary_longer_than_what_it_replaces_is_refused() -> None:
    fact = ItemResponse(quote="400 euros", messages=(1,), text="budget " * 200)

    with pytest.raises(ValueError, match="longer than what it replaces"):
        ground(key_facts=(fact,))


def test_a_clear_message_keeps_its_rewriting_and_its_resolved_references() -> None:
    wire = UnderstandingResponse(
        references=(
            ReferenceResponse(phrase="it", quote="The usual room", means="the usual room"),
            ReferenceResponse(phrase="there", quote="in Paris", means="Paris"),
        ),
        needed_context_from_memory=("which room is usual", "Which room is usual"),
        rewritten_query="Book the usual room, number 12, Anna",
    )

    assert understand(wire) == QueryUnderstanding(
        rewritten_query="Book the usual room, number 12, Anna",
        needed_context_from_memory=("which room is usual",),
        final_augmented_context='"it" means the usual room',
    )


@pytest.mark.parametrize(
    "rewritten",
    ["", "book it", "Book it!", "Book a room in Paris", "Book room 14"],
    ids=["none", "the same", "the same words", "a name of its own", "a number of its own"],
)
def test_a_rewriting_that_adds_nothing_or_invents_is_dropped(rewritten: str) -> None:
    assert understand(UnderstandingResponse(rewritten_query=rewritten)).rewritten_query is None


UNCLEAR = UnderstandingResponse(
    details=(DetailResponse(detail="the date", importance=3),),
    is_ambiguous=True,
    possible_interpretations=("Book for today", "book for today ", "Book for tomorrow", "c", "d"),
    clarifying_questions=("Which day?",),
)


def test_an_unclear_message_is_asked_back_with_up_to_three_readings_that_differ() -> None:
    assert understand(UNCLEAR) == QueryUnderstanding(
        is_ambiguous=True,
        possible_interpretations=("Book for today", "Book for tomorrow", "c"),
        clarifying_questions=("Which day?",),
    )


def test_a_message_that_may_not_be_asked_back_gets_its_likeliest_reading() -> None:
    assert understand(UNCLEAR, asking="never") == QueryUnderstanding(
        final_augmented_context="Not said: the date\nAssumed: Book for today"
    )


def test_a_message_whose_every_needed_detail_was_given_is_not_asked_back() -> None:
    details = (
        DetailResponse(detail="which room", importance=3, quote="the usual room"),
        DetailResponse(detail="breakfast", importance=2),
    )

    assert understand(UNCLEAR.model_copy(update={"details": details})) == QueryUnderstanding()


def test_without_a_list_of_details_the_verdict_is_believed() -> None:
    assert understand(UNCLEAR.model_copy(update={"details": ()})).is_ambiguous


@pytest.mark.parametrize(
    "missing",
    [{"possible_interpretations": ("One", "one ")}, {"clarifying_questions": ()}],
    ids=["one reading twice", "no question"],
)
def test_asking_back_without_readings_that_differ_or_a_question_is_unreadable(
    missing: dict[str, object],
) -> None:
    with pytest.raises(ValueError, match="different interpretations"):
        understand(UnderstandingResponse.model_validate({**UNCLEAR.model_dump(), **missing}))


def test_readings_of_a_clear_message_are_left_out() -> None:
    wire = UNCLEAR.model_copy(update={"is_ambiguous": False})

    assert understand(wire) == QueryUnderstanding(final_augmented_context="Not said: the date")


def test_a_quote_is_returned_as_it_is_written() -> None:
    assert find_quote("THE  night train", TALK[1].content) == "the night train"
    assert find_quote("the day train", TALK[1].content) is None


def test_only_where_it_is_stuck_it_asks_back_of_references_alone() -> None:
    lost = UNCLEAR.model_copy(update={"references": (ReferenceResponse(phrase="it", means="?"),)})
    assert understand(lost, asking="stuck").is_ambiguous
    assert not understand(UNCLEAR, asking="stuck").is_ambiguous


@pytest.mark.parametrize("kind", ["preferences", "constraints", "decisions", "todos"])
def test_pasted_text_is_no_wish_and_no_plan_of_the_person(kind: ItemKind) -> None:
    wire = ItemResponse(quote="I want the aisle", messages=(1,), text="Wants the aisle")
    said = conversation("Anna wrote:\n> I want the aisle.\nI fly on Monday.")

    grounded = grounded_memory(
        SummaryResponse.model_validate(
            {
                kind: [wire],
                "key_facts": [
                    {"quote": "I fly on Monday", "messages": [1], "text": "Flies Monday"}
                ],
            }
        ),
        said,
        SessionMemory(),
        TokenCounter(),
    )

    assert grounded.items(kind) == ()
    assert len(grounded.key_facts) == 1
