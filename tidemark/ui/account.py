"""Account of the person on the page: whether they run the server, and the way to log out."""

import streamlit as st

from assistant import Assistant
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts


def is_of_operator(assistant: Assistant) -> bool:
    """Return whether the page is of whoever runs the server: not where people log in.

    Nobody else may set its keys, or name its files.
    """
    return assistant.configuration.given.login != "oidc"


def draw_log_out(assistant: Assistant) -> None:
    """Draw who is logged in, and a button that ends it, where people log in."""
    if is_of_operator(assistant):
        return
    st.button(
        texts.LOG_OUT,
        key="log_out",
        icon=":material/logout:",
        type="tertiary",
        width="stretch",
        on_click=st.logout,
    )
    claims = st.user.to_dict()
    name = claims.get("name") or claims.get("email") or assistant.configuration.scope.user_id
    st.caption(texts.LOGGED_IN_AS.format(name=safe_markdown.literal(str(name))))
