"""Streamlit's private names: everything the page uses of it beyond ``import streamlit as st``.

Any release may rename them without notice.  After an upgrade of Streamlit, check each name in this
module and in ``streamlit_internals.js``, run the browser tests, and set ``CHECKED_VERSION``.
"""

from collections.abc import Sequence

import streamlit as st
from streamlit import config
from streamlit.components.v2.types import ComponentRenderer
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.widgets.chat import ChatInputValue
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    suppress_fragment_callback_warning,
)
from streamlit.runtime.uploaded_file_manager import UploadedFile

__all__ = ["ChatInputValue", "ComponentRenderer", "DeltaGenerator", "UploadedFile"]

CHECKED_VERSION = "1.67.0"

# Names in the page that our scripts and style sheets select by, except ``st-key-<key>``: that
# class is documented
TEST_IDS = (
    "InputInstructions",
    "stApp",
    "stBottom",
    "stBottomBlockContainer",
    "stCaptionContainer",
    "stChatInputSubmitButton",
    "stChatMessageAvatar",  # prefix of the next two
    "stChatMessageAvatarAssistant",
    "stChatMessageAvatarUser",
    "stCheckbox",
    "stCode",
    "stDialog",
    "stElementContainer",
    "stExpandSidebarButton",
    "stExpander",
    "stFileChipName",
    "stFileUploaderDropzone",
    "stFileUploaderDropzoneInstructions",
    "stHeader",
    "stLayoutWrapper",
    "stMain",
    "stMarkdownContainer",
    "stMenuButtonBody",
    "stPopoverBody",
    "stRadioOption",
    "stSidebar",
    "stSidebarCollapseButton",
    "stSidebarUserContent",
    "stToast",
    "stToastContainer",
    "stToastViewButton",
)
CLASSES = (
    "stApp",
    "stAppHeader",
    "stAppViewContainer",
    "stButton",
    "stChatInput",
    "stChatMessage",
    "stElementContainer",
    "stExpander",
    "stHeading",
    "stHorizontalBlock",
    "stHtml",
    "stMain",
    "stMainBlockContainer",
    "stMarkdown",
    "stSidebar",
    "stText",
    "stToast",
    "stTooltipIcon",
)
ATTRIBUTES = (
    "data-collapsed",  # of the sidebar: "false" while it covers a narrow page
    "data-focused",  # of the entry of a menu that the arrow keys have reached
    "data-selected",  # of a radio option and of a checkbox's label
    "data-test-script-state",  # of the whole page: "running" while a script runs
)
THEME_KEY = "stActiveTheme"  # prefix of the key under which the browser stores the theme
SIDEBAR_KEY = "stSidebarCollapsed-"  # under which it stores whether the sidebar is closed


def allow_hosts(hosts: Sequence[str]) -> None:
    """Make Streamlit's own check of host names accept ``hosts``, and no others."""
    config.set_option("server.allowedHosts", list(hosts))


def script_run() -> object | None:
    """Return an identifier of the script run of this thread; None outside a page."""
    return get_script_run_ctx(suppress_warning=True)


def is_back_or_forward() -> bool:
    """Return whether the browser's Back or Forward button requested this script run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def forget_upload(file: UploadedFile) -> None:
    """Release the content of ``file``, which would be kept until the tab is closed."""
    context = get_script_run_ctx(suppress_warning=True)
    files = context.uploaded_file_mgr if context is not None else None
    if context is not None and isinstance(files, MemoryUploadedFileManager):
        files.remove_file(context.session_id, file.file_id)


def toast(text: str, icon: str | None = None) -> None:
    """Show a toast, without Streamlit's warning on the terminal about toasts in callbacks.

    The warning says that a callback's element replaces the first element of the page; ours is an
    empty one (``page.begin``).
    """
    with suppress_fragment_callback_warning():
        st.toast(text, icon=icon)
