"""The language pack of English."""

from pathlib import Path

from tidemark.nlp.english.accounts import ACCOUNTS
from tidemark.nlp.english.answer_types import ANSWER_TYPES
from tidemark.nlp.english.cloze import CLOZE
from tidemark.nlp.english.corrections import CORRECTIONS
from tidemark.nlp.english.counting import COUNTING
from tidemark.nlp.english.cues import CUES
from tidemark.nlp.english.dates import DATES
from tidemark.nlp.english.dialogue_acts import DIALOGUE_ACTS
from tidemark.nlp.english.ledger import LEDGER
from tidemark.nlp.english.lexicon import LEXICON
from tidemark.nlp.english.list_changes import LIST_CHANGES
from tidemark.nlp.english.memory_questions import MEMORY_QUESTIONS
from tidemark.nlp.english.pasting import PASTING
from tidemark.nlp.english.phrases import PHRASES
from tidemark.nlp.english.profile import PROFILE
from tidemark.nlp.english.references import REFERENCES
from tidemark.nlp.english.titles import TITLES
from tidemark.nlp.english.tool_questions import TOOL_QUESTIONS
from tidemark.nlp.pack_fields import LanguagePack

ENGLISH = LanguagePack(
    language="en",
    lexicon=LEXICON,
    references=REFERENCES,
    dialogue_acts=DIALOGUE_ACTS,
    memory_questions=MEMORY_QUESTIONS,
    tool_questions=TOOL_QUESTIONS,
    answer_types=ANSWER_TYPES,
    counting=COUNTING,
    ledger=LEDGER,
    accounts=ACCOUNTS,
    list_changes=LIST_CHANGES,
    phrases=PHRASES,
    cues=CUES,
    corrections=CORRECTIONS,
    dates=DATES,
    titles=TITLES,
    profile=PROFILE,
    cloze=CLOZE,
    pasting=PASTING,
    task_table=Path(__file__).with_name("tasks.toml"),
)
