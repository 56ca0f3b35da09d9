"""English, as the built-in engine knows it."""

from pathlib import Path

from tidemark.engines.english_lexicon import LEXICON
from tidemark.engines.english_memory import MEMORY
from tidemark.engines.english_moves import MOVES
from tidemark.engines.english_references import REFERENCES
from tidemark.engines.english_replies import REPLIES
from tidemark.engines.english_wants import WANTS
from tidemark.engines.tongue import Tongue

ENGLISH = Tongue(
    language="en",
    words=LEXICON,
    references=REFERENCES,
    moves=MOVES,
    memory=MEMORY,
    wants=WANTS,
    say=REPLIES,
    task_table=Path(__file__).with_name("english_tasks.toml"),
)
