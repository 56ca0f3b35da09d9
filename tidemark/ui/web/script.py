"""The script that Streamlit runs for each page: opens the Assistant and draws ``page``."""

from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import error_display, page
from tidemark.ui.web.opening import open_assistant

page.begin()
try:
    assistant = open_assistant()
except TidemarkError as error:
    error_display.draw_page(error)
else:
    page.draw(assistant, Settings.read)
    assistant.get_ready()
