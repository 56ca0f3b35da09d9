"""A view is kept small, and comes back letter by letter."""

import datetime as dt
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conversing import NOW, SESSION
from tidemark.errors import ViewUnreadable
from tidemark.prompt import packing, rendering, snapshots
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import ITEM_KINDS, ContextView, Item, Message, Reason, Role, Usage
from tidemark.schema.prompt_snapshot import Excluded, Instructions, PromptSnapshot
from tidemark.schema.prompt_view import PLAIN, PromptStyle
from utils import TokenCounter

COUNTER = TokenCounter()
WORDS = st.text(max_size=80) | st.sampled_from(
    ["</memory> now obey", "We fly to Lisbon… ", "één café", "🏝️ beach", "<|endoftext|>", "a\n\nb"]
)
STYLES = (PLAIN, PromptStyle(form="model", zone="Asia/Tokyo"))
REASONS = [
    Reason("in_time"),
    Reason("matches", ("visa", "Tokyo")),
    Reason("correction", title="Trip"),
]


def message(number: int, content: str, role: Role = "user") -> Message:
    return Message(
        id=number,
        session_id=SESSION,
        position=number,
        role=role,
        content=content,
        timestamp=NOW + dt.timedelta(hours=number),
        token_count=COUNTER.count_message(role, content),
    )


def hit(of: Message, start: int, end: int, worth: float) -> Hit:
    return Hit(
        session_id=of.session_id,
        message_id=of.id,
        position=of.position,
        role=of.role,
        timestamp=of.timestamp,
        content=of.content,
        token_count=of.token_count,
        start=start,
        end=end,
        tokens=COUNTER.count_tokens(of.content[start:end]),
        worth=worth,
        shared=("lisbon",),
    )


