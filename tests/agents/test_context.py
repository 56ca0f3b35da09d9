"""The part of a session that goes into a view."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from agents import context, recall
from agents.context import Context
from assistant import Assistant
from tests.conversing import view_of
from tidemark import sample
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.runtime.events import Piece
from tidemark.schema import ContextView, ItemKind
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import formats

FIRST = 20  # messages of a sample, fewer than the budget holds


class Listening(BuiltinEngine):
    """Keeps the views it answers from."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[ContextView] = []

    def answer(self, view: ContextView, *given: Any, **more: Any) -> Iterator[Piece]:  # noqa: ANN401
        self.views.append(view)
        return super().answer(view, *given, **more)


NEW = {
    sample.ENGLISH: (
        "How tall is the Eiffel tower?",
        "Thanks!",
        "Thank you very much for your help",
        "Good morning",
        "Write me a poem about the moon.",
        "What is the capital of Peru?",
        "What is 2+2?",
        "Translate 'good morning' into French",
        "What time is it?",
        "Recommend a good book",
        "Can you help me with Python lists?",
        "Should I buy a dog?",
        "Who wrote Hamlet?",
        "What is the best way to learn Spanish?",
        "Tell me a joke",
        "How do I boil an egg?",
        "Give me five names for a cat",
    ),
    sample.DUTCH: (
        "Hoe hoog is de Eiffeltoren in Parijs?",
        "Bedankt!",
        "Dank je wel",
        "Goedemorgen",
        "Schrijf een gedicht over de maan.",
        "Wat is de hoofdstad van Peru?",
        "Wat is 2+2?",
        "Vertaal 'goedemorgen' naar het Frans",
        "Beveel een goed boek aan",
        "Kun je me helpen met lijsten in Python?",
        "Zal ik een hond kopen?",
        "Wie schreef Hamlet?",
        "Wat is de beste manier om Spaans te leren?",
        "Vertel een mop",
        "Hoe kook ik een ei?",
        "Geef vijf namen voor een kat",
    ),
}
OLD = {
    sample.ENGLISH: {
        "What is our budget?": "2,800 euros",
        "What does the Seestern ask for a room?": "84 euros",
    },
    sample.DUTCH: {
        "Wat is ons budget?": "3.000 euro",
        "Wat kost Duinzicht?": "1.150 euro",
    },
}


@pytest.mark.parametrize("found", [sample.ENGLISH, sample.DUTCH], ids=["English", "Dutch"])
def test_after_a_fold_a_self_contained_question_sends_a_fifth_at_most(
    settings: Callable[..., Settings], found: sample.Sample
) -> None:
    conversation = formats.read(found.path)
    assert isinstance(conversation, Conversation)
    begun = conversation.model_copy(update={"messages": conversation.messages[:FIRST]})
    first, *more = NEW[found]
    engine = Listening()
    with closing(Assistant(settings(), engine=engine)) as assistant:
        session_id = assistant.transfer.store(begun).session_id
        for said in conversation.messages[FIRST::2]:
            if assistant.turns.meter(session_id).context > 1150:
                break
            assistant.ask(said.content, session_id).wait(20)
        assert assistant.sessions.summaries(session_id) == ()
        full = assistant.turns.meter(session_id).context
        assistant.configuration.choose("budget", str(full))
        assistant.ask(first, session_id).wait(20)
        assistant.configuration.reset("budget")
        assert len(assistant.sessions.summaries(session_id)) == 1
        *_, before, after = engine.views
        assert after.of_kind("recalled") == after.of_kind("message") == ()
        views = {asked: assistant.turns.view(session_id, asked) for asked in more} | {first: after}
        needed = {asked: assistant.turns.view(session_id, asked) for asked in OLD[found]}

    most = 0.2 * before.tokens
    assert {asked: view.tokens for asked, view in views.items() if view.tokens > most} == {}
    for asked, view in needed.items():
        assert OLD[found][asked] in " ".join(piece.text for piece in view.pieces), asked


