"""Dutch, as the built-in engine knows it."""

from pathlib import Path

from tidemark.engines.dutch_lexicon import LEXICON
from tidemark.engines.dutch_memory import MEMORY
from tidemark.engines.dutch_moves import MOVES
from tidemark.engines.dutch_references import REFERENCES
from tidemark.engines.dutch_replies import REPLIES
from tidemark.engines.dutch_wants import WANTS
from tidemark.engines.tongue import Tongue

DUTCH = Tongue(
    language="nl",
    words=LEXICON,
    references=REFERENCES,
    moves=MOVES,
    memory=MEMORY,
    wants=WANTS,
    say=REPLIES,
    task_table=Path(__file__).with_name("dutch_tasks.toml"),
)
