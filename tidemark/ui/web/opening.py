"""Opens the Assistant shared by the page and the API of one process."""

import streamlit as st

from assistant import Assistant
from tidemark.schema.scope import LOCAL
from tidemark.settings import Settings
from utils import settle_garbage


@st.cache_resource(on_release=Assistant.close, show_spinner=False)
def open_assistant() -> Assistant:
    """Return the Assistant of this process, opened at the first call."""
    opened = Assistant(Settings.read(), LOCAL)
    settle_garbage()
    return opened
