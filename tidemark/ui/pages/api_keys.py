"""API keys on the page Settings: create one, copy it while it is shown, revoke it."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.people import MOST_NAME_CHARS, SCOPES, USUAL_SCOPES, ApiKey, KeyScope
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import dates, texts

_NEW, _REVOKING, _FAILED = "new_api_key", "api_key_to_revoke", "api_key_failed"
_TERMS_DAYS = (0, 30, 90, 365)  # 0: until it is revoked


def are_used(assistant: Assistant) -> bool:
    """Return whether API keys are used here: not without a log-in."""
    return assistant.configuration.given.login != "off"


@st.fragment
def draw(assistant: Assistant) -> None:
    """Draw the person's keys, and the form that creates one."""
    with st.container(key="settings_keys", gap="medium"), error_display.guarded("settings_keys"):
        with st.container(gap="xxsmall"):
            st.header(texts.API_KEYS, anchor=False)
            st.caption(texts.API_KEYS_EXPLAINED)
        if _NEW in st.session_state:
            _draw_new(*st.session_state[_NEW])
        keys = [each for each in assistant.api_keys.all() if each.revoked_at is None]
        if keys:
            with st.container(key="api_keys", gap="small"):
                for each in keys:
                    _draw_key(assistant, each)
        with st.expander(texts.API_KEY_MAKE, icon=":material/add:", key="api_key_make"):
            _draw_form(assistant)


def _draw_new(name: str, secret: str) -> None:
    with st.container(key="api_key_new", border=True, gap="small"):
        st.markdown(texts.API_KEY_NEW.format(name=safe_markdown.literal(name)))
        st.code(secret, language=None, wrap_lines=True)
        st.button(texts.API_KEY_COPIED, key="api_key_done", on_click=_hide)


def _draw_key(assistant: Assistant, key: ApiKey) -> None:
    with st.container(
        key=f"api_key_{key.key_id}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        with st.container(gap=None):
            st.markdown(f"**{safe_markdown.literal(key.name)}**")
            st.caption(_description(assistant, key))
        if st.session_state.get(_REVOKING) != key.key_id:
            st.button(
                texts.API_KEY_REVOKE,
                key=f"revoke_key_{key.key_id}",
                on_click=_ask,
                args=(key.key_id,),
            )
            return
        st.button(
            texts.API_KEY_REVOKE_SURE,
            key=f"revoke_key_do_{key.key_id}",
            type="primary",
            on_click=_revoke,
            args=(assistant, key.key_id),
        )
        st.button(texts.CANCEL, key=f"revoke_key_not_{key.key_id}", on_click=_ask, args=(None,))


def _description(assistant: Assistant, key: ApiKey) -> str:
    """Return prefix, scopes, last use and expiry of a key, in words."""
    now, zone = assistant.now(), tab_state.time_zone()
    words = texts.named("API_SCOPES")
    used = texts.API_KEY_UNUSED
    if key.last_used_at is not None:
        used = texts.API_KEY_USED.format(ago=dates.ago(key.last_used_at, now, zone))
    parts = [
        safe_markdown.literal(f"{key.prefix}…"),
        ", ".join(words[each] for each in key.scopes),
        used,
    ]
    if key.expires_at is not None:
        is_over = key.expires_at <= now
        ends = texts.API_KEY_EXPIRED if is_over else texts.API_KEY_EXPIRES
        parts.append(ends.format(day=dates.day(key.expires_at, now, zone)))
    return " · ".join(parts)


def _draw_form(assistant: Assistant) -> None:
    words, terms = texts.named("API_SCOPES_EXPLAINED"), texts.named("API_KEY_TERMS")
    with st.form("api_key_form", border=False):
        st.text_input(texts.API_KEY_NAME, key="api_key_name", max_chars=MOST_NAME_CHARS)
        st.multiselect(
            texts.API_KEY_SCOPES,
            _may_give(assistant),
            default=USUAL_SCOPES,
            format_func=words.__getitem__,
            key="api_key_scopes",
        )
        st.selectbox(
            texts.API_KEY_TERM,
            _TERMS_DAYS,
            format_func=lambda days: terms[str(days)],
            key="api_key_term",
        )
        st.form_submit_button(
            texts.API_KEY_MAKE, key="api_key_do", type="primary", on_click=_make, args=(assistant,)
        )
    if told := st.session_state.pop(_FAILED, ""):
        st.warning(safe_markdown.literal(told))


def _may_give(assistant: Assistant) -> tuple[KeyScope, ...]:
    """Return the scopes the person may give: a person who logs in is not the operator."""
    return USUAL_SCOPES if assistant.configuration.given.login == "oidc" else SCOPES


def _make(assistant: Assistant) -> None:
    given = st.session_state
    try:
        created = assistant.api_keys.create(
            str(given["api_key_name"]),
            given["api_key_scopes"],
            days=int(given["api_key_term"]) or None,
            owned=_may_give(assistant),
        )
    except TidemarkError as error:
        given[_FAILED] = error_display.error_text(error)
        return
    given[_NEW] = (created.key.name, created.secret)
    given["api_key_name"] = ""


def _hide() -> None:
    st.session_state.pop(_NEW, None)


def _ask(key_id: int | None) -> None:
    st.session_state[_REVOKING] = key_id


def _revoke(assistant: Assistant, key_id: int) -> None:
    _ask(None)
    save(lambda: assistant.api_keys.revoke(key_id), is_of_turns=False)
