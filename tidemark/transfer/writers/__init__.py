"""Exports of conversations, one module per file format."""

from typing import Literal

FormatName = Literal["jsonl", "markdown", "html", "csv", "parquet", "openai"]
Language = Literal["en", "nl"]
