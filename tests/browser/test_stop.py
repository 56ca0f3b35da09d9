"""Stop leaves the page with its turn, also when Streamlit loses the end of a drawing."""

import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

LONG = {"text": "word " * 2000, "pause_s": 0.05}
BROKEN_OFF = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN
FRAGMENT_DRAWN = ForwardMsg.ScriptFinishedStatus.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
SOON_MS = 30_000  # less than the patience of the tests


def receives(chat: Chat, change: Callable[[ForwardMsg], ForwardMsg | None]) -> None:
    """Reload the page, which receives what ``change`` makes of each message; None drops it."""

    def routed(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(server.send)

        def hand_on(sent: bytes | str) -> None:
            message = ForwardMsg()
            message.ParseFromString(sent if isinstance(sent, bytes) else sent.encode())
            changed = change(message)
            if changed is not None:
                page.send(changed.SerializeToString())

        server.on_message(hand_on)

    chat.page.route_web_socket(re.compile("_stcore/stream"), routed)
    chat.page.reload()
    expect(chat.field).to_be_visible()


def broken_off(message: ForwardMsg) -> ForwardMsg:
    """Hide that a fragment was drawn to its end, as Streamlit does if the next begins at once."""
    if message.script_finished == FRAGMENT_DRAWN:
        message.script_finished = BROKEN_OFF
    return message


def test_stop_leaves_though_its_removal_and_the_end_of_drawings_are_lost(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(replies=[LONG])
    chat = open_chat(scripted)
    drawn_at: list[int] = []

    def lose_once(message: ForwardMsg) -> ForwardMsg | None:
        path, element = list(message.metadata.delta_path), message.delta.new_element
        if element.button.id.endswith("-stop"):
            drawn_at[:] = path
        elif drawn_at and path == drawn_at[:-1] and element.WhichOneof("type") == "empty":
            drawn_at.clear()
            return None
        return broken_off(message)

    receives(chat, lose_once)
    chat.send("Where to?")
    expect(chat.by_key("live_reply")).to_contain_text("word word word")
    expect(chat.by_key("chat_head")).not_to_contain_text("Answers come from")  # of the welcome
    chat.stop.click()
    expect(chat.stop).to_have_count(0, timeout=SOON_MS)
    chat.page.close()  # its connection stays altered
