"""Dates in a data set's own format."""

import datetime as dt

from pydantic import BeforeValidator


def date_like(form: str, example: str) -> BeforeValidator:
    """Return a validator of dates written in ``form``, such as ``example``; null stays None."""

    def parse(value: object) -> dt.datetime | None:
        if value is None:
            return None
        try:
            return dt.datetime.strptime(str(value), form).replace(tzinfo=dt.UTC)
        except ValueError as error:
            raise ValueError(f"should be like {example!r}, not {value!r}") from error

    return BeforeValidator(parse)
