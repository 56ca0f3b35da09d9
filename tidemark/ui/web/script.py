"""The script that Streamlit runs for each page: opens the Assistant once and draws ``page``."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.scope import LOCAL
from tidemark.settings import Settings
from tidemark.ui import error_display, page
from utils import settle_garbage


@st.cache_resource(on_release=Assistant.close, show_spinner=False)
def open_assistant() -> Assistant:
    """Open the Assistant of this process."""
    opened = Assistant(Settings.read(), LOCAL)
    settle_garbage()
    return opened


page.begin()
try:
    assistant = open_assistant()
except TidemarkError as error:
    error_display.draw_page(error)
else:
    page.draw(assistant, Settings.read)
    assistant.get_ready()
