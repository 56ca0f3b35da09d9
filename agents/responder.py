"""The responder agent: answers from the view, or asks back in words."""

import datetime as dt
from collections.abc import Iterator, Sequence

from tidemark.engines.base import Engine
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.prompt.citations import CitedText
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import ContextView, QueryUnderstanding, Usage


def reply(
    view: ContextView,
    understanding: QueryUnderstanding,
    engine: Engine,
    *,
    now: dt.datetime,
    stop: Stop,
    analysis: object = None,
) -> Iterator[Piece]:
    """Stream the answer to the question of ``view``, or the clarifying questions.

    ``analysis`` is what ``engine`` worked out to understand this very view.

    Raises:
        StopRequested: ``stop`` was set.
        EngineError: The engine refused, or broke off.
    """
    if understanding.is_ambiguous:
        yield Piece(ask_back(understanding))
        return
    yield from engine.reply(view, understanding, now=now, stop=stop, analysis=analysis)


def joined(pieces: Sequence[Piece]) -> CitedText:
    """Return the text of a reply's ``pieces`` with their citations."""
    text = "".join(piece.text for piece in pieces)
    return CitedText(text, tuple(each for piece in pieces for each in piece.citations))


def usage_of(pieces: Sequence[Piece]) -> Usage:
    """Return the usage of all calls that made ``pieces``."""
    return sum((piece.usage for piece in pieces if piece.usage), Usage())


def ask_back(understanding: QueryUnderstanding) -> str:
    """Say in words what an unclear question may mean and what is missing, as Markdown."""
    readings = "\n".join(
        f"{number}. {reading}"
        for number, reading in enumerate(understanding.possible_interpretations, start=1)
    )
    questions = "\n".join(f"- {question}" for question in understanding.clarifying_questions)
    pack = language_pack_for(" ".join(understanding.clarifying_questions))
    return pack.phrases.ask_back.format(readings=readings, questions=questions)
