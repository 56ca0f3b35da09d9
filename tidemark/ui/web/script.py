"""The script that Streamlit runs for each page: opens the Assistant and draws ``page``."""

from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import error_display, page
from tidemark.ui.web import sign_in
from tidemark.ui.web.opening import open_assistant

page.begin()
try:
    opened = open_assistant()
except TidemarkError as error:
    error_display.draw_page(error)
else:
    assistant = sign_in.scoped(opened)
    if assistant is None:
        sign_in.draw()
    else:
        page.draw(assistant, Settings.read)
    opened.get_ready()
