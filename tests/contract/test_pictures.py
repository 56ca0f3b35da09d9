"""Pictures of messages, on each database: kept with their message, copied with it, gone with it."""

import base64

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, UNUSED_ID, answer, said
from tidemark.schema import MessageMetadata
from tidemark.schema.messages import Picture
from tidemark.schema.records import MessageRecord

BOAT = Picture(name="boat.png", media_type="image/png", width=4, height=4)
PNG = b"\x89PNG\r\n\x1a\n boat"


def test_pictures_go_with_forks_and_records_and_are_gone_with_their_chat(
    database: ScopedDatabase,
) -> None:
    question = said("What is this?", metadata=MessageMetadata(pictures=(BOAT,)))
    begun = database.turns.start(
        SESSION, question, title="A boat", owner="me", now=NOW, pictures=[PNG, PNG]
    )
    asked = begun.question.id
    answer(database, begun.turn, "A boat.")

    database.branches.fork(SESSION, 2, wished="forked", title="A boat", now=NOW)

    (copied, _) = database.get_messages("forked")
    held = database.attached_pictures.of_messages([asked, copied.id, UNUSED_ID])
    assert held == {asked: (PNG, PNG), copied.id: (PNG, PNG)}
    for session_id in (SESSION, "forked"):
        database.sessions.delete(session_id)
    assert database.attached_pictures.of_messages([asked, copied.id]) == {}


def test_a_record_holds_pictures_and_one_without_those_it_names_is_refused(
    database: ScopedDatabase,
) -> None:
    question = said("What is this?", metadata=MessageMetadata(pictures=(BOAT,)))
    database.turns.start(SESSION, question, title="A boat", owner="me", now=NOW, pictures=[PNG])

    record = database.record(SESSION)
    database.restore("again", record)

    again = database.record("again").messages
    assert again == record.messages
    assert again[0].picture_bytes == (PNG,)
    line = again[0].model_dump_json()
    assert MessageRecord.model_validate_json(line) == again[0]
    kept = base64.b64encode(PNG).decode()
    for other in ("", base64.b64encode(b"<svg/>").decode(), "no base64"):
        with pytest.raises(ValueError, match=r"picture|base64"):
            MessageRecord.model_validate_json(line.replace(f'["{kept}"]', f'["{other}"]'))
