"""English, as the built-in engine knows it."""

from pathlib import Path

from tidemark.nlp.english.answer_types import WANTS
from tidemark.nlp.english.corrections import CORRECTIONS
from tidemark.nlp.english.cues import CUES
from tidemark.nlp.english.dates import DATES
from tidemark.nlp.english.dialogue_acts import MOVES
from tidemark.nlp.english.lexicon import LEXICON
from tidemark.nlp.english.memory_questions import MEMORY
from tidemark.nlp.english.references import REFERENCES
from tidemark.nlp.english.replies import REPLIES
from tidemark.nlp.language_pack import LanguagePack

ENGLISH = LanguagePack(
    language="en",
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
