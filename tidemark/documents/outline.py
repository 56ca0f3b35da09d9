"""Outline of a content: a shorter form of one that is too large to be read whole."""

from pydantic import JsonValue

from tidemark.documents.content import written

_SHORT_CHARS = 60
_MOST_NAMES = 60


def shortened(content: JsonValue, most_chars: int) -> str:
    """Return ``content`` as JSON in ``most_chars``, or else a description of its structure.

    >>> shortened({"inci": "WATER", "NOAEL": [1, 2, 3]}, 100)
    '{"inci":"WATER","NOAEL":[1,2,3]}'
    >>> shortened({"inci": "WATER", "NOAEL": [1, 2, 3] * 50}, 40)
    '{"inci": "WATER", "NOAEL": list of 150}'
    """
    whole = written(content)
    if len(whole) <= most_chars:
        return whole
    outlines = (_outline(content, depth) for depth in (3, 2, 1))
    fitting = (each for each in outlines if len(each) <= most_chars)
    return next(fitting, _outline(content, 1)[:most_chars])


def trimmed(content: JsonValue, most_chars: int) -> JsonValue:
    """Return ``content`` cut to about ``most_chars``; "…" replaces the parts left out.

    >>> trimmed({"value": 1000, "unit": "mg/kg", "source": "OECD 408"}, 24)
    {'value': 1000, 'unit': 'mg/kg', '…': '…'}
    >>> trimmed([1, 2, 3], 24), trimmed("a long story", 8), trimmed(list(range(9)), 8)
    ([1, 2, 3], 'a long …', [0, 1, 2, 3, '…'])
    """
    return _trimmed(content, most_chars)[0]


def _trimmed(content: JsonValue, room: int) -> tuple[JsonValue, int]:
    """Return ``content`` cut to ``room`` characters, and the number of characters left."""
    if isinstance(content, str):
        kept = content if len(content) <= room else f"{content[: max(room - 1, 0)]}…"
        return kept, room - len(kept)
    if isinstance(content, dict):
        members: dict[str, JsonValue] = {}
        for name, value in content.items():
            room -= len(name)
            if room <= 0:
                return {**members, "…": "…"}, 0
            members[name], room = _trimmed(value, room)
        return members, room
    if isinstance(content, list):
        elements: list[JsonValue] = []
        for value in content:
            if room <= 0:
                return [*elements, "…"], 0
            element, room = _trimmed(value, room - 1)
            elements.append(element)
        return elements, room
    return content, room - len(written(content))


def _outline(content: JsonValue, depth: int) -> str:
    if isinstance(content, dict):
        if not depth:
            return f"object of {len(content)}"
        names = list(content)[:_MOST_NAMES]
        parts = [f'"{name}": {_outline(content[name], depth - 1)}' for name in names]
        more = [f"and {len(content) - len(names)} more"] if len(content) > len(names) else []
        return f"{{{', '.join((*parts, *more))}}}"
    if isinstance(content, list):
        return f"list of {len(content)}"
    text = written(content)
    return text if len(text) <= _SHORT_CHARS else f"{text[:_SHORT_CHARS]}…"
