"""Dictation: the browser writes speech into the field of a message, if it supports that."""

from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_DICTATION = frontend.component(
    __file__,
    "dictation",
    html=(
        '<p role="status" hidden></p><button type="button" hidden aria-pressed="false">'
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path stroke-linejoin="round" '
        'd="M12 3.5a2.75 2.75 0 0 1 2.75 2.75v5a2.75 2.75 0 0 1-5.5 0v-5A2.75 2.75 0 0 1 12 3.5z"/>'
        '<path stroke-linecap="round" d="M6 11.5a6 6 0 0 0 12 0M12 17.5V21"/></svg></button>'
    ),
    css=["dictation.css"],
)


def draw(chat: str) -> None:
    """Draw the button that dictates into the field of ``chat``, with a note on privacy.

    Many browsers send the voice to their maker: the note says so before the first use in a tab.
    """
    _DICTATION(
        key="dictation",
        data={
            "chat": chat,
            "language": texts.language(),
            "words": {
                "name": texts.DICTATE,
                "told": texts.DICTATION_TOLD,
                "listens": texts.DICTATION_LISTENS,
                "refused": texts.DICTATION_REFUSED,
                "no_microphone": texts.DICTATION_NO_MICROPHONE,
                "silence": texts.DICTATION_SILENCE,
                "unreachable": texts.DICTATION_UNREACHABLE,
                "failed": texts.DICTATION_FAILED,
            },
        },
        height="content",
    )
