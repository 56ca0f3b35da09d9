"""Drafts: the text of each chat's composer, stored in the browser, with an estimate of its length.

Streamlit sends the server nothing before the message is sent, so all of this happens in the
browser; the token count is an estimate, and marked as one.
"""

from collections.abc import Callable

from tidemark.ui import tab_state
from tidemark.ui.chat import file_uploads
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_DRAFTS = frontend.component(
    __file__, "drafts", html='<p hidden></p><div role="alert"></div>', css=["drafts.css"]
)


def draw(
    session_id: str | None, *, limit: int, sees_pictures: bool, on_edit: Callable[[], None]
) -> None:
    """Draw the line above the composer: the length of a long draft, and its files.

    Unless the engine ``sees_pictures``, it says so as soon as a picture is chosen.  ``on_edit`` is
    called when ↑ is pressed in an empty composer.
    """
    _DRAFTS(
        key="writing",
        data={
            "chat": tab_state.place_name(session_id),
            "accepted": tab_state.stored_messages(),
            "lead": tab_state.field_focus_requests(),
            "limit": limit,
            "long": limit // 4,
            "most": file_uploads.MOST_BYTES,
            "pictures": file_uploads.PICTURE_TYPES,
            "types": file_uploads.TYPES,
            "words": {
                "draft": texts.DRAFT_TOKENS,
                "over": texts.DRAFT_OVER,
                "file": texts.FILE_TOKENS,
                "exact": texts.DRAFT_EXACT,
                "no_text": texts.FILE_NO_TEXT,
                "unseen": "" if sees_pictures else texts.PICTURE_UNSEEN,
            },
        },
        on_edit_change=on_edit,
        height="content",
    )
