"""The dialog that reads a source again: its stored original, or its file as it is now."""

import streamlit as st

from assistant import Assistant
from tidemark.schema.sources import Source
from tidemark.sources.conversion import MOST_FILE_BYTES
from tidemark.ui import error_display, streamlit_internals
from tidemark.ui.components import dialog, file_field, safe_markdown
from tidemark.ui.i18n import texts


@dialog.dialog(lambda: texts.REINGEST)
def ask(assistant: Assistant, source: Source) -> None:
    """Draw what becomes of a source that is read again, and the files it can be read from."""
    with st.container(key="reingest"), error_display.guarded("reingest"):
        st.markdown(f"**{safe_markdown.literal(source.name)}**")
        st.markdown(texts.REINGEST_EXPLAINED)
        if source.newest.has_file:
            if st.button(texts.REINGEST_STORED, key="reingest_stored", type="primary"):
                assistant.sources.begin_again(source.name)
                st.rerun()
            label = texts.REINGEST_OR_FILE
        else:
            st.caption(texts.REINGEST_NOT_STORED)
            label = texts.REINGEST_FILE
        most_mb = MOST_FILE_BYTES // 1_000_000
        given = file_field.draw(label, f"reingest_file_{source.source_key}", most_mb=most_mb)
        if given is not None:
            assistant.sources.begin_again(source.name, (given.name, given.getvalue()))
            streamlit_internals.forget_upload(given)
            st.rerun()
