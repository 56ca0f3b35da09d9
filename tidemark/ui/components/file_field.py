"""A field for a file, with its words in the language of the page."""

import streamlit as st

from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts
from tidemark.ui.streamlit_internals import UploadedFile

MOST_MB = 500  # as in .streamlit/config.toml
_WORDS = frontend.component(__file__, "file_field")


def draw(
    label: str, key: str, type_: str | None = None, *, most_mb: int = MOST_MB
) -> UploadedFile | None:
    """Draw a field for a file, of the ``type_`` if one is given; return the file chosen."""
    limit = texts.FILE_LIMIT.format(size=most_mb)
    with st.container(gap=None):
        chosen = st.file_uploader(label, type=type_, key=key, max_upload_size=most_mb)
        _WORDS(
            key=f"{key}_words",
            data={
                "of": key,
                "choose": texts.FILE_CHOOSE,
                "limit": f"{limit} · {type_.upper()}" if type_ else limit,
            },
            height="content",
        )
    return chosen
