"""Beside the field one writes in: the draft of each chat kept in the browser, and how long it is.

Streamlit's field tells the server nothing before it is sent, so all of this happens in the browser;
what it says of tokens is an estimate, and marked as one.
"""

from tidemark.ui import tab_state
from tidemark.ui.chat import attachments
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_DRAFTS = frontend.component(
    __file__, "drafts", html='<p hidden></p><div role="alert"></div>', css="drafts.css"
)


def draw(session_id: str | None, *, limit: int) -> None:
    """Draw the line over the field: what is written is long, or what is attached to it."""
    _DRAFTS(
        key="writing",
        data={
            "chat": session_id or "",
            "accepted": tab_state.stored_messages(),
            "lead": tab_state.field_focus_requests(),
            "limit": limit,
            "long": limit // 4,
            "most": attachments.MOST_BYTES,
            "words": {
                "draft": texts.DRAFT_TOKENS,
                "over": texts.DRAFT_OVER,
                "file": texts.FILE_TOKENS,
                "no_text": texts.FILE_NO_TEXT,
            },
        },
        height="content",
    )
