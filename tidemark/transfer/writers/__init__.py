"""Conversations going out: a module for each form a person or a program may want them in."""

from typing import Literal

FormatName = Literal["jsonl", "markdown", "html", "csv", "parquet", "openai"]
Language = Literal["en", "nl"]
