"""Files that a person attaches: read, refused if too large, stored until sent, and drawn.

Text is drawn collapsed, pictures small.
"""

from collections.abc import Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.prompt.file_fences import TextFile
from tidemark.schema import Message
from tidemark.schema.messages import PictureFile
from tidemark.ui import error_display
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sources import receiving
from tidemark.ui.streamlit_internals import ChatInputValue

MOST_BYTES = 200_000  # of text: about 50,000 tokens, more than most engines read
MOST_MB = 20  # of a picture: more than a camera's; Streamlit's limit, in whole MB
PICTURE_TYPES = "png jpg jpeg webp gif".split()
TEXT_TYPES = (
    "txt md markdown csv tsv json jsonl yaml yml toml ini cfg log xml html css js ts tsx jsx py "
    "rb rs go java kt c h cpp hpp cs php swift sh sql tex rst srt"
).split()
_TABLE_TYPES = ("csv", "tsv")
TYPES = [*PICTURE_TYPES, *TEXT_TYPES]
Attached = TextFile | PictureFile
_KEPT = "attached"
_THUMB_PX = 220
_SHORT, _TALL_PX = 14, 320  # longer files scroll in place


class NotAttached(UserError):
    """A file cannot be attached; the message says which one and why."""


def message_text(sent: str | ChatInputValue | None) -> str:
    """Return the text of ``sent``, the value of the composer."""
    return (sent.text if isinstance(sent, ChatInputValue) else sent) or ""


def accept_files(assistant: Assistant, sent: str | ChatInputValue | None) -> tuple[Attached, ...]:
    """Return the files in ``sent``, after those of a message that was refused.

    Raises:
        NotAttached: A file is too large, or is neither readable text nor a picture; the others
            are stored for the next try.
    """
    files, refused = list(waiting_files()), []
    for upload in sent.files if isinstance(sent, ChatInputValue) else ():
        try:
            files.append(_read(assistant, upload.name, upload.getvalue()))
        except UserError as error:
            refused.append(error_display.error_text(error))
    set_waiting_files(files)
    if refused:
        raise NotAttached(" ".join(refused))
    return tuple(files)


def set_waiting_files(files: Sequence[Attached]) -> None:
    """Store ``files`` for the next message of this tab."""
    st.session_state[_KEPT] = tuple(files)


def waiting_files() -> tuple[Attached, ...]:
    """Return the files stored for the next message."""
    return tuple(st.session_state.get(_KEPT, ()))


def draw_waiting_files() -> None:
    """Draw the files stored for the next message, each with a button that removes it."""
    with st.container(key="waiting", horizontal=True, gap="small"):
        for number, file in enumerate(waiting_files()):
            st.button(
                texts.LEAVE_OUT.format(name=safe_markdown.literal(file.name)),
                key=f"leave_out_{number}",
                type="tertiary",
                icon=":material/close:",
                on_click=_leave_out,
                args=(number,),
            )


def draw_attached_files(assistant: Assistant, message: Message, files: Sequence[TextFile]) -> None:
    """Draw the ``files`` of a message, collapsed; a table can be added to the sources."""
    for number, file in enumerate(files):
        lines = len(file.text.splitlines())
        label = texts.plural("FILE_LINES", lines, name=safe_markdown.literal(file.name))
        with st.expander(
            label, type="compact", key=f"file_{message.id}_{number}", icon=":material/description:"
        ):
            st.code(file.text, language=None, height=_TALL_PX if lines > _SHORT else "content")
        if file.name.rpartition(".")[2].lower() in _TABLE_TYPES:
            st.button(
                texts.ADD_TABLE.format(name=safe_markdown.literal(file.name)),
                key=f"add_table_{message.id}_{number}",
                type="tertiary",
                icon=":material/library_add:",
                help=texts.ADD_TABLE_HELP,
                on_click=_add_table,
                args=(assistant, file),
            )


def _add_table(assistant: Assistant, file: TextFile) -> None:
    receiving.add(assistant, [(file.name, file.text.encode())])
    st.rerun()  # the page tells when it is read, this fragment does not


def draw_pictures(assistant: Assistant, message: Message) -> None:
    """Draw the pictures of a message, small; a click enlarges one."""
    known = message.metadata.pictures
    if not known:
        return
    held = assistant.sessions.pictures(message.id)
    with st.container(
        key=f"pictures_{message.id}", horizontal=True, horizontal_alignment="right", gap="small"
    ):
        for picture, data in zip(known, held, strict=False):
            width = min(picture.width, _THUMB_PX)
            st.image(data, width=width, alt=texts.PICTURE_OF.format(name=picture.name))


def _read(assistant: Assistant, name: str, raw: bytes) -> Attached:
    if name.rpartition(".")[2].lower() in PICTURE_TYPES:
        return assistant.sources.picture_to_attach(name, raw)
    if len(raw) > MOST_BYTES:
        raise NotAttached(texts.FILE_TOO_LARGE.format(name=name, most=MOST_BYTES // 1000))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotAttached(texts.FILE_NO_TEXT.format(names=name)) from error
    if "\0" in text or not text.strip():
        raise NotAttached(texts.FILE_NO_TEXT.format(names=name))
    return TextFile(name, text)


def _leave_out(number: int) -> None:
    set_waiting_files([file for at, file in enumerate(waiting_files()) if at != number])
