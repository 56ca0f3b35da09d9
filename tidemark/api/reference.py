"""The reference of the API as Markdown, generated from its OpenAPI description: ``docs/api.md``.

Run ``python -m tidemark.api.reference`` to write it again.
"""

from pathlib import Path
from typing import Any

from tidemark.api import application, markdown
from tidemark.errors import Unforeseen

FILE = Path(__file__).parents[2] / "docs" / "api.md"


def current() -> str:
    """Return the current reference of the API."""

    def closed() -> Any:  # noqa: ANN401
        raise Unforeseen("closed")

    return markdown.written(application.create(closed).openapi())


if __name__ == "__main__":
    FILE.write_text(current(), encoding="utf-8")
