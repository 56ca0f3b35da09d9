"""The process that reads files: ``tidemark.sources.conversion`` starts it and sends it paths.

::

    python -m tidemark.sources.conversion_process DESCRIPTOR CPU_SECONDS MEMORY_BYTES
"""

import json
import logging
import resource
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile, FileType, PageMark
from tidemark.sources.file_types import file_type

_MOST_UNPACKED_BYTES = 400_000_000
_MOST_RATIO = 200  # unpacked size to packed size of an archive; 20 is usual for office files
_MOST_MEMBERS = 20_000
_REFUSED = ("socket.connect", "socket.bind", "subprocess.Popen", "os.system", "os.exec", "os.fork")


def main() -> None:
    """Answer each path received, until the connection closes."""
    descriptor, cpu_s, memory_bytes = map(int, sys.argv[1:])
    logging.disable()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.addaudithook(_refuse)
    with Connection(descriptor) as connection:
        while True:
            try:
                path, name, page, mark, is_attached = json.loads(connection.recv_bytes())
            except EOFError:
                return
            _allow_cpu(cpu_s)
            read = partial(_picture, Path(path), name) if is_attached else None
            read = read or partial(_read, Path(path), name, page, mark and PageMark(*mark))
            connection.send_bytes(_answer(read))


def convert(path: Path, name: str) -> ConvertedFile:
    """Return the text of the file at ``path``.

    Raises:
        SourceUnreadable: It cannot be read, for the given reason.
    """
    if zipfile.is_zipfile(path):
        _check_archive(path, name)
    found = file_type(path, name)
    if found is None:
        raise SourceUnreadable(name, "unknown_type")
    converted = _converter(found)(path, name)
    if not any(char.isalnum() for char in converted.text):
        raise SourceUnreadable(name, "no_text")
    return converted


def _read(path: Path, name: str, page: int, mark: PageMark | None) -> bytes:
    """Return the text of a file, or the picture of one of its pages."""
    if page:
        from tidemark.sources.converters import pdf  # noqa: PLC0415 - with its libraries

        return pdf.picture(path, page, mark)
    return convert(path, name).model_dump_json().encode()


def _picture(path: Path, name: str) -> bytes:
    """Return a line with the description of a picture, and after it the picture."""
    from tidemark.sources.converters import pictures  # noqa: PLC0415 - with its libraries

    small = pictures.shrunk(path, name)
    return small.about.model_dump_json().encode() + b"\n" + small.data


def _converter(kind: FileType) -> Callable[[Path, str], ConvertedFile]:
    """Load the converter for ``kind`` alone: the libraries of all take 0.6 s, those of text 0.1."""
    if kind == "pdf":
        from tidemark.sources.converters import pdf  # noqa: PLC0415 - as in the others

        return pdf.convert
    if kind == "parquet":
        from tidemark.sources.converters import parquet  # noqa: PLC0415

        return parquet.convert_parquet
    if kind == "email" or kind == "mbox":
        from tidemark.sources.converters import mail  # noqa: PLC0415

        return mail.convert_email if kind == "email" else mail.convert_mbox
    if kind == "epub" or kind == "html":
        from tidemark.sources.converters import web  # noqa: PLC0415

        return web.convert_epub if kind == "epub" else web.convert_html
    return _text_converter(kind) or _office_converter(kind)


def _text_converter(kind: FileType) -> Callable[[Path, str], ConvertedFile] | None:
    from tidemark.sources.converters import text  # noqa: PLC0415 - what the others load, too

    by_kind: Mapping[FileType, Callable[[Path, str], ConvertedFile]] = {
        "markdown": text.convert_markdown,
        "text": text.convert_text,
        "code": text.convert_code,
        "csv": text.convert_csv,
    }
    return by_kind.get(kind)


def _office_converter(kind: FileType) -> Callable[[Path, str], ConvertedFile]:
    from tidemark.sources.converters import office  # noqa: PLC0415 - pptx alone takes 0.2 s

    by_kind: Mapping[FileType, Callable[[Path, str], ConvertedFile]] = {
        "docx": office.convert_docx,
        "pptx": office.convert_pptx,
        "spreadsheet": office.convert_spreadsheet,
        "odt": office.convert_odt,
        "rtf": office.convert_rtf,
    }
    return by_kind[kind]


def _answer(read: Callable[[], bytes]) -> bytes:
    """Return the result of ``read``, or the reason it failed."""
    try:
        return read()
    except SourceUnreadable as refusal:
        why = refusal.why
    except MemoryError:
        why = "too_large"
    except Exception:  # noqa: BLE001 - parsers raise whatever a broken file makes them
        why = "broken"
    return json.dumps({"why": why}).encode()


def _check_archive(path: Path, name: str) -> None:
    """Refuse an archive that unpacks to more than a document does, before it is unpacked."""
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    is_dense = unpacked > 10_000_000 and unpacked > _MOST_RATIO * path.stat().st_size
    if len(members) > _MOST_MEMBERS or unpacked > _MOST_UNPACKED_BYTES or is_dense:
        raise SourceUnreadable(name, "too_large")
    if any(member.flag_bits & 1 for member in members):
        raise SourceUnreadable(name, "encrypted")


def _allow_cpu(seconds: int) -> None:
    """Allow ``seconds`` of processor time beyond what was used so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def _refuse(event: str, _: tuple[object, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(event)


if __name__ == "__main__":
    main()
