"""The places of words on a page of a PDF, for highlighting in its picture.

The stored text differs from that of the page: lines are joined, hyphens at line ends and ligatures
are removed.  So words are found by their letters and digits only.
"""

import unicodedata
from collections.abc import Iterator

import pypdfium2 as pdfium

from tidemark.schema.sources import PageMark

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points of the page


def letters_of(text: str) -> str:
    """Return only the letters and digits of ``text``, in lower case.

    >>> letters_of("The inﬂuenza, 3-fold")
    'theinfluenza3fold'
    """
    return "".join(
        char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum()
    )


def places_of(page: pdfium.PdfTextPage, mark: PageMark) -> list[Box]:
    """Return the boxes of the words of ``mark`` on ``page``, one per line; empty if not found.

    Of several occurrences the one nearest to the position in the stored text is used.
    """
    sought, near = letters_of(mark.words), len(letters_of(mark.before))
    letters: list[str] = []
    of: list[int] = []  # the page character that each letter is, or is in
    for number in range(page.count_chars()):
        for letter in letters_of(chr(pdfium.raw.FPDFText_GetUnicode(page, number))):
            letters.append(letter)
            of.append(number)
    found = min(_occurrences("".join(letters), sought), key=lambda at: abs(at - near), default=None)
    if found is None:
        return []
    first, last = of[found], of[found + len(sought) - 1]
    count = page.count_rects(first, last - first + 1)
    return [page.get_rect(number) for number in range(count)]


def _occurrences(text: str, sought: str) -> Iterator[int]:
    at = text.find(sought) if sought else -1
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)
