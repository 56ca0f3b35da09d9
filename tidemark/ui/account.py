"""Account of the person on the page: whether they are the operator, and the button to log out."""

import streamlit as st

from assistant import Assistant
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts


def is_of_operator(assistant: Assistant) -> bool:
    """Return whether the person is the operator: always, unless people log in.

    Only the operator may set the server's keys, or see the names of its files.
    """
    return assistant.configuration.given.login != "oidc"


def draw_log_out(assistant: Assistant) -> None:
    """Draw who is logged in and a button to log out, if people log in."""
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
