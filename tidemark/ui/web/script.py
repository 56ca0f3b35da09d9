"""The script that Streamlit runs for each page: opens the Assistant and draws ``page``."""

from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import error_display, page
from tidemark.ui.web import sign_in
from tidemark.ui.web.opening import open_assistant


def draw() -> None:
    """Draw the page, or why it cannot be drawn."""
    page.begin()
    try:
        opened = open_assistant()
    except TidemarkError as error:
        error_display.draw_page(error)
        return
    assistant = sign_in.scoped(opened)
    if assistant is None:
        sign_in.draw()
    else:
        page.draw(assistant, Settings.read)
    opened.get_ready()


if __name__ == "__main__":  # as Streamlit runs it: importing it opens no database
    draw()
