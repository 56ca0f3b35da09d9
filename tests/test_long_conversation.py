"""A conversation far longer than its budget keeps every promise of the design."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from assistant import Assistant
from tests.timing import unwatched
from tidemark.engines.scripted import Call, ScriptedEngine
from tidemark.prompt.rendering import render
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage

TURNS = 1300
IMPORTED = 1200  # of them: what was imported and what was asked is one conversation
THRESHOLD = 1200
PLACES = ("Lisbon", "Ghent", "Porto", "Bergen", "Turin", "Graz", "Cork")


def question(number: int) -> str:
    place = PLACES[number % len(PLACES)]
    forms = (
        f"I booked hotel number {number} in {place} for {number + 20} euros.",
        f"I prefer the window seat on the way to {place}.",
        f"Let's go with flight {number} to {place}.",
        f"Remind me to call the {place} office about order {number}.",
        f"What did I say about {place}?",
    )
    return forms[number % len(forms)]


def past(turns: int) -> Conversation:
    said: list[PlainMessage] = []
    for number in range(turns):
        said.append(PlainMessage(role="user", content=question(number)))
        said.append(PlainMessage(role="assistant", content=f"Noted: {question(number)}"))
    return Conversation(messages=tuple(said))


@pytest.mark.slow
def test_more_than_a_thousand_turns_stay_within_the_budget_and_lose_no_message(
    settings: Callable[..., Settings],
) -> None:
    assistant: Assistant
    views: list[int] = []

    def reply(call: Call) -> str:
        assert call.view is not None
        lines = render(call.view)
        counted = sum(assistant.counter.count_message(line.role, line.content) for line in lines)
        assert counted == call.view.tokens
        views.append(counted)
        return f"Noted: {call.view.question}"

    assistant = Assistant(settings(token_threshold=THRESHOLD), engine=ScriptedEngine(replies=reply))
    with unwatched():
        imported = assistant.transfer.store(past(IMPORTED), session_id="long")
        for number in range(IMPORTED, TURNS):
            assistant.ask(question(number), "long").wait(20)
    assert imported.stored == 2 * IMPORTED

    messages = assistant.database.get_messages("long")
    assert [message.position for message in messages] == list(range(2 * TURNS))
    assert [each.content for each in messages[::2]] == [question(at) for at in range(TURNS)]
    assert len(views) == TURNS - IMPORTED
    assert max(views) <= THRESHOLD

    folds = assistant.fold_history.all("long", 0, 2 * TURNS)
    bounds = [(fold.from_message_index, fold.to_message_index) for fold in folds]
    assert bounds[0][0] == 0
    assert all(end + 1 == start for (_, end), (start, _) in pairwise(bounds))
    covered = [message.position for message in messages if message.is_summarized]
    assert covered == list(range(bounds[-1][1] + 1))
    assert (
        sum(summary.token_count for summary in assistant.sessions.summaries("long"))
        <= THRESHOLD // 3
    )
    assert len(folds) > 50
    assistant.close()
