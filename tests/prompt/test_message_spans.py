"""Text of the conversation in an analysis is stored as places, and is restored exactly."""

from hypothesis import given
from hypothesis import strategies as st

from tidemark.prompt.message_spans import restore, restore_rewriting, shorten, source_ids
from tidemark.schema import MessageMetadata, QueryUnderstanding, TextPart

SAID = {
    3: "We land at noon.\nThe hotel by the harbour costs\n  240 euros a night, breakfast included.",
    7: "Book the hotel by the harbour.",
}
QUOTE = "The hotel by the harbour costs 240 euros a night"
LONG = "I am planning a trip with my sister, and " * 8


def known(augmented: str = "", rewritten: str | None = None) -> MessageMetadata:
    analysis = QueryUnderstanding(rewritten_query=rewritten, final_augmented_context=augmented)
    return MessageMetadata(query_analysis=analysis, view_tokens=12)


def told(stored: MessageMetadata, question: str = "") -> MessageMetadata:
    return restore(restore_rewriting(stored, question), SAID)


def test_a_quote_is_stored_as_a_place_whatever_its_line_breaks() -> None:
    metadata = known(f"- 2026-01-31 user: “{QUOTE}…”\nNot said: the date")

    stored = shorten(metadata, "What does it cost?", SAID)

    assert stored.augmented == (
        TextPart(text="- 2026-01-31 user: “"),
        TextPart(of=3, start=17, end=67),
        TextPart(text="…”\nNot said: the date"),
    )
    assert stored.query_analysis == QueryUnderstanding()
    assert source_ids(stored) == (3,)
    assert told(stored) == metadata


def test_a_long_rewriting_is_stored_as_an_edit_of_its_question() -> None:
    question = f"{LONG}what does it cost?"
    rewritten = f"{LONG}what does the hotel by the harbour cost?"
    metadata = known(f"{rewritten}\n- user: “{QUOTE}”", rewritten)

    stored = shorten(metadata, question, SAID)

    assert len(stored.model_dump_json(exclude_defaults=True)) < 300 < len(rewritten)
    assert restore_rewriting(stored, question).query_analysis == QueryUnderstanding(
        rewritten_query=rewritten
    )
    assert told(stored, question) == metadata


def test_text_that_is_in_no_message_stays_text() -> None:
    for augmented in ("", "Assumed: a hotel", "- user: “Nobody ever said any of these words”"):
        metadata = known(augmented, "What does the hotel cost?")
        assert shorten(metadata, "What does it cost?", SAID) == metadata
    assert shorten(MessageMetadata(), "Hello", SAID) == MessageMetadata()


def test_a_message_that_is_gone_leaves_its_quote_out() -> None:
    stored = shorten(known(f"- user: “{QUOTE}”"), "", SAID)

    assert restore(stored, {}) == known("- user: “”")


_WORDS = st.text("ab “”…\n\t.\u2028é", max_size=80)
_QUESTIONS = st.text("ab “”…\n", min_size=150, max_size=400)


@given(st.dictionaries(st.integers(1, 9), _WORDS, max_size=3), _QUESTIONS, st.data())
def test_every_analysis_comes_back_as_it_was(
    said: dict[int, str], question: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(question)))
    end = data.draw(st.integers(start, len(question)))
    rewritten = question[:start] + data.draw(_WORDS) + question[end:]
    quotes = data.draw(st.lists(st.sampled_from([*said.values(), question]), max_size=3))
    lines = [data.draw(st.sampled_from(["", rewritten])), *(f"- “{quote}”" for quote in quotes)]
    metadata = known("\n".join(lines), rewritten or None)

    stored = shorten(metadata, question, said)

    assert restore(restore_rewriting(stored, question), said) == metadata
