"""Your data, on the page Settings: amount, retention, export and erasure."""

import datetime as dt

import streamlit as st

from assistant import Assistant
from tidemark.schema.rights import ErasureReceipt
from tidemark.ui import error_display, open_notebook, tab_state
from tidemark.ui.account import is_of_operator
from tidemark.ui.components import retention_choice, safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import dates, texts
from tidemark.ui.pages import delete_all


def draw(assistant: Assistant) -> None:
    """Draw the amount of stored data, its retention, and the actions on all of it."""
    with st.container(key="settings_yours", gap="medium"), error_display.guarded("settings_yours"):
        with st.container(gap="xsmall"):
            st.header(texts.SETTINGS_YOURS, anchor=False)
            st.markdown(_amount(assistant))
            if is_of_operator(assistant):
                where = safe_markdown.literal(assistant.configuration.where)
                st.caption(texts.YOURS_EXPLAINED.format(where=where))
        if (receipt := delete_all.receipt()) is not None:
            _draw_receipt(receipt)
        _retention(assistant)
        if assistant.learning.is_offered:
            _learning(assistant)
        _deeds(assistant)
        delete_all.draw(assistant)


def _amount(assistant: Assistant) -> str:
    """Return the amount of data in all notebooks, in words."""
    held = [
        open_notebook.in_notebook(assistant, each.notebook_id).notebooks.contents()
        for each in assistant.notebooks.list()
    ]
    counts = {
        "NOTEBOOK_CHATS": sum(each.sessions for each in held),
        "NOTEBOOK_SOURCES": sum(each.sources for each in held),
        "NOTEBOOK_DOCUMENTS": sum(each.documents for each in held),
        "YOURS_PROFILE": len(assistant.profile.entries()),
        "NOTEBOOK_TRASHED": sum(each.trashed_sessions + each.trashed_sources for each in held),
    }
    parts = [texts.plural(name, count) for name, count in counts.items() if count]
    return " · ".join(parts) or texts.YOURS_NOTHING


@st.fragment
def _retention(assistant: Assistant) -> None:
    chosen = assistant.configuration.preferences.retention_days
    with st.container(key="settings_retention", gap="xxsmall"):
        retention_choice.draw(
            "user",
            chosen,
            assistant.configuration.given.retention_days,
            key="setting_retention",
            save=lambda days: save(lambda: assistant.retention.keep_all(days), is_of_turns=False),
        )
        st.caption(texts.RETENTION_EXPLAINED)
        days = assistant.retention.of_user().days
        if days:
            before = (assistant.now() - dt.timedelta(days=days)).astimezone(tab_state.time_zone())
            st.caption(texts.RETENTION_BEFORE.format(day=dates.of_date(before.date())))


@st.fragment
def _learning(assistant: Assistant) -> None:
    with st.container(key="settings_learning", gap="xxsmall"):
        st.toggle(
            texts.LEARNING,
            value=assistant.learning.is_on,
            key="setting_learning",
            on_change=_consent,
            args=(assistant,),
        )
        st.caption(texts.LEARNING_EXPLAINED)


def _consent(assistant: Assistant) -> None:
    is_on = bool(st.session_state["setting_learning"])
    save(lambda: assistant.learning.consent(is_on=is_on), is_of_turns=False)


def _deeds(assistant: Assistant) -> None:
    export = assistant.personal_export
    with st.container(horizontal=True, gap="small"):
        if export.is_allowed:
            st.download_button(
                texts.EXPORT_PERSON,
                lambda: b"".join(export.own()),
                export.file_name,
                "application/zip",
                key="export_person",
                icon=":material/download:",
                on_click="ignore",
            )
        st.button(
            texts.IMPORT,
            key="settings_import",
            icon=":material/upload:",
            on_click=tab_state.request_dialog,
            args=("import",),
        )
        st.button(
            texts.EXPORT_ALL,
            key="settings_export_all",
            icon=":material/archive:",
            on_click=tab_state.request_dialog,
            args=("export_all",),
        )
        if assistant.erasure.is_allowed:
            st.button(
                texts.DELETE_ALL,
                key="delete_all",
                icon=":material/delete:",
                on_click=delete_all.open_dialog,
            )
    st.caption(texts.EXPORT_PERSON_EXPLAINED if export.is_allowed else texts.EXPORT_REFUSED)
    if not assistant.erasure.is_allowed:
        st.caption(texts.ERASURE_REFUSED)


def _draw_receipt(receipt: ErasureReceipt) -> None:
    rows = sum(receipt.rows.values()) + receipt.audit_rows
    with st.container(key="erasure_receipt", border=True, gap="small"):
        st.markdown(f"**{texts.ERASED}**")
        told = texts.ERASED_AMOUNT.format(
            rows=rows,
            files=receipt.files,
            at=dates.full(receipt.at, tab_state.time_zone()),
        )
        st.markdown(told if receipt.is_scrubbed else f"{told} {texts.ERASED_LATER}")
        st.caption(texts.ERASED_EXPLAINED)
        st.code(receipt.sha256, language=None, wrap_lines=True)
        with st.container(horizontal=True, gap="small"):
            st.download_button(
                texts.ERASED_RECEIPT,
                receipt.model_dump_json(indent=2),
                f"tidemark-{receipt.at:%Y%m%d-%H%M%S}.json",
                "application/json",
                key="erasure_receipt_file",
                icon=":material/download:",
                on_click="ignore",
            )
            st.button(
                texts.ERASED_DONE, key="erasure_done", type="primary", on_click=delete_all.leave
            )
