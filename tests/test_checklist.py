"""The checklist of memory and tools, one test a check, named after it.

Two of its checks are elsewhere: ``test_ask_what_was_discussed_and_the_engine_calls_lookup…`` in
``tests/tools/test_loop.py``, and all of ``tests/test_older_database.py``.  The headings of the
design of notebooks are tests of ``tests/services/test_notebooks.py``.
"""

from collections.abc import Callable, Iterator

import pytest

from assistant import Assistant
from tests.making_sources import add
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.prompt import rendering
from tidemark.runtime.events import StepStarted
from tidemark.schema.reports import TurnReport
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings

GDPR = "What does the GDPR ask of a chatbot?"
SEARCH = ToolCall(name="search_knowledge_base", arguments={"query": "GDPR chatbot"})
SAID = "A chatbot must say that it is one. [1]"


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine(
        [ScriptedLine(calls=(SEARCH,)), SAID, "As I said: it must say so."], is_language_model=True
    )


@pytest.fixture
def assistant(settings: Callable[..., Settings], engine: ScriptedEngine) -> Iterator[Assistant]:
    assistant = Assistant(settings(), engine=engine)
    add(assistant.database, "gdpr.md", "Under the GDPR a chatbot must say that it is one.")
    yield assistant
    assistant.close()


def ask(assistant: Assistant, text: str) -> TurnReport:
    return assistant.report(assistant.ask(text, "talk"))


def test_send_message_and_the_session_appears(assistant: Assistant) -> None:
    ask(assistant, GDPR)
    assert [each.session_id for each in assistant.sessions.recent()] == ["talk"]
    assert len(assistant.sessions.transcript("talk")) == 2


def test_response_includes_knowledge_sources_with_populated_entries(assistant: Assistant) -> None:
    report = ask(assistant, GDPR)
    (passage,) = report.passages
    assert (passage.source, passage.version, report.support) == ("gdpr.md", 1, "cited")
    (citation,) = report.citations
    assert citation.source == "gdpr.md"


def test_session_holds_full_answers_with_their_text_and_sources(assistant: Assistant) -> None:
    report = ask(assistant, GDPR)
    exported = assistant.database.record("talk").messages[-1]
    assert exported.content == report.reply == "A chatbot must say that it is one."
    assert exported.metadata.passages == report.passages


def test_follow_up_question_references_previous_context(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    ask(assistant, GDPR)
    ask(assistant, "And what did you say of it?")
    view = engine.calls[-1].view
    assert view is not None
    read = [line.content for line in rendering.render(view)]
    assert read[:2] == [GDPR, "A chatbot must say that it is one."]


def test_qa_index_entry_has_source_ids_for_exchanges_that_searched(assistant: Assistant) -> None:
    ask(assistant, GDPR)
    ask(assistant, "Thanks!")
    searched, thanks = assistant.memory_overview.index("talk")
    assert (searched.source_ids, thanks.source_ids) == (("gdpr.md",), ())


def test_say_niet_x_alleen_y_and_the_session_summary_updates(
    settings: Callable[..., Settings],
) -> None:
    assistant = Assistant(settings(), engine=BuiltinEngine())
    try:
        ask(assistant, "We nemen de trein en de bus naar Gent.")
        ask(assistant, "Nee, niet de bus, alleen de trein.")
        running = assistant.memory_overview.running("talk").text
    finally:
        assistant.close()
    assert "alleen de trein" in running


def test_send_with_use_memory_false_and_memory_nodes_are_skipped(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    ask(assistant, GDPR)
    stored = assistant.sessions.transcript("talk")
    run = assistant.ask("And what did you say of it?", "talk", use_memory=False)
    assistant.report(run)
    assert assistant.sessions.transcript("talk") == stored
    view, steps = engine.calls[-1].view, [*run.so_far()]
    assert view is not None
    assert {piece.kind for piece in view.pieces} <= {"source", "question"}
    assert StepStarted("summariser") not in steps
