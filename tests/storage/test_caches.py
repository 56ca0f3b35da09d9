"""What a session said, or a source holds, is in no cache of the process once it is deleted."""

import gc
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.meanings import vectors_of
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.retrieval.similarity import QueryVector
from tidemark.retrieval.source_query import SourceQuery
from tidemark.settings import Settings

DROW = "akkouqwxyz"  # backwards: what this test holds itself is not what it looks for


def holders() -> list[str]:
    """Return the types of all objects of the process that hold the word."""
    gc.collect()
    found, seen = [], set[int]()
    for each in gc.get_objects():
        for text in texts_in(each, seen):
            if DROW in text[::-1]:
                found.append(f"{type(each).__module__}.{type(each).__qualname__}")
                break
    return found


def texts_in(holder: object, seen: set[int]) -> Iterator[str]:
    """Yield the texts that ``holder`` refers to, also through objects the collector leaves out."""
    for each in gc.get_referents(holder):
        if isinstance(each, str):
            yield each
        elif isinstance(each, bytes):
            yield each.decode("utf-8", "ignore")
        elif not gc.is_tracked(each) and id(each) not in seen:
            seen.add(id(each))
            yield from texts_in(each, seen)


def talk(assistant: Assistant) -> None:
    """Fill every cache with what a session says, by asking in it and in another one."""
    word = DROW[::-1]
    for text in (
        f"My parrot {word} likes almonds.",
        f"I prefer {word} to all other birds, and it speaks on 4 May.",
        f"What does {word} like?",
    ):
        assistant.turns.ask(text, "parrot").wait(20)
    assistant.folding.begin("parrot").wait(20)
    assistant.turns.view("parrot", f"And when does {word} speak?")
    for question in (f"Did {word} eat all the almonds?", "Who likes almonds?"):
        assistant.turns.ask(question, "other").wait(20)
    texts = assistant.database.vectors.missing("parrot", "test:words", 99)
    assert texts is not None
    assistant.database.vectors.add("parrot", "test:words", 0, vectors_of(texts.texts))


@pytest.mark.parametrize("is_read_first", [True, False], ids=["searched", "not searched"])
def test_what_a_deleted_session_said_is_held_nowhere(
    settings: Callable[..., Settings], *, is_read_first: bool
) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        talk(assistant)
        if is_read_first:
            assert assistant.database.session_search.find(DROW[::-1]).chats == 2
        assert len(holders()) > 10

        assistant.sessions.delete(["parrot", "other"])

        assert holders() == []


def test_what_a_deleted_source_held_is_held_nowhere(settings: Callable[..., Settings]) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        word = DROW[::-1]
        added = assistant.sources.add_text("birds", f"# {word}\n\nThe {word} likes almonds. " * 9)
        assistant.sources.add_text("fish", "The trout likes flies.")
        found = assistant.sources.search(f"What does the {word} like?", [("user", word)])
        version = assistant.sources.get(found[0].source).newest
        missing = assistant.database.source_vectors.missing(version.version_key, "test:words", 99)
        assert missing is not None
        assistant.database.source_vectors.add(
            version.version_key, "test:words", 0, vectors_of(missing.texts)
        )
        vector = QueryVector("test:words", tuple(vectors_of([word])[0]))
        query = SourceQuery.read(word, vector=vector)
        assert assistant.database.source_search.find(query)[0].version == added.version
        assert word in assistant.sources.read("birds").text
        del found, version, missing, vector, query, added
        assert holders()

        assistant.sources.delete_all()

        assert holders() == []
