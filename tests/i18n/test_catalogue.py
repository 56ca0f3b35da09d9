"""The catalogues of texts: each language holds the same names, fields and plural forms."""

import ast
import dataclasses
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from babel import Locale

import tidemark
from tidemark.i18n.catalogue import LANGUAGES, Catalogue, catalogue
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.transfer.writers import Language

ENGLISH = catalogue("en").texts
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


@cache
def trees() -> list[ast.Module]:
    """Parse every module: a worker that runs no test of this file spares it."""
    modules = sorted(Path(tidemark.__file__).parent.rglob("*.py"))
    return [ast.parse(path.read_text(encoding="utf-8")) for path in modules]


def asked_for() -> Iterator[str]:
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "texts":
                if node.attr.isupper():
                    yield node.attr
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = node.value.partition(".")[0]
                if name.isupper() and name in ENGLISH:
                    yield name


def fields(words: object) -> object:
    if is_plural(words):
        return set().union(*map(_fields_of, dict(words).values()))  # type: ignore[call-overload]
    if isinstance(words, dict):
        return {name: fields(each) for name, each in words.items()}
    return _fields_of(words)


def _fields_of(words: object) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(str(words)) if field is not None}


def is_plural(words: object) -> bool:
    return isinstance(words, dict) and set(words) <= CATEGORIES


def plurals(words: object) -> Iterator[dict[str, str]]:
    if isinstance(words, dict):
        if is_plural(words):
            yield words
        else:
            for each in words.values():
                yield from plurals(each)


def test_every_text_of_the_catalogue_is_asked_for_somewhere() -> None:
    assert sorted(set(asked_for()) ^ set(ENGLISH)) == []


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_says_all_that_english_says(language: str) -> None:
    there = {name: text for name, text in catalogue(language).texts.items() if name != "ERRORS"}
    assert sorted(set(there) ^ set(ENGLISH)) == []
    assert [name for name in ENGLISH if fields(there[name]) != fields(ENGLISH[name])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_depends_on_a_number_has_every_form_of_its_language(language: str) -> None:
    rule = Locale.parse(language).plural_form
    wanted = {*rule.rules, "other"}
    found = list(plurals(catalogue(language).texts))
    assert found
    assert [forms for forms in found if set(forms) != wanted] == []


def test_a_conversation_is_written_out_in_every_language_there_is() -> None:
    assert sorted(LANGUAGES) == sorted(get_args(Language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_spoken_to_calmly(language: str) -> None:
    said = [str(words) for words in catalogue(language).texts.values()]
    assert [words for words in said if "!" in words] == []


def test_a_plural_follows_the_rules_of_its_language() -> None:
    polish = Catalogue(
        "pl", {"FILES": {"one": "{count} plik", "few": "{count} pliki", "many": "{count} plików"}}
    )
    assert [polish.plural("FILES", number) for number in (1, 2, 5, 22)] == [
        "1 plik",
        "2 pliki",
        "5 plików",
        "22 pliki",
    ]


def test_a_language_without_a_catalogue_is_answered_in_english() -> None:
    assert catalogue("fr").text("NEW_CHAT") == "New chat"


def test_a_text_is_asked_for_by_what_it_is() -> None:
    wrong = []
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "texts":
                if node.attr.isupper() and not isinstance(ENGLISH[node.attr], str):
                    wrong.append(f"texts.{node.attr} is a table")
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("plural"):
                for each in ast.walk(node.args[0]):
                    name = each.value if isinstance(each, ast.Constant) else None
                    if isinstance(name, str) and name in ENGLISH and not is_plural(ENGLISH[name]):
                        wrong.append(f"{name} has no plural forms")
    assert wrong == []


def words_of(part: object) -> Iterator[str]:
    """Yield every text of a part of a catalogue or of a language's phrases."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for each in part.values():
            yield from words_of(each)
    elif dataclasses.is_dataclass(part):
        for member in dataclasses.fields(part):
            yield from words_of(getattr(part, member.name))


@pytest.mark.parametrize("language", get_args(Language))
def test_a_button_or_page_named_in_quotes_is_one_of_the_page(language: Language) -> None:
    on_page = set(words_of(catalogue(language).texts))
    said = [*on_page, *words_of(LANGUAGE_PACKS[language].phrases)]
    named = {name for words in said for name in re.findall(r"“([A-Z][^{}:”]*)”", words)}
    assert named - on_page == set()
    assert len(named) > 5


@pytest.mark.parametrize("language", get_args(Language))
def test_what_opens_different_things_has_different_names(language: Language) -> None:
    text = catalogue(language).text
    assert text("CHOICE_ALL_SHORT") != text("SOURCES")
    assert not text("SHARE_PAGE").startswith(text("SHARE_WITH_PEOPLE"))
    assert text("RETRY") not in str(catalogue(language).table("TURN_REASONS")["unanswered"])
    assert text("GET_ANSWER") != text("RETRY")
