"""What a person does in the very moment in which the page itself asks for a drawing.

Streamlit's browser sends what comes within a moment as one request, for the part of the page where
the first of it came from.  A click in another part is then heard, and not drawn.
"""

import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx


def draw_whole() -> None:
    """Have each part drawn in which something changed; from a callback of the page's own only.

    Where nothing but what is drawn anyhow did, return.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not context.fragment_ids_this_run:
        return  # all is drawn
    drawn = context.fragment_ids_this_run
    state = context.session_state._state  # noqa: SLF001 - what changed has no public name
    sent = state._new_widget_state  # noqa: SLF001
    changed = (sent.widget_metadata.get(each) for each in sent if state._widget_changed(each))  # noqa: SLF001
    parts = {widget.fragment_id for widget in changed if widget is not None} - set(drawn)
    if None in parts:
        st.rerun()
    if parts:
        raise RerunException(
            RerunData(
                query_string=context.query_string,
                page_script_hash=context.page_script_hash,
                fragment_id_queue=[*drawn, *sorted(part for part in parts if part)],
                is_fragment_scoped_rerun=True,
                cached_message_hashes=context.cached_message_hashes,
                context_info=context.context_info,
            )
        )
