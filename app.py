"""The Streamlit page: opens the Assistant once and draws ``tidemark.ui``."""

import gc

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import errors, page


@st.cache_resource(on_release=Assistant.close, show_spinner=False)
def open_assistant() -> Assistant:
    """Open the Assistant of this process."""
    opened = Assistant(Settings.read())
    # Streamlit collects garbage after every drawing: what was imported need not be looked through
    gc.freeze()
    return opened


page.begin()
try:
    assistant = open_assistant()
except TidemarkError as error:
    errors.page(error)
else:
    page.draw(assistant, Settings.read)
