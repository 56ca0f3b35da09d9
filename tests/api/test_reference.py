"""``docs/api.md`` tells the API as it is."""

from tidemark.api import reference


def test_the_reference_is_written_from_the_routes() -> None:
    assert reference.FILE.read_text(encoding="utf-8") == reference.current(), (
        "write it anew: .venv/bin/python -m tidemark.api.reference"
    )
