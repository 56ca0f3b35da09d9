"""Streamlit's private names: all that the page uses of it beyond ``import streamlit as st``.

Any release may rename them without saying so.  When Streamlit is renewed, look at each name in
this module and in ``streamlit_internals.js``, run the browser tests, and set ``CHECKED_VERSION``.
"""

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.widgets.chat import ChatInputValue
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    suppress_fragment_callback_warning,
)
from streamlit.runtime.uploaded_file_manager import UploadedFile

__all__ = ["ChatInputValue", "ComponentRenderer", "DeltaGenerator", "UploadedFile"]

CHECKED_VERSION = "1.67.0"

# Names in the page that our scripts and style sheets select by.  ``st-key-<key>`` is not among
# them: that class is documented.
TEST_IDS = (
    "InputInstructions",
    "stApp",
    "stBottom",
    "stBottomBlockContainer",
    "stCaptionContainer",
    "stChatInputSubmitButton",
    "stChatMessageAvatar",  # two test ids begin so
    "stCheckbox",
    "stExpander",
    "stFileChipName",
    "stMain",
    "stMarkdownContainer",
    "stRadioOption",
    "stSidebar",
    "stSidebarCollapseButton",
    "stSidebarContent",
    "stToast",
)
CLASSES = (
    "stApp",
    "stButton",
    "stChatMessage",
    "stExpander",
    "stHorizontalBlock",
    "stSidebar",
    "stText",
)
ATTRIBUTES = (
    "data-collapsed",  # of the sidebar: "false" while it covers a narrow page
    "data-selected",  # of a radio option and of a checkbox's label
    "data-test-script-state",  # of the whole page: "running" while a script runs
)
MESSAGE_LABEL = "Chat message from"  # with the role: the accessible name of a chat message
THEME_KEY = "stActiveTheme"  # begins the key under which the browser stores the theme


def script_run() -> object | None:
    """Return what identifies the script run of this thread; None outside of a page."""
    return get_script_run_ctx(suppress_warning=True)


def is_back_or_forward() -> bool:
    """Return whether the browser's Back or Forward button requested this script run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def is_rerun_requested() -> bool:
    """Return whether a rerun, or the end of this page, was requested since this run began.

    A click in one fragment does not interrupt the run of another, it waits for its end.  A run
    that takes long therefore asks this, and ends when it is true.
    """
    context = get_script_run_ctx(suppress_warning=True)
    requests = context.script_requests if context is not None else None
    if requests is None:
        return False
    return requests._state is not ScriptRequestType.CONTINUE  # noqa: SLF001 - has no public name


def forget_upload(file: UploadedFile) -> None:
    """Let go of the content of ``file``, which would be kept until the tab is closed."""
    context = get_script_run_ctx(suppress_warning=True)
    files = context.uploaded_file_mgr if context is not None else None
    if context is not None and isinstance(files, MemoryUploadedFileManager):
        files.remove_file(context.session_id, file.file_id)


def toast(text: str, icon: str | None = None) -> None:
    """Show a toast, without Streamlit's warning on the terminal where a callback shows it.

    It warns that what a callback draws takes the place of the first element of the page; ours is
    an empty one (``page.begin``).
    """
    with suppress_fragment_callback_warning():
        st.toast(text, icon=icon)


def rerun_changed_fragments() -> None:
    """Rerun every fragment in which a widget changed; do nothing if only those of this run did.

    Call it from callbacks of timers alone.  The browser sends clicks that come within a moment of
    a timer as one request, for the fragment of the timer: Streamlit calls the callback of the
    clicked widget, but does not draw its fragment.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not context.fragment_ids_this_run:
        return  # the whole page is drawn anyway
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
