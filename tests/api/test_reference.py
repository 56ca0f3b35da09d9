"""``docs/api.md`` and the OpenAPI description tell the API as it is."""

import re
from typing import Never

from jsonschema import Draft202012Validator

from tidemark.api import application, reference
from tidemark.errors import Unforeseen


def test_the_reference_is_written_from_the_routes() -> None:
    assert reference.FILE.read_text(encoding="utf-8") == reference.current(), (
        "write it anew: .venv/bin/python -m tidemark.api.reference"
    )


def test_each_json_body_and_answer_has_an_example_of_its_own_shape() -> None:
    def closed() -> Never:
        raise Unforeseen("closed")

    described = application.create(closed).openapi()
    bare, wrong, tried = [], [], 0
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            parts = {"body": told.get("requestBody", {}), **told["responses"]}
            for name, part in parts.items():
                content = part.get("content", {}).get("application/json")
                if content is None or not re.fullmatch("body|2..", name):
                    continue
                tried += 1
                where = f"{method} {path} {name}"
                if not content.get("example"):
                    bare.append(where)
                    continue
                shape = {**content["schema"], "components": described["components"]}
                faults = Draft202012Validator(shape).iter_errors(content["example"])
                wrong += [f"{where}: {each.json_path} {each.message}" for each in faults]
    assert (bare, wrong) == ([], []), "give the fields of the model Field(examples=...)"
    assert tried > 120
