"""Long messages parted into passages."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tidemark.retrieval.chunking import PASSAGE_TOKENS, split
from utils import TokenCounter

COUNTER = TokenCounter()
SENTENCE = "We saw the harbour of Porto on foot, and paid nine euros for the tram back. "


def test_a_short_message_is_one_passage() -> None:
    (only,) = split(SENTENCE, COUNTER)

    assert (only.start, only.end) == (0, len(SENTENCE))


def test_a_long_message_is_parted_at_the_ends_of_its_sentences() -> None:
    text = SENTENCE * 40

    found = split(text, COUNTER)

    assert len(found) == 7
    assert max(passage.tokens for passage in found) <= PASSAGE_TOKENS
    assert {text[passage.start : passage.end][-10:] for passage in found} == {"tram back."}
    assert {text[passage.start : passage.end][:6] for passage in found} == {"We saw"}


@given(st.text(alphabet=st.sampled_from("ab .!?\n日é🙂"), max_size=400), st.integers(8, 30))
def test_passages_contain_every_word_in_order_within_the_limit(text: str, limit: int) -> None:
    found = split(text, COUNTER, limit)

    said = "".join(text[each.start : each.end] for each in found)
    assert "".join(said.split()) == "".join(text.split())
    assert all(before.end <= after.start for before, after in itertools.pairwise(found))
    assert [each.tokens for each in found] == [
        COUNTER.count_tokens(text[each.start : each.end]) for each in found
    ]
