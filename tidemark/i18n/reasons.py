"""The words for codes: why a piece is in a view."""

from tidemark.i18n.catalogue import catalogue
from tidemark.schema.reasons import Reason


def reason_text(reason: Reason, language: str) -> str:
    """Return ``reason`` in words of ``language``.

    >>> reason_text(Reason("matches", terms=("visa", "Tokyo")), "en")
    'matches: visa, Tokyo'
    """
    if reason.code == "sentence":
        return ", ".join(reason.terms)
    form = (
        f"{reason.code}_in" if reason.code == "similar_question" and reason.title else reason.code
    )
    words = str(catalogue(language).table("REASONS")[form])
    return words.format(terms=", ".join(reason.terms), title=reason.title)
