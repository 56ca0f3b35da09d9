"""Pictures attached to messages, made small; only the pixels of the file are kept.

Metadata written by a camera (place, device) is removed, as is anything else the file may contain.
Of an animation the first frame is kept.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from tidemark.errors import SourceUnreadable
from tidemark.schema.messages import LONGEST_SIDE, Picture, PictureFile, PictureType

_READ = ("PNG", "JPEG", "WEBP", "GIF")
_MOST_PIXELS = 60_000_000  # those of a good camera; more is a decompression bomb, or a map
_MOST_PNG_BYTES = 1_500_000  # a screenshot is smaller; a photograph takes a tenth as JPEG
_QUALITY = 85


def shrunk(path: Path, name: str) -> PictureFile:
    """Return the picture at ``path`` upright, with at most ``LONGEST_SIDE`` pixels a side.

    Raises:
        SourceUnreadable: It is not of a supported type, or has too many pixels.
    """
    try:
        opened = Image.open(path, formats=_READ)
    except UnidentifiedImageError as error:
        raise SourceUnreadable(name, "no_picture") from error
    except Image.DecompressionBombError as error:
        raise SourceUnreadable(name, "too_many_pixels") from error
    with opened:
        if opened.width * opened.height > _MOST_PIXELS:
            raise SourceUnreadable(name, "too_many_pixels")
        is_photo = opened.format == "JPEG"
        opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # decode a JPEG at reduced size
        upright = ImageOps.exif_transpose(opened)
        upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        media_type, data = _encoded(upright, is_photo=is_photo)
    about = Picture(name=name, media_type=media_type, width=upright.width, height=upright.height)
    return PictureFile(about=about, data=data)


def _encoded(picture: Image.Image, *, is_photo: bool) -> tuple[PictureType, bytes]:
    """Return ``picture`` as PNG if that is lossless and small enough, else as JPEG."""
    if not is_photo:
        exact = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        data = _saved(exact, "PNG", optimize=True)
        if len(data) <= _MOST_PNG_BYTES:
            return "image/png", data
    return "image/jpeg", _saved(_on_white(picture), "JPEG", quality=_QUALITY, optimize=True)


def _on_white(picture: Image.Image) -> Image.Image:
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    shown = picture.convert("RGBA")
    ground = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(ground, shown).convert("RGB")


def _saved(picture: Image.Image, form: str, **options: object) -> bytes:
    picture.info.clear()  # metadata would be written again
    file = BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()
