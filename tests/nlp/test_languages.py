"""Every language has all that the rules ask of one."""

from dataclasses import fields

import pytest

from tidemark.nlp.languages import LANGUAGES, word_list
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.stemming import stem

packs = pytest.mark.parametrize("pack", LANGUAGE_PACKS.values(), ids=LANGUAGE_PACKS.keys())


def test_every_language_has_a_pack_and_its_word_lists() -> None:
    assert tuple(LANGUAGE_PACKS) == LANGUAGES
    for name in ("stop_words", "everyday_words", "abbreviations", "closing_abbreviations"):
        assert all(word_list(language, name) for language in LANGUAGES), name
    assert all(stem("Tokens", language).startswith("token") for language in LANGUAGES)


@packs
def test_a_pack_is_of_the_language_it_is_listed_under(pack: LanguagePack) -> None:
    assert LANGUAGE_PACKS[pack.language] is pack
    assert pack.cues.language == pack.language


@packs
def test_slots_of_all_languages_are_in_one_order(pack: LanguagePack) -> None:
    # A statement in one language is compared with one in another slot by slot
    assert len(pack.corrections.slots) == len(LANGUAGE_PACKS["en"].corrections.slots)
    assert all({"slot", "value"} <= set(slot.groupindex) for slot in pack.corrections.slots)


@packs
def test_a_pack_speaks_of_all_kinds_and_topics(pack: LanguagePack) -> None:
    english = LANGUAGE_PACKS["en"]
    assert pack.cloze.gaps.keys() == english.cloze.gaps.keys()
    assert pack.answer_types.asks.keys() == english.answer_types.asks.keys()
    assert pack.answer_types.holds.keys() == english.answer_types.holds.keys()
    assert set(pack.answer_types.topics) == set(english.answer_types.topics)
    for field in fields(english.phrases):
        ours, theirs = getattr(pack.phrases, field.name), getattr(english.phrases, field.name)
        if isinstance(theirs, dict):
            assert ours.keys() == theirs.keys(), field.name


def test_a_text_that_shows_no_language_takes_the_one_of_the_conversation() -> None:
    dutch = language_pack_for("Wanneer vertrekt de trein?")
    assert dutch.language == "nl"
    assert language_pack_for("Lisbon", dutch) is dutch
