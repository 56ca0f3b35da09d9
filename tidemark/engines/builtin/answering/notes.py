"""Acknowledgements of a statement: what was noted or replaced, and the list that it changed."""

import math
from collections.abc import Sequence

from tidemark.engines.builtin.answering.resolved_question import (
    NOTED_TOKENS,
    ResolvedQuestion,
    as_messages,
    stay_before,
)
from tidemark.engines.builtin.counting.list_entries import standing_entries
from tidemark.engines.builtin.items.extraction import extract
from tidemark.engines.builtin.list_changes import lists_now, names_to_empty
from tidemark.engines.builtin.listings import Listing
from tidemark.memory.matching import supersedes
from tidemark.nlp.dates import find_date
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import as_quote
from tidemark.prompt.citations import cited
from tidemark.schema import Item, ItemKind, SessionMemory

_MOST_CORRECTED = 3  # statements


def acknowledge(resolved: ResolvedQuestion) -> str:
    """Show the list that a statement changed, or say what was noted, replaced and corrected."""
    if changed := changed_list(resolved):
        return changed
    notes = notes_of(resolved, items_of_message(resolved))
    corrected, is_all = _corrected(resolved)
    parts = [corrected] if is_all else [notes, corrected]
    return "\n\n".join(filter(None, parts)) or resolved.phrases.message_kept


def changed_list(resolved: ResolvedQuestion) -> str:
    """Return the list with a name that the message asks to change, as it is now; else empty."""
    view, pack = resolved.view, resolved.pack
    is_command = pack.list_changes.commands.match(view.question)
    if not (is_command or names_to_empty(view.question) is not None):
        return ""
    known = {
        (each.statement.piece.message_ids, each.statement.place): _open_texts(each)
        for each in lists_now(resolved.statements, pack)
        if each.heading
    }
    if not known or not view.is_kept:
        return ""
    changed = [
        each
        for each in lists_now(resolved.statements_once_stored, pack)
        if (texts := known.get((each.statement.piece.message_ids, each.statement.place)))
        and texts != _open_texts(each)
    ]
    return standing_entries(changed[0], pack) if len(changed) == 1 else ""


def _corrected(resolved: ResolvedQuestion) -> tuple[str, bool]:
    """Quote what the message corrects, as it is now, and return whether it does only that.

    Who corrects sees what was understood, and can object.
    """
    if not resolved.view.is_kept:
        return "", False
    statements, message_ids = resolved.statements_once_stored, (resolved.next_message_id,)
    own = [each for each in statements if each.piece.message_ids == message_ids]
    if not any(each.is_correction for each in own):
        return "", False
    corrected = {  # one for an item and the message that it is from
        as_quote(each.text).rstrip("."): each
        for each in statements
        if each.is_changed and each.is_quotable and each.corrected_by[-1:] == message_ids
    }
    quotes = [
        resolved.pack.phrases.corrected_note.format(
            now=cited(as_quote(each.text), each.piece.message_ids)
        )
        for each in list(corrected.values())[:_MOST_CORRECTED]
    ]
    return "\n\n".join(quotes), bool(quotes) and not any(each.is_quotable for each in own)


def _open_texts(listing: Listing) -> list[str]:
    return [each.text for each in listing.open_entries]


def items_of_message(resolved: ResolvedQuestion) -> list[tuple[ItemKind, Item]]:
    """Return the items worth noting in the message itself; none where nothing is kept."""
    if not resolved.view.is_kept:
        return []
    question = resolved.view.of_kind("question")[-1:]
    found = extract(
        as_messages(question, resolved.phrasing.now), SessionMemory(), limit_tokens=NOTED_TOKENS
    )
    noted = [(kind, item) for kind, item in found.all_items() if kind != "open_questions"]
    stay = stay_before(resolved, math.inf)
    return [(kind, _in_stay(item, stay, resolved) if stay else item) for kind, item in noted]


def _in_stay(item: Item, stay: str, resolved: ResolvedQuestion) -> Item:
    """Return ``item`` in its own words, if its day may be one of the ``stay``."""
    language = language_pack_for(item.text, resolved.pack).language
    said = item.quote or item.text
    if item.on is None or find_date(said, resolved.phrasing.now, language, before=stay):
        return item
    is_cut = said.startswith(item.text)
    return item.model_copy(update={"on": None, "text": said if is_cut else item.text})


def notes_of(resolved: ResolvedQuestion, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    """Say what was noted, and which items it replaces."""
    phrases = resolved.pack.phrases
    by_form: dict[str, list[str]] = {}
    for kind, item in noted:
        by_form.setdefault(phrases.noted_as[kind], []).append(resolved.phrasing.noted(item))
    lines = [form.format(noted="; ".join(texts)) for form, texts in by_form.items()]
    old = [
        phrases.replaced_note.format(old=cited(as_quote(piece.item.text), piece.message_ids))
        for piece in resolved.view.of_kind("item")
        if piece.item and any(_replaces(item, kind, piece.item) for kind, item in noted)
    ]
    return "\n\n".join([*lines, *old])


def on_reminders(resolved: ResolvedQuestion, noted: Sequence[tuple[ItemKind, Item]]) -> str:
    """Say what was noted to do, or that no reminder is sent; empty if none is asked for."""
    if any(kind == "todos" for kind, _ in noted):
        return f"{notes_of(resolved, noted)} {resolved.phrases.no_reminder}"
    asks = resolved.pack.memory_questions.asks_reminder.match(resolved.view.question)
    return resolved.phrases.sends_no_reminders if asks else ""


def _replaces(item: Item, kind: ItemKind, older: Item) -> bool:
    return item.text != older.text and supersedes(item, older, kind)
