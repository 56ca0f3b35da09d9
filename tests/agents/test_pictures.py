"""Pictures attached to messages: made small, kept with their message, shown to engines that see."""

import base64
from collections.abc import Callable
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from assistant import Assistant
from tests.conversing import on_each_database
from tests.engine_fixtures import gemini_server
from tests.gemini_server import GeminiServer
from tests.test_assistant import Open, open_assistant
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import SourceUnreadable, TooManyPictures
from tidemark.i18n.catalogue import catalogue
from tidemark.prompt.rendering import render
from tidemark.runtime.events import Finished
from tidemark.schema.messages import PictureFile
from tidemark.settings import Settings
from tidemark.transfer.writers import html_page

__all__ = ["gemini_server", "open_assistant"]  # fixtures


WAIT_S = 30


def drawn(form: str, size: tuple[int, int], mode: str = "RGB", **options: object) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "teal").save(file, form, **options)
    return file.getvalue()


def attached(assistant: Assistant, *sizes: tuple[int, int]) -> list[PictureFile]:
    return [
        assistant.sources.picture_to_attach(f"{number}.png", drawn("PNG", size))
        for number, size in enumerate(sizes)
    ]


def shown(engine: ScriptedEngine) -> list[list[str]]:
    """Return the names of the pictures in each message of the last prompt."""
    view = engine.calls[-1].view
    assert view is not None
    return [[each.name for each in line.pictures] for line in render(view)]


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        (partial(drawn, "PNG", (300, 200), "RGBA"), ("image/png", 300, 200, 258)),
        (partial(drawn, "GIF", (800, 600), "P"), ("image/png", 800, 600, 516)),
        (partial(drawn, "WEBP", (3000, 1500)), ("image/png", 1536, 768, 516)),
        (
            partial(drawn, "JPEG", (2000, 1000), exif=Image.Exif()),
            ("image/jpeg", 1536, 768, 516),
        ),
    ],
)
def test_a_picture_is_kept_small_and_as_services_take_it(
    open_assistant: Open, content: Callable[[], bytes], kept: tuple[str, int, int, int]
) -> None:
    picture = open_assistant().sources.picture_to_attach("a.b", content())

    about = picture.about
    assert (about.media_type, about.width, about.height, about.tokens) == kept
    assert about.may_be(picture.data)


def test_where_a_photograph_was_taken_is_not_kept_and_upright_it_is(open_assistant: Open) -> None:
    beside = Image.Exif()
    beside[0x0112] = 6  # the camera was turned
    beside.get_ifd(0x8825)[1] = "N"
    content = drawn("JPEG", (400, 300), exif=beside)

    picture = open_assistant().sources.picture_to_attach("a.jpg", content)

    with Image.open(BytesIO(picture.data)) as opened:
        assert (opened.size, dict(opened.getexif())) == ((300, 400), {})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_picture"),
        (lambda: drawn("PNG", (64, 64))[:60], "broken"),
        (lambda: drawn("PNG", (9000, 9000), "1"), "too_many_pixels"),
        (lambda: drawn("PNG", (20_000, 20_000), "1"), "too_many_pixels"),
    ],
    ids=("svg", "broken", "large", "huge"),
)
def test_a_file_that_is_no_picture_or_too_large_is_refused_in_words(
    open_assistant: Open, content: Callable[[], bytes], why: str
) -> None:
    with pytest.raises(SourceUnreadable, match=r"“a[.]png”") as refused:
        open_assistant().sources.picture_to_attach("a.png", content())

    assert refused.value.why == why


@on_each_database
def test_an_engine_sees_the_pictures_of_the_question_and_of_the_messages_it_reads(
    open_assistant: Open, database_url: str
) -> None:
    engine = ScriptedEngine()
    assistant = open_assistant(engine, database_url=database_url)
    pair = attached(assistant, (40, 30), (50, 30))

    run = assistant.ask("What is this?", pictures=pair)
    run.wait(WAIT_S)
    assert shown(engine) == [["0.png", "1.png"]]
    assert [call.verb for call in engine.calls] == ["reply"]  # it is taken as it was written
    assistant.ask("And now?", run.session_id).wait(WAIT_S)
    assert shown(engine) == [["0.png", "1.png"], [], []]
    question, *_ = assistant.sessions.transcript(run.session_id)
    assert assistant.sessions.pictures(question.id) == tuple(each.data for each in pair)


def test_a_question_asked_again_has_the_pictures_it_had_and_an_exported_page_shows_them(
    open_assistant: Open,
) -> None:
    engine = ScriptedEngine()
    assistant = open_assistant(engine)
    (picture,) = attached(assistant, (40, 30))
    run = assistant.ask("What is this?", pictures=[picture])
    run.wait(WAIT_S)

    edited = assistant.branches.edit_question(run.session_id, 0, "And what is that?")

    edited.wait(WAIT_S)
    assert shown(engine) == [["0.png"]]
    record = assistant.database.record(edited.session_id)
    assert picture.data_url in "".join(html_page.write(record, catalogue("en")))


def test_more_pictures_than_a_message_takes_are_refused_and_nothing_is_stored(
    open_assistant: Open,
) -> None:
    assistant = open_assistant()

    with pytest.raises(TooManyPictures, match="at most 4"):
        assistant.ask("Look", pictures=attached(assistant, (9, 9)) * 5)

    assert assistant.sessions.recent() == ()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            "My sister Ada cannot eat nuts.",
            "but I cannot look at pictures",
        ),
        (
            "Mijn zus Ada eet geen noten.",
            "maar kan niet naar afbeeldingen kijken",
        ),
    ],
)
def test_the_built_in_engine_keeps_a_picture_and_says_that_it_cannot_look_at_it(
    open_assistant: Open, asked: str, told: str
) -> None:
    assistant = open_assistant(BuiltinEngine())

    reply = assistant.turns.report(assistant.ask(asked, pictures=attached(assistant, (9, 9)))).reply

    assert reply.count(told) == 1
    assert "Ada" in reply

    passing = assistant.ask(asked, pictures=attached(assistant, (9, 9)), use_memory=False)
    reply = assistant.turns.report(passing).reply
    assert told.partition(" ")[2].removeprefix("I ") in reply
    assert told not in reply  # nothing is kept


def test_gemini_is_sent_the_picture_with_the_words(
    gemini_server: GeminiServer, settings: Callable[..., Settings]
) -> None:
    given = settings(engine="gemini", google_api_key="a-key", gemini_base_url=gemini_server.url)
    assistant = Assistant(given)
    try:
        (picture,) = attached(assistant, (40, 30))
        assert isinstance(assistant.ask("What is this?", pictures=[picture]).wait(WAIT_S), Finished)
    finally:
        assistant.close()

    (asked,) = gemini_server.asked_for("reply")
    *_, (role, (words, image)) = asked.parts
    assert (role, words["text"]) == ("user", "What is this?")
    sent = image["inlineData"]
    assert sent == {
        "mime_type": "image/png",  # read as mimeType, as each name of the protocol may be written
        "data": base64.b64encode(picture.data).decode(),
    }
