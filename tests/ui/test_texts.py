"""The words of the page: each that is asked for stands in every catalogue, and none in the code."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tidemark.transfer.writers import Language
from tidemark.transfer.writers.labels import WORDS
from tidemark.ui.i18n import texts

UI = Path(texts.__file__).parent.parent
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(UI.rglob("*.py"))}
TABLES = {"texts.named", "error_messages.known"}  # calls that name a table
ENGLISH = texts.CATALOGUES["en"]
# What of a call of Streamlit a person reads
SAYS = {"label", "body", "placeholder", "help", "title", "text", "caption"}
SAID_FIRST = (
    "badge button caption chat_input checkbox download_button error expander feedback header info "
    "link_button markdown menu_button metric multiselect number_input pills popover progress radio "
    "segmented_control selectbox slider spinner status subheader success tabs text text_area "
    "text_input title toast toggle warning"
)


def asked_for() -> Iterator[str]:
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "texts":
                if node.attr.isupper():
                    yield node.attr
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in TABLES:
                yield from (
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def said_in_code() -> Iterator[str]:
    first = SAID_FIRST.split()
    for path, tree in TREES.items():
        for call in ast.walk(tree):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            said = [word.value for word in call.keywords if word.arg in SAYS]
            if call.func.attr in first and ast.unparse(call.func.value) == "st":
                said += call.args[:1]
            for words in said:
                if isinstance(words, ast.Constant) and any(map(str.isalpha, str(words.value))):
                    yield f"{path.name}:{words.lineno}: {words.value!r}"


def fields(words: object) -> object:
    if isinstance(words, dict):
        return {name: fields(each) for name, each in words.items()}
    return {field for _, field, _, _ in string.Formatter().parse(str(words)) if field is not None}


def test_every_word_asked_for_is_in_the_catalogue_and_no_other() -> None:
    assert sorted(set(asked_for()) ^ set(ENGLISH)) == []


def test_no_word_a_person_reads_stands_in_the_code() -> None:
    assert list(said_in_code()) == []


@pytest.mark.parametrize("language", sorted(set(texts.CATALOGUES) - {"en"}))
def test_every_language_says_all_that_english_says(language: str) -> None:
    there = texts.CATALOGUES[language]
    assert sorted(set(there) ^ set(ENGLISH)) == []
    assert [name for name in ENGLISH if fields(there[name]) != fields(ENGLISH[name])] == []


def test_what_is_written_out_is_told_in_every_language_of_the_page() -> None:
    assert sorted(WORDS) == sorted(texts.CATALOGUES) == sorted(get_args(Language))
    said = [fields(words.model_dump(exclude={"language"})) for words in WORDS.values()]
    assert said == [said[0]] * len(WORDS)


@pytest.mark.parametrize("language", sorted(texts.CATALOGUES))
def test_the_page_speaks_calmly(language: str) -> None:
    said = [str(words) for words in texts.CATALOGUES[language].values()]
    assert [words for words in said if "!" in words] == []


def test_a_name_no_catalogue_has_is_an_error() -> None:
    with pytest.raises(AttributeError, match="NO_SUCH_WORDS"):
        _ = texts.NO_SUCH_WORDS
