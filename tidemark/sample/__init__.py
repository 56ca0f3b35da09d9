"""A conversation to look at on the first run: a family plans a birthday by a lake.

It is longer than the default budget twice over, so opening a copy shows two summaries, and holds
what summaries are made of: wishes, limits, decisions, things to do, changes of mind.
"""

from pathlib import Path

CONVERSATION = Path(__file__).with_name("birthday.jsonl")
TITLE = "Oma Ruth's eightieth by the lake"
