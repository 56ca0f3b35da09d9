"""Types of files, detected from their content; a name only decides between kinds of text."""

import email.parser
import re
import zipfile
from pathlib import Path, PurePath

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import FileType

_HEAD_BYTES = 4096
_PARTS: tuple[tuple[str, FileType], ...] = (
    ("word/document.xml", "docx"),
    ("ppt/presentation.xml", "pptx"),
    ("xl/workbook.xml", "spreadsheet"),
    ("xl/workbook.bin", "spreadsheet"),
)
_MIMETYPES: dict[bytes, FileType] = {
    b"application/epub+zip": "epub",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "spreadsheet",
}
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # of old Office files, and encrypted ones
_WORKBOOK, _LOCKED = ("Workbook".encode("utf-16-le"), "EncryptedPackage".encode("utf-16-le"))
_HTML = re.compile(rb"<(!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_HEADERS = re.compile(rb"(?i)^(received|return-path|message-id|mime-version|delivered-to|from):")
_MBOX = re.compile(rb"^From \S+.*\d{4}")
_BY_SUFFIX: dict[str, FileType] = {
    **dict.fromkeys((".md", ".markdown", ".mdx"), "markdown"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    **dict.fromkeys((".htm", ".html", ".xhtml"), "html"),
    **dict.fromkeys(
        (
            *(".c", ".cc", ".cpp", ".cs", ".css", ".go", ".h", ".hpp", ".java", ".js", ".jsx"),
            *(".json", ".jsonl", ".kt", ".lua", ".php", ".pl", ".py", ".r", ".rb", ".rs", ".scala"),
            *(".sh", ".sql", ".swift", ".toml", ".ts", ".tsx", ".xml", ".yaml", ".yml"),
        ),
        "code",
    ),
}


def file_type(path: Path, name: str) -> FileType | None:
    """Return the type of the file at ``path``, named ``name``; None if it is unknown.

    Raises:
        SourceUnreadable: It is encrypted.
        zipfile.BadZipFile: It begins like an archive but is none.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if head.startswith(b"PK\x03\x04"):
        return _archive(path)
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(_COMPOUND):
        return _compound(path, name)
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    return _text(head, name)


def named_as(name: str, kind: FileType) -> str:
    """Return ``name`` with a suffix that says ``kind``, unless it has one of that kind.

    >>> named_as("fees.csv", "csv"), named_as("Fees", "csv")
    ('fees.csv', 'Fees.csv')
    """
    is_named = _BY_SUFFIX.get(PurePath(name).suffix.lower()) == kind
    suffix = next((each for each, of in _BY_SUFFIX.items() if of == kind), "")
    return name if is_named or not suffix else name + suffix


def _compound(path: Path, name: str) -> FileType | None:
    content = path.read_bytes()
    if _LOCKED in content:
        raise SourceUnreadable(name, "encrypted")
    return "spreadsheet" if _WORKBOOK in content else None


def _archive(path: Path) -> FileType | None:
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        found = next((kind for part, kind in _PARTS if part in names), None)
        if found is None and "mimetype" in names:
            with archive.open("mimetype") as member:
                found = _MIMETYPES.get(member.read(100).strip())
    return found


def _text(head: bytes, name: str) -> FileType | None:
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in head and not is_wide:
        return None
    by_name = _BY_SUFFIX.get(PurePath(name).suffix.lower())
    if by_name in ("markdown", "code", "csv"):
        return by_name
    if _MBOX.match(head):
        return "mbox"
    if _is_email(head, name):
        return "email"
    if _HTML.search(head):
        return "html"
    return by_name or "text"


def _is_email(head: bytes, name: str) -> bool:
    headers = email.parser.BytesHeaderParser().parsebytes(head)
    if PurePath(name).suffix.lower() == ".eml":
        return any(each in headers for each in ("From", "To", "Date", "Subject"))
    has_sender = _HEADERS.match(head) and "From" in headers
    return bool(has_sender) and ("Date" in headers or "Message-ID" in headers)
