"""Exports of conversations, a module for each file format."""

from typing import Literal

FormatName = Literal["jsonl", "markdown", "html", "csv", "parquet", "openai"]
Language = Literal["en", "nl"]