@pytest.mark.parametrize(
    ("found", "before", "asked", "kind"),
    [
        (sample.ENGLISH, "Who bakes the cake?", "What did we decide?", "decisions"),
        (sample.ENGLISH, "Who bakes the cake?", "What do I still have to do?", "todos"),
        (sample.DUTCH, "Wie bakt de taart?", "Wat hebben we besloten?", "decisions"),
        (sample.DUTCH, "Wie bakt de taart?", "Wat moet ik nog doen?", "todos"),
    ],
)
def test_a_question_for_a_kind_of_item_reads_all_of_that_kind(
    settings: Callable[..., Settings],
    found: sample.Sample,
    before: str,
    asked: str,
    kind: ItemKind,
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        session_id = assistant.transfer.import_file(found.path).session_id
        assistant.ask(before, session_id).wait(20)
        view = assistant.turns.view(session_id, asked)
        remembered = context.load(assistant.database, session_id).remembered

    shown = {piece.item for piece in view.of_kind("item") if piece.item_kind == kind}
    assert remembered.items(kind)
    assert shown == set(remembered.items(kind))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What did I say in September?", ["piano"]),
        ("What did we talk about last week?", ["kitchen"]),
        ("What did I tell you on 4 May?", ["dentist"]),
        ("What did I buy in May?", ["dentist", "bicycle"]),
        ("Wat heb ik in september gezegd?", ["piano"]),
        ("Wat hebben we vorige week besproken?", ["kitchen"]),
        ("Wat zei ik op 4 mei?", ["dentist"]),
    ],
)
def test_a_question_for_a_time_reads_the_messages_of_that_time(
    settings: Callable[..., Settings], asked: str, said: list[str]
) -> None:
    clock = [dt.datetime(2026, 5, 4, 9, tzinfo=dt.UTC)]
    told = {
        dt.date(2026, 5, 4): "I went to the dentist and it cost 80 euros.",
        dt.date(2026, 5, 20): "I got a red bicycle from Anna.",
        dt.date(2026, 9, 10): "My neighbour Piet sold me an old piano for 250 euros.",
        dt.date(2026, 11, 11): "We painted the kitchen yellow with two buckets of paint.",
    }
    with closing(
        Assistant(settings(), engine=BuiltinEngine(), clock=lambda: clock[0])
    ) as assistant:
        session_id = None
        for day, text in told.items():
            clock[0] = dt.datetime.combine(day, dt.time(9), tzinfo=dt.UTC)
            run = assistant.ask(text, session_id)
            run.wait(20)
            session_id = run.session_id
        clock[0] = dt.datetime(2026, 11, 18, 9, tzinfo=dt.UTC)
        assert session_id
        question = recall.analyse(
            asked, Context(), session_id=session_id, now=assistant.now(), vector_of=recall.no_vector
        )
        found = recall.find(assistant.database, question, limit_tokens=1200)

    mine = [hit.text for hit in found if hit.role == "user"]
    assert len(mine) == len(said)
    assert all(word in text for word, text in zip(said, mine, strict=True))


def test_yesterday_is_the_day_before_where_the_person_is(
    settings: Callable[..., Settings],
) -> None:
    """Said on Sunday at 20:00 in New York, asked about on Monday at 21:00: both Monday or later."""
    clock = [dt.datetime(2026, 5, 4, 0, tzinfo=dt.UTC)]
    with closing(
        Assistant(settings(), engine=BuiltinEngine(), clock=lambda: clock[0])
    ) as assistant:
        assistant.configuration.choose("time_zone", "America/New_York")
        run = assistant.ask("I went to the dentist and it cost 80 euros.")
        run.wait(20)
        clock[0] = dt.datetime(2026, 5, 5, 1, tzinfo=dt.UTC)
        view = assistant.turns.view(run.session_id, "What did I say yesterday?")
        reply = assistant.ask("What did I say yesterday?", run.session_id)
        reply.wait(20)

    assert view.style.zone == "America/New_York"
    assert "dentist" in reply.text
    assert "3 May" in reply.text


def test_the_last_exchange_is_read_once_though_it_matches(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        run = assistant.ask("My budget for the boat is 900 euros.")
        run.wait(20)
        session_id = run.session_id
        assistant.folding.begin(session_id).wait(20)
        view = assistant.turns.view(session_id, "And what is my budget for the boat?")

    read = [of for piece in view.of_kind("recalled") for of in piece.message_ids]
    assert len(read) == len(set(read)) == 2, view.pieces


@pytest.mark.parametrize("asked", ["And the second one?", "En dat andere huis?"])
def test_a_question_that_refers_back_reads_the_last_exchanges_the_last_one_first(
    settings: Callable[..., Settings], asked: str
) -> None:
    with closing(Assistant(settings(recent_exchanges=3), engine=BuiltinEngine())) as assistant:
        session_id = assistant.transfer.import_file(sample.ENGLISH.path).session_id
        said = assistant.sessions.transcript(session_id, limit=20)
        held = context.load(
            assistant.database, session_id, before=said[0].position, recent_exchanges=3
        )
        covered = replace(held, active=())
        view = view_of(asked, covered)
        narrow = view_of(asked, covered, threshold=260)
        alone = view_of("How tall is the Eiffel tower?", covered)

    before = [message.id for message in held.recent]
    assert len(before) == 6
    assert [of for piece in view.of_kind("recalled") for of in piece.message_ids] == before
    assert {of for piece in narrow.of_kind("recalled") for of in piece.message_ids} >= set(
        before[-2:]
    )
    assert alone.of_kind("recalled") == ()


@pytest.mark.parametrize(
    ("asked", "opening"),
    [
        ("What did I say in September?", "What you said, one after the other:"),
        ("Wat heb ik in september gezegd?", "Wat je zei, op volgorde:"),
    ],
)
def test_the_built_in_engine_lists_the_messages_of_the_time_asked_for(
    settings: Callable[..., Settings], asked: str, opening: str
) -> None:
    clock = [dt.datetime(2026, 9, 10, 9, tzinfo=dt.UTC)]
    with closing(
        Assistant(settings(), engine=BuiltinEngine(), clock=lambda: clock[0])
    ) as assistant:
        run = assistant.ask("My neighbour Piet sold me an old piano for 250 euros.")
        run.wait(20)
        assistant.ask("The tuner comes on Friday.", run.session_id).wait(20)
        clock[0] = dt.datetime(2026, 11, 18, 9, tzinfo=dt.UTC)
        reply = assistant.turns.report(assistant.ask(asked, run.session_id)).reply

    assert reply.startswith(opening)
    assert "old piano" in reply
