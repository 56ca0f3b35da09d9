"""The prompt of a reply, opened next to it: its pieces with reasons, and the pieces left out."""

import html
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.i18n.code_texts import reason_text
from tidemark.schema import LeftOut, Message, MessageMetadata, Reason, ViewPiece
from tidemark.schema.prompt_snapshot import NOTHING, Excluded, InspectedTurn
from tidemark.tools.documents import compare_versions, document_history, read_document
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import composer, memory_items
from tidemark.ui.chat.turn_progress import tools_html
from tidemark.ui.components import safe_markdown, scroll, side_panel
from tidemark.ui.i18n import texts
from tidemark.ui.sources import cited_passages

BESIDE = "read"  # in the panel next to the chat
_LINKED_MESSAGES = 300  # to link further up, all messages in between would have to be drawn
_LINKS = 3
_HASH_CHARS = 12
_FIRST = 5  # pieces drawn at once: the browser takes long for 50, each with its buttons
_READ_DOCUMENT = {each.name for each in (read_document, document_history, compare_versions)}


def draw_button(reply: Message) -> None:
    """Draw below ``reply`` what it is based on; a click opens its prompt next to the chat."""
    if reply.metadata.sources is None:
        return
    key = f"read_{reply.id}"
    st.button(
        label_of(reply.metadata),
        key=key,
        type="tertiary",
        icon=":material/right_panel_open:",
        on_click=side_panel.toggle,
        args=(BESIDE, reply.session_id, reply.id),
        kwargs={"opener": key},
    )


def draw(assistant: Assistant, reply: Message) -> None:
    """Draw the pieces read for ``reply``."""
    with st.container(key=f"inspector_{reply.id}", gap="small"):
        with error_display.guarded(f"inspector_{reply.id}"):
            found = assistant.prompt_inspection.of_reply(reply.session_id, reply.id)
            if found is not None:
                _draw(assistant, reply, found)
        if aimed := tab_state.inspector_target(reply.id):
            message_id, times = aimed
            scroll.scroll_to(f"message_{message_id}", times=times, key=f"lead_{reply.id}")


def label_of(reply: MessageMetadata) -> str:
    """Return a line with the number of sources that a reply quotes.

    If a model cites nothing, everything it read is what its reply is based on.  The built-in engine
    cites everything it uses.
    """
    messages, similar, items = reply.sources or (0, 0, 0)
    read = messages, similar, items, len(reply.passages)
    cited = {(each.kind, each.of, each.number) for each in reply.citations}
    passages = sum(kind == "source" for kind, _, _ in cited)
    documents = {
        str(use.call.arguments.get("name"))
        for use in reply.tool_uses
        if use.call.name in _READ_DOCUMENT and use.fault is None
    }
    documents |= {reply.document} - {""}
    if not cited and not reply.is_builtin:  # whose replies quote everything they use
        return label(*read, documents=len(documents))
    asked = {name for use in reply.tool_uses if use.table for name in use.table.tables_used}
    quoted = len(cited) - passages
    return label(quoted, 0, 0, passages, tables=len(asked), documents=len(documents))


def label(
    messages: int,
    similar: int,
    items: int,
    passages: int = 0,
    *,
    tables: int = 0,
    documents: int = 0,
) -> str:
    """Return a line that says what a reply is based on; ``passages`` are those of sources.

    >>> label(4, 1, 0)
    'Based on 4 earlier messages and 1 similar question'
    """
    counts = {
        "tables": tables,
        "documents": documents,
        "messages": messages,
        "questions": similar,
        "items": items,
        "passages": passages,
    }
    parts = [texts.plural(f"READ_PARTS.{of}", count) for of, count in counts.items() if count]
    if not parts:
        return texts.READ_NOTHING
    what = texts.AND.join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return texts.READ.format(what=what)


def kinds_html(found: InspectedTurn) -> str:
    """Return the tokens by kind as HTML: a bar, and a legend with the count of each kind.

    Sources appear only in the legend: they have an allowance of their own.
    """
    view = found.view
    parts: list[tuple[str, str, int]] = [
        (kind, name, sum(piece.tokens for piece in view.of_kind(kind)))
        for kind, name in texts.named("KINDS").items()
        if kind != "source"
    ]
    counted = sum(tokens for _, _, tokens in parts)
    parts.append(("frame", texts.FRAME, view.tokens - counted))
    shown = [part for part in parts if part[2] > 0]
    whole = max(view.threshold, view.tokens)
    water = "".join(
        f'<span class="kind-{kind}" style="width:{tokens / whole * 100:.2f}%"></span>'
        for kind, _, tokens in shown
    )
    if view.source_tokens:
        shown.append(("source", texts.SOURCES_BESIDE, view.source_tokens))
    names = "".join(
        f'<li class="kind-{kind}">{html.escape(name)} <strong>{texts.number(tokens)}</strong></li>'
        for kind, name, tokens in shown
    )
    return f'<div class="kinds"><div class="kinds-bar">{water}</div><ul>{names}</ul></div>'


