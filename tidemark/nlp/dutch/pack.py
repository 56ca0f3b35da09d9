"""Dutch, as the built-in engine knows it."""

from pathlib import Path

from tidemark.nlp.dutch.answer_types import WANTS
from tidemark.nlp.dutch.corrections import CORRECTIONS
from tidemark.nlp.dutch.cues import CUES
from tidemark.nlp.dutch.dates import DATES
from tidemark.nlp.dutch.dialogue_acts import MOVES
from tidemark.nlp.dutch.lexicon import LEXICON
from tidemark.nlp.dutch.memory_questions import MEMORY
from tidemark.nlp.dutch.references import REFERENCES
from tidemark.nlp.dutch.replies import REPLIES
from tidemark.nlp.language_pack import LanguagePack

DUTCH = LanguagePack(
    language="nl",
    words=LEXICON,
    references=REFERENCES,
    moves=MOVES,
    memory=MEMORY,
    wants=WANTS,
    say=REPLIES,
    cues=CUES,
    corrections=CORRECTIONS,
    dates=DATES,
    task_table=Path(__file__).with_name("tasks.toml"),
)
