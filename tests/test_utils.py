import shutil
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import utils
from tidemark.errors import DamagedVocabulary
from utils import TokenCounter, clear_text_caches, one_line, storable, text_cache

COUNTER = TokenCounter()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("Hello", 1),
        ("Hello, world!", 4),
        ("tiktoken is great!", 6),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 9),
    ],
)
def test_tokens_are_those_of_cl100k_base(text: str, tokens: int) -> None:
    # The last four are counts of OpenAI's own guide, "How to count tokens with tiktoken".
    assert COUNTER.count_tokens(text) == tokens


@pytest.mark.parametrize("text", ["<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>"])
def test_special_tokens_in_a_message_are_text(text: str) -> None:
    assert COUNTER.count_tokens(text) > 1


def test_a_message_weighs_its_content_its_role_and_four() -> None:
    assert COUNTER.count_message("user", "Hello") == 6
    assert COUNTER.count_message("assistant", "") == 5


@given(st.text())
def test_any_text_can_be_counted(text: str) -> None:
    assert 0 <= COUNTER.count_tokens(text) <= 4 * len(text)


@given(
    st.lists(st.sampled_from([*" \n\r\t.,!?:<>é漢👩1a\x85\u2028\x1c\u00a0", "word", "'ll"])).map(
        "".join
    )
)
def test_lines_count_together_what_they_count_alone(text: str) -> None:
    assert COUNTER.count_lines(text) == COUNTER.count_tokens(text)


@given(st.text(max_size=200), st.integers(min_value=-1, max_value=60))
def test_a_cut_text_is_within_the_limit(text: str, limit_tokens: int) -> None:
    text = storable(text)
    cut = COUNTER.cut(text, limit_tokens)
    assert COUNTER.count_tokens(cut) <= max(limit_tokens, 0)
    assert cut == text or text.startswith(cut.removesuffix("…"))


def test_a_cut_keeps_whole_words() -> None:
    assert COUNTER.cut("We fly to Lisbon in the second week of May", 5) == "We fly to Lisbon…"


@dataclass(frozen=True)
class Copy:
    """A copy of utils.py with a vocabulary of its own."""

    module: ModuleType
    vocabulary: Path


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    source = Path(utils.__file__)
    vocabulary = Path("tidemark", "vocab", "cl100k_base.tiktoken")
    (tmp_path / vocabulary).parent.mkdir(parents=True)
    shutil.copy(source.parent / vocabulary, tmp_path / vocabulary)
    spec = spec_from_file_location("copied_utils", shutil.copy(source, tmp_path))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return Copy(module, tmp_path / vocabulary)


def test_the_vocabulary_lies_beside_the_code(copy: Copy) -> None:
    assert copy.module.TokenCounter().count_message("user", "Hello") == 6


def test_a_changed_vocabulary_is_refused(copy: Copy) -> None:
    with copy.vocabulary.open("ab") as vocabulary:
        vocabulary.write(b"dGlkZQ== 100256\n")
    with pytest.raises(DamagedVocabulary, match="is not the one shipped"):
        copy.module.TokenCounter()


def test_a_missing_vocabulary_says_how_to_restore_it(copy: Copy) -> None:
    copy.vocabulary.unlink()
    with pytest.raises(DamagedVocabulary, match=r"cannot be read.*git checkout tidemark/vocab"):
        copy.module.TokenCounter()


@given(st.text(alphabet=st.characters()))
def test_what_is_storable_holds_no_nul_and_no_half_pair(text: str) -> None:
    stored = storable(text)
    assert "\x00" not in stored
    assert stored.encode("utf-8").decode("utf-8") == stored
    assert storable(stored) == stored


def test_halves_of_a_pair_are_joined() -> None:
    assert storable("\ud83c\udf0a") == "\U0001f30a"


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_one_line_is_one_line_within_its_limit(text: str, limit_chars: int) -> None:
    line = one_line(text, limit_chars)
    assert len(line) <= limit_chars
    assert len(line.splitlines()) <= 1


def test_no_text_stays_in_a_cache_that_was_cleared() -> None:
    asked: list[str] = []

    @text_cache(8)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length("secret"), length("secret")] == [6, 6]
    clear_text_caches()
    assert length("secret") == 6
    assert asked == ["secret", "secret"]