def counts_text(found: InspectedTurn) -> str:
    """Return the number of tokens read, by Tidemark's count and by the service's, if any."""
    view, beside = found.view, found.kept.places
    line = texts.READ_COUNT.format(tokens=view.tokens, threshold=view.threshold)
    if beside.instructions is not None:
        line += f", {texts.READ_TOLD.format(tokens=beside.instructions.tokens)}"
    line = f"{line}. {texts.READ_FILLS_NOTHING}"
    if beside.usage is None:
        return line
    told = texts.READ_BY_SERVICE.format(
        input=beside.usage.input_tokens, output=beside.usage.output_tokens
    )
    return f"{line} {told}"


def _draw(assistant: Assistant, reply: Message, found: InspectedTurn) -> None:
    view, excluded = found.view, found.kept.places.excluded
    named = {of for piece in _pieces(found) for of in piece.message_ids}
    near = {each.id: (each, title) for each, title in assistant.profile.messages(sorted(named))}
    last = assistant.turns.last(reply.session_id)
    is_last = (
        last is not None and last.question_id == found.turn.question_id and last.status != "pending"
    )
    st.text(counts_text(found))
    told = found.kept.places.instructions
    if told is not None and told.notebook:
        with st.expander(texts.READ_INSTRUCTIONS):
            st.text(told.notebook)
    st.html(kinds_html(found))
    if excluded:
        _with_everything(assistant, found, may_ask=is_last)
    count = assistant.sessions.get(reply.session_id).message_count

    def draw_piece(number: int, piece: ViewPiece) -> None:
        with st.container(key=f"piece_{reply.id}_{number}", gap=None):
            st.html(piece_html(piece, _why(piece.reason)))
            with st.container(horizontal=True, gap="small"):
                _links(reply, f"{number}", piece, near, count)
                if is_last and (without := excluding(piece)):
                    _again(assistant, found, number, excluded | without)

    used = used_pieces(reply.metadata, view.pieces)
    _draw_pieces(view.pieces, used, draw_piece, key=f"rest_{reply.id}")
    _draw_left_out(reply, found, near, count)
    if reply.metadata.tool_uses:
        st.caption(texts.READ_TOOLS)
        st.html(tools_html(reply.metadata.tool_uses))
    _draw_proof(found)


def _draw_proof(found: InspectedTurn) -> None:
    """Draw whether the prompt shown is exactly the one sent."""
    if not found.is_as_sent:
        st.caption(texts.READ_OTHERWISE)
        return
    begin = found.kept.sha256[:_HASH_CHARS]
    st.caption(texts.READ_PROOF, help=texts.READ_PROOF_EXPLAINED.format(begin=begin))


def _draw_pieces(
    pieces: Sequence[ViewPiece],
    used: Collection[int],
    draw_piece: Callable[[int, ViewPiece], None],
    *,
    key: str,
) -> None:
    """Draw the pieces ``used``; if none was, passages and the first others.

    The rest is drawn once it is opened.
    """
    st.caption(texts.READ_USED if used else texts.READ_PIECES)
    others = [number for number, piece in enumerate(pieces) if piece.source is None]
    first = sorted(used or set(range(len(pieces))) - set(others[_FIRST:]))
    for number in first:
        draw_piece(number, pieces[number])
    rest = [number for number in range(len(pieces)) if number not in first]
    if not rest:
        return
    opened = st.expander(texts.READ_REST, key=key, type="compact", on_change="rerun")
    if opened.open:
        with opened:
            for number in rest:
                draw_piece(number, pieces[number])


def used_pieces(reply: MessageMetadata, pieces: Sequence[ViewPiece]) -> frozenset[int]:
    """Return the indices of the ``pieces`` that a reply cites.

    A remembered item is not among them if the message that it is from is.
    """
    messages = {each.of for each in reply.citations if each.kind == "message"}
    whole = {of for each in pieces if each.item is None for of in each.message_ids}
    cited = [each.number for each in reply.citations if each.kind == "source"]
    passages = [reply.passages[number - 1] for number in cited]
    return frozenset(
        number
        for number, piece in enumerate(pieces)
        if (
            piece.source in passages
            if piece.source
            else messages.intersection(piece.message_ids) - (whole if piece.item else frozenset())
        )
    )


def _draw_left_out(
    reply: Message, found: InspectedTurn, near: Mapping[int, tuple[Message, str]], count: int
) -> None:
    passages = found.kept.places.excluded.passages
    if found.view.left_out or passages:
        st.caption(texts.READ_LEFT_OUT)
    for span in passages:
        told = f"{cited_passages.where_text(span)} · {_why(Reason('excluded'))}"
        st.caption(safe_markdown.literal(told))
    for number, out in enumerate(found.view.left_out):
        with st.container(key=f"left_{reply.id}_{number}", gap=None):
            st.html(piece_html(out.piece, left_out_text(out)))
            with st.container(horizontal=True, gap="small"):
                _links(reply, f"left_{number}", out.piece, near, count)


