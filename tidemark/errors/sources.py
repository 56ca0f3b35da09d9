"""Errors with sources: unreadable files, and names of sources that do not exist."""

from tidemark.errors.base import UserError

_WHY = {
    "unknown_type": "is of no type that can be read here. Save it as PDF, DOCX, HTML or text; a "
    "picture can be attached to a message",
    "broken": "is damaged, or not what its name says. Open it in its own program and save it again",
    "encrypted": "is protected by a password. Save a copy without one",
    "no_text": "holds no text: it is empty, or made of pictures. Run a text recognition on it",
    "too_large": "is too large, or unpacks to too much. Part it into smaller files",
    "too_many_pages": "has too many pages. Part it into smaller files",
    "too_long": "took too long to read. Part it into smaller files, or save it as plain text",
    "no_picture": "is no picture that can be read. Save it as PNG, JPEG, WebP or GIF",
    "too_many_pixels": "has too many pixels. Save a smaller copy of it",
    "too_much_text": "holds too much text. Part it into smaller files",
    "not_stored": "is stored as text alone. Give its file to read it again",
}


class SourceUnreadable(UserError):
    """A file cannot be read as a source, for the reason ``why``; nothing of it is stored."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"“{name}” {_WHY[why]}.")
        self.name = name
        self.why = why


class TooManyPictures(UserError):
    """A message has more pictures than allowed; nothing of it is stored."""

    def __init__(self, most: int) -> None:
        super().__init__(f"A message takes at most {most} pictures. Leave some out, or send two.")
        self.most = most


class SourceNotFound(UserError):
    """No source has this name, or it has no such version; the name may be empty."""

    def __init__(self, name: str) -> None:
        which = f"source or version “{name}”" if name else "such source any more"
        super().__init__(f"There is no {which}. It may have been removed: look in the list.")
        self.name = name


class SourceExists(UserError):
    """Another source of the notebook has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a source “{name}” already. Choose another name.")
        self.name = name
