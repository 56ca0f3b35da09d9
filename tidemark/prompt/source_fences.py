"""Passages of sources as an engine reads them: numbered, in fences with name and place."""

from tidemark.schema.sources import Section


def place_words(place: Section) -> str:
    """Return the place of a passage as an engine reads it.

    >>> place_words(Section(start=0, end=9, unit="page", number=3, headings=("Fees",)))
    'page 3, Fees'
    """
    where = [f"{place.unit} {place.number}"] if place.unit and place.number else []
    return ", ".join((*where, *([" › ".join(place.headings)] if place.headings else ())))
