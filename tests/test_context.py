"""Which part of a session goes into a view."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from assistant import Assistant
from tidemark import sample, transcripts
from tidemark.engines.builtin import BuiltinEngine
from tidemark.events import Piece
from tidemark.schema import ContextView
from tidemark.settings import Settings
from tidemark.transcripts import Conversation

FIRST = 20  # messages of a sample, fewer than the budget holds


class Listening(BuiltinEngine):
    """Keeps the views it answers from."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[ContextView] = []

    def reply(self, view: ContextView, *given: Any, **more: Any) -> Iterator[Piece]:  # noqa: ANN401
        self.views.append(view)
        return super().reply(view, *given, **more)


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        (sample.ENGLISH, "How tall is the Eiffel tower?"),
        (sample.DUTCH, "Hoe hoog is de Eiffeltoren in Parijs?"),
    ],
)
def test_after_a_fold_a_question_about_something_new_sends_a_fifth_at_most(
    settings: Callable[..., Settings], found: sample.Sample, asked: str
) -> None:
    conversation = transcripts.read(found.path)
    assert isinstance(conversation, Conversation)
    begun = conversation.model_copy(update={"messages": conversation.messages[:FIRST]})
    engine = Listening()
    with closing(Assistant(settings(), engine=engine)) as assistant:
        session_id = assistant.import_conversation(begun).session_id
        for said in conversation.messages[FIRST::2]:
            if assistant.meter(session_id).context > 1190:
                break
            assistant.ask(said.content, session_id).wait(9)
        assert assistant.summaries(session_id) == ()
        assistant.ask(asked, session_id).wait(9)
        assert len(assistant.summaries(session_id)) == 1

    *_, before, after = engine.views
    assert after.of_kind("recalled") == after.of_kind("message") == ()
    assert after.tokens <= 0.2 * before.tokens
