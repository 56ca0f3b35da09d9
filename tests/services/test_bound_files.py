"""Documents bound to files: each is kept in step with the other, and neither overwritten."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import later
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import (
    DocumentForbidden,
    FileNotTaken,
    FileUnusable,
)
from tidemark.schema.documents import NewVersion
from tidemark.schema.scope import Scope
from tidemark.services.documents.documents import DocumentService
from tidemark.settings import Settings

RECORD: dict[str, Any] = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}
EDITED = NewVersion(summary="Edited")


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: later(1))) as opened:
        yield opened


@pytest.fixture
def documents(assistant: Assistant) -> DocumentService:
    return assistant.documents


def put(path: str, value: object) -> tuple[dict[str, object], ...]:
    return ({"op": "replace", "path": path, "value": value},)


def test_a_bound_document_and_its_file_are_kept_in_step(
    documents: DocumentService, tmp_path: Path
) -> None:
    made = documents.create("record", RECORD)
    file = tmp_path / "record.json"
    documents.bind(made, file)
    bound = documents.find("record")
    assert json.loads(file.read_text()) == RECORD

    documents.change(bound, put("/inci", "OIL"), EDITED)
    assert json.loads(file.read_text())["inci"] == "OIL"
    file.write_text(json.dumps({**RECORD, "inci": "WAX"}))
    changed = documents.sync(bound)
    assert changed is not None
    assert (changed.version, changed.author) == (3, "file")
    assert documents.sync(bound) is None

    file.write_text(json.dumps({**RECORD, "inci": "EAU"}))
    assert documents.change(bound, put("/category", "SOAP"), EDITED).version == 5
    assert documents.read(bound).content == {**RECORD, "inci": "EAU", "category": "SOAP"}
    assert json.loads(file.read_text()) == {**RECORD, "inci": "EAU", "category": "SOAP"}

    documents.attach_schema(bound, {"properties": {"inci": {"type": "string"}}})
    for refused, why in (("{broken", "not JSON (line 1, column 2)"), ('{"inci": 5}', "“/inci”: 5")):
        file.write_text(refused)
        with pytest.raises(FileNotTaken, match=re.escape(why)):
            documents.sync(bound)
        assert documents.read(bound).version.version == 5
        assert file.read_text() == refused
    file.unlink()
    with pytest.raises(FileUnusable):
        documents.sync(bound)
    documents.unbind(bound)
    assert documents.change(documents.find("record"), put("/inci", "OIL"), EDITED).version == 6


def test_a_file_left_behind_is_written_and_an_editor_writes_it_but_binds_to_no_other(
    assistant: Assistant, documents: DocumentService, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    documents.bind(documents.create("record", RECORD), file)
    bound = documents.find("record")
    kept = file.read_text()
    unbound = bound.model_copy(update={"file_path": ""})
    documents.change(unbound, put("/inci", "AQUA"), EDITED)
    assert file.read_text() == kept  # as if the process had ended before it wrote
    assert documents.sync(bound) is None
    assert json.loads(file.read_text())["inci"] == "AQUA"
    documents.share(bound, "colleague", "editor")
    shared = assistant.scoped(Scope("colleague", "general")).documents
    theirs = shared.find("record")
    assert shared.change(theirs, put("/inci", "EAU"), EDITED).version == 3
    with pytest.raises(DocumentForbidden):
        shared.bind(theirs, tmp_path / "other.json")


def test_a_document_is_changed_beside_a_broken_file_and_the_mended_file_is_merged_with_that(
    documents: DocumentService, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    documents.bind(documents.create("record", RECORD), file)
    bound = documents.find("record")
    file.write_text("{broken")
    done = documents.instruct(bound, "set the category to SOAP")
    assert done.outcome == "changed"
    assert "record.json” was changed, and the document does not take it over" in done.text
    assert done.text.endswith("the change is in the document only.")
    gone = documents.instruct(bound, "zet inci op OLIE")
    assert gone.text.endswith("staat de wijziging alleen in het document.")
    assert file.read_text() == "{broken"

    file.write_text(json.dumps({**RECORD, "inci": "WAX", "NOAEL": [5]}))
    taken = documents.sync(bound)
    assert taken is not None
    assert taken.author == "file"
    merged = {"inci": "WAX", "category": "SOAP", "NOAEL": [5]}  # both changed inci: the file's
    assert documents.read(bound).content == json.loads(file.read_text()) == merged
    assert documents.read(bound, 3).content == {**RECORD, "inci": "OLIE", "category": "SOAP"}
    assert documents.sync(bound) is None
    assert documents.instruct(bound, "set the category to OIL").text.endswith("from SOAP to OIL")
    assert json.loads(file.read_text())["category"] == "OIL"


def test_a_document_is_changed_while_its_file_is_missing_and_merged_with_it_once_it_is_back(
    documents: DocumentService, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    documents.bind(documents.create("record", RECORD), file)
    bound = documents.find("record")
    file.unlink()
    done = documents.instruct(bound, "set the category to SOAP")
    assert done.outcome == "changed"
    assert "cannot be used" in done.text
    assert done.text.endswith("the change is in the document only.")
    assert not file.exists()
    file.write_text(json.dumps({**RECORD, "inci": "WAX"}))
    assert documents.sync(bound) is not None
    assert documents.read(bound).content == {**RECORD, "inci": "WAX", "category": "SOAP"}


def test_a_broken_file_put_back_as_it_was_gets_what_the_document_had_meanwhile(
    documents: DocumentService, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    documents.bind(documents.create("record", RECORD), file)
    bound, before = documents.find("record"), file.read_text()
    file.write_text("{broken")
    documents.change(bound, put("/inci", "OIL"), EDITED)
    file.write_text(before)
    assert documents.sync(bound) is None
    assert json.loads(file.read_text())["inci"] == "OIL"
