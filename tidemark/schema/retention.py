"""Retention: the number of days data is kept after its last use, and the level that set it.

The most specific choice applies: of the session, else its notebook, else the user, else the
deployment.  0 means for ever.
"""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from tidemark.schema.base import FrozenModel

MOST_DAYS = 36_500
RetentionDays = Annotated[int, Field(ge=0, le=MOST_DAYS)]
RetentionLevel = Literal["session", "notebook", "user", "deployment"]


class Retention(FrozenModel):
    """The retention of a session: ``days`` after its last use, 0 for ever; then it expires."""

    days: RetentionDays
    decided_by: RetentionLevel
    expires_at: dt.datetime | None = None


def nearest(
    session: int | None, notebook: int | None, user: int | None, deployment: int
) -> tuple[int, RetentionLevel]:
    """Return the days that apply, and the level that set them.

    >>> nearest(None, 90, 0, 30)
    (90, 'notebook')
    >>> nearest(None, None, 0, 30)
    (0, 'user')
    """
    if session is not None:
        return session, "session"
    if notebook is not None:
        return notebook, "notebook"
    if user is not None:
        return user, "user"
    return deployment, "deployment"


def expires_at(last_use: dt.datetime, days: int | None) -> dt.datetime | None:
    """Return the expiry time for something last used at ``last_use``; None if kept for ever."""
    return last_use + dt.timedelta(days=days) if days else None