def excluding(piece: ViewPiece) -> Excluded:
    """Return the exclusions that keep ``piece`` from being read again; empty for some kinds."""
    if piece.item_kind is not None and piece.item is not None:
        return Excluded(items=((piece.item_kind, piece.item.text),))
    if piece.kind in ("recalled", "message"):
        return Excluded(message_ids=piece.message_ids)
    return Excluded(passages=(piece.source,)) if piece.source else NOTHING


def left_out_text(out: LeftOut) -> str:
    """Return why a piece was left out."""
    if not out.missed_by:
        return _why(out.piece.reason)
    return texts.plural("MISSED_BY", out.missed_by)


def _why(reason: Reason) -> str:
    told = reason_text(reason, texts.language())
    return told[:1].upper() + told[1:]


def piece_html(piece: ViewPiece, why: str) -> str:
    """Return a piece as HTML: its kind, tokens and reason, with its text below.

    A remembered item is named in the language of the page; its text for the engine is English.
    """
    name, words = texts.named("KINDS")[piece.kind], piece.text
    head = f"<strong>{html.escape(name)}</strong>"
    if piece.item is not None and piece.item_kind is not None:
        head += f"<span>{html.escape(texts.named('ITEMS')[piece.item_kind])}</span>"
        words = memory_items.item_lines(piece.item)[0]
    head += f"<span>{texts.plural('COUNTED.token', piece.tokens)}</span>"
    if piece.source is not None:
        head += f"<span>{html.escape(cited_passages.where_text(piece.source))}</span>"
    if why.casefold() not in (name.casefold(), f"the {name}".casefold()):
        head += f"<span>{html.escape(why)}</span>"
    return (
        f'<div class="piece kind-{piece.kind}"><p>{head}</p>'
        f'<div tabindex="0">{html.escape(words)}</div></div>'
    )


def _links(
    reply: Message, key: str, piece: ViewPiece, near: Mapping[int, tuple[Message, str]], count: int
) -> None:
    """Draw a button for each message of ``piece`` that is near enough, or for its passage."""
    if piece.source is not None:
        st.button(
            texts.SHOW_IN_SOURCE,
            key=f"passage_{reply.id}_{key}",
            type="tertiary",
            icon=":material/arrow_outward:",
            on_click=cited_passages.show_span,
            args=(reply, piece.source),
        )
    for message, title in (near[of] for of in piece.message_ids[:_LINKS] if of in near):
        if message.session_id != reply.session_id:
            st.button(
                texts.TO_CHAT.format(title=safe_markdown.literal(title)),
                key=f"chat_{reply.id}_{key}_{message.id}",
                type="tertiary",
                icon=":material/arrow_outward:",
                on_click=_open,
                args=(message,),
            )
        elif count - message.position <= _LINKED_MESSAGES:
            st.button(
                texts.TO_MESSAGE.format(number=message.position + 1),
                key=f"to_{reply.id}_{key}_{message.id}",
                type="tertiary",
                icon=":material/arrow_upward:",
                on_click=_go,
                args=(reply, message, count - message.position),
            )


def _open(message: Message) -> None:
    tab_state.show_message(message)
    st.rerun()


def _go(reply: Message, message: Message, needed: int) -> None:
    """Scroll to ``message``, drawing more of the chat first if necessary."""
    is_drawn = needed <= tab_state.window_messages(reply.session_id)
    tab_state.set_inspector_target(reply.id, message.id)
    if not is_drawn:
        tab_state.show_message(message)
        st.rerun()


def _again(assistant: Assistant, found: InspectedTurn, number: int, without: Excluded) -> None:
    st.button(
        texts.WITHOUT_THIS,
        key=f"without_{found.turn.id}_{number}",
        type="tertiary",
        icon=":material/refresh:",
        on_click=_ask_again,
        args=(assistant, found, without),
    )


def _with_everything(assistant: Assistant, found: InspectedTurn, *, may_ask: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(texts.READ_WISHED)
        if may_ask:
            st.button(
                texts.WITH_EVERYTHING,
                key=f"everything_{found.turn.id}",
                type="tertiary",
                on_click=_ask_again,
                args=(assistant, found, NOTHING),
            )


def _ask_again(assistant: Assistant, found: InspectedTurn, without: Excluded) -> None:
    session_id, question_id = found.turn.session_id, found.turn.question_id
    side_panel.forget()
    composer.begin(
        assistant,
        session_id,
        lambda: assistant.turns.retry_without(session_id, question_id, without),
        redraws=(side_panel.PANEL,),
    )


def _pieces(found: InspectedTurn) -> Iterator[ViewPiece]:
    yield from found.view.pieces
    yield from (out.piece for out in found.view.left_out)
