"""The language pack of Dutch."""

from pathlib import Path

from tidemark.nlp.dutch.accounts import ACCOUNTS
from tidemark.nlp.dutch.answer_types import ANSWER_TYPES
from tidemark.nlp.dutch.cloze import CLOZE
from tidemark.nlp.dutch.corrections import CORRECTIONS
from tidemark.nlp.dutch.counting import COUNTING
from tidemark.nlp.dutch.cues import CUES
from tidemark.nlp.dutch.dates import DATES
from tidemark.nlp.dutch.dialogue_acts import DIALOGUE_ACTS
from tidemark.nlp.dutch.ledger import LEDGER
from tidemark.nlp.dutch.lexicon import LEXICON
from tidemark.nlp.dutch.list_changes import LIST_CHANGES
from tidemark.nlp.dutch.memory_questions import MEMORY_QUESTIONS
from tidemark.nlp.dutch.pasting import PASTING
from tidemark.nlp.dutch.phrases import PHRASES
from tidemark.nlp.dutch.profile import PROFILE
from tidemark.nlp.dutch.references import REFERENCES
from tidemark.nlp.dutch.titles import TITLES
from tidemark.nlp.dutch.tool_questions import TOOL_QUESTIONS
from tidemark.nlp.pack_fields import LanguagePack

DUTCH = LanguagePack(
    language="nl",
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
