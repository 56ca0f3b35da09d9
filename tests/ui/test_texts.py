"""The texts of the page stand in the catalogue, and none in the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tidemark.ui.i18n import texts

UI = Path(texts.__file__).parent.parent
# What of a call of Streamlit a person reads
DRAWING = ("st", "streamlit_internals")
SAYS = {"label", "body", "placeholder", "help", "title", "text", "caption"}
SAID_FIRST = (
    "badge button caption chat_input checkbox download_button error expander feedback header info "
    "link_button markdown menu_button metric multiselect number_input pills popover progress radio "
    "segmented_control selectbox slider spinner status subheader success tabs text text_area "
    "text_input title toast toggle warning"
)


def said_in_code() -> Iterator[str]:
    first = SAID_FIRST.split()
    for path in sorted(UI.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            said = [word.value for word in call.keywords if word.arg in SAYS]
            if call.func.attr in first and ast.unparse(call.func.value) in DRAWING:
                said += call.args[:1]
            for words in said:
                if isinstance(words, ast.Constant) and any(map(str.isalpha, str(words.value))):
                    yield f"{path.name}:{words.lineno}: {words.value!r}"


def test_no_word_a_person_reads_stands_in_the_code() -> None:
    assert list(said_in_code()) == []


def test_a_name_no_catalogue_has_is_an_error() -> None:
    with pytest.raises(AttributeError, match="NO_SUCH_WORDS"):
        _ = texts.NO_SUCH_WORDS