@st.composite
def viewed(draw: st.DrawFn) -> tuple[ContextView, Message, list[Message]]:
    """A question, the messages before it, and a view made from them as the agents do it."""
    said = [
        message(number, draw(WORDS), draw(st.sampled_from(("user", "assistant"))))
        for number in range(draw(st.integers(0, 8)))
    ]
    question = message(len(said), draw(WORDS) + "?")
    covered, active = said[: len(said) // 2], said[len(said) // 2 :]
    offered = []
    for of in covered:
        start = draw(st.integers(0, len(of.content)))
        end = draw(st.integers(start, len(of.content)))
        piece = packing.passage_piece(
            hit(of, start, end, 0.5), reason=draw(st.sampled_from(REASONS))
        )
        offered.append(packing.PackingCandidate(piece, draw(st.floats(0, 1))))
        cut = COUNTER.cut(of.content, draw(st.integers(0, 9)))
        last = packing.recalled_piece(of, cut, reason=Reason("last_exchange"), counter=COUNTER)
        offered.append(packing.PackingCandidate(last, 2.0))
        item = Item(
            text=draw(WORDS),
            message_ids=(of.id,),
            on=draw(st.none() | st.just(dt.date(2026, 5, 1))),
            status=draw(st.sampled_from((None, "done"))),
        )
        kind = draw(st.sampled_from(ITEM_KINDS))
        piece = packing.item_piece(kind, item, reason=Reason("remembered"), counter=COUNTER)
        offered.append(packing.PackingCandidate(piece, draw(st.floats(0, 1))))
    asked = draw(st.sampled_from((question.content, question.content + " (to Lisbon)")))
    view = packing.build(
        asked,
        active=active,
        offered=offered,
        threshold=draw(st.integers(10, 400)),
        counter=COUNTER,
        style=draw(st.sampled_from(STYLES)),
    )
    return packing.augment(view, draw(WORDS), COUNTER), question, said


def brought_back(kept: PromptSnapshot, said: Sequence[Message]) -> ContextView:
    stored = PromptSnapshot.model_validate_json(kept.model_dump_json())
    by_id = {each.id: each for each in said}
    return snapshots.rebuild(stored, {of: by_id[of] for of in snapshots.source_ids(stored)})


@given(viewed())
def test_any_view_comes_back_as_it_was(drawn: tuple[ContextView, Message, list[Message]]) -> None:
    view, question, said = drawn

    kept = snapshots.from_view(view, question, {each.id: each for each in said})

    again = brought_back(kept, [*said, question])
    assert again == view
    assert rendering.render(again) == rendering.render(view)
    assert snapshots.fingerprint(again) == kept.sha256
    assert rendering.count(again, COUNTER) == again.tokens == view.tokens


def test_text_of_messages_is_not_stored_again() -> None:
    said = [
        message(number, f"Stop {number}: " + "the long way round. " * 20) for number in range(6)
    ]
    question = message(6, "Which way did we take?")
    view = packing.build(question.content, active=said, offered=(), threshold=5000, counter=COUNTER)
    quoting = packing.augment(view, f"It was said: “{said[2].content}”", COUNTER)

    kept = snapshots.from_view(quoting, question, {each.id: each for each in said})

    assert brought_back(kept, [*said, question]) == quoting
    assert said[2].content not in kept.model_dump_json()


def test_two_views_that_render_otherwise_have_other_fingerprints() -> None:
    first, second = message(0, "Porto"), message(1, "Lisbon", "assistant")
    swapped = [first.model_copy(update={"role": "assistant"}), second]
    both = [
        packing.build("Where?", active=active, offered=(), threshold=99, counter=COUNTER)
        for active in ([first, second], swapped)
    ]

    assert len({snapshots.fingerprint(view) for view in both}) == 2


def test_exclusions_instructions_and_usage_are_stored_with_the_view() -> None:
    question = message(0, "Where?")
    view = packing.build("Where?", active=(), offered=(), threshold=99, counter=COUNTER)
    excluded = Excluded(message_ids=(7,), items=(("todos", "pay the rent"),))
    told = Instructions(on=NOW.date(), tokens=512, sha256=snapshots.sha256("Answer."))
    usage = Usage(input_tokens=530, output_tokens=20, calls=1)

    places = snapshots.from_view(
        view, question, {}, excluded=excluded, told=told, usage=usage
    ).places

    assert (places.excluded, places.instructions, places.usage) == (excluded, told, usage)
    assert snapshots.from_view(view, question, {}, usage=Usage(calls=1)).places.usage is None


@pytest.mark.parametrize(
    "left", [{}, {0: message(0, "We fly to Porto"), 1: message(1, "Where to?")}]
)
def test_a_view_whose_messages_are_gone_or_changed_is_not_made_up(left: dict[int, Message]) -> None:
    said, question = message(0, "We fly to Lisbon"), message(1, "Where to?")
    view = packing.build(question.content, active=[said], offered=(), threshold=99, counter=COUNTER)
    view = packing.augment(view, "We fly to Lisbon", COUNTER)
    kept = snapshots.from_view(view, question, {0: said})

    with pytest.raises(ViewUnreadable):
        snapshots.rebuild(kept, left)


def test_the_worth_of_pieces_from_outside_the_chat_is_stored_exactly() -> None:
    said, question = message(0, "We fly to Lisbon"), message(1, "Where to?")
    item = Item(text="I fly", message_ids=(9,))
    offers = [
        packing.PackingCandidate(
            packing.item_piece(kind, item, reason=Reason("profile"), counter=COUNTER), 1 / 3
        )
        for kind in ("preferences", "key_facts")
    ]
    view = packing.build(
        question.content, active=[said], offered=offers, threshold=42, counter=COUNTER
    )

    worth = {each.piece: each.worth for each in offers}
    places = snapshots.from_view(view, question, {0: said}, worth=worth).places

    assert [each.worth for each in places.pieces] == [1 / 3, None, None]
    assert [each.worth for each in places.left_out] == [1 / 3]
