"""E-mail: one message (.eml), or a mailbox of them (.mbox)."""

import email
import email.policy
import mailbox
from email.message import EmailMessage
from pathlib import Path

from bs4 import BeautifulSoup

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, joined
from tidemark.sources.converters.web import markdown_of

MOST_MESSAGES = 20_000
_HEADERS = ("From", "To", "Cc", "Date", "Subject")


def convert_email(path: Path, name: str) -> ConvertedFile:
    """Return the text of the message at ``path``, below its headers."""
    part = _message(_parsed(path.read_bytes()), 1)
    return joined("email", " › ".join(part.headings), [part])


def convert_mbox(path: Path, name: str) -> ConvertedFile:
    """Return the messages of the mailbox at ``path``, one section each."""
    box = mailbox.mbox(path, create=False)
    try:
        if len(box) > MOST_MESSAGES:
            raise SourceUnreadable(name, "too_large")
        keys = enumerate(box.iterkeys(), start=1)
        parts = [_message(_parsed(box.get_bytes(key)), number) for number, key in keys]
    finally:
        box.close()
    return joined("mbox", "", parts)


def _parsed(content: bytes) -> EmailMessage:
    return email.message_from_bytes(content, policy=email.policy.default)


def _message(message: EmailMessage, number: int) -> Part:
    headers = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
    files = [part.get_filename() for part in message.iter_attachments() if part.get_filename()]
    if files:
        headers.append(f"Attachments: {', '.join(map(str, files))}")
    subject = _header(message, "Subject")
    text = "\n".join(headers) + "\n\n" + _body(message)
    return Part(text, "message", number, (subject,) if subject else ())


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _body(message: EmailMessage) -> str:
    body = message.get_body(preferencelist=("plain", "html"))
    if body is None:
        return ""
    try:
        content = str(body.get_content())
    except LookupError:  # an unknown encoding
        content = bytes(body.get_payload(decode=True) or b"").decode("utf-8", "replace")
    if body.get_content_type() == "text/html":
        return markdown_of(BeautifulSoup(content, "lxml"))
    return content.strip()
