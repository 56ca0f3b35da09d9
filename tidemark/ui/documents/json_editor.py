"""The text of a document in an editor, with errors of JSON and of its schema at their places.

Typed text stays in the browser until it is saved.  It is saved with the version it is based on: if
another was saved meanwhile, both are shown and the person chooses.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st
from pydantic import JsonValue

from assistant import Assistant
from tidemark.documents import content as contents
from tidemark.documents import patches
from tidemark.errors import ContentUnreadable, SchemaBroken, TidemarkError, VersionConflict
from tidemark.i18n import code_texts
from tidemark.schema.documents import DocumentChange, NewVersion
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.components import frontend
from tidemark.ui.documents import comparison, conflicts, open_version
from tidemark.ui.documents.open_version import OpenVersion
from tidemark.ui.i18n import texts

_HTML = """
<div class="editor"><div class="text"></div><ul></ul><p role="status"></p>
<div class="deeds"><label><span class="why"></span><input type="text" maxlength="300"></label>
<button class="save" type="button"></button><button class="discard" type="button"></button></div>
</div>
"""
_EDITOR = frontend.component(__file__, "json_editor", html=_HTML, css=["json_editor.css"])
_KEY = "json_editor"


class _Unsaved(NamedTuple):
    """A content based on version ``made_on``, and the ``text`` it was sent as."""

    content: JsonValue
    made_on: int
    why: str
    text: str


def draw(assistant: Assistant, at: OpenVersion) -> None:
    """Draw the text of the open version; the newest one can be edited."""
    can_edit = at.can_edit and at.is_newest
    if can_edit:
        _conflict(assistant, at)
    whole = assistant.documents.read(at.document, at.number, branch=at.branch.name)
    _EDITOR(
        key=_KEY,
        data={
            "of": at.name if at.is_newest else f"{at.name}_{at.number}",
            "version": at.number,
            "text": contents.shown(whole.content),
            "can_edit": can_edit,
            "said": _editor_state(at),
            "words": {
                **texts.named("EDITOR_WORDS"),
                "label": texts.EDITOR_LABEL.format(name=at.document.name),
                "phrases": dict(texts.named("EDITOR_PHRASES")),
            },
        },
        on_check_change=lambda: _check(assistant, at),
        on_save_change=lambda: _save(assistant, at),
        on_discard_change=lambda: _forget(at),
        height="content",
    )


def _editor_state(at: OpenVersion) -> dict[str, Any]:
    """Return the last message to the editor, by number, and the count of settled texts."""
    said: dict[str, Any] = st.session_state.setdefault(
        f"editor_said_{at.name}", {"number": 0, "problems": [], "settled": 0, "text": ""}
    )
    return said


def _sent(what: str) -> dict[str, Any]:
    editor = st.session_state.get(_KEY) or {}  # it may be gone: another part was opened
    return dict(editor.get(what) or {})


def _check(assistant: Assistant, at: OpenVersion) -> None:
    if sent := _sent("check"):
        _report(at, sent, _checked(assistant, at, str(sent["text"]))[1])


def _checked(
    assistant: Assistant, at: OpenVersion, text: str
) -> tuple[JsonValue, list[dict[str, object]]]:
    """Return the content of ``text``, and its problems."""
    try:
        return assistant.documents.check(at.document, contents.read(text)), []
    except ContentUnreadable as error:
        words = texts.NOT_JSON_HERE if error.line else error_display.error_text(error)
        return None, [{"line": max(error.line, 1), "column": max(error.column, 1), "text": words}]
    except SchemaBroken as error:
        return None, [
            {"pointer": place, "text": f"{_place_text(place)}: {_rule_text(rule, reason)}"}
            for place, rule, reason in zip(error.places, error.rules, error.reasons, strict=True)
        ]


def _place_text(pointer: str) -> str:
    return code_texts.pointer_text(pointer, texts.language())


def _rule_text(rule: Sequence[str], reason: str) -> str:
    return code_texts.rule_text(rule, reason, texts.language())


def _report(at: OpenVersion, sent: dict[str, Any], problems: list[dict[str, object]]) -> None:
    _editor_state(at).update(number=int(sent["number"]), problems=problems, text="")


def _save(assistant: Assistant, at: OpenVersion) -> None:
    sent = _sent("save")
    if not sent:
        return
    content, problems = _checked(assistant, at, str(sent["text"]))
    _report(at, sent, problems)
    if problems:
        streamlit_internals.toast(texts.NOT_SAVED)
        return
    unsaved = _Unsaved(content, int(sent["base"]), str(sent["why"]), str(sent["text"]))
    try:
        _store(assistant, at, unsaved)
    except VersionConflict:
        st.session_state[_conflict_key(at)] = unsaved
    except TidemarkError as error:
        error_display.show_toast(error)


def _store(assistant: Assistant, at: OpenVersion, unsaved: _Unsaved) -> None:
    """Store a content as the version after the one it is based on.

    Raises:
        VersionConflict: That one is no longer the newest.
    """
    content, made_on, why, text = unsaved
    before = assistant.documents.read(at.document, made_on, branch=at.branch.name).content
    if contents.is_same(before, content) and made_on == at.branch.version:
        streamlit_internals.toast(texts.NOTHING_CHANGED)
    else:
        summary = why.strip() or open_version.changes_text(_changes(before, content))
        told = NewVersion(summary=summary)
        saved = assistant.documents.replace(
            at.document, content, told, expected=made_on, branch=at.branch.name
        )
        streamlit_internals.toast(texts.VERSION_MADE.format(number=saved.version))
    _settle(at, text)


def _settle(at: OpenVersion, text: str) -> None:
    """Show the newest version in the editor instead of ``text``, unless it was changed since."""
    _forget(at)
    _editor_state(at).update(settled=tab_state.next_number(), text=text, problems=[])


def _forget(at: OpenVersion) -> None:
    st.session_state.pop(_conflict_key(at), None)


def _changes(before: JsonValue, after: JsonValue) -> tuple[DocumentChange, ...]:
    return patches.changes(before, patches.between(before, after))


def _conflict(assistant: Assistant, at: OpenVersion) -> None:
    """Draw both sides if another version was saved meanwhile, and let the person choose."""
    unsaved: _Unsaved | None = st.session_state.get(_conflict_key(at))
    if unsaved is None:
        return
    mine, made_on = unsaved.content, unsaved.made_on
    documents, branch = assistant.documents, at.branch.name
    base = documents.read(at.document, made_on, branch=branch).content
    newest = documents.read(at.document, branch=branch).content
    with st.container(key="version_conflict", gap="small"), error_display.guarded("conflict"):
        st.header(texts.CONFLICT, anchor=False)
        st.markdown(texts.CONFLICT_EXPLAINED.format(base=made_on, newest=at.branch.version))
        for words, side in ((texts.CHANGED_BY_YOU, mine), (texts.CHANGED_MEANWHILE, newest)):
            st.markdown(f"**{words}**")
            comparison.draw_changes(_changes(base, side))
        found = documents.reconcile(at.document, mine, made_on, branch=branch).conflicts
        choices = conflicts.draw(
            found, (texts.THE_NEWEST, texts.YOURS), of=f"{at.name}_{at.branch.version}"
        )
        both = documents.reconcile(at.document, mine, made_on, branch=branch, choices=choices)
        with st.container(horizontal=True, gap="small"):
            on_newest = unsaved._replace(made_on=at.branch.version)
            whole = on_newest._replace(content=both.content)
            _deed(assistant, at, "both", whole, is_off=bool(both.conflicts))
            _deed(assistant, at, "mine", on_newest)
            st.button(
                texts.named("CONFLICT_DEEDS")["newest"],
                key="conflict_newest",
                on_click=_settle,
                args=(at, unsaved.text),
            )


def _deed(
    assistant: Assistant, at: OpenVersion, name: str, unsaved: _Unsaved, *, is_off: bool = False
) -> None:
    st.button(
        texts.named("CONFLICT_DEEDS")[name],
        key=f"conflict_{name}",
        type="primary" if name == "both" else "secondary",
        disabled=is_off,
        on_click=open_version.doing(lambda: _store(assistant, at, unsaved)),
    )


def _conflict_key(at: OpenVersion) -> str:
    return f"unsaved_{at.name}"
