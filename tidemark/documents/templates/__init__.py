"""Templates of documents: each a content and its JSON Schema, as files in this folder.

``NAME.json`` is the content of the template NAME, ``NAME.schema.json`` its schema, whose title is
the name shown to people.  Everyday templates are in a folder for each language, because their
members have names in it; they have no schema.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, JsonValue

from tidemark.documents import content as contents
from tidemark.errors import TemplateNotFound

_SCHEMA = ".schema.json"
_ROOM = Path(__file__).parent


@dataclass(frozen=True)
class DocumentTemplate:
    """The initial content and the schema of a document; an empty schema refuses nothing."""

    name: Annotated[str, Field(examples=["toxicity_data_template"])]
    title: Annotated[str, Field(examples=["Cosmetic ingredient"])]
    content: dict[str, JsonValue]
    schema: dict[str, JsonValue]


def names() -> tuple[str, ...]:
    """Return the names of all templates, in order.

    >>> names()
    ('toxicity_data_template',)
    """
    return tuple(sorted(file.name.removesuffix(_SCHEMA) for file in _ROOM.glob(f"*{_SCHEMA}")))


def find(name: str) -> DocumentTemplate:
    """Return the template with this name.

    Raises:
        TemplateNotFound: There is none.
    """
    if name not in names():
        raise TemplateNotFound(name, names())
    schema = _object(f"{name}{_SCHEMA}")
    return DocumentTemplate(name, str(schema["title"]), _object(f"{name}.json"), schema)


def everyday(language: str) -> tuple[DocumentTemplate, ...]:
    """Return the templates of everyday documents in ``language``, such as a packing list.

    >>> [(each.name, list(each.content)) for each in everyday("en")][0]
    ('decision_log', ['decisions', 'open_questions'])
    """
    found = sorted(file.stem for file in (_ROOM / language).glob("*.json"))
    return tuple(
        DocumentTemplate(name, name, _object(f"{language}/{name}.json"), {}) for name in found
    )


def _object(file: str) -> dict[str, JsonValue]:
    read = contents.read((_ROOM / file).read_bytes())
    if not isinstance(read, dict):  # tests ensure that our templates are objects
        raise TypeError(file)
    return read
