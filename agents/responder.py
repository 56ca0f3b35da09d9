"""The responder agent: answers from the view, or asks a clarifying question."""

import datetime as dt
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from tidemark.engines.base import Engine
from tidemark.errors import EngineError, ReplyEmpty, ReplyMalformed
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.prompt.citations import CitedText
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import Citation, ContextView, QueryUnderstanding, Usage
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.sources.citations import CitablePassage, MarkReader


def reply(
    view: ContextView,
    understanding: QueryUnderstanding,
    engine: Engine,
    *,
    now: dt.datetime,
    stop: Stop,
    analysis: object = None,
    tools: Sequence[ToolSpec] = (),
    rounds: Sequence[ToolRound] = (),
    sampling: SamplingOptions = DEFAULT_SAMPLING,
) -> Iterator[Piece | ToolRequest]:
    """Stream the answer to the question of ``view``, or the clarifying questions.

    ``analysis`` is what ``engine`` found out when it understood this view.  The stream ends in a
    request only if one of ``tools`` may be called; an engine that calls nevertheless, or that says
    nothing after its calls, is asked once more without tools.

    Raises:
        StopRequested: ``stop`` was set.
        EngineError: The engine refused, or broke off.
    """
    if understanding.is_ambiguous:
        yield Piece(ask_back(understanding))
        return
    ask = partial(
        engine.reply,
        view,
        understanding,
        now=now,
        stop=stop,
        analysis=analysis,
        sampling=sampling,
    )
    faults: tuple[type[EngineError], ...] = (ReplyMalformed,) if tools else ()
    if rounds:
        faults = (ReplyEmpty, ReplyMalformed)
    with_tools = ask(tools=tools, rounds=rounds)
    if (yield from _attempt(with_tools, may_call=bool(tools), faults=faults)):
        return
    if (yield from _attempt(ask(), may_call=False, faults=faults if rounds else ())):
        return
    yield Piece(language_pack_for(view.question).phrases.only_called)


def not_saved(rounds: Sequence[ToolRound]) -> Iterator[Piece] | None:
    """Return a reply that says why the last call could not store its change; None if it could."""
    told = [use.result for use in rounds[-1].uses if use.fault == "not_saved"] if rounds else []
    return iter([Piece("\n\n".join(told)), Piece("", usage=Usage())]) if told else None


def continued(parts: Iterator[Piece | ToolRequest], said: str) -> Iterator[Piece | ToolRequest]:
    """Yield ``parts``, starting a new paragraph if something was ``said`` before."""
    for part in parts:
        if isinstance(part, Piece) and part.text and said:
            yield Piece("\n\n")
            said = ""
        yield part


def cited(
    parts: Iterator[Piece | ToolRequest], passages: Sequence[CitablePassage], said: str = ""
) -> Iterator[Piece | ToolRequest]:
    """Yield ``parts`` with the marks of ``passages`` removed and turned into citations.

    ``said`` is the text before them.  Citations of messages come last, because removing the marks
    moves their places.
    """
    if not passages:
        yield from parts
        return
    reader = MarkReader(passages, said)
    raw, clean = said, said
    of_messages: list[Citation] = []
    request: ToolRequest | None = None
    for part in parts:
        if isinstance(part, ToolRequest):
            request = part
            continue
        sure = reader.read(part.text)
        raw, clean = raw + part.text, clean + sure.text
        of_messages += part.citations
        if sure.text or sure.citations or part.usage:
            yield Piece(sure.text, usage=part.usage, citations=sure.citations)
    last = reader.end()
    moved = tuple(_moved(of_messages, raw, clean + last.text))
    if last.text or last.citations or moved:
        yield Piece(last.text, citations=(*last.citations, *moved))
    if request is not None:
        yield request


def _moved(citations: Sequence[Citation], raw: str, clean: str) -> Iterator[Citation]:
    """Yield ``citations`` of ``raw`` with their places in ``clean``, which lacks parts of it."""
    places = [0]
    for letter in raw:
        at = places[-1]
        places.append(at + (at < len(clean) and clean[at] == letter))
    for each in citations:
        start, end = places[each.start], places[each.end]
        yield each.model_copy(update={"start": start, "end": end})


def joined(pieces: Sequence[Piece], before: CitedText | None = None) -> CitedText:
    """Return the text of a reply's ``pieces`` with their citations, after the text ``before``."""
    text = "".join(piece.text for piece in pieces)
    citations = tuple(each for piece in pieces for each in piece.citations)
    if before is None or not before.text:
        return CitedText(text, citations)
    return CitedText(before.text + text, before.citations + citations)


def usage_of(pieces: Sequence[Piece]) -> Usage:
    """Return the usage of all calls that made ``pieces``."""
    return sum((piece.usage for piece in pieces if piece.usage), Usage())


def ask_back(understanding: QueryUnderstanding) -> str:
    """Return a clarifying question as Markdown: the interpretations, and what is missing."""
    readings = "\n".join(
        f"{number}. {reading}"
        for number, reading in enumerate(understanding.possible_interpretations, start=1)
    )
    questions = "\n".join(f"- {question}" for question in understanding.clarifying_questions)
    pack = language_pack_for(" ".join(understanding.clarifying_questions))
    return pack.phrases.ask_back.format(readings=readings, questions=questions)


def _attempt(
    parts: Iterator[Piece | ToolRequest], *, may_call: bool, faults: tuple[type[EngineError], ...]
) -> Generator[Piece | ToolRequest, None, bool]:
    """Yield ``parts``; return whether they are an answer, or calls that it ``may_call``.

    One of ``faults`` before the first word means that there is no answer.
    """
    has_words = has_called = False
    try:
        for part in parts:
            if isinstance(part, ToolRequest):
                has_called = True
                if may_call:
                    yield part
                    return True
            else:
                has_words = has_words or bool(part.text.strip())
                yield part
    except faults:
        if has_words:
            raise
        return False
    return has_words or not has_called
