"""Corrections hold wherever a talk is folded: the current value is read and named, no other is."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assistant import Assistant
from tests.conversing import SESSION
from tidemark.errors import UserError
from tidemark.schema import ContextView
from tidemark.settings import Settings

NAMES = ["Porto", "Lisbon", "Ghent", "Bruges", "Oslo", "Leeds"]
AMOUNTS = ["900", "1,250", "1,400", "2,300", "3,150", "4,800"]
DAYS = ["3 May", "12 June", "14 July", "21 August", "8 October", "30 October"]
DAGEN = ["3 mei", "12 juni", "14 juli", "21 augustus", "8 oktober", "30 oktober"]
GUESTS = ["24", "28", "31", "45", "52", "60"]

# Of each: how it is said, how it is put right ({old} and {new}), how it is asked for, its values
STATEMENTS = (
    (
        "We hold the workshop in {new}.",
        ("Not {old}, {new}.", "We hold it in {new} instead of {old}."),
        "Where do we hold the workshop?",
        NAMES,
    ),
    (
        "The deposit for the hall is {new} euros.",
        ("The deposit for the hall is now {new} euros.", "No, {new} euros, not {old}."),
        "What is the deposit for the hall?",
        AMOUNTS,
    ),
    (
        "The painter starts on {new}.",
        ("The painter was moved to {new}.", "No, {new}, not {old}."),
        "When does the painter start?",
        DAYS,
    ),
    (
        "Er komen {new} gasten op het feest.",
        ("Nee, {new} gasten, niet {old}.", "Er komen nu {new} gasten op het feest."),
        "Hoeveel gasten komen er op het feest?",
        GUESTS,
    ),
    (
        "De schilder begint op {new}.",
        ("De schilder is verzet naar {new}.", "Niet {old}, maar {new}."),
        "Wanneer begint de schilder?",
        DAGEN,
    ),
)


@st.composite
def talks(draw: st.DrawFn) -> tuple[int, list[str], list[int], set[int]]:
    """Return the number of a statement, its values in order, ways to correct it, and folds."""
    number = draw(st.integers(0, len(STATEMENTS) - 1))
    values = draw(st.permutations(STATEMENTS[number][3]))[: draw(st.integers(2, 4))]
    ways = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))
    return number, list(values), ways, draw(st.sets(st.integers(0, 4)))


def shown(view: ContextView) -> str:
    return "\n".join(piece.text for piece in view.pieces)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("talks")


_numbers = count()


@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(talk=talks())
def test_the_current_value_is_read_and_named_first_wherever_a_talk_folds(
    folder: Path,
    sqlite_url: Callable[[Path], str],
    talk: tuple[int, list[str], list[int], set[int]],
) -> None:
    number, values, ways, folds = talk
    first, corrections, question, _ = STATEMENTS[number]
    url = sqlite_url(folder / f"{next(_numbers)}.db")
    with closing(Assistant(Settings.read(database_url=url, engine="builtin"))) as assistant:

        def say(text: str) -> str:
            return assistant.turns.report(assistant.ask(text, SESSION)).reply

        for step, value in enumerate(values):
            if step == 0:
                say(first.format(new=value))
            else:
                say(corrections[ways[step]].format(old=values[step - 1], new=value))
            if step in folds:
                assistant.folding.begin(SESSION).wait(60)
            assert value in shown(assistant.turns.view(SESSION, question))
            sentence = say(question).split(".\n")[0]
            assert value in sentence
            assert not any(old in sentence for old in values[:step])


FILLERS = (
    "Jan brings the folding chairs and I look after the flowers for the tables.",
    "My sister bakes two lemon cakes and a plate of biscuits for everybody.",
    "We decided to rent the small van, because the trailer has a flat tyre.",
    "Remind me to call the caretaker about the keys of the back door.",
    "Marieke neemt de lange tafels mee en ik regel de bloemen.",
    "Herinner me eraan om de buurman te bellen over de sleutel van de schuur.",
)
VERBS = ("correct", "correct", "fold", "fold", "undo", "redo", "say", "anew", "fork", "go back")


@dataclass
class Chat:
    """A chat with the values that were said in it and the positions of their messages."""

    session_id: str
    said: list[tuple[str, int]]

    def before(self, number: int) -> list[tuple[str, int]]:
        return self.said[:number]


class Talk:
    """A talk about one value that changes, its branches and forks."""

    def __init__(self, assistant: Assistant, number: int) -> None:
        self.assistant = assistant
        self.first, self.corrections, self.question, self.values = STATEMENTS[number]
        self.chats = [Chat(SESSION, [])]
        self.at = 0
        self.fresh = iter(self.values)
        self.said(self.first, next(self.fresh))
        assistant.profile.remember_across(SESSION, is_on=False)

    @property
    def chat(self) -> Chat:
        return self.chats[self.at]

    def ask(self, text: str) -> str:
        run = self.assistant.ask(text, self.chat.session_id)
        return self.assistant.turns.report(run).reply

    def said(self, form: str, value: str) -> None:
        position = len(self.assistant.database.get_messages(self.chat.session_id))
        old = self.chat.said[-1][0] if self.chat.said else ""
        self.ask(form.format(new=value, old=old))
        self.chat.said.append((value, position))

    def do(self, verb: str, number: int) -> None:
        """Do ``verb``, if there is something to do it to."""
        session_id, assistant = self.chat.session_id, self.assistant
        folds = assistant.fold_history.all(session_id)
        turned = [each for each in folds if (each.withdrawn_at is None) is (verb == "undo")]
        if verb == "correct" and (value := next(self.fresh, "")):
            self.said(self.corrections[number % 2], value)
        elif verb == "fold":
            self.ask(FILLERS[number % len(FILLERS)])
            assistant.folding.begin(session_id).wait(60)
        elif verb == "undo" and turned:
            assistant.fold_history.undo(session_id, turned[number % len(turned)].id)
        elif verb == "redo" and turned:
            with suppress(UserError):
                assistant.fold_history.redo(session_id, turned[number % len(turned)].id)
        elif verb == "say":
            self.ask(FILLERS[number % len(FILLERS)])
        elif verb in ("anew", "fork") and len(self.chat.said) > 1:
            self._part(verb, 1 + number % (len(self.chat.said) - 1))
        elif verb == "go back":
            self.at = number % len(self.chats)

    def _part(self, verb: str, number: int) -> None:
        """Take back correction ``number`` and those after it in another chat."""
        session_id, position = self.chat.session_id, self.chat.said[number][1]
        if verb == "fork":
            new = self.assistant.branches.fork(session_id, position - 1).session_id
        else:
            run = self.assistant.branches.edit_question(session_id, position, FILLERS[0])
            run.wait(60)
            new = run.session_id
        self.assistant.profile.remember_across(new, is_on=False)
        self.chats.append(Chat(new, self.chat.before(number)))
        self.at = len(self.chats) - 1

    def check(self) -> None:
        """Ask in a copy of the chat, which is deleted again."""
        value = self.chat.said[-1][0]
        others = [each for each in self.values if each != value]
        memory = self.assistant.memory_overview.running(self.chat.session_id).text
        assert not any(old in memory for old in others), memory
        last = len(self.assistant.database.get_messages(self.chat.session_id)) - 1
        copy = self.assistant.branches.fork(self.chat.session_id, last).session_id
        self.assistant.profile.remember_across(copy, is_on=False)
        reply = self.assistant.turns.report(self.assistant.ask(self.question, copy)).reply
        newest = self.assistant.sessions.transcript(copy)[-1]
        read = self.assistant.prompt_inspection.of_reply(copy, newest.id)
        assert read is not None
        assert value in shown(read.view)
        named = reply.split("”")[0]  # what is quoted first, and the answer before it
        assert value in named
        assert not any(old in named for old in others)
        self.assistant.sessions.delete([copy])


@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    number=st.integers(0, len(STATEMENTS) - 1),
    steps=st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 11)), min_size=4, max_size=12),
)
@example(
    number=0,
    steps=[("fold", 0), ("correct", 0), ("correct", 0), ("correct", 1)],
)
@example(
    number=2,
    steps=[
        *(("fold", 10), ("fold", 10), ("fold", 3), ("fold", 2)),
        *(("correct", 8), ("fold", 11), ("undo", 0)),
    ],
)
@example(
    number=3,
    steps=[
        *(("fold", 8), ("correct", 7), ("undo", 2), ("correct", 8), ("correct", 9), ("say", 7)),
        *(("fold", 9), ("correct", 8)),
    ],
)
@example(number=3, steps=[("fold", 0), ("undo", 0), ("say", 10), ("say", 5), ("say", 5)])
def test_the_current_value_of_each_branch_holds_through_undo_redo_and_merges(
    folder: Path, sqlite_url: Callable[[Path], str], number: int, steps: list[tuple[str, int]]
) -> None:
    url = sqlite_url(folder / f"{next(_numbers)}.db")
    given = Settings.read(database_url=url, engine="builtin", token_threshold=300)
    with closing(Assistant(given)) as assistant:
        talk = Talk(assistant, number)
        talk.check()
        for verb, choice in steps:
            talk.do(verb, choice)
            talk.check()
