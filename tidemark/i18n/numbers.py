"""Numbers with their units in any language."""

from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

_UNITS = ("kB", "MB", "GB")


def separators(language: str) -> tuple[str, str]:
    """Return the decimal and the thousands separator.

    >>> separators("en"), separators("nl")
    (('.', ','), (',', '.'))
    """
    return get_decimal_symbol(language), get_group_symbol(language)


def bytes_text(size: int, language: str) -> str:
    """Return a number of bytes in readable form.

    >>> bytes_text(240_000, "en"), bytes_text(1_250_000, "nl"), bytes_text(12, "en")
    ('240 kB', '1,2 MB', '1 kB')
    """
    at = size / 1000
    for unit in _UNITS:
        if at < 1000 or unit == _UNITS[-1]:
            break
        at /= 1000
    rounded = round(at, 1) if at < 10 and unit != "kB" else max(round(at), 1)
    return f"{format_decimal(rounded, locale=language)} {unit}"


def decimal_text(number: float, decimals: int, language: str) -> str:
    """Return ``number``, grouped and with so many decimals.

    >>> decimal_text(12009.5, 2, "en"), decimal_text(12009.5, 2, "nl"), decimal_text(9, 0, "en")
    ('12,009.50', '12.009,50', '9')
    """
    return str(format_decimal(number, f"#,##0.{'0' * decimals}", locale=language))
